# What bridge4.gd does, for page_bridge_3.gd: FX_IN and FX_OUT name the files, FX_SEED the script.
extends SceneTree

var bridge
var _lines = []


func _init():
	var script = GDScript.new()
	script.source_code = """
extends "%s"
signal sent(bytes)
func _can_send(): return true
func _send(bytes): emit_signal("sent", bytes)
""" % OS.get_environment("FX_SEED")
	if script.reload() != OK:
		quit()
		return
	bridge = script.new()
	bridge.connect("sent", self, "_on_sent")
	bridge.connect("event_received", self, "_on_event")
	bridge.expose("add", self, "add")
	bridge.expose("echo", self, "echo")
	bridge.expose("next_event", self, "next_event")
	bridge._page = Reference.new()
	_call(bridge)
	bridge.emit_to_page("died", {"by": "slime", "at": Vector2(1, 2)})
	var input = File.new()
	input.open(OS.get_environment("FX_IN"), File.READ)
	while not input.eof_reached():
		var line = input.get_line()
		if line != "":
			bridge.receive(_bytes(JSON.parse(line).result.bytes))
	var output = File.new()
	output.open(OS.get_environment("FX_OUT"), File.WRITE)
	for line in _lines:
		output.store_line(JSON.print(line))
	output.close()
	bridge.free()
	quit()


func add(a, b):
	return a + b


func echo(value):
	return value


func next_event():
	return yield(bridge, "event_received")[0]


func _call(bridge):
	var reply = bridge.call_page("upload", [PoolByteArray([1, 2, 255]), "slot1"])
	yield(reply, "answered")
	_lines.append({"ok": reply.ok, "value": var2bytes(reply.value).hex_encode(), "error": reply.error})


func _on_sent(bytes):
	_lines.append({"bytes": bytes.hex_encode()})


func _on_event(event, value):
	_lines.append({"event": event, "value": var2bytes(value).hex_encode()})


func _bytes(text):
	var bytes = PoolByteArray()
	for i in range(0, text.length(), 2):
		bytes.append(("0x" + text.substr(i, 2)).hex_to_int())
	return bytes
