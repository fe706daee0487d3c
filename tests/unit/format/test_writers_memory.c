/* Writers, bakes and related functions, with each allocation refused in turn: a clean error, no leak, no
 * half-written file. */
#include "samples/samples.h"
#include "support/image/pictures.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/make_x.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/hone.h>
#include <hone/io.h>
#include <string.h>

/* The operation under test. Returns whether it succeeded; releases its results. */
typedef struct attempt {
    const hone_allocator *allocator;
    hone_error *error;
    const void *given;
} attempt;

typedef bool attempt_fn(const attempt *a);

static void refuse_each_allocation(attempt_fn *tried, const void *given)
{
    bool done = false;
    uint64_t n = 0;
    for (; !done; n++) {
        hone_error error = {0};
        test_allocator a;
        test_allocator_make(&a, n);
        done = tried(&(attempt){&a.allocator, &error, given});
        CHECK(done ? error.code == HONE_OK : error.code == HONE_ERROR_MEMORY);
        assert_int_equal(a.live, 0);
        assert_true(n < 20000);
    }
    CHECK(n > 1); /* it allocates, and only through the allocator */
}

static bool check_bytes(bool ok, hone_bytes *bytes)
{
    CHECK(ok ? bytes->size > 0 : !bytes->data && bytes->size == 0);
    hone_bytes_release(bytes);
    return ok;
}

static bool check_motion(hone_motion *motion)
{
    hone_motion_release(motion);
    return motion != NULL;
}

static hone_actor *make_actor(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    if (!actor || (motion && !hone_actor_play(actor, motion, NULL, &error).id))
        fail_msg("%s", error.message);
    return actor;
}

/* ---- models ----------------------------------------------------------------------------------------------------- */

static bool read_picture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    hone_bytes *picture = user;
    hone_writer copy = hone_writer_make(allocator);
    (void)path;
    hone_write_bytes(&copy, picture->data, picture->size);
    return hone_writer_finish(&copy, out, error);
}

typedef struct retargeted {
    hone_actor *source;
    const hone_model *target;
} retargeted;

typedef struct written {
    const hone_model *model;
    hone_gltf_desc desc;
} written;

static bool write_gltf(const attempt *a)
{
    const written *w = a->given;
    hone_gltf_desc desc = w->desc;
    hone_bytes out;
    desc.allocator = a->allocator;
    return check_bytes(hone_model_write_gltf(w->model, &desc, &out, NULL, a->error), &out);
}

/* Files beside the main one are only written when nothing can fail any more. */
static bool count_file(void *user, const char *name, const void *data, size_t size, hone_error *error)
{
    (void)name, (void)data, (void)size, (void)error;
    ++*(int *)user;
    return true;
}

static bool write_gltf_beside(const attempt *a)
{
    int files = 0;
    written w = *(const written *)a->given;
    w.desc.stem = "stem", w.desc.sink = count_file, w.desc.sink_user = &files;
    bool ok = write_gltf(&(attempt){a->allocator, a->error, &w});
    CHECK(ok ? files > 0 : files == 0);
    return ok;
}

static bool write_pmx(const attempt *a)
{
    hone_bytes out;
    return check_bytes(hone_model_write_pmx(a->given, a->allocator, &out, a->error), &out);
}

static bool bring_to_mmd(const attempt *a)
{
    hone_model *made = hone_model_to_mmd(a->given, &(hone_to_mmd_desc){.allocator = a->allocator}, NULL, a->error);
    hone_model_release(made);
    return made != NULL;
}

static hone_motion *bake_plain(const hone_model *model, const hone_motion *motion)
{
    hone_actor *actor = make_actor(model, motion);
    hone_motion *out = hone_bake(&(hone_bake_desc){.actor = actor, .last_frame = 30, .tolerance = 0.01f}, NULL, NULL);
    hone_actor_destroy(actor);
    assert_non_null(out);
    return out;
}

