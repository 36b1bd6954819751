# Godot 3: evaluates expressions of GDScript. FX_IN and FX_OUT name the files (JSON lines).
extends SceneTree

func hex(b):
	var s = ""
	for x in b: s += "%02x" % x
	return s

func unhex(s):
	var b = PoolByteArray()
	for i in range(0, s.length(), 2): b.append(("0x" + s.substr(i, 2)).hex_to_int())
	return b

func _init():
	var input = File.new()
	input.open(OS.get_environment("FX_IN"), File.READ)
	var output = File.new()
	output.open(OS.get_environment("FX_OUT"), File.WRITE)
	while not input.eof_reached():
		var line = input.get_line()
		if line == "": continue
		var text = unhex(JSON.parse(line).result["text"]).get_string_from_utf8()
		var script = GDScript.new()
		script.source_code = "static func value():\n\treturn (" + text + ")\n"
		var answer = {"ok": script.reload() == OK}
		if answer.ok: answer["bytes"] = hex(var2bytes(script.new().value()))
		output.store_line(JSON.print(answer))
	output.close()
	quit()
