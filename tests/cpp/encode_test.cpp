// Values that cannot be encoded, and stable names.
#include <algorithm>
#include <set>
#include <span>

#include "expect.h"
#include "godot_variant/text.h"

namespace godot_variant::tests {
namespace {

struct Unwritable {
  const char* dialect;
  Variant value;
  ErrorCode error;
};

void PrintTo(const Unwritable& value, std::ostream* out) {
  *out << value.dialect << ' ' << name_of(value.error);
}

class EncodeErrors : public testing::TestWithParam<Unwritable> {};

/// Reports the first error, at the top level and in nested values.
TEST_P(EncodeErrors, AreNamed) {
  const auto& [dialect, value, error] = GetParam();
  const EncodeOptions options{.dialect = dialect, .full_objects = true};
  EXPECT_EQ(encode(value, options).error(), (Error{error, 0}));
  EXPECT_EQ(encode(Array{{1, value, 2}, {}, false}, options).error().code, error);
  EXPECT_EQ(encode(Dictionary{{{"key", value}}, {}, false}, options).error().code, error);
}

const Object scripted{"Node", {{"script", "user://a.gd"}}};

INSTANTIATE_TEST_SUITE_P(
    Kinds, EncodeErrors,
    testing::Values(Unwritable{"godot-3", StringName{"a"}, ErrorCode::not_in_dialect},
                    Unwritable{"godot-4.0", PackedVector4Array{}, ErrorCode::not_in_dialect},
                    Unwritable{"godot-4.4", Image{}, ErrorCode::not_in_dialect},
                    Unwritable{"godot-3", InputEvent{}, ErrorCode::not_in_dialect},
                    Unwritable{"docs-002", RID{}, ErrorCode::not_in_dialect},
                    Unwritable{"docs-001", Object{}, ErrorCode::not_in_dialect},
                    Unwritable{"godot-2", EncodedObjectAsID{1}, ErrorCode::not_in_dialect},
                    Unwritable{"godot-2", Object{"Node", {}}, ErrorCode::not_in_dialect},
                    Unwritable{"godot-2", std::int64_t{2147483648}, ErrorCode::int_out_of_range},
                    Unwritable{"godot-4.4", "\xFF", ErrorCode::bad_utf8},
                    Unwritable{"godot-4.4", "\xED\xA0\x80", ErrorCode::bad_utf8},
                    Unwritable{"godot-4.4", PackedStringArray{{"\xED\xA0\x80"}}, ErrorCode::bad_utf8},
                    Unwritable{"godot-4.4", std::string(1, '\0'), ErrorCode::unsupported_value},
                    Unwritable{"godot-4.4", PackedVector2Array{std::vector<float>(3)},
                               ErrorCode::unsupported_value},
                    Unwritable{"pandemonium", PackedVector3iArray{std::vector<std::int32_t>(4)},
                               ErrorCode::unsupported_value},
                    Unwritable{"godot-4.4", Object{"", {{"a", 1}}}, ErrorCode::unsupported_value},
                    Unwritable{"godot-2", Object{"", {{"a", 1}}}, ErrorCode::unsupported_value},
                    Unwritable{"godot-4.4", scripted, ErrorCode::bad_script},
                    Unwritable{"godot-4.3", Object{"Node", {{"script", 5}}}, ErrorCode::bad_script},
                    Unwritable{"godot-4.4", Object{"Node", {{"script", StringName{"res://a.gd"}}}},
                               ErrorCode::bad_script},
                    Unwritable{"godot-2", InputEvent{1, 0, {1}}, ErrorCode::bad_length},
                    Unwritable{"godot-2", Image{23, 0, 0, 0, {}}, ErrorCode::bad_image},
                    Unwritable{"no-such", 1, ErrorCode::unknown_dialect}));

TEST(EncodeErrors, NameTypesThatAreNoPaths) {
  // docs-003 reads any script; Godot 4.3 and 4.4 refuse what the conversion would write.
  const ConvertOptions options{.from = "docs-003", .to = "godot-4.4", .allow_objects = true};
  for (const char* bytes : {"1c000300 00000000 00000000", "1c000300 07000000 757365723a2f2f00 00000000"})
    EXPECT_EQ(convert(from_hex(bytes), options).error(), (Error{ErrorCode::bad_script, 0})) << bytes;
}

TEST(EncodeErrors, DoNotAffectOtherEngines) {
  EXPECT_NE(encoded(scripted, EncodeOptions{.dialect = "godot-3", .full_objects = true}), "bad-script");
  EXPECT_NE(encoded(scripted, EncodeOptions{.dialect = "godot-4.0", .full_objects = true}), "bad-script");
}

TEST(InputEvents, OfAJoystickHaveTwoLengths) {
  for (const std::size_t words : {1U, 2U}) {
    const InputEvent event{4, 0, std::vector<std::uint32_t>(words, 7)};
    EXPECT_TRUE(decoded(encoded(event, "godot-2"), "godot-2").value == event);
  }
}

template <class T>
std::vector<T> ascending(std::size_t count) {
  std::vector<T> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<T>(i * 2654435761U);
  return numbers;
}

TEST(PackedArrays, OfAnySizeComeBackFromAnyAddress) {
  for (const std::size_t count : {0U, 1U, 3U, 6000U, 60'000U}) {
    const Array value{
        {PackedByteArray{ascending<std::uint8_t>(count)}, 1, PackedInt32Array{ascending<std::int32_t>(count)},
         PackedInt64Array{ascending<std::int64_t>(count)}, 1,
         PackedInt64Array{ascending<std::int64_t>(count)}, PackedVector2Array{ascending<float>(count * 2)},
         PackedVector2Array{ascending<double>(count * 2)}, 1, PackedFloat64Array{ascending<double>(count)}},
        {},
        false};
    const std::vector<std::uint8_t> bytes = encode(value).value();
    std::vector<std::uint8_t> target(bytes.size() + 8);
    ASSERT_EQ(encode_into(value, target).value(), bytes.size());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), target.begin()));
    for (std::size_t shift = 0; shift < 8; ++shift) {
      std::copy(bytes.begin(), bytes.end(), target.begin() + static_cast<std::ptrdiff_t>(shift));
      EXPECT_TRUE(decode(std::span(target).subspan(shift, bytes.size())).value().value == Variant(value));
    }
  }
}

