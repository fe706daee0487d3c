/* Checks skinning jobs, chooses the kernel for this CPU and runs the job, on several threads if wanted. */
#include "base/error.h"
#include "core/skin/kernels/kernel.h"
#include "core/skin/output_formats.h"
#include <inttypes.h>
#include <string.h>

/* Fastest kernel first. The scalar reference is last and always available. */
static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX512
    &hone_skin_avx512.kernel,
#endif
#if HONE_KERNEL_AVX2
    &hone_skin_avx2.kernel,
#endif
#if HONE_KERNEL_SSE2
    &hone_skin_sse2.kernel,
#endif
#if HONE_KERNEL_NEON
    &hone_skin_neon.kernel,
#endif
#if HONE_KERNEL_WASM
    &hone_skin_wasm.kernel,
#endif
    &hone_skin_scalar.kernel,
};
enum { KERNEL_COUNT = sizeof kernels / sizeof *kernels };

const char *hone_skin_kernel_name(uint32_t index, bool *available)
{
    if (index >= KERNEL_COUNT)
        return NULL;
    if (available)
        *available = hone_kernel_supported(kernels[index]);
    return kernels[index]->name;
}

static const hone_skin_kernel *find_kernel(const char *name, hone_error *error)
{
    uint32_t k = 0;
    if (!name || strcmp(name, "auto") == 0)
        return hone_best_kernel(kernels);
    while (k < KERNEL_COUNT && strcmp(name, kernels[k]->name) != 0) k++;
    if (k < KERNEL_COUNT && hone_kernel_supported(kernels[k]))
        return (const void *)kernels[k];
    if (k < KERNEL_COUNT)
        hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "this CPU cannot run the kernel \"%s\"", name);
    else
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no kernel \"%s\"", name);
    return NULL;
}

/* Returns which arrays of the palette a kind of vertex needs. */
static uint32_t needs_of_kind(uint32_t kind)
{
    switch (kind) {
    case HONE_SKIN_BY_SDEF:
        return HONE_SKIN_NEEDS_AFFINE | HONE_SKIN_NEEDS_DUALS;
    case HONE_SKIN_BY_DUALS:
        return HONE_SKIN_NEEDS_DUALS;
    case HONE_SKIN_BY_CENTRES:
        return HONE_SKIN_NEEDS_AFFINE | HONE_SKIN_NEEDS_COFACTOR | HONE_SKIN_NEEDS_DUALS;
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
    if (method == HONE_SKIN_CENTRES)
        return needs_of_kind(HONE_SKIN_BY_CENTRES);
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
    if ((!job->normals.data && !job->tangents.data) || palette->rigid)
        needs &= ~(uint32_t)HONE_SKIN_NEEDS_COFACTOR;
    if (needs & HONE_SKIN_NEEDS_AFFINE && !palette->affine)
        return hone_fail_null(error, "the palette's affine matrices");
    if (needs & HONE_SKIN_NEEDS_COFACTOR && !palette->cofactor)
        return hone_fail_null(error, "the palette's cofactor matrices");
    if (needs & HONE_SKIN_NEEDS_DUALS && !palette->duals)
        return hone_fail_null(error, "the palette's dual quaternions");
    return true;
}

static bool check_stream(const hone_skin_job *job, const hone_stream *stream, size_t count,
                         hone_skin_attribute attribute, const char *what, hone_error *error)
{
    const uint32_t words = hone_skin_format_words(hone_skin_format_of(job, attribute), attribute);
    if (!stream->data || count == 0)
        return true;
    if (stream->count < count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, stream->count, "room for %zu %s of %zu", stream->count, what,
                         count);
    if (stream->stride < words * sizeof(uint32_t))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s that lie %zu bytes apart overlap", what, stream->stride);
    if (stream->stride % sizeof(uint32_t) != 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s lie %zu bytes apart, which is no multiple of 4", what,
                         stream->stride);
    return true;
}

static bool check_streams(const hone_skin *skin, const hone_skin_job *job, hone_error *error)
{
    size_t count = job->order == HONE_SKIN_ORDER_LANES ? (size_t)skin->block_count * LANES : skin->vertex_count;
    if (job->normals.data && !skin->has_normals && count > 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "normals wanted of a skin that has none");
    if (job->tangents.data && !skin->tangents && count > 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "tangents wanted of a skin that has none");
    return hone_skin_check_formats(job, error) &&
           check_stream(job, &job->positions, count, HONE_SKIN_POSITION, "positions", error) &&
           check_stream(job, &job->normals, count, HONE_SKIN_NORMAL, "normals", error) &&
           check_stream(job, &job->tangents, count, HONE_SKIN_TANGENT, "tangents", error);
}

static bool check_choices(const hone_skin *skin, const hone_skin_job *job, hone_error *error)
{
    if ((uint32_t)job->method > HONE_SKIN_DIRECT_DELTA_MUSH)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no skinning method %d", (int)job->method);
    if (job->method == HONE_SKIN_CENTRES && !hone_skin_centres(skin) && skin->block_count > 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the skin has no centres of rotation");
    if (hone_skin_is_mush(job->method) && skin->block_count > 0 && !hone_skin_has_mush(skin, job->method))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the skin has not what delta mush needs");
    if (job->room_size < hone_skin_room(skin, job->method) || (!job->room && hone_skin_room(skin, job->method) > 0))
        return hone_fail(error, HONE_ERROR_ARGUMENT, job->room_size, "room of %zu bytes for skinning, not %zu",
                         job->room_size, hone_skin_room(skin, job->method));
    if (hone_skin_is_mush(job->method) && skin->packed)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "delta mush of a packed skin");
    if ((uint32_t)job->order > HONE_SKIN_ORDER_LANES)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no order of vertices %d", (int)job->order);
    if (job->rest && job->rest->skin != skin)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "rest positions of another skin");
    return true;
}

