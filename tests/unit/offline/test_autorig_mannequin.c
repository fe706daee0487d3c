/* Skeletons for meshes without one: humans made of few solids, and shapes that are not human. */
#include "support/make/bodies/mannequin.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

static hone_model *fit(const statue *mesh, hone_autorig_report *report)
{
    hone_error error = {0};
    hone_model *model = statue_model(mesh);
    hone_model *made = hone_model_autorig(model, &(hone_autorig_desc){0}, report, &error);
    if (!made)
        fail_msg("%s", error.message);
    hone_model_release(model);
    return made;
}

/* The largest distance of a bone from its right place, relative to the height. */
static double worst_of(const hone_model *made, const mannequin *m, int *worst)
{
    hone_humanoid found = hone_model_humanoid(made);
    double most = 0;
    CHECK(found.missing == 0 && found.found > 50);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        if (!m->has[h])
            continue;
        CHECK(found.bones[h] != HONE_NONE);
        const float *is = hone_model_skeleton(made)->bones[found.bones[h]].position;
        double square = 0;
        for (int i = 0; i < 3; i++) square += pow((double)is[i] - (double)m->joints[h][i], 2);
        double off = sqrt(square) / (double)m->height;
        if (!(off <= most))
            most = off, *worst = h;
    }
    return most;
}

static const float *bone_at(const hone_model *model, const char *name)
{
    int32_t bone = hone_model_find_bone(model, name);
    CHECK(bone != HONE_NONE);
    return hone_model_skeleton(model)->bones[bone].position;
}

