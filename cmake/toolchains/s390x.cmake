# IBM Z: 64 bits, big endian.
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(TRIPLE s390x-linux-gnu)
set(QEMU qemu-s390x)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
