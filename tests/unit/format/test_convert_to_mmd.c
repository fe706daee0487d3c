/* Models of .x and glTF converted to MMD, and their motions as VMD. */
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_x.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair {
    hone_model *from, *to;
    hone_motion *motion;
    hone_to_mmd_report report;
} pair;

static pair make_pair(const hone_bytes *bytes, const char *clip, float scale)
{
    hone_error error = {0};
    pair out = {.from = hone_model_load_memory(bytes->data, bytes->size, NULL, &error)};
    out.motion = hone_motion_load_memory(bytes->data, bytes->size, &(hone_load_desc){.clip = clip}, &error);
    out.to = hone_model_to_mmd(out.from, &(hone_to_mmd_desc){.scale = scale}, &out.report, &error);
    if (!out.to || !out.motion)
        fail_msg("%s", error.message);
    return out;
}

static void release(pair *p)
{
    hone_model_release(p->from);
    hone_model_release(p->to);
    hone_motion_release(p->motion);
}

/* The small character of make_x. */
static pair make_x_pair(const char *clip, float scale)
{
    hone_bytes bytes = make_x(&(make_x_desc){0});
    pair out = make_pair(&bytes, clip, scale);
    hone_bytes_release(&bytes);
    return out;
}

static pair make_gltf_pair(void)
{
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_rich(file);
    hone_bytes bytes = make_gltf_glb(file);
    pair out = make_pair(&bytes, "0", 1);
    hone_bytes_release(&bytes);
    test_free(file);
    return out;
}

static hone_actor *make_actor(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    if (!actor || (motion && !hone_actor_play(actor, motion, NULL, &error).id))
        fail_msg("%s", error.message);
    return actor;
}

/* Compares vertices and normals of both in the current pose. scale: MMD units per unit of the other. */
static void compare(hone_actor *from, hone_actor *to, float scale, bool mirrored, double near)
{
    hone_error error = {0};
    uint32_t count = hone_model_mesh(hone_actor_model(from))->vertex_count;
    assert_int_equal(hone_model_mesh(hone_actor_model(to))->vertex_count, count);
    float(*rows[4])[3];
    for (int i = 0; i < 4; i++) rows[i] = test_calloc(count, sizeof **rows);
    for (int i = 0; i < 2; i++)
        assert_true(hone_actor_skin(
            i ? to : from, &(hone_skin_out){.positions = {rows[i], count, 12}, .normals = {rows[2 + i], count, 12}},
            &error));
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) {
            float side = mirrored && c == 2 ? -1.0f : 1.0f;
            CHECK_NEAR(rows[1][v][c], side * scale * rows[0][v][c], near);
            CHECK_NEAR(rows[3][v][c], side * rows[2][v][c], 1e-3);
        }
    for (int i = 0; i < 4; i++) test_free(rows[i]);
}

static void vertices_stand_as_they_did(void **state)
{
    (void)state;
    pair x = make_x_pair("0", 0.5f);
    hone_actor *from = make_actor(x.from, NULL), *to = make_actor(x.to, NULL);
    compare(from, to, 6.25f, false, 1e-4);
    hone_actor_destroy(from);
    hone_actor_destroy(to);
    release(&x);
    pair gltf = make_gltf_pair();
    from = make_actor(gltf.from, NULL), to = make_actor(gltf.to, NULL);
    for (int i = 0; i < 2; i++) { /* PMX has no default morph weights */
        hone_pose *pose = hone_actor_writable_pose(i ? to : from);
        memset(pose->morphs, 0, pose->morph_count * sizeof *pose->morphs);
        CHECK(hone_actor_evaluate(i ? to : from, NULL));
        hone_actor_apply_morphs(i ? to : from);
        hone_actor_build_palette(i ? to : from);
    }
    compare(from, to, 12.5f, true, 1e-3);
    hone_actor_destroy(from);
    hone_actor_destroy(to);
    release(&gltf);
}

