// The words of an index; docs/INTERNALS.md, section "Index", has the layout.
#pragma once
#include <cstddef>
#include <cstdint>

#include "index/marks.gen.h"

namespace godot_variant::index_record {

/// Size in bytes of the key before a value.
inline std::size_t key_size(const std::uint32_t* record) { return std::size_t{record[1] >> key_shift} * 4; }

/// The number of the list of the values inside; 0 for none.
inline std::size_t list_of(const std::uint32_t* record) {
  return (record[1] & has_list) != 0 ? record[0] : 0;
}

/// Size in bytes of one number of a packed array; 0 for lists of records.
inline std::size_t element_size(const std::uint32_t* list) {
  const auto size = static_cast<std::int32_t>(list[2]);
  return size < 0 ? std::size_t{0} - static_cast<std::size_t>(static_cast<std::ptrdiff_t>(size)) : 0;
}

/// The position of the header of a record's value.
inline std::size_t position(const std::uint32_t* index, const std::uint32_t* record) {
  if ((record[1] & has_list) == 0) return record[0];
  const std::uint32_t* list = index + record[0];
  return list[0] - (static_cast<std::int32_t>(list[2]) < 0 ? packed_head : list[2]);
}

}  // namespace godot_variant::index_record
