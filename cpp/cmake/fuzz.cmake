# One libFuzzer program per file in tests/fuzz. The library is instrumented with libFuzzer's coverage; the sanitizers come
# from the flags of the preset.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "GODOT_VARIANT_FUZZ needs clang")
endif()
target_compile_options(godot_variant PRIVATE -fsanitize=fuzzer-no-link)

file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*.cpp)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(fuzz_${name} ${source})
  target_link_libraries(fuzz_${name} PRIVATE godot_variant)
  target_include_directories(fuzz_${name} PRIVATE cpp/src)
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  godot_variant_warnings(fuzz_${name})
endforeach()
