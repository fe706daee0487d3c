/* The motion of a model as plain keys. */
#include "cmd/convert/convert.h"
#include "tool/messages/progress.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

double convert_asked_tolerance(const conversion *c)
{
    const convert_values *v = c->values;
    bool all_frames = c->target == CONVERT_BVH && v->rate.rate == 30 * v->rate.divisor; /* or not given */
    const double by_default = all_frames ? 0 : 1e-4;
    return (v->exact ? 0 : v->tolerance > 0 ? (double)v->tolerance : by_default) / c->unit;
}

double convert_float_step(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    double most = 0;
    for (uint32_t v = 0; v < data->mesh.vertex_count; v++)
        for (int i = 0; i < 3; i++) most = fmax(most, fabs((double)data->mesh.positions[v][i]));
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++)
        for (int i = 0; i < 3; i++) most = fmax(most, fabs((double)data->skeleton.bones[b].position[i]));
    return most * (double)FLT_EPSILON;
}

/* Packing leaves out keys and rounds them; only what it cannot do is left to the bake. Below some steps of floats that
 * would be a key for each error of their rounding. */
static const double SHARE_OF_KEYS = 0.05, STEPS_OF_KEYS = 8;

double convert_least_tolerance(const conversion *c)
{
    bool any = c->values->pack && convert_asked_tolerance(c) > 0; /* 0: keys stay as they are */
    return any ? 4 * STEPS_OF_KEYS * c->float_step : 0;           /* the rest is for rounding, which is measured */
}

/* All that a packed file may be off, and the part of it for the keys of the bake. */
static double tolerance_of_all(const conversion *c)
{
    return fmax(convert_asked_tolerance(c), convert_least_tolerance(c));
}
static double tolerance_of_keys(const conversion *c)
{
    return fmax(SHARE_OF_KEYS * tolerance_of_all(c), convert_least_tolerance(c) / 4);
}

float convert_tolerance(const conversion *c)
{
    bool both = c->place_moves && c->target <= CONVERT_GLTF; /* keys of the place, which move the bones, too */
    return (float)((c->values->pack ? tolerance_of_keys(c) : convert_asked_tolerance(c)) / (both ? 2 : 1));
}

float convert_pack_tolerance(const conversion *c)
{
    return (float)(tolerance_of_all(c) - tolerance_of_keys(c));
}

bool convert_keys_are_whole(const conversion *c)
{
    return c->target == CONVERT_VMD || convert_tolerance(c) == 0;
}

float convert_bound(const conversion *c)
{
    const double by_default = 1e-3;
    return (float)((c->values->bound > 0 ? (double)c->values->bound : by_default) / c->unit);
}

static bool show(void *user, uint32_t frame)
{
    progress_show(user, frame);
    return true;
}

/* Shorter motions are played before the copies of the actor are made. */
enum { FRAMES_FOR_COPIES = 60 };

/* Makes an actor for each thread but the first. Returns NULL if none is needed, or if memory is short; then one thread
 * plays. */
static hone_actor **make_copies(const conversion *c, uint32_t *count)
{
    hone_error ignored = {0};
    uint32_t threads = hone_workers_thread_count(c->actor_list->workers);
    bool physics = hone_actor_get_physics(convert_actor(c));
    *count = 0;
    if (physics || threads < 2 || c->last_frame < FRAMES_FOR_COPIES)
        return NULL;
    hone_actor **copies = calloc(threads - 1, sizeof(hone_actor *));
    for (uint32_t i = 0; copies && i + 1 < threads; i++, *count += 1) {
        copies[i] = actor_list_copy_member(c->actor_list, c->number - 1, false, &ignored);
        if (!copies[i])
            break;
    }
    return copies;
}

static void release_copies(hone_actor **copies, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) hone_actor_destroy(copies[i]);
    free(copies);
}

hone_motion *convert_bake(conversion *c, hone_bake_player player, const hone_model *mmd_model, int *status)
{
    hone_error error = {0};
    uint32_t copy_count;
    hone_actor **copies = make_copies(c, &copy_count);
    progress p = progress_begin(c->report, c->last_frame + 1);
    const hone_bake_desc desc = {.actor = convert_actor(c),
                                 .last_frame = c->last_frame,
                                 .tolerance = convert_tolerance(c),
                                 .player = player,
                                 .mmd_model = mmd_model,
                                 .scale = c->values->scale,
                                 .path = convert_places_roots(c) ? convert_follow_trajectory : NULL,
                                 .path_user = c->trajectory,
                                 .workers = c->actor_list->workers,
                                 .copies = copies,
                                 .copy_count = copy_count,
                                 .progress = show,
                                 .user = &p};
    hone_motion *motion = hone_bake(&desc, &c->bake, &error);
    progress_end(&p);
    release_copies(copies, copy_count);
    if (!motion)
        *status = report_failure(c->report, c->model->path, &error);
    else
        *status = actor_list_update(c->actor_list, c->last_frame, c->report); /* reports its warnings */
    c->baked = motion != NULL;
    return motion;
}
