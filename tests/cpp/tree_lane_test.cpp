// The lane of encoding must write what the VariantPlayer writes without it: the same bytes and errors, in
// every dialect, wherever the memory or a limit ends.
#include "bytes/caller_memory.h"
#include "fixtures.h"
#include "variant/variant_player.h"

namespace godot_variant::tests {
namespace {

using Octets = std::vector<std::uint8_t>;

struct Written {
  ErrorCode error = ErrorCode::none;
  Octets bytes;
  bool operator==(const Written&) const = default;
};

/// With S = AnySink, without the lane.
template <class S>
ErrorCode play(const Variant& value, Encoder& encoder) {
  VariantPlayer<S> player(encoder);
  player.run(value);
  return player.error() != ErrorCode::none ? player.error() : encoder.error().code;
}

template <class S>
Written written(const Variant& value, const EncodeSettings& settings) {
  Octets bytes;
  VectorWriter writer(bytes, [] { return std::size_t{0}; });
  Encoder encoder(writer, settings);
  const ErrorCode error = play<S>(value, encoder);
  writer.finish();
  return {error, error == ErrorCode::none ? bytes : Octets()};
}

/// Into memory of this size, and what stands behind the result afterwards.
template <class S>
Written written_into(const Variant& value, EncodeSettings settings, std::size_t size) {
  // Memory of its own, so that a sanitizer notices writing past the end.
  Octets target(size, 0xAA);
  FixedWriter writer(target);
  settings.output_bytes = writer.limit_of(settings.output_bytes);
  Encoder encoder(writer, settings);
  const ErrorCode error = play<S>(value, encoder);
  return {error, error == ErrorCode::none ? target : Octets()};
}

EncodeSettings settings_of(const Dialect& dialect, FloatWidth reals = FloatWidth::as_given) {
  EncodeSettings settings;
  settings.dialect = &dialect;
  settings.full_objects = true;
  settings.reals = reals;
  return settings;
}

void compare(const Variant& value, const EncodeSettings& settings, const std::string& what) {
  EXPECT_EQ(written<Encoder>(value, settings), written<AnySink>(value, settings)) << what;
}

std::vector<Variant> every_common_value() {
  NodePath path{true, {"root", "World", "Höhle"}, {}};
  NodePath long_path{false, {"a", "a name of more than fourteen letters"}, {}};
  NodePath property{false, {"a"}, {"position", "x"}};
  Vector2 wide(0.1, 0.2);
  wide.wide = true;
  Array typed{{Variant(1)}, ContainerType{ContainerType::Kind::builtin, Type::Int, ""}};
  std::vector<Variant> values{{},
                              true,
                              -1,
                              std::int64_t{1} << 40,
                              0.1,
                              0.5,
                              1e300,
                              3.40282357e38,
                              std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN(),
                              -0.0,
                              "",
                              "abc",
                              "exactly14bytes",
                              "a text of more than fourteen letters",
                              "Grüße",
                              "\xEF\xBB\xBFmarked",
                              std::string_view("a\0b", 3),
                              "\xED\xA0\x80",
                              "broken \xFF",
                              "村長村長村長村長村長",
                              Vector2(1, 2),
                              Vector3(1e300, 2, 3),
                              Vector3(std::numeric_limits<double>::quiet_NaN(), 2, 3),
                              wide,
                              Color(0.1, 0.2, 0.3),
                              Rect2(1, 2, 3, 4),
                              Quaternion(1, 2, 3, 4),
                              Transform2D(),
                              Transform3D(),
                              Basis({1, 2, 3}, {4, 5, 6}, {7, 8, 9}),
                              Vector2i(1, -2),
                              Vector3i(1, 2, 3),
                              Vector4i(),
                              Vector4(1, 2, 3, 4),
                              Plane({1, 2, 3}, 4),
                              AABB({1, 2, 3}, {4, 5, 6}),
                              Projection({1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}),
                              Rect2i(1, 2, 3, 4),
                              path,
                              long_path,
                              property,
                              NodePath(),
                              StringName{"name"},
                              StringName{"a name of more than fourteen letters"},
                              RID{7},
                              Callable(),
                              Object{"Node", {{"script", Variant()}, {"values", Array{{1, 2}, {}, false}}}},
                              typed,
                              PackedStringArray{{"a", "b"}},
                              PackedByteArray{{1, 2, 3}},
                              Array(),
                              Dictionary()};
  return values;
}

Variant tree_of(const std::vector<Variant>& values) {
  Array all;
  Dictionary keyed;
  for (const Variant& value : values) {
    all.elements.push_back(value);
    keyed.entries.emplace_back(Variant("key " + std::to_string(keyed.entries.size())), value);
  }
  keyed.shared = true;
  keyed.entries.emplace_back(Variant("all"), all);
  all.elements.emplace_back(keyed);
  return all;
}

TEST(TreeLane, WritesEachValueInEachDialect) {
  for (const Dialect& dialect : all_dialects()) {
    for (const FloatWidth reals : {FloatWidth::as_given, FloatWidth::single, FloatWidth::wide}) {
      const std::vector<Variant> values = every_common_value();
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string what = std::string(dialect.name) + " " + std::to_string(i);
        compare(tree_of({1, values[i], 2}), settings_of(dialect, reals), what);
      }
    }
  }
}

TEST(TreeLane, WritesWhatEnginesWrite) {
  for (const Record& record : engine_records("values.jsonl")) {
    DecodeOptions options = record.decode_options();
    options.allow_objects = true;
    const auto decoded = decode(record.bytes, options);
    if (!decoded) continue;
    for (const Dialect& dialect : all_dialects())
      compare(tree_of({decoded.value().value, "more"}), settings_of(dialect), record.id);
  }
}

/// Those that Godot 4 can hold.
Variant whole_tree() {
  std::vector<Variant> values;
  for (Variant& value : every_common_value()) {
    if (written<AnySink>(value, settings_of(*find_dialect({}))).error == ErrorCode::none)
      values.push_back(std::move(value));
  }
  return tree_of(values);
}

TEST(TreeLane, EndsWhereTheMemoryEnds) {
  const Variant value = whole_tree();
  EncodeSettings settings = settings_of(*find_dialect({}));
  const std::size_t size = written<AnySink>(value, settings).bytes.size();
  ASSERT_GT(size, 1000);
  for (std::size_t most = 0; most < size + 40; ++most) {
    EXPECT_EQ(written_into<Encoder>(value, settings, most), written_into<AnySink>(value, settings, most));
    settings.output_bytes = most;
    compare(value, settings, std::to_string(most));
    settings.output_bytes = default_output_bytes;
  }
}

TEST(TreeLane, TouchesNothingBehindTheResult) {
  for (const char* text : {"", "a", "abcd", "abcde", "exactly14bytes"}) {
    Dictionary whole;
    whole.entries.emplace_back(Variant("texts"), Variant(Array{{text, text, text, text, text}, {}, false}));
    const EncodeSettings settings = settings_of(*find_dialect({}));
    const std::size_t size = written<AnySink>(whole, settings).bytes.size();
    const Written result = written_into<Encoder>(whole, settings, size + 400);
    ASSERT_EQ(result.error, ErrorCode::none);
    EXPECT_EQ(Octets(result.bytes.begin() + static_cast<std::ptrdiff_t>(size), result.bytes.end()),
              Octets(400, 0xAA));
  }
}

TEST(TreeLane, CountsLevels) {
  const Variant value = tree_of({Array{{Array{{Array()}, {}, false}, 1}, {}, false}});
  EncodeSettings settings = settings_of(*find_dialect({}));
  for (std::uint32_t depth = 0; depth < 8; ++depth) {
    settings.depth = depth;
    compare(value, settings, std::to_string(depth));
  }
}

}  // namespace
}  // namespace godot_variant::tests
