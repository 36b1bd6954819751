#include "variant/variant_key.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "bytes/hash.h"

namespace godot_variant {
namespace {

struct Secret {
  std::uint64_t first;
  std::uint64_t second;
};

const Secret& secret() {
  static const Secret drawn = [] {
    std::random_device random;
    const auto word = [&] { return std::uint64_t{random()} << 32 | random(); };
    return Secret{word(), word()};
  }();
  return drawn;
}

/// SipHash-1-3 of words. Its secret keeps the author of an input from choosing keys with equal hashes, which
/// would be compared pair by pair.
class KeyedHash {
 public:
  void add(std::uint64_t word) {
    d_ ^= word;
    round();
    a_ ^= word;
  }
  std::uint64_t finish() {
    c_ ^= 0xFF;
    for (int i = 0; i < 3; ++i) round();
    return a_ ^ b_ ^ c_ ^ d_;
  }

 private:
  void round() {
    a_ += b_;
    b_ = std::rotl(b_, 13) ^ a_;
    a_ = std::rotl(a_, 32);
    c_ += d_;
    d_ = std::rotl(d_, 16) ^ c_;
    a_ += d_;
    d_ = std::rotl(d_, 21) ^ a_;
    c_ += b_;
    b_ = std::rotl(b_, 17) ^ c_;
    c_ = std::rotl(c_, 32);
  }

  std::uint64_t a_ = secret().first ^ 0x736F6D6570736575;
  std::uint64_t b_ = secret().second ^ 0x646F72616E646F6D;
  std::uint64_t c_ = secret().first ^ 0x6C7967656E657261;
  std::uint64_t d_ = secret().second ^ 0x7465646279746573;
};

/// A word is its own hash, as every container of words and key_hash() mix what they get.
std::uint64_t hash_of(std::uint64_t value) { return value; }

std::uint64_t hash_of(double value) {
  if (std::isnan(value)) return 0x7FF8;
  const double number = value == 0 ? 0.0 : value;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return hash_of(bits);
}

std::uint64_t text_hash(const std::uint8_t* data, std::size_t size) {
  KeyedHash hash;
  hash.add(size);
  std::size_t at = 0;
  for (; at + 8 <= size; at += 8) hash.add(load<std::uint64_t>(data + at));
  hash.add(short_word(data + at, size - at));
  return hash.finish();
}

std::uint64_t hash_of(const std::string& text) {
  return text_hash(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

template <class A, class F>
std::uint64_t hash_all(const A& items, F hash_item) {
  KeyedHash hash;
  hash.add(items.size());
  for (const auto& item : items) hash.add(hash_item(item));
  return hash.finish();
}

template <class A>
bool same_reals(const A& a, const A& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return same(x, y); });
}

/// Hashes of all values except containers; overloads select by value class.
struct LeafHash {
  std::uint64_t operator()(Variant::Nil) const { return 1; }
  std::uint64_t operator()(bool value) const { return value ? 3 : 2; }
  std::uint64_t operator()(std::int64_t value) const { return hash_of(static_cast<std::uint64_t>(value)); }
  std::uint64_t operator()(double value) const { return hash_of(value); }
  std::uint64_t operator()(const std::string& text) const { return hash_of(text); }
  std::uint64_t operator()(const StringName& name) const { return hash_of(name.text); }
  template <std::size_t N>
  std::uint64_t operator()(const Reals<N>& value) const {
    return hash_all(value.components, [](double number) { return hash_of(number); });
  }
  template <std::size_t N>
  std::uint64_t operator()(const Integers<N>& value) const {
    return hash_all(value.components, [](std::int32_t number) { return static_cast<std::uint64_t>(number); });
  }
  std::uint64_t operator()(const NodePath& path) const {
    const auto text = [](const std::string& name) { return hash_of(name); };
    return combine(combine(path.absolute ? 1 : 0, hash_all(path.names, text)), hash_all(path.subnames, text));
  }
  std::uint64_t operator()(const RID& rid) const { return hash_of(rid.id); }
  std::uint64_t operator()(const Signal& signal) const {
    return combine(hash_of(signal.name), signal.object_id);
  }
  template <class T>
  requires requires(const T& packed) { packed.data.begin(); }
  std::uint64_t operator()(const T& packed) const {
    return hash_all(packed.data, [](const auto& item) {
      if constexpr (std::is_same_v<std::decay_t<decltype(item)>, std::string>) {
        return hash_of(item);
      } else {
        return static_cast<std::uint64_t>(item);
      }
    });
  }
  template <Type T, std::size_t N>
  std::uint64_t operator()(const PackedReals<T, N>& packed) const {
    return std::visit(
        [](const auto& numbers) { return hash_all(numbers, [](double number) { return hash_of(number); }); },
        packed.data);
  }
  std::uint64_t operator()(const Object&) const { return unique_hash(); }
  std::uint64_t operator()(const EncodedObjectAsID& object) const {
    return object.object_id == 0 ? 7 : unique_hash();
  }
  std::uint64_t operator()(const InputEvent&) const { return unique_hash(); }
  std::uint64_t operator()(const Image& image) const {
    std::uint64_t hash = hash_all(image.data, [](std::uint8_t byte) { return std::uint64_t{byte}; });
    for (const std::uint32_t number : {image.format, image.mipmaps, image.width, image.height}) {
      hash = combine(hash, number);
    }
    return hash;
  }
  std::uint64_t operator()(const Callable&) const { return 4; }
  /// The builder combines the hashes of a container's contents.
  std::uint64_t operator()(const Array&) const { return 5; }
  std::uint64_t operator()(const Dictionary&) const { return 6; }
};

bool same_content(const Variant& a, const Variant& b);

struct SameLeaf {
  bool operator()(double a, double b) const { return same(a, b); }
  /// The classes derived from Reals. Without the constraint, the generic template below would match them
  /// equally well.
  template <class T>
  requires std::is_floating_point_v<typename decltype(T::components)::value_type>
  bool operator()(const T& a, const T& b) const { return same_reals(a.components, b.components); }
  template <Type T, std::size_t N>
  bool operator()(const PackedReals<T, N>& a, const PackedReals<T, N>& b) const {
    return a.data.index() == b.data.index() &&
           std::visit(
               [&](const auto& mine) {
                 return same_reals(mine, *std::get_if<std::decay_t<decltype(mine)>>(&b.data));
               },
               a.data);
  }
  bool operator()(const NodePath& a, const NodePath& b) const {
    return a.absolute == b.absolute && a.names == b.names && a.subnames == b.subnames;
  }
  bool operator()(const Object&, const Object&) const { return false; }
  bool operator()(const EncodedObjectAsID& a, const EncodedObjectAsID& b) const {
    return a.object_id == 0 && b.object_id == 0;
  }
  bool operator()(const InputEvent&, const InputEvent&) const { return false; }
  template <std::derived_from<Array> T>
  bool operator()(const T& a, const T& b) const {
    return std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                      same_content);
  }
  bool operator()(const Dictionary& a, const Dictionary& b) const {
    return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      [](const auto& x, const auto& y) {
                        return same_key(x.first, y.first) && same_content(x.second, y.second);
                      });
  }
  template <class T>
  bool operator()(const T& a, const T& b) const {
    return a == b;
  }
};

