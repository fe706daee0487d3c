/* FBX: bones, skins and blend shapes of whole files. */
#include "files/format/fbx/reader.h"
#include "files/format/readers.h"
#include "support/make/fbx/make_fbx_arm.h"
#include "support/make/fbx/make_fbx_model.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <string.h>

static hone_model *load(const make_fbx_arm *arm, bool strict)
{
    return make_fbx_model(make_fbx_arm_file(arm), strict);
}

/* Loads with exactly this warning. */
static hone_model *load_odd(const make_fbx_arm *arm, const char *warning)
{
    hone_model *model = load(arm, false);
    hone_warnings warnings = hone_model_warnings(model);
    if (warnings.count != 1 || !strstr(warnings.texts[0], warning))
        fail_msg("%u warnings, the first \"%s\", not one \"%s\"", warnings.count,
                 warnings.count ? warnings.texts[0] : "", warning);
    return model;
}

static hone_affine model_from_bone(const hone_model *model, int32_t bone)
{
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    hone_affine out = bones[bone].rest_local;
    for (int32_t at = bones[bone].parent; at != HONE_NONE; at = bones[at].parent)
        out = hone_affine_multiply(&bones[at].rest_local, &out);
    return out;
}

static void check_floats(const float *got, const double *want, size_t count, double tolerance)
{
    for (size_t i = 0; i < count; i++) CHECK_NEAR(got[i], want[i], tolerance);
}

/* Finds a vertex that was made from a control point: the file is in centimetres and Y up. */
static uint32_t vertex_of(const hone_model *model, uint32_t point)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double d = 0;
        for (int c = 0; c < 3; c++) d += fabs((double)mesh->positions[v][c] - make_fbx_arm_points[point][c] / 100);
        if (d < 1e-6)
            return v;
    }
    fail_msg("no vertex of control point %u", point);
    return 0;
}

/* Skins a vertex at rest. */
static void skinned(const hone_model *model, uint32_t vertex, double out[3])
{
    const hone_mesh *mesh = hone_model_mesh(model);
    out[0] = out[1] = out[2] = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        hone_influence influence = mesh->influences[i];
        float p[3];
        if (influence.slot == HONE_NONE)
            continue;
        hone_affine_point(&mesh->slots[influence.slot].bone_from_mesh, mesh->positions[vertex], p);
        hone_affine m = model_from_bone(model, mesh->slots[influence.slot].bone);
        hone_affine_point(&m, p, p);
        for (int c = 0; c < 3; c++) out[c] += (double)influence.weight * (double)p[c];
    }
}

static float weight_on(const hone_model *model, uint32_t vertex, int32_t bone)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].slot != HONE_NONE && mesh->slots[mesh->influences[i].slot].bone == bone)
            sum += mesh->influences[i].weight;
    return sum;
}

/* ---- bones ---------------------------------------------------------------------------------------------------- */

static void nodes_are_bones_in_order_and_metres(void **state)
{
    (void)state;
    static const char *const names[] = {"root", "upper", "lower", "body"};
    static const int32_t parents[] = {HONE_NONE, 0, 1, HONE_NONE};
    static const double heights[] = {0, 0.01, 0.03, 0};
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_model *model = load(&(make_fbx_arm){.kind = make_fbx_kinds[k]}, true);
        const hone_skeleton *skeleton = hone_model_skeleton(model);
        assert_int_equal(skeleton->bone_count, 4);
        for (int b = 0; b < 4; b++) {
            assert_string_equal(skeleton->bones[b].name, names[b]);
            assert_int_equal(skeleton->bones[b].parent, parents[b]);
            CHECK_NEAR(skeleton->bones[b].position[1], heights[b], 1e-8);
        }
        hone_model_release(model);
    }
}

