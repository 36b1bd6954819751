// The public functions of containers.h, made of those of files.h.
#include "files/files.h"

namespace godot_variant {
namespace {

using files::word_at;
using files::Words;

void append(ByteVector& out, const Writer& made) {
  out.insert(out.end(), made.view().begin(), made.view().end());
}

std::vector<Extent> extents_of(Words words) {
  std::vector<Extent> extents;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    extents.push_back({word_at(words, i), word_at(words, i + 1)});
  return extents;
}

/// Parts of an input, one after the other.
struct Row {
  Row(Bytes bytes, std::span<const Extent> parts) {
    for (const Extent& part : parts) {
      row.write_bytes(bytes.subspan(part.at, part.size));
      files::put(sizes, {part.size});
    }
  }

  Writer row;
  WordBuffer sizes;
};

void put_header(const CompressedFile& header, WordBuffer& words) {
  files::put(words,
             {static_cast<std::size_t>(header.compression), header.block_size, header.size, header.closed});
}

std::string_view name_of_dialect(std::uint32_t number) {
  return number == files::no_dialect ? std::string_view{} : all_dialects()[number].name;
}

std::uint32_t capped(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, ~0U));
}

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
  WordBuffer words;
  const Error error = files::read_compressed(file, capped(limit), words);
  if (error.code != ErrorCode::none) return error;
  const Words view = words.view();
  header = {static_cast<Compression>(view[0]), word_at(view, 1), word_at(view, 2),
            extents_of(view.subspan(4)), view[3] != 0};
  return {};
}

Error decompress_fastlz_file(Bytes file, std::uint64_t limit, ByteVector& out) {
  Writer made;
  const Error error = files::read_fastlz_file(file, capped(limit), made);
  if (error.code == ErrorCode::none) append(out, made);
  return error;
}

void write_compressed(const CompressedFile& header, Bytes streams, ByteVector& out) {
  WordBuffer words;
  put_header(header, words);
  for (const Extent& block : header.blocks) files::put(words, {block.size});
  Writer made;
  files::write_compressed(words.view(), streams, made);
  append(out, made);
}

void compress_file(const CompressedFile& header, Bytes content, ByteVector& out) {
  WordBuffer words;
  put_header(header, words);
  words[2] = static_cast<std::int32_t>(content.size());
  Writer made;
  files::write_compressed(words.view(), content, made);
  append(out, made);
}

void store_zstd(Bytes input, ByteVector& out) {
  Writer made;
  files::store_zstd(input, made);
  append(out, made);
}

bool decode_base64(Bytes text, ByteVector& out) {
  Writer made;
  const bool decoded = files::decode_base64(text, made);
  if (decoded) append(out, made);
  return decoded;
}

void encode_base64(Bytes bytes, ByteVector& out) {
  Writer made;
  files::encode_base64(bytes, made);
  append(out, made);
}

Error read_encrypted(Bytes file, EncryptedFile& header) {
  WordBuffer words;
  const Error error = files::read_encrypted(file, words);
  if (error.code != ErrorCode::none) return error;
  const Words view = words.view();
  header.layout = static_cast<EncryptedLayout>(view[0]);
  header.size = word_at(view, 1);
  std::copy_n(file.data() + word_at(view, 2), header.md5.size(), header.md5.begin());
  std::copy_n(file.data() + word_at(view, 3), header.iv.size(), header.iv.begin());
  header.cipher = {word_at(view, 4), file.size() - word_at(view, 4)};
  return {};
}

void write_encrypted(const EncryptedFile& header, Bytes cipher, ByteVector& out) {
  WordBuffer words;
  files::put(words, {static_cast<std::size_t>(header.layout), static_cast<std::size_t>(header.size)});
  Writer parts;
  parts.write_bytes(header.md5);
  parts.write_bytes(header.iv);
  parts.write_bytes(cipher);
  Writer made;
  files::write_encrypted(words.view(), parts.view(), made);
  append(out, made);
}

Error read_frames(Bytes input, bool big_endian, std::vector<Extent>& values) {
  WordBuffer words;
  const Error error = files::read_frames(input, big_endian, words);
  values = extents_of(words.view());
  return error;
}

void write_frames(Bytes bytes, std::span<const Extent> values, bool big_endian, ByteVector& out) {
  const Row parts(bytes, values);
  Writer made;
  files::write_frames(parts.sizes.view(), parts.row.view(), big_endian, made);
  append(out, made);
}

Error read_settings(Bytes file, std::vector<Extent>& parts) {
  WordBuffer words;
  const Error error = files::read_settings(file, words);
  parts = extents_of(words.view());
  return error;
}

void write_settings(Bytes bytes, std::span<const Extent> parts, ByteVector& out) {
  const Row row(bytes, parts);
  Writer made;
  files::write_settings(row.sizes.view(), row.row.view(), made);
  append(out, made);
}

Error expand_arguments(Bytes arguments, std::string_view dialect, bool allow_objects, ByteVector& out) {
  const Dialect* known = find_dialect(dialect);
  if (known == nullptr) return {ErrorCode::unknown_dialect, 0};
  Writer made;
  const Error error = files::expand_arguments(arguments, *known, allow_objects, made);
  if (error.code == ErrorCode::none) append(out, made);
  return error;
}

void compact_arguments(Bytes bytes, std::span<const Extent> values, ByteVector& out) {
  const Row parts(bytes, values);
  Writer made;
  files::compact_arguments(parts.sizes.view(), parts.row.view(), made);
  append(out, made);
}

std::vector<FoundFrame> scan_frames(Bytes input) {
  WordBuffer words;
  files::scan_frames(input, words);
  std::vector<FoundFrame> found;
  for (std::size_t i = 0; i < words.size(); i += 5) {
    const Words frame = words.view().subspan(i, 5);
    found.push_back({{word_at(frame, 0), word_at(frame, 1)},
                     frame[2] != 0,
                     frame[3] != 0,
                     name_of_dialect(word_at(frame, 4))});
  }
  return found;
}

std::vector<Candidate> detect(Bytes bytes, const DetectOptions& options) {
  WordBuffer words;
  const Dialect* dialect = options.dialect.empty() ? nullptr : find_dialect(options.dialect);
  files::detect(bytes, {dialect, options.generation, capped(options.elements), options.depth}, words);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < words.size(); i += sizeof(files::Guess) / 4) {
    files::Guess guess;
    std::memcpy(static_cast<void*>(&guess), words.data() + i, sizeof guess);
    candidates.push_back({static_cast<FileKind>(guess.container), static_cast<FileFraming>(guess.framing),
                          name_of_dialect(guess.dialect), guess.score, guess.reasons, guess.count,
                          guess.size_bytes});
  }
  return candidates;
}

}  // namespace godot_variant
