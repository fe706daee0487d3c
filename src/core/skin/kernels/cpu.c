/* Finds out at run time which instruction sets the CPU and the operating system support, and the size of its caches.
 * Compiled without any of them. */
#include "core/skin/kernels/kernel.h"
#include <stdatomic.h>
#include <stdint.h>
#if HONE_X86
#include <cpuid.h>
#endif

#if HONE_X86
bool hone_skin_has_avx2(void)
{
    return hone_processor_has_avx2() && hone_processor_has_fma_and_f16c();
}

bool hone_skin_has_avx512(void)
{
    return hone_skin_has_avx2() && hone_processor_has_avx512();
}

/* Returns the bytes of the last cache that a leaf of CPUID lists; 0 if it lists none. Both leaves have this form: 4 of
 * Intel, and 0x8000001d of AMD. */
static size_t last_cache(unsigned leaf)
{
    enum { DATA = 1, UNIFIED = 3, MOST = 16 };
    unsigned a, b, c, d, last_level = 0;
    size_t size = 0;
    for (unsigned i = 0; i < MOST && __get_cpuid_count(leaf, i, &a, &b, &c, &d) && (a & 31) != 0; i++) {
        const unsigned kind = a & 31, level = a >> 5 & 7;
        const size_t ways = (b >> 22) + 1, parts = (b >> 12 & 1023) + 1, line = (b & 4095) + 1, sets = (size_t)c + 1;
        if ((kind == DATA || kind == UNIFIED) && level > last_level)
            last_level = level, size = ways * parts * line * sets;
    }
    return size;
}

/* A virtual machine takes microseconds to answer CPUID, so the answer is kept. Operating systems are not asked: what
 * glibc's sysconf says of an AMD processor is the sum of the caches of all its cores. */
size_t hone_skin_last_cache(void)
{
    enum { UNKNOWN, NONE };
    static atomic_size_t known = UNKNOWN;
    size_t size = atomic_load_explicit(&known, memory_order_relaxed);
    if (size == UNKNOWN) {
        size = last_cache(4);
        if (size == 0)
            size = last_cache(0x8000001d);
        atomic_store_explicit(&known, size ? size : NONE, memory_order_relaxed);
    }
    return size == NONE ? 0 : size;
}
#else
size_t hone_skin_last_cache(void)
{
    return 0;
}
#endif

size_t hone_skin_stream_from(void)
{
    const size_t cache = hone_skin_last_cache();
    return cache ? cache / 4 : SIZE_MAX;
}
