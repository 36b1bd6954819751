// Frames, compression and encryption around values, and how to detect them in a file. docs/CONTAINERS.md
// describes the bytes. Callers bring their own compressors and ciphers; these functions read and write
// everything else. Functions that can fail return an Error, whose code is ErrorCode::none on success.
// Functions that produce bytes append them to `out`.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "godot_variant/error.h"

namespace godot_variant {

using ByteVector = std::vector<std::uint8_t>;

/// A range of bytes in an input.
struct Extent {
  std::size_t at = 0;
  std::size_t size = 0;

  friend bool operator==(const Extent&, const Extent&) = default;
};

// --- FastLZ ---

/// Compresses `input` to the same bytes as the engine: level 2 from 65 536 bytes on; inputs below 16 bytes
/// are padded with zeros.
void compress_fastlz(Bytes input, ByteVector& out);

/// Decompresses `stream` into `out` and returns the size of the content; nullopt when the stream is broken or
/// its content does not fit.
std::optional<std::size_t> decompress_fastlz(Bytes stream, std::span<std::uint8_t> out);

// --- Compressed files (GCPF) ---

/// The header of a compressed file. Every block decompresses to `block_size` bytes, except the last one,
/// which holds the rest and may be empty.
struct CompressedFile {
  Compression compression = Compression::fastlz;
  std::uint32_t block_size = 4096;
  /// Size of the content in bytes.
  std::uint32_t size = 0;
  std::vector<Extent> blocks;
  /// The magic word is repeated at the end; engines write it and do not require it.
  bool closed = true;

  std::size_t size_of(std::size_t block) const {
    return block + 1 < blocks.size() ? block_size : size % block_size;
  }
};

/// Reads the header and checks it against the size of the file. `limit` is the maximum size of the content in
/// bytes. Errors, after which `header` is as before: unexpected_end, bad_container, unsupported_compression,
/// too_large.
Error read_compressed(Bytes file, std::uint64_t limit, CompressedFile& header);

/// Writes a file of compressed blocks; `streams` holds them one after the other. Errors, after which nothing
/// is written: bad_container at the field that does not fit the others, where a reader would find it.
Error write_compressed(const CompressedFile& header, Bytes streams, ByteVector& out);

/// Writes a file without an external compressor: as FastLZ, or as Zstandard frames that store the bytes
/// uncompressed. Uses only `compression`, `block_size` and `closed` of the header. Errors, after which
/// nothing is written: unsupported_compression, bad_container for a block size that no reader accepts,
/// too_large for a content beyond 4 GiB.
Error compress_file(const CompressedFile& header, Bytes content, ByteVector& out);

/// Decompresses a FastLZ file. Errors, after which nothing is written: as read_compressed, and bad_container
/// at the offset of a broken block.
Error decompress_fastlz_file(Bytes file, std::uint64_t limit, ByteVector& out);

/// Writes a Zstandard frame that stores the bytes uncompressed. Every reader accepts it. Errors: too_large
/// for bytes beyond 4 GiB, of which nothing is written.
Error store_zstd(Bytes input, ByteVector& out);

/// The content size in the header of a Zstandard frame; nullopt without a size, and for other bytes.
std::optional<std::uint64_t> zstd_content_size(Bytes stream);

// --- Base64 ---

/// Decodes the output of Marshalls.variant_to_base64. White space and control characters may follow, also
/// NULs, at which an engine ends a text. Returns false, and writes nothing, when `text` is not Base64.
bool decode_base64(Bytes text, ByteVector& out);
/// Writes Base64 as Marshalls.variant_to_base64 does.
void encode_base64(Bytes bytes, ByteVector& out);

// --- Encrypted files (GDEC) ---

/// The cipher and the header of an encrypted file; the numbers are generations of the engine.
enum class EncryptedLayout : std::uint8_t {
  /// Godot 2 and 3: AES-256-ECB.
  godot3 = 3,
  /// Godot 4: AES-256-CFB with an initialization vector.
  godot4 = 4,
};

/// The header of an encrypted file.
struct EncryptedFile {
  EncryptedLayout layout = EncryptedLayout::godot4;
  /// MD5 of the content.
  std::array<std::uint8_t, 16> md5{};
  /// Initialization vector of Godot 4.
  std::array<std::uint8_t, 16> iv{};
  /// Size of the content in bytes.
  std::uint64_t size = 0;
  /// The encrypted content with its zero padding, a multiple of 16 bytes.
  Extent cipher;
};

/// Reads the header. Errors, after which `header` is as before: bad_container.
Error read_encrypted(Bytes file, EncryptedFile& header);
/// Writes a file around encrypted content. Errors, after which nothing is written: bad_container if `cipher`
/// is not the content's size, rounded up to a multiple of 16.
Error write_encrypted(const EncryptedFile& header, Bytes cipher, ByteVector& out);
/// True when decrypted bytes look like content rather than noise, which distinguishes damage from a wrong
/// key.
bool looks_decrypted(Bytes content);

// --- Frames ---

/// Finds the values of consecutive frames up to the end of the input. Errors: unexpected_end at the first
/// frame that does not fit; `values` then has those before it.
Error read_frames(Bytes input, bool big_endian, std::vector<Extent>& values);

/// Writes one frame per value; `values` are ranges of `bytes`. Errors: too_large for a value beyond 4 GiB, at
/// its begin; then nothing is written.
Error write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, ByteVector& out);