/* Every section of a model, with pictures that are converted to PNG, a motion, a camera, and additional targets. */
static void models_survive_it(void **state)
{
    (void)state;
    make_pmx_desc rich = make_pmx_rich(7);
    hone_model *model = make_pmx_model(&rich, NULL, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 7, .keys_per_track = 4}, NULL);
    hone_motion *baked = bake_plain(model, motion), *shot = puppet_camera(40, NULL);
    hone_motion *camera = hone_bake_camera(shot, 30, 1e-3f, NULL, NULL);
    hone_bytes picture = hone_image_available() ? test_picture_bytes(&test_pictures[0]) : (hone_bytes){0};
    const hone_file_resolver files = {.read = read_picture, .user = &picture};
    const hone_morph_vertex offset = {1, {1, 0, 0}};
    hone_morph target = {.name = "own", .english_name = "", .kind = HONE_MORPH_VERTEX, .count = 1, .normal_count = 1};
    target.u.vertices = target.normals = &offset;
    const written all = {model,
                         {.motion = baked,
                          .camera = camera,
                          .fov = 30,
                          .morphs = &target,
                          .morph_count = 1,
                          .files = picture.data ? &files : NULL,
                          .surface = HONE_GLTF_PBR}};
    refuse_each_allocation(write_gltf, &all);
    refuse_each_allocation(write_gltf_beside, &all);
    refuse_each_allocation(write_pmx, model);
    hone_bytes_release(&picture);
    hone_motion_release(camera), hone_motion_release(shot), hone_motion_release(baked), hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- motions and poses ------------------------------------------------------------------------------------------ */

static bool write_vmd(const attempt *a)
{
    hone_bytes out;
    return check_bytes(hone_motion_write_vmd(a->given, a->allocator, &out, a->error), &out);
}

static bool write_vpd(const attempt *a)
{
    hone_bytes out;
    hone_actor *actor = (hone_actor *)a->given;
    return check_bytes(
        hone_pose_write_vpd(hone_actor_writable_pose(actor), hone_actor_model(actor), a->allocator, &out, a->error),
        &out);
}

static void motions_and_poses_survive_it(void **state)
{
    (void)state;
    make_pmx_desc rich = make_pmx_rich(3);
    hone_model *model = make_pmx_model(&rich, NULL, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.scene = true}, NULL);
    hone_actor *actor = make_actor(model, motion);
    refuse_each_allocation(write_vmd, motion);
    hone_actor_sample_frame(actor, 20);
    refuse_each_allocation(write_vpd, actor);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- bakes ------------------------------------------------------------------------------------------------------ */

static bool bake(const attempt *a)
{
    hone_bake_desc desc = *(const hone_bake_desc *)a->given;
    desc.allocator = a->allocator;
    return check_motion(hone_bake(&desc, NULL, a->error));
}

static bool bake_camera(const attempt *a)
{
    return check_motion(hone_bake_camera(a->given, 300, 1e-3f, a->allocator, a->error));
}

/* Vertices of every kind, morphs, chains, and more frames than one chunk has. */
static void bakes_survive_it(void **state)
{
    (void)state;
    make_pmx_desc rich = make_pmx_rich(5);
    hone_model *model = make_pmx_model(&rich, NULL, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 5, .keys_per_track = 3}, NULL);
    hone_actor *actor = make_actor(model, motion);
    hone_bake_desc desc = {.actor = actor, .last_frame = 260, .tolerance = 0.01f};
    refuse_each_allocation(bake, &desc);
    desc.player = HONE_BAKE_MMD_RIG;
    refuse_each_allocation(bake, &desc);
    hone_motion *camera = puppet_camera(40, NULL);
    refuse_each_allocation(bake_camera, camera);
    hone_motion_release(camera);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void bakes_of_other_formats_survive_it(void **state)
{
    (void)state;
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_model *mmd = hone_model_to_mmd(model, NULL, NULL, NULL);
    hone_actor *actor = make_actor(model, motion);
    assert_non_null(mmd);
    hone_bake_desc desc = {.actor = actor, .last_frame = 30, .tolerance = 1e-3f};
    refuse_each_allocation(bake, &desc);
    desc.player = HONE_BAKE_MMD_RIG, desc.mmd_model = mmd;
    refuse_each_allocation(bake, &desc);
    refuse_each_allocation(bring_to_mmd, model);
    hone_actor_destroy(actor);
    hone_model_release(mmd), hone_model_release(model);
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
}

/* ---- humanoids -------------------------------------------------------------------------------------------------- */

static bool retarget(const attempt *a)
{
    hone_retarget_desc desc = *(const hone_retarget_desc *)a->given;
    desc.allocator = a->allocator;
    return check_motion(hone_retarget(&desc, NULL, a->error));
}

