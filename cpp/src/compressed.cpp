#include <algorithm>

#include "append.h"
#include "godot_variant/containers.h"

namespace godot_variant {
namespace {

constexpr std::string_view magic = "GCPF";
constexpr std::size_t header_size = 16;
/// Engines write 4096. Larger blocks than this would only serve to exhaust a reader.
constexpr std::uint32_t largest_block = 16 << 20;
/// What a FastLZ stream makes at least.
constexpr std::size_t shortest_fastlz = 16;
constexpr std::uint32_t zstd_magic = 0xFD2FB528;
/// Most bytes of one block of a Zstandard frame, whose head has three bytes.
constexpr std::size_t zstd_block = 128 << 10;

Error damaged(std::size_t at) { return {ErrorCode::bad_container, at}; }

/// The table of sizes: each must fit into the file.
bool read_table(Reader& in, CompressedFile& file, std::size_t count) {
  std::size_t at = in.position() + count * 4;
  file.blocks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t size = in.read<std::uint32_t>();
    if (size > in.size() - at) return false;
    file.blocks.push_back({at, size});
    at += size;
  }
  in.skip(at - in.position());
  return true;
}

}  // namespace

Error read_compressed(Bytes file, std::uint64_t limit, CompressedFile& header) {
  Reader in(file);
  if (!in.has(header_size)) return {ErrorCode::unexpected_end, file.size()};
  in.skip(magic.size());
  const std::uint32_t mode = in.read<std::uint32_t>();
  if (mode > static_cast<std::uint32_t>(Compression::brotli))
    return {ErrorCode::unsupported_compression, magic.size()};
  header.compression = static_cast<Compression>(mode);
  header.block_size = in.read<std::uint32_t>();
  header.size = in.read<std::uint32_t>();
  if (header.block_size == 0 || header.block_size > largest_block) return damaged(8);
  const std::size_t count = std::size_t{header.size} / header.block_size + 1;
  if (count > in.remaining() / 4) return damaged(12);
  if (header.size > limit) return {ErrorCode::too_large, 12};
  if (!read_table(in, header, count)) return damaged(in.position() - 4);
  header.closed =
      in.remaining() == magic.size() && in.peek<std::uint32_t>() == load<std::uint32_t>(file.data());
  if (!header.closed && in.remaining() > 0) return damaged(in.position());
  return {};
}

void write_compressed(const CompressedFile& header, Bytes streams, ByteVector& out) {
  const Bytes word(reinterpret_cast<const std::uint8_t*>(magic.data()), magic.size());
  append(out, word);
  append(out, static_cast<std::uint32_t>(header.compression));
  append(out, header.block_size);
  append(out, header.size);
  for (const Extent& block : header.blocks) append(out, static_cast<std::uint32_t>(block.size));
  append(out, streams);
  if (header.closed) append(out, word);
}

void write_compressed_alone(CompressedFile& header, Bytes content, ByteVector& out) {
  ByteVector streams;
  for (bool last = false; !last;) {
    last = content.size() < header.block_size;
    const Bytes block = content.first(last ? content.size() : header.block_size);
    content = content.subspan(block.size());
    const std::size_t at = streams.size();
    if (header.compression == Compression::fastlz) {
      compress_fastlz(block, streams);
    } else {
      store_zstd(block, streams);
    }
    header.blocks.push_back({at, streams.size() - at});
  }
  write_compressed(header, streams, out);
}

Error decompress_fastlz(const CompressedFile& header, Bytes file, ByteVector& out) {
  // A block shorter than what a stream makes at least is followed by zeros.
  out.resize(header.size + shortest_fastlz);
  const std::span<std::uint8_t> room(out);
  std::size_t at = 0;
  for (std::size_t i = 0; i < header.blocks.size(); ++i) {
    const Extent& block = header.blocks[i];
    const std::size_t size = header.size_of(i);
    const std::size_t most = std::max(size, shortest_fastlz);
    const auto made = decompress_fastlz(file.subspan(block.at, block.size), room.subspan(at, most));
    if (!made || (*made != size && *made != most)) return damaged(block.at);
    at += size;
  }
  out.resize(header.size);
  return {};
}

void store_zstd(Bytes input, ByteVector& out) {
  append(out, zstd_magic);
  // One segment with a content size of four bytes and no checksum.
  append(out, std::uint8_t{0xA0});
  append(out, static_cast<std::uint32_t>(input.size()));
  do {
    const Bytes block = input.first(std::min(input.size(), zstd_block));
    input = input.subspan(block.size());
    append(out, static_cast<std::uint32_t>(block.size()) << 3 | (input.empty() ? 1 : 0));
    out.pop_back();
    append(out, block);
  } while (!input.empty());
}

std::optional<std::uint64_t> zstd_content_size(Bytes stream) {
  if (stream.size() < 5) return {};
  const std::uint32_t descriptor = stream[4];
  const bool single = (descriptor & 0x20) != 0;
  constexpr std::uint8_t dictionary_sizes[] = {0, 1, 2, 4};
  const std::size_t at = 5 + (single ? 0 : 1) + dictionary_sizes[descriptor & 3];
  const std::uint32_t width = descriptor >> 6;
  if (width == 0 && !single) return {};
  const std::size_t size = std::size_t{1} << width;
  if (at + size > stream.size()) return {};
  std::uint64_t content = 0;
  std::memcpy(&content, stream.data() + at, size);
  return width == 1 ? content + 256 : content;
}

}  // namespace godot_variant
