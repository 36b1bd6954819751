# Godot 4: evaluates expressions of GDScript. Arguments: input, output (JSON lines).
extends SceneTree

func _init():
	var a = OS.get_cmdline_user_args()
	var input = FileAccess.open(a[0], FileAccess.READ)
	var output = FileAccess.open(a[1], FileAccess.WRITE)
	while not input.eof_reached():
		var line = input.get_line()
		if line == "": continue
		var text = JSON.parse_string(line).text.hex_decode().get_string_from_utf8()
		var script = GDScript.new()
		script.source_code = "static func value():\n\treturn (%s)\n" % text
		var answer = {"ok": script.reload() == OK}
		if answer.ok: answer.bytes = var_to_bytes(script.value()).hex_encode()
		output.store_line(JSON.stringify(answer))
	output.close()
	quit()
