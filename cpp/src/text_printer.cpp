#include "text_printer.h"

namespace godot_variant {
namespace {

/// Deeper containers are printed empty by Godot 3.6 and 4.6.
constexpr std::uint32_t printed_depth = 100;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
/// Fewer entries than these are sorted by insertion.
constexpr std::size_t sorted_by_insertion = 16;
/// How what a key is sorted by begins: with the type.
constexpr std::uint8_t string_order = static_cast<std::uint8_t>(Type::String) + 1;
constexpr std::uint8_t string_name_order = static_cast<std::uint8_t>(Type::StringName) + 1;

std::string_view view(const Bytes& text) {
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// The letter that stands for a character after a backslash; 0 where it stands for itself.
char escape_of(std::uint8_t character, bool all, bool question_mark) {
  if (character == '"' || character == '\\') return static_cast<char>(character);
  if (!all) return 0;
  if (character >= 7 && character <= 13) return "abtnvfr"[character - 7];
  return character == '\'' || (question_mark && character == '?') ? static_cast<char>(character) : '\0';
}

/// Types of numbers that engines compare when they sort the keys of a Dictionary; others stay in their order.
bool compares(Type type, bool old) {
  if (type == Type::Vector2 || type == Type::Vector3) return true;
  if (old) return false;
  return type == Type::Vector2i || type == Type::Vector3i || type == Type::Vector4 || type == Type::Vector4i;
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
  if (size > 0) std::memcpy(out_.grow(size), text, size);
}

void TextPrinter::put_number(std::int64_t value) {
  char digits[longest_number];
  put(digits, static_cast<std::size_t>(put_integer(digits, value) - digits));
}

/// A component or element, without the `.0` of a float that is a value of its own.
void TextPrinter::put_real(double value, bool narrow) {
  char text[longest_number];
  const bool negative = std::signbit(value);
  if (std::isnan(value)) {
    if (style_ == TextStyle::godot_3_2 && negative) put("-");
    put("nan");
  } else if (std::isinf(value)) {
    if (style_ == TextStyle::godot_3_2 && negative) put("-");
    put("inf");
    if (style_ != TextStyle::godot_3_2 && negative) put("_neg");
  } else if (value == 0) {
    lossless_ && negative ? put("-0.0") : put("0");
  } else if (old_) {
    put(text, numbers_.write_six(value, text));
  } else {
    const bool few = narrow || (!lossless_ && fits_float(value));
    put(text, static_cast<std::size_t>(put_shortest(text, value, few, powers_) - text));
  }
}

/// `.0` follows where nothing else says that it is a float. Godot 3.2 takes `-inf` for such a number.
void TextPrinter::put_float(double value) {
  order_byte(1);
  order_number(bits_as<std::uint64_t>(value));
  // Godot 3 prints it as its vectors hold it.
  if (old_) value = widen(narrow(value));
  const std::size_t from = out_.view().size();
  put_real(value, false);
  const std::string_view text = view(out_.view().subspan(from));
  const bool special = !std::isfinite(value);
  if (special ? text[0] == '-' : text.find_first_of(".e") == text.npos) put(".0");
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

/// A value and, in a key, what it is sorted by.
void TextPrinter::value() {
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
      return (tag >> 16 & 1) != 0 ? put("true") : put("false");
    case Type::Int: {
      const std::int64_t number = wide ? static_cast<std::int64_t>(pair()) : static_cast<std::int32_t>(word());
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

void TextPrinter::put_text(const Bytes& bytes, bool escapes_all) {
  for (const std::uint8_t byte : bytes) order_byte(byte);
  order_byte(0);
  put_quoted(bytes, escapes_all);
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

/// Everything that consists of numbers.
void TextPrinter::reals(Type type, bool wide) {
  const TypeRow& row = usual_row(type);
  Numbers numbers;
  numbers.element = wide ? Element::f64 : row.element == Element::real ? Element::f32 : row.element;
  numbers.components = row.components;
  if (row.layout == Layout::packed) {
    numbers.count = word();
    numbers.data = tape_.bytes.data() + word();
  } else {
    if (wide) at_ += at_ % 2;
    numbers.data = here();
    at_ += row.components * (wide ? 2U : 1U);
  }
  put_name(type);
  list(numbers, compares(type, old_));
}

void TextPrinter::list(const Numbers& numbers, bool compared) {
  open("( ");
  if (compared) order_byte(numbers.components);
  for (std::size_t i = 0; i < numbers.total() && !out_.exceeds_limit(); ++i) {
    if (i > 0) put(", ");
    if (compared) order_number(bits_as<std::uint64_t>(number_at(numbers, i)));
    if (numbers.element == Element::i64) {
      put_number(load<std::int64_t>(numbers.data + i * 8));
    } else if (numbers.element == Element::i32 || numbers.element == Element::u8) {
      put_number(static_cast<std::int64_t>(number_at(numbers, i)));
    } else {
      put_real(number_at(numbers, i), numbers.element == Element::f32);
    }
  }
  close(" )");
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
  const std::string_view name = view(text(word()));
  const std::uint32_t count = word();
  if (name.empty()) return put("null");
  // What is only referred to: by its path, or as .tres files do.
  const bool refers = count == 1 && is_reference(name, view(text(static_cast<std::uint32_t>(tape_.words[at_]))));
  if (!refers) put("Object(");
  put_view(name);
  if (refers) open("( ");
  ++depth_;
  for (std::uint32_t i = 0; i < count && error_.code == ErrorCode::none; ++i) {
    const std::string_view property = view(text(word()));
    if (!refers) {
      put(",\"");
      put_view(property);
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
  if (kind == 2) return put_view(view(text(type)));
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

void TextPrinter::dictionary(std::uint32_t tag) {
  const std::uint32_t key_kind = tag >> tape::key_kind_shift & 3;
  const std::uint32_t value_kind = tag >> tape::value_kind_shift & 3;
  const bool typed = key_kind + value_kind != 0;
  if (typed) {
    put("Dictionary[");
    declared(key_kind);
    put(", ");
    declared(value_kind);
    put("](");
  }
  const std::uint32_t count = word();
  word();
  put("{");
  const std::size_t from = out_.view().size();
  if (count > 0 || old_) put("\n");
  const std::size_t first = entries_.size();
  ++depth_;
  for (std::uint32_t i = 0; i < count && error_.code == ErrorCode::none; ++i) {
    if (i > 0) put(",\n");
    const Entry entry{out_.view().size(), 0, order_.size(), 0};
    *entries_.grow(1) = entry;
    key();
    entries_[first + i].order_end = order_.size();
    put(": ");
    value();
    entries_[first + i].text_end = out_.view().size();
  }
  --depth_;
  if (!lossless_ && count > 0 && error_.code == ErrorCode::none) sort_entries(first);
  entries_.cut(first);
  const bool empty = cut(from) || count == 0;
  if (empty && old_ && count > 0) put("\n");
  if (!empty || style_ == TextStyle::godot_3_2) put("\n");
  put("}");
  if (typed) put(")");
}

void TextPrinter::key() {
  if (!lossless_) ++keys_around_;
  const auto number = tape_.words[at_++];
  if (number == key_is_value) {
    value();
  } else {
    order_byte(string_order);
    if (number <= first_key_text) {
      put_text(text(static_cast<std::uint32_t>(first_key_text - number)), false);
    } else {
      const Shapes::Key& key = tape_.shapes->keys()[static_cast<std::size_t>(number)];
      put_text(tape_.shapes->bytes().subspan(key.raw_at + 8, key.text_size), false);
    }
  }
  if (!lossless_) --keys_around_;
}

void TextPrinter::order_byte(std::uint32_t byte) {
  if (keys_around_ > 0) *order_.grow(1) = static_cast<std::uint8_t>(byte);
}

void TextPrinter::order_number(std::uint64_t value) {
  if (keys_around_ > 0) std::memcpy(order_.grow(8), &value, 8);
}

/// Puts the entries of a Dictionary in the order of their keys.
void TextPrinter::sort_entries(std::size_t first) {
  Entry* const entries = entries_.data() + first;
  const std::size_t count = entries_.size() - first;
  const std::size_t from = entries->text_at;
  const std::size_t first_order = entries->order_at;
  sort(entries, count, 2 * static_cast<std::uint32_t>(std::bit_width(count) - 1));
  for (std::size_t i = 1; i < count; ++i) insert(entries, i);
  bool moved = false;
  for (std::size_t i = 1; i < count; ++i) moved = moved || entries[i].text_at < entries[i - 1].text_at;
  if (moved) {
    ByteBuffer text;
    const Bytes all = out_.view().subspan(from);
    std::memcpy(text.grow(all.size()), all.data(), all.size());
    out_.cut(from);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) put(",\n");
      const Entry& entry = entries[i];
      put(reinterpret_cast<const char*>(text.data()) + (entry.text_at - from), entry.text_end - entry.text_at);
    }
  }
  order_.cut(first_order);
}

bool TextPrinter::precedes(const Entry& one, const Entry& other) const {
  const std::uint8_t* a = order_.view().data() + one.order_at;
  const std::uint8_t* b = order_.view().data() + other.order_at;
  const auto is_text = [](std::uint8_t type) { return type == string_order || type == string_name_order; };
  // A StringName is compared with a String as if it were one.
  return is_text(*a) && is_text(*b) ? compare_texts(++a, ++b) < 0 : compare(a, b) < 0;
}

/// Negative, 0 or positive as Godot compares two values, 0 also where it does not; moves on over both, but for those
/// that differ.
int TextPrinter::compare(const std::uint8_t*& a, const std::uint8_t*& b) const {
  if (*a != *b) return *a - *b;
  const auto type = static_cast<Type>(*a++ - 1);
  ++b;
  switch (type) {
    case Type::Bool:
      return *a++ - *b++;
    case Type::Int:
    case Type::RID: {
      const auto left = load<std::uint64_t>(a);
      const auto right = load<std::uint64_t>(b);
      a += 8;
      b += 8;
      return left < right ? -1 : left > right;
    }
    case Type::String:
    case Type::StringName:
      return compare_texts(a, b);
    case Type::Array:
      if (old_) return 0;
      while (*a != 0 && *b != 0) {
        if (const int sign = compare(a, b)) return sign;
      }
      return *a++ - *b++;
    default:
      return type == Type::Float || compares(type, old_) ? compare_reals(a, b) : 0;
  }
}

int TextPrinter::compare_texts(const std::uint8_t*& a, const std::uint8_t*& b) {
  for (; *a == *b && *a != 0; ++b) ++a;
  return *a++ - *b++;
}

/// As many numbers each as a byte says. A NaN is neither less nor more than anything, nor the same.
int TextPrinter::compare_reals(const std::uint8_t*& a, const std::uint8_t*& b) {
  const int count = *a++;
  const std::uint8_t* left = a;
  const std::uint8_t* right = ++b;
  a += count * 8;
  b += count * 8;
  for (; left < a; left += 8, right += 8) {
    const auto x = load<double>(left);
    const auto y = load<double>(right);
    if (x != y) return x < y ? -1 : y < x;
  }
  return 0;
}

/// Inserts the entry at `at` among those before it, which are sorted.
void TextPrinter::insert(Entry* entries, std::size_t at) const {
  const Entry entry = entries[at];
  // Of few entries engines look at the first one first, which shows where keys do not compare.
  const bool first = at < sorted_by_insertion && precedes(entry, entries[0]);
  for (; at > 0 && (first || precedes(entry, entries[at - 1])); --at) entries[at] = entries[at - 1];
  entries[at] = entry;
}

/// The sort that engines use, because it shows: some keys do not compare, and the others not always consistently.
void TextPrinter::sort(Entry* entries, std::size_t count, std::uint32_t depth) const {
  while (count > sorted_by_insertion) {
    if (depth-- == 0) return sort_as_heap(entries, count);
    const std::size_t cut = partition(entries, count, median(entries[0], entries[count / 2], entries[count - 1]));
    sort(entries + cut, count - cut, depth);
    count = cut;
  }
}

TextPrinter::Entry TextPrinter::median(const Entry& a, const Entry& b, const Entry& c) const {
  if (precedes(a, b)) return precedes(b, c) ? b : precedes(a, c) ? c : a;
  return precedes(a, c) ? a : precedes(b, c) ? c : b;
}

std::size_t TextPrinter::partition(Entry* entries, std::size_t count, const Entry& pivot) const {
  std::size_t first = 0;
  std::size_t last = count;
  while (true) {
    while (first + 1 < count && precedes(entries[first], pivot)) ++first;
    --last;
    while (last > 0 && precedes(pivot, entries[last])) --last;
    if (first >= last) return first;
    std::swap(entries[first++], entries[last]);
  }
}

/// What keeps the sort from taking quadratic time.
void TextPrinter::sort_as_heap(Entry* entries, std::size_t count) const {
  const auto later = [this](const Entry& a, const Entry& b) { return precedes(a, b); };
  std::make_heap(entries, entries + count, later);
  std::sort_heap(entries, entries + count, later);
}

}  // namespace godot_variant
