#include "variant/equal_keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "bytes/hash.h"
#include "events/numbers.h"
#include "variant/blocks.h"

namespace godot_variant {
namespace {

/// Equal for equal numbers: NaNs are, and 0.0 and -0.0.
template <class T>
std::uint64_t bits_of_number(T number) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(number) ? 1 : bits_as<std::uint64_t>(number + 0);
  return static_cast<std::uint64_t>(number);
}

std::uint64_t hash_of_text(std::string_view text) {
  return hash_of(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

/// Equal for equal keys. Only spreads texts, numbers, vectors, NodePaths and Arrays of them; what collides is
/// sorted.
std::uint64_t hash_of_key(const Variant& key, bool with_elements = true) {
  if (is_text_value(key)) return hash_of_text(text_of(key));
  auto hash = static_cast<std::uint64_t>(key.type());
  if (const auto* integer = key.get_if<std::int64_t>()) return mixed(hash, bits_of_number(*integer));
  key.visit([&](const auto& value) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
      hash = mixed(hash, bits_of_number(value));
    if constexpr (requires { value.components; }) {
      for (const auto number : written_components(value)) hash = mixed(hash, bits_of_number(number));
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, NodePath>) {
      // Whether it is absolute does not count: Godot 3 takes "/" for an empty path.
      for (const String& name : value.names) hash = mixed(hash, hash_of_text(name));
      for (const String& name : value.subnames) hash = mixed(hash, hash_of_text(name));
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Array>) {
      for (std::size_t i = 0; with_elements && i < value.elements.size(); ++i)
        hash = mixed(hash, hash_of_key(value.elements[i], false));
    }
  });
  return hash;
}

/// A key by its place among all.
struct HashedKey {
  std::uint64_t hash;
  std::size_t place;
};

/// Keeps the keys whose hash other keys may have, too. Most keys have a bit of their own among so many that
/// few are left to sort.
void keep_suspects(std::vector<HashedKey>& keys) {
  const auto bits = static_cast<unsigned>(std::bit_width(keys.size())) + 4;
  const auto bit_of = [&](const HashedKey& key) { return static_cast<std::size_t>(key.hash >> (64 - bits)); };
  std::vector<bool> seen(std::size_t{1} << bits);
  std::vector<bool> seen_again(seen.size());
  bool any = false;
  for (const HashedKey& key : keys) {
    const std::size_t bit = bit_of(key);
    if (seen[bit]) seen_again[bit] = any = true;
    seen[bit] = true;
  }
  if (!any) return keys.clear();
  std::erase_if(keys, [&](const HashedKey& key) { return !seen_again[bit_of(key)]; });
}

class EqualKeys {
 public:
  EqualKeys(const Contents& keys, KeyEquality equality) : keys_(keys), order_(equality) {}

  std::vector<EqualKey> find() {
    if (keys_.count <= few && are_simple()) {
      compare_all();
    } else if (keys_.count <= hashed_few) {
      compare_hashes();
    } else {
      compare_sorted();
    }
    return std::move(found_);
  }

 private:
  /// Up to this many texts and ints, comparing all pairs of them takes less time than hashing them.
  static constexpr std::size_t few = 8;
  /// Up to this many keys, comparing all pairs of hashes takes less time than sorting them.
  static constexpr std::size_t hashed_few = 32;

  bool are_equal(std::size_t a, std::size_t b) {
    return order_.compare(keys_[a], keys_[b]) == std::strong_ordering::equal;
  }

  /// Compares all pairs but those that `maybe_equal`, by their places, rejects.
  template <class F>
  void compare_pairs(const F& maybe_equal) {
    for (std::size_t later = 1; later < keys_.count; ++later) {
      for (std::size_t first = 0; first < later; ++first) {
        if (!maybe_equal(first, later) || !are_equal(first, later)) continue;
        found_.push_back({first, later});
        break;
      }
    }
  }

  static bool is_simple(const Variant& key) { return is_text_value(key) || key.is<std::int64_t>(); }
  bool are_simple() const {
    for (std::size_t i = 0; i < keys_.count; ++i) {
      if (!is_simple(keys_[i])) return false;
    }
    return true;
  }
  void compare_all() {
    std::array<std::uint64_t, few> words{};
    for (std::size_t i = 0; i < keys_.count; ++i) words[i] = word_of(keys_[i]);
    compare_pairs([&](std::size_t a, std::size_t b) {
      return words[a] == words[b] && maybe_equal(keys_[a], keys_[b]);
    });
  }
  /// A part of a simple key, by which most keys differ.
  static std::uint64_t word_of(const Variant& key) {
    if (const auto* integer = key.get_if<std::int64_t>()) return static_cast<std::uint64_t>(*integer);
    const std::string_view text = text_of(key);
    const auto* data = reinterpret_cast<const std::uint8_t*>(text.data());
    const std::size_t size = text.size();
    return size ^ (size < 8 ? short_word(data, size) : load<std::uint64_t>(data + size - 8));
  }
  /// Rejects most pairs of simple keys without calling the comparison.
  static bool maybe_equal(const Variant& a, const Variant& b) {
    if (a.type() != b.type()) return is_text_value(a) && is_text_value(b);
    if (const auto* integer = a.get_if<std::int64_t>()) return *integer == *b.get_if<std::int64_t>();
    return text_of(a) == text_of(b);
  }

  void compare_hashes() {
    std::array<std::uint64_t, hashed_few> hashes{};
    for (std::size_t i = 0; i < keys_.count; ++i) hashes[i] = hash_of_key(keys_[i]);
    compare_pairs([&](std::size_t a, std::size_t b) { return hashes[a] == hashes[b]; });
  }

  void compare_sorted() {
    std::vector<HashedKey> keys(keys_.count);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {hash_of_key(keys_[i]), i};
    keep_suspects(keys);
    std::sort(keys.begin(), keys.end(), [](const HashedKey& a, const HashedKey& b) {
      return a.hash != b.hash ? a.hash < b.hash : a.place < b.place;
    });
    for (std::size_t first = 0, end = 0; first < keys.size(); first = end) {
      for (end = first; end < keys.size() && keys[end].hash == keys[first].hash;) ++end;
      if (end - first > 1) compare_group(std::span(keys).subspan(first, end - first));
    }
  }
  /// Compares keys with one hash, given in their order.
  void compare_group(std::span<HashedKey> keys) {
    // A stable sort compares each key with one no larger for every level, so long keys cost no more.
    std::stable_sort(keys.begin(), keys.end(), [&](const HashedKey& a, const HashedKey& b) {
      return order_.compare(keys_[a.place], keys_[b.place]) == std::strong_ordering::less;
    });
    std::size_t first = 0;
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (are_equal(keys[first].place, keys[i].place)) {
        found_.push_back({keys[first].place, keys[i].place});
      } else {
        first = i;
      }
    }
  }

  Contents keys_;
  KeyOrder order_;
  std::vector<EqualKey> found_;
};

bool is_same(const Variant& a, const Variant& b) {
  // Small values and short texts have no other memory.
  if (Blocks::have_same_bits(a, b)) return true;
  const auto* text = a.get_if<String>();
  const auto* other = b.get_if<String>();
  return text != nullptr && other != nullptr && *text == *other;
}

bool are_same(const Contents& keys, const Contents& others) {
  if (keys.count != others.count) return false;
  for (std::size_t i = 0; i < keys.count; ++i) {
    if (!is_same(keys[i], others[i])) return false;
  }
  return true;
}

}  // namespace

