// A Sink in front of another dialect's Encoder that replaces values the dialect lacks.
#pragma once
#include "events/any_sink.h"
#include "wire/encoder.h"

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
  void node_path(Head head, const NodePathHead& path) override { to_.node_path(head, path); }
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
  bool run_lane(WireReader& reader) override;

  /// Compares the dialect of the input with the target.
  void start(const Dialect& from);

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
  /// The dialect of the input.
  const Dialect* from_ = nullptr;
  const Dialect& target_;
  /// The engine of the target ignores scripts that these bytes name by their paths.
  bool loses_scripts_ = false;
  /// The next value is the script of an Object, whose path the target cannot hold.
  bool script_ = false;
  /// For each type the header of values that both dialects write alike; -1 where they do not.
  std::array<std::int32_t, type_count> common_headers_{};
  /// Keys that are equal in one of the two dialects may differ in the other: see KeyEquality.
  bool compares_keys_otherwise_ = false;
  /// A bit for each type of keys that are not texts.
  std::uint64_t key_types_ = 0;
};

}  // namespace godot_variant
