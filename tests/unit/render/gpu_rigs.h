/* Models with random bones, weights and morphs, which test how the GPU skins. */
#ifndef HONE_TESTS_UNIT_RENDER_GPU_RIGS_H
#define HONE_TESTS_UNIT_RENDER_GPU_RIGS_H

#include "support/support.h"
#include <hone/actor.h>
#include <hone/model.h>
#include <stdio.h>
#include <string.h>

typedef struct rig_desc {
    uint32_t bones, vertices;
    uint32_t influences; /* influences per vertex, at most; 0: 4 */
    bool linear;         /* any number of influences; else MMD's kinds in turn */
} rig_desc;

/* The arrays of a model under construction. */
typedef struct rig_arrays {
    hone_bone *bones;
    hone_slot *slots;
    float (*positions)[3], (*normals)[3], (*uvs)[2], *edge_scales;
    uint8_t *deforms;
    uint32_t *begin, *indices, sdef_count;
    hone_influence *influences;
    hone_sdef *sdefs;
    hone_material *material;
    hone_morph *morph; /* one morph, which moves some vertices and rotates normals of others */
    hone_morph_vertex *moved, *turned;
} rig_arrays;

/* numbers of vertices; the second are every other one of the last, in more than one run */
enum { MOVED = 7, TURNED = 300 };

static inline rig_arrays make_arrays(hone_builder *b, const rig_desc *d)
{
    uint32_t most = d->influences ? d->influences : 4;
    rig_arrays a = {
        .bones = hone_builder_array(b, d->bones, sizeof *a.bones),
        .slots = hone_builder_array(b, d->bones, sizeof *a.slots),
        .positions = hone_builder_array(b, d->vertices, sizeof *a.positions),
        .normals = hone_builder_array(b, d->vertices, sizeof *a.normals),
        .uvs = hone_builder_array(b, d->vertices, sizeof *a.uvs),
        .edge_scales = hone_builder_array(b, d->vertices, sizeof *a.edge_scales),
        .deforms = hone_builder_array(b, d->vertices, 1),
        .begin = hone_builder_array(b, d->vertices + 1, sizeof *a.begin),
        .indices = hone_builder_array(b, d->vertices, 3 * sizeof *a.indices),
        .influences = hone_builder_array(b, (size_t)d->vertices * most, sizeof *a.influences),
        .sdefs = hone_builder_array(b, d->vertices, sizeof *a.sdefs),
        .material = hone_builder_array(b, 1, sizeof *a.material),
        .moved = hone_builder_array(b, MOVED, sizeof *a.moved),
        .turned = hone_builder_array(b, TURNED, sizeof *a.turned),
        .morph = hone_builder_array(b, 1, sizeof *a.morph),
    };
    CHECK(a.morph); /* after a failure every later request fails too */
    return a;
}

static inline void make_bone(rig_arrays *a, uint32_t i)
{
    float at[3] = {(float)(i % 8) - 4, (float)(i / 8 % 16), (float)(i / 128)};
    bool root = i % 8 == 0;
    a->bones[i] = (hone_bone){
        .name = "bone",
        .parent = root ? HONE_NONE : (int32_t)i - 1,
        .position = {at[0], at[1], at[2]},
        .rest_local = {{{1, 0, 0, root ? at[0] : 1}, {0, 1, 0, root ? at[1] : 0}, {0, 0, 1, root ? at[2] : 0}}},
        .tail_bone = HONE_NONE,
        .tail_offset = {0.9f, i % 3 ? 0.2f : 0, 0},
        .append_source = HONE_NONE,
        .ik = HONE_NONE};
    a->slots[i] = (hone_slot){(int32_t)i, {{{1, 0, 0, -at[0]}, {0, 1, 0, -at[1]}, {0, 0, 1, -at[2]}}}};
}

