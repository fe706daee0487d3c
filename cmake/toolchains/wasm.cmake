# WebAssembly with vectors of 128 bits, by emscripten; programs run in node, and see the files of the machine.
set(EMSCRIPTEN_CMAKE /usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
if(DEFINED ENV{EMSDK})
  set(EMSCRIPTEN_CMAKE $ENV{EMSDK}/upstream/emscripten/cmake/Modules/Platform/Emscripten.cmake)
endif()
# By default node of version 18 and later fetches local files as if they were addresses.
set(CMAKE_CROSSCOMPILING_EMULATOR "node;--no-experimental-fetch")
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY BOTH) # also where pkg-config says
include(${EMSCRIPTEN_CMAKE})
set(CMAKE_C_FLAGS_INIT "-msimd128 -pthread")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sPROXY_TO_PTHREAD=1 -sEXIT_RUNTIME=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=8MB -Wno-pthreads-mem-growth")
