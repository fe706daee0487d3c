#include "core/skin/deform/kernels/kernel.h"
#include "support/skin/skin_run.h"
#include <string.h>

#ifdef HONE_TEST_AVX512
extern const hone_skin_kernel hone_skin_avx512_stand_in; /* avx512.c, compiled under this name */
extern const hone_direct_kernel hone_direct_avx512_stand_in;
#endif

/* Those of skin_kernel. */
static const struct stand_in {
    const char *name;
    const hone_skin_kernel *linear;
    const hone_direct_kernel *direct;
} stand_ins[] = {
#ifdef HONE_TEST_NEON
    {"neon through SIMDe", &hone_skin_neon, &hone_direct_neon},
#endif
#ifdef HONE_TEST_AVX512
    {"avx512 in plain C", &hone_skin_avx512_stand_in, &hone_direct_avx512_stand_in},
#endif
    {0},
};

static const struct stand_in *find_stand_in(const char *kernel)
{
    const struct stand_in *s = stand_ins;
    while (s->name && strcmp(s->name, kernel) != 0) s++;
    return s->name ? s : NULL;
}

void skin_run_direct(const char *kernel, const hone_skin *skin, const hone_skin_job *job)
{
    hone_skin_job mine = *job;
    hone_error error = {0};
    const struct stand_in *stand_in = find_stand_in(kernel);
    mine.kernel = stand_in ? "scalar" : kernel;
    const hone_skin_kernel *linear = hone_skin_check(skin, &mine, 0, hone_skin_block_count(skin), &error);
    if (!linear)
        fail_msg("%s", error.message);
    if (stand_in)
        hone_direct_run_with(NULL, skin, &mine, stand_in->linear, stand_in->direct);
    else
        CHECK(hone_skin_run_on(NULL, skin, &mine, &error));
}
