# CTest: one GoogleTest program from tests/cpp/*.cpp, and a consumer project built against the installed package.
find_package(GTest REQUIRED)
set(fixtures_dir "${PROJECT_SOURCE_DIR}/tests/fixtures")

file(GLOB test_sources CONFIGURE_DEPENDS tests/cpp/*.cpp)
if(test_sources)
  add_executable(godot_variant_tests ${test_sources})
  target_link_libraries(godot_variant_tests PRIVATE godot_variant GTest::gtest_main)
  target_include_directories(godot_variant_tests PRIVATE cpp/src)
  target_compile_definitions(godot_variant_tests PRIVATE GODOT_VARIANT_FIXTURES="${fixtures_dir}")
  godot_variant_warnings(godot_variant_tests)
  # Without optimization the tests take seven times as long, because they compile templates and inline functions of the library.
  target_compile_options(godot_variant_tests PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(godot_variant_tests PRIVATE <gtest/gtest.h> <nlohmann/json.hpp>)
  add_test(NAME godot_variant_tests COMMAND godot_variant_tests)
endif()

if(NOT GODOT_VARIANT_FUZZ)
  add_test(NAME consumer COMMAND ${CMAKE_COMMAND}
    -D build_dir=${PROJECT_BINARY_DIR}
    -D config=$<CONFIG>
    -D generator=${CMAKE_GENERATOR}
    -D compiler=${CMAKE_CXX_COMPILER}
    -D "flags=${CMAKE_CXX_FLAGS}"
    -D version=${PROJECT_VERSION}
    -P ${PROJECT_SOURCE_DIR}/tests/cpp/consumer/run.cmake)
endif()
