#include "bench/measures/model.h"
#include <hone/io.h>
#include <hone/math.h>

#include <stdio.h>
#include <string.h>

enum {
    ARMS = 47,
    ARM_BONES = 10,
    RINGS = 26,
    RING = 24, /* vertices in a ring */
    ARM_VERTICES = RINGS * RING,
    BONES = ARMS * ARM_BONES,
    VERTICES = ARMS * ARM_VERTICES,
    INDICES = ARMS * (RINGS - 1) * RING * 6,
    MATERIALS = ARMS,
    MORPHS = 40,
    MORPH_VERTICES = 1000,
    KEY_SPACING = 5,
    KEYS = 61
};
static const float arm_length = 10, arm_radius = 0.4f, circle = 8;

static const char *numbered(hone_builder *b, const char *name, int number)
{
    char text[32];
    int size = snprintf(text, sizeof text, "%s%d", name, number);
    return hone_builder_text(b, text, (size_t)size);
}

/* The centre of ring `at` (0..1 along the arm). The arms stand in a circle. */
static void arm_point(int arm, float at, float out[3])
{
    float angle = (float)(2 * HONE_PI * arm / ARMS);
    out[0] = circle * cosf(angle), out[1] = 10 + arm_length * at, out[2] = circle * sinf(angle);
}

static void make_bones(hone_builder *b, hone_model_data *data)
{
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    data->skeleton.bones = bones;
    data->skeleton.bone_count = BONES;
    for (int i = 0; bones && i < BONES; i++) {
        int step = i % ARM_BONES;
        bones[i] = (hone_bone){.name = numbered(b, "骨", i),
                               .parent = step ? i - 1
                                         : i  ? 0
                                              : HONE_NONE,
                               .flags = HONE_BONE_ROTATABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        arm_point(i / ARM_BONES, (float)step / ARM_BONES, bones[i].position);
    }
}

/* A ring between two bones has weights of both; a ring at the end of the arm has one bone. */
static uint32_t weigh(int arm, int ring, uint32_t used, hone_influence *influences, uint8_t *deform)
{
    float along = (float)ring / (RINGS - 1) * ARM_BONES - 0.5f;
    int low = (int)floorf(along);
    if (low < 0 || low >= ARM_BONES - 1) {
        *deform = HONE_DEFORM_BDEF1;
        influences[used] = (hone_influence){arm * ARM_BONES + (low < 0 ? 0 : ARM_BONES - 1), 1};
        return used + 1;
    }
    float second = along - (float)low;
    *deform = HONE_DEFORM_BDEF2;
    influences[used] = (hone_influence){arm * ARM_BONES + low, 1 - second};
    influences[used + 1] = (hone_influence){arm * ARM_BONES + low + 1, second};
    return used + 2;
}

static void make_vertices(hone_builder *b, hone_mesh *mesh)
{
    float(*positions)[3] = hone_builder_array(b, VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, VERTICES, sizeof *uvs);
    float *edges = hone_builder_array(b, VERTICES, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, VERTICES, 1);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, (size_t)2 * VERTICES, sizeof *influences);
    if (!positions || !normals || !uvs || !edges || !deforms || !begin || !influences)
        return;
    uint32_t used = 0;
    for (int v = 0; v < VERTICES; v++) {
        int arm = v / ARM_VERTICES, ring = v % ARM_VERTICES / RING;
        float turn = (float)(2 * HONE_PI * (v % RING) / RING), along = (float)ring / (RINGS - 1);
        arm_point(arm, along, positions[v]);
        normals[v][0] = cosf(turn), normals[v][2] = sinf(turn);
        hone_vec3_add_scaled(positions[v], normals[v], arm_radius, positions[v]);
        uvs[v][0] = (float)(v % RING) / RING, uvs[v][1] = along;
        edges[v] = 1;
        begin[v] = used;
        used = weigh(arm, ring, used, influences, &deforms[v]);
    }
    begin[VERTICES] = used;
    *mesh = (hone_mesh){.vertex_count = VERTICES,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .edge_scales = edges,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = used,
                        .influences = influences};
}

