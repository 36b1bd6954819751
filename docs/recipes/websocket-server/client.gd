# The game's side: sends 10 000 messages, checks every answer, and connects again when the connection is cut.
# godot --headless -s client.gd -- PORT
extends SceneTree

const COUNT := 10_000
## The server's answers wait in the peer, which holds 2048 messages.
const IN_FLIGHT := 500

var url := "ws://127.0.0.1:%s" % OS.get_cmdline_user_args()[0]
## Messages are numbered from 0 in each run of the game, so the server must tell the runs apart.
var session := Crypto.new().generate_random_bytes(16).hex_encode()
var peer: WebSocketPeer
var next := 0
var answered := 0
var connections := 0


func _initialize() -> void:
	connect_peer()


func connect_peer() -> void:
	connections += 1
	peer = WebSocketPeer.new()
	peer.inbound_buffer_size = 1 << 20
	peer.outbound_buffer_size = 1 << 20
	peer.connect_to_url(url)
	next = answered  # What was not answered is sent again.


func _process(_delta: float) -> bool:
	peer.poll()
	match peer.get_ready_state():
		WebSocketPeer.STATE_OPEN:
			receive()
			send()
		WebSocketPeer.STATE_CLOSED:
			receive()
			connect_peer()
	if answered == COUNT:
		print("done: %d answers, %d connections" % [answered, connections])
		quit()
	return false


func send() -> void:
	while next < COUNT and next - answered < IN_FLIGHT:
		var at := Vector2(next, -next)
		peer.put_var({"player": "Mira", "session": session, "id": next, "gold": next % 7, "at": at})
		next += 1


func receive() -> void:
	while peer.get_available_packet_count() > 0:
		var answer: Dictionary = peer.get_var()
		if answer.get("id") != answered or answer.get("at") != Vector2(answered, -answered):
			printerr("wrong answer: ", answer)
			quit(1)
			return
		answered += 1
