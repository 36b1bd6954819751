// Reads the files of var_to_bytes that it is given, and prints the players by gold: leaderboard SAVE…
#include <godot_variant/view.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Player {
  std::string name;
  std::int64_t gold = 0;
};

std::vector<std::uint8_t> content_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(file), {}};
  return {content.begin(), content.end()};
}

/// The player of a save; nothing, after a line on stderr, if the file is no save.
std::optional<Player> player_of(const char* path) {
  const std::vector<std::uint8_t> bytes = content_of(path);
  const auto viewed = godot_variant::view(bytes, {.dialect = "godot-4"});
  if (!viewed) {
    const auto [code, offset] = viewed.error();
    std::fprintf(stderr, "%s: %s at byte %zu\n", path, godot_variant::name_of(code).data(), offset);
    return std::nullopt;
  }
  const godot_variant::View save = viewed.value().root();
  const auto name = save.at("player", "name");
  const auto gold = save.at("player", "gold");
  const auto text = name ? name->get<std::string_view>() : std::nullopt;
  const auto number = gold ? gold->get<std::int64_t>() : std::nullopt;
  if (!text || !number) {
    std::fprintf(stderr, "%s: no player with a name and gold\n", path);
    return std::nullopt;
  }
  return Player{std::string(*text), *number};
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<Player> players;
  for (int i = 1; i < count; ++i)
    if (const auto player = player_of(arguments[i])) players.push_back(*player);
  std::sort(players.begin(), players.end(), [](const Player& a, const Player& b) { return a.gold > b.gold; });
  for (const Player& player : players)
    std::printf("%8lld  %s\n", static_cast<long long>(player.gold), player.name.c_str());
  return players.size() + 1 == static_cast<std::size_t>(count) ? 0 : 1;
}
