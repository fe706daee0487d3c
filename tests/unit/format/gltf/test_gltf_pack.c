/* Packed glTF: nothing moves further than the tolerance, and files become smaller. */
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include "support/support.h"
#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static hone_motion *bake(const hone_model *model, const hone_motion *motion, uint32_t *last)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_true(actor && hone_actor_play(actor, motion, NULL, &error).id);
    *last = (uint32_t)lround(hone_motion_duration(motion) * 30);
    hone_motion *baked =
        hone_bake(&(hone_bake_desc){.actor = actor, .last_frame = *last, .tolerance = 1e-3f}, NULL, &error);
    assert_non_null(baked);
    hone_actor_destroy(actor);
    return baked;
}

static hone_bytes write(const hone_model *model, const hone_motion *motion, bool pack, float tolerance,
                        hone_gltf_report *report)
{
    hone_error error = {0};
    hone_bytes out;
    const hone_gltf_desc desc = {.motion = motion, .pack = pack, .pack_tolerance = tolerance};
    if (!hone_model_write_gltf(model, &desc, &out, report, &error))
        fail_msg("%s", error.message);
    return out;
}

/* A file as its reader plays it. */
typedef struct player {
    hone_model *model;
    hone_motion *motion;
    hone_actor *actor;
    float (*points)[3];
} player;

static player open_player(const hone_bytes *glb)
{
    hone_error error = {0};
    player p = {.model = hone_model_load_memory(glb->data, glb->size, NULL, &error)};
    if (!p.model)
        fail_msg("%s", error.message);
    p.motion = hone_motion_load_memory(glb->data, glb->size, NULL, &error);
    p.actor = hone_actor_create(&(hone_actor_desc){.model = p.model}, &error);
    p.points = test_calloc(hone_model_mesh(p.model)->vertex_count + 1, sizeof *p.points);
    assert_true(p.motion && p.actor && hone_actor_play(p.actor, p.motion, NULL, &error).id);
    return p;
}

static void close_player(player *p)
{
    hone_actor_destroy(p->actor);
    hone_motion_release(p->motion);
    hone_model_release(p->model);
    test_free(p->points);
}

static void show(player *p, double frame)
{
    uint32_t count = hone_model_mesh(p->model)->vertex_count;
    CHECK(hone_actor_update_frame(p->actor, frame, NULL));
    if (count)
        CHECK(hone_actor_skin(p->actor, &(hone_skin_out){.positions = {p->points, count, 12}}, NULL));
}

/* Weights have 16 bits, so a vertex may be off by some 65535ths of the distance between its bones. */
static void check_within(const hone_bytes *plain, const hone_bytes *packed, uint32_t last, double tolerance)
{
    player was = open_player(plain), is = open_player(packed);
    uint32_t bones = hone_model_skeleton(was.model)->bone_count, count = hone_model_mesh(was.model)->vertex_count;
    assert_int_equal(count, hone_model_mesh(is.model)->vertex_count);
    for (double frame = 0; frame <= last; frame += 0.7) {
        show(&was, frame);
        show(&is, frame);
        for (uint32_t b = 0; b < bones; b++)
            for (int r = 0; r < 3; r++)
                CHECK_NEAR(hone_actor_bones(is.actor)[b].m[r][3], hone_actor_bones(was.actor)[b].m[r][3],
                           tolerance + 1e-6);
        for (uint32_t v = 0; v < count; v++)
            CHECK_NEAR(hone_vec3_distance(is.points[v], was.points[v]), 0, tolerance + 1e-4);
    }
    close_player(&was);
    close_player(&is);
}

