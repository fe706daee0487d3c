#include "support/make/make_tracks.h"
#include "support/support.h"
#include <string.h>

static const char *const bones[] = {"センター", "上半身", "左腕", "右腕", "左足ＩＫ", "右足ＩＫ", "頭", "髪_L"};
static const char *const morphs[] = {"まばたき", "ウィンク", "ウィンク右"};
static const char *const chains[] = {"左足ＩＫ", "右足ＩＫ"};
enum { BONES = 8, MORPHS = 3 };

typedef struct tracks_maker {
    hone_builder *builder;
    make_tracks_desc desc;
    test_random random;
    hone_motion_data data;
} tracks_maker;

static uint32_t below(tracks_maker *m, uint32_t limit)
{
    return test_random_u32(&m->random) % limit;
}

static const char *text(tracks_maker *m, const char *name)
{
    return hone_builder_text(m->builder, name, strlen(name));
}

/* Returns the frame after another; never beyond the meeting frame, if the first is before it. */
static uint32_t next_frame(tracks_maker *m, uint32_t frame, uint32_t spacing)
{
    uint32_t next = frame + m->desc.every * (1 + below(m, spacing));
    return frame < m->desc.meet && next > m->desc.meet ? m->desc.meet : next;
}

static hone_curve curve_of(tracks_maker *m)
{
    const hone_curve eases[] = {HONE_CURVE_LINEAR, {64, 0, 64, 127}, {64, 0, 107, 107}, {20, 20, 64, 127}};
    if (m->desc.eased)
        return eases[below(m, 4)];
    return (hone_curve){(uint8_t)below(m, 128), (uint8_t)below(m, 128), (uint8_t)below(m, 128), (uint8_t)below(m, 128)};
}

static bool keeps(tracks_maker *m)
{
    return m->desc.still && below(m, 2);
}

static void make_bones(tracks_maker *m)
{
    hone_bone_track *tracks = hone_builder_array(m->builder, BONES, sizeof *tracks);
    for (uint32_t i = 0; tracks && i < BONES; i++) {
        hone_bone_key *keys = hone_builder_array(m->builder, m->desc.keys, sizeof *keys);
        uint32_t frame = i % 3 ? 0 : m->desc.every * below(m, 9);
        for (uint32_t k = 0; keys && k < m->desc.keys; k++, frame = next_frame(m, frame, m->desc.spacing)) {
            bool same = k && keeps(m);
            if (same)
                keys[k] = keys[k - 1];
            keys[k].frame = frame;
            for (int c = 0; c < 4; c++) keys[k].curves[c] = curve_of(m);
            if (same)
                continue;
            for (int c = 0; c < 3; c++) keys[k].translation[c] = test_random_float(&m->random, -3, 3);
            test_random_quat(&m->random, keys[k].rotation);
            keys[k].physics_off = below(m, 4) == 0;
        }
        tracks[i] = (hone_bone_track){{text(m, bones[i]), 0, {0}}, m->desc.keys, keys};
    }
    m->data.bone_tracks = tracks, m->data.bone_track_count = tracks ? BONES : 0;
}

static void make_morphs(tracks_maker *m)
{
    hone_morph_track *tracks = hone_builder_array(m->builder, MORPHS, sizeof *tracks);
    for (uint32_t i = 0; tracks && i < MORPHS; i++) {
        hone_morph_key *keys = hone_builder_array(m->builder, m->desc.keys, sizeof *keys);
        uint32_t frame = m->desc.every * below(m, 9);
        for (uint32_t k = 0; keys && k < m->desc.keys; k++, frame = next_frame(m, frame, m->desc.spacing))
            keys[k] = (hone_morph_key){frame, k && keeps(m) ? keys[k - 1].weight : test_random_float(&m->random, 0, 1)};
        tracks[i] = (hone_morph_track){{text(m, morphs[i]), 0, {0}}, m->desc.keys, keys};
    }
    m->data.morph_tracks = tracks, m->data.morph_track_count = tracks ? MORPHS : 0;
}

