#include "variant/variant_builder.h"

#include <algorithm>

#include "variant/equal_keys.h"

namespace godot_variant {
namespace {

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
  // A vector does not clear what it copies from numbers of its type, but the wire may not align those.
  if (reinterpret_cast<std::uintptr_t>(numbers.data) % alignof(T) == 0) {
    const T* first = reinterpret_cast<const T*>(numbers.data);
    return std::vector<T>(first, first + numbers.total());
  }
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

/// The value class of a type.
template <std::size_t I>
using ClassOf = decltype(class_at<I>(ValueClasses{}));

/// True when the class is the packed array of this type.
template <class C>
constexpr bool packs = true;
template <Type T, std::size_t N>
constexpr bool packs<PackedReals<T, N>> = N == usual_components[static_cast<std::size_t>(T)];
template <Type T, std::size_t N>
constexpr bool packs<PackedIntegers<T, N>> = N == usual_components[static_cast<std::size_t>(T)];

using Make = void (*)(Blocks& blocks, Variant& nil, const Numbers& numbers);

/// How to make a value of the type, for the layouts numbers and packed.
template <std::size_t I>
constexpr Make make_of() {
  using Class = ClassOf<I>;
  if constexpr (usual_layouts[I] == Layout::numbers) {
    static_assert(std::tuple_size_v<decltype(Class::components)> == usual_components[I]);
    return [](Blocks& blocks, Variant& nil, const Numbers& numbers) {
      blocks.make<Class>(nil, made_of<Class>(numbers));
    };
  } else if constexpr (usual_layouts[I] == Layout::packed) {
    static_assert(packs<Class>);
    return [](Blocks& blocks, Variant& nil, const Numbers& numbers) {
      blocks.make<Class>(nil, packed_of<Class>(numbers));
    };
  } else {
    return nullptr;
  }
}

constexpr auto makes = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<Make, type_count>{make_of<I>()...};
}
(std::make_index_sequence<type_count>{});

/// Not the contents: empty Dictionaries differ in Godot 3, too.
bool is_container(Type type) {
  return type == Type::Dictionary || type == Type::Array || type == Type::TypedArray ||
         type == Type::PackedTypedArray;
}

bool has_equal_names(std::span<const Property> properties) {
  std::vector<std::string_view> names;
  for (const Property& property : properties) names.emplace_back(property.first);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

}  // namespace

VariantBuilder::~VariantBuilder() {
  for (std::size_t i = 0; i < values_.size(); ++i) std::destroy_at(&value_at(i));
}

Variant VariantBuilder::take() {
  if (values_.size() == 0) return {};
  // Equal keys were dropped, and with them values whose memory was noted. Keys that are containers may be
  // equal in another dialect, and encode does not look for equal keys in a sealed tree.
  if (!repeats_ && !has_container_keys_) blocks_.seal(value_at(0));
  return std::move(value_at(0));
}

/// Replaces each broken byte with U+FFFD; keeps encoded surrogates as Godot 3 wrote them.
String VariantBuilder::string_of(const Text& text) {
  if (text.form == TextForm::broken) return blocks_.text(replaced(text.bytes));
  return blocks_.text({reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size()});
}

ContainerType VariantBuilder::container_type(const Typing& typing) {
  return {static_cast<ContainerType::Kind>(typing.kind), typing.builtin, string_of(typing.text)};
}

void VariantBuilder::add_long(std::string_view text) { blocks_.make<String>(add(), blocks_.text(text)); }

void VariantBuilder::add_name(const Text& text) { blocks_.make<StringName>(add(), string_of(text)); }

void VariantBuilder::numbers(Head head, const Numbers& numbers) {
  makes[static_cast<std::size_t>(head.type)](blocks_, add(), numbers);
}

void VariantBuilder::packed(Head head, const Numbers& numbers) {
  makes[static_cast<std::size_t>(head.type)](blocks_, add(), numbers);
}

void VariantBuilder::id(Head head, std::uint64_t id) {
  if (head.type == Type::RID) {
    blocks_.make<RID>(add(), id);
  } else {
    blocks_.make<EncodedObjectAsID>(add(), id);
  }
}

void VariantBuilder::signal(Head, const Text& name, std::uint64_t object) {
  blocks_.make<Signal>(add(), string_of(name), object);
}

void VariantBuilder::image(Head, const ImageParts& image) {
  const auto& [format, mipmaps, width, height] = image.fields;
  blocks_.make<Image>(add(), format, mipmaps, width, height,
                      std::vector<std::uint8_t>(image.data.begin(), image.data.end()));
}

void VariantBuilder::input_event(Head, const InputEventParts& event) {
  InputEvent value{event.type, event.device, {}};
  for (std::size_t i = 0; i < event.words.size(); i += 4)
    value.words.push_back(load<std::uint32_t>(event.words.data() + i));
  blocks_.make<InputEvent>(add(), std::move(value));
}

VariantBuilder::OpenValue& VariantBuilder::open(Type type) {
  OpenValue& open = open_.push();
  open = {};
  open.type = type;
  open.first = values_.size();
  return open;
}

void VariantBuilder::node_path(Head head, const NodePathHead& path) {
  NodePath& value = blocks_.make<NodePath>(add());
  value.absolute = path.absolute;
  if (path.property_known) {
    value.property = path.property ? NodePath::Property::last_subname : NodePath::Property::none;
  }
  open(head.type).names = path.names;
}

void VariantBuilder::object(Head head, const Text& class_name, std::uint32_t) {
  blocks_.make<Object>(add(), string_of(class_name), List<Property>());
  open(head.type);
}

void VariantBuilder::array(Head head, const Container& container) {
  const bool typed = container.value.kind != Kind::untyped;
  open_array(head.type, container.shared, typed ? &container : nullptr);
}

void VariantBuilder::open_array(Type type, bool shared, const Container* typing) {
  Variant& nil = add();
  const bool typed = typing != nullptr;
  Array& value = type == Type::TypedArray         ? blocks_.make_container<TypedArray>(nil, typed)
                 : type == Type::PackedTypedArray ? blocks_.make_container<PackedTypedArray>(nil, typed)
                                                  : blocks_.make_container<Array>(nil, typed);
  value.shared = shared;
  if (typed) value.element_type = container_type(typing->value);
  open(type);
}

void VariantBuilder::dictionary(Head, const Container& container) {
  const bool typed = container.key.kind != Kind::untyped || container.value.kind != Kind::untyped;
  open_dictionary(container.shared, typed ? &container : nullptr);
}

void VariantBuilder::open_dictionary(bool shared, const Container* typing) {
  const bool typed = typing != nullptr;
  Dictionary& value = blocks_.make_container<Dictionary>(add(), typed);
  value.shared = shared;
  if (typed) value.types = DictionaryTypes{container_type(typing->key), container_type(typing->value)};
  const std::size_t depth = open_.size();
  OpenValue& opened = open(Type::Dictionary);
  // At the top, there is only one.
  if (input_.empty() || depth == 0 || depth > foreseen_depth) return;
  if (key_lists_ == nullptr) key_lists_ = std::make_unique<KeyList[]>(foreseen_depth);
  opened.key_list = &key_lists_[depth - 1];
}

void VariantBuilder::packed_texts(Head head, std::uint32_t) {
  blocks_.make<PackedStringArray>(add());
  open(head.type);
}

/// Puts the String key that was added last, and that was not expected, into the list.
void VariantBuilder::note_key(const Text& text) {
  OpenValue& open = open_.top();
  open.foreseen = false;
  if (open.key_list == nullptr) return;
  KeyList& keys = *open.key_list;
  const Bytes raw = usual_string(text);
  if (raw.empty() || open.key == most_foreseen) {
    keys.clear();
    open.key_list = nullptr;
    return;
  }
  if (open.key == keys.size()) keys.emplace_back();
  keys[open.key++] = {raw, values_[values_.size() - 1]};
}

/// Moves the values of the stack into a list.
template <class T>
List<T> VariantBuilder::list_of(std::size_t first, std::size_t end) {
  constexpr std::size_t values = std::is_same_v<T, Entry> || std::is_same_v<T, Property> ? 2 : 1;
  List<T> list = blocks_.list<T>((end - first) / values);
  if constexpr (std::is_same_v<T, Variant> || std::is_same_v<T, Entry>) {
    if (end > first)
      std::memcpy(static_cast<void*>(list.data()), &values_[first], (end - first) * sizeof(Variant));
  } else {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Variant& value = value_at(first + i * values);
      if constexpr (std::is_same_v<T, Property>) {
        std::construct_at(&list[i].first, std::move(*value.get_if<String>()));
        std::construct_at(&list[i].second, std::move(value_at(first + i * 2 + 1)));
      } else {
        std::construct_at(&list[i], std::move(*value.get_if<String>()));
      }
    }
  }
  return list;
}

