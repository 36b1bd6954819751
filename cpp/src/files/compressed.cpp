// Compressed files (GCPF), and Zstandard frames that store.
#include <algorithm>

#include "files/files.h"

namespace godot_variant::files {
namespace {

constexpr std::uint32_t gcpf_magic = 0x46504347;  // "GCPF"
/// Positions of the fields in the header.
constexpr std::size_t compression_at = 4;
constexpr std::size_t block_size_at = 8;
constexpr std::size_t size_at = 12;
constexpr std::size_t header_size = 16;
/// Engines write 4096. Much larger blocks would only serve to exhaust a reader.
constexpr std::uint32_t largest_block = 16 << 20;
/// Minimum size of a FastLZ stream's content.
constexpr std::size_t shortest_fastlz = 16;
constexpr std::uint32_t last_compression = static_cast<std::uint32_t>(Compression::brotli);
constexpr std::uint32_t zstd_magic = 0xFD2FB528;
/// Maximum size of a block in a Zstandard frame.
constexpr std::size_t zstd_block = 128 << 10;

Error damaged(std::size_t at) { return {ErrorCode::bad_container, at}; }

bool is_block_size(std::uint32_t size) { return size > 0 && size <= largest_block; }

/// The number of blocks, of which the last one may be empty. A header can claim more than a size of 32 bits
/// counts.
std::uint64_t count_blocks(std::uint64_t size, std::uint32_t block_size) { return size / block_size + 1; }

/// Whether there are as many blocks as the content takes, which fill the streams.
Error check_blocks(const CompressedHeader& header, Bytes streams) {
  if (!is_block_size(header.block_size)) return damaged(block_size_at);
  const std::uint64_t count = count_blocks(header.size, header.block_size);
  if (header.blocks.size() != count) return damaged(size_at);
  std::size_t left = streams.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = header.blocks[i].size;
    const bool fits = size <= left && std::uint64_t{size} <= largest_size;
    if (!fits || (i + 1 == count && size < left)) return damaged(header_size + i * word);
    left -= size;
  }
  return {};
}

/// Writes a header and leaves room for the sizes of the blocks. Returns the position of that room.
std::size_t put_header(const CompressedHeader& header, std::size_t size, Writer& out) {
  put(out, gcpf_magic);
  put(out, static_cast<std::uint32_t>(header.compression));
  put(out, header.block_size);
  put(out, static_cast<std::uint32_t>(size));
  const std::size_t table = out.view().size();
  out.grow(static_cast<std::size_t>(
      std::min<std::uint64_t>(count_blocks(size, header.block_size) * word, SIZE_MAX)));
  return table;
}

}  // namespace

Error read_compressed(Bytes file, std::uint64_t limit, CompressedHeader& header, Damage damage) {
  if (file.size() < header_size) return {ErrorCode::unexpected_end, file.size()};
  const auto word_at = [&](std::size_t at) { return load<std::uint32_t>(file.data() + at); };
  if (word_at(0) != gcpf_magic) return damaged(0);
  header.block_size = word_at(block_size_at);
  header.size = word_at(size_at);
  if (word_at(compression_at) > last_compression) return {ErrorCode::unsupported_compression, compression_at};
  header.compression = static_cast<Compression>(word_at(compression_at));
  if (!is_block_size(header.block_size)) return damaged(block_size_at);
  const bool strict = damage == Damage::error;
  const std::uint64_t stated = count_blocks(header.size, header.block_size);
  const std::size_t most = (file.size() - header_size) / 4;
  if (strict && stated > most) return damaged(size_at);
  if (header.size > limit) return {ErrorCode::too_large, size_at};
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(stated, most));
  header.blocks.clear();
  header.blocks.reserve(count);
  std::size_t at = header_size + count * 4;
  for (std::size_t entry = header_size; entry < header_size + count * 4; entry += 4) {
    if (strict && word_at(entry) > file.size() - at) return damaged(entry);
    *header.blocks.grow(1) = {at, word_at(entry)};
    at = std::min<std::size_t>(at + std::size_t{word_at(entry)}, file.size());
  }
  const bool closed = file.size() - at == 4 || (!strict && file.size() >= header_size + 4);
  header.closed = closed && word_at(file.size() - 4) == gcpf_magic;
  return !strict || header.closed || at == file.size() ? Error{} : damaged(at);
}

