# The game's side: saves to slot 0, loads it, and learns that another device was faster.
# godot --headless -s client.gd -- http://127.0.0.1:8084 TOKEN
extends SceneTree

var address := OS.get_cmdline_user_args()[0]
var token := OS.get_cmdline_user_args()[1]
var http := HTTPRequest.new()


func _initialize() -> void:
	root.add_child(http)
	await process_frame
	var state := {
		"version": 3,
		"player": {"name": "Mira", "level": 14, "gold": 120, "hp": 87.0, "position": Vector2(3, -4), "class": &"mage"},
		"inventory": [{"id": "lamp", "count": 1}, {"id": "rope", "count": 12}],
		"map": PackedByteArray([0, 255, 7]),
	}
	var made := await save_game(state, "If-None-Match: *")
	check(made.status == 201, "stored")
	var loaded := await load_game()
	check(loaded.state == state and typeof(loaded.state.player.hp) == TYPE_FLOAT, "loaded")

	state.player.gold += 5
	check((await save_game(state, "If-Match: " + loaded.etag)).status == 200, "stored again")
	# This device still has the first version.
	check((await save_game(state, "If-Match: " + loaded.etag)).status == 200, "sent twice, stored once")
	state.player.gold -= 100
	var late := await save_game(state, "If-Match: " + loaded.etag)
	check(late.status == 412 and late.etag != loaded.etag, "another version was there")
	check((await load_game()).state.player.gold == 125, "and stayed")
	print("done")
	quit()


## Sends a save as it would be written to a file. `condition` says which version the game has.
func save_game(state: Dictionary, condition: String) -> Dictionary:
	return await request(HTTPClient.METHOD_PUT, var_to_bytes(state), [condition, "Content-Type: application/octet-stream"])


func load_game() -> Dictionary:
	var answer := await request(HTTPClient.METHOD_GET, PackedByteArray(), [])
	answer.state = bytes_to_var(answer.body)
	return answer


func request(method: HTTPClient.Method, body: PackedByteArray, headers: Array[String]) -> Dictionary:
	var all := PackedStringArray(["Authorization: Bearer " + token] + headers)
	var error := http.request_raw(address + "/saves/0", all, method, body)
	check(error == OK, "request: %s" % error_string(error))
	var result: Array = await http.request_completed
	check(result[0] == HTTPRequest.RESULT_SUCCESS, "answer: %d" % result[0])
	var etag := ""
	for header: String in result[2]:
		if header.to_lower().begins_with("etag:"):
			etag = header.substr(5).strip_edges()
	return {"status": result[1], "etag": etag, "body": result[3]}


func check(holds: bool, what: String) -> void:
	if not holds:
		printerr("wrong: ", what)
		quit(1)
