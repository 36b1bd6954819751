// Finds the dialects and framings that read bytes, and how probable each is.
#include <algorithm>

#include "bytes/base64.h"
#include "bytes/utf8.h"
#include "files/file_plausibility.h"
#include "files/files.h"

namespace godot_variant::files {
namespace {

constexpr std::uint32_t proof = 95;
/// Score of bytes that parse, but perhaps by chance.
constexpr std::uint32_t plausible = 60;
/// Score of a bare value in which nothing could be odd, where frames fit too.
constexpr std::uint32_t guess_by_chance = 30;
/// Fewer points make a bare value improbable unless there is other evidence.
constexpr std::uint32_t least_certain_score = 75;
/// Maximum content of a FastLZ stream to try, because such a stream has no magic bytes.
constexpr std::size_t most_tried = 16 << 20;

/// A whole frame of at least this many bytes proves the framing.
constexpr std::size_t least_whole = 28;

constexpr std::uint32_t bit(Reason reason) { return static_cast<std::uint32_t>(reason); }

bool starts_with(Bytes bytes, std::string_view start) {
  return bytes.size() >= start.size() &&
         std::equal(start.begin(), start.end(), bytes.begin(),
                    [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

/// True when a block of Deflate may begin here: there are three types, and one of them repeats its size
/// inverted.
bool may_be_block(Bytes bytes) {
  const int type = bytes[0] >> 1 & 3;
  const bool repeats = (bytes[1] ^ bytes[3]) == 0xFF && (bytes[2] ^ bytes[4]) == 0xFF;
  return type == 0 ? repeats : type != 3;
}

bool is_zlib(Bytes bytes) {
  return bytes.size() > 6 && (bytes[0] & 0x8F) == 8 && (bytes[0] * 256 + bytes[1]) % 31 == 0 &&
         (bytes[1] & 0x20) == 0 && may_be_block(bytes.subspan(2));
}

/// The kind of a compressed stream that its first bytes identify.
FileKind stream_of(Bytes bytes) {
  const FileKind known = container_of(bytes);
  if (known == FileKind::gzip || known == FileKind::zstd) return known;
  return is_zlib(bytes) ? FileKind::zlib : FileKind::none;
}

bool is_blank(std::uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/// True for a byte that makes a text, alone or among others. Alone, only a digit does, which is an int as
/// text; any other byte is rather what is left of a value.
bool makes_text(std::uint8_t byte, bool alone) {
  if (is_blank(byte)) return true;
  return alone ? byte >= '0' && byte <= '9' : byte > ' ' && byte != 0x7F;
}

/// Godot writes control characters into texts unescaped, except NUL, but a text has others too. On Windows,
/// Godot 3 writes surrogates.
bool is_text(Bytes bytes) {
  const TextScan scan = scan_text(bytes);
  const auto makes = [&](std::uint8_t byte) { return makes_text(byte, bytes.size() == 1); };
  return scan.form != TextForm::broken && scan.size == bytes.size() &&
         std::any_of(bytes.begin(), bytes.end(), makes);
}

/// True for text in UTF-16, which begins with its mark or with an ASCII letter.
bool is_utf16(Bytes bytes) {
  if (bytes.size() < 4 || bytes.size() % 2 != 0) return false;
  const bool big = bytes[0] == 0xFE || bytes[0] == 0;
  const std::size_t high = big ? 0 : 1;
  const bool marked = bytes[high] == 0xFE && bytes[1 - high] == 0xFF;
  // Every second byte of text in a Latin script is zero; the mark is enough for others.
  const std::size_t end = std::min<std::size_t>(bytes.size(), 64);
  for (std::size_t at = marked ? 2 : 0; at < end; at += 2) {
    const std::uint8_t low = bytes[at + 1 - high];
    const bool plain = bytes[at + high] == 0 && low < 0x7F && (low > ' ' || is_blank(low));
    if (!plain && (!marked || (bytes[at + high] == 0 && low == 0))) return false;
  }
  return true;
}

/// True for `[name]` alone on a line. Looks no further than the line.
bool is_section(Bytes line) {
  const auto end = std::find_if(line.begin() + 1, line.end(), [](std::uint8_t byte) {
    return byte <= ' ' || byte == ',' || byte == '"' || byte == '{' || byte == '[' || byte == ']';
  });
  return end != line.end() && *end == ']' && (end + 1 == line.end() || end[1] == '\n' || end[1] == '\r');
}

/// The text behind blank lines and comments.
Bytes first_tag(Bytes text) {
  std::size_t at = 0;
  for (; at < text.size() && (text[at] <= ' ' || text[at] == ';'); ++at)
    if (text[at] == ';')
      while (at < text.size() && text[at] != '\n') ++at;
  return text.subspan(std::min(at, text.size()));
}

FileKind text_kind(Bytes text) {
  if (starts_with(text, "\xEF\xBB\xBF")) text = text.subspan(3);
  const FileKind tagged = container_of(first_tag(text));
  if (tagged == FileKind::tres || tagged == FileKind::tscn) return tagged;
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
  /// `inside` limits detection to bare values and files with magic bytes, so that guesses do not nest.
  Detector(Bytes bytes, const DetectSettings& settings, bool inside)
      : in_(bytes), settings_(settings), inside_(inside) {}

  std::span<const Guess> run() {
    const FileKind known = container_of(in_);
    if (known != FileKind::none) {
      add(known, 100, Reason::magic);
      return found();
    }
    values();
    const std::size_t unlikely = is_improbable() ? count_ : 0;
    improbable_ = unlikely > 0;
    if (count_ == unlikely && !inside_) enclosed();
    if (count_ == unlikely) texts();
    if (improbable_ && count_ == unlikely && !inside_) {
      if (!damaged())
        mixed_instead();
      else if (unproven_)
        doubt(unlikely);
    }
    if (count_ == 0 && !inside_) damaged_settings();
    if (count_ == 0 && !inside_) fastlz();
    if (count_ == 0 && !inside_) mixed();
    weigh();
    return found();
  }

 private:
  std::span<const Guess> found() const { return {found_.data(), count_}; }

  void add(const Guess& guess) {
    if (count_ < found_.size()) found_[count_++] = guess;
  }

  void add(FileKind kind, std::uint32_t score, Reason reason, std::uint32_t size_bytes = 0) {
    add({kind, FileFraming::none, nullptr, score, bit(reason), 0, size_bytes});
  }

  /// True for a bare value that hardly any engine wrote, or in which nothing could be odd. A type with one id
  /// in all engines counts as evidence, and so do frames and containers that end with the last byte.
  bool is_improbable() const {
    constexpr std::uint32_t evidence = bit(Reason::frames) | bit(Reason::container);
    return settings_.dialect == nullptr && count_ < 3 &&
           std::all_of(found_.data(), found_.data() + count_, [this](const Guess& guess) {
             return (guess.score < least_certain_score || unproven_) && (guess.reasons & evidence) == 0;
           });
  }

  /// Tries every way to read the bytes as values.
  void values() {
    framed_in_every_way();
    if (count_ > 0 || settings_.dialect != nullptr) return;
    rank_ = Detected::last;
    framed_in_every_way();
  }

  void framed_in_every_way() {
    if (starts_with(in_, "ECFG")) return framed(FileFraming::ecfg);
    framed(FileFraming::store_var);
    framed(FileFraming::none);
    framed(FileFraming::store_var_big_endian);
  }

  void framed(FileFraming framing) {
    Extents values;
    Error error;
    if (framing == FileFraming::none) {
      *values.grow(1) = {0, in_.size()};
    } else if (framing == FileFraming::ecfg) {
      error = read_settings(in_, values);
    } else {
      error = read_frames(in_, framing == FileFraming::store_var_big_endian, values);
    }
    if (error.code != ErrorCode::none || values.size() == 0) return;
    const std::size_t before = count_;
    add_all(framing, values.view(), true);
    if (count_ == before && settings_.generation != 0) add_all(framing, values.view(), false);
  }

  void add_all(FileFraming framing, std::span<const Extent> values, bool of_layer) {
    for (const Dialect& dialect : all_dialects()) {
      if (!is_tried(dialect) || is_of_layer(dialect) != of_layer || add(framing, values, dialect)) continue;
      const Dialect& other = all_dialects()[dialect.with_object_scripts];
      if (&other != &dialect && settings_.dialect == nullptr) add(framing, values, other);
    }
  }

  bool is_tried(const Dialect& dialect) const {
    return settings_.dialect == nullptr ? dialect.detected == rank_ : settings_.dialect == &dialect;
  }

  /// True when the dialect belongs to the generation of the surrounding container, or when that is unknown.
  bool is_of_layer(const Dialect& dialect) const {
    return settings_.generation == 0 || (dialect.generation == 4) == (settings_.generation == 4);
  }

  bool add(FileFraming framing, std::span<const Extent> values, const Dialect& dialect) {
    FilePlausibility sink;
    std::uint32_t reasons = bit(Reason::whole);
    const bool named = framing == FileFraming::ecfg;
    const std::size_t step = named ? 2 : 1;
    std::uint64_t walked = 0;
    for (std::size_t i = step - 1; i < values.size(); i += step) {
      const Bytes value = in_.subspan(values[i].at, values[i].size);
      if (!sink.read(value, dialect, settings_.depth, settings_.elements)) return false;
      if (sink.is_container()) reasons |= bit(Reason::container);
      walked += sink.walked();
      // Every element takes at least four bytes.
      if (!sink.stopped() && walked / 4 < settings_.elements) continue;
      if (sink.stopped() || i + step < values.size()) reasons |= bit(Reason::partly);
      break;
    }
    if (framing != FileFraming::none) reasons |= bit(Reason::frames);
    unproven_ |= !sink.has_evidence();
    if (sink.has_odd()) reasons |= bit(Reason::odd);
    if (settings_.generation != 0) reasons |= bit(Reason::layer);
    const Dialect& wide = all_dialects()[dialect.with_wide_ints];
    const bool is_wide = settings_.dialect == nullptr && &wide != &dialect && sink.only_wide_ints();
    if (is_wide) reasons |= bit(Reason::wide_ints);
    // A rare dialect needs evidence: a container without odd values.
    constexpr std::uint32_t unproven = bit(Reason::odd) | bit(Reason::container);
    if (rank_ == Detected::last && settings_.dialect == nullptr &&
        (reasons & unproven) != bit(Reason::container))
      return false;
    add({FileKind::none, framing, is_wide ? &wide : &dialect, sink.points(), reasons,
         static_cast<std::uint32_t>(values.size() / step), 0});
    return true;
  }

  /// Detects base64, and a compressed stream with an optional size of four or eight bytes before it.
  void enclosed() {
    for (const std::uint32_t size_bytes : {0U, 4U, 8U}) {
      if (in_.size() <= size_bytes + 4) break;
      const FileKind stream = stream_of(in_.subspan(size_bytes));
      if (stream == FileKind::none) continue;
      return add(stream, size_bytes == 0 ? proof : plausible, Reason::magic, size_bytes);
    }
    Writer decoded;
    if (!decode_base64(in_, decoded)) return;
    Detector detector(decoded.view(), settings_, true);
    for (Guess inner : detector.run()) {
      if (inner.container == FileKind::text) return;
      inner.container = FileKind::base64;
      add(inner);
    }
  }

  void texts() {
    // The exports of engines end a ConfigFile (.import) with a NUL, which engines read as a blank. No other
    // text may have one.
    const bool ended = in_.size() > 1 && in_.back() == 0;
    const Bytes text = ended ? in_.first(in_.size() - 1) : in_;
    if (is_text(text)) {
      const FileKind kind = text_kind(text);
      if (!ended || kind == FileKind::config) add(kind, 90, Reason::whole);
    }
    if (is_utf16(in_)) add(FileKind::utf16, 90, Reason::whole);
  }

  /// Names a project.binary by its magic bytes, though it is cut or damaged, and the dialect that reads most
  /// of its values.
  void damaged_settings() {
    if (!starts_with(in_, "ECFG")) return;
    rank_ = Detected::first;
    Extents parts;
    read_settings(in_, parts);
    Guess best;
    for (const Dialect& dialect : all_dialects()) {
      if (!is_tried(dialect)) continue;
      std::uint32_t count = 0;
      for (std::size_t i = 1; i < parts.size(); i += 2) {
        FilePlausibility sink;
        const Bytes value = in_.subspan(parts[i].at, parts[i].size);
        count += sink.read(value, dialect, settings_.depth, settings_.elements) ? 1U : 0U;
      }
      if (best.dialect == nullptr || count > best.count)
        best = {FileKind::none, FileFraming::ecfg, &dialect, plausible, bit(Reason::magic), count};
    }
    if (best.dialect != nullptr) add(best);
  }

  /// Detects cut and damaged values. Returns true when the bytes seem to begin with one.
  bool damaged() {
    rank_ = Detected::first;
    const std::size_t before = count_;
    Buffer<Reach> reaches;
    for (const bool of_layer : {true, false}) {
      for (const FileFraming framing :
           {FileFraming::store_var, FileFraming::none, FileFraming::store_var_big_endian}) {
        for (const Dialect& dialect : all_dialects()) {
          if (!is_tried(dialect) || is_of_layer(dialect) != of_layer) continue;
          const Reach reach = reach_of(in_, framing, dialect, settings_.elements);
          // Where a value fits, though badly, only a frame that is cut is more likely.
          if (before > 0 && (!reach.right || framing == FileFraming::none || reach.bytes <= in_.size() / 2))
            continue;
          if (!reach.likely && !(reach.right && reach.bytes >= least_whole)) continue;
          Reach* to = reaches.grow(1);
          for (*to = reach; to != reaches.data() && to->is_better_than(to[-1]); --to) std::swap(to[-1], *to);
        }
      }
    }
    keep_closed(reaches);
    for (const Reach& reach : reaches.view()) {
      // A reading that ends much earlier than another is wrong.
      const auto part = static_cast<std::uint32_t>((std::uint64_t{reach.bytes} + 1) * 100 /
                                                   (std::uint64_t{reaches[0].bytes} + 1));
      if (part < 50 || reach.right != reaches[0].right) break;
      if (reach.likely)
        add({FileKind::none, reach.framing, reach.dialect, plausible * part / 100, bit(Reason::damaged),
             reach.count});
    }
    return count_ > before;
  }

  /// Ranks the first readings behind those of damaged frames: saves hold frames far more often than one bare
  /// value.
  void doubt(std::size_t count) {
    for (Guess& guess : std::span(found_.data(), count)) guess.score = std::min(guess.score, guess_by_chance);
  }

  /// Where lengths in one byte order lead to the end, a long frame that is cut in the other order is chance.
  static void keep_closed(Buffer<Reach>& reaches) {
    const std::span<Reach> all(reaches.data(), reaches.size());
    const auto closed = std::find_if(all.begin(), all.end(), [](const Reach& reach) { return reach.closed; });
    if (closed == all.end()) return;
    const FileFraming framing = closed->framing;
    const auto end = std::remove_if(all.begin(), all.end(), [&](const Reach& reach) {
      return reach.framing != framing && reach.framing != FileFraming::none;
    });
    reaches.cut(static_cast<std::size_t>(end - all.begin()));
  }

  void mixed() {
    const ScannedFrames frames = scan_frames(in_);
    // A damaged frame has at least a length and a header.
    if (!surround_gaps(in_, frames.view(), 2 * word - 1) && damaged()) return;
    add(frames.view(), explains_gaps(in_, frames.view()));
  }

  /// Detects frames between other data that are a bare value only by chance.
  void mixed_instead() {
    if (!begins_with_container()) return;
    const ScannedFrames frames = scan_frames(in_);
    if (!surround_gaps(in_, frames.view(), short_gap) || !explains_gaps(in_, frames.view())) return;
    add(frames.view(), true);
    improbable_ = false;
  }

  /// True when a frame at the beginning may hold a container. Few bare values look so, and a scan takes time.
  bool begins_with_container() const {
    if (in_.size() < 2 * word) return false;
    const auto header = load<std::uint32_t>(in_.data() + word);
    const std::span<const Dialect> all = all_dialects();
    return std::any_of(all.begin(), all.end(),
                       [&](const Dialect& dialect) { return is_container(dialect, header); });
  }

  /// Counts the frames of each dialect.
  void add(std::span<const ScannedFrame> frames, bool explained) {
    const std::size_t before = count_;
    for (const ScannedFrame& frame : frames) {
      if (!frame.certain) continue;
      const Dialect* dialect = settings_.dialect != nullptr ? settings_.dialect : frame.dialect;
      std::size_t at = before;
      while (at < count_ && found_[at].dialect != dialect) ++at;
      if (at == count_) {
        const FileFraming whole =
            frame.big_endian ? FileFraming::store_var_big_endian : FileFraming::store_var;
        const Reason reason = explained ? Reason::container : Reason::damaged;
        add({FileKind::none, explained ? FileFraming::mixed : whole, dialect, plausible, bit(reason)});
      }
      ++found_[at].count;
    }
  }

  /// FastLZ streams have no magic bytes, so their content must be certain.
  void fastlz() {
    for (const std::uint32_t size_bytes : {0U, 4U, 8U}) {
      if (in_.size() <= size_bytes + 4) return;
      const Bytes stream = in_.subspan(size_bytes);
      const std::size_t size = fastlz_size(stream, most_tried);
      if (size == broken) continue;
      Writer content;
      decompress_fastlz(stream, {content.grow(size), size});
      Detector detector(content.view(), settings_, true);
      const std::span<const Guess> inner = detector.run();
      if (!inner.empty() && inner[0].score >= 90)
        return add(FileKind::fastlz, plausible, Reason::whole, size_bytes);
    }
  }

  /// Distributes the certainty over all readings, and sorts them by score.
  void weigh() {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += found_[i].score;
    if (improbable_) sum = std::max(sum, 100U);
    for (std::size_t i = 0; i < count_; ++i) {
      Guess& guess = found_[i];
      if (count_ > 1) guess.reasons |= bit(Reason::others);
      guess.score = guess.score * (50 + guess.score / 2) / sum;
      for (std::size_t j = i; j > 0 && found_[j - 1].score < found_[j].score; --j)
        std::swap(found_[j - 1], found_[j]);
    }
  }

  Bytes in_;
  const DetectSettings& settings_;
  bool inside_;
  bool improbable_ = false;
  /// A reading had nothing that could be odd.
  bool unproven_ = false;
  Detected rank_ = Detected::first;
  std::array<Guess, 16> found_;
  std::size_t count_ = 0;
};

}  // namespace

Buffer<Guess> detect(Bytes bytes, const DetectSettings& settings) {
  Detector detector(bytes, settings, false);
  const std::span<const Guess> found = detector.run();
  Buffer<Guess> guesses;
  guesses.append(found);
  return guesses;
}

}  // namespace godot_variant::files
