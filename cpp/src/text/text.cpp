#include "godot_variant/text.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "events/usual_floats.h"
#include "godot_variant/path.h"
#include "tape/tape_player.h"
#include "text/parser.h"
#include "text/printer.h"
#include "variant/variant_builder.h"
#include "variant/variant_player.h"

namespace godot_variant {
namespace {

#ifdef __cpp_lib_to_chars
double read_number(const char* text, std::size_t size) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text, text + size, value);
  if (problem != std::errc::result_out_of_range) return value;
  // The number is out of range: too large, or so small that it rounds to 0.
  const std::string_view all{text, size};
  const std::size_t power = std::min(all.find_first_of("eE"), size);
  const std::size_t point = std::min(all.find('.'), power);
  std::int64_t magnitude = 0;
  if (power < size) {
    const char* exponent = text + power + 1;
    if (*exponent == '+') ++exponent;
    std::from_chars(exponent, text + size, magnitude);
  }
  magnitude += static_cast<std::int64_t>(point) - static_cast<std::int64_t>(all.find_first_of("123456789"));
  const double limit = magnitude < 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return all.starts_with('-') ? -limit : limit;
}
#else
/// libc++ cannot read floats with std::from_chars.
double read_number(const char* text, std::size_t size) {
  std::string number(text, size);
  const std::size_t point = number.find('.');
  // A program may have chosen a locale with another point. Several threads must not ask std::localeconv for
  // it.
  char half[32];
  const auto digits = static_cast<std::size_t>(std::snprintf(half, sizeof half, "%.1f", 0.5));
  if (point != std::string::npos) number.replace(point, 1, half + 1, digits - 2);
  return std::strtod(number.c_str(), nullptr);
}
#endif

std::size_t write_six(double value, char* to) {
  return static_cast<std::size_t>(
      std::to_chars(to, to + longest_number, value, std::chars_format::general, 6).ptr - to);
}

constexpr NumberText standard_numbers{read_number, write_six};

/// A printed value on one line: escapes control characters in quotes, and writes blanks in place of others.
std::string on_one_line(std::string_view printed) {
  std::string line;
  bool quoted = false;
  bool escaped = false;
  for (const char character : printed) {
    const auto code = static_cast<unsigned char>(character);
    if (code >= ' ') {
      line += character;
    } else if (!quoted) {
      line += ' ';
    } else {
      constexpr std::string_view letters = "btn_fr";
      constexpr std::string_view digits = "0123456789abcdef";
      const std::size_t letter = code - std::size_t{'\b'};
      const bool known = letter < letters.size() && letters[letter] != '_';
      line += known ? std::string{'\\', letters[letter]}
                    : std::string("\\u00") + digits[code >> 4] + digits[code & 15];
    }
    quoted ^= character == '"' && !escaped;
    escaped = character == '\\' && !escaped;
  }
  return line;
}

}  // namespace

Result<std::string> to_text(const Variant& value, const TextOptions& options) {
  const UsualFloats floats;
  Writer writer;
  writer.limit(options.limits.output_bytes);
  TextPrinter printer(writer, options, standard_numbers);
  VariantPlayer player(printer);
  player.run(value);
  if (player.error() != ErrorCode::none) return Error{player.error(), 0};
  const Error error = printer.error();
  if (error.code != ErrorCode::none) return error;
  const Bytes text = writer.view();
  return std::string(text.begin(), text.end());
}

Result<Parsed> parse_text(std::string_view text, const ParseOptions& options) {
  const UsualFloats floats;
  const ParseSettings settings{options.allow_trailing, options.real == FloatWidth::wide, options.as_godot_3,
                               options.limits.depth, options.limits.elements};
  const Bytes bytes{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  KeyTree keys(bytes.size());
  TextParser parser(bytes, settings, standard_numbers, keys);
  if (!parser.run()) return parser.error();
  VariantBuilder builder(*find_dialect("godot-4"));
  const TapeView view = parser.view();
  TapePlayer<VariantBuilder>(view, builder).run();
  Parsed parsed{builder.take(), parser.position(), {}};
  for (const TextParser::Misfit& misfit : parser.misfits())
    parsed.warnings.push_back({.code = misfit.code, .offset = misfit.offset, .count = misfit.count});
  if (builder.repeats()) parsed.warnings.push_back({.code = WarningCode::repeated_key});
  return parsed;
}

std::string path_text(const Path& path) {
  std::string text;
  for (const Variant& key : path) {
    const Result<std::string> printed = to_text(key);
    text.append("[").append(on_one_line(printed ? printed.value() : name_of(key.type()))).append("]");
  }
  return text;
}

}  // namespace godot_variant
