/* The checks of hone doctor: each finds its kind of trouble, by name, and nothing in a model without trouble. */
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_pmd.h"
#include "support/support.h"
#include "tool/doctor/body_distance.h"
#include "tool/doctor/checks.h"

#include <hone/format.h>
#include <string.h>

/* Returns the finding of a check; NULL: there is none. */
static const finding *find(const findings *f, const char *check)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (strcmp(f->items[i].check, check) == 0)
            return &f->items[i];
    return NULL;
}

static void expect(const findings *f, const char *check, finding_level level, uint32_t total, const char *first)
{
    const finding *found = find(f, check);
    if (!found)
        fail_msg("%s was not found", check);
    assert_int_equal(found->level, level);
    assert_int_equal(found->names.total, total);
    if (first && strcmp(found->names.texts[0], first) != 0)
        fail_msg("%s names '%s', not '%s'", check, found->names.texts[0], first);
}

/* A model with other data than the puppet; both must be released, the changed one first. */
typedef struct patient {
    hone_model *puppet, *changed;
    hone_model_data data; /* to change before patient_make */
    hone_builder *builder;
} patient;

static patient patient_begin(const puppet_desc *desc)
{
    patient p = {.puppet = puppet_make(desc, NULL), .builder = hone_builder_create(NULL, 0, NULL)};
    assert_non_null(p.puppet);
    p.data = *hone_model_get(p.puppet);
    return p;
}

static void *copied(patient *p, const void *from, size_t count, size_t size)
{
    void *to = hone_builder_array(p->builder, count, size);
    assert_non_null(to);
    return memcpy(to, from, count * size);
}

static void examine(patient *p, void (*check)(const hone_model *model, findings *out), findings *out)
{
    p->changed = test_model_create(p->builder, &p->data);
    *out = (findings){0};
    check(p->changed, out);
    assert_false(out->out_of_memory);
}

static void patient_end(patient *p, findings *f)
{
    findings_release(f);
    hone_model_release(p->changed);
    hone_model_release(p->puppet);
}

static void a_sound_model_has_no_findings(void **state)
{
    (void)state;
    static const puppet_desc kinds[] = {{0}, {.append = true}, {.swing = true}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        findings f = {0};
        hone_model *model = puppet_make(&kinds[i], NULL);
        check_names(model, &f);
        check_weights(model, &f);
        check_mesh(model, &f);
        check_chains(model, &f);
        check_joints(model, &f);
        check_overlaps(model, &f);
        check_textures(model, "", &f);
        check_for_target(model, CHECK_TARGET_NONE, &f);
        if (f.count)
            fail_msg("kind %zu: %s: %s", i, f.items[0].check, f.items[0].text);
        findings_release(&f);
        hone_model_release(model);
    }
}

static void names_that_are_used_twice_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){0});
    hone_bone *bones = copied(&p, p.data.skeleton.bones, PUPPET_BONES, sizeof *bones);
    hone_morph *morphs = copied(&p, p.data.morphs, PUPPET_MORPHS, sizeof *morphs);
    bones[2].name = "センター";
    morphs[0].name = "とても長い名前のモーフ一", morphs[1].name = "とても長い名前のモーフ二";
    p.data.skeleton.bones = bones, p.data.morphs = morphs;
    examine(&p, check_names, &f);
    expect(&f, "duplicate-bone", FINDING_WARNING, 1, "センター");
    expect(&f, "long-morph-name", FINDING_WARNING, 1, NULL);
    assert_int_equal(f.count, 2);
    patient_end(&p, &f);
}

/* The numbers of targets without names, the further goals of a PMD.
 */