std::vector<EqualKey> equal_keys(const Contents& keys, KeyEquality equality) {
  return EqualKeys(keys, equality).find();
}

std::size_t merge_duplicates(std::span<Variant> pairs, KeyEquality equality) {
  const std::size_t count = pairs.size() / 2;
  const std::vector<EqualKey> equal = equal_keys({pairs.data(), count, 2}, equality);
  if (equal.empty()) return pairs.size();
  std::vector<bool> merged(count);
  for (const auto [first, later] : equal) {
    merged[later] = true;
    pairs[first * 2 + 1] = std::move(pairs[later * 2 + 1]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!merged[i] && kept++ != i) {
      pairs[kept * 2 - 2] = std::move(pairs[i * 2]);
      pairs[kept * 2 - 1] = std::move(pairs[i * 2 + 1]);
    }
  }
  for (Variant& left : pairs.subspan(kept * 2)) left = Variant();
  return kept * 2;
}

bool EqualKeySearch::run(const Variant& value) {
  if (enter(value)) return true;
  while (open_.size() > 0) {
    OpenVariants& inner = open_.top();
    if (inner.next == inner.contents.count) {
      open_.pop();
    } else if (enter(inner.contents[inner.next++])) {
      return true;
    }
  }
  return false;
}

/// Returns true for a Dictionary with equal keys.
bool EqualKeySearch::enter(const Variant& value) {
  const Contents contents = contents_in(value);
  if (contents.count == 0) return false;
  const bool pairs = value.is<Dictionary>();
  open_.push({.contents = contents, .object = value.get_if<Object>(), .pairs = pairs});
  return pairs && !all_differ({contents.first, contents.count / 2, 2});
}

bool EqualKeySearch::all_differ(const Contents& keys) {
  // Most Dictionaries have the keys of the last one at their depth. At the top, there is only one.
  const std::size_t depth = std::min(open_.size() - 1, foreseen_depth);
  if (last_.size() < depth) last_.resize(depth);
  Contents* const last = depth > 0 ? &last_[depth - 1] : nullptr;
  if (last == nullptr || !are_same(keys, *last)) {
    const std::vector<EqualKey> equal = equal_keys(keys, equality_);
    if (!equal.empty()) {
      // The value of the later key.
      open_.top().next = equal[0].later * 2 + 2;
      return false;
    }
  }
  if (last != nullptr) *last = keys;
  return true;
}

}  // namespace godot_variant
