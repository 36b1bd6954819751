#include <algorithm>

#include "files/files.h"

namespace godot_variant::files {
namespace {

constexpr std::uint32_t magic = 0x46504347;  // "GCPF"
constexpr std::size_t header_size = 16;
/// Engines write 4096. Larger blocks than this would only serve to exhaust a reader.
constexpr std::uint32_t largest_block = 16 << 20;
/// What a FastLZ stream makes at least.
constexpr std::size_t shortest_fastlz = 16;
constexpr std::uint32_t last_compression = static_cast<std::uint32_t>(Compression::brotli);
constexpr std::uint32_t zstd_magic = 0xFD2FB528;
/// Most bytes of one block of a Zstandard frame.
constexpr std::size_t zstd_block = 128 << 10;

Error damaged(std::size_t at) { return {ErrorCode::bad_container, at}; }

}  // namespace

Error read_compressed(Bytes file, std::uint32_t limit, WordBuffer& words, Damage damage) {
  if (file.size() < header_size) return {ErrorCode::unexpected_end, file.size()};
  const auto word = [&](std::size_t at) { return load<std::uint32_t>(file.data() + at); };
  if (word(0) != magic) return damaged(0);
  const std::uint32_t block_size = word(8);
  const std::uint32_t size = word(12);
  if (word(4) > last_compression) return {ErrorCode::unsupported_compression, 4};
  if (block_size == 0 || block_size > largest_block) return damaged(8);
  const bool strict = damage == Damage::error;
  std::size_t count = std::size_t{size} / block_size + 1;
  if (strict && count > (file.size() - header_size) / 4) return damaged(12);
  if (size > limit) return {ErrorCode::too_large, 12};
  count = std::min(count, (file.size() - header_size) / 4);
  put(words, {word(4), block_size, size, 0});
  std::size_t at = header_size + count * 4;
  for (std::size_t entry = header_size; entry < header_size + count * 4; entry += 4) {
    if (strict && word(entry) > file.size() - at) return damaged(entry);
    put(words, {at, word(entry)});
    at = std::min<std::size_t>(at + std::size_t{word(entry)}, file.size());
  }
  const bool closed = file.size() - at == 4 || (!strict && file.size() >= header_size + 4);
  words[3] = closed && word(file.size() - 4) == magic ? 1 : 0;
  return !strict || words[3] != 0 || at == file.size() ? Error{} : damaged(at);
}

Error read_fastlz_file(Bytes file, std::uint32_t limit, Writer& out) {
  WordBuffer words;
  const Error error = read_compressed(file, limit, words);
  if (error.code != ErrorCode::none) return error;
  const std::uint32_t block_size = word_at(words.view(), 1);
  const std::size_t total = word_at(words.view(), 2);
  // A block shorter than what a stream makes at least is followed by zeros.
  const std::span<std::uint8_t> room(out.grow(total + shortest_fastlz), total + shortest_fastlz);
  for (std::size_t at = 0, i = 4; i < words.size(); at += block_size, i += 2) {
    const std::size_t size = std::min<std::size_t>(block_size, total - at);
    const std::size_t most = std::max(size, shortest_fastlz);
    const Bytes stream = file.subspan(word_at(words.view(), i), word_at(words.view(), i + 1));
    const std::size_t made = decompress_fastlz(stream, room.subspan(at, most));
    if (made != size && made != most) return damaged(word_at(words.view(), i));
  }
  out.shrink(shortest_fastlz);
  return {};
}

void write_compressed(Words words, Bytes input, Writer& out) {
  put(out, magic);
  for (std::size_t i = 0; i < 3; ++i) put(out, word_at(words, i));
  const std::size_t block_size = word_at(words, 1);
  const std::size_t count = word_at(words, 2) / block_size + 1;
  const bool made = words.size() > 4;
  const std::size_t table = out.view().size();
  out.grow(count * 4);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t before = out.view().size();
    if (!made) {
      const Bytes block = input.subspan(i * block_size, std::min(input.size() - i * block_size, block_size));
      (word_at(words, 0) == 0 ? compress_fastlz : store_zstd)(block, out);
    }
    out.overwrite(table + i * 4,
                  made ? word_at(words, 4 + i) : static_cast<std::uint32_t>(out.view().size() - before));
  }
  if (made) put(out, input);
  if (words[3] != 0) put(out, magic);
}

void store_zstd(Bytes input, Writer& out) {
  put(out, zstd_magic);
  // One segment with a content size of four bytes and no checksum.
  constexpr std::uint8_t descriptor[] = {0xA0};
  put(out, descriptor);
  put(out, static_cast<std::uint32_t>(input.size()));
  do {
    const Bytes block = input.first(std::min(input.size(), zstd_block));
    input = input.subspan(block.size());
    put(out, static_cast<std::uint32_t>(block.size()) << 3 | (input.empty() ? 1 : 0));
    out.shrink(1);  // its head has three bytes
    put(out, block);
  } while (!input.empty());
}

}  // namespace godot_variant::files

namespace godot_variant {

std::optional<std::uint64_t> zstd_content_size(Bytes stream) {
  if (stream.size() < 5) return {};
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
