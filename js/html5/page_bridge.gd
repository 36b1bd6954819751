# The game's side of PageBridge in godot-variant/html5, for Godot 4.
#
# Copy this file into the project and add it as an autoload, for example under the name Page:
#
#     func _ready():
#         Page.expose("heal", func(amount: int) -> int: health += amount; return health)
#         Page.event_received.connect(func(event, value): if event == "paused": get_tree().paused = value)
#
#     func die():
#         Page.emit_to_page("died", {"by": "slime"})
#         var reply = await Page.call_page("upload", [FileAccess.get_file_as_bytes("user://slot1.save")])
#         if not reply.ok: push_warning(reply.error)
#
# A message is the Variant [kind, id, name, value]. To the page it travels as base64, because the engine passes no
# PackedByteArray to JavaScript. From the page it comes as an ArrayBuffer from Godot 4.4 on, and as the result of eval() before.
extends Node

## The page has opened its side.
signal connected
## The page has sent an event with `emit`.
signal event_received(event: String, value: Variant)

enum Kind { CALL, ANSWER, FAILURE, EVENT, CLOSED }

## The name of the bridge on the page, which PageBridge sets with the option `name`.
var bridge_name := "godotVariantBridge"
## Seconds between two looks for the page's side.
var retry_after := 0.5

var _functions := {}
var _waiting := {}
var _next_id := 1
var _page: Object = null
# The engine drops a callback that no script refers to.
var _callback: Object = null


## The answer of the page to a call.
class Reply:
	extends RefCounted
	signal answered
	## Whether the function returned; false if it failed or there is no page.
	var ok := false
	## What it returned.
	var value: Variant = null
	## Why it failed.
	var error := ""


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	_look_for_page()


func _exit_tree() -> void:
	if is_connected_to_page():
		_page.detach()
	_page = null


## Connects to the page, if it has opened its side; `_ready` does this by itself.
func connect_to_page() -> bool:
	if JavaScriptBridge.eval("typeof window[%s]" % JSON.stringify(bridge_name), true) != "object":
		return false
	_page = JavaScriptBridge.get_interface(bridge_name)
	_callback = JavaScriptBridge.create_callback(_on_message)
	_page.attach(_callback, 4)
	connected.emit()
	return true


## Whether the page has opened its side.
func is_connected_to_page() -> bool:
	return _page != null


## Lets the page call a function under this name. The function may use `await`.
func expose(function_name: String, function: Callable) -> void:
	_functions[function_name] = function


## Calls a function of the page; use it with `await`.
func call_page(function_name: String, arguments: Array = []) -> Reply:
	var reply := Reply.new()
	if not _can_send():
		reply.error = "There is no page that has opened a bridge."
		return reply
	var id := _next_id
	_next_id += 1
	_waiting[id] = reply
	_post([Kind.CALL, id, function_name, arguments])
	if _waiting.has(id):
		await reply.answered
	return reply


## Sends an event to the page. Without a page, nothing happens.
func emit_to_page(event: String, value: Variant = null) -> void:
	if _can_send():
		_post([Kind.EVENT, 0, event, value])


## Takes a message of the page.
func receive(bytes: PackedByteArray) -> void:
	# Not bytes_to_var_with_objects: a page must not make objects.
	var message: Variant = bytes_to_var(bytes)
	if not (message is Array and message.size() == 4 and message[0] is int and message[1] is int and message[2] is String):
		push_error("The page sent something other than a message.")
		return
	match message[0]:
		Kind.CALL:
			_answer(message[1], message[2], message[3])
		Kind.EVENT:
			event_received.emit(message[2], message[3])
		Kind.ANSWER, Kind.FAILURE:
			_finish(message[1], message[0] == Kind.ANSWER, message[3])
		Kind.CLOSED:
			_leave_page()


func _look_for_page() -> void:
	while OS.has_feature("web") and is_inside_tree() and not is_connected_to_page() and not connect_to_page():
		await get_tree().create_timer(retry_after).timeout


func _leave_page() -> void:
	_page = null
	for id in _waiting.keys():
		_finish(id, false, "The bridge was closed.")
	# Not at once, because the page is still closing its side.
	if is_inside_tree():
		await get_tree().create_timer(retry_after).timeout
	_look_for_page()


func _can_send() -> bool:
	return is_connected_to_page()


func _send(bytes: PackedByteArray) -> void:
	_page.send(Marshalls.raw_to_base64(bytes))


func _post(message: Array) -> void:
	_send(var_to_bytes(message))


func _answer(id: int, function_name: String, arguments: Variant) -> void:
	var function: Callable = _functions.get(function_name, Callable())
	if not function.is_valid() or not arguments is Array:
		_post([Kind.FAILURE, id, function_name, "The game has no function %s." % function_name])
		return
	var page := _page
	var value: Variant = await function.callv(arguments)
	# A page that has opened its side since did not ask, and counts its own calls from 1.
	if _can_send() and _page == page:
		_post([Kind.ANSWER, id, function_name, value])


func _finish(id: int, ok: bool, value: Variant) -> void:
	var reply: Reply = _waiting.get(id)
	if reply == null:
		return
	_waiting.erase(id)
	reply.ok = ok
	if ok:
		reply.value = value
	else:
		reply.error = str(value)
	reply.answered.emit()


func _on_message(_arguments: Array) -> void:
	receive(_take())


func _take() -> PackedByteArray:
	# Called by name, because the method exists from Godot 4.4 on.
	if JavaScriptBridge.has_method("js_buffer_to_packed_byte_array"):
		return JavaScriptBridge.call("js_buffer_to_packed_byte_array", _page.take())
	# Before 4.1.2, eval() returns no bytes (GH-81015).
	if Engine.get_version_info().hex < 0x040102:
		return Marshalls.base64_to_raw(_page.takeText())
	return JavaScriptBridge.eval("window[%s].take()" % JSON.stringify(bridge_name), true)
