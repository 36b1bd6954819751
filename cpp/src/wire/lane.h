// The fast lane of the decoder: reads common values without events, for sinks that have a Pen. It leaves
// everything else to the Decoder: other layouts, the heads of containers with declared types, bytes that are
// not loaded yet, and every error. tests/cpp/lane_test.cpp compares both.
#pragma once
#include "wire/wire_reader.h"

namespace godot_variant {

/// A sink with a Pen, which writes what the lane reads. Its functions return false where the sink has to
/// write instead, for instance because its memory must grow; they have written nothing then.
template <class S>
concept HasPen = requires {
  typename S::Pen;
};

/// Shorter Arrays are read value by value.
inline constexpr std::size_t least_scalars = 8;

/// NodePaths with more names are left to the Decoder.
inline constexpr std::uint32_t most_lane_names = 8;

/// The loop itself calls functions only for long texts and those that are not ASCII; all else is inlined, so
/// that its state stays in registers. (V8 has no registers that survive a call.)
template <class S>
class Lane {
 public:
  Lane(WireReader& reader, S& sink)
      : reader_(reader),
        pen_(sink),
        string_id_(reader.dialect_.ids[static_cast<std::size_t>(Type::String)]),
        type_mask_(reader.dialect_.type_mask),
        rows_(reader.dialect_.rows) {}

#ifndef __wasm__
  // A call would leave the state of the loop in the memory of the object.
  [[gnu::always_inline]]
#endif
  void
  run() {
    load_container(reader_.elements_left_);
    if (guarded_ || !pen_.is_usable()) return;
    at_ = reader_.in_.data();
    end_ = reader_.in_.loaded_end();
    pen_.load(reader_.in_);
    if constexpr (expects_values) pen_.use_rules(reader_.dialect_, reader_.settings_.double_reals);
    if (!pairs_) take_scalars();
    while (next()) {
    }
    reader_.in_.move_to(at_);
    reader_.elements_left_ = elements_left();
    reader_.open_.top().remaining = remaining_;
    pen_.save(key_next());
  }

 private:
  /// The pen needs only the places of values, and remembers those of fixed size with their keys.
  static constexpr bool expects_values = requires { &S::Pen::pass_expected; };
  /// The pen may copy a key that is not a String.
  static constexpr bool passes_keys = requires { &S::Pen::pass_key; };

