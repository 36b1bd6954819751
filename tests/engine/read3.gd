# Godot 3: parses texts.
extends "lines3.gd"

func answer(question):
	var text = unhex(question["text"]).get_string_from_utf8()
	return {"bytes": hex(var2bytes(str2var(text), true))}
