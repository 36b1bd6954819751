# Godot 4: parses texts. Arguments: input, output (JSON lines).
extends SceneTree

func _init():
	var a = OS.get_cmdline_user_args()
	var input = FileAccess.open(a[0], FileAccess.READ)
	var output = FileAccess.open(a[1], FileAccess.WRITE)
	while not input.eof_reached():
		var line = input.get_line()
		if line == "": continue
		var text = JSON.parse_string(line).text.hex_decode().get_string_from_utf8()
		output.store_line(JSON.stringify({"bytes": var_to_bytes_with_objects(str_to_var(text)).hex_encode()}))
	output.close()
	quit()