static void check_refuses(const statue *mesh, const char *why)
{
    hone_error error = {0};
    hone_model *model = statue_model(mesh);
    CHECK(!hone_model_autorig(model, &(hone_autorig_desc){0}, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    hone_model_release(model);
}

static void check_fits(const char *what, const mannequin_desc *desc, double limit, uint32_t unsure)
{
    mannequin m = mannequin_make(desc);
    hone_autorig_report report;
    hone_model *made = fit(&m.mesh, &report);
    int worst = 0;
    double off = worst_of(made, &m, &worst);
    print_message("%-32s worst %s: %.1f %% of the height, unsure %x\n", what,
                  hone_humanoid_bone_name((hone_humanoid_bone)worst), 100 * off, report.landmark_warnings);
    CHECK(off < limit);
    CHECK(report.landmark_warnings == unsure);
    CHECK(report.quarters == 0);
    hone_model_release(made);
    statue_release(&m.mesh);
}

static void arms_may_hang_or_be_held_out(void **state)
{
    (void)state;
    const float angles[] = {-1, 15, 30, 45, 60, 70};
    char text[40];
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        snprintf(text, sizeof text, "arms down by %.0f degrees", (double)fmaxf(angles[i], 0));
        check_fits(text, &(mannequin_desc){.arms = angles[i]}, 0.05, 0);
    }
    check_fits("arms up by 10 degrees", &(mannequin_desc){.arms = 350}, 0.05, 0);
}

static void builds_may_differ(void **state)
{
    (void)state;
    check_fits("long legs", &(mannequin_desc){.legs = 0.75f}, 0.05, 0);
    check_fits("short legs", &(mannequin_desc){.legs = 0.55f}, 0.05, 0);
    check_fits("large head", &(mannequin_desc){.head = 0.25f, .arms = 20}, 0.05, 0);
    check_fits("broad shoulders", &(mannequin_desc){.breadth = 1.4f}, 0.05, 0);
    check_fits("narrow shoulders", &(mannequin_desc){.breadth = 0.8f}, 0.05, 0);
    check_fits("no feet", &(mannequin_desc){.no_feet = true}, 0.05, HONE_AUTORIG_WARN_FACING);
}

static void meshes_may_be_open_or_of_many_pieces(void **state)
{
    (void)state;
    check_fits("open pieces", &(mannequin_desc){.open = true}, 0.05, 0);
    check_fits("boxes", &(mannequin_desc){.boxes = true, .arms = -1}, 0.06, 0);
    check_fits("boxes apart", &(mannequin_desc){.apart = true, .arms = 30}, 0.06, 0);
    check_fits("one piece of cubes", &(mannequin_desc){.cubes = true}, 0.05, 0);
}

static void skirts_and_hair_are_no_limbs(void **state)
{
    (void)state;
    check_fits("skirt", &(mannequin_desc){.skirt = true, .arms = 30}, 0.06, HONE_AUTORIG_WARN_HIPS);
    check_fits("hair", &(mannequin_desc){.hair = true}, 0.05, 0);
    check_fits("hair wider than the hands", &(mannequin_desc){.hair = true, .arms = 72}, 0.06, 0);
}

/* The feet are apart in most of the layers from 2 % to 10 % of the height if the plate under them has less than 6 %. */
static void a_figure_may_stand_on_a_plate(void **state)
{
    (void)state;
    for (int percent = 2; percent <= 8; percent += 2) {
        mannequin m = mannequin_make(&(mannequin_desc){0});
        const float high = ((float)percent - 0.1f) / 100 * m.height, part = 1 - high / m.height;
        statue_move(&m.mesh, 0, part, (const float[3]){0, high, 0});
        statue_box(&m.mesh, (const float[3]){-4, 0, -2}, (const float[3]){4, high, 1});
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
            for (int i = 0; i < 3; i++) m.joints[h][i] = part * m.joints[h][i] + (i == 1 ? high : 0);
        if (percent <= 6) {
            int worst = 0;
            hone_model *made = fit(&m.mesh, NULL);
            double off = worst_of(made, &m, &worst);
            print_message("plate: worst %s %.1f %%\n", hone_humanoid_bone_name((hone_humanoid_bone)worst), 100 * off);
            CHECK(off < 0.07); /* a plate that is so high hides the ankles */
            hone_model_release(made);
        } else {
            check_refuses(&m.mesh, "no two feet");
        }
        statue_release(&m.mesh);
    }
}

/* A tight belt under the arms is the thinnest place of the trunk, but too high for a waist: it tells nothing about the
 * hips under the skirt. */
static void a_belt_under_the_arms_does_not_move_the_hips(void **state)
{
    (void)state;
    hone_autorig_report report;
    mannequin m = mannequin_make(&(mannequin_desc){.cubes = true, .skirt = true, .arms = 30});
    for (uint32_t v = 0; v < m.mesh.vertex_count; v++) {
        float *p = m.mesh.positions[v];
        if (p[1] > 0.715f * m.height && p[1] < 0.745f * m.height && fabsf(p[0]) < 0.08f * m.height)
            p[0] *= 0.5f, p[2] *= 0.5f;
    }
    hone_model *made = fit(&m.mesh, &report);
    CHECK(report.landmark_warnings == HONE_AUTORIG_WARN_HIPS);
    CHECK_NEAR(bone_at(made, "左足")[1], m.joints[HONE_HUMANOID_UPPER_LEG][1], 0.05 * (double)m.height);
    hone_model_release(made);
    statue_release(&m.mesh);
}

/* One leg goes outwards, so that the hips are not above the middle between the feet. */
static void what_is_in_the_middle_is_in_one_plane(void **state)
{
    (void)state;
    static const char *const names[] = {"全ての親", "センター", "グルーブ", "腰", "下半身", "上半身", "首", "頭"};
    hone_autorig_report report;
    mannequin m = mannequin_make(&(mannequin_desc){.cubes = true});
    const float hips = m.joints[HONE_HUMANOID_UPPER_LEG][1];
    for (uint32_t v = 0; v < m.mesh.vertex_count; v++) {
        float *p = m.mesh.positions[v];
        p[0] += p[0] > 0 && p[1] < hips ? 0.12f * (hips - p[1]) : 0;
    }
    hone_model *made = fit(&m.mesh, &report);
    CHECK(report.landmark_warnings == HONE_AUTORIG_WARN_SIDES);
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        CHECK_NEAR(bone_at(made, names[i])[0], bone_at(made, names[0])[0], 1e-5);
    hone_model_release(made);
    statue_release(&m.mesh);
}

/* Moves all joints between ground and crown down, those in the middle furthest: the hands hang at the hips, or at the
 * knees. */
static void hands_may_hang_low(void **state)
{
    (void)state;
    static const float downs[] = {0.75f, 1};
    static const double limits[] = {0.06, 0.09};
    for (size_t i = 0; i < sizeof downs / sizeof *downs; i++) {
        mannequin m = mannequin_make(&(mannequin_desc){.arms = 66});
        for (uint32_t v = 0; v < m.mesh.vertex_count; v++)
            m.mesh.positions[v][1] -= downs[i] * m.mesh.positions[v][1] * (1 - m.mesh.positions[v][1] / m.height);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
            m.joints[h][1] -= downs[i] * m.joints[h][1] * (1 - m.joints[h][1] / m.height);
        hone_model *made = fit(&m.mesh, NULL);
        int worst = 0;
        double off = worst_of(made, &m, &worst);
        print_message("low hands: worst %s %.1f %%\n", hone_humanoid_bone_name((hone_humanoid_bone)worst), 100 * off);
        CHECK(off < limits[i]);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(bone_at(made, "左手首")[k], m.joints[HONE_HUMANOID_HAND][k], 0.02 * (double)m.height);
        hone_model_release(made);
        statue_release(&m.mesh);
    }
}

/* The thinnest part of the shin is above the boots. */
static void boots_hide_the_ankles(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){0});
    for (int side = 0; side < 2; side++) {
        float x = m.joints[HONE_HUMANOID_FOOT + side][0];
        statue_box(&m.mesh, (const float[3]){x - 0.6f, 0.2f, -0.6f},
                   (const float[3]){x + 0.6f, 0.16f * m.height, 0.7f});
    }
    hone_model *made = fit(&m.mesh, NULL);
    float height = bone_at(made, "左足首")[1] / m.height;
    CHECK(height > 0.05f && height < 0.12f);
    hone_model_release(made);
    statue_release(&m.mesh);
}

