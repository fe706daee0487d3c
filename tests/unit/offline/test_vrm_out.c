/* Avatars: what becomes of a character, and that hone reads what it writes. */
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/make/make_springs.h"
#include "support/support.h"
#include <hone/hone.h>
#include <hone/vrm.h>
#include <math.h>
#include <string.h>

static const hone_meta_entry meta[] = {{"name", "Test"},
                                       {"authors", "One"},
                                       {"authors", "Other"},
                                       {"avatarPermission", "everyone"},
                                       {"allowRedistribution", "true"}};

static hone_model *make_avatar(const hone_model *model, const hone_file_resolver *files, hone_to_vrm_report *report)
{
    hone_error error = {0};
    const hone_to_vrm_desc desc = {.files = files, .meta = meta, .meta_count = 5};
    hone_model *made = hone_model_to_vrm(model, &desc, report, &error);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

/* What another program would get. */
static hone_model *read_again(const hone_model *avatar)
{
    hone_error error = {0};
    hone_bytes bytes;
    if (!hone_model_write_gltf(avatar, &(hone_gltf_desc){.vrm = true}, &bytes, NULL, &error))
        fail_msg("%s", error.message);
    hone_model *out = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    if (!out)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return out;
}

static hone_model *load_human(make_human_names names)
{
    hone_bytes bytes = make_human(&(make_human_desc){.names = names, .face = true});
    hone_model *out = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    assert_non_null(out);
    return out;
}

/* ---- the character ----------------------------------------------------------------------------------------------- */

static void check_arm(const hone_model *avatar, int human, float side)
{
    const hone_bone *bones = hone_model_get(avatar)->skeleton.bones;
    hone_humanoid map = hone_model_humanoid(avatar);
    float along[3];
    hone_vec3_subtract(bones[map.bones[human + 2]].position, bones[map.bones[human]].position, along);
    assert_true(hone_vec3_normalise(along, along));
    CHECK_NEAR(along[0], side, 1e-5);
    CHECK_NEAR(along[1], 0, 1e-4);
    CHECK_NEAR(along[2], 0, 1e-4);
}

/* Whether a bone is the other one, or below it. */
static bool is_below(const hone_model *avatar, int32_t bone, int32_t above)
{
    while (bone != HONE_NONE && bone != above) bone = hone_model_get(avatar)->skeleton.bones[bone].parent;
    return bone == above;
}

static void an_avatar_stands_in_a_t_pose(void **state)
{
    (void)state;
    hone_model *model = hone_sample_character(NULL), *avatar;
    const hone_file_resolver files = hone_sample_files();
    hone_to_vrm_report report;
    avatar = make_avatar(model, &files, &report);
    hone_humanoid map = hone_model_humanoid(avatar);
    float front[3];
    assert_int_equal(map.missing, 0);
    assert_int_equal(report.human_bones, hone_model_get(avatar)->humanoid_map_count);
    for (int side = 0; side < 2; side++) {
        check_arm(avatar, HONE_HUMANOID_UPPER_ARM + side, side ? -1.0f : 1.0f);
        check_arm(avatar, HONE_HUMANOID_LOWER_ARM + side, side ? -1.0f : 1.0f);
    }
    CHECK(is_below(avatar, map.bones[HONE_HUMANOID_SPINE], map.bones[HONE_HUMANOID_HIPS]));
    CHECK(is_below(avatar, map.bones[HONE_HUMANOID_UPPER_LEG], map.bones[HONE_HUMANOID_HIPS]));
    hone_model_front(avatar, front);
    CHECK_NEAR(front[2], 1, 0);
    float head = hone_model_get(avatar)->skeleton.bones[map.bones[HONE_HUMANOID_HEAD]].position[1];
    CHECK(head > 1 && head < 2); /* metres */
    hone_model_release(avatar);
    hone_model_release(model);
}

/* Vertices that hang on one bone keep their distance from it, wherever the bone goes. */
static void vertices_stay_with_their_bones(void **state)
{
    (void)state;
    hone_model *model = hone_sample_character(NULL), *avatar;
    const hone_to_vrm_desc desc = {.keep_bones = true};
    avatar = hone_model_to_vrm(model, &desc, NULL, NULL);
    assert_non_null(avatar);
    const hone_model_data *from = hone_model_get(model), *to = hone_model_get(avatar);
    hone_humanoid map = hone_model_humanoid(model);
    assert_int_equal(from->mesh.vertex_count, to->mesh.vertex_count);
    assert_int_equal(from->skeleton.bone_count, to->skeleton.bone_count);
    uint32_t compared = 0;
    for (uint32_t v = 0; v < from->mesh.vertex_count; v++) {
        const hone_influence *i = &from->mesh.influences[from->mesh.influence_begin[v]];
        if (from->mesh.deforms[v] != HONE_DEFORM_BDEF1 || i->slot == map.bones[HONE_HUMANOID_HIPS])
            continue; /* these are lowered */
        float before = hone_vec3_distance(from->mesh.positions[v], from->skeleton.bones[i->slot].position);
        float after = hone_vec3_distance(to->mesh.positions[v], to->skeleton.bones[i->slot].position);
        CHECK_NEAR(after, before * HONE_MMD_METRES, 1e-5);
        compared++;
    }
    CHECK(compared > 100);
    hone_model_release(avatar);
    hone_model_release(model);
}

static hone_affine rest_of(const hone_model *model, int32_t bone)
{
    const hone_bone *bones = hone_model_get(model)->skeleton.bones;
    hone_affine out = bones[bone].rest_local;
    for (bone = bones[bone].parent; bone != HONE_NONE; bone = bones[bone].parent)
        out = hone_affine_multiply(&bones[bone].rest_local, &out);
    return out;
}

/* Where linear skinning puts a vertex at rest. */
static void rest_vertex(const hone_model *model, uint32_t v, float out[3])
{
    const hone_mesh *mesh = hone_model_mesh(model);
    hone_vec3_set(0, 0, 0, out);
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
        const hone_slot *slot = &mesh->slots[mesh->influences[i].slot];
        hone_affine model_from_bone = rest_of(model, slot->bone);
        float at[3];
        hone_affine_point(&slot->bone_from_mesh, mesh->positions[v], at);
        hone_affine_point(&model_from_bone, at, at);
        hone_vec3_add_scaled(out, at, mesh->influences[i].weight, out);
    }
}

