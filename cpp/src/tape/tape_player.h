// Plays a tape as events, the reverse of TapeBuilder. Also plays tapes that JavaScript wrote.
#pragma once
#include "events/any_sink.h"
#include "tape/tape_builder.h"

namespace godot_variant {

/// State of an open Array, Dictionary or Object on a tape.
struct OpenTape {
  /// Keys and values, or properties, still to come.
  std::uint64_t remaining = 0;
  bool object = false;
  bool dictionary = false;
};

/// Sends the value at a word of a tape to a sink until the sink stops. Head::at is the word of the value's
/// tag, or of a key the first word.
template <Sink S>
class TapePlayer {
 public:
  TapePlayer(const TapeView& tape, S& sink, std::size_t at = 0) : tape_(tape), sink_(sink), at_(at) {}

  /// Plays an Array or a Dictionary without its values and its end. Returns the word after its count.
  std::size_t run_beginning() {
    value();
    return at_;
  }

  /// Returns the word after the value.
  std::size_t run() {
    open_.top().remaining = 1;
    while (sink_.ok()) {
      OpenTape& open = open_.top();
      if (open.remaining == 0) {
        if (open_.size() == 0) break;
        sink_.end();
        open_.pop();
        continue;
      }
      --open.remaining;
      if (open.object) sink_.part(text());
      if (open.dictionary && open.remaining % 2 == 1) {
        key();
      } else {
        value();
      }
    }
    return at_;
  }

 private:
  std::uint32_t word() { return static_cast<std::uint32_t>(tape_.words[at_++]); }
  std::uint64_t pair() {
    const std::uint64_t low = word();
    return low | static_cast<std::uint64_t>(word()) << 32;
  }
  const std::uint8_t* words_data() const {
    return reinterpret_cast<const std::uint8_t*>(tape_.words.data() + at_);
  }
  const std::uint8_t* data() {
    const auto offset = static_cast<std::int32_t>(word());
    return offset == tape::gap ? nullptr : tape_.bytes.data() + static_cast<std::uint32_t>(offset);
  }
  void align() { at_ += at_ % 2; }

  void key() {
    const Head head{Type::String, at_};
    const auto number = static_cast<std::int32_t>(word());
    if (number == tape::key_is_value) return value(head.at);
    if (number <= tape::first_key_text)
      return sink_.text(head, text(static_cast<std::size_t>(tape::first_key_text - number)));
    const KeyTree::Key& key = tape_.key_tree->keys()[static_cast<std::size_t>(number)];
    sink_.text(head, {tape_.key_tree->bytes().subspan(key.raw_at + 8, key.text_size)});
  }

  Text text() { return text(word()); }
  Text text(std::size_t number) const {
    const auto offset = static_cast<std::uint32_t>(tape_.texts[number * 2]);
    const std::int32_t marked = tape_.texts[number * 2 + 1];
    return {tape_.bytes.subspan(offset, tape::length_of_text(marked)), number, tape::form_of_text(marked)};
  }

  /// A class or path; any_class means that every class fits.
  Text type_name() {
    if (tape_.words[at_] != tape::any_class) return text();
    ++at_;
    return encoded_object_text;
  }

  Typing typing(std::uint32_t kind) {
    Typing typing;
    typing.kind = static_cast<Kind>(kind);
    if (typing.kind == Kind::builtin) {
      typing.builtin = static_cast<Type>(word());
    } else if (typing.kind != Kind::untyped) {
      typing.text = type_name();
    }
    return typing;
  }