static bool chance(test_random *random)
{
    return test_random_u32(random) % 4 == 0;
}

static void others_come_near_too(void **state)
{
    (void)state;
    test_random random = {11};
    double most[2] = {0};
    for (int i = 0; i < TEST_REPEATS(24, 4); i++) {
        mannequin_desc desc = {.arms = test_random_float(&random, 1, 65),
                               .legs = test_random_float(&random, 0.58f, 0.74f),
                               .head = test_random_float(&random, 0.11f, 0.3f),
                               .breadth = test_random_float(&random, 0.75f, 1.3f),
                               .boxes = chance(&random),
                               .open = chance(&random),
                               .hair = chance(&random),
                               .skirt = chance(&random)};
        mannequin m = mannequin_make(&desc);
        hone_autorig_report report;
        hone_model *made = fit(&m.mesh, &report);
        int worst = 0;
        double off = worst_of(made, &m, &worst);
        CHECK(off < (desc.skirt ? 0.1 : 0.05)); /* the hips are hidden and estimated, as the report states */
        CHECK(((report.landmark_warnings & HONE_AUTORIG_WARN_HIPS) != 0) == desc.skirt);
        most[desc.skirt] = fmax(most[desc.skirt], off);
        hone_model_release(made);
        statue_release(&m.mesh);
    }
    print_message("24 others: worst bone %.1f %% of the height, in skirts %.1f %%\n", 100 * most[0], 100 * most[1]);
}

static float weight_of_head(const hone_model *model, uint32_t vertex)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    int32_t head = hone_model_find_bone(model, "頭");
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        sum += mesh->influences[i].slot == head ? mesh->influences[i].weight : 0;
    return sum;
}

/* The tails end beside the elbows, and beside the hands of hanging arms. */
static void hair_hangs_on_the_head_and_arms_do_not(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){.hair = true, .arms = 60});
    hone_model *made = fit(&m.mesh, NULL);
    const hone_mesh *mesh = hone_model_mesh(made);
    mannequin bald = mannequin_make(&(mannequin_desc){.arms = 60}); /* their vertices come first */
    uint32_t tails = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float of_head = weight_of_head(made, v);
        bool is_tail = v >= bald.mesh.vertex_count;
        bool is_arm =
            !is_tail && fabsf(mesh->positions[v][0]) > 2 && mesh->positions[v][1] < m.joints[HONE_HUMANOID_NECK][1];
        CHECK(!is_tail || of_head > 0.99f);
        CHECK(!is_arm || of_head < 0.01f);
        tails += is_tail;
    }
    CHECK(tails > 100);
    hone_model_release(made);
    statue_release(&bald.mesh);
    statue_release(&m.mesh);
}

