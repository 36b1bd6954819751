// The only file that knows Emscripten. Binds the functions of docs/BOUNDARY.md; js/boundary.ts calls them.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <algorithm>

#include "conversion.h"
#include "index_builder.h"
#include "locate.h"
#include "text_parser.h"

/// Copies the bytes from `begin` to `end` of the input to where they belong in the region at `bytesAt`.
extern "C" void godot_variant_bring(std::uint32_t begin, std::uint32_t end);
/// Reads the number that stands in `size` bytes of text; or, when `size` is 0, writes `value` with up to six
/// digits and gives their count.
extern "C" double godot_variant_number(const char* text, std::size_t size, double value);

namespace godot_variant {
namespace {

enum RequestFlag : std::uint32_t {
  allow_trailing = 1,
  allow_objects = 2,
  full_objects = 4,
  double_reals = 8,
  single_reals = 16,
  replace_bad_utf8 = 32,
  store_var_framing = 64,
};

/// docs/BOUNDARY.md, "exchange block".
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
  /// Shapes: keys, their bytes, nodes; counts grow from call to call until the generation changes.
  const void* keys_at = nullptr;
  const void* key_bytes_at = nullptr;
  const void* nodes_at = nullptr;
  std::uint32_t generation = 0;
  const void* units_at = nullptr;
  const void* ascii_at = nullptr;
  std::uint32_t ascii_length = 0;
  const void* utf16_at = nullptr;
  std::uint32_t utf16_length = 0;
  /// Larger inputs are brought in pieces of this size. The cache holds one beside what is made of it.
  std::uint32_t piece_size = 1 << 16;
  const void* text_bytes_at = nullptr;
  const void* gaps_at = nullptr;
};
static_assert(sizeof(void*) != 4 || sizeof(ExchangeBlock) == 104);

/// Memory that outlives a call without growing for good.
constexpr std::size_t kept_words = 1 << 18;

/// Of a number of `dialectNumbers`; the default one for -1.
const Dialect* dialect_of(int number) {
  return number < 0 ? find_dialect({}) : &all_dialects()[static_cast<std::size_t>(number)];
}

/// What JavaScript asks for, in the terms of the core.
ReadRequest read_request(int dialect, std::uint32_t flags, std::uint32_t depth, double elements) {
  ReadRequest request;
  request.settings.dialect = dialect_of(dialect);
  request.settings.allow_objects = (flags & allow_objects) != 0;
  request.settings.double_reals = (flags & double_reals) != 0;
  request.settings.replace_bad_utf8 = (flags & replace_bad_utf8) != 0;
  request.settings.depth = depth;
  request.settings.elements = static_cast<std::uint64_t>(elements);
  request.allow_trailing = (flags & allow_trailing) != 0;
  request.framing = (flags & store_var_framing) != 0 ? Framing::store_var : Framing::none;
  return request;
}

EncodeSettings encode_settings(int dialect, std::uint32_t flags, std::uint32_t depth, double output_bytes) {
  EncodeSettings settings;
  settings.dialect = dialect_of(dialect);
  settings.full_objects = (flags & full_objects) != 0;
  if ((flags & double_reals) != 0) settings.reals = RealChoice::wide;
  if ((flags & single_reals) != 0) settings.reals = RealChoice::single;
  settings.depth = depth;
  settings.output_bytes = static_cast<std::uint64_t>(output_bytes);
  return settings;
}

constexpr NumberText script_numbers{
    [](const char* text, std::size_t size) { return godot_variant_number(text, size, 0); },
    [](double value, char* to) { return static_cast<std::size_t>(godot_variant_number(to, 0, value)); }};

/// Brings an input in pieces of a size.
class Pieces final : public Supply {
 public:
  Pieces() = default;
  Pieces(std::size_t input_size, std::size_t piece_size) : input_size_(input_size), piece_size_(piece_size) {}

  std::size_t bring(std::size_t begin, std::size_t end) override {
    end = std::min(std::max(end, begin + piece_size_), input_size_);
    godot_variant_bring(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
    return end;
  }

 private:
  std::size_t input_size_ = 0;
  std::size_t piece_size_ = 0;
};

/// Everything that lives between calls: what JavaScript writes, what it reads, and what `locate` repeats.
class Instance {
 public:
  std::uintptr_t exchange() { return reinterpret_cast<std::uintptr_t>(&block_); }

