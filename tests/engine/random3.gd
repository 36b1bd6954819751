# Godot 3: random values of every type. FX_OUT, FX_SEED and FX_N in the environment. Writes one JSON object per line.
extends SceneTree

var rng = RandomNumberGenerator.new()
# Write Objects in full, not as null.
var full = false

func hex(bytes):
	var result = ""
	for x in bytes: result += "%02x" % x
	return result

func number():
	match rng.randi() % 16:
		0: return 0.0
		1: return -1.0 / INF
		2: return INF
		3: return -INF
		4: return NAN
		5: return 1e300
		6: return pow(2.0, -149 + int(rng.randi() % 20))
		7: return float(rng.randi())
		8: return rng.randi_range(-1000, 1000) * 0.25
		9: return rng.randf() * 1e-8
		_: return rng.randfn(0.0, 1000.0)

func int32():
	match rng.randi() % 5:
		0: return 2147483647
		1: return -2147483648
		2: return rng.randi_range(-3, 3)
		_: return int(rng.randi()) - 2147483648

func int64():
	match rng.randi() % 8:
		0: return 9223372036854775807
		1: return -9223372036854775807 - 1
		2: return 2147483648
		3: return -2147483649
		4: return (rng.randi() << 32) | rng.randi()
		_: return int32()

func character():
	match rng.randi() % 7:
		0: return char(rng.randi_range(0x80, 0x7ff))
		1: return char(rng.randi_range(0x800, 0xd7ff))
		2: return char(rng.randi_range(0xe000, 0xfefe))
		3: return char(rng.randi_range(1, 0x1f))
		_: return char(rng.randi_range(0x20, 0x7e))

func text():
	var length = rng.randi() % 12 if rng.randi() % 10 > 0 else rng.randi() % 200
	var result = ""
	for i in length: result += character()
	return result

func part(): return text().replace(":", "")

func path():
	var result = "/" if rng.randi() % 2 else ""
	for i in rng.randi() % 4: result += part() + "/"
	result = result.trim_suffix("/")
	for i in rng.randi() % 3: result += ":x" + part()
	return NodePath(result)

func color(): return Color(rng.randf(), rng.randf(), number(), rng.randf())
func vector2(): return Vector2(number(), number())
func vector3(): return Vector3(number(), number(), number())
func byte(): return rng.randi() % 256

func many(method):
	var result = []
	for i in rng.randi() % 7: result.append(call(method))
	return result

func object():
	if not full or rng.randi() % 3 == 0: return null
	var result = Resource.new()
	result.resource_name = text()
	return result

func leaf(type):
	match type:
		TYPE_BOOL: return rng.randi() % 2 == 0
		TYPE_INT: return int64()
		TYPE_REAL: return number()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return vector2()
		TYPE_RECT2: return Rect2(vector2(), vector2())
		TYPE_VECTOR3: return vector3()
		TYPE_TRANSFORM2D: return Transform2D(vector2(), vector2(), vector2())
		TYPE_PLANE: return Plane(vector3(), number())
		TYPE_QUAT: return Quat(number(), number(), number(), number())
		TYPE_AABB: return AABB(vector3(), vector3())
		TYPE_BASIS: return Basis(vector3(), vector3(), vector3())
		TYPE_TRANSFORM: return Transform(vector3(), vector3(), vector3(), vector3())
		TYPE_COLOR: return color()
		TYPE_NODE_PATH: return path()
		TYPE_RID: return Resource.new().get_rid()
		TYPE_OBJECT: return object()
		TYPE_DICTIONARY: return {text(): int64()}
		TYPE_ARRAY: return [int64(), text()]
		TYPE_RAW_ARRAY: return PoolByteArray(many("byte"))
		TYPE_INT_ARRAY: return PoolIntArray(many("int32"))
		TYPE_REAL_ARRAY: return PoolRealArray(many("number"))
		TYPE_STRING_ARRAY: return PoolStringArray(many("text"))
		TYPE_VECTOR2_ARRAY: return PoolVector2Array(many("vector2"))
		TYPE_VECTOR3_ARRAY: return PoolVector3Array(many("vector3"))
		TYPE_COLOR_ARRAY: return PoolColorArray(many("color"))
	return null

func tree(depth):
	match rng.randi() % 8 if depth > 0 else 0:
		5, 6:
			var result = []
			for i in rng.randi() % 7: result.append(tree(depth - 1))
			return result
		7:
			var result = {}
			for i in rng.randi() % 7: result[tree(depth - 2)] = tree(depth - 1)
			return result
	return leaf(rng.randi() % TYPE_MAX)

func _init():
	var output = File.new()
	output.open(OS.get_environment("FX_OUT"), File.WRITE)
	rng.seed = int(OS.get_environment("FX_SEED"))
	for i in int(OS.get_environment("FX_N")):
		full = i % 8 == 7
		var value = leaf(i) if i < TYPE_MAX else tree(4)
		output.store_line(JSON.print({"bytes": hex(var2bytes(value, full)), "full_objects": full}))
	output.close()
	quit()
