#include "tape/tape_player.h"

namespace godot_variant {

std::size_t play(const TapeView& tape, AnySink& sink, TapeShortcut* shortcut, std::size_t at) {
  return TapePlayer<AnySink>(tape, sink, shortcut, at).run();
}

}  // namespace godot_variant
