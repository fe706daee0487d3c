/* Compares model-space bones and skinned vertices of MMD models with those computed by two other programs. The
 * README beside the arrays explains how far each of them can be trusted. */
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FRAMES = 8 };

typedef struct oracle_case {
    const char *name, *model, *motion; /* motion NULL: the rest pose */
    uint32_t frame_count;
    double frames[MOST_FRAMES];
    double tolerance;
    uint32_t compared; /* number of bones; number of vertices without weights of a leg */
    int32_t except;    /* a bone that is wrong in the other program, or HONE_NONE */
} oracle_case;

#define SYNTH                                                                                                          \
    7,                                                                                                                 \
    {                                                                                                                  \
        0, 7.5, 15, 20, 30, 42.25, 60                                                                                  \
    }
#define BABYLON(name) "mmd/babylon-mmd/" name ".pmx", "mmd/synthetic/synth_" name ".vmd", SYNTH
#define LOADER(name) "mmd/three-mmd-loader/" name ".pmx", "mmd/synthetic/synth_" name ".vmd", SYNTH
#define CUBE "mmd/three-mmd-loader/test_1bone_cube.pmx", "mmd/three-mmd-loader/test_1bone_cube_motion.vmd"

static const oracle_case BONES[] = {
    {"bone_flag_test_synth", BABYLON("bone_flag_test"), 3e-3, 3, HONE_NONE},
    {"bone_hierarchy_test_synth", BABYLON("bone_hierarchy_test"), 3e-3, 5, HONE_NONE},
    {"bone_hierarchy_test2_synth", BABYLON("bone_hierarchy_test2"), 3e-3, 2, 1}, /* the parent comes later */
    {"test_basic_bone_synth", LOADER("test_basic_bone"), 5e-3, 79, HONE_NONE},
    {"test_semi_basic_bone_synth", LOADER("test_semi_basic_bone"), 5e-3, 100, HONE_NONE},
    {"test_fix_axis_synth", LOADER("test_fix_axis"), 3e-3, 5, HONE_NONE},
    {"test_given_bone_comprehensive_synth", LOADER("test_given_bone_comprehensive"), 3e-3, 23, HONE_NONE},
    {"yw_test_model_synth", LOADER("yw_test_model"), 5e-3, 114, HONE_NONE},
    {"1bone_cube", CUBE, 8, {0, 5, 10, 15, 20, 30, 37.5, 45}, 3e-3, 1, HONE_NONE},
    {"append_bone",
     "mmd/three-mmd-loader/test_append_bone.pmx",
     "mmd/three-mmd-loader/test_append_bone.vmd",
     2,
     {0, 5},
     3e-3,
     9,
     HONE_NONE},
};

static const oracle_case VERTICES[] = {
    {"cube1_vertices", CUBE, 8, {0, 1, 5, 10, 20, 30, 40, 49}, 2e-5, 14, HONE_NONE},
    {"yw_rest_vertices", "mmd/three-mmd-loader/yw_test_model.pmx", NULL, 1, {0}, 2e-5, 1515, HONE_NONE},
};

/* The files of a case, loaded; false if they are missing. */
typedef struct scene {
    hone_model *model;
    hone_motion *motion;
    hone_actor *actor;
} scene;

static bool open_scene(const oracle_case *c, hone_fixed_axis fixed_axis, hone_toe_start toe_start, scene *out)
{
    char model[1024], motion[1024];
    if (!test_data_path(c->model, model, sizeof model) ||
        (c->motion && !test_data_path(c->motion, motion, sizeof motion)))
        return false;
    hone_error error = {0};
    out->model = hone_model_load(model, NULL, &error);
    out->motion = c->motion ? hone_motion_load(motion, NULL, &error) : NULL;
    const hone_actor_desc desc = {.model = out->model, .rules = {.fixed_axis = fixed_axis, .toe_start = toe_start}};
    out->actor = hone_actor_create(&desc, &error);
    if (!out->actor || (c->motion && !hone_actor_play(out->actor, out->motion, NULL, &error).id))
        fail_msg("%s: %s", c->name, error.message);
    return true;
}

