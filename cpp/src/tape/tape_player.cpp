#include "tape/tape_player.h"

namespace godot_variant {

void play(const TapeView& tape, AnySink& sink) { TapePlayer<AnySink>(tape, sink).run(); }

}  // namespace godot_variant
