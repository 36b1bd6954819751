# Times bytes_to_var and var_to_bytes. Arguments: FOLDER MILLISECONDS NAME…; prints one line of JSON.
extends SceneTree

var kept


func _init() -> void:
	var arguments := OS.get_cmdline_user_args()
	var times := {}
	for place in range(2, arguments.size()):
		times[arguments[place]] = both(inputs(arguments[0], arguments[place]), float(arguments[1]))
	print("RESULT ", JSON.stringify({"version": Engine.get_version_info()["string"], "timings": times}))
	quit()


func inputs(folder: String, name: String) -> Array:
	var bytes := FileAccess.get_file_as_bytes(folder.path_join(name + ".bin"))
	var parts := []
	var at := 0
	for size in JSON.parse_string(FileAccess.get_file_as_string(folder.path_join(name + ".sizes"))):
		parts.append(bytes.slice(at, at + int(size)))
		at += int(size)
	return parts


func both(parts: Array, budget: float) -> Dictionary:
	var values := parts.map(func(bytes): return bytes_to_var(bytes))
	return {
		"decode": median(decode.bind(parts), budget),
		"encode": median(encode.bind(values), budget),
		"same": var_to_bytes(values[0]) == parts[0],
	}


func decode(calls: int, parts: Array) -> void:
	var count := parts.size()
	for i in calls:
		kept = bytes_to_var(parts[i % count])


func encode(calls: int, values: Array) -> void:
	var count := values.size()
	for i in calls:
		kept = var_to_bytes(values[i % count])


# Milliseconds per call; each sample takes at least 5 ms or one call.
func median(run: Callable, budget: float) -> float:
	var calls := 1
	while timed(run, calls) < 5.0:
		calls *= 2
	var samples := []
	var spent := 0.0
	while samples.size() < 5 or spent < budget:
		var took := timed(run, calls)
		spent += took
		samples.append(took / calls)
	samples.sort()
	return samples[samples.size() / 2]


func timed(run: Callable, calls: int) -> float:
	kept = null
	var start := Time.get_ticks_usec()
	run.call(calls)
	return (Time.get_ticks_usec() - start) / 1000.0
