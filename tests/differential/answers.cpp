// Answers questions about bytes from standard input on standard output, so that the WebAssembly module can be
// held against the native library. native.test.ts describes questions and answers.
#include <cstdio>
#include <cstring>

#include "godot_variant/godot_variant.h"

namespace godot_variant::tests {
namespace {

struct Question {
  std::uint32_t size;
  /// A dialect, or the number of dialects to name none.
  std::uint8_t dialect;
  std::uint8_t target;
  std::uint8_t options;
  std::uint8_t unused;
};

struct Answer {
  std::uint32_t code = 0;
  std::uint32_t offset = 0;
  std::uint32_t bytes_read = 0;
  std::uint32_t warnings = 0;
  std::uint32_t encoded = 0;
  std::uint32_t converted = 0;
};

/// FNV-1a.
class Hash {
 public:
  void add(std::uint32_t value) { sum_ = (sum_ ^ value) * 0x01000193U; }
  void add(Bytes bytes) {
    for (const std::uint8_t byte : bytes) add(byte);
  }
  std::uint32_t sum() const { return sum_; }

 private:
  std::uint32_t sum_ = 0x811C9DC5U;
};

std::uint32_t number(ErrorCode code) { return static_cast<std::uint32_t>(code); }

/// Small numbers are errors.
std::uint32_t encoded(const Variant& value, const EncodeOptions& options) {
  const auto result = encode(value, options);
  if (!result) return number(result.error().code);
  Hash hash;
  hash.add(result.value());
  return hash.sum();
}

std::uint32_t converted(Bytes input, const ConvertOptions& options) {
  const auto result = convert(input, options);
  if (!result) return number(result.error().code);
  Hash hash;
  hash.add(result.value().bytes);
  for (const Loss& loss : result.value().losses) {
    hash.add(static_cast<std::uint32_t>(loss.code));
    hash.add(static_cast<std::uint32_t>(loss.offset));
  }
  return hash.sum();
}

Answer answer(const Question& question, Bytes input) {
  static const std::vector<std::string_view> names = dialect_names();
  const std::string_view from = question.dialect < names.size() ? names[question.dialect] : "";
  const bool objects = (question.options & 1) != 0;
  const bool trailing = (question.options & 2) != 0;
  const bool replace = (question.options & 4) != 0;
  const Framing framing = (question.options & 8) != 0 ? Framing::store_var : Framing::none;
  const FloatWidth real = (question.options & 16) != 0 ? FloatWidth::wide : FloatWidth::as_given;

  Answer answer;
  const auto decoded = decode(input, {from, trailing, objects, replace, real, framing, {}});
  if (!decoded) {
    answer.code = number(decoded.error().code);
    answer.offset = static_cast<std::uint32_t>(decoded.error().offset);
    return answer;
  }
  answer.bytes_read = static_cast<std::uint32_t>(decoded.value().bytes_read);
  Hash warnings;
  for (const Warning& warning : decoded.value().warnings) {
    warnings.add(static_cast<std::uint32_t>(warning.code));
    warnings.add(static_cast<std::uint32_t>(warning.offset));
  }
  answer.warnings = warnings.sum();
  answer.encoded = encoded(decoded.value().value, {from, true, real, framing, {}});
  if (question.dialect < names.size())
    answer.converted =
        converted(input, {from, names[question.target], trailing, objects, replace, real, framing, {}});
  return answer;
}

template <class T>
bool read(T* data, std::size_t count) {
  return std::fread(data, sizeof(T), count, stdin) == count;
}

int run() {
  Question question;
  std::vector<std::uint8_t> input;
  while (read(&question, 1)) {
    input.resize(question.size);
    if (!read(input.data(), question.size)) return 1;
    const Answer result = answer(question, input);
    std::fwrite(&result, sizeof(result), 1, stdout);
  }
  return 0;
}

}  // namespace
}  // namespace godot_variant::tests

int main() { return godot_variant::tests::run(); }
