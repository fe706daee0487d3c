/* Tangents that are perpendicular to their normals at rest, which one rigid slot turns without more work. */
#include "support/skin/skin_run.h"
#include <math.h>

enum { VERTICES = 300 };

/* Makes unit normals, and unit tangents at right angles to them. */
static void make(skin_mesh *out)
{
    skin_mesh_make(&(skin_recipe){.seed = 21, .vertices = VERTICES, .least = 1, .most = 2, .longest_run = 70}, out);
    for (uint32_t v = 0; v < VERTICES; v++) {
        float *n = out->normals[v], *t = out->tangents[v];
        const float axis[3] = {v % 2 ? 1.0f : 0, v % 2 ? 0 : 1.0f, 0};
        if (!hone_vec3_normalise(n, n))
            n[0] = n[1] = 0, n[2] = 1;
        hone_vec3_cross(n, axis, t);
        CHECK(hone_vec3_normalise(t, t));
    }
}

static void check(const skin_mesh *mesh, const hone_skin_rest *rest, const hone_skin *skin, float scale)
{
    skin_palette palette, turned;
    hone_affine matrices[SKIN_SLOTS];
    skin_palette_make(SKIN_POSE_RIGID, 22, &turned);
    for (int s = 0; s < SKIN_SLOTS; s++) {
        matrices[s] = turned.palette.affine[s];
        for (int i = 0; i < 9; i++) matrices[s].m[i / 3][i % 3] *= scale;
    }
    skin_palette_release(&turned);
    skin_palette_make_of(matrices, &palette);
    CHECK(palette.palette.rigid);
    reference_vertex *want = skin_reference(&mesh->desc, &palette, HONE_SKIN_LINEAR);
    skin_check_every_job(&(skin_scene){.desc = &mesh->desc,
                                       .skin = skin,
                                       .rest = rest,
                                       .palette = &palette,
                                       .method = HONE_SKIN_LINEAR,
                                       .want = want,
                                       .mesh = "tangents",
                                       .pose = SKIN_POSE_RIGID});
    test_free(want);
    skin_palette_release(&palette);
}

static void rigid_slots_turn_tangents(void **state)
{
    (void)state;
    skin_mesh mesh;
    make(&mesh);
    hone_skin *skin = skin_mesh_compile(&mesh);
    check(&mesh, NULL, skin, 1);
    hone_skin_release(skin);
    skin_mesh_release(&mesh);
}

/* A palette counts as rigid if squares of lengths are within 1e-4 of 1. */
static void slots_that_stretch_a_little_need_more_work(void **state)
{
    (void)state;
    skin_mesh mesh;
    make(&mesh);
    hone_skin *skin = skin_mesh_compile(&mesh);
    check(&mesh, NULL, skin, 1.00004f);
    hone_skin_release(skin);
    skin_mesh_release(&mesh);
}

/* Also if it is one of all. */
static void tangents_at_other_angles_need_more_work(void **state)
{
    (void)state;
    skin_mesh mesh;
    make(&mesh);
    for (int i = 0; i < 3; i++) mesh.tangents[7][i] += 1e-3f * mesh.normals[7][i];
    hone_skin *skin = skin_mesh_compile(&mesh);
    check(&mesh, NULL, skin, 1);
    hone_skin_release(skin);
    skin_mesh_release(&mesh);
}

static void tangents_of_morphed_normals_need_more_work(void **state)
{
    (void)state;
    skin_mesh mesh;
    make(&mesh);
    hone_skin *skin = skin_mesh_compile(&mesh);
    hone_skin_rest *rest = hone_skin_rest_create(skin, true, NULL, NULL);
    for (uint32_t v = 0; v < VERTICES; v++) {
        for (int i = 0; i < 3; i++) mesh.normals[v][i] += 0.1f * mesh.tangents[v][i];
        hone_vec3_normalise(mesh.normals[v], mesh.normals[v]);
    }
    hone_skin_rest_set(rest, (hone_stream){0}, mesh.desc.positions, mesh.desc.normals);
    check(&mesh, rest, skin, 1);
    hone_skin_rest_destroy(rest);
    hone_skin_release(skin);
    skin_mesh_release(&mesh);
}

TEST_GROUP(test_skin_tangents)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid_slots_turn_tangents),
        cmocka_unit_test(slots_that_stretch_a_little_need_more_work),
        cmocka_unit_test(tangents_at_other_angles_need_more_work),
        cmocka_unit_test(tangents_of_morphed_normals_need_more_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
