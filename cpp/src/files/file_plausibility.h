// Scores values in files, most of which are long.
#pragma once
#include "diagnose/plausibility.h"

namespace godot_variant::files {

/// Reads common values in the decoder's lane. Programs that only decode values have no use for this code.
class FilePlausibility final : public Plausibility {
 public:
  /// Looks at what the lane reads.
  class Pen;
  bool run_lane(WireReader& reader) override;
};

}  // namespace godot_variant::files
