#include <algorithm>

#include "append.h"
#include "godot_variant/containers.h"

namespace godot_variant {
namespace {

constexpr std::uint32_t magic = 0x43454447;  // "GDEC"
/// The mode of the older layout.
constexpr std::uint32_t aes_256 = 1;
constexpr std::size_t block = 16;
/// Where the sum stands: before it the older layout has its mode.
constexpr std::size_t md5_at(EncryptedLayout layout) { return layout == EncryptedLayout::godot3 ? 8 : 4; }
constexpr std::size_t header_size(EncryptedLayout layout) {
  return layout == EncryptedLayout::godot3 ? 32 : 44;
}

/// False when the size of the file speaks against this layout.
bool read_as(Bytes file, EncryptedLayout layout, EncryptedFile& header) {
  const std::size_t begin = header_size(layout);
  if (file.size() < begin) return false;
  if (layout == EncryptedLayout::godot3 && load<std::uint32_t>(file.data() + 4) != aes_256) return false;
  header.layout = layout;
  const std::uint8_t* data = file.data() + md5_at(layout);
  std::memcpy(header.md5.data(), data, block);
  header.size = load<std::uint64_t>(data + block);
  if (layout == EncryptedLayout::godot4) std::memcpy(header.iv.data(), data + block + 8, block);
  header.cipher = {begin, file.size() - begin};
  return header.cipher.size % block == 0 && header.size <= header.cipher.size &&
         header.cipher.size - header.size < block;
}

}  // namespace

Error read_encrypted(Bytes file, EncryptedFile& header) {
  const bool read =
      read_as(file, EncryptedLayout::godot3, header) || read_as(file, EncryptedLayout::godot4, header);
  return read ? Error{} : Error{ErrorCode::bad_container, 4};
}

void write_encrypted_header(const EncryptedFile& header, ByteVector& out) {
  const bool four = header.layout == EncryptedLayout::godot4;
  append(out, magic);
  if (!four) append(out, aes_256);
  append(out, header.md5);
  append(out, {reinterpret_cast<const std::uint8_t*>(&header.size), sizeof header.size});
  if (four) append(out, header.iv);
}

bool looks_decrypted(Bytes content) {
  const std::vector<Candidate> candidates = detect(content);
  // Short noise may be a text by chance.
  if (!candidates.empty() && candidates.front().container < FileKind::json && candidates.front().score >= 50)
    return true;
  // Half of the bytes of noise are above 127; of values and of texts, even damaged ones, few are.
  const Bytes sample = content.first(std::min<std::size_t>(content.size(), 4096));
  const auto high = std::count_if(sample.begin(), sample.end(), [](std::uint8_t byte) { return byte > 127; });
  return sample.size() >= block &&
         static_cast<std::size_t>(high) * (sample.size() < 64 ? 16 : 4) <= sample.size();
}

}  // namespace godot_variant
