/* One name for each thing that compilers have beyond standard C, and plain C in its place where they lack it. */
#ifndef HONE_SRC_BASE_LANES_VECTORS_H
#define HONE_SRC_BASE_LANES_VECTORS_H

/* Whether vectors may be used: the vector types and attributes of GCC and clang, and the instructions of a processor.
 * Without them everything is plain C11, gives the same bits, and takes longer. The build option HONE_VECTORS=OFF sets
 * it to 0. */
#if !defined(HONE_VECTORS)
#if defined(__GNUC__) || defined(__clang__)
#define HONE_VECTORS 1
#else
#define HONE_VECTORS 0
#endif
#endif

/* HONE_X86: the processor can be asked for what only some of x86-64 have. */
#if HONE_VECTORS && defined(__x86_64__)
#define HONE_X86 1
#endif

/* HONE_KERNEL_SSE2 and so on: the kernels for these instructions are compiled. They are where the compiler has the
 * instructions, unless the build option HONE_KERNELS leaves them out. */
#if HONE_VECTORS && defined(__SSE2__) && !defined(HONE_WITHOUT_SSE2) /* x86-64, and 32-bit x86 that has it */
#define HONE_KERNEL_SSE2 1
#endif
/* HONE_KERNEL_FOUR: vectors of four floats of any machine; of x86-64 they are SSE2. */
#if HONE_VECTORS && !(HONE_X86 && defined(HONE_WITHOUT_SSE2))
#define HONE_KERNEL_FOUR 1
#endif
#if HONE_X86 && !defined(HONE_WITHOUT_AVX2)
#define HONE_KERNEL_AVX2 1
#endif
#if HONE_X86 && !defined(HONE_WITHOUT_AVX512)
#define HONE_KERNEL_AVX512 1
#endif
/* For 32-bit ARM, cmake/hone.cmake defines it. */
#if HONE_VECTORS && defined(__aarch64__) && !defined(HONE_WITHOUT_NEON)
#define HONE_KERNEL_NEON 1
#endif
#if HONE_VECTORS && defined(__wasm_simd128__) && !defined(HONE_WITHOUT_WASM)
#define HONE_KERNEL_WASM 1
#endif

/* HONE_FEWEST_LANES: how many lanes (lanes.h) code has that is not compiled for one kind of processor.
 * HONE_PREFETCH: asks for an address that is needed soon. HONE_PREFETCH_TO_WRITE: the same, to write there.
 * HONE_ALIGNED: an address that is a multiple of `size`.
 * HONE_UNLIKELY: a condition that is rarely true. */
#if HONE_VECTORS
#define HONE_FEWEST_LANES 4
#define HONE_ALWAYS_INLINE static inline __attribute__((always_inline))
#define HONE_NEVER_INLINE static __attribute__((noinline))
#define HONE_PREFETCH(address) __builtin_prefetch(address)
#define HONE_PREFETCH_TO_WRITE(address) __builtin_prefetch(address, 1)
#define HONE_ALIGNED(address, size) __builtin_assume_aligned(address, size)
#define HONE_UNLIKELY(condition) __builtin_expect(condition, 0)
#else
#define HONE_FEWEST_LANES 1
#define HONE_ALWAYS_INLINE static inline
#define HONE_NEVER_INLINE static
#define HONE_PREFETCH(address) ((void)(address))
#define HONE_PREFETCH_TO_WRITE(address) ((void)(address))
#define HONE_ALIGNED(address, size) (address)
#define HONE_UNLIKELY(condition) (condition)
#endif

#endif
