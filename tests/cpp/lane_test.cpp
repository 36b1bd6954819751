// The lane of the decoder must read what the decoder reads without it: the same tape, index, tree,
// conversion, score, text, errors and warnings, wherever the input or a limit ends.
#include <algorithm>

#include "convert/conversion.h"
#include "files/file_plausibility.h"
#include "fixtures.h"
#include "hex.h"
#include "index/index_builder.h"
#include "requests.h"
#include "tape/tape_encoder.h"
#include "tape/tape_player.h"
#include "text/printer.h"
#include "variant/variant_builder.h"

namespace godot_variant::tests {
namespace {

using Octets = std::vector<std::uint8_t>;

/// Passes on the events of a decoder without a lane and without predicted keys.
template <class S>
class Plainly {
 public:
  static constexpr bool notes_places = true;

  explicit Plainly(S& sink) : sink_(sink) {}

  void empty(Head head) { sink_.empty(head); }
  void boolean(Head head, bool value) { sink_.boolean(head, value); }
  void integer(Head head, std::int64_t value) { sink_.integer(head, value); }
  void real(Head head, double value) { sink_.real(head, value); }
  void text(Head head, const Text& text) { sink_.text(head, text); }
  void numbers(Head head, const Numbers& numbers) { sink_.numbers(head, numbers); }
  void id(Head head, std::uint64_t id) { sink_.id(head, id); }
  void signal(Head head, const Text& name, std::uint64_t object) { sink_.signal(head, name, object); }
  void packed(Head head, const Numbers& numbers) { sink_.packed(head, numbers); }
  void image(Head head, const ImageParts& image) { sink_.image(head, image); }
  void input_event(Head head, const InputEventParts& event) { sink_.input_event(head, event); }
  void node_path(Head head, const NodePathHead& path) { sink_.node_path(head, path); }
  void object(Head head, const Text& class_name, std::uint32_t count) {
    sink_.object(head, class_name, count);
  }
  void array(Head head, const Container& container) { sink_.array(head, container); }
  void dictionary(Head head, const Container& container) { sink_.dictionary(head, container); }
  void packed_texts(Head head, std::uint32_t count) { sink_.packed_texts(head, count); }
  void part(const Text& text) { sink_.part(text); }
  void end() { sink_.end(); }
  bool ok() const { return sink_.ok(); }
  void begin_key(Head head) {
    if constexpr (requires { sink_.begin_key(head); }) sink_.begin_key(head);
  }

