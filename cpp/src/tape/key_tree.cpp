#include "tape/key_tree.h"

namespace godot_variant {
namespace {

/// A search gives up after this many probes, so that hostile keys cannot slow it down.
constexpr std::size_t max_probes = 8;
constexpr std::size_t max_branches = 32;

}  // namespace

std::uint32_t KeyTree::advance(std::uint32_t node, std::uint32_t home, Bytes raw, std::size_t text_size) {
  const std::int32_t key = intern(raw, text_size);
  if (key < 0) return none;
  const std::uint32_t next = child(node, key);
  if (next != none) (node == root ? nodes_[home].inside : nodes_[node].next) = next;
  return next;
}

std::uint32_t KeyTree::child(std::uint32_t node, std::int32_t key) {
  std::uint32_t child = nodes_[node].first_child;
  for (std::size_t probe = 0; child != 0 && probe < max_branches; ++probe) {
    if (nodes_[child].key == key) return child;
    child = nodes_[child].next_sibling;
  }
  if (child != 0 || nodes_.size() == max_nodes) return none;
  const auto made = static_cast<std::uint32_t>(nodes_.size());
  const Key& of = keys_[static_cast<std::size_t>(key)];
  nodes_.push_back({key, node, of.raw_at, of.raw_size, 0, 0, 0, nodes_[node].first_child});
  nodes_[node].first_child = made;
  return made;
}

std::int32_t KeyTree::intern(Bytes raw, std::size_t text_size) {
  if (text_size > max_key_size) return -1;
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash_of(raw.data(), raw.size()) & mask;
  for (std::size_t probe = 0; probe < max_probes; ++probe, place = (place + 1) & mask) {
    if (table_[place] != 0) {
      const Key& key = keys_[table_[place] - 1U];
      if (key.raw_size == raw.size() && equal(bytes_.data() + key.raw_at, raw.data(), raw.size()))
        return table_[place] - 1;
      continue;
    }
    if (keys_.size() == max_keys) return -1;
    keys_.push_back({static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(raw.size()),
                     static_cast<std::uint32_t>(text_size)});
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    table_[place] = static_cast<std::uint16_t>(keys_.size());
    return static_cast<std::int32_t>(keys_.size()) - 1;
  }
  return -1;
}

bool KeyPath::follow(KeyTree& tree, std::uint32_t home, const Text& key) {
  const std::size_t size = key.bytes.size();
  const bool plain = key.form == TextForm::valid && key.wire_size == size &&
                     load<std::uint32_t>(key.bytes.data() - 8) <= 0xFF;
  if (plain && is_known())
    node_ = tree.advance(node_, home, {key.bytes.data() - 8, 8 + size + padding_of(size)}, size);
  if (!plain || !is_known()) {
    leave();
    return false;
  }
  next_ = tree.node(node_).next;
  return true;
}

}  // namespace godot_variant
