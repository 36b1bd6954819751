// The calls of js/containers/calls.ts: docs/BOUNDARY.md, "Containers". One function with numbered operations,
// because every bound function costs its own glue.
#include <emscripten/bind.h>

#include <algorithm>

#include "append.h"
#include "buffer.h"
#include "dialect.h"
#include "godot_variant/containers.h"

namespace godot_variant {
namespace {

/// In the order of `operation` in js/containers/calls.ts.
enum class Operation : std::uint32_t {
  detect,
  read_compressed,
  write_compressed,
  read_fastlz,
  write_alone,
  read_stream,
  write_stream,
  zstd_size,
  read_encrypted,
  write_encrypted,
  looks_decrypted,
  read_frames,
  write_frames,
  scan_frames,
  expand_arguments,
  read_base64,
  write_base64,
};

using Words = std::vector<std::uint32_t>;

/// What JavaScript writes before a call and reads after it.
struct ContainerBlock {
  const void* bytes_at = nullptr;
  const void* words_at = nullptr;
  const void* output_at = nullptr;
  std::uint32_t output_length = 0;
  const void* answer_at = nullptr;
  std::uint32_t answer_length = 0;
  std::uint32_t error_offset = 0;
};

std::uint32_t number_of(std::string_view dialect) {
  return dialect.empty() ? ~0U : static_cast<std::uint32_t>(find_dialect(dialect) - all_dialects().data());
}

std::string_view name_of_dialect(std::uint32_t number) {
  return number == ~0U ? std::string_view{} : all_dialects()[number].name;
}

class ContainerCalls {
 public:
  std::uintptr_t room(std::uint32_t bytes, std::uint32_t words) {
    bytes_ = {};
    output_ = {};
    answer_ = {};
    bytes_.reserve(bytes);
    words_.resize(words);
    block_.bytes_at = bytes_.data();
    block_.words_at = words_.data();
    return reinterpret_cast<std::uintptr_t>(&block_);
  }

  std::uint32_t run(std::uint32_t operation, std::uint32_t bytes) {
    input_ = {bytes_.data(), bytes};
    error_ = {};
    perform(static_cast<Operation>(operation));
    block_.output_at = output_.data();
    block_.output_length = static_cast<std::uint32_t>(output_.size());
    block_.answer_at = answer_.data();
    block_.answer_length = static_cast<std::uint32_t>(answer_.size());
    block_.error_offset = static_cast<std::uint32_t>(error_.offset);
    return static_cast<std::uint32_t>(error_.code);
  }

 private:
  void perform(Operation operation) {
    switch (operation) {
      case Operation::detect:
        return detect();
      case Operation::read_compressed:
        return read_compressed();
      case Operation::write_compressed:
        return godot_variant::write_compressed(header(), input_, output_);
      case Operation::read_fastlz:
        return read_fastlz();
      case Operation::write_alone:
        return write_alone();
      case Operation::read_stream:
        return read_stream();
      case Operation::write_stream:
        return words_[0] == 0 ? compress_fastlz(input_, output_) : store_zstd(input_, output_);
      case Operation::zstd_size:
        return zstd_size();
      case Operation::read_encrypted:
        return read_encrypted();
      case Operation::write_encrypted:
        return write_encrypted();
      case Operation::looks_decrypted:
        answer_ = {godot_variant::looks_decrypted(input_) ? 1U : 0U};
        return;
      case Operation::read_frames:
        return read_frames();
      case Operation::write_frames:
        return write_frames();
      case Operation::scan_frames:
        return scan_frames();
      case Operation::expand_arguments:
        error_ = godot_variant::expand_arguments(input_, name_of_dialect(words_[0]), words_[1] != 0, output_);
        return;
      case Operation::read_base64:
        decode_base64(input_, output_);
        return;
      case Operation::write_base64:
        return encode_base64(input_, output_);
    }
  }

  bool failed(Error error) {
    error_ = error;
    return error.code != ErrorCode::none;
  }

  [[gnu::noinline]] void answer(std::initializer_list<std::size_t> words) {
    for (const std::size_t word : words) answer_.push_back(static_cast<std::uint32_t>(word));
  }

  void answer(std::span<const Extent> extents) {
    for (const Extent& extent : extents) answer({extent.at, extent.size});
  }

