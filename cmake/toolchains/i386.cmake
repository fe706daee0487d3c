# 32-bit x86 with SSE2, which calculates with floats as other machines do; the x87 does not.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(TRIPLE i686-linux-gnu)
set(QEMU qemu-i386)
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
set(CMAKE_CXX_FLAGS_INIT "-msse2 -mfpmath=sse")
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
