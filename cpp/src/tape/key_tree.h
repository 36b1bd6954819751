// Remembers the keys of dictionaries and their order from one decode to the next, so that the decoder
// recognizes a repeated key by comparing bytes. See docs/INTERNALS.md, section "Key tree".
#pragma once
#include <algorithm>
#include <bit>
#include <vector>

#include "events/events.h"
#include "tape/marks.gen.h"

namespace godot_variant {

/// Dictionary keys, and a tree in which each node identifies the list of keys on the path from the root. Both
/// are bounded: when they are full, keys are ordinary texts and dictionaries have no node. A key enters when
/// it comes for the second time, because keys such as ids may come only once and would fill the tree.
class KeyTree {
 public:
  /// `raw` is the whole String value as it was on the wire.
  struct Key {
    std::uint32_t raw_at;
    std::uint32_t raw_size;
    std::uint32_t text_size;
  };
  struct Node {
    std::int32_t key = -1;
    std::uint32_t parent = none;
    /// Position and size of the key, as in Key.
    std::uint32_t raw_at = 0;
    std::uint32_t raw_size = 0;
    /// The node that followed last time, or 0.
    std::uint32_t next = 0;
    /// The first node of the last dictionary that was this key's value or an element of its array.
    std::uint32_t inside = 0;
    /// The value that came with the key last time, if all values with its header take as many bytes; else
    /// its size is 0.
    std::uint32_t value_header = 0;
    std::uint16_t children = 0;
    std::uint8_t value_size = 0;
    Type value_type = Type::Nil;
  };
  static constexpr std::uint32_t root = 0;
  /// No node: some key was not a String, the first key is new, or the tree is full.
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(tape::no_node);
  static constexpr std::size_t max_keys = 4096;
  static constexpr std::size_t max_nodes = 8192;
  static constexpr std::size_t max_key_size = 64;
  /// Larger dictionaries rarely share their keys.
  static constexpr std::size_t max_size = 1024;
  /// About as many as a save has.
  static constexpr std::size_t usual_keys = 128;

  KeyTree() : KeyTree(max_keys * least_entry) {}
  /// For one input only, of which a small one needs little memory.
  explicit KeyTree(std::size_t input_size);
  /// The tables refer to the slots, which a move takes along.
  KeyTree(KeyTree&&) = default;
  KeyTree& operator=(KeyTree&&) = default;
  KeyTree(const KeyTree&) = delete;
  KeyTree& operator=(const KeyTree&) = delete;
  ~KeyTree() = default;

  const Node& node(std::uint32_t number) const { return nodes_[number]; }

  /// The nodes until the next key enters. The loop of the lane keeps these pointers in registers.
  struct View {
    Node* nodes = nullptr;
    const std::uint8_t* bytes = nullptr;
    std::span<const std::uint16_t> recent;

    Node& node(std::uint32_t number) const { return nodes[number]; }
    /// The wire bytes of a node's key, a whole String value of `node.raw_size` bytes.
    const std::uint8_t* raw(const Node& node) const { return bytes + node.raw_at; }
  };
  View view() { return {nodes_.data(), bytes_.data(), recent_}; }
  /// Forgets values that were read by other rules.
  void use_rules(const void* dialect, bool double_reals) {
    if (dialect_ != dialect || double_reals_ != double_reals) forget_values(dialect, double_reals);
  }

  /// The node after `node` for a key; `none` for a new first key, or when the tree is full. `raw` must hold
  /// only the String value. The dictionary is the value of `home`'s key, or an element of its array.
  std::uint32_t advance(std::uint32_t node, std::uint32_t home, Bytes raw, std::size_t text_size);

  /// Bytes of a key on the wire, unless it is empty.
  static constexpr std::size_t least_key = 12;
  /// The place in a table of `size` recent nodes for a key after `node`. Of the key's bytes on the wire, at
  /// least `least_key`, its length and its first four characters count.
  [[gnu::always_inline]] static std::size_t place_of_recent(std::uint32_t node, const std::uint8_t* raw,
                                                            std::size_t size) {
    std::uint64_t word = 0;
    std::memcpy(&word, raw + 4, sizeof word);
    return static_cast<std::size_t>((word + node) * 0x9E3779B97F4A7C15 >> 48) & (size - 1);
  }