/* A body that is turned: the file is Z up and in metres, so y is the front. */
static void axes_and_unit_of_the_file_change_bones_and_vertices_alike(void **state)
{
    (void)state;
    make_fbx_arm arm = {
        .settings = {{"UpAxis", {2}}, {"FrontAxis", {1}}, {"FrontAxisSign", {-1}}, {"UnitScaleFactor", {100}}},
        .body = {{"Lcl Rotation", {0, 0, 90}, 3}}};
    hone_model *model = load(&arm, true);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    check_floats(bones[2].position, (double[3]){0, 0, -3}, 3, 1e-6);
    for (uint32_t p = 0; p < ARM_POINTS; p++) {
        const double *file = make_fbx_arm_points[p];
        double want[3] = {-file[1], 0, -file[0]}, got[3]; /* (-y, x, 0) of the file */
        bool found = false;
        for (uint32_t v = 0; v < hone_model_mesh(model)->vertex_count; v++) {
            skinned(model, v, got);
            found |= fabs(got[0] - want[0]) + fabs(got[1] - want[1]) + fabs(got[2] - want[2]) < 1e-5;
        }
        CHECK(found);
    }
    hone_model_release(model);
}

static void connect_again(make_fbx *m)
{
    make_fbx_join(m, ARM_UPPER, ARM_BODY, NULL);
}

static void the_last_of_several_parents_counts(void **state)
{
    (void)state;
    hone_model *model =
        load_odd(&(make_fbx_arm){.more_connections = connect_again}, "node with several parents: the last one is used");
    assert_int_equal(hone_model_skeleton(model)->bones[1].parent, 3);
    hone_model_release(model);
}

static void connect_in_a_circle(make_fbx *m)
{
    make_fbx_join(m, ARM_ROOT, ARM_LOWER, NULL);
}

static void a_cycle_of_nodes_is_cut(void **state)
{
    (void)state;
    hone_model *model = load_odd(&(make_fbx_arm){.more_connections = connect_in_a_circle},
                                 "cycle of child nodes: one of them made a root");
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    uint32_t roots = 0;
    for (int b = 0; b < 3; b++) roots += bones[b].parent == HONE_NONE;
    assert_int_equal(roots, 1);
    hone_model_release(model);
}

static void connect_nothing(make_fbx *m)
{
    make_fbx_join(m, 999, ARM_LOWER, NULL);
    make_fbx_join(m, ARM_LOWER, 998, NULL);
}

static void connections_without_an_object_are_left_out(void **state)
{
    (void)state;
    static const make_fbx_kind kinds[2] = {{.version = 7400}, {.version = 6100, .text = true}};
    for (int k = 0; k < 2; k++) {
        hone_model *model = load_odd(&(make_fbx_arm){.kind = kinds[k], .more_connections = connect_nothing},
                                     "connection of an object that the file does not have: left out (at 2)");
        hone_model_release(model);
    }
}

/* The scene is read once. Each model and motion has the warnings of it. */
static void every_reading_of_a_file_has_all_warnings(void **state)
{
    (void)state;
    const make_fbx_arm arm = {.more_connections = connect_nothing};
    hone_bytes bytes = make_fbx_arm_file(&arm);
    hone_fbx_file *file = hone_fbx_open(bytes.data, bytes.size, NULL, NULL);
    CHECK(file);
    for (int i = 0; i < 2; i++) {
        hone_model *model = hone_fbx_read_model(file, false, NULL);
        CHECK(model && hone_model_warnings(model).count == 1);
        hone_model_release(model);
    }
    hone_fbx_close(file);
    hone_bytes_release(&bytes);
}

static void add_namesakes(make_fbx *m)
{
    make_fbx_begin_arm_object(m, "Model", ARM_UPPER, "upper", "Model", "Null");
    make_fbx_end(m);
    make_fbx_begin_arm_object(m, "Model", 500, "lost", "Model", "Null"); /* without any connection */
    make_fbx_end(m);
}

static void objects_with_the_same_number_or_name_are_bones_of_their_own(void **state)
{
    (void)state;
    static const make_fbx_kind kinds[2] = {{.version = 7400}, {.version = 6100, .text = true}};
    for (int k = 0; k < 2; k++) {
        hone_model *model = load_odd(&(make_fbx_arm){.kind = kinds[k], .more_objects = add_namesakes},
                                     "object with the number or name of another: nothing refers to it");
        const hone_skeleton *skeleton = hone_model_skeleton(model);
        assert_int_equal(skeleton->bone_count, 6);
        assert_int_equal(skeleton->bones[2].parent, 1); /* the first of both */
        assert_int_equal(skeleton->bones[4].parent, HONE_NONE);
        assert_string_equal(skeleton->bones[5].name, "lost");
        assert_int_equal(skeleton->bones[5].parent, HONE_NONE);
        hone_model_release(model);
    }
}