static void what_hone_has_made_is_no_fault_of_the_file(void **state)
{
    (void)state;
    static const char vrm[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":12,\"uri\":\"data:;base64,AACAPwAAAEAAAEBA\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":1,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":["
        "{\"POSITION\":0}]}]}],\"nodes\":[{\"mesh\":0},{\"mesh\":0},{\"name\":\"hips\"}],\"images\":[{\"uri\":"
        "\"thumbnail.png\"}],"
        "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":2}}},"
        "\"expressions\":{"
        "\"custom\":{\"A\":{"
        "\"isBinary\":true,\"morphTargetBinds\":[{\"node\":0,\"index\":0}]},\"B\":{\"isBinary\":true,"
        "\"morphTargetBinds\":["
        "{\"node\":1,\"index\":0}]}}}}}}";
    static const pmd_ik iks[] = {{7, 6, 40, 0.5f, 2, {3, 2}}, {7, 5, 10, 0.25f, 1, {4}}};
    make_pmd desc = make_pmd_rich();
    desc.iks = iks, desc.ik_count = 2;
    hone_bytes pmd = make_pmd_write(&desc, NULL);
    hone_error error = {0};
    hone_model *models[] = {hone_model_load_memory(vrm, sizeof vrm - 1, NULL, &error),
                            hone_model_load_memory(pmd.data, pmd.size, NULL, &error)};
    for (int i = 0; i < 2; i++) {
        findings f = {0};
        if (!models[i])
            fail_msg("%s", error.message);
        check_names(models[i], &f);
        check_textures(models[i], "", &f);
        assert_null(find(&f, "duplicate-bone"));
        assert_null(find(&f, "duplicate-morph"));
        assert_null(find(&f, "unused-texture"));
        findings_release(&f);
        hone_model_release(models[i]);
    }
    hone_bytes_release(&pmd);
}

/* What hone does not evaluate is worth knowing, and no fault. */
static void limits_of_hone_are_notes(void **state)
{
    (void)state;
    static const char *const texts[] = {"springs", "damaged"};
    static const bool limits[] = {true, false};
    findings f = {0};
    check_warnings((hone_warnings){2, texts, limits}, &f);
    assert_non_null(find(&f, "not-evaluated"));
    assert_int_equal(find(&f, "not-evaluated")->level, FINDING_NOTE);
    assert_int_equal(find(&f, "repaired")->level, FINDING_FAULT);
    assert_int_equal(f.count, 2);
    findings_release(&f);
}

/* A collider of no spring, a spring without joints, a VRM without bones and licence. */
static void the_rules_of_vrm_are_checked(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\"}],\"extensions\":{\"VRMC_springBone\":{"
        "\"specVersion\":\"1.0\",\"colliders\":[{\"node\":0,\"shape\":{\"sphere\":{}}}],\"springs\":[{\"name\":"
        "\"hair\"}]},"
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\"}}}";
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(text, sizeof text - 1, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    findings f = {0};
    check_avatar(model, &f);
    expect(&f, "licence", FINDING_WARNING, 3, "name");
    expect(&f, "humanoid", FINDING_FAULT, 15, "hips");
    expect(&f, "idle-collider", FINDING_NOTE, 1, "0 a");
    expect(&f, "idle-spring", FINDING_NOTE, 1, "0 hair");
    findings_release(&f);
    hone_model_release(model);
}

static void names_that_no_vmd_can_hold_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){0});
    hone_morph *morphs = copied(&p, p.data.morphs, PUPPET_MORPHS, sizeof *morphs);
    morphs[1].name = "眼睑";
    p.data.morphs = morphs;
    examine(&p, check_names, &f);
    expect(&f, "morph-name-cp932", FINDING_NOTE, 1, "眼睑");
    patient_end(&p, &f);
}

static void odd_weights_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){0});
    uint8_t *deforms = copied(&p, p.data.mesh.deforms, PUPPET_VERTICES, 1);
    uint32_t *begin = hone_builder_array(p.builder, PUPPET_VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(p.builder, 4 * PUPPET_VERTICES, sizeof *influences);
    for (uint32_t v = 0; v < PUPPET_VERTICES; v++) {
        const hone_influence full[4] = {{1, 0.5f}, {2, 0.5f}, {HONE_NONE, 0}, {HONE_NONE, 0}};
        deforms[v] = HONE_DEFORM_BDEF4;
        memcpy(&influences[4 * (size_t)v], full, sizeof full);
        begin[v + 1] = 4 * (v + 1);
    }
    influences[4 * 5].weight = 0.25f; /* vertex 5: 0.75 in all */
    influences[4 * 7].weight = 0;     /* vertex 7: none at all */
    influences[4 * 7 + 1].weight = 0;
    influences[4 * 9].weight = 1.5f, influences[4 * 9 + 1].weight = -0.5f;
    p.data.mesh.deforms = deforms, p.data.mesh.influence_begin = begin;
    p.data.mesh.influences = influences, p.data.mesh.influence_count = 4 * PUPPET_VERTICES;
    examine(&p, check_weights, &f);
    expect(&f, "weight-sum", FINDING_WARNING, 1, "5: 0.75");
    expect(&f, "no-weight", FINDING_WARNING, 1, "7");
    expect(&f, "negative-weight", FINDING_WARNING, 1, "9: -0.5");
    patient_end(&p, &f);
}

