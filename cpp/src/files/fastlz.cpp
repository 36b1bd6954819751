// FastLZ, levels 1 and 2. This is not a library because the streams must equal the engine's bit for bit,
// padding of short inputs and choice of matches included.
#include <algorithm>
#include <array>

#include "files/files.h"

namespace godot_variant::files {
namespace {

constexpr std::size_t longest_run = 32;
/// Engines pad shorter inputs with zeros to this size.
constexpr std::size_t shortest_input = 16;
/// Inputs of at least this size are written in level 2.
constexpr std::size_t level_two_size = 65536;
/// Biased distances of at least this take two more bytes in level 2.
constexpr std::size_t far = 8191;
/// In level 1, longer matches are split at this length.
constexpr std::size_t longest_piece = 262;

/// Makes the same choices as the engines' FastLZ, so that its output is the same.
class Compressor {
 public:
  Compressor(Bytes input, Writer& out) : in_(input), two_(input.size() >= level_two_size), out_(out) {}

  void run() {
    const std::size_t first = out_.view().size();
    // A match starts at least 14 bytes before the end, and never in the first two bytes.
    for (std::size_t at = 2; at + 13 < in_.size();) {
      const std::size_t from = candidate(at);
      const std::size_t least = least_match(from, at);
      if (least == 0) {
        ++at;
        continue;
      }
      literals(at);
      at += match(from, at, least);
      literals_from_ = at;
    }
    literals(in_.size());
    if (two_) out_.overwrite(first, load<std::uint32_t>(out_.view().data() + first) | 0x20);
  }

 private:
  std::uint32_t& slot(std::size_t at) {
    const std::uint32_t low = load<std::uint16_t>(in_.data() + at);
    return places_[(low ^ load<std::uint16_t>(in_.data() + at + 1) ^ low >> 3) & (places_.size() - 1)];
  }

  /// The latest position that may have the same bytes.
  std::size_t candidate(std::size_t at) {
    const bool run = two_ && in_[at] == in_[at - 1] && in_[at] == in_[at + 1] && in_[at] == in_[at + 2];
    return run ? at - 1 : std::exchange(slot(at), static_cast<std::uint32_t>(at));
  }

  /// The minimum length of a match, if the bytes match that far; otherwise 0.
  std::size_t least_match(std::size_t from, std::size_t at) const {
    const std::size_t distance = at - from;
    const std::size_t least = two_ && distance >= far ? 5 : 3;
    if (distance >= (two_ ? 65535 + far - 1 : far + 1)) return 0;
    return std::equal(in_.begin() + static_cast<std::ptrdiff_t>(from),
                      in_.begin() + static_cast<std::ptrdiff_t>(from + least),
                      in_.begin() + static_cast<std::ptrdiff_t>(at))
               ? least
               : 0;
  }

  /// Writes the longest possible match and returns its length.
  std::size_t match(std::size_t from, std::size_t at, std::size_t least) {
    const std::size_t end = std::max(in_.size() - 2, at + least + 8);
    std::size_t length = least;
    while (at + length < end && in_[from + length] == in_[at + length]) ++length;
    length = std::min(length, end - at - 1);
    write_match(length - 2, at - from - 1);
    for (const std::size_t place : {at + length - 2, at + length - 1})
      slot(place) = static_cast<std::uint32_t>(place);
    return length;
  }

  /// `length` is the length of the match minus two.
  void write_match(std::size_t length, std::size_t distance) {
    const bool distant = two_ && distance >= far;
    for (; !two_ && length > longest_piece; length -= longest_piece)
      write_head(longest_piece - 2, distance >> 8, distance);
    if (!distant) return write_head(length, distance >> 8, distance);
    write_head(length, 31, 255);
    put_byte(out_, (distance - far) >> 8);
    put_byte(out_, distance - far);
  }

  /// Writes a length and the first byte of a distance.
  void write_head(std::size_t length, std::size_t high, std::size_t low) {
    put_byte(out_, std::min<std::size_t>(length, 7) << 5 | high);
    if (length >= 7) {
      for (length -= 7; two_ && length >= 255; length -= 255) put_byte(out_, 255);
      put_byte(out_, length);
    }
    put_byte(out_, low);
  }

  void literals(std::size_t end) {
    while (literals_from_ < end) {
      const Bytes run = in_.subspan(literals_from_, std::min(end - literals_from_, longest_run));
      put_byte(out_, run.size() - 1);
      put(out_, run);
      literals_from_ += run.size();
    }
  }

  Bytes in_;
  bool two_;
  std::size_t literals_from_ = 0;
  Writer& out_;
  std::array<std::uint32_t, 8192> places_{};
};

/// Decodes a stream one instruction at a time. Remembers a failure instead of returning it from each step.
class Decompressor {
 public:
  /// Without `out`, it only counts.
  Decompressor(Bytes stream, std::uint8_t* out, std::size_t size) : in_(stream), out_(out), size_(size) {}

  std::size_t run() {
    const std::size_t first = next();
    two_ = first >= 0x20;
    if (first >= 0x40) return broken;
    literals((first & 31) + 1);
    while (!failed_ && at_ < in_.size()) {
      const std::size_t control = next();
      if (control < 32) {
        literals(control + 1);
      } else {
        match(control);
      }
    }
    return failed_ ? broken : made_;
  }

 private:
  std::size_t next() {
    if (at_ < in_.size()) return in_[at_++];
    failed_ = true;
    return 0;
  }

  /// True when `count` more bytes fit; otherwise records a failure.
  bool has_room(std::size_t count) {
    failed_ = failed_ || count > size_ - made_;
    return !failed_;
  }

  void literals(std::size_t count) {
    failed_ = failed_ || count > in_.size() - at_;
    if (!has_room(count)) return;
    if (out_ != nullptr) std::memcpy(out_ + made_, in_.data() + at_, count);
    at_ += count;
    made_ += count;
  }

  void match(std::size_t control) {
    std::size_t length = (control >> 5) + 2;
    std::size_t distance = (control & 31) << 8;
    for (bool more = length == 9; more;) {
      const std::size_t byte = next();
      length += byte;
      // A size of 32 bits, as in WebAssembly, could wrap around.
      more = two_ && byte == 255 && length <= size_;
    }
    distance += next() + 1;
    if (two_ && distance == far + 1) {
      distance += next() << 8;
      distance += next();
    }
    failed_ = failed_ || distance > made_;
    if (!has_room(length)) return;
    made_ += length;
    if (out_ == nullptr) return;
    // Copies single bytes, because a match may overlap its own output.
    for (std::uint8_t* to = out_ + made_ - length; length > 0; --length, ++to) *to = *(to - distance);
  }

  Bytes in_;
  std::uint8_t* out_;
  std::size_t size_;
  std::size_t at_ = 0;
  std::size_t made_ = 0;
  bool two_ = false;
  bool failed_ = false;
};

}  // namespace

void compress_fastlz(Bytes input, Writer& out) {
  std::array<std::uint8_t, shortest_input> padded{};
  if (input.size() < shortest_input) {
    std::copy(input.begin(), input.end(), padded.begin());
    input = padded;
  }
  Compressor(input, out).run();
}

std::size_t decompress_fastlz(Bytes stream, std::span<std::uint8_t> out) {
  return Decompressor(stream, out.data(), out.size()).run();
}

std::size_t fastlz_size(Bytes stream, std::size_t most) { return Decompressor(stream, nullptr, most).run(); }

}  // namespace godot_variant::files
