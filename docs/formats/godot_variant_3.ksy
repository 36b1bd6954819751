# Generated from cpp/spec/variant.json by `npm run generate`. Do not edit.
meta:
  id: godot_variant_3
  title: Binary Variant of Godot 3 (Godot 3.0 to 3.6, and Rebel Engine)
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
        'type_id::vector2': vector2
        'type_id::rect2': rect2
        'type_id::vector3': vector3
        'type_id::transform2d': transform2d
        'type_id::plane': plane
        'type_id::quaternion': quaternion
        'type_id::aabb': aabb
        'type_id::basis': basis
        'type_id::transform3d': transform3d
        'type_id::color': color
        'type_id::node_path': node_path
        'type_id::object': object_value(is_wide)
        'type_id::dictionary': dictionary_value
        'type_id::array': array_value
        'type_id::packed_byte_array': packed_byte_array
        'type_id::packed_int32_array': packed_int32_array
        'type_id::packed_float32_array': packed_float32_array
        'type_id::packed_string_array': packed_string_array
        'type_id::packed_vector2_array': packed_vector2_array
        'type_id::packed_vector3_array': packed_vector3_array
        'type_id::packed_color_array': packed_color_array
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
    6: rect2
    7: vector3
    8: transform2d
    9: plane
    10: quaternion
    11: aabb
    12: basis
    13: transform3d
    14: color
    15: node_path
    16: rid
    17: object
    18: dictionary
    19: array
    20: packed_byte_array
    21: packed_int32_array
    22: packed_float32_array
    23: packed_string_array
    24: packed_vector2_array
    25: packed_vector3_array
    26: packed_color_array
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
        type: godot_variant_3
  signal_value:
    seq:
      - id: name
        type: text
      - id: object_id
        type: u8
  array_value:
    seq:
      - id: count_word
        doc: The count. Engines ignore bit 31.
        type: u4
      - id: elements
        type: godot_variant_3
        repeat: expr
        repeat-expr: num_elements
    instances:
      num_elements:
        value: count_word & 0x7fffffff
  dictionary_value:
    seq:
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
        type: godot_variant_3
      - id: value
        type: godot_variant_3
  vector2:
    doc: "A 2D vector of floats."
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
  rect2:
    doc: "A 2D rectangle of floats."
    seq:
      - id: position
        type: vector2
      - id: size
        type: vector2
  vector3:
    doc: "A 3D vector of floats."
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4
  transform2d:
    doc: "A 2D transform: two axes (columns) and the origin; the identity by default."
    seq:
      - id: x
        type: vector2
      - id: y
        type: vector2
      - id: origin
        type: vector2
  plane:
    doc: "A plane: its normal and its distance from the origin."
    seq:
      - id: normal
        type: vector3
      - id: d
        type: f4
  quaternion:
    doc: "A rotation; the identity by default."
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4
      - id: w
        type: f4
  aabb:
    doc: "An axis-aligned 3D box."
    seq:
      - id: position
        type: vector3
      - id: size
        type: vector3
  basis:
    doc: "A 3×3 matrix, given by its axes (columns); the identity by default. On the wire and in arrays it is stored row by row."
    seq:
      - id: rows
        doc: The rows of the matrix, each with one number of axis x, axis y and axis z.
        type: vector3
        repeat: expr
        repeat-expr: 3
  transform3d:
    doc: "A 3D transform; the identity by default."
    seq:
      - id: basis
        type: basis
      - id: origin
        type: vector3
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
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: vector2
        repeat: expr
        repeat-expr: num_elements
  packed_vector3_array:
    seq:
      - id: num_elements
        type: u4
        valid:
          max: 0x7fffffff
      - id: elements
        type: vector3
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
