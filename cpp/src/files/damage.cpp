// Judges bytes that are not whole values: cut or damaged frames, and other data between frames.
#include <algorithm>
#include <bit>

#include "bytes/utf8.h"
#include "files/file_plausibility.h"
#include "files/files.h"

namespace godot_variant::files {
namespace {

/// Maximum plausible length of a cut frame.
constexpr std::size_t most_cut = 1 << 28;

/// A length field and the bytes behind it.
struct Length {
  std::size_t size;
  std::size_t left;

  bool whole() const { return size >= word && size % word == 0 && size <= left; }
  bool cut() const { return size % word == 0 && size > left && size <= most_cut; }
};

Length length_of(Bytes input, std::size_t at, bool big_endian) {
  return {length_at(input, at, big_endian), input.size() - at - word};
}

/// True when a value that is not whole begins as engines write it. `size` is its size by its frame; 0 when
/// its length cannot be right.
bool begins_well(Bytes value, const Dialect& dialect, const Plausibility& read, std::size_t size) {
  if (value.size() < word) return size > 0;
  const auto header = load<std::uint32_t>(value.data());
  if (is_container(dialect, header)) {
    if (size > 0) return value.size() < 3 * word || read.walked() >= 2 * word;
    return read.walked() >= (read.is_whole() ? 3 : 6) * word;
  }
  // A text or a packed array that ends behind the end of the input, but not behind that of its frame.
  return header <= most_header && read.is_cut() && value.size() >= 2 * word &&
         load<std::uint32_t>(value.data() + word) <= size;
}

/// So many of the bytes count, by what was read in them. In 32 bits, the product of 21 MB would overflow.
std::size_t credible_of(std::size_t walked, const Plausibility& read) {
  return static_cast<std::size_t>(std::uint64_t{walked} * (100 + read.points()) / 200);
}

/// How many bytes of a frame a reading explains. `size` is as in begins_well.
std::size_t worth_of(Bytes value, const Dialect& dialect, const Plausibility& read, std::size_t size) {
  std::size_t walked = read.walked();
  const bool container = is_container(dialect, load<std::uint32_t>(value.data()));
  // Only a wrong count makes a value smaller than its frame.
  if (size > 0 && read.is_whole() && walked < size && !container) walked = 0;
  // A text or an array goes on to the end of a cut file, but not behind the end of its frame.
  const bool has_length = value.size() - walked >= 2 * word;
  if (container && size > value.size() && read.is_cut() &&
      (!has_length || load<std::uint32_t>(value.data() + walked + word) <= size))
    walked = value.size();
  const std::size_t credible = credible_of(walked, read);
  if (size == 0) return credible / 2;
  // Saves hold containers, so another value is a worse reading of the same bytes.
  return credible + (container ? 5 : 1) * word;
}

/// True for printable text, perhaps with its length before it or with zeros after it.
bool is_printable_text(Bytes bytes) {
  if (bytes.size() > word && load<std::uint32_t>(bytes.data()) <= bytes.size() - word)
    bytes = bytes.subspan(word);
  while (!bytes.empty() && bytes.back() == 0) bytes = bytes.first(bytes.size() - 1);
  const TextScan scan = scan_text(bytes);
  return scan.form == TextForm::valid && scan.size == bytes.size() &&
         std::none_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) {
           return byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r';
         });
}

/// True when bytes at the end could be the beginning of a frame.
bool is_cut_frame(Bytes rest, bool big_endian) {
  if (rest.size() < word) return !rest.empty() && (big_endian ? rest[0] == 0 : rest[0] % word == 0);
  if (!length_of(rest, 0, big_endian).cut()) return false;
  return rest.size() < 2 * word || load<std::uint32_t>(rest.data() + word) <= most_header;
}

}  // namespace

