/* The loops that blend rotations of the skinning kernel for the vectors of WebAssembly. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_WASM
#include "core/skin/kernels/lanes/wasm.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/turning.h"
#endif