/// Finds the settings of a project.binary: name, value, name, value, ... Errors: unexpected_end, bad_length,
/// bad_container without the magic word.
Error read_settings(Bytes file, std::vector<Extent>& parts);
/// Writes a project.binary from alternating names and values, which are ranges of `bytes`. Errors, after
/// which nothing is written: as write_frames, and bad_length for a name without a value.
Error write_settings(Bytes bytes, std::span<const Extent> parts, ByteVector& out);

/// Turns the compact arguments of a remote call into store_var frames. Errors, after which nothing is
/// written: as decode.
Error expand_arguments(Bytes arguments, std::string_view dialect, bool allow_objects, ByteVector& out);
/// Writes the compact arguments of a remote call from values in the form of store_var, which are ranges of
/// `bytes`. Errors, after which nothing is written: too_large (more than 255 values), bad_length (a bool or
/// an int of another size or with unknown flags, or less than a header).
Error compact_arguments(Bytes bytes, std::span<const Extent> values, ByteVector& out);

/// A frame that scan_frames found.
struct FoundFrame {
  /// The value, without its length word.
  Extent value;
  bool big_endian = false;
  /// The value is a Dictionary or an Array of at least 12 bytes. Other frames are reported only next to such
  /// a frame or at the start of the input.
  bool certain = false;
  std::string_view dialect;
};

/// Finds store_var frames between other data.
std::vector<FoundFrame> scan_frames(Bytes input);

// --- Detection ---

/// One interpretation of the bytes.
struct Candidate {
  /// FileKind::none for values.
  FileKind container = FileKind::none;
  FileFraming framing = FileFraming::none;
  /// The newest of its engine that reads the bytes. Empty when it is not known yet, as for a container that
  /// must be opened first.
  std::string_view dialect = {};
  /// 0 to 100; only 90 or more is proof, of the engine and of the framing.
  std::uint32_t score = 0;
  /// Bits of Reason: the evidence for and against it.
  std::uint32_t reasons = 0;
  /// Number of values found.
  std::uint32_t count = 0;
  /// Length in bytes of the content size that precedes a compressed stream; 0 when no size precedes it.
  std::uint32_t size_bytes = 0;
};

struct DetectOptions {
  /// Consider only this dialect; empty considers every dialect with automatic detection.
  std::string_view dialect = {};
  /// The engine generation of the container around the bytes; 0 when unknown.
  std::uint32_t generation = 0;
  /// Stop after this many values, including nested ones; the rest then counts as read.
  std::uint64_t elements = default_elements;
  std::uint32_t depth = default_depth;
};

/// The possible interpretations of the bytes, most probable first; empty when none fits.
/// Error: unknown_dialect.
Result<std::vector<Candidate>> detect(Bytes bytes, const DetectOptions& options = {});

/// The kind of file that these first bytes identify; FileKind::none for unknown bytes.
FileKind container_of(Bytes bytes);

/// The stable name, such as "gcpf".
std::string_view name_of(FileKind container);

}  // namespace godot_variant
