#include "godot_variant/view.h"

#include "diagnose/readings.h"
#include "events/numbers.h"
#include "events/usual_floats.h"
#include "index/index_builder.h"
#include "variant/requests.h"
#include "variant/value_at.h"
#include "variant/variant_key.h"

namespace godot_variant {
namespace {

/// The index counts bytes and its own words in 32 bits.
constexpr std::uint64_t largest_input = std::uint64_t{1} << 31;

std::optional<std::string_view> view_of(const Text& text) {
  if (text.form == TextForm::broken) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size());
}

bool is_text_type(Type type) { return type == Type::String || type == Type::StringName; }

bool is_named(const Variant& key, std::string_view text) {
  return is_text_value(key) && text_of(key) == text;
}

/// The row and the flags of the value at `at`.
struct Header {
  const TypeRow& row;
  std::uint32_t flags;

  Header(Bytes bytes, std::size_t at, const Dialect& dialect)
      : row(dialect.rows[load<std::uint32_t>(bytes.data() + at) & dialect.type_mask]),
        flags(load<std::uint32_t>(bytes.data() + at) & row.flags) {}
};

}  // namespace

const std::uint32_t* View::record() const { return viewed_->words_.data() + record_; }

/// The list of the values inside; null when there are none.
const std::uint32_t* View::list() const {
  const std::size_t list = index_record::list_of(record());
  return list != 0 ? viewed_->words_.data() + list : nullptr;
}

Type View::type() const { return static_cast<Type>(record()[1] & index_record::type_mask); }

std::size_t View::offset() const { return index_record::position(viewed_->words_.data(), record()); }

Variant View::value() const {
  const UsualFloats floats;
  if (parent_ != Type::PackedStringArray)
    return value_at(viewed_->bytes_, offset(), read_request(viewed_->options_, viewed_->dialect_));
  return value_of(text_at(viewed_->bytes_, offset(), *viewed_->dialect_));
}

std::optional<bool> View::boolean() const {
  if (type() != Type::Bool) return std::nullopt;
  return load<std::uint32_t>(viewed_->bytes_.data() + offset() + 4) != 0;
}

std::optional<std::int64_t> View::integer() const {
  if (type() != Type::Int) return std::nullopt;
  const Dialect& dialect = *viewed_->dialect_;
  const Header header(viewed_->bytes_, offset(), dialect);
  const std::uint8_t* data = viewed_->bytes_.data() + offset() + 4;
  const bool wide = header.flags != 0 || dialect.integers == IntegerRule::always_64;
  return wide ? load<std::int64_t>(data) : load<std::int32_t>(data);
}

std::optional<double> View::real() const {
  if (type() != Type::Float) return std::nullopt;
  const UsualFloats floats;
  const Dialect& dialect = *viewed_->dialect_;
  const Header header(viewed_->bytes_, offset(), dialect);
  const std::uint8_t* data = viewed_->bytes_.data() + offset() + 4;
  if (header.flags == 0 && dialect.floats != FloatRule::always_64)
    return quiet(widen(load<std::uint32_t>(data)));
  // A NaN keeps the bits that decode gives it: 32-bit x86 changes those of some in functions that return it.
  if ((load<std::uint16_t>(data + 6) & 0x7FF0) == 0x7FF0) return *value().get_if<double>();
  return load<double>(data);
}

std::optional<std::string_view> View::text() const {
  if (!is_text_type(type())) return std::nullopt;
  const std::size_t header = parent_ == Type::PackedStringArray ? 0 : 4;
  return view_of(text_at(viewed_->bytes_, offset() + header, *viewed_->dialect_));
}

std::optional<Bytes> View::number_bytes(std::size_t width, bool real) const {
  const TypeRow& row = usual_row(type());
  if (row.layout != Layout::packed) return std::nullopt;
  const bool integers =
      row.element == Element::u8 || row.element == Element::i32 || row.element == Element::i64;
  if (integers == real || (integers && width_of(row.element) != width)) return std::nullopt;
  const std::uint32_t* const numbers = list();
  if (numbers == nullptr) return Bytes();
  const std::size_t element = index_record::element_size(numbers);
  if (element != row.components * width) return std::nullopt;
  return viewed_->bytes_.subspan(numbers[0], numbers[1] * element);
}

std::size_t View::size() const {
  const std::uint32_t* const values = list();
  return values != nullptr ? values[1] : 0;
}

/// Elements of packed arrays of numbers do not count, because they have no records.
std::size_t View::children() const {
  const std::uint32_t* const values = list();
  return values != nullptr && index_record::element_size(values) == 0 ? values[1] : 0;
}

View View::operator[](std::size_t index) const {
  const std::size_t first = index_record::list_of(record()) + index_record::head_words;
  return {viewed_, first + index_record::record_words * index, type()};
}

std::size_t View::key_offset() const { return offset() - index_record::key_size(record()); }

Variant View::key() const {
  const UsualFloats floats;
  if (parent_ == Type::Dictionary)
    return value_at(viewed_->bytes_, key_offset(), read_request(viewed_->options_, viewed_->dialect_));
  if (parent_ != Type::Object) return {};
  return value_of(text_at(viewed_->bytes_, key_offset(), *viewed_->dialect_));
}

std::optional<std::string_view> View::key_text() const {
  const Dialect& dialect = *viewed_->dialect_;
  if (parent_ == Type::Object) return view_of(text_at(viewed_->bytes_, key_offset(), dialect));
  if (parent_ != Type::Dictionary) return std::nullopt;
  if (!is_text_type(Header(viewed_->bytes_, key_offset(), dialect).row.type)) return std::nullopt;
  return view_of(text_at(viewed_->bytes_, key_offset() + 4, dialect));
}

std::optional<View> View::find(std::string_view name) const {
  if (type() != Type::Dictionary && type() != Type::Object) return std::nullopt;
  const bool replaces = name.find("\uFFFD") != std::string_view::npos;
  for (std::size_t index = children(); index-- > 0;) {
    const View value = (*this)[index];
    const std::optional<std::string_view> text = value.key_text();
    if (text ? *text == name : replaces && is_named(value.key(), name)) return value;
  }
  return std::nullopt;
}

Result<Viewed> view(Bytes input, const DecodeOptions& options) {
  const UsualFloats floats;
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return Error{ErrorCode::unknown_dialect, 0};
  if (input.size() > largest_input) return Error{ErrorCode::too_large, 0};
  const ReadRequest request = read_request(options, dialect);
  KeyTree key_tree(input.size());
  IndexBuilder index(key_tree);
  index.start(input.size());
  ReadResult read = read_value(input, request, index);
  if (read.ok() && !index.ok()) return Error{ErrorCode::too_large, 0};
  if (read.ok() && options.dialect.empty()) doubt(input, request, read);
  if (!read.ok()) return read.error;
  index.finish();
  Viewed viewed;
  viewed.bytes_ = input;
  viewed.dialect_ = dialect;
  viewed.options_ = options;
  viewed.words_.assign(index.words().begin(), index.words().end());
  viewed.bytes_read_ = read.bytes_read;
  viewed.warnings_ = std::move(read.warnings);
  return viewed;
}

}  // namespace godot_variant
