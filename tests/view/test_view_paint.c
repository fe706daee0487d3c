/* Weight painting without a window: one vertex, the table, the brush, mirroring, undo, and the files that are saved. */
#include "support/make/quads.h"
#include "support/support.h"
#include "view/paint/brush.h"
#include "view/paint/symmetry.h"
#include <hone/format.h>
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

/* Two square sheets of SIDE x SIDE vertices, 1 apart, symmetric at x = 0; the second one 5 behind the first. One
 * triangle connects a corner of both. The first row of each is there twice, as at a seam: its copies are used by no
 * triangle but the row's own. */
enum { SIDE = 9, SHEET = SIDE * SIDE, COPIES = SIDE, VERTICES = 2 * SHEET + COPIES };
enum { HALF = 6 * (SIDE - 1) * (SIDE - 1) }; /* indices of one sheet */
enum { CENTRE, LEFT, RIGHT, TOP, BOTTOM, BONES };

static const char *const names[BONES] = {"センター", "左腕", "右腕", "上半身", "下半身"};

static uint32_t vertex_at(int sheet, int column, int row)
{
    return (uint32_t)(sheet * SHEET + row * SIDE + column);
}

static void make_positions(float (*out)[3])
{
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < SIDE; r++)
            for (int c = 0; c < SIDE; c++) {
                float *p = out[vertex_at(s, c, r)];
                p[0] = (float)(c - SIDE / 2), p[1] = (float)r, p[2] = 5 * (float)s;
            }
    for (int c = 0; c < COPIES; c++) memcpy(out[2 * SHEET + c], out[vertex_at(0, c, 0)], sizeof *out);
}

static uint32_t make_triangles(uint32_t *out)
{
    uint32_t count = 0;
    for (int s = 0; s < 2; s++)
        for (int r = 0; r + 1 < SIDE; r++)
            for (int c = 0; c + 1 < SIDE; c++) {
                const uint32_t quad[] = {vertex_at(s, c, r), vertex_at(s, c + 1, r), vertex_at(s, c, r + 1),
                                         vertex_at(s, c + 1, r + 1)};
                const int corners[] = {0, 1, 2, 1, 3, 2};
                for (int k = 0; k < 6; k++) out[count++] = quad[corners[k]];
            }
    const uint32_t bridge[] = {vertex_at(0, 0, SIDE - 1), vertex_at(1, 0, SIDE - 1), vertex_at(1, 1, SIDE - 1)};
    for (int k = 0; k < 3; k++) out[count++] = bridge[k];
    return count;
}

/* All vertices have bone 0 alone, except for an SDEF one, a QDEF one and a BDEF4 one whose weights add up to 0.5. */
enum { SDEF = 20, QDEF = 21, ODD = 22 };

static void make_weights(hone_builder *b, hone_mesh *mesh)
{
    uint8_t *deforms = hone_builder_array(b, VERTICES, 1);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, sizeof *begin), used = 0;
    hone_influence *all = hone_builder_array(b, VERTICES * 4, sizeof *all);
    hone_sdef *sdef = hone_builder_array(b, 1, sizeof *sdef);
    *sdef = (hone_sdef){SDEF, {1, 2, 0}, {0, 2, 0}, {2, 2, 0}};
    for (uint32_t v = 0; v < VERTICES; v++) {
        begin[v] = used;
        deforms[v] = v == SDEF ? HONE_DEFORM_SDEF : v == QDEF ? HONE_DEFORM_QDEF : v == ODD ? HONE_DEFORM_BDEF4 : 0;
        if (v == SDEF) {
            all[used++] = (hone_influence){TOP, 0.75f}, all[used++] = (hone_influence){CENTRE, 0.25f};
        } else if (v == QDEF || v == ODD) {
            for (int i = 0; i < 4; i++) all[used++] = (hone_influence){i, v == QDEF ? 0.25f : 0.125f};
        } else {
            all[used++] = (hone_influence){CENTRE, 1};
        }
    }
    begin[VERTICES] = used;
    mesh->deforms = deforms, mesh->influence_begin = begin, mesh->influences = all, mesh->influence_count = used;
    mesh->sdefs = sdef, mesh->sdef_count = 1;
}

