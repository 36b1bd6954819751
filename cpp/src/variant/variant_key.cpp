#include "variant/variant_key.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "bytes/hash.h"
#include "events/numbers.h"
#include "variant/tree.h"

namespace godot_variant {
namespace {

using Order = std::strong_ordering;

Order compare_addresses(const void* a, const void* b) {
  const std::less<> before;
  return before(a, b) ? Order::less : before(b, a) ? Order::greater : Order::equal;
}

Order compare_texts(std::string_view a, std::string_view b) { return a.compare(b) <=> 0; }

template <class A, class B>
Order compare_all(const A& a, const B& b);

/// The order of the values in Variants, without the contents of containers.
template <class T>
Order compare_leaves(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) <=> std::isnan(b);
    return a < b ? Order::less : a > b ? Order::greater : Order::equal;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return a <=> b;
  } else if constexpr (std::is_same_v<T, String>) {
    return compare_texts(a, b);
  } else if constexpr (requires { a.components; }) {
    return compare_all(a.components, b.components);
  } else if constexpr (requires { a.data.index(); }) {
    if (a.data.index() != b.data.index()) return a.data.index() <=> b.data.index();
    return std::visit(
        [&](const auto& mine) {
          return compare_all(mine, *std::get_if<std::decay_t<decltype(mine)>>(&b.data));
        },
        a.data);
  } else if constexpr (std::is_same_v<T, Image>) {
    const auto head = [](const Image& image) {
      return std::array{image.format, image.mipmaps, image.width, image.height};
    };
    const Order order = compare_all(head(a), head(b));
    return order != Order::equal ? order : compare_all(a.data, b.data);
  } else if constexpr (requires { a.data; }) {
    return compare_all(a.data, b.data);
  } else if constexpr (std::is_same_v<T, StringName>) {
    return compare_leaves(a.text, b.text);
  } else if constexpr (std::is_same_v<T, NodePath>) {
    if (a.absolute != b.absolute) return a.absolute <=> b.absolute;
    const Order order = compare_all(a.names, b.names);
    return order != Order::equal ? order : compare_all(a.subnames, b.subnames);
  } else if constexpr (std::is_same_v<T, RID>) {
    return a.id <=> b.id;
  } else if constexpr (std::is_same_v<T, Signal>) {
    const Order order = compare_leaves(a.name, b.name);
    return order != Order::equal ? order : a.object_id <=> b.object_id;
  } else if constexpr (std::is_same_v<T, EncodedObjectAsID>) {
    if (a.object_id == 0 || b.object_id == 0) return (a.object_id != 0) <=> (b.object_id != 0);
    return compare_addresses(&a, &b);
  } else if constexpr (std::is_same_v<T, Object> || std::is_same_v<T, InputEvent>) {
    return compare_addresses(&a, &b);
  } else {
    static_assert(std::is_empty_v<T> || std::derived_from<T, Array> || std::is_same_v<T, Dictionary>);
    return Order::equal;
  }
}

template <class A, class B>
Order compare_all(const A& a, const B& b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Order order = compare_leaves(a[i], b[i]);
    if (order != Order::equal) return order;
  }
  return Order::equal;
}

std::string_view text_of(const Variant& value) {
  const auto* name = value.get_if<StringName>();
  return name != nullptr ? name->text.view() : value.get_if<String>()->view();
}
bool is_text_value(const Variant& value) { return value.is<String>() || value.is<StringName>(); }

template <class T>
Order compare_bits(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return (a.empty() ? 0 : std::memcmp(a.data(), b.data(), a.size() * sizeof(T))) <=> 0;
}

NodePath read_in_godot_3(NodePath path) {
  path.absolute = path.absolute && path.names.size() + path.subnames.size() > 0;
  return path;
}

template <class T>
Order compare_leaves_in_godot_3(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, PackedFloat32Array> || std::is_same_v<T, PackedFloat64Array>) {
    const auto* floats = std::get_if<std::vector<float>>(&a.data);
    const auto* others = std::get_if<std::vector<float>>(&b.data);
    if (floats != nullptr && others != nullptr) return compare_bits(*floats, *others);
    if (floats == nullptr && others == nullptr)
      return compare_bits(std::get<std::vector<double>>(a.data), std::get<std::vector<double>>(b.data));
  }
  if constexpr (std::is_same_v<T, NodePath>)
    return compare_leaves(read_in_godot_3(a), read_in_godot_3(b));
  else
    return compare_leaves(a, b);
}

