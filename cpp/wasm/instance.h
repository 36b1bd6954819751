// The calls of docs/BOUNDARY.md, except those on files.
#pragma once
#include "diagnose/locate.h"
#include "diagnose/readings.h"
#include "index/any_index_builder.h"
#include "requests.h"
#include "search/searcher.h"
#include "tape/tape_encoder.h"
#include "tape/tape_player.h"
#include "text/printer.h"

namespace godot_variant {

/// Memory up to this size is kept between calls; larger memory is freed.
inline constexpr std::size_t kept_words = 1 << 18;

/// All state between calls: the requests and results of JavaScript, and the input or tape that `locate`
/// repeats.
class Instance {
 public:
  std::uint32_t exchange() { return address_of(block_); }

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
    if (key_tree_.is_full()) forget_keys();
    tape_.start(input_.bytes, kept_words);
    const ReadResult result = judged(read_value(input_, request_, tape_), dialect);
    for (const Warning& warning : result.warnings) note(warning);
    const TapeView tape = tape_.view();
    block_.words_at = tape.words.data();
    block_.texts_at = tape.texts.data();
    block_.word_count = static_cast<std::uint32_t>(tape.words.size());
    block_.weight = tape_.weight();
    block_.text_count = static_cast<std::uint32_t>(tape.texts.size() / 2);
    give_texts();
    block_.texts_repeat = tape_.texts().repeat() ? 1 : 0;
    return block_.error;
  }

  std::uint32_t build_index(std::uint32_t bytes, int dialect, std::uint32_t flags, std::uint32_t depth,
                            std::uint32_t elements) {
    return index(bytes, dialect, flags, depth, elements,
                 [this] { return read_value(input_, request_, index_); });
  }

  std::uint32_t build_index_slowly(std::uint32_t bytes, int dialect, std::uint32_t flags, std::uint32_t depth,
                                   std::uint32_t elements) {
    return index(bytes, dialect, flags, depth, elements, [this] {
      AnyIndexBuilder builder(index_);
      return read_value<AnySink>(input_, request_, builder);
    });
  }

  std::uint32_t run_headers(int dialect, std::uint32_t flags) {
    headers_ = godot_variant::run_headers(encode_settings(dialect, flags, 0, 0));
    return address_of(headers_);
  }

  std::uint32_t encode(std::uint32_t words, std::uint32_t texts, std::uint32_t bytes, int dialect,
                       std::uint32_t flags, std::uint32_t depth, std::uint32_t output_bytes) {
    take_tape(words, texts, bytes);
    const EncodeSettings settings = encode_settings(dialect, flags, depth, output_bytes);
    Writer writer(std::move(output_));
    // Besides its texts, a value rarely takes more than twice the size of its tape.
    writer.reserve(
        static_cast<std::size_t>(std::min(std::uint64_t{words} * 8 + bytes, settings.output_bytes)));
    const FrameWriter frame(writer, (flags & store_var_framing) != 0 ? Framing::store_var : Framing::none);
    Encoder encoder(writer, settings);
    encode_tape(encoding_, encoder);
    frame.close();
    fail(encoder.error());
    block_.may_merge_keys = encoder.narrows() ? 1 : 0;
    note_losses(encoder);
    gaps_ = writer.take_gaps();
    block_.gaps_at = gaps_.data();
    give(writer.take());
    return block_.error;
  }

  std::uint32_t print(std::uint32_t words, std::uint32_t texts, std::uint32_t bytes, std::uint32_t style,
                      std::uint32_t flags, std::uint32_t depth, std::uint32_t output_bytes) {
    take_tape(words, texts, bytes);
    Writer writer(std::move(output_));
    writer.limit(output_bytes);
    const TextOptions options{.style = static_cast<TextStyle>(style),
                              .base64 = (flags & base64_bytes) != 0,
                              .limits = {.depth = depth}};
    TextPrinter printer(writer, options, script_numbers);
    fail(send_tape(printer));
    give(writer.take());
    if (block_.error == 0) give_text();
    return block_.error;
  }

  std::uint32_t parse(std::uint32_t bytes, std::uint32_t flags, std::uint32_t depth, std::uint32_t elements) {
    begin(bytes);
    const ParseSettings settings{(flags & allow_trailing) != 0, (flags & double_reals) != 0,
                                 (flags & as_godot3) != 0, depth, elements};
    if (key_tree_.is_full()) forget_keys();
    parser_ = std::make_unique<TextParser>(input_.bytes, settings, script_numbers, key_tree_);
    parser_->run();
    fail(parser_->error());
    block_.bytes_read = static_cast<std::uint32_t>(parser_->position());
    const TapeView tape = parser_->view();
    block_.words_at = tape.words.data();
    block_.word_count = static_cast<std::uint32_t>(tape.words.size());
    block_.texts_at = tape.texts.data();
    block_.text_count = static_cast<std::uint32_t>(tape.texts.size() / 2);
    block_.text_bytes_at = tape.bytes.data();
    block_.weight = weight_of(tape.words.size(), parser_->containers());
    encoding_ = tape;
    if (block_.error == 0) pool_texts(tape);
    give_texts();
    block_.texts_repeat = 1;
    for (const TextParser::Misfit& misfit : parser_->misfits())
      note(static_cast<int>(misfit.code), misfit.word, static_cast<int>(misfit.offset),
           static_cast<int>(misfit.count));
    return block_.error;
  }