/* side: by what x and z of the first are multiplied. */
static void check_turned(const hone_model *one, const hone_model *other, float side)
{
    uint32_t count = hone_model_mesh(one)->vertex_count;
    assert_int_equal(count, hone_model_mesh(other)->vertex_count);
    for (uint32_t v = 0; v < count; v++) {
        float a[3], b[3];
        rest_vertex(one, v, a), rest_vertex(other, v, b);
        for (int i = 0; i < 3; i++) CHECK_NEAR(i == 1 ? a[i] : side * a[i], b[i], 1e-5);
    }
}

static void check_vertices(const hone_model *one, const hone_model *other)
{
    check_turned(one, other, 1);
}

static const char *expression_name(const hone_model *model, uint32_t at)
{
    const hone_model_data *data = hone_model_get(model);
    return data->morphs[data->avatar->expressions[at].morph].name;
}

static void check_expressions(const hone_model *one, const hone_model *other)
{
    const hone_avatar *a = hone_model_get(one)->avatar, *b = hone_model_get(other)->avatar;
    assert_int_equal(a->expression_count, b->expression_count);
    for (uint32_t i = 0; i < a->expression_count; i++) { /* presets are written first */
        uint32_t at = 0;
        while (at < b->expression_count && strcmp(expression_name(one, i), expression_name(other, at)) != 0) at++;
        assert_true(at < b->expression_count);
        const hone_expression *x = &a->expressions[i], *y = &b->expressions[at];
        assert_int_equal(x->group, y->group);
        assert_int_equal(x->binary, y->binary);
        assert_int_equal(x->override_blink, y->override_blink);
        assert_int_equal(x->colour_bind_count, y->colour_bind_count);
        assert_int_equal(x->texture_bind_count, y->texture_bind_count);
        const hone_morph *m = &hone_model_get(one)->morphs[x->morph], *n = &hone_model_get(other)->morphs[y->morph];
        assert_int_equal(m->count, n->count);
        for (uint32_t c = 0; c < m->count; c++) {
            assert_int_equal(m->u.children[c].morph, n->u.children[c].morph);
            CHECK_NEAR(m->u.children[c].ratio, n->u.children[c].ratio, 1e-6);
        }
    }
}

