# The files that find_package(godot_variant) and pkg-config read. The exported targets are the whole CMake
# package, because the library has no dependencies.
include(CMakePackageConfigHelpers)
set(cmake_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/godot_variant)

install(TARGETS godot_variant EXPORT godot_variant)
install(DIRECTORY cpp/include/godot_variant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT godot_variant NAMESPACE godot_variant:: FILE godot_variant-config.cmake DESTINATION ${cmake_package_dir})
write_basic_package_version_file(godot_variant-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/godot_variant-config-version.cmake DESTINATION ${cmake_package_dir})

# pkg-config files name their folders relative to their own, so that an installed tree can be moved. The full
# names, because Nix and Guix give absolute folders, which do not stand under one prefix.
file(RELATIVE_PATH pc_includedir "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
configure_file(cpp/cmake/godot_variant.pc.in godot_variant.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/godot_variant.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