/* ---- scale bones ---------------------------------------------------------------------------------------------- */

static void an_uneven_scale_that_a_child_leaves_out_has_a_bone_of_its_own(void **state)
{
    (void)state;
    make_fbx_arm arm = {.upper = {{"Lcl Scaling", {1, 3, 2}, 3}, {"Lcl Rotation", {0, 0, 90}, 3}},
                        .lower = {{"InheritType", {2}}, {"Lcl Rotation", {0, 0, 45}, 3}}};
    hone_model *model = load(&arm, true);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    assert_int_equal(skeleton->bone_count, 5);
    assert_string_equal(skeleton->bones[4].name, "upper scale");
    assert_int_equal(skeleton->bones[4].parent, 1);
    assert_int_equal(skeleton->bones[2].parent, 1);
    check_floats(skeleton->bones[4].rest.scale, (double[3]){1, 3, 2}, 3, 1e-6);
    check_floats(skeleton->bones[1].rest.scale, (double[3]){1, 1, 1}, 3, 1e-6);
    check_floats(skeleton->bones[2].rest.scale, (double[3]){1, 1, 1}, 3, 1e-6);
    check_floats(skeleton->bones[2].rest.translation, (double[3]){0, 0.06, 0}, 3, 1e-6);
    hone_model_release(model);
}

/* A scale bone must not be inside of another scale that the node leaves out. */
static void above_a_scale_bone_an_even_scale_has_one_too(void **state)
{
    (void)state;
    make_fbx_arm arm = {.root = {{"Lcl Scaling", {2, 2, 2}, 3}},
                        .upper = {{"InheritType", {2}}, {"Lcl Scaling", {1, 3, 1}, 3}},
                        .lower = {{"InheritType", {2}}, {"Lcl Rotation", {0, 0, 45}, 3}}};
    hone_model *model = load(&arm, true);
    const double c = sqrt(0.5), want[3][4] = {{c, -c, 0, 0}, {c, c, 0, 0.02 + 0.06}, {0, 0, 1, 0}};
    assert_int_equal(hone_model_skeleton(model)->bone_count, 6);
    hone_affine lower = model_from_bone(model, 2);
    for (int r = 0; r < 3; r++) check_floats(lower.m[r], want[r], 4, 1e-6);
    hone_model_release(model);
}

static void an_even_scale_needs_no_bone(void **state)
{
    (void)state;
    make_fbx_arm arm = {.upper = {{"Lcl Scaling", {4, 4, 4}, 3}}, .lower = {{"InheritType", {2}}}};
    hone_model *model = load(&arm, true);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    assert_int_equal(skeleton->bone_count, 4);
    check_floats(skeleton->bones[2].rest.scale, (double[3]){0.25, 0.25, 0.25}, 3, 1e-7);
    hone_model_release(model);
    arm = (make_fbx_arm){.upper = {{"Lcl Scaling", {1, 3, 2}, 3}}};
    model = load(&arm, true);
    assert_int_equal(hone_model_skeleton(model)->bone_count, 4); /* all children inherit it */
    hone_model_release(model);
}

/* Curves of "Lcl Scaling" of the upper bone: their last values for x, y and z. */
static double last_scale[3];

static void add_scale_curves(make_fbx *m)
{
    static const int64_t times[2] = {0, 46186158000};
    make_fbx_begin_arm_object(m, "AnimationStack", 600, "take", "AnimStack", "");
    make_fbx_end(m);
    make_fbx_begin_arm_object(m, "AnimationLayer", 601, "layer", "AnimLayer", "");
    make_fbx_end(m);
    make_fbx_begin_arm_object(m, "AnimationCurveNode", 602, "S", "AnimCurveNode", "");
    make_fbx_end(m);
    for (int i = 0; i < 3; i++) {
        const float values[2] = {1, (float)last_scale[i]}, attributes[4] = {0};
        const int32_t flags = 4, repeats = 2; /* linear */
        make_fbx_begin_arm_object(m, "AnimationCurve", 603 + i, "", "AnimCurve", "");
        make_fbx_longs_node(m, "KeyTime", times, 2);
        make_fbx_floats_node(m, "KeyValueFloat", values, 2);
        make_fbx_ints_node(m, "KeyAttrFlags", &flags, 1);
        make_fbx_floats_node(m, "KeyAttrDataFloat", attributes, 4);
        make_fbx_ints_node(m, "KeyAttrRefCount", &repeats, 1);
        make_fbx_end(m);
    }
}

