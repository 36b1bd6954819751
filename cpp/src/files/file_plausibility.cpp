#include "files/file_plausibility.h"

#include "wire/lane.h"

namespace godot_variant::files {
namespace {

/// False when one of the eight bytes is below 32.
bool are_printable(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101;
  return ((bytes - each * 32) & ~bytes & each * 128) == 0;
}

/// Whether a text, behind which eight bytes can be read, has only bytes from 32 on.
[[gnu::always_inline]] inline bool is_printable(Bytes text) {
  std::size_t left = text.size();
  const std::uint8_t* at = text.data();
  for (; left >= 8; at += 8, left -= 8) {
    if (!are_printable(load<std::uint64_t>(at))) return false;
  }
  // Letters instead of what is behind the text.
  return are_printable(load<std::uint64_t>(at) | (~std::uint64_t{0} << (left * 8)));
}

}  // namespace

/// Looks at what the virtual functions look at.
class FilePlausibility::Pen {
 public:
  explicit Pen(FilePlausibility& to) : to_(to) {}

  static constexpr bool is_usable() { return true; }
  static void load(const Reader&) {}
  static void save(bool) {}

  static bool begin_other_key() { return true; }
  [[gnu::always_inline]] bool key(const std::uint8_t* at, Bytes text) {
    return this->text(Type::String, at, text);
  }
  static bool empty(Type, const std::uint8_t*) { return true; }
  [[gnu::always_inline]] bool boolean(Type, const std::uint8_t* at, bool) {
    to_.look(word_at(at + 4) > 1);
    return true;
  }
  [[gnu::always_inline]] bool integer(Type, const std::uint8_t* at, std::int64_t value) {
    to_.count_integer((word_at(at) & flag_64) != 0, value);
    return true;
  }
  static bool real(Type, const std::uint8_t*, double) { return true; }
  [[gnu::always_inline]] bool text(Type, const std::uint8_t*, Bytes text) {
    to_.look(!is_printable(text) && is_odd(text));
    return true;
  }
  [[gnu::always_inline]] bool numbers(Type, const std::uint8_t*, const Numbers& numbers) {
    to_.look_at(numbers);
    return true;
  }
  static bool has_room_for_path(std::uint32_t) { return true; }
  static bool name(std::uint32_t, Bytes) { return true; }
  static bool node_path(Type, const std::uint8_t*, bool, bool, std::uint32_t) { return true; }
  [[gnu::always_inline]] bool container(Type, const std::uint8_t* at, std::uint32_t count, bool, bool) {
    to_.enter(static_cast<std::size_t>(at - to_.input_.data()), count);
    return true;
  }
  static bool end() { return true; }

 private:
  static std::uint32_t word_at(const std::uint8_t* at) { return godot_variant::load<std::uint32_t>(at); }

  FilePlausibility& to_;
};

bool FilePlausibility::run_lane(WireReader& reader) {
  Lane<FilePlausibility> lane(reader, *this);
  lane.run();
  return true;
}

}  // namespace godot_variant::files
