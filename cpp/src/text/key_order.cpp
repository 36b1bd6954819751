#include "text/key_order.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace godot_variant {
namespace {

/// Engines sort fewer entries than this by insertion.
constexpr std::size_t sorted_by_insertion = 16;
/// Moves for each entry. Where keys are comparable, fewer than `sorted_by_insertion` suffice.
constexpr std::size_t most_moves = 1000;
constexpr std::uint8_t string_order = static_cast<std::uint8_t>(Type::String) + 1;
constexpr std::uint8_t string_name_order = static_cast<std::uint8_t>(Type::StringName) + 1;

int compare_texts(const std::uint8_t*& a, const std::uint8_t*& b) {
  for (; *a == *b && *a != 0; ++b) ++a;
  return *a++ - *b++;
}

/// Godot 3.2's is_equal_approx of 32-bit floats.
bool nearly_equal(float a, float b) {
  constexpr double least = 0.00001;
  const float tolerance =
      std::max(static_cast<float>(least * static_cast<double>(std::abs(a))), static_cast<float>(least));
  return a == b || std::abs(a - b) < tolerance;
}

/// Compares lists of numbers, each preceded by its count. A NaN compares as equal to everything. `roughly` is
/// as for TextKeyOrder.
int compare_reals(const std::uint8_t*& a, const std::uint8_t*& b, bool roughly) {
  const std::size_t count = *a++;
  const std::uint8_t* left = a;
  const std::uint8_t* right = ++b;
  a += count * 8;
  b += count * 8;
  for (; left < a; left += 8, right += 8) {
    const auto x = load<double>(left);
    const auto y = load<double>(right);
    // Of vectors, the last coordinate is always compared exactly.
    if (roughly && left + 8 < a && nearly_equal(static_cast<float>(x), static_cast<float>(y))) continue;
    if (x != y) return x < y ? -1 : y < x;
  }
  return 0;
}

}  // namespace

bool compares(Type type, bool old) {
  if (type == Type::Vector2 || type == Type::Vector3) return true;
  if (old) return false;
  return type == Type::Vector2i || type == Type::Vector3i || type == Type::Vector4 || type == Type::Vector4i;
}

bool TextKeyOrder::sort(std::span<Entry> entries) const {
  sort(entries.data(), entries.size(), 2 * static_cast<std::uint32_t>(std::bit_width(entries.size()) - 1));
  std::uint64_t moves = entries.size() * std::uint64_t{most_moves};
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const std::size_t moved = insert(entries.data(), i);
    if (moved > moves) return false;
    moves -= moved;
  }
  return true;
}

bool TextKeyOrder::precedes(const Entry& one, const Entry& other) const {
  const std::uint8_t* a = keys_.view().data() + one.key_at;
  const std::uint8_t* b = keys_.view().data() + other.key_at;
  const auto is_text = [](std::uint8_t type) { return type == string_order || type == string_name_order; };
  // Engines compare a StringName and a String by their texts.
  return is_text(*a) && is_text(*b) ? compare_texts(++a, ++b) < 0 : compare(a, b) < 0;
}

/// Compares as Godot does: negative, 0 or positive; 0 also for values that Godot does not compare. Advances
/// past both values if they are equal.
int TextKeyOrder::compare(const std::uint8_t*& a, const std::uint8_t*& b) const {
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
      return type == Type::Float || compares(type, old_) ? compare_reals(a, b, roughly_) : 0;
  }
}

/// Inserts the entry at `at` into the sorted entries before it. Returns how many of them it moved.
std::size_t TextKeyOrder::insert(Entry* entries, std::size_t at) const {
  const Entry entry = entries[at];
  const std::size_t last = at;
  // Among few entries, engines compare a new one with the first. This changes the order when keys are not
  // comparable.
  const bool first = at < sorted_by_insertion && precedes(entry, entries[0]);
  for (; at > 0 && (first || precedes(entry, entries[at - 1])); --at) entries[at] = entries[at - 1];
  entries[at] = entry;
  return last - at;
}

/// The same algorithm as in engines. Others would give another order, because some keys are not comparable
/// and some comparisons are inconsistent.
void TextKeyOrder::sort(Entry* entries, std::size_t count, std::uint32_t depth) const {
  while (count > sorted_by_insertion) {
    if (depth-- == 0) return sort_as_heap(entries, count);
    const std::size_t cut =
        partition(entries, count, median(entries[0], entries[count / 2], entries[count - 1]));
    sort(entries + cut, count - cut, depth);
    count = cut;
  }
}

TextKeyOrder::Entry TextKeyOrder::median(const Entry& a, const Entry& b, const Entry& c) const {
  if (precedes(a, b)) return precedes(b, c) ? b : precedes(a, c) ? c : a;
  return precedes(a, c) ? a : precedes(b, c) ? c : b;
}

std::size_t TextKeyOrder::partition(Entry* entries, std::size_t count, const Entry& pivot) const {
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

/// Keeps the sort from taking quadratic time.
void TextKeyOrder::sort_as_heap(Entry* entries, std::size_t count) const {
  const auto later = [this](const Entry& a, const Entry& b) { return precedes(a, b); };
  std::make_heap(entries, entries + count, later);
  std::sort_heap(entries, entries + count, later);
}

}  // namespace godot_variant
