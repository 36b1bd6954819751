# Godot 4: reads and writes save files. A question has `write` or `read` (a path), `layers` (the layers around the values: gcpf, pass, key; outermost
# first), `compression`, `password`, `key`, `big_endian` and, to write, `values` (encoded Variants as hexadecimal
# digits). With `json`, each line is JSON. With `encrypted`, the file is a ConfigFile, and each value is a triple with section and key.
extends "lines4.gd"

func open(question, path, layer, mode):
	match layer:
		"gcpf": return FileAccess.open_compressed(path, mode, int(question.compression))
		"pass": return FileAccess.open_encrypted_with_pass(path, mode, question.password)
		"key": return FileAccess.open_encrypted(path, mode, question.key.hex_decode())
	return FileAccess.open(path, mode)

func innermost(question, path):
	var layers = question.layers
	for i in layers.size() - 1:
		var file = open(question, path, layers[i], FileAccess.READ)
		if file == null: return null
		path = path + "." + str(i)
		var out = FileAccess.open(path, FileAccess.WRITE)
		out.store_buffer(file.get_buffer(file.get_length()))
		out.close()
	return open(question, path, layers[-1] if layers.size() > 0 else "", FileAccess.READ)

func config(question):
	var file = ConfigFile.new()
	if question.has("write"):
		for entry in question.values: file.set_value(entry[0], entry[1], bytes_to_var(entry[2].hex_decode()))
		return {"ok": (file.save_encrypted_pass(question.write, question.password) if question.encrypted else file.save(question.write)) == OK}
	if (file.load_encrypted_pass(question.read, question.password) if question.encrypted else file.load(question.read)) != OK: return {"ok": false}
	var values = []
	for section in file.get_sections():
		for key in file.get_section_keys(section):
			values.push_back([section, key, var_to_bytes(file.get_value(section, key)).hex_encode()])
	return {"ok": true, "entries": values}

func read(question):
	if question.has("encrypted"): return config(question)
	if question.has("stream"):
		var bytes = FileAccess.get_file_as_bytes(question.read)
		return {"ok": true, "content": bytes.decompress(int(question.size), int(question.stream)).hex_encode()}
	if question.has("base64"):
		var value = Marshalls.base64_to_variant(FileAccess.get_file_as_string(question.read))
		return {"ok": true, "values": [var_to_bytes(value).hex_encode()]}
	var file = innermost(question, question.read)
	if file == null: return {"ok": false}
	file.big_endian = question.big_endian
	var values = []
	if question.has("json"):
		while file.get_position() < file.get_length():
			values.push_back(var_to_bytes(JSON.parse_string(file.get_line())).hex_encode())
		return {"ok": true, "values": values}
	while file.get_position() < file.get_length():
		values.push_back(var_to_bytes(file.get_var()).hex_encode())
	return {"ok": true, "values": values}

func write(question):
	if question.has("encrypted"): return config(question)
	var path = question.write
	var file = open(question, path, question.layers[0] if question.layers.size() > 0 else "", FileAccess.WRITE)
	file.big_endian = question.big_endian
	for value in question.values: file.store_var(bytes_to_var(value.hex_decode()))
	file.close()
	return {"ok": true}

func answer(question):
	return write(question) if question.has("write") else read(question)
