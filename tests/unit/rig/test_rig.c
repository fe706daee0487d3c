#include "core/rig/order.h"
#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/rig.h>
#include <string.h>

/* ---- models -------------------------------------------------------------------------------------------------- */

static hone_bone bone_at(int32_t parent, float x, float y, float z)
{
    return (hone_bone){.name = "",
                       .english_name = "",
                       .parent = parent,
                       .position = {x, y, z},
                       .rest_local = HONE_AFFINE_IDENTITY,
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
}

static hone_model *make_model(const hone_bone *bones, uint32_t count, hone_space space)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *copy = hone_builder_array(builder, count, sizeof *copy);
    memcpy(copy, bones, count * sizeof *copy);
    hone_model_data data = {.space = space, .skeleton = {.bone_count = count, .bones = copy}};
    return test_model_create(builder, &data);
}

enum { MOST_BONES = 64 };

/* Bones in random file order: any bone may be the parent of any other, without circles; random layers and passes. */
static void random_bones(test_random *random, hone_bone *bones, uint32_t count)
{
    uint32_t place[MOST_BONES];
    for (uint32_t i = 0; i < count; i++) place[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = test_random_u32(random) % i, kept = place[i - 1];
        place[i - 1] = place[j], place[j] = kept;
    }
    for (uint32_t i = 0; i < count; i++) {
        float p[3];
        for (int c = 0; c < 3; c++) p[c] = test_random_float(random, -10, 10);
        bool root = i == 0 || test_random_u32(random) % 8 == 0;
        hone_bone *bone = &bones[place[i]];
        *bone = bone_at(root ? HONE_NONE : (int32_t)place[test_random_u32(random) % i], p[0], p[1], p[2]);
        bone->layer = (int32_t)(test_random_u32(random) % 4) - 1;
        bone->flags = test_random_u32(random) % 4 ? 0 : HONE_BONE_AFTER_PHYSICS;
    }
}

/* A pose of the model, in the test's memory. */
typedef struct posed {
    hone_pose pose;
    hone_transform bones[MOST_BONES];
    uint8_t moved[MOST_BONES], physics_off[MOST_BONES], ik_enabled[1];
    float morphs[8];
} posed;

static hone_pose *rest_pose(posed *p, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    p->pose = (hone_pose){.bone_count = data->skeleton.bone_count,
                          .morph_count = data->morph_count,
                          .bones = p->bones,
                          .animated = p->moved,
                          .physics_off = p->physics_off,
                          .morphs = p->morphs,
                          .ik_enabled = p->ik_enabled};
    hone_pose_reset(&p->pose, model);
    return &p->pose;
}

static void random_pose(test_random *random, hone_pose *pose)
{
    for (uint32_t b = 0; b < pose->bone_count; b++) {
        for (int c = 0; c < 3; c++) pose->bones[b].translation[c] = test_random_float(random, -2, 2);
        test_random_quat(random, pose->bones[b].rotation);
        pose->animated[b] = 1;
    }
}

static hone_rig *rig_of(const hone_model *model)
{
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    CHECK(rig != NULL);
    return rig;
}

/* ---- order --------------------------------------------------------------------------------------------------- */

static void check_order(const hone_bone *bones, uint32_t count)
{
    hone_skeleton skeleton = {.bone_count = count, .bones = bones};
    uint32_t got[MOST_BONES], want[MOST_BONES], pass2_begin = 99;
    CHECK(hone_rig_sort(&skeleton, HONE_SPACE_MMD, HONE_ORDER_STRICT, NULL, got, &pass2_begin, NULL));
    CHECK(pass2_begin == reference_order(&skeleton, want));
    CHECK(memcmp(got, want, count * sizeof *got) == 0);
}

