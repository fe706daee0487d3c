#include "support/make/bodies/puppet.h"
#include "support/system.h"

#include <hone/format.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RINGS = 7, RING = 4 };
static const float height = 20, side = 2;

static void make_bones(hone_builder *b, const puppet_desc *desc, hone_model_data *data)
{
    static const char *const names[PUPPET_BONES] = {"センター", "上半身", "頭"};
    hone_bone *bones = hone_builder_array(b, PUPPET_BONES, sizeof *bones);
    for (int i = 0; i < PUPPET_BONES; i++)
        bones[i] =
            (hone_bone){.name = names[i],
                        .parent = i - 1,
                        .position = {0, (float)i * height / PUPPET_BONES, 0},
                        .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE,
                        .tail_bone = HONE_NONE,
                        .append_source = HONE_NONE,
                        .ik = HONE_NONE};
    if (desc->append) {
        bones[2].flags |= HONE_BONE_APPEND_ROTATION;
        bones[2].append_source = 0, bones[2].append_ratio = 0.5f;
    }
    if (desc->ik) {
        hone_ik *ik = hone_builder_array(b, 1, sizeof *ik);
        hone_ik_link *link = hone_builder_array(b, 1, sizeof *link);
        link->bone = 0;
        *ik = (hone_ik){
            .bone = 2, .effector = 1, .max_iterations = 4, .unit_angle = 0.1f, .link_count = 1, .links = link};
        bones[2].flags |= HONE_BONE_IK;
        data->skeleton.iks = ik, data->skeleton.ik_count = 1;
    }
    data->skeleton.bones = bones, data->skeleton.bone_count = PUPPET_BONES;
}

/* A ring of four vertices at each height; vertices between two bones have weights of both. */
static void make_vertices(hone_builder *b, hone_mesh *mesh)
{
    float(*positions)[3] = hone_builder_array(b, PUPPET_VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, PUPPET_VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, PUPPET_VERTICES, sizeof *uvs);
    float *edges = hone_builder_array(b, PUPPET_VERTICES, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, PUPPET_VERTICES, 1);
    uint32_t *begin = hone_builder_array(b, PUPPET_VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, 2 * PUPPET_VERTICES, sizeof *influences);
    uint32_t used = 0;
    for (uint32_t v = 0; v < PUPPET_VERTICES; v++) {
        float along = (float)(v / RING) / (RINGS - 1) * (PUPPET_BONES - 1), turn = (float)(v % RING) * 1.5707964f;
        int low = along >= PUPPET_BONES - 1 ? PUPPET_BONES - 2 : (int)along;
        float second = along - (float)low;
        positions[v][0] = side * cosf(turn), positions[v][1] = (float)(v / RING) / (RINGS - 1) * height;
        positions[v][2] = side * sinf(turn);
        normals[v][0] = cosf(turn), normals[v][2] = sinf(turn);
        begin[v] = used;
        deforms[v] = v < RING ? HONE_DEFORM_BDEF1 : HONE_DEFORM_BDEF2;
        influences[used++] = (hone_influence){low, v < RING ? 1 : 1 - second};
        if (v >= RING)
            influences[used++] = (hone_influence){low + 1, second};
    }
    begin[PUPPET_VERTICES] = used;
    *mesh = (hone_mesh){.vertex_count = PUPPET_VERTICES,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .edge_scales = edges,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = used,
                        .influences = influences};
}

static void make_surface(hone_builder *b, hone_model_data *data)
{
    uint32_t *indices = hone_builder_array(b, PUPPET_TRIANGLES * 3, sizeof *indices);
    for (uint32_t t = 0; t < PUPPET_TRIANGLES; t++) {
        uint32_t quad = t / 2, ring = quad / RING, from = quad % RING, to = (from + 1) % RING;
        uint32_t corners[4] = {ring * RING + from, ring * RING + to, (ring + 1) * RING + from, (ring + 1) * RING + to};
        for (uint32_t c = 0; c < 3; c++) indices[t * 3 + c] = corners[t % 2 ? 3 - c : c];
    }
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    *material = (hone_material){.name = "赤",
                                .diffuse = {0.9f, 0.2f, 0.1f, 1},
                                .ambient = {0.4f, 0.1f, 0.1f},
                                .flags = HONE_MATERIAL_DOUBLE_SIDED,
                                .texture = HONE_NONE,
                                .sphere_texture = HONE_NONE,
                                .toon = HONE_NONE,
                                .index_count = PUPPET_TRIANGLES * 3};
    data->mesh.indices = indices, data->mesh.index_count = PUPPET_TRIANGLES * 3;
    data->materials = material, data->material_count = 1;
}

static void make_morphs(hone_builder *b, hone_model_data *data)
{
    hone_morph *morphs = hone_builder_array(b, PUPPET_MORPHS, sizeof *morphs);
    hone_morph_vertex *offset = hone_builder_array(b, 1, sizeof *offset);
    hone_morph_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    *offset = (hone_morph_vertex){PUPPET_VERTICES - 1, {0, 3, 0}};
    *bone = (hone_morph_bone){1, {0, 1, 0}, {0, 0, 0, 1}};
    morphs[0] = (hone_morph){.name = "あ", .panel = 3, .kind = HONE_MORPH_VERTEX, .count = 1, .u.vertices = offset};
    morphs[1] = (hone_morph){.name = "い", .panel = 3, .kind = HONE_MORPH_BONE, .count = 1, .u.bones = bone};
    data->morphs = morphs, data->morph_count = PUPPET_MORPHS;
}

