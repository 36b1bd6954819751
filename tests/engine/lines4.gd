# Godot 4: answers each line of a file of JSON. Scripts that extend this one define `answer`. Arguments: input, output (JSON lines).
extends SceneTree

func answer(_question):
	return null

func _init():
	var a = OS.get_cmdline_user_args()
	var input = FileAccess.open(a[0], FileAccess.READ)
	var output = FileAccess.open(a[1], FileAccess.WRITE)
	while input.get_position() < input.get_length():
		output.store_line(JSON.stringify(answer(JSON.parse_string(input.get_line()))))
	output.close()
	quit()
