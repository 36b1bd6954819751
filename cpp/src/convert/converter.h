// A Sink in front of another dialect's Encoder that replaces values the dialect lacks.
#pragma once
#include "events/any_sink.h"
#include "wire/encoder.h"
#include "wire/lane.h"

namespace godot_variant {

/// Passes events on. A value that the target cannot hold gets the table's fallback type, and a Loss is
/// recorded.
class Converter final : public AnySink {
 public:
  Converter(Encoder& encoder, const Dialect& target) : to_(encoder), target_(target) {}

  void empty(Head head) override;
  void boolean(Head head, bool value) override { to_.boolean(head, value); }
  void integer(Head head, std::int64_t value) override { to_.integer(head, value); }
  void real(Head head, double value) override { to_.real(head, value); }
  void text(Head head, const Text& text) override;
  void numbers(Head head, const Numbers& numbers) override;
  void id(Head head, std::uint64_t id) override;
  void signal(Head head, const Text& name, std::uint64_t object) override;
  void packed(Head head, const Numbers& numbers) override;
  void image(Head head, const ImageParts& image) override;
  void input_event(Head head, const InputEventParts& event) override;
  void node_path(Head head, const NodePathHead& path) override;
  void object(Head head, const Text& class_name, std::uint32_t count) override {
    to_.object(head, class_name, count);
  }
  void array(Head head, const Container& container) override;
  void dictionary(Head head, const Container& container) override { to_.dictionary(head, container); }
  void packed_texts(Head head, std::uint32_t count) override { to_.packed_texts(head, count); }
  void part(const Text& text) override;
  void end() override {
    script_ = false;
    to_.end();
  }
  bool ok() const override { return to_.ok(); }
  void begin_key(Head head) override;

  /// Passes on what the decoder's lane reads.
  class Pen;
  /// The bytes that a lane reads, for the positions of losses and errors, and their dialect.
  void start(Bytes input, const Dialect& from);
  /// Compares the dialect of the input with the target.
  void compare(const Dialect& from) {
    loses_scripts_ = from.script_paths && target_.engine && !target_.script_paths;
    empties_root_path_ = target_.root_path_is_empty && !from.root_path_is_empty;
    compares_keys_otherwise_ = from.dictionary_keys_by_identity != target_.dictionary_keys_by_identity;
  }

  /// Whether keys that differ in the input may be equal in the output.
  bool may_merge_keys() const;

 private:
  bool has(Type type) const { return target_.row_of(type) != nullptr; }
  /// Replaces the type with one that the target can hold, if the table has one.
  Head replaced(Head head) { return has(head.type) ? head : replacement(head); }
  Head replacement(Head head);
  /// The type that the target has instead of a type.
  Type type_there(Type type) const;
  bool needs_typed_array(const Typing& elements) const;
  void unpack(Head head, const Numbers& numbers);

  Encoder& to_;
  const Dialect& target_;
  Bytes input_;
  /// The engine of the target ignores scripts that these bytes name by their paths.
  bool loses_scripts_ = false;
  /// The next value is the script of an Object, whose path the target cannot hold.
  bool script_ = false;
  /// For each type the header of values that both dialects write alike; -1 where they do not.
  std::array<std::int32_t, type_count> common_headers_{};
  /// Only the engine of the target reads the NodePath "/" as an empty one.
  bool empties_root_path_ = false;
  /// Keys that are equal in one of the two dialects may differ in the other: see KeyEquality.
  bool compares_keys_otherwise_ = false;
  /// A bit for each type of keys that are no texts.
  std::uint64_t key_types_ = 0;
};

/// Values that the target writes as they stand in the input are only passed; all that follow each other are
/// copied at once. Other values become events. Functions return false when the Encoder has failed. The
/// Decoder then sends the value again, which the Encoder ignores, and stops.
class Converter::Pen {
 public:
  explicit Pen(Converter& converter) : converter_(converter) {}

  static constexpr bool is_usable() { return true; }
  [[gnu::always_inline]] void load(const Reader& in) {
    in_ = &in;
    see_room();
  }
  [[gnu::always_inline]] void save(bool) { copy_passed(in_->data()); }

