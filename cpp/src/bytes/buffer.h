// Memory that grows without being cleared first; std::vector always clears it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

namespace godot_variant {

/// A growing sequence of numbers. The caller writes the items.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    items_ = std::move(other.items_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() = default;

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  T* data() { return items_.get(); }
  std::span<const T> view() const { return {items_.get(), size_}; }
  T& operator[](std::size_t index) { return items_[index]; }
  const T& operator[](std::size_t index) const { return items_[index]; }
  void clear() { size_ = 0; }
  void shrink(std::size_t count) { size_ -= count; }
  void cut(std::size_t size) { size_ = size; }

  /// Adds `count` items and returns them for the caller to fill.
  T* grow(std::size_t count) {
    if (capacity_ - size_ < count) enlarge(count);
    T* items = items_.get() + size_;
    size_ += count;
    return items;
  }

  void append(std::span<const T> items) {
    if (!items.empty()) std::memcpy(grow(items.size()), items.data(), items.size_bytes());
  }

  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    std::unique_ptr<T[]> items(new T[capacity]);
    if (size_ > 0) std::memcpy(items.get(), items_.get(), size_ * sizeof(T));
    items_ = std::move(items);
    capacity_ = capacity;
  }

  /// Ensures room for `capacity` items. The caller keeps the count, so all existing items are copied.
  void enlarge_whole(std::size_t capacity) {
    size_ = capacity_;
    reserve(capacity);
    size_ = 0;
  }

 private:
  /// Out of line, so that the usual case stays small.
  [[gnu::noinline]] void enlarge(std::size_t count) {
    reserve(std::max({size_ + count, capacity_ + capacity_ / 2, std::size_t{1024}}));
  }

  std::unique_ptr<T[]> items_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

using WordBuffer = Buffer<std::int32_t>;
using ByteBuffer = Buffer<std::uint8_t>;

}  // namespace godot_variant
