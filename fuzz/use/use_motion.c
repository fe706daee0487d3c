#include "use/use.h"
#include <math.h>
#include <string.h>

enum { MOST = 32 };

static const char *text(hone_builder *builder, const char *utf8)
{
    return hone_builder_text(builder, utf8, strlen(utf8));
}

/* The name of a bone or morph that the motion moves. */
static const char *name_of(const hone_motion_data *motion, bool morph, uint32_t i)
{
    if (motion->packed)
        return (morph ? motion->packed->morphs : motion->packed->bones)[i].name;
    return morph ? motion->morph_tracks[i].name.text : motion->bone_tracks[i].name.text;
}

static uint32_t count_of(const hone_motion_data *motion, bool morph)
{
    if (!motion->packed)
        return morph ? motion->morph_track_count : motion->bone_track_count;
    const hone_packed_clip_info *info = hone_packed_clip_get_info(motion->packed->clip);
    return morph ? info->weight_count : info->bone_count;
}

/* Makes bones and morphs with the names of the first tracks, and a chain on bone 0. */
static hone_model *model_for(const hone_motion_data *motion)
{
    uint32_t bone_tracks = count_of(motion, false), morph_tracks = count_of(motion, true);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    uint32_t bone_count = bone_tracks < MOST ? bone_tracks + 1 : MOST;
    uint32_t morph_count = morph_tracks < MOST ? morph_tracks : MOST;
    hone_bone *bones = hone_builder_array(builder, bone_count, sizeof *bones);
    hone_morph *morphs = hone_builder_array(builder, morph_count, sizeof *morphs);
    hone_ik *ik = hone_builder_array(builder, 1, sizeof *ik);
    for (uint32_t i = 0; bones && i < bone_count; i++) {
        const char *name = i + 1 < bone_count ? name_of(motion, false, i) : "last";
        bones[i] = (hone_bone){.name = text(builder, name),
                               .parent = HONE_NONE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    }
    for (uint32_t i = 0; morphs && i < morph_count; i++)
        morphs[i] = (hone_morph){.name = text(builder, name_of(motion, true, i)), .kind = HONE_MORPH_VERTEX};
    if (bones && ik)
        bones[0].flags = HONE_BONE_IK;
    hone_model_data data = {
        .space = motion->space, .skeleton = {bone_count, bones, 1, ik}, .morph_count = morph_count, .morphs = morphs};
    return hone_model_create(builder, &data, NULL, NULL);
}

static void check_pose(const hone_pose *pose)
{
    for (uint32_t i = 0; i < pose->bone_count; i++) {
        const float *q = pose->bones[i].rotation, *t = pose->bones[i].translation;
        require(fabsf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-5f);
        require(isfinite(t[0]) && isfinite(t[1]) && isfinite(t[2]));
    }
    for (uint32_t i = 0; i < pose->morph_count; i++) require(isfinite(pose->morphs[i]));
}

static void play(const hone_motion *motion)
{
    static hone_transform bones[MOST];
    static uint8_t animated[MOST], physics_off[MOST], ik_enabled[MOST];
    static float morphs[MOST];
    hone_model *model = model_for(hone_motion_get(motion));
    require(model);
    const hone_model_data *data = hone_model_get(model);
    hone_pose pose = {.bone_count = data->skeleton.bone_count,
                      .morph_count = data->morph_count,
                      .ik_count = data->skeleton.ik_count,
                      .bones = bones,
                      .animated = animated,
                      .physics_off = physics_off,
                      .morphs = morphs,
                      .ik_enabled = ik_enabled};
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, NULL);
    require(sampler);
    double last = hone_motion_get(motion)->last_frame;
    const double frames[] = {0, 0.5, 1, 7.25, last / 3, last / 2, last - 0.5, last, last + 1, -1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        hone_camera camera = HONE_CAMERA_DEFAULT;
        hone_light light = HONE_LIGHT_DEFAULT;
        hone_pose_reset(&pose, model);
        hone_sampler_sample(sampler, frames[i], &pose);
        check_pose(&pose);
        hone_motion_camera(motion, frames[i], i % 2 ? HONE_CURVE_MMD : HONE_CURVE_EXACT, &camera);
        hone_motion_light(motion, frames[i], &light);
        require(isfinite(camera.distance) && camera.fov >= 1 && isfinite(light.direction[0]));
    }
    hone_sampler_destroy(sampler);
    hone_model_release(model);
}

static void write_and_read(const hone_motion *motion)
{
    hone_bytes bytes;
    require(hone_motion_write_vmd(motion, NULL, &bytes, NULL));
    hone_motion *back = hone_motion_load_memory(bytes.data, bytes.size, NULL, NULL);
    require(back && hone_motion_get(back)->last_frame == hone_motion_get(motion)->last_frame);
    require(hone_motion_get(back)->bone_track_count <= hone_motion_get(motion)->bone_track_count);
    hone_motion_release(back);
    hone_bytes_release(&bytes);
}

void use_motion(const hone_motion *motion)
{
    play(motion);
    if (!hone_motion_get(motion)->packed)
        write_and_read(motion);
}
