#include "support/make/make_motion.h"

#include <math.h>
#include <string.h>

typedef struct maker {
    hone_builder *builder;
    const hone_model_data *model;
    make_motion_desc desc;
    uint64_t state;
    hone_motion_data data;
} maker;

static uint32_t random_below(maker *m, uint32_t limit)
{
    m->state = m->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((m->state >> 33) % limit);
}

/* -1..1 */
static float random_signed(maker *m)
{
    return (float)random_below(m, 1 << 20) / (1 << 19) - 1;
}

static uint32_t first_frame(maker *m)
{
    return m->desc.latest_first ? 1 + random_below(m, m->desc.latest_first) : 0;
}

static uint32_t next_frame(maker *m, uint32_t frame)
{
    return frame + 1 + random_below(m, m->desc.spacing);
}

static hone_curve random_curve(maker *m)
{
    hone_curve curve = HONE_CURVE_LINEAR;
    if (m->desc.straight)
        return curve;
    curve.x1 = (uint8_t)random_below(m, 128), curve.y1 = (uint8_t)random_below(m, 128);
    curve.x2 = (uint8_t)random_below(m, 128), curve.y2 = (uint8_t)random_below(m, 128);
    return curve;
}

/* A rotation by up to about a half turn around any axis. */
static void random_rotation(maker *m, float out[4])
{
    float square = 1;
    out[3] = 1;
    for (int i = 0; i < 3; i++) {
        out[i] = 0.7f * random_signed(m);
        square += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++) out[i] /= sqrtf(square);
}

static const char *copy_name(maker *m, const char *name)
{
    return hone_builder_text(m->builder, name, strlen(name));
}

static void make_bone_key(maker *m, hone_bone_key *key, bool movable)
{
    random_rotation(m, key->rotation);
    for (int i = 0; i < 3; i++) key->translation[i] = movable ? 3 * random_signed(m) : 0;
    for (int c = 0; c < 4; c++) key->curves[c] = random_curve(m);
    key->physics_off = random_below(m, 8) == 0;
}

static void make_bone_tracks(maker *m)
{
    const hone_skeleton *skeleton = &m->model->skeleton;
    uint32_t per_track = m->desc.keys_per_track;
    hone_bone_track *tracks = hone_builder_array(m->builder, skeleton->bone_count, sizeof *tracks);
    hone_bone_key *keys = hone_builder_array(m->builder, (size_t)skeleton->bone_count * per_track, sizeof *keys);
    if (!tracks || !keys)
        return;
    for (uint32_t b = 0; b < skeleton->bone_count; b++, keys += per_track) {
        tracks[b] = (hone_bone_track){{copy_name(m, skeleton->bones[b].name), 0, {0}}, per_track, keys};
        for (uint32_t k = 0, frame = first_frame(m); k < per_track; k++, frame = next_frame(m, frame)) {
            keys[k].frame = frame;
            make_bone_key(m, &keys[k], (skeleton->bones[b].flags & HONE_BONE_MOVABLE) != 0);
        }
    }
    m->data.bone_tracks = tracks;
    m->data.bone_track_count = skeleton->bone_count;
}

static void make_morph_tracks(maker *m)
{
    uint32_t per_track = m->desc.keys_per_track;
    hone_morph_track *tracks = hone_builder_array(m->builder, m->model->morph_count, sizeof *tracks);
    hone_morph_key *keys = hone_builder_array(m->builder, (size_t)m->model->morph_count * per_track, sizeof *keys);
    if (!tracks || !keys)
        return;
    for (uint32_t i = 0; i < m->model->morph_count; i++, keys += per_track) {
        tracks[i] = (hone_morph_track){{copy_name(m, m->model->morphs[i].name), 0, {0}}, per_track, keys};
        for (uint32_t k = 0, frame = first_frame(m); k < per_track; k++, frame = next_frame(m, frame))
            keys[k] = (hone_morph_key){frame, fabsf(random_signed(m))};
    }
    m->data.morph_tracks = tracks;
    m->data.morph_track_count = m->model->morph_count;
}

