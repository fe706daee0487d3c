/* Bounds of actors: near the box of all their vertices, but without bodies that physics has thrown far away. */
#include "samples/samples.h"
#include "support/make/balls.h"
#include "support/make/make_bodies.h"
#include "support/make/quads.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

/* ---- figures that stay whole ---- */

static hone_bounds bounds_of(hone_actor *actor)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    hone_error error = {0};
    if (!hone_framing_add_actor(&bounds, actor, &error))
        fail_msg("%s", error.message);
    return bounds;
}

/* Computed by skinning all vertices. */
static hone_bounds bounds_of_vertices(hone_actor *actor)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    const hone_affine world = hone_world_from_model(hone_actor_model(actor));
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    float(*positions)[3] = calloc(count, sizeof *positions);
    CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {positions, count, sizeof *positions}}, NULL));
    for (uint32_t v = 0; v < count; v++)
        for (int i = 0; i < 3; i++) {
            const float *row = world.m[i], *p = positions[v];
            float at = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
            bounds.min[i] = fminf(bounds.min[i], at);
            bounds.max[i] = fmaxf(bounds.max[i], at);
        }
    free(positions);
    return bounds;
}

/* Tolerance: a hundredth of the figure's height. */
static void check_bounds(const hone_bounds *got, const hone_bounds *want)
{
    double most = 0.01 * (double)(want->max[1] - want->min[1]);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(got->min[i], want->min[i], most);
        CHECK_NEAR(got->max[i], want->max[i], most);
    }
}

static void bounds_are_near_what_all_vertices_take_up(void **state)
{
    (void)state;
    hone_model *model = hone_sample_character(NULL);
    hone_motion *dance = hone_sample_dance(NULL);
    for (int physics = 0; physics <= hone_physics_available(); physics++) {
        const hone_actor_desc desc = {.model = model, .physics = {.on = physics == 1, .options = {.exact = true}}};
        hone_actor *actor = hone_actor_create(&desc, NULL);
        CHECK(hone_actor_play(actor, dance, NULL, NULL).id);
        for (int frame = 0; frame < 360; frame += 15) {
            CHECK(hone_actor_update_frame(actor, frame, NULL));
            hone_bounds got = bounds_of(actor), want = bounds_of_vertices(actor);
            check_bounds(&got, &want);
        }
        hone_actor_destroy(actor);
    }
    hone_motion_release(dance);
    hone_model_release(model);
}