static void they_are_written_as_pmx(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes;
    pair x = make_x_pair("0", 1);
    assert_true(hone_model_write_pmx(x.to, NULL, &bytes, &error));
    hone_model *again = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    if (!again)
        fail_msg("%s", error.message);
    const hone_model_data *was = hone_model_get(x.from), *is = hone_model_get(again);
    CHECK(is->pmx.version == 2.0f && is->mesh.index_count == was->mesh.index_count);
    assert_int_equal(is->skeleton.bone_count, was->skeleton.bone_count);
    for (uint32_t b = 0; b < was->skeleton.bone_count; b++) {
        assert_string_equal(is->skeleton.bones[b].name, was->skeleton.bones[b].name);
        assert_int_equal(is->skeleton.bones[b].parent, was->skeleton.bones[b].parent);
    }
    for (uint32_t v = 0; v < is->mesh.vertex_count; v++) {
        float sum = 0;
        for (uint32_t i = is->mesh.influence_begin[v]; i < is->mesh.influence_begin[v + 1]; i++)
            sum += is->mesh.influences[i].weight;
        CHECK_NEAR(sum, 1, 1e-6);
    }
    CHECK(is->display_frame_count == 3 && is->display_frames[2].item_count == is->skeleton.bone_count);
    assert_int_equal(is->material_count, was->material_count);
    hone_bytes_release(&bytes);
    hone_model_release(again);
    release(&x);
}

static void what_is_mmds_stays(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_model *same = hone_model_to_mmd(model, NULL, NULL, NULL);
    CHECK(same == model);
    hone_model_release(same);
    hone_model_release(model);
    hone_error error = {0};
    assert_null(hone_model_to_mmd(NULL, NULL, NULL, &error));
}

/* ---- made by program
 * ------------------------------------------------------------------------------------------------- */

enum { BONES = 5 };

/* Bones with names that MMD cannot tell apart, one of them before its parent; a vertex with six slots, one with
 * none. */
static hone_model *make_odd(void)
{
    static const char *const names[BONES] = {"mixamorig:LeftHand", "mixamorig:LeftHandThumb", "", "\xf0\x9f\x92\x83",
                                             "mixamorig:LeftHand"};
    static const int32_t parents[BONES] = {1, HONE_NONE, 1, 2, HONE_NONE};
    static const hone_influence influences[] = {{0, 0.1f}, {1, 0.2f}, {2, 0.3f}, {3, 0.25f}, {4, 0.15f}, {5, 0.1f}};
    static const uint32_t begin[] = {0, 6, 6};
    static const float positions[2][3] = {{1, 2, 3}, {4, 5, 6}};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, BONES + 1, sizeof *slots);
    for (int i = 0; i < BONES + 1; i++) slots[i] = (hone_slot){i % BONES, HONE_AFFINE_IDENTITY};
    for (int i = 0; i < BONES; i++)
        bones[i] = (hone_bone){.name = names[i],
                               .parent = parents[i],
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    uint8_t *deforms = hone_builder_array(b, 2, 1);
    deforms[0] = deforms[1] = HONE_DEFORM_LINEAR;
    const hone_model_data data = {
        .space = HONE_SPACE_GLTF,
        .skeleton = {.bone_count = BONES, .bones = bones},
        .mesh = {.vertex_count = 2,
                 .positions = memcpy(hone_builder_array(b, 2, 12), positions, sizeof positions),
                 .normals = hone_builder_array(b, 2, 12),
                 .uvs = hone_builder_array(b, 2, 8),
                 .edge_scales = hone_builder_array(b, 2, 4),
                 .deforms = deforms,
                 .influence_begin = memcpy(hone_builder_array(b, 3, 4), begin, sizeof begin),
                 .influence_count = 6,
                 .influences = memcpy(hone_builder_array(b, 6, sizeof *influences), influences, sizeof influences),
                 .slot_count = BONES + 1,
                 .slots = slots}};
    return test_model_create(b, &data);
}

