# WebAssembly for pages, by emscripten: vectors of 128 bits, and one thread, because pages with threads need headers that
# servers of plain files do not send. Small code: -DCMAKE_BUILD_TYPE=MinSizeRel.
set(EMSCRIPTEN_CMAKE /usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
if(DEFINED ENV{EMSDK})
  set(EMSCRIPTEN_CMAKE $ENV{EMSDK}/upstream/emscripten/cmake/Modules/Platform/Emscripten.cmake)
endif()
# By default node of version 18 and later fetches local files as if they were addresses.
set(CMAKE_CROSSCOMPILING_EMULATOR "node;--no-experimental-fetch")
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY BOTH) # also where pkg-config says
include(${EMSCRIPTEN_CMAKE})
if(EXISTS /usr/share/nodejs/acorn) # Debian's emcc finds it only if node is Debian's, too
  set(CMAKE_C_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs")
  set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_C_LINKER_LAUNCHER})
endif()
set(CMAKE_C_FLAGS_INIT "-msimd128")
set(CMAKE_CXX_FLAGS_INIT "-msimd128")
set(CMAKE_C_FLAGS_MINSIZEREL "-Oz -DNDEBUG" CACHE STRING "Flags of MinSizeRel")
set(CMAKE_CXX_FLAGS_MINSIZEREL "-Oz -DNDEBUG" CACHE STRING "Flags of MinSizeRel")
