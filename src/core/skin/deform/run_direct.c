/* Runs direct delta mush on the kernel of a job. */
#include "core/skin/deform/kernels/kernel.h"
#include "core/skin/output_formats.h"
#include <string.h>

/* As those of skinning (core/skin/run.c). */
static const hone_direct_kernel *const kernels[] = {
#if HONE_KERNEL_AVX512
    &hone_direct_avx512,
#endif
#if HONE_KERNEL_AVX2
    &hone_direct_avx2,
#endif
#if HONE_KERNEL_SSE2
    &hone_direct_sse2,
#endif
#if HONE_KERNEL_NEON
    &hone_direct_neon,
#endif
#if HONE_KERNEL_WASM
    &hone_direct_wasm,
#endif
    &hone_direct_scalar,
};

typedef struct direct_context {
    hone_direct_work work;
    hone_direct_fn *run;
} direct_context;

static void run_blocks(void *user, uint32_t begin, uint32_t end)
{
    const direct_context *c = user;
    c->run(&c->work, begin, end);
}

/* In the order of lanes, what is behind the last vertex of a block repeats it. */
static void pad(const hone_skin *skin, const hone_skin_job *job, const hone_stream *stream,
                hone_skin_attribute attribute)
{
    const size_t size = hone_skin_format_words(hone_skin_format_of(job, attribute), attribute) * sizeof(uint32_t);
    char *data = stream->data;
    for (uint32_t b = 0; data && b < skin->block_count; b++)
        for (size_t lane = skin->used[b]; lane < LANES; lane++)
            memcpy(data + (b * LANES + lane) * stream->stride,
                   data + (size_t)(b * LANES + skin->used[b] - 1u) * stream->stride, size);
}

/* Blocks of one rigid slot are those of linear blending. */
static hone_direct_work work_of(const hone_skin *skin, const hone_skin_job *job, const hone_skin_kernel *kernel)
{
    const hone_direct_mush *mush = hone_skin_direct_mush(skin);
    hone_direct_work work = {.skin = skin, .job = job, .mush = mush, .linear_skin = *mush->skin, .linear_job = *job};
    work.places = job->order == HONE_SKIN_ORDER_FILE ? mush->skin->vertices : mush->lanes;
    work.linear = job->palette->rigid && !job->rest ? kernel : NULL;
    work.linear_skin.vertices = (uint32_t *)work.places;
    work.linear_job.order = HONE_SKIN_ORDER_FILE;
    work.linear_job.method = HONE_SKIN_LINEAR;
    return work;
}

void hone_direct_run_with(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                          const hone_skin_kernel *linear, const hone_direct_kernel *kernel)
{
    enum { GRAIN = 8 };
    direct_context c = {work_of(skin, job, linear), kernel->run};
    hone_workers_run(workers, run_blocks, &c, c.work.mush->skin->block_count, GRAIN);
    if (job->order == HONE_SKIN_ORDER_FILE)
        return;
    pad(skin, job, &job->positions, HONE_SKIN_POSITION);
    pad(skin, job, &job->normals, HONE_SKIN_NORMAL);
    pad(skin, job, &job->tangents, HONE_SKIN_TANGENT);
}

void hone_direct_mush_run(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                          const hone_skin_kernel *kernel)
{
    size_t k = 0;
    while (strcmp(kernels[k]->kernel.name, kernel->kernel.name) != 0) k++;
    hone_direct_run_with(workers, skin, job, kernel, kernels[k]);
}
