#include "convert/converter.h"

#include <algorithm>
#include <bit>

namespace godot_variant {
namespace {

static_assert(type_count <= 64);
std::uint64_t bit_of(Type type) { return std::uint64_t{1} << static_cast<unsigned>(type); }

}  // namespace

void Converter::start(const Dialect& from) {
  from_ = &from;
  to_.read_from(from);
  loses_scripts_ = from.script_paths && to_.loses_scripts();
  compares_keys_otherwise_ = from.dictionary_keys_by_identity != target_.dictionary_keys_by_identity;
  const bool usual = from.integers == IntegerRule::narrowest && from.floats == FloatRule::narrowest;
  for (std::size_t type = 0; type < type_count; ++type) {
    const bool alike = usual && from.ids[type] == target_.ids[type];
    common_headers_[type] = alike ? to_.run_header(static_cast<Type>(type)) : -1;
  }
}

Type Converter::type_there(Type type) const {
  while (!has(type) && fallback_of(type) != type) type = fallback_of(type);
  return type;
}

Head Converter::replacement(Head head) {
  const Type type = type_there(head.type);
  if (type != head.type) {
    to_.lose(type == Type::Nil ? LossCode::value_dropped : LossCode::type_changed, head, type);
  }
  return {type, head.at};
}

void Converter::begin_key(Head head) {
  key_types_ |= bit_of(head.type);
  to_.begin_key(head);
}

bool Converter::may_merge_keys() const {
  if (to_.rounds_key()) return true;
  std::uint64_t types = 0;
  for (std::uint64_t left = key_types_; left != 0; left &= left - 1) {
    const auto type = static_cast<Type>(std::countr_zero(left));
    const TypeRow& row = usual_row(type);
    const bool container = is_container(row);
    if (compares_keys_otherwise_ && (container || row.layout == Layout::packed || type == Type::NodePath))
      return true;
    // Any loss may be inside such a key.
    if (container && !to_.losses().empty()) return true;
    const std::uint64_t bit = bit_of(type_there(type));
    if ((types & bit) != 0) return true;
    types |= bit;
  }
  return false;
}

void Converter::empty(Head head) { to_.empty(replaced(head)); }

/// Engines that write scripts as Objects read null where a path stands.
void Converter::text(Head head, const Text& text) {
  if (!script_) return to_.text(replaced(head), text);
  to_.lose(LossCode::value_dropped, head, Type::Nil);
  to_.empty({Type::Nil, head.at});
}

void Converter::part(const Text& text) {
  constexpr std::string_view name = "script";
  script_ = loses_scripts_ && std::equal(text.bytes.begin(), text.bytes.end(), name.begin(), name.end());
  to_.part(text);
}

void Converter::id(Head head, std::uint64_t id) {
  const Head to = replaced(head);
  if (to.type == Type::Nil) return to_.empty(to);
  to_.id(to, id);
}

void Converter::signal(Head head, const Text& name, std::uint64_t object) {
  const Head to = replaced(head);
  if (to.type == Type::Nil) return to_.empty(to);
  to_.signal(to, name, object);
}

void Converter::image(Head head, const ImageParts& image) {
  const Head to = replaced(head);
  if (to.type == Type::Nil) return to_.empty(to);
  to_.image(to, image);
}

void Converter::input_event(Head head, const InputEventParts& event) {
  const Head to = replaced(head);
  if (to.type == Type::Nil) return to_.empty(to);
  to_.input_event(to, event);
}

/// Integer vectors become real vectors; vectors without a counterpart become packed arrays of their
/// components.
void Converter::numbers(Head head, const Numbers& numbers) {
  const Head to = replaced(head);
  const TypeRow& row = usual_row(to.type);
  if (row.layout == Layout::packed)
    return to_.packed(to, {numbers.data, numbers.element, 1, numbers.components});
  if (numbers.element != Element::i32 || row.element == Element::i32) return to_.numbers(to, numbers);
  float reals[max_components];
  bool exact = true;
  for (std::size_t i = 0; i < numbers.components; ++i) {
    const auto value = load<std::int32_t>(numbers.data + i * 4);
    reals[i] = static_cast<float>(value);
    exact = exact && static_cast<double>(reals[i]) == static_cast<double>(value);
  }
  if (!exact) to_.lose(LossCode::value_rounded, head, to.type);
  to_.numbers(to, {reinterpret_cast<const std::uint8_t*>(reals), Element::f32, numbers.components});
}

void Converter::packed(Head head, const Numbers& numbers) {
  const Head to = replaced(head);
  if (to.type == Type::Array) return unpack(to, numbers);
  const std::uint32_t components = usual_row(to.type).components;
  const std::uint64_t count = std::uint64_t{numbers.count} * (numbers.components / components);
  // The Encoder refuses more.
  const auto clamped = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
  to_.packed(to, {numbers.data, numbers.element, components, clamped});
}

/// True when only a TypedArray of the target can declare this element type.
bool Converter::needs_typed_array(const Typing& elements) const {
  const TypeRow* row = target_.row_of(Type::Array);
  if (row == nullptr || row->flags != 0 || !has(Type::TypedArray)) return false;
  return elements.kind == Kind::class_name || (elements.kind == Kind::builtin && has(elements.builtin));
}

/// Arrays and TypedArrays differ in how they declare Objects without a class.
void Converter::array(Head head, const Container& container) {
  Head to = replaced(head);
  Container changed = container;
  Typing& elements = changed.value;
  if (head.type == Type::Array && needs_typed_array(elements)) {
    to.type = Type::TypedArray;
    to_.lose(LossCode::type_changed, head, to.type);
    const std::string_view name{reinterpret_cast<const char*>(elements.text.bytes.data()),
                                elements.text.bytes.size()};
    if (elements.kind == Kind::class_name && name == encoded_object_class)
      elements = {Kind::builtin, Type::Object, {}};
  } else if (to.type == Type::Array && head.type != to.type && elements.builtin == Type::Object) {
    elements = {Kind::class_name, Type::Nil, encoded_object_text};
  }
  to_.array(to, changed);
}

/// Turns the numbers into an Array, each at full width.
void Converter::unpack(Head head, const Numbers& numbers) {
  Container container;
  container.count = numbers.count;
  to_.array(head, container);
  for (std::size_t i = 0; i < numbers.total() && to_.ok(); ++i) {
    if (numbers.element == Element::i64) {
      to_.integer({Type::Int, head.at}, load<std::int64_t>(numbers.data + i * 8));
    } else {
      to_.real({Type::Float, head.at}, real_at(numbers, i));
    }
  }
  to_.end();
}

}  // namespace godot_variant
