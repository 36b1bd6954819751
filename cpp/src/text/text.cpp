#include "godot_variant/text.h"

#include <charconv>

#include "tape/tape_player.h"
#include "text/parser.h"
#include "variant/variant_builder.h"

namespace godot_variant {
namespace {

/// Beyond every float, however many digits stand before the exponent.
constexpr std::int64_t far = std::int64_t{1} << 40;

double read_number(const char* text, std::size_t size) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text, text + size, value);
  if (problem != std::errc::result_out_of_range) return value;
  // Too large, or too small for any float but 0.
  const std::string_view all{text, size};
  const std::size_t power = std::min(all.find_first_of("eE"), size);
  const std::size_t point = std::min(all.find('.'), power);
  std::int64_t magnitude = 0;
  if (power < size) {
    const char* exponent = text + power + 1;
    if (*exponent == '+') ++exponent;
    magnitude = *exponent == '-' ? -far : far;
    std::from_chars(exponent, text + size, magnitude);
    magnitude = std::clamp(magnitude, -far, far);
  }
  magnitude += static_cast<std::int64_t>(point) - static_cast<std::int64_t>(all.find_first_of("123456789"));
  const double limit = magnitude < 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return all.starts_with('-') ? -limit : limit;
}

std::size_t write_six(double value, char* to) {
  return static_cast<std::size_t>(
      std::to_chars(to, to + longest_number, value, std::chars_format::general, 6).ptr - to);
}

constexpr NumberText standard_numbers{read_number, write_six};

}  // namespace

Result<std::string> to_text(const Variant& value, const TextOptions& options) {
  const Result<std::vector<std::uint8_t>> bytes =
      encode(value, {.dialect = "godot-4", .full_objects = true, .limits = options.limits});
  if (!bytes) return bytes.error();
  ReadRequest request;
  request.settings.dialect = find_dialect("godot-4");
  request.settings.allow_objects = true;
  request.settings.depth = options.limits.depth;
  KeyTree key_tree;
  TapeBuilder tape(key_tree);
  tape.start(bytes.value(), bytes.value().size());
  const ReadResult read = read_value(Bytes(bytes.value()), request, tape);
  if (!read.ok()) return Error{read.error.code, 0};
  Writer writer;
  writer.limit(options.limits.output_bytes);
  const TapeView view = tape.view();
  TextPrinter printer(view, writer, options.style, options.limits.depth, standard_numbers);
  if (!printer.run()) return Error{printer.error().code, 0};
  const Bytes text = writer.view();
  return std::string(text.begin(), text.end());
}

Result<Parsed> parse_text(std::string_view text, const ParseOptions& options) {
  const ParseSettings settings{options.allow_trailing, options.real == FloatWidth::wide, options.limits.depth,
                               options.limits.elements};
  const Bytes bytes{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  TextParser parser(bytes, settings, standard_numbers);
  if (!parser.run()) return parser.error();
  VariantBuilder builder(*find_dialect("godot-4"));
  const TapeView view = parser.view();
  TapePlayer<VariantBuilder>(view, builder).run();
  return Parsed{builder.take(), parser.position()};
}

}  // namespace godot_variant
