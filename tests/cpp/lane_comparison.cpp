#include "lane_comparison.h"

#include <algorithm>

#include "convert/conversion.h"
#include "files/file_plausibility.h"
#include "index/index_builder.h"
#include "tape/tape_player.h"
#include "text/printer.h"
#include "variant/variant_builder.h"

namespace godot_variant::tests {
namespace {

/// Passes on the events of a decoder without a lane.
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
  TextPrinter printer(writer, {.limits = {.depth = request.settings.depth}}, no_numbers);
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

}  // namespace

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

}  // namespace godot_variant::tests
