#include "offline/bake/error_budget.h"
#include "base/memory/arena.h"
#include "core/model/reach.h"
#include <hone/math.h>
#include <string.h>

/* ---- parts that stay the same for all chunks ------------------------------------------------------------------- */

static float norm(const hone_affine *m)
{
    float square = 0;
    for (int r = 0; r < 3; r++) square += hone_vec3_dot(m->m[r], m->m[r]);
    return sqrtf(square);
}

static void measure_vertices(const hone_model_data *model, const float *roam, float *own)
{
    const hone_mesh *mesh = &model->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            const hone_influence *influence = &mesh->influences[i];
            if (influence->weight == 0 || influence->slot == HONE_NONE)
                continue;
            const hone_slot *slot = &mesh->slots[influence->slot];
            if (slot->bone == HONE_NONE)
                continue;
            float at[3];
            hone_affine_point(&slot->bone_from_mesh, mesh->positions[v], at);
            float grown = model->space == HONE_SPACE_MMD ? roam[v] : roam[v] * norm(&slot->bone_from_mesh);
            own[slot->bone] = fmaxf(own[slot->bone], hone_vec3_length(at) + grown);
        }
}

static float extent(const hone_model_data *model)
{
    float low[3] = {0}, high[3] = {0}, size[3];
    for (uint32_t b = 0; b < model->skeleton.bone_count; b++)
        for (int i = 0; i < 3; i++) {
            float at = model->skeleton.bones[b].position[i];
            low[i] = fminf(low[i], at), high[i] = fmaxf(high[i], at);
        }
    hone_vec3_subtract(high, low, size);
    return hone_vec3_length(size);
}

bool hone_error_budget_make(const hone_sample_chunk *chunk, hone_arena *memory, hone_error_budget *out,
                            hone_error *error)
{
    uint32_t bones = chunk->bone_count, vertices = chunk->model->mesh.vertex_count;
    *out = (hone_error_budget){0};
    float *roam = hone_arena_array(memory, vertices, sizeof *roam);
    out->own = hone_arena_array(memory, bones, sizeof *out->own);
    out->offsets = hone_arena_array(memory, chunk->morph_count, sizeof *out->offsets);
    out->reach = hone_arena_array(memory, bones, sizeof *out->reach);
    out->stretch = hone_arena_array(memory, bones, sizeof *out->stretch);
    out->furthest = hone_arena_array(memory, bones, sizeof *out->furthest);
    out->growth = hone_arena_array(memory, bones, sizeof *out->growth);
    out->moving = hone_arena_array(memory, bones, sizeof *out->moving);
    out->below = hone_arena_array(memory, bones, sizeof *out->below);
    out->touching = hone_arena_array(memory, vertices, 1);
    for (int p = 0; p < BAKE_PARTS; p++) {
        out->gains[p] = hone_arena_array(memory, bones, sizeof **out->gains);
        out->most[p] = hone_arena_array(memory, bones, sizeof **out->most);
        out->changes[p] = hone_arena_array(memory, bones, sizeof **out->changes);
    }
    out->most_weights = hone_arena_array(memory, chunk->morph_count, sizeof *out->most_weights);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    for (uint32_t m = 0; m < chunk->morph_count; m++) /* among them are all that move vertices */
        out->offsets[m] = hone_reach_of_morph(&chunk->model->morphs[chunk->morphs[m]], 1, roam);
    out->slot_growth = 1;
    for (uint32_t s = 0; s < chunk->model->mesh.slot_count; s++)
        out->slot_growth = fmaxf(out->slot_growth, hone_reach_growth(&chunk->model->mesh.slots[s].bone_from_mesh));
    measure_vertices(chunk->model, roam, out->own);
    out->least = extent(chunk->model) / 20;
    return true;
}

/* ---- a chunk --------------------------------------------------------------------------------------------------- */

/* Returns by how much the bone can at most lengthen what it carries. */
static float growth(const hone_sample_chunk *chunk, uint32_t bone)
{
    if (chunk->model->space == HONE_SPACE_MMD)
        return 1;
    if (!chunk->animated[bone])
        return norm(&chunk->model->skeleton.bones[bone].rest_local);
    const float *scales = bake_part(&chunk->truth, HONE_CHANNEL_SCALE, bone);
    float most = 0;
    for (uint32_t i = 0; i < 3 * chunk->count; i++) most = fmaxf(most, fabsf(scales[i]));
    return most;
}

static float furthest(const hone_sample_chunk *chunk, uint32_t bone)
{
    float most = 0;
    if (!chunk->animated[bone]) {
        const hone_affine *rest = &chunk->model->skeleton.bones[bone].rest_local;
        return sqrtf(rest->m[0][3] * rest->m[0][3] + rest->m[1][3] * rest->m[1][3] + rest->m[2][3] * rest->m[2][3]);
    }
    const float *at = bake_part(&chunk->truth, HONE_CHANNEL_TRANSLATION, bone);
    for (uint32_t f = 0; f < chunk->count; f++, at += 3) most = fmaxf(most, hone_vec3_dot(at, at));
    return sqrtf(most);
}