  void value() { value(at_); }
  void value(std::size_t at) {
    const std::uint32_t tag = word();
    const Head head{static_cast<Type>(tag & 0xFF), at};
    const bool wide = (tag & tape::wide) != 0;
    switch (usual_layouts[tag & 0xFF]) {
      case Layout::empty:
        return sink_.empty(head);
      case Layout::boolean:
        return sink_.boolean(head, (tag & tape::true_bit) != 0);
      case Layout::integer:
        return sink_.integer(head,
                             wide ? static_cast<std::int64_t>(pair()) : static_cast<std::int32_t>(word()));
      case Layout::real:
        return real(head, wide);
      case Layout::text:
        return sink_.text(head, text());
      case Layout::numbers:
        return numbers(head, wide);
      case Layout::node_path:
        return node_path(head);
      case Layout::id:
        return sink_.id(head, pair());
      case Layout::object:
        return (tag & tape::as_id) != 0 ? sink_.id(head, pair()) : object(head);
      case Layout::signal:
        return signal(head);
      case Layout::dictionary:
        return dictionary(head, tag);
      case Layout::array:
      case Layout::typed_array:
        return array(head, tag);
      case Layout::packed:
        return packed(head, wide);
      case Layout::packed_texts:
        return packed_texts(head);
      case Layout::image:
        return image(head);
      case Layout::input_event:
        return input_event(head);
      case Layout::unsupported:
      case Layout::unknown:
        return;
    }
  }

  void real(Head head, bool wide) {
    if (!wide) return sink_.real(head, widen(word()));
    align();
    sink_.real(head, bits_as<double>(pair()));
  }

  static Element element_of(const TypeRow& row, bool wide) {
    const Element narrow = row.element == Element::real ? Element::f32 : row.element;
    return wide ? Element::f64 : narrow;
  }

  void numbers(Head head, bool wide) {
    const TypeRow& row = usual_row(head.type);
    if (wide) align();
    const Numbers numbers{words_data(), element_of(row, wide), row.components};
    at_ += std::size_t{row.components} * (wide ? 2 : 1);
    sink_.numbers(head, numbers);
  }

  void packed(Head head, bool wide) {
    const TypeRow& row = usual_row(head.type);
    const std::uint32_t count = word();
    sink_.packed(head, {data(), element_of(row, wide), row.components, count});
  }

  void node_path(Head head) {
    const std::uint32_t flags = word();
    const std::uint32_t names = word();
    const std::uint32_t subnames = word();
    sink_.node_path(head, {(flags & tape::path_absolute) != 0, (flags & tape::path_has_property) != 0,
                           (flags & tape::path_property_known) != 0, names, subnames});
    parts(names + subnames);
  }

  void parts(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count && sink_.ok(); ++i) sink_.part(text());
    sink_.end();
  }

  void packed_texts(Head head) {
    const std::uint32_t count = word();
    sink_.packed_texts(head, count);
    parts(count);
  }

  void signal(Head head) {
    const Text name = text();
    sink_.signal(head, name, pair());
  }

  void object(Head head) {
    const Text class_name = text();
    const std::uint32_t count = word();
    sink_.object(head, class_name, count);
    open_.push({.remaining = count, .object = true});
  }

  void array(Head head, std::uint32_t tag) {
    Container container;
    container.shared = (tag & tape::shared) != 0;
    container.value = typing(tag >> tape::key_kind_shift & tape::kind_mask);
    container.count = word();
    sink_.array(head, container);
    open_.push({.remaining = container.count});
  }

  void dictionary(Head head, std::uint32_t tag) {
    Container container;
    container.shared = (tag & tape::shared) != 0;
    container.key = typing(tag >> tape::key_kind_shift & tape::kind_mask);
    container.value = typing(tag >> tape::value_kind_shift & tape::kind_mask);
    container.count = word();
    word();
    sink_.dictionary(head, container);
    open_.push({.remaining = std::uint64_t{container.count} * 2, .dictionary = true});
  }

  void image(Head head) {
    ImageParts image;
    for (std::uint32_t& field : image.fields) field = word();
    const std::uint32_t size = word();
    image.data = {data(), size};
    sink_.image(head, image);
  }

  void input_event(Head head) {
    InputEventParts event;
    event.type = word();
    event.device = word();
    const std::uint32_t count = word();
    event.words = {words_data(), std::size_t{count} * 4};
    at_ += count;
    sink_.input_event(head, event);
  }

  const TapeView& tape_;
  S& sink_;
  std::size_t at_;
  Stack<OpenTape> open_;
};

/// The only TapePlayer in the WASM module. Plays the value at word `at` and returns the word after it.
std::size_t play(const TapeView& tape, AnySink& sink, std::size_t at = 0);

/// Plays only the beginning of the Array or Dictionary at word `at`.
std::size_t play_beginning(const TapeView& tape, AnySink& sink, std::size_t at);

}  // namespace godot_variant
