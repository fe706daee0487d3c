/* Bakes the clips of a crowd model into frames, and measures them. */
#include "base/error.h"
#include "draw/render/mesh/bounds.h"
#include "draw/render/mesh/gpu_crowd.h"
#include "play/crowd/crowd_internal.h"
#include <hone/math.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MAX_FRAMES = 1 << 16, MAX_RATE = 1000 };

/* ---- the frames of clips ----------------------------------------------------------------------------------------- */

static bool lay_out(hone_gpu_crowd *crowd, double rate, hone_error *error)
{
    uint32_t frames = 1;
    for (uint32_t c = 0; c < crowd->clip_count; c++) {
        double duration = hone_crowd_model_duration(crowd->crowd_model, c), steps = ceil(duration * rate - 1e-6);
        if (!(frames + steps < MAX_FRAMES))
            return hone_fail(error, HONE_ERROR_UNSUPPORTED, c, "the clips have more than %d frames", MAX_FRAMES);
        crowd->clips[c] = (hone_gpu_clip){frames, 1 + (uint32_t)fmax(steps, 0), duration};
        frames += crowd->clips[c].count;
    }
    crowd->info.frame_count = frames;
    return true;
}

/* Computes the palette of a clip at a part of the way from frame `index` of it to the next one. */
static bool sample(const hone_gpu_crowd *crowd, hone_crowd_scratch *scratch, uint32_t clip, double index,
                   hone_affine *out, hone_error *error)
{
    const hone_gpu_clip *of = &crowd->clips[clip];
    double seconds = of->count > 1 ? of->duration * index / (of->count - 1) : 0;
    const hone_crowd_layer layer = {clip, 1, seconds};
    const hone_crowd_item item = {.layers = &layer, .layer_count = 1, .palette = out};
    return hone_crowd_run(scratch, &item, 1, error);
}

/* ---- the error --------------------------------------------------------------------------------------------------- */

/* Returns the largest distance by which two matrices may move a vertex of a ball differently. */
static double difference(const hone_affine *a, const hone_affine *b, const hone_ball *ball)
{
    hone_affine d;
    float moved[3];
    double square = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            d.m[r][c] = a->m[r][c] - b->m[r][c];
            square += c < 3 ? (double)d.m[r][c] * (double)d.m[r][c] : 0;
        }
    hone_affine_point(&d, ball->centre, moved);
    return (double)hone_vec3_length(moved) + sqrt(square) * (double)ball->radius;
}

static void note(const hone_gpu_crowd *crowd, const hone_affine *exact, const hone_affine *stored, double *worst)
{
    for (uint32_t s = 0; s < crowd->slot_count; s++)
        if (crowd->gpu_model->balls[s].radius >= 0)
            *worst = fmax(*worst, difference(&exact[s], &stored[s], &crowd->gpu_model->balls[s]));
}

static bool is_rigid(const hone_affine *palette, uint32_t count)
{
    bool rigid = true;
    for (uint32_t s = 0; s < count; s++) {
        const hone_slot slot = {HONE_NONE, palette[s]};
        hone_palette one = {.slot_count = 1};
        hone_palette_build(&slot, NULL, 0, &one);
        rigid &= one.rigid;
    }
    return rigid;
}

static void note_frame(hone_gpu_crowd *crowd, hone_affine *frame)
{
    const hone_palette palette = {.slot_count = crowd->slot_count, .affine = frame};
    crowd->rigid = crowd->rigid && is_rigid(frame, crowd->slot_count);
    hone_gpu_model_add_pose(crowd->gpu_model, &palette, &crowd->box);
}

static void mix(const hone_affine *a, const hone_affine *b, uint32_t count, hone_affine *out)
{
    for (uint32_t s = 0; s < count; s++)
        for (int i = 0; i < 12; i++) out[s].m[i / 4][i % 4] = a[s].m[i / 4][i % 4] * 0.5f + b[s].m[i / 4][i % 4] * 0.5f;
}

/* ---- baking ------------------------------------------------------------------------------------------------------ */

/* two: [2 * slot_count] scratch. */
static bool bake_clip(hone_gpu_crowd *crowd, hone_crowd_scratch *scratch, uint32_t clip, hone_affine *two,
                      hone_error *error)
{
    const hone_gpu_clip *of = &crowd->clips[clip];
    hone_affine *frames = crowd->palettes + (size_t)of->first * crowd->slot_count;
    for (uint32_t f = 0; f < of->count; f++) {
        hone_affine *frame = frames + (size_t)f * crowd->slot_count, *exact = two + crowd->slot_count;
        if (!sample(crowd, scratch, clip, f, frame, error))
            return false;
        note_frame(crowd, frame);
        if (f == 0)
            continue;
        mix(frame - crowd->slot_count, frame, crowd->slot_count, two);
        if (!sample(crowd, scratch, clip, f - 0.5, exact, error))
            return false;
        note(crowd, exact, two, &crowd->info.error);
    }
    return true;
}