static void make_triangles(hone_builder *b, hone_mesh *mesh)
{
    static const int corners[6][2] = {{0, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}}; /* ring, step around the ring */
    uint32_t *indices = hone_builder_array(b, INDICES, sizeof *indices);
    mesh->indices = indices;
    mesh->index_count = indices ? INDICES : 0;
    for (int i = 0; indices && i < INDICES; i++) {
        int quad = i / 6, arm = quad / ((RINGS - 1) * RING), ring = quad / RING % (RINGS - 1), step = quad % RING;
        const int *corner = corners[i % 6];
        indices[i] = (uint32_t)(arm * ARM_VERTICES + (ring + corner[0]) * RING + (step + corner[1]) % RING);
    }
}

static void make_materials(hone_builder *b, hone_model_data *data)
{
    hone_material *materials = hone_builder_array(b, MATERIALS, sizeof *materials);
    data->materials = materials;
    data->material_count = MATERIALS;
    for (int i = 0; materials && i < MATERIALS; i++)
        materials[i] = (hone_material){.name = numbered(b, "材質", i),
                                       .diffuse = {0.8f, 0.8f, 0.8f, 1},
                                       .ambient = {0.4f, 0.4f, 0.4f},
                                       .texture = HONE_NONE,
                                       .sphere_texture = HONE_NONE,
                                       .toon = HONE_NONE,
                                       .index_count = INDICES / MATERIALS};
}

static void make_morphs(hone_builder *b, hone_model_data *data)
{
    hone_morph *morphs = hone_builder_array(b, MORPHS, sizeof *morphs);
    data->morphs = morphs;
    data->morph_count = MORPHS;
    for (int m = 0; morphs && m < MORPHS; m++) {
        hone_morph_vertex *offsets = hone_builder_array(b, MORPH_VERTICES, sizeof *offsets);
        for (int i = 0; offsets && i < MORPH_VERTICES; i++)
            offsets[i] = (hone_morph_vertex){(uint32_t)(m * 700 + i), {0.01f * (float)(i % 7), 0.02f, -0.01f}};
        morphs[m] = (hone_morph){.name = numbered(b, "表情", m),
                                 .panel = 4,
                                 .kind = HONE_MORPH_VERTEX,
                                 .count = offsets ? MORPH_VERTICES : 0,
                                 .u.vertices = offsets};
    }
}

hone_model *bench_model_make(hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    if (!b)
        return NULL;
    hone_model_data data = {
        .space = HONE_SPACE_MMD, .name = "bench", .english_name = "bench", .comment = "", .english_comment = ""};
    make_bones(b, &data);
    make_vertices(b, &data.mesh);
    make_triangles(b, &data.mesh);
    make_materials(b, &data);
    make_morphs(b, &data);
    return hone_model_create(b, &data, NULL, error);
}

static void make_keys(hone_bone_key *keys, int bone)
{
    for (int k = 0; k < KEYS; k++) {
        float half = 0.15f * sinf((float)(bone % ARM_BONES + k)), axis = sqrtf(0.5f) * sinf(half);
        keys[k] =
            (hone_bone_key){.frame = (uint32_t)(k * KEY_SPACING),
                            .rotation = {axis, 0, bone % 2 ? axis : -axis, cosf(half)},
                            .curves = {HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, {64, 0, 64, 127}}};
    }
}

hone_motion *bench_motion_make(hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    if (!b)
        return NULL;
    hone_bone_track *tracks = hone_builder_array(b, BONES, sizeof *tracks);
    for (int i = 0; tracks && i < BONES; i++) {
        hone_bone_key *keys = hone_builder_array(b, KEYS, sizeof *keys);
        if (keys)
            make_keys(keys, i);
        tracks[i] =
            (hone_bone_track){.name = {.text = numbered(b, "骨", i)}, .key_count = keys ? KEYS : 0, .keys = keys};
    }
    const hone_motion_data data = {
        .space = HONE_SPACE_MMD, .model_name = "bench", .bone_track_count = BONES, .bone_tracks = tracks};
    return hone_motion_create(b, &data, NULL, error);
}
