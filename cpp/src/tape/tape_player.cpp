#include "tape/tape_player.h"

namespace godot_variant {

std::size_t play(const TapeView& tape, AnySink& sink, std::size_t at) {
  return TapePlayer<AnySink>(tape, sink, at).run();
}

std::size_t play_beginning(const TapeView& tape, AnySink& sink, std::size_t at) {
  return TapePlayer<AnySink>(tape, sink, at).run_beginning();
}

}  // namespace godot_variant