static void check_toons(const hone_model *one, const hone_model *other)
{
    const hone_model_data *a = hone_model_get(one), *b = hone_model_get(other);
    assert_int_equal(a->material_count, b->material_count);
    for (uint32_t m = 0; m < a->material_count; m++) {
        const hone_mtoon *x = a->materials[m].mtoon, *y = b->materials[m].mtoon;
        assert_true((x != NULL) == (y != NULL));
        assert_int_equal(a->materials[m].pbr->alpha_mode, b->materials[m].pbr->alpha_mode);
        if (!x)
            continue;
        CHECK_NEAR(x->shading_toony, y->shading_toony, 1e-6);
        CHECK_NEAR(x->shading_shift, y->shading_shift, 1e-6);
        CHECK_NEAR(x->outline_width, y->outline_width, 1e-6);
        assert_int_equal(x->outline_mode, y->outline_mode);
        assert_int_equal(x->transparent_with_z_write, y->transparent_with_z_write);
        assert_int_equal(x->render_queue_offset, y->render_queue_offset);
        for (int c = 0; c < 3; c++) CHECK_NEAR(x->shade_colour[c], y->shade_colour[c], 1e-6);
        for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++)
            assert_true((x->maps[i].texture == HONE_NONE) == (y->maps[i].texture == HONE_NONE));
    }
}

static void hone_reads_what_it_writes(void **state)
{
    (void)state;
    hone_model *model = hone_sample_character(NULL), *avatar, *again;
    const hone_file_resolver files = hone_sample_files();
    hone_to_vrm_report report;
    avatar = make_avatar(model, &files, &report);
    again = read_again(avatar);
    check_vertices(avatar, again);
    check_expressions(avatar, again);
    check_toons(avatar, again);
    const hone_avatar *a = hone_model_get(avatar)->avatar, *b = hone_model_get(again)->avatar;
    assert_int_equal(b->version, 1);
    assert_int_equal(a->meta_count, b->meta_count);
    assert_int_equal(a->look_at.kind, b->look_at.kind);
    assert_int_equal(hone_model_get(avatar)->humanoid_map_count, hone_model_get(again)->humanoid_map_count);
    assert_true(report.presets > 0);
    assert_int_equal(report.presets + report.customs, b->expression_count);
    hone_model_release(model), hone_model_release(avatar), hone_model_release(again);
}

/* MMD's sum of ambient and diffuse colour under its light is what a toon shows in the light. */
static void colours_are_those_under_mmd_light(void **state)
{
    (void)state;
    hone_model *model = hone_sample_character(NULL), *avatar;
    const hone_file_resolver files = hone_sample_files();
    const hone_light light = HONE_LIGHT_DEFAULT;
    avatar = make_avatar(model, &files, NULL);
    for (uint32_t m = 0; m < hone_model_get(model)->material_count; m++) {
        const hone_material *from = &hone_model_get(model)->materials[m], *to = &hone_model_get(avatar)->materials[m];
        assert_non_null(to->mtoon);
        for (int i = 0; i < 3; i++) {
            double seen = fmin((double)from->diffuse[i] * (double)light.colour[i] + (double)from->ambient[i], 1);
            double linear = seen <= 0.04045 ? seen / 12.92 : pow((seen + 0.055) / 1.055, 2.4);
            if (from->flags & HONE_MATERIAL_RECEIVES_SHADOW)
                CHECK_NEAR(to->pbr->base_colour[i], linear, 1e-4);
            CHECK(to->mtoon->shade_colour[i] <= to->pbr->base_colour[i] + 1e-6f);
        }
        CHECK((to->mtoon->outline_mode == HONE_OUTLINE_SCREEN) == ((from->flags & HONE_MATERIAL_EDGE) != 0));
    }
    hone_model_release(model), hone_model_release(avatar);
}

