/* What comes along with a mesh and with a skeleton: bodies, joints, panels, morphs, textures; and what is missing. */
#include "support/make/bodies/mannequin.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

enum { BODIES = 700, /* more than one block of memory */ JOINTS = 2, PANELS = 3, ITEMS = 3, MORPHS = 5, TEXTURES = 2 };

/* The puppet with bodies, joints and panels of several kinds. Its bones are those of `puppet`. */
static hone_model *make_skeleton(const hone_model *puppet, uint32_t joint_count)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_body *bodies = hone_builder_array(b, BODIES, sizeof *bodies);
    hone_joint *joints = hone_builder_array(b, JOINTS, sizeof *joints);
    hone_display_frame *panels = hone_builder_array(b, PANELS, sizeof *panels);
    hone_frame_item *items = hone_builder_array(b, ITEMS, sizeof *items);
    for (int i = 0; i < BODIES; i++)
        bodies[i] = (hone_body){.name = "body",
                                .english_name = "b",
                                .bone = i % 3,
                                .mode = HONE_BODY_DYNAMIC,
                                .mass = 2,
                                .size = {1 + (float)i, 2, 3},
                                .position = {0, 4 * (float)i, 1}};
    for (int i = 0; i < JOINTS; i++)
        joints[i] = (hone_joint){.name = "joint",
                                 .english_name = "j",
                                 .body_a = i,
                                 .body_b = i + 1,
                                 .position = {1, 3 * (float)i, 0},
                                 .linear_lower = {-1, -2, -3},
                                 .linear_upper = {1, 2, 4 + (float)i},
                                 .angular_upper = {1, 1, 1}};
    items[0] = (hone_frame_item){.index = 1};
    items[1] = (hone_frame_item){.is_morph = true, .index = 0};
    items[2] = (hone_frame_item){.index = 2};
    panels[0] = (hone_display_frame){"Root", "Root", 1, 1, items};
    panels[1] = (hone_display_frame){"表情", "Exp", 1, 1, items + 1};
    panels[2] = (hone_display_frame){"both", "both", 0, ITEMS, items};
    hone_model_data data = *hone_model_get(puppet);
    data.body_count = BODIES, data.bodies = bodies, data.joint_count = joint_count, data.joints = joints;
    data.display_frame_count = PANELS, data.display_frames = panels;
    return test_model_create(b, &data);
}

/* The tower twice as high, moved by 3, with morphs of two kinds, one of them twice without elements, and textures with
 * their pictures. Its vertices are those of `bare`. */
static hone_model *make_mesh(const hone_model *bare)
{
    static const char *const textures[TEXTURES] = {"a.png", "b.png"};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_morph *morphs = hone_builder_array(b, MORPHS, sizeof *morphs);
    hone_morph_vertex *offsets = hone_builder_array(b, 2, sizeof *offsets);
    hone_morph_bone *turn = hone_builder_array(b, 1, sizeof *turn);
    offsets[0] = (hone_morph_vertex){.vertex = 1, .offset = {1, 0, 0}};
    offsets[1] = (hone_morph_vertex){.vertex = 2, .offset = {0, 1, 0}};
    hone_blob *pictures = hone_builder_array(b, TEXTURES, sizeof *pictures);
    for (uint32_t t = 0; t < TEXTURES; t++) {
        uint8_t *bytes = hone_builder_array(b, 2, 1);
        memcpy(bytes, textures[t], 2);
        pictures[t] = (hone_blob){bytes, 2};
    }
    *turn = (hone_morph_bone){.bone = 0, .rotation = {0, 0, 0, 1}};
    morphs[0] =
        (hone_morph){.name = "v", .english_name = "", .kind = HONE_MORPH_VERTEX, .count = 2, .u.vertices = offsets};
    morphs[1] = (hone_morph){.name = "b", .english_name = "", .kind = HONE_MORPH_BONE, .count = 1, .u.bones = turn};
    morphs[2] = (hone_morph){.name = "none", .english_name = "", .kind = HONE_MORPH_BONE};
    morphs[3] = (hone_morph){.name = "no vertex", .english_name = "", .kind = HONE_MORPH_VERTEX};
    morphs[4] = morphs[1];
    hone_model_data data = *hone_model_get(bare);
    data.morph_count = MORPHS, data.morphs = morphs;
    data.texture_count = TEXTURES, data.textures = textures, data.pictures = pictures;
    return test_model_create(b, &data);
}

