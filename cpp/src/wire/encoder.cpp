#include "wire/encoder.h"

namespace godot_variant {
namespace {

constexpr std::uint8_t byte_order_mark[] = {0xEF, 0xBB, 0xBF};

std::uint32_t length_word(std::size_t length) { return static_cast<std::uint32_t>(length); }

}  // namespace

void Encoder::fail(ErrorCode code, Head head) {
  if (ok()) error_ = {code, head.at};
  look_ahead();
}

bool Encoder::finds_room(std::uint64_t bytes) {
  if (bytes > SIZE_MAX || !out_.has_room(static_cast<std::size_t>(bytes))) fail(ErrorCode::too_large, last_);
  return ok();
}

/// Checks a value that begin() found unusual. Returns its row, or null after an error.
const TypeRow* Encoder::begin_unusual(Head head, const TypeRow* row) {
  if (!ok()) return nullptr;
  last_ = head;
  if (row == nullptr) {
    fail(ErrorCode::not_in_dialect, head);
  } else if (open_.size() > settings_.depth) {
    fail(ErrorCode::too_deep, head);
  } else if (script_ && loses_scripts_) {
    // The bytes stay, for readers other than that engine.
    if (head.type != Type::Nil && head.type != Type::Object) lose(LossCode::value_dropped, head, Type::Nil);
  } else if (script_ && head.type != Type::Nil && head.type != Type::String) {
    fail(ErrorCode::bad_script, head);
  }
  if (script_ && head.type != Type::String) expect_script(false);
  return ok() ? row : nullptr;
}

/// Doubles a leading byte order mark, because readers skip the first one. Replaces broken bytes with U+FFFD;
/// sources pass them on only on request.
void Encoder::write_text(const Text& text, bool ends_with_nul) {
  if (text.form == TextForm::surrogates && !dialect_.surrogates_in_texts)
    return fail(ErrorCode::bad_utf8, last_);
  if (text.form == TextForm::broken) {
    const std::string whole = replaced(text.bytes);
    return write_text({{reinterpret_cast<const std::uint8_t*>(whole.data()), whole.size()}}, ends_with_nul);
  }
  const bool mark = has_byte_order_mark(text.bytes);
  const std::size_t size = text.bytes.size();
  const std::size_t length = size + (mark ? 3 : 0) + (ends_with_nul ? 1 : 0);
  if (!makes_room(length)) return;
  const std::size_t padded = length + padding_of(length);
  std::uint8_t* to = out_.grow(4 + padded);
  const std::uint32_t word = length_word(length);
  // Clear the last word first: it ends with a NUL and padding that the copies below do not cover.
  std::memset(to + padded, 0, 4);
  std::memcpy(to, &word, 4);
  to += 4;
  if (mark) std::memcpy(to, byte_order_mark, 3);
  if (mark) to += 3;
  if (size > 0) std::memcpy(to, text.bytes.data(), size);
}

Element Encoder::wire_element(const TypeRow& row, Element given) const {
  if (row.element != Element::real) return row.element;
  if (dialect_.reals == RealRule::always_32 || settings_.reals == FloatWidth::single) return Element::f32;
  if (settings_.reals == FloatWidth::wide) return Element::f64;
  return dialect_.reals == RealRule::by_flag ? given : Element::f32;
}

std::int32_t Encoder::run_header(Type type) const {
  const bool usual = dialect_.integers == IntegerRule::narrowest && dialect_.floats == FloatRule::narrowest;
  const TypeRow* row = usual ? dialect_.row_of(type) : nullptr;
  const auto id = static_cast<std::int32_t>(dialect_.ids[static_cast<std::size_t>(type)]);
  if (row == nullptr) return -1;
  switch (row->layout) {
    case Layout::empty:
      return type == Type::Nil ? id : -1;
    case Layout::boolean:
    case Layout::integer:
    case Layout::real:
    case Layout::text:
    case Layout::node_path:
    case Layout::dictionary:
    case Layout::array:
      return id;
    case Layout::packed:
    case Layout::numbers:
      return row->columns || wire_element(*row, Element::f32) == Element::f64 ? -1 : id;
    case Layout::packed_texts:
      return dialect_.nul_in_packed_texts ? id : -1;
    default:
      return -1;
  }
}

void Encoder::check_rounding(Head head, const TypeRow& row, const Numbers& numbers, Element element) {
  if (numbers.element != Element::f64 || element != Element::f32) return;
  for (std::size_t i = 0; i < numbers.total(); ++i) {
    const double value = real_at(numbers, i);
    if (!same_bits(narrow_quietly(value), value)) return lose(LossCode::value_rounded, head);
  }
  if (row.element == Element::real && settings_.reals != FloatWidth::single)
    lose(LossCode::width_dropped, head);
}

void Encoder::numbers(Head head, const Numbers& numbers) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  const Element element = wire_element(*row, numbers.element);
  const std::size_t width = width_of(element);
  check_rounding(head, *row, numbers, element);
  header(*row, element == Element::f64 ? row->flags : 0);
  std::uint8_t* to = out_.grow(numbers.total() * width);
  if (!row->columns) return copy_reals(numbers, width, to);
  std::uint8_t rows[max_components * 8];
  copy_reals(numbers, width, rows);
  transpose(rows, numbers.total(), width, to);
}