static void connect_scale_curves(make_fbx *m)
{
    static const char *const names[3] = {"d|X", "d|Y", "d|Z"};
    make_fbx_connect(m, 601, 600, NULL);
    make_fbx_connect(m, 602, 601, NULL);
    make_fbx_connect(m, 602, ARM_UPPER, "Lcl Scaling");
    for (int i = 0; i < 3; i++) make_fbx_connect(m, 603 + i, 602, names[i]);
}

static uint32_t bones_with_scales(double x, double y, double z)
{
    make_fbx_arm arm = {
        .lower = {{"InheritType", {2}}}, .more_objects = add_scale_curves, .more_connections = connect_scale_curves};
    last_scale[0] = x, last_scale[1] = y, last_scale[2] = z;
    hone_model *model = load(&arm, true);
    uint32_t count = hone_model_skeleton(model)->bone_count;
    hone_model_release(model);
    return count;
}

static void a_scale_that_a_clip_makes_uneven_has_a_bone_of_its_own(void **state)
{
    (void)state;
    assert_int_equal(bones_with_scales(1, 2, 1), 5);
    assert_int_equal(bones_with_scales(1, 1, 1), 4);
    assert_int_equal(bones_with_scales(2, 2, 2), 4);
    assert_int_equal(bones_with_scales(1, 1, 1.1), 5);
}