  void reserve(std::uint32_t bytes) {
    bytes_.reserve(bytes);
    block_.bytes_at = bytes_.data();
  }

  void reserve_tape(std::uint32_t words, std::uint32_t texts, std::uint32_t bytes) {
    words_.enlarge_whole(words);
    texts_.enlarge_whole(std::size_t{texts} * 2);
    text_bytes_.enlarge_whole(bytes);
    block_.words_at = words_.data();
    block_.texts_at = texts_.data();
    block_.text_bytes_at = text_bytes_.data();
  }

  std::uint32_t decode(std::uint32_t bytes, int dialect, std::uint32_t flags, std::uint32_t depth,
                       std::uint32_t elements) {
    begin(bytes);
    request_ = read_request(dialect, flags, depth, elements);
    if (shapes_.is_full()) forget_shapes();
    tape_.start(input_.bytes, kept_words);
    judge(read_value(input_, request_, tape_), dialect);
    const TapeView tape = tape_.view();
    block_.words_at = tape.words.data();
    block_.texts_at = tape.texts.data();
    block_.word_count = static_cast<std::uint32_t>(tape.words.size());
    block_.text_count = static_cast<std::uint32_t>(tape.texts.size() / 2);
    block_.units_at = tape_.texts().units().data();
    block_.ascii_at = tape_.texts().ascii().data();
    block_.ascii_length = static_cast<std::uint32_t>(tape_.texts().ascii().size());
    block_.utf16_at = tape_.texts().utf16().data();
    block_.utf16_length = static_cast<std::uint32_t>(tape_.texts().utf16().size());
    block_.keys_at = shapes_.keys().data();
    block_.key_bytes_at = shapes_.bytes().data();
    block_.nodes_at = shapes_.nodes().data();
    return block_.error;
  }

  std::uint32_t index(std::uint32_t bytes, int dialect, std::uint32_t flags, std::uint32_t depth,
                      std::uint32_t elements) {
    begin(bytes);
    request_ = read_request(dialect, flags, depth, elements);
    index_.start(input_.bytes);
    const ReadResult result = read_value(input_, request_, index_);
    judge(result, dialect);
    block_.bytes_read = static_cast<std::uint32_t>(result.value_end);
    if (!index_.ok()) fail({ErrorCode::too_large, 0});
    block_.text_count = 0;
    if (result.ok()) {
      index_.finish();
    } else {
      block_.text_count = index_.finish_early();
    }
    block_.words_at = index_.words().data();
    block_.word_count = static_cast<std::uint32_t>(index_.words().size());
    return block_.error;
  }

  std::uint32_t encode(std::uint32_t words, std::uint32_t texts, std::uint32_t bytes, int dialect,
                       std::uint32_t flags, std::uint32_t depth, std::uint32_t output_bytes) {
    take_tape(words, texts, bytes);
    const EncodeSettings settings = encode_settings(dialect, flags, depth, output_bytes);
    Writer writer(std::move(output_));
    // Few values take more than twice the words that they have on the tape, beside their texts.
    writer.reserve(
        static_cast<std::size_t>(std::min(std::uint64_t{words} * 8 + bytes, settings.output_bytes)));
    const FrameWriter frame(writer, (flags & store_var_framing) != 0 ? Framing::store_var : Framing::none);
    Encoder encoder(writer, settings);
    play(encoding_, encoder);
    frame.close();
    fail(encoder.error());
    gaps_ = writer.take_gaps();
    block_.gaps_at = gaps_.data();
    give(writer.take());
    return block_.error;
  }

  std::uint32_t print(std::uint32_t words, std::uint32_t texts, std::uint32_t bytes, std::uint32_t style,
                      std::uint32_t depth, std::uint32_t output_bytes) {
    take_tape(words, texts, bytes);
    Writer writer(std::move(output_));
    writer.limit(output_bytes);
    TextPrinter printer(encoding_, writer, static_cast<TextStyle>(style), depth, script_numbers);
    printer.run();
    fail(printer.error());
    give(writer.take());
    return block_.error;
  }