void Encoder::id(Head head, std::uint64_t id) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  const bool object = head.type == Type::Object;
  if (row->layout == Layout::empty) {
    if (object && id != 0) return fail(ErrorCode::not_in_dialect, head);
    if (id != 0) lose(LossCode::id_dropped, head);
    return header(*row, 0);
  }
  header(*row, object ? flag_64 : 0);
  out_.write(id);
}

void Encoder::signal(Head head, const Text& name, std::uint64_t object) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  header(*row, 0);
  write_text(name);
  out_.write(object);
}

void Encoder::packed(Head head, const Numbers& numbers) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  const bool elsewhere = numbers.data == nullptr && numbers.count > 0;
  const Element element = elsewhere ? numbers.element : wire_element(*row, numbers.element);
  // Readers take a count as signed.
  if (numbers.count > INT32_MAX) return fail(ErrorCode::too_large, head);
  // A gap may be larger than 32-bit memory.
  const std::uint64_t bytes = std::uint64_t{numbers.components} * numbers.count * width_of(element);
  if (!makes_room(bytes)) return;
  const auto size = static_cast<std::size_t>(bytes);
  check_rounding(head, *row, numbers, element);
  header(*row, element == Element::f64 && row->element == Element::real ? row->flags : 0);
  out_.write(numbers.count);
  if (numbers.data == nullptr) {
    out_.reserve_gap(size);
  } else if (width_of(element) == width_of(numbers.element)) {
    // A vector clears what it grows by, but not what it appends.
    out_.write_bytes({numbers.data, size});
  } else {
    copy_reals(numbers, width_of(element), out_.grow(size));
  }
  out_.pad(padding_of(size));
}

void Encoder::image(Head head, const ImageParts& image) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  if (image.fields[0] >= image_formats) return fail(ErrorCode::bad_image, head);
  if (!makes_room(image.data.size())) return;
  header(*row, 0);
  for (const std::uint32_t field : image.fields) out_.write(field);
  out_.write(length_word(image.data.size()));
  out_.write_bytes(image.data);
  out_.pad(padding_of(image.data.size()));
}

void Encoder::input_event(Head head, const InputEventParts& event) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  const std::size_t length = event.words.size() + 12;
  if (length != event_length(event.type, length)) return fail(ErrorCode::bad_length, head);
  header(*row, 0);
  out_.write(event.type);
  out_.write(event.device);
  out_.write(length_word(length));
  out_.write_bytes(event.words);
}