/* ---- avatars ----------------------------------------------------------------------------------------------------- */

static void check_springs(const hone_model *one, const hone_model *other)
{
    const hone_model_data *a = hone_model_get(one), *b = hone_model_get(other);
    assert_int_equal(a->spring_count, b->spring_count);
    assert_int_equal(a->collider_count, b->collider_count);
    for (uint32_t c = 0; c < a->collider_count; c++) {
        const hone_collider *x = &a->colliders[c], *y = &b->colliders[c];
        assert_int_equal(x->bone, y->bone);
        assert_int_equal(x->kind, y->kind);
        CHECK_NEAR(x->kind == HONE_COLLIDER_PLANE ? 0 : x->radius, y->radius, 1e-6);
        for (int i = 0; i < 3; i++) CHECK_NEAR(x->offset[i], y->offset[i], 1e-6);
    }
    for (uint32_t s = 0; s < a->spring_count; s++) {
        const hone_spring *x = &a->springs[s], *y = &b->springs[s];
        assert_int_equal(x->joint_count, y->joint_count);
        assert_int_equal(x->center, y->center);
        assert_int_equal(x->collider_count, y->collider_count);
        for (uint32_t j = 0; j < x->joint_count; j++) {
            assert_int_equal(x->joints[j].bone, y->joints[j].bone);
            assert_int_equal(x->joints[j].tail_bone, y->joints[j].tail_bone);
            CHECK_NEAR(x->joints[j].stiffness, y->joints[j].stiffness, 1e-6);
            CHECK_NEAR(x->joints[j].drag_force, y->joints[j].drag_force, 1e-6);
            assert_int_equal(x->joints[j].limit.kind, y->joints[j].limit.kind);
            for (int i = 0; i < 4; i++)
                CHECK_NEAR(x->joints[j].limit.rotation[i], y->joints[j].limit.rotation[i], 1e-6);
        }
    }
}

enum { JOINTS = 3, COLLIDERS = HONE_COLLIDER_PLANE + 1 };

