/* Expressions of avatars: weights that are on or off, what overrides what, and materials that expressions change. */
#include "support/support.h"
#include <hone/rig.h>
#include <string.h>

enum { EXPRESSIONS = 10, MATERIALS = 3, BINDS = 3, MORPHS = 2 * EXPRESSIONS };

/* Each expression is a group whose child, a morph without effect, comes EXPRESSIONS places later. */
typedef struct face {
    hone_expression expressions[EXPRESSIONS];
    hone_colour_bind colours[EXPRESSIONS][BINDS];
    hone_texture_bind textures[EXPRESSIONS][BINDS];
    hone_pbr pbr[MATERIALS];
    hone_mtoon mtoon[MATERIALS];
    hone_model *model;
    hone_rig *rig;
    float weights[MORPHS];
} face;

static void *copy_of(hone_builder *builder, const void *from, size_t count, size_t size)
{
    void *out = hone_builder_array(builder, count, size);
    memcpy(out, from, count * size);
    return out;
}

static void clear(face *f)
{
    memset(f, 0, sizeof *f);
    for (int i = 0; i < EXPRESSIONS; i++) f->expressions[i].morph = i;
}

static hone_morph *make_morphs(hone_builder *builder)
{
    hone_morph *morphs = hone_builder_array(builder, MORPHS, sizeof *morphs);
    hone_morph_child *children = hone_builder_array(builder, EXPRESSIONS, sizeof *children);
    for (int i = 0; i < EXPRESSIONS; i++) {
        children[i] = (hone_morph_child){i + EXPRESSIONS, 0.5f};
        morphs[i] = (hone_morph){.name = "", .kind = HONE_MORPH_GROUP, .count = 1, .u.children = &children[i]};
        morphs[i + EXPRESSIONS] = (hone_morph){.name = "", .kind = HONE_MORPH_VERTEX};
    }
    return morphs;
}

static hone_material *make_materials(const face *f, hone_builder *builder)
{
    hone_material *materials = hone_builder_array(builder, MATERIALS, sizeof *materials);
    for (int m = 0; m < MATERIALS; m++)
        materials[m] = (hone_material){.texture = HONE_NONE,
                                       .sphere_texture = HONE_NONE,
                                       .toon = HONE_NONE,
                                       .pbr = copy_of(builder, &f->pbr[m], 1, sizeof f->pbr[m]),
                                       .mtoon = copy_of(builder, &f->mtoon[m], 1, sizeof f->mtoon[m])};
    for (int m = 0; m < MATERIALS; m++) {
        hone_pbr *pbr = (hone_pbr *)materials[m].pbr;
        hone_mtoon *mtoon = (hone_mtoon *)materials[m].mtoon;
        for (int i = 0; i < HONE_MAP_COUNT; i++) pbr->maps[i].texture = HONE_NONE;
        for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++) mtoon->maps[i].texture = HONE_NONE;
    }
    return materials;
}

static void open_face(face *f)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_avatar *avatar = hone_builder_array(builder, 1, sizeof *avatar);
    hone_expression *expressions = copy_of(builder, f->expressions, EXPRESSIONS, sizeof *expressions);
    for (int i = 0; i < EXPRESSIONS; i++) {
        expressions[i].colour_binds = copy_of(builder, f->colours[i], BINDS, sizeof f->colours[i][0]);
        expressions[i].texture_binds = copy_of(builder, f->textures[i], BINDS, sizeof f->textures[i][0]);
    }
    *avatar = (hone_avatar){.version = 1,
                            .thumbnail = HONE_NONE,
                            .expression_count = EXPRESSIONS,
                            .expressions = expressions,
                            .first_person_bone = HONE_NONE};
    hone_model_data data = {.space = HONE_SPACE_GLTF,
                            .material_count = MATERIALS,
                            .materials = make_materials(f, builder),
                            .morph_count = MORPHS,
                            .morphs = make_morphs(builder),
                            .avatar = avatar};
    f->model = test_model_create(builder, &data);
    f->rig = hone_rig_create(&(hone_rig_desc){.model = f->model}, NULL);
    CHECK(f->rig != NULL);
}

static void close_face(face *f)
{
    hone_rig_destroy(f->rig);
    hone_model_release(f->model);
}

static const float *evaluate(face *f)
{
    hone_rig_evaluate(f->rig, &(hone_pose){.morph_count = MORPHS, .morphs = f->weights});
    return hone_rig_morphs(f->rig);
}