static void make_camera(tracks_maker *m)
{
    hone_camera_key *keys = hone_builder_array(m->builder, m->desc.keys, sizeof *keys);
    for (uint32_t k = 0, frame = 0; keys && k < m->desc.keys; k++) {
        keys[k] = (hone_camera_key){.frame = frame, .camera = HONE_CAMERA_DEFAULT};
        keys[k].camera.distance = test_random_float(&m->random, -60, -10);
        keys[k].camera.fov = (float)(20 + below(m, 40));
        keys[k].camera.orthographic = below(m, 5) == 0;
        for (int i = 0; i < 3; i++) {
            keys[k].camera.target[i] = test_random_float(&m->random, -5, 15);
            keys[k].camera.angles[i] = test_random_float(&m->random, -3, 3);
        }
        for (int c = 0; c < 6; c++) keys[k].curves[c] = curve_of(m);
        frame = k % 3 == 2 && m->desc.every == 1 ? frame + 1 : next_frame(m, frame, m->desc.spacing); /* a cut */
    }
    m->data.camera_keys = keys, m->data.camera_key_count = keys ? m->desc.keys : 0;
}

static void make_lights(tracks_maker *m)
{
    hone_light_key *lights = hone_builder_array(m->builder, m->desc.keys, sizeof *lights);
    hone_shadow_key *shadows = hone_builder_array(m->builder, m->desc.keys, sizeof *shadows);
    if (!lights || !shadows)
        return;
    for (uint32_t k = 0, frame = 0; k < m->desc.keys; k++, frame = next_frame(m, frame, m->desc.spacing)) {
        lights[k] = (hone_light_key){.frame = frame, .light = HONE_LIGHT_DEFAULT};
        for (int i = 0; i < 3; i++) lights[k].light.direction[i] = test_random_float(&m->random, -1, 1);
        shadows[k] = (hone_shadow_key){frame, (uint8_t)below(m, 3), test_random_float(&m->random, 0, 0.1f)};
    }
    m->data.light_keys = lights, m->data.shadow_keys = shadows;
    m->data.light_key_count = m->data.shadow_key_count = m->desc.keys;
}

static void make_properties(tracks_maker *m)
{
    hone_property_key *keys = hone_builder_array(m->builder, m->desc.keys, sizeof *keys);
    for (uint32_t k = 0, frame = 0; keys && k < m->desc.keys; k++, frame = next_frame(m, frame, m->desc.spacing)) {
        hone_ik_state *states = hone_builder_array(m->builder, 2, sizeof *states);
        for (uint32_t s = 0; states && s < 2; s++)
            states[s] = (hone_ik_state){{text(m, chains[s]), 0, {0}}, below(m, 2) != 0};
        keys[k] = (hone_property_key){frame, below(m, 3) != 0, states ? 2 : 0, states};
    }
    m->data.property_keys = keys, m->data.property_key_count = keys ? m->desc.keys : 0;
}

hone_motion *make_tracks(const make_tracks_desc *desc)
{
    tracks_maker m = {.builder = hone_builder_create(desc->allocator, 0, NULL),
                      .desc = *desc,
                      .random = {desc->seed},
                      .data = {.space = HONE_SPACE_MMD, .model_name = "人形"}};
    if (!m.builder)
        return NULL;
    m.desc.keys = desc->keys ? desc->keys : 8;
    m.desc.spacing = desc->spacing ? desc->spacing : 12;
    m.desc.every = desc->every ? desc->every : 1;
    make_bones(&m);
    make_morphs(&m);
    make_camera(&m);
    make_lights(&m);
    make_properties(&m);
    hone_motion *motion = hone_motion_create(m.builder, &m.data, NULL, NULL);
    CHECK(motion || desc->allocator);
    return motion;
}