/* Hair on the head of a human: a chain whose last tail is a point, and a collider of each kind. */
static hone_model *add_hair(const hone_model *human)
{
    static const float none[4] = {0, 0, 0, 1};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model_data data = *hone_model_get(human);
    uint32_t bones = data.skeleton.bone_count;
    int32_t head = hone_model_humanoid(human).bones[HONE_HUMANOID_HEAD];
    hone_bone *list = hone_builder_array(builder, bones + JOINTS, sizeof *list);
    hone_spring_joint *joints = hone_builder_array(builder, JOINTS, sizeof *joints);
    hone_spring *spring = hone_builder_array(builder, 1, sizeof *spring);
    hone_collider *colliders = hone_builder_array(builder, COLLIDERS, sizeof *colliders);
    uint32_t *touched = hone_builder_array(builder, COLLIDERS, sizeof *touched);
    hone_constraint *constraint = hone_builder_array(builder, 1, sizeof *constraint);
    assert_true(list && joints && spring && colliders && touched && constraint);
    memcpy(list, data.skeleton.bones, bones * sizeof *list);
    for (uint32_t j = 0; j < JOINTS; j++) {
        list[bones + j] = list[head];
        list[bones + j].name = j == 0 ? "hair1" : j == 1 ? "hair2" : "hair3";
        list[bones + j].parent = j ? (int32_t)(bones + j - 1) : head;
        list[bones + j].rest_local = hone_affine_translation((float[3]){0.02f, 0.1f, 0.03f});
        list[bones + j].rest = (hone_transform){0};
        joints[j] = (hone_spring_joint){.bone = (int32_t)(bones + j),
                                        .tail_bone = j + 1 < JOINTS ? (int32_t)(bones + j + 1) : HONE_NONE,
                                        .tail_offset = {0, 0.07f, 0},
                                        .hit_radius = 0.01f,
                                        .stiffness = 1 + (float)j,
                                        .gravity_direction = {0, -1, 0},
                                        .drag_force = 0.25f,
                                        .limit = {.kind = (uint8_t)(1 + j), .angles = {0.5f, 0.25f}}};
        memcpy(joints[j].limit.rotation, none, sizeof none);
    }
    for (uint32_t c = 0; c < COLLIDERS; c++) {
        colliders[c] = (hone_collider){.bone = head,
                                       .kind = (uint8_t)c,
                                       .offset = {0.1f, 0.2f, 0.3f},
                                       .tail = {0, 0.3f, 0},
                                       .normal = {0, 0, 1},
                                       .radius = 0.05f};
        touched[c] = c;
    }
    *spring = (hone_spring){.name = "hair",
                            .center = 0,
                            .joint_count = JOINTS,
                            .joints = joints,
                            .collider_count = COLLIDERS,
                            .colliders = touched};
    *constraint = (hone_constraint){.bone = head, .source = 0, .kind = HONE_CONSTRAINT_AIM, .axis = 4, .weight = 0.5f};
    data.skeleton.bones = list, data.skeleton.bone_count = bones + JOINTS;
    data.springs = spring, data.spring_count = 1;
    data.colliders = colliders, data.collider_count = COLLIDERS;
    data.constraints = constraint, data.constraint_count = 1;
    hone_error error = {0};
    hone_model *out = hone_model_create(builder, &data, NULL, &error);
    if (!out)
        fail_msg("%s", error.message);
    return out;
}

static void an_avatar_stays_as_it_is(void **state)
{
    (void)state;
    hone_model *human = load_human(MAKE_HUMAN_VRM), *haired = add_hair(human);
    hone_to_vrm_report report;
    hone_model *avatar = make_avatar(haired, NULL, &report), *again = read_again(avatar);
    hone_model *twice = make_avatar(again, NULL, NULL);
    check_vertices(human, avatar);
    check_vertices(avatar, again);
    check_expressions(haired, avatar);
    check_expressions(avatar, again);
    check_springs(avatar, again);
    check_springs(again, twice);
    assert_int_equal(report.springs, 1);
    assert_int_equal(report.bones_left_out, 0);
    const hone_model_data *data = hone_model_get(again);
    assert_int_equal(data->springs[0].joint_count, JOINTS);
    assert_int_equal(data->constraint_count, 1);
    assert_int_equal(data->constraints[0].kind, HONE_CONSTRAINT_AIM);
    assert_int_equal(data->constraints[0].axis, 4);
    CHECK_NEAR(data->constraints[0].weight, 0.5, 1e-6);
    hone_model_release(human), hone_model_release(haired), hone_model_release(avatar);
    hone_model_release(again), hone_model_release(twice);
}

/* VRM 0.x faces away from +z, which 1.0 does not. */
/* A human with the shapes of ARKit of that name, one vertex each. */
static hone_model *add_shapes(const hone_model *human, const char *const *names, uint32_t count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model_data data = *hone_model_get(human);
    hone_morph *morphs = hone_builder_array(builder, count, sizeof *morphs);
    hone_morph_vertex *vertices = hone_builder_array(builder, count, sizeof *vertices);
    for (uint32_t m = 0; m < count; m++) {
        vertices[m] = (hone_morph_vertex){0, {0.01f, 0, 0}};
        morphs[m] = (hone_morph){.name = names[m], .kind = HONE_MORPH_VERTEX, .count = 1, .u.vertices = &vertices[m]};
    }
    data.morphs = morphs, data.morph_count = count;
    return hone_model_create(builder, &data, NULL, NULL);
}