/* While a clip stretches the upper bone, the lower one keeps its shape: it only goes where the upper one ends. */
static void a_clip_moves_scale_bones_and_the_children_that_leave_them_out(void **state)
{
    (void)state;
    make_fbx_arm arm = {.upper = {{"Lcl Rotation", {0, 0, 90}, 3}},
                        .lower = {{"InheritType", {2}}, {"Lcl Rotation", {0, 0, 30}, 3}},
                        .more_objects = add_scale_curves,
                        .more_connections = connect_scale_curves};
    hone_error error = {0};
    last_scale[0] = 1, last_scale[1] = 3, last_scale[2] = 1;
    hone_bytes bytes = make_fbx_arm_file(&arm);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_true(model && motion && actor);
    hone_actor_play(actor, motion, NULL, &error);
    for (int k = 0; k <= 4; k++) {
        double t = k / 4.0, stretch = 1 + 2 * t, c = cos(120 * HONE_PI / 180), s = sin(120 * HONE_PI / 180);
        double want[3][4] = {{c, -s, 0, -0.02 * stretch}, {s, c, 0, 0.01}, {0, 0, 1, 0}};
        double scaled[3][4] = {{0, -stretch, 0, 0}, {1, 0, 0, 0.01}, {0, 0, 1, 0}};
        assert_true(hone_actor_update_frame(actor, hone_frame_from_seconds(t), &error));
        const hone_affine *bones = hone_actor_bones(actor);
        for (int r = 0; r < 3; r++) {
            check_floats(bones[2].m[r], want[r], 4, 1e-5);
            check_floats(bones[4].m[r], scaled[r], 4, 1e-4);
        }
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_bytes_release(&bytes);
}

/* ---- skins ---------------------------------------------------------------------------------------------------- */

static const double upper_link[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1};
static const double upper_bind[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
static const double lower_link[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 3, 0, 1};
static const double lower_bind[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1};

static make_fbx_arm two_bones(void)
{
    return (make_fbx_arm){.clusters = {{ARM_UPPER, {1, 0.75, 0.25, 1, 2, 0.5}, upper_bind, upper_link},
                                       {ARM_LOWER, {0, 0.25, 0.75, 0, 2, 0}, lower_bind, lower_link}}};
}

static void clusters_become_slots_and_weights(void **state)
{
    (void)state;
    static const double upper[ARM_POINTS] = {1, 0.75, 0.25, 1, 0.5, 1};
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        make_fbx_arm arm = two_bones();
        arm.kind = make_fbx_kinds[k];
        hone_model *model = load(&arm, true);
        const hone_mesh *mesh = hone_model_mesh(model);
        for (uint32_t p = 0; p < ARM_POINTS; p++) {
            uint32_t v = vertex_of(model, p);
            double at[3];
            assert_int_equal(mesh->deforms[v], HONE_DEFORM_LINEAR);
            CHECK_NEAR(weight_on(model, v, 1), upper[p], 1e-6);
            CHECK_NEAR(weight_on(model, v, 2), 1 - upper[p], 1e-6);
            skinned(model, v, at);
            for (int c = 0; c < 3; c++) CHECK_NEAR(at[c], make_fbx_arm_points[p][c] / 100, 1e-7);
        }
        hone_model_release(model);
    }
}

static void vertices_without_a_weight_follow_the_node_of_the_mesh(void **state)
{
    (void)state;
    make_fbx_arm arm = {.clusters = {{ARM_UPPER, {1, 0, 0, 1, 0, 0}, upper_bind, upper_link}},
                        .body = {{"GeometricTranslation", {5, 0, 0}, 3}, {"GeometricScaling", {2, 1, 1}, 3}}};
    hone_model *model = load(&arm, true);
    double at[3];
    for (uint32_t p = 0; p < ARM_POINTS; p++) {
        uint32_t v = vertex_of(model, p);
        CHECK_NEAR(weight_on(model, v, p % 3 == 0 ? 1 : 3), 1, 1e-7);
        skinned(model, v, at); /* the geometric transform is in all slots */
        CHECK_NEAR(at[0], (5 + 2 * make_fbx_arm_points[p][0]) / 100, 1e-7);
        CHECK_NEAR(at[1], make_fbx_arm_points[p][1] / 100, 1e-7);
    }
    hone_model_release(model);
}

static void a_mesh_without_a_skin_follows_its_node(void **state)
{
    (void)state;
    hone_model *model = load(&(make_fbx_arm){.body = {{"Lcl Scaling", {2, 2, 2}, 3}}}, true);
    double at[3];
    for (uint32_t p = 0; p < ARM_POINTS; p++) {
        skinned(model, vertex_of(model, p), at);
        for (int c = 0; c < 3; c++) CHECK_NEAR(at[c], make_fbx_arm_points[p][c] / 50, 1e-7);
    }
    hone_model_release(model);
}

/* Without "Transform" the mesh is bound where it is: at the bind pose of the bone. */
static void a_missing_transform_follows_from_the_link(void **state)
{
    (void)state;
    make_fbx_arm arm = {.clusters = {{ARM_LOWER, {1, 1, 1, 1, 1, 1}, NULL, upper_link}}};
    hone_model *model = load(&arm, true);
    double at[3];
    for (uint32_t p = 0; p < ARM_POINTS; p++) { /* the bone is 2 above its link */
        skinned(model, vertex_of(model, p), at);
        CHECK_NEAR(at[1], (make_fbx_arm_points[p][1] + 2) / 100, 1e-7);
    }
    hone_model_release(model);
    static const double zeros[16];
    arm.clusters[0].transform = arm.clusters[0].link = zeros; /* as good as none: then the bone at rest */
    model = load(&arm, true);
    for (uint32_t p = 0; p < ARM_POINTS; p++) {
        skinned(model, vertex_of(model, p), at);
        CHECK_NEAR(at[1], make_fbx_arm_points[p][1] / 100, 1e-7);
    }
    hone_model_release(model);
}

static void a_cluster_without_a_bone_is_left_out(void **state)
{
    (void)state;
    make_fbx_arm arm = {.clusters = {{-1, {1, 1, 1, 1, 1, 1}, upper_bind, upper_link},
                                     {ARM_LOWER, {1, 1, 1, 0, 0, 0}, lower_bind, lower_link}}};
    hone_model *model = load_odd(&arm, "cluster without a bone: left out");
    for (uint32_t p = 0; p < ARM_POINTS; p++) CHECK_NEAR(weight_on(model, vertex_of(model, p), p < 3 ? 2 : 3), 1, 1e-7);
    hone_model_release(model);
}

static void negative_weights_are_left_out(void **state)
{
    (void)state;
    make_fbx_arm arm = two_bones();
    arm.clusters[1].weights[1] = -0.25;
    hone_model *model = load_odd(&arm, "cluster with a vertex that its mesh does not have, or a wrong weight");
    CHECK_NEAR(weight_on(model, vertex_of(model, 1), 1), 1, 1e-7);
    hone_model_release(model);
}

/* ---- dual quaternions ----------------------------------------------------------------------------------------- */

static void dual_quaternions_have_four_influences(void **state)
{
    (void)state;
    make_fbx_arm arm = two_bones();
    arm.skinning = "DualQuaternion";
    hone_model *model = load(&arm, true);
    const hone_mesh *mesh = hone_model_mesh(model);
    for (uint32_t p = 0; p < ARM_POINTS; p++) {
        uint32_t v = vertex_of(model, p);
        assert_int_equal(mesh->deforms[v], HONE_DEFORM_QDEF);
        assert_int_equal(mesh->influence_begin[v + 1] - mesh->influence_begin[v], 4);
    }
    CHECK_NEAR(weight_on(model, vertex_of(model, 1), 1), 0.75, 1e-6);
    CHECK_NEAR(weight_on(model, vertex_of(model, 4), 1), 0.5, 1e-6);
    hone_model_release(model);
}

static void of_more_than_four_dual_influences_the_largest_stay(void **state)
{
    (void)state;
    make_fbx_arm arm = {.skinning = "DualQuaternion",
                        .clusters = {{ARM_ROOT, {0.05}, upper_bind, upper_link},
                                     {ARM_UPPER, {0.4, 1, 1, 1, 1, 1}, upper_bind, upper_link},
                                     {ARM_LOWER, {0.1}, lower_bind, lower_link},
                                     {ARM_BODY, {0.2}, lower_bind, lower_link},
                                     {ARM_LOWER, {0.3}, lower_bind, lower_link}}};
    hone_model *model = load_odd(&arm, "vertex with dual quaternions of more than 4 bones: the 4 largest are kept");
    uint32_t v = vertex_of(model, 0);
    CHECK_NEAR(weight_on(model, v, 0), 0, 1e-7);
    CHECK_NEAR(weight_on(model, v, 1), 0.4, 1e-6);
    CHECK_NEAR(weight_on(model, v, 2), 0.4, 1e-6);
    CHECK_NEAR(weight_on(model, v, 3), 0.2, 1e-6);
    hone_model_release(model);
}

static void of_blended_ways_of_skinning_the_larger_one_counts(void **state)
{
    (void)state;
    static const double weights[ARM_POINTS] = {0, 0.4, 0.6, 1, 0, 0};
    make_fbx_arm arm = two_bones();
    arm.skinning = "Blend";
    arm.dual_weights = weights;
    hone_model *model = load_odd(&arm, "vertex that blends two ways of skinning: the larger one is used");
    for (uint32_t p = 0; p < ARM_POINTS; p++)
        assert_int_equal(hone_model_mesh(model)->deforms[vertex_of(model, p)],
                         weights[p] > 0.5 ? HONE_DEFORM_QDEF : HONE_DEFORM_LINEAR);
    hone_model_release(model);
}

/* The mesh is twice as large at bind time. Its vertices take that, so that slots only turn and move. */
static void dual_quaternions_keep_the_scale_of_the_mesh(void **state)
{
    (void)state;
    static const double large[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, -1, 0, 1};
    make_fbx_arm arm = {.skinning = "DualQuaternion",
                        .clusters = {{ARM_UPPER, {1, 1, 1, 1, 1, 1}, large, upper_link}},
                        .shapes = {{100, {{1, 0, 0}, {0, 0, 1}}}}};
    hone_model *model = load(&arm, true);
    const hone_mesh *mesh = hone_model_mesh(model);
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        if (mesh->slots[s].bone == 1)
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) CHECK_NEAR(mesh->slots[s].bone_from_mesh.m[r][c], r == c, 1e-6);
    float highest = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double at[3];
        skinned(model, v, at);
        CHECK_NEAR(at[1], mesh->positions[v][1], 1e-6);
        highest = fmaxf(highest, mesh->positions[v][1]);
    }
    CHECK_NEAR(highest, 0.04, 1e-6);
    const hone_morph *morph = &hone_model_get(model)->morphs[0];
    assert_int_equal(morph->count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const float *o = morph->u.vertices[i].offset;
        CHECK_NEAR(hone_vec3_length(o), 0.02, 1e-7);
    }
    hone_model_release(model);
}