/* A skeleton and a mesh, and the models that they share arrays with. */
typedef struct pair {
    hone_model *puppet, *bare, *skeleton, *mesh;
} pair;

static pair make_pair(uint32_t joint_count)
{
    pair p = {.puppet = puppet_make(&(puppet_desc){0}, NULL)};
    statue s = statue_of(p.puppet);
    statue_move(&s, 0, 2, (const float[3]){3, 0, 0});
    p.bare = statue_model(&s);
    p.skeleton = make_skeleton(p.puppet, joint_count);
    p.mesh = make_mesh(p.bare);
    statue_release(&s);
    return p;
}

static void release_pair(pair *p)
{
    hone_model_release(p->mesh), hone_model_release(p->skeleton);
    hone_model_release(p->bare), hone_model_release(p->puppet);
}

static void check_near3(const float *is, float x, float y, float z)
{
    CHECK_NEAR(is[0], x, 1e-4);
    CHECK_NEAR(is[1], y, 1e-4);
    CHECK_NEAR(is[2], z, 1e-4);
}

static void bodies_and_joints_are_scaled(void **state)
{
    (void)state;
    pair p = make_pair(JOINTS);
    hone_autorig_report report;
    hone_model *made = hone_model_autorig(p.mesh, &(hone_autorig_desc){.skeleton = p.skeleton}, &report, NULL);
    CHECK(made);
    const hone_model_data *is = hone_model_get(made);
    CHECK_NEAR(report.scale, 2, 1e-5);
    check_near3(report.move, 3, 0, 0);
    CHECK(is->body_count == BODIES && is->joint_count == JOINTS);
    for (int i = 0; i < BODIES; i++) {
        const hone_body *body = &is->bodies[i];
        CHECK(strcmp(body->name, "body") == 0 && body->name != hone_model_get(p.skeleton)->bodies[i].name);
        CHECK(body->bone == i % 3 && body->mass == 2.0f);
        check_near3(body->size, 2 + 2 * (float)i, 4, 6);
        check_near3(body->position, 3, 8 * (float)i, 2);
    }
    for (int i = 0; i < JOINTS; i++) {
        const hone_joint *joint = &is->joints[i];
        CHECK(strcmp(joint->english_name, "j") == 0 && joint->body_a == i && joint->body_b == i + 1);
        check_near3(joint->position, 5, 6 * (float)i, 0);
        check_near3(joint->linear_lower, -2, -4, -6);
        check_near3(joint->linear_upper, 2, 4, 8 + 2 * (float)i);
        check_near3(joint->angular_upper, 1, 1, 1);
    }
    hone_model_release(made);
    release_pair(&p);
}

/* Bones are those of the skeleton, morphs those of the mesh. */
static void panels_show_bones_and_the_morphs_of_the_mesh(void **state)
{
    (void)state;
    pair p = make_pair(JOINTS);
    hone_model *made = hone_model_autorig(p.mesh, &(hone_autorig_desc){.skeleton = p.skeleton}, NULL, NULL);
    CHECK(made && hone_model_get(made)->display_frame_count == PANELS);
    const hone_display_frame *panels = hone_model_get(made)->display_frames;
    CHECK(panels[0].item_count == 1 && !panels[0].items[0].is_morph && panels[0].items[0].index == 1);
    CHECK(panels[1].item_count == MORPHS && strcmp(panels[1].name, "表情") == 0);
    for (int m = 0; m < MORPHS; m++) CHECK(panels[1].items[m].is_morph && panels[1].items[m].index == m);
    CHECK(panels[2].item_count == 2 && panels[2].items[0].index == 1 && panels[2].items[1].index == 2);
    CHECK(!panels[2].items[0].is_morph && !panels[2].items[1].is_morph);
    hone_model_release(made);
    release_pair(&p);
}

static void morphs_of_other_bones_are_emptied(void **state)
{
    (void)state;
    pair p = make_pair(JOINTS);
    hone_autorig_report report;
    hone_model *made = hone_model_autorig(p.mesh, &(hone_autorig_desc){.skeleton = p.skeleton}, &report, NULL);
    CHECK(made && report.morphs_emptied == 2);
    const hone_morph *morphs = hone_model_get(made)->morphs;
    CHECK(morphs[0].count == 2 && morphs[1].count == 0 && morphs[2].count == 0 && morphs[3].count == 0);
    CHECK(morphs[1].u.bones == NULL);
    check_near3(morphs[0].u.vertices[1].offset, 0, 1, 0);
    CHECK(hone_model_get(made)->texture_count == TEXTURES);
    CHECK(strcmp(hone_model_get(made)->textures[1], "b.png") == 0);
    hone_blob is = hone_model_get(made)->pictures[1], was = hone_model_get(p.mesh)->pictures[1];
    CHECK(is.size == 2 && is.data != was.data && memcmp(is.data, "b.", 2) == 0);
    hone_model_release(made);
    release_pair(&p);
}