static hone_model *make_sheets(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    float(*positions)[3] = hone_builder_array(b, VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, VERTICES, sizeof *uvs);
    float *edges = hone_builder_array(b, VERTICES, sizeof *edges);
    uint32_t *indices = hone_builder_array(b, 2 * 6 * SHEET, sizeof *indices);
    hone_material *material = hone_builder_array(b, 2, sizeof *material);
    hone_model_data data = {.space = HONE_SPACE_MMD, .name = "sheets"};
    for (int i = 0; i < BONES; i++)
        bones[i] = (hone_bone){.name = names[i],
                               .parent = i ? CENTRE : HONE_NONE,
                               .flags = HONE_BONE_ROTATABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    make_positions(positions);
    for (uint32_t v = 0; v < VERTICES; v++) normals[v][2] = -1;
    data.skeleton.bones = bones, data.skeleton.bone_count = BONES;
    data.mesh.vertex_count = VERTICES;
    data.mesh.positions = (const float(*)[3])positions, data.mesh.normals = (const float(*)[3])normals;
    data.mesh.uvs = (const float(*)[2])uvs, data.mesh.edge_scales = edges;
    data.mesh.indices = indices, data.mesh.index_count = make_triangles(indices);
    for (int i = 0; i < 2; i++)
        material[i] = (hone_material){.name = "",
                                      .diffuse = {1, 1, 1, 1},
                                      .texture = HONE_NONE,
                                      .sphere_texture = HONE_NONE,
                                      .toon = HONE_NONE,
                                      .index_count = i ? data.mesh.index_count - HALF : HALF};
    data.materials = material, data.material_count = 2;
    make_weights(b, &data.mesh);
    return test_model_create(b, &data);
}

typedef struct fixture {
    hone_model *model;
    edit *edit;
    history *history;
    painter *painter;
    weight_table *table;
} fixture;

static fixture make(void)
{
    fixture f = {.model = make_sheets()};
    f.edit = edit_create(f.model, NULL);
    f.history = history_create(64 << 20, NULL);
    f.painter = painter_create(f.model, NULL);
    CHECK(f.edit && f.history && f.painter && edit_begin_weights(f.edit, NULL));
    f.table = edit_weights(f.edit);
    return f;
}

static void drop(fixture *f)
{
    painter_destroy(f->painter);
    history_destroy(f->history);
    edit_destroy(f->edit);
    hone_model_release(f->model);
}

static brush_touch touch_at(const fixture *f, uint32_t vertex)
{
    const hone_mesh *mesh = hone_model_mesh(f->model);
    brush_touch touch = {.direction = {0, 0, 1}, .vertex = vertex, .skinned = mesh->positions};
    memcpy(touch.point, mesh->positions[vertex], sizeof touch.point);
    return touch;
}

static void stroke(fixture *f, const brush *b, int32_t bone, uint32_t vertex)
{
    brush_touch touch = touch_at(f, vertex);
    history_begin(f->history, "Paint weights", 0);
    CHECK(painter_touch(f->painter, f->history, f->edit, b, bone, &touch));
    history_end(f->history);
}

static float weight(const fixture *f, uint32_t vertex, int32_t bone)
{
    return weight_table_of_bone(f->table, vertex, bone);
}

static float sum_of(const vertex_weights *w)
{
    float sum = 0;
    for (uint32_t i = 0; i < w->count; i++) sum += w->weights[i];
    return sum;
}

static void check_sums(const fixture *f)
{
    for (uint32_t v = 0; v < VERTICES; v++) {
        vertex_weights w = weight_table_painted(f->table, v);
        if (w.count)
            CHECK_NEAR(sum_of(&w), 1, 1e-5);
    }
}

/* ---- one vertex ------------------------------------------------------------------------------------------------- */

static vertex_weights weights_of(int32_t a, float x, int32_t b, float y, int32_t c, float z)
{
    vertex_weights w = {0};
    const int32_t slots[] = {a, b, c};
    const float values[] = {x, y, z};
    for (int i = 0; i < 3; i++)
        if (values[i] != 0)
            vertex_weights_include(&w, slots[i], values[i]);
    return w;
}

static void check_weights(const vertex_weights *w, vertex_weights want)
{
    CHECK_NEAR(w->count, want.count, 0);
    for (uint32_t i = 0; i < want.count; i++) CHECK_NEAR(vertex_weights_of(w, want.slots[i]), want.weights[i], 1e-6);
}

static const vertex_weights_rules four = {NULL, 4};

static void adding_shrinks_the_others_in_proportion(void **state)
{
    (void)state;
    vertex_weights w = weights_of(0, 0.6f, 1, 0.2f, 2, 0.2f);
    vertex_weights_add(&w, 2, 0.2f, &four);
    check_weights(&w, weights_of(0, 0.45f, 1, 0.15f, 2, 0.4f));
    vertex_weights_add(&w, 5, 9, &four);
    check_weights(&w, weights_of(5, 1, 0, 0, 0, 0));
    vertex_weights_add(&w, 5, 0.5f, &four);
    check_weights(&w, weights_of(5, 1, 0, 0, 0, 0));
}

static void subtracting_lets_the_others_grow(void **state)
{
    (void)state;
    vertex_weights w = weights_of(0, 0.6f, 1, 0.2f, 2, 0.2f);
    vertex_weights_subtract(&w, 0, 0.2f, HONE_NONE, &four);
    check_weights(&w, weights_of(0, 0.4f, 1, 0.3f, 2, 0.3f));
    vertex_weights_subtract(&w, 0, 2, HONE_NONE, &four);
    check_weights(&w, weights_of(1, 0.5f, 2, 0.5f, 0, 0));
    vertex_weights_subtract(&w, 7, 2, 3, &four); /* it has none */
    check_weights(&w, weights_of(1, 0.5f, 2, 0.5f, 0, 0));
}

static void a_bone_alone_gives_what_it_loses_to_its_heir(void **state)
{
    (void)state;
    vertex_weights w = weights_of(4, 1, 0, 0, 0, 0);
    vertex_weights_subtract(&w, 4, 0.25f, HONE_NONE, &four);
    check_weights(&w, weights_of(4, 1, 0, 0, 0, 0));
    vertex_weights_subtract(&w, 4, 0.25f, 3, &four);
    check_weights(&w, weights_of(4, 0.75f, 3, 0.25f, 0, 0));
}

static void locked_weights_stay(void **state)
{
    (void)state;
    const bool locked[] = {true, false, false, false};
    const vertex_weights_rules rules = {locked, 4};
    vertex_weights w = weights_of(0, 0.5f, 1, 0.25f, 2, 0.25f);
    vertex_weights_add(&w, 1, 0.15f, &rules);
    check_weights(&w, weights_of(0, 0.5f, 1, 0.4f, 2, 0.1f));
    vertex_weights_add(&w, 1, 5, &rules);
    check_weights(&w, weights_of(0, 0.5f, 1, 0.5f, 0, 0));
    vertex_weights_add(&w, 0, 0.1f, &rules);
    vertex_weights_subtract(&w, 0, 0.1f, 3, &rules);
    vertex_weights_subtract(&w, 1, 0.1f, 0, &rules); /* the heir is locked, and there is no other */
    check_weights(&w, weights_of(0, 0.5f, 1, 0.5f, 0, 0));
    vertex_weights_blend(&w, &(hone_influence){3, 1}, 1, 1, &rules);
    check_weights(&w, weights_of(0, 0.5f, 3, 0.5f, 0, 0));
}

static void the_weakest_are_dropped(void **state)
{
    (void)state;
    const hone_influence to[] = {{0, 0.1f}, {1, 0.3f}, {2, 0.2f}, {3, 0.15f}, {4, 0.25f}};
    vertex_weights w = weights_of(9, 1, 0, 0, 0, 0);
    vertex_weights_blend(&w, to, 5, 1, &four);
    assert_int_equal(w.count, 4);
    CHECK_NEAR(vertex_weights_of(&w, 0), 0, 0);
    CHECK_NEAR(vertex_weights_of(&w, 1), 0.3 / 0.9, 1e-6);
    CHECK_NEAR(sum_of(&w), 1, 1e-6);
}

/* Any order of changes keeps sums, limits and locks. */
static void weights_always_add_up_to_one(void **state)
{
    (void)state;
    test_random random = {6};
    bool locked[12] = {false};
    const vertex_weights_rules rules = {locked, 4};
    for (int i = 0; i < 200; i++) {
        vertex_weights w = weights_of(0, 0.5f, 1, 0.3f, 2, 0.2f);
        memset(locked, 0, sizeof locked);
        locked[i % 3] = i % 2;
        float kept = w.weights[i % 3];
        for (int k = 0; k < 40; k++) {
            int32_t slot = (int32_t)(test_random_u32(&random) % 12);
            const hone_influence to[] = {{slot, 0.5f}, {(slot + 5) % 12, 0.5f}};
            float amount = test_random_float(&random, 0, 1);
            if (k % 3 == 0)
                vertex_weights_add(&w, slot, amount, &rules);
            else if (k % 3 == 1)
                vertex_weights_subtract(&w, slot, amount, (slot + 1) % 12, &rules);
            else
                vertex_weights_blend(&w, to, 2, amount, &rules);
            CHECK_NEAR(sum_of(&w), 1, 1e-5);
            CHECK(w.count <= 4);
            for (uint32_t j = 0; j < w.count; j++) CHECK(w.weights[j] >= 0);
            if (locked[i % 3])
                CHECK_NEAR(vertex_weights_of(&w, i % 3), kept, 1e-6);
        }
    }
}

/* ---- the brush -------------------------------------------------------------------------------------------------- */

static void the_surface_is_reached_as_far_as_the_radius(void **state)
{
    (void)state;
    fixture f = make();
    float shares[VERTICES];
    const brush b = {BRUSH_ADD, 1, 3, false, false};
    brush_touch touch = touch_at(&f, vertex_at(0, 4, 4));
    CHECK(painter_reach(f.painter, &b, &touch, shares));
    CHECK_NEAR(shares[vertex_at(0, 4, 4)], 1, 1e-6);
    CHECK_NEAR(shares[vertex_at(0, 5, 4)], 64.0 / 81, 1e-6); /* (1 - 1/9)^2 */
    CHECK_NEAR(shares[vertex_at(0, 7, 4)], 0, 0);
    CHECK_NEAR(shares[vertex_at(0, 4, 6)], 25.0 / 81, 1e-6);
    for (int c = 0; c < SIDE; c++) CHECK_NEAR(shares[vertex_at(1, c, 4)], 0, 0); /* the other sheet */
    drop(&f);
}

static void the_far_sheet_is_reached_through_the_near_one_only(void **state)
{
    (void)state;
    fixture f = make();
    float shares[VERTICES];
    const bool hidden[] = {false, true};
    brush b = {BRUSH_ADD, 1, 6, false, false};
    brush_touch touch = touch_at(&f, vertex_at(0, 8, 0));
    CHECK(painter_reach(f.painter, &b, &touch, shares));
    CHECK_NEAR(shares[vertex_at(1, 8, 0)], 0, 0); /* near enough, but connected only by a way beyond the radius */
    b.radius = 20;
    CHECK(painter_reach(f.painter, &b, &touch, shares));
    CHECK(shares[vertex_at(1, 8, 0)] > 0.8f);
    touch = touch_at(&f, vertex_at(0, 4, 4));
    b.through = true, b.radius = 3;
    CHECK(painter_reach(f.painter, &b, &touch, shares));
    CHECK_NEAR(shares[vertex_at(1, 4, 4)], 1, 1e-6);
    CHECK_NEAR(shares[vertex_at(1, 5, 4)], 64.0 / 81, 1e-6);
    touch.hidden = hidden;
    CHECK(painter_reach(f.painter, &b, &touch, shares));
    CHECK_NEAR(shares[vertex_at(1, 4, 4)], 0, 0);
    CHECK_NEAR(shares[vertex_at(0, 4, 4)], 1, 1e-6);
    drop(&f);
}

static void the_brush_adds_and_subtracts(void **state)
{
    (void)state;
    fixture f = make();
    const brush add = {BRUSH_ADD, 0.5f, 3, false, false}, subtract = {BRUSH_SUBTRACT, 0.25f, 3, false, false};
    stroke(&f, &add, LEFT, vertex_at(0, 4, 4));
    CHECK_NEAR(weight(&f, vertex_at(0, 4, 4), LEFT), 0.5, 1e-6);
    CHECK_NEAR(weight(&f, vertex_at(0, 4, 4), CENTRE), 0.5, 1e-6);
    CHECK_NEAR(weight(&f, vertex_at(0, 5, 4), LEFT), 0.5 * 64 / 81, 1e-6);
    CHECK_NEAR(weight(&f, vertex_at(0, 8, 4), LEFT), 0, 0);
    stroke(&f, &subtract, LEFT, vertex_at(0, 4, 4));
    CHECK_NEAR(weight(&f, vertex_at(0, 4, 4), LEFT), 0.25, 1e-6);
    stroke(&f, &subtract, CENTRE, vertex_at(0, 8, 8)); /* alone, and without a parent: nothing changes */
    CHECK_NEAR(weight(&f, vertex_at(0, 8, 8), CENTRE), 1, 0);
    assert_int_equal(weight_table_painted(f.table, vertex_at(0, 8, 8)).count, 0);
    check_sums(&f);
    drop(&f);
}

static void the_parent_inherits(void **state)
{
    (void)state;
    fixture f = make();
    const brush add = {BRUSH_ADD, 1, 0.5f, false, false}, subtract = {BRUSH_SUBTRACT, 0.25f, 0.5f, false, false};
    stroke(&f, &add, LEFT, 0);
    CHECK_NEAR(weight(&f, 0, LEFT), 1, 0);
    stroke(&f, &subtract, LEFT, 0);
    CHECK_NEAR(weight(&f, 0, LEFT), 0.75, 1e-6);
    CHECK_NEAR(weight(&f, 0, CENTRE), 0.25, 1e-6);
    painter_lock(f.painter, CENTRE, true);
    assert_int_equal(painter_locked_count(f.painter), 1);
    stroke(&f, &subtract, LEFT, 0); /* no bone may take it */
    CHECK_NEAR(weight(&f, 0, LEFT), 0.75, 1e-6);
    drop(&f);
}

static void smoothing_moves_towards_the_neighbours(void **state)
{
    (void)state;
    fixture f = make();
    const brush add = {BRUSH_ADD, 1, 0.5f, false, false}, smooth = {BRUSH_SMOOTH, 1, 0.5f, false, false};
    const brush half = {BRUSH_SMOOTH, 0.5f, 0.5f, false, false};
    stroke(&f, &add, LEFT, vertex_at(0, 4, 4));
    stroke(&f, &half, LEFT, vertex_at(0, 4, 4)); /* all neighbours have the centre */
    CHECK_NEAR(weight(&f, vertex_at(0, 4, 4), LEFT), 0.5, 1e-6);
    CHECK_NEAR(weight(&f, vertex_at(0, 4, 4), CENTRE), 0.5, 1e-6);
    stroke(&f, &smooth, RIGHT, vertex_at(0, 4, 4)); /* whatever bone is chosen */
    CHECK_NEAR(weight(&f, vertex_at(0, 4, 4), LEFT), 0, 0);
    check_sums(&f);
    drop(&f);
}

static void a_seam_does_not_open(void **state)
{
    (void)state;
    fixture f = make();
    const brush modes[] = {{BRUSH_ADD, 0.4f, 2.5f, false, false}, {BRUSH_SMOOTH, 0.7f, 2.5f, false, true}};
    for (int i = 0; i < 6; i++) stroke(&f, &modes[i % 2], LEFT, vertex_at(0, 3 + i % 3, 0));
    for (int c = 0; c < COPIES; c++) {
        vertex_weights a = weight_table_get(f.table, vertex_at(0, c, 0));
        vertex_weights b = weight_table_get(f.table, (uint32_t)(2 * SHEET + c));
        CHECK(vertex_weights_equal(&a, &b));
    }
    drop(&f);
}

/* ---- mirroring -------------------------------------------------------------------------------------------------- */

static void check_symmetric(const fixture *f)
{
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < SIDE; r++)
            for (int c = 0; c < SIDE; c++) {
                uint32_t one = vertex_at(s, c, r), other = vertex_at(s, SIDE - 1 - c, r);
                if (one == SDEF || other == SDEF || one == QDEF || other == QDEF || one == ODD || other == ODD)
                    continue;
                CHECK_NEAR(weight(f, one, LEFT), weight(f, other, RIGHT), 1e-6);
                CHECK_NEAR(weight(f, one, CENTRE), weight(f, other, CENTRE), 1e-6);
            }
}

