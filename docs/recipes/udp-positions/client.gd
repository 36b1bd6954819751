# The game's side: sends 1 000 positions and expects each answer before the next.
# godot --headless -s client.gd -- PORT
extends SceneTree

const COUNT := 1000
const TIMEOUT_MSEC := 2000


func _init() -> void:
	var peer := PacketPeerUDP.new()
	peer.set_dest_address("127.0.0.1", OS.get_cmdline_user_args()[0].to_int())
	for tick in COUNT:
		var at := Vector2(tick * 0.5, -tick)
		# A packet may be lost: send it again until it is answered.
		while not acknowledged(peer, tick, at):
			pass
	print("done: %d" % COUNT)
	quit()


func acknowledged(peer: PacketPeerUDP, tick: int, at: Vector2) -> bool:
	peer.put_var({"tick": tick, "at": at})
	var begin := Time.get_ticks_msec()
	while Time.get_ticks_msec() - begin < TIMEOUT_MSEC:
		while peer.get_available_packet_count() > 0:
			var answer: Dictionary = peer.get_var()
			if answer.ack == tick:
				assert(answer.at == at)
				return answer.at == at
		OS.delay_usec(100)
	return false