static void shapes_of_both_eyes_become_one_expression(void **state)
{
    (void)state;
    static const char *const names[] = {"eyeBlinkLeft",   "eyeBlinkRight", "eyeLookOutLeft", "eyeLookInRight",
                                        "eyeLookUpRight", "eyeLookInLeft", "eyeWideLeft"};
    hone_model *human = load_human(MAKE_HUMAN_MIXAMO), *model = add_shapes(human, names, 7);
    assert_non_null(model);
    hone_model *avatar = make_avatar(model, NULL, NULL);
    const hone_avatar *a = hone_model_get(avatar)->avatar;
    uint32_t both = 0;
    for (uint32_t i = 0; i < a->expression_count; i++) {
        const char *name = expression_name(avatar, i);
        const hone_morph *group = &hone_model_get(avatar)->morphs[a->expressions[i].morph];
        bool is_both = strcmp(name, "blink") == 0 || strcmp(name, "lookLeft") == 0;
        both += is_both;
        CHECK(group->count == (is_both ? 2 : 1));
        CHECK(strcmp(name, "lookUp") != 0 && strcmp(name, "lookRight") != 0); /* of one eye only */
        if (is_both)
            CHECK(a->expressions[i].group == (*name == 'b' ? HONE_EXPRESSION_BLINK : HONE_EXPRESSION_LOOK_AT));
    }
    assert_int_equal(both, 2);
    hone_model_release(avatar), hone_model_release(model), hone_model_release(human);
}

static void an_old_avatar_becomes_a_new_one(void **state)
{
    (void)state;
    hone_model *old = load_human(MAKE_HUMAN_VRM_0), *avatar = make_avatar(old, NULL, NULL), *again = read_again(avatar);
    float front[3];
    hone_model_front(again, front);
    CHECK_NEAR(front[2], 1, 0);
    check_turned(old, again, -1);
    hone_model_release(old), hone_model_release(avatar), hone_model_release(again);
}

/* ---- other characters -------------------------------------------------------------------------------------------- */

static void rigs_of_all_kinds_become_avatars(void **state)
{
    (void)state;
    for (int names = MAKE_HUMAN_MIXAMO; names <= MAKE_HUMAN_NAMELESS; names++) {
        hone_model *human = load_human((make_human_names)names), *avatar = make_avatar(human, NULL, NULL);
        hone_model *again = read_again(avatar);
        assert_int_equal(hone_model_humanoid(again).missing, 0);
        check_vertices(avatar, again);
        hone_model_release(human), hone_model_release(avatar), hone_model_release(again);
    }
}

static void what_is_no_avatar_is_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes;
    make_springs springs;
    make_springs_fill(&springs, &(make_springs_desc){.seed = 1});
    hone_model *tail = make_springs_model(&springs, NULL, NULL), *human = load_human(MAKE_HUMAN_MIXAMO);
    CHECK(!hone_model_to_vrm(tail, NULL, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "leftUpperArm"));
    error = (hone_error){0};
    CHECK(!hone_model_write_gltf(human, &(hone_gltf_desc){.vrm = true}, &bytes, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "no avatar"));
    CHECK(!hone_model_to_vrm(NULL, NULL, NULL, &error));
    hone_model_release(tail), hone_model_release(human);
}

TEST_GROUP(test_vrm_out)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_avatar_stands_in_a_t_pose),
        cmocka_unit_test(vertices_stay_with_their_bones),
        cmocka_unit_test(hone_reads_what_it_writes),
        cmocka_unit_test(colours_are_those_under_mmd_light),
        cmocka_unit_test(shapes_of_both_eyes_become_one_expression),
        cmocka_unit_test(an_avatar_stays_as_it_is),
        cmocka_unit_test(an_old_avatar_becomes_a_new_one),
        cmocka_unit_test(rigs_of_all_kinds_become_avatars),
        cmocka_unit_test(what_is_no_avatar_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