/* The bounds of a quad rotated by any angle. */
static void bounds_follow_bones(void **state)
{
    (void)state;
    test_quad q = {.half = 1, .material = test_flat_material(1, 0, 0, 1)};
    hone_model *model = test_quads_model(&q, 1, NULL, HONE_SPACE_MMD);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    for (int turn = 0; turn < 12; turn++) {
        float *rotation = hone_actor_writable_pose(actor)->bones[0].rotation;
        rotation[1] = sinf(0.3f * (float)turn), rotation[3] = cosf(0.3f * (float)turn);
        CHECK(hone_actor_evaluate(actor, NULL));
        hone_actor_apply_morphs(actor);
        hone_actor_build_palette(actor);
        hone_bounds got = bounds_of(actor), want = bounds_of_vertices(actor);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(got.min[i], want.min[i], 1e-5);
            CHECK_NEAR(got.max[i], want.max[i], 1e-5);
        }
    }
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void an_empty_model_has_empty_bounds(void **state)
{
    (void)state;
    hone_model_data data = {.space = HONE_SPACE_MMD};
    hone_model *model = test_model_create(hone_builder_create(NULL, 0, NULL), &data);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_bounds got = bounds_of(actor);
    CHECK(got.min[0] > got.max[0]);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

enum { MORPHS = 24 };

/* Each morph moves one vertex far out of its ball. */
static void bounds_follow_vertex_morphs(void **state)
{
    (void)state;
    const hone_material material = test_ball_material();
    hone_model *ball = test_balls_model(&material, 1, 1, NULL);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_morph_vertex *moved = hone_builder_array(b, MORPHS, sizeof *moved);
    hone_morph *morphs = hone_builder_array(b, MORPHS, sizeof *morphs);
    hone_model_data data = *hone_model_get(ball);
    for (uint32_t m = 0; m < MORPHS; m++) {
        moved[m].vertex = m * data.mesh.vertex_count / MORPHS;
        for (int i = 0; i < 3; i++) moved[m].offset[i] = 5 * data.mesh.positions[moved[m].vertex][i];
        morphs[m] = (hone_morph){
            .name = "m", .english_name = "", .kind = HONE_MORPH_VERTEX, .count = 1, .u.vertices = &moved[m]};
    }
    data.morph_count = MORPHS, data.morphs = morphs;
    hone_model *model = test_model_create(b, &data);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    for (uint32_t m = 0; m < MORPHS; m++) {
        hone_actor_sample_frame(actor, 0);
        hone_actor_writable_pose(actor)->morphs[m] = 1;
        CHECK(hone_actor_evaluate(actor, NULL));
        hone_actor_apply_morphs(actor);
        hone_bounds got = bounds_of(actor), want = bounds_of_vertices(actor);
        check_bounds(&got, &want);
    }
    hone_actor_destroy(actor);
    hone_model_release(model);
    hone_model_release(ball);
}

/* ---- bodies that physics throws away ---- */

enum { PARTS = 4, LATER = 600 };

/* A fixed root at (0, 10, 0); a ball below it without a joint, which falls for ever; a bone below that ball; and a
 * falling ball without a parent. One vertex is a unit below each bone, or there are no vertices. */
static hone_model *make_falling(bool vertices)
{
    static const struct {
        float position[3];
        int32_t parent;
        bool falls;
    } parts[PARTS] = {
        {{0, 10, 0}, HONE_NONE, false}, {{2, 10, 0}, 0, true}, {{2, 9, 0}, 1, false}, {{-3, 12, 0}, HONE_NONE, true}};
    static const hone_affine identity = HONE_AFFINE_IDENTITY;
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, PARTS, sizeof *bones);
    hone_body *bodies = hone_builder_array(b, 2, sizeof *bodies);
    float(*positions)[3] = hone_builder_array(b, PARTS, sizeof *positions);
    float *numbers = hone_builder_array(b, PARTS, 3 * sizeof *numbers);
    uint32_t *begin = hone_builder_array(b, PARTS + 1, sizeof *begin);
    uint8_t *deforms = hone_builder_array(b, PARTS, 1);
    hone_influence *influences = hone_builder_array(b, PARTS, sizeof *influences);
    hone_slot *slots = hone_builder_array(b, PARTS, sizeof *slots);
    uint32_t body_count = 0;
    for (int32_t i = 0; i < PARTS; i++) {
        bones[i] = (hone_bone){.name = "b",
                               .parent = parts[i].parent,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        memcpy(bones[i].position, parts[i].position, sizeof bones[i].position);
        memcpy(positions[i], parts[i].position, sizeof positions[i]);
        positions[i][1] -= 1;
        begin[i + 1] = (uint32_t)i + 1;
        influences[i] = (hone_influence){i, 1};
        slots[i] = (hone_slot){i, identity};
        for (int k = 0; k < 3; k++) slots[i].bone_from_mesh.m[k][3] = -parts[i].position[k];
        if (parts[i].falls) {
            bodies[body_count] = (hone_body){.bone = i, .size = {0.5f}, .mass = 1, .mode = HONE_BODY_DYNAMIC};
            memcpy(bodies[body_count++].position, parts[i].position, sizeof parts[i].position);
        }
    }
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .skeleton = {.bone_count = PARTS, .bones = bones},
                            .body_count = body_count,
                            .bodies = bodies};
    if (vertices)
        data.mesh = (hone_mesh){.vertex_count = PARTS,
                                .positions = (const float(*)[3])positions,
                                .normals = (const float(*)[3])numbers,
                                .uvs = (const float(*)[2])numbers,
                                .edge_scales = numbers,
                                .deforms = deforms,
                                .influence_begin = begin,
                                .influence_count = PARTS,
                                .influences = influences,
                                .slot_count = PARTS,
                                .slots = slots};
    return test_model_create(b, &data);
}