static void both_sides_are_painted(void **state)
{
    (void)state;
    fixture f = make();
    brush b = {BRUSH_ADD, 0.6f, 3, false, true};
    stroke(&f, &b, LEFT, vertex_at(0, 7, 6));
    CHECK_NEAR(weight(&f, vertex_at(0, 1, 6), RIGHT), 0.6, 1e-6);
    CHECK_NEAR(weight(&f, vertex_at(0, 1, 6), LEFT), 0, 0);
    check_symmetric(&f);
    stroke(&f, &b, LEFT, vertex_at(0, 5, 6)); /* it reaches over the middle */
    CHECK(weight(&f, vertex_at(0, 4, 6), LEFT) > 0.1f);
    check_symmetric(&f);
    b.mode = BRUSH_SMOOTH;
    stroke(&f, &b, LEFT, vertex_at(0, 3, 6)); /* from the other side */
    check_symmetric(&f);
    b.mode = BRUSH_SUBTRACT;
    stroke(&f, &b, RIGHT, vertex_at(0, 2, 6));
    check_symmetric(&f);
    check_sums(&f);
    drop(&f);
}

static void names_have_another_side(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"左腕", "右腕"},
                                           {"右ひじ", "左ひじ"},
                                           {"LeftArm", "RightArm"},
                                           {"arm_L", "arm_R"},
                                           {"L_arm.002", "R_arm.002"},
                                           {"foot.r", "foot.l"},
                                           {"mixamorig:RightHand", "mixamorig:LeftHand"}};
    static const char *const none[] = {"頭", "Lamp", "collar", "Roll", "", "HL"};
    char out[64];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        CHECK(symmetry_mirror_name(pairs[i][0], out, sizeof out));
        assert_string_equal(out, pairs[i][1]);
        assert_false(symmetry_mirror_name(pairs[i][0], out, strlen(pairs[i][1])));
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(symmetry_mirror_name(none[i], out, sizeof out));
}