static bool make_mmd_human(const attempt *a)
{
    hone_model *made = hone_mmd_default_skeleton(a->given, a->allocator, a->error);
    hone_model_release(made);
    return made != NULL;
}

static bool make_avatar(const attempt *a)
{
    const hone_file_resolver files = hone_sample_files();
    hone_model *made =
        hone_model_to_vrm(a->given, &(hone_to_vrm_desc){.allocator = a->allocator, .files = &files}, NULL, a->error);
    hone_model_release(made);
    return made != NULL;
}

static void avatars_survive_it(void **state)
{
    (void)state;
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_VRM, .face = true});
    hone_model *human = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_model *character = hone_sample_character(NULL), *avatar = hone_model_to_vrm(character, NULL, NULL, NULL);
    assert_true(human && avatar);
    refuse_each_allocation(make_avatar, human);
    refuse_each_allocation(make_avatar, character);
    refuse_each_allocation(write_gltf, &(written){avatar, {.vrm = true}});
    hone_model_release(avatar), hone_model_release(character), hone_model_release(human);
    hone_bytes_release(&bytes);
}

/* From MMD's rig to a glTF, and back to one with chains. */
static void humanoids_survive_it(void **state)
{
    (void)state;
    hone_motion *dance = hone_sample_dance(NULL);
    hone_bytes bytes = make_human(&(make_human_desc){0});
    hone_model *human = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_model *mmd = hone_mmd_default_skeleton(dance, NULL, NULL);
    hone_actor *dancer = make_actor(mmd, dance), *still = make_actor(human, NULL);
    assert_true(human && mmd);
    refuse_each_allocation(
        retarget, &(hone_retarget_desc){.source = dancer, .target = human, .last_frame = 20, .tolerance = 1e-3f});
    refuse_each_allocation(retarget, &(hone_retarget_desc){.source = still, .target = mmd, .last_frame = 20});
    refuse_each_allocation(make_mmd_human, dance);
    hone_actor_destroy(dancer), hone_actor_destroy(still);
    hone_model_release(mmd), hone_model_release(human);
    hone_bytes_release(&bytes);
    hone_motion_release(dance);
}

/* ---- VRM animations ---------------------------------------------------------------------------------------------- */

static bool make_animation_skeleton(const attempt *a)
{
    hone_model *made = hone_vrm_animation_skeleton(a->given, 0, a->allocator, a->error);
    hone_model_release(made);
    return made != NULL;
}

static bool turn_animation_skeleton(const attempt *a)
{
    const retargeted *r = a->given;
    return check_motion(hone_retarget(&(hone_retarget_desc){.source = r->source,
                                                            .target = r->target,
                                                            .last_frame = 3,
                                                            .feet = HONE_RETARGET_FEET_TURN,
                                                            .allocator = a->allocator},
                                      NULL, a->error));
}

static void vrm_animations_survive_it(void **state)
{
    (void)state;
    hone_motion *dance = hone_sample_dance(NULL);
    hone_model *character = hone_mmd_default_skeleton(dance, NULL, NULL),
               *skeleton = hone_vrm_animation_skeleton(character, 0, NULL, NULL);
    hone_actor *actor = make_actor(character, dance);
    const retargeted given = {actor, skeleton};
    refuse_each_allocation(make_animation_skeleton, character);
    refuse_each_allocation(turn_animation_skeleton, &given);
    hone_motion *motion = hone_retarget(
        &(hone_retarget_desc){.source = actor, .target = skeleton, .last_frame = 60, .feet = HONE_RETARGET_FEET_TURN},
        NULL, NULL);
    const written file = {skeleton, {.motion = motion}};
    refuse_each_allocation(write_gltf, &file);
    hone_motion_release(motion);
    hone_actor_destroy(actor);
    hone_model_release(skeleton);
    hone_model_release(character);
    hone_motion_release(dance);
}

TEST_GROUP(test_writers_memory)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_survive_it),         cmocka_unit_test(motions_and_poses_survive_it),
        cmocka_unit_test(bakes_survive_it),          cmocka_unit_test(bakes_of_other_formats_survive_it),
        cmocka_unit_test(humanoids_survive_it),      cmocka_unit_test(avatars_survive_it),
        cmocka_unit_test(vrm_animations_survive_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