void hone_error_budget_measure_bones(hone_error_budget *budget, const hone_sample_chunk *chunk, uint32_t begin,
                                     uint32_t end, const float (*references)[4])
{
    for (uint32_t b = begin; b < end; b++) {
        budget->furthest[b] = furthest(chunk, b);
        budget->growth[b] = growth(chunk, b);
        for (int p = 0; p < chunk->part_count; p++) {
            const hone_bake_track track = {.values = bake_part(&chunk->truth, p, b), .width = hone_bake_part_widths[p]};
            budget->changes[p][b] =
                hone_bake_track_change(&track, chunk->count, references[b * BAKE_PARTS + (uint32_t)p]);
        }
    }
}

static void find_gains(hone_error_budget *budget, const hone_sample_chunk *chunk)
{
    const hone_skeleton *skeleton = &chunk->model->skeleton;
    for (uint32_t b = 0; b < chunk->bone_count; b++) budget->reach[b] = fmaxf(budget->own[b], budget->least);
    hone_reach_carry(skeleton, chunk->order, budget->furthest, budget->growth, budget->reach);
    hone_reach_stretch(skeleton, chunk->order, budget->growth, budget->stretch);
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        budget->gains[HONE_CHANNEL_TRANSLATION][b] = budget->stretch[b];
        budget->gains[HONE_CHANNEL_ROTATION][b] = budget->stretch[b] * 2 * budget->reach[b] * budget->growth[b];
        budget->gains[HONE_CHANNEL_SCALE][b] = budget->stretch[b] * budget->reach[b];
    }
}

/* Counts the moving tracks on the longest path from a root through each bone: moving + below. */
static void count_moving(hone_error_budget *budget, const hone_sample_chunk *chunk)
{
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        budget->moving[b] = 0;
        for (int p = 0; p < BAKE_PARTS && chunk->animated[b]; p++)
            budget->moving[b] += !(budget->changes[p][b] * budget->gains[p][b] <= budget->still);
    }
    hone_reach_count_tracks(&chunk->model->skeleton, chunk->order, budget->moving, budget->below);
}

static uint32_t deepest(const hone_sample_chunk *chunk, uint32_t *depths)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < chunk->bone_count; i++) {
        uint32_t b = chunk->order[i];
        int32_t parent = chunk->model->skeleton.bones[b].parent;
        depths[b] = 1 + (parent == HONE_NONE ? 0 : depths[parent]);
        most = depths[b] > most ? depths[b] : most;
    }
    return most;
}

/* Returns the largest number of moving morphs that change one vertex; 0: none moves. */
static uint32_t count_meeting(hone_error_budget *budget, const hone_sample_chunk *chunk, const float (*references)[4])
{
    uint32_t most = 0;
    if (chunk->morph_count && chunk->model->mesh.vertex_count)
        memset(budget->touching, 0, chunk->model->mesh.vertex_count);
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const float *weights = bake_weights(&chunk->truth, m);
        const hone_morph *morph = &chunk->model->morphs[chunk->morphs[m]];
        bool moving = false;
        for (uint32_t f = 0; f < chunk->count; f++) moving |= weights[f] != references[m][0];
        uint32_t met = moving ? hone_reach_count_morph(morph, budget->touching) : 0;
        most = met > most ? met : most;
    }
    return most;
}

void hone_error_budget_measure(hone_error_budget *budget, const hone_sample_chunk *chunk, const float (*references)[4])
{
    budget->meeting = count_meeting(budget, chunk, references + (size_t)chunk->bone_count * BAKE_PARTS);
    budget->deepest = deepest(chunk, budget->below);
    find_gains(budget, chunk);
}

static void divide_among_morphs(hone_error_budget *budget, const hone_sample_chunk *chunk, float tolerance,
                                float stretch)
{
    const float most_weight = 0.01f;
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        float gain =
            budget->offsets[m] * budget->slot_growth * stretch * (float)(budget->meeting ? budget->meeting : 1);
        const uint8_t kind = chunk->model->morphs[chunk->morphs[m]].kind;
        budget->most_weights[m] = fminf(tolerance / fmaxf(gain, 1e-20f), most_weight);
        if (tolerance == 0 || kind == HONE_MORPH_VALUE) /* a number may be of any size */
            budget->most_weights[m] = 0;
    }
}

void hone_error_budget_divide(hone_error_budget *budget, const hone_sample_chunk *chunk, float tolerance)
{
    const float for_morphs = 0.2f, for_what_is_still = 0.25f;
    float bones = tolerance * (budget->meeting ? 1 - for_morphs : 1), stretch = 1;
    budget->still = bones * for_what_is_still / (float)(BAKE_PARTS * budget->deepest);
    count_moving(budget, chunk);
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        uint32_t on_the_way = budget->moving[b] + budget->below[b];
        float share = bones * (1 - for_what_is_still) / (float)(on_the_way ? on_the_way : 1);
        for (int p = 0; p < BAKE_PARTS; p++) budget->most[p][b] = share / fmaxf(budget->gains[p][b], 1e-20f);
        stretch = fmaxf(stretch, budget->stretch[b] * budget->growth[b]);
    }
    divide_among_morphs(budget, chunk, tolerance * for_morphs, stretch);
}