  [[gnu::always_inline]] void load_container(std::uint64_t elements_left) {
    const auto& container = reader_.open_.top();
    remaining_ = container.remaining;
    pairs_ = container.layout == Layout::dictionary;
    guarded_ = container.guarded;
    key_type_ = container.key.builtin;
    value_type_ = container.value.builtin;
    string_keys_ = key_type_ == Type::Nil || key_type_ == Type::String;
    count_from(elements_left);
    predicted_ = pairs_ && string_keys_ && value_type_ == Type::Nil && !guarded_;
  }
  /// Where the container has more values than the limit allows, the Decoder finds the first one too many.
  [[gnu::always_inline]] void count_from(std::uint64_t elements_left) {
    elements_behind_ = elements_left - remaining_;
    guarded_ = guarded_ || elements_left < remaining_;
  }
  std::uint64_t elements_left() const { return elements_behind_ + remaining_; }
  bool key_next() const { return pairs_ && remaining_ % 2 == 0; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  /// Reads one entry, or ends a container. Returns false where the Decoder has to continue.
  [[gnu::always_inline]] bool next() {
    if constexpr (expects_values) {
      if (predicted_ && key_next()) at_ = pen_.pass_expected(at_, end_, remaining_);
    }
    if (remaining_ == 0) return end();
    if (guarded_) return false;
    if constexpr (requires { pen_.has_room_for_entry(); }) {
      if (!pen_.has_room_for_entry()) return false;
    }
    // A key that is not a String is read as a value, unless the pen has passed it.
    bool other_key = key_next() && !key();
    if (other_key && !begin_other_key()) return false;
    if constexpr (passes_keys) other_key = false;
    if (value(other_key ? Type::Nil : value_type_)) return true;
    if constexpr (requires { pen_.cancel_key(); }) {
      if (other_key) pen_.cancel_key();
    }
    return false;
  }

  [[gnu::always_inline]] bool end() {
    if (reader_.open_.size() == 0 || !pen_.end()) return false;
    reader_.open_.pop();
    load_container(elements_behind_);
    return true;
  }

  [[gnu::always_inline]] bool key() {
    if (!string_keys_) return false;
    if constexpr (requires { pen_.expected_key(); }) {
      if (expected_key()) return true;
      if constexpr (requires { pen_.expects_recent({at_, left()}); }) {
        if (pen_.expects_recent({at_, left()}) && expected_key()) return true;
      }
    }
    std::size_t size = 0;
    if (left() < 8 || load<std::uint32_t>(at_) != string_id_ || !is_text(at_ + 4, size)) return false;
    const Bytes text{at_ + 8, size};
    const bool written = is_ascii(text.data(), size) ? pen_.key(at_, text) : utf8_key(text);
    return written && done(8 + size + padding_of(size));
  }

  /// A key that is not ASCII, and may be unusual. A Pen that does not look at texts writes it as any other.
  [[gnu::always_inline]] bool utf8_key(Bytes text) {
    if constexpr (requires { pen_.utf8_key(text); }) return pen_.utf8_key(text);
    return is_plain_utf8(text) && pen_.key(at_, text);
  }

  /// A key that was checked before, so that comparing its bytes is enough.
  [[gnu::always_inline]] bool expected_key() {
    const Bytes raw = pen_.expected_key();
    return !raw.empty() && raw.size() <= left() && equal_values(raw.data(), at_, raw.size()) &&
           pen_.take_expected_key() && done(raw.size());
  }

  /// Prepares for a key that is not a String: an int, a StringName or a vector, which value() reads. A Pen
  /// that only copies keys passes it here.
  [[gnu::always_inline]] bool begin_other_key() {
    if constexpr (passes_keys) {
      const std::size_t size = pen_.pass_key(at_, left(), key_type_);
      return size > 0 && done(size);
    }
    if constexpr (requires { pen_.begin_other_key(); }) {
      if (left() < 4) return false;
      const std::uint32_t id = load<std::uint32_t>(at_) & type_mask_;
      if (id == string_id_ || id >= rows_.size()) return false;
      const TypeRow& row = rows_[id];
      const bool simple =
          row.layout == Layout::integer || row.layout == Layout::text || row.layout == Layout::numbers;
      return simple && fits(row.type, key_type_) && pen_.begin_other_key();
    }
    return false;
  }

  static bool fits(Type type, Type declared) { return declared == Type::Nil || declared == type; }

  /// Reads a value, which must have the declared type if that is not Nil.
  [[gnu::always_inline]] bool value(Type declared) {
    if (left() < 4) return false;
    const auto header = load<std::uint32_t>(at_);
    // The most common type needs no row.
    if (header == string_id_) return fits(Type::String, declared) && text(Type::String);
    const std::uint32_t id = header & type_mask_;
    if (id >= rows_.size()) return false;
    const TypeRow& row = rows_[id];
    if ((header & ~(row.flags | 0xFF)) != 0 || !fits(row.type, declared)) return false;
    const std::uint32_t flags = header & row.flags;
    switch (row.layout) {
      case Layout::empty:
        return row.type == Type::Nil && nulls(header);
      case Layout::boolean:
        return left() >= 8 && pen_.boolean(row.type, at_, load<std::uint32_t>(at_ + 4) != 0) &&
               done_fixed(row.type, 8);
      case Layout::integer:
        return integer(row.type, flags);
      case Layout::real:
        return real(row.type, flags);
      case Layout::text:
        return text(row.type);
      case Layout::numbers:
        return numbers(row, flags);
      case Layout::node_path:
        return node_path(row.type);
      case Layout::array:
        return flags == 0 && container(row.type, false);
      case Layout::dictionary:
        return flags == 0 && container(row.type, true);
      default:
        return false;
    }
  }

  /// Passes a key or a value of `size` bytes.
  [[gnu::always_inline]] bool done(std::size_t size) {
    at_ += size;
    --remaining_;
    return true;
  }

  /// Passes a value that takes as many bytes as all with its header.
  [[gnu::always_inline]] bool done_fixed(Type type, std::size_t size) {
    if constexpr (expects_values) {
      if (pairs_) pen_.note_value(type, load<std::uint32_t>(at_), size);
    }
    return done(size);
  }

  /// One null, and those behind it in an Array: grids and inventories have many.
  [[gnu::always_inline]] bool nulls(std::uint32_t header) {
    if (!pen_.empty(Type::Nil, at_)) return false;
    done_fixed(Type::Nil, 4);
    if (pairs_) return true;
    while (remaining_ > 0 && left() >= 4 && load<std::uint32_t>(at_) == header) {
      if constexpr (requires { pen_.has_room_for_entry(); }) {
        if (!pen_.has_room_for_entry()) break;
      }
      if (!pen_.empty(Type::Nil, at_)) break;
      done_fixed(Type::Nil, 4);
    }
    return true;
  }

  [[gnu::always_inline]] bool integer(Type type, std::uint32_t flags) {
    const bool wide = flags != 0 || reader_.dialect_.integers == IntegerRule::always_64;
    const std::size_t size = wide ? 12 : 8;
    if (left() < size) return false;
    const std::int64_t value = wide ? load<std::int64_t>(at_ + 4) : load<std::int32_t>(at_ + 4);
    return pen_.integer(type, at_, value) && done_fixed(type, size);
  }

  [[gnu::always_inline]] bool real(Type type, std::uint32_t flags) {
    const bool wide = flags != 0 || reader_.dialect_.floats == FloatRule::always_64;
    const std::size_t size = wide ? 12 : 8;
    if (left() < size) return false;
    // NaNs are left to the decoder: 32-bit x86 would change the bits of some on the way to a pen.
    if (wide && (load<std::uint16_t>(at_ + 10) & 0x7FF0) == 0x7FF0) return false;
    const double value = wide ? load<double>(at_ + 4) : quiet(widen(load<std::uint32_t>(at_ + 4)));
    return pen_.real(type, at_, value) && done_fixed(type, size);
  }

  /// True when a text follows the length word at `at`, and 16 bytes behind it can be read.
  [[gnu::always_inline]] bool is_text(const std::uint8_t* at, std::size_t& size) const {
    const auto left = static_cast<std::size_t>(end_ - at);
    if (left < 4 + ShortText::most) return false;
    size = load<std::uint32_t>(at);
    return size <= left - 4 - ShortText::most;
  }
  [[gnu::always_inline]] static bool is_ascii(const std::uint8_t* text, std::size_t size) {
    // Such a Pen writes all texts as it does ASCII.
    if constexpr (requires { S::Pen::trusts_texts; }) return !has_byte_order_mark({text, size});
    return size <= ShortText::most ? is_plain_ascii(short_text(text, size), size)
                                   : is_plain_ascii(text, size);
  }

  [[gnu::always_inline]] bool text(Type type) {
    std::size_t size = 0;
    if (left() < 8 || !is_text(at_ + 4, size)) return false;
    const Bytes text{at_ + 8, size};
    const bool written = is_ascii(text.data(), size) ? pen_.text(type, at_, text) : utf8(type, text);
    return written && done(8 + size + padding_of(size));
  }

  /// A text that is not ASCII, and may be unusual. A Pen may check it while it writes it.
  [[gnu::always_inline]] bool utf8(Type type, Bytes text) {
    if constexpr (requires { pen_.utf8(type, at_, text); }) return pen_.utf8(type, at_, text);
    return is_plain_utf8(text) && pen_.text(type, at_, text);
  }

  /// A NodePath without subnames.
  [[gnu::always_inline]] bool node_path(Type type) {
    if (left() < 16) return false;
    const std::uint32_t names = load<std::uint32_t>(at_ + 4) - 0x80000000;
    const auto flags = load<std::uint32_t>(at_ + 12);
    if (names > most_lane_names || load<std::uint32_t>(at_ + 8) != 0 || (flags & 2) != 0) return false;
    if (elements_behind_ < names || !pen_.has_room_for_path(names)) return false;
    const std::uint8_t* part = at_ + 16;
    for (std::uint32_t i = 0; i < names; ++i) {
      std::size_t size = 0;
      if (!is_text(part, size)) return false;
      const Bytes name{part + 4, size};
      if (!(is_ascii(part + 4, size) ? pen_.name(i, name) : utf8_name(i, name))) return false;
      part += 4 + size + padding_of(size);
    }
    const bool known = reader_.dialect_.node_path_property == PropertyRule::kept;
    if (!pen_.node_path(type, at_, (flags & 1) != 0, known, names)) return false;
    elements_behind_ -= names;
    return done(static_cast<std::size_t>(part - at_));
  }

  /// The same for a name as utf8_key() for a key.
  [[gnu::always_inline]] bool utf8_name(std::uint32_t number, Bytes name) {
    if constexpr (requires { pen_.utf8_name(number, name); }) return pen_.utf8_name(number, name);
    return is_plain_utf8(name) && pen_.name(number, name);
  }

  [[gnu::always_inline]] bool numbers(const TypeRow& row, std::uint32_t flags) {
    const Element element = reader_.wire_element(row, flags);
    if (row.columns || width_of(element) != 4) return false;
    const std::size_t size = 4 + row.components * std::size_t{4};
    return left() >= size && pen_.numbers(row.type, at_, {at_ + 4, element, row.components}) &&
           done_fixed(row.type, size);
  }

  /// Enters an Array, or with `pairs` a Dictionary, without declared types.
  [[gnu::always_inline]] bool container(Type type, bool pairs) {
    auto& open = reader_.open_;
    if (left() < 8 || open.is_full() || open.size() >= reader_.settings_.depth) return false;
    const auto word = load<std::uint32_t>(at_ + 4);
    const std::uint32_t count = word & 0x7FFFFFFF;
    const bool shared = reader_.dialect_.shared_bit && word > 0x7FFFFFFF;
    if constexpr (requires { pen_.empty_container(type, pairs); }) {
      if (word == 0) return pen_.empty_container(type, pairs) && done(8);
    }
    if (!pen_.container(type, at_, count, shared, pairs)) return false;
    done(8);
    open.top().remaining = remaining_;
    const std::uint64_t elements_left = this->elements_left();
    remaining_ = pairs ? std::uint64_t{count} * 2 : count;
    open.push().begin(reader_.in_.position_of(at_ - 8), pairs ? Layout::dictionary : Layout::array,
                      remaining_);
    pairs_ = pairs;
    key_type_ = value_type_ = Type::Nil;
    string_keys_ = true;
    count_from(elements_left);
    predicted_ = pairs && !guarded_;
    if (!pairs) take_scalars();
    return true;
  }

  /// Passes ints, floats or bools at the beginning of an Array, if the pen takes many at once: grids have
  /// thousands.
  [[gnu::always_inline]] void take_scalars() {
    if constexpr (requires { pen_.take_scalars(rows_[0], 0U, at_, end_, std::size_t{}); }) {
      if (remaining_ < least_scalars || guarded_ || left() < least_scalars * 8) return;
      const auto type_at = [&](std::size_t bytes) { return load<std::uint32_t>(at_ + bytes) & type_mask_; };
      const std::uint32_t id = type_at(0);
      // The next header stands behind a scalar of 32 or 64 bits.
      if (id != type_at(8) && id != type_at(12)) return;
      if (id >= rows_.size() || !fits(rows_[id].type, value_type_) || !has_narrow_form(rows_[id].layout))
        return;
      const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, left()));
      const auto taken = pen_.take_scalars(rows_[id], id, at_, end_, most);
      at_ = taken.at;
      remaining_ -= taken.count;
    }
  }
  /// Whether scalars of this layout take 8 bytes, if their header has no flags.
  [[gnu::always_inline]] bool has_narrow_form(Layout layout) const {
    if (layout == Layout::integer) return reader_.dialect_.integers != IntegerRule::always_64;
    if (layout == Layout::real) return reader_.dialect_.floats != FloatRule::always_64;
    return layout == Layout::boolean;
  }

  WireReader& reader_;
  typename S::Pen pen_;
  std::uint32_t string_id_;
  std::uint32_t type_mask_;
  std::span<const TypeRow> rows_;
  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  /// How many elements the limit allows after this container. The rest follows from `remaining_`, so that a
  /// value changes only one count.
  std::uint64_t elements_behind_ = 0;
  /// Values still to come in the innermost container, as in OpenContainer.
  std::uint64_t remaining_ = 0;
  bool pairs_ = false;
  bool guarded_ = false;
  /// The declared types of keys and values; Nil if they may have any.
  Type key_type_ = Type::Nil;
  Type value_type_ = Type::Nil;
  /// Keys may be Strings.
  bool string_keys_ = true;
  /// Entries may look as they did last time.
  bool predicted_ = false;
};

}  // namespace godot_variant
