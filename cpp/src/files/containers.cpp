// The public functions of containers.h, on top of files.h.
#include "bytes/base64.h"
#include "events/usual_floats.h"
#include "files/files.h"

namespace godot_variant {
namespace {

void append(ByteVector& out, const Writer& made) {
  out.insert(out.end(), made.view().begin(), made.view().end());
}

std::vector<Extent> vector_of(const files::Extents& extents) {
  return {extents.view().begin(), extents.view().end()};
}

std::string_view name_of(const Dialect* dialect) { return dialect == nullptr ? "" : dialect->name; }

}  // namespace

void compress_fastlz(Bytes input, ByteVector& out) {
  Writer made;
  files::compress_fastlz(input, made);
  append(out, made);
}

std::optional<std::size_t> decompress_fastlz(Bytes stream, std::span<std::uint8_t> out) {
  const std::size_t made = files::decompress_fastlz(stream, out);
  return made == files::broken ? std::nullopt : std::optional(made);
}

Error read_compressed(Bytes file, std::uint64_t limit, CompressedFile& header) {
  files::CompressedHeader read;
  const Error error = files::read_compressed(file, limit, read, files::Damage::error);
  if (error.code != ErrorCode::none) return error;
  header = {read.compression, read.block_size, read.size, vector_of(read.blocks), read.closed};
  return {};
}

Error decompress_fastlz_file(Bytes file, std::uint64_t limit, ByteVector& out) {
  Writer made;
  const Error error = files::read_fastlz_file(file, limit, made);
  if (error.code == ErrorCode::none) append(out, made);
  return error;
}

Error write_compressed(const CompressedFile& header, Bytes streams, ByteVector& out) {
  files::CompressedHeader written{header.compression, header.block_size, header.size, header.closed, {}};
  written.blocks.append(header.blocks);
  Writer made;
  const Error error = files::write_compressed(written, streams, made);
  append(out, made);
  return error;
}

Error compress_file(const CompressedFile& header, Bytes content, ByteVector& out) {
  Writer made;
  const Error error =
      files::compress_file({header.compression, header.block_size, 0, header.closed, {}}, content, made);
  append(out, made);
  return error;
}

Error store_zstd(Bytes input, ByteVector& out) {
  if (std::uint64_t{input.size()} > files::largest_size) return {ErrorCode::too_large, 0};
  Writer made;
  files::store_zstd(input, made);
  append(out, made);
  return {};
}

bool decode_base64(Bytes text, ByteVector& out) {
  Writer made;
  const bool decoded = decode_base64(text, made);
  if (decoded) append(out, made);
  return decoded;
}

void encode_base64(Bytes bytes, ByteVector& out) {
  Writer made;
  encode_base64(bytes, made);
  append(out, made);
}

Error read_frames(Bytes input, bool big_endian, std::vector<Extent>& values) {
  files::Extents read;
  const Error error = files::read_frames(input, big_endian, read);
  values = vector_of(read);
  return error;
}

Error read_settings(Bytes file, std::vector<Extent>& parts) {
  files::Extents read;
  const Error error = files::read_settings(file, read);
  parts = vector_of(read);
  return error;
}

Error read_encrypted(Bytes file, EncryptedFile& header) {
  files::EncryptedHeader places;
  const Error error = files::read_encrypted(file, places);
  if (error.code != ErrorCode::none) return error;
  header.layout = places.layout;
  header.size = places.size;
  std::copy_n(file.data() + places.md5_at, header.md5.size(), header.md5.begin());
  std::copy_n(file.data() + places.iv_at, header.iv.size(), header.iv.begin());
  header.cipher = {places.cipher_at, file.size() - places.cipher_at};
  return {};
}

Error write_encrypted(const EncryptedFile& header, Bytes cipher, ByteVector& out) {
  Writer parts;
  parts.write_bytes(header.md5);
  parts.write_bytes(header.iv);
  parts.write_bytes(cipher);
  Writer made;
  const Error error = files::write_encrypted(header.layout, header.size, parts.view(), made);
  append(out, made);
  return error;
}

Error write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, ByteVector& out) {
  Writer made;
  const Error error = files::write_frames(bytes, values, big_endian, made);
  append(out, made);
  return error;
}

Error write_settings(Bytes bytes, std::span<const Extent> parts, ByteVector& out) {
  Writer made;
  const Error error = files::write_settings(bytes, parts, made);
  append(out, made);
  return error;
}

Error expand_arguments(Bytes arguments, std::string_view dialect, bool allow_objects, ByteVector& out) {
  const UsualFloats floats;
  const Dialect* known = find_dialect(dialect);
  if (known == nullptr) return {ErrorCode::unknown_dialect, 0};
  Writer made;
  DecodeSettings settings;
  settings.dialect = known;
  settings.allow_objects = allow_objects;
  const Error error = files::expand_arguments(arguments, settings, made);
  if (error.code == ErrorCode::none) append(out, made);
  return error;
}

Error compact_arguments(Bytes bytes, std::span<const Extent> values, ByteVector& out) {
  Writer made;
  const Error error = files::compact_arguments(bytes, values, made);
  if (error.code == ErrorCode::none) append(out, made);
  return error;
}

std::vector<FoundFrame> scan_frames(Bytes input) {
  const UsualFloats floats;
  std::vector<FoundFrame> found;
  const files::ScannedFrames scanned = files::scan_frames(input);
  for (const files::ScannedFrame& frame : scanned.view())
    found.push_back({frame.value, frame.big_endian, frame.certain, frame.dialect->name});
  return found;
}

Result<std::vector<Candidate>> detect(Bytes bytes, const DetectOptions& options) {
  const UsualFloats floats;
  const Dialect* dialect = options.dialect.empty() ? nullptr : find_dialect(options.dialect);
  if (dialect == nullptr && !options.dialect.empty()) return Error{ErrorCode::unknown_dialect, 0};
  std::vector<Candidate> candidates;
  const Buffer<files::Guess> guesses =
      files::detect(bytes, {dialect, options.generation, options.elements, options.depth});
  for (const files::Guess& guess : guesses.view()) {
    candidates.push_back({guess.container, guess.framing, name_of(guess.dialect), guess.score, guess.reasons,
                          guess.count, guess.size_bytes});
  }
  return candidates;
}

}  // namespace godot_variant
