# The game's side of PageBridge in godot-variant/html5, for Godot 3.4 and newer.
#
# Copy this file into the project and add it as an autoload, for example under the name Page:
#
#     func _ready():
#         Page.expose("heal", self, "heal")
#         Page.connect("event_received", self, "_on_page_event")
#
#     func die():
#         Page.emit_to_page("died", {"by": "slime"})
#         var reply = Page.call_page("upload", [bytes])
#         if not reply.done: yield(reply, "answered")
#         if not reply.ok: push_warning(reply.error)
#
# A message is the Variant [kind, id, name, value]. To the page it travels as base64, because the engine passes no
# PoolByteArray to JavaScript. From the page it comes as the result of eval().
extends Node

# The page has opened its side.
signal connected
# The page has sent an event with `emit`.
signal event_received(event, value)

enum Kind { CALL, ANSWER, FAILURE, EVENT, CLOSED }

# The name of the bridge on the page, which PageBridge sets with the option `name`.
var bridge_name = "godotVariantBridge"
# Seconds between two looks for the page's side.
var retry_after = 0.5

var _functions = {}
var _waiting = {}
var _next_id = 1
var _page = null
# The engine drops a callback that no script refers to.
var _callback = null


# The answer of the page to a call.
class Reply:
	extends Reference
	signal answered
	# Whether the answer is there.
	var done = false
	# Whether the function returned; false if it failed or there is no page.
	var ok = false
	# What it returned.
	var value = null
	# Why it failed.
	var error = ""


func _ready():
	pause_mode = Node.PAUSE_MODE_PROCESS
	_look_for_page()


func _exit_tree():
	if is_connected_to_page():
		_page.detach()
	_page = null


# Connects to the page, if it has opened its side; `_ready` does this by itself.
func connect_to_page():
	if JavaScript.eval("typeof window[%s]" % JSON.print(bridge_name), true) != "object":
		return false
	_page = JavaScript.get_interface(bridge_name)
	_callback = JavaScript.create_callback(self, "_on_message")
	_page.attach(_callback, 3)
	emit_signal("connected")
	return true


# Whether the page has opened its side.
func is_connected_to_page():
	return _page != null


# Lets the page call a method of an object under this name. The method may use `yield`.
func expose(function_name, object, method):
	_functions[function_name] = funcref(object, method)


# Calls a function of the page. Unless `done` of the reply is true, wait for its signal `answered`.
func call_page(function_name, arguments = []):
	var reply = Reply.new()
	if not _can_send():
		reply.done = true
		reply.error = "There is no page that has opened a bridge."
		return reply
	var id = _next_id
	_next_id += 1
	_waiting[id] = reply
	_post([Kind.CALL, id, function_name, arguments])
	return reply


# Sends an event to the page. Without a page, nothing happens.
func emit_to_page(event, value = null):
	if _can_send():
		_post([Kind.EVENT, 0, event, value])


# Takes a message of the page.
func receive(bytes):
	# No objects: a page must not make them.
	var message = bytes2var(bytes, false)
	if not (message is Array and message.size() == 4 and message[0] is int and message[1] is int and message[2] is String):
		push_error("The page sent something other than a message.")
		return
	match message[0]:
		Kind.CALL:
			_answer(message[1], message[2], message[3])
		Kind.EVENT:
			emit_signal("event_received", message[2], message[3])
		Kind.ANSWER, Kind.FAILURE:
			_finish(message[1], message[0] == Kind.ANSWER, message[3])
		Kind.CLOSED:
			_leave_page()


func _look_for_page():
	while OS.has_feature("JavaScript") and is_inside_tree() and not is_connected_to_page() and not connect_to_page():
		yield(get_tree().create_timer(retry_after), "timeout")


func _leave_page():
	_page = null
	for id in _waiting.keys():
		_finish(id, false, "The bridge was closed.")
	# Not at once, because the page is still closing its side.
	if is_inside_tree():
		yield(get_tree().create_timer(retry_after), "timeout")
	_look_for_page()


func _can_send():
	return is_connected_to_page()


func _send(bytes):
	_page.send(Marshalls.raw_to_base64(bytes))


func _post(message):
	_send(var2bytes(message))


func _answer(id, function_name, arguments):
	var function = _functions.get(function_name)
	if function == null or not function.is_valid() or not arguments is Array:
		_post([Kind.FAILURE, id, function_name, "The game has no function %s." % function_name])
		return
	var page = _page
	var value = function.call_funcv(arguments)
	while value is GDScriptFunctionState:
		value = yield(value, "completed")
	# A page that has opened its side since did not ask, and counts its own calls from 1.
	if _can_send() and _page == page:
		_post([Kind.ANSWER, id, function_name, value])


func _finish(id, ok, value):
	var reply = _waiting.get(id)
	if reply == null:
		return
	_waiting.erase(id)
	reply.done = true
	reply.ok = ok
	if ok:
		reply.value = value
	else:
		reply.error = str(value)
	reply.emit_signal("answered")


func _on_message(_arguments):
	receive(JavaScript.eval("window[%s].take()" % JSON.print(bridge_name), true))
