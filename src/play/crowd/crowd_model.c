#include "play/crowd/crowd_model.h"
#include "base/error.h"
#include "core/model/parents_first.h"
#include "core/motion/fits.h"
#include "play/crowd/levels.h"
#include "play/crowd/tables.h"
#include <string.h>

/* ---- models that follow their parents only ---- */

static bool has_bone_morphs(const hone_model_data *data)
{
    for (uint32_t m = 0; m < data->morph_count; m++)
        if (data->morphs[m].kind == HONE_MORPH_BONE)
            return true;
    return false;
}

/* Returns whether every bone comes after its parent in the order of evaluation. */
static bool parents_are_first(const hone_skeleton *skeleton, const uint32_t *order, uint8_t *seen)
{
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        int32_t parent = skeleton->bones[order[i]].parent;
        if (parent != HONE_NONE && !seen[parent])
            return false;
        seen[order[i]] = 1;
    }
    return true;
}

/* Returns whether bones follow their parents and nothing else. */
static bool is_plain(const hone_crowd_model *shared)
{
    const hone_model_data *data = hone_model_get(shared->model);
    if (data->space != HONE_SPACE_MMD)
        return data->constraint_count == 0;
    if (data->skeleton.ik_count || has_bone_morphs(data) || shared->rules.order == HONE_ORDER_LAG)
        return false;
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++)
        if (data->skeleton.bones[b].append_source != HONE_NONE)
            return false;
    return true;
}

/* Returns whether bones follow their parents, also in the order in which a rig evaluates them. */
static bool follows_parents(const hone_crowd_model *shared, const hone_rig *rig, uint8_t *seen)
{
    return is_plain(shared) && parents_are_first(hone_model_skeleton(shared->model), hone_rig_order(rig, NULL), seen);
}

static bool make_all(hone_crowd_model *shared, const hone_crowd_model_desc *desc, const hone_rig *rig,
                     hone_arena *scratch, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(shared->model);
    uint8_t *seen = hone_arena_array(scratch, skeleton->bone_count, 1);
    uint8_t *done = hone_arena_array(scratch, skeleton->bone_count, 1);
    int32_t *path = hone_arena_array(scratch, skeleton->bone_count, sizeof *path);
    uint32_t *order = hone_arena_array(scratch, skeleton->bone_count, sizeof *order);
    if (hone_arena_failed(scratch))
        return hone_arena_fail(scratch, error);
    const bool plain = follows_parents(shared, rig, seen);
    shared->bake_rate = desc->bake_rate;
    shared->baked = !plain && desc->bake_rate > 0;
    if (!plain && !shared->baked)
        return true;
    hone_parents_first(skeleton, path, done, order);
    return hone_crowd_make_tables(shared, desc, error) &&
           (!shared->has_tables || hone_crowd_make_levels(shared, order, desc->allocator, error));
}

/* Makes tables, and levels where there are tables. */
static bool prepare(hone_crowd_model *shared, const hone_crowd_model_desc *desc, hone_error *error)
{
    hone_rig *rig = hone_rig_create(
        &(hone_rig_desc){.model = shared->model, .rules = shared->rules, .allocator = desc->allocator}, error);
    hone_arena *scratch = rig ? hone_arena_create(desc->allocator, 0, error) : NULL;
    bool ok = scratch && make_all(shared, desc, rig, scratch, error);
    shared->pose_size = shared->has_tables ? shared->pose_size : shared->slot_count;
    shared->rigid &= shared->has_tables || hone_model_get(shared->model)->space == HONE_SPACE_MMD;
    hone_arena_destroy(scratch);
    hone_rig_destroy(rig);
    return ok;
}

/* ---- palettes without scale ---- */

/* Returns whether a matrix is a rotation and a translation, as closely as its use within a product asks. */
static bool is_rigid(const hone_affine *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            float dot = m->m[0][i] * m->m[0][j] + m->m[1][i] * m->m[1][j] + m->m[2][i] * m->m[2][j];
            if (!(fabsf(dot - (i == j)) <= 1e-5f))
                return false;
        }
    float x[3] = {m->m[0][0], m->m[1][0], m->m[2][0]}, y[3] = {m->m[0][1], m->m[1][1], m->m[2][1]}, z[3];
    hone_vec3_cross(x, y, z);
    return z[0] * m->m[0][2] + z[1] * m->m[1][2] + z[2] * m->m[2][2] > 0;
}

static bool all_rigid(const hone_model *model)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    const hone_mesh *mesh = hone_model_mesh(model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (!is_rigid(&skeleton->bones[b].rest_local))
            return false;
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        if (!is_rigid(&mesh->slots[s].bone_from_mesh))
            return false;
    return true;
}

/* ---- creation ---- */