static void close_scene(scene *s)
{
    hone_actor_destroy(s->actor);
    hone_motion_release(s->motion);
    hone_model_release(s->model);
}

static bool read_array(const char *name, const char *what, test_array *out)
{
    char file[256], path[1024];
    snprintf(file, sizeof file, "mmd/%s.%s.npy", name, what);
    return test_oracle_path(file, path, sizeof path) && test_array_read(path, out);
}

/* ---- bones --------------------------------------------------------------------------------------------------- */

static uint32_t compare_bones(const oracle_case *c, const hone_skeleton *skeleton, const hone_affine *bones,
                              const float *want)
{
    uint32_t compared = 0;
    for (int32_t b = 0; b < (int32_t)skeleton->bone_count; b++) {
        if (b == c->except)
            continue;
        for (int i = 0; i < 12; i++) CHECK_NEAR(bones[b].m[i / 4][i % 4], want[b * 16 + i], c->tolerance);
        compared++;
    }
    return compared;
}

static bool check_bones(const oracle_case *c, hone_toe_start toe_start)
{
    test_array want;
    scene s;
    if (!read_array(c->name, "bones", &want))
        return false;
    if (!open_scene(c, HONE_FIXED_AXIS_SAMPLE, toe_start, &s))
        return test_array_release(&want), false;
    const hone_skeleton *skeleton = hone_model_skeleton(s.model);
    CHECK(want.dimensions == 4 && want.shape[0] == c->frame_count && want.shape[1] == skeleton->bone_count);
    for (uint32_t f = 0; f < c->frame_count; f++) {
        CHECK(hone_actor_update_frame(s.actor, c->frames[f], NULL));
        uint32_t compared =
            compare_bones(c, skeleton, hone_actor_bones(s.actor), want.values + (size_t)f * skeleton->bone_count * 16);
        CHECK(compared == c->compared);
    }
    close_scene(&s);
    test_array_release(&want);
    return true;
}

static void bones_stand_where_babylon_mmd_puts_them(void **state)
{
    (void)state;
    unsigned missing = 0;
    for (size_t i = 0; i < sizeof BONES / sizeof *BONES; i++) missing += !check_bones(&BONES[i], HONE_TOE_START_MOVED);
    if (missing)
        test_skip(missing, "cases of bones");
}

/* Only yw_test_model has a leg whose chain moves a toe with a chain of its own. */
static void other_bones_do_not_depend_on_where_toes_start(void **state)
{
    (void)state;
    unsigned missing = 0;
    for (size_t i = 0; i < sizeof BONES / sizeof *BONES; i++)
        if (strcmp(BONES[i].name, "yw_test_model_synth") != 0)
            missing += !check_bones(&BONES[i], HONE_TOE_START_PLACED);
    if (missing)
        test_skip(missing, "cases of bones");
}

/* ---- fixed axes ---------------------------------------------------------------------------------------------- */

/* Rotations of two roots about their axes, in radians, with exact curves. */
static const struct axis_turn {
    double frame;
    uint32_t bone;
    double by_key, by_sample;
} AXIS_TURNS[] = {
    {20, 1, 0.42293, 0.36184},
    {20, 3, 0.24331, -0.26498},
    {42.25, 1, -0.05347, -0.21952},
    {42.25, 3, 0.46117, -0.54944},
};

static double turn_about_axis(const hone_bone *bone, const float rotation[4])
{
    double along = 0, length = 0;
    for (int i = 0; i < 3; i++) {
        along += (double)rotation[i] * bone->fixed_axis[i];
        length += (double)bone->fixed_axis[i] * bone->fixed_axis[i];
    }
    return 2 * atan2(along / sqrt(length), rotation[3]);
}