class KeyOrder {
 public:
  explicit KeyOrder(KeyEquality equality) : equality_(equality) {}

  Order compare(const Variant& a, const Variant& b) {
    open_.clear();
    Order order = compare_key(a, b);
    while (order == Order::equal && !open_.empty()) {
      Pair& pair = open_.back();
      if (pair.next == pair.a.count) {
        open_.pop_back();
        continue;
      }
      const bool is_key = pair.keys && pair.next % 2 == 0;
      const std::size_t at = pair.next++;
      // Comparing may open containers, which moves `pair`.
      order = is_key ? compare_key(pair.a[at], pair.b[at]) : compare_content(pair.a[at], pair.b[at]);
    }
    return order;
  }

 private:
  /// Two containers whose contents are equal before `next`.
  struct Pair {
    Contents a;
    Contents b;
    /// Every other value is a key.
    bool keys = false;
    std::size_t next = 0;
  };

  Order compare_key(const Variant& a, const Variant& b) {
    if (is_text_value(a) && is_text_value(b)) return compare_texts(text_of(a), text_of(b));
    // Where a String is a key, it takes the place of a StringName.
    const Type type = is_text_value(a) ? Type::String : a.type();
    const Type other = is_text_value(b) ? Type::String : b.type();
    return type != other ? type <=> other : compare_values(a, b);
  }
  Order compare_content(const Variant& a, const Variant& b) {
    if (a.type() != b.type()) return a.type() <=> b.type();
    const double* number = a.get_if<double>();
    const double* other = b.get_if<double>();
    const bool differs = number != nullptr && std::isnan(*number) && std::isnan(*other);
    if (differs && equality_ != KeyEquality::godot_3) return compare_addresses(&a, &b);
    return compare_values(a, b);
  }
  Order compare_values(const Variant& a, const Variant& b) {
    return a.visit([&](const auto& mine) {
      using Class = std::decay_t<decltype(mine)>;
      const auto* theirs = b.get_if<Class>();
      // An Object and an id, which have the same type.
      if (theirs == nullptr) return Order{a.is<Object>() ? Order::less : Order::greater};
      if constexpr (std::derived_from<Class, Array>) {
        return open(mine.elements, theirs->elements, false);
      } else if constexpr (std::is_same_v<Class, Dictionary>) {
        if (equality_ != KeyEquality::godot_4) return compare_addresses(&a, &b);
        return open(mine.entries, theirs->entries, true);
      } else if (equality_ == KeyEquality::godot_3) {
        return compare_leaves_in_godot_3(mine, *theirs);
      } else {
        return compare_leaves(mine, *theirs);
      }
    });
  }
  template <class T>
  Order open(const List<T>& a, const List<T>& b, bool keys) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    open_.push_back({contents_of(a), contents_of(b), keys});
    return Order::equal;
  }

  KeyEquality equality_;
  std::vector<Pair> open_;
};

/// Equal for equal numbers: NaNs are, and 0.0 and -0.0.
template <class T>
std::uint64_t bits_of_number(T number) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(number) ? 1 : bits_as<std::uint64_t>(number + 0);
  return static_cast<std::uint64_t>(number);
}

