# Godot 3: reads and writes save files like files4.gd.
extends "lines3.gd"

func open(question, path, layer, mode):
	var file = File.new()
	var error
	match layer:
		"gcpf": error = file.open_compressed(path, mode, int(question.compression))
		"pass": error = file.open_encrypted_with_pass(path, mode, question.password)
		"key": error = file.open_encrypted(path, mode, unhex(question.key))
		_: error = file.open(path, mode)
	return file if error == OK else null

func innermost(question, path):
	var layers = question.layers
	for i in layers.size() - 1:
		var file = open(question, path, layers[i], File.READ)
		if file == null: return null
		path = path + "." + str(i)
		var out = File.new()
		out.open(path, File.WRITE)
		out.store_buffer(file.get_buffer(file.get_len()))
		out.close()
	return open(question, path, layers[-1] if layers.size() > 0 else "", File.READ)

func config(question):
	var file = ConfigFile.new()
	if question.has("write"):
		for entry in question.values: file.set_value(entry[0], entry[1], bytes2var(unhex(entry[2])))
		return {"ok": (file.save_encrypted_pass(question.write, question.password) if question.encrypted else file.save(question.write)) == OK}
	if (file.load_encrypted_pass(question.read, question.password) if question.encrypted else file.load(question.read)) != OK: return {"ok": false}
	var values = []
	for section in file.get_sections():
		for key in file.get_section_keys(section):
			values.push_back([section, key, hex(var2bytes(file.get_value(section, key)))])
	return {"ok": true, "entries": values}

func read(question):
	var file
	if question.has("encrypted"): return config(question)
	if question.has("stream"):
		file = open(question, question.read, "", File.READ)
		var bytes = file.get_buffer(file.get_len())
		return {"ok": true, "content": hex(bytes.decompress(int(question.size), int(question.stream)))}
	if question.has("base64"):
		file = open(question, question.read, "", File.READ)
		return {"ok": true, "values": [hex(var2bytes(Marshalls.base64_to_variant(file.get_as_text())))]}
	file = innermost(question, question.read)
	if file == null: return {"ok": false}
	file.endian_swap = question.big_endian
	var values = []
	if question.has("json"):
		while file.get_position() < file.get_len():
			values.push_back(hex(var2bytes(JSON.parse(file.get_line()).result)))
		return {"ok": true, "values": values}
	while file.get_position() < file.get_len():
		values.push_back(hex(var2bytes(file.get_var())))
	return {"ok": true, "values": values}

func write(question):
	if question.has("encrypted"): return config(question)
	var file = open(question, question.write, question.layers[0] if question.layers.size() > 0 else "", File.WRITE)
	file.endian_swap = question.big_endian
	for value in question.values: file.store_var(bytes2var(unhex(value)))
	file.close()
	return {"ok": true}

func answer(question):
	return write(question) if question.has("write") else read(question)
