# Writes the values of many files of store_var as lines of JSON. Arguments: FOLDER OUTPUT; prints the seconds.
extends SceneTree


func _init() -> void:
	var arguments := OS.get_cmdline_user_args()
	var start := Time.get_ticks_usec()
	var output := FileAccess.open(arguments[1], FileAccess.WRITE)
	write_all(arguments[0], output)
	output.close()
	print("SECONDS ", (Time.get_ticks_usec() - start) / 1000000.0)
	quit()


func write_all(folder: String, output: FileAccess) -> void:
	for name in DirAccess.get_directories_at(folder):
		write_all(folder.path_join(name), output)
	for name in DirAccess.get_files_at(folder):
		var file := FileAccess.open(folder.path_join(name), FileAccess.READ)
		output.store_line(JSON.stringify(file.get_var()))