  std::uint32_t convert(std::uint32_t bytes, int from, int to, std::uint32_t flags, std::uint32_t depth,
                        std::uint32_t elements, std::uint32_t output_bytes) {
    begin(bytes);
    request_ = read_request(from, flags, depth, elements);
    const std::uint32_t objects = (flags & allow_objects) != 0 ? full_objects : 0;
    Writer writer;
    Conversion conversion(writer, encode_settings(to, flags | objects, depth, output_bytes),
                          request_.framing);
    const ReadResult result = judged(conversion.run(input_, request_), from);
    auto warning = result.warnings.begin();
    for (const Loss& loss : conversion.losses().list(LossCode::more_losses)) {
      for (; warning != result.warnings.end() && warning->offset < loss.offset; ++warning) note(*warning);
      note(loss, static_cast<int>(loss.to));
    }
    for (; warning != result.warnings.end(); ++warning) note(*warning);
    block_.may_merge_keys = conversion.may_merge_keys() ? 1 : 0;
    give(writer.take());
    return block_.error;
  }

  std::uint32_t search(std::uint32_t bytes, int dialect, std::uint32_t flags, std::uint32_t values,
                       std::uint32_t needle_bytes) {
    begin(bytes);
    request_ = read_request(dialect, flags, UINT32_MAX, UINT32_MAX);
    request_.values = values;
    Query query;
    std::memcpy(&query, words_.data(), sizeof(QueryRecord));
    Searcher searcher(query, Needle({text_bytes_.data(), needle_bytes}));
    fail(read_value<AnySink>(input_, request_, searcher).error);
    searcher.finish(bytes);
    matches_ = searcher.take_matches();
    block_.words_at = matches_.data();
    block_.word_count = static_cast<std::uint32_t>(matches_.size());
    give(searcher.take_texts());
    return block_.error;
  }

  std::uint32_t find_readings(std::uint32_t bytes, std::uint32_t flags, std::uint32_t depth,
                              std::uint32_t elements) {
    begin(bytes);
    request_ = read_request(-1, flags, depth, elements);
    for (const Reading& reading : readings_of(whole_input(), request_)) {
      note(static_cast<int>(reading.wrapping), reading.count,
           static_cast<int>(reading.dialect - all_dialects().data()), static_cast<int>(reading.points));
    }
    return block_.note_count;
  }

  /// Finds the path to one position of the last call's input or tape.
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

  /// Finds the paths of all notes; each path follows its number of segments.
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

  /// Frees the memory of the last call.
  void release() {
    bytes_ = {};
    words_ = {};
    texts_ = {};
    text_bytes_ = {};
    output_ = {};
    matches_ = {};
    utf16_ = {};
    gaps_ = {};
    notes_ = {};
    path_ = {};
    encoding_ = {};
    input_ = {};
    window_ = {};
    whole_ = {};
    parser_.reset();
    tape_.start({}, 0);
    index_.release();
    block_.output_length = block_.word_count = 0;
  }

 private:
  /// Printed texts of more bytes stay UTF-8, because UTF-16 takes memory besides.
  static constexpr std::size_t most_utf16 = 1 << 26;

