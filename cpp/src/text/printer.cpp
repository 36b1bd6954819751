#include "text/printer.h"

#include "bytes/base64.h"

namespace godot_variant {

void TextPrinter::fail(ErrorCode code, std::size_t at) {
  if (error_.code == ErrorCode::none) error_ = {code, at};
}

bool TextPrinter::accepts(const Text& text) {
  if (text.form != TextForm::valid) fail(ErrorCode::bad_utf8, at_);
  return ok();
}

/// Out of line, because it is called in very many places.
[[gnu::noinline]] void TextPrinter::put_view(std::string_view text) {
  copy_short(out_.grow(text.size()), reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

/// `escapes_all` also escapes control characters, if the engine does so for this type.
void TextPrinter::put_escaped(const Bytes& text, bool escapes_all) {
  godot_variant::put_escaped(out_, text, {escapes_all && !lossless_, old_});
}

void TextPrinter::put_quoted(const Bytes& text, bool escapes_all) {
  put("\"");
  put_escaped(text, escapes_all);
  put("\"");
}

void TextPrinter::put_text(const Bytes& text, bool escapes_all) {
  order_.text(text);
  put_quoted(text, escapes_all);
}

/// Quotes the name in the lossless style if it would read as something else. Engines cannot read that form.
void TextPrinter::put_class(const Bytes& name) {
  const std::string_view text = chars(name);
  const bool is_type = find_type(text).value_or(Type::Object) != Type::Object || text == "Variant";
  const bool is_identifier =
      !text.empty() && !is_digit(text[0]) && std::all_of(text.begin(), text.end(), is_name);
  const bool is_class = !is_type && is_identifier;
  is_class || !lossless_ ? put_view(text) : put_quoted(name, false);
}

void TextPrinter::put_typing(const Typing& typing) {
  if (typing.kind == Kind::untyped) return put("Variant");
  if (typing.kind == Kind::builtin) return put_name(typing.builtin);
  if (typing.kind == Kind::class_name) return put_class(typing.text.bytes);
  put("Resource(");
  put_quoted(typing.text.bytes, false);
  put(")");
}

void TextPrinter::put_number(std::int64_t value) { put_listed(value, true); }

void TextPrinter::put_listed(std::int64_t value, bool first) {
  char* to = room_for_number();
  if (!first) {
    *to++ = ',';
    *to++ = ' ';
  }
  took_room(put_integer(to, value));
}

/// Prints a component or element, without the `.0` that a single float gets.
void TextPrinter::put_real(double value, bool narrow) {
  const bool negative = std::signbit(value);
  if (std::isnan(value)) {
    if (style_ == TextStyle::godot_3_2 && negative) put("-");
    put("nan");
  } else if (std::isinf(value)) {
    if (style_ == TextStyle::godot_3_2 && negative) put("-");
    put("inf");
    if (style_ != TextStyle::godot_3_2 && negative) put("_neg");
  } else if (value == 0) {
    lossless_&& negative ? put("-0.0") : put("0");
  } else if (old_) {
    char* const text = room_for_number();
    took_room(text + numbers_.write_six(value, text));
  } else {
    const bool few = lossless_ ? narrow && !reads_as_another(value) : narrow || fits_float(value);
    took_room(put_shortest(room_for_number(), value, few, powers_));
  }
}

/// Adds `.0` if the text would otherwise read as an int. Godot 3.2 also adds it to `-inf`.
void TextPrinter::put_float(double value) {
  order_.byte(1);
  order_.number(bits_as<std::uint64_t>(value));
  // Godot 3 prints floats with 32-bit precision.
  if (old_) value = widen(narrow(value));
  const std::size_t from = out_.view().size();
  put_real(value, false);
  const Bytes text = out_.view().subspan(from);
  if (std::isfinite(value) ? reads_as_int(text) : text[0] == '-') put(".0");
}

void TextPrinter::put_numbers(const Numbers& numbers, bool narrow, bool compared) {
  put_open("( ");
  if (compared) order_.byte(numbers.components);
  const std::size_t width = width_of(numbers.element);
  for (std::size_t i = 0; i < numbers.total() && !out_.exceeds_limit(); ++i) {
    const std::uint8_t* const at = numbers.data + i * width;
    if (compared) order_.number(bits_as<std::uint64_t>(number_at(numbers, i)));
    switch (numbers.element) {
      case Element::u8:
        put_listed(*at, i == 0);
        break;
      case Element::i32:
        put_listed(load<std::int32_t>(at), i == 0);
        break;
      case Element::i64:
        put_listed(load<std::int64_t>(at), i == 0);
        break;
      default:
        if (i > 0) put(", ");
        put_real(number_at(numbers, i), narrow);
    }
  }
  put_close(" )");
}

void TextPrinter::separate() {
  Open& open = open_.top();
  if (open.place == Place::array && open.count++ > 0) put(", ");
  if (!is_key()) return;
  if (open.count++ > 0) put(",\n");
  if (lossless_) return;
  *entries_.grow(1) = {out_.view().size(), 0, order_.size()};
  order_.enter();
}

bool TextPrinter::begin(Head head, bool typed) {
  if (!ok()) return false;
  // The text of a key needs no check, because its value is checked.
  const bool text_key = is_key() && head.type == Type::String;
  separate();
  at_ = head.at;
  if (!text_key) {
    // The lossless style can print the values of every engine except Godot 2's own types.
    const bool known = lossless_ || dialect_.row_of(head.type) != nullptr;
    if (!known || (old_ && typed)) fail(ErrorCode::not_in_dialect, at_);
    if (depth_ > most_depth_) fail(ErrorCode::too_deep, at_);
    if (out_.exceeds_limit()) fail(ErrorCode::too_large, at_);
  }
  order_.type(head.type);
  return ok();
}

void TextPrinter::finish() {
  Open& open = open_.top();
  if (open.place != Place::dictionary) return;
  open.has_key = !open.has_key;
  if (open.has_key) {
    if (!lossless_) order_.leave();
    put(": ");
  } else if (!lossless_) {
    entries_[entries_.size() - 1].text_end = out_.view().size();
  }
}

void TextPrinter::empty(Head head) {
  if (!begin(head)) return;
  head.type == Type::Nil ? put("null") : put("Callable()");
  finish();
}

void TextPrinter::boolean(Head head, bool value) {
  if (!begin(head)) return;
  order_.byte(value ? 1 : 0);
  value ? put("true") : put("false");
  finish();
}

void TextPrinter::integer(Head head, std::int64_t value) {
  if (!begin(head)) return;
  order_.number(static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63));
  put_number(value);
  finish();
}

void TextPrinter::real(Head head, double value) {
  if (!begin(head)) return;
  put_float(value);
  finish();
}

void TextPrinter::text(Head head, const Text& text) {
  const bool script = open_.top().script && head.type == Type::String;
  if (!begin(head) || !accepts(text)) return;
  if (script) put("Resource(");
  if (head.type == Type::StringName) put("&");
  put_text(text.bytes, head.type == Type::StringName);
  if (script) put(")");
  finish();
}

void TextPrinter::numbers(Head head, const Numbers& numbers) {
  if (!begin(head)) return;
  put_name(head.type);
  if (base64_ && head.type == Type::PackedByteArray && numbers.total() > 0) {
    put("(\"");
    encode_base64({numbers.data, numbers.total()}, out_);
    put("\")");
    return finish();
  }
  // Whatever holds them in memory, elements of a PackedFloat64Array are written with 64 bits.
  const bool narrow = numbers.element == Element::f32 && usual_row(head.type).element != Element::f64;
  put_numbers(numbers, narrow, compares(head.type, old_));
  finish();
}

/// Godot 3 prints an RID as an empty text, and all engines print an Object with the id 0 as null.
void TextPrinter::id(Head head, std::uint64_t id) {
  if (!begin(head)) return;
  const auto number = static_cast<std::int64_t>(id);
  if (head.type == Type::RID) {
    order_.number(id);
    if (!old_) put("RID(");
    if (!old_ && id != 0) put_number(number);
    if (!old_) put(")");
  } else if (id == 0 && !lossless_) {
    put("null");
  } else {
    put("Object(EncodedObjectAsID,\"object_id\":");
    put_number(number);
    put(",\"script\":null)\n");
  }
  finish();
}

/// Engines print no contents of a Signal.
void TextPrinter::signal(Head head, const Text& name, std::uint64_t object) {
  if (!begin(head) || !accepts(name)) return;
  put("Signal(");
  if (lossless_ && (!name.bytes.empty() || object != 0)) {
    put_quoted(name.bytes, false);
    put(", ");
    put_number(static_cast<std::int64_t>(object));
  }
  put(")");
  finish();
}

}  // namespace godot_variant
