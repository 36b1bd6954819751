#include "text/printer.h"

namespace godot_variant {
namespace {

/// Deeper containers are printed empty by Godot 3.6 and 4.6.
constexpr std::uint32_t printed_depth = 100;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// The letter that stands for a character after a backslash; 0 where it stands for itself.
char escape_of(std::uint8_t character, bool all, bool question_mark) {
  if (character == '"' || character == '\\') return static_cast<char>(character);
  if (!all) return 0;
  if (character >= 7 && character <= 13) return "abtnvfr"[character - 7];
  return character == '\'' || (question_mark && character == '?') ? static_cast<char>(character) : '\0';
}

bool is_reference(const std::string_view& name, const std::string_view& property) {
  if (name == "Resource") return property == "resource_path";
  return property == "id" && (name == "ExtResource" || name == "SubResource");
}

}  // namespace

void TextPrinter::fail(ErrorCode code, std::size_t at) {
  if (error_.code == ErrorCode::none) error_ = {code, at};
}

std::uint32_t TextPrinter::word() { return static_cast<std::uint32_t>(tape_.words[at_++]); }

std::uint64_t TextPrinter::pair() {
  const std::uint64_t low = word();
  return low | static_cast<std::uint64_t>(word()) << 32;
}

Bytes TextPrinter::text(std::uint32_t number) const {
  if (number == 0xFFFFFFFF) return encoded_object_text.bytes;
  const std::int32_t* entry = tape_.texts.data() + std::size_t{number} * 2;
  return tape_.bytes.subspan(static_cast<std::uint32_t>(entry[0]), entry[1] & 0x7FFFFFFF);
}

void TextPrinter::put(const char* text, std::size_t size) {
  out_.write_bytes({reinterpret_cast<const std::uint8_t*>(text), size});
}

/// `escapes_all`: control characters too, where engines print an escape for them in this type.
void TextPrinter::put_escaped(const Bytes& text, bool escapes_all) {
  const bool all = escapes_all && !lossless_;
  for (const std::uint8_t byte : text) {
    const char letter = escape_of(byte, all, old_);
    if (letter != 0) put("\\");
    *out_.grow(1) = letter != 0 ? static_cast<std::uint8_t>(letter) : byte;
  }
}

void TextPrinter::put_quoted(const Bytes& text, bool escapes_all) {
  put("\"");
  put_escaped(text, escapes_all);
  put("\"");
}

/// The name of a class: in quotes where it would be read as something else, which no engine reads.
void TextPrinter::put_class(const Bytes& name) {
  const std::string_view text = chars(name);
  const bool is_type = find_type(text).value_or(Type::Object) != Type::Object || text == "Variant";
  const bool is_class = !is_type && std::all_of(text.begin(), text.end(), is_name);
  is_class || !lossless_ ? put_view(text) : put_quoted(name, false);
}

/// A value and, in a key, what it is sorted by.
void TextPrinter::value() {
  if (error_.code != ErrorCode::none) return;
  const std::size_t at = at_;
  const std::uint32_t tag = word();
  const auto type = static_cast<Type>(tag & 0xFF);
  const bool typed = (tag >> tape::key_kind_shift & 15) != 0;
  if (dialect_.row_of(type) == nullptr || (old_ && typed)) fail(ErrorCode::not_in_dialect, at);
  if (depth_ > most_depth_) fail(ErrorCode::too_deep, at);
  if (out_.exceeds_limit()) fail(ErrorCode::too_large, at);
  if (error_.code != ErrorCode::none) return;
  order_byte((tag & 0xFF) + 1);
  const std::size_t order_at = order_.size();
  if (type == Type::Array) {
    array(tag);
    // Godot 3 does not compare arrays element by element.
    if (old_) order_.cut(order_at);
    order_byte(0);
  } else if (type == Type::Dictionary || type == Type::Object) {
    type == Type::Object ? object(tag) : dictionary(tag);
    order_.cut(order_at);
  } else {
    leaf(tag);
  }
}

void TextPrinter::leaf(std::uint32_t tag) {
  const auto type = static_cast<Type>(tag & 0xFF);
  const bool wide = (tag & tape::wide) != 0;
  switch (type) {
    case Type::Nil:
      return put("null");
    case Type::Callable:
      return put("Callable()");
    case Type::Bool:
      order_byte(tag >> 16 & 1);
      return (tag & tape::true_bit) != 0 ? put("true") : put("false");
    case Type::Int: {
      const std::int64_t number =
          wide ? static_cast<std::int64_t>(pair()) : static_cast<std::int32_t>(word());
      order_number(static_cast<std::uint64_t>(number) ^ sign_bit);
      return put_number(number);
    }
    case Type::Float:
      if (!wide) return put_float(widen(word()));
      at_ += at_ % 2;
      return put_float(bits_as<double>(pair()));
    case Type::StringName:
      put("&");
      [[fallthrough]];
    case Type::String:
      return put_text(text(word()), type == Type::StringName);
    case Type::NodePath:
      return node_path();
    case Type::RID:
      return rid();
    case Type::Signal:
      return signal();
    case Type::PackedStringArray:
      return texts();
    default:
      return reals(type, wide);
  }
}

void TextPrinter::put_text(const Bytes& text, bool escapes_all) {
  for (const std::uint8_t byte : text) order_byte(byte);
  order_byte(0);
  put_quoted(text, escapes_all);
}

/// Godot 3 prints nothing.
void TextPrinter::rid() {
  const std::uint64_t id = pair();
  order_number(id);
  if (old_) return;
  put("RID(");
  if (id != 0) put_number(static_cast<std::int64_t>(id));
  put(")");
}

void TextPrinter::texts() {
  put_name(Type::PackedStringArray);
  open("( ");
  const std::size_t order_at = order_.size();
  const std::uint32_t count = word();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) put(", ");
    put_text(text(word()), true);
  }
  order_.cut(order_at);
  close(" )");
}