static void check_model(hone_model *model, hone_motion *motion)
{
    static const float tolerances[] = {1e-2f, 1e-3f, 1e-5f, 0};
    uint32_t last;
    hone_motion *baked = bake(model, motion, &last);
    hone_gltf_report report;
    hone_bytes plain = write(model, baked, false, 0, &report);
    uint64_t before = 0, unpacked = report.animation_bytes;
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        hone_bytes packed = write(model, baked, true, tolerances[i], &report);
        check_within(&plain, &packed, last, (double)tolerances[i] > 0 ? (double)tolerances[i] : 2e-4);
        CHECK(report.pack_error <= (double)tolerances[i]);
        CHECK(report.pack_error > 0 || i >= 2); /* the others may be too small to be measured */
        CHECK(report.pack_error >= 0.8 * (double)tolerances[i] || i != 1);
        CHECK(report.animation_bytes >= before); /* a smaller tolerance takes more bytes */
        before = report.animation_bytes;
        if (i < 2 && unpacked > 4096)
            CHECK(report.animation_bytes < unpacked / 2);
        hone_bytes_release(&packed);
    }
    hone_bytes_release(&plain);
    hone_motion_release(baked);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void nothing_moves_further_than_the_tolerance(void **state)
{
    (void)state;
    hone_error error = {0};
    check_model(puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL), puppet_motion(1, NULL));
    for (uint64_t seed = 0; seed < 2; seed++) {
        make_pmx_desc made = make_pmx_rich(seed + 30);
        made.plain = true;
        hone_model *model = make_pmx_model(&made, NULL, &error);
        check_model(model, make_motion(model, &(make_motion_desc){.seed = seed, .keys_per_track = 5}, &error));
    }
    test_random random = {11};
    for (int round = 0; round < 3; round++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.appends = true, .chains = true});
        check_model(model, make_motion(model, &(make_motion_desc){.seed = 3, .keys_per_track = 4}, &error));
    }
}

/* ---- bones that copy others ---- */

enum { COPY_KEYS = 60 };

/* A root and `copies` children that turn as it does; `noise`: nearly. */
static hone_bytes make_copies(int copies, float noise)
{
    static make_gltf file;
    test_random random = {8};
    float times[COPY_KEYS], rotations[COPY_KEYS][4];
    char samplers[2048] = "", channels[2048] = "", children[256] = "";
    file = (make_gltf){0};
    for (int k = 0; k < COPY_KEYS; k++) {
        times[k] = (float)k / 30;
        test_random_quat(&random, rotations[k]);
    }
    int at = make_gltf_floats(&file, "SCALAR", times, COPY_KEYS);
    for (int b = 0; b <= copies; b++) {
        size_t used = strlen(samplers), listed = strlen(channels), named = strlen(children);
        for (int k = 0; k < COPY_KEYS; k++) rotations[k][b % 4] += noise;
        snprintf(samplers + used, sizeof samplers - used, "%s{\"input\":%d,\"output\":%d}", b ? "," : "", at,
                 make_gltf_floats(&file, "VEC4", *rotations, COPY_KEYS));
        snprintf(channels + listed, sizeof channels - listed,
                 "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"rotation\"}}", b ? "," : "", b, b);
        if (b)
            snprintf(children + named, sizeof children - named, "%s%d", b > 1 ? "," : "", b);
    }
    make_gltf_add(&file, MAKE_NODES, copies ? "{\"children\":[%s]}" : "{}", children);
    for (int b = 1; b <= copies; b++) make_gltf_add(&file, MAKE_NODES, "{\"translation\":[1,1,0]}");
    make_gltf_add(&file, MAKE_SCENES, "{\"nodes\":[0]}");
    make_gltf_add(&file, MAKE_ANIMATIONS, "{\"channels\":[%s],\"samplers\":[%s]}", channels, samplers);
    return make_gltf_glb(&file);
}

static uint64_t size_of_copies(int copies, float noise)
{
    hone_bytes made = make_copies(copies, noise);
    player from = open_player(&made);
    hone_gltf_report report;
    hone_bytes plain = write(from.model, from.motion, false, 0, NULL);
    hone_bytes packed = write(from.model, from.motion, true, 1e-3f, &report);
    check_within(&plain, &packed, COPY_KEYS - 1, 1e-3);
    CHECK(report.pack_error <= 1e-3);
    close_player(&from);
    hone_bytes_release(&made);
    hone_bytes_release(&plain);
    hone_bytes_release(&packed);
    return report.animation_bytes;
}

/* A hierarchy like the legs of MMD: bones that deform are copies of others, up to rounding. */
static void bones_that_copy_others_share_their_keys(void **state)
{
    (void)state;
    uint64_t alone = size_of_copies(1, 0), copied = size_of_copies(6, 0);
    CHECK(copied < alone + alone / 4);
    CHECK(size_of_copies(6, 1e-7f) < alone + alone / 4);
    CHECK(size_of_copies(6, 1e-3f) > 3 * alone); /* which is more than rounding */
}

/* ---- meshes in another unit than their bones ---- */

