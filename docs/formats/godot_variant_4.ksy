# Generated from cpp/spec/variant.json by `npm run generate`. Do not edit.
meta:
  id: godot_variant_4
  title: Binary Variant of Godot 4 (Godot 4.0 to 4.6)
  license: MIT
  ks-version: '0.11'
  endian: le
  encoding: UTF-8
doc: |
  One value, as var_to_bytes (Godot 4) and var2bytes (Godot 3) return it. Files of store_var and packets of put_var have a length before it.
  The definition does not check that the input ends behind the value, and it has no limit on depth.
doc-ref: docs/FORMAT.md
seq:
  - id: type
    type: u1
    enum: type_id
    valid:
      in-enum: true
  - id: unused
    doc: Engines ignore it.
    type: u1
  - id: flags
    doc: Bits 16 to 31 of the header.
    type: u2
  - id: payload
    doc: Absent in types that are a header only.
    type:
      switch-on: type
      cases:
        'type_id::bool': bool_value
        'type_id::int': int_value(is_wide)
        'type_id::float': float_value(is_wide)
        'type_id::string': text
        'type_id::vector2': vector2(is_wide)
        'type_id::vector2i': vector2i
        'type_id::rect2': rect2(is_wide)
        'type_id::rect2i': rect2i
        'type_id::vector3': vector3(is_wide)
        'type_id::vector3i': vector3i
        'type_id::transform2d': transform2d(is_wide)
        'type_id::vector4': vector4(is_wide)
        'type_id::vector4i': vector4i
        'type_id::plane': plane(is_wide)
        'type_id::quaternion': quaternion(is_wide)
        'type_id::aabb': aabb(is_wide)
        'type_id::basis': basis(is_wide)
        'type_id::transform3d': transform3d(is_wide)
        'type_id::projection': projection(is_wide)
        'type_id::color': color
        'type_id::string_name': text
        'type_id::node_path': node_path
        'type_id::rid': id_value
        'type_id::object': object_value(is_wide)
        'type_id::signal': signal_value
        'type_id::dictionary': dictionary_value(flags & 3, (flags >> 2) & 3)
        'type_id::array': array_value(flags & 3)
        'type_id::packed_byte_array': packed_byte_array
        'type_id::packed_int32_array': packed_int32_array
        'type_id::packed_int64_array': packed_int64_array
        'type_id::packed_float32_array': packed_float32_array
        'type_id::packed_float64_array': packed_float64_array
        'type_id::packed_string_array': packed_string_array
        'type_id::packed_vector2_array': packed_vector2_array(is_wide)
        'type_id::packed_vector3_array': packed_vector3_array(is_wide)
        'type_id::packed_color_array': packed_color_array
        'type_id::packed_vector4_array': packed_vector4_array(is_wide)
instances:
  is_wide:
    doc: The numbers have 64 bits; an Object is an id. Other types give the bit no meaning or another one.
    value: (flags & 1) != 0
enums:
  type_id:
    0: nil
    1: bool
    2: int
    3: float
    4: string
    5: vector2
    6: vector2i
    7: rect2
    8: rect2i
    9: vector3
    10: vector3i
    11: transform2d
    12: vector4
    13: vector4i
    14: plane
    15: quaternion
    16: aabb
    17: basis
    18: transform3d
    19: projection
    20: color
    21: string_name
    22: node_path
    23: rid
    24: object
    25: callable
    26: signal
    27: dictionary
    28: array
    29: packed_byte_array
    30: packed_int32_array
    31: packed_int64_array
    32: packed_float32_array
    33: packed_float64_array
    34: packed_string_array
    35: packed_vector2_array
    36: packed_vector3_array
    37: packed_color_array
    38: packed_vector4_array
  type_kind:
    0: untyped
    1: builtin
    2: class_name
    3: script
