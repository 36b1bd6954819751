# The warnings that every source of this project compiles without.
function(godot_variant_warnings target)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${GODOT_VARIANT_DEVELOPER}>:/WX>)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion $<$<BOOL:${GODOT_VARIANT_DEVELOPER}>:-Werror>)
  endif()
endfunction()