static void names_are_such_that_mmd_can_tell_them(void **state)
{
    (void)state;
    hone_model *from = make_odd(), *to = hone_model_to_mmd(from, NULL, NULL, NULL);
    const hone_bone *bones = hone_model_skeleton(to)->bones;
    assert_int_equal(hone_model_skeleton(to)->bone_count, BONES + 1); /* vertices without a bone need one */
    assert_string_equal(bones[0].name, "mixamorig:LeftHand");
    assert_string_equal(bones[1].name, "mixamorig:Lef~1");
    assert_string_equal(bones[2].name, "~2");
    assert_string_equal(bones[3].name, "~3");
    assert_string_equal(bones[4].name, "mixamorig:Lef~4");
    for (int b = 0; b < BONES; b++)
        assert_string_equal(bones[b].english_name, hone_model_skeleton(from)->bones[b].name);
    CHECK(bones[1].layer < bones[0].layer); /* the parent is later in the file and first in evaluation order */
    hone_model_release(from);
    hone_model_release(to);
}

static void simd4_influences_are_left(void **state)
{
    (void)state;
    hone_to_mmd_report report;
    hone_model *from = make_odd(), *to = hone_model_to_mmd(from, NULL, &report, NULL);
    const hone_mesh *mesh = hone_model_mesh(to);
    assert_int_equal(report.influences_dropped, 1);
    assert_int_equal(mesh->deforms[0], HONE_DEFORM_BDEF4);
    static const hone_influence kept[4] = {{2, 0.3f / 0.95f}, {3, 0.25f / 0.95f}, {0, 0.2f / 0.95f}, {1, 0.2f / 0.95f}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(mesh->influences[i].slot, kept[i].slot);
        CHECK_NEAR(mesh->influences[i].weight, kept[i].weight, 1e-6);
    }
    CHECK(mesh->deforms[1] == HONE_DEFORM_BDEF1 && mesh->influences[4].slot == BONES);
    CHECK_NEAR(mesh->positions[1][2], -75, 1e-4);
    hone_model_release(from);
    hone_model_release(to);
}

/* ---- motions
 * --------------------------------------------------------------------------------------------------------- */

static void clips_become_keys(void **state)
{
    (void)state;
    hone_error error = {0};
    pair x = make_x_pair("slide", 1);
    hone_actor *from = make_actor(x.from, x.motion);
    hone_bake_report report;
    const hone_bake_desc desc = {.actor = from,
                                 .last_frame = 15,
                                 .tolerance = 1e-3f,
                                 .player = HONE_BAKE_MMD_RIG,
                                 .mmd_model = x.to,
                                 .scale = 1};
    hone_motion *baked = hone_bake(&desc, &report, &error);
    if (!baked)
        fail_msg("%s", error.message);
    CHECK(report.bones_scaled == 0 && report.tracks_lost == 0 && report.player_error <= 1e-4);
    hone_actor *to = make_actor(x.to, baked);
    for (int frame = 0; frame <= 15; frame++) {
        CHECK(hone_actor_update_frame(from, frame, NULL));
        CHECK(hone_actor_update_frame(to, frame, NULL));
        compare(from, to, 12.5f, false, 2e-3);
    }
    hone_actor_destroy(to);
    hone_actor_destroy(from);
    hone_motion_release(baked);
    release(&x);

    x = make_x_pair("wave", 1); /* this clip stretches a bone */
    from = make_actor(x.from, x.motion);
    hone_bake_desc wave = desc;
    wave.actor = from, wave.mmd_model = x.to;
    baked = hone_bake(&wave, &report, &error);
    CHECK(baked && report.bones_scaled > 0);
    wave.mmd_model = NULL;
    assert_null(hone_bake(&wave, NULL, &error));
    hone_actor_destroy(from);
    hone_motion_release(baked);
    release(&x);
}

static void allocation_failures_are_errors(void **state)
{
    (void)state;
    pair x = make_x_pair("0", 1);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        hone_error error = {0};
        test_allocator a;
        test_allocator_make(&a, n);
        hone_model *made = hone_model_to_mmd(x.from, &(hone_to_mmd_desc){.allocator = &a.allocator}, NULL, &error);
        done = made != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_model_release(made);
        CHECK(a.live == 0);
        assert_true(n < 500);
    }
    release(&x);
}

