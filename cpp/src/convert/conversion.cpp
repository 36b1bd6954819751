#include "convert/conversion.h"

namespace godot_variant {

ReadResult Conversion::run(const Input& input, const ReadRequest& request) {
  converter_.start(*request.settings.dialect);
  ReadResult result = read_value<AnySink>(input, request, converter_);
  if (result.ok()) result.error = encoder_.error();
  frame_.close();
  return result;
}

}  // namespace godot_variant