/* ---- weights --------------------------------------------------------------------------------------------------- */

/* As the specification has it: expression `at`, in double precision. */
static double expected_weight(const face *f, int at)
{
    double out[EXPRESSIONS], factor = 0;
    bool any = false;
    for (int i = 0; i < EXPRESSIONS; i++) {
        double w = (double)f->weights[i];
        w = w > 1 ? 1 : w > 0 ? w : 0;
        out[i] = f->expressions[i].binary ? (w > 0.5 ? 1 : 0) : w;
    }
    const hone_expression *e = &f->expressions[at];
    for (int i = 0; i < EXPRESSIONS && e->group != HONE_EXPRESSION_OTHER; i++) {
        const hone_expression *o = &f->expressions[i];
        int kind = e->group == HONE_EXPRESSION_BLINK     ? o->override_blink
                   : e->group == HONE_EXPRESSION_LOOK_AT ? o->override_look_at
                                                         : o->override_mouth;
        if (o->group == e->group || kind == HONE_OVERRIDE_NONE || !(out[i] > 0))
            continue;
        any = true;
        factor += kind == HONE_OVERRIDE_BLOCK ? 1 : out[i];
    }
    return e->binary && any ? 0 : out[at] * (1 - (factor < 1 ? factor : 1));
}

static void random_face(test_random *random, face *f)
{
    clear(f);
    for (int i = 0; i < EXPRESSIONS; i++) {
        hone_expression *e = &f->expressions[i];
        e->group = (uint8_t)(test_random_u32(random) % 4);
        e->binary = test_random_u32(random) % 3 == 0;
        if (test_random_u32(random) % 2) {
            e->override_blink = (uint8_t)(test_random_u32(random) % 3);
            e->override_look_at = (uint8_t)(test_random_u32(random) % 3);
            e->override_mouth = (uint8_t)(test_random_u32(random) % 3);
        }
    }
}

static void weights_are_those_of_the_specification(void **state)
{
    (void)state;
    static face f;
    test_random random = {12};
    uint32_t lowered = 0, off = 0;
    for (int n = 0; n < TEST_REPEATS(200, 20); n++) {
        random_face(&random, &f);
        open_face(&f);
        for (int pose = 0; pose < 20; pose++) {
            for (int i = 0; i < EXPRESSIONS; i++)
                f.weights[i] = test_random_u32(&random) % 4 ? 0 : test_random_float(&random, -0.2f, 1.2f);
            const float *shown = evaluate(&f);
            for (int i = 0; i < EXPRESSIONS; i++) {
                double expected = expected_weight(&f, i);
                CHECK_NEAR((double)shown[i], expected, 1e-6);
                CHECK_NEAR((double)shown[i + EXPRESSIONS], expected * 0.5, 1e-6);
                lowered += expected > 0 && expected < (double)f.weights[i] * 0.9;
                off += !(expected > 0) && f.weights[i] > 0.6f;
            }
        }
        close_face(&f);
    }
    CHECK(lowered > TEST_REPEATS(100, 5) && off > TEST_REPEATS(100, 5));
}

static void a_blend_takes_as_much_as_its_weight_and_a_block_takes_all(void **state)
{
    (void)state;
    static face f;
    clear(&f);
    f.expressions[0].override_blink = HONE_OVERRIDE_BLEND;
    f.expressions[0].override_mouth = HONE_OVERRIDE_BLOCK;
    f.expressions[1].group = HONE_EXPRESSION_BLINK;
    f.expressions[2].group = HONE_EXPRESSION_MOUTH;
    f.expressions[3].group = HONE_EXPRESSION_LOOK_AT;
    open_face(&f);
    f.weights[0] = 0.25f, f.weights[1] = 0.8f, f.weights[2] = 1, f.weights[3] = 1;
    const float *shown = evaluate(&f);
    CHECK_NEAR((double)shown[0], 0.25, 0);
    CHECK_NEAR((double)shown[1], 0.6, 1e-6);
    CHECK_NEAR((double)shown[2], 0, 0);
    CHECK_NEAR((double)shown[3], 1, 0);
    f.weights[0] = 0;
    evaluate(&f);
    CHECK_NEAR((double)shown[1], 0.8, 1e-7);
    CHECK_NEAR((double)shown[2], 1, 0);
    close_face(&f);
}