bool same_type_and_value(const Variant& a, const Variant& b) {
  if (a.type() != b.type()) return false;
  return a.visit([&](const auto& mine) {
    const auto* theirs = b.get_if<std::decay_t<decltype(mine)>>();
    return theirs != nullptr && SameLeaf{}(mine, *theirs);
  });
}

bool same_content(const Variant& a, const Variant& b) {
  const double* number = a.get_if<double>();
  return !(number != nullptr && std::isnan(*number)) && same_type_and_value(a, b);
}

const std::string* text_of(const Variant& value) {
  if (const auto* name = value.get_if<StringName>()) return &name->text;
  return value.get_if<std::string>();
}

bool any_equal(std::span<const std::uint64_t> hashes) {
  constexpr std::size_t few = 24;
  if (hashes.size() <= few) {
    for (std::size_t i = 1; i < hashes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (hashes[i] == hashes[j]) return true;
      }
    }
    return false;
  }
  std::vector<std::uint64_t> sorted(hashes.begin(), hashes.end());
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] == sorted[i - 1]) return true;
  }
  return false;
}

}  // namespace

std::uint64_t combine(std::uint64_t hash, std::uint64_t next) {
  KeyedHash both;
  both.add(hash);
  both.add(next);
  return both.finish();
}

std::uint64_t key_hash(const Variant& leaf) {
  const Type type = leaf.type() == Type::StringName ? Type::String : leaf.type();
  return combine(static_cast<std::uint64_t>(type), leaf.visit(LeafHash{}));
}

std::uint64_t key_hash(Bytes text) {
  return combine(static_cast<std::uint64_t>(Type::String), text_hash(text.data(), text.size()));
}

bool same_key(const Variant& a, const Variant& b) {
  const std::string* text = text_of(a);
  const std::string* other = text_of(b);
  if (text != nullptr && other != nullptr) return *text == *other;
  return same_type_and_value(a, b);
}

std::uint64_t unique_hash() {
  static thread_local std::uint64_t count = 0;
  return combine(0x51ED270B, ++count);
}

void merge_duplicates(Dictionary& dictionary, std::span<const std::uint64_t> hashes) {
  if (!any_equal(hashes)) return;
  auto& entries = dictionary.entries;
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b;
  });
  std::vector<bool> merged(entries.size());
  bool any = false;
  for (std::size_t first = 0; first < order.size(); ++first) {
    if (merged[order[first]]) continue;
    for (std::size_t i = first + 1; i < order.size() && hashes[order[i]] == hashes[order[first]]; ++i) {
      if (merged[order[i]] || !same_key(entries[order[first]].first, entries[order[i]].first)) continue;
      entries[order[first]].second = std::move(entries[order[i]].second);
      merged[order[i]] = any = true;
    }
  }
  if (!any) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (merged[i]) continue;
    if (kept != i) entries[kept] = std::move(entries[i]);
    ++kept;
  }
  entries.resize(kept);
}

}  // namespace godot_variant
