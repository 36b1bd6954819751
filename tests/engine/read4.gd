# Godot 4: parses texts.
extends "lines4.gd"

func answer(question):
	var text = question.text.hex_decode().get_string_from_utf8()
	return {"bytes": var_to_bytes_with_objects(str_to_var(text)).hex_encode()}
