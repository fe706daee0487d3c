# 32-bit x86 with SSE2, which calculates with floats as other machines do; the x87 does not. Where the system runs such
# programs, as most on x86-64 do, they are run by their own loader, else by qemu.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(TRIPLE i686-linux-gnu)
set(QEMU qemu-i386)
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
set(CMAKE_CXX_FLAGS_INIT "-msse2 -mfpmath=sse")
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
set(LOADER /usr/${TRIPLE}/lib/ld-linux.so.2)
execute_process(COMMAND ${LOADER} --version RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
if(NOT failed)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${LOADER};--library-path;/usr/${TRIPLE}/lib")
endif()
