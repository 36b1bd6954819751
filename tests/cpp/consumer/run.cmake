# Installs the build in ${build_dir} into an empty folder and uses it with CMake and with pkg-config.
cmake_minimum_required(VERSION 3.21)
set(work ${build_dir}/consumer)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed (${result}): ${ARGV}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${build_dir} --config ${config} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -G ${generator} -D CMAKE_BUILD_TYPE=${config}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler} "-DCMAKE_CXX_FLAGS=${flags}"
  -D expected_version=${version})
run(${CMAKE_COMMAND} --build ${work}/build --config ${config})
run(${work}/build/consumer)

find_program(pkg_config NAMES pkg-config pkgconf)
if(pkg_config)
  file(GLOB_RECURSE pc_file ${prefix}/*/godot_variant.pc)
  execute_process(COMMAND ${pkg_config} --cflags --libs ${pc_file}
    OUTPUT_VARIABLE package_flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(package_flags UNIX_COMMAND "${package_flags}")
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${compiler} -std=c++20 ${flags} ${CMAKE_CURRENT_LIST_DIR}/main.cpp -o ${work}/with-pkg-config ${package_flags})
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/lib ${work}/with-pkg-config)
endif()

# A project that hides its own symbols does not hide those of the library, its fast math does not change the library's numbers, and its
# unity build leaves the sources apart. Configuring one is enough.
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/../../.. -B ${work}/hidden -G ${generator} -D CMAKE_CXX_COMPILER=${compiler}
  -D BUILD_SHARED_LIBS=ON -D CMAKE_CXX_VISIBILITY_PRESET=hidden -D CMAKE_CXX_FLAGS=-ffast-math -D CMAKE_UNITY_BUILD=ON
  -D CMAKE_EXPORT_COMPILE_COMMANDS=ON -D GODOT_VARIANT_TESTS=OFF)
file(READ ${work}/hidden/compile_commands.json commands)
if(commands MATCHES "-fvisibility=hidden")
  message(FATAL_ERROR "the shared library exports nothing")
endif()
if(NOT commands MATCHES "-ffast-math [^\n]*-fno-finite-math-only")
  message(FATAL_ERROR "the library computes with fast math")
endif()
if(commands MATCHES "unity_")
  message(FATAL_ERROR "the sources of the library are compiled together")
endif()

# The folders of the package may be absolute, and apart. Configuring writes the pkg-config file. CMake refuses headers in the source
# folder, in which the build may be.
if(pkg_config)
  set(apart ${work}/apart)
  set(pc_folder ${apart}/out/lib/pkgconfig)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/../../.. -B ${apart}/build -G ${generator} -D CMAKE_CXX_COMPILER=${compiler}
    -D CMAKE_INSTALL_PREFIX=${apart}/out -D CMAKE_INSTALL_LIBDIR=${apart}/out/lib
    -D CMAKE_INSTALL_INCLUDEDIR=/headers/include -D GODOT_VARIANT_TESTS=OFF)
  file(COPY ${apart}/build/godot_variant.pc DESTINATION ${pc_folder})
  function(expect_folder variable expected)
    execute_process(COMMAND ${pkg_config} --variable=${variable} ${pc_folder}/godot_variant.pc
      OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    get_filename_component(found "${found}" ABSOLUTE)
    if(NOT found STREQUAL expected)
      message(FATAL_ERROR "${variable} is ${found} instead of ${expected}")
    endif()
  endfunction()
  expect_folder(includedir /headers/include)
  expect_folder(libdir ${apart}/out/lib)
endif()