  void detect() {
    const DetectOptions options{name_of_dialect(words_[0]), words_[1], words_[2], words_[3]};
    for (const Candidate& candidate : godot_variant::detect(input_, options)) {
      answer({static_cast<std::size_t>(candidate.container), static_cast<std::size_t>(candidate.frames),
              number_of(candidate.dialect), candidate.score, candidate.reasons, candidate.count,
              candidate.size_bytes});
    }
  }

  void read_compressed() {
    CompressedFile header;
    if (failed(godot_variant::read_compressed(input_, words_[0], header))) return;
    answer({static_cast<std::size_t>(header.compression), header.block_size, header.size, header.closed});
    answer(header.blocks);
  }

  /// Words: compression, block size, size, closed, then the sizes of the blocks.
  CompressedFile header() const {
    CompressedFile header{static_cast<Compression>(words_[0]), words_[1], words_[2], {}, words_[3] != 0};
    for (std::size_t i = 4; i < words_.size(); ++i) header.blocks.push_back({0, words_[i]});
    return header;
  }

  void read_fastlz() {
    CompressedFile file;
    if (!failed(godot_variant::read_compressed(input_, words_[0], file)))
      error_ = decompress_fastlz(file, input_, output_);
  }

  void write_alone() {
    CompressedFile file = header();
    write_compressed_alone(file, input_, output_);
  }

  /// FastLZ: at most as many bytes as the word says.
  void read_stream() {
    output_.resize(words_[0]);
    const auto made = godot_variant::decompress_fastlz(input_, output_);
    output_.resize(made.value_or(0));
    if (!made) error_ = {ErrorCode::bad_container, 0};
  }

  void zstd_size() {
    if (const auto size = zstd_content_size(input_); size && *size < ~0U)
      answer({static_cast<std::size_t>(*size)});
  }

  void read_encrypted() {
    EncryptedFile header;
    if (failed(godot_variant::read_encrypted(input_, header))) return;
    answer(
        {static_cast<std::size_t>(header.layout), static_cast<std::size_t>(header.size), header.cipher.at});
    append(output_, header.md5);
    append(output_, header.iv);
  }

  /// Bytes: the sum, the vector, the encrypted content.
  void write_encrypted() {
    EncryptedFile header;
    header.layout = static_cast<EncryptedLayout>(words_[0]);
    header.size = words_[1];
    std::copy_n(input_.data(), 16, header.md5.begin());
    std::copy_n(input_.data() + 16, 16, header.iv.begin());
    write_encrypted_header(header, output_);
    append(output_, input_.subspan(32));
  }

  void read_frames() {
    const Frames kind = static_cast<Frames>(words_[0]);
    std::vector<Extent> parts;
    error_ = kind == Frames::ecfg
                 ? read_settings(input_, parts)
                 : godot_variant::read_frames(input_, kind == Frames::store_var_big_endian, parts);
    answer(parts);
  }

  void write_frames() {
    const Frames kind = static_cast<Frames>(words_[0]);
    std::vector<Extent> parts;
    for (std::size_t i = 1, at = 0; i < words_.size(); at += words_[i++]) parts.push_back({at, words_[i]});
    if (kind == Frames::ecfg) {
      write_settings(input_, parts, output_);
    } else if (kind == Frames::rpc) {
      compact_arguments(input_, parts, output_);
    } else {
      godot_variant::write_frames(input_, parts, kind == Frames::store_var_big_endian, output_);
    }
  }

  void scan_frames() {
    for (const FoundFrame& frame : godot_variant::scan_frames(input_)) {
      answer({frame.value.at, frame.value.size, frame.big_endian, frame.certain, number_of(frame.dialect)});
    }
  }

  ContainerBlock block_;
  ByteBuffer bytes_;
  Words words_;
  Bytes input_;
  ByteVector output_;
  Words answer_;
  Error error_;
};

ContainerCalls calls;

}  // namespace
}  // namespace godot_variant

EMSCRIPTEN_BINDINGS(godot_variant_containers) {
  using godot_variant::calls;
  emscripten::function(
      "room", +[](std::uint32_t bytes, std::uint32_t words) { return calls.room(bytes, words); });
  emscripten::function(
      "run", +[](std::uint32_t operation, std::uint32_t bytes) { return calls.run(operation, bytes); });
}
