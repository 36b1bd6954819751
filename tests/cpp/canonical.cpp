#include "canonical.h"

#include <cstdlib>
#include <map>

#include "events/numbers.h"
#include "hex.h"

namespace godot_variant::tests {
namespace {

using nlohmann::json;

std::string text_of(const json& text) {
  if (text.is_string()) return text;
  const std::vector<std::uint8_t> raw = from_hex(text["raw"].get<std::string>());
  return {raw.begin(), raw.end()};
}

std::vector<std::string> texts_of(const json& texts) {
  std::vector<std::string> result;
  for (const json& text : texts) result.push_back(text_of(text));
  return result;
}

std::int64_t integer_of(const json& text) { return std::stoll(text.get<std::string>()); }
std::uint64_t id_of(const json& text) { return std::stoull(text.get<std::string>()); }
std::uint32_t word_of(const json& text) { return static_cast<std::uint32_t>(id_of(text)); }

/// A number, "inf", or "nan:" and the bits: eight digits for a 32-bit NaN, sixteen for a 64-bit one.
double real_of(const json& value) {
  const std::string text = value;
  if (!text.starts_with("nan:")) return std::strtod(text.c_str(), nullptr);
  const std::uint64_t bits = std::stoull(text.substr(4), nullptr, 16);
  return text.size() == 12 ? widen(static_cast<std::uint32_t>(bits)) : bits_as<double>(bits);
}

template <class T>
std::vector<T> integers_of(const json& numbers) {
  std::vector<T> result;
  for (const json& number : numbers) result.push_back(static_cast<T>(integer_of(number)));
  return result;
}

template <class T>
Variant reals(const json& value, const json& body) {
  T result;
  result.wide = value.value("wide", false);
  for (std::size_t i = 0; i < result.components.size(); ++i) result.components[i] = real_of(body.at(i));
  return result;
}

template <class T>
Variant integers(const json&, const json& body) {
  T result;
  for (std::size_t i = 0; i < result.components.size(); ++i) {
    result.components[i] = static_cast<std::int32_t>(integer_of(body.at(i)));
  }
  return result;
}

template <class T>
Variant packed_reals(const json& value, const json& body) {
  std::vector<double> wide;
  std::vector<float> narrow_ones;
  for (const json& number : body) {
    wide.push_back(real_of(number));
    narrow_ones.push_back(bits_as<float>(narrow(wide.back())));
  }
  T result;
  if (value.value("wide", std::is_same_v<T, PackedFloat64Array>)) {
    result.data = wide;
  } else {
    result.data = narrow_ones;
  }
  return result;
}

template <class T>
Variant packed_integers(const json&, const json& body) {
  return T{integers_of<std::int32_t>(body)};
}

Variant node_path(const json&, const json& body) {
  NodePath path{body["absolute"], texts_of(body["names"]), texts_of(body["subnames"])};
  if (body.contains("property")) {
    path.property = body["property"] ? NodePath::Property::last_subname : NodePath::Property::none;
  }
  return path;
}

/// The fixtures give headers without payload, which some dialects write for a null Object, as the id 0.
Variant object(const json&, const json& body) {
  Object result{text_of(body["class"]), {}};
  for (const json& property : body["properties"]) {
    result.properties.emplace_back(text_of(property[0]), from_canonical(property[1]));
  }
  return result;
}

Type type_of(const std::string& name) {
  std::size_t number = 0;
  while (number < type_count && name_of(static_cast<Type>(number)) != name) ++number;
  return static_cast<Type>(number);
}

ContainerType container_type(const json& value, const char* field) {
  using Kind = ContainerType::Kind;
  if (!value.contains(field)) return {};
  const json& type = value[field];
  if (type.contains("builtin")) return {Kind::builtin, type_of(type["builtin"]), ""};
  if (type.contains("class")) return {Kind::class_name, Type::Nil, text_of(type["class"])};
  return {Kind::script, Type::Nil, text_of(type["script"])};
}

template <class T>
Variant array(const json& value, const json& body) {
  T result;
  for (const json& element : body) result.elements.push_back(from_canonical(element));
  if (value.contains("type")) result.element_type = container_type(value, "type");
  result.shared = value.value("shared", false);
  return result;
}

Variant dictionary(const json& value, const json& body) {
  Dictionary result;
  for (const json& entry : body)
    result.entries.emplace_back(from_canonical(entry[0]), from_canonical(entry[1]));
  if (value.contains("key") || value.contains("value")) {
    result.types = DictionaryTypes{container_type(value, "key"), container_type(value, "value")};
  }
  result.shared = value.value("shared", false);
  return result;
}

Variant image(const json&, const json& body) {
  return Image{word_of(body["format"]), word_of(body["mipmaps"]), word_of(body["width"]),
               word_of(body["height"]), from_hex(body["data"].get<std::string>())};
}

Variant input_event(const json&, const json& body) {
  InputEvent event{word_of(body["type"]), word_of(body["device"]), {}};
  for (const json& word : body["words"]) event.words.push_back(word_of(word));
  return event;
}

using Make = Variant (*)(const json& value, const json& body);

/// Maps the field that names a type to the function that builds its value.
const std::map<std::string, Make> makers = {
    {"int", [](const json&, const json& body) { return Variant(integer_of(body)); }},
    {"float", [](const json&, const json& body) { return Variant(real_of(body)); }},
    {"String", [](const json&, const json& body) { return Variant(text_of(body)); }},
    {"StringName", [](const json&, const json& body) { return Variant(StringName{text_of(body)}); }},
    {"Vector2", reals<Vector2>},
    {"Vector2i", integers<Vector2i>},
    {"Rect2", reals<Rect2>},
    {"Rect2i", integers<Rect2i>},
    {"Vector3", reals<Vector3>},
    {"Vector3i", integers<Vector3i>},
    {"Transform2D", reals<Transform2D>},
    {"Vector4", reals<Vector4>},
    {"Vector4i", integers<Vector4i>},
    {"Plane", reals<Plane>},
    {"Quaternion", reals<Quaternion>},
    {"AABB", reals<AABB>},
    {"Basis", reals<Basis>},
    {"Transform3D", reals<Transform3D>},
    {"Projection", reals<Projection>},
    {"Color", reals<Color>},
    {"NodePath", node_path},
    {"RID", [](const json&, const json& body) { return Variant(RID{id_of(body)}); }},
    {"ObjectID", [](const json&, const json& body) { return Variant(EncodedObjectAsID{id_of(body)}); }},
    {"Object", object},
    {"Callable", [](const json&, const json&) { return Variant(Callable{}); }},
    {"Signal",
     [](const json&, const json& body) {
       return Variant(Signal{text_of(body["name"]), id_of(body["object"])});
     }},
    {"Array", array<Array>},
    {"TypedArray", array<TypedArray>},
    {"PackedTypedArray", array<PackedTypedArray>},
    {"Dictionary", dictionary},
    {"PackedByteArray",
     [](const json&, const json& body) {
       return Variant(PackedByteArray{from_hex(body.get<std::string>())});
     }},
    {"PackedInt32Array",
     [](const json&, const json& body) {
       return Variant(PackedInt32Array{integers_of<std::int32_t>(body)});
     }},
    {"PackedInt64Array",
     [](const json&, const json& body) {
       return Variant(PackedInt64Array{integers_of<std::int64_t>(body)});
     }},
    {"PackedFloat32Array", packed_reals<PackedFloat32Array>},
    {"PackedFloat64Array", packed_reals<PackedFloat64Array>},
    {"PackedStringArray",
     [](const json&, const json& body) { return Variant(PackedStringArray{texts_of(body)}); }},
    {"PackedVector2Array", packed_reals<PackedVector2Array>},
    {"PackedVector3Array", packed_reals<PackedVector3Array>},
    {"PackedVector4Array", packed_reals<PackedVector4Array>},
    {"PackedColorArray", packed_reals<PackedColorArray>},
    {"PackedVector2iArray", packed_integers<PackedVector2iArray>},
    {"PackedVector3iArray", packed_integers<PackedVector3iArray>},
    {"PackedVector4iArray", packed_integers<PackedVector4iArray>},
    {"Image", image},
    {"InputEvent", input_event},
};

}  // namespace

Variant from_canonical(const json& value) {
  if (value.is_null()) return {};
  if (value.is_boolean()) return value.get<bool>();
  for (const auto& [field, body] : value.items()) {
    const auto maker = makers.find(field);
    if (maker != makers.end()) return maker->second(value, body);
  }
  throw std::invalid_argument("no canonical value: " + value.dump());
}

}  // namespace godot_variant::tests
