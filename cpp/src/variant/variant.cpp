#include "godot_variant/variant.h"

#include <cmath>

#include "variant/variant_builder.h"

namespace godot_variant {
namespace {

/// Containers grow on demand past this size, because the count in the input may be false.
constexpr std::uint32_t max_reserved = 256;

/// A value of a class derived from Reals or Integers.
template <class T>
T made_of(const Numbers& numbers) {
  T value;
  if constexpr (requires { value.wide; }) {
    value.wide = numbers.element == Element::f64;
    for (std::size_t i = 0; i < value.components.size(); ++i) value.components[i] = real_at(numbers, i);
  } else {
    std::memcpy(value.components.data(), numbers.data, sizeof value.components);
  }
  return value;
}

template <class T>
std::vector<T> copied(const Numbers& numbers) {
  std::vector<T> items(numbers.total());
  if (!items.empty()) std::memcpy(items.data(), numbers.data, items.size() * sizeof(T));
  return items;
}

template <class T>
T packed_of(const Numbers& numbers) {
  T value;
  if constexpr (requires { value.wide(); }) {
    if (numbers.element == Element::f64) {
      value.data = copied<double>(numbers);
    } else {
      value.data = copied<float>(numbers);
    }
  } else {
    value.data = copied<typename decltype(value.data)::value_type>(numbers);
  }
  return value;
}

template <class T>
struct Unboxed {
  using Class = T;
};
template <class T>
struct Unboxed<Box<T>> {
  using Class = T;
};
/// The value class of a type.
template <std::size_t I>
using ClassOf = typename Unboxed<std::variant_alternative_t<I, Storage>>::Class;

/// True when the class is the packed array of this type.
template <class C>
constexpr bool packs = true;
template <Type T, std::size_t N>
constexpr bool packs<PackedReals<T, N>> = N == usual_components[static_cast<std::size_t>(T)];
template <Type T, std::size_t N>
constexpr bool packs<PackedIntegers<T, N>> = N == usual_components[static_cast<std::size_t>(T)];

/// Calls `use` with the type number as a constant.
template <std::size_t I = 0, class F>
void with_constant(Type type, F use) {
  if constexpr (I < type_count) {
    if (static_cast<std::size_t>(type) == I) return use(std::integral_constant<std::size_t, I>{});
    with_constant<I + 1>(type, use);
  }
}

/// Replaces each broken byte with U+FFFD; keeps encoded surrogates as Godot 3 wrote them.
std::string string_of(const Text& text) {
  if (text.form == TextForm::broken) return replaced(text.bytes);
  return {reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size()};
}

/// The Array in a Variant of one of the three array types, or null.
Array* array_in(Variant& value) {
  if (auto* array = value.get_if<Array>()) return array;
  if (auto* array = value.get_if<TypedArray>()) return array;
  return value.get_if<PackedTypedArray>();
}

ContainerType container_type(const Typing& typing) {
  return {static_cast<ContainerType::Kind>(typing.kind), typing.builtin, string_of(typing.text)};
}

}  // namespace

bool Object::operator==(const Object& other) const {
  return class_name == other.class_name && properties == other.properties;
}
bool Array::operator==(const Array& other) const {
  return elements == other.elements && element_type == other.element_type && shared == other.shared;
}
bool Dictionary::operator==(const Dictionary& other) const {
  return entries == other.entries && types == other.types && shared == other.shared;
}

const Variant* Dictionary::find(const std::string& name) const {
  const Variant key(name);
  const auto entry =
      std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return same_key(e.first, key); });
  return entry != entries.end() ? &entry->second : nullptr;
}

bool Variant::operator==(const Variant& other) const {
  const double* number = get_if<double>();
  const double* theirs = other.get_if<double>();
  if (number != nullptr && theirs != nullptr)
    return bits_as<std::uint64_t>(*number) == bits_as<std::uint64_t>(*theirs);
  return storage_ == other.storage_;
}

void VariantBuilder::real(Head, double value) {
  place() = value;
  // A NaN inside a key equals nothing. If all such NaNs shared a hash, comparing the keys would take
  // quadratic time.
  if (std::isnan(value) && !is_key()) return finish(unique_hash());
  finish(wants_hash() ? key_hash(Variant(value)) : 0);
}

void VariantBuilder::text(Head head, const Text& text) {
  if (head.type == Type::StringName) return put(StringName{string_of(text)});
  if (text.form == TextForm::broken) return put(string_of(text));
  // Hashes the input rather than the new string, because reading freshly written memory is slower.
  const std::uint64_t hash = wants_hash() ? key_hash(text.bytes) : 0;
  place().emplace<std::string>(reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size());
  finish(hash);
}

void VariantBuilder::numbers(Head head, const Numbers& numbers) {
  with_constant(head.type, [&](auto type) {
    if constexpr (usual_layouts[type] == Layout::numbers) {
      using Class = ClassOf<type>;
      static_assert(std::tuple_size_v<decltype(Class::components)> == usual_components[type]);
      put(made_of<Class>(numbers));
    }
  });
}

void VariantBuilder::packed(Head head, const Numbers& numbers) {
  with_constant(head.type, [&](auto type) {
    if constexpr (usual_layouts[type] == Layout::packed) {
      static_assert(packs<ClassOf<type>>);
      put(packed_of<ClassOf<type>>(numbers));
    }
  });
}

