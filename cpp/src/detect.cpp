#include <algorithm>

#include "append.h"
#include "godot_variant/containers.h"
#include "plausibility.h"
#include "utf8.h"

namespace godot_variant {
namespace {

constexpr std::uint32_t proof = 95;
/// Of what parses but could be chance.
constexpr std::uint32_t guess = 60;
/// FastLZ makes at most this many bytes of one, and bare streams are tried only up to this.
constexpr std::size_t most_tried = 16 << 20;
constexpr std::size_t fastlz_ratio = 90;

constexpr std::uint32_t bit(Reason reason) { return static_cast<std::uint32_t>(reason); }

bool starts_with(Bytes bytes, std::string_view start) {
  return bytes.size() >= start.size() &&
         std::equal(start.begin(), start.end(), bytes.begin(),
                    [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

bool is_zlib(Bytes bytes) {
  return bytes.size() > 6 && (bytes[0] & 0x8F) == 8 && (bytes[0] * 256 + bytes[1]) % 31 == 0 &&
         (bytes[1] & 0x20) == 0;
}

/// A compressed stream that says what it is.
FileKind stream_of(Bytes bytes) {
  const FileKind known = container_of(bytes);
  if (known == FileKind::gzip || known == FileKind::zstd) return known;
  return is_zlib(bytes) ? FileKind::zlib : FileKind::none;
}

/// Godot writes control characters into texts as they are, but for NUL.
bool is_text(Bytes bytes) {
  const TextScan scan = scan_text(bytes);
  return scan.form == TextForm::valid && scan.size == bytes.size();
}

/// `[name]` alone on a line.
bool is_section(Bytes line) {
  const auto end = std::find(line.begin(), line.end(), ']');
  const bool alone = end != line.end() && (end + 1 == line.end() || end[1] == '\n' || end[1] == '\r');
  return alone && std::none_of(line.begin() + 1, end, [](std::uint8_t byte) {
           return byte <= ' ' || byte == ',' || byte == '"' || byte == '{' || byte == '[';
         });
}

FileKind text_kind(Bytes text) {
  bool line_begins = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (line_begins && text[at] == '[' && is_section(text.subspan(at))) return FileKind::config;
    line_begins = text[at] == '\n' || (line_begins && text[at] <= ' ');
  }
  const auto begin = std::find_if(text.begin(), text.end(), [](std::uint8_t byte) { return byte > ' '; });
  const bool json = begin != text.end() && (*begin == '{' || *begin == '[' || *begin == '"');
  return json ? FileKind::json : FileKind::text;
}

class Detector {
 public:
  Detector(Bytes bytes, const DetectOptions& options, bool inside = false)
      : in_(bytes), options_(options), inside_(inside) {
    if (!options.dialect.empty()) {
      dialects_ = {find_dialect(options.dialect)};
    } else {
      dialects_.assign(guessed_dialects().begin(), guessed_dialects().end());
    }
  }

  std::vector<Candidate> run() {
    const FileKind known = container_of(in_);
    if (known != FileKind::none) return {{.container = known, .score = 100, .reasons = bit(Reason::magic)}};
    values();
    if (found_.empty() && !inside_) enclosed();
    if (found_.empty()) texts();
    if (found_.empty() && !inside_) mixed();
    if (found_.empty() && !inside_) fastlz();
    weigh();
    return std::move(found_);
  }

 private:
  /// Every way to read the bytes as values.
  void values() {
    if (starts_with(in_, "ECFG")) return settings();
    framed(Frames::store_var);
    add(Frames::bare, {{0, in_.size()}});
    framed(Frames::store_var_big_endian);
  }

  void framed(Frames frames) {
    std::vector<Extent> values;
    if (read_frames(in_, frames == Frames::store_var_big_endian, values).code == ErrorCode::none)
      add(frames, values);
  }

  void settings() {
    std::vector<Extent> parts;
    if (read_settings(in_, parts).code != ErrorCode::none) return;
    std::vector<Extent> values;
    for (std::size_t i = 1; i < parts.size(); i += 2) values.push_back(parts[i]);
    add(Frames::ecfg, values);
  }

  void add(Frames frames, const std::vector<Extent>& values) {
    if (values.empty()) return;
    const std::size_t before = found_.size();
    add_all(frames, values, true);
    if (found_.size() == before && options_.generation != 0) add_all(frames, values, false);
  }

  void add_all(Frames frames, const std::vector<Extent>& values, bool of_layer) {
    for (const Dialect* dialect : dialects_) {
      if (is_of_layer(*dialect) != of_layer || add(frames, values, *dialect)) continue;
      // Before 4.3 scripts were written as objects, which newer engines refuse.
      if (dialect->script_paths && options_.dialect.empty()) add(frames, values, *find_dialect("godot-4.0"));
    }
  }

  /// The dialect belongs to the generation of the container around the bytes, if that tells one.
  bool is_of_layer(const Dialect& dialect) const {
    return options_.generation == 0 || dialect.name.starts_with("godot-4") == (options_.generation == 4);
  }

  bool add(Frames frames, const std::vector<Extent>& values, const Dialect& dialect) {
    Plausibility sink;
    Candidate candidate{.frames = frames, .dialect = dialect.name, .reasons = bit(Reason::whole)};
    for (const Extent& value : values) {
      if (!sink.read(in_.subspan(value.at, value.size), dialect, options_.depth, options_.elements))
        return false;
      if (sink.is_container()) candidate.reasons |= bit(Reason::container);
      if (sink.stopped()) candidate.reasons |= bit(Reason::partly);
    }
    candidate.count = static_cast<std::uint32_t>(values.size());
    candidate.score = sink.points();
    if (frames != Frames::bare) candidate.reasons |= bit(Reason::frames);
    if (sink.has_odd()) candidate.reasons |= bit(Reason::odd);
    if (options_.generation != 0) candidate.reasons |= bit(Reason::layer);
    if (dialect.name == "godot-3" && options_.dialect.empty() && sink.only_wide_ints()) {
      candidate.dialect = "godot-3.0";
      candidate.reasons |= bit(Reason::wide_ints);
    }
    found_.push_back(candidate);
    return true;
  }

  /// A compressed stream, or one after its size in four or eight bytes; base64.
  void enclosed() {
    for (const std::uint32_t size_bytes : {0U, 4U, 8U}) {
      if (in_.size() <= size_bytes + 4) return;
      const FileKind stream = stream_of(in_.subspan(size_bytes));
      if (stream == FileKind::none) continue;
      found_.push_back({.container = stream,
                        .score = size_bytes == 0 ? proof : guess,
                        .reasons = bit(Reason::magic),
                        .size_bytes = size_bytes});
      return;
    }
    ByteVector decoded;
    if (!decode_base64(in_, decoded)) return;
    for (Candidate candidate : inside(decoded)) {
      if (candidate.container == FileKind::text) continue;
      candidate.container = FileKind::base64;
      found_.push_back(candidate);
    }
  }

  void texts() {
    if (!in_.empty() && is_text(in_)) found_.push_back({.container = text_kind(in_), .score = 90});
  }

  void mixed() {
    for (const FoundFrame& frame : scan_frames(in_)) {
      if (!frame.certain) continue;
      const std::string_view dialect = options_.dialect.empty() ? frame.dialect : options_.dialect;
      const auto same = std::find_if(found_.begin(), found_.end(), [&](const Candidate& candidate) {
        return candidate.dialect == dialect;
      });
      if (same == found_.end()) {
        found_.push_back({.frames = Frames::mixed,
                          .dialect = dialect,
                          .score = guess,
                          .reasons = bit(Reason::container),
                          .count = 1});
      } else {
        ++same->count;
      }
    }
  }

  /// Nothing in the bytes says that they are FastLZ: what they make must be proof.
  void fastlz() {
    if (in_.size() > most_tried) return;
    for (const std::uint32_t size_bytes : {0U, 4U, 8U}) {
      if (in_.size() <= size_bytes + 4) return;
      const Bytes stream = in_.subspan(size_bytes);
      ByteVector content(std::min(stream.size() * fastlz_ratio, most_tried));
      const auto made = decompress_fastlz(stream, content);
      if (!made) continue;
      const Candidate best = best_of(inside(Bytes(content).first(*made)));
      if (best.score < 90) continue;
      found_.push_back({.container = FileKind::fastlz,
                        .score = guess,
                        .reasons = bit(Reason::whole),
                        .size_bytes = size_bytes});
      return;
    }
  }

  /// What a content may be that was only guessed: no guesses are made about it.
  std::vector<Candidate> inside(Bytes content) const { return Detector(content, options_, true).run(); }

  static Candidate best_of(const std::vector<Candidate>& candidates) {
    return candidates.empty() ? Candidate{} : candidates.front();
  }

  /// Readings share what can be certain, and the better come first.
  void weigh() {
    std::uint32_t sum = 0;
    for (const Candidate& candidate : found_) sum += candidate.score;
    for (Candidate& candidate : found_) {
      if (found_.size() > 1) candidate.reasons |= bit(Reason::others);
      candidate.score = candidate.score * (50 + candidate.score / 2) / std::max(sum, 1U);
    }
    for (std::size_t i = 1; i < found_.size(); ++i) {
      for (std::size_t j = i; j > 0 && found_[j - 1].score < found_[j].score; --j)
        std::swap(found_[j - 1], found_[j]);
    }
  }

  Bytes in_;
  const DetectOptions& options_;
  bool inside_;
  std::vector<const Dialect*> dialects_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Candidate> detect(Bytes bytes, const DetectOptions& options) {
  return Detector(bytes, options).run();
}

}  // namespace godot_variant
