// A stack that is never empty and whose first few items need no allocation. Items are modified in place,
// because copying an item right after writing its fields is slow.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace godot_variant {

template <class T>
class Stack {
 public:
  Stack() = default;
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  Stack(Stack&&) = delete;
  Stack& operator=(Stack&&) = delete;
  ~Stack() = default;

  T& top() { return *top_; }
  const T& top() const { return *top_; }
  /// Items from the bottom one, which is 0.
  const T& operator[](std::size_t index) const { return begin_[index]; }
  /// Number of items above the bottom one.
  std::size_t size() const { return static_cast<std::size_t>(top_ - begin_); }

  void push(const T& item) { push() = item; }
  /// Adds an item that the caller writes.
  T& push() {
    if (++top_ == end_) grow();
    return *top_;
  }
  bool is_full() const { return top_ + 1 == end_; }
  void pop() { --top_; }
  /// Resets the stack to one new item.
  void clear() {
    top_ = begin_;
    *top_ = T{};
  }

 private:
  [[gnu::noinline]] void grow() {
    const auto capacity = static_cast<std::size_t>(end_ - begin_);
    std::unique_ptr<T[]> items(new T[capacity * 2]);
    std::copy(begin_, end_, items.get());
    more_ = std::move(items);
    begin_ = more_.get();
    top_ = begin_ + capacity;
    end_ = begin_ + capacity * 2;
  }

  // The items above the bottom one are not cleared, because that would take as long as reading a small value.
  // Whoever adds an item writes it.
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  alignas(T) std::byte first_[8 * sizeof(T)];
  std::unique_ptr<T[]> more_;
  T* begin_ = std::construct_at(reinterpret_cast<T*>(first_));
  T* top_ = begin_;
  T* end_ = begin_ + 8;
};

}  // namespace godot_variant
