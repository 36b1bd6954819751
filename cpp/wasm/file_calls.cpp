#include "file_calls.h"

#include "bytes/base64.h"
#include "files/files.h"
#include "requests.h"

namespace godot_variant::file_calls {
namespace {

class FileCalls {
 public:
  std::uint32_t room(std::uint32_t bytes, std::uint32_t words) {
    bytes_ = {};
    words_ = {};
    out_.take();
    answer_ = {};
    block_.bytes_at = bytes_.grow(bytes);
    block_.words_at = words_.grow(words);
    return address_of(block_);
  }

  std::uint32_t run_operation(std::uint32_t operation) {
    const Error error = perform(static_cast<Operation>(operation), bytes_.view());
    block_.output_at = out_.view().data();
    block_.output_length = static_cast<std::uint32_t>(out_.size());
    block_.answer_at = answer_.data();
    block_.answer_length = static_cast<std::uint32_t>(answer_.size());
    block_.error_offset = static_cast<std::uint32_t>(error.offset);
    return static_cast<std::uint32_t>(error.code);
  }

 private:
  static constexpr std::uint32_t no_dialect = ~0U;

  std::uint32_t word(std::size_t index) const { return static_cast<std::uint32_t>(words_[index]); }
  const Dialect* dialect(std::size_t index) const {
    return word(index) == no_dialect ? nullptr : &all_dialects()[word(index)];
  }
  static std::uint32_t number_of(const Dialect* dialect) {
    return dialect == nullptr ? no_dialect : static_cast<std::uint32_t>(dialect - all_dialects().data());
  }
  files::Damage damage(std::size_t index) const {
    return word(index) == 0 ? files::Damage::error : files::Damage::ignored;
  }

  template <class Record>
  void answer(const Record& record) {
    answer_.append({reinterpret_cast<const std::int32_t*>(&record), sizeof record / 4});
  }
  void answer(std::uint32_t word) { *answer_.grow(1) = static_cast<std::int32_t>(word); }
  void answer(const files::Extents& extents) {
    static_assert(sizeof(Extent) == sizeof(ExtentRecord), "an Extent is its own record");
    for (const Extent& extent : extents.view()) answer(extent);
  }

  /// Consecutive parts of the input; their sizes begin at this word.
  files::Extents row(std::size_t first) const {
    files::Extents parts;
    std::size_t at = 0;
    for (std::size_t i = first; i < words_.size(); ++i) {
      *parts.grow(1) = {at, word(i)};
      at += word(i);
    }
    return parts;
  }

  Error perform(Operation operation, Bytes bytes) {
    switch (operation) {
      case Operation::detect:
        detect(bytes);
        break;
      case Operation::read_compressed:
        return read_compressed(bytes);
      case Operation::write_compressed:
        return write_compressed({static_cast<Compression>(word(0)), word(1), word(2), word(3) != 0, row(4)},
                                bytes);
      case Operation::read_fastlz:
        return files::read_fastlz_file(bytes, word(0), out_);
      case Operation::read_stream:
        return read_stream(bytes, word(0));
      case Operation::write_stream:
        (static_cast<Compression>(word(0)) == Compression::fastlz ? files::compress_fastlz
                                                                  : files::store_zstd)(bytes, out_);
        break;
      case Operation::zstd_size:
        if (const auto size = zstd_content_size(bytes); size && *size < ~0U)
          answer(static_cast<std::uint32_t>(*size));
        break;
      case Operation::read_encrypted:
        return read_encrypted(bytes);
      case Operation::write_encrypted:
        return files::write_encrypted(static_cast<EncryptedLayout>(word(0)), word(1), bytes, out_);
      case Operation::looks_decrypted:
        answer(std::uint32_t{looks_decrypted(bytes)});
        break;
      case Operation::read_frames:
        return read_frames(bytes, static_cast<FileFraming>(word(0)));
      case Operation::write_frames:
        return write_frames(bytes, static_cast<FileFraming>(word(0)), row(1));
      case Operation::scan_frames:
        scan_frames(bytes);
        break;
      case Operation::expand_arguments:
        return expand_arguments(bytes);
      case Operation::may_begin:
        answer(std::uint32_t{files::may_begin(bytes, {dialect(0), 0, word(1), word(2)})});
        break;
      case Operation::read_base64:
        decode_base64(bytes, out_);
        break;
      case Operation::write_base64:
        encode_base64(bytes, out_);
        break;
    }
    return {};
  }