static bool check(const hone_crowd_model_desc *desc, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, desc ? "model" : "desc");
    if ((desc->clip_count && !desc->clips) || (desc->level_count && !desc->levels))
        return hone_fail_null(error, desc->clip_count && !desc->clips ? "clips" : "levels");
    if (desc->level_count >= HONE_CROWD_MAX_LEVELS)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%u levels of detail of bones; at most %d",
                         (unsigned)desc->level_count, HONE_CROWD_MAX_LEVELS - 1);
    if (!(desc->tolerance >= 0))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the tolerance of tables is below 0");
    if (!(desc->bake_rate >= 0))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the rate of baked tables is below 0");
    for (uint32_t c = 0; c < desc->clip_count; c++) {
        if (!desc->clips[c])
            return hone_fail_null(error, "clips");
        if (hone_motion_moves(desc->clips[c]) &&
            hone_motion_get(desc->clips[c])->space != hone_model_get(desc->model)->space)
            return hone_fail(error, HONE_ERROR_ARGUMENT, c,
                             "clip %u is not in the space of the model: it must be retargeted (hone_retarget)",
                             (unsigned)c);
    }
    return true;
}

static bool copy_levels(hone_crowd_model *shared, const hone_crowd_model_desc *desc)
{
    uint32_t bone_count = hone_model_skeleton(desc->model)->bone_count;
    shared->level_count = 1 + desc->level_count;
    shared->moves = hone_arena_array(shared->memory, shared->level_count, sizeof *shared->moves);
    for (uint32_t l = 0; l < desc->level_count; l++) {
        uint8_t *moves = hone_arena_array(shared->memory, bone_count, sizeof *moves);
        if (hone_arena_failed(shared->memory))
            return false;
        if (bone_count)
            memcpy(moves, desc->levels[l], bone_count);
        shared->moves[1 + l] = moves;
    }
    return !hone_arena_failed(shared->memory);
}

/* Fails if a clip would move nothing. */
static bool check_clips(const hone_crowd_model_desc *desc, hone_error *error)
{
    hone_sampler_desc of = {.model = desc->model, .rules = desc->rules, .allocator = desc->allocator};
    bool ok = true;
    for (uint32_t c = 0; c < desc->clip_count && ok; c++) {
        of.motion = desc->clips[c];
        hone_sampler *sampler = hone_sampler_create(&of, error);
        ok = sampler && hone_sampler_check_moves(sampler, error);
        if (sampler && !ok && error)
            error->at = c;
        hone_sampler_destroy(sampler);
    }
    return ok;
}

static bool retain_clips(hone_crowd_model *shared, const hone_crowd_model_desc *desc)
{
    shared->clips = hone_arena_array(shared->memory, desc->clip_count, sizeof *shared->clips);
    if (hone_arena_failed(shared->memory))
        return false;
    for (uint32_t c = 0; c < desc->clip_count; c++) shared->clips[c] = hone_motion_retain(desc->clips[c]);
    shared->clip_count = desc->clip_count;
    return true;
}

hone_crowd_model *hone_crowd_model_create(const hone_crowd_model_desc *desc, hone_error *error)
{
    hone_arena *memory =
        check(desc, error) && check_clips(desc, error) ? hone_arena_create(desc->allocator, 0, error) : NULL;
    if (!memory)
        return NULL;
    hone_crowd_model *shared = hone_arena_array(memory, 1, sizeof *shared);
    if (!shared) {
        hone_arena_fail(memory, error);
        return hone_arena_destroy(memory), NULL;
    }
    atomic_init(&shared->references, 1);
    shared->memory = memory;
    shared->model = hone_model_retain(desc->model);
    shared->rules = desc->rules;
    shared->slot_count = hone_model_mesh(desc->model)->slot_count;
    shared->rigid = all_rigid(desc->model);
    bool ok = (retain_clips(shared, desc) && copy_levels(shared, desc)) || hone_arena_fail(memory, error);
    if (!ok || !prepare(shared, desc, error))
        return hone_crowd_model_release(shared), NULL;
    return shared;
}

hone_crowd_model *hone_crowd_model_retain(const hone_crowd_model *shared)
{
    hone_crowd_model *counted = (hone_crowd_model *)shared; /* the reference count is the only part that changes */
    if (counted)
        atomic_fetch_add_explicit(&counted->references, 1, memory_order_relaxed);
    return counted;
}

void hone_crowd_model_release(const hone_crowd_model *shared)
{
    hone_crowd_model *counted = (hone_crowd_model *)shared;
    if (!counted || atomic_fetch_sub_explicit(&counted->references, 1, memory_order_acq_rel) != 1)
        return;
    for (uint32_t c = 0; c < counted->clip_count; c++) hone_motion_release(counted->clips[c]);
    hone_model_release(counted->model);
    hone_arena_destroy(counted->memory);
}

/* ---- sizes ---- */

hone_crowd_model_info hone_crowd_model_get_info(const hone_crowd_model *shared)
{
    if (!shared)
        return (hone_crowd_model_info){0};
    hone_crowd_model_info info = {.clip_count = shared->clip_count,
                                  .level_count = shared->level_count,
                                  .slot_count = shared->slot_count,
                                  .tables = shared->has_tables,
                                  .baked = shared->has_tables && shared->baked};
    for (uint32_t c = 0; shared->has_tables && c < shared->clip_count; c++)
        info.row_count += shared->tables[c].row_count;
    info.table_size = (size_t)info.row_count * shared->stride * sizeof(float);
    info.bone_count = shared->has_tables ? shared->levels[0].step_count : 0;
    return info;
}

double hone_crowd_model_duration(const hone_crowd_model *shared, uint32_t clip)
{
    return shared && clip < shared->clip_count ? hone_motion_duration(shared->clips[clip]) : 0;
}
