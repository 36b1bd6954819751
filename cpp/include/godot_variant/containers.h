// Frames, compression and encryption around values, and how to detect which of them a file has.
// docs/CONTAINERS.md describes the bytes. Compressors and ciphers are up to the caller; these functions read
// and write everything else. Functions that can fail return an Error, whose code is ErrorCode::none on
// success. Functions that produce bytes append them to `out`.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "godot_variant/error.h"

namespace godot_variant {

using ByteVector = std::vector<std::uint8_t>;

/// A part of an input.
struct Extent {
  std::size_t at = 0;
  std::size_t size = 0;

  friend bool operator==(const Extent&, const Extent&) = default;
};

// --- FastLZ ---

/// Compresses `input` to exactly the stream that engines write: level 2 from 65 536 bytes on, inputs below 16
/// bytes padded with zeros.
void compress_fastlz(Bytes input, ByteVector& out);

/// Fills `out` and returns the size of the content; nothing when the stream is broken or its content does not
/// fit.
std::optional<std::size_t> decompress_fastlz(Bytes stream, std::span<std::uint8_t> out);

// --- Compressed files (GCPF) ---

/// The header of a compressed file. Every block decompresses to `block_size` bytes, the last one to the rest,
/// which may be nothing.
struct CompressedFile {
  Compression compression = Compression::fastlz;
  std::uint32_t block_size = 4096;
  /// Size of the content in bytes.
  std::uint32_t size = 0;
  std::vector<Extent> blocks;
  /// Whether the magic word is repeated at the end; engines write it and do not require it.
  bool closed = true;

  std::size_t size_of(std::size_t block) const {
    return block + 1 < blocks.size() ? block_size : size % block_size;
  }
};

/// Reads the header and checks it against the size of the file and `limit`, the greatest size of the content
/// in bytes. Errors: bad_container, unsupported_compression, too_large.
Error read_compressed(Bytes file, std::uint64_t limit, CompressedFile& header);

/// Writes a file of these blocks; `streams` holds their compressed bytes one after the other.
void write_compressed(const CompressedFile& header, Bytes streams, ByteVector& out);

/// Writes a file of this content without a compressor: as FastLZ, or as Zstandard frames that store the
/// bytes. Of the header only `compression`, `block_size` and `closed` are used.
void compress_file(const CompressedFile& header, Bytes content, ByteVector& out);

/// Decompresses a FastLZ file. Errors: those of read_compressed, and bad_container at the offset of a broken
/// block.
Error decompress_fastlz_file(Bytes file, std::uint64_t limit, ByteVector& out);

/// Writes a Zstandard frame that stores the bytes uncompressed, which every reader accepts.
void store_zstd(Bytes input, ByteVector& out);

/// The size of the content that the header of a Zstandard frame states; nothing when it states none.
std::optional<std::uint64_t> zstd_content_size(Bytes stream);

// --- Base64 ---

/// Decodes the text of Marshalls.variant_to_base64, which may end with white space. Returns false when `text`
/// is not Base64.
bool decode_base64(Bytes text, ByteVector& out);
void encode_base64(Bytes bytes, ByteVector& out);

// --- Encrypted files (GDEC) ---

enum class EncryptedLayout : std::uint8_t {
  /// Godot 2 and 3: AES-256-ECB.
  godot3 = 3,
  /// Godot 4: AES-256-CFB with an initialization vector.
  godot4 = 4,
};

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

/// Reads the header. Errors: bad_container.
Error read_encrypted(Bytes file, EncryptedFile& header);
/// Writes a file of the encrypted content; the size of `cipher` must be a multiple of 16.
void write_encrypted(const EncryptedFile& header, Bytes cipher, ByteVector& out);
/// Whether decrypted bytes look like a content rather than noise, which tells damage from a wrong key.
bool looks_decrypted(Bytes content);

// --- Frames ---

/// Finds the values of frames that follow each other to the end of the input. Errors: unexpected_end at the
/// frame that does not fit.
Error read_frames(Bytes input, bool big_endian, std::vector<Extent>& values);

/// Writes a frame for each of the `values`, which are parts of `bytes`.
void write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, ByteVector& out);

/// Finds the settings of a project.binary: name, value, name, value … Errors: unexpected_end, bad_length.
Error read_settings(Bytes file, std::vector<Extent>& parts);
/// Writes a project.binary from names and values in turn, which are parts of `bytes`.
void write_settings(Bytes bytes, std::span<const Extent> parts, ByteVector& out);

/// Turns the compact arguments of a call into frames of store_var. Errors: those of decode.
Error expand_arguments(Bytes arguments, std::string_view dialect, bool allow_objects, ByteVector& out);
/// Writes the compact arguments of a call from `values`, at most 255 parts of `bytes`.
void compact_arguments(Bytes bytes, std::span<const Extent> values, ByteVector& out);

/// A frame that scan_frames found.
struct FoundFrame {
  /// The value, without its length.
  Extent value;
  bool big_endian = false;
  /// The value is a Dictionary or an Array of at least 12 bytes. Other frames are reported only next to such
  /// ones or at the start of the input.
  bool certain = false;
  std::string_view dialect;
};

/// Finds frames of store_var between other data.
std::vector<FoundFrame> scan_frames(Bytes input);

// --- Detection ---

/// One thing that bytes may be.
struct Candidate {
  /// FileKind::none for values.
  FileKind container = FileKind::none;
  FileFraming framing = FileFraming::none;
  /// Empty where it is not known yet, as for a container that has to be opened first.
  std::string_view dialect = {};
  /// 0 to 100; only 90 or more is proof.
  std::uint32_t score = 0;
  std::uint32_t reasons = 0;
  /// Number of values.
  std::uint32_t count = 0;
  /// How many bytes before a compressed stream hold the size of its content.
  std::uint32_t size_bytes = 0;
};

struct DetectOptions {
  /// Consider only this dialect; empty for all that are detected.
  std::string_view dialect = {};
  /// The engine generation of the container around the bytes; 0 when it is unknown.
  std::uint32_t generation = 0;
  /// Stop looking after this many values, nested ones included; the rest then counts as read.
  std::uint64_t elements = default_elements;
  std::uint32_t depth = default_depth;
};

/// What the bytes may be, the most probable first; empty when nothing known fits.
std::vector<Candidate> detect(Bytes bytes, const DetectOptions& options = {});

/// The kind of file that these first bytes identify; FileKind::none when they identify none.
FileKind container_of(Bytes bytes);

/// The stable name, such as "gcpf".
std::string_view name_of(FileKind container);

}  // namespace godot_variant
