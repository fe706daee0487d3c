# The sources are those of the tree that this port is a part of. A port of a registry would fetch a release instead, with
# vcpkg_from_github.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS
  FEATURES
    image HONE_IMAGE
    compression HONE_ZLIB
    meshopt HONE_MESHOPT
    draco HONE_DRACO
    physics HONE_PHYSICS
    render HONE_RENDER
    film HONE_FILM
)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${FEATURE_OPTIONS}
    -DHONE_COMMAND=OFF
    -DHONE_VIEW=OFF
    -DHONE_TESTS=OFF
    -DHONE_BENCH=OFF
    -DHONE_INSTALL=ON
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME hone CONFIG_PATH lib/cmake/hone)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
  "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
