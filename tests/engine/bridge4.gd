# Runs page_bridge.gd without a page. Arguments: a file with one message of the page per line ({"bytes": hex}), and the output: one line for
# each message to the page ({"bytes": hex}), each event ({"event", "value"}) and the reply to the game's own call ({"ok", "value", "error"}).
extends SceneTree

var _lines := []


func _init() -> void:
	var arguments := OS.get_cmdline_user_args()
	var script := GDScript.new()
	script.source_code = """
extends "%s"
signal sent(bytes: PackedByteArray)
func _can_send() -> bool: return true
func _send(bytes: PackedByteArray) -> void: sent.emit(bytes)
""" % arguments[2]
	if script.reload() != OK:
		quit(1)
		return
	var bridge: Object = script.new()
	bridge.sent.connect(func(bytes): _lines.append({"bytes": bytes.hex_encode()}))
	bridge.event_received.connect(func(event, value): _lines.append({"event": event, "value": var_to_bytes(value).hex_encode()}))
	bridge.expose("add", func(a: int, b: int) -> int: return a + b)
	bridge.expose("echo", func(value: Variant) -> Variant: return value)
	bridge.expose("next_event", func() -> String: return (await bridge.event_received)[0])
	bridge._page = RefCounted.new()
	_call(bridge)
	bridge.emit_to_page("died", {"by": "slime", "at": Vector2(1, 2)})
	var input := FileAccess.open(arguments[0], FileAccess.READ)
	while not input.eof_reached():
		var line := input.get_line()
		if line != "":
			bridge.receive(JSON.parse_string(line).bytes.hex_decode())
	var output := FileAccess.open(arguments[1], FileAccess.WRITE)
	for line in _lines:
		output.store_line(JSON.stringify(line))
	bridge.free()
	quit()


func _call(bridge: Object) -> void:
	var reply: Object = await bridge.call_page("upload", [PackedByteArray([1, 2, 255]), "slot1"])
	_lines.append({"ok": reply.ok, "value": var_to_bytes(reply.value).hex_encode(), "error": reply.error})
