# Godot 4: JSON.from_native of bytes, and JSON.to_native of JSON.
extends "lines4.gd"

func answer(line):
	var full : bool = line.get("full_objects", false)
	if line.has("bytes"):
		var bytes : PackedByteArray = line.bytes.hex_decode()
		var value = bytes_to_var_with_objects(bytes) if full else bytes_to_var(bytes)
		return {"native": JSON.stringify(JSON.from_native(value, full), "", false, true).to_utf8_buffer().hex_encode()}
	var json = JSON.parse_string(line.native.hex_decode().get_string_from_utf8())
	return {"bytes": var_to_bytes_with_objects(JSON.to_native(json, true)).hex_encode()}
