# The warnings that are enabled for every source of this project.
function(godot_variant_warnings target)
  if(MSVC)
    # C5030 warns of each [[gnu::...]], which only other compilers know.
    target_compile_options(${target} PRIVATE /W4 /wd5030 $<$<BOOL:${GODOT_VARIANT_DEVELOPER}>:/WX>)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${GODOT_VARIANT_DEVELOPER}>:-Werror>)
  endif()
endfunction()