static bool bake(hone_gpu_crowd *crowd, hone_crowd_scratch *scratch, hone_affine *two, hone_error *error)
{
    const hone_crowd_item rest = {.palette = crowd->palettes};
    if (!hone_crowd_run(scratch, &rest, 1, error))
        return false;
    note_frame(crowd, crowd->palettes);
    for (uint32_t c = 0; c < crowd->clip_count; c++)
        if (!bake_clip(crowd, scratch, c, two, error))
            return false;
    return true;
}

static bool fill(hone_gpu_crowd *crowd, double rate, hone_error *error)
{
    crowd->clips = hone_arena_array(crowd->memory, crowd->clip_count, sizeof *crowd->clips);
    if (hone_arena_failed(crowd->memory))
        return hone_arena_fail(crowd->memory, error);
    if (!lay_out(crowd, rate, error))
        return false;
    size_t matrices = (size_t)crowd->info.frame_count * crowd->slot_count;
    crowd->palettes = hone_arena_array(crowd->memory, matrices, sizeof *crowd->palettes);
    hone_affine *two = hone_arena_array(crowd->memory, 2 * (size_t)crowd->slot_count, sizeof *two);
    if (hone_arena_failed(crowd->memory))
        return hone_arena_fail(crowd->memory, error);
    crowd->info.texture_size = matrices * sizeof *crowd->palettes;
    hone_crowd_scratch *scratch = hone_crowd_scratch_create(crowd->crowd_model, &crowd->allocator, error);
    bool ok = scratch && bake(crowd, scratch, two, error);
    hone_crowd_scratch_destroy(scratch);
    return ok;
}

static bool check(const hone_gpu_crowd_desc *desc, hone_error *error)
{
    if (!desc || !desc->gpu_model || !desc->crowd_model)
        return hone_fail_null(error, "the models of a crowd on the GPU");
    const hone_gpu_model *gpu_model = desc->gpu_model;
    if (!gpu_model->skin || desc->crowd_model->model != gpu_model->model)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         gpu_model->skin ? "the crowd is of another model" : "the model has no vertices");
    if (!(desc->rate >= 0 && desc->rate <= MAX_RATE))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%g frames in a second", desc->rate);
    if (hone_skin_max_influences(gpu_model->skin) > HONE_SKIN_SHADER_MAX_INFLUENCES)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "a vertex has %" PRIu32 " influences, shaders take %d",
                         hone_skin_max_influences(gpu_model->skin), HONE_SKIN_SHADER_MAX_INFLUENCES);
    return true;
}

hone_gpu_crowd *hone_gpu_crowd_create(const hone_gpu_crowd_desc *desc, hone_error *error)
{
    static const hone_bounds empty = HONE_BOUNDS_EMPTY;
    if (!check(desc, error))
        return NULL;
    const hone_allocator *allocator = &desc->gpu_model->renderer->allocator;
    hone_gpu_crowd *crowd = hone_allocate(allocator, 1, sizeof *crowd);
    hone_arena *memory = crowd ? hone_arena_create(allocator, 0, NULL) : NULL;
    if (!memory) {
        hone_deallocate(allocator, crowd, 1, sizeof *crowd);
        hone_fail_memory(error);
        return NULL;
    }
    *crowd = (hone_gpu_crowd){.allocator = *allocator,
                              .memory = memory,
                              .gpu_model = desc->gpu_model,
                              .crowd_model = hone_crowd_model_retain(desc->crowd_model),
                              .clip_count = desc->crowd_model->clip_count,
                              .slot_count = desc->crowd_model->slot_count,
                              .rigid = true,
                              .box = empty,
                              .lost_count = desc->gpu_model->renderer->lost_count};
    if (fill(crowd, desc->rate > 0 ? desc->rate : HONE_FRAMES_PER_SECOND, error))
        return crowd;
    hone_gpu_crowd_destroy(crowd);
    return NULL;
}

void hone_gpu_crowd_destroy(hone_gpu_crowd *crowd)
{
    if (!crowd)
        return;
    hone_renderer *renderer = crowd->gpu_model->renderer;
    hone_context_before before;
    bool there = crowd->lost_count == renderer->lost_count && (crowd->texture.name || crowd->buffer);
    if (there && hone_context_enter(&renderer->context, &before, NULL)) {
        hone_bone_texture_destroy(&crowd->texture);
        if (crowd->buffer)
            glDeleteBuffers(1, &crowd->buffer);
        hone_context_leave(&renderer->context, &before);
    }
    const hone_allocator allocator = crowd->allocator;
    hone_crowd_model_release(crowd->crowd_model);
    hone_deallocate(&allocator, crowd->members, crowd->capacity, sizeof *crowd->members);
    hone_arena_destroy(crowd->memory);
    hone_deallocate(&allocator, crowd, 1, sizeof *crowd);
}

hone_gpu_crowd_info hone_gpu_crowd_get_info(const hone_gpu_crowd *crowd)
{
    hone_gpu_crowd_info info = {0};
    if (!crowd)
        return info;
    info = crowd->info;
    info.member_count = crowd->count;
    info.member_size = sizeof(hone_gpu_member);
    return info;
}
