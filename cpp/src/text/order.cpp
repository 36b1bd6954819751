// A Dictionary in the text form, with its keys in the order in which engines print them.
#include <bit>

#include "text/printer.h"

namespace godot_variant {
namespace {

/// Fewer entries than these are sorted by insertion.
constexpr std::size_t sorted_by_insertion = 16;

}  // namespace

bool compares(Type type, bool old) {
  if (type == Type::Vector2 || type == Type::Vector3) return true;
  if (old) return false;
  return type == Type::Vector2i || type == Type::Vector3i || type == Type::Vector4 || type == Type::Vector4i;
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
  if (number == tape::key_is_value) {
    value();
  } else {
    order_byte(string_order);
    if (number <= tape::first_key_text) {
      put_text(text(static_cast<std::uint32_t>(tape::first_key_text - number)), false);
    } else {
      const KeyTree::Key& key = tape_.key_tree->keys()[static_cast<std::size_t>(number)];
      put_text(tape_.key_tree->bytes().subspan(key.raw_at + 8, key.text_size), false);
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
    text.append(out_.view().subspan(from));
    out_.cut(from);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) put(",\n");
      const Entry& entry = entries[i];
      put(reinterpret_cast<const char*>(text.data()) + (entry.text_at - from),
          entry.text_end - entry.text_at);
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

/// Negative, 0 or positive as Godot compares two values, 0 also where it does not; moves on over both, but
/// for those that differ.
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
  const std::size_t count = *a++;
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

/// The sort that engines use, because it shows: some keys do not compare, and the others not always
/// consistently.
void TextPrinter::sort(Entry* entries, std::size_t count, std::uint32_t depth) const {
  while (count > sorted_by_insertion) {
    if (depth-- == 0) return sort_as_heap(entries, count);
    const std::size_t cut =
        partition(entries, count, median(entries[0], entries[count / 2], entries[count - 1]));
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