static void no_refused_allocation_gives_a_model(void **state)
{
    (void)state;
    for (uint32_t joints = 0; joints <= JOINTS; joints += JOINTS) {
        hone_model *made = NULL;
        pair p = make_pair(joints);
        for (uint64_t n = 0; !made; n++) {
            hone_error error = {0};
            test_allocator a;
            test_allocator_make(&a, n);
            made = hone_model_autorig(p.mesh, &(hone_autorig_desc){.skeleton = p.skeleton, .allocator = &a.allocator},
                                      NULL, &error);
            CHECK(made || error.code == HONE_ERROR_MEMORY);
            CHECK(!made || hone_model_get(made)->joint_count == joints);
            hone_model_release(made);
            CHECK(a.live == 0);
        }
        release_pair(&p);
    }
}

/* ---- far vertices ----------------------------------------------------------------------------------------------- */

/* The skeleton is 8 beside a mesh, the largest extent of which is 20 (then 8 is far) or, by one vertex, more (then it
 * is not). `first`: that vertex is the first one. */
static uint32_t count_far(bool wide, bool first)
{
    static const float beyond[3] = {300, 0, 0};
    hone_model *puppet = puppet_make(&(puppet_desc){0}, NULL);
    statue from = statue_of(puppet), s = {0};
    hone_autorig_report report;
    statue_move(&from, 0, 1, (const float[3]){208, 0, 0});
    if (wide && first)
        statue_vertex(&s, beyond);
    for (uint32_t v = 0; v < from.vertex_count; v++) statue_vertex(&s, from.positions[v]);
    for (uint32_t i = 0; i + 2 < from.index_count; i += 3) {
        uint32_t more = wide && first;
        statue_triangle(&s, from.indices[i] + more, from.indices[i + 1] + more, from.indices[i + 2] + more);
    }
    if (wide && !first)
        statue_vertex(&s, beyond);
    statue at = statue_of(puppet);
    statue_move(&at, 0, 1, (const float[3]){200, 0, 0});
    hone_model *mesh = statue_model(&s), *place = statue_model(&at);
    hone_model *skeleton = hone_model_autorig(place, &(hone_autorig_desc){.skeleton = puppet}, NULL, NULL);
    CHECK(skeleton);
    hone_model *made =
        hone_model_autorig(mesh, &(hone_autorig_desc){.skeleton = skeleton, .keep_scale = true}, &report, NULL);
    CHECK(made);
    hone_model_release(made), hone_model_release(skeleton), hone_model_release(mesh), hone_model_release(place);
    hone_model_release(puppet);
    statue_release(&at), statue_release(&s), statue_release(&from);
    return report.far_count;
}

static void each_vertex_counts_for_the_extent(void **state)
{
    (void)state;
    CHECK(count_far(false, false) > PUPPET_VERTICES / 2);
    CHECK(count_far(true, false) == 1);
    CHECK(count_far(true, true) == 1);
}

/* ---- figures that lack something -------------------------------------------------------------------------------- */

/* Removes the triangles of which all corners pass the test. */
static void cut(statue *s, bool (*is_cut)(const float p[3], float height), float height)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i + 2 < s->index_count; i += 3) {
        bool all = true;
        for (uint32_t c = 0; c < 3; c++) all &= is_cut(s->positions[s->indices[i + c]], height);
        for (uint32_t c = 0; c < 3 && !all; c++) s->indices[kept++] = s->indices[i + c];
    }
    s->index_count = kept;
}

static bool is_left_arm(const float p[3], float height)
{
    return p[0] > 0.07f * height;
}

static bool is_right_arm(const float p[3], float height)
{
    return p[0] < -0.07f * height;
}

static void a_figure_without_an_arm_is_refused(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        hone_error error = {0};
        mannequin m = mannequin_make(&(mannequin_desc){.arms = -1, .cubes = true});
        cut(&m.mesh, side ? is_right_arm : is_left_arm, m.height);
        hone_model *model = statue_model(&m.mesh);
        CHECK(!hone_model_autorig(model, &(hone_autorig_desc){0}, NULL, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "no arms were found"));
        hone_model_release(model);
        statue_release(&m.mesh);
    }
}

