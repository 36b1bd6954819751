#include "convert/conversion.h"

namespace godot_variant {

ReadResult Conversion::run(const Input& input, const ReadRequest& request) {
  return run_as<AnySink>(input, request);
}

}  // namespace godot_variant
