# Godot 3: evaluates expressions of GDScript.
extends "lines3.gd"

func answer(question):
	var script = GDScript.new()
	script.source_code = "static func value():\n\treturn (" + unhex(question["text"]).get_string_from_utf8() + ")\n"
	if script.reload() != OK: return {"ok": false}
	return {"ok": true, "bytes": hex(var2bytes(script.new().value()))}
