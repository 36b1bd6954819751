// What dictionaries have in common: their keys, and the order in which these come. Kept from one decode to
// the next, so that a key that stands where it stood before is recognized by comparing bytes.
#pragma once
#include <vector>

#include "events.h"

namespace godot_variant {

/// Texts that were Dictionary keys, and shapes: sequences of such keys, as a tree in which a shape is the way
/// from the root to a node. Both are bounded: when there is no room, keys are texts like any other and
/// dictionaries have no shape.
class Shapes {
 public:
  /// A key: `raw` is the whole String value as it stood on the wire.
  struct Key {
    std::uint32_t raw_at;
    std::uint32_t raw_size;
    std::uint32_t text_size;
  };
  /// `next` is the node that followed last time; 0 when none did.
  struct Node {
    std::int32_t key;
    std::uint32_t parent;
    std::uint32_t next;
    std::uint32_t first_child;
    std::uint32_t next_sibling;
  };
  static constexpr std::uint32_t root = 0;
  /// No shape: some key was no String, or there was no room.
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr std::size_t max_keys = 4096;
  static constexpr std::size_t max_nodes = 8192;
  static constexpr std::size_t max_key_size = 64;

  Shapes() : nodes_{Node{-1, none, 0, 0, 0}}, table_(max_keys * 2) {}

  /// The wire bytes of the key that came next last time; empty when nothing is foreseen.
  Bytes foreseen(std::uint32_t node) const {
    const std::uint32_t next = nodes_[node].next;
    return next == 0 ? Bytes{} : raw(static_cast<std::uint32_t>(nodes_[next].key));
  }
  std::uint32_t foreseen_node(std::uint32_t node) const { return nodes_[node].next; }
  std::int32_t key_of(std::uint32_t node) const { return nodes_[node].key; }

  /// The node after `node` for a key that was read; `none` when there is no room. `raw` must hold nothing but
  /// the text.
  std::uint32_t advance(std::uint32_t node, Bytes raw, std::size_t text_size);

  /// True when it is time to begin anew.
  bool is_full() const { return keys_.size() == max_keys || nodes_.size() == max_nodes; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Key> keys() const { return keys_; }
  Bytes bytes() const { return bytes_; }

 private:
  Bytes raw(std::uint32_t key) const { return Bytes(bytes_).subspan(keys_[key].raw_at, keys_[key].raw_size); }
  std::int32_t intern(Bytes raw, std::size_t text_size);

  std::vector<std::uint8_t> bytes_;
  std::vector<Key> keys_;
  std::vector<Node> nodes_;
  /// Open addressing: number of a key plus one, 0 for a free place.
  std::vector<std::uint16_t> table_;
};

}  // namespace godot_variant
