// What bytes may be when nobody names a dialect. The bytes were written by Godot 3.6 and 4.6.3.
#include "diagnose/readings.h"

#include "expect.h"
#include "hex.h"

namespace godot_variant::tests {
namespace {

/// {"hp": 42} as Godot 3.6 writes it.
constexpr std::string_view godot_3 = "12000000 01000000 04000000 02000000 68700000 02000000 2a000000";
/// The same as Godot 4.6.3 writes it.
constexpr std::string_view godot_4 = "1b000000 01000000 04000000 02000000 68700000 02000000 2a000000";

/// The readings as text, for example "godot-3 frames 2".
std::vector<std::string> readings(const std::string& hex, bool replace_bad_utf8 = false) {
  constexpr std::string_view names[] = {"none", "frames", "framed_twice"};
  const std::vector<std::uint8_t> bytes = from_hex(hex);
  ReadRequest request;
  request.settings.dialect = &all_dialects()[0];
  request.settings.replace_bad_utf8 = replace_bad_utf8;
  std::vector<std::string> found;
  for (const Reading& reading : readings_of(Input(bytes), request)) {
    const std::string wrapping(names[static_cast<std::size_t>(reading.wrapping)]);
    found.push_back(std::string(reading.dialect->name) + " " + wrapping + " " +
                    std::to_string(reading.count));
  }
  return found;
}

bool has(const std::vector<std::string>& found, std::string_view wanted) {
  return std::find(found.begin(), found.end(), wanted) != found.end();
}

TEST(Readings, NameTheDialectAndWhatIsAroundTheValue) {
  const std::string three(godot_3);
  const std::string four(godot_4);
  EXPECT_TRUE(has(readings(three), "godot-3 none 1"));
  EXPECT_FALSE(has(readings(three), "godot-4.4 none 1"));
  EXPECT_TRUE(has(readings("1c000000" + three), "godot-3 frames 1"));
  EXPECT_TRUE(has(readings("1c000000" + three + "1c000000" + three), "godot-3 frames 2"));
  EXPECT_TRUE(has(readings("20000000 1c000000" + three), "godot-3 framed_twice 1"));
  EXPECT_TRUE(has(readings(four), "godot-4.4 none 1"));
  EXPECT_FALSE(has(readings(four), "godot-3 none 1"));
  EXPECT_TRUE(has(readings("1c000000" + four), "godot-4.4 frames 1"));
}

TEST(Readings, LeaveOutWhatEndsEarlyOrLate) {
  const std::string three(godot_3);
  EXPECT_EQ(readings(""), std::vector<std::string>());
  for (const std::string& hex : {three + "00000000", three.substr(0, three.size() - 8), "1b000000" + three})
    EXPECT_FALSE(has(readings(hex), "godot-3 none 1")) << hex;
}

TEST(Readings, TakeIllFormedTextsThatTheCallerReplaces) {
  const std::string ill_formed = "12000000 01000000 04000000 02000000 68ff0000 02000000 2a000000";
  EXPECT_FALSE(has(readings(ill_formed), "godot-3 none 1"));
  EXPECT_TRUE(has(readings(ill_formed, true), "godot-3 none 1"));
}

}  // namespace
}  // namespace godot_variant::tests
