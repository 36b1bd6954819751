# Godot 4: random values of every type. Arguments: output, seed, count. Writes one JSON object per line.
extends SceneTree

var rng := RandomNumberGenerator.new()
# Write Objects in full, not as null.
var full := false

func number() -> float:
	match rng.randi() % 16:
		0: return 0.0
		1: return -1.0 / INF
		2: return INF
		3: return -INF
		4: return NAN
		5: return 1e300
		6: return pow(2.0, -1074 + rng.randi() % 60)
		7: return pow(2.0, -149 + rng.randi() % 20)
		8: return float(rng.randi())
		9: return rng.randi_range(-1000, 1000) * 0.25
		10: return rng.randf() * 1e-8
		_: return rng.randfn(0.0, 1000.0)

func int32() -> int:
	match rng.randi() % 6:
		0: return 2147483647
		1: return -2147483648
		2: return rng.randi_range(-3, 3)
		_: return rng.randi_range(-2147483648, 2147483647)

func int64() -> int:
	match rng.randi() % 8:
		0: return 9223372036854775807
		1: return -9223372036854775807 - 1
		2: return 2147483648
		3: return -2147483649
		4: return (rng.randi() << 32) | rng.randi()
		_: return int32()

func character() -> String:
	match rng.randi() % 8:
		0: return char(rng.randi_range(0x80, 0x7ff))
		1: return char(rng.randi_range(0x800, 0xd7ff))
		2: return char(rng.randi_range(0xe000, 0xfefe))
		3: return char(rng.randi_range(0x10000, 0x10ffff))
		4: return char(rng.randi_range(1, 0x1f))
		_: return char(rng.randi_range(0x20, 0x7e))

func text() -> String:
	var length := rng.randi() % 12 if rng.randi() % 10 > 0 else rng.randi() % 200
	var result := ""
	for i in length: result += character()
	return result

func part() -> String: return text().replace(":", "")

func path() -> NodePath:
	var nodes := PackedStringArray(many(part))
	var result := ("/" if rng.randi() % 2 else "") + "/".join(nodes)
	for i in rng.randi() % 3: result += ":x" + part()
	return NodePath(result)

func color() -> Color: return Color(rng.randf(), rng.randf(), number(), rng.randf())
func vector2() -> Vector2: return Vector2(number(), number())
func vector3() -> Vector3: return Vector3(number(), number(), number())
func vector4() -> Vector4: return Vector4(number(), number(), number(), number())
func byte() -> int: return rng.randi() % 256

func many(make: Callable) -> Array:
	var result := []
	for i in rng.randi() % 7: result.append(make.call())
	return result

func object() -> Object:
	if not full or rng.randi() % 3 == 0: return null
	var result := Resource.new()
	result.resource_name = text()
	return result

func leaf(type: int):
	match type:
		TYPE_BOOL: return rng.randi() % 2 == 0
		TYPE_INT: return int64()
		TYPE_FLOAT: return number()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return vector2()
		TYPE_VECTOR2I: return Vector2i(int32(), int32())
		TYPE_RECT2: return Rect2(vector2(), vector2())
		TYPE_RECT2I: return Rect2i(int32(), int32(), int32(), int32())
		TYPE_VECTOR3: return vector3()
		TYPE_VECTOR3I: return Vector3i(int32(), int32(), int32())
		TYPE_TRANSFORM2D: return Transform2D(vector2(), vector2(), vector2())
		TYPE_VECTOR4: return vector4()
		TYPE_VECTOR4I: return Vector4i(int32(), int32(), int32(), int32())
		TYPE_PLANE: return Plane(vector3(), number())
		TYPE_QUATERNION: return Quaternion(number(), number(), number(), number())
		TYPE_AABB: return AABB(vector3(), vector3())
		TYPE_BASIS: return Basis(vector3(), vector3(), vector3())
		TYPE_TRANSFORM3D: return Transform3D(vector3(), vector3(), vector3(), vector3())
		TYPE_PROJECTION: return Projection(vector4(), vector4(), vector4(), vector4())
		TYPE_COLOR: return color()
		TYPE_STRING_NAME: return StringName(text())
		TYPE_NODE_PATH: return path()
		TYPE_RID: return RID()
		TYPE_OBJECT: return object()
		TYPE_CALLABLE: return Callable()
		TYPE_SIGNAL: return root.ready if rng.randi() % 2 else Signal()
		TYPE_DICTIONARY: return {text(): int64()}
		TYPE_ARRAY: return [int64(), text()]
		_: return packed(type)

func packed(type: int):
	match type:
		TYPE_PACKED_BYTE_ARRAY: return PackedByteArray(many(byte))
		TYPE_PACKED_INT32_ARRAY: return PackedInt32Array(many(int32))
		TYPE_PACKED_INT64_ARRAY: return PackedInt64Array(many(int64))
		TYPE_PACKED_FLOAT32_ARRAY: return PackedFloat32Array(many(number))
		TYPE_PACKED_FLOAT64_ARRAY: return PackedFloat64Array(many(number))
		TYPE_PACKED_STRING_ARRAY: return PackedStringArray(many(text))
		TYPE_PACKED_VECTOR2_ARRAY: return PackedVector2Array(many(vector2))
		TYPE_PACKED_VECTOR3_ARRAY: return PackedVector3Array(many(vector3))
		TYPE_PACKED_COLOR_ARRAY: return PackedColorArray(many(color))
		TYPE_PACKED_VECTOR4_ARRAY: return PackedVector4Array(many(vector4))
		_: return null

func any_type() -> int: return rng.randi() % TYPE_MAX

func class_of(type: int) -> StringName: return &"Resource" if type == TYPE_OBJECT else &""

func typed_array() -> Array:
	var type := any_type()
	return Array(many(leaf.bind(type)), type, class_of(type), null)

func typed_dictionary() -> Dictionary:
	var key := any_type()
	var value := any_type()
	var entries := {}
	for k in many(leaf.bind(key)): entries[k] = leaf(value)
	return Dictionary(entries, key, class_of(key), null, value, class_of(value), null)

func tree(depth: int):
	match rng.randi() % 8 if depth > 0 else 0:
		4: return many(tree.bind(depth - 1))
		5: return typed_array()
		6: return typed_dictionary()
		7:
			var result := {}
			for key in many(tree.bind(depth - 2)): result[key] = tree(depth - 1)
			return result
		_: return leaf(any_type())

func _init():
	var arguments := OS.get_cmdline_user_args()
	var output := FileAccess.open(arguments[0], FileAccess.WRITE)
	rng.seed = int(arguments[1])
	for i in int(arguments[2]):
		full = i % 8 == 7
		var value = leaf(i) if i < TYPE_MAX else tree(4)
		var bytes := var_to_bytes_with_objects(value) if full else var_to_bytes(value)
		output.store_line(JSON.stringify({"bytes": bytes.hex_encode(), "full_objects": full}))
	output.close()
	quit()
