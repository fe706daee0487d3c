#include "support/make/bodies/make_animal.h"
#include <hone/io.h>
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

/* Parents of the bones: a spine of six with neck and head, a tail of four, four legs of three, two ears. */
static const int32_t parents[ANIMAL_BONES] = {HONE_NONE, 0, 1,  2,  3, 4,  0,  6, 7,  8,  0, 10,
                                              11,        0, 13, 14, 3, 16, 17, 3, 19, 20, 5, 5};

static double next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 40) / (1 << 24);
}

static float between(uint64_t *state, float low, float high)
{
    return low + (float)next(state) * (high - low);
}

/* A rotation by up to `most` radians about any axis. */
static void random_turn(uint64_t *state, float most, float out[4])
{
    float axis[3] = {between(state, -1, 1), between(state, -1, 1), between(state, -1, 1)};
    if (!hone_vec3_normalise(axis, axis))
        hone_vec3_set(1, 0, 0, axis);
    float angle = between(state, -most, most);
    hone_vec3_scale(axis, sinf(angle / 2), out);
    out[3] = cosf(angle / 2);
}

static const char *name_of(hone_builder *b, uint32_t bone)
{
    char name[16];
    int size = snprintf(name, sizeof name, "bone%u", (unsigned)bone);
    return hone_builder_text(b, name, (size_t)size);
}

/* ---- the model ----------------------------------------------------------------------------------------------------
 */

