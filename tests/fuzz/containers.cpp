// Any bytes as compressed, encrypted and base64 files: no crash, and whatever was read can be written again.
#include <algorithm>

#include "files/files.h"
#include "input.h"

namespace godot_variant::fuzz {
namespace {

constexpr std::size_t most = 1 << 20;

void check_damaged(Bytes bytes) {
  files::CompressedHeader header;
  if (files::read_compressed(bytes, most, header, files::Damage::ignored).code == ErrorCode::none) {
    for (const Extent& block : header.blocks.view())
      expect(block.at <= bytes.size(), "blocks begin in the file");
  }
  files::EncryptedHeader encrypted;
  if (files::read_encrypted(bytes, encrypted, files::Damage::ignored).code != ErrorCode::none) return;
  expect(encrypted.cipher_at <= bytes.size(), "the cipher is in the file");
  expect(encrypted.size <= bytes.size() - encrypted.cipher_at, "the content is in the file");
}

void check_compressed(Bytes bytes) {
  CompressedFile header;
  if (read_compressed(bytes, most, header).code != ErrorCode::none) return;
  for (const Extent& block : header.blocks)
    expect(block.at <= bytes.size() && block.size <= bytes.size() - block.at, "blocks are part of the file");
  ByteVector content;
  if (header.compression != Compression::fastlz) return;
  if (decompress_fastlz_file(bytes, most, content).code != ErrorCode::none) return;
  expect(content.size() == header.size, "the content has its size");
  ByteVector file;
  expect(compress_file(header, content, file).code == ErrorCode::none, "a file is written");
  ByteVector again;
  const Error error = decompress_fastlz_file(file, most, again);
  expect(error.code == ErrorCode::none && again == content, "a file comes back");
}

void check_encrypted(Bytes bytes) {
  EncryptedFile encrypted;
  if (read_encrypted(bytes, encrypted).code != ErrorCode::none) return;
  ByteVector again;
  const Error error = write_encrypted(encrypted, bytes.subspan(encrypted.cipher.at), again);
  expect(error.code == ErrorCode::none, "an encrypted file is written");
  expect(std::equal(bytes.begin(), bytes.end(), again.begin(), again.end()), "encrypted files come back");
}

void check_base64(Bytes bytes) {
  ByteVector text;
  encode_base64(bytes, text);
  ByteVector decoded;
  // Base64 of nothing is empty, and an empty text is no Base64.
  expect(decode_base64(text, decoded) != bytes.empty(), "Base64 can be read again");
  expect(std::equal(bytes.begin(), bytes.end(), decoded.begin(), decoded.end()), "Base64 comes back");
  decoded.clear();
  decode_base64(bytes, decoded);
}

void check(const Input& input) {
  check_compressed(input.value);
  check_encrypted(input.value);
  check_damaged(input.value);
  check_base64(input.value);
  zstd_content_size(input.value);
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
