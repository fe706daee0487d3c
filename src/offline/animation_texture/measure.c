/* Measures a texture: plays the motions again, and compares vertices. */
#include "base/error.h"
#include "offline/animation_texture/texture_internal.h"
#include <math.h>

typedef struct measure_context {
    const hone_animation_bake_desc *desc;
    const hone_animation_texture *texture;
    hone_animation_report *report;
    const hone_skin *skin;
    uint32_t count;     /* vertices */
    hone_affine *slots; /* [slot_count] read from the texture */
    /* [vertex_count] by exact matrices, by those of the texture, and by hone's own methods */
    float (*exact)[3], (*read)[3], (*own)[3];
    hone_error *error;
} measure_context;

static bool skin_linearly(const measure_context *c, hone_affine *slots, float (*out)[3])
{
    const hone_palette palette = {.slot_count = hone_skin_slot_count(c->skin), .affine = slots};
    const hone_skin_job job = {
        .palette = &palette, .positions = {out, c->count, sizeof *out}, .method = HONE_SKIN_LINEAR};
    return hone_skin_run_on(NULL, c->skin, &job, c->error);
}

static bool skin_own(const measure_context *c, hone_actor *actor)
{
    return hone_actor_skin(actor, &(hone_skin_out){.positions = {c->own, c->count, sizeof *c->own}}, c->error);
}

/* Compares slots. Morphs of vertices are not in them. */
static bool compare_slots(const measure_context *c, hone_actor *actor, hone_animation_time time, double *error,
                          uint32_t *worst)
{
    for (uint32_t s = 0; s < c->texture->item_count; s++)
        c->slots[s] = hone_animation_texture_slot(c->texture, time, s);
    if (!skin_linearly(c, hone_actor_palette(actor)->affine, c->exact) || !skin_linearly(c, c->slots, c->read))
        return false;
    *error = hone_animation_distance((const float(*)[3])c->exact, (const float(*)[3])c->read, c->count, worst);
    uint32_t vertex;
    if (time.between != 0 || !skin_own(c, actor))
        return time.between != 0;
    double deform = hone_animation_distance((const float(*)[3])c->exact, (const float(*)[3])c->own, c->count, &vertex);
    c->report->deform_error = fmax(c->report->deform_error, deform);
    return true;
}

static bool compare_vertices(const measure_context *c, hone_actor *actor, hone_animation_time time, double *error,
                             uint32_t *worst)
{
    for (uint32_t v = 0; v < c->count; v++) hone_animation_texture_vertex(c->texture, time, v, c->read[v], NULL);
    if (!skin_own(c, actor))
        return false;
    *error = hone_animation_distance((const float(*)[3])c->own, (const float(*)[3])c->read, c->count, worst);
    return true;
}

/* Compares frame k of a clip, or the middle between it and the next. */
static bool compare(measure_context *c, hone_actor *actor, const hone_animation_clip *clip, uint32_t k, bool middle)
{
    const uint32_t first = clip->first_frame, next = k + 1 < clip->frame_count ? k + 1 : 0;
    const hone_animation_time time = {first + k, first + next, middle ? 0.5f : 0};
    hone_animation_report *report = c->report;
    double error = 0;
    uint32_t worst = 0;
    bool slots = hone_animation_has_slots(c->texture->content);
    if (!hone_actor_update(actor, (k + (middle ? 0.5 : 0)) / clip->rate, c->error) ||
        !(slots ? compare_slots : compare_vertices)(c, actor, time, &error, &worst))
        return false;
    if (middle && error > report->error_between)
        report->error_between = error, report->worst_frame_between = time.frame;
    else if (!middle && error > report->error)
        report->error = error, report->worst_vertex = worst, report->worst_frame = time.frame;
    return true;
}

static bool measure_clip(measure_context *c, hone_actor *actor, const hone_animation_clip *clip)
{
    const uint32_t frames = c->texture->frame_count;
    bool ok = true;
    for (uint32_t k = 0; ok && k < clip->frame_count; k++) {
        ok = compare(c, actor, clip, k, false) &&
             hone_animation_progress(c->desc, frames + clip->first_frame + k + 1, 2 * frames, c->error);
        if (ok && (clip->loop || k + 1 < clip->frame_count))
            ok = compare(c, actor, clip, k, true);
    }
    return ok;
}

static bool measure_all(measure_context *c)
{
    bool ok = true;
    for (uint32_t m = 0; ok && m < c->desc->motion_count; m++) {
        hone_actor *actor = hone_animation_play(c->desc, m, c->error);
        ok = actor && measure_clip(c, actor, &c->texture->clips[m]);
        hone_actor_destroy(actor);
    }
    return ok;
}

bool hone_animation_measure(const hone_animation_bake_desc *desc, const hone_animation_texture *texture,
                            hone_animation_report *report, hone_error *error)
{
    measure_context c = {.desc = desc, .texture = texture, .report = report, .error = error};
    c.skin = hone_model_compiled_skin(desc->model, error);
    hone_arena *memory = c.skin ? hone_arena_create(desc->allocator, 0, error) : NULL;
    if (!memory)
        return false;
    c.count = hone_skin_vertex_count(c.skin);
    c.slots = hone_arena_array(memory, hone_skin_slot_count(c.skin), sizeof *c.slots);
    c.exact = hone_arena_array(memory, c.count, sizeof *c.exact);
    c.read = hone_arena_array(memory, c.count, sizeof *c.read);
    c.own = hone_arena_array(memory, c.count, sizeof *c.own);
    bool ok = hone_arena_failed(memory) ? hone_arena_fail(memory, error) : measure_all(&c);
    hone_arena_destroy(memory);
    return ok;
}