Reach reach_of(Bytes input, FileFraming framing, const Dialect& dialect, std::uint64_t elements) {
  Reach reach{framing, &dialect};
  FilePlausibility sink;
  if (framing == FileFraming::none) {
    sink.read(input, dialect, default_depth, elements);
    reach.bytes = credible_of(sink.walked(), sink);
    reach.count = 1;
    reach.likely = begins_well(input, dialect, sink, 0);
    return reach;
  }
  const bool big_endian = framing == FileFraming::store_var_big_endian;
  std::size_t at = 0;
  bool closed = true;
  while (input.size() - at >= 2 * word) {
    const Length length = length_of(input, at, big_endian);
    const Bytes rest = input.subspan(at + word);
    const Bytes value = length.whole() ? rest.first(length.size) : rest;
    const bool whole = sink.read(value, dialect, default_depth, elements);
    const bool right = length.whole() || (length.cut() && !sink.is_whole());
    const std::size_t size = right ? length.size : 0;
    if (at == 0) reach.right = right;
    reach.bytes += worth_of(value, dialect, sink, size);
    ++reach.count;
    closed &= length.whole();
    if (!whole || size != value.size()) reach.likely |= begins_well(value, dialect, sink, size);
    const bool sure = sink.walked() >= 3 * word && is_container(dialect, load<std::uint32_t>(value.data()));
    if (!length.whole() && (!sink.is_whole() || !sure)) return reach;
    at += word + (length.whole() || whole ? value.size() : sink.walked());
  }
  reach.closed = closed && reach.count > 1 && at == input.size();
  reach.likely |= at > 0 && (at == input.size() || is_cut_frame(input.subspan(at), big_endian));
  return reach;
}

namespace {

/// True when a frame seems to begin here, whole or cut, in any dialect that is tried first.
bool begins_frame(Bytes bytes) {
  const std::span<const Dialect> all = all_dialects();
  return std::any_of(all.begin(), all.end(), [&](const Dialect& dialect) {
    return dialect.detected == Detected::first &&
           (reach_of(bytes, FileFraming::store_var, dialect, default_elements).likely ||
            reach_of(bytes, FileFraming::store_var_big_endian, dialect, default_elements).likely);
  });
}

/// True when only one byte of a length is wrong. A small number may also be a version or a count of the game,
/// so only one bit may be wrong where the value has two words.
bool is_nearly(std::uint32_t length, std::size_t size) {
  const std::uint32_t wrong = length ^ static_cast<std::uint32_t>(size);
  if (size < 3 * word) return std::has_single_bit(wrong);
  return wrong != 0 && wrong >> (std::countr_zero(wrong) & ~7) <= 0xFF;
}

/// True when a gap is a frame with a wrong length, perhaps with more frames behind it. `after_frames` says
/// that the file consists of frames up to here, so that hardly anything else may follow.
bool is_misnumbered(Bytes gap, const ScannedFrame& near, bool after_frames) {
  for (std::size_t at = 0; at < gap.size();) {
    if (gap.size() - at < 2 * word) return false;
    const Length length = length_of(gap, at, near.big_endian);
    const Bytes rest = gap.subspan(at + word);
    const auto header = load<std::uint32_t>(rest.data());
    FilePlausibility sink;
    sink.read(rest, *near.dialect, default_depth, default_elements);
    if (header > most_header || !sink.is_whole() || sink.points() < least_plausible) return false;
    // Four zeros are hardly a value.
    if (at == 0 && sink.walked() == word) return false;
    if (at == 0 && !after_frames && !is_nearly(static_cast<std::uint32_t>(length.size), sink.walked()))
      return false;
    at += word + sink.walked();
  }
  return true;
}

/// True when these bytes, before, between or after frames, are other data and not a damaged or cut frame.
bool is_other_data(Bytes gap) {
  if (begins_frame(gap)) return false;
  return gap.size() <= short_gap || is_printable_text(gap) || container_of(gap) != FileKind::none;
}

}  // namespace

bool surround_gaps(Bytes input, std::span<const ScannedFrame> frames, std::size_t most) {
  std::size_t end = 0;
  bool has_gap = false;
  for (const ScannedFrame& frame : frames) {
    const std::size_t gap = frame.value.at - word - end;
    if (!frame.certain || gap > (end == 0 ? 0 : most)) return false;
    has_gap |= gap > 0;
    end = frame.value.at + frame.value.size;
  }
  return has_gap && end == input.size();
}

bool explains_gaps(Bytes input, std::span<const ScannedFrame> frames) {
  std::size_t end = 0;
  bool only_frames = true;
  const auto is_explained = [&](Bytes gap, const ScannedFrame& near) {
    if (gap.empty()) return true;
    const bool after_frames = only_frames && end > 0;
    only_frames = false;
    return !is_misnumbered(gap, near, after_frames) && is_other_data(gap);
  };
  for (const ScannedFrame& frame : frames) {
    if (!is_explained(input.subspan(end, frame.value.at - word - end), frame)) return false;
    end = frame.value.at + frame.value.size;
  }
  if (frames.empty()) return is_other_data(input);
  const Bytes rest = input.subspan(end);
  return is_explained(rest, frames.back()) && !is_cut_frame(rest, frames.back().big_endian);
}

}  // namespace godot_variant::files