  std::uint32_t parse(std::uint32_t bytes, std::uint32_t flags, std::uint32_t depth, std::uint32_t elements) {
    begin(bytes);
    const ParseSettings settings{(flags & allow_trailing) != 0, (flags & double_reals) != 0, depth, elements};
    parser_ = std::make_unique<TextParser>(input_.bytes, settings, script_numbers);
    parser_->run();
    fail(parser_->error());
    block_.bytes_read = static_cast<std::uint32_t>(parser_->position());
    const TapeView tape = parser_->view();
    block_.words_at = tape.words.data();
    block_.word_count = static_cast<std::uint32_t>(tape.words.size());
    block_.texts_at = tape.texts.data();
    block_.text_count = static_cast<std::uint32_t>(tape.texts.size() / 2);
    block_.text_bytes_at = tape.bytes.data();
    return block_.error;
  }

  std::uint32_t convert(std::uint32_t bytes, int from, int to, std::uint32_t flags, std::uint32_t depth,
                        double elements, double output_bytes) {
    begin(bytes);
    request_ = read_request(from, flags, depth, elements);
    const std::uint32_t objects = (flags & allow_objects) != 0 ? full_objects : 0;
    Conversion conversion(encode_settings(to, flags | objects, depth, output_bytes), request_.framing);
    const ReadResult result = conversion.run(input_, request_);
    finish(result);
    auto warning = result.warnings.begin();
    for (const Loss& loss : conversion.losses()) {
      for (; warning != result.warnings.end() && warning->offset < loss.offset; ++warning) note(*warning);
      note(-1 - static_cast<int>(loss.code), loss.offset, static_cast<int>(loss.from),
           static_cast<int>(loss.to));
    }
    for (; warning != result.warnings.end(); ++warning) note(*warning);
    give(conversion.take());
    return block_.error;
  }

  /// The path to one position of the last call's input or tape.
  std::uint32_t locate(std::uint32_t offset) {
    const std::size_t target[] = {offset};
    PathTracker tracker(target);
    follow(tracker);
    path_.clear();
    for (const Segment& segment : tracker.found().empty() ? tracker.here() : tracker.found()[0])
      add_segment(segment);
    give_path(path_.size() / 2);
    return block_.path_count;
  }

  /// The paths of all notes, each after the number of its segments.
  std::uint32_t locate_notes() {
    std::vector<std::size_t> targets;
    for (std::size_t i = 1; i < notes_.size(); i += 4)
      targets.push_back(static_cast<std::uint32_t>(notes_[i]));
    PathTracker tracker(targets);
    follow(tracker);
    path_.clear();
    for (const std::vector<Segment>& path : tracker.found()) {
      path_.push_back(static_cast<std::int32_t>(path.size()));
      for (const Segment& segment : path) add_segment(segment);
    }
    give_path(tracker.found().size());
    return block_.path_count;
  }

  /// Frees what the last call left.
  void release() {
    bytes_ = {};
    words_ = {};
    texts_ = {};
    text_bytes_ = {};
    output_ = {};
    gaps_ = {};
    notes_ = {};
    path_ = {};
    encoding_ = {};
    input_ = {};
    parser_.reset();
    tape_.start({}, 0);
    index_.release();
  }

 private:
  void forget_shapes() {
    shapes_ = Shapes();
    ++block_.generation;
  }

  void begin(std::uint32_t bytes) {
    block_.error = block_.error_offset = block_.bytes_read = 0;
    block_.note_count = block_.path_count = block_.output_length = block_.word_count = 0;
    notes_.clear();
    encoding_ = {};
    pieces_ = {bytes, block_.piece_size};
    input_ = {{bytes_.data(), bytes}, bytes > block_.piece_size ? &pieces_ : nullptr};
  }

  /// Begins with the tape that JavaScript wrote.
  void take_tape(std::uint32_t words, std::uint32_t texts, std::uint32_t bytes) {
    begin(0);
    encoding_ = {
        {words_.data(), words}, {texts_.data(), std::size_t{texts} * 2}, {text_bytes_.data(), bytes}};
  }

  void fail(Error error) {
    block_.error = static_cast<std::uint32_t>(error.code);
    block_.error_offset = static_cast<std::uint32_t>(error.offset);
  }

  void judge(const ReadResult& result, int dialect) {
    finish(result);
    for (const Warning& warning : result.warnings) note(warning);
    if (result.ok() && dialect < 0 && is_ambiguous(input_, request_)) fail({ErrorCode::ambiguous_dialect, 0});
  }

