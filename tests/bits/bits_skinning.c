#include "bits/bits.h"
#include "support/skin/skin_run.h"
#include <hone/deform.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct kind {
    const char *name;
    hone_skin_method method;
    skin_pose pose;
    bool packed;
} kinds[] = {
    {"linear", HONE_SKIN_LINEAR, SKIN_POSE_NEAR, false},
    {"linear-scaled", HONE_SKIN_LINEAR, SKIN_POSE_SCALED, false},
    {"linear-packed", HONE_SKIN_LINEAR, SKIN_POSE_NEAR, true},
    {"by-kind", HONE_SKIN_AUTO, SKIN_POSE_NEAR, false}, /* linear, SDEF and QDEF */
    {"dual-quaternion", HONE_SKIN_DUAL_QUATERNION, SKIN_POSE_NEAR, false},
    {"centres", HONE_SKIN_CENTRES, SKIN_POSE_NEAR, false},
    {"centres-scaled", HONE_SKIN_CENTRES, SKIN_POSE_SCALED, false},
    {"direct-mush", HONE_SKIN_DIRECT_DELTA_MUSH, SKIN_POSE_NEAR, false},
    {"direct-mush-scaled", HONE_SKIN_DIRECT_DELTA_MUSH, SKIN_POSE_SOME, false},
};

static void add_run(const char *kernel, const hone_skin *skin, const struct kind *kind, const skin_palette *palette,
                    bits_hash *hash)
{
    uint32_t count = hone_skin_vertex_count(skin);
    float *out = calloc(count, 10 * sizeof *out);
    assert_non_null(out);
    hone_skin_job job = {.palette = &palette->palette,
                         .positions = {out, count, 3 * sizeof *out},
                         .normals = {out + 3 * (size_t)count, count, 3 * sizeof *out},
                         .tangents = {out + 6 * (size_t)count, count, 4 * sizeof *out},
                         .method = kind->method};
    if (kind->method == HONE_SKIN_DIRECT_DELTA_MUSH)
        skin_run_direct(kernel, skin, &job);
    else
        skin_run(kernel, skin, &job, 0, hone_skin_block_count(skin));
    bits_add(hash, out, 10 * (size_t)count);
    free(out);
}

/* Gives a skin what direct delta mush needs, on triangles that are the same on every machine. */
static void add_mush(const skin_mesh *mesh, hone_skin *skin, uint64_t seed)
{
    uint32_t indices[900];
    test_random random = {seed};
    for (uint32_t i = 0; i < 450; i++) /* and the same from the other side, so that no edge is a border */
        indices[i] = indices[899 - i] = test_random_u32(&random) % 300 * 3 + i % 3;
    const hone_mesh of = {.vertex_count = mesh->desc.vertex_count,
                          .slot_count = mesh->desc.slot_count,
                          .positions = (const float(*)[3])mesh->positions,
                          .normals = (const float(*)[3])mesh->normals,
                          .tangents = (const float(*)[4])mesh->tangents,
                          .influence_begin = mesh->begin,
                          .influence_count = mesh->begin[mesh->desc.vertex_count],
                          .influences = mesh->influences,
                          .index_count = 900,
                          .indices = indices};
    const hone_mush_desc desc = {.mesh = &of, .iterations = 2};
    assert_true(hone_skin_add_mush(skin, HONE_SKIN_DIRECT_DELTA_MUSH, &desc, NULL));
}

static uint64_t hash_of(const char *kernel, const struct kind *kind)
{
    bits_hash hash = {0};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const skin_recipe recipe = {
            .seed = seed, .vertices = 900, .most = 6, .longest_run = 60, .kinds = kind->method == HONE_SKIN_AUTO};
        skin_mesh mesh;
        skin_palette palette;
        skin_mesh_make(&recipe, &mesh);
        mesh.desc.packed = kind->packed;
        skin_palette_make(kind->pose, seed, &palette);
        hone_skin *skin = skin_mesh_compile(&mesh);
        if (kind->method == HONE_SKIN_DIRECT_DELTA_MUSH)
            add_mush(&mesh, skin, seed);
        add_run(kernel, skin, kind, &palette, &hash);
        hone_skin_release(skin);
        skin_palette_release(&palette);
        skin_mesh_release(&mesh);
    }
    return hash.value;
}

/* Where a processor has no AVX-512, its intrinsics in plain C give the same bits; those of NEON by SIMDe do not. */
void bits_of_skinning(bits_line *line, void *user)
{
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
        for (size_t i = 0; strcmp(kernel, "neon through SIMDe") != 0 && i < sizeof kinds / sizeof *kinds; i++) {
            char name[BITS_NAME];
            snprintf(name, sizeof name, "skin-%s-%.*s", kinds[i].name, (int)strcspn(kernel, " "), kernel);
            line(user, name, hash_of(kernel, &kinds[i]));
        }
}
