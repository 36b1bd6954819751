# The game's side, Godot 3: joins a room, says 2 000 things, and hears all of them.
# PORT=8081 PLAYER=Mira godot3 --no-window -s client.gd
extends SceneTree

const COUNT = 2000


func _init():
	var port = int(OS.get_environment("PORT"))
	var player = OS.get_environment("PLAYER")
	var socket = StreamPeerTCP.new()
	if socket.connect_to_host("127.0.0.1", port) != OK:
		fail("no connection")
		return
	while socket.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(5)
	socket.set_no_delay(true)  # put_var writes twice; without this, the second part waits for an answer to the first.
	socket.put_var({"do": "join", "room": "blue", "name": player})
	var welcome = socket.get_var()
	if not player in welcome.players:
		fail("not welcome: %s" % [welcome])
		return
	for i in COUNT:
		socket.put_var({"do": "say", "text": "Gruß %d" % i, "at": Vector3(i, 0.5, -i)})
		var heard = socket.get_var()
		if heard.from != player or heard.text != "Gruß %d" % i or heard.at != Vector3(i, 0.5, -i):
			fail("wrong: %s" % [heard])
			return
	print("done: %d" % COUNT)
	quit()


func fail(reason):
	printerr(reason)
	quit(1)
