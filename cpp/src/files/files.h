// File layers around values, behind both godot_variant/containers.h and the bindings.
#pragma once
#include "bytes/cursor.h"
#include "dialect/dialect.h"
#include "godot_variant/containers.h"
#include "wire/wire_reader.h"

namespace godot_variant::files {

using Extents = Buffer<Extent>;

/// A CompressedFile with the positions of its blocks.
struct CompressedHeader {
  Compression compression = Compression::fastlz;
  std::uint32_t block_size = 0;
  std::uint32_t size = 0;
  bool closed = true;
  Extents blocks;
};

/// Appends to bytes. Out of line, because the many callers need not be fast.
void put(Writer& out, std::uint32_t number);
void put(Writer& out, Bytes bytes);
void put_byte(Writer& out, std::size_t byte);

void compress_fastlz(Bytes input, Writer& out);
/// Returns the size of the content, or `broken` for an invalid stream or one whose content does not fit.
std::size_t decompress_fastlz(Bytes stream, std::span<std::uint8_t> out);
/// The same for at most `most` bytes, without writing them.
std::size_t fastlz_size(Bytes stream, std::size_t most);
inline constexpr std::size_t broken = ~std::size_t{0};

/// How to treat a container whose parts do not match: `ignored` returns the contents of its header anyway.
enum class Damage : bool { error, ignored };

/// With Damage::ignored, only the start of a block is certain to be within the file.
Error read_compressed(Bytes file, std::uint64_t limit, CompressedHeader& header, Damage damage);
Error read_fastlz_file(Bytes file, std::uint64_t limit, Writer& out);
/// Errors: as write_compressed and compress_file in containers.h. Of the blocks, only the sizes count.
Error write_compressed(const CompressedHeader& header, Bytes streams, Writer& out);
Error compress_file(const CompressedHeader& header, Bytes content, Writer& out);
/// Of at most `largest_size` bytes.
void store_zstd(Bytes input, Writer& out);

/// Size of a length field.
inline constexpr std::size_t word = 4;
/// The largest size that such a field can state.
inline constexpr std::uint64_t largest_size = 0xFFFFFFFF;
inline constexpr std::uint32_t settings_magic = 0x47464345;  // "ECFG"
/// The length word of a frame.
std::uint32_t length_at(Bytes input, std::size_t at, bool big_endian);
/// Errors: as read_frames and read_settings in containers.h.
Error read_frames(Bytes input, bool big_endian, Extents& values);
Error read_settings(Bytes file, Extents& parts);

/// The header of an encrypted file, with the positions of its fields.
struct EncryptedHeader {
  EncryptedLayout layout = EncryptedLayout::godot4;
  std::uint64_t size = 0;
  std::size_t md5_at = 0;
  std::size_t iv_at = 0;
  std::size_t cipher_at = 0;
};

/// With Damage::ignored, the size of the encrypted content replaces an impossible size.
Error read_encrypted(Bytes file, EncryptedHeader& header, Damage damage = Damage::error);
/// `parts` holds the MD5 sum, the initialization vector and the encrypted content. Errors: as write_encrypted
/// in containers.h.
Error write_encrypted(EncryptedLayout layout, std::uint64_t size, Bytes parts, Writer& out);

/// Errors: as write_frames and write_settings in containers.h.
Error write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, Writer& out);
Error write_settings(Bytes bytes, std::span<const Extent> parts, Writer& out);
/// After an error in an argument, the last frame holds it and all the rest, so that its reader finds the same
/// error.
Error expand_arguments(Bytes arguments, const DecodeSettings& settings, Writer& out);
Error compact_arguments(Bytes bytes, std::span<const Extent> values, Writer& out);

/// A FoundFrame with a pointer to its dialect instead of a name.
struct ScannedFrame {
  Extent value;
  bool big_endian = false;
  bool certain = false;
  const Dialect* dialect = nullptr;
};

using ScannedFrames = Buffer<ScannedFrame>;

/// `work` counts the positions that were looked at and the bytes that were read.
ScannedFrames scan_frames(Bytes input, std::uint64_t* work = nullptr);
/// Headers do not use higher bits.
inline constexpr std::uint32_t most_header = 0xFFFFF;
/// True for the header of a Dictionary or an Array.
bool is_container(const Dialect& dialect, std::uint32_t header);

/// How far damaged bytes can be read in one framing and dialect.
struct Reach {
  FileFraming framing = FileFraming::none;
  const Dialect* dialect = nullptr;
  /// Bytes that can be read, up to the first damage of each frame.
  std::size_t bytes = 0;
  /// Number of frames that were found.
  std::uint32_t count = 0;
  /// True when the first length may be right.
  bool right = false;
  /// True when the first frame begins as engines write it, so that this is hardly chance.
  bool likely = false;
  /// True when the lengths of several frames lead exactly to the end of the input.
  bool closed = false;

  bool is_better_than(const Reach& other) const { return right != other.right ? right : bytes > other.bytes; }
};

/// Reads bytes that are not whole values in one framing and dialect. Follows the frames by their lengths.
Reach reach_of(Bytes input, FileFraming framing, const Dialect& dialect, std::uint64_t elements);
/// Other data of at most this many bytes needs no explanation: version numbers, checksums, names.
constexpr std::size_t short_gap = 64;
/// True when the input begins and ends with certain frames, and has gaps of at most that many bytes between
/// them.
bool surround_gaps(Bytes input, std::span<const ScannedFrame> frames, std::size_t most);
/// True when data that games write beside values explains every byte outside the frames.
bool explains_gaps(Bytes input, std::span<const ScannedFrame> frames);

/// A Candidate with a pointer to its dialect instead of a name.
struct Guess {
  FileKind container = FileKind::none;
  FileFraming framing = FileFraming::none;
  /// Null when unknown.
  const Dialect* dialect = nullptr;
  std::uint32_t score = 0;
  std::uint32_t reasons = 0;
  std::uint32_t count = 0;
  std::uint32_t size_bytes = 0;
};

struct DetectSettings {
  /// Null considers every dialect of an engine.
  const Dialect* dialect = nullptr;
  std::uint32_t generation = 0;
  std::uint64_t elements = 0;
  std::uint32_t depth = 0;
};

Buffer<Guess> detect(Bytes bytes, const DetectSettings& settings);

/// False when no value and no frames can begin with these bytes. Does not try frames between other data.
bool may_begin(Bytes bytes, const DetectSettings& settings);

}  // namespace godot_variant::files
