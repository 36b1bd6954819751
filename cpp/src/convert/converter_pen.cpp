// The fast path of conversion: most values stand in the output as in the input.
#include "convert/converter.h"
#include "wire/lane.h"

namespace godot_variant {

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

  [[gnu::always_inline]] bool key(const std::uint8_t* at, Bytes bytes) {
    return text(Type::String, at, bytes);
  }
  /// Passes a key that is an int, a StringName or a vector, and returns its size: 0 where the target writes
  /// it otherwise, or it is not complete.
  std::size_t pass_key(const std::uint8_t* at, std::size_t left, Type declared) {
    if (left < 12) return 0;
    const std::span<const TypeRow> rows = converter_.from_->rows;
    const std::uint32_t id = word_at(at) & converter_.from_->type_mask;
    if (id >= rows.size() || (declared != Type::Nil && declared != rows[id].type)) return 0;
    const TypeRow& row = rows[id];
    if (row.layout == Layout::text) return word_at(at) == id ? pass_name(row.type, at, left) : 0;
    const std::int64_t header = common_header(row.type);
    std::size_t size = 0;
    if (row.layout == Layout::integer) {
      const bool wide = header_at(at) != header;
      if (wide && fits_int32(godot_variant::load<std::int64_t>(at + 4))) return 0;
      if (header < 0 || header_at(at) != flagged(header, wide)) return 0;
      size = wide ? 12 : 8;
    } else if (header_at(at) != header) {
      return 0;
    } else if (row.layout == Layout::numbers && !row.columns && !row.by_option) {
      size = 4 + row.components * std::size_t{4};
    }
    if (size == 0 || size > left) return 0;
    converter_.begin_key(head(row.type, at));
    pass(at);
    return size;
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
    if (header_at(at) == common_header(type) && word_at(at + 4) == converter_.to_.count_word(count, shared)) {
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
  Head head(Type type, const std::uint8_t* at) const { return {type, in_->position_of(at)}; }
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

  /// Passes a key that is a StringName, or writes what the target has instead; returns its size.
  std::size_t pass_name(Type type, const std::uint8_t* at, std::size_t left) {
    constexpr std::size_t most_around = 8 + ShortText::most;
    const std::size_t size = word_at(at + 4);
    if (left < most_around || size > left - most_around || !is_plain_ascii(at + 8, size)) return 0;
    return text(type, at, {at + 8, size}) ? 8 + size + padding_of(size) : 0;
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

bool Converter::run_lane(WireReader& reader) {
  Lane<Converter> lane(reader, *this);
  lane.run();
  return true;
}

}  // namespace godot_variant
