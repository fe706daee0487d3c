/* What skinning asks of the processor: instructions, and the size of its cache. */
#include "base/system/machine.h"
#include "skin/kernels/kernel.h"
#include "support/support.h"
#include <stdio.h>
#include <string.h>

#if HONE_SKIN_X86
enum { MOST = 1 << 14 };

/* Linux lists what the processor and the system support. Returns false where there is no such list. */
static bool read_flags(char flags[MOST])
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    bool found = false;
    while (file && !found && fgets(flags, MOST, file)) found = strncmp(flags, "flags", 5) == 0;
    if (file)
        fclose(file);
    if (found)
        flags[strcspn(flags, "\n")] = ' ';
    return found;
}

static bool has(const char *flags, const char *name)
{
    char word[32];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(flags, word) != NULL;
}

static void kernels_are_for_processors_with_their_instructions(void **state)
{
    (void)state;
    static char flags[MOST];
    if (!read_flags(flags))
        test_skip(1, "test of the processor's flags, which this system does not list");
    bool avx2 = has(flags, "avx2") && has(flags, "fma") && has(flags, "f16c");
    bool avx512 = has(flags, "avx512f") && has(flags, "avx512bw") && has(flags, "avx512dq") && has(flags, "avx512vl");
    for (int again = 0; again < 2; again++) {
        CHECK(hone_skin_has_avx2() == avx2);
        CHECK(hone_skin_has_avx512() == (avx2 && avx512));
    }
}
#endif

static void results_of_four_caches_are_written_past_the_cache(void **state)
{
    (void)state;
    long cache = hone_cache_size();
    for (int again = 0; again < 2; again++)
        CHECK(hone_skin_stream_from() == (cache > 0 ? 4 * (size_t)cache : SIZE_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#if HONE_SKIN_X86
        cmocka_unit_test(kernels_are_for_processors_with_their_instructions),
#endif
        cmocka_unit_test(results_of_four_caches_are_written_past_the_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