/* ---- blend shapes --------------------------------------------------------------------------------------------- */

static void shapes_move_the_vertices_of_their_control_points(void **state)
{
    (void)state;
    static const make_fbx_kind kinds[] = {{.version = 7400}, {.version = 7100}, {.version = 6100, .text = true}};
    for (int k = 0; k < 3; k++) {
        make_fbx_arm arm = {
            .kind = kinds[k], .shapes = {{100, {{0, 0, 4}, {0, 0, 1}}}}, .percent = 25}; /* of points 4 and 1 */
        hone_model *model = load(&arm, true);
        const hone_model_data *data = hone_model_get(model);
        assert_int_equal(data->morph_count, 1);
        const hone_morph *morph = data->morphs;
        assert_string_equal(morph->name, "smile");
        assert_int_equal(morph->kind, HONE_MORPH_VERTEX);
        CHECK_NEAR(morph->default_weight, 0.25, 1e-7);
        assert_int_equal(morph->count, 2);
        for (uint32_t i = 0; i < 2; i++) {
            bool far = morph->u.vertices[i].vertex == vertex_of(model, 4);
            CHECK(far || morph->u.vertices[i].vertex == vertex_of(model, 1));
            CHECK_NEAR(morph->u.vertices[i].offset[2], far ? 0.04 : 0.01, 1e-8);
        }
        hone_model_release(model);
    }
}

