#include <algorithm>

#include "append.h"
#include "godot_variant/containers.h"
#include "plausibility.h"

namespace godot_variant {
namespace {

constexpr std::size_t word = 4;
constexpr std::uint32_t settings_magic = 0x47464345;  // "ECFG"

std::uint32_t in_order(std::uint32_t value, bool big_endian) {
  if (!big_endian) return value;
  return value << 24 | (value & 0xFF00) << 8 | (value >> 8 & 0xFF00) | value >> 24;
}

std::uint32_t length_at(Bytes input, std::size_t at, bool big_endian) {
  return in_order(load<std::uint32_t>(input.data() + at), big_endian);
}

/// A scan reads at most this often as many bytes as there are.
constexpr std::size_t most_walked = 64;
constexpr std::size_t least_certain = 12;
/// Headers have no higher bits.
constexpr std::uint32_t most_header = 0xFFFFF;

class Scan {
 public:
  explicit Scan(Bytes input)
      : in_(input), guessed_(guessed_dialects()), budget_(input.size() * std::uint64_t{most_walked}) {}

  std::vector<FoundFrame> run() {
    neighbours(0);
    for (std::size_t at = next_; at + least_certain <= in_.size(); ++at) {
      if (!find(at, false) && !find(at, true)) continue;
      neighbours(next_);
      at = next_ - 1;
    }
    return std::move(found_);
  }

 private:
  /// Frames of any type that stand one after the other from `at` on.
  void neighbours(std::size_t at) {
    next_ = at;
    if (!found_.empty()) {
      while (take(next_, found_.back().big_endian, *find_dialect(found_.back().dialect))) continue;
      return;
    }
    for (const Dialect* dialect : guessed_) {
      while (take(next_, false, *dialect)) continue;
    }
  }

  /// A frame of a container that begins at `at`.
  bool find(std::size_t at, bool big_endian) {
    const std::uint32_t header = load<std::uint32_t>(in_.data() + at + word);
    return std::any_of(guessed_.begin(), guessed_.end(), [&](const Dialect* dialect) {
      return is_container(*dialect, header) && length_at(in_, at, big_endian) >= least_certain &&
             take(at, big_endian, *dialect);
    });
  }

  static bool is_container(const Dialect& dialect, std::uint32_t header) {
    const std::uint32_t id = header & 0xFF;
    if (id >= dialect.rows.size()) return false;
    const TypeRow& row = dialect.rows[id];
    const bool container = row.layout == Layout::dictionary || row.layout == Layout::array;
    return container && (header & ~(row.flags | 0xFF)) == 0;
  }

  /// Takes the frame at `at` when its value is read whole.
  bool take(std::size_t at, bool big_endian, const Dialect& dialect) {
    if (in_.size() - at < 3 * word) return false;
    const std::uint32_t size = length_at(in_, at, big_endian);
    if (size < 2 * word || size % word != 0 || size > in_.size() - at - word) return false;
    const Bytes value = in_.subspan(at + word, size);
    const std::uint32_t header = load<std::uint32_t>(value.data());
    if (header > most_header || budget_ == 0) return false;
    Plausibility sink;
    const bool read = sink.read(value, dialect, default_depth, default_elements);
    budget_ -= std::min<std::uint64_t>(budget_, sink.walked());
    if (!read || sink.points() < 50) return false;
    const bool certain = is_container(dialect, header) && size >= least_certain;
    found_.push_back({{at + word, size}, big_endian, certain, dialect.name});
    next_ = at + word + size;
    return true;
  }

  Bytes in_;
  std::span<const Dialect* const> guessed_;
  std::uint64_t budget_;
  std::size_t next_ = 0;
  std::vector<FoundFrame> found_;
};

}  // namespace

Error read_frames(Bytes input, bool big_endian, std::vector<Extent>& values) {
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t left = input.size() - at;
    const std::uint32_t size = left < word ? 0 : length_at(input, at, big_endian);
    if (left < word || size > left - word) return {ErrorCode::unexpected_end, at};
    values.push_back({at + word, size});
    at += word + size;
  }
  return {};
}

void write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, ByteVector& out) {
  for (const Extent& value : values) {
    append(out, in_order(static_cast<std::uint32_t>(value.size), big_endian));
    append(out, bytes.subspan(value.at, value.size));
  }
}

Error read_settings(Bytes file, std::vector<Extent>& parts) {
  constexpr std::size_t begin = 2 * word;
  if (file.size() < begin) return {ErrorCode::unexpected_end, file.size()};
  const Error error = read_frames(file.subspan(begin), false, parts);
  for (Extent& part : parts) part.at += begin;
  if (error.code != ErrorCode::none) return {error.code, error.offset + begin};
  const std::uint64_t count = std::uint64_t{load<std::uint32_t>(file.data() + word)} * 2;
  return parts.size() == count ? Error{} : Error{ErrorCode::bad_length, word};
}

void write_settings(Bytes bytes, std::span<const Extent> parts, ByteVector& out) {
  append(out, settings_magic);
  append(out, static_cast<std::uint32_t>(parts.size() / 2));
  write_frames(bytes, parts, false, out);
}

std::vector<FoundFrame> scan_frames(Bytes input) { return Scan(input).run(); }

}  // namespace godot_variant