Error read_fastlz_file(Bytes file, std::uint64_t limit, Writer& out) {
  // A FastLZ stream pads a shorter block with zeros, which need room too.
  limit = std::min<std::uint64_t>(limit, SIZE_MAX - shortest_fastlz);
  CompressedHeader header;
  const Error error = read_compressed(file, limit, header, Damage::error);
  if (error.code != ErrorCode::none) return error;
  const std::size_t total = header.size;
  const std::span<std::uint8_t> room(out.grow(total + shortest_fastlz), total + shortest_fastlz);
  std::size_t at = 0;
  for (const Extent& block : header.blocks.view()) {
    const std::size_t size = std::min<std::size_t>(header.block_size, total - at);
    const std::size_t most = std::max(size, shortest_fastlz);
    const std::size_t made = decompress_fastlz(file.subspan(block.at, block.size), room.subspan(at, most));
    if (made != size && made != most) return damaged(block.at);
    at += header.block_size;
  }
  out.shrink(shortest_fastlz);
  return {};
}

Error write_compressed(const CompressedHeader& header, Bytes streams, Writer& out) {
  const Error error = check_blocks(header, streams);
  if (error.code != ErrorCode::none) return error;
  std::size_t entry = put_header(header, header.size, out);
  for (const Extent& block : header.blocks.view()) {
    out.overwrite(entry, static_cast<std::uint32_t>(block.size));
    entry += word;
  }
  put(out, streams);
  if (header.closed) put(out, gcpf_magic);
  return {};
}

Error compress_file(const CompressedHeader& header, Bytes content, Writer& out) {
  const bool fast = header.compression == Compression::fastlz;
  if (!fast && header.compression != Compression::zstd)
    return {ErrorCode::unsupported_compression, compression_at};
  if (!is_block_size(header.block_size)) return damaged(block_size_at);
  if (std::uint64_t{content.size()} > largest_size) return {ErrorCode::too_large, size_at};
  const std::uint64_t count = count_blocks(content.size(), header.block_size);
  const std::size_t table = put_header(header, content.size(), out);
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes rest = content.subspan(i * header.block_size);
    const std::size_t before = out.view().size();
    (fast ? compress_fastlz : store_zstd)(rest.first(std::min<std::size_t>(rest.size(), header.block_size)),
                                          out);
    out.overwrite(table + i * word, static_cast<std::uint32_t>(out.view().size() - before));
  }
  if (header.closed) put(out, gcpf_magic);
  return {};
}

void store_zstd(Bytes input, Writer& out) {
  put(out, zstd_magic);
  // Single segment, content size of four bytes, no checksum.
  constexpr std::uint8_t descriptor[] = {0xA0};
  put(out, descriptor);
  put(out, static_cast<std::uint32_t>(input.size()));
  do {
    const Bytes block = input.first(std::min(input.size(), zstd_block));
    input = input.subspan(block.size());
    put(out, static_cast<std::uint32_t>(block.size()) << 3 | (input.empty() ? 1 : 0));
    out.shrink(1);  // a block header has only three bytes
    put(out, block);
  } while (!input.empty());
}

}  // namespace godot_variant::files

namespace godot_variant {

std::optional<std::uint64_t> zstd_content_size(Bytes stream) {
  if (stream.size() < 5 || load<std::uint32_t>(stream.data()) != files::zstd_magic) return {};
  const std::uint32_t descriptor = stream[4];
  const std::uint32_t single = descriptor >> 5 & 1;
  const std::uint32_t width = descriptor >> 6;
  if (width + single == 0) return {};
  const std::size_t at = 6 - single + ((1U << (descriptor & 3)) >> 1);
  const std::size_t size = std::size_t{1} << width;
  if (at + size > stream.size()) return {};
  std::uint64_t content = 0;
  std::memcpy(&content, stream.data() + at, size);
  return width == 1 ? content + 256 : content;
}

}  // namespace godot_variant