/* A triangle of hair, the first one of the mesh: two of its corners are in the head, the third one is far behind. */
static void a_lock_goes_with_the_head_as_a_whole(void **state)
{
    (void)state;
    static const float lock[3][3] = {{0, 19, 0.5f}, {0.1f, 19, 0.5f}, {0, 14.5f, 4}};
    mannequin m = mannequin_make(&(mannequin_desc){0});
    statue s = {0};
    for (int i = 0; i < 3; i++) statue_vertex(&s, lock[i]);
    statue_triangle(&s, 0, 1, 2);
    for (uint32_t v = 0; v < m.mesh.vertex_count; v++) statue_vertex(&s, m.mesh.positions[v]);
    for (uint32_t i = 0; i + 2 < m.mesh.index_count; i += 3)
        statue_triangle(&s, m.mesh.indices[i] + 3, m.mesh.indices[i + 1] + 3, m.mesh.indices[i + 2] + 3);
    hone_model *made = fit(&s, NULL);
    for (uint32_t v = 0; v < 3; v++) CHECK(weight_of_head(made, v) > 0.99f);
    hone_model_release(made);
    statue_release(&s);
    statue_release(&m.mesh);
}

/* Most vertices belong to the head, and everything is connected. The rest is still found as the body. */
static void a_fine_head_does_not_take_the_body(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){.cubes = true, .head = 0.2f});
    uint32_t body = 0, of_head = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0, end = m.mesh.index_count; i < end; i += 3) {
            uint32_t c[3] = {m.mesh.indices[i], m.mesh.indices[i + 1], m.mesh.indices[i + 2]};
            float middle[3];
            for (int k = 0; k < 3; k++)
                middle[k] = (m.mesh.positions[c[0]][k] + m.mesh.positions[c[1]][k] + m.mesh.positions[c[2]][k]) / 3;
            if (middle[1] < m.joints[HONE_HUMANOID_HEAD][1])
                continue;
            uint32_t v = statue_vertex(&m.mesh, middle);
            m.mesh.indices[i + 2] = v;
            statue_triangle(&m.mesh, c[1], c[2], v);
            statue_triangle(&m.mesh, c[2], c[0], v);
        }
    hone_model *made = fit(&m.mesh, NULL);
    const hone_mesh *mesh = hone_model_mesh(made);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        of_head += mesh->positions[v][1] > m.joints[HONE_HUMANOID_HEAD][1];
        if (mesh->positions[v][1] > m.joints[HONE_HUMANOID_UPPER_ARM][1] - 1)
            continue;
        body++;
        CHECK(weight_of_head(made, v) < 0.01f);
    }
    CHECK(of_head > body && body > 1000);
    hone_model_release(made);
    statue_release(&m.mesh);
}

/* ---- other poses ----------------------------------------------------------------------------------------------- */

/* The model with a morph that moves three of its vertices along x. `bare` has to live as long. */
static hone_model *morphed_model(const hone_model *bare)
{
    enum { COUNT = 3 };
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_morph *morph = hone_builder_array(b, 1, sizeof *morph);
    hone_morph_vertex *offsets = hone_builder_array(b, COUNT, sizeof *offsets);
    for (uint32_t i = 0; i < COUNT; i++) offsets[i] = (hone_morph_vertex){.vertex = i, .offset = {1, 0, 0}};
    *morph = (hone_morph){.name = "x", .kind = HONE_MORPH_VERTEX, .count = COUNT, .u.vertices = offsets};
    hone_model_data data = *hone_model_get(bare);
    data.morph_count = 1, data.morphs = morph;
    return test_model_create(b, &data);
}

