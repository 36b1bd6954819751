# Godot 4: evaluates expressions of GDScript.
extends "lines4.gd"

func answer(question):
	var script = GDScript.new()
	script.source_code = "static func value():\n\treturn (%s)\n" % question.text.hex_decode().get_string_from_utf8()
	if script.reload() != OK: return {"ok": false}
	return {"ok": true, "bytes": var_to_bytes(script.value()).hex_encode()}