static void show_mesh_again(make_fbx *m)
{
    make_fbx_connect(m, ARM_MESH, ARM_LOWER, NULL);
}

static void a_shape_moves_all_parts_that_show_its_mesh(void **state)
{
    (void)state;
    make_fbx_arm arm = {.shapes = {{100, {{0, 0, 4}, {0, 0, 1}}}}, .more_connections = show_mesh_again};
    hone_model *model = load(&arm, true);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->morph_count, 1);
    assert_int_equal(data->mesh.vertex_count, 2 * ARM_POINTS);
    assert_int_equal(data->morphs[0].count, 4);
    hone_model_release(model);
}

static void a_shape_with_too_few_offsets_is_left_out(void **state)
{
    (void)state;
    make_fbx_arm arm = {.shapes = {{100, {{0, 0, 4}, {0, 0, 1}}}}, .offset_numbers = 5};
    hone_model *model = load_odd(&arm, "blend shape with fewer offsets than vertices: left out");
    assert_int_equal(hone_model_get(model)->morph_count, 1);
    assert_int_equal(hone_model_get(model)->morphs[0].count, 0);
    hone_model_release(model);
}

static void each_shape_between_is_a_morph(void **state)
{
    (void)state;
    make_fbx_arm arm = {.shapes = {{100, {{0, 0, 4}, {0, 0, 1}}}, {40, {{0, 0, 9}, {0, 0, 2}}}}, .percent = 55};
    hone_model *model = load(&arm, true);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->morph_count, 2);
    assert_string_equal(data->morphs[0].name, "smile 40%");
    assert_string_equal(data->morphs[1].name, "smile");
    CHECK_NEAR(data->morphs[0].u.vertices[0].offset[2], 0.09, 1e-8);
    CHECK_NEAR(data->morphs[0].default_weight, 0.75, 1e-6); /* 55 is a quarter of the way from 40 to 100 */
    CHECK_NEAR(data->morphs[1].default_weight, 0.25, 1e-6);
    hone_model_release(model);
}