/// Engines leave out empty subnames; but Godot 3 does not, to which a path without a name is empty.
void TextPrinter::node_path() {
  put("NodePath(\"");
  const bool absolute = (word() & 1) != 0;
  const std::uint32_t names = word();
  const std::uint32_t all = names + word();
  if (absolute && (all > 0 || !old_)) put("/");
  for (std::uint32_t i = 0; i < all; ++i) {
    const Bytes part = text(word());
    if (i >= names && part.empty() && !old_) continue;
    if (i > 0 || i >= names) put(i >= names ? ":" : "/", 1);
    put_escaped(part, true);
  }
  put("\")");
}

/// Engines print nothing of what a Signal is.
void TextPrinter::signal() {
  const Bytes name = text(word());
  const auto object = static_cast<std::int64_t>(pair());
  put("Signal(");
  if (lossless_ && (!name.empty() || object != 0)) {
    put_quoted(name, false);
    put(", ");
    put_number(object);
  }
  put(")");
}

void TextPrinter::object(std::uint32_t tag) {
  if ((tag & tape::as_id) != 0) return object_id(static_cast<std::int64_t>(pair()));
  const Bytes class_name = text(word());
  const std::string_view name = chars(class_name);
  const std::uint32_t count = word();
  if (name.empty()) return put("null");
  // What is only referred to: by its path, or as .tres files do.
  const bool refers =
      count == 1 && is_reference(name, chars(text(static_cast<std::uint32_t>(tape_.words[at_]))));
  if (!refers) put("Object(");
  put_class(class_name);
  if (refers) open("( ");
  ++depth_;
  for (std::uint32_t i = 0; i < count && error_.code == ErrorCode::none; ++i) {
    const Bytes label = text(word());
    const std::string_view property = chars(label);
    if (!refers) {
      put(",\"");
      lossless_ ? put_escaped(label, false) : put_view(property);
      put("\":");
    }
    const bool script = property == "script" && tape_.words[at_] == static_cast<std::int32_t>(Type::String);
    if (script) put("Resource(");
    value();
    if (script) put(")");
  }
  --depth_;
  refers ? close(" )") : put(")\n");
}

void TextPrinter::object_id(std::int64_t id) {
  if (id == 0 && !lossless_) return put("null");
  put("Object(EncodedObjectAsID,\"object_id\":");
  put_number(id);
  put(",\"script\":null)\n");
}

/// The declared type of elements, keys or values.
void TextPrinter::declared(std::uint32_t kind) {
  if (kind == 0) return put("Variant");
  const std::uint32_t type = word();
  if (kind == 1) return put_name(static_cast<Type>(type));
  if (kind == 2) return put_class(text(type));
  put("Resource(");
  put_quoted(text(type), false);
  put(")");
}

void TextPrinter::array(std::uint32_t tag) {
  const std::uint32_t kind = tag >> tape::key_kind_shift & 3;
  if (kind != 0) {
    put("Array[");
    declared(kind);
    put("](");
  }
  open("[ ");
  const std::size_t from = out_.view().size();
  const std::uint32_t count = word();
  ++depth_;
  for (std::uint32_t i = 0; i < count && error_.code == ErrorCode::none; ++i) {
    if (i > 0) put(", ");
    value();
  }
  --depth_;
  cut(from);
  close(" ]");
  if (kind != 0) put(")");
}

/// Takes back what stands too deep for engines to print.
bool TextPrinter::cut(std::size_t from) {
  if (depth_ <= printed_depth || lossless_ || style_ == TextStyle::godot_3_2) return false;
  out_.cut(from);
  return true;
}

}  // namespace godot_variant
