/* The bounds of actors contain all of their vertices: models made by program, and real files. */
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdlib.h>

/* Checks an actor as it is now. Returns the mean edge of its box in relation to that of the vertices. */
static double check_actor(hone_actor *actor, hone_skin_method method)
{
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    float(*positions)[3] = calloc((size_t)count + 1, sizeof *positions);
    const hone_skin_out out = {.positions = {positions, count, sizeof *positions}, .method = method};
    hone_bounds box, want = HONE_BOUNDS_EMPTY;
    hone_bounding_sphere sphere;
    CHECK(hone_actor_skin(actor, &out, NULL));
    CHECK(hone_actor_bounds(actor, method, &box, &sphere, NULL));
    for (uint32_t v = 0; v < count; v++) {
        if (!isfinite(positions[v][0] + positions[v][1] + positions[v][2])) { /* such is the file */
            CHECK(sphere.radius == INFINITY);
            continue;
        }
        for (int i = 0; i < 3; i++) {
            want.min[i] = fminf(want.min[i], positions[v][i]), want.max[i] = fmaxf(want.max[i], positions[v][i]);
            if (!(positions[v][i] >= box.min[i] && positions[v][i] <= box.max[i]))
                fail_msg("vertex %u, method %d: %g is not in %g .. %g", v, (int)method, (double)positions[v][i],
                         (double)box.min[i], (double)box.max[i]);
        }
        CHECK(hone_vec3_distance(positions[v], sphere.centre) <= sphere.radius);
    }
    double edge = 0, wanted = 0;
    for (int i = 0; i < 3; i++) {
        edge += (double)box.max[i] - (double)box.min[i];
        wanted += (double)want.max[i] - (double)want.min[i];
    }
    free(positions);
    return edge / wanted;
}

/* Checks frames of a motion by every method. Returns the mean of check_actor by the vertices' own methods. */
static double check_motion(const hone_model *model, const hone_motion *motion, uint32_t frames, double step)
{
    double sum = 0;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_play(actor, motion, &(hone_play_desc){.loop = true}, NULL).id);
    for (uint32_t f = 0; f < frames; f++) {
        CHECK(hone_actor_update_frame(actor, f * step, NULL));
        sum += check_actor(actor, HONE_SKIN_AUTO);
        check_actor(actor, HONE_SKIN_LINEAR);
        check_actor(actor, HONE_SKIN_DUAL_QUATERNION);
        check_actor(actor, HONE_SKIN_CENTRES);
        check_actor(actor, HONE_SKIN_DELTA_MUSH);
        check_actor(actor, HONE_SKIN_DIRECT_DELTA_MUSH);
    }
    hone_actor_destroy(actor);
    return sum / frames;
}

static void an_actor_is_inside_its_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        make_pmx_desc desc = make_pmx_rich(seed);
        hone_model *model = make_pmx_model(&desc, NULL, NULL);
        hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = seed}, NULL);
        check_motion(model, motion, 12, 2.5);
        hone_motion_release(motion);
        hone_model_release(model);
    }
}

static void actors_of_a_model_share_what_is_measured(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(2);
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    const hone_skin_bounds *bounds = hone_model_skin_bounds(model, NULL);
    CHECK(bounds && bounds == hone_model_skin_bounds(model, NULL));
    CHECK(hone_model_compiled_skin(model, NULL)); /* the model keeps both */
    CHECK(bounds == hone_model_skin_bounds(model, NULL));
    hone_error error = {0};
    CHECK(!hone_model_skin_bounds(NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_actor_bounds(NULL, HONE_SKIN_AUTO, NULL, NULL, &error));
    hone_model_release(model);
}

static void real_files_are_inside_and_their_boxes_are_close(void **state)
{
    (void)state;
    static const struct {
        const char *model, *motion; /* NULL: its own clip */
        double most;                /* mean edge, in relation to that of the vertices */
    } files[] = {
        {"gltf/khronos/cesium_man.gltf", NULL, 1.2},
        {"gltf/raylib/robot.glb", NULL, 1.15},
        {"gltf/raylib/greenman.glb", NULL, 1.2},
        {"x/assimp/Testwuson.X", NULL, 1.15},
        {"mmd/three-mmd-loader/yw_test_model.pmx", "mmd/synthetic/synth_yw_test_model.vmd", 1.2},
        {"mmd/three-mmd-loader/generated/skinning/mixed-deform-types.pmx",
         "mmd/three-mmd-loader/generated/skinning/twist-four-bone-120.vmd", 3},
    };
    unsigned missing = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[512], motion_path[512];
        if (!test_data_path(files[i].model, path, sizeof path) ||
            (files[i].motion && !test_data_path(files[i].motion, motion_path, sizeof motion_path))) {
            missing++;
            continue;
        }
        hone_model *model = hone_model_load(path, NULL, NULL);
        hone_motion *motion = hone_motion_load(files[i].motion ? motion_path : path, NULL, NULL);
        CHECK(model && motion);
        double edge = check_motion(model, motion, 20, 3.3);
        if (!(edge >= 1 && edge < files[i].most))
            fail_msg("%s: edges of %g", files[i].model, edge);
        hone_motion_release(motion);
        hone_model_release(model);
    }
    if (missing)
        test_skip(missing, "files");
}

TEST_GROUP(test_actor_bounds)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_actor_is_inside_its_bounds),
        cmocka_unit_test(actors_of_a_model_share_what_is_measured),
        cmocka_unit_test(real_files_are_inside_and_their_boxes_are_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
