/* Checks that a picture can be drawn. */
#include "base/error.h"
#include "draw/render/backdrop/backdrop.h"
#include "draw/render/frame.h"
#include "draw/render/mesh/gpu_crowd.h"
#include <inttypes.h>
#include <math.h>

static bool check_pose(const hone_skin *skin, const hone_palette *pose, uint32_t needs, uint32_t index,
                       hone_error *error)
{
    if (!pose->affine || (needs & HONE_SKIN_NEEDS_DUALS && !pose->duals))
        return hone_fail(error, HONE_ERROR_ARGUMENT, index, "pose %" PRIu32 " has no %s", index,
                         pose->affine ? "dual quaternions" : "matrices");
    uint32_t slots = hone_skin_slot_count(skin);
    return pose->slot_count >= slots ||
           hone_fail(error, HONE_ERROR_ARGUMENT, index, "pose %" PRIu32 " has %" PRIu32 " bones of %" PRIu32, index,
                     pose->slot_count, slots);
}

static bool check_crowd(const hone_draw_item *p, hone_skin_method method, hone_error *error)
{
    const hone_skin *skin = hone_actor_compiled_skin(p->actor, error);
    if (!skin)
        return false;
    uint32_t needs = hone_skin_needs(skin, method);
    if (p->pose_count && !p->poses)
        return hone_fail_null(error, "poses of a draw item");
    for (uint32_t i = 0; i < p->pose_count; i++)
        if (!check_pose(skin, &p->poses[i], needs, i, error))
            return false;
    for (uint32_t i = 0; p->instances && p->pose_count && i < p->instance_count; i++)
        if (p->instances[i].pose >= p->pose_count)
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "instance %" PRIu32 " has pose %" PRIu32 " of %" PRIu32, i,
                             p->instances[i].pose, p->pose_count);
    return true;
}

static bool check_gpu_crowd(const hone_draw_item *item, hone_error *error)
{
    return !item->crowd || item->crowd->gpu_model == item->gpu_model ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a crowd on the GPU is of another GPU model");
}

static bool check_overlays(const hone_draw_desc *desc, hone_error *error)
{
    if (desc->overlay_count && !desc->overlays)
        return hone_fail_null(error, "overlays");
    for (uint32_t i = 0; i < desc->overlay_count; i++) {
        if (desc->overlays[i].count && !desc->overlays[i].vertices)
            return hone_fail_null(error, "vertices of an overlay");
        if ((uint32_t)desc->overlays[i].kind > HONE_OVERLAY_TRIANGLES)
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "overlay %" PRIu32 " is of no kind that there is", i);
    }
    return true;
}

bool hone_draw_check(const hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error)
{
    if (!renderer || !desc)
        return hone_fail_null(error, renderer ? "desc" : "renderer");
    if (!hone_context_check(&renderer->context, error))
        return false;
    if (!check_overlays(desc, error) || !hone_backdrop_check(renderer, desc->backdrop, error))
        return false;
    if ((uint32_t)desc->gpu_skin >= HONE_GPU_SKIN_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no way %d to skin on the GPU", (int)desc->gpu_skin);
    if (!(desc->distance_exponent >= 0 && desc->distance_exponent < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the exponent of weights by distance must be at least 0");
    for (uint32_t i = 0; i < desc->item_count; i++) {
        const hone_draw_item *item = &desc->items[i];
        if (!item->gpu_model || !item->actor)
            return hone_fail_null(error, item->gpu_model ? "actor of a draw item" : "GPU model of a draw item");
        if (item->gpu_model->renderer != renderer || hone_actor_model(item->actor) != item->gpu_model->model)
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "draw item %u: its model is another %s's", i,
                             item->gpu_model->renderer != renderer ? "renderer" : "model");
        if (!check_gpu_crowd(item, error) || !hone_gpu_model_check(item->gpu_model, error) ||
            !check_crowd(item, desc->method, error))
            return false;
    }
    return true;
}