/* ---- the table and its model ------------------------------------------------------------------------------------ */

static void check_same_vertex(const hone_mesh *a, const hone_mesh *b, uint32_t v)
{
    uint32_t count = a->influence_begin[v + 1] - a->influence_begin[v];
    assert_int_equal(a->deforms[v], b->deforms[v]);
    assert_int_equal(b->influence_begin[v + 1] - b->influence_begin[v], count);
    assert_memory_equal(a->influences + a->influence_begin[v], b->influences + b->influence_begin[v],
                        count * sizeof *a->influences);
}

static void kinds_follow_the_bones(void **state)
{
    (void)state;
    fixture f = make();
    const hone_mesh *before = hone_model_mesh(f.model);
    const vertex_weights pair = weights_of(CENTRE, 0.5f, TOP, 0.5f, 0, 0),
                         other = weights_of(CENTRE, 0.5f, LEFT, 0.5f, 0, 0);
    const vertex_weights three = weights_of(0, 0.5f, 1, 0.25f, 2, 0.25f), one = weights_of(LEFT, 1, 0, 0, 0, 0);
    const vertex_weights strange = weights_of(0, 0.5f, BOTTOM, 0.5f, 0, 0);
    weight_table_set(f.table, SDEF, &pair);
    weight_table_set(f.table, QDEF, &three);
    weight_table_set(f.table, 1, &one);
    weight_table_set(f.table, 2, &three);
    hone_model *made = weight_table_model(f.table, NULL);
    const hone_mesh *mesh = hone_model_mesh(made);
    assert_int_equal(mesh->deforms[SDEF], HONE_DEFORM_SDEF);                   /* its bones are the same */
    assert_int_equal(mesh->influences[mesh->influence_begin[SDEF]].slot, TOP); /* and in the order of its points */
    CHECK_NEAR(mesh->influences[mesh->influence_begin[SDEF]].weight, 0.5, 1e-6);
    assert_memory_equal(mesh->sdefs, before->sdefs, sizeof *mesh->sdefs);
    assert_int_equal(mesh->deforms[QDEF], HONE_DEFORM_QDEF);
    assert_int_equal(mesh->deforms[1], HONE_DEFORM_BDEF1);
    assert_int_equal(mesh->deforms[2], HONE_DEFORM_BDEF4);
    check_same_vertex(before, mesh, ODD); /* what is not painted stays, also if it does not add up to 1 */
    check_same_vertex(before, mesh, 3);
    hone_model_release(made);
    weight_table_set(f.table, SDEF, &other);
    weight_table_set(f.table, QDEF, &strange);
    made = weight_table_model(f.table, NULL);
    mesh = hone_model_mesh(made);
    assert_int_equal(mesh->deforms[SDEF], HONE_DEFORM_BDEF2);
    assert_int_equal(mesh->deforms[QDEF], HONE_DEFORM_BDEF2);
    assert_int_equal(mesh->sdef_count, 0);
    hone_model_release(made);
    drop(&f);
}