  Error expand_arguments(Bytes bytes) {
    DecodeSettings settings = read_request(static_cast<int>(word(0)), word(1), word(2), word(3)).settings;
    // Which bytes a text takes does not depend on it, and the reader of the frame names the text.
    settings.replace_bad_utf8 = true;
    const Error error = files::expand_arguments(bytes, settings, out_);
    if (error.code == ErrorCode::none || error.code == ErrorCode::trailing_bytes) return error;
    answer(1);
    return {};
  }

  void detect(Bytes bytes) {
    const Buffer<files::Guess> guesses = files::detect(bytes, {dialect(0), word(1), word(2), word(3)});
    for (const files::Guess& guess : guesses.view())
      answer(CandidateRecord{static_cast<std::uint32_t>(guess.container),
                             static_cast<std::uint32_t>(guess.framing), number_of(guess.dialect), guess.score,
                             guess.reasons, guess.count, guess.size_bytes});
  }

  void scan_frames(Bytes bytes) {
    const files::ScannedFrames frames = files::scan_frames(bytes);
    for (const files::ScannedFrame& frame : frames.view())
      answer(FoundFrameRecord{static_cast<std::uint32_t>(frame.value.at),
                              static_cast<std::uint32_t>(frame.value.size), frame.big_endian, frame.certain,
                              number_of(frame.dialect)});
  }

  Error read_compressed(Bytes bytes) {
    files::CompressedHeader header;
    const Error error = files::read_compressed(bytes, word(0), header, damage(1));
    if (error.code != ErrorCode::none) return error;
    answer(CompressedHeaderRecord{static_cast<std::uint32_t>(header.compression), header.block_size,
                                  header.size, header.closed});
    answer(header.blocks);
    return {};
  }

  /// Without blocks in the header, the bytes are the content.
  Error write_compressed(const files::CompressedHeader& header, Bytes bytes) {
    return (header.blocks.size() > 0 ? files::write_compressed : files::compress_file)(header, bytes, out_);
  }

  Error read_stream(Bytes stream, std::size_t limit) {
    const std::size_t size = files::fastlz_size(stream, limit);
    if (size == files::broken) return {ErrorCode::bad_container, 0};
    files::decompress_fastlz(stream, {out_.grow(size), size});
    return {};
  }

  Error read_encrypted(Bytes bytes) {
    files::EncryptedHeader header;
    const Error error = files::read_encrypted(bytes, header, damage(0));
    if (error.code != ErrorCode::none) return error;
    answer(EncryptedHeaderRecord{
        static_cast<std::uint32_t>(header.layout), static_cast<std::uint32_t>(header.size),
        static_cast<std::uint32_t>(header.md5_at), static_cast<std::uint32_t>(header.iv_at),
        static_cast<std::uint32_t>(header.cipher_at)});
    return {};
  }

  Error read_frames(Bytes bytes, FileFraming framing) {
    files::Extents values;
    const Error error = framing == FileFraming::ecfg
                            ? files::read_settings(bytes, values)
                            : files::read_frames(bytes, framing == FileFraming::store_var_big_endian, values);
    answer(values);
    return error;
  }

  Error write_frames(Bytes bytes, FileFraming framing, const files::Extents& values) {
    if (framing == FileFraming::ecfg) return files::write_settings(bytes, values.view(), out_);
    if (framing != FileFraming::rpc)
      return files::write_frames(bytes, values.view(), framing == FileFraming::store_var_big_endian, out_);
    return files::compact_arguments(bytes, values.view(), out_);
  }

  FileBlock block_;
  ByteBuffer bytes_;
  WordBuffer words_;
  Writer out_;
  WordBuffer answer_;
};

FileCalls calls;

}  // namespace

std::uint32_t room(std::uint32_t bytes, std::uint32_t words) { return calls.room(bytes, words); }

std::uint32_t run_operation(std::uint32_t operation) { return calls.run_operation(operation); }

}  // namespace godot_variant::file_calls
