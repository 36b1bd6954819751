#include "tape/tape_player.h"

namespace godot_variant {

void play(const TapeView& tape, AnySink& sink, TapeShortcut* shortcut) {
  TapePlayer<AnySink>(tape, sink, shortcut).run();
}

}  // namespace godot_variant