static void bones_that_move_nothing_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){0});
    hone_bone *bones = hone_builder_array(p.builder, PUPPET_BONES + 2, sizeof *bones);
    memcpy(bones, p.data.skeleton.bones, PUPPET_BONES * sizeof *bones);
    for (int i = 0; i < 2; i++) {
        bones[PUPPET_BONES + i] = bones[2];
        bones[PUPPET_BONES + i].name = i ? "idle" : "end";
        bones[PUPPET_BONES + i].parent = 2;
    }
    bones[2].flags |= HONE_BONE_TAIL_IS_BONE; /* the end of the head is for show */
    bones[2].tail_bone = PUPPET_BONES;
    p.data.skeleton.bones = bones, p.data.skeleton.bone_count = PUPPET_BONES + 2;
    p.data.mesh.slots = NULL, p.data.mesh.slot_count = 0;
    examine(&p, check_weights, &f);
    expect(&f, "idle-bone", FINDING_NOTE, 1, "idle");
    patient_end(&p, &f);
}

static void chains_that_cannot_reach_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){.ik = true});
    hone_bone *bones = copied(&p, p.data.skeleton.bones, PUPPET_BONES, sizeof *bones);
    hone_ik *ik = copied(&p, p.data.skeleton.iks, 1, sizeof *ik);
    hone_ik_link *links = hone_builder_array(p.builder, 2, sizeof *links);
    links[0].bone = 0, links[1].bone = 0;
    ik->link_count = 2, ik->links = links;
    bones[2].position[1] = 60; /* the chain is a third of 20 long */
    p.data.skeleton.bones = bones, p.data.skeleton.iks = ik;
    examine(&p, check_chains, &f);
    expect(&f, "chain-reach", FINDING_WARNING, 1, "頭: 60 / 6.67");
    patient_end(&p, &f);
}

static void idle_chains_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){.ik = true});
    hone_ik *ik = copied(&p, p.data.skeleton.iks, 1, sizeof *ik);
    ik->max_iterations = 0;
    p.data.skeleton.iks = ik;
    examine(&p, check_chains, &f);
    expect(&f, "idle-chain", FINDING_WARNING, 1, "頭");
    patient_end(&p, &f);
}

static void flaws_of_the_mesh_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){0});
    float(*normals)[3] = copied(&p, p.data.mesh.normals, PUPPET_VERTICES, sizeof *normals);
    uint32_t *indices = copied(&p, p.data.mesh.indices, p.data.mesh.index_count, sizeof *indices);
    hone_material *material = hone_builder_array(p.builder, 2, sizeof *material);
    memset(normals[3], 0, sizeof normals[3]);
    normals[4][0] = 3;
    indices[1] = indices[0];
    material[0] = material[1] = p.data.materials[0];
    material[1].name = "空", material[1].index_count = 0, material[0].diffuse[3] = 0;
    p.data.mesh.normals = (const float(*)[3])normals, p.data.mesh.indices = indices;
    p.data.materials = material, p.data.material_count = 2;
    examine(&p, check_mesh, &f);
    expect(&f, "no-normal", FINDING_WARNING, 0, NULL);
    expect(&f, "normal-length", FINDING_NOTE, 0, NULL);
    expect(&f, "degenerate-triangle", FINDING_NOTE, 0, NULL);
    expect(&f, "empty-material", FINDING_NOTE, 1, "空");
    expect(&f, "invisible-material", FINDING_NOTE, 1, "赤");
    patient_end(&p, &f);
}

static void bodies_that_nothing_holds_are_found(void **state)
{
    (void)state;
    findings f;
    patient p = patient_begin(&(puppet_desc){.swing = true});
    hone_joint *joint = copied(&p, p.data.joints, 1, sizeof *joint);
    joint->body_a = HONE_NONE;
    p.data.joints = joint;
    examine(&p, check_joints, &f);
    expect(&f, "open-joint", FINDING_FAULT, 1, "首");
    expect(&f, "loose-body", FINDING_WARNING, 1, "頭");
    patient_end(&p, &f);
}

static void bodies_in_each_other_are_found_if_they_collide(void **state)
{
    (void)state;
    for (int collide = 0; collide < 2; collide++) {
        findings f;
        patient p = patient_begin(&(puppet_desc){.swing = true});
        hone_body *bodies = copied(&p, p.data.bodies, 2, sizeof *bodies);
        hone_vec3_copy(bodies[0].position, bodies[1].position);
        bodies[1].position[0] += 0.2f;
        bodies[0].mask = 0xffff, bodies[1].mask = collide ? 0xffff : 0;
        p.data.bodies = bodies;
        examine(&p, check_overlaps, &f);
        assert_int_equal(f.count, collide);
        if (collide)
            expect(&f, "overlap", FINDING_NOTE, 1, "胸, 頭: 0.8");
        patient_end(&p, &f);
    }
}