  template <class Read>
  std::uint32_t index(std::uint32_t bytes, int dialect, std::uint32_t flags, std::uint32_t depth,
                      std::uint32_t elements, Read read) {
    begin(bytes);
    request_ = read_request(dialect, flags, depth, elements);
    if (key_tree_.is_full()) forget_keys();
    index_.start(bytes);
    const ReadResult result = judged(read(), dialect);
    for (const Warning& warning : result.warnings) note(warning);
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

  void forget_keys() {
    key_tree_ = KeyTree();
    ++block_.generation;
  }

  void begin(std::uint32_t bytes) {
    block_.error = block_.error_offset = block_.bytes_read = 0;
    block_.note_count = block_.path_count = block_.output_length = block_.word_count = 0;
    notes_.clear();
    encoding_ = {};
    input_ = Bytes{bytes_.data(), bytes};
    if (bytes <= block_.chunk_size) return;
    window_ = {bytes, block_.chunk_size};
    input_.loader = &window_;
  }

  /// The input for sinks that look back: each byte of a large one keeps its place once it is loaded.
  const Input& whole_input() {
    if (input_.loader != &window_) return input_;
    window_ = {};
    whole_.reserve(input_.bytes.size());
    input_.bytes = {whole_.data(), input_.bytes.size()};
    chunks_ = {input_.bytes, block_.chunk_size};
    input_.loader = &chunks_;
    return input_;
  }

  /// Starts with the tape that JavaScript wrote.
  void take_tape(std::uint32_t words, std::uint32_t texts, std::uint32_t bytes) {
    begin(0);
    encoding_ = {
        {words_.data(), words}, {texts_.data(), std::size_t{texts} * 2}, {text_bytes_.data(), bytes}};
  }

  /// Sends the tape to a printer: a single run is a value of the default dialect. Returns the first error.
  Error send_tape(TextPrinter& printer) {
    if (encoding_.words[0] != tape::run) {
      play(encoding_, printer);
      return printer.error();
    }
    request_ = read_request(-1, 0, UINT32_MAX, UINT32_MAX);
    const auto* value = reinterpret_cast<const std::uint8_t*>(words_.data() + 2);
    const ReadResult read =
        read_value<AnySink>(Bytes{value, (encoding_.words.size() - 2) * 4}, request_, printer);
    return read.ok() ? printer.error() : read.error;
  }

  void fail(Error error) {
    block_.error = static_cast<std::uint32_t>(error.code);
    block_.error_offset = static_cast<std::uint32_t>(error.offset);
  }

  /// Reports a result, which is in doubt if JavaScript named no dialect.
  ReadResult judged(ReadResult result, int dialect) {
    SizeRange doubtful;
    if (result.ok() && dialect < 0) doubtful = doubt(whole_input(), request_, result);
    block_.doubt_from = clamped(doubtful.first);
    block_.doubt_to = clamped(doubtful.last);
    fail(result.error);
    block_.bytes_read = static_cast<std::uint32_t>(result.bytes_read);
    return result;
  }

  static std::uint32_t clamped(std::uint64_t size) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(size, UINT32_MAX));
  }

  /// A loss of encode keeps the type of its value, so its note has a place in the output instead.
  void note_losses(const Encoder& encoder) {
    auto at = encoder.lost_at().begin();
    for (const Loss& loss : encoder.losses().list(LossCode::more_losses)) note(loss, static_cast<int>(*at++));
  }
  void note(const Loss& loss, int to) {
    const auto from = loss.code == LossCode::more_losses ? loss.count : static_cast<std::uint32_t>(loss.from);
    note(-1 - static_cast<int>(loss.code), loss.offset, static_cast<int>(from), to);
  }
  void note(const Warning& warning) {
    const auto from =
        warning.code == WarningCode::more_warnings ? warning.count : static_cast<std::uint32_t>(warning.type);
    note(static_cast<int>(warning.code), warning.offset, static_cast<int>(from), warning.dialects);
  }
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

  /// Offers the output, which is UTF-8, in the form that JavaScript turns into a string fastest.
  void give_text() {
    const Bytes text = output_.view();
    const bool ascii = is_plain_ascii(text.data(), text.size());
    block_.ascii_at = output_.data();
    block_.ascii_length = ascii ? static_cast<std::uint32_t>(text.size()) : 0;
    utf16_.clear();
    if (!ascii && text.size() <= most_utf16)
      utf16_.cut(to_utf16(text, utf16_.grow(text.size() + utf16_slack)).value_or(0));
    block_.utf16_at = utf16_.data();
    block_.utf16_length = static_cast<std::uint32_t>(utf16_.size());
  }

  /// Offers the pools of texts and the key tree.
  void give_texts() {
    const TextTable& texts = tape_.texts();
    block_.units_at = texts.units().data();
    block_.ascii_at = texts.ascii().data();
    block_.ascii_length = static_cast<std::uint32_t>(texts.ascii().size());
    block_.utf16_at = texts.utf16().data();
    block_.utf16_length = static_cast<std::uint32_t>(texts.utf16().size());
    block_.keys_at = key_tree_.keys().data();
    block_.key_bytes_at = key_tree_.bytes().data();
    block_.nodes_at = key_tree_.nodes().data();
  }

  /// Collects the texts of a parsed tape in the pools.
  void pool_texts(const TapeView& tape) {
    // Of no input, in which equal texts would be looked for: the texts keep their numbers.
    tape_.start({}, kept_words);
    for (std::size_t at = 0; at < tape.texts.size(); at += 2) {
      const auto offset = static_cast<std::uint32_t>(tape.texts[at]);
      const auto size = static_cast<std::uint32_t>(tape.texts[at + 1]);
      const Bytes text = tape.bytes.subspan(offset, size);
      const bool ascii = is_plain_ascii(text.data(), size);
      tape_.texts().intern({text, 0, TextForm::valid, size, ascii ? size : 0, offset});
    }
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
  WindowLoader window_;
  ByteBuffer whole_;
  ChunkLoader chunks_;
  Input input_;
  ReadRequest request_;
  KeyTree key_tree_;
  TapeBuilder tape_{key_tree_};
  IndexBuilder index_{key_tree_};
  TapeView encoding_;
  RunHeaders headers_;
  std::unique_ptr<TextParser> parser_;
  ByteBuffer output_;
  WordBuffer matches_;
  Buffer<std::uint16_t> utf16_;
  WordBuffer gaps_;
  std::vector<std::int32_t> notes_;
  std::vector<std::int32_t> path_;
};

}  // namespace godot_variant
