/* The skinning kernel for the vectors of WebAssembly. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_WASM
#include "core/skin/kernels/lanes/wasm.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/kernel.h"

const hone_skin_kernel hone_skin_wasm = {{"wasm", NULL}, run_blocks};
#endif
