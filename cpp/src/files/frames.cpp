// Frames of values, one after the other or between other data, and the settings of project.binary.
#include <algorithm>
#include <utility>

#include "files/file_plausibility.h"
#include "files/files.h"

namespace godot_variant::files {
namespace {

std::uint32_t in_order(std::uint32_t value, bool big_endian) {
  if (!big_endian) return value;
  return value << 24 | (value & 0xFF00) << 8 | (value >> 8 & 0xFF00) | value >> 24;
}

/// The length of a frame has 32 bits.
Error check_sizes(std::span<const Extent> values) {
  const auto large = std::find_if(values.begin(), values.end(), [](const Extent& value) {
    return std::uint64_t{value.size} > largest_size;
  });
  return large == values.end() ? Error{} : Error{ErrorCode::too_large, large->at};
}

void put_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, Writer& out) {
  for (const Extent& value : values) {
    put(out, in_order(static_cast<std::uint32_t>(value.size), big_endian));
    put(out, bytes.subspan(value.at, value.size));
  }
}

/// A scan reads at most this many times the size of the input.
constexpr std::size_t most_walked = 64;
constexpr std::size_t least_certain_size = 12;

class Scan {
 public:
  Scan(Bytes input, ScannedFrames& found, Detected rank)
      : in_(input), found_(found), rank_(rank), budget_(input.size() * std::uint64_t{most_walked}) {}

  void run() {
    neighbours();
    for (std::size_t at = next_; has_room(at); ++at) {
      if (!find(at, at)) continue;
      contest();
      neighbours();
      at = next_ - 1;
    }
  }

  /// Positions that were looked at, and bytes that were read.
  std::uint64_t work() const { return looked_ + in_.size() * std::uint64_t{most_walked} - budget_; }

 private:
  /// True when a frame that is certain may begin at `at`.
  bool has_room(std::size_t at) const { return at + least_certain_size <= in_.size(); }

  /// Takes consecutive frames of any type.
  void neighbours() {
    const std::span<const Dialect> all = all_dialects();
    const auto takes_next = [&] {
      return std::any_of(all.begin(), all.end(), [&](const Dialect& dialect) {
        return dialect.detected == rank_ && (last_ == nullptr || last_ == &dialect) &&
               take(next_, last_big_endian_, dialect);
      });
    };
    while (takes_next()) contest();
  }

  /// A certain frame that begins inside the last one and ends behind it replaces that one, unless that one is
  /// certain and as long: a few numbers of the game read as a small frame, and would hide the next length.
  /// Looks at every position once, however many frames replace each other.
  void contest() {
    for (std::size_t at = found_.view().back().value.at - word + 1; at < next_ && has_room(at); ++at) {
      const ScannedFrame last = found_.view().back();
      if (!find(at, last.certain ? at + word + last.value.size : next_)) continue;
      const ScannedFrame better = found_.view().back();
      found_.shrink(2);
      enclosed(last.value.at - word + 1, at);
      add(better);
    }
  }

  /// Takes the certain frames from `at` to `end`, in what a frame covered that was replaced.
  void enclosed(std::size_t at, std::size_t end) {
    const Bytes whole = std::exchange(in_, in_.first(end));
    for (; has_room(at); ++at)
      if (find(at, at)) at = next_ - 1;
    in_ = whole;
  }

  /// Takes the frame at `at` if it holds a container and ends behind `end`.
  bool find(std::size_t at, std::size_t end) {
    ++looked_;
    return find(at, end, false) || find(at, end, true);
  }

  bool find(std::size_t at, std::size_t end, bool big_endian) {
    // Almost no position passes this check, which costs far less than a look at every dialect.
    const std::uint32_t size = length_at(in_, at, big_endian);
    if (size < least_certain_size || !has_length(at, big_endian) || at + word + size <= end) return false;
    const std::uint32_t header = load<std::uint32_t>(in_.data() + at + word);
    const std::span<const Dialect> all = all_dialects();
    return std::any_of(all.begin(), all.end(), [&](const Dialect& dialect) {
      return dialect.detected == rank_ && is_container(dialect, header) && take(at, big_endian, dialect);
    });
  }