static hone_model *write_and_read(const hone_model *model, bool glb)
{
    hone_bytes bytes = {0};
    hone_error error = {0};
    CHECK(glb ? hone_model_write_gltf(model, NULL, &bytes, NULL, &error)
              : hone_model_write_pmx(model, NULL, &bytes, &error));
    hone_model *read = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!read)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return read;
}

/* The weight of the bone of that name. */
static float weight_by_name(const hone_model *model, uint32_t vertex, const char *name)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        int32_t slot = mesh->influences[i].slot;
        if (slot != HONE_NONE && strcmp(hone_model_skeleton(model)->bones[mesh->slots[slot].bone].name, name) == 0)
            sum += mesh->influences[i].weight;
    }
    return sum;
}

static void painted_weights_are_in_the_files(void **state)
{
    (void)state;
    fixture f = make();
    const brush b = {BRUSH_ADD, 0.6f, 3, false, true};
    stroke(&f, &b, LEFT, vertex_at(0, 6, 5));
    hone_model *made = weight_table_model(f.table, NULL);
    for (int glb = 0; glb < 2; glb++) {
        hone_model *read = write_and_read(made, glb);
        for (uint32_t v = 0; v < VERTICES; v++)
            for (int i = 0; i < BONES && v != ODD; i++)
                CHECK_NEAR(weight_by_name(read, v, names[i]), weight(&f, v, i), 1e-5);
        CHECK(weight_by_name(read, vertex_at(0, 2, 5), "右腕") > 0.5f);
        hone_model_release(read);
    }
    hone_model_release(made);
    drop(&f);
}