static void the_mesh_is_turned_to_look_ahead(void **state)
{
    (void)state;
    static const float along[4][3] = {{1, 0, 0}, {0, 0, -1}, {-1, 0, 0}, {0, 0, 1}}; /* by the quarters of turning */
    mannequin m = mannequin_make(&(mannequin_desc){0});
    for (int turned = 1; turned < 4; turned++) {
        statue mesh = {0};
        hone_autorig_report report;
        for (uint32_t v = 0; v < m.mesh.vertex_count; v++) statue_vertex(&mesh, m.mesh.positions[v]);
        for (uint32_t i = 0; i + 2 < m.mesh.index_count; i += 3)
            statue_triangle(&mesh, m.mesh.indices[i], m.mesh.indices[i + 1], m.mesh.indices[i + 2]);
        statue_move(&mesh, turned, 1, (const float[3]){0, 0, 0});
        hone_model *bare = statue_model(&mesh), *model = morphed_model(bare);
        hone_model *made = hone_model_autorig(model, &(hone_autorig_desc){0}, &report, NULL);
        int worst = 0;
        CHECK(made && hone_model_get(made)->morphs[0].count == 3);
        for (uint32_t i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                CHECK(hone_model_get(made)->morphs[0].u.vertices[i].offset[k] == along[report.quarters][k]);
        CHECK(report.quarters == 4 - turned && report.landmark_warnings == 0);
        CHECK(worst_of(made, &m, &worst) < 0.05);
        for (uint32_t v = 0; v < m.mesh.vertex_count; v++)
            for (int i = 0; i < 3; i++)
                CHECK_NEAR(hone_model_mesh(made)->positions[v][i], m.mesh.positions[v][i], 1e-5);
        hone_model_release(made), hone_model_release(model), hone_model_release(bare);
        statue_release(&mesh);
    }
    statue_release(&m.mesh);
}

/* Bars go through the chest of a figure that looks along x. They are shorter than its arms. */
static void arms_are_along_the_longer_axis(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){.arms = -1});
    const float y = m.joints[HONE_HUMANOID_CHEST][1];
    for (int side = 0; side < 2; side++)
        statue_limb(&m.mesh, (const float[3]){0, y, 0}, (const float[3]){0, y, side ? -5.0f : 5.0f}, 0.4f, 0.3f, false,
                    false);
    statue_move(&m.mesh, 1, 1, (const float[3]){0, 0, 0});
    hone_autorig_report report;
    hone_model *made = fit(&m.mesh, &report);
    int worst = 0;
    CHECK(report.quarters == 3);
    CHECK(worst_of(made, &m, &worst) < 0.05);
    hone_model_release(made);
    statue_release(&m.mesh);
}

/* The angle in degrees between the same limb of both models. */
static double angle_between(const hone_model *a, const hone_model *b, const char *from, const char *to)
{
    double dot = 0, square[2] = {0};
    for (int i = 0; i < 3; i++) {
        double u = (double)bone_at(a, to)[i] - (double)bone_at(a, from)[i];
        double v = (double)bone_at(b, to)[i] - (double)bone_at(b, from)[i];
        dot += u * v, square[0] += u * u, square[1] += v * v;
    }
    return acos(fmin(dot / sqrt(square[0] * square[1]), 1)) * 57.29578;
}

static void arms_are_bent_to_where_mmd_has_them(void **state)
{
    (void)state;
    hone_error error = {0};
    mannequin m = mannequin_make(&(mannequin_desc){.arms = -1});
    hone_model *model = statue_model(&m.mesh), *pattern = hone_mmd_default_skeleton(NULL, NULL, &error);
    hone_model *made = hone_model_autorig(model, &(hone_autorig_desc){.bend_to_a_pose = true}, NULL, &error);
    hone_model *kept = fit(&m.mesh, NULL);
    CHECK(made && pattern);
    static const char *const limbs[][2] = {
        {"左腕", "左ひじ"}, {"右腕", "右ひじ"}, {"左ひじ", "左手首"}, {"右ひじ", "右手首"}};
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        CHECK(angle_between(made, pattern, limbs[i][0], limbs[i][1]) < 0.1);
        CHECK(angle_between(kept, pattern, limbs[i][0], limbs[i][1]) > 30);
    }
    float low = INFINITY, out = 0; /* the mesh moves along: the hands are where the bones are, and not wider */
    for (uint32_t v = 0; v < m.mesh.vertex_count; v++) {
        const float *p = hone_model_mesh(made)->positions[v];
        CHECK_NEAR(hone_model_mesh(kept)->positions[v][1], m.mesh.positions[v][1], 1e-5);
        if (fabsf(p[0]) > 4)
            low = fminf(low, p[1]);
        out = fmaxf(out, p[0]);
    }
    CHECK_NEAR(out, bone_at(made, "左中指３")[0], 1);
    CHECK_NEAR(low, bone_at(made, "左中指３")[1], 1);
    hone_model_release(kept);
    hone_model_release(made);
    hone_model_release(pattern);
    hone_model_release(model);
    statue_release(&m.mesh);
}