types:
  bool_value:
    seq:
      - id: raw
        type: u4
    instances:
      value:
        value: raw != 0
  int_value:
    params:
      - id: is_wide
        type: bool
    seq:
      - id: value
        type:
          switch-on: is_wide
          cases:
            'true': s8
            'false': s4
  float_value:
    params:
      - id: is_wide
        type: bool
    seq:
      - id: value
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
  text:
    doc: UTF-8 that ends at its first NUL, if it has one. The length counts the NUL; engines write it in PackedStringArray only.
    seq:
      - id: len_value
        type: u4
        valid:
          max: 0x7ffffffc
      - id: value
        type: strz
        size: len_value
      - id: padding
        size: (4 - len_value % 4) % 4
  node_path:
    seq:
      - id: names_word
        doc: The count of names; bit 31 is set. Engines refuse the form without it.
        type: u4
        valid:
          min: 0x80000000
      - id: num_subnames_before_property
        type: u4
      - id: flags
        doc: Bit 0 marks an absolute path. Bit 1 announces a property, which is one more subname.
        type: u4
      - id: names
        type: text
        repeat: expr
        repeat-expr: num_names
      - id: subnames
        type: text
        repeat: expr
        repeat-expr: num_subnames
    instances:
      num_names:
        value: names_word & 0x7fffffff
      num_subnames:
        value: 'num_subnames_before_property + ((flags & 2) != 0 ? 1 : 0)'
      is_absolute:
        value: (flags & 1) != 0
  id_value:
    seq:
      - id: value
        type: u8
  object_value:
    params:
      - id: is_id
        type: bool
    seq:
      - id: object_id
        type: u8
        if: is_id
      - id: class_name
        doc: Empty for a null object, which ends here.
        type: text
        if: not is_id
      - id: num_properties
        doc: A negative count means no properties.
        type: s4
        if: has_properties
      - id: properties
        type: property
        repeat: expr
        repeat-expr: num_read
        if: has_properties
    instances:
      num_read:
        value: 'num_properties < 0 ? 0 : num_properties'
      has_properties:
        value: not is_id and class_name.value.length != 0
  property:
    seq:
      - id: name
        type: text
      - id: value
        type: godot_variant_4
  signal_value:
    seq:
      - id: name
        type: text
      - id: object_id
        type: u8
  container_type:
    doc: The type of all elements, keys or values of a container.
    params:
      - id: kind_bits
        type: u1
    seq:
      - id: builtin
        type: u4
        enum: type_id
        valid:
          in-enum: true
        if: kind == type_kind::builtin
      - id: name
        doc: A class, or the path of a script.
        type: text
        if: kind == type_kind::class_name or kind == type_kind::script
    instances:
      kind:
        value: kind_bits
        enum: type_kind
  array_value:
    params:
      - id: kind
        type: u1
    seq:
      - id: element_type
        type: container_type(kind)
      - id: count_word
        doc: The count. Engines ignore bit 31.
        type: u4
      - id: elements
        type: godot_variant_4
        repeat: expr
        repeat-expr: num_elements
    instances:
      num_elements:
        value: count_word & 0x7fffffff
  dictionary_value:
    params:
      - id: key_kind
        type: u1
      - id: value_kind
        type: u1
    seq:
      - id: key_type
        type: container_type(key_kind)
      - id: value_type
        type: container_type(value_kind)
      - id: count_word
        doc: The count. Engines ignore bit 31.
        type: u4
      - id: pairs
        doc: Engines keep the last value of a key that is repeated.
        type: pair
        repeat: expr
        repeat-expr: num_pairs
    instances:
      num_pairs:
        value: count_word & 0x7fffffff
  pair:
    seq:
      - id: key
        type: godot_variant_4
      - id: value
        type: godot_variant_4
  vector2:
    doc: "A 2D vector of floats."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: x
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: y
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
  vector2i:
    doc: "A 2D vector of 32-bit integers."
    seq:
      - id: x
        type: s4
      - id: y
        type: s4
  rect2:
    doc: "A 2D rectangle of floats."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: position
        type: vector2(is_wide)
      - id: size
        type: vector2(is_wide)
  rect2i:
    doc: "A 2D rectangle of 32-bit integers."
    seq:
      - id: position
        type: vector2i
      - id: size
        type: vector2i
  vector3:
    doc: "A 3D vector of floats."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: x
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: y
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: z
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
  vector3i:
    doc: "A 3D vector of 32-bit integers."
    seq:
      - id: x
        type: s4
      - id: y
        type: s4
      - id: z
        type: s4
  transform2d:
    doc: "A 2D transform: two axes (columns) and the origin; the identity by default."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: x
        type: vector2(is_wide)
      - id: y
        type: vector2(is_wide)
      - id: origin
        type: vector2(is_wide)
  vector4:
    doc: "A 4D vector of floats."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: x
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: y
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: z
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: w
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
  vector4i:
    doc: "A 4D vector of 32-bit integers."
    seq:
      - id: x
        type: s4
      - id: y
        type: s4
      - id: z
        type: s4
      - id: w
        type: s4
  plane:
    doc: "A plane: its normal and its distance from the origin."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: normal
        type: vector3(is_wide)
      - id: d
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
  quaternion:
    doc: "A rotation; the identity by default."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: x
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: y
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: z
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
      - id: w
        type:
          switch-on: is_wide
          cases:
            'true': f8
            'false': f4
  aabb:
    doc: "An axis-aligned 3D box."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: position
        type: vector3(is_wide)
      - id: size
        type: vector3(is_wide)
  basis:
    doc: "A 3×3 matrix, given by its axes (columns); the identity by default. On the wire and in arrays it is stored row by row."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: rows
        doc: The rows of the matrix, each with one number of axis x, axis y and axis z.
        type: vector3(is_wide)
        repeat: expr
        repeat-expr: 3
  transform3d:
    doc: "A 3D transform; the identity by default."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: basis
        type: basis(is_wide)
      - id: origin
        type: vector3(is_wide)
  projection:
    doc: "A 4×4 projection matrix, given by its columns; the identity by default."
    params:
      - id: is_wide
        type: bool
    seq:
      - id: x
        type: vector4(is_wide)
      - id: y
        type: vector4(is_wide)
      - id: z
        type: vector4(is_wide)
      - id: w
        type: vector4(is_wide)
  color:
    doc: "A color: red, green, blue and alpha, where 1 is full strength. Engines have only 32-bit colors."
    seq:
      - id: r
        type: f4
      - id: g
        type: f4
      - id: b
        type: f4
      - id: a
        type: f4
  packed_byte_array:
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: data
        size: num_elements
      - id: padding
        doc: May be missing at the end of the input, as in the engine.
        size: '_io.size - _io.pos < (4 - num_elements % 4) % 4 ? _io.size - _io.pos : (4 - num_elements % 4) % 4'
  packed_int32_array:
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: s4
        repeat: expr
        repeat-expr: num_elements
  packed_int64_array:
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: s8
        repeat: expr
        repeat-expr: num_elements
  packed_float32_array:
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: f4
        repeat: expr
        repeat-expr: num_elements
  packed_float64_array:
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: f8
        repeat: expr
        repeat-expr: num_elements
  packed_string_array:
    seq:
      - id: count_word
        doc: With bit 31 set, the array is empty.
        type: u4
      - id: elements
        type: text
        repeat: expr
        repeat-expr: num_elements
    instances:
      num_elements:
        value: 'count_word > 0x7fffffff ? 0 : count_word'
  packed_vector2_array:
    params:
      - id: is_wide
        type: bool
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: vector2(is_wide)
        repeat: expr
        repeat-expr: num_elements
  packed_vector3_array:
    params:
      - id: is_wide
        type: bool
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: vector3(is_wide)
        repeat: expr
        repeat-expr: num_elements
  packed_color_array:
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: color
        repeat: expr
        repeat-expr: num_elements
  packed_vector4_array:
    params:
      - id: is_wide
        type: bool
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: vector4(is_wide)
        repeat: expr
        repeat-expr: num_elements
