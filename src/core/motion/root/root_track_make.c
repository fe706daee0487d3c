/* Makes root tracks: follows the root bone through a motion. A motion keeps those that it was asked for. */
#include "base/error.h"
#include "core/model/derived.h"
#include "core/motion/pose.h"
#include "core/motion/root/kept_roots.h"
#include "core/motion/root/root_track.h"
#include <math.h>
#include <string.h>

static const double longest = 1 << 20; /* frames: ten hours */

static int32_t find_named(const hone_skeleton *skeleton, const char *name)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (strcmp(skeleton->bones[b].name, name) == 0)
            return (int32_t)b;
    return HONE_NONE;
}

static int32_t first_parent(const hone_skeleton *skeleton)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        for (uint32_t c = 0; c < skeleton->bone_count && skeleton->bones[b].parent == HONE_NONE; c++)
            if (skeleton->bones[c].parent == (int32_t)b)
                return (int32_t)b;
    return skeleton->bone_count ? 0 : HONE_NONE;
}

int32_t hone_root_bone(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    int32_t center = data->space == HONE_SPACE_MMD ? find_named(&data->skeleton, "センター") : HONE_NONE;
    if (center != HONE_NONE)
        return center;
    hone_humanoid human = hone_model_humanoid(model);
    return human.bones[HONE_HUMANOID_HIPS] != HONE_NONE ? human.bones[HONE_HUMANOID_HIPS]
                                                        : first_parent(&data->skeleton);
}

/* The bone in model space, by the keys of the bones above it: without IK and append, which センター has none of. */
static hone_affine place_of(const hone_model_data *model, const hone_pose *pose, int32_t index)
{
    hone_affine out = HONE_AFFINE_IDENTITY;
    uint32_t depth = 0; /* a broken file may have a circle of parents */
    for (int32_t b = index; b != HONE_NONE && depth <= model->skeleton.bone_count; depth++) {
        const hone_bone *bone = &model->skeleton.bones[b];
        hone_affine local = bone->rest_local;
        if (model->space == HONE_SPACE_MMD) {
            hone_affine offset = hone_affine_from_transform(&pose->bones[b]);
            local = hone_affine_multiply(&local, &offset);
        } else if (pose->animated[b]) {
            local = hone_affine_from_transform(&pose->bones[b]);
        }
        out = hone_affine_multiply(&local, &out);
        b = bone->parent;
    }
    return out;
}

/* A track, and what it needs while it is made. */
typedef struct root_context {
    const hone_root_desc *desc;
    int32_t bone;
    hone_arena *scratch;
    hone_sampler *sampler;
    hone_pose pose;
    hone_affine *path;
} root_context;

static bool open_context(root_context *c, uint32_t sample_count, hone_error *error)
{
    const hone_root_desc *desc = c->desc;
    c->scratch = hone_arena_create(desc->allocator, 0, error);
    if (!c->scratch)
        return false;
    hone_pose_allocate(&c->pose, hone_model_get(desc->model), c->scratch);
    c->path = hone_arena_array(c->scratch, sample_count, sizeof *c->path);
    if (hone_arena_failed(c->scratch))
        return hone_arena_fail(c->scratch, error);
    c->sampler =
        hone_sampler_create(&(hone_sampler_desc){desc->model, desc->motion, desc->rules, desc->allocator}, error);
    return c->sampler != NULL;
}

static void close_context(root_context *c)
{
    hone_sampler_destroy(c->sampler);
    if (c->scratch)
        hone_arena_destroy(c->scratch);
}

static void follow_path(root_context *c, const hone_root_track *track)
{
    for (uint32_t k = 0; k < track->sample_count; k++) {
        double frame = k + 1 == track->sample_count ? track->last_frame : k;
        hone_pose_reset(&c->pose, c->desc->model);
        hone_sampler_sample(c->sampler, frame, &c->pose);
        c->path[k] = place_of(hone_model_get(c->desc->model), &c->pose, c->bone);
    }
}

static int32_t bone_of(const hone_root_desc *desc)
{
    return desc->bone ? find_named(hone_model_skeleton(desc->model), desc->bone) : hone_root_bone(desc->model);
}

static bool check_desc(const hone_root_desc *desc, double last_frame, int32_t bone, hone_error *error)
{
    if ((desc->parts & ~(uint32_t)(HONE_ROOT_XZ | HONE_ROOT_Y | HONE_ROOT_YAW)) != 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->parts, "root motion has no parts %u", desc->parts);
    if (bone == HONE_NONE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the model has no bone \"%s\" for root motion",
                         desc->bone ? desc->bone : "");
    if (!(last_frame <= longest))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion with root motion has at most 1048576 frames");
    return true;
}

static hone_root_track *make_track(const hone_root_desc *desc, int32_t bone, hone_error *error)
{
    root_context context = {.desc = desc, .bone = bone};
    double last_frame = hone_frame_from_seconds(hone_motion_duration(desc->motion));
    if (!check_desc(desc, last_frame, bone, error))
        return NULL;
    hone_root_memory *made = hone_root_track_allocate(desc->allocator, last_frame, error);
    if (made && open_context(&context, made->track.sample_count, error)) {
        follow_path(&context, &made->track);
        hone_root_extract(context.path, made->track.sample_count, desc->parts, made->samples);
    } else if (made) {
        hone_arena_destroy(made->arena);
        made = NULL;
    }
    close_context(&context);
    return made ? &made->track : NULL;
}

static bool check_objects(const hone_root_desc *desc, hone_error *error)
{
    return (desc && desc->model && desc->motion) || hone_fail_null(error, "the model and the motion of root motion");
}

hone_root_track *hone_root_track_create(const hone_root_desc *desc, hone_error *error)
{
    return check_objects(desc, error) ? make_track(desc, bone_of(desc), error) : NULL;
}

/* ---- tracks that the motion keeps ------------------------------------------------------------------------------- */

static const hone_root_track *keep_track(const hone_root_desc *desc, const hone_root_key *key, hone_error *error)
{
    hone_root_desc own = *desc;
    own.allocator = hone_motion_allocator(desc->motion);
    hone_root_track *track = make_track(&own, key->bone, error);
    if (track && !hone_kept_roots_add(hone_motion_kept_roots(desc->motion), key, track, own.allocator)) {
        hone_root_track_destroy(track);
        return hone_fail_memory(error), NULL;
    }
    return track;
}

const hone_root_track *hone_motion_root_track(const hone_root_desc *desc, hone_error *error)
{
    if (!check_objects(desc, error))
        return NULL;
    hone_kept_roots *roots = hone_motion_kept_roots(desc->motion);
    const hone_root_key key = {hone_model_number(desc->model), bone_of(desc), desc->parts, desc->rules.curve,
                               desc->rules.fixed_axis};
    hone_mutex_lock(&roots->mutex);
    const hone_root_track *track = hone_kept_roots_find(roots, &key);
    if (!track)
        track = keep_track(desc, &key, error);
    hone_mutex_unlock(&roots->mutex);
    return track;
}
