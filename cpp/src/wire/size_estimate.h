// Estimates the bytes that a value takes in Godot 4, so that memory for them can be allocated at once. Other
// dialects take about as many.
#pragma once
#include "bytes/stack.h"
#include "events/numbers.h"

namespace godot_variant {

/// Counts all bytes of small containers. Of large ones it hears only a sample, evenly spread, because hearing
/// everything takes almost as long as encoding it.
class SizeEstimate {
 public:
  SizeEstimate() { weight_.top() = 1; }

  /// After the event of a container: the source plays only every `step`th of its elements or texts, which
  /// need not be checked.
  std::size_t step() const { return step_; }

  void empty(Head) { add(4); }
  void boolean(Head, bool) { add(8); }
  void integer(Head, std::int64_t value) { add(fits_int32(value) ? 8 : 12); }
  void real(Head, double value) { add(fits_float(value) ? 8 : 12); }
  void text(Head, const Text& text) { add(4 + size_of(text)); }
  void numbers(Head, const Numbers& numbers) { add(4 + numbers.total() * width_of(numbers.element)); }
  void id(Head, std::uint64_t) { add(12); }
  void signal(Head, const Text& name, std::uint64_t) { add(12 + size_of(name)); }
  void packed(Head, const Numbers& numbers) { add(8 + padded(numbers.total() * width_of(numbers.element))); }
  void image(Head, const ImageParts& image) { add(24 + padded(image.data.size())); }
  void input_event(Head, const InputEventParts& event) { add(16 + event.words.size()); }
  void node_path(Head, const NodePathHead&) { open(16, 0); }
  void object(Head, const Text& class_name, std::uint32_t count) { open(8 + size_of(class_name), count); }
  void array(Head, const Container& container) { open(8 + size_of(container.value), container.count); }
  void dictionary(Head, const Container& container) {
    open(8 + size_of(container.key) + size_of(container.value), container.count);
  }
  void packed_texts(Head, std::uint32_t count) { open(8, count); }
  void part(const Text& text) { add(size_of(text)); }
  void end() { weight_.pop(); }
  static constexpr bool ok() { return true; }

  /// Exact if no container was large; otherwise with a reserve.
  std::size_t size() const { return size_ + (sampled_ ? size_ / 16 : 0); }

 private:
  /// Containers of more elements are large.
  static constexpr std::size_t sample = 64;

  static std::size_t padded(std::size_t size) { return size + padding_of(size); }
  static std::size_t size_of(const Text& text) { return 4 + padded(text.bytes.size()); }
  static std::size_t size_of(const Typing& typing) {
    return typing.kind == Kind::untyped ? 0 : size_of(typing.text);
  }
  void add(std::size_t bytes) { size_ += bytes * weight_.top(); }
  void open(std::size_t head, std::size_t count) {
    add(head);
    step_ = count / (sample + 1) + 1;
    sampled_ = sampled_ || step_ > 1;
    weight_.push(weight_.top() * step_);
  }

  std::size_t size_ = 0;
  std::size_t step_ = 1;
  bool sampled_ = false;
  /// How many values each one stands for, in each open container.
  Stack<std::size_t> weight_;
};

static_assert(Sink<SizeEstimate>);

}  // namespace godot_variant
