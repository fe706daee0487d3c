/* hone diff: what changed is named, and nothing else. */
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "tool/diff/differences.h"

#include <string.h>

static const difference *find(const differences *d, const char *section, const char *name)
{
    for (uint32_t i = 0; i < d->count; i++)
        if (strcmp(d->items[i].section, section) == 0 && strcmp(d->items[i].name, name) == 0)
            return &d->items[i];
    return NULL;
}

static void expect(const differences *d, const char *section, const char *name, difference_kind kind,
                   const char *detail)
{
    const difference *found = find(d, section, name);
    if (!found)
        fail_msg("no difference of %s '%s'", section, name);
    assert_int_equal(found->kind, kind);
    assert_string_equal(found->detail, detail);
}

static void equal_files_have_no_differences(void **state)
{
    (void)state;
    const puppet_desc desc = {.ik = true, .append = true, .swing = true};
    hone_model *a = puppet_make(&desc, NULL), *b = puppet_make(&desc, NULL);
    hone_motion *x = puppet_motion(1, NULL), *y = puppet_motion(1, NULL);
    differences d = {0};
    diff_models(a, b, &d);
    diff_motions(x, y, &d);
    assert_int_equal(d.count, 0);
    assert_false(d.out_of_memory);
    hone_motion_release(x);
    hone_motion_release(y);
    hone_model_release(a);
    hone_model_release(b);
}

/* A puppet in which one thing of each kind is changed, and the old puppet. */
static void make_pair(hone_model **a, hone_model **b)
{
    *a = puppet_make(&(puppet_desc){.swing = true}, NULL);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model_data data = *hone_model_get(*a);
    hone_bone *bones = hone_builder_array(builder, PUPPET_BONES + 1, sizeof *bones);
    hone_material *material = hone_builder_array(builder, 1, sizeof *material);
    hone_morph *morphs = hone_builder_array(builder, 1, sizeof *morphs);
    hone_body *bodies = hone_builder_array(builder, 2, sizeof *bodies);
    float(*positions)[3] = hone_builder_array(builder, PUPPET_VERTICES, sizeof *positions);
    memcpy(bones, data.skeleton.bones, PUPPET_BONES * sizeof *bones);
    memcpy(positions, data.mesh.positions, PUPPET_VERTICES * sizeof *positions);
    memcpy(bodies, data.bodies, 2 * sizeof *bodies);
    *material = data.materials[0];
    morphs[0] = data.morphs[0];
    bones[2].position[1] += 0.5f;
    bones[2].parent = 0;
    bones[PUPPET_BONES] = bones[2];
    bones[PUPPET_BONES].name = "新";
    material->edge_size = 2;
    bodies[1].mass = 3;
    positions[6][2] += 2;
    data.skeleton.bones = bones, data.skeleton.bone_count++;
    data.mesh.positions = (const float(*)[3])positions;
    data.mesh.slots = NULL, data.mesh.slot_count = 0;
    data.materials = material, data.morphs = morphs, data.morph_count = 1, data.bodies = bodies;
    *b = test_model_create(builder, &data);
}

static void changes_of_models_are_named(void **state)
{
    (void)state;
    hone_model *a, *b;
    differences d = {0};
    make_pair(&a, &b);
    diff_models(a, b, &d);
    expect(&d, "bones", "頭", DIFFERENCE_CHANGED, "parent 上半身 -> センター; moved by 0.5 units");
    expect(&d, "bones", "新", DIFFERENCE_ADDED, "");
    expect(&d, "vertices", "positions", DIFFERENCE_CHANGED, "1 vertices, at most by 2 units (vertex 6)");
    expect(&d, "materials", "赤", DIFFERENCE_CHANGED, "edge size 0 -> 2");
    expect(&d, "morphs", "い", DIFFERENCE_REMOVED, "");
    expect(&d, "bodies", "頭", DIFFERENCE_CHANGED, "mass 1 -> 3");
    assert_int_equal(d.count, 6);
    differences_release(&d);
    diff_models(b, a, &d); /* the other way, what is new is gone */
    expect(&d, "bones", "新", DIFFERENCE_REMOVED, "");
    expect(&d, "morphs", "い", DIFFERENCE_ADDED, "");
    assert_int_equal(d.count, 6);
    differences_release(&d);
    hone_model_release(b);
    hone_model_release(a);
}

static hone_motion *make_motion(float turn, float way, uint32_t key_count, bool curve)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_key *keys = hone_builder_array(builder, 3, sizeof *keys);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    for (uint32_t k = 0; k < 3; k++)
        keys[k] = (hone_bone_key){
            .frame = 10 * k,
            .translation = {0, way * (float)k, 0},
            .rotation = {0, sinf(turn * (float)k / 2), 0, cosf(turn * (float)k / 2)},
            .curves = {HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, {20, 20, curve ? 100 : 107, 107}}};
    *track = (hone_bone_track){.name = {.text = "頭"}, .key_count = key_count, .keys = keys};
    const hone_motion_data data = {
        .space = HONE_SPACE_MMD, .model_name = "塔", .bone_track_count = 1, .bone_tracks = track};
    return hone_motion_create(builder, &data, NULL, NULL);
}

static void changes_of_motions_are_measured(void **state)
{
    (void)state;
    differences d = {0};
    hone_motion *a = make_motion(0.1f, 0, 3, false), *turned = make_motion(0.2f, 0, 3, false),
                *shorter = make_motion(0.1f, 0, 2, false), *eased = make_motion(0.1f, 0, 3, true),
                *moved = make_motion(0.2f, 1.5f, 3, false);
    diff_motions(a, moved, &d);
    expect(&d, "bone tracks", "頭", DIFFERENCE_CHANGED,
           "2 keys changed, at most by 3 units at frame 20 and 11.46 degrees at frame 20");
    differences_release(&d);
    hone_motion_release(moved);
    diff_motions(a, turned, &d);
    expect(&d, "bone tracks", "頭", DIFFERENCE_CHANGED,
           "2 keys changed, at most by 11.46 degrees at frame 20"); /* 0.2 radians */
    differences_release(&d);
    diff_motions(a, shorter, &d);
    expect(&d, "bone tracks", "頭", DIFFERENCE_CHANGED, "1 keys removed");
    differences_release(&d);
    diff_motions(a, eased, &d);
    expect(&d, "bone tracks", "頭", DIFFERENCE_CHANGED, "3 curves changed");
    differences_release(&d);
    hone_motion_release(a);
    hone_motion_release(turned);
    hone_motion_release(shorter);
    hone_motion_release(eased);
}

static void scenes_are_compared(void **state)
{
    (void)state;
    differences d = {0};
    hone_motion *a = puppet_camera(40, NULL), *b = puppet_camera(45, NULL), *none = puppet_motion(1, NULL);
    diff_motions(a, b, &d);
    expect(&d, "camera", "keys", DIFFERENCE_CHANGED, "1 keys changed, at most by 5 units at frame 0");
    differences_release(&d);
    diff_motions(a, none, &d);
    expect(&d, "camera", "keys", DIFFERENCE_CHANGED, "1 keys removed");
    expect(&d, "morph tracks", "あ", DIFFERENCE_ADDED, "");
    differences_release(&d);
    hone_motion_release(a);
    hone_motion_release(b);
    hone_motion_release(none);
}

TEST_GROUP(test_differences)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_files_have_no_differences),
        cmocka_unit_test(changes_of_models_are_named),
        cmocka_unit_test(changes_of_motions_are_measured),
        cmocka_unit_test(scenes_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