TEST(Dialects, AreFoundByNameAndAlias) {
  for (const std::string_view name : dialect_names()) EXPECT_EQ(encoded(Variant(), name), "00000000") << name;
  EXPECT_EQ(encoded(PackedVector4Array{}, "godot-4"), encoded(PackedVector4Array{}, "godot-4.4"));
  EXPECT_EQ(encoded(PackedVector4Array{}, ""), encoded(PackedVector4Array{}, "godot-4.4"));
  for (const char* name : {"godot", "godot-5", "GODOT-4", "godot-4.4 "}) {
    EXPECT_EQ(encoded(Variant(), name), "unknown-dialect") << name;
    EXPECT_EQ(error_of("00000000", DecodeOptions{.dialect = name}), (Error{ErrorCode::unknown_dialect, 0}))
        << name;
  }
}

/// All names of an enumeration, up to `last`.
template <class E>
std::set<std::string_view> names_up_to(E last) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(last); ++code) names.insert(name_of(static_cast<E>(code)));
  return names;
}

TEST(Names, OfNumbersThatAreNoEnumeratorsAreEmpty) {
  EXPECT_EQ(name_of(static_cast<Type>(type_count)), "");
  EXPECT_EQ(name_of(static_cast<Type>(255)), "");
  EXPECT_EQ(name_of(static_cast<ErrorCode>(255)), "");
  EXPECT_EQ(name_of(static_cast<WarningCode>(255)), "");
  EXPECT_EQ(name_of(static_cast<LossCode>(255)), "");
}

TEST(EncodeErrors, NameDeclaredTypesThatDoNotExist) {
  const ContainerType no_type{ContainerType::Kind::builtin, static_cast<Type>(255), ""};
  const ContainerType no_kind{static_cast<ContainerType::Kind>(4), Type::Nil, ""};
  for (const ContainerType& typing : {no_type, no_kind}) {
    EXPECT_EQ(encoded(Array{{1}, typing, false}), "unsupported-value");
    EXPECT_EQ(encoded(Dictionary{{{1, 2}}, DictionaryTypes{typing, {}}, false}), "unsupported-value");
    EXPECT_EQ(encoded(Dictionary{{{1, 2}}, DictionaryTypes{{}, typing}, false}), "unsupported-value");
    EXPECT_EQ(to_text(Array{{1}, typing, false}).error().code, ErrorCode::unsupported_value);
  }
}

TEST(Names, AreDifferent) {
  EXPECT_EQ(names_up_to(ErrorCode::wasm_unavailable).size(),
            static_cast<std::size_t>(ErrorCode::wasm_unavailable) + 1);
  EXPECT_EQ(names_up_to(WarningCode::type_changed).size(), 9U);
  EXPECT_EQ(names_up_to(LossCode::value_dropped).size(), 8U);
  EXPECT_EQ(names_up_to(static_cast<Type>(type_count - 1)).size(), type_count);
}

}  // namespace
}  // namespace godot_variant::tests
