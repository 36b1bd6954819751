# One libFuzzer program for every tests/fuzz/*.cpp; the library itself is instrumented too.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "GODOT_VARIANT_FUZZ needs clang")
endif()
# The library has no run-time type information, which the vptr check would need.
set(fuzz_options -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
target_compile_options(godot_variant PRIVATE -fsanitize=fuzzer-no-link ${fuzz_options})

file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*.cpp)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(fuzz_${name} ${source})
  target_link_libraries(fuzz_${name} PRIVATE godot_variant)
  target_include_directories(fuzz_${name} PRIVATE cpp/src)
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer ${fuzz_options})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer ${fuzz_options})
  godot_variant_warnings(fuzz_${name})
endforeach()