 private:
  S& sink_;
};

/// Loads inputs in pieces, so that values stand across their borders.
class Pieces final : public Loader {
 public:
  Pieces(Bytes bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  Loaded load(std::size_t, std::size_t, std::size_t end) override {
    return {bytes_.data(), (end + size_ - 1) / size_ * size_};
  }

 private:
  Bytes bytes_;
  std::size_t size_;
};

/// Bytes that the values on a tape are written as, and the keys and texts that JavaScript reads.
Octets encoded(const TapeView& tape, const Dialect& dialect) {
  Writer writer;
  EncodeSettings settings;
  settings.dialect = &dialect;
  settings.full_objects = true;
  Encoder encoder(writer, settings);
  encode_tape(tape, encoder);
  const Bytes bytes = writer.view();
  return {bytes.begin(), bytes.end()};
}

void expect_equal(const ReadResult& one, const ReadResult& other, const std::string& what) {
  EXPECT_EQ(one.error, other.error) << what;
  EXPECT_EQ(one.bytes_read, other.bytes_read) << what;
  EXPECT_EQ(one.warnings.size(), other.warnings.size()) << what;
  for (std::size_t i = 0; i < std::min(one.warnings.size(), other.warnings.size()); ++i) {
    EXPECT_EQ(one.warnings[i].code, other.warnings[i].code) << what;
    EXPECT_EQ(one.warnings[i].offset, other.warnings[i].offset) << what;
  }
}

/// Large enough for a whole input, and small enough that values stand across borders.
constexpr std::size_t piece_sizes[] = {std::size_t{1} << 20, 20, 64};

/// Reads several times with the lane, because the second time knows the keys.
ReadResult compare_tapes(Bytes bytes, const ReadRequest& request, const std::string& what) {
  const Dialect& dialect = *request.settings.dialect;
  KeyTree plain_keys;
  TapeBuilder plain(plain_keys);
  plain.start(bytes, 0);
  Plainly<TapeBuilder> plainly(plain);
  const ReadResult expected = read_value(Input(bytes), request, plainly);
  KeyTree keys;
  for (const std::size_t piece : piece_sizes) {
    Pieces pieces(bytes, piece);
    TapeBuilder tape(keys);
    tape.start(bytes, 0);
    expect_equal(read_value(Input(bytes, &pieces), request, tape), expected, what);
    if (!expected.ok()) continue;
    EXPECT_EQ(encoded(tape.view(), dialect), encoded(plain.view(), dialect)) << what;
    EXPECT_EQ(tape.weight(), plain.weight()) << what;
  }
  return expected;
}

void compare_indexes(Bytes bytes, const ReadRequest& request, const ReadResult& expected,
                     const std::string& what) {
  KeyTree plain_keys;
  IndexBuilder plain(plain_keys);
  plain.start(bytes.size());
  Plainly<IndexBuilder> plainly(plain);
  read_value(Input(bytes), request, plainly);
  const std::uint32_t open = expected.ok() ? 0 : plain.finish_early();
  if (expected.ok()) plain.finish();
  KeyTree keys;
  for (const std::size_t piece : piece_sizes) {
    Pieces pieces(bytes, piece);
    IndexBuilder index(keys);
    index.start(bytes.size());
    expect_equal(read_value(Input(bytes, &pieces), request, index), expected, what);
    EXPECT_EQ(expected.ok() ? 0 : index.finish_early(), open) << what;
    if (expected.ok()) index.finish();
    const auto words = index.words();
    const auto plain_words = plain.words();
    EXPECT_TRUE(std::equal(words.begin(), words.end(), plain_words.begin(), plain_words.end())) << what;
  }
}

void compare_trees(Bytes bytes, const ReadRequest& request, const ReadResult& expected,
                   const std::string& what) {
  const Dialect& dialect = *request.settings.dialect;
  VariantBuilder plain(dialect, bytes);
  Plainly<VariantBuilder> plainly(plain);
  read_value(Input(bytes), request, plainly);
  VariantBuilder builder(dialect, bytes);
  expect_equal(read_value(Input(bytes), request, builder), expected, what);
  if (expected.ok()) {
    EXPECT_TRUE(builder.take() == plain.take()) << what;
  }
}

/// `target` lacks types, so that there are losses, and `most` bytes may not be enough.
void compare_conversions(Bytes bytes, const ReadRequest& request, const char* target, std::uint64_t most,
                         const std::string& what) {
  EncodeSettings settings;
  settings.dialect = find_dialect(target);
  settings.full_objects = true;
  settings.output_bytes = most;
  Writer plain;
  Encoder encoder(plain, settings);
  Converter converter(encoder, *settings.dialect);
  converter.start(*request.settings.dialect);
  Plainly<Converter> plainly(converter);
  ReadResult expected = read_value(Input(bytes), request, plainly);
  if (expected.ok()) expected.error = encoder.error();
  Writer fast;
  Conversion conversion(fast, settings, Framing::none);
  const ReadResult result = conversion.run(bytes, request);
  // After an error of the Encoder, only the error is passed on.
  EXPECT_EQ(result.error, expected.error) << what;
  if (!expected.ok()) return;
  expect_equal(result, expected, what);
  EXPECT_TRUE(std::ranges::equal(fast.view(), plain.view())) << what;
  const auto losses = conversion.losses().list(LossCode::more_losses);
  EXPECT_TRUE(std::ranges::equal(losses, encoder.losses().list(LossCode::more_losses),
                                 [](const Loss& one, const Loss& other) {
                                   return one.code == other.code && one.offset == other.offset &&
                                          one.from == other.from && one.to == other.to &&
                                          one.count == other.count;
                                 }))
      << what;
}

/// Prints at most `most` bytes in the lossless style.
template <class S>
std::pair<Error, Octets> printed(Bytes bytes, const ReadRequest& request, std::uint64_t most) {
  constexpr NumberText no_numbers{nullptr, nullptr};
  Writer writer;
  writer.limit(most);
  TextPrinter printer(writer, TextStyle::lossless, request.settings.depth, no_numbers);
  S sink(printer);
  const ReadResult read = read_value<S>(Input(bytes), request, sink);
  const Bytes text = writer.view();
  return {read.ok() ? printer.error() : read.error, {text.begin(), text.end()}};
}

/// Passes on the lane, too.
class WithLane final : public Plainly<TextPrinter> {
 public:
  explicit WithLane(TextPrinter& printer) : Plainly(printer), printer_(printer) {}
  bool run_lane(WireReader& reader) { return printer_.run_lane(reader); }

