// A stack of plain values whose first few take no memory of their own.
#pragma once
#include <array>
#include <vector>

namespace godot_variant {

template <class T>
class Stack {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  void clear() {
    size_ = 0;
    more_.clear();
  }

  void push(const T& item) {
    if (size_ < first_.size()) {
      first_[size_] = item;
    } else {
      more_.push_back(item);
    }
    ++size_;
  }

  T pop() {
    --size_;
    if (size_ < first_.size()) return first_[size_];
    const T item = more_.back();
    more_.pop_back();
    return item;
  }

 private:
  std::array<T, 8> first_;
  std::vector<T> more_;
  std::size_t size_ = 0;
};

}  // namespace godot_variant
