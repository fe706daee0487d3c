/* Humanoids whose bones have no names: recognised by their shape, or refused. */
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/make_robot.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

static hone_model *load(const make_human_desc *desc)
{
    hone_error error = {0};
    hone_bytes bytes = make_human(desc);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_bytes_release(&bytes);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static hone_humanoid find(const make_human_desc *desc)
{
    hone_model *model = load(desc);
    hone_humanoid human = hone_model_humanoid(model);
    hone_model_release(model);
    return human;
}

/* ---- by shape ---------------------------------------------------------------------------------------------------- */

/* With any build and any direction. Eyes and thumbs are too small to be recognised. */
static void nameless_humans_are_known_by_their_shape(void **state)
{
    (void)state;
    const make_human_desc descs[] = {{0},
                                     {.size = 0.4f},
                                     {.size = 30},
                                     {.away = true},
                                     {.knee = 0.42f},
                                     {.knee = 0.56f},
                                     {.stance = 0.05f},
                                     {.stance = 0.15f},
                                     {.arm = 0.7f},
                                     {.arm = 1.4f}};
    const hone_humanoid named = find(&(make_human_desc){0});
    for (size_t i = 0; i < sizeof descs / sizeof *descs; i++) {
        make_human_desc desc = descs[i];
        desc.names = MAKE_HUMAN_NAMELESS;
        hone_humanoid human = find(&desc);
        if (human.missing || human.found != 21)
            fail_msg("build %zu: %u are missing of 15, %u found", i, human.missing, human.found);
        for (int h = 0; h < HONE_HUMANOID_EYE; h++) assert_int_equal(human.bones[h], named.bones[h]);
        for (int h = HONE_HUMANOID_UPPER_LEG; h < HONE_HUMANOID_THUMB; h++)
            assert_int_equal(human.bones[h], named.bones[h]);
        assert_int_equal(human.body, human.bones[HONE_HUMANOID_HIPS]);
    }
}

static void builds_that_no_human_has_are_none(void **state)
{
    (void)state;
    const make_human_desc descs[] = {{.knee = 0.8f}, {.knee = 0.2f}, {.stance = 0.6f}, {.arm = 0.2f}, {.arm = 4}};
    for (size_t i = 0; i < sizeof descs / sizeof *descs; i++) {
        make_human_desc desc = descs[i];
        desc.names = MAKE_HUMAN_NAMELESS;
        hone_humanoid human = find(&desc);
        if (human.missing != 15 || human.found != 0)
            fail_msg("build %zu: %u are missing of 15, %u found", i, human.missing, human.found);
    }
}

/* ---- skeletons made bone by bone -------------------------------------------------------------------------------- */

enum { MOST = 64 };

typedef struct skeleton {
    hone_bone bones[MOST];
    uint32_t count;
} skeleton;

static int32_t add(skeleton *s, int32_t parent, float x, float y, float z)
{
    s->bones[s->count] = (hone_bone){.name = "",
                                     .parent = parent,
                                     .position = {x, y, z},
                                     .tail_bone = HONE_NONE,
                                     .append_source = HONE_NONE,
                                     .ik = HONE_NONE};
    return (int32_t)s->count++;
}

/* Two chains, mirror images of each other. */
static void add_limbs(skeleton *s, int32_t parent, const float places[][3], int count)
{
    for (int side = 0; side < 2; side++) {
        int32_t at = parent;
        for (int i = 0; i < count; i++)
            at = add(s, at, side ? -places[i][0] : places[i][0], places[i][1], places[i][2]);
    }
}

static const float leg_places[][3] = {{1, 9, 0}, {1, 5, 0.3f}, {1, 1, -0.2f}, {1, 0.3f, 1}};
static const float arm_places[][3] = {{1.5f, 14, 0}, {4, 14, 0}, {6, 14, 0}};

/* hips 0, legs 1 to 8, spine 9, chest 10, neck 11, head 12, arms 13 to 18 */
static skeleton make_figure(void)
{
    skeleton s = {.count = 0};
    int32_t hips = add(&s, HONE_NONE, 0, 9.5f, 0);
    add_limbs(&s, hips, leg_places, 4);
    int32_t chest = add(&s, add(&s, hips, 0, 10.5f, 0), 0, 13, 0);
    add(&s, add(&s, chest, 0, 14.5f, 0), 0, 15.2f, 0);
    add_limbs(&s, chest, arm_places, 3);
    return s;
}

static hone_humanoid look_at(const skeleton *s)
{
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_bone *bones = hone_builder_array(builder, s->count, sizeof *bones);
    memcpy(bones, s->bones, s->count * sizeof *bones);
    for (uint32_t b = 0; b < s->count; b++) {
        hone_transform local = HONE_TRANSFORM_IDENTITY;
        const float *at = bones[b].position, *from = bones[b].parent < 0 ? NULL : bones[bones[b].parent].position;
        for (int i = 0; i < 3; i++) local.translation[i] = at[i] - (from ? from[i] : 0);
        bones[b].rest_local = hone_affine_from_transform(&local);
    }
    const hone_model_data data = {.space = HONE_SPACE_GLTF, .skeleton = {s->count, bones, 0, NULL}};
    hone_model *model = hone_model_create(builder, &data, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_humanoid human = hone_model_humanoid(model);
    hone_model_release(model);
    return human;
}

static void sides_follow_from_where_toes_point(void **state)
{
    (void)state;
    skeleton s = make_figure();
    hone_humanoid human = look_at(&s);
    assert_int_equal(human.missing, 0);
    assert_int_equal(human.bones[HONE_HUMANOID_FOOT], 3);
    assert_int_equal(human.bones[HONE_HUMANOID_HAND + 1], 18);
    for (uint32_t b = 0; b < s.count; b++) s.bones[b].position[2] *= -1; /* so that it faces -Z */
    human = look_at(&s);
    assert_int_equal(human.missing, 0);
    assert_int_equal(human.bones[HONE_HUMANOID_FOOT], 7);
    assert_int_equal(human.bones[HONE_HUMANOID_HAND + 1], 15);
    for (uint32_t b = 0; b < s.count; b++) { /* -X */
        float *at = s.bones[b].position, x = at[0];
        at[0] = at[2], at[2] = -x;
    }
    human = look_at(&s);
    assert_int_equal(human.missing, 0);
    assert_int_equal(human.bones[HONE_HUMANOID_FOOT], 7);
    s.bones[4].position[0] = 1, s.bones[4].position[2] = s.bones[3].position[2]; /* one foot points back */
    assert_int_equal(look_at(&s).found, 0);
}

/* A change of the skeleton after which it is not a human, or is ambiguous. */
typedef void spoil(skeleton *s);

static void on_all_fours(skeleton *s) /* the trunk is level, arms become legs */
{
    for (uint32_t b = 9; b < s->count; b++) {
        float *at = s->bones[b].position, up = at[1] - 9.5f;
        at[1] = b > 12 ? 9.5f - fabsf(at[0]) * 1.4f : 9.5f;
        at[2] = up * 1.5f;
        at[0] = b > 12 ? (at[0] > 0 ? 1.5f : -1.5f) : 0;
    }
}

static void like_a_bird(skeleton *s) /* the trunk is level, and arms are raised */
{
    for (uint32_t b = 9; b < s->count; b++) {
        float *at = s->bones[b].position, up = at[1] - 9.5f;
        at[1] = 9.5f + 0.8f * up;
        at[2] = up;
    }
}

static void with_twist_bones(skeleton *s) /* the part after the arm is longer than a hand */
{
    for (int side = 0; side < 2; side++) {
        int32_t at = 15 + 3 * side;
        for (int i = 0; i < 3; i++) s->bones[at - i].position[0] *= 0.7f;
        add(s, add(s, at, side ? -6.0f : 6.0f, 14, 0), side ? -8.0f : 8.0f, 14, 0);
    }
}

static void with_wings(skeleton *s) /* a second pair of arms */
{
    add_limbs(s, 10, arm_places, 3);
}

static void with_four_legs(skeleton *s)
{
    add_limbs(s, 0, leg_places, 4);
}

static void lopsided(skeleton *s)
{
    s->bones[18].position[1] -= 2;
}

static void headless(skeleton *s)
{
    s->bones[11].position[1] = s->bones[12].position[1] = 12;
}

static void one_armed(skeleton *s)
{
    s->count -= 3;
}

static void on_stilts(skeleton *s) /* another limb reaches the ground */
{
    add(s, 0, 0, -3, 0);
}

static void squatting(skeleton *s)
{
    s->bones[2].position[2] = s->bones[6].position[2] = 5;
}

static void with_two_heads(skeleton *s)
{
    add(s, add(s, 10, 0, 14.4f, 0.5f), 0, 15.1f, 0.5f);
}

static void like_a_giraffe(skeleton *s)
{
    int32_t at = 12;
    for (int i = 0; i < 4; i++) at = add(s, at, 0, 16 + (float)i, 0);
}

static void upside_down(skeleton *s)
{
    for (uint32_t b = 0; b < s->count; b++) s->bones[b].position[1] *= -1;
}

static void flat(skeleton *s)
{
    for (uint32_t b = 0; b < s->count; b++) s->bones[b].position[1] = 0;
}

static void in_one_place(skeleton *s)
{
    for (uint32_t b = 0; b < s->count; b++) memset(s->bones[b].position, 0, sizeof s->bones[b].position);
}

static void spineless(skeleton *s) /* arms and head are children of the hips */
{
    for (uint32_t b = 0; b < s->count; b++)
        if (s->bones[b].parent == 10)
            s->bones[b].parent = 0;
}

static void what_is_no_human_is_none(void **state)
{
    (void)state;
    spoil *const spoils[] = {on_all_fours, like_a_bird, with_twist_bones, with_wings, with_four_legs, lopsided,
                             headless,     one_armed,   on_stilts,        squatting,  with_two_heads, like_a_giraffe,
                             upside_down,  flat,        in_one_place,     spineless};
    for (size_t i = 0; i < sizeof spoils / sizeof *spoils; i++) {
        skeleton s = make_figure();
        spoils[i](&s);
        hone_humanoid human = look_at(&s);
        if (human.missing != 15 || human.found != 0)
            fail_msg("spoiled by %zu: %u are missing of 15, %u found", i, human.missing, human.found);
    }
}

/* Names take precedence: a bone with the shape of a hand and the name of a foot. */
static void shapes_that_names_contradict_are_none(void **state)
{
    (void)state;
    skeleton s = make_figure();
    s.bones[15].name = "LeftHand";
    assert_int_equal(look_at(&s).missing, 0);
    s.bones[15].name = "LeftFoot";
    assert_true(look_at(&s).missing > 0);
    s.bones[15].name = "LeftForeArm";
    assert_true(look_at(&s).missing > 0);
}

/* ---- feet beside the legs ---------------------------------------------------------------------------------------- */

static void feet_that_hang_on_a_root_are_known_by_their_place(void **state)
{
    (void)state;
    hone_model *model = make_robot(NULL);
    hone_humanoid human = hone_model_humanoid(model);
    assert_int_equal(human.missing, 0);
    assert_int_equal(human.bones[HONE_HUMANOID_HIPS], ROBOT_BODY);
    assert_int_equal(human.bones[HONE_HUMANOID_SPINE], ROBOT_HIPS);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(human.bones[HONE_HUMANOID_FOOT + side], ROBOT_FOOT + side * ROBOT_SIDE);
        assert_int_equal(human.bones[HONE_HUMANOID_HAND + side], ROBOT_PALM + side * ROBOT_SIDE);
    }
    hone_model_release(model);
}

static void feet_that_stand_elsewhere_are_none(void **state)
{
    (void)state;
    static const float places[][3] = {{0.8f, 0.09f, 0}, {0.1f, 0.8f, 0}, {0.1f, -3, 0}, {0.1f, 0.45f, 0}, {0, 0, 5}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        hone_model *model = make_robot(places[i]);
        hone_humanoid human = hone_model_humanoid(model);
        assert_int_equal(human.missing, 1);
        assert_int_equal(human.bones[HONE_HUMANOID_FOOT], HONE_NONE);
        hone_model_release(model);
    }
}

/* ---- the map that a model keeps ---------------------------------------------------------------------------------- */

static void a_model_keeps_its_map(void **state)
{
    (void)state;
    hone_bytes bytes = make_human(&(make_human_desc){0});
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_model *model =
        hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.allocator = &a.allocator}, NULL);
    assert_non_null(model);
    const uint64_t before = a.calls;
    a.fail_at = before; /* without memory it is found all the same, and kept later */
    const hone_humanoid poor = hone_model_humanoid(model);
    assert_true(a.calls > before && poor.missing == 0);
    a.fail_at = UINT64_MAX;
    const hone_humanoid first = hone_model_humanoid(model);
    const uint64_t kept = a.calls;
    const hone_humanoid again = hone_model_humanoid(model);
    assert_int_equal(a.calls, kept);
    assert_memory_equal(&first, &poor, sizeof first);
    assert_memory_equal(&first, &again, sizeof first);
    hone_model_release(model);
    assert_int_equal(a.live, 0);
    hone_bytes_release(&bytes);
}

