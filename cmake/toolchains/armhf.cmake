# 32-bit ARM with floating point in hardware (ARMv7).
set(CMAKE_SYSTEM_PROCESSOR armv7l)
set(TRIPLE arm-linux-gnueabihf)
set(QEMU qemu-arm)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