/* ---- poses
 * ----------------------------------------------------------------------------------------------------------- */

static void poses_are_written_and_read(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *motion = puppet_motion(1, NULL);
    hone_actor *actor = make_actor(model, motion);
    CHECK(hone_actor_update_frame(actor, 20, NULL));
    assert_true(hone_pose_write_vpd(hone_actor_writable_pose(actor), model, NULL, &bytes, &error));
    hone_motion *pose = hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    if (!pose)
        fail_msg("%s", error.message);
    hone_actor *again = make_actor(model, pose);
    CHECK(hone_actor_update_frame(again, 0, NULL));
    for (uint32_t b = 0; b < PUPPET_BONES; b++)
        for (int i = 0; i < 12; i++)
            CHECK_NEAR(hone_actor_bones(again)[b].m[i / 4][i % 4], hone_actor_bones(actor)[b].m[i / 4][i % 4], 2e-5);
    for (uint32_t m = 0; m < PUPPET_MORPHS; m++)
        CHECK_NEAR(hone_actor_writable_pose(again)->morphs[m], hone_actor_writable_pose(actor)->morphs[m], 1e-6);
    CHECK(memchr(bytes.data, 0xEF, 3) == NULL && memcmp(bytes.data, "Vocaloid Pose Data file\r\n", 25) == 0);
    hone_bytes_release(&bytes);
    pair x = make_x_pair("0", 1);
    hone_actor *foreign = make_actor(x.from, NULL);
    CHECK(!hone_pose_write_vpd(hone_actor_writable_pose(foreign), x.from, NULL, &bytes, &error) && !bytes.data);
    CHECK(!hone_pose_write_vpd(hone_actor_writable_pose(foreign), model, NULL, &bytes, &error));
    CHECK(!hone_pose_write_vpd(NULL, model, NULL, &bytes, &error));
    hone_actor_destroy(foreign);
    release(&x);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        done = hone_pose_write_vpd(hone_actor_writable_pose(actor), model, &a.allocator, &bytes, &error);
        hone_bytes_release(&bytes);
        CHECK(a.live == 0);
    }
    hone_actor_destroy(actor);
    hone_actor_destroy(again);
    hone_motion_release(pose);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* VRM's expressions become groups; MMD has no binary morphs. */
static void expressions_are_groups(void **state)
{
    (void)state;
    pair p = make_gltf_pair();
    const hone_morph *morphs = hone_model_get(p.to)->morphs, *was = hone_model_get(p.from)->morphs;
    assert_int_equal(hone_model_get(p.to)->morph_count, 4);
    assert_string_equal(morphs[2].name, "aa");
    CHECK(morphs[2].kind == HONE_MORPH_GROUP && morphs[2].count == 2 && morphs[2].panel == 3);
    assert_memory_equal(morphs[2].u.children, was[2].u.children, 2 * sizeof *morphs[2].u.children);
    CHECK(was[3].kind == HONE_MORPH_GROUP && morphs[3].kind == HONE_MORPH_GROUP && morphs[3].count == 1);
    CHECK(morphs[3].u.children[0].morph == 1 && morphs[3].u.children[0].ratio == 0.75f); /* no nested groups */
    hone_bytes bytes;
    assert_true(hone_model_write_pmx(p.to, NULL, &bytes, NULL));
    CHECK(memcmp(bytes.data + 4, "\0\0\0\x40", 4) == 0); /* 2.0 */
    hone_bytes_release(&bytes);
    release(&p);
}

TEST_GROUP(test_convert_to_mmd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_are_groups),
        cmocka_unit_test(vertices_stand_as_they_did),
        cmocka_unit_test(they_are_written_as_pmx),
        cmocka_unit_test(what_is_mmds_stays),
        cmocka_unit_test(names_are_such_that_mmd_can_tell_them),
        cmocka_unit_test(simd4_influences_are_left),
        cmocka_unit_test(clips_become_keys),
        cmocka_unit_test(allocation_failures_are_errors),
        cmocka_unit_test(poses_are_written_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
