// The memory of Strings, Lists and boxed values. Not meant for users.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace godot_variant::memory {

/// In front of each block stands its distance to the beginning of its page, or 0 when it has no page.
using BlockOrigin = std::atomic<std::uint64_t>;

/// A bit of the origin of a container that decode returned: its pages hold everything in it, and nothing
/// else, so they can be freed without a look at the values. That ends when the contents may change.
inline constexpr std::uint64_t untouched = std::uint64_t{1} << 63;

inline BlockOrigin& origin_of(void* block) { return *(static_cast<BlockOrigin*>(block) - 1); }

/// Call before the contents of a container may change. Several threads may do this at once.
inline void touch(void* block) {
  BlockOrigin& origin = origin_of(block);
  const std::uint64_t bits = origin.load(std::memory_order_relaxed);
  if ((bits & untouched) != 0) origin.store(bits & ~untouched, std::memory_order_relaxed);
}

/// Memory for `size` bytes, aligned to 8.
void* allocate(std::size_t size);
/// Frees memory of allocate(), or one block of the pages that decode fills (cpp/src/variant/blocks.h).
void release(void* block);

/// Frees a block if constructing a value in it throws.
class NewBlock {
 public:
  explicit NewBlock(void* block) : block_(block) {}
  NewBlock(const NewBlock&) = delete;
  NewBlock& operator=(const NewBlock&) = delete;
  NewBlock(NewBlock&&) = delete;
  NewBlock& operator=(NewBlock&&) = delete;
  ~NewBlock() {
    if (block_ != nullptr) release(block_);
  }
  void keep() { block_ = nullptr; }

 private:
  void* block_;
};

}  // namespace godot_variant::memory
