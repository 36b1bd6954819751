#include "tape/tape_encoder.h"

#include "bytes/hash.h"
#include "tape/tape_player.h"

namespace godot_variant {
namespace {

/// Above this size a call of memcpy pays off.
constexpr std::size_t longest_short_text = 64;
/// Short texts are copied in blocks of this many bytes, of which the last may overshoot.
constexpr std::size_t block = 16;
/// Upper bound for a value of fixed size, and for a text without its bytes.
constexpr std::size_t most_fixed = 80;

constexpr auto nil_tag = static_cast<std::int32_t>(Type::Nil);
constexpr auto bool_tag = static_cast<std::int32_t>(Type::Bool);
constexpr auto int_tag = static_cast<std::int32_t>(Type::Int);
constexpr auto float_tag = static_cast<std::int32_t>(Type::Float);
constexpr auto string_tag = static_cast<std::int32_t>(Type::String);
constexpr auto node_path_tag = static_cast<std::int32_t>(Type::NodePath);
constexpr auto array_tag = static_cast<std::int32_t>(Type::Array);
constexpr auto dictionary_tag = static_cast<std::int32_t>(Type::Dictionary);
constexpr auto wide_float_tag = float_tag | static_cast<std::int32_t>(tape::wide);

}  // namespace

/// Writes nulls, bools, numbers, texts, paths and untyped containers, which make up most of a tape, as long
/// as none of them can fail. This keeps the state in registers, which events cannot do. It stops at every
/// other value.
class TapeEncoder {
 public:
  /// Encodes from word `at` on, if the dialect and the place need no special checks.
  static void run(Encoder& encoder, const TapeView& tape, std::size_t& at, Stack<OpenTape>& open) {
    const Dialect& dialect = encoder.dialect_;
    const bool usual = dialect.integers == IntegerRule::narrowest && dialect.floats == FloatRule::narrowest;
    if (encoder.unusual_ || !usual) return;
    TapeEncoder fast(encoder, tape, at);
    fast.run(open);
    encoder.out_.take_room(fast.to_);
    at = fast.at_;
    encoder.look_ahead();
  }

 private:
  TapeEncoder(Encoder& encoder, const TapeView& tape, std::size_t at)
      : encoder_(encoder),
        ids_(encoder.dialect_.ids.data()),
        words_(tape.words.data()),
        texts_(tape.texts.data()),
        bytes_(tape.bytes),
        at_(at) {
    const std::span<std::uint8_t> room = encoder.out_.room();
    to_ = room.data();
    end_ = to_ + room.size();
  }

  void run(Stack<OpenTape>& open) {
    OpenTape inner = open.top();
    for (;;) {
      if (inner.remaining == 0) {
        if (open.size() == 0) break;
        open.pop();
        encoder_.open_.pop();
        inner = open.top();
        if (inner.object) return;
        continue;
      }
      const std::int32_t tag = words_[at_];
      if (left() < most_fixed) break;
      if (inner.dictionary && inner.remaining % 2 == 0) {
        if (tag > tape::first_key_text || !text(string_tag, tape::first_key_text - tag)) break;
        ++at_;
      } else if (tag == array_tag || tag == dictionary_tag) {
        if (encoder_.open_.size() >= encoder_.settings_.depth) break;
        --inner.remaining;
        open.top() = inner;
        inner = container(tag);
        open.push(inner);
        continue;
      } else if (!value(tag)) {
        break;
      }
      --inner.remaining;
    }
    open.top() = inner;
  }

  std::size_t left() const { return static_cast<std::size_t>(end_ - to_); }
  std::uint32_t header(std::int32_t tag) const { return ids_[tag & 0xFF]; }
  template <class T>
  void put(T value) {
    std::memcpy(to_, &value, sizeof value);
    to_ += sizeof value;
  }

  OpenTape container(std::int32_t tag) {
    const auto count = static_cast<std::uint32_t>(words_[at_ + 1]);
    const bool dictionary = tag == dictionary_tag;
    put(header(tag));
    put(count);
    at_ += dictionary ? 3 : 2;
    encoder_.open_.push(Encoder::Open::container);
    return {std::uint64_t{count} << (dictionary ? 1 : 0), false, dictionary};
  }

  /// Returns false, with nothing written, for every value that it does not handle.
  bool value(std::int32_t tag) {
    const std::int32_t* next = words_ + at_;
    if (tag == string_tag) {
      if (!text(tag, next[1])) return false;
      at_ += 2;
    } else if (tag == int_tag || (tag == float_tag && !is_nan_float(static_cast<std::uint32_t>(next[1])))) {
      put(header(tag));
      put(next[1]);
      at_ += 2;
    } else if ((tag & 0xFF) == bool_tag) {
      put(header(tag));
      put(static_cast<std::uint32_t>(tag) >> 16 & 1);
      ++at_;
    } else if (tag == nil_tag) {
      put(header(tag));
      ++at_;
    } else if (tag == wide_float_tag) {
      const std::size_t at = at_ + 1 + (at_ + 1) % 2;
      const auto number = load<double>(reinterpret_cast<const std::uint8_t*>(words_ + at));
      if (fits_float(number)) return false;
      put(header(tag) | flag_64);
      put(number);
      at_ = at + 2;
    } else if (tag == node_path_tag) {
      return node_path();
    } else {
      return numbers(tag);
    }
    return true;
  }

