# 64-bit RISC-V.
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(TRIPLE riscv64-linux-gnu)
set(QEMU qemu-riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
