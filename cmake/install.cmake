# `cmake --install`: library, headers, command, find_package(hone CONFIG) and pkg-config files.
include(CMakePackageConfigHelpers)
install(TARGETS hone EXPORT hone-targets)
install(DIRECTORY include/hone TYPE INCLUDE)
if(NOT BUILD_SHARED_LIBS)
  install(TARGETS hone_flags EXPORT hone-targets) # a static library names all that it links, flags too
endif()
install(EXPORT hone-targets NAMESPACE hone:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hone)
configure_package_config_file(cmake/hone-config.cmake.in hone-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hone)
write_basic_package_version_file(hone-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hone-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/hone-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hone)
set(HONE_PC_REQUIRES "")
if(image_FOUND)
  list(APPEND HONE_PC_REQUIRES libpng libjpeg)
endif()
if(render_FOUND)
  list(APPEND HONE_PC_REQUIRES epoxy egl)
endif()
if(zlib_FOUND)
  list(APPEND HONE_PC_REQUIRES zlib)
endif()
list(JOIN HONE_PC_REQUIRES " " HONE_PC_REQUIRES)
if(BUILD_SHARED_LIBS) # which knows what it links
  set(HONE_PC_REQUIRES "Requires.private: ${HONE_PC_REQUIRES}")
  set(HONE_PC_LIBS "Libs: -L\${libdir} -lhone\nLibs.private: -pthread -lm")
else()
  set(HONE_PC_REQUIRES "Requires: ${HONE_PC_REQUIRES}")
  set(HONE_PC_LIBS "Libs: -L\${libdir} -lhone -pthread -lm")
endif()
file(RELATIVE_PATH HONE_PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX}) # may be moved
configure_file(cmake/hone.pc.in hone.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hone.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
