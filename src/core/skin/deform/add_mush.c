/* Gives skins what delta mush and direct delta mush need. */
#include "base/error.h"
#include "core/skin/deform/mush.h"

static hone_mush_desc complete(const hone_mush_desc *given)
{
    enum { ITERATIONS = 10 };
    hone_mush_desc desc = *given;
    desc.iterations = desc.iterations ? desc.iterations : ITERATIONS;
    desc.lambda = desc.lambda > 0 ? desc.lambda : 0.5f;
    desc.least = desc.least > 0 ? desc.least : 0.001f;
    return desc;
}

static bool check_desc(const hone_skin *skin, hone_skin_method method, const hone_mush_desc *desc, hone_error *error)
{
    if (!skin || !desc || !desc->mesh)
        return hone_fail_null(error, "the skin and its mesh");
    if (method != HONE_SKIN_DELTA_MUSH && method != HONE_SKIN_DIRECT_DELTA_MUSH)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the skinning method %d smooths nothing", (int)method);
    if (desc->mesh->vertex_count != skin->vertex_count || desc->mesh->slot_count > skin->slot_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->mesh->vertex_count, "a mesh of another skin");
    if (desc->lambda > 1 || desc->iterations > 1000)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "smoothing by %g in %u steps", (double)desc->lambda,
                         desc->iterations);
    return true;
}

static void destroy(void *made, bool is_delta)
{
    if (!is_delta)
        hone_skin_release(((hone_direct_mush *)made)->skin);
    hone_arena_destroy(is_delta ? ((hone_delta_mush *)made)->memory : ((hone_direct_mush *)made)->memory);
}

bool hone_skin_add_mush(hone_skin *skin, hone_skin_method method, const hone_mush_desc *given, hone_error *error)
{
    if (!check_desc(skin, method, given, error))
        return false;
    if (hone_skin_has_mush(skin, method) || skin->vertex_count == 0)
        return true;
    const hone_mush_desc desc = complete(given);
    const bool delta = method == HONE_SKIN_DELTA_MUSH;
    hone_arena *scratch = hone_arena_create(desc.allocator, 0, error);
    void *none = NULL, *made = NULL;
    if (scratch)
        made = delta ? (void *)hone_delta_mush_make(&desc, scratch) : hone_direct_mush_make(skin, &desc, scratch);
    hone_arena_destroy(scratch);
    if (made && !atomic_compare_exchange_strong(&skin->mush[!delta], &none, made))
        destroy(made, delta);
    return made || hone_fail_memory(error);
}
