#include "base/error.h"
#include "skin/kernel.h"
#include <inttypes.h>
#include <string.h>

static bool always(void)
{
    return true;
}

/* Fastest first; the reference, which is always there, last. */
static const hone_skin_kernel kernels[] = {
    {"scalar", always, hone_skin_run_scalar},
};
enum { KERNEL_COUNT = sizeof kernels / sizeof *kernels };

const char *hone_skin_kernel_name(uint32_t index, bool *available)
{
    if (index >= KERNEL_COUNT)
        return NULL;
    if (available)
        *available = kernels[index].supported();
    return kernels[index].name;
}

static const hone_skin_kernel *find_kernel(const char *name, hone_error *error)
{
    bool any = !name || strcmp(name, "auto") == 0, known = false;
    for (uint32_t k = 0; k < KERNEL_COUNT; k++) {
        bool meant = any || strcmp(name, kernels[k].name) == 0;
        if (meant && kernels[k].supported())
            return &kernels[k];
        known |= meant;
    }
    if (known)
        hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "this CPU cannot run the kernel \"%s\"", name);
    else
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no kernel \"%s\"", name);
    return NULL;
}

/* Which arrays a kind of vertex reads. */
static uint32_t needs_of_kind(uint32_t kind)
{
    switch (kind) {
    case HONE_SKIN_BY_SDEF:
        return HONE_SKIN_NEEDS_AFFINE | HONE_SKIN_NEEDS_DUALS;
    case HONE_SKIN_BY_DUALS:
        return HONE_SKIN_NEEDS_DUALS;
    default:
        return HONE_SKIN_NEEDS_AFFINE | HONE_SKIN_NEEDS_COFACTOR;
    }
}

uint32_t hone_skin_needs(const hone_skin *skin, hone_skin_method method)
{
    if (method == HONE_SKIN_LINEAR)
        return needs_of_kind(HONE_SKIN_BY_LINEAR);
    if (method == HONE_SKIN_DUAL_QUATERNION)
        return needs_of_kind(HONE_SKIN_BY_DUALS);
    uint32_t needs = 0;
    for (uint32_t kind = 0; kind <= HONE_SKIN_BY_DUALS; kind++)
        if (skin->kinds_met & 1u << kind)
            needs |= needs_of_kind(kind);
    return needs;
}

static bool check_palette(const hone_skin *skin, const hone_skin_job *job, hone_error *error)
{
    const hone_palette *palette = job->palette;
    if (!palette)
        return hone_fail_null(error, "the palette");
    if (palette->slot_count < skin->slot_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, palette->slot_count,
                         "a palette of %" PRIu32 " slots for a skin of %" PRIu32, palette->slot_count,
                         skin->slot_count);
    uint32_t needs = skin->slot_count ? hone_skin_needs(skin, job->method) : 0;
    if (!job->normals.data || palette->rigid)
        needs &= ~(uint32_t)HONE_SKIN_NEEDS_COFACTOR;
    if (needs & HONE_SKIN_NEEDS_AFFINE && !palette->affine)
        return hone_fail_null(error, "the palette's affine matrices");
    if (needs & HONE_SKIN_NEEDS_COFACTOR && !palette->cofactor)
        return hone_fail_null(error, "the palette's cofactor matrices");
    if (needs & HONE_SKIN_NEEDS_DUALS && !palette->duals)
        return hone_fail_null(error, "the palette's dual quaternions");
    return true;
}

static bool check_stream(const hone_stream *stream, uint32_t end, const char *what, hone_error *error)
{
    if (end == 0)
        return true;
    if (stream->count < end)
        return hone_fail(error, HONE_ERROR_ARGUMENT, stream->count, "%zu %s for %" PRIu32 " vertices", stream->count,
                         what, end);
    if (stream->stride < 3 * sizeof(float))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s that lie %zu bytes apart overlap", what, stream->stride);
    return true;
}

static bool check_streams(const hone_skin *skin, const hone_skin_job *job, uint32_t end, hone_error *error)
{
    if (!job->rest_positions.data && end > 0)
        return hone_fail_null(error, "the rest positions");
    if (job->normals.data && !skin->normals && end > 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "normals wanted of a skin that has none");
    return check_stream(&job->rest_positions, end, "rest positions", error) &&
           (!job->rest_normals.data || check_stream(&job->rest_normals, end, "rest normals", error)) &&
           (!job->positions.data || check_stream(&job->positions, end, "positions", error)) &&
           (!job->normals.data || check_stream(&job->normals, end, "normals", error));
}

const hone_skin_kernel *hone_skin_check(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end,
                                        hone_error *error)
{
    if (!skin || !job)
        return hone_fail_null(error, "the skin and its job"), NULL;
    if (begin > end || end > skin->vertex_count) {
        hone_fail(error, HONE_ERROR_ARGUMENT, end, "vertices %" PRIu32 " to %" PRIu32 " of %" PRIu32, begin, end,
                  skin->vertex_count);
        return NULL;
    }
    if ((uint32_t)job->method > HONE_SKIN_DUAL_QUATERNION) {
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no skinning method %d", (int)job->method);
        return NULL;
    }
    if (!check_palette(skin, job, error) || !check_streams(skin, job, end, error))
        return NULL;
    return find_kernel(job->kernel, error);
}

bool hone_skin_run(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end, hone_error *error)
{
    const hone_skin_kernel *kernel = hone_skin_check(skin, job, begin, end, error);
    if (kernel)
        kernel->run(skin, job, begin, end);
    return kernel != NULL;
}
