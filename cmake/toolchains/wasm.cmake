# WebAssembly with threads for the tests: programs run in node, and see the files of the machine.
include(${CMAKE_CURRENT_LIST_DIR}/web.cmake)
string(APPEND CMAKE_C_FLAGS_INIT " -pthread")
string(APPEND CMAKE_CXX_FLAGS_INIT " -pthread")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sPROXY_TO_PTHREAD=1 -sEXIT_RUNTIME=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=8MB -Wno-pthreads-mem-growth")
