// Numbers in Godot's text form: single numbers, lists of numbers, and colors.
#include "bytes/base64.h"
#include "text/parser.h"

namespace godot_variant {
namespace {

/// A float holds powers of ten up to 10^22 exactly.
constexpr std::int64_t exact_power = 22;
/// In a larger exponent, engines keep the lowest 32 bits, and read `1e4294967297` as 10.
constexpr std::int64_t most_exponent = INT32_MAX;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t most_exact = std::uint64_t{1} << 53;

}  // namespace

void TextParser::list(Type type) {
  const TypeRow& row = usual_row(type);
  const std::size_t type_at = at_;
  const bool wide = settings_.wide_reals && row.element == Element::real;
  const Element element = row.element != Element::real ? row.element : wide ? Element::f64 : Element::f32;
  while (bytes_.size() % 4 != 0) byte(0);
  const std::size_t from = bytes_.size();
  const char first = next();
  if (first == '"' && element == Element::u8) {
    if (!base64()) return;
  } else if (first != ')') {
    do {
      if (!put_element(element)) return;
    } while (takes(','));
  }
  const auto count = static_cast<std::uint32_t>((bytes_.size() - from) / width_of(element));
  const bool packed = row.layout == Layout::packed;
  if (packed ? count % row.components != 0 : count != row.components) fail(ErrorCode::bad_length, type_at);
  tag(type, wide ? tape::wide : 0);
  if (packed) {
    ++containers_;
    word(count / row.components);
    return word(static_cast<std::uint32_t>(from));
  }
  if (wide && words_.size() % 2 == 1) word(0);
  const std::size_t size = bytes_.size() - from;
  if (size > 0) std::memcpy(words_.grow(size / 4), bytes_.data() + from, size);
  bytes_.cut(from);
}

/// Reads one number of a list. Integer types require an integer within their range.
bool TextParser::put_element(Element element) {
  next();
  const std::size_t from = at_;
  Number number;
  if (!this->number(number)) return false;
  const std::size_t width = width_of(element);
  std::uint8_t* to = bytes_.grow(width);
  if (element == Element::f64 || element == Element::f32) {
    const std::uint32_t bits = narrow(number.real);
    std::memcpy(to, width == 8 ? static_cast<const void*>(&number.real) : &bits, width);
    return true;
  }
  if (!number.is_whole) {
    if (std::trunc(number.real) != number.real || std::fabs(number.real) > 0x1p53)
      return fail(ErrorCode::bad_text, from);
    number.whole = static_cast<std::int64_t>(number.real);
  }
  std::memcpy(to, &number.whole, width);
  const bool fits = element == Element::u8 ? (number.whole & 255) == number.whole
                                           : element == Element::i64 || fits_int32(number.whole);
  return fits || fail(ErrorCode::int_out_of_range, from);
}

/// The form of a PackedByteArray in scene and resource files.
bool TextParser::base64() {
  std::uint32_t bits = 0;
  std::uint32_t count = 0;
  for (++at_; base64_value(peek()) < 64; ++at_, ++count) {
    bits = bits << 6 | base64_value(peek());
    if (count % 4 != 0) byte(bits >> (6 - count % 4 * 2));
  }
  if (count % 4 == 1) return fail();
  // Without its end, the text may have been cut.
  for (; count % 4 != 0; ++at_, ++count) {
    if (peek() != '=') return fail();
  }
  // A comment in the quotes could hide their end.
  if (peek() != '"') return fail();
  ++at_;
  return true;
}

bool TextParser::special(const std::string_view& name, bool negative, Number& number) {
  double value = std::numeric_limits<double>::infinity();
  if (name == "nan") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (name == "inf_neg" && !negative) {
    value = -value;
  } else if (name == "inf") {
    if (negative) value = -value;
  } else {
    return false;
  }
  // Godot 3.2 prints `-inf.0`.
  if (negative && chars(text_.subspan(at_)).starts_with(".0")) at_ += 2;
  number.real = value;
  return true;
}

bool TextParser::number(Number& number) {
  next();
  const std::size_t from = at_;
  const bool negative = takes('-');
  if (!is_digit(peek())) {
    // No blank may follow the sign.
    if (is_name(peek()) && special(name(), negative, number)) return true;
    at_ = from;
    return fail();
  }
  std::uint64_t digits = 0;
  std::int64_t power = 0;
  bool exact = true;
  bool point = false;
  for (; is_digit(peek()) || (peek() == '.' && !point); ++at_) {
    if (peek() == '.') {
      point = true;
    } else if (digits > (UINT64_MAX - 9) / 10) {
      exact = false;
    } else {
      digits = digits * 10 + digit_of(peek());
      power -= point ? 1 : 0;
    }
  }
  std::size_t end = at_;
  const bool powered = (peek() | 0x20) == 'e';
  const std::int64_t fraction = power;
  if (powered) end = exponent(power);
  // Engines read `1.5e` as 15.
  if (powered && fraction != 0 && end < at_) return fail(ErrorCode::bad_text, from);
  if (power - fraction > most_exponent || fraction - power > most_exponent)
    return fail(ErrorCode::bad_text, from);
  number.is_whole = !point && !powered;
  number.real = static_cast<double>(digits);
  if (number.is_whole) {
    if (!exact || digits > (sign_bit - (negative ? 0 : 1))) return fail(ErrorCode::int_out_of_range, from);
    number.whole = static_cast<std::int64_t>(negative ? 0 - digits : digits);
    number.real = static_cast<double>(number.whole);
  } else if (exact && digits <= most_exact && power >= -exact_power && power <= exact_power) {
    double scale = 1;
    for (std::int64_t left = power < 0 ? -power : power; left > 0; --left) scale *= 10;
    number.real = power < 0 ? number.real / scale : number.real * scale;
    if (negative) number.real = -number.real;
  } else {
    const std::string_view all = chars(text_.subspan(from, end - from));
    number.real = numbers_.read(all.data(), all.size());
  }
  return true;
}

/// Adds an exponent, which may lack digits after the `e`, to `exponent`; returns the end of the float.
std::size_t TextParser::exponent(std::int64_t& exponent) {
  const std::size_t before = at_++;
  const bool negative = peek() == '-';
  if (negative || peek() == '+') ++at_;
  if (!is_digit(peek())) return before;
  std::int64_t value = 0;
  for (; is_digit(peek()); ++at_)
    value = std::min(value * 10 + static_cast<std::int64_t>(digit_of(peek())), most_exponent + 1);
  exponent += negative ? -value : value;
  return at_;
}

/// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; in Godot 3 alpha comes first. Engines miss it where the text
/// ends.
void TextParser::color() {
  const std::size_t from = ++at_;
  while (digit_of(peek()) < 16) ++at_;
  if (at_ == text_.size()) return void(fail(ErrorCode::unexpected_end, from - 1));
  const std::size_t size = at_ - from;
  const std::size_t digits = size < 6 ? 1 : 2;
  if (size < 3 || size > 8 || (size > 4 && digits == 1) || size % digits != 0)
    return void(fail(ErrorCode::bad_text, from - 1));
  tag(Type::Color);
  const bool has_alpha = size == 4 * digits;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t place = has_alpha && settings_.as_godot_3 ? (i + 1) % 4 : i;
    const std::size_t at = from + place * digits;
    const bool given = place < 3 || has_alpha;
    const std::uint32_t upper = given ? digit_of(static_cast<char>(text_[at])) : 15;
    const std::uint32_t lower = given ? digit_of(static_cast<char>(text_[at + digits - 1])) : 15;
    word(bits_as<std::uint32_t>(static_cast<float>(upper * 16 + lower) / 255.0F));
  }
}

void TextParser::int_value(std::int64_t value) {
  const bool wide = !fits_int32(value);
  tag(Type::Int, wide ? tape::wide : 0);
  if (wide) return pair(static_cast<std::uint64_t>(value));
  word(static_cast<std::uint32_t>(value));
}

void TextParser::real_value(double value) {
  const bool wide = !fits_float(value);
  tag(Type::Float, wide ? tape::wide : 0);
  if (!wide) return word(narrow(value));
  if (words_.size() % 2 == 1) word(0);
  pair(bits_as<std::uint64_t>(value));
}

}  // namespace godot_variant
