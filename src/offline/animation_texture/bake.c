/* Bakes motions: plays each of them, and collects its frames. */
#include "base/error.h"
#include "offline/animation_texture/texture_internal.h"
#include <math.h>
#include <string.h>

static const double LOOP_SHARE = 1e-3; /* of the model's size */

typedef struct bake_context {
    const hone_animation_bake_desc *desc;
    hone_animation_texture_desc texture;
    hone_arena *memory;
    hone_animation_clip *clips; /* [motion_count] */
    const char **names;         /* [slot_count] */
    hone_affine *palettes;
    float (*positions)[3], (*normals)[3];
    uint32_t total; /* frames, each counted again if it is measured */
    hone_error *error;
} bake_context;

/* ---- clips ------------------------------------------------------------------------------------------------------- */

static double size_of(const hone_mesh *mesh)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, edge[3];
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            low[i] = fminf(low[i], mesh->positions[v][i]);
            high[i] = fmaxf(high[i], mesh->positions[v][i]);
        }
    hone_vec3_subtract(high, low, edge);
    return (double)hone_vec3_length(edge) / 2;
}

static bool skin_at(hone_actor *actor, double seconds, float (*positions)[3], hone_error *error)
{
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    return hone_actor_update(actor, seconds, error) &&
           hone_actor_skin(actor, &(hone_skin_out){.positions = {positions, count, sizeof *positions}}, error);
}

/* Whether a motion ends where it began. */
static bool find_loop(bake_context *c, uint32_t motion, double duration, bool *loop)
{
    const hone_mesh *mesh = hone_model_mesh(c->desc->model);
    uint32_t count = mesh->vertex_count, worst;
    hone_actor *actor = hone_animation_play(c->desc, motion, c->error);
    float(*points)[3] = actor ? hone_allocate(c->desc->allocator, 2 * (size_t)count, sizeof *points) : NULL;
    bool ok = points && skin_at(actor, 0, points, c->error) && skin_at(actor, duration, points + count, c->error);
    if (actor && !points)
        hone_fail_memory(c->error);
    *loop = ok && hone_animation_distance((const float(*)[3])points, (const float(*)[3])points + count, count,
                                          &worst) <= LOOP_SHARE * size_of(mesh);
    hone_deallocate(c->desc->allocator, points, 2 * (size_t)count, sizeof *points);
    hone_actor_destroy(actor);
    return ok;
}