static void make_bones(hone_builder *b, const make_animal_desc *desc, hone_bone *bones, hone_slot *slots)
{
    hone_affine model[ANIMAL_BONES];
    uint64_t state = 7;
    for (uint32_t i = 0; i < ANIMAL_BONES; i++) {
        hone_transform rest = HONE_TRANSFORM_IDENTITY;
        for (int c = 0; c < 3; c++) rest.translation[c] = between(&state, -0.1f, 0.1f);
        random_turn(&state, 1, rest.rotation);
        if (desc->scaled && i % 4 == 1)
            hone_vec3_set(1.1f, 0.9f, 1.2f, rest.scale);
        hone_affine local = hone_affine_from_transform(&rest);
        if (desc->sheared && i == ANIMAL_BONES - 1)
            local.m[0][1] += 0.3f;
        bones[i] = (hone_bone){.name = name_of(b, i),
                               .parent = parents[i],
                               .rest_local = local,
                               .rest = rest,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        model[i] = parents[i] == HONE_NONE ? local : hone_affine_multiply(&model[parents[i]], &local);
        hone_affine_origin(&model[i], bones[i].position);
        /* not exactly the inverse of the rest pose, as in many files */
        float back[3] = {-bones[i].position[0] + 0.01f, -bones[i].position[1], -bones[i].position[2]};
        slots[i] = (hone_slot){(int32_t)i, hone_affine_translation(back)};
    }
}

/* Four vertices around each bone, with the weights of the bone and its parent. */
static void make_vertices(hone_builder *b, const hone_bone *bones, hone_mesh *mesh)
{
    float(*positions)[3] = hone_builder_array(b, ANIMAL_VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, ANIMAL_VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, ANIMAL_VERTICES, sizeof *uvs);
    float *edges = hone_builder_array(b, ANIMAL_VERTICES, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, ANIMAL_VERTICES, 1);
    uint32_t *begins = hone_builder_array(b, ANIMAL_VERTICES + 1, sizeof *begins);
    hone_influence *influences = hone_builder_array(b, 2 * ANIMAL_VERTICES, sizeof *influences);
    uint64_t state = 9;
    for (uint32_t v = 0; positions && normals && uvs && deforms && begins && influences && v < ANIMAL_VERTICES; v++) {
        int32_t bone = (int32_t)v / 4, parent = parents[bone] == HONE_NONE ? 0 : parents[bone];
        float weight = between(&state, 0.2f, 0.8f);
        for (int c = 0; c < 3; c++) positions[v][c] = bones[bone].position[c] + between(&state, -0.05f, 0.05f);
        hone_vec3_set(between(&state, 0.1f, 1), between(&state, -1, 1), between(&state, -1, 1), normals[v]);
        deforms[v] = HONE_DEFORM_LINEAR;
        influences[2 * v] = (hone_influence){bone, weight},
                       influences[2 * v + 1] = (hone_influence){parent, 1 - weight};
        begins[v + 1] = 2 * v + 2;
    }
    mesh->vertex_count = ANIMAL_VERTICES;
    mesh->positions = (const float(*)[3])positions, mesh->normals = (const float(*)[3])normals;
    mesh->uvs = (const float(*)[2])uvs, mesh->edge_scales = edges;
    mesh->deforms = deforms, mesh->influence_begin = begins, mesh->influences = influences;
    mesh->influence_count = 2 * ANIMAL_VERTICES;
}

hone_model *make_animal(const make_animal_desc *desc, hone_error *error)
{
    hone_builder *b = hone_builder_create(desc->allocator, 0, error);
    hone_model_data data = {.space = HONE_SPACE_GLTF};
    hone_bone *bones = hone_builder_array(b, ANIMAL_BONES, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, ANIMAL_BONES, sizeof *slots);
    if (bones && slots) {
        make_bones(b, desc, bones, slots);
        make_vertices(b, bones, &data.mesh);
        data.skeleton = (hone_skeleton){.bone_count = ANIMAL_BONES, .bones = bones};
        data.mesh.slot_count = ANIMAL_BONES, data.mesh.slots = slots;
    }
    return hone_model_create(b, &data, NULL, error);
}

/* ---- clips ----------------------------------------------------------------------------------------------------------
 */

typedef struct clip_context {
    const make_animal_clip_desc *desc;
    hone_builder *builder;
    uint64_t state;
    uint32_t keys;
    double duration;
} clip_context;

/* Ascending times from 0 to the duration. */
static void set_times(clip_context *c, double *times)
{
    double step = c->duration / (c->keys > 1 ? c->keys - 1 : 1);
    for (uint32_t k = 0; k < c->keys; k++) {
        bool inner = k > 0 && k + 1 < c->keys;
        times[k] = step * (k + (c->desc->uneven && inner ? 0.8 * next(&c->state) - 0.4 : 0));
    }
}

static void set_value(clip_context *c, hone_channel_path path, float *value)
{
    if (path == HONE_CHANNEL_ROTATION) {
        random_turn(&c->state, c->desc->most > 0 ? c->desc->most : 0.7f, value);
        return;
    }
    for (int i = 0; i < 3; i++)
        value[i] = path == HONE_CHANNEL_SCALE ? between(&c->state, 0.8f, 1.2f) : between(&c->state, -0.1f, 0.1f);
}

static void add_channel(clip_context *c, uint32_t bone, hone_channel_path path, hone_channel *out)
{
    uint32_t width = path == HONE_CHANNEL_ROTATION ? 4 : 3,
             parts = c->desc->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1;
    hone_channel_target *target = hone_builder_array(c->builder, 1, sizeof *target);
    double *times = hone_builder_array(c->builder, c->keys, sizeof *times);
    float *values = hone_builder_array(c->builder, (size_t)c->keys * width * parts, sizeof *values);
    if (!target || !times || !values)
        return;
    *target = (hone_channel_target){name_of(c->builder, bone), (int32_t)bone};
    set_times(c, times);
    for (uint32_t k = 0; k < c->keys; k++) {
        float *key = values + (size_t)k * width * parts;
        set_value(c, path, key + (parts == 3 ? width : 0));
        for (uint32_t i = 0; parts == 3 && i < width; i++)
            key[i] = between(&c->state, -1, 1), key[2 * width + i] = between(&c->state, -1, 1);
    }
    *out = (hone_channel){.path = (uint8_t)path,
                          .interpolation = (uint8_t)c->desc->interpolation,
                          .target_count = 1,
                          .targets = target,
                          .key_count = c->keys,
                          .times = times,
                          .values = values};
}

hone_motion *make_animal_clip(const make_animal_clip_desc *desc, hone_error *error)
{
    clip_context c = {.desc = desc,
                      .builder = hone_builder_create(NULL, 0, error),
                      .state = desc->seed + 1,
                      .keys = desc->keys ? desc->keys : 12,
                      .duration = desc->duration > 0 ? desc->duration : 1};
    hone_channel *channels = hone_builder_array(c.builder, 3 * ANIMAL_BONES, sizeof *channels);
    hone_motion_data data = {.space = HONE_SPACE_GLTF, .channels = channels};
    for (uint32_t b = 0; channels && b + desc->still < ANIMAL_BONES; b++) {
        add_channel(&c, b, HONE_CHANNEL_ROTATION, &channels[data.channel_count++]);
        if (desc->translations && b % 3 == 0)
            add_channel(&c, b, HONE_CHANNEL_TRANSLATION, &channels[data.channel_count++]);
        if (desc->scales && b % 3 == 0)
            add_channel(&c, b, HONE_CHANNEL_SCALE, &channels[data.channel_count++]);
    }
    return hone_motion_create(c.builder, &data, NULL, error);
}
