// What stands around values in files and streams: what godot_variant/containers.h and the bindings are made
// of.
#pragma once
#include "bytes/cursor.h"
#include "dialect/dialect.h"
#include "godot_variant/containers.h"

namespace godot_variant::files {

using Extents = Buffer<Extent>;

/// A CompressedFile, as it is read and written.
struct CompressedHeader {
  Compression compression = Compression::fastlz;
  std::uint32_t block_size = 0;
  std::uint32_t size = 0;
  bool closed = true;
  Extents blocks;
};

/// Adds to bytes. Out of line, because these are many calls that need not be fast.
void put(Writer& out, std::uint32_t number);
void put(Writer& out, Bytes bytes);
void put_byte(Writer& out, std::size_t byte);

void compress_fastlz(Bytes input, Writer& out);
/// Returns how many bytes the stream makes, `broken` when these do not fit or it is no stream. Without memory
/// it only counts.
std::size_t decompress_fastlz(Bytes stream, std::span<std::uint8_t> out);
inline constexpr std::size_t broken = ~std::size_t{0};

/// What to do about a container whose parts do not fit together: with `ignored`, what its header says is
/// given all the same.
enum class Damage : bool { error, ignored };

/// Only the place of a block is certain to be within the file when damage is ignored.
Error read_compressed(Bytes file, std::uint64_t limit, CompressedHeader& header, Damage damage);
Error read_fastlz_file(Bytes file, std::uint64_t limit, Writer& out);
/// `input` holds the streams of the header's blocks one after the other; without blocks it is the content,
/// for FastLZ and Zstandard.
void write_compressed(const CompressedHeader& header, Bytes input, Writer& out);
void store_zstd(Bytes input, Writer& out);

bool decode_base64(Bytes text, Writer& out);
void encode_base64(Bytes bytes, Writer& out);

/// Errors: those of read_frames and read_settings in containers.h.
Error read_frames(Bytes input, bool big_endian, Extents& values);
Error read_settings(Bytes file, Extents& parts);

/// The header of an encrypted file, with the places of what it holds.
struct EncryptedHeader {
  EncryptedLayout layout = EncryptedLayout::godot4;
  std::uint64_t size = 0;
  std::size_t md5_at = 0;
  std::size_t iv_at = 0;
  std::size_t cipher_at = 0;
};

/// The size is that of the encrypted content when damage is ignored and it cannot be right.
Error read_encrypted(Bytes file, EncryptedHeader& header, Damage damage = Damage::error);
/// `parts` is the sum, the vector, the encrypted content.
void write_encrypted(EncryptedLayout layout, std::uint64_t size, Bytes parts, Writer& out);

void write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, Writer& out);
void write_settings(Bytes bytes, std::span<const Extent> parts, Writer& out);
Error expand_arguments(Bytes arguments, const Dialect& dialect, bool allow_objects, Writer& out);
void compact_arguments(Bytes bytes, std::span<const Extent> values, Writer& out);

/// A FoundFrame whose dialect is not named yet.
struct ScannedFrame {
  Extent value;
  bool big_endian = false;
  bool certain = false;
  const Dialect* dialect = nullptr;
};

using ScannedFrames = Buffer<ScannedFrame>;

ScannedFrames scan_frames(Bytes input);
/// Whether something between these frames looks like a frame that is damaged, or cut where the input ends.
bool has_damaged_frame(Bytes input, std::span<const ScannedFrame> frames);

/// A Candidate whose dialect is not named yet.
struct Guess {
  FileKind container = FileKind::none;
  FileFraming framing = FileFraming::none;
  /// Null where it is not known yet.
  const Dialect* dialect = nullptr;
  std::uint32_t score = 0;
  std::uint32_t reasons = 0;
  std::uint32_t count = 0;
  std::uint32_t size_bytes = 0;
};

struct DetectSettings {
  /// Null for all that engines write.
  const Dialect* dialect = nullptr;
  std::uint32_t generation = 0;
  std::uint64_t elements = 0;
  std::uint32_t depth = 0;
};

Buffer<Guess> detect(Bytes bytes, const DetectSettings& settings);

}  // namespace godot_variant::files
