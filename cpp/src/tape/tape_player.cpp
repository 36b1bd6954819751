#include "tape/tape_player.h"

namespace godot_variant {

std::size_t play(const TapeView& tape, AnySink& sink, std::size_t at) {
  return TapePlayer<AnySink>(tape, sink, at).run();
}

}  // namespace godot_variant