static void what_is_on_or_off_overrides_by_its_output_and_is_overridden_whole(void **state)
{
    (void)state;
    static face f;
    clear(&f);
    f.expressions[0].binary = true;
    f.expressions[0].override_mouth = HONE_OVERRIDE_BLEND;
    f.expressions[1].group = HONE_EXPRESSION_MOUTH;
    f.expressions[2].override_blink = HONE_OVERRIDE_BLEND;
    f.expressions[3].group = HONE_EXPRESSION_BLINK;
    f.expressions[3].binary = true;
    open_face(&f);
    f.weights[0] = 0.5f, f.weights[1] = 0.7f, f.weights[3] = 0.9f;
    const float *shown = evaluate(&f);
    CHECK_NEAR((double)shown[0], 0, 0); /* 0.5 is off */
    CHECK_NEAR((double)shown[1], 0.7, 1e-7);
    CHECK_NEAR((double)shown[3], 1, 0);
    f.weights[0] = 0.51f, f.weights[2] = 0.01f;
    evaluate(&f);
    CHECK_NEAR((double)shown[0], 1, 0);
    CHECK_NEAR((double)shown[1], 0, 0);
    CHECK_NEAR((double)shown[3], 0, 0);
    close_face(&f);
}

static void an_expression_does_not_override_its_own_group(void **state)
{
    (void)state;
    static face f;
    clear(&f);
    f.expressions[0].group = f.expressions[1].group = HONE_EXPRESSION_BLINK;
    f.expressions[0].override_blink = HONE_OVERRIDE_BLOCK;
    open_face(&f);
    f.weights[0] = 0.3f, f.weights[1] = 0.4f;
    const float *shown = evaluate(&f);
    CHECK_NEAR((double)shown[0], 0.3, 1e-7);
    CHECK_NEAR((double)shown[1], 0.4, 1e-7);
    close_face(&f);
}

static void weights_that_are_not_numbers_show_nothing(void **state)
{
    (void)state;
    static face f;
    clear(&f);
    f.expressions[0].override_mouth = HONE_OVERRIDE_BLEND;
    f.expressions[1].group = HONE_EXPRESSION_MOUTH;
    open_face(&f);
    f.weights[0] = NAN, f.weights[1] = INFINITY;
    const float *shown = evaluate(&f);
    CHECK_NEAR((double)shown[0], 0, 0);
    CHECK_NEAR((double)shown[1], 1, 0);
    close_face(&f);
}

/* ---- materials ------------------------------------------------------------------------------------------------- */

static void random_floats(test_random *random, float *out, int count)
{
    for (int i = 0; i < count; i++) out[i] = test_random_float(random, 0, 1);
}

static void random_surfaces(test_random *random, face *f)
{
    clear(f);
    for (int m = 0; m < MATERIALS; m++) {
        random_floats(random, f->pbr[m].base_colour, 4);
        random_floats(random, f->pbr[m].emissive, 3);
        random_floats(random, f->mtoon[m].shade_colour, 3);
        random_floats(random, f->mtoon[m].matcap_factor, 3);
        random_floats(random, f->mtoon[m].rim_colour, 3);
        random_floats(random, f->mtoon[m].outline_colour, 3);
    }
    for (int i = 0; i < EXPRESSIONS; i++) {
        f->expressions[i].colour_bind_count = test_random_u32(random) % (BINDS + 1);
        f->expressions[i].texture_bind_count = test_random_u32(random) % (BINDS + 1);
        for (int b = 0; b < BINDS; b++) {
            f->colours[i][b].material = (int32_t)(test_random_u32(random) % MATERIALS);
            f->colours[i][b].colour = (uint8_t)(test_random_u32(random) % HONE_COLOUR_COUNT);
            random_floats(random, f->colours[i][b].target, 4);
            f->textures[i][b].material = (int32_t)(test_random_u32(random) % MATERIALS);
            random_floats(random, f->textures[i][b].scale, 2);
            random_floats(random, f->textures[i][b].offset, 2);
        }
    }
}

static const float *base_of(const face *f, int material, int colour)
{
    const hone_mtoon *mtoon = &f->mtoon[material];
    switch (colour) {
    case HONE_COLOUR_BASE:
        return f->pbr[material].base_colour;
    case HONE_COLOUR_EMISSION:
        return f->pbr[material].emissive;
    case HONE_COLOUR_SHADE:
        return mtoon->shade_colour;
    case HONE_COLOUR_MATCAP:
        return mtoon->matcap_factor;
    case HONE_COLOUR_RIM:
        return mtoon->rim_colour;
    default:
        return mtoon->outline_colour;
    }
}

