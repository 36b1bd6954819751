// Headers of encrypted files (GDEC).
#include <algorithm>

#include "events/usual_floats.h"
#include "files/files.h"

namespace godot_variant::files {
namespace {

constexpr std::uint32_t gdec_magic = 0x43454447;  // "GDEC"
/// The mode in the header of the older layout.
constexpr std::uint32_t aes_256 = 1;
constexpr std::size_t block = 16;

/// Positions of the fields in a layout.
struct Places {
  EncryptedLayout layout;
  std::size_t md5;
  std::size_t iv;
  std::size_t cipher;
};
constexpr Places older{EncryptedLayout::godot3, 8, 0, 32};
constexpr Places newer{EncryptedLayout::godot4, 4, 28, 44};

/// Whether a content of this size takes so many bytes when it is encrypted.
bool fits(std::uint64_t size, std::size_t cipher) {
  return cipher % block == 0 && size <= cipher && cipher - size < block;
}

/// Reads the size of the content and checks it against the size of the file; with Damage::ignored, corrects
/// it.
bool read_as(Bytes file, const Places& places, EncryptedHeader& header, Damage damage) {
  if (file.size() < places.cipher) return false;
  std::uint64_t size = load<std::uint64_t>(file.data() + places.md5 + block);
  const std::size_t cipher = file.size() - places.cipher;
  if (!fits(size, cipher)) {
    if (damage == Damage::error) return false;
    size = cipher;
  }
  header = {places.layout, size, places.md5, places.iv, places.cipher};
  return true;
}

}  // namespace

Error read_encrypted(Bytes file, EncryptedHeader& header, Damage damage) {
  if (file.size() < 4 || load<std::uint32_t>(file.data()) != gdec_magic) return {ErrorCode::bad_container, 0};
  const bool old = file.size() >= older.cipher && load<std::uint32_t>(file.data() + 4) == aes_256;
  const bool read = (old && read_as(file, older, header, damage)) || read_as(file, newer, header, damage);
  return read ? Error{} : Error{ErrorCode::bad_container, 4};
}

Error write_encrypted(EncryptedLayout layout, std::uint64_t size, Bytes parts, Writer& out) {
  const bool old = layout == older.layout;
  if (!fits(size, parts.size() - 2 * block))
    return {ErrorCode::bad_container, (old ? older : newer).md5 + block};
  put(out, gdec_magic);
  if (old) put(out, aes_256);
  put(out, parts.first(block));
  put(out, static_cast<std::uint32_t>(size));
  put(out, static_cast<std::uint32_t>(size >> 32));
  put(out, parts.subspan(old ? 2 * block : block));
  return {};
}

}  // namespace godot_variant::files

namespace godot_variant {

bool looks_decrypted(Bytes content) {
  const UsualFloats floats;
  const Buffer<files::Guess> found = files::detect(content, {nullptr, 0, 1000, default_depth});
  // Short noise may be text by chance.
  if (found.size() > 0 && found[0].container < FileKind::json && found[0].score >= 50) return true;
  // In noise, half of all bytes are above 127; in values and texts, even damaged ones, only few are.
  const Bytes sample = content.first(std::min<std::size_t>(content.size(), 4096));
  std::size_t high = 0;
  for (const std::uint8_t byte : sample) high += byte >> 7;
  return sample.size() >= 16 && high * (sample.size() < 64 ? 16 : 4) <= sample.size();
}

}  // namespace godot_variant