/* A vertex of the hand that goes up beside a horizontal arm goes away from the arm that is bent, too. */
static void morphs_are_bent_with_the_arms(void **state)
{
    (void)state;
    hone_error error = {0};
    mannequin m = mannequin_make(&(mannequin_desc){.arms = -1});
    hone_model *bare = statue_model(&m.mesh);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_morph *morph = hone_builder_array(b, 1, sizeof *morph);
    hone_morph_vertex *up = hone_builder_array(b, 2, sizeof *up);
    *up = (hone_morph_vertex){.offset = {0, 1, 0}};
    for (uint32_t v = 0; v < m.mesh.vertex_count; v++)
        up->vertex = m.mesh.positions[v][0] > m.mesh.positions[up->vertex][0] ? v : up->vertex;
    up[1] = (hone_morph_vertex){up[0].vertex ? up[0].vertex - 1 : 1, {0, 0.5f, 0}};
    *morph = (hone_morph){.name = "up", .kind = HONE_MORPH_VERTEX, .count = 2, .u.vertices = up};
    hone_model_data data = *hone_model_get(bare);
    data.morph_count = 1, data.morphs = morph;
    float(*normals)[3] = hone_builder_array(b, data.mesh.vertex_count, sizeof *normals);
    for (uint32_t v = 0; v < data.mesh.vertex_count; v++) normals[v][v % 3] = 1;
    data.mesh.normals = (const float(*)[3])normals;
    hone_model *model = test_model_create(b, &data);
    hone_model *made = hone_model_autorig(model, &(hone_autorig_desc){.bend_to_a_pose = true}, NULL, &error);
    CHECK(made && hone_model_get(made)->morph_count == 1);
    const float *offset = hone_model_get(made)->morphs[0].u.vertices[0].offset;
    float along[3];
    hone_vec3_subtract(bone_at(made, "左手首"), bone_at(made, "左ひじ"), along);
    CHECK(hone_vec3_normalise(along, along));
    CHECK_NEAR(hone_vec3_length(offset), 1, 1e-3);
    CHECK_NEAR(hone_vec3_dot(offset, along), 0, 0.05);
    CHECK(offset[0] > 0.4f && offset[1] > 0.4f);
    const float *second = hone_model_get(made)->morphs[0].u.vertices[1].offset;
    CHECK(second[0] > 0.2f && second[1] > 0.2f);
    for (uint32_t v = 0; v < m.mesh.vertex_count; v++)
        CHECK_NEAR(hone_vec3_length(hone_model_mesh(made)->normals[v]), 1, 1e-5);
    hone_model_release(made), hone_model_release(model), hone_model_release(bare);
    statue_release(&m.mesh);
}

/* A pony tail that goes into the back connects the head with the trunk below the neck. */
static void hair_may_lie_on_the_back(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){0});
    uint32_t bald = m.mesh.vertex_count;
    const float *neck = m.joints[HONE_HUMANOID_NECK], *chest = m.joints[HONE_HUMANOID_CHEST];
    for (int i = 0; i < 8; i++) {
        float low = chest[1] + (neck[1] + 2 - chest[1]) * (float)i / 8, high = low + (neck[1] + 2 - chest[1]) / 8;
        statue_box(&m.mesh, (const float[3]){-0.4f, low, 0.75f}, (const float[3]){0.4f, high, 2.2f});
    }
    hone_model *made = fit(&m.mesh, NULL);
    const hone_mesh *mesh = hone_model_mesh(made);
    for (uint32_t v = 0; v < bald; v++) {
        CHECK(mesh->positions[v][1] > m.joints[HONE_HUMANOID_UPPER_ARM][1] - 1 || weight_of_head(made, v) < 0.01f);
    }
    hone_model_release(made);
    statue_release(&m.mesh);
}