  void finish(const ReadResult& result) {
    fail(result.error);
    block_.bytes_read = static_cast<std::uint32_t>(result.bytes_read);
  }

  void note(const Warning& warning) { note(static_cast<int>(warning.code), warning.offset, -1, -1); }
  void note(int code, std::size_t offset, int from, int to) {
    notes_.insert(notes_.end(), {code, static_cast<std::int32_t>(offset), from, to});
    block_.notes_at = notes_.data();
    block_.note_count = static_cast<std::uint32_t>(notes_.size() / 4);
  }

  void give(ByteBuffer output) {
    output_ = std::move(output);
    block_.output_at = output_.data();
    block_.output_length = static_cast<std::uint32_t>(output_.size());
  }

  void give_path(std::size_t count) {
    block_.path_at = path_.data();
    block_.path_count = static_cast<std::uint32_t>(count);
  }

  void add_segment(const Segment& segment) {
    path_.insert(path_.end(),
                 {static_cast<std::int32_t>(segment.kind), static_cast<std::int32_t>(segment.at)});
  }

  void follow(PathTracker& tracker) {
    if (encoding_.words.empty()) {
      godot_variant::locate(input_, request_, tracker);
    } else {
      godot_variant::locate(encoding_, tracker);
    }
  }

  ExchangeBlock block_;
  ByteBuffer bytes_;
  WordBuffer words_;
  WordBuffer texts_;
  ByteBuffer text_bytes_;
  Pieces pieces_;
  Input input_;
  ReadRequest request_;
  Shapes shapes_;
  TapeBuilder tape_{shapes_};
  IndexBuilder index_;
  TapeView encoding_;
  std::unique_ptr<TextParser> parser_;
  ByteBuffer output_;
  WordBuffer gaps_;
  std::vector<std::int32_t> notes_;
  std::vector<std::int32_t> path_;
};

Instance instance;

}  // namespace
}  // namespace godot_variant

// Not by embind, whose invokers take longer than a small value does.
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t decode(std::uint32_t bytes, std::int32_t dialect,
                                                     std::uint32_t flags, std::uint32_t depth,
                                                     std::uint32_t elements) {
  return godot_variant::instance.decode(bytes, dialect, flags, depth, elements);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t index_of(std::uint32_t bytes, std::int32_t dialect,
                                                       std::uint32_t flags, std::uint32_t depth,
                                                       std::uint32_t elements) {
  return godot_variant::instance.index(bytes, dialect, flags, depth, elements);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t encode(std::uint32_t words, std::uint32_t texts,
                                                     std::uint32_t bytes, std::int32_t dialect,
                                                     std::uint32_t flags, std::uint32_t depth,
                                                     std::uint32_t output_bytes) {
  return godot_variant::instance.encode(words, texts, bytes, dialect, flags, depth, output_bytes);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t print(std::uint32_t words, std::uint32_t texts,
                                                    std::uint32_t bytes, std::uint32_t style,
                                                    std::uint32_t depth, std::uint32_t output_bytes) {
  return godot_variant::instance.print(words, texts, bytes, style, depth, output_bytes);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t parse(std::uint32_t bytes, std::uint32_t flags,
                                                    std::uint32_t depth, std::uint32_t elements) {
  return godot_variant::instance.parse(bytes, flags, depth, elements);
}

EMSCRIPTEN_BINDINGS(godot_variant) {
  using godot_variant::instance;
  emscripten::function(
      "exchange", +[] { return instance.exchange(); });
  emscripten::function(
      "reserve", +[](std::uint32_t bytes) { instance.reserve(bytes); });
  emscripten::function(
      "reserveTape", +[](std::uint32_t words, std::uint32_t texts, std::uint32_t bytes) {
        instance.reserve_tape(words, texts, bytes);
      });
  emscripten::function(
      "convert", +[](std::uint32_t bytes, int from, int to, std::uint32_t flags, std::uint32_t depth,
                     double elements, double output_bytes) {
        return instance.convert(bytes, from, to, flags, depth, elements, output_bytes);
      });
  emscripten::function(
      "locate", +[](std::uint32_t offset) { return instance.locate(offset); });
  emscripten::function(
      "locateNotes", +[] { return instance.locate_notes(); });
  emscripten::function(
      "release", +[] { instance.release(); });
}