void VariantBuilder::id(Head head, std::uint64_t id) {
  if (head.type == Type::RID) {
    put(RID{id});
  } else {
    put(EncodedObjectAsID{id});
  }
}

void VariantBuilder::signal(Head, const Text& name, std::uint64_t object) {
  put(Signal{string_of(name), object});
}

void VariantBuilder::image(Head, const ImageParts& image) {
  const auto& [format, mipmaps, width, height] = image.fields;
  put(Image{format, mipmaps, width, height, {image.data.begin(), image.data.end()}});
}

void VariantBuilder::input_event(Head, const InputEventParts& event) {
  InputEvent value{event.type, event.device, {}};
  for (std::size_t i = 0; i < event.words.size(); i += 4)
    value.words.push_back(load<std::uint32_t>(event.words.data() + i));
  put(std::move(value));
}

void VariantBuilder::node_path(Head, const NodePathHead& path) {
  NodePath& value = open(NodePath{});
  value.absolute = path.absolute;
  if (path.property_known) {
    value.property = path.property ? NodePath::Property::last_subname : NodePath::Property::none;
  }
  value.names.reserve(std::min(path.names, max_reserved));
  value.subnames.reserve(std::min(path.subnames, max_reserved));
  open_.top().names = path.names;
}

void VariantBuilder::object(Head, const Text& class_name, std::uint32_t) {
  open(Object{string_of(class_name), {}});
}

void VariantBuilder::array(Head head, const Container& container) {
  Array& value = head.type == Type::TypedArray         ? open(TypedArray{})
                 : head.type == Type::PackedTypedArray ? open(PackedTypedArray{})
                                                       : open(Array{});
  value.shared = container.shared;
  if (container.value.kind != Kind::untyped) value.element_type = container_type(container.value);
  value.elements.reserve(std::min(container.count, max_reserved));
}

void VariantBuilder::dictionary(Head, const Container& container) {
  Dictionary& value = open(Dictionary{});
  value.shared = container.shared;
  if (container.key.kind != Kind::untyped || container.value.kind != Kind::untyped) {
    value.types = DictionaryTypes{container_type(container.key), container_type(container.value)};
  }
  value.entries.reserve(std::min(container.count, max_reserved));
  open_.top().first_hash = hashes_.size();
}

void VariantBuilder::packed_texts(Head, std::uint32_t count) {
  open(PackedStringArray{}).data.reserve(std::min(count, max_reserved));
}

void VariantBuilder::part(const Text& text) {
  const OpenValue& open = open_.top();
  if (auto* texts = open.container->get_if<PackedStringArray>()) {
    texts->data.push_back(string_of(text));
  } else if (auto* path = open.container->get_if<NodePath>()) {
    auto& parts = path->names.size() < open.names ? path->names : path->subnames;
    parts.push_back(string_of(text));
  } else if (auto* object = open.container->get_if<Object>()) {
    object->properties.emplace_back(string_of(text), Variant());
  }
}

template <class T>
T& VariantBuilder::open(T container) {
  OpenValue open;
  open.in_key = wants_hash();
  open.container = &place();
  T& stored = open.container->emplace<T>(std::move(container));
  if (open.in_key) open.hash = key_hash(*open.container);
  open_.push(open);
  return stored;
}

void VariantBuilder::end() {
  const OpenValue open = open_.top();
  open_.pop();
  std::uint64_t hash = open.hash;
  if (auto* dictionary = open.container->get_if<Dictionary>()) {
    merge_duplicates(*dictionary, std::span(hashes_).subspan(open.first_hash));
    hashes_.resize(open.first_hash);
    if (dialect_.dictionary_keys_by_identity) hash = unique_hash();
  } else if (open.in_key && array_in(*open.container) == nullptr && !open.container->is<Object>()) {
    hash = key_hash(*open.container);
  }
  finish(hash);
}

/// True when the next value is itself a Dictionary key.
bool VariantBuilder::is_key() const {
  const OpenValue& open = open_.top();
  return open.container != nullptr && !open.has_key && open.container->is<Dictionary>();
}

/// True when the next value is a Dictionary key or inside one.
bool VariantBuilder::wants_hash() const { return open_.top().in_key || is_key(); }

/// The Nil that the next value replaces.
Variant& VariantBuilder::place() {
  const OpenValue& open = open_.top();
  if (open.container == nullptr) return result_;
  if (auto* array = array_in(*open.container)) return array->elements.emplace_back();
  if (auto* object = open.container->get_if<Object>()) return object->properties.back().second;
  auto& entries = open.container->get_if<Dictionary>()->entries;
  return open.has_key ? entries.back().second : entries.emplace_back().first;
}

/// Ends a value; `hash` is its hash if wants_hash() asked for one.
void VariantBuilder::finish(std::uint64_t hash) {
  OpenValue& open = open_.top();
  if (open.in_key) open.hash = combine(open.hash, hash);
  if (open.container == nullptr || !open.container->is<Dictionary>()) return;
  if (!open.has_key) hashes_.push_back(hash);
  open.has_key = !open.has_key;
}

}  // namespace godot_variant