/* The frames are spread so that the last one is at the end of the motion. */
static bool make_clip(bake_context *c, uint32_t motion, hone_animation_clip *out)
{
    const hone_animation_bake_desc *desc = c->desc;
    double rate = desc->rate > 0 ? desc->rate : 30, duration = hone_motion_duration(desc->motions[motion]);
    double steps = duration > 0 ? fmax(ceil(duration * rate - 1e-4), 1) : 0;
    bool loop = desc->loop == HONE_ANIMATION_LOOP_ON && steps > 0;
    if (!(steps < 1e9))
        return hone_fail(c->error, HONE_ERROR_UNSUPPORTED, motion, "a clip of %g seconds is too long", duration);
    if (desc->loop == HONE_ANIMATION_LOOP_AUTO && steps > 1 && !find_loop(c, motion, duration, &loop))
        return false;
    *out = (hone_animation_clip){.name = desc->names ? desc->names[motion] : "",
                                 .frame_count = (uint32_t)steps + !loop,
                                 .rate = steps > 0 ? steps / duration : rate,
                                 .loop = loop,
                                 .box = HONE_BOUNDS_EMPTY};
    return true;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static bool keep_frame(bake_context *c, hone_actor *actor, size_t frame)
{
    const hone_palette *palette = hone_actor_palette(actor);
    const size_t items = c->texture.item_count, first = frame * items;
    if (c->palettes) {
        memcpy(c->palettes + first, palette->affine, items * sizeof *palette->affine);
        return true;
    }
    hone_skin_out out = {.positions = {c->positions + first, items, sizeof *c->positions}};
    if (c->normals)
        out.normals = (hone_stream){c->normals + first, items, sizeof *c->normals};
    return hone_actor_skin(actor, &out, c->error);
}

/* Grows the box of a clip by the actor as it is now. */
static bool grow_box(bake_context *c, const hone_actor *actor, hone_bounds *box)
{
    hone_bounds now;
    hone_skin_method method = c->palettes ? HONE_SKIN_LINEAR : HONE_SKIN_AUTO;
    if (!hone_actor_bounds(actor, method, &now, NULL, c->error))
        return false;
    for (int i = 0; i < 3; i++) {
        box->min[i] = fminf(box->min[i], now.min[i]);
        box->max[i] = fmaxf(box->max[i], now.max[i]);
    }
    return true;
}

static bool play_all(bake_context *c)
{
    bool ok = true;
    for (uint32_t m = 0, frame = 0; ok && m < c->desc->motion_count; m++) {
        hone_animation_clip *clip = &c->clips[m];
        hone_actor *actor = hone_animation_play(c->desc, m, c->error);
        ok = actor != NULL;
        for (uint32_t k = 0; ok && k < clip->frame_count; k++, frame++)
            ok = hone_actor_update(actor, k / clip->rate, c->error) && keep_frame(c, actor, frame) &&
                 grow_box(c, actor, &clip->box) && hone_animation_progress(c->desc, frame + 1, c->total, c->error);
        hone_actor_destroy(actor);
    }
    return ok;
}

static bool allocate_frames(bake_context *c, uint32_t frames)
{
    const size_t count = (size_t)frames * c->texture.item_count;
    if (hone_animation_has_slots(c->desc->content))
        c->texture.palettes = c->palettes = hone_arena_raw(c->memory, count, sizeof *c->palettes);
    else
        c->positions = hone_arena_raw(c->memory, count, sizeof *c->positions);
    if (c->desc->content == HONE_ANIMATION_POSITION_NORMAL)
        c->normals = hone_arena_raw(c->memory, count, sizeof *c->normals);
    c->texture.positions = (const float(*)[3])c->positions;
    c->texture.normals = (const float(*)[3])c->normals;
    return !hone_arena_failed(c->memory) || hone_arena_fail(c->memory, c->error);
}

/* ---- the texture ------------------------------------------------------------------------------------------------- */

static bool describe(bake_context *c)
{
    const hone_animation_bake_desc *desc = c->desc;
    const hone_mesh *mesh = hone_model_mesh(desc->model);
    const hone_skeleton *skeleton = hone_model_skeleton(desc->model);
    bool slots = hone_animation_has_slots(desc->content);
    c->clips = hone_arena_array(c->memory, desc->motion_count, sizeof *c->clips);
    c->names = hone_arena_array(c->memory, mesh->slot_count, sizeof *c->names);
    if (hone_arena_failed(c->memory))
        return hone_arena_fail(c->memory, c->error);
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        c->names[s] = mesh->slots[s].bone == HONE_NONE ? "" : skeleton->bones[mesh->slots[s].bone].name;
    for (uint32_t m = 0; m < desc->motion_count; m++)
        if (!make_clip(c, m, &c->clips[m]))
            return false;
    c->texture = (hone_animation_texture_desc){.content = desc->content,
                                               .format = desc->format,
                                               .item_count = slots ? mesh->slot_count : mesh->vertex_count,
                                               .clips = c->clips,
                                               .clip_count = desc->motion_count,
                                               .item_names = slots ? c->names : NULL,
                                               .max_size = desc->max_size,
                                               .allocator = desc->allocator};
    return true;
}

static hone_animation_texture *bake(bake_context *c, bool measured)
{
    hone_animation_texture layout = {0};
    if (!describe(c) || !hone_animation_lay_out(&c->texture, &layout, c->error) ||
        !allocate_frames(c, layout.frame_count))
        return NULL;
    c->total = measured ? 2 * layout.frame_count : layout.frame_count;
    if (!play_all(c))
        return NULL;
    return hone_animation_texture_create(&c->texture, c->error);
}

static bool check(const hone_animation_bake_desc *desc, hone_error *error)
{
    if (!desc || !desc->model || !desc->motions)
        return hone_fail_null(error, "the model or the motions");
    const hone_mesh *mesh = hone_model_mesh(desc->model);
    if (desc->motion_count == 0 || mesh->vertex_count == 0 || mesh->slot_count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         desc->motion_count ? "the model has no vertices" : "there is no clip to bake");
    if ((unsigned)desc->content >= HONE_ANIMATION_CONTENT_COUNT || (unsigned)desc->format >= HONE_TEXEL_FORMAT_COUNT ||
        (unsigned)desc->loop > HONE_ANIMATION_LOOP_OFF)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an animation texture of unknown content or format");
    if (!(desc->rate >= 0 && desc->rate <= 1e4))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the rate must be from 0 to 10000 frames a second");
    return true;
}

hone_animation_texture *hone_animation_texture_bake(const hone_animation_bake_desc *desc, hone_animation_report *report,
                                                    hone_error *error)
{
    if (!check(desc, error))
        return NULL;
    bake_context c = {.desc = desc, .error = error, .memory = hone_arena_create(desc->allocator, 0, error)};
    hone_animation_texture *out = c.memory ? bake(&c, report != NULL) : NULL;
    hone_arena_destroy(c.memory);
    if (out && report) {
        *report = (hone_animation_report){.size = size_of(hone_model_mesh(desc->model))};
        if (hone_animation_measure(desc, out, report, error))
            return out;
        hone_animation_texture_destroy(out);
        return NULL;
    }
    return out;
}