static void fixed_axes_turn_by_key_or_by_sample(void **state)
{
    (void)state;
    static const oracle_case source = {"test_fix_axis", LOADER("test_fix_axis"), 0, 0, 0};
    for (int method = 0; method < 2; method++) {
        scene s;
        if (!open_scene(&source, (hone_fixed_axis)method, HONE_TOE_START_PLACED, &s))
            test_skip(1, "case of fixed axes");
        const hone_skeleton *skeleton = hone_model_skeleton(s.model);
        for (size_t i = 0; i < sizeof AXIS_TURNS / sizeof *AXIS_TURNS; i++) {
            const struct axis_turn *want = &AXIS_TURNS[i];
            CHECK(hone_actor_update_frame(s.actor, want->frame, NULL));
            double turn = turn_about_axis(&skeleton->bones[want->bone],
                                          hone_actor_writable_pose(s.actor)->bones[want->bone].rotation);
            CHECK_NEAR(turn, method == HONE_FIXED_AXIS_KEY ? want->by_key : want->by_sample, 3e-3);
        }
        close_scene(&s);
    }
}

/* ---- vertices ------------------------------------------------------------------------------------------------ */

/* The other program bends the knees in the rest pose, although the goals are reached. */
static bool hangs_on_a_leg(const hone_model_data *data, uint32_t vertex)
{
    static const char *const parts[] = {"足", "ひざ", "つま先"};
    const hone_mesh *mesh = &data->mesh;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        for (int p = 0; p < 3; p++)
            if (mesh->influences[i].weight > 0 &&
                strstr(data->skeleton.bones[mesh->slots[mesh->influences[i].slot].bone].name, parts[p]))
                return true;
    return false;
}

static uint32_t compare_vertices(const oracle_case *c, const hone_model_data *data, const float (*positions)[3],
                                 const float (*normals)[3], const float *want_positions, const float *want_normals)
{
    uint32_t compared = 0;
    for (uint32_t v = 0; v < data->mesh.vertex_count; v++) {
        if (hangs_on_a_leg(data, v))
            continue;
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(positions[v][i], want_positions[v * 3 + (uint32_t)i], c->tolerance);
            CHECK_NEAR(normals[v][i], want_normals[v * 3 + (uint32_t)i], c->tolerance);
        }
        compared++;
    }
    return compared;
}

static bool check_vertices(const oracle_case *c)
{
    test_array positions, normals;
    scene s;
    if (!read_array(c->name, "vertices", &positions))
        return false;
    if (!read_array(c->name, "normals", &normals) || !open_scene(c, HONE_FIXED_AXIS_SAMPLE, HONE_TOE_START_PLACED, &s))
        return test_array_release(&positions), false;
    const hone_model_data *data = hone_model_get(s.model);
    uint32_t count = data->mesh.vertex_count;
    float(*p)[3] = test_malloc(count * sizeof *p), (*n)[3] = test_malloc(count * sizeof *n);
    hone_skin_out out = {.positions = {p, count, sizeof *p}, .normals = {n, count, sizeof *n}};
    CHECK(positions.dimensions == 3 && positions.shape[0] == c->frame_count && positions.shape[1] == count);
    for (uint32_t f = 0; f < c->frame_count; f++) {
        CHECK(hone_actor_update_frame(s.actor, c->frames[f], NULL));
        CHECK(hone_actor_skin(s.actor, &out, NULL));
        size_t row = (size_t)f * count * 3;
        uint32_t compared = compare_vertices(c, data, (const float(*)[3])p, (const float(*)[3])n,
                                             positions.values + row, normals.values + row);
        CHECK(compared == c->compared);
    }
    test_free(p), test_free(n);
    close_scene(&s);
    test_array_release(&positions);
    test_array_release(&normals);
    return true;
}

static void vertices_lie_where_saba_puts_them(void **state)
{
    (void)state;
    unsigned missing = 0;
    for (size_t i = 0; i < sizeof VERTICES / sizeof *VERTICES; i++) missing += !check_vertices(&VERTICES[i]);
    if (missing)
        test_skip(missing, "cases of vertices");
}

TEST_GROUP(test_oracle_mmd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_stand_where_babylon_mmd_puts_them),
        cmocka_unit_test(other_bones_do_not_depend_on_where_toes_start),
        cmocka_unit_test(fixed_axes_turn_by_key_or_by_sample),
        cmocka_unit_test(vertices_lie_where_saba_puts_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
