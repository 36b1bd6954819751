// Shared by the fuzzers: the first three bytes of an input choose the options, the rest is the value.
#pragma once
#include <cstdio>
#include <cstdlib>

#include "godot_variant/godot_variant.h"

namespace godot_variant::fuzz {

/// Stops the fuzzer on a failure, so that it keeps the input.
inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

struct Input {
  /// Bytes 0 and 1: dialect numbers. Byte 2: one bit per option.
  static constexpr std::size_t choices = 3;

  explicit Input(Bytes data) : value(data.subspan(choices)) {
    static const std::vector<std::string_view> names = dialect_names();
    dialect = names[data[0] % names.size()];
    target = names[data[1] % names.size()];
    const std::uint8_t bits = data[2];
    objects = (bits & 1) != 0;
    trailing = (bits & 2) != 0;
    replace = (bits & 4) != 0;
    framing = (bits & 8) != 0 ? Framing::store_var : Framing::none;
    real = (bits & 16) != 0 ? FloatWidth::wide : FloatWidth::as_given;
  }

  DecodeOptions decode_options() const {
    return {.dialect = dialect,
            .allow_trailing = trailing,
            .allow_objects = objects,
            .replace_bad_utf8 = replace,
            .real = real,
            .framing = framing};
  }
  EncodeOptions encode_options() const {
    return {.dialect = dialect, .full_objects = true, .real = real, .framing = framing};
  }
  ConvertOptions convert_options() const {
    return {.from = dialect,
            .to = target,
            .allow_trailing = trailing,
            .allow_objects = objects,
            .replace_bad_utf8 = replace,
            .real = real,
            .framing = framing};
  }

  std::string_view dialect;
  std::string_view target;
  bool objects;
  bool trailing;
  bool replace;
  Framing framing;
  FloatWidth real;
  Bytes value;
};

/// Runs `check` if the input is long enough to choose options.
template <class F>
int run(const std::uint8_t* data, std::size_t size, F check) {
  if (size >= Input::choices) check(Input(Bytes(data, size)));
  return 0;
}

}  // namespace godot_variant::fuzz
