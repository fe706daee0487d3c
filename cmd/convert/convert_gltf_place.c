/* hone convert, to glTF: the node above all others, which puts the model at its place. */
#include "cmd/convert/convert_trajectory.h"
#include "tool/place/place_model.h"

#include <hone/math.h>

#include <math.h>

/* In metres and glTF's axes. A hidden model has no size. */
static hone_transform in_gltf(const place_sample *from)
{
    const float metres = (float)HONE_MMD_METRES, size = from->opacity > 0 ? placement_size(&from->place) : 0;
    hone_affine rigid = from->place;
    hone_transform out = HONE_TRANSFORM_IDENTITY;
    hone_affine_orthonormalise(&rigid);
    hone_quat_from_affine(&rigid, out.rotation);
    out.rotation[0] = -out.rotation[0], out.rotation[1] = -out.rotation[1];
    for (int i = 0; i < 3; i++) {
        out.translation[i] = from->place.m[i][3] * (i == 2 ? -metres : metres);
        out.scale[i] = size;
    }
    return out;
}

bool convert_place(const conversion *c, hone_transform *place)
{
    if (!c->placed)
        return false;
    *place = in_gltf(c->trajectory->samples);
    return true;
}

/* How far a part of the model is from its origin, in metres. */
static float reach_of(const conversion *c)
{
    const hone_mesh *mesh = hone_model_mesh(c->model->model);
    float furthest = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) furthest = fmaxf(furthest, hone_vec3_length(mesh->positions[v]));
    const float moving = 2; /* it may move away from its rest pose */
    return fmaxf(furthest * moving * (float)c->unit, 1);
}

/* A bone for the place, and bones at the corners of a box, which the tolerance of the bake keeps in place. */
static hone_model *make_corners(float reach, hone_error *error)
{
    enum { CORNERS = 8 };
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_bone *bones = hone_builder_array(builder, CORNERS + 1, sizeof *bones);
    for (uint32_t b = 0; bones && b <= CORNERS; b++) {
        const float side = reach / sqrtf(3), at[3] = {b & 1 ? side : -side, b & 2 ? side : -side, b & 4 ? side : -side};
        bones[b] = (hone_bone){.name = "",
                               .parent = b ? 0 : HONE_NONE,
                               .append_source = HONE_NONE,
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .rest = HONE_TRANSFORM_IDENTITY};
        for (int i = 0; i < 3 && b; i++) bones[b].rest_local.m[i][3] = bones[b].rest.translation[i] = at[i];
    }
    const hone_model_data data = {.space = HONE_SPACE_GLTF,
                                  .skeleton = {.bone_count = bones ? CORNERS + 1 : 0, .bones = bones}};
    return hone_model_create(builder, &data, NULL, error);
}

static void pose_place(void *user, double frame, hone_pose *pose)
{
    pose->bones[0] = in_gltf(convert_trajectory_at(user, frame));
    pose->animated[0] = 1;
}

/* Adds what was measured in metres to the measurements of the model's own keys. */
static void add_report(conversion *c, const hone_bake_report *place)
{
    c->bake.keys_before += place->keys_before;
    c->bake.keys_after += place->keys_after;
    double *const sums[] = {&c->bake.joint_error, &c->bake.vertex_error, &c->bake.joint_error_between,
                            &c->bake.vertex_error_between};
    for (int i = 0; i < 4; i++) *sums[i] += (i < 2 ? place->joint_error : place->joint_error_between) / c->unit;
}

hone_motion *convert_bake_place(conversion *c, int *status)
{
    hone_error error = {0};
    hone_bake_report measured;
    hone_motion *motion = NULL;
    hone_model *corners = make_corners(reach_of(c), &error);
    const hone_actor_desc as = {.model = corners, .edit = pose_place, .edit_user = c->trajectory};
    hone_actor *actor = corners ? hone_actor_create(&as, &error) : NULL;
    const hone_bake_desc desc = {.actor = actor,
                                 .last_frame = c->last_frame,
                                 .tolerance = (float)((double)convert_tolerance(c) * c->unit),
                                 .workers = c->actor_list->workers};
    if (actor)
        motion = hone_bake(&desc, &measured, &error);
    if (motion)
        add_report(c, &measured);
    else
        *status = report_failure(c->report, c->model->path, &error);
    hone_actor_destroy(actor);
    hone_model_release(corners);
    return motion;
}
