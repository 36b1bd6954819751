// Any bytes as files: no crash, and everything that was read can be written again.
#include "godot_variant/containers.h"

#include <algorithm>

#include "input.h"

namespace godot_variant::fuzz {
namespace {

constexpr std::size_t most = 1 << 20;

void check_fastlz(Bytes bytes) {
  ByteVector stream;
  compress_fastlz(bytes, stream);
  ByteVector content(std::max<std::size_t>(bytes.size(), 16));
  expect(decompress_fastlz(stream, content) == content.size(), "FastLZ comes back whole");
  expect(std::equal(bytes.begin(), bytes.end(), content.begin()), "FastLZ comes back the same");
  ByteVector any(4096);
  decompress_fastlz(bytes, any);
}

void check_compressed(Bytes bytes) {
  CompressedFile header;
  if (read_compressed(bytes, most, header).code != ErrorCode::none) return;
  ByteVector content;
  if (header.compression != Compression::fastlz) return;
  if (decompress_fastlz_file(bytes, most, content).code != ErrorCode::none) return;
  expect(content.size() == header.size, "the content has its size");
  ByteVector file;
  compress_file(header, content, file);
  ByteVector again;
  const Error error = decompress_fastlz_file(file, most, again);
  expect(error.code == ErrorCode::none && again == content, "a file comes back");
}

void check_frames(Bytes bytes) {
  for (const bool big_endian : {false, true}) {
    std::vector<Extent> values;
    if (read_frames(bytes, big_endian, values).code != ErrorCode::none) continue;
    ByteVector again;
    write_frames(bytes, values, big_endian, again);
    expect(std::equal(bytes.begin(), bytes.end(), again.begin(), again.end()), "frames come back");
  }
  std::vector<Extent> parts;
  read_settings(bytes, parts);
  std::size_t end = 0;
  for (const FoundFrame& frame : scan_frames(bytes)) {
    expect(frame.value.at >= end + 4, "found frames do not overlap");
    end = frame.value.at + frame.value.size;
    expect(end <= bytes.size(), "found frames are part of the input");
  }
  ByteVector frames;
  expand_arguments(bytes, "godot-4", true, frames);
}

void check(const Input& input) {
  const Bytes bytes = input.value;
  check_fastlz(bytes);
  check_compressed(bytes);
  check_frames(bytes);
  EncryptedFile encrypted;
  if (read_encrypted(bytes, encrypted).code == ErrorCode::none) {
    ByteVector again;
    write_encrypted(encrypted, bytes.subspan(encrypted.cipher.at), again);
    expect(std::equal(bytes.begin(), bytes.end(), again.begin(), again.end()), "encrypted files come back");
  }
  looks_decrypted(bytes);
  ByteVector decoded;
  decode_base64(bytes, decoded);
  zstd_content_size(bytes);
  for (const Candidate& candidate : detect(bytes)) expect(candidate.score <= 100, "scores are at most 100");
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
