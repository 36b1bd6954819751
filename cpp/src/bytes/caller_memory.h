// Writers into memory of the caller: a vector that grows, or bytes that must suffice.
#pragma once
#include <vector>

#include "bytes/cursor.h"
#include "bytes/large_pages.h"

namespace godot_variant {

/// Writes into a vector. Small outputs are collected on the stack and copied at the end, so that nothing need
/// be known about their size. A vector clears all bytes that it adds, so it adds few at a time: they are
/// still in the cache when they are written.
template <class Expected>
class VectorWriter final : public Writer {
 public:
  /// `expected()` is asked about the size of outputs that are not small. So many bytes are allocated at once;
  /// the vector grows further if they do not suffice.
  VectorWriter(std::vector<std::uint8_t>& target, Expected expected)
      : target_(target), expected_(std::move(expected)) {
    use(small_, sizeof small_);
  }
  /// The vector is complete after this call. Much memory that turned out not to be needed is given back.
  void finish() {
    if (is_small_) return target_.assign(small_, small_ + written());
    target_.resize(written());
    if (target_.capacity() - target_.size() > target_.size() / 4) target_.shrink_to_fit();
  }

 private:
  static constexpr std::size_t step = std::size_t{16} * 1024;

  void leave_stack() {
    is_small_ = false;
    target_.reserve(std::max(expected_(), sizeof small_));
    prefer_large_pages(target_.data(), target_.capacity());
    target_.assign(small_, small_ + written());
  }
  void enlarge(std::size_t count) override {
    const std::size_t used = written();
    if (is_small_) leave_stack();
    if (count > target_.capacity() - used)
      target_.reserve(std::max(used + count, target_.capacity() + target_.capacity() / 2));
    target_.resize(std::min(used + std::max(count, step), target_.capacity()));
    use(target_.data(), target_.size(), used);
  }

  /// The vector need not clear what it copies at once.
  void append(Bytes bytes) override {
    if (is_small_) leave_stack();
    target_.resize(written());
    target_.insert(target_.end(), bytes.begin(), bytes.end());
    use(target_.data(), target_.size(), target_.size());
  }

  std::vector<std::uint8_t>& target_;
  Expected expected_;
  bool is_small_ = true;
  std::uint8_t small_[1024];
};

/// Writes into memory of fixed size, which is also a limit on the output.
class FixedWriter final : public Writer {
 public:
  explicit FixedWriter(std::span<std::uint8_t> target) : size_(target.size()) {
    use(target.data(), target.size());
  }
  /// The lower of the two limits.
  std::uint64_t limit_of(std::uint64_t bytes) const { return std::min<std::uint64_t>(bytes, size_); }

 private:
  /// The target is full. What is written from now on goes elsewhere; the limit of 0 makes it an error.
  void enlarge(std::size_t count) override {
    limit(0);
    lost_.clear();
    use(lost_.grow(count), count);
  }

  std::size_t size_;
  ByteBuffer lost_;
};

}  // namespace godot_variant
