// List: the contents of a container.
#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "godot_variant/memory.h"

namespace godot_variant {

/// How a List handles its items. values.h has versions for items that hold a Variant, which use no recursion.
template <class T>
struct Items {
  static void destroy(T* items, std::size_t count) { std::destroy_n(items, count); }
  /// Copies to memory without items.
  static void copy(const T* from, T* to, std::size_t count) { std::uninitialized_copy_n(from, count, to); }
  static bool equal(const T* a, const T* b, std::size_t count) { return std::equal(a, a + count, b); }
};

/// The part of std::vector that values need, in one pointer. Items must allow that their bytes are moved to
/// another place in memory.
template <class T>
class List {
 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  List() = default;
  explicit List(std::span<const T> items) { append(items.data(), items.size()); }
  List(std::initializer_list<T> items) { append(items.begin(), items.size()); }
  /// Takes the items, or makes new ones from them.
  template <class U>
  requires std::constructible_from<T, U> List(std::vector<U> items) : List() {
    reserve(items.size());
    for (U& item : items) emplace_back(std::move(item));
  }
  List(const List& other) { append(other.data(), other.size()); }
  List(List&& other) noexcept : head_(std::exchange(other.head_, nullptr)) {}
  List& operator=(const List& other) {
    if (this != &other) *this = List(other);
    return *this;
  }
  List& operator=(List&& other) noexcept {
    // The other list may be inside this one, so the old items go last.
    List old;
    old.head_ = std::exchange(head_, std::exchange(other.head_, nullptr));
    return *this;
  }
  ~List() {
    if (head_ == nullptr) return;
    Items<T>::destroy(data(), head_->size);
    memory::release(head_);
  }

  std::size_t size() const { return head_ != nullptr ? head_->size : 0; }
  std::size_t capacity() const { return head_ != nullptr ? head_->capacity : 0; }
  bool empty() const { return size() == 0; }
  T* data() { return head_ != nullptr ? items_of(head_) : nullptr; }
  const T* data() const { return head_ != nullptr ? items_of(head_) : nullptr; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T& operator[](std::size_t index) { return data()[index]; }
  const T& operator[](std::size_t index) const { return data()[index]; }
  T& front() { return *begin(); }
  const T& front() const { return *begin(); }
  T& back() { return *(end() - 1); }
  const T& back() const { return *(end() - 1); }

  void reserve(std::size_t capacity) {
    if (capacity > this->capacity()) move_to(new_head(capacity));
  }
  void push_back(T item) { emplace_back(std::move(item)); }
  template <class... A>
  T& emplace_back(A&&... arguments) {
    if (size() < capacity()) return *add(head_, std::forward<A>(arguments)...);
    // The arguments may refer to an item, so the new one is made before the others move.
    Head* head = new_head(std::max<std::size_t>(4, capacity() + capacity() / 2));
    memory::NewBlock memory(head);
    head->size = size();
    T* item = add(head, std::forward<A>(arguments)...);
    memory.keep();
    move_to(head, head->size);
    return *item;
  }
  void pop_back() { erase(end() - 1); }
  T* insert(const T* before, T item) {
    const auto at = before - begin();
    push_back(std::move(item));
    std::rotate(begin() + at, end() - 1, end());
    return begin() + at;
  }
  T* erase(const T* item) { return erase(item, item + 1); }
  T* erase(const T* first, const T* last) {
    T* to = begin() + (first - begin());
    // std::move may not move items to their own places.
    if (first == last) return to;
    truncate(static_cast<std::size_t>(std::move(to + (last - first), end(), to) - begin()));
    return to;
  }
  void clear() { truncate(0); }
  void resize(std::size_t size) {
    truncate(std::min<std::size_t>(size, this->size()));
    reserve(size);
    while (this->size() < size) emplace_back();
  }

  bool operator==(const List& other) const {
    return size() == other.size() && Items<T>::equal(data(), other.data(), size());
  }

 private:
  friend class Blocks;
  /// Stands before the items.
  struct Head {
    std::size_t size;
    std::size_t capacity;
  };
  static_assert(sizeof(Head) % 8 == 0);

  static T* items_of(Head* head) { return reinterpret_cast<T*>(head + 1); }
  static const T* items_of(const Head* head) { return reinterpret_cast<const T*>(head + 1); }
  static std::size_t memory_of(std::size_t capacity) {
    // A product that overflows must fail as too large; it must not succeed as a small size.
    const bool fits = capacity <= (PTRDIFF_MAX - sizeof(Head)) / sizeof(T);
    return fits ? sizeof(Head) + capacity * sizeof(T) : PTRDIFF_MAX;
  }
  static Head* new_head(std::size_t capacity) {
    return std::construct_at(static_cast<Head*>(memory::allocate(memory_of(capacity))), Head{0, capacity});
  }
  template <class... A>
  static T* add(Head* head, A&&... arguments) {
    T* item = std::construct_at(items_of(head) + head->size, std::forward<A>(arguments)...);
    ++head->size;
    return item;
  }
  /// Replaces the memory, with the items as the first ones of `size`.
  void move_to(Head* head, std::size_t size) {
    if (head_ != nullptr) {
      const void* items = items_of(head_);
      std::memcpy(static_cast<void*>(items_of(head)), items, head_->size * sizeof(T));
      memory::release(head_);
    }
    head->size = size;
    head_ = head;
  }
  void move_to(Head* head) { move_to(head, size()); }
  void append(const T* items, std::size_t count) {
    if (count == 0) return;
    Head* head = new_head(count);
    memory::NewBlock memory(head);
    Items<T>::copy(items, items_of(head), count);
    memory.keep();
    head->size = count;
    head_ = head;
  }
  void truncate(std::size_t size) {
    const std::size_t old = this->size();
    if (size == old) return;
    head_->size = size;
    Items<T>::destroy(data() + size, old - size);
  }

  Head* head_ = nullptr;
};

}  // namespace godot_variant
