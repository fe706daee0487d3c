# Windows on x86-64, by Debian's gcc-mingw-w64-x86-64. Programs run in wine, where it is installed: those that make files
# for the build, and the tests. Libraries are those of packaging/windows/libraries.sh, and Debian's zlib.
#   cmake -S . -B build/windows -G Ninja --toolchain cmake/toolchains/windows.cmake
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-win32)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-win32)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(HONE_WINDOWS_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../../build/windows-libraries/usr CACHE PATH
  "The prefix of the libraries that hone uses")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HONE_WINDOWS_LIBRARIES)
foreach(kind EXE SHARED MODULE) # a program needs no DLL but those of Windows, and libhone.dll if that is built
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-static -Wl,--no-insert-timestamp") # two builds give the same bytes
endforeach()
set(CMAKE_FIND_ROOT_PATH ${HONE_WINDOWS_LIBRARIES} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# all libraries are static, so that a program needs no other files
set(ENV{PKG_CONFIG_LIBDIR} ${HONE_WINDOWS_LIBRARIES}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
set(PKG_CONFIG_ARGN --static CACHE STRING "Arguments of pkg-config")
find_program(HONE_WINE NAMES wine64 wine HINTS /usr/lib/wine NO_CMAKE_FIND_ROOT_PATH)
if(HONE_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${HONE_WINE})
endif()