/* What lies around a figure is nearer to its sides than its arms are, and is not connected with it. */
static void the_arm_that_is_not_found_is_named(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        enum { STONES = 20 };
        hone_error error = {0};
        mannequin m = mannequin_make(&(mannequin_desc){0});
        float side = i % 2 ? -1 : 1, unit = m.height / 100;
        for (int k = 0; k < STONES; k++) {
            float x = side * unit * (float)(60 + 8 * (k % 4)), y = unit * (float)(30 + 8 * (k / 4));
            statue_box(&m.mesh, (const float[3]){x - unit, y - unit, -unit},
                       (const float[3]){x + unit, y + unit, unit});
        }
        statue_move(&m.mesh, i < 2 ? 0 : 2, 1, (const float[3]){0, 0, 0});
        hone_model *model = statue_model(&m.mesh);
        CHECK(!hone_model_autorig(model, &(hone_autorig_desc){0}, NULL, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT);
        if (!strstr(error.message, side > 0 ? "no left arm" : "no right arm"))
            fail_msg("%s", error.message);
        hone_model_release(model);
        statue_release(&m.mesh);
    }
}

static void a_neck_that_cannot_be_seen_is_told(void **state)
{
    (void)state;
    hone_autorig_report report;
    mannequin m = mannequin_make(&(mannequin_desc){0});
    const float *neck = m.joints[HONE_HUMANOID_NECK], half = 0.09f * m.height;
    statue_box(&m.mesh, (const float[3]){-half, neck[1] - 0.02f * m.height, -half},
               (const float[3]){half, m.height, half});
    hone_model *model = statue_model(&m.mesh);
    hone_model *made = hone_model_autorig(model, &(hone_autorig_desc){0}, &report, NULL);
    CHECK(made && report.landmark_warnings == HONE_AUTORIG_WARN_NECK);
    const float *is = hone_model_skeleton(made)->bones[hone_model_find_bone(made, "首")].position;
    CHECK_NEAR(is[1], neck[1], 0.05 * (double)m.height);
    hone_model_release(made);
    hone_model_release(model);
    statue_release(&m.mesh);
}

/* A head of two pieces: at some height of the gap between them are the eyes. */
static void eyes_are_apart_where_the_head_has_a_gap(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        mannequin m = mannequin_make(&(mannequin_desc){.head = 0.2f});
        float chin = m.joints[HONE_HUMANOID_HEAD][1], top = m.height, wide = 0.08f * m.height;
        float gap = chin + (top - chin) * (0.1f + 0.05f * (float)i), high = gap + 0.02f * m.height;
        for (uint32_t v = 0; v < m.mesh.vertex_count; v++) m.mesh.positions[v][1] = fminf(m.mesh.positions[v][1], gap);
        statue_box(&m.mesh, (const float[3]){-wide, chin, -wide}, (const float[3]){wide, gap, wide});
        statue_box(&m.mesh, (const float[3]){-wide, high, -wide}, (const float[3]){wide, top, wide});
        hone_model *model = statue_model(&m.mesh);
        hone_model *made = hone_model_autorig(model, &(hone_autorig_desc){0}, NULL, NULL);
        CHECK(made);
        const hone_bone *bones = hone_model_skeleton(made)->bones;
        CHECK(bones[hone_model_find_bone(made, "左目")].position[0] > 0.1f * wide);
        CHECK(bones[hone_model_find_bone(made, "右目")].position[0] < -0.1f * wide);
        hone_model_release(made);
        hone_model_release(model);
        statue_release(&m.mesh);
    }
}

TEST_GROUP(test_autorig_parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_and_joints_are_scaled),
        cmocka_unit_test(panels_show_bones_and_the_morphs_of_the_mesh),
        cmocka_unit_test(morphs_of_other_bones_are_emptied),
        cmocka_unit_test(no_refused_allocation_gives_a_model),
        cmocka_unit_test(each_vertex_counts_for_the_extent),
        cmocka_unit_test(a_figure_without_an_arm_is_refused),
        cmocka_unit_test(the_arm_that_is_not_found_is_named),
        cmocka_unit_test(a_neck_that_cannot_be_seen_is_told),
        cmocka_unit_test(eyes_are_apart_where_the_head_has_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