/* ---- third-party files ------------------------------------------------------------------------------------------ */

static void files_of_others_are_humans_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool human;
    } files[] = {{"gltf/khronos/cesium_man.gltf", true},
                 {"mmd/three-mmd-loader/yw_test_model.pmx", true},
                 {"gltf/raylib/robot.glb", true}, /* although its feet are not children of the legs */
                 {"gltf/raylib/greenman.glb", false},
                 {"gltf/khronos/rigged_simple.gltf", false},
                 {"gltf/assimp/simple_skin/quad_skin.glb", false},
                 {"x/assimp/Testwuson.X", false}, /* a dog */
                 {"x/assimp/anim_test.x", false}};
    unsigned absent = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char buffer[512];
        const char *path = test_data_path(files[i].name, buffer, sizeof buffer);
        absent += !path;
        hone_model *model = path ? hone_model_load(path, NULL, NULL) : NULL;
        if (model && (hone_model_humanoid(model).missing == 0) != files[i].human)
            fail_msg("%s is %sa human", files[i].name, files[i].human ? "" : "not ");
        hone_model_release(model);
    }
    if (absent)
        test_skip(absent, "files of third parties");
}

TEST_GROUP(test_humanoid)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nameless_humans_are_known_by_their_shape),
        cmocka_unit_test(builds_that_no_human_has_are_none),
        cmocka_unit_test(sides_follow_from_where_toes_point),
        cmocka_unit_test(what_is_no_human_is_none),
        cmocka_unit_test(feet_that_hang_on_a_root_are_known_by_their_place),
        cmocka_unit_test(feet_that_stand_elsewhere_are_none),
        cmocka_unit_test(shapes_that_names_contradict_are_none),
        cmocka_unit_test(a_model_keeps_its_map),
        cmocka_unit_test(files_of_others_are_humans_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