static void size_and_place_do_not_matter(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){.arms = 20});
    const float scale = 0.013f, move[3] = {7, -3, 11};
    int worst = 0;
    statue_move(&m.mesh, 0, scale, move);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        for (int i = 0; i < 3; i++) m.joints[h][i] = scale * m.joints[h][i] + move[i];
    m.height *= scale;
    hone_autorig_report report;
    hone_model *made = fit(&m.mesh, &report);
    CHECK(worst_of(made, &m, &worst) < 0.05);
    CHECK(report.landmark_warnings == 0);
    hone_model_release(made);
    statue_release(&m.mesh);
}

static void inside_out_is_the_same(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){.open = true});
    hone_model *made[2];
    for (int flipped = 0; flipped < 2; flipped++) {
        for (uint32_t i = 0; flipped && i + 2 < m.mesh.index_count; i += 3) {
            uint32_t swap = m.mesh.indices[i];
            m.mesh.indices[i] = m.mesh.indices[i + 1], m.mesh.indices[i + 1] = swap;
        }
        made[flipped] = fit(&m.mesh, NULL);
    }
    for (uint32_t b = 0; b < hone_model_skeleton(made[0])->bone_count; b++)
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(hone_model_skeleton(made[0])->bones[b].position[i],
                       hone_model_skeleton(made[1])->bones[b].position[i], 1e-6);
    hone_model_release(made[0]);
    hone_model_release(made[1]);
    statue_release(&m.mesh);
}

/* ---- shapes that are not human --------------------------------------------------------------------------------- */

static void what_is_no_humanoid_is_refused(void **state)
{
    (void)state;
    statue s = {0};
    statue_box(&s, (const float[3]){-5, 0, -5}, (const float[3]){5, 10, 5});
    check_refuses(&s, "no two feet");
    for (int leg = 0; leg < 4; leg++) { /* a table */
        float x = leg % 2 ? 4.0f : -4.0f, z = leg / 2 ? 4.0f : -4.0f;
        statue_box(&s, (const float[3]){x - 0.5f, -8, z - 0.5f}, (const float[3]){x + 0.5f, 0.5f, z + 0.5f});
    }
    check_refuses(&s, "4 feet");
    statue_release(&s);
    statue_limb(&s, (const float[3]){0, 3, 0}, (const float[3]){0, 17, 0}, 3, 3, false, false);
    check_refuses(&s, "no two feet");
    statue_release(&s);
    for (int leg = 0; leg < 2; leg++) { /* a post on two legs */
        float x = leg ? 1.0f : -1.0f;
        statue_limb(&s, (const float[3]){x, 0.5f, 0}, (const float[3]){x, 10, 0}, 0.5f, 0.5f, false, false);
    }
    statue_limb(&s, (const float[3]){0, 10, 0}, (const float[3]){0, 18, 0}, 2, 2, false, false);
    check_refuses(&s, "no arms");
    statue_release(&s);
    const float corners[4][3] = {{-1, 0, 0}, {1, 0, 0}, {1, 4, 0}, {-1, 4, 0}};
    for (int i = 0; i < 4; i++) statue_vertex(&s, corners[i]);
    statue_triangle(&s, 0, 1, 2), statue_triangle(&s, 0, 2, 3);
    check_refuses(&s, "all of them are in one plane");
    s.positions[2][2] = 0.5f;
    check_refuses(&s, "enclose nothing");
    s.index_count = 0;
    check_refuses(&s, "no triangle");
    statue_release(&s);
}

/* Any triangles give a skeleton or an error, in a short time. */
static void no_mesh_is_too_odd(void **state)
{
    (void)state;
    test_random random = {5};
    for (int i = 0; i < TEST_REPEATS(12, 3); i++) {
        statue s = {0};
        uint32_t count = 3 * (1 + test_random_u32(&random) % 400);
        float size = i % 3 == 0 ? 10.0f : 0.7f;
        for (uint32_t v = 0; v < count; v += 3) {
            float p[3], middle[3];
            for (int k = 0; k < 3; k++) middle[k] = test_random_float(&random, -10, 10);
            for (int c = 0; c < 3; c++) {
                for (int k = 0; k < 3; k++) p[k] = middle[k] + test_random_float(&random, -size, size);
                statue_vertex(&s, p);
            }
            statue_triangle(&s, v, v + 1, v + 2);
        }
        hone_error error = {0};
        hone_model *model = statue_model(&s), *made = hone_model_autorig(model, &(hone_autorig_desc){0}, NULL, &error);
        CHECK(made || error.code == HONE_ERROR_ARGUMENT);
        hone_model_release(made);
        hone_model_release(model);
        statue_release(&s);
    }
}

