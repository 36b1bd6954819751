# One Google Benchmark program from tests/bench/*.cpp.
find_package(benchmark QUIET)
file(GLOB bench_sources CONFIGURE_DEPENDS tests/bench/*.cpp)
if(benchmark_FOUND AND bench_sources)
  add_executable(godot_variant_bench ${bench_sources})
  target_link_libraries(godot_variant_bench PRIVATE godot_variant benchmark::benchmark_main)
  target_include_directories(godot_variant_bench PRIVATE cpp/src)
  target_compile_definitions(godot_variant_bench PRIVATE
    GODOT_VARIANT_FIXTURES="${PROJECT_SOURCE_DIR}/tests/fixtures")
  godot_variant_warnings(godot_variant_bench)
endif()
