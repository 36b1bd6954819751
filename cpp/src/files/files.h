// What stands around values in files and streams, in bytes and words: what godot_variant/containers.h and the
// bindings are made of. docs/BOUNDARY.md, "Files", has the words.
#pragma once
#include "bytes/cursor.h"
#include "dialect/dialect.h"
#include "godot_variant/containers.h"

namespace godot_variant::files {

using Words = std::span<const std::int32_t>;

/// Adds words to a list.
void put(WordBuffer& list, std::initializer_list<std::size_t> words);
/// Adds to bytes. Out of line, because these are many calls that need not be fast.
void put(Writer& out, std::uint32_t number);
void put(Writer& out, Bytes bytes);
void put_byte(Writer& out, std::size_t byte);

inline std::uint32_t word_at(Words words, std::size_t index) {
  return static_cast<std::uint32_t>(words[index]);
}

void compress_fastlz(Bytes input, Writer& out);
/// Returns how many bytes the stream makes, `broken` when these do not fit or it is no stream. Without memory
/// it only counts.
std::size_t decompress_fastlz(Bytes stream, std::span<std::uint8_t> out);
inline constexpr std::size_t broken = ~std::size_t{0};

/// What to do about a container whose parts do not fit together: with `ignored`, what its header says is
/// given all the same.
enum class Damage : bool { error, ignored };

/// Words: compression, block size, size, closed; then the place and size of every block, of which only the
/// place is within the file when damage is ignored.
Error read_compressed(Bytes file, std::uint32_t limit, WordBuffer& words, Damage damage = Damage::error);
Error read_fastlz_file(Bytes file, std::uint32_t limit, Writer& out);
/// Words: compression, block size, size, closed; then the sizes of the streams that `input` holds. Without
/// sizes `input` is the content, for FastLZ and Zstandard.
void write_compressed(Words words, Bytes input, Writer& out);
void store_zstd(Bytes input, Writer& out);

bool decode_base64(Bytes text, Writer& out);
void encode_base64(Bytes bytes, Writer& out);

/// Words: layout, size, and where the sum, the vector and the encrypted content stand. The size is that of
/// the encrypted content when damage is ignored and it cannot be right.
Error read_encrypted(Bytes file, WordBuffer& words, Damage damage = Damage::error);
/// Words: layout, size. `parts` is the sum, the vector, the encrypted content.
void write_encrypted(Words words, Bytes parts, Writer& out);

/// Words: the place and size of every value.
Error read_frames(Bytes input, bool big_endian, WordBuffer& words);
Error read_settings(Bytes file, WordBuffer& words);
/// `sizes` are those of the values that stand in `bytes` one after the other.
void write_frames(Words sizes, Bytes bytes, bool big_endian, Writer& out);
void write_settings(Words sizes, Bytes bytes, Writer& out);
Error expand_arguments(Bytes arguments, const Dialect& dialect, bool allow_objects, Writer& out);
void compact_arguments(Words sizes, Bytes bytes, Writer& out);

/// Words of each frame: place, size, big-endian, certain, dialect.
void scan_frames(Bytes input, WordBuffer& words);
inline constexpr std::size_t scan_words = 5;
/// Whether something between these frames looks like a frame that is damaged, or cut where the input ends.
bool has_damaged_frame(Bytes input, Words frames);

/// The number of a dialect.
inline std::uint32_t number_of(const Dialect& dialect) {
  return static_cast<std::uint32_t>(&dialect - all_dialects().data());
}
inline constexpr std::uint32_t no_dialect = ~0U;

/// A Candidate in words, in this order.
struct Guess {
  /// A FileKind.
  std::uint32_t container = 0;
  /// A FileFraming.
  std::uint32_t framing = 0;
  std::uint32_t dialect = no_dialect;
  std::uint32_t score = 0;
  std::uint32_t reasons = 0;
  std::uint32_t count = 0;
  std::uint32_t size_bytes = 0;
};

struct DetectSettings {
  /// Null for all that engines write.
  const Dialect* dialect = nullptr;
  std::uint32_t generation = 0;
  std::uint32_t elements = 0;
  std::uint32_t depth = 0;
};

/// Words of each candidate: the fields of Guess.
void detect(Bytes bytes, const DetectSettings& settings, WordBuffer& words);

}  // namespace godot_variant::files
