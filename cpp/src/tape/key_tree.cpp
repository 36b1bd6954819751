#include "tape/key_tree.h"

#include <utility>

namespace godot_variant {
namespace {

/// A search gives up after this many probes, so that hostile keys cannot slow it down.
constexpr std::size_t max_probes = 8;
/// Longer, because a list of keys that finds no place is slow in every call.
constexpr std::size_t max_child_probes = 64;
/// Per node; the root may have any number.
constexpr std::size_t max_children = 96;

}  // namespace

KeyTree::KeyTree(std::size_t input_size) {
  const std::size_t keys = keys_in(input_size);
  const std::size_t recent = std::min(keys, most_recent);
  // One block of memory, because several take longer than reading a small value.
  slots_.assign(keys * 3 + recent, 0);
  const std::span<std::uint16_t> slots = slots_;
  table_ = slots.first(keys * 2);
  once_ = slots.subspan(keys * 2, keys);
  recent_ = slots.last(recent);
  children_.assign(std::min(keys, usual_keys) * 2, 0);
  nodes_.emplace_back();
}

std::uint32_t KeyTree::advance(std::uint32_t node, std::uint32_t home, Bytes raw, std::size_t text_size) {
  const std::int32_t key = intern(raw, text_size, node == root);
  if (key < 0) return none;
  const std::uint32_t next = child(node, key);
  if (next == none) return none;
  (node == root ? nodes_[home].inside : nodes_[node].next) = next;
  if (raw.size() >= least_key)
    recent_[place_of_recent(node, raw.data(), recent_.size())] = static_cast<std::uint16_t>(next);
  return next;
}

/// Room for the usual keys. A small input often has none that enters.
void KeyTree::reserve() {
  const std::size_t keys = children_.size() / 2;
  bytes_.reserve(keys * 16);
  keys_.reserve(keys);
  nodes_.reserve(keys);
}

std::uint32_t KeyTree::child(std::uint32_t node, std::int32_t key) {
  std::uint16_t* slot = child_slot(node, key);
  if (slot == nullptr || *slot != 0) return slot == nullptr ? none : *slot;
  const bool full = nodes_.size() == max_nodes;
  if (full) ++refused_;
  if (full || (node != root && nodes_[node].children == max_children)) return none;
  ++nodes_[node].children;
  const auto made = static_cast<std::uint32_t>(nodes_.size());
  const Key& of = keys_[static_cast<std::size_t>(key)];
  Node& added = nodes_.emplace_back();
  added.key = key;
  added.parent = node;
  added.raw_at = of.raw_at;
  added.raw_size = of.raw_size;
  *slot = static_cast<std::uint16_t>(made);
  if (nodes_.size() * 3 > children_.size()) grow_children();
  return made;
}

/// The slot of a child, or a free one for it; null if too many others are in its way.
std::uint16_t* KeyTree::child_slot(std::uint32_t node, std::int32_t key) {
  const std::size_t mask = children_.size() - 1;
  const std::uint32_t hash = (node * 0x9E3779B1U + static_cast<std::uint32_t>(key)) * 0x85EBCA77U;
  std::size_t place = (hash ^ hash >> 16) & mask;
  for (std::size_t probe = 0; probe < max_child_probes; ++probe, place = (place + 1) & mask) {
    std::uint16_t& slot = children_[place];
    if (slot == 0 || (nodes_[slot].parent == node && nodes_[slot].key == key)) return &slot;
  }
  return nullptr;
}

void KeyTree::grow_children() {
  children_.assign(children_.size() * 2, 0);
  for (std::uint32_t number = 1; number < nodes_.size(); ++number) {
    std::uint16_t* slot = child_slot(nodes_[number].parent, nodes_[number].key);
    if (slot != nullptr) *slot = static_cast<std::uint16_t>(number);
  }
}

void KeyTree::forget_values(const void* dialect, bool double_reals) {
  for (Node& node : nodes_) node.value_size = 0;
  dialect_ = dialect;
  double_reals_ = double_reals;
}

std::int32_t KeyTree::intern(Bytes raw, std::size_t text_size, bool is_first) {
  if (text_size > max_key_size) return -1;
  const std::size_t mask = table_.size() - 1;
  const auto hash = static_cast<std::uint32_t>(hash_of(raw.data(), raw.size()));
  std::size_t place = hash & mask;
  for (std::size_t probe = 0; probe < max_probes; ++probe, place = (place + 1) & mask) {
    if (table_[place] != 0) {
      const Key& key = keys_[table_[place] - 1U];
      if (key.raw_size == raw.size() && equal(bytes_.data() + key.raw_at, raw.data(), raw.size()))
        return table_[place] - 1;
      continue;
    }
    std::uint16_t& once = once_[hash >> 16 & (once_.size() - 1)];
    const auto rest = static_cast<std::uint16_t>(hash);
    if (is_first && std::exchange(once, rest) != rest) return -1;
    if (keys_.size() == max_keys) {
      ++refused_;
      return -1;
    }
    if (keys_.empty()) reserve();
    keys_.push_back({static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(raw.size()),
                     static_cast<std::uint32_t>(text_size)});
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    table_[place] = static_cast<std::uint16_t>(keys_.size());
    return static_cast<std::int32_t>(keys_.size()) - 1;
  }
  // Otherwise the key would find no place for ever, and neither would the lists that it is in.
  ++refused_;
  return -1;
}

bool KeyPath::follow(KeyTree& tree, std::uint32_t home, const Text& key) {
  const Bytes raw = usual_string(key);
  if (!raw.empty() && is_known()) node_ = tree.advance(node_, home, raw, key.bytes.size());
  if (raw.empty() || !is_known()) {
    leave();
    return false;
  }
  next_ = tree.node(node_).next;
  return true;
}

}  // namespace godot_variant
