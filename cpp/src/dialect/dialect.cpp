#include "dialect/dialect.h"

#include <cstring>

#include "godot_variant/containers.h"

namespace godot_variant {
namespace {
#include "dialect/tables.gen.inc"

/// The name of an enumerator; empty for a number that is none.
template <std::size_t N, class T>
std::string_view name_in(const std::string_view (&names)[N], T code) {
  const auto number = static_cast<std::size_t>(code);
  return number < N ? names[number] : "";
}

}  // namespace

std::span<const Dialect> all_dialects() { return dialects; }

const Dialect* find_dialect(std::string_view name) {
  if (name.empty()) return &dialects[default_dialect];
  for (const Dialect& dialect : dialects) {
    if (dialect.name == name) return &dialect;
  }
  for (const Alias& alias : aliases) {
    if (alias.name == name) return &dialects[alias.dialect];
  }
  return nullptr;
}

const TypeRow& usual_row(Type type) { return usual_rows[static_cast<std::size_t>(type)]; }

Type fallback_of(Type type) { return fallbacks[static_cast<std::size_t>(type)]; }

FileKind container_of(Bytes bytes) {
  for (const Magic& magic : magics) {
    const std::size_t size = magic.bytes.size();
    if (bytes.size() >= size && std::memcmp(bytes.data(), magic.bytes.data(), size) == 0)
      return magic.container;
  }
  return FileKind::none;
}

std::string_view name_of(FileKind container) { return name_in(container_names, container); }

std::string_view old_name_of(Type type) {
  for (const OldName& old : old_names) {
    if (old.type == type) return old.name;
  }
  return name_of(type);
}

std::optional<Type> find_type(std::string_view name) {
  for (std::size_t i = 0; i < type_count; ++i) {
    if (type_names[i] == name) return static_cast<Type>(i);
  }
  for (const OldName& old : old_names) {
    if (old.name == name) return old.type;
  }
  return std::nullopt;
}

std::string_view name_of(Type type) { return name_in(type_names, type); }
std::string_view name_of(ErrorCode code) { return name_in(error_names, code); }
std::string_view name_of(WarningCode code) { return name_in(warning_names, code); }
std::string_view name_of(LossCode code) { return name_in(loss_names, code); }

}  // namespace godot_variant
