// The pages of a tree: what frees them, block by block or all at once.
#pragma once
#include "godot_variant/variant.h"

namespace godot_variant {

/// A value in a page that has other memory besides.
struct Outside {
  Outside* next;
  void* value;
  void (*free)(void* value);
};

struct Page {
  static constexpr std::uint64_t open = std::uint64_t{1} << 32;
  /// Blocks in use, plus `open` while new ones may come.
  std::atomic<std::uint64_t> blocks{open};
  /// The rest is valid only for the first page of a tree that is untouched, and the pages after it.
  Page* next = nullptr;
  Outside* outside = nullptr;

  void drop(std::uint64_t count) {
    if (blocks.fetch_sub(count, std::memory_order_acq_rel) == count) ::operator delete(this);
  }
  /// Frees this page and those after it.
  void free_tree();
};

/// The page of a block, or null.
inline Page* page_of(void* block) {
  memory::BlockOrigin& origin = memory::origin_of(block);
  const std::uint64_t distance = origin.load(std::memory_order_relaxed) & ~memory::untouched;
  return distance == 0 ? nullptr : reinterpret_cast<Page*>(reinterpret_cast<char*>(&origin) - distance);
}

inline bool is_untouched(void* container) {
  return (memory::origin_of(container).load(std::memory_order_relaxed) & memory::untouched) != 0;
}

/// True for classes whose values allocate memory themselves when they are made.
template <class T>
inline constexpr bool has_memory_outside =
    !std::is_trivially_destructible_v<T> && !is_text<T> && !holds_variants<T> &&
    !std::is_same_v<T, NodePath> && !std::is_same_v<T, Signal> && !std::is_same_v<T, PackedStringArray>;

/// Frees the memory of a value that is not in the pages of its tree.
template <class T>
void free_outside(void* value) {
  T& stored = *static_cast<T*>(value);
  if constexpr (std::derived_from<T, Array>) {
    stored.element_type = {};
  } else if constexpr (std::is_same_v<T, Dictionary>) {
    stored.types = {};
  } else {
    static_assert(has_memory_outside<T>);
    std::destroy_at(&stored);
  }
}

}  // namespace godot_variant
