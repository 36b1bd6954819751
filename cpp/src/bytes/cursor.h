// Reader and Writer: bytes that are read or written one after the other. Everything is little-endian.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "bytes/buffer.h"
#include "godot_variant/error.h"

namespace godot_variant {

static_assert(std::endian::native == std::endian::little,
              "godot_variant needs a little-endian machine: it copies numbers as they stand on the wire");

/// Reads a number from `data`, which need not be aligned. Always inlined, so that a signalling NaN keeps its
/// bits on 32-bit x86.
template <class T>
[[gnu::always_inline]] inline T load(const std::uint8_t* data) {
  T value;
  std::memcpy(&value, data, sizeof value);
  return value;
}

/// Bytes that pad `size` to a multiple of 4.
constexpr std::size_t padding_of(std::size_t size) { return (4 - size % 4) % 4; }

/// The loaded bytes of an input.
struct Loaded {
  /// Where the input begins, or would begin if its first bytes were still in memory.
  const std::uint8_t* base = nullptr;
  std::size_t end = 0;
};

/// Loads an input in chunks, on demand.
class Loader {
 public:
  /// Loads at least the bytes from `begin` to `end`. Keeps those from `kept` on, perhaps at another place,
  /// and may drop those before. 16 bytes behind the loaded ones can be read, whatever they are.
  virtual Loaded load(std::size_t kept, std::size_t begin, std::size_t end) = 0;

 protected:
  ~Loader() = default;
};

/// An input in memory. With a loader, only the size of `bytes` counts; a sink that reads the bytes itself
/// needs a loader that fills them in.
struct Input {
  Input() = default;
  Input(Bytes all, Loader* loaded_by = nullptr) : bytes(all), loader(loaded_by) {}

  Bytes bytes;
  Loader* loader = nullptr;
};

/// Reads an input sequentially. Callers check `has` before they read.
class Reader {
 public:
  explicit Reader(const Input& input, std::size_t position = 0)
      : base_(input.bytes.data()),
        size_(input.bytes.size()),
        position_(position),
        kept_(position),
        present_(input.loader == nullptr ? input.bytes.size() : position),
        loader_(input.loader) {}

  std::size_t position() const { return position_; }
  std::size_t size() const { return size_; }
  std::size_t remaining() const { return position_ < size_ ? size_ - position_ : 0; }
  /// True when `count` more bytes exist; loads them if needed.
  bool has(std::size_t count) { return sees(count) || load_more(count); }
  /// True when `count` more bytes are loaded already, which is the usual case.
  bool sees(std::size_t count) const { return count <= present_ - position_; }
  /// May move the bytes since `keep` and drop those before it.
  bool load_more(std::size_t count);
  /// From now on, keeps only the bytes from the current position on.
  void keep() { kept_ = position_; }
  /// True when `count` more bytes exist. Does not load them, so the caller must not read them.
  bool holds(std::uint64_t count) const { return count <= remaining(); }

  /// The end of the bytes that are loaded. In WebAssembly out of line, because a compiler that knows the sum
  /// computes it again wherever the lane compares with it.
#ifdef __wasm__
  [[gnu::noinline]]
#endif
  const std::uint8_t*
  loaded_end() const {
    return at(present_);
  }
  /// The address of the byte at a position, until more is loaded.
  const std::uint8_t* at(std::size_t position) const { return base_ + position; }
  std::size_t position_of(const std::uint8_t* data) const { return static_cast<std::size_t>(data - base_); }
  void move_to(const std::uint8_t* data) { position_ = position_of(data); }

  template <class T>
  [[gnu::always_inline]] T peek() const {
    return load<T>(data());
  }
  template <class T>
  [[gnu::always_inline]] T read() {
    const T value = peek<T>();
    position_ += sizeof(T);
    return value;
  }
  const std::uint8_t* data() const { return at(position_); }
  Bytes ahead(std::size_t count) const { return {data(), count}; }
  Bytes take(std::size_t count) {
    const Bytes bytes = ahead(count);
    position_ += count;
    return bytes;
  }
  /// Skips bytes that `has` has confirmed.
  void skip(std::size_t count) { position_ += count; }
  /// Skips bytes even past the end, because engines count padding that is missing.
  void leap(std::size_t count) {
    position_ += count;
    present_ = std::max(present_, position_);
  }