static void order_is_that_of_the_rule_taken_literally(void **state)
{
    (void)state;
    test_random random = {21};
    for (int n = 0; n < 400; n++) {
        hone_bone bones[MOST_BONES];
        uint32_t count = 1 + test_random_u32(&random) % (MOST_BONES - 1);
        for (uint32_t b = 0; b < count; b++) { /* circles, and bones that refer to themselves */
            bones[b] = bone_at((int32_t)(test_random_u32(&random) % (count + 1)) - 1, 0, 0, 0);
            bones[b].layer = (int32_t)(test_random_u32(&random) % 3) * (INT32_MIN / 2);
            bones[b].append_source = (int32_t)(test_random_u32(&random) % (count + 1)) - 1;
            const uint16_t flags[] = {0,
                                      0,
                                      HONE_BONE_APPEND_ROTATION,
                                      HONE_BONE_APPEND_TRANSLATION,
                                      HONE_BONE_AFTER_PHYSICS,
                                      HONE_BONE_AFTER_PHYSICS | HONE_BONE_APPEND_ROTATION};
            bones[b].flags = flags[test_random_u32(&random) % (n % 2 ? 6 : 3)];
        }
        check_order(bones, count);
    }
}

static void order_goes_by_pass_then_layer_then_index(void **state)
{
    (void)state;
    hone_bone bones[5];
    for (int i = 0; i < 5; i++) bones[i] = bone_at(HONE_NONE, 0, 0, 0);
    bones[0].layer = 2;
    bones[1].flags = HONE_BONE_AFTER_PHYSICS;
    bones[3].layer = -1;
    const uint32_t want[5] = {3, 2, 4, 0, 1};
    hone_model *model = make_model(bones, 5, HONE_SPACE_MMD);
    hone_rig *rig = rig_of(model);
    uint32_t pass2_begin = 0;
    CHECK(memcmp(hone_rig_order(rig, &pass2_begin), want, sizeof want) == 0);
    CHECK(pass2_begin == 4);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void a_long_chain_that_stands_backwards_is_sorted_in_time(void **state)
{
    (void)state;
    enum { COUNT = 200000 }; /* n * n would take minutes */
    hone_bone *bones = test_malloc(COUNT * sizeof *bones);
    uint32_t *order = test_malloc(COUNT * sizeof *order), pass2_begin = 0;
    for (int32_t b = 0; b < COUNT; b++) bones[b] = bone_at(b + 1 < COUNT ? b + 1 : HONE_NONE, 0, 0, 0);
    hone_skeleton skeleton = {.bone_count = COUNT, .bones = bones};
    CHECK(hone_rig_sort(&skeleton, HONE_SPACE_MMD, HONE_ORDER_STRICT, NULL, order, &pass2_begin, NULL));
    for (uint32_t b = 0; b < COUNT; b++) CHECK(order[b] == COUNT - 1 - b);
    test_free(bones);
    test_free(order);
}

/* ---- hierarchy ----------------------------------------------------------------------------------------------- */

static void rest_pose_is_the_files_positions_to_the_bit(void **state)
{
    (void)state;
    test_random random = {22};
    hone_bone bones[MOST_BONES];
    random_bones(&random, bones, MOST_BONES);
    hone_model *model = make_model(bones, MOST_BONES, HONE_SPACE_MMD);
    hone_rig *rig = rig_of(model);
    posed p;
    for (int evaluated = 0; evaluated < 2; evaluated++) {
        for (int b = 0; b < MOST_BONES; b++) {
            hone_affine want = hone_affine_translation(bones[b].position);
            for (int i = 0; i < 12; i++) CHECK(hone_rig_bones(rig)[b].m[i / 4][i % 4] == want.m[i / 4][i % 4]);
        }
        hone_rig_evaluate(rig, rest_pose(&p, model));
    }
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void worlds_are_those_of_the_double_reference(void **state)
{
    (void)state;
    test_random random = {23};
    for (int n = 0; n < 60; n++) {
        hone_bone bones[MOST_BONES];
        reference_matrix want[MOST_BONES];
        posed p;
        uint32_t count = 1 + test_random_u32(&random) % MOST_BONES;
        random_bones(&random, bones, count);
        hone_model *model = make_model(bones, count, HONE_SPACE_MMD);
        hone_rig *rig = rig_of(model);
        random_pose(&random, rest_pose(&p, model));
        hone_rig_evaluate(rig, &p.pose);
        reference_model_from_bone(hone_model_skeleton(model), &p.pose, want);
        for (uint32_t b = 0; b < count; b++)
            for (int i = 0; i < 12; i++)
                CHECK_NEAR(hone_rig_bones(rig)[b].m[i / 4][i % 4], want[b].m[i / 4][i % 4], 1e-5 * 20);
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
}

static void a_bone_before_physics_sees_one_behind_it_at_rest(void **state)
{
    (void)state;
    hone_bone bones[2] = {bone_at(HONE_NONE, 1, 2, 3), bone_at(0, 1, 4, 3)};
    bones[0].flags = HONE_BONE_AFTER_PHYSICS;
    hone_model *model = make_model(bones, 2, HONE_SPACE_MMD);
    hone_rig *rig = rig_of(model);
    posed p;
    rest_pose(&p, model);
    for (int frame = 0; frame < 2; frame++) { /* the previous frame has no effect either */
        p.bones[0].translation[0] = 5;
        p.bones[1].translation[1] = 0.5f;
        hone_rig_evaluate(rig, &p.pose);
        const hone_affine *worlds = hone_rig_bones(rig);
        CHECK_NEAR(worlds[0].m[0][3], 6, 0);
        CHECK_NEAR(worlds[1].m[0][3], 1, 0);
        CHECK_NEAR(worlds[1].m[1][3], 4.5, 0);
    }
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void a_pose_depends_on_itself_alone(void **state)
{
    (void)state;
    test_random random = {24};
    hone_bone bones[MOST_BONES];
    posed first, other;
    random_bones(&random, bones, MOST_BONES);
    hone_model *model = make_model(bones, MOST_BONES, HONE_SPACE_MMD);
    hone_rig *rig = rig_of(model);
    random_pose(&random, rest_pose(&first, model));
    random_pose(&random, rest_pose(&other, model));
    hone_affine before[MOST_BONES];
    hone_rig_evaluate(rig, &first.pose);
    memcpy(before, hone_rig_bones(rig), sizeof before);
    hone_rig_evaluate(rig, &other.pose);
    CHECK(memcmp(before, hone_rig_bones(rig), sizeof before) != 0);
    hone_rig_evaluate(rig, &first.pose);
    CHECK(memcmp(before, hone_rig_bones(rig), sizeof before) == 0);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void bones_that_no_track_moves_keep_their_matrix_shear_and_all(void **state)
{
    (void)state;
    hone_bone bones[2] = {bone_at(1, 0, 0, 0), bone_at(HONE_NONE, 0, 0, 0)}; /* the child comes first */
    hone_affine shear = {{{1, 0.5f, 0, 2}, {0, 1, 0, 3}, {0.25f, 0, 2, 4}}};
    bones[0].rest_local = shear;
    bones[0].layer = -1, bones[1].layer = 1; /* has no meaning outside MMD */
    bones[1].flags = HONE_BONE_AFTER_PHYSICS;
    bones[1].rest_local = hone_affine_translation((float[3]){10, 0, 0});
    hone_model *model = make_model(bones, 2, HONE_SPACE_GLTF);
    hone_rig *rig = rig_of(model);
    posed p;
    rest_pose(&p, model);
    for (int evaluated = 0; evaluated < 2; evaluated++) {
        hone_affine want = shear;
        want.m[0][3] += 10;
        CHECK(memcmp(&hone_rig_bones(rig)[0], &want, sizeof want) == 0);
        hone_rig_evaluate(rig, &p.pose);
    }
    p.moved[0] = 1;
    p.bones[0] = (hone_transform){{1, 2, 3}, {0, 0, 0, 1}, {2, 2, 2}}; /* replaces rest */
    hone_rig_evaluate(rig, &p.pose);
    hone_affine want = {{{2, 0, 0, 11}, {0, 2, 0, 2}, {0, 0, 2, 3}}};
    CHECK(memcmp(&hone_rig_bones(rig)[0], &want, sizeof want) == 0);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* ---- morphs -------------------------------------------------------------------------------------------------- */

enum { VERTICES = 10 };

/* Ten vertices; morph 0 moves 1 and 2, morph 1 a bone, morph 2 moves 2 (twice) and 7. */
static hone_model *make_morphed_model(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    *bone = bone_at(HONE_NONE, 0, 0, 0);
    float(*positions)[3] = hone_builder_array(b, VERTICES, sizeof *positions);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, VERTICES, sizeof *influences);
    for (uint32_t v = 0; v < VERTICES; v++) {
        positions[v][0] = (float)v + 0.1f;
        begin[v + 1] = v + 1;
        influences[v].weight = 1;
    }
    hone_morph *morphs = hone_builder_array(b, 3, sizeof *morphs);
    hone_morph_vertex *first = hone_builder_array(b, 2, sizeof *first),
                      *third = hone_builder_array(b, 3, sizeof *third);
    hone_morph_bone *second = hone_builder_array(b, 1, sizeof *second);
    first[0] = (hone_morph_vertex){1, {0, 1, 0.5f}}, first[1] = (hone_morph_vertex){2, {0, 0, 3}};
    second[0] = (hone_morph_bone){0, {0, 0, 0}, {0, 0, 0, 1}};
    third[0] = (hone_morph_vertex){2, {0, 5, 0}}, third[1] = (hone_morph_vertex){7, {2, 0, 0}};
    third[2] = (hone_morph_vertex){2, {0, 1, 0}};
    morphs[0] = (hone_morph){.kind = HONE_MORPH_VERTEX, .count = 2, .u.vertices = first};
    morphs[1] = (hone_morph){.kind = HONE_MORPH_BONE, .count = 1, .u.bones = second};
    morphs[2] = (hone_morph){.kind = HONE_MORPH_VERTEX, .count = 3, .u.vertices = third};
    hone_model_data data = {
        .space = HONE_SPACE_MMD,
        .skeleton = {.bone_count = 1, .bones = bone},
        .mesh = {.vertex_count = VERTICES,
                 .positions = (const float(*)[3])positions,
                 .normals = hone_builder_array(b, VERTICES, 12),
                 .uvs = hone_builder_array(b, VERTICES, 8),
                 .edge_scales = hone_builder_array(b, VERTICES, 4),
                 .deforms = hone_builder_array(b, VERTICES, 1),
                 .influence_begin = begin,
                 .influence_count = VERTICES,
                 .influences = influences},
        .morph_count = 3,
        .morphs = morphs,
    };
    return test_model_create(b, &data);
}

typedef struct morphed {
    hone_model *model;
    hone_rig *rig;
    posed pose;
} morphed;

static int setup(void **state)
{
    morphed *m = test_calloc(1, sizeof *m);
    m->model = make_morphed_model();
    m->rig = rig_of(m->model);
    rest_pose(&m->pose, m->model);
    *state = m;
    return 0;
}

static int teardown(void **state)
{
    morphed *m = *state;
    hone_rig_destroy(m->rig);
    hone_model_release(m->model);
    test_free(m);
    return 0;
}

/* The positions after morphs 0 and 2 got these weights. */
static float (*positions_at(morphed *m, float first, float third))[3]
{
    m->pose.morphs[0] = first;
    m->pose.morphs[2] = third;
    hone_rig_evaluate(m->rig, &m->pose.pose);
    return (float(*)[3])hone_rig_apply_morphs(m->rig)->positions;
}

static void vertex_morphs_add_up_by_weight(void **state)
{
    morphed *m = *state;
    const float(*rest)[3] = hone_model_mesh(m->model)->positions;
    float(*p)[3] = positions_at(m, 0.5f, -2);
    CHECK(p[1][0] == rest[1][0] && p[1][1] == 0.5f && p[1][2] == 0.25f);
    CHECK(p[2][0] == rest[2][0] && p[2][1] == -12 && p[2][2] == 1.5f);
    CHECK(p[7][0] == rest[7][0] - 4);
    CHECK(hone_rig_morphs(m->rig)[0] == 0.5f && hone_rig_morphs(m->rig)[2] == -2);
}

static void vertices_come_back_to_rest_to_the_bit(void **state)
{
    morphed *m = *state;
    size_t size = VERTICES * 3 * sizeof(float);
    const float(*rest)[3] = hone_model_mesh(m->model)->positions;
    float once[VERTICES][3];
    CHECK(memcmp(hone_rig_morph_result(m->rig)->positions, rest, size) == 0);
    memcpy(once, positions_at(m, 0.3f, 0.7f), size);
    positions_at(m, NAN, 0.1f);
    CHECK(memcmp(positions_at(m, 0.3f, 0.7f), once, size) == 0);
    CHECK(memcmp(positions_at(m, 0, 0), rest, size) == 0);
}

static void only_vertices_of_morphs_at_work_are_written(void **state)
{
    morphed *m = *state;
    float(*p)[3] = positions_at(m, 0, 1);
    for (int v = 0; v < VERTICES; v++) p[v][2] = 99; /* a vertex that the call writes loses this mark */
    positions_at(m, 0, 0.5f);
    for (int v = 0; v < VERTICES; v++) CHECK((p[v][2] == 99) == (v != 2 && v != 7));
    positions_at(m, 1, 0);
    for (int v = 0; v < VERTICES; v++) CHECK((p[v][2] == 99) == (v != 1 && v != 2 && v != 7));
    p[1][2] = 77;
    positions_at(m, 1, 0); /* nothing changed */
    CHECK(p[1][2] == 77);
}

static void evaluating_alone_applies_no_vertex_morph(void **state)
{
    morphed *m = *state;
    const float(*rest)[3] = hone_model_mesh(m->model)->positions;
    m->pose.morphs[0] = 1;
    hone_rig_evaluate(m->rig, &m->pose.pose);
    const hone_morph_result *result = hone_rig_morph_result(m->rig);
    CHECK(hone_rig_morphs(m->rig)[0] == 1);
    CHECK(result->positions == rest && result->revision == 0 && result->morph_revisions[0] == 0);
    CHECK(hone_rig_apply_morphs(m->rig) == result);
    CHECK(result->positions[1][1] == 1 && result->revision == 1 && result->morph_revisions[0] == 1);
}

static void a_revision_names_the_morphs_that_changed(void **state)
{
    morphed *m = *state;
    const hone_morph_result *r = hone_rig_morph_result(m->rig);
    positions_at(m, 1, 0);
    CHECK(r->revision == 1 && r->morph_revisions[0] == 1 && r->morph_revisions[2] == 0);
    positions_at(m, 1, 0.5f); /* the first keeps its weight, so its vertices stay */
    CHECK(r->revision == 2 && r->morph_revisions[0] == 1 && r->morph_revisions[2] == 2);
    m->pose.morphs[1] = 1; /* a bone morph */
    positions_at(m, 1, 0.5f);
    CHECK(r->revision == 2 && r->morph_revisions[1] == 0);
    positions_at(m, 0, 0.5f);
    CHECK(r->revision == 3 && r->morph_revisions[0] == 3 && r->morph_revisions[2] == 2);
}

typedef struct reader {
    float positions[VERTICES][3];
    uint64_t revision;
} reader;

/* Copies the changes as the header describes. */
static void read_changes(reader *to, const hone_model *model, const hone_morph_result *from)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t m = 0; m < data->morph_count; m++)
        for (uint32_t i = 0; from->morph_revisions[m] > to->revision && i < data->morphs[m].count; i++) {
            uint32_t vertex = data->morphs[m].u.vertices[i].vertex;
            memcpy(to->positions[vertex], from->positions[vertex], sizeof *to->positions);
        }
    to->revision = from->revision;
}

static void readers_need_not_see_every_evaluation(void **state)
{
    morphed *m = *state;
    const hone_mesh *mesh = hone_model_mesh(m->model);
    const hone_morph_result *result = hone_rig_morph_result(m->rig);
    test_random random = {21};
    reader readers[3] = {0};
    for (int i = 0; i < 3; i++) memcpy(readers[i].positions, mesh->positions, sizeof readers[i].positions);
    for (int n = 0; n < 500; n++) {
        const float weights[] = {0, 0, 0.5f, 1, -1};
        float first = weights[test_random_u32(&random) % 5], third = weights[test_random_u32(&random) % 5];
        positions_at(m, first, third);
        for (uint32_t i = 0; i < 3; i++) {
            if (test_random_u32(&random) % (i + 1) > 0)
                continue;
            read_changes(&readers[i], m->model, result);
            CHECK(memcmp(readers[i].positions, result->positions, sizeof readers[i].positions) == 0);
        }
    }
}

static void a_model_without_vertex_morphs_lends_its_own_positions(void **state)
{
    (void)state;
    hone_bone bone = bone_at(HONE_NONE, 0, 0, 0);
    hone_model *model = make_model(&bone, 1, HONE_SPACE_MMD);
    hone_rig *rig = rig_of(model);
    CHECK(hone_rig_apply_morphs(rig)->positions == hone_model_mesh(model)->positions);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* ---- refusals ------------------------------------------------------------------------------------------------ */

static void a_rig_needs_a_model(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!hone_rig_create(NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_error earlier = {.code = HONE_ERROR_IO, .message = "no such file"};
    CHECK(!hone_rig_create(&(hone_rig_desc){0}, &earlier) && earlier.code == HONE_ERROR_IO);
    hone_rig_destroy(NULL);
}

static void a_rig_survives_every_failed_allocation(void **state)
{
    morphed *m = *state;
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator allocator;
        test_allocator_make(&allocator, n);
        hone_error error = {0};
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = m->model, .allocator = &allocator.allocator}, &error);
        done = rig != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_rig_destroy(rig);
        CHECK(allocator.live == 0);
    }
}

#define WITH_MORPHS(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

TEST_GROUP(test_rig)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_that_of_the_rule_taken_literally),
        cmocka_unit_test(order_goes_by_pass_then_layer_then_index),
        cmocka_unit_test(a_long_chain_that_stands_backwards_is_sorted_in_time),
        cmocka_unit_test(rest_pose_is_the_files_positions_to_the_bit),
        cmocka_unit_test(worlds_are_those_of_the_double_reference),
        cmocka_unit_test(a_bone_before_physics_sees_one_behind_it_at_rest),
        cmocka_unit_test(a_pose_depends_on_itself_alone),
        cmocka_unit_test(bones_that_no_track_moves_keep_their_matrix_shear_and_all),
        WITH_MORPHS(vertex_morphs_add_up_by_weight),
        WITH_MORPHS(vertices_come_back_to_rest_to_the_bit),
        WITH_MORPHS(only_vertices_of_morphs_at_work_are_written),
        WITH_MORPHS(evaluating_alone_applies_no_vertex_morph),
        WITH_MORPHS(a_revision_names_the_morphs_that_changed),
        WITH_MORPHS(readers_need_not_see_every_evaluation),
        cmocka_unit_test(a_model_without_vertex_morphs_lends_its_own_positions),
        cmocka_unit_test(a_rig_needs_a_model),
        WITH_MORPHS(a_rig_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
