// What stands around values in files and streams: frames, compression, encryption, and how to find out which
// of them a file has. docs/CONTAINERS.md describes the bytes. Compressors and ciphers are the caller's: these
// functions read and write everything else. Those that can fail return an Error, whose code is
// ErrorCode::none when all went well; those that make bytes add them to `out`.
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

/// The stream that engines make of `input`, byte for byte: level 2 from 65 536 bytes on, inputs below 16
/// bytes padded with zeros.
void compress_fastlz(Bytes input, ByteVector& out);

/// Fills `out` and returns how many bytes the stream made; nothing when it is broken or makes more.
std::optional<std::size_t> decompress_fastlz(Bytes stream, std::span<std::uint8_t> out);

// --- Compressed files (GCPF) ---

/// The numbers of the format.
enum class Compression : std::uint32_t { fastlz, deflate, zstd, gzip, brotli };

/// The header of a compressed file. Every block makes `block_size` bytes; the last one makes the rest, which
/// may be nothing.
struct CompressedFile {
  Compression compression = Compression::fastlz;
  std::uint32_t block_size = 4096;
  /// Bytes of the content.
  std::uint32_t size = 0;
  std::vector<Extent> blocks;
  /// The magic word stands at the end too, as engines write it and do not ask for.
  bool closed = true;

  std::size_t size_of(std::size_t block) const {
    return block + 1 < blocks.size() ? block_size : size % block_size;
  }
};

/// Reads the header and checks it against the size of the file and the bytes that the content may take.
/// Errors: bad_container, unsupported_compression, too_large.
Error read_compressed(Bytes file, std::uint64_t limit, CompressedFile& header);

/// A file of these blocks, whose `streams` stand one after the other.
void write_compressed(const CompressedFile& header, Bytes streams, ByteVector& out);

/// A file of this content for which no compressor is needed: FastLZ, or Zstandard in frames that store the
/// bytes. Only the compression, the block size and `closed` of the header count.
void compress_file(const CompressedFile& header, Bytes content, ByteVector& out);

/// The content of a FastLZ file. Errors: those of read_compressed; bad_container with the offset of a broken
/// block.
Error decompress_fastlz_file(Bytes file, std::uint64_t limit, ByteVector& out);

/// A Zstandard frame that stores the bytes as they are, which every reader takes.
void store_zstd(Bytes input, ByteVector& out);

/// The size that the header of a Zstandard frame gives for its content; nothing when it gives none.
std::optional<std::uint64_t> zstd_content_size(Bytes stream);

// --- Base64 ---

/// The bytes of Marshalls.variant_to_base64's text, which may end with white space. False when it is
/// something else.
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
  /// Of the content.
  std::array<std::uint8_t, 16> md5{};
  std::array<std::uint8_t, 16> iv{};
  /// Bytes of the content.
  std::uint64_t size = 0;
  /// The encrypted content with its zeros, a multiple of 16.
  Extent cipher;
};

/// Reads the header. Errors: bad_container.
Error read_encrypted(Bytes file, EncryptedFile& header);
/// A file of the encrypted content, whose size is a multiple of 16.
void write_encrypted(const EncryptedFile& header, Bytes cipher, ByteVector& out);
/// True when decrypted bytes look like a content rather than noise: what tells damage from a wrong key.
bool looks_decrypted(Bytes content);

// --- Frames ---

/// How the values of a file follow each other.
enum class FileFraming : std::uint8_t {
  /// One value and nothing else.
  none,
  /// A u32 length before each, as store_var, put_var and PacketPeerStream write it …
  store_var,
  /// … or with the length's bytes in the other order.
  store_var_big_endian,
  /// Frames of store_var between other data.
  mixed,
  /// Names and values of project.binary.
  ecfg,
  /// Arguments of a call, in the compact form of Godot 4's multiplayer.
  rpc,
};

/// The values of frames that follow each other to the end of the input. Errors: unexpected_end at the frame
/// that does not fit.
Error read_frames(Bytes input, bool big_endian, std::vector<Extent>& values);

/// Frames of the values that stand in `bytes`.
void write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, ByteVector& out);

/// Names and values of project.binary, in turn.
Error read_settings(Bytes file, std::vector<Extent>& parts);
/// project.binary from the names and values that stand in `bytes`, in turn.
void write_settings(Bytes bytes, std::span<const Extent> parts, ByteVector& out);

/// Turns the compact arguments of a call into frames of store_var. Errors: those of decode.
Error expand_arguments(Bytes arguments, std::string_view dialect, bool allow_objects, ByteVector& out);
/// The compact arguments of the values that stand in `bytes`. At most 255.
void compact_arguments(Bytes bytes, std::span<const Extent> values, ByteVector& out);

/// A frame that a scan found.
struct FoundFrame {
  /// The value, without its length.
  Extent value;
  bool big_endian = false;
  /// A Dictionary or Array of at least 12 bytes. Others are reported only next to these or at the start.
  bool certain = false;
  std::string_view dialect;
};

/// Finds frames of store_var between other data.
std::vector<FoundFrame> scan_frames(Bytes input);

// --- Detection ---

/// Why something is a candidate, and what speaks against it: bits of Candidate::reasons.
enum class Reason : std::uint32_t {
  /// It starts with bytes that nothing else starts with.
  magic = 1,
  /// Every byte is read.
  whole = 2,
  /// Every frame ends where the next begins.
  frames = 4,
  /// The value is a Dictionary or an Array.
  container = 8,
  /// Some numbers or texts look like something else.
  odd = 16,
  /// All ints are 64-bit wide, as only Godot 3.0 wrote them.
  wide_ints = 32,
  /// The container is of the engine generation of this dialect.
  layer = 64,
  /// Other dialects read every byte too.
  others = 128,
  /// Only this much was looked at.
  partly = 256,
  /// What stands between the frames, or behind them, looks like a frame that is damaged or cut.
  damaged = 512,
};

/// What bytes may be.
struct Candidate {
  /// FileKind::none for values.
  FileKind container = FileKind::none;
  FileFraming framing = FileFraming::none;
  /// Empty where it is not known yet, as inside of a container.
  std::string_view dialect = {};
  /// 0 to 100; only 90 and more is proof.
  std::uint32_t score = 0;
  std::uint32_t reasons = 0;
  /// Values.
  std::uint32_t count = 0;
  /// Bytes before a compressed stream that give the size of its content.
  std::uint32_t size_bytes = 0;
};

struct DetectOptions {
  /// Look only for this dialect; empty for all that engines write.
  std::string_view dialect = {};
  /// The generation of the container around the bytes; 0 when there is none that tells.
  std::uint32_t generation = 0;
  /// Values, those inside others included, after which the rest counts as read.
  std::uint64_t elements = default_elements;
  std::uint32_t depth = default_depth;
};

/// What the bytes may be, the most probable first; empty when they are nothing that is known.
std::vector<Candidate> detect(Bytes bytes, const DetectOptions& options = {});

/// What these bytes begin with; FileKind::none when it is nothing that is known.
FileKind container_of(Bytes bytes);

/// The stable name, such as "gcpf".
std::string_view name_of(FileKind container);

}  // namespace godot_variant
