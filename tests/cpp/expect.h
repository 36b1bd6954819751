// Short forms for common expectations.
#pragma once
#include <gtest/gtest.h>

#include "godot_variant/godot_variant.h"
#include "hex.h"

namespace godot_variant::tests {

/// Untyped containers.
inline Array array(List<Variant> elements) { return {std::move(elements), {}, false}; }
inline Dictionary dictionary(List<Entry> entries) { return {std::move(entries), {}, false}; }

/// Encodes `value` and returns hexadecimal digits, or the name of the error.
inline std::string encoded(const Variant& value, const EncodeOptions& options = {}) {
  const auto bytes = encode(value, options);
  return bytes ? to_hex(bytes.value()) : std::string(name_of(bytes.error().code));
}
inline std::string encoded(const Variant& value, std::string_view dialect) {
  EncodeOptions options;
  options.dialect = dialect;
  return encoded(value, options);
}

/// The bytes of a Dictionary whose keys may be equal, which encode refuses to write.
inline std::string encoded_entries(const List<Entry>& entries) {
  const auto count = static_cast<std::uint32_t>(entries.size());
  std::uint8_t word[4] = {};
  std::memcpy(word, &count, sizeof count);
  std::string bytes = encoded(Dictionary{}).substr(0, 8) + to_hex(word);
  for (const auto& [key, value] : entries) bytes += encoded(key) + encoded(value);
  return bytes;
}

/// Decodes hexadecimal digits, which must be valid.
inline Decoded decoded(std::string_view bytes, const DecodeOptions& options = {}) {
  Result<Decoded> result = decode(from_hex(bytes), options);
  EXPECT_TRUE(result) << bytes << ": " << name_of(result.error().code) << " at " << result.error().offset;
  return result ? std::move(result).value() : Decoded{};
}
inline Decoded decoded(std::string_view bytes, std::string_view dialect) {
  DecodeOptions options;
  options.dialect = dialect;
  return decoded(bytes, options);
}

inline Error error_of(std::string_view bytes, const DecodeOptions& options = {}) {
  return decode(from_hex(bytes), options).error();
}

/// `depth` nested Arrays around a Nil.
inline std::vector<std::uint8_t> nested_arrays(std::size_t depth) {
  std::vector<std::uint8_t> bytes;
  const std::vector<std::uint8_t> array = from_hex("1c000000 01000000");
  for (std::size_t i = 0; i < depth; ++i) bytes.insert(bytes.end(), array.begin(), array.end());
  bytes.resize(bytes.size() + 4);
  return bytes;
}
inline Variant nested_array_value(std::size_t depth) {
  Variant value;
  for (std::size_t i = 0; i < depth; ++i) {
    Array outer;
    outer.elements.push_back(std::move(value));
    value = std::move(outer);
  }
  return value;
}

}  // namespace godot_variant::tests

namespace godot_variant {

inline void PrintTo(const Error& error, std::ostream* out) {
  *out << name_of(error.code) << " at " << error.offset;
}

}  // namespace godot_variant
