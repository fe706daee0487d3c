# meshoptimizer, which has a configuration for CMake and none for pkg-config.
set(meshopt_FOUND FALSE)
set(missing "")
if(HONE_MESHOPT)
  find_package(meshoptimizer CONFIG QUIET)
  set(meshopt_FOUND ${meshoptimizer_FOUND})
  if(meshopt_FOUND)
    add_library(PkgConfig::meshopt INTERFACE IMPORTED GLOBAL) # named as the libraries of the other parts
    target_link_libraries(PkgConfig::meshopt INTERFACE meshoptimizer::meshoptimizer)
  else()
    set(missing meshoptimizer)
  endif()
endif()
hone_summary("compressed glTF" HONE_MESHOPT "${meshopt_FOUND}" "${missing}" meshoptimizer)
