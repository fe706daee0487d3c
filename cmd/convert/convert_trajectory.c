/* Where hone convert puts a model: at a place, on a bone of another model, or along the keys of its place. */
#include "cmd/convert/convert_trajectory.h"
#include "tool/place/place_model.h"
#include "tool/place/place_path.h"

#include <hone/math.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sampling ---------------------------------------------------------------------------------------------------- */

static bool is_keyed(const input *model)
{
    const scene_model *from = model->set_up;
    return (from && from->key_count) || model->place.attach;
}

/* Whether a motion of the model hides it. */
static bool is_hidden_by_motions(const conversion *c)
{
    bool hidden = false;
    for (uint32_t i = 0; i < c->in->count; i++) {
        const hone_motion_data *motion = hone_motion_get(c->in->items[i].motion);
        bool own = motion->property_key_count && inputs_plays_on(c->in, &c->in->items[i], c->number);
        for (uint32_t k = 0; own && k < motion->property_key_count; k++)
            hidden = hidden || !motion->property_keys[k].visible;
    }
    return hidden;
}

static int sample(conversion *c, bool hides)
{
    actor_list *list = c->actor_list;
    actor_entry *m = &list->members[c->number - 1];
    int status = STATUS_OK;
    for (uint32_t i = 0; i < c->trajectory->count && status == STATUS_OK; i++) {
        double frame = i / (double)HONE_BAKE_TIMES_PER_FRAME;
        status = actor_list_place(list, c->number - 1, frame, c->report);
        if (hides)
            hone_actor_sample_frame(m->actor, frame);
        c->trajectory->samples[i] = (place_sample){m->place, !hides || hone_actor_visible(m->actor) ? m->opacity : 0};
    }
    return status;
}

/* Notes whether the samples differ, and whether the model is not at its own place in all of them. */
static void look_at(conversion *c)
{
    const hone_affine none = HONE_AFFINE_IDENTITY;
    const place_sample *first = c->trajectory->samples;
    for (uint32_t i = 0; i < c->trajectory->count; i++) {
        const place_sample *at = &c->trajectory->samples[i];
        bool shown = at->opacity > 0;
        c->place_moves |= memcmp(&at->place, &first->place, sizeof at->place) != 0 || shown != (first->opacity > 0);
        c->placed |= memcmp(&at->place, &none, sizeof none) != 0 || !shown;
        c->translucent |= shown && at->opacity < 1;
        c->resized |= fabsf(placement_size(&at->place) - 1) > 1e-6f;
    }
}

int convert_find_trajectory(conversion *c)
{
    hone_error error = {0};
    if (!c->model)
        return STATUS_OK;
    actor_list_play_alone(c->actor_list);
    if (c->last_frame >= HONE_BAKE_MAX_FRAMES) /* hone_bake says so */
        return STATUS_OK;
    bool hides = is_hidden_by_motions(c), moves = hides || is_keyed(c->model);
    c->trajectory = calloc(1, sizeof *c->trajectory);
    if (c->trajectory) {
        c->trajectory->model = c->model->model;
        c->trajectory->count = moves ? c->last_frame * HONE_BAKE_TIMES_PER_FRAME + 1 : 1;
        c->trajectory->samples = calloc(c->trajectory->count, sizeof *c->trajectory->samples);
    }
    if (!c->trajectory || !c->trajectory->samples)
        return hone_fail_memory(&error), report_failure(c->report, c->model->path, &error);
    int status = sample(c, hides);
    if (status == STATUS_OK)
        look_at(c);
    return status;
}

void convert_release_trajectory(conversion *c)
{
    if (c->trajectory)
        free(c->trajectory->samples);
    free(c->trajectory);
    c->trajectory = NULL;
}

const place_sample *convert_trajectory_at(const convert_trajectory *trajectory, double frame)
{
    double at = frame * HONE_BAKE_TIMES_PER_FRAME + 0.5;
    return &trajectory->samples[at < trajectory->count ? (uint32_t)at : trajectory->count - 1];
}

/* ---- keys of root bones ------------------------------------------------------------------------------------------ */

void convert_follow_trajectory(void *user, double frame, hone_rigid_transform *world)
{
    const convert_trajectory *trajectory = user;
    hone_affine place = convert_trajectory_at(trajectory, frame)->place;
    hone_affine_orthonormalise(&place); /* the keys do not change its size */
    place_path_of(&place, trajectory->model, world);
}

static bool has_bones(const conversion *c)
{
    const hone_model_data *model = hone_model_get(c->model->model);
    return model->skeleton.bone_count > 0 || c->target == CONVERT_VMD; /* which gets a bone */
}

/* The formats whose root bones say where a model is: VMD, and BVH of a model of MMD. */
bool convert_places_roots(const conversion *c)
{
    bool mmd = c->model && hone_model_get(c->model->model)->space == HONE_SPACE_MMD;
    return c->placed && has_bones(c) && (c->target == CONVERT_VMD || (c->target == CONVERT_BVH && mmd));
}

void convert_warn_of_place(conversion *c, const char *format)
{
    const char *path = c->model->path;
    if (c->placed && !convert_places_roots(c))
        report_warn_of(c->report, path, "%s cannot contain where the model stands: left out", format);
    else if (c->resized)
        report_warn_of(c->report, path, "%s cannot contain how large the model is: left out", format);
    if (c->translucent)
        report_warn_of(c->report, path, "%s cannot contain how transparent the model is: left out", format);
}

void convert_warn_of_camera(conversion *c)
{
    if (c->camera)
        report_warn_of(c->report, c->model->path,
                       "the camera is left out: hone motion FILE --keep camera -o NAME.vmd writes its keys");
}
