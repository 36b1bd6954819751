// Memory that grows without being cleared first; std::vector always clears it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace godot_variant {

/// The memory of a Buffer. Its code is compiled once for every type of item.
class Memory {
 public:
  Memory() = default;
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() = default;

 protected:
  /// Out of line, so that the usual case stays small.
  [[gnu::noinline]] void enlarge(std::size_t count, std::size_t item_size) {
    // As a sum that overflows, so that it fails.
    const std::size_t needed = count <= SIZE_MAX - size_ ? size_ + count : SIZE_MAX;
    reserve(std::max({needed, capacity_ + capacity_ / 2, std::size_t{1024}}), item_size);
  }

  [[gnu::noinline]] void reserve(std::size_t capacity, std::size_t item_size) {
    if (capacity <= capacity_) return;
    // A product that overflows must fail as too large; it must not succeed as a small size.
    const std::size_t size = capacity <= SIZE_MAX / item_size ? capacity * item_size : SIZE_MAX;
    // Nothing to copy.
    if (size_ == 0) *this = Memory();
    make_room(size - capacity_ * item_size);
    // Only realloc enlarges a block where it is.
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
    void* bytes = std::realloc(bytes_.get(), size);
    if (bytes == nullptr) refuse();
    static_cast<void>(bytes_.release());
    bytes_.reset(static_cast<std::uint8_t*>(bytes));
    capacity_ = capacity;
  }

 private:
  struct Free {
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };

  /// Lets the last block of WebAssembly's memory grow without being copied: its allocator only enlarges a
  /// block if free memory follows, and adds new memory there.
  static void make_room([[maybe_unused]] std::size_t size) {
#ifdef __EMSCRIPTEN__
    ::operator delete(::operator new(size));
#endif
  }

  [[noreturn]] static void refuse() {
#ifdef __cpp_exceptions
    throw std::bad_alloc();
#else
    std::abort();
#endif
  }

 protected:
  std::unique_ptr<std::uint8_t[], Free> bytes_;
  /// A number of items, like the capacity.
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// A growing sequence of plain items. The caller writes them.
template <class T>
class Buffer : Memory {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  T* data() { return reinterpret_cast<T*>(bytes_.get()); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_.get()); }
  std::span<const T> view() const { return {data(), size_}; }
  T& operator[](std::size_t index) { return data()[index]; }
  const T& operator[](std::size_t index) const { return data()[index]; }
  void clear() { size_ = 0; }
  void shrink(std::size_t count) { size_ -= count; }
  void cut(std::size_t size) { size_ = size; }

  /// Adds `count` items and returns them for the caller to fill.
  T* grow(std::size_t count) {
    ensure(count);
    T* items = data() + size_;
    size_ += count;
    return items;
  }

  /// Room for items that can be added without growing.
  std::size_t room() const { return capacity_ - size_; }
  /// Makes room for `count` more items.
  void ensure(std::size_t count) {
    if (room() < count) enlarge(count, sizeof(T));
  }
  /// The end of the room. Out of line where Reader::loaded_end() is.
#ifdef __wasm__
  [[gnu::noinline]]
#endif
  T* room_end() {
    return data() + capacity_;
  }
  /// Adds an item where there is room.
  void put(T item) { data()[size_++] = item; }

  void append(std::span<const T> items) {
    if (!items.empty()) std::memcpy(grow(items.size()), items.data(), items.size_bytes());
  }

  void reserve(std::size_t capacity) { Memory::reserve(capacity, sizeof(T)); }

  /// Ensures room for `capacity` items. The caller keeps the count, so all existing items are copied.
  void enlarge_whole(std::size_t capacity) {
    size_ = capacity_;
    reserve(capacity);
    size_ = 0;
  }
};

using WordBuffer = Buffer<std::int32_t>;
using ByteBuffer = Buffer<std::uint8_t>;

}  // namespace godot_variant