/* Near the bone that its index gives; that bone and those after it move it. */
static inline void make_vertex(rig_arrays *a, const rig_desc *d, uint32_t v, test_random *random)
{
    static const uint8_t kinds[] = {HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF2, HONE_DEFORM_BDEF4, HONE_DEFORM_SDEF,
                                    HONE_DEFORM_QDEF};
    static const uint32_t counts[] = {1, 2, 4, 2, 4};
    uint32_t near = (uint32_t)((uint64_t)v * d->bones / d->vertices);
    uint32_t count = d->linear ? d->influences ? d->influences : 4 : counts[v % 5];
    float rest = 1;
    a->deforms[v] = d->linear ? (uint8_t)HONE_DEFORM_LINEAR : kinds[v % 5];
    for (uint32_t i = 0; i < count; i++) {
        float weight = i + 1 < count ? rest * test_random_float(random, 0.1f, 0.6f) : rest;
        a->influences[a->begin[v] + i] = (hone_influence){(int32_t)((near + i) % d->bones), weight};
        rest -= weight;
    }
    a->begin[v + 1] = a->begin[v] + count;
    for (int c = 0; c < 3; c++) {
        a->positions[v][c] = a->bones[near].position[c] + test_random_float(random, -1, 1);
        a->normals[v][c] = test_random_float(random, -1, 1);
    }
    if (a->deforms[v] != HONE_DEFORM_SDEF)
        return;
    hone_sdef *s = &a->sdefs[a->sdef_count++];
    s->vertex = v;
    for (int c = 0; c < 3; c++) {
        s->c[c] = a->positions[v][c] + test_random_float(random, -0.3f, 0.3f);
        s->r0[c] = s->c[c] + test_random_float(random, -0.5f, 0.5f);
        s->r1[c] = s->c[c] + test_random_float(random, -0.5f, 0.5f);
    }
}

static inline void make_morph(rig_arrays *a, uint32_t vertices)
{
    for (uint32_t i = 0; i < MOVED; i++) a->moved[i] = (hone_morph_vertex){i * 5 % vertices, {0.5f, -1, 2}};
    for (uint32_t i = 0; i < TURNED; i++)
        a->turned[i] = (hone_morph_vertex){vertices - 1 - 2 * i % vertices, {3, 1, 0.5f}};
    *a->morph = (hone_morph){.name = "morph",
                             .kind = HONE_MORPH_VERTEX,
                             .count = MOVED,
                             .u.vertices = a->moved,
                             .normal_count = TURNED,
                             .normals = a->turned};
}

/* A body with bones in chains of eight, and around them a strip of vertices of every kind. */
static inline hone_model *make_rig(const rig_desc *d, uint64_t seed)
{
    test_random random = {seed};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    rig_arrays a = make_arrays(b, d);
    uint32_t triangles = d->vertices - 2;
    for (uint32_t i = 0; i < d->bones; i++) make_bone(&a, i);
    for (uint32_t v = 0; v < d->vertices; v++) make_vertex(&a, d, v, &random);
    for (uint32_t i = 0; i < 3 * triangles; i++) a.indices[i] = i / 3 + i % 3;
    make_morph(&a, d->vertices);
    *a.material = (hone_material){.name = "m",
                                  .diffuse = {1, 1, 1, 1},
                                  .texture = HONE_NONE,
                                  .sphere_texture = HONE_NONE,
                                  .toon = HONE_NONE,
                                  .index_count = 3 * triangles};
    const hone_model_data data = {.skeleton = {.bone_count = d->bones, .bones = a.bones},
                                  .mesh = {.vertex_count = d->vertices,
                                           .positions = (const float(*)[3])a.positions,
                                           .normals = (const float(*)[3])a.normals,
                                           .uvs = (const float(*)[2])a.uvs,
                                           .edge_scales = a.edge_scales,
                                           .deforms = a.deforms,
                                           .influence_begin = a.begin,
                                           .influence_count = a.begin[d->vertices],
                                           .influences = a.influences,
                                           .sdef_count = a.sdef_count,
                                           .sdefs = a.sdefs,
                                           .slot_count = d->bones,
                                           .slots = a.slots,
                                           .index_count = 3 * triangles,
                                           .indices = a.indices},
                                  .material_count = 1,
                                  .materials = a.material,
                                  .morph_count = 1,
                                  .morphs = a.morph};
    return test_model_create(b, &data);
}

/* Every bone rotated and moved at random. */
static inline hone_actor *make_actor(hone_model *model, uint64_t seed)
{
    test_random random = {seed};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor);
    hone_actor_sample_frame(actor, 0);
    hone_pose *pose = hone_actor_writable_pose(actor);
    for (uint32_t i = 0; i < pose->bone_count; i++) {
        test_random_quat(&random, pose->bones[i].rotation);
        for (int c = 0; c < 3; c++) pose->bones[i].translation[c] += test_random_float(&random, -0.2f, 0.2f);
        pose->animated[i] = 1;
    }
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    return actor;
}

#endif
