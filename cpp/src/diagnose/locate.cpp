#include "diagnose/locate.h"

namespace godot_variant {

void locate(const Input& input, const ReadRequest& request, PathTracker& tracker) {
  read_value<AnySink>(input, request, tracker);
}

void locate(const TapeView& tape, PathTracker& tracker) { play(tape, tracker); }

}  // namespace godot_variant