static void gltf_bones_paint_with_the_slot_of_the_mesh(void **state)
{
    (void)state;
    fixture f = make();
    hone_model *glb = write_and_read(f.model, true);
    weight_table *t = weight_table_create(glb, NULL);
    int32_t bone = hone_model_find_bone(glb, "左腕"), slot = weight_table_slot(t, 5, bone);
    CHECK(slot != HONE_NONE && hone_model_mesh(glb)->slots[slot].bone == bone);
    assert_int_equal(weight_table_slot(t, 5, 9999), HONE_NONE);
    const vertex_weights own = weights_of(slot, 1, 0, 0, 0, 0);
    weight_table_set(t, 5, &own);
    hone_model *made = weight_table_model(t, NULL);
    CHECK_NEAR(weight_by_name(made, 5, "左腕"), 1, 1e-6);
    assert_int_equal(hone_model_mesh(made)->deforms[5], HONE_DEFORM_LINEAR);
    hone_model_release(made);
    weight_table_destroy(t);
    hone_model_release(glb);
    drop(&f);
}

/* ---- undo ------------------------------------------------------------------------------------------------------- */

static void a_stroke_is_one_step_of_undo(void **state)
{
    (void)state;
    fixture f = make();
    const brush b = {BRUSH_ADD, 0.3f, 3, false, true}, smooth = {BRUSH_SMOOTH, 1, 4, true, true};
    brush_touch touch = touch_at(&f, vertex_at(0, 6, 5));
    vertex_weights after[2][VERTICES];
    for (int i = 0; i < 2; i++) {
        history_begin(f.history, "Paint weights", 0);
        for (int k = 0; k < 5; k++) CHECK(painter_touch(f.painter, f.history, f.edit, i ? &smooth : &b, LEFT, &touch));
        history_end(f.history);
        for (uint32_t v = 0; v < VERTICES; v++) after[i][v] = weight_table_painted(f.table, v);
    }
    CHECK(history_undo(f.history));
    CHECK(history_touched(f.history) == f.edit);
    for (uint32_t v = 0; v < VERTICES; v++) {
        vertex_weights now = weight_table_painted(f.table, v);
        assert_memory_equal(&now, &after[0][v], sizeof now);
    }
    CHECK(history_undo(f.history) && !history_undo(f.history));
    assert_int_equal(weight_table_count(f.table), 0); /* SDEF and all are as in the file */
    CHECK(history_redo(f.history) && history_redo(f.history) && !history_redo(f.history));
    for (uint32_t v = 0; v < VERTICES; v++) {
        vertex_weights now = weight_table_painted(f.table, v);
        assert_memory_equal(&now, &after[1][v], sizeof now);
    }
    drop(&f);
}

