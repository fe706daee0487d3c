/* What skinning asks of the processor: instructions, and the size of its cache. */
#include "core/skin/kernels/kernel.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if HONE_X86
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

#if HONE_X86
/* Reads a number from what Linux tells about a cache of the first processor; 0 if it tells nothing. */
static unsigned long cache_number(int index, const char *name)
{
    char path[96], text[32] = "";
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
    FILE *file = fopen(path, "r");
    bool found = file && fgets(text, sizeof text, file);
    if (file)
        fclose(file);
    return found ? strtoul(text, NULL, 10) : 0;
}

static void the_last_cache_is_that_of_the_processor(void **state)
{
    (void)state;
    unsigned long level = 0, kilobytes = 0;
    for (int i = 0; i < 8; i++)
        if (cache_number(i, "level") > level)
            level = cache_number(i, "level"), kilobytes = cache_number(i, "size");
    if (level < 2)
        test_skip(1, "test of the last cache, which this system does not tell");
    for (int again = 0; again < 2; again++) CHECK(hone_skin_last_cache() == (size_t)kilobytes * 1024);
}
#endif

static void results_of_a_quarter_of_the_last_cache_are_written_past_it(void **state)
{
    (void)state;
    size_t cache = hone_skin_last_cache();
    CHECK(hone_skin_stream_from() == (cache ? cache / 4 : SIZE_MAX));
}

static void arrays_at_the_same_place_of_their_pages_are_not_apart(void **state)
{
    (void)state;
    static const struct {
        size_t a, b;
        bool apart;
    } cases[] = {{0, 0, false},     {4096, 8192, false}, {4096, 8192 + 64, false},        {4096 + 255, 8192, false},
                 {256, 4096, true}, {4096, 8448, true},  {4096, 8192 + 2048, true},       {4096, 8192 + 3840, true},
                 {0, 3841, false},  {3841, 0, false},    {4096 + 1024, 8192 + 2112, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const void *a = (const void *)(uintptr_t)(65536 + cases[i].a),
                   *b = (const void *)(uintptr_t)(65536 + cases[i].b);
        CHECK(hone_skin_lie_apart(a, b) == cases[i].apart && hone_skin_lie_apart(b, a) == cases[i].apart);
    }
}

TEST_GROUP(test_skin_processor)
{
    const struct CMUnitTest tests[] = {
#if HONE_X86
        cmocka_unit_test(kernels_are_for_processors_with_their_instructions),
        cmocka_unit_test(the_last_cache_is_that_of_the_processor),
#endif
        cmocka_unit_test(results_of_a_quarter_of_the_last_cache_are_written_past_it),
        cmocka_unit_test(arrays_at_the_same_place_of_their_pages_are_not_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