static double expected_colour(const face *f, int material, int colour, int c)
{
    double base = (double)base_of(f, material, colour)[c], out = base;
    for (int i = 0; i < EXPRESSIONS; i++)
        for (uint32_t b = 0; b < f->expressions[i].colour_bind_count; b++)
            if (f->colours[i][b].material == material && f->colours[i][b].colour == colour)
                out += (double)f->weights[i] * ((double)f->colours[i][b].target[c] - base);
    return out;
}

static void check_texture(const face *f, const hone_surface_state *state, int material)
{
    for (int c = 0; c < 2; c++) {
        double scale = 1, offset = 0;
        for (int i = 0; i < EXPRESSIONS; i++)
            for (uint32_t b = 0; b < f->expressions[i].texture_bind_count; b++) {
                if (f->textures[i][b].material != material)
                    continue;
                scale += (double)f->weights[i] * ((double)f->textures[i][b].scale[c] - 1);
                offset += (double)f->weights[i] * (double)f->textures[i][b].offset[c];
            }
        CHECK_NEAR((double)state->uv_scale[c], scale, 1e-5);
        CHECK_NEAR((double)state->uv_offset[c], offset, 1e-5);
    }
}

static void materials_are_their_base_and_the_differences_that_weights_add(void **state)
{
    (void)state;
    static face f;
    test_random random = {31};
    for (int n = 0; n < TEST_REPEATS(100, 10); n++) {
        random_surfaces(&random, &f);
        open_face(&f);
        for (int pose = 0; pose < 6; pose++) {
            for (int i = 0; i < EXPRESSIONS; i++)
                f.weights[i] = pose == 5 || test_random_u32(&random) % 2 ? 0 : test_random_float(&random, 0, 1);
            evaluate(&f);
            const hone_surface_state *surfaces = hone_rig_apply_morphs(f.rig)->surfaces;
            for (int m = 0; m < MATERIALS; m++) {
                for (int colour = 0; colour < HONE_COLOUR_COUNT; colour++)
                    for (int c = 0; c < (colour == HONE_COLOUR_BASE ? 4 : 3); c++)
                        CHECK_NEAR((double)surfaces[m].colours[colour][c], expected_colour(&f, m, colour, c), 1e-5);
                check_texture(&f, &surfaces[m], m);
            }
        }
        close_face(&f);
    }
}

static void revisions_tell_that_an_expression_changed_a_material(void **state)
{
    (void)state;
    static face f;
    clear(&f);
    f.expressions[4].colour_bind_count = 1;
    open_face(&f);
    evaluate(&f);
    const hone_morph_result *result = hone_rig_apply_morphs(f.rig);
    CHECK(result->revision == 0 && result->surfaces != NULL);
    f.weights[4] = 1;
    evaluate(&f);
    hone_rig_apply_morphs(f.rig);
    CHECK(result->revision == 1 && result->morph_revisions[4] == 1);
    hone_rig_apply_morphs(f.rig);
    CHECK(result->revision == 1);
    f.weights[3] = 1; /* changes no material */
    evaluate(&f);
    hone_rig_apply_morphs(f.rig);
    CHECK(result->revision == 1);
    close_face(&f);
}

static void without_such_expressions_there_are_no_surfaces(void **state)
{
    (void)state;
    static face f;
    clear(&f);
    open_face(&f);
    evaluate(&f);
    CHECK(hone_rig_apply_morphs(f.rig)->surfaces == NULL);
    close_face(&f);
}

TEST_GROUP(test_expressions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_those_of_the_specification),
        cmocka_unit_test(a_blend_takes_as_much_as_its_weight_and_a_block_takes_all),
        cmocka_unit_test(what_is_on_or_off_overrides_by_its_output_and_is_overridden_whole),
        cmocka_unit_test(an_expression_does_not_override_its_own_group),
        cmocka_unit_test(weights_that_are_not_numbers_show_nothing),
        cmocka_unit_test(materials_are_their_base_and_the_differences_that_weights_add),
        cmocka_unit_test(revisions_tell_that_an_expression_changed_a_material),
        cmocka_unit_test(without_such_expressions_there_are_no_surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