static void a_cancelled_stroke_leaves_nothing(void **state)
{
    (void)state;
    fixture f = make();
    const brush b = {BRUSH_ADD, 0.3f, 3, false, false};
    brush_touch touch = touch_at(&f, 40);
    history_begin(f.history, "Paint weights", 0);
    CHECK(painter_touch(f.painter, f.history, f.edit, &b, LEFT, &touch));
    CHECK(weight_table_count(f.table) > 0);
    history_cancel(f.history);
    assert_int_equal(weight_table_count(f.table), 0);
    assert_null(history_undo_label(f.history));
    drop(&f);
}

static void weights_are_saved_apart_from_poses(void **state)
{
    (void)state;
    fixture f = make();
    const brush b = {BRUSH_ADD, 0.3f, 3, false, false};
    edit_bone bent = EDIT_BONE_NONE;
    bent.translation[0] = 1;
    stroke(&f, &b, LEFT, 40);
    CHECK(weight_table_modified(f.table));
    weight_table_saved(f.table);
    assert_false(weight_table_modified(f.table));
    CHECK(history_set_bone(f.history, f.edit, LEFT, bent) && !weight_table_modified(f.table));
    CHECK(history_undo(f.history) && !weight_table_modified(f.table));
    CHECK(history_undo(f.history) && weight_table_modified(f.table)); /* the saved weights are undone */
    CHECK(history_redo(f.history) && !weight_table_modified(f.table));
    drop(&f);
}