void Encoder::node_path(Head head, const NodePathHead& path) {
  const TypeRow* row = begin(head);
  if (row != nullptr) {
    // The bytes stay, for readers other than that engine.
    const bool root = path.absolute && path.names + path.subnames == 0;
    if (root && empties_root_path_) lose(LossCode::path_emptied, head);
    const bool kept = dialect_.node_path_property == PropertyRule::kept;
    const bool property = kept && path.subnames > 0 && (path.property || !path.property_known);
    header(*row, 0);
    out_.write(path.names | 0x80000000);
    out_.write(path.subnames - (property ? 1 : 0));
    out_.write<std::uint32_t>((path.absolute ? 1U : 0U) | (property ? 2U : 0U));
  }
  open(Open::node_path);
}

void Encoder::object(Head head, const Text& class_name, std::uint32_t count) {
  const TypeRow* row = begin(head);
  const bool null = class_name.bytes.empty();
  // Bytes have no place for properties of the null object; readers would take them for the next values.
  if (null && count > 0) fail(ErrorCode::unsupported_value, head);
  if (row != nullptr && row->layout == Layout::empty && !null) {
    fail(ErrorCode::not_in_dialect, head);
  } else if (row != nullptr && row->layout == Layout::empty) {
    header(*row, 0);
  } else if (row != nullptr && !settings_.full_objects) {
    fail(ErrorCode::object_not_allowed, head);
  } else if (row != nullptr) {
    header(*row, 0);
    write_text(class_name);
    if (!null) out_.write(count);
  }
  open(Open::object);
}

/// The kind bits of a declared type; 0 if the dialect cannot declare it.
std::uint32_t Encoder::kind_of(const Typing& typing, const TypeRow& row) const {
  const bool known = typing.kind != Kind::builtin || dialect_.row_of(typing.builtin) != nullptr;
  return row.flags != 0 && known ? static_cast<std::uint32_t>(typing.kind) : 0;
}

void Encoder::write_typing(const Typing& typing) {
  if (typing.kind == Kind::builtin) {
    out_.write<std::uint32_t>(dialect_.ids[static_cast<std::size_t>(typing.builtin)]);
  } else if (typing.kind == Kind::script && !is_script(typing.text)) {
    fail(ErrorCode::bad_script, last_);
  } else {
    write_text(typing.text);
  }
}

void Encoder::typed_container(const TypeRow& row, Head head, const Container& container, const Typing& first,
                              const Typing& second) {
  const std::uint32_t one = kind_of(first, row);
  const std::uint32_t other = kind_of(second, row);
  if (one != static_cast<std::uint32_t>(first.kind) || other != static_cast<std::uint32_t>(second.kind))
    lose(LossCode::element_type_dropped, head);
  header(row, one << 16 | other << 18);
  if (one != 0) write_typing(first);
  if (other != 0) write_typing(second);
  out_.write(count_word(container.count, container.shared));
}

/// The class of Objects is written as a StringName; Objects without a class are written as ids.
void Encoder::typed_array(const TypeRow& row, Head head, const Container& container) {
  const Typing& typing = container.value;
  const bool is_class = typing.kind == Kind::class_name;
  const Type type = is_class ? Type::Object : typing.builtin;
  const bool known = typing.kind != Kind::script && dialect_.row_of(type) != nullptr;
  if (!known) lose(LossCode::element_type_dropped, head);
  header(row, known && !is_class && type == Type::Object ? row.flags : 0);
  out_.write<std::uint32_t>(dialect_.ids[static_cast<std::size_t>(known ? type : Type::Nil)]);
  if (is_class) {
    out_.write<std::uint32_t>(dialect_.ids[static_cast<std::size_t>(Type::StringName)]);
    write_text(typing.text);
  }
  out_.write(count_word(container.count, container.shared));
}

void Encoder::packed_texts(Head head, std::uint32_t count) {
  if (const TypeRow* row = begin(head)) {
    header(*row, 0);
    out_.write(count);
  }
  open(Open::packed_texts);
}

}  // namespace godot_variant