/* The bodies hang at rest where the model has them; a joint with other limits than theirs is open by what is between.
 */
static void gaps_of_joints_are_measured(void **state)
{
    (void)state;
    NEEDS(physics);
    hone_model *model = puppet_make(&(puppet_desc){.swing = true}, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = {.on = true}}, NULL);
    assert_true(actor && hone_actor_update_frame(actor, 0, NULL));
    joint_gaps gaps;
    assert_true(joint_gaps_make(model, &gaps));
    joint_gaps_measure(&gaps, hone_actor_get_physics(actor), 0);
    CHECK_NEAR(gaps.widest[0], 0, 0.05);
    hone_joint changed = gaps.data->joints[0];
    hone_model_data data = *gaps.data;
    changed.linear_lower[0] = 2, changed.linear_upper[0] = 4;
    changed.linear_lower[1] = 1, changed.linear_upper[1] = -1; /* free */
    data.joints = &changed;
    gaps.data = &data;
    joint_gaps_measure(&gaps, hone_actor_get_physics(actor), 7);
    CHECK_NEAR(gaps.widest[0], 2, 0.05);
    CHECK(gaps.frames[0] == 7);
    findings f = {0};
    check_gaps(&gaps, hone_actor_get_physics(actor), true, &f);
    expect(&f, "joint-opens", FINDING_WARNING, 1, NULL);
    findings_release(&f);
    joint_gaps_release(&gaps);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void textures_that_are_not_there_are_found(void **state)
{
    (void)state;
    static const char *const paths[] = {"tex\\gone.png", "never.png"};
    patient p = patient_begin(&(puppet_desc){0});
    hone_material *material = copied(&p, p.data.materials, 1, sizeof *material);
    material->texture = 0;
    p.data.materials = material, p.data.textures = paths, p.data.texture_count = 2;
    p.changed = test_model_create(p.builder, &p.data);
    findings f = {0};
    check_textures(p.changed, "", &f);
    expect(&f, "missing-texture", FINDING_WARNING, 1, NULL);
    assert_non_null(strstr(find(&f, "missing-texture")->names.texts[0], "gone.png (赤): "));
    expect(&f, "unused-texture", FINDING_NOTE, 1, "never.png");
    patient_end(&p, &f);
}

static void tracks_that_move_nothing_are_found(void **state)
{
    (void)state;
    findings f = {0};
    patient p = patient_begin(&(puppet_desc){0});
    hone_bone *bones = copied(&p, p.data.skeleton.bones, PUPPET_BONES, sizeof *bones);
    bones[1].name = "chest";
    p.data.skeleton.bones = bones, p.data.name = "other";
    p.changed = test_model_create(p.builder, &p.data);
    hone_motion *motion = puppet_motion(1, NULL);
    check_motion(p.puppet, motion, &f);
    assert_int_equal(f.count, 0);
    check_motion(p.changed, motion, &f);
    expect(&f, "unbound-track", FINDING_WARNING, 1, "上半身");
    expect(&f, "other-model", FINDING_NOTE, 0, NULL);
    hone_motion_release(motion);
    patient_end(&p, &f);
}

static void a_target_without_mmd_says_what_it_lacks(void **state)
{
    (void)state;
    findings f = {0};
    hone_model *model = puppet_make(&(puppet_desc){.ik = true, .swing = true}, NULL);
    check_for_target(model, CHECK_TARGET_VRM, &f);
    expect(&f, "ik", FINDING_NOTE, 1, "頭");
    expect(&f, "morph", FINDING_WARNING, 1, "い");
    expect(&f, "physics", FINDING_NOTE, 0, NULL);
    /* the puppet has a spine and a head */
    expect(&f, "humanoid", FINDING_FAULT, 13, "hips");
    findings_release(&f);
    hone_model_release(model);
}

static void only_the_first_names_are_kept(void **state)
{
    (void)state;
    findings f = {0};
    finding_names names = {0};
    for (int i = 0; i < 25; i++) finding_names_add(&names, "%d", i);
    findings_add(&f, FINDING_NOTE, "many", &names, "%d things", 25);
    assert_int_equal(names.total, 0);
    expect(&f, "many", FINDING_NOTE, 25, "0");
    assert_int_equal(f.items[0].names.kept, FINDING_NAMES);
    assert_int_equal(f.counts[FINDING_NOTE], 1);
    findings_release(&f);
}

