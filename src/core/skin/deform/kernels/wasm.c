/* The kernel of direct delta mush for the vectors of WebAssembly. */
#include "core/skin/deform/kernels/kernel.h"
#if HONE_KERNEL_WASM
#include "core/skin/kernels/lanes/wasm.h"
/* must come after the vector type */
#include "core/skin/deform/kernels/lanes.h"

const hone_direct_kernel hone_direct_wasm = {{"wasm", NULL}, run_blocks};
#endif