static void strokes_live_on_after_a_reload(void **state)
{
    (void)state;
    fixture f = make();
    const brush b = {BRUSH_ADD, 0.3f, 3, false, false};
    stroke(&f, &b, LEFT, 40);
    hone_model *again = make_sheets(), *other = test_quads_model(&(test_quad){0}, 1, NULL, HONE_SPACE_MMD);
    edit *fresh = edit_create(again, NULL), *foreign = edit_create(other, NULL);
    assert_false(edit_carry(foreign, f.edit));
    CHECK(edit_carry(fresh, f.edit));
    history_follow(f.history, f.edit, fresh);
    CHECK_NEAR(weight_table_of_bone(edit_weights(fresh), 40, LEFT), 0.3, 1e-6);
    CHECK(history_undo(f.history));
    CHECK_NEAR(weight_table_of_bone(edit_weights(fresh), 40, LEFT), 0, 0);
    CHECK_NEAR(weight(&f, 40, LEFT), 0.3, 1e-6);
    history_forget(f.history, fresh);
    assert_null(history_redo_label(f.history));
    edit_destroy(fresh), edit_destroy(foreign);
    hone_model_release(again), hone_model_release(other);
    drop(&f);
}

static void all_vertices_are_normalised_or_reset(void **state)
{
    (void)state;
    fixture f = make();
    const brush b = {BRUSH_ADD, 0.3f, 3, false, false};
    CHECK(painter_normalise(f.painter, f.history, f.edit));
    assert_int_equal(weight_table_count(f.table), 1); /* only the odd one */
    for (int i = 0; i < 4; i++) CHECK_NEAR(weight(&f, ODD, i), 0.25, 1e-6);
    stroke(&f, &b, LEFT, 40);
    CHECK(painter_reset(f.history, f.edit));
    assert_int_equal(weight_table_count(f.table), 0);
    CHECK(history_undo(f.history));
    CHECK_NEAR(weight(&f, 40, LEFT), 0.3, 1e-6);
    drop(&f);
}

TEST_GROUP(test_view_paint)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adding_shrinks_the_others_in_proportion),
        cmocka_unit_test(subtracting_lets_the_others_grow),
        cmocka_unit_test(a_bone_alone_gives_what_it_loses_to_its_heir),
        cmocka_unit_test(locked_weights_stay),
        cmocka_unit_test(the_weakest_are_dropped),
        cmocka_unit_test(weights_always_add_up_to_one),
        cmocka_unit_test(the_surface_is_reached_as_far_as_the_radius),
        cmocka_unit_test(the_far_sheet_is_reached_through_the_near_one_only),
        cmocka_unit_test(the_brush_adds_and_subtracts),
        cmocka_unit_test(the_parent_inherits),
        cmocka_unit_test(smoothing_moves_towards_the_neighbours),
        cmocka_unit_test(a_seam_does_not_open),
        cmocka_unit_test(both_sides_are_painted),
        cmocka_unit_test(names_have_another_side),
        cmocka_unit_test(kinds_follow_the_bones),
        cmocka_unit_test(painted_weights_are_in_the_files),
        cmocka_unit_test(gltf_bones_paint_with_the_slot_of_the_mesh),
        cmocka_unit_test(a_stroke_is_one_step_of_undo),
        cmocka_unit_test(a_cancelled_stroke_leaves_nothing),
        cmocka_unit_test(weights_are_saved_apart_from_poses),
        cmocka_unit_test(strokes_live_on_after_a_reload),
        cmocka_unit_test(all_vertices_are_normalised_or_reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