  /// True when the length at `at` may be the length of a value in the input.
  bool has_length(std::size_t at, bool big_endian) const {
    const std::uint32_t size = length_at(in_, at, big_endian);
    return size >= 2 * word && size % word == 0 && size <= in_.size() - at - word;
  }

  /// Takes the frame at `at` if its value is complete.
  bool take(std::size_t at, bool big_endian, const Dialect& dialect) {
    if (in_.size() - at < 3 * word) return false;
    if (!has_length(at, big_endian)) return false;
    const std::uint32_t size = length_at(in_, at, big_endian);
    const Bytes value = in_.subspan(at + word, size);
    const std::uint32_t header = load<std::uint32_t>(value.data());
    if (header > most_header || budget_ == 0) return false;
    FilePlausibility sink;
    const bool read = sink.read(value, dialect, default_depth, default_elements);
    budget_ -= std::min<std::uint64_t>(budget_, sink.bytes_read());
    if (!read || sink.points() < least_plausible) return false;
    const bool certain = is_container(dialect, header) && size >= least_certain_size;
    add({{at + word, size}, big_endian, certain, &dialect});
    return true;
  }

  void add(const ScannedFrame& frame) {
    *found_.grow(1) = frame;
    next_ = frame.value.at + frame.value.size;
    last_ = frame.dialect;
    last_big_endian_ = frame.big_endian;
  }

  Bytes in_;
  ScannedFrames& found_;
  Detected rank_;
  std::uint64_t budget_;
  std::uint64_t looked_ = 0;
  std::size_t next_ = 0;
  const Dialect* last_ = nullptr;
  bool last_big_endian_ = false;
};

}  // namespace

std::uint32_t length_at(Bytes input, std::size_t at, bool big_endian) {
  return in_order(load<std::uint32_t>(input.data() + at), big_endian);
}

bool is_container(const Dialect& dialect, std::uint32_t header) {
  const std::uint32_t id = header & 0xFF;
  if (id >= dialect.rows.size()) return false;
  const TypeRow& row = dialect.rows[id];
  return godot_variant::is_container(row) && (header & ~(row.flags | 0xFF)) == 0;
}

Error write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, Writer& out) {
  const Error error = check_sizes(values);
  if (error.code == ErrorCode::none) put_frames(bytes, values, big_endian, out);
  return error;
}

Error write_settings(Bytes bytes, std::span<const Extent> parts, Writer& out) {
  const Error error = check_sizes(parts);
  if (error.code != ErrorCode::none) return error;
  if (parts.size() % 2 != 0) return {ErrorCode::bad_length, word};
  put(out, settings_magic);
  put(out, static_cast<std::uint32_t>(parts.size() / 2));
  put_frames(bytes, parts, false, out);
  return {};
}

ScannedFrames scan_frames(Bytes input, std::uint64_t* work) {
  ScannedFrames found;
  std::uint64_t done = 0;
  for (const Detected rank : {Detected::first, Detected::last}) {
    if (found.size() > 0) break;
    Scan scan(input, found, rank);
    scan.run();
    done += scan.work();
  }
  if (work != nullptr) *work = done;
  return found;
}

Error read_frames(Bytes input, bool big_endian, Extents& values) {
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t left = input.size() - at;
    const std::uint32_t size = left < word ? 0 : length_at(input, at, big_endian);
    if (left < word || size > left - word) return {ErrorCode::unexpected_end, at};
    *values.grow(1) = {at + word, size};
    at += word + size;
  }
  return {};
}

Error read_settings(Bytes file, Extents& parts) {
  constexpr std::size_t begin = 2 * word;
  if (file.size() < begin) return {ErrorCode::unexpected_end, file.size()};
  if (load<std::uint32_t>(file.data()) != settings_magic) return {ErrorCode::bad_container, 0};
  const Error error = read_frames(file.subspan(begin), false, parts);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].at += begin;
  if (error.code != ErrorCode::none) return {error.code, error.offset + begin};
  const bool all = parts.size() == std::uint64_t{load<std::uint32_t>(file.data() + word)} * 2;
  return all ? Error{} : Error{ErrorCode::bad_length, word};
}

}  // namespace godot_variant::files