  /// True when the tree must be emptied before the next call. A full tree first refuses many keys, because
  /// where most keys are new, filling it again and again costs more than it saves.
  bool is_full() const { return refused_ >= max_nodes; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Key> keys() const { return keys_; }
  Bytes bytes() const { return bytes_; }

 private:
  /// Recent nodes that came where another one was expected.
  static constexpr std::size_t most_recent = 1024;
  /// Bytes of a key, at least 12, and its value.
  static constexpr std::size_t least_entry = 16;
  /// A power of two.
  static std::size_t keys_in(std::size_t input_size) {
    return std::min(std::bit_ceil(input_size / least_entry + 1), max_keys);
  }

  void reserve();
  std::uint32_t child(std::uint32_t node, std::int32_t key);
  std::uint16_t* child_slot(std::uint32_t node, std::int32_t key);
  void grow_children();
  void forget_values(const void* dialect, bool double_reals);
  std::int32_t intern(Bytes raw, std::size_t text_size, bool is_first);

  std::vector<std::uint8_t> bytes_;
  std::vector<Key> keys_;
  std::vector<Node> nodes_;
  const void* dialect_ = nullptr;
  bool double_reals_ = false;
  /// How many keys the full tree has refused.
  std::size_t refused_ = 0;
  /// The memory of the next three.
  std::vector<std::uint16_t> slots_;
  /// Open addressing: the number of a key plus one, or 0 for a free slot.
  std::span<std::uint16_t> table_;
  /// First keys that came once: at the index of one part of their hash, another part of it.
  std::span<std::uint16_t> once_;
  /// Nodes that came lately, by place_of_recent: where lists of keys alternate, as with things of several
  /// kinds in one array, the expected key is often another one.
  std::span<std::uint16_t> recent_;
  /// Open addressing by parent and key: the number of a node, or 0 for a free slot.
  std::vector<std::uint16_t> children_;
};

/// The way of one open container's keys through a tree. The container's home is the node under whose key it
/// is, directly or in an array.
class KeyPath {
 public:
  KeyPath() = default;
  /// Of a container with this home; with `pairs`, a Dictionary.
  template <class Tree>
  [[gnu::always_inline]] KeyPath(const Tree& tree, std::uint32_t home, bool pairs, std::uint32_t count)
      : node_(pairs && count <= KeyTree::max_size ? KeyTree::root : KeyTree::none),
        next_(is_known() ? tree.node(home).inside : 0) {}

  /// Assigns each number, because an assignment of both is one of 64 bits, which then have to be taken apart.
  [[gnu::always_inline]] void set(const KeyPath& other) {
    node_ = other.node_;
    next_ = other.next_;
  }

  /// False outside of Dictionaries, and after a key that the tree does not hold.
  bool is_known() const { return node_ != KeyTree::none; }
  /// The node of the last key.
  std::uint32_t node() const { return node_; }
  /// The home of the container that begins here; `home` is that of the one around.
  std::uint32_t home_inside(std::uint32_t home) const { return is_known() ? node_ : home; }

  /// The wire bytes of the String key that came next last time; empty without a prediction.
  [[gnu::always_inline]] Bytes expected(const KeyTree::View& tree) const {
    const KeyTree::Node& node = expected_node(tree);
    return {tree.raw(node), node.raw_size};
  }
  /// The node of the expected key, or the root.
  [[gnu::always_inline]] const KeyTree::Node& expected_node(const KeyTree::View& tree) const {
    return tree.node(next_);
  }
  /// Expects another key that came here lately, and begins as the bytes do. Returns false without one. The
  /// container has this home.
  [[gnu::always_inline]] bool expects_recent(const KeyTree::View& tree, std::uint32_t home, Bytes ahead) {
    if (!is_known() || ahead.size() < KeyTree::least_key) return false;
    const std::size_t place = KeyTree::place_of_recent(node_, ahead.data(), tree.recent.size());
    const std::uint32_t recent = tree.recent[place];
    if (recent == next_ || tree.node(recent).parent != node_) return false;
    (node_ == KeyTree::root ? tree.node(home).inside : tree.node(node_).next) = recent;
    next_ = recent;
    return true;
  }
  /// Moves on to the expected key, and returns its node.
  [[gnu::always_inline]] const KeyTree::Node& take_expected(const KeyTree::View& tree) {
    const KeyTree::Node& node = tree.node(next_);
    node_ = next_;
    next_ = node.next;
    return node;
  }
  /// Moves on to a String key, which the tree adds. Returns false where it cannot.
  bool follow(KeyTree& tree, std::uint32_t home, const Text& key);
  /// Moves on to a key that the tree cannot hold.
  void leave() {
    node_ = KeyTree::none;
    next_ = 0;
  }

 private:
  std::uint32_t node_ = KeyTree::none;
  /// The node that is expected next, or 0.
  std::uint32_t next_ = 0;
};

}  // namespace godot_variant
