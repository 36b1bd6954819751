// Scores how plausible decoded values are; detection and the scan for frames use the score.
#pragma once
#include <algorithm>

#include "events/any_sink.h"
#include "events/numbers.h"
#include "wire/codec.h"

namespace godot_variant {

/// Values with fewer points are not taken for something that an engine wrote.
inline constexpr std::uint32_t least_plausible = 50;

/// Counts numbers and texts that engines are unlikely to have written.
class Plausibility : public AnySink {
 public:
  /// Reads one more value, from `begin` to the end of the input. Returns false when the value is incomplete,
  /// invalid or shorter. Ill-formed texts are valid if the caller replaces them.
  bool read(const Input& input, const Dialect& dialect, std::uint32_t depth, std::uint64_t elements,
            std::size_t begin = 0, bool replace_bad_utf8 = false);

  /// 0 to 100.
  std::uint32_t points() const {
    return looked_ == 0 ? 100
                        : 100 - static_cast<std::uint32_t>(std::min(std::uint64_t{95}, odd_ * 200 / looked_));
  }
  /// False when nothing was read that could be odd, so that the points say nothing.
  bool has_evidence() const { return looked_ > 0; }
  bool has_odd() const { return odd_ > 0; }
  bool only_wide_ints() const { return needless_wide_ > 0 && narrow_ == 0; }
  /// True when the last top-level value is a container with entries.
  bool is_container() const { return container_; }
  /// Size of the last value in bytes, up to its end or to the first error.
  std::size_t walked() const { return walked_; }
  /// How many bytes of the last value were read; an error may be at an earlier one.
  std::size_t bytes_read() const { return bytes_read_; }
  /// True when the last value is complete, whatever follows it.
  bool is_whole() const { return whole_; }
  /// True when the last value goes on behind the end of its bytes.
  bool is_cut() const { return cut_; }
  /// True when the element limit was reached before the end.
  bool stopped() const { return stopped_; }

  void empty(Head) override {}
  void boolean(Head head, bool) override;
  void integer(Head head, std::int64_t value) override;
  void real(Head, double) override {}
  void text(Head, const Text& text) override { look(is_odd(text.bytes)); }
  void numbers(Head, const Numbers& numbers) override { look_at(numbers); }
  void id(Head, std::uint64_t) override {}
  void signal(Head head, const Text& name, std::uint64_t) override { text(head, name); }
  void packed(Head head, const Numbers& numbers) override;
  void image(Head, const ImageParts&) override {}
  void input_event(Head, const InputEventParts&) override {}
  void node_path(Head, const NodePathHead&) override {}
  void object(Head head, const Text& class_name, std::uint32_t) override { text(head, class_name); }
  void array(Head head, const Container& container) override { enter(head.at, container.count); }
  void dictionary(Head head, const Container& container) override { enter(head.at, container.count); }
  void packed_texts(Head, std::uint32_t) override {}
  void part(const Text&) override {}
  void end() override {}
  bool ok() const override { return true; }

 protected:
  /// True for a text with control characters other than white space.
  static bool is_odd(Bytes text);
  void look(bool odd) {
    ++looked_;
    odd_ += odd ? 1 : 0;
  }
  void count_integer(bool wide, std::int64_t value) {
    (wide ? needless_wide_ : narrow_) += !wide || fits_int32(value) ? 1U : 0U;
  }
  void look_at(const Numbers& numbers);
  void enter(std::size_t at, std::uint32_t count) {
    if (at == begin_) container_ = count > 0;
  }

  Bytes input_;

 private:
  std::size_t begin_ = 0;
  std::uint64_t looked_ = 0;
  std::uint64_t odd_ = 0;
  std::uint32_t needless_wide_ = 0;
  std::uint32_t narrow_ = 0;
  std::size_t walked_ = 0;
  std::size_t bytes_read_ = 0;
  bool container_ = false;
  bool whole_ = false;
  bool cut_ = false;
  bool stopped_ = false;
};

}  // namespace godot_variant