 private:
  const std::uint8_t* base_;
  std::size_t size_;
  std::size_t position_;
  /// The loaded bytes before are no longer needed.
  std::size_t kept_;
  /// The end of the loaded bytes; never before `position_`.
  std::size_t present_;
  Loader* loader_;
};

/// Out of line, so that the usual case stays small.
[[gnu::noinline]] inline bool Reader::load_more(std::size_t count) {
  if (loader_ == nullptr || !holds(count)) return false;
  const Loaded loaded = loader_->load(kept_, present_, position_ + count);
  base_ = loaded.base;
  present_ = std::min(loaded.end, size_);
  return true;
}

/// Collects output bytes in memory of its own; a class derived from it provides other memory.
class Writer {
 public:
  Writer() = default;
  /// Reuses the memory of an earlier writer.
  explicit Writer(ByteBuffer memory) : memory_(std::move(memory)) { use(memory_.data(), memory_.capacity()); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  Writer(Writer&&) = delete;
  Writer& operator=(Writer&&) = delete;
  virtual ~Writer() = default;

  /// Bytes written, including gaps.
  std::uint64_t size() const { return std::uint64_t{written()} + gap_bytes_; }
  /// Limits the size of the output. Limits of 4 GiB and more have no effect on 32-bit platforms.
  void limit(std::uint64_t bytes) {
    most_ = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, SIZE_MAX));
  }
  bool exceeds_limit() const { return written() > most_; }
  bool has_room(std::size_t count) const { return !exceeds_limit() && count <= most_ - written(); }
  ByteBuffer take() {
    memory_.cut(written());
    use(nullptr, 0);
    return std::move(memory_);
  }
  Bytes view() const { return {begin_, written()}; }
  void reserve(std::size_t bytes) {
    const std::size_t used = written();
    memory_.cut(used);
    memory_.reserve(bytes);
    use(memory_.data(), memory_.capacity(), used);
  }

  template <class T>
  void write(T value) {
    std::memcpy(grow(sizeof value), &value, sizeof value);
  }
  template <class First, class Second>
  void write(First first, Second second) {
    std::uint8_t* to = grow(sizeof first + sizeof second);
    std::memcpy(to, &first, sizeof first);
    std::memcpy(to + sizeof first, &second, sizeof second);
  }
  void write_bytes(Bytes bytes) {
    if (bytes.empty()) return;
    if (static_cast<std::size_t>(end_ - to_) < bytes.size()) return append(bytes);
    std::memcpy(grow(bytes.size()), bytes.data(), bytes.size());
  }
  void pad(std::size_t zeros) {
    if (zeros > 0) std::memset(grow(zeros), 0, zeros);
  }
  /// Adds `count` bytes and returns them for the caller to fill.
  std::uint8_t* grow(std::size_t count) {
    if (static_cast<std::size_t>(end_ - to_) < count) enlarge(count);
    std::uint8_t* const bytes = to_;
    to_ += count;
    return bytes;
  }
  /// The memory behind the written bytes, up to the limit; `count` counts what is written there.
  std::span<std::uint8_t> room() const {
    const auto room = static_cast<std::size_t>(end_ - to_);
    return {to_, exceeds_limit() ? 0 : std::min(room, most_ - written())};
  }
  /// The memory behind the written bytes if it has `most` bytes within the limit, or null; `count` counts
  /// what is written there.
  std::uint8_t* room_for(std::size_t most) const {
    return has_room(most) && static_cast<std::size_t>(end_ - to_) >= most ? to_ : nullptr;
  }
  void count(std::uint8_t* end) { to_ = end; }
  void shrink(std::size_t count) { to_ -= count; }
  void overwrite(std::size_t position, std::uint32_t value) {
    std::memcpy(begin_ + position, &value, sizeof value);
  }
  void cut(std::size_t size) { to_ = begin_ + size; }
  /// Leaves a gap that whoever takes the output fills. Callers check that there is room.
  void reserve_gap(std::size_t count) {
    if (count == 0) return;
    *gaps_.grow(1) = static_cast<std::int32_t>(written());
    gap_bytes_ += count;
    most_ -= count;
  }
  /// Positions of the gaps in the written bytes, in order.
  WordBuffer take_gaps() { return std::move(gaps_); }

 protected:
  std::size_t written() const { return static_cast<std::size_t>(to_ - begin_); }
  /// Makes room for `count` more bytes.
  virtual void enlarge(std::size_t count);
  /// Writes more bytes than there is room for.
  virtual void append(Bytes bytes) { std::memcpy(grow(bytes.size()), bytes.data(), bytes.size()); }
  /// Goes on in other memory, which begins with the bytes written so far.
  void use(std::uint8_t* memory, std::size_t size, std::size_t used = 0) {
    begin_ = memory;
    to_ = memory + used;
    end_ = memory + size;
  }

 private:
  // Pointers rather than sizes: a value is usually written with one comparison and one addition.
  std::uint8_t* begin_ = nullptr;
  std::uint8_t* to_ = nullptr;
  std::uint8_t* end_ = nullptr;
  /// Limit on the bytes outside of gaps.
  std::size_t most_ = SIZE_MAX;
  ByteBuffer memory_;
  WordBuffer gaps_;
  std::uint64_t gap_bytes_ = 0;
};

/// Out of line, so that the usual case stays small.
[[gnu::noinline]] inline void Writer::enlarge(std::size_t count) {
  const std::size_t used = written();
  memory_.cut(used);
  memory_.grow(count);
  use(memory_.data(), memory_.capacity(), used);
}

}  // namespace godot_variant