static void weights_of_shapes_are_lines_between_full_weights(void **state)
{
    (void)state;
    static const double full[4] = {-1, -0.5, 0.4, 1};
    static const struct {
        double percent, weights[4];
    } cases[] = {
        {0, {0, 0, 0, 0}},       {20, {0, 0, 0.5, 0}},  {40, {0, 0, 1, 0}},    {70, {0, 0, 0.5, 0.5}},
        {100, {0, 0, 0, 1}},     {160, {0, 0, -1, 2}},  {-25, {0, 0.5, 0, 0}}, {-50, {0, 1, 0, 0}},
        {-75, {0.5, 0.5, 0, 0}}, {-150, {2, -1, 0, 0}},
    };
    fbx_blend_channel channel = {.shape_count = 4, .full_weights = full};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t s = 0; s < 4; s++)
            CHECK_NEAR(hone_fbx_shape_weight(&channel, cases[i].percent, s), cases[i].weights[s], 1e-12);
    channel = (fbx_blend_channel){.shape_count = 2, .full_weights = full + 2}; /* nothing on the negative side */
    CHECK_NEAR(hone_fbx_shape_weight(&channel, -20, 0), -0.5, 1e-12);
    CHECK_NEAR(hone_fbx_shape_weight(&channel, -20, 1), 0, 1e-12);
    channel = (fbx_blend_channel){.shape_count = 2, .full_weights = full}; /* nothing on the positive side */
    CHECK_NEAR(hone_fbx_shape_weight(&channel, 20, 0), 0, 1e-12);
    CHECK_NEAR(hone_fbx_shape_weight(&channel, 20, 1), -0.4, 1e-12);
}

/* Blender writes weights of vertices where others have full weights. */
static void weights_of_vertices_scale_the_offsets(void **state)
{
    (void)state;
    make_fbx_arm arm = {.creator = "Blender (stable FBX IO) - 3.0.0 - 4.27.0",
                        .shapes = {{50, {{0, 0, 4}, {0, 0, 1}}}, {25, {{0, 0, 9}, {0, 0, 2}}}}};
    hone_model *model = load(&arm, true);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->morph_count, 2);
    for (uint32_t i = 0; i < 2; i++) { /* 50 of control point 4, 25 of 1 */
        bool far = data->morphs[0].u.vertices[i].vertex == vertex_of(model, 4);
        CHECK_NEAR(data->morphs[0].u.vertices[i].offset[2], far ? 0.02 : 0.0025, 1e-8);
    }
    hone_model_release(model);
}

TEST_GROUP(test_fbx_skin)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_bones_in_order_and_metres),
        cmocka_unit_test(axes_and_unit_of_the_file_change_bones_and_vertices_alike),
        cmocka_unit_test(the_last_of_several_parents_counts),
        cmocka_unit_test(a_cycle_of_nodes_is_cut),
        cmocka_unit_test(connections_without_an_object_are_left_out),
        cmocka_unit_test(every_reading_of_a_file_has_all_warnings),
        cmocka_unit_test(objects_with_the_same_number_or_name_are_bones_of_their_own),
        cmocka_unit_test(an_uneven_scale_that_a_child_leaves_out_has_a_bone_of_its_own),
        cmocka_unit_test(above_a_scale_bone_an_even_scale_has_one_too),
        cmocka_unit_test(an_even_scale_needs_no_bone),
        cmocka_unit_test(a_scale_that_a_clip_makes_uneven_has_a_bone_of_its_own),
        cmocka_unit_test(a_clip_moves_scale_bones_and_the_children_that_leave_them_out),
        cmocka_unit_test(clusters_become_slots_and_weights),
        cmocka_unit_test(vertices_without_a_weight_follow_the_node_of_the_mesh),
        cmocka_unit_test(a_mesh_without_a_skin_follows_its_node),
        cmocka_unit_test(a_missing_transform_follows_from_the_link),
        cmocka_unit_test(a_cluster_without_a_bone_is_left_out),
        cmocka_unit_test(negative_weights_are_left_out),
        cmocka_unit_test(dual_quaternions_have_four_influences),
        cmocka_unit_test(of_more_than_four_dual_influences_the_largest_stay),
        cmocka_unit_test(of_blended_ways_of_skinning_the_larger_one_counts),
        cmocka_unit_test(dual_quaternions_keep_the_scale_of_the_mesh),
        cmocka_unit_test(shapes_move_the_vertices_of_their_control_points),
        cmocka_unit_test(a_shape_moves_all_parts_that_show_its_mesh),
        cmocka_unit_test(a_shape_with_too_few_offsets_is_left_out),
        cmocka_unit_test(each_shape_between_is_a_morph),
        cmocka_unit_test(weights_of_shapes_are_lines_between_full_weights),
        cmocka_unit_test(weights_of_vertices_scale_the_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
