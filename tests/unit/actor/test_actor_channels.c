/* Actors that play channels: poses, vertices, loops and fades. */
#include "support/channel_plan.h"
#include "support/reference/reference.h"
#include <hone/actor.h>

enum { VERTICES = 9 };

/* Vertices with slots that do not match bones one to one; each slot has its own matrix. */
static hone_model *skinned_model(test_random *random)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    channel_model_parts p = channel_parts(b);
    hone_mesh *mesh = &p.data.mesh;
    float(*positions)[3] = hone_builder_array(b, VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, VERTICES, sizeof *uvs);
    float *edges = hone_builder_array(b, VERTICES, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, VERTICES, sizeof *deforms);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, VERTICES * 6, sizeof *influences);
    hone_slot *slots = hone_builder_array(b, 6, sizeof *slots);
    uint32_t used = 0;
    for (int s = 0; s < 6; s++) {
        slots[s].bone = s == 5 ? HONE_NONE : s % BONES;
        for (int i = 0; i < 12; i++) slots[s].bone_from_mesh.m[i / 4][i % 4] = test_random_float(random, -1, 1);
    }
    for (uint32_t v = 0; v < VERTICES; v++) {
        deforms[v] = HONE_DEFORM_LINEAR;
        for (int i = 0; i < 3; i++) positions[v][i] = test_random_float(random, -3, 3), normals[v][i] = (float)(i == 0);
        for (uint32_t i = 0; i < v % 7; i++)
            influences[used++] = (hone_influence){(int32_t)i, test_random_float(random, 0.1f, 1)};
        begin[v + 1] = used;
    }
    *mesh = (hone_mesh){.vertex_count = VERTICES,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .edge_scales = edges,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = used,
                        .influences = influences,
                        .slot_count = 6,
                        .slots = slots};
    return channel_model_of(b, &p);
}

static reference_matrix reference_local(const hone_actor *actor, uint32_t bone)
{
    const hone_pose *pose = hone_actor_writable_pose((hone_actor *)actor);
    const hone_transform *t = &pose->bones[bone];
    if (!pose->animated[bone])
        return reference_from_affine(&hone_model_skeleton(hone_actor_model(actor))->bones[bone].rest_local);
    const double translation[3] = {(double)t->translation[0], (double)t->translation[1], (double)t->translation[2]};
    const double rotation[4] = {(double)t->rotation[0], (double)t->rotation[1], (double)t->rotation[2],
                                (double)t->rotation[3]};
    reference_matrix local = reference_rigid(translation, rotation);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) local.m[r][c] *= (double)t->scale[c];
    return local;
}

static reference_matrix reference_world(const hone_actor *actor, int32_t bone)
{
    if (bone == HONE_NONE)
        return reference_identity();
    reference_matrix local = reference_local(actor, (uint32_t)bone);
    reference_matrix parent = reference_world(actor, hone_model_skeleton(hone_actor_model(actor))->bones[bone].parent);
    return reference_multiply(&parent, &local);
}

/* Weighted sums of the slots' matrices. */
static void check_vertices(hone_actor *actor)
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    float got[VERTICES][3], normals[VERTICES][3];
    const hone_skin_out out = {.positions = {got, VERTICES, sizeof *got}, .normals = {normals, VERTICES, sizeof *got}};
    CHECK(hone_actor_skin(actor, &out, NULL));
    for (uint32_t v = 0; v < VERTICES; v++) {
        double want[3] = {0}, total = 0, rest[3];
        for (int i = 0; i < 3; i++) rest[i] = (double)mesh->positions[v][i];
        for (uint32_t k = mesh->influence_begin[v]; k < mesh->influence_begin[v + 1]; k++) {
            const hone_influence *in = &mesh->influences[k];
            reference_matrix world = reference_world(actor, mesh->slots[in->slot].bone), to_bone;
            double moved[3];
            to_bone = reference_from_affine(&mesh->slots[in->slot].bone_from_mesh);
            world = reference_multiply(&world, &to_bone);
            reference_point(&world, rest, moved);
            for (int i = 0; i < 3; i++) want[i] += (double)in->weight * moved[i];
            total += (double)in->weight;
        }
        bool carried = mesh->influence_begin[v] < mesh->influence_begin[v + 1];
        CHECK_NEAR(total, carried ? 1 : 0, 1e-6);
        for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], carried ? want[i] : rest[i], 2e-4);
        CHECK_NEAR(normals[v][0] * normals[v][0] + normals[v][1] * normals[v][1] + normals[v][2] * normals[v][2], 1,
                   1e-5);
    }
}

static void an_actor_scales_shears_and_mirrors(void **state)
{
    (void)state;
    test_random random = {8};
    hone_model *model = skinned_model(&random);
    channel_plan p[3] = {
        channel_plan_random(HONE_CHANNEL_SCALE, HONE_INTERPOLATION_LINEAR, &random), /* including negative scales */
        channel_plan_random(HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_LINEAR, &random),
        channel_plan_random(HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_CUBIC, &random)};
    p[0].targets[0].index = 0, p[1].targets[0].index = 3, p[2].targets[0].index = 3;
    hone_motion *motion = channel_motion(p, 3, 7);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    check_vertices(actor); /* at rest, the sheared arm too */
    CHECK(hone_actor_play(actor, motion, NULL, NULL).id);
    for (int i = 0; i < 20; i++) {
        CHECK(hone_actor_update(actor, i * 0.15 - 0.2, NULL));
        check_vertices(actor);
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* The period is the time of the last key, which may be between frames. */
static void a_loop_ends_with_the_last_key(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    channel_plan p = {
        .targets = {{"root", 0}}, .target_count = 1, .key_count = 2, .times = {0, 0.45}, .values = {0, 0, 0, 9, 0, 0}};
    hone_motion *motion = channel_motion(&p, 1, 7);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_play(actor, motion, &(hone_play_desc){.loop = true}, NULL).id);
    const double seconds[] = {0.3, 0.45, 0.45 + 0.3, 2 * 0.45 + 0.1}, want[] = {6, 0, 6, 2};
    for (int i = 0; i < 4; i++) {
        CHECK(hone_actor_update(actor, seconds[i], NULL));
        CHECK_NEAR(hone_actor_bones(actor)[0].m[0][3], want[i], 1e-5);
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Half way into a fade the bones that the motion moves are half way there; the others are at rest. */
static void a_faded_motion_moves_half_way_from_rest(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    channel_plan p[2] = {
        {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1, .values = {8, 0, 0}},
        {.path = HONE_CHANNEL_SCALE, .targets = {{"", 3}}, .target_count = 1, .key_count = 1, .values = {3, 3, 3}}};
    hone_motion *motion = channel_motion(p, 2, 7);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_play_set_weight(actor, hone_actor_play(actor, motion, NULL, NULL), 0.5f, NULL));
    CHECK(hone_actor_update(actor, 0, NULL));
    const hone_affine *bones = hone_actor_bones(actor);
    CHECK_NEAR(bones[0].m[0][3], 4, 1e-6);
    CHECK_NEAR(bones[3].m[0][0], 2, 1e-6);
    CHECK(bones[1].m[0][1] == 0.5f && bones[1].m[2][0] == 0.25f);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

TEST_GROUP(test_actor_channels)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_actor_scales_shears_and_mirrors),
        cmocka_unit_test(a_loop_ends_with_the_last_key),
        cmocka_unit_test(a_faded_motion_moves_half_way_from_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
