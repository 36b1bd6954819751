// Reader and Writer: the only code that touches raw bytes. Everything is little-endian.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "buffer.h"
#include "godot_variant/error.h"

namespace godot_variant {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand on the wire");

/// The number at `data`, which need not be aligned.
template <class T>
T load(const std::uint8_t* data) {
  T value;
  std::memcpy(&value, data, sizeof value);
  return value;
}

/// Bytes that bring `size` to a multiple of 4.
constexpr std::size_t padding_of(std::size_t size) { return (4 - size % 4) % 4; }

/// Walks over input bytes. Callers ask `has` before they read.
class Reader {
 public:
  explicit Reader(Bytes input, std::size_t position = 0) : input_(input), position_(position) {}

  std::size_t position() const { return position_; }
  std::size_t size() const { return input_.size(); }
  std::size_t remaining() const { return position_ < input_.size() ? input_.size() - position_ : 0; }
  bool has(std::uint64_t count) const { return count <= remaining(); }

  template <class T>
  T peek() const {
    return load<T>(input_.data() + position_);
  }
  template <class T>
  T read() {
    const T value = peek<T>();
    position_ += sizeof(T);
    return value;
  }
  const std::uint8_t* data() const { return input_.data() + position_; }
  Bytes ahead(std::size_t count) const { return input_.subspan(position_, count); }
  Bytes take(std::size_t count) {
    const Bytes bytes = input_.subspan(position_, count);
    position_ += count;
    return bytes;
  }
  /// Moves on without reading, even past the end: engines count padding that is not there.
  void skip(std::size_t count) { position_ += count; }

 private:
  Bytes input_;
  std::size_t position_;
};

/// Collects output bytes.
class Writer {
 public:
  std::size_t size() const { return bytes_.size(); }
  ByteBuffer take() { return std::move(bytes_); }
  Bytes view() const { return bytes_.view(); }

  template <class T>
  void write(T value) {
    std::memcpy(grow(sizeof value), &value, sizeof value);
  }
  void write_bytes(Bytes bytes) {
    if (!bytes.empty()) std::memcpy(grow(bytes.size()), bytes.data(), bytes.size());
  }
  void pad(std::size_t zeros) {
    if (zeros > 0) std::memset(grow(zeros), 0, zeros);
  }
  /// Room for `count` more bytes, to be filled by the caller.
  std::uint8_t* grow(std::size_t count) { return bytes_.grow(count); }
  void overwrite(std::size_t position, std::uint32_t value) {
    std::memcpy(bytes_.data() + position, &value, sizeof value);
  }

 private:
  ByteBuffer bytes_;
};

}  // namespace godot_variant