/* The bone below the ball is 3 units from the root along the bones, and its vertex adds 1. It counts up to a tenth
 * more than that, straight below the root. */
static void bodies_that_fall_for_ever_are_not_followed(void **state)
{
    (void)state;
    NEEDS(physics);
    for (int vertices = 0; vertices < 2; vertices++) {
        hone_model *model = make_falling(vertices);
        const hone_actor_desc desc = {.model = model, .physics = {.on = true, .options = {.exact = true}}};
        hone_actor *actor = hone_actor_create(&desc, NULL);
        CHECK(hone_actor_update_frame(actor, LATER, NULL));
        for (int b = 1; b < PARTS; b++) CHECK(hone_actor_bones(actor)[b].m[1][3] < -1000);
        hone_bounds got = bounds_of(actor);
        CHECK_NEAR(got.min[1], 10 - 1.1 * (3 + vertices), 0.01);
        CHECK_NEAR(got.max[1], vertices ? 10.9 : 12, 0.01);
        CHECK_NEAR(got.min[0], -3, 0.01);
        CHECK_NEAR(got.max[0], 0, 0.01);
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

/* Hair that falls from a level position and swings. */
static void what_hangs_on_joints_is_followed(void **state)
{
    (void)state;
    static make_bodies plan;
    NEEDS(physics);
    make_bodies_clear(&plan);
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 6, 20, 1);
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    const hone_actor_desc desc = {.model = model,
                                  .physics = {.on = true, .options = {.exact = true, .settle_seconds = -1}}};
    hone_actor *actor = hone_actor_create(&desc, NULL);
    for (int frame = 0; frame < 120; frame += 3) {
        CHECK(hone_actor_update_frame(actor, frame, NULL));
        hone_bounds got = bounds_of(actor);
        float low[3] = {1e30f, 1e30f, 1e30f}, high[3] = {-1e30f, -1e30f, -1e30f};
        for (uint32_t b = 0; b < plan.body_count; b++)
            for (int i = 0; i < 3; i++) {
                low[i] = fminf(low[i], hone_actor_bones(actor)[b].m[i][3]);
                high[i] = fmaxf(high[i], hone_actor_bones(actor)[b].m[i][3]);
            }
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(got.min[i], low[i], 1e-5);
            CHECK_NEAR(got.max[i], high[i], 1e-5);
        }
    }
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- memory ---- */

static void only_the_first_call_allocates_and_may_fail(void **state)
{
    (void)state;
    test_allocator memory;
    test_quad q = {.half = 1, .material = test_flat_material(1, 0, 0, 1)};
    hone_model *model = test_quads_model(&q, 1, NULL, HONE_SPACE_MMD);
    test_allocator_make(&memory, UINT64_MAX);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .allocator = &memory.allocator}, NULL);
    uint64_t live = memory.live;
    bool ok = false;
    for (uint64_t n = 0; !ok; n++) {
        hone_bounds bounds = HONE_BOUNDS_EMPTY;
        hone_error error = {0};
        memory.fail_at = memory.calls + n;
        ok = hone_framing_add_actor(&bounds, actor, &error);
        CHECK(ok || (error.code == HONE_ERROR_MEMORY && memory.live == live));
    }
    memory.fail_at = UINT64_MAX;
    uint64_t calls = memory.calls;
    bounds_of(actor);
    assert_int_equal(memory.calls, calls);
    hone_actor_destroy(actor);
    assert_int_equal(memory.live, 0);
    hone_model_release(model);
}

TEST_GROUP(test_bounds)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_near_what_all_vertices_take_up),
        cmocka_unit_test(bounds_follow_bones),
        cmocka_unit_test(an_empty_model_has_empty_bounds),
        cmocka_unit_test(bounds_follow_vertex_morphs),
        cmocka_unit_test(bodies_that_fall_for_ever_are_not_followed),
        cmocka_unit_test(what_hangs_on_joints_is_followed),
        cmocka_unit_test(only_the_first_call_allocates_and_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