/// Equal for equal keys. Only spreads texts, numbers and vectors; what collides is sorted.
std::uint64_t hash_of_key(const Variant& key) {
  if (is_text_value(key)) {
    const std::string_view text = text_of(key);
    return hash_of(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  auto hash = static_cast<std::uint64_t>(key.type());
  if (const auto* integer = key.get_if<std::int64_t>()) return mixed(hash, bits_of_number(*integer));
  key.visit([&](const auto& value) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
      hash = mixed(hash, bits_of_number(value));
    if constexpr (requires { value.components; }) {
      for (const auto number : value.components) hash = mixed(hash, bits_of_number(number));
    }
  });
  return hash;
}

/// A key by its place among the pairs.
struct HashedKey {
  std::uint64_t hash;
  std::size_t place;
};

class Merging {
 public:
  Merging(std::span<Variant> pairs, KeyEquality equality) : pairs_(pairs), order_(equality) {}

  std::size_t run() {
    if (count() > few) {
      merge_sorted();
    } else {
      merge_few();
    }
    return any_ ? without_merged() : pairs_.size();
  }

 private:
  /// Up to this many keys, comparing all pairs of them takes less time than hashing them.
  static constexpr std::size_t few = 8;
  /// Up to this many keys, sorting all of them at once takes less time.
  static constexpr std::size_t one_bucket = 64;

  std::size_t count() const { return pairs_.size() / 2; }
  const Variant& key(std::size_t place) const { return pairs_[place * 2]; }

  void merge_few() {
    for (std::size_t later = 1; later < count(); ++later) {
      for (std::size_t first = 0; first < later; ++first) {
        if (!maybe_equal(key(first), key(later)) || order_.compare(key(first), key(later)) != Order::equal)
          continue;
        merge(first, later);
        break;
      }
    }
  }
  /// Rejects most pairs without calling the comparison.
  static bool maybe_equal(const Variant& a, const Variant& b) {
    if (a.type() != b.type()) return is_text_value(a) && is_text_value(b);
    if (const auto* text = a.get_if<String>()) return *text == *b.get_if<String>();
    const auto* integer = a.get_if<std::int64_t>();
    return integer == nullptr || *integer == *b.get_if<std::int64_t>();
  }

  /// The keys by hash, then by place.
  std::vector<HashedKey> sorted() const {
    std::vector<HashedKey> keys(count());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {hash_of_key(key(i)), i};
    if (count() > one_bucket) return sorted_by_buckets(keys);
    sort_bucket(keys);
    return keys;
  }
  /// Most keys have a bucket of their own, so that little is left to sort.
  static std::vector<HashedKey> sorted_by_buckets(const std::vector<HashedKey>& keys) {
    const auto bits = static_cast<unsigned>(std::bit_width(keys.size()));
    const auto bucket_of = [&](const HashedKey& key) {
      return static_cast<std::size_t>(key.hash >> (64 - bits));
    };
    std::vector<std::size_t> ends((std::size_t{1} << bits) + 1);
    for (const HashedKey& key : keys) ++ends[bucket_of(key) + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<HashedKey> sorted(keys.size());
    for (const HashedKey& key : keys) sorted[ends[bucket_of(key)]++] = key;
    std::size_t first = 0;
    for (const std::size_t end : ends) {
      if (end - first > 1) sort_bucket(std::span(sorted).subspan(first, end - first));
      first = end;
    }
    return sorted;
  }
  static void sort_bucket(std::span<HashedKey> keys) {
    std::sort(keys.begin(), keys.end(), [](const HashedKey& a, const HashedKey& b) {
      return a.hash != b.hash ? a.hash < b.hash : a.place < b.place;
    });
  }

  void merge_sorted() {
    std::vector<HashedKey> keys = sorted();
    for (std::size_t first = 0, end = 0; first < keys.size(); first = end) {
      for (end = first; end < keys.size() && keys[end].hash == keys[first].hash;) ++end;
      if (end - first > 1) merge_group(std::span(keys).subspan(first, end - first));
    }
  }
  /// Merges keys with one hash, given in their order.
  void merge_group(std::span<HashedKey> keys) {
    // A stable sort compares each key with one no larger for every level, so long keys cost no more.
    std::stable_sort(keys.begin(), keys.end(), [&](const HashedKey& a, const HashedKey& b) {
      return order_.compare(key(a.place), key(b.place)) == Order::less;
    });
    std::size_t first = 0;
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (order_.compare(key(keys[first].place), key(keys[i].place)) == Order::equal) {
        merge(keys[first].place, keys[i].place);
      } else {
        first = i;
      }
    }
  }

  /// The key stays for the comparisons that follow.
  void merge(std::size_t first, std::size_t later) {
    if (!any_) merged_.resize(count());
    any_ = true;
    merged_[later] = true;
    pairs_[first * 2 + 1] = std::move(pairs_[later * 2 + 1]);
  }
  std::size_t without_merged() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count(); ++i) {
      if (!merged_[i] && kept++ != i) {
        pairs_[kept * 2 - 2] = std::move(pairs_[i * 2]);
        pairs_[kept * 2 - 1] = std::move(pairs_[i * 2 + 1]);
      }
    }
    for (Variant& left : pairs_.subspan(kept * 2)) left = Variant();
    return kept * 2;
  }

  std::span<Variant> pairs_;
  KeyOrder order_;
  std::vector<bool> merged_;
  bool any_ = false;
};

}  // namespace

std::strong_ordering compare_keys(const Variant& a, const Variant& b, KeyEquality equality) {
  return KeyOrder(equality).compare(a, b);
}

std::size_t merge_duplicates(std::span<Variant> pairs, KeyEquality equality) {
  return Merging(pairs, equality).run();
}

}  // namespace godot_variant