const hone_skin_kernel *hone_skin_check(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end,
                                        hone_error *error)
{
    if (!skin || !job)
        return hone_fail_null(error, "the skin and its job"), NULL;
    if (begin > end || end > skin->block_count) {
        hone_fail(error, HONE_ERROR_ARGUMENT, end, "blocks %" PRIu32 " to %" PRIu32 " of %" PRIu32, begin, end,
                  skin->block_count);
        return NULL;
    }
    if (!check_choices(skin, job, error) || !check_palette(skin, job, error) || !check_streams(skin, job, error))
        return NULL;
    return find_kernel(job->kernel, error);
}

bool hone_skin_run(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end, hone_error *error)
{
    const hone_skin_kernel *kernel = hone_skin_check(skin, job, begin, end, error);
    if (kernel && hone_skin_is_mush(job->method) && skin->block_count > 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "delta mush skins all vertices at once");
    if (kernel)
        hone_skin_run_kernel(kernel, skin, job, begin, end);
    return kernel != NULL;
}

/* ---- on several threads ---------------------------------------------------------------------------------------- */

/* Relative cost of a block of this group, about nanoseconds in the benchmark. Affects only how evenly work is
 * divided. */
static uint64_t cost_of(const hone_skin_group *group, hone_skin_method method)
{
    if (method == HONE_SKIN_CENTRES)
        return 32 + (uint64_t)group->influences * (group->mixed ? 12 : 3);
    bool duals = method == HONE_SKIN_DUAL_QUATERNION || (method == HONE_SKIN_AUTO && group->kind == HONE_SKIN_BY_DUALS);
    if (method == HONE_SKIN_AUTO && group->kind == HONE_SKIN_BY_SDEF)
        return group->mixed ? 80 : 50;
    return (duals ? 24 : 16) + (uint64_t)group->influences * (group->mixed ? 8 : 2);
}

typedef struct shares {
    const hone_skin *skin;
    const hone_skin_job *job;
    const hone_skin_kernel *kernel;
    uint64_t cost;
} shares;

enum { SHARES = 1024 };

/* Returns the block before which `share` of SHARES parts of the total cost have been done. */
static uint32_t block_at(const shares *s, uint32_t share)
{
    uint64_t before = 0, wanted = s->cost * share / SHARES;
    for (uint32_t g = 0; g < s->skin->group_count; g++) {
        const hone_skin_group *group = &s->skin->groups[g];
        uint64_t block = cost_of(group, s->job->method), whole = block * (group->end - group->begin);
        if (wanted < before + whole)
            return group->begin + (uint32_t)((wanted - before) / block);
        before += whole;
    }
    return s->skin->block_count;
}

static void run_shares(void *user, uint32_t begin, uint32_t end)
{
    const shares *s = user;
    hone_skin_run_kernel(s->kernel, s->skin, s->job, block_at(s, begin), block_at(s, end));
}

void hone_skin_run_shared(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                          const hone_skin_kernel *kernel)
{
    shares s = {.skin = skin, .job = job, .kernel = kernel};
    for (uint32_t g = 0; g < skin->group_count; g++)
        s.cost += cost_of(&skin->groups[g], job->method) * (skin->groups[g].end - skin->groups[g].begin);
    hone_workers_run(workers, run_shares, &s, SHARES, 1);
}
