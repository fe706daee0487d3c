/* What a skin keeps for delta mush and direct delta mush. */
#include "core/skin/deform/mush.h"
#include "core/skin/deform/put_vertex.h"

const hone_delta_mush *hone_skin_delta_mush(const hone_skin *skin)
{
    return atomic_load_explicit(&((hone_skin *)skin)->mush[0], memory_order_acquire);
}

const hone_direct_mush *hone_skin_direct_mush(const hone_skin *skin)
{
    return atomic_load_explicit(&((hone_skin *)skin)->mush[1], memory_order_acquire);
}

bool hone_skin_has_mush(const hone_skin *skin, hone_skin_method method)
{
    return method == HONE_SKIN_DELTA_MUSH ? hone_skin_delta_mush(skin) != NULL : hone_skin_direct_mush(skin) != NULL;
}

hone_mush_run *hone_skin_mush_run(const hone_skin *skin, hone_skin_method method)
{
    return method == HONE_SKIN_DELTA_MUSH ? hone_skin_delta_mush(skin)->run : hone_skin_direct_mush(skin)->run;
}

hone_skin *hone_skin_release_mush(hone_skin *skin)
{
    const hone_delta_mush *delta = hone_skin_delta_mush(skin);
    const hone_direct_mush *direct = hone_skin_direct_mush(skin);
    hone_skin *smoothed = direct ? direct->skin : NULL;
    if (delta)
        hone_arena_destroy(delta->memory);
    if (direct)
        hone_arena_destroy(direct->memory);
    return smoothed;
}

size_t hone_skin_mush_bytes(const hone_skin *skin, hone_skin_method method)
{
    const hone_delta_mush *delta = hone_skin_delta_mush(skin);
    if (method == HONE_SKIN_DIRECT_DELTA_MUSH)
        return hone_skin_direct_mush(skin) ? hone_skin_direct_mush(skin)->bytes : 0;
    if (!delta)
        return 0;
    const size_t words =
        delta->mesh.begin[delta->mesh.node_count] + 2 * delta->mesh.corner_begin[delta->mesh.node_count];
    return words * sizeof(uint32_t) + delta->mesh.node_count * (sizeof *delta->smooth + sizeof *delta->frames);
}

size_t hone_skin_room(const hone_skin *skin, hone_skin_method method)
{
    const hone_delta_mush *delta = method == HONE_SKIN_DELTA_MUSH ? hone_skin_delta_mush(skin) : NULL;
    if (delta)
        return delta->mesh.node_count * sizeof(hone_mush_pose) +
               (2 * (size_t)delta->mesh.node_count + delta->mesh.vertex_count + 1) * sizeof(float[3]);
    return 0;
}