/* ---- distances of bodies ---- */

static hone_body random_body(test_random *random, int shape)
{
    hone_body body = {.shape = (uint8_t)shape};
    for (int i = 0; i < 3; i++) {
        body.size[i] = test_random_float(random, 0.2f, 1);
        body.position[i] = test_random_float(random, -2, 2);
        body.rotation[i] = test_random_float(random, -3, 3);
    }
    return body;
}

/* The distance of a point from the surface of a body, negative inside; the shapes are described apart from
 * body_distance.c. */
static float distance_at(const hone_body *body, const float p[3])
{
    float q[4], back[4], d[3], at[3], out[3];
    hone_quat_from_euler(HONE_EULER_YXZ, body->rotation, q);
    hone_quat_conjugate(q, back);
    hone_vec3_subtract(p, body->position, d);
    hone_quat_rotate(back, d, at);
    if (body->shape == HONE_BODY_SPHERE)
        return hone_vec3_length(at) - body->size[0];
    if (body->shape == HONE_BODY_CAPSULE) {
        float half = body->size[1] / 2;
        at[1] -= fmaxf(-half, fminf(half, at[1]));
        return hone_vec3_length(at) - body->size[0];
    }
    for (int i = 0; i < 3; i++) out[i] = fmaxf(fabsf(at[i]) - body->size[i], 0);
    return hone_vec3_length(out) > 0 ? hone_vec3_length(out) : -1e-3f;
}

/* Whether some point of a grid is in both bodies, each grown by `margin`. */
static bool touch(const hone_body *a, const hone_body *b, float margin)
{
    enum { STEPS = 48 };
    for (int x = 0; x < STEPS; x++)
        for (int y = 0; y < STEPS; y++)
            for (int z = 0; z < STEPS; z++) {
                const float p[3] = {-3 + (float)x * 6 / STEPS, -3 + (float)y * 6 / STEPS, -3 + (float)z * 6 / STEPS};
                if (distance_at(a, p) <= margin && distance_at(b, p) <= margin)
                    return true;
            }
    return false;
}

static void depths_agree_with_points_of_the_bodies(void **state)
{
    (void)state;
    test_random random = {7};
    int apart = 0, inside = 0;
    for (int i = 0; i < 90; i++) {
        const hone_body a = random_body(&random, i % 3), b = random_body(&random, i / 3 % 3);
        const placed_body x = placed_body_of(&a), y = placed_body_of(&b);
        float depth = placed_body_depth(&x, &y), other = placed_body_depth(&y, &x);
        CHECK_NEAR(depth, other, 1e-3f);
        if (depth > 0.25f && ++inside) /* the grid has a point in what is twice as thick as its cells */
            CHECK(touch(&a, &b, 0.11f));
        if (depth < -0.01f && ++apart)
            CHECK(!touch(&a, &b, 0));
    }
    CHECK(apart > 10 && inside > 10);
}

TEST_GROUP(test_doctor)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_model_has_no_findings),
        cmocka_unit_test(names_that_are_used_twice_are_found),
        cmocka_unit_test(what_hone_has_made_is_no_fault_of_the_file),
        cmocka_unit_test(limits_of_hone_are_notes),
        cmocka_unit_test(the_rules_of_vrm_are_checked),
        cmocka_unit_test(names_that_no_vmd_can_hold_are_found),
        cmocka_unit_test(odd_weights_are_found),
        cmocka_unit_test(bones_that_move_nothing_are_found),
        cmocka_unit_test(chains_that_cannot_reach_are_found),
        cmocka_unit_test(idle_chains_are_found),
        cmocka_unit_test(flaws_of_the_mesh_are_found),
        cmocka_unit_test(bodies_that_nothing_holds_are_found),
        cmocka_unit_test(bodies_in_each_other_are_found_if_they_collide),
        cmocka_unit_test(gaps_of_joints_are_measured),
        cmocka_unit_test(textures_that_are_not_there_are_found),
        cmocka_unit_test(tracks_that_move_nothing_are_found),
        cmocka_unit_test(a_target_without_mmd_says_what_it_lacks),
        cmocka_unit_test(only_the_first_names_are_kept),
        cmocka_unit_test(depths_agree_with_points_of_the_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