/* The head is a body joined to the chest with an offset to the side, so that it swings. */
static void make_swing(hone_builder *b, hone_model_data *data)
{
    hone_body *bodies = hone_builder_array(b, 2, sizeof *bodies);
    hone_joint *joint = hone_builder_array(b, 1, sizeof *joint);
    for (int i = 0; i < 2; i++)
        bodies[i] = (hone_body){.name = i ? "頭" : "胸",
                                .bone = 1 + i,
                                .size = {0.5f},
                                .position = {(float)(3 * i), height / PUPPET_BONES * (float)(1 + i), 0},
                                .mass = 1,
                                .mode = i ? HONE_BODY_DYNAMIC : HONE_BODY_FOLLOWS};
    *joint = (hone_joint){.name = "首", .body_a = 0, .body_b = 1};
    memcpy(joint->position, bodies[0].position, sizeof joint->position);
    for (int k = 0; k < 3; k++) joint->angular_lower[k] = 1, joint->angular_upper[k] = -1; /* free */
    data->bodies = bodies, data->body_count = 2;
    data->joints = joint, data->joint_count = 1;
}

hone_model *puppet_make(const puppet_desc *desc, hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    hone_model_data data = {.space = HONE_SPACE_MMD, .name = "塔"};
    make_bones(b, desc, &data);
    make_vertices(b, &data.mesh);
    make_surface(b, &data);
    make_morphs(b, &data);
    if (desc->body) {
        hone_body *body = hone_builder_array(b, 1, sizeof *body);
        *body = (hone_body){.name = "体", .bone = 2, .size = {1}, .mass = 1, .mode = HONE_BODY_DYNAMIC};
        data.bodies = body, data.body_count = 1;
    }
    if (desc->swing)
        make_swing(b, &data);
    return hone_model_create(b, &data, NULL, error);
}

/* ---- motions ---- */

static hone_bone_track bend(hone_builder *b, const char *bone, float turn)
{
    hone_bone_key *keys = hone_builder_array(b, 2, sizeof *keys);
    for (int k = 0; k < 2; k++)
        keys[k] =
            (hone_bone_key){.frame = (uint32_t)k * 30,
                            .rotation = {0, 0, sinf(turn * (float)k / 2), cosf(turn * (float)k / 2)},
                            .curves = {HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, {64, 0, 64, 127}}};
    return (hone_bone_track){.name = {.text = bone}, .key_count = 2, .keys = keys};
}

hone_motion *puppet_motion(float turn, hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    hone_bone_track *tracks = hone_builder_array(b, 2, sizeof *tracks);
    tracks[0] = bend(b, "上半身", turn);
    tracks[1] = bend(b, "頭", turn / 2);
    hone_morph_key *keys = hone_builder_array(b, 2, sizeof *keys);
    keys[1] = (hone_morph_key){30, 1};
    hone_morph_track *morph = hone_builder_array(b, 1, sizeof *morph);
    *morph = (hone_morph_track){.name = {.text = "あ"}, .key_count = 2, .keys = keys};
    const hone_motion_data data = {.space = HONE_SPACE_MMD,
                                   .model_name = "塔",
                                   .bone_track_count = 2,
                                   .bone_tracks = tracks,
                                   .morph_track_count = 1,
                                   .morph_tracks = morph};
    return hone_motion_create(b, &data, NULL, error);
}

hone_motion *puppet_camera(float distance, hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    hone_camera_key *key = hone_builder_array(b, 1, sizeof *key);
    *key = (hone_camera_key){.camera = HONE_CAMERA_DEFAULT};
    key->camera.distance = -distance;
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .camera_key_count = 1, .camera_keys = key};
    return hone_motion_create(b, &data, NULL, error);
}

hone_motion *puppet_light(const float colour[3], hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    hone_light_key *key = hone_builder_array(b, 1, sizeof *key);
    *key = (hone_light_key){.light = HONE_LIGHT_DEFAULT};
    for (int c = 0; c < 3; c++) key->light.colour[c] = colour[c];
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .light_key_count = 1, .light_keys = key};
    return hone_motion_create(b, &data, NULL, error);
}

hone_motion *puppet_shadow(uint8_t mode, float distance, hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    hone_shadow_key *key = hone_builder_array(b, 1, sizeof *key);
    *key = (hone_shadow_key){.mode = mode, .distance = distance};
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .shadow_key_count = 1, .shadow_keys = key};
    return hone_motion_create(b, &data, NULL, error);
}

/* ---- files ---- */

bool puppet_write_model(const char *path, hone_model *model, unsigned extra)
{
    static const char zeros[64];
    hone_bytes bytes = {0};
    bool ok = model && hone_model_write_pmx(model, NULL, &bytes, NULL);
    FILE *file = ok ? test_open(path, "wb") : NULL;
    ok = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size && fwrite(zeros, 1, extra, file) == extra;
    if (file)
        ok = fclose(file) == 0 && ok;
    hone_bytes_release(&bytes);
    hone_model_release(model);
    return ok;
}

bool puppet_write_motion(const char *path, hone_motion *motion)
{
    hone_bytes bytes = {0};
    bool ok =
        motion && hone_motion_write_vmd(motion, NULL, &bytes, NULL) && command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_motion_release(motion);
    return ok;
}