void VariantBuilder::end_dictionary(const OpenValue& open, Dictionary& dictionary) {
  const std::size_t count = values_.size() - open.first;
  std::size_t kept = count;
  // The keys of a list all differ.
  if (!open.foreseen || open.key != count / 2) {
    const std::span<Variant> pairs{&value_at(open.first), count};
    for (std::size_t i = 0; i < count; i += 2)
      has_container_keys_ = has_container_keys_ || is_container(pairs[i].type());
    kept = merge_duplicates(pairs, key_equality(dialect_));
    repeats_ = repeats_ || kept != count;
    if (open.key_list != nullptr) open.key_list->resize(kept == count ? open.key : 0);
  }
  dictionary.entries = list_of<Entry>(open.first, open.first + kept);
}

void VariantBuilder::end() {
  const OpenValue open = open_.top();
  open_.pop();
  Variant& container = value_at(open.first - 1);
  const std::size_t end = values_.size();
  switch (open.type) {
    case Type::Dictionary:
      end_dictionary(open, *container.get_if<Dictionary>());
      break;
    case Type::Object:
      container.get_if<Object>()->properties = list_of<Property>(open.first, end);
      repeats_ = repeats_ || has_equal_names(container.get_if<Object>()->properties);
      break;
    case Type::NodePath: {
      NodePath& path = *container.get_if<NodePath>();
      path.names = list_of<String>(open.first, open.first + open.names);
      path.subnames = list_of<String>(open.first + open.names, end);
      break;
    }
    case Type::PackedStringArray:
      container.get_if<PackedStringArray>()->data = list_of<String>(open.first, end);
      break;
    case Type::TypedArray:
      container.get_if<TypedArray>()->elements = list_of<Variant>(open.first, end);
      break;
    case Type::PackedTypedArray:
      container.get_if<PackedTypedArray>()->elements = list_of<Variant>(open.first, end);
      break;
    default:
      container.get_if<Array>()->elements = list_of<Variant>(open.first, end);
  }
  values_.cut(open.first);
}

}  // namespace godot_variant
