# The C library musl on x86-64. Debian has no C++ library for it, so meshoptimizer and Draco are left out. The little that
# Bullet needs of C++ is taken from that of glibc, with the two symbols of glibc that this asks for.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_CXX_COMPILER x86_64-linux-gnu-g++)
set(flags -specs=/usr/lib/x86_64-linux-musl/musl-gcc.specs -static-libstdc++ -static-libgcc -nostdinc++
  "-D'__GLIBC_PREREQ(a,b)=0'" -D__locale_t=locale_t) # which its headers expect
file(GLOB folders /usr/include/c++/* /usr/include/x86_64-linux-gnu/c++/*)
foreach(folder ${folders})
  list(APPEND flags -isystem ${folder})
endforeach()
string(JOIN " " flags ${flags})
set(CMAKE_CXX_FLAGS "${flags}" CACHE STRING "Flags of C++")
set(HONE_CXX_LIBRARY :libstdc++.a)
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT ${CMAKE_BINARY_DIR}/musl_cxx.o)
if(NOT EXISTS ${CMAKE_BINARY_DIR}/musl_cxx.o)
  file(WRITE ${CMAKE_BINARY_DIR}/musl_cxx.c [[
char __libc_single_threaded;                                                 /* 0: there may be threads */
int _dl_find_object(void *at, void *out) { (void)at, (void)out; return -1; } /* for exceptions, which Bullet has not */
]])
  execute_process(COMMAND musl-gcc -fPIC -c musl_cxx.c WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
endif()
set(CMAKE_FIND_ROOT_PATH /usr/lib/x86_64-linux-musl /usr/include/x86_64-linux-musl)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY BOTH) # also where pkg-config says
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/env) # it runs here