static void make_camera_keys(maker *m)
{
    uint32_t count = m->desc.keys_per_track;
    hone_camera_key *keys = hone_builder_array(m->builder, count, sizeof *keys);
    for (uint32_t k = 0, frame = first_frame(m); keys && k < count; k++, frame = next_frame(m, frame)) {
        keys[k] = (hone_camera_key){.frame = frame, .camera = HONE_CAMERA_DEFAULT};
        keys[k].camera.distance += 10 * random_signed(m);
        keys[k].camera.fov = (float)(20 + random_below(m, 40)); /* whole degrees, as in VMD */
        keys[k].camera.orthographic = random_below(m, 4) == 0;
        for (int i = 0; i < 3; i++) {
            keys[k].camera.target[i] += 5 * random_signed(m);
            keys[k].camera.angles[i] = 3 * random_signed(m);
        }
        for (int c = 0; c < 6; c++) keys[k].curves[c] = random_curve(m);
    }
    m->data.camera_keys = keys;
    m->data.camera_key_count = keys ? count : 0;
}

static void make_light_keys(maker *m)
{
    uint32_t count = m->desc.keys_per_track;
    hone_light_key *lights = hone_builder_array(m->builder, count, sizeof *lights);
    hone_shadow_key *shadows = hone_builder_array(m->builder, count, sizeof *shadows);
    if (!lights || !shadows)
        return;
    for (uint32_t k = 0, frame = first_frame(m); k < count; k++, frame = next_frame(m, frame)) {
        lights[k] = (hone_light_key){.frame = frame, .light = HONE_LIGHT_DEFAULT};
        for (int i = 0; i < 3; i++) lights[k].light.direction[i] += 0.3f * random_signed(m);
        shadows[k] = (hone_shadow_key){frame, (uint8_t)random_below(m, 3), 0.05f + 0.04f * random_signed(m)};
    }
    m->data.light_keys = lights;
    m->data.shadow_keys = shadows;
    m->data.light_key_count = m->data.shadow_key_count = count;
}

/* Each key contains some of the chains. */
static void make_property_keys(maker *m)
{
    const hone_skeleton *skeleton = &m->model->skeleton;
    uint32_t count = m->desc.keys_per_track;
    hone_property_key *keys = hone_builder_array(m->builder, count, sizeof *keys);
    for (uint32_t k = 0, frame = 5; keys && k < count; k++, frame = next_frame(m, frame)) {
        hone_ik_state *states = hone_builder_array(m->builder, skeleton->ik_count, sizeof *states);
        keys[k] = (hone_property_key){.frame = frame, .visible = random_below(m, 3) != 0, .states = states};
        for (uint32_t i = 0; states && i < skeleton->ik_count; i++)
            if (random_below(m, 2))
                states[keys[k].state_count++] = (hone_ik_state){
                    {copy_name(m, skeleton->bones[skeleton->iks[i].bone].name), 0, {0}}, random_below(m, 2) != 0};
    }
    m->data.property_keys = keys;
    m->data.property_key_count = keys ? count : 0;
}

hone_motion *make_motion(const hone_model *model, const make_motion_desc *desc, hone_error *error)
{
    maker m = {.builder = hone_builder_create(desc->allocator, 0, error),
               .model = hone_model_get(model),
               .desc = *desc,
               .state = desc->seed};
    if (!m.builder)
        return NULL;
    m.desc.keys_per_track = desc->keys_per_track ? desc->keys_per_track : 10;
    m.desc.spacing = desc->spacing ? desc->spacing : 10;
    m.data.space = m.model->space;
    m.data.model_name = copy_name(&m, m.model->name);
    make_bone_tracks(&m);
    make_morph_tracks(&m);
    if (desc->scene) {
        make_camera_keys(&m);
        make_light_keys(&m);
        make_property_keys(&m);
    }
    return hone_motion_create(m.builder, &m.data, NULL, error);
}
