// The operations on files of docs/BOUNDARY.md. They share one call, because every bound function costs its
// own glue.
#pragma once
#include "files/files.h"
#include "requests.h"

namespace godot_variant {

class FileCalls {
 public:
  std::uint32_t room(std::uint32_t bytes, std::uint32_t words) {
    bytes_ = {};
    words_ = {};
    out_ = {};
    answer_ = {};
    block_.bytes_at = bytes_.grow(bytes);
    block_.words_at = words_.grow(words);
    return address_of(block_);
  }

  std::uint32_t run_operation(std::uint32_t operation) {
    const Error error = perform(static_cast<Operation>(operation), bytes_.view(), words_.view());
    block_.output_at = out_.view().data();
    block_.output_length = static_cast<std::uint32_t>(out_.size());
    block_.answer_at = answer_.data();
    block_.answer_length = static_cast<std::uint32_t>(answer_.size());
    block_.error_offset = static_cast<std::uint32_t>(error.offset);
    return static_cast<std::uint32_t>(error.code);
  }

 private:
  static const Dialect* dialect_of(std::uint32_t number) {
    return number == files::no_dialect ? nullptr : &all_dialects()[number];
  }

  static files::Damage damage_of(std::int32_t word) {
    return word == 0 ? files::Damage::error : files::Damage::ignored;
  }

  Error perform(Operation operation, Bytes bytes, files::Words words) {
    switch (operation) {
      case Operation::detect:
        files::detect(bytes,
                      {dialect_of(files::word_at(words, 0)), files::word_at(words, 1),
                       files::word_at(words, 2), files::word_at(words, 3)},
                      answer_);
        break;
      case Operation::read_compressed:
        return files::read_compressed(bytes, files::word_at(words, 0), answer_, damage_of(words[1]));
      case Operation::write_compressed:
        files::write_compressed(words, bytes, out_);
        break;
      case Operation::read_fastlz:
        return files::read_fastlz_file(bytes, files::word_at(words, 0), out_);
      case Operation::read_stream:
        return read_stream(bytes, files::word_at(words, 0));
      case Operation::write_stream:
        (words[0] == 0 ? files::compress_fastlz : files::store_zstd)(bytes, out_);
        break;
      case Operation::zstd_size:
        if (const auto size = zstd_content_size(bytes); size && *size < ~0U)
          files::put(answer_, {static_cast<std::size_t>(*size)});
        break;
      case Operation::read_encrypted:
        return files::read_encrypted(bytes, answer_, damage_of(words[0]));
      case Operation::write_encrypted:
        files::write_encrypted(words, bytes, out_);
        break;
      case Operation::looks_decrypted:
        files::put(answer_, {looks_decrypted(bytes)});
        break;
      case Operation::read_frames:
        if (words[0] == static_cast<int>(FileFraming::ecfg)) return files::read_settings(bytes, answer_);
        return files::read_frames(bytes, words[0] == static_cast<int>(FileFraming::store_var_big_endian),
                                  answer_);
      case Operation::write_frames:
        write_frames(static_cast<FileFraming>(words[0]), words.subspan(1), bytes);
        break;
      case Operation::scan_frames:
        files::scan_frames(bytes, answer_);
        break;
      case Operation::expand_arguments:
        return files::expand_arguments(bytes, *dialect_of(files::word_at(words, 0)), words[1] != 0, out_);
      case Operation::read_base64:
        files::decode_base64(bytes, out_);
        break;
      case Operation::write_base64:
        files::encode_base64(bytes, out_);
        break;
    }
    return {};
  }

  /// FastLZ: at most as many bytes as `limit`.
  Error read_stream(Bytes stream, std::size_t limit) {
    const std::size_t size = files::decompress_fastlz(stream, {static_cast<std::uint8_t*>(nullptr), limit});
    if (size == files::broken) return {ErrorCode::bad_container, 0};
    files::decompress_fastlz(stream, {out_.grow(size), size});
    return {};
  }

  void write_frames(FileFraming framing, files::Words sizes, Bytes bytes) {
    if (framing == FileFraming::ecfg) return files::write_settings(sizes, bytes, out_);
    if (framing == FileFraming::rpc) return files::compact_arguments(sizes, bytes, out_);
    files::write_frames(sizes, bytes, framing == FileFraming::store_var_big_endian, out_);
  }

  FileBlock block_;
  ByteBuffer bytes_;
  WordBuffer words_;
  Writer out_;
  WordBuffer answer_;
};

}  // namespace godot_variant
