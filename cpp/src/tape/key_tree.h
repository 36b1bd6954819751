// What dictionaries have in common: their keys, and the order in which these come. Kept from one decode to
// the next, so that a key that stands where it stood before is recognized by comparing bytes.
#pragma once
#include <vector>

#include "events/events.h"

namespace godot_variant {

/// Texts that were Dictionary keys, and shapes: sequences of such keys, as a tree in which a shape is the way
/// from the root to a node. Both are bounded: when there is no room, keys are texts like any other and
/// dictionaries have no shape.
class KeyTree {
 public:
  /// A key: `raw` is the whole String value as it stood on the wire.
  struct Key {
    std::uint32_t raw_at;
    std::uint32_t raw_size;
    std::uint32_t text_size;
  };
  struct Node {
    std::int32_t key = -1;
    std::uint32_t parent = none;
    /// Where the key stands, as in Key.
    std::uint32_t raw_at = 0;
    std::uint32_t raw_size = 0;
    /// The node that followed last time; 0 when none did.
    std::uint32_t next = 0;
    /// The first node of the dictionary that was this key's value last time, or stood in its array.
    std::uint32_t inside = 0;
    std::uint32_t first_child = 0;
    std::uint32_t next_sibling = 0;
  };
  static constexpr std::uint32_t root = 0;
  /// No shape: some key was no String, or there was no room.
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr std::size_t max_keys = 4096;
  static constexpr std::size_t max_nodes = 8192;
  static constexpr std::size_t max_key_size = 64;
  /// Larger dictionaries hardly have their keys in common.
  static constexpr std::size_t max_size = 1024;

  KeyTree() : nodes_(1), table_(max_keys * 2) {}

  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  /// Where the key of a node, a whole String value, stood on the wire; `node(number).raw_size` bytes.
  const std::uint8_t* raw(std::uint32_t number) const { return bytes_.data() + nodes_[number].raw_at; }

  /// The node after `node` for a key that was read; `none` when there is no room. `raw` must hold nothing but
  /// the text. The dictionary is the value of `home`'s key, or stands in its array.
  std::uint32_t advance(std::uint32_t node, std::uint32_t home, Bytes raw, std::size_t text_size);

  /// True when it is time to begin anew.
  bool is_full() const { return keys_.size() == max_keys || nodes_.size() == max_nodes; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Key> keys() const { return keys_; }
  Bytes bytes() const { return bytes_; }

 private:
  std::uint32_t child(std::uint32_t node, std::int32_t key);
  std::int32_t intern(Bytes raw, std::size_t text_size);

  std::vector<std::uint8_t> bytes_;
  std::vector<Key> keys_;
  std::vector<Node> nodes_;
  /// Open addressing: number of a key plus one, 0 for a free place.
  std::vector<std::uint16_t> table_;
};

}  // namespace godot_variant