static void triangles_that_fill_it_many_times_are_refused(void **state)
{
    (void)state;
    statue s = {0};
    statue_box(&s, (const float[3]){-5, 0, -5}, (const float[3]){5, 10, 5});
    for (int i = 0; i < 20000; i++) statue_triangle(&s, 0, 3, 5 + (uint32_t)i % 3);
    check_refuses(&s, "too many triangles overlap");
    statue_release(&s);
}

static void one_who_lies_down_is_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    mannequin m = mannequin_make(&(mannequin_desc){0});
    for (uint32_t v = 0; v < m.mesh.vertex_count; v++) {
        float y = m.mesh.positions[v][1];
        m.mesh.positions[v][1] = m.mesh.positions[v][2], m.mesh.positions[v][2] = -y;
    }
    hone_model *model = statue_model(&m.mesh);
    CHECK(!hone_model_autorig(model, &(hone_autorig_desc){0}, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "upright"));
    hone_model_release(model);
    statue_release(&m.mesh);
}

/* Whether a figure gets a rig with an allocator that refuses call number n, and all later ones if not `only_once`. */
static bool rig_with_little(const hone_model *figure, uint64_t n, bool only_once)
{
    hone_error error = {0};
    test_allocator a;
    test_allocator_make(&a, n);
    a.only_once = only_once;
    const hone_autorig_desc desc = {.bend_to_a_pose = true, .allocator = &a.allocator};
    hone_model *made = hone_model_autorig(figure, &desc, NULL, &error);
    CHECK(made || error.code == HONE_ERROR_MEMORY);
    CHECK(a.peak_size < 64 << 20); /* memory of the voxel grid, independent of the file */
    bool is_made = made != NULL;
    hone_model_release(made);
    CHECK(a.live == 0);
    return is_made;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    mannequin m = mannequin_make(&(mannequin_desc){0});
    hone_model *model = statue_model(&m.mesh);
    uint64_t n = 0;
    const uint64_t step = TEST_REPEATS(1, 10);
    while (!rig_with_little(model, n, false)) n += step;
    unsigned tolerated = 0; /* the map of humanoid bones, which is found again where it cannot be kept */
    for (uint64_t once = 0; once + step <= n; once += step) tolerated += rig_with_little(model, once, true);
    CHECK(tolerated <= 1);
    hone_model_release(model);
    statue_release(&m.mesh);
}

TEST_GROUP(test_autorig_mannequin)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arms_may_hang_or_be_held_out),
        cmocka_unit_test(builds_may_differ),
        cmocka_unit_test(meshes_may_be_open_or_of_many_pieces),
        cmocka_unit_test(skirts_and_hair_are_no_limbs),
        cmocka_unit_test(others_come_near_too),
        cmocka_unit_test(hair_hangs_on_the_head_and_arms_do_not),
        cmocka_unit_test(a_lock_goes_with_the_head_as_a_whole),
        cmocka_unit_test(a_fine_head_does_not_take_the_body),
        cmocka_unit_test(arms_are_bent_to_where_mmd_has_them),
        cmocka_unit_test(the_mesh_is_turned_to_look_ahead),
        cmocka_unit_test(arms_are_along_the_longer_axis),
        cmocka_unit_test(morphs_are_bent_with_the_arms),
        cmocka_unit_test(hair_may_lie_on_the_back),
        cmocka_unit_test(hands_may_hang_low),
        cmocka_unit_test(a_figure_may_stand_on_a_plate),
        cmocka_unit_test(a_belt_under_the_arms_does_not_move_the_hips),
        cmocka_unit_test(what_is_in_the_middle_is_in_one_plane),
        cmocka_unit_test(boots_hide_the_ankles),
        cmocka_unit_test(size_and_place_do_not_matter),
        cmocka_unit_test(inside_out_is_the_same),
        cmocka_unit_test(what_is_no_humanoid_is_refused),
        cmocka_unit_test(no_mesh_is_too_odd),
        cmocka_unit_test(triangles_that_fill_it_many_times_are_refused),
        cmocka_unit_test(one_who_lies_down_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
