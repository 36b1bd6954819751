// Generated from cpp/spec/boundary.json by cpp/spec/generate.mjs; do not edit.
// clang-format off
#pragma once
#include <cstddef>
#include <cstdint>

#include "diagnose/path.h"
#include "diagnose/readings.h"
#include "tape/key_tree.h"

/// Copies the bytes from `begin` to `end` of a large input to the address `at`.
extern "C" void godot_variant_load_chunk(std::uint32_t begin, std::uint32_t end, std::uint32_t at);
/// Reads the number that `size` bytes of text spell. When `size` is 0, writes `value` there instead, with up to six digits, and returns their count.
extern "C" double godot_variant_number(const char* text, std::size_t size, double value);

namespace godot_variant {

/// Bits of a call's `flags`.
enum RequestFlag : std::uint32_t {
  allow_trailing = 1,
  allow_objects = 2,
  full_objects = 4,
  double_reals = 8,
  single_reals = 16,
  replace_bad_utf8 = 32,
  store_var_framing = 64,
  only_misfits = 128,
  as_godot3 = 256,
  base64_bytes = 512,
};

/// The operations of `run`.
enum class Operation : std::uint32_t {
  detect,
  read_compressed,
  write_compressed,
  read_fastlz,
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
  may_begin,
  read_base64,
  write_base64,
};

/// The results of a call, for JavaScript.
struct ExchangeBlock {
  const void* bytes_at = nullptr;
  const void* words_at = nullptr;
  const void* texts_at = nullptr;
  std::uint32_t word_count = 0;
  std::uint32_t text_count = 0;
  std::uint32_t error = 0;
  std::uint32_t error_offset = 0;
  std::uint32_t bytes_read = 0;
  const void* output_at = nullptr;
  std::uint32_t output_length = 0;
  const void* notes_at = nullptr;
  std::uint32_t note_count = 0;
  const void* path_at = nullptr;
  std::uint32_t path_count = 0;
  const void* keys_at = nullptr;
  const void* key_bytes_at = nullptr;
  const void* nodes_at = nullptr;
  std::uint32_t generation = 0;
  const void* units_at = nullptr;
  const void* ascii_at = nullptr;
  std::uint32_t ascii_length = 0;
  const void* utf16_at = nullptr;
  std::uint32_t utf16_length = 0;
  std::uint32_t chunk_size = 1 << 16;
  const void* text_bytes_at = nullptr;
  const void* gaps_at = nullptr;
  std::uint32_t may_merge_keys = 0;
  std::uint32_t weight = 0;
  std::uint32_t doubt_from = 0;
  std::uint32_t doubt_to = 0;
  std::uint32_t texts_repeat = 0;
};
static_assert(sizeof(void*) != 4 || sizeof(ExchangeBlock) == 124);

/// Arguments and results of an operation on files.
struct FileBlock {
  const void* bytes_at = nullptr;
  const void* words_at = nullptr;
  const void* output_at = nullptr;
  std::uint32_t output_length = 0;
  const void* answer_at = nullptr;
  std::uint32_t answer_length = 0;
  std::uint32_t error_offset = 0;
};
static_assert(sizeof(void*) != 4 || sizeof(FileBlock) == 28);

struct NoteRecord {
  std::uint32_t code;
  std::uint32_t offset;
  std::uint32_t from;
  std::uint32_t to;
};

struct SegmentRecord {
  std::uint32_t kind;
  std::uint32_t at;
};

struct ExtentRecord {
  std::uint32_t at;
  std::uint32_t size;
};

struct CandidateRecord {
  std::uint32_t container;
  std::uint32_t framing;
  std::uint32_t dialect;
  std::uint32_t score;
  std::uint32_t reasons;
  std::uint32_t count;
  std::uint32_t size_bytes;
};

struct FoundFrameRecord {
  std::uint32_t at;
  std::uint32_t size;
  std::uint32_t big_endian;
  std::uint32_t certain;
  std::uint32_t dialect;
};

struct CompressedHeaderRecord {
  std::uint32_t compression;
  std::uint32_t block_size;
  std::uint32_t size;
  std::uint32_t closed;
};

struct EncryptedHeaderRecord {
  std::uint32_t layout;
  std::uint32_t size;
  std::uint32_t md5_at;
  std::uint32_t iv_at;
  std::uint32_t cipher_at;
};

struct QueryRecord {
  std::uint32_t types;
  std::uint32_t types_high;
  std::uint32_t named;
  std::uint32_t named_high;
  std::uint32_t integer_from;
  std::uint32_t integer_from_high;
  std::uint32_t integer_to;
  std::uint32_t integer_to_high;
  std::uint32_t real_from;
  std::uint32_t real_from_high;
  std::uint32_t real_to;
  std::uint32_t real_to_high;
  std::uint32_t pairs;
  std::uint32_t keys;
  std::uint32_t texts;
  std::uint32_t numbers;
  std::uint32_t collects;
  std::uint32_t in_range;
  std::uint32_t all;
};

// JavaScript reads these fields directly from the core's memory.
// key
static_assert(sizeof(KeyTree::Key) == 12);
static_assert(offsetof(KeyTree::Key, raw_at) == 0);
static_assert(offsetof(KeyTree::Key, raw_size) == 4);
static_assert(offsetof(KeyTree::Key, text_size) == 8);
// node
static_assert(sizeof(KeyTree::Node) == 32);
static_assert(offsetof(KeyTree::Node, key) == 0);
static_assert(offsetof(KeyTree::Node, parent) == 4);
static_assert(offsetof(KeyTree::Node, raw_at) == 8);
static_assert(offsetof(KeyTree::Node, raw_size) == 12);
static_assert(offsetof(KeyTree::Node, next) == 16);
static_assert(offsetof(KeyTree::Node, inside) == 20);
static_assert(offsetof(KeyTree::Node, value_header) == 24);
static_assert(offsetof(KeyTree::Node, children) == 28);
static_assert(static_cast<int>(Segment::Kind::index) == 0);
static_assert(static_cast<int>(Segment::Kind::key) == 1);
static_assert(static_cast<int>(Segment::Kind::property) == 2);
static_assert(static_cast<int>(Wrapping::none) == 0);
static_assert(static_cast<int>(Wrapping::frames) == 1);
static_assert(static_cast<int>(Wrapping::framed_twice) == 2);
static_assert(static_cast<int>(Kind::untyped) == 0);
static_assert(static_cast<int>(Kind::builtin) == 1);
static_assert(static_cast<int>(Kind::class_name) == 2);
static_assert(static_cast<int>(Kind::script) == 3);

}  // namespace godot_variant