enum { POINTS = 24, KEYS = 25 };

/* How a mesh grows on its way to the model: by the node above, by the inverse bind matrix (0: no skin), and by the keys
 * of the bone. */
typedef struct growth {
    float node, matrix, keys;
    bool still; /* only the weights move, smoothly */
} growth;

static void add_animation(make_gltf *file, const growth *grown, test_random *random)
{
    float times[KEYS], rotations[KEYS][4], scales[KEYS][3], weights[KEYS];
    for (int k = 0; k < KEYS; k++) {
        static const float none[4] = {0, 0, 0, 1};
        times[k] = (float)k / 30;
        test_random_quat(random, rotations[k]);
        if (grown->still)
            memcpy(rotations[k], none, sizeof none);
        for (int i = 0; i < 3; i++)
            scales[k][i] = grown->keys * (grown->still ? 1 : test_random_float(random, 0.5f, 1));
        weights[k] = grown->still ? sinf((float)k / 40) : test_random_float(random, -1, 1);
    }
    int at = make_gltf_floats(file, "SCALAR", times, KEYS);
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}},"
                  "{\"sampler\":1,\"target\":{\"node\":1,\"path\":\"scale\"}},"
                  "{\"sampler\":2,\"target\":{\"node\":%d,\"path\":\"weights\"}}],"
                  "\"samplers\":[{\"input\":%d,\"output\":%d},{\"input\":%d,\"output\":%d},"
                  "{\"input\":%d,\"output\":%d}]}",
                  grown->matrix > 0 ? 2 : 1, at, make_gltf_floats(file, "VEC4", *rotations, KEYS), at,
                  make_gltf_floats(file, "VEC3", *scales, KEYS), at, make_gltf_floats(file, "SCALAR", weights, KEYS));
}

static void add_mesh(make_gltf *file, const growth *grown, test_random *random)
{
    float size = 1 / (grown->node * grown->keys * (grown->matrix > 0 ? grown->matrix : 1));
    float points[POINTS][3], offsets[POINTS][3], weights[POINTS][4] = {{0}};
    uint8_t joints[POINTS][4] = {{0}};
    for (int v = 0; v < POINTS; v++) {
        weights[v][0] = 1;
        for (int i = 0; i < 3; i++) {
            points[v][i] = size * test_random_float(random, -1, 1);
            offsets[v][i] = size * test_random_float(random, -0.3f, 0.3f);
        }
    }
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d},"
                  "\"targets\":[{\"POSITION\":%d}]}]}",
                  make_gltf_floats(file, "VEC3", *points, POINTS), make_gltf_u8(file, "VEC4", *joints, POINTS, false),
                  make_gltf_floats(file, "VEC4", *weights, POINTS), make_gltf_floats(file, "VEC3", *offsets, POINTS));
}

static hone_bytes make_grown(const growth *grown, test_random *random)
{
    static make_gltf file;
    const float m = grown->matrix, matrix[16] = {m, 0, 0, 0, 0, m, 0, 0, 0, 0, m, 0, 0, 0, 0, 1};
    file = (make_gltf){0};
    add_mesh(&file, grown, random);
    make_gltf_add(&file, MAKE_NODES, "{\"children\":[1],\"scale\":[%g,%g,%g]}", (double)grown->node,
                  (double)grown->node, (double)grown->node);
    make_gltf_add(&file, MAKE_NODES, m > 0 ? "{}" : "{\"mesh\":0}");
    if (m > 0) {
        make_gltf_add(&file, MAKE_NODES, "{\"mesh\":0,\"skin\":0}");
        make_gltf_add(&file, MAKE_SKINS, "{\"joints\":[1],\"inverseBindMatrices\":%d}",
                      make_gltf_floats(&file, "MAT4", matrix, 1));
    }
    make_gltf_add(&file, MAKE_SCENES, m > 0 ? "{\"nodes\":[0,2]}" : "{\"nodes\":[0]}");
    add_animation(&file, grown, random);
    return make_gltf_glb(&file);
}

