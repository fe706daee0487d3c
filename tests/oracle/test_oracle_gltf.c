/* glTF: compares model-space bones and skinned vertices with those computed by independent programs, for the cases
 * listed in cases.tsv. The README beside it explains the tolerances. */
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 12, LINE = 1024 };
enum {
    CASE,
    SOURCE,
    FORMAT,
    ANIMATION,
    ANIMATION_NAME,
    TIME,
    UNIT,
    NODES,
    VERTICES,
    JOINTS_FILE,
    SKIN_FILE,
    TOL_JOINTS
};

typedef struct oracle_case {
    char line[LINE];
    const char *fields[FIELDS + 1]; /* tol_skin is the last one */
} oracle_case;

/* Splits the line at its tabs. */
static void split(oracle_case *c)
{
    char *at = c->line;
    for (int i = 0; i <= FIELDS; i++) {
        c->fields[i] = at;
        at += strcspn(at, "\t\n");
        if (*at)
            *at++ = 0;
    }
}

static double number(const oracle_case *c, int field)
{
    return strtod(c->fields[field], NULL);
}

/* ---- a case ---- */

static hone_actor *make_actor(const oracle_case *c, const char *path, hone_model **model, hone_motion **motion)
{
    hone_error error = {0};
    bool rest = strcmp(c->fields[ANIMATION], "-1") == 0;
    *model = hone_model_load(path, NULL, &error);
    *motion = rest ? NULL : hone_motion_load(path, &(hone_load_desc){.clip = c->fields[ANIMATION]}, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = *model}, &error);
    if (!actor || (!rest && !hone_actor_play(actor, *motion, NULL, &error).id))
        fail_msg("%s: %s", c->fields[CASE], error.message);
    CHECK(hone_actor_update(actor, number(c, TIME), NULL));
    return actor;
}

static bool read_array(const char *file, test_array *out)
{
    char path[LINE];
    return test_oracle_path(file, path, sizeof path) && test_array_read(path, out);
}

/* The arrays contain matrices column by column. */
static void check_bones(const oracle_case *c, const hone_actor *actor)
{
    test_array want;
    const hone_affine *bones = hone_actor_bones(actor);
    uint32_t count = hone_model_skeleton(hone_actor_model(actor))->bone_count;
    assert_true(read_array(c->fields[JOINTS_FILE], &want));
    assert_int_equal(count, (int)number(c, NODES));
    assert_int_equal(want.count, (size_t)count * 16);
    for (uint32_t b = 0; b < count; b++)
        for (int i = 0; i < 12; i++)
            CHECK_NEAR(bones[b].m[i / 4][i % 4], want.values[b * 16 + (uint32_t)(i % 4 * 4 + i / 4)],
                       number(c, TOL_JOINTS));
    test_array_release(&want);
}

static void check_vertices(const oracle_case *c, hone_actor *actor)
{
    test_array want;
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    assert_true(read_array(c->fields[SKIN_FILE], &want));
    assert_int_equal(count, (int)number(c, VERTICES));
    assert_int_equal(want.count, (size_t)count * 3);
    float(*got)[3] = test_calloc(count, sizeof *got);
    assert_true(hone_actor_skin(actor, &(hone_skin_out){.positions = {got, count, sizeof *got}}, NULL));
    for (uint32_t v = 0; v < count; v++)
        for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], want.values[v * 3 + (uint32_t)i], number(c, TOL_JOINTS + 1));
    test_free(got);
    test_array_release(&want);
}

static bool check_case(const oracle_case *c)
{
    char path[LINE];
    hone_model *model;
    hone_motion *motion;
    if (!test_data_path(c->fields[SOURCE], path, sizeof path))
        return false;
    hone_actor *actor = make_actor(c, path, &model, &motion);
    check_bones(c, actor);
    check_vertices(c, actor);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    return true;
}

static void nodes_and_vertices_are_where_other_programs_put_them(void **state)
{
    (void)state;
    char path[LINE];
    unsigned missing = 0, seen = 0;
    FILE *file = test_oracle_path("cases.tsv", path, sizeof path) ? fopen(path, "r") : NULL;
    if (!file)
        test_skip(1, "list of glTF cases");
    oracle_case c;
    while (fgets(c.line, sizeof c.line, file)) {
        split(&c);
        if (strcmp(c.fields[FORMAT], "gltf") != 0)
            continue;
        seen++;
        missing += !check_case(&c);
    }
    fclose(file);
    assert_true(seen > 0);
    print_message("%u glTF cases\n", seen - missing);
    if (missing)
        test_skip(missing, "glTF cases");
}

TEST_GROUP(test_oracle_gltf)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_and_vertices_are_where_other_programs_put_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
