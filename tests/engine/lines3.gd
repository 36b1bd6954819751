# Godot 3: answers each line of a file of JSON. Scripts that extend this one define `answer`. FX_IN and FX_OUT name the files (JSON lines).
extends SceneTree

func hex(bytes):
	var result = ""
	for x in bytes: result += "%02x" % x
	return result

func unhex(text):
	var result = PoolByteArray()
	for i in range(0, text.length(), 2): result.push_back(("0x" + text.substr(i, 2)).hex_to_int())
	return result

func answer(_question):
	return null

func _init():
	var input = File.new()
	input.open(OS.get_environment("FX_IN"), File.READ)
	var output = File.new()
	output.open(OS.get_environment("FX_OUT"), File.WRITE)
	while input.get_position() < input.get_len():
		output.store_line(JSON.print(answer(JSON.parse(input.get_line()).result)))
	output.close()
	quit()