/* A length in the space of the mesh may be a longer one where it is seen. */
static void a_mesh_in_a_larger_unit_keeps_the_tolerance(void **state)
{
    (void)state;
    static const growth all[] = {{1, 1, 1, false},       {1, 60, 1, false},      {60, 0, 1, false},
                                 {1, 1, 60, false},      {60, 0, 5, false},      {0.01f, 6000, 1, false},
                                 {0.01f, 100, 1, false}, {1, 0.01f, 100, false}, {1, 60, 1, true}};
    test_random random = {5};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (float tolerance = 0.02f; tolerance > 1e-3f; tolerance /= 8) {
            hone_bytes made = make_grown(&all[i], &random);
            player from = open_player(&made);
            hone_bytes plain = write(from.model, from.motion, false, 0, NULL);
            hone_bytes packed = write(from.model, from.motion, true, tolerance, NULL);
            check_within(&plain, &packed, 24, (double)tolerance);
            close_player(&from);
            hone_bytes_release(&made);
            hone_bytes_release(&plain);
            hone_bytes_release(&packed);
        }
}

static void a_mesh_in_a_larger_unit_is_baked_within_the_tolerance(void **state)
{
    (void)state;
    static const growth all[] = {{1, 1, 1, true}, {1, 60, 1, true}, {60, 0, 1, true}, {1, 1, 60, true}};
    test_random random = {6};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        hone_error error = {0};
        hone_bake_report report;
        hone_bytes made = make_grown(&all[i], &random);
        player from = open_player(&made);
        hone_motion *baked = hone_bake(
            &(hone_bake_desc){.actor = from.actor, .last_frame = KEYS - 1, .tolerance = 0.001f}, &report, &error);
        if (!baked)
            fail_msg("%s", error.message);
        CHECK(fmax(report.vertex_error, report.vertex_error_between) <= 0.001 + 1e-7);
        CHECK(hone_motion_get(baked)->channels[0].key_count < KEYS);
        hone_motion_release(baked);
        close_player(&from);
        hone_bytes_release(&made);
    }
}

/* The weights of each vertex add up to 1 exactly, as the specification asks of integers. */
static void weights_add_up(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){.ik = true}, NULL);
    hone_bytes packed = write(model, NULL, true, 0, NULL);
    hone_model *read = hone_model_load_memory(packed.data, packed.size, NULL, NULL);
    assert_non_null(read);
    const hone_mesh *mesh = hone_model_mesh(read);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double sum = 0;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
            sum += (double)mesh->influences[i].weight * 65535;
        CHECK_NEAR(sum, 65535, 0.01);
    }
    hone_model_release(read);
    hone_bytes_release(&packed);
    hone_model_release(model);
}

static void allocation_failures_are_errors(void **state)
{
    (void)state;
    hone_error error = {0};
    uint32_t last;
    hone_model *model = puppet_make(&(puppet_desc){.ik = true}, NULL);
    hone_motion *motion = puppet_motion(1, NULL), *baked = bake(model, motion, &last);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_bytes out;
        error = (hone_error){0};
        const hone_gltf_desc desc = {.motion = baked, .pack = true, .pack_tolerance = 1e-4f, .allocator = &a.allocator};
        done = hone_model_write_gltf(model, &desc, &out, NULL, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && !out.data));
        hone_bytes_release(&out);
        CHECK(a.live == 0);
        assert_true(n < 2000);
    }
    hone_motion_release(baked);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void without_the_library_it_is_an_error(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes out;
    hone_model *model = puppet_make(&(puppet_desc){.ik = true}, NULL);
    CHECK(!hone_model_write_gltf(model, &(hone_gltf_desc){.pack = true}, &out, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
    hone_model_release(model);
}

TEST_GROUP(test_gltf_pack)
{
    const struct CMUnitTest with[] = {cmocka_unit_test(nothing_moves_further_than_the_tolerance),
                                      cmocka_unit_test(bones_that_copy_others_share_their_keys),
                                      cmocka_unit_test(a_mesh_in_a_larger_unit_keeps_the_tolerance),
                                      cmocka_unit_test(a_mesh_in_a_larger_unit_is_baked_within_the_tolerance),
                                      cmocka_unit_test(weights_add_up),
                                      cmocka_unit_test(allocation_failures_are_errors)};
    const struct CMUnitTest without[] = {cmocka_unit_test(without_the_library_it_is_an_error)};
    return hone_compressed_gltf_available() ? cmocka_run_group_tests_name("gltf_pack", with, NULL, NULL)
                                            : cmocka_run_group_tests_name("gltf_pack", without, NULL, NULL);
}