  bool numbers(std::int32_t tag) {
    const std::size_t size = single_size(tag);
    if (size == 0) return false;
    put(header(tag));
    copy_short(to_, reinterpret_cast<const std::uint8_t*>(words_ + at_ + 1), size);
    to_ += size;
    at_ += 1 + size / 4;
    return true;
  }

  bool node_path() {
    const std::int32_t* next = words_ + at_;
    const auto flags = static_cast<std::uint32_t>(next[1]);
    const auto names = static_cast<std::uint32_t>(next[2]);
    const auto subnames = static_cast<std::uint32_t>(next[3]);
    // The form of a subname depends on the dialect.
    if (subnames > 0) return false;
    std::uint8_t* const start = to_;
    put(header(node_path_tag));
    put(names | 0x80000000);
    put(subnames);
    put(flags & 1);
    for (std::uint32_t i = 0; i < names; ++i) {
      if (left() < most_fixed || !characters(next[4 + i])) {
        to_ = start;
        return false;
      }
    }
    at_ += 4 + names;
    return true;
  }

  bool text(std::int32_t tag, std::int32_t number) {
    put(header(tag));
    if (characters(number)) return true;
    to_ -= 4;
    return false;
  }

  /// Writes a length and a text with its padding. Needs `most_fixed` bytes of room and may use all of them.
  bool characters(std::int32_t number) {
    const auto* entry = texts_ + static_cast<std::size_t>(number) * 2;
    const auto offset = static_cast<std::uint32_t>(entry[0]);
    const auto length = static_cast<std::uint32_t>(entry[1]);
    // The length of a raw text has its top bit set and is always too large.
    if (length > left() - most_fixed / 2) return false;
    const Bytes text = bytes_.subspan(offset, length);
    if (has_byte_order_mark(text)) return false;
    put(length);
    if (length <= longest_short_text && bytes_.size() - offset >= length + block) {
      for (std::size_t i = 0; i < length; i += block) std::memcpy(to_ + i, text.data() + i, block);
    } else {
      std::memcpy(to_, text.data(), length);
    }
    to_ += length;
    std::memset(to_, 0, 4);
    to_ += padding_of(length);
    return true;
  }

  /// Size of a vector or color whose numbers are written as they are on the tape; 0 for any other type.
  std::size_t single_size(std::int32_t tag) const {
    if (tag >= static_cast<std::int32_t>(type_count)) return 0;
    const TypeRow* row = encoder_.dialect_.row_of(static_cast<Type>(tag));
    if (row == nullptr || row->layout != Layout::numbers || row->columns) return 0;
    return encoder_.wire_element(*row, Element::f32) == Element::f64 ? 0 : std::size_t{row->components} * 4;
  }

  Encoder& encoder_;
  const std::uint8_t* ids_;
  const std::int32_t* words_;
  const std::int32_t* texts_;
  Bytes bytes_;
  std::size_t at_;
  std::uint8_t* to_;
  std::uint8_t* end_;
};

namespace {

class EncoderShortcut final : public TapeShortcut {
 public:
  explicit EncoderShortcut(Encoder& encoder) : encoder_(encoder) {}

  void run(const TapeView& tape, std::size_t& at, Stack<OpenTape>& open) override {
    if (!open.top().object) TapeEncoder::run(encoder_, tape, at, open);
  }

 private:
  Encoder& encoder_;
};

}  // namespace

void encode_tape(const TapeView& tape, Encoder& encoder) {
  EncoderShortcut shortcut(encoder);
  const std::span<const std::int32_t> words = tape.words;
  for (std::size_t at = 0; at < words.size() && encoder.ok();) {
    if (words[at] != tape::run) {
      at = play(tape, encoder, &shortcut, at);
      continue;
    }
    const auto count = static_cast<std::uint32_t>(words[at + 1]);
    const auto* run = reinterpret_cast<const std::uint8_t*>(words.data() + at + 2);
    encoder.write_run({run, std::size_t{count} * 4});
    at += 2 + count;
  }
}

RunHeaders run_headers(const EncodeSettings& settings) {
  Writer nothing;
  const Encoder encoder(nothing, settings);
  RunHeaders headers;
  for (std::size_t type = 0; type < type_count; ++type)
    headers[type] = encoder.run_header(static_cast<Type>(type));
  return headers;
}

}  // namespace godot_variant
