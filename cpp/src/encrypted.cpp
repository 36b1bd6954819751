#include <algorithm>

#include "cursor.h"
#include "godot_variant/containers.h"

namespace godot_variant {
namespace {

constexpr std::uint32_t magic = 0x43454447;  // "GDEC"
constexpr std::size_t block = 16;
/// Where the sum stands: before it the older layout has its mode.
constexpr std::size_t md5_at(EncryptedLayout layout) { return layout == EncryptedLayout::godot3 ? 8 : 4; }
constexpr std::size_t header_size(EncryptedLayout layout) {
  return layout == EncryptedLayout::godot3 ? 32 : 44;
}

/// The header in this layout when the size of the file agrees with it.
std::optional<EncryptedFile> read_as(Bytes file, EncryptedLayout layout) {
  const std::size_t begin = header_size(layout);
  if (file.size() < begin) return {};
  if (layout == EncryptedLayout::godot3 && load<std::uint32_t>(file.data() + 4) != 1) return {};
  EncryptedFile header;
  header.layout = layout;
  const std::uint8_t* data = file.data() + md5_at(layout);
  std::copy_n(data, block, header.md5.begin());
  header.size = load<std::uint64_t>(data + block);
  if (layout == EncryptedLayout::godot4) std::copy_n(data + block + 8, block, header.iv.begin());
  header.cipher = {begin, file.size() - begin};
  const bool fits = header.cipher.size % block == 0 && header.size <= header.cipher.size &&
                    header.cipher.size - header.size < block;
  return fits ? std::optional(header) : std::nullopt;
}

}  // namespace

Result<EncryptedFile> read_encrypted(Bytes file) {
  for (const EncryptedLayout layout : {EncryptedLayout::godot3, EncryptedLayout::godot4}) {
    if (const auto header = read_as(file, layout)) return *header;
  }
  return Error{ErrorCode::bad_container, 4};
}

ByteVector write_encrypted_header(const EncryptedFile& header) {
  ByteVector out(header_size(header.layout));
  const std::uint32_t words[] = {magic, 1};
  std::memcpy(out.data(), words, md5_at(header.layout));
  std::uint8_t* data = std::copy(header.md5.begin(), header.md5.end(), out.data() + md5_at(header.layout));
  std::memcpy(data, &header.size, sizeof header.size);
  if (header.layout == EncryptedLayout::godot4)
    std::copy(header.iv.begin(), header.iv.end(), data + sizeof header.size);
  return out;
}

bool looks_decrypted(Bytes content) {
  const std::vector<Candidate> candidates = detect(content);
  if (!candidates.empty() && candidates.front().score >= 50) return true;
  // Half of the bytes of noise are above 127; of values and of texts, even damaged ones, few are.
  const Bytes sample = content.first(std::min<std::size_t>(content.size(), 4096));
  const auto high = std::count_if(sample.begin(), sample.end(), [](std::uint8_t byte) { return byte > 127; });
  return sample.size() >= block &&
         static_cast<std::size_t>(high) * (sample.size() < 64 ? 16 : 4) <= sample.size();
}

}  // namespace godot_variant