  /// No keys are predicted.
  static Bytes expected_key() { return {}; }
  static bool take_expected_key() { return false; }
  [[gnu::always_inline]] bool key(const std::uint8_t* at, Bytes bytes) {
    return text(Type::String, at, bytes);
  }
  [[gnu::always_inline]] bool empty(Type type, const std::uint8_t* at) {
    if (header_at(at) == common_header(type)) return pass(at);
    copy_passed(at);
    converter_.empty(head(type, at));
    return resume();
  }
  [[gnu::always_inline]] bool boolean(Type type, const std::uint8_t* at, bool value) {
    if (header_at(at) == common_header(type) && word_at(at + 4) == std::uint32_t{value}) return pass(at);
    copy_passed(at);
    converter_.boolean(head(type, at), value);
    return resume();
  }
  [[gnu::always_inline]] bool integer(Type type, const std::uint8_t* at, std::int64_t value) {
    if (header_at(at) == flagged(common_header(type), !fits_int32(value))) return pass(at);
    copy_passed(at);
    converter_.integer(head(type, at), value);
    return resume();
  }
  [[gnu::always_inline]] bool real(Type type, const std::uint8_t* at, double value) {
    // A NaN may get other bits.
    if (header_at(at) == flagged(common_header(type), widen(narrow(value)) != value) && !std::isnan(value))
      return pass(at);
    copy_passed(at);
    converter_.real(head(type, at), value);
    return resume();
  }
  [[gnu::always_inline]] bool text(Type type, const std::uint8_t* at, Bytes bytes) {
    if (header_at(at) == common_header(type) && is_padded(bytes)) return pass(at);
    copy_passed(at);
    converter_.text(head(type, at), {bytes});
    return resume();
  }
  [[gnu::always_inline]] bool numbers(Type type, const std::uint8_t* at, const Numbers& numbers) {
    if (header_at(at) == common_header(type)) return pass(at);
    copy_passed(at);
    converter_.numbers(head(type, at), numbers);
    return resume();
  }
  bool has_room_for_path(std::uint32_t) {
    padded_ = true;
    return true;
  }
  /// Keeps a name of the NodePath that node_path() passes on.
  bool name(std::uint32_t number, Bytes bytes) {
    names_[number] = bytes;
    padded_ = padded_ && is_padded(bytes);
    return true;
  }
  bool node_path(Type type, const std::uint8_t* at, bool absolute, bool property_known, std::uint32_t names) {
    // The third word holds flags, of which the lane takes only the first to mean something.
    if (header_at(at) == common_header(type) && padded_ && word_at(at + 12) == std::uint32_t{absolute} &&
        names > 0)
      return pass(at);
    copy_passed(at);
    converter_.node_path(head(type, at), {absolute, false, property_known, names, 0});
    for (std::uint32_t i = 0; i < names; ++i) converter_.part({names_[i]});
    converter_.end();
    return resume();
  }
  [[gnu::always_inline]] bool container(Type type, const std::uint8_t* at, std::uint32_t count, bool shared,
                                        bool pairs) {
    const Container container{count, shared, {}, {}};
    if (header_at(at) == common_header(type) && word_at(at + 4) == converter_.to_.count_of(count, shared)) {
      converter_.to_.enter_written();
      see_room();
      return pass(at);
    }
    copy_passed(at);
    if (pairs) {
      converter_.dictionary(head(type, at), container);
    } else {
      converter_.array(head(type, at), container);
    }
    return resume();
  }
  bool end() {
    converter_.end();
    return true;
  }

 private:
  Head head(Type type, const std::uint8_t* at) const {
    return {type, static_cast<std::size_t>(at - converter_.input_.data())};
  }
  static std::uint32_t word_at(const std::uint8_t* at) { return godot_variant::load<std::uint32_t>(at); }
  static std::int64_t header_at(const std::uint8_t* at) { return word_at(at); }
  /// No header equals the -1 of types that both dialects do not write alike.
  std::int64_t common_header(Type type) const {
    return has_room_ ? converter_.common_headers_[static_cast<std::size_t>(type)] : -1;
  }
  static std::int64_t flagged(std::int64_t header, bool wide) { return header | (wide ? flag_64 : 0); }
  /// Whether zeros pad the text, behind which 16 bytes can be read.
  static bool is_padded(Bytes text) {
    const std::size_t bits = padding_of(text.size()) * 8;
    return (word_at(text.data() + text.size()) & ((std::uint64_t{1} << bits) - 1)) == 0;
  }

  [[gnu::always_inline]] bool pass(const std::uint8_t* at) {
    if (passed_ == nullptr) passed_ = at;
    return true;
  }
  /// Copies the values that were passed, up to `at`.
  [[gnu::always_inline]] void copy_passed(const std::uint8_t* at) {
    if (passed_ == nullptr) return;
    converter_.to_.write_run({passed_, at});
    passed_ = nullptr;
  }
  /// After an event, which may have taken more bytes than its value has in the input.
  bool resume() {
    see_room();
    return converter_.ok();
  }
  /// Nothing is passed where the rest of the input could exceed the limit of the output, because an error
  /// names the value that does.
  void see_room() { has_room_ = converter_.to_.has_room(in_->remaining()); }

  Converter& converter_;
  const Reader* in_ = nullptr;
  /// The first value that was passed and not yet copied.
  const std::uint8_t* passed_ = nullptr;
  bool has_room_ = false;
  bool padded_ = false;
  std::array<Bytes, most_lane_names> names_;
};

}  // namespace godot_variant