 private:
  TextPrinter& printer_;
};

/// The printer's lane takes texts for valid, as they are in a run.
void compare_texts(Bytes bytes, const ReadRequest& request, const ReadResult& read, const std::string& what) {
  if (!read.ok() || !read.warnings.empty()) return;
  const auto [error, text] = printed<Plainly<TextPrinter>>(bytes, request, SIZE_MAX);
  if (error.code == ErrorCode::bad_utf8) return;
  for (const std::size_t most : {SIZE_MAX, text.size(), text.size() / 2, text.size() / 3}) {
    const auto expected = printed<Plainly<TextPrinter>>(bytes, request, most);
    const auto result = printed<WithLane>(bytes, request, most);
    EXPECT_EQ(result.first.code, expected.first.code) << what;
    if (expected.first.code == ErrorCode::none) {
      EXPECT_EQ(result.second, expected.second) << what;
    }
  }
}

/// Everything that a score says.
auto score(Plausibility&& sink, Bytes bytes, const Dialect& dialect, std::uint64_t elements) {
  const bool whole = sink.read(bytes, dialect, 500, elements);
  return std::tuple(whole, sink.points(), sink.has_evidence(), sink.has_odd(), sink.only_wide_ints(),
                    sink.is_container(), sink.walked(), sink.is_whole(), sink.is_cut(), sink.stopped());
}

void compare_scores(Bytes bytes, const ReadRequest& request, const std::string& what) {
  for (const Dialect& dialect : {*request.settings.dialect, *find_dialect("godot-3.0")}) {
    EXPECT_EQ(score(files::FilePlausibility(), bytes, dialect, request.settings.elements),
              score(Plausibility(), bytes, dialect, request.settings.elements))
        << what;
  }
}

void compare(Bytes bytes, const ReadRequest& request, const std::string& what) {
  compare_scores(bytes, request, what);
  const ReadResult expected = compare_tapes(bytes, request, what);
  compare_indexes(bytes, request, expected, what);
  compare_trees(bytes, request, expected, what);
  compare_texts(bytes, request, expected, what);
  for (const char* target : {"godot-4", "godot-3", "godot-2"}) {
    compare_conversions(bytes, request, target, default_output_bytes, what);
    for (const std::size_t most :
         {bytes.size(), bytes.size() - std::min<std::size_t>(bytes.size(), 4), bytes.size() / 2})
      compare_conversions(bytes, request, target, most, what);
  }
}

ReadRequest request_of(const Record& record) {
  DecodeOptions options = record.decode_options();
  options.allow_objects = true;
  return read_request(options);
}

TEST(Lane, ReadsWhatTheDecoderReads) {
  for (const char* file : {"values.jsonl", "mutated.jsonl"}) {
    for (const Record& record : engine_records(file)) compare(record.bytes, request_of(record), record.id);
  }
  for (const Record& record : save_records()) compare(record.bytes, request_of(record), record.id);
}

/// A Dictionary of everything that the lane reads.
Octets every_common_value() {
  Dictionary inner;
  inner.entries.emplace_back(Variant("x"), Variant(std::int64_t{-1}));
  inner.entries.emplace_back(Variant("a longer key than sixteen"), Variant(1.5));
  Array values;
  for (int i = 0; i < 3; ++i) {
    values.elements.emplace_back(inner);
    values.elements.emplace_back(Vector3(1, 2, 3));
    values.elements.emplace_back(Variant("text"));
    values.elements.emplace_back(Variant("sixteen letters."));
    values.elements.emplace_back(Variant("a text of more than sixteen letters"));
    values.elements.emplace_back(Variant("Gruß an Ωmega, 村長"));
    values.elements.emplace_back(Variant("😀é"));
    values.elements.emplace_back(Variant(std::int64_t{1} << 40));
    values.elements.emplace_back(Variant(0.1));
    values.elements.emplace_back(Variant(true));
    values.elements.emplace_back(Variant());
    NodePath path;
    path.absolute = true;
    path.names = {"root", "World", "a name of more than sixteen letters"};
    values.elements.emplace_back(path);
  }
  Dictionary whole;
  whole.entries.emplace_back(Variant("values"), Variant(values));
  whole.entries.emplace_back(Variant("again"), Variant(values));
  whole.entries.emplace_back(Variant("台詞"), Variant(inner));
  whole.entries.emplace_back(Variant("a key with an Ω, longer than sixteen"), Variant(1.5));
  const auto bytes = encode(whole, {.dialect = "godot-4"});
  return bytes.value();
}

TEST(Lane, EndsWhereTheInputEnds) {
  const Octets bytes = every_common_value();
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    // Memory of its own, so that a sanitizer notices reading past the end.
    const Octets part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    compare(part, read_request({.dialect = "godot-4"}), std::to_string(size));
  }
}

/// Compares words, which also say how JavaScript reads a number. The bytes have no keys, whose numbers would
/// differ.
void compare_words(Bytes bytes, const ReadRequest& request, const std::string& what) {
  KeyTree keys;
  TapeBuilder plain(keys);
  plain.start(bytes, 0);
  Plainly<TapeBuilder> plainly(plain);
  read_value(Input(bytes), request, plainly);
  TapeBuilder tape(keys);
  tape.start(bytes, 0);
  read_value(Input(bytes), request, tape);
  EXPECT_TRUE(std::ranges::equal(tape.view().words, plain.view().words)) << what;
}

/// The tape takes ints, floats and bools at the beginning of an Array at once. Others may follow: wide ones,
/// some of them wider than they need to be, NaNs, unknown flags, other types.
TEST(Lane, ReadsRunsOfScalars) {
  const std::vector<std::string> usual = {
      "02000000 07000000",          "02000000 ffffffff",
      "02000100 0000000001000000",  "02000100 ffffffffffffff7f",
      "03000000 0000c03f",          "03000100 9a9999999999b93f",
      "03000100 333333333333d3bf",  "01000000 01000000",
      "01000000 00000000",          "00000000",
      "04000000 02000000 68690000",
  };
  std::vector<std::string> unusual = {
      "02000100 0500000000000000",
      "02000100 ffffffffffffffff",
      "03000100 000000000000e03f",
      "03000000 0000c07f",
      "03000000 0100a07f",
      "03000000 000080ff",
      "03000100 000000000000f07f",
      "03000100 010000000000f87f",
      "01000000 02000000",
      "01000100 01000000",
      "02000002 07000000",
      "03000400 0000c03f",
      "09000000 0000803f0000004000004040",
  };
  unusual.insert(unusual.end(), usual.begin(), usual.end());
  constexpr std::size_t count = 12;
  for (const char* array : {"1c000000", "1c000100 02000000", "1c000100 03000000"}) {
    for (const std::string& element : usual) {
      for (const std::string& other : unusual) {
        for (const std::size_t place : {std::size_t{0}, std::size_t{1}, std::size_t{6}, count - 1}) {
          std::string hex = std::string(array) + "0c000000 ";
          for (std::size_t i = 0; i < count; ++i) hex += i == place || i == place + 2 ? other : element;
          const Octets bytes = from_hex(hex);
          for (const char* dialect : {"godot-4", "godot-3", "godot-2"}) {
            const ReadRequest request = read_request({.dialect = dialect});
            if (compare_tapes(bytes, request, hex).ok()) compare_words(bytes, request, hex);
          }
        }
      }
    }
  }
}

TEST(Lane, EndsRunsWhereTheInputOrALimitEnds) {
  for (const char* element : {"02000000 07000000", "02000100 0000000001000000", "03000000 0000c03f",
                              "03000100 9a9999999999b93f", "01000000 01000000"}) {
    std::string hex = "1c000000 14000000 ";
    for (int i = 0; i < 20; ++i) hex += element;
    const Octets bytes = from_hex(hex);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      const Octets part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      compare(part, read_request({.dialect = "godot-4"}), hex + " until " + std::to_string(size));
    }
    for (std::uint64_t limit = 0; limit < 23; ++limit) {
      DecodeOptions options{.dialect = "godot-4"};
      options.limits.elements = limit;
      compare(bytes, read_request(options), hex + " elements " + std::to_string(limit));
    }
  }
}

/// The key tree takes first keys only when they come again, so it knows none of these.
TEST(Lane, ReadsNewKeysAndNamesThatAreNotAscii) {
  Array values;
  for (const char* key : {"é", "台詞", "a key with an Ω, longer than sixteen", "😀😀😀😀😀", "\u00bf?"}) {
    Dictionary one;
    one.entries.emplace_back(Variant(key), Variant(std::int64_t{1}));
    one.entries.emplace_back(Variant(std::string(key) + "2"), Variant(key));
    values.elements.emplace_back(one);
    NodePath path;
    path.names = {key, "ascii", std::string(key) + "3"};
    values.elements.emplace_back(path);
  }
  const Octets bytes = encode(values, {.dialect = "godot-4"}).value();
  const ReadRequest request = read_request({.dialect = "godot-4"});
  for (std::size_t at = 0; at <= bytes.size(); ++at) {
    Octets cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    compare(cut, request, std::to_string(at));
    if (at == bytes.size()) break;
    for (const int flip : {0x20, 0x80, 0xFF}) {
      Octets damaged = bytes;
      damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
      compare(damaged, request, std::to_string(at) + " ^ " + std::to_string(flip));
    }
  }
}

TEST(Lane, CountsElementsAndLevels) {
  const Octets bytes = every_common_value();
  for (std::uint64_t limit = 0; limit < 200; ++limit) {
    DecodeOptions options{.dialect = "godot-4"};
    options.limits.elements = limit;
    compare(bytes, read_request(options), "elements " + std::to_string(limit));
  }
  for (std::uint32_t depth = 0; depth < 5; ++depth) {
    DecodeOptions options{.dialect = "godot-4"};
    options.limits.depth = depth;
    compare(bytes, read_request(options), "depth " + std::to_string(depth));
  }
}

/// The index expects that the values of a key come again, but a Dictionary may declare another type for them.
TEST(Lane, ChecksDeclaredTypesOfValuesThatCameBefore) {
  const std::string entry = "04000000 01000000 61000000 03000000 0000c03f ";
  std::string hex = "1c000000 05000000 ";
  for (int i = 0; i < 4; ++i) hex += "1b000000 01000000 " + entry;
  const Octets bytes = from_hex(hex + "1b000400 02000000 01000000 " + entry);
  const ReadRequest request = read_request({.dialect = "godot-4.4"});
  KeyTree keys;
  IndexBuilder index(keys);
  index.start(bytes.size());
  EXPECT_EQ(read_value(Bytes(bytes), request, index).warnings.size(), 1U);
  compare(bytes, request, "declared");
}

/// Things of several kinds in one Array: the key that is expected is often that of another kind, and may
/// begin as the one that comes.
Octets kinds_that_take_turns() {
  const std::vector<std::vector<std::string>> kinds = {
      {"abcd1", "x", "y"}, {"abcd2", "y", "x"}, {"x", "abcd1"}, {"abcd1", "", "same"}, {"", "abcd2"}, {}};
  Array things;
  for (std::size_t i = 0; i < 40; ++i) {
    Dictionary thing;
    for (const std::string& key : kinds[i * i % 7 % kinds.size()]) {
      Dictionary inner;
      if (i % 3 == 0) inner.entries.emplace_back(Variant(key), Variant("text"));
      thing.entries.emplace_back(Variant(key), i % 3 == 0 ? Variant(inner) : Variant(0.5));
    }
    things.elements.emplace_back(thing);
  }
  return encode(things, {.dialect = "godot-4"}).value();
}

TEST(Lane, ExpectsKeysThatCameLately) {
  const Octets bytes = kinds_that_take_turns();
  const ReadRequest request = read_request({.dialect = "godot-4"});
  for (std::size_t size = 0; size <= bytes.size(); size += size < 200 ? 1 : 4)
    compare(Octets(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)), request,
            std::to_string(size));
  KeyTree keys;
  TapeBuilder builder(keys);
  for (int round = 0; round < 3; ++round) {
    builder.start(bytes, 0);
    ASSERT_TRUE(read_value(Bytes(bytes), request, builder).ok());
    EXPECT_TRUE(encoded(builder.view(), *request.settings.dialect) == bytes) << round;
  }
}

/// Each byte takes values that change headers, lengths, counts and texts.
TEST(Lane, ReadsDamageAsTheDecoderDoes) {
  const Octets bytes = every_common_value();
  for (std::size_t at = 0; at < bytes.size() / 2; ++at) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      Octets damaged = bytes;
      damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
      compare(damaged, read_request({.dialect = "godot-4"}),
              std::to_string(at) + " ^ " + std::to_string(flip));
    }
  }
}

}  // namespace
}  // namespace godot_variant::tests
