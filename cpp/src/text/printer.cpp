#include "text/printer.h"

namespace godot_variant {
namespace {

/// Godot 3.6 and 4.6 print containers below this depth as empty.
constexpr std::uint32_t printed_depth = 100;

/// The property that identifies a resource of this class in a reference: its path, or an id as in .tres
/// files.
std::string_view reference_property(const std::string_view& class_name) {
  if (class_name == "Resource") return "resource_path";
  return class_name == "ExtResource" || class_name == "SubResource" ? "id" : "";
}

}  // namespace

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
      (text.empty() || !is_digit(text[0])) && std::all_of(text.begin(), text.end(), is_name);
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
    const bool few = narrow || (!lossless_ && fits_float(value));
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

TextPrinter::Open& TextPrinter::open(Place place) {
  Open inner;
  inner.place = place;
  inner.text_at = out_.view().size();
  inner.order_at = order_.size();
  open_.push(inner);
  return open_.top();
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

void TextPrinter::node_path(Head head, const NodePathHead& path) {
  if (!begin(head)) return;
  put("NodePath(\"");
  // Godot 3 treats a path without names as empty.
  if (path.absolute && (path.names + path.subnames > 0 || !old_)) put("/");
  Open& inner = open(Place::node_path);
  inner.names = path.names;
  inner.one_subname = path.subnames == 1;
}

/// Godot 4 leaves out an empty subname if there is no other; Godot 3 prints it. No engine reads any, so the
/// lossless style has none.
void TextPrinter::path_part(Open& open, const Bytes& name) {
  const std::uint32_t index = open.count++;
  const bool subname = index >= open.names;
  if (subname && name.empty() && !old_ && (lossless_ || open.one_subname)) return;
  if (index > 0 || subname) subname ? put(":") : put("/");
  put_escaped(name, true);
}

void TextPrinter::packed_texts(Head head, std::uint32_t) {
  if (!begin(head)) return;
  put_name(head.type);
  put_open("( ");
  open(Place::packed_texts);
}

void TextPrinter::object(Head head, const Text& class_name, std::uint32_t count) {
  if (!begin(head) || !accepts(class_name)) return;
  const bool null = class_name.bytes.empty();
  if (null && count > 0) return fail(ErrorCode::unsupported_value, at_);
  const bool refers = count == 1 && !reference_property(chars(class_name.bytes)).empty();
  open(null ? Place::null : refers ? Place::reference : Place::object);
  if (null) return put("null");
  put("Object(");
  put_class(class_name.bytes);
  // Engines require it.
  if (count == 0) put(",");
  ++depth_;
}

/// Prints a property name; in a reference, replaces it with the short form.
void TextPrinter::label(Open& open, const Bytes& name) {
  constexpr std::size_t prefix = 7;  // "Object("
  const std::string_view property = chars(name);
  if (open.place == Place::reference) {
    const std::string class_name(chars(out_.view().subspan(open.text_at + prefix)));
    if (reference_property(class_name) == property) {
      out_.cut(open.text_at);
      put_view(class_name);
      return put_open("( ");
    }
    open.place = Place::object;
  }
  put(",\"");
  lossless_ ? put_escaped(name, false) : put_view(property);
  put("\":");
  open.script = property == "script";
}

void TextPrinter::array(Head head, const Container& container) {
  const Typing& elements = container.value;
  const bool is_array = head.type == Type::Array;
  const bool typed = elements.kind != Kind::untyped || !is_array;
  if (!begin(head, typed) || !accepts(elements.text)) return;
  const std::size_t order_at = order_.size();
  if (typed) {
    put_name(head.type);
    put("[");
    // A TypedArray distinguishes the class Object from the type Object, and its class name may be empty.
    const bool quoted = !is_array && elements.kind == Kind::class_name;
    quoted ? put_quoted(elements.text.bytes, false) : put_typing(elements);
    put("](");
  }
  put_open("[ ");
  Open& inner = open(Place::array);
  inner.typed = typed;
  inner.order_at = order_at;
  ++depth_;
}

void TextPrinter::dictionary(Head head, const Container& container) {
  const bool typed = container.key.kind != Kind::untyped || container.value.kind != Kind::untyped;
  if (!begin(head, typed) || !accepts(container.key.text) || !accepts(container.value.text)) return;
  if (typed) {
    put("Dictionary[");
    put_typing(container.key);
    put(", ");
    put_typing(container.value);
    put("](");
  }
  put("{");
  Open& inner = open(Place::dictionary);
  inner.typed = typed;
  inner.first_entry = entries_.size();
  if (container.count > 0 || old_) put("\n");
  ++depth_;
}

void TextPrinter::end_dictionary(const Open& open) {
  const std::uint32_t count = open.count;
  if (!lossless_ && count > 0) sort_entries(open.first_entry);
  entries_.cut(open.first_entry);
  const bool empty = cut(open.text_at) || count == 0;
  if (empty && old_ && count > 0) put("\n");
  if (!empty || style_ == TextStyle::godot_3_2) put("\n");
  put("}");
}

void TextPrinter::part(const Text& text) {
  if (!accepts(text)) return;
  Open& open = open_.top();
  if (open.place == Place::node_path) return path_part(open, text.bytes);
  if (open.place != Place::packed_texts) return label(open, text.bytes);
  if (open.count++ > 0) put(", ");
  put_text(text.bytes, true);
}

void TextPrinter::end() {
  if (!ok()) return;
  const Open open = open_.top();
  open_.pop();
  switch (open.place) {
    case Place::array:
      --depth_;
      cut(open.text_at);
      put_close(" ]");
      // Godot 3 does not compare arrays by their elements.
      if (old_) order_.cut(open.order_at);
      order_.byte(0);
      break;
    case Place::dictionary:
      --depth_;
      end_dictionary(open);
      order_.cut(open.order_at);
      break;
    case Place::object:
      --depth_;
      put(")\n");
      order_.cut(open.order_at);
      break;
    case Place::reference:
      --depth_;
      put_close(" )");
      order_.cut(open.order_at);
      break;
    case Place::node_path:
      put("\")");
      break;
    case Place::packed_texts:
      put_close(" )");
      order_.cut(open.order_at);
      break;
    default:
      break;
  }
  if (open.typed) put(")");
  finish();
}

/// Removes contents that are too deep for engines to print.
bool TextPrinter::cut(std::size_t from) {
  if (depth_ <= printed_depth || lossless_ || style_ == TextStyle::godot_3_2) return false;
  out_.cut(from);
  return true;
}

void TextPrinter::sort_entries(std::size_t first) {
  const std::span<TextKeyOrder::Entry> entries(entries_.data() + first, entries_.size() - first);
  const std::size_t from = entries[0].text_at;
  const std::size_t first_key = entries[0].key_at;
  order_.sort(entries);
  bool moved = false;
  for (std::size_t i = 1; i < entries.size(); ++i)
    moved = moved || entries[i].text_at < entries[i - 1].text_at;
  if (moved) {
    ByteBuffer text;
    text.append(out_.view().subspan(from));
    out_.cut(from);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (i > 0) put(",\n");
      const TextKeyOrder::Entry& entry = entries[i];
      out_.write_bytes(text.view().subspan(entry.text_at - from, entry.text_end - entry.text_at));
    }
  }
  order_.cut(first_key);
}

}  // namespace godot_variant
