// String: the text of a Variant.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "godot_variant/memory.h"

namespace godot_variant {

/// UTF-8 text. It has 15 bytes, so that a Variant has 16: most keys and names need no memory of their own.
/// Reads like a std::string_view, into which it converts; to change a text, assign a new one.
class String {
 public:
  String() = default;
  template <std::convertible_to<std::string_view> T>
  String(const T& text) : String(std::string_view(text), nullptr) {}
  String(std::nullptr_t) = delete;
  String(const String& other) : String(other.view(), nullptr) {}
  String(String&& other) noexcept { take(other); }
  String& operator=(const String& other) {
    if (this != &other) *this = String(other);
    return *this;
  }
  String& operator=(String&& other) noexcept {
    String old;
    old.take(*this);
    take(this == &other ? old : other);
    return *this;
  }
  ~String() {
    if (is_long()) memory::release(block());
  }

  std::string_view view() const { return {data(), size()}; }
  operator std::string_view() const { return view(); }
  std::string str() const { return std::string(view()); }
  /// Does not end with a NUL.
  const char* data() const {
    return is_long() ? static_cast<const char*>(block()) + sizeof(std::size_t)
                     : reinterpret_cast<const char*>(bytes_ + 1);
  }
  std::size_t size() const {
    if (!is_long()) return bytes_[0];
    std::size_t size = 0;
    std::memcpy(&size, block(), sizeof size);
    return size;
  }
  bool empty() const { return size() == 0; }

  template <std::convertible_to<std::string_view> T>
  bool operator==(const T& other) const {
    return view() == std::string_view(other);
  }

 private:
  friend class Blocks;
  friend class Variant;
  static constexpr std::size_t longest_inside = 14;
  static constexpr unsigned char outside = 0xFF;
  /// Where a pointer is aligned when the String is in a Variant, which has one byte before it.
  static constexpr std::size_t block_at = 7;

  static std::size_t memory_of(std::string_view text) { return sizeof(std::size_t) + text.size(); }
  /// Copies the text; a long one into `block`, or into new memory when that is null.
  String(std::string_view text, void* block) {
    if (text.size() <= longest_inside) {
      bytes_[0] = static_cast<unsigned char>(text.size());
      if (!text.empty()) std::memcpy(bytes_ + 1, text.data(), text.size());
      return;
    }
    if (block == nullptr) block = memory::allocate(memory_of(text));
    const std::size_t size = text.size();
    std::memcpy(block, &size, sizeof size);
    std::memcpy(static_cast<char*>(block) + sizeof size, text.data(), size);
    bytes_[0] = outside;
    std::memcpy(bytes_ + block_at, &block, sizeof block);
  }
  bool is_long() const { return bytes_[0] == outside; }
  void* block() const {
    void* block = nullptr;
    std::memcpy(&block, bytes_ + block_at, sizeof block);
    return block;
  }
  void take(String& other) {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    std::memset(other.bytes_, 0, sizeof bytes_);
  }

  /// The size, then the text; or `outside`, and at `block_at` a pointer to the size and the text.
  unsigned char bytes_[15] = {};
};

}  // namespace godot_variant
