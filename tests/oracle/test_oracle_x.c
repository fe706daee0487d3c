/* Compares frames and vertices of .x files at times of their clips with those computed by other programs. The README
 * beside the arrays names the programs and how well they agree; cases.tsv is there too. */
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <hone/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 23 };

typedef struct oracle_case {
    char name[64], source[128], clip[16], joints[96], skin[96];
    double ticks, joint_tolerance, skin_tolerance;
} oracle_case;

/* ---- the table ---- */

static void copy(char *out, size_t size, const char *text)
{
    int length = snprintf(out, size, "%s", text);
    CHECK(length >= 0 && (size_t)length < size);
}

/* Reads a line of cases.tsv; false if it has another format. */
static bool parse_case(char *line, oracle_case *out)
{
    char *columns[18];
    int count = 0;
    for (char *at = line; count < 18; at++) {
        columns[count++] = at;
        at = strchr(at, '\t');
        if (!at)
            break;
        *at = '\0';
    }
    if (count < 12 || strcmp(columns[2], "x") != 0)
        return false;
    copy(out->name, sizeof out->name, columns[0]);
    copy(out->source, sizeof out->source, columns[1]);
    copy(out->clip, sizeof out->clip, columns[3]);
    copy(out->joints, sizeof out->joints, columns[9]);
    copy(out->skin, sizeof out->skin, columns[10]);
    out->ticks = strtod(columns[5], NULL);
    out->joint_tolerance = strtod(columns[11], NULL);
    out->skin_tolerance = strtod(columns[12], NULL);
    return true;
}

static unsigned read_cases(oracle_case *out)
{
    char path[1024], line[2048];
    FILE *file = test_oracle_path("cases.tsv", path, sizeof path) ? fopen(path, "rb") : NULL;
    unsigned count = 0;
    while (file && count < CASES && fgets(line, sizeof line, file)) count += parse_case(line, &out[count]);
    if (file)
        fclose(file);
    return count;
}

/* ---- a case ---- */

/* The arrays are matrices for row vectors, the transposes of hone's. */
static void compare_joints(const oracle_case *c, const hone_actor *actor, const test_array *want)
{
    const hone_affine *bones = hone_actor_bones(actor);
    CHECK(want->dimensions == 2 && want->shape[1] == 16);
    CHECK(want->shape[0] == hone_model_skeleton(hone_actor_model(actor))->bone_count);
    for (uint32_t b = 0; b < want->shape[0]; b++)
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 4; k++)
                CHECK_NEAR(bones[b].m[r][k], want->values[b * 16 + (uint32_t)(k * 4 + r)], c->joint_tolerance);
}

static void compare_vertices(const oracle_case *c, hone_actor *actor, const test_array *want)
{
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    CHECK(want->dimensions == 2 && want->shape[0] == count && want->shape[1] == 3);
    float(*got)[3] = test_malloc(count * sizeof *got), (*normals)[3] = test_malloc(count * sizeof *normals);
    const hone_skin_out out = {.positions = {got, count, sizeof *got}, .normals = {normals, count, sizeof *normals}};
    CHECK(hone_actor_skin(actor, &out, NULL));
    for (uint32_t v = 0; v < count; v++) {
        for (uint32_t i = 0; i < 3; i++) CHECK_NEAR(got[v][i], want->values[v * 3 + i], c->skin_tolerance);
        CHECK_NEAR(sqrt((double)normals[v][0] * normals[v][0] + (double)normals[v][1] * normals[v][1] +
                        (double)normals[v][2] * normals[v][2]),
                   1, 1e-5);
    }
    test_free(normals);
    test_free(got);
}

static bool read_arrays(const oracle_case *c, test_array *joints, test_array *skin)
{
    char path[1024];
    if (!test_oracle_path(c->joints, path, sizeof path) || !test_array_read(path, joints))
        return false;
    if (test_oracle_path(c->skin, path, sizeof path) && test_array_read(path, skin))
        return true;
    test_array_release(joints);
    return false;
}

static bool check_case(const oracle_case *c)
{
    char path[1024];
    test_array joints, skin;
    if (!test_data_path(c->source, path, sizeof path) || !read_arrays(c, &joints, &skin))
        return false;
    hone_error error = {0};
    hone_model *model = hone_model_load(path, NULL, &error);
    if (!model && error.code == HONE_ERROR_UNSUPPORTED && !hone_compressed_x_available()) {
        test_array_release(&joints);
        test_array_release(&skin);
        return false;
    }
    hone_motion *motion = NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    if (strcmp(c->clip, "-1") != 0)
        motion = hone_motion_load(path, &(hone_load_desc){.clip = c->clip}, &error);
    if (!actor || (strcmp(c->clip, "-1") != 0 && !hone_actor_play(actor, motion, NULL, &error).id))
        fail_msg("%s: %s", c->name, error.message);
    if (motion)
        CHECK(hone_actor_update(actor, c->ticks / hone_motion_get(motion)->ticks_per_second, NULL));
    compare_joints(c, actor, &joints);
    compare_vertices(c, actor, &skin);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    test_array_release(&joints);
    test_array_release(&skin);
    return true;
}

static void frames_and_vertices_are_where_others_put_them(void **state)
{
    (void)state;
    static oracle_case cases[CASES];
    unsigned count = read_cases(cases), missing = CASES - count;
    for (unsigned i = 0; i < count; i++) missing += !check_case(&cases[i]);
    if (missing)
        test_skip(missing, "cases of .x");
}

/* ---- the same content in several encodings --------------------------------------------------------------------- */

static hone_model *load(const char *name)
{
    char path[1024];
    hone_error error = {0};
    hone_model *model = test_data_path(name, path, sizeof path) ? hone_model_load(path, NULL, &error) : NULL;
    if (!model && error.code != HONE_OK && (error.code != HONE_ERROR_UNSUPPORTED || hone_compressed_x_available()))
        fail_msg("%s", error.message);
    return model;
}

static double difference(const float *a, const float *b, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs((double)a[i] - b[i]));
    return most;
}

static void check_alike(const hone_model *a, const hone_model *b, double tolerance)
{
    const hone_model_data *x = hone_model_get(a), *y = hone_model_get(b);
    const hone_mesh *m = &x->mesh, *n = &y->mesh;
    CHECK(x->skeleton.bone_count == y->skeleton.bone_count && m->vertex_count == n->vertex_count);
    CHECK(m->index_count == n->index_count && m->slot_count == n->slot_count &&
          m->influence_count == n->influence_count);
    CHECK(x->material_count == y->material_count && x->clip_count == y->clip_count);
    CHECK(difference(m->positions[0], n->positions[0], 3 * (size_t)m->vertex_count) <= tolerance);
    CHECK(difference(m->normals[0], n->normals[0], 3 * (size_t)m->vertex_count) <= tolerance);
    CHECK(difference(m->uvs[0], n->uvs[0], 2 * (size_t)m->vertex_count) <= tolerance);
    CHECK(memcmp(m->indices, n->indices, m->index_count * sizeof *m->indices) == 0);
    for (uint32_t i = 0; i < m->influence_count; i++) {
        CHECK(m->influences[i].slot == n->influences[i].slot);
        CHECK_NEAR(m->influences[i].weight, n->influences[i].weight, tolerance);
    }
    for (uint32_t b_ = 0; b_ < x->skeleton.bone_count; b_++)
        assert_string_equal(x->skeleton.bones[b_].name, y->skeleton.bones[b_].name);
    for (uint32_t c = 0; c < x->clip_count; c++) {
        assert_string_equal(x->clips[c].name, y->clips[c].name);
        CHECK(x->clips[c].duration == y->clips[c].duration);
    }
}

static void encodings_of_one_content_give_one_model(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"x/assimp/Testwuson.X", "x/derived/Testwuson_bin32.x"},
        {"x/assimp/anim_test.x", "x/derived/anim_test_bzip64.x"},
        {"x/assimp/anim_test.x", "x/derived/anim_test_tzip.x"},
        {"x/assimp/anim_test.x", "x/derived/anim_test_matrixkeys4.x"},
        {"x/assimp/test_cube_binary.x", "x/assimp/test_cube_compressed.x"},
    };
    unsigned missing = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        hone_model *a = load(pairs[i][0]), *b = load(pairs[i][1]);
        if (a && b)
            check_alike(a, b, 1e-6);
        else
            missing++;
        hone_model_release(a);
        hone_model_release(b);
    }
    if (missing)
        test_skip(missing, "pairs of encodings");
}

/* ---- damaged files --------------------------------------------------------------------------------------------- */

static void odd_and_damaged_files_end_in_a_model_or_an_error(void **state)
{
    (void)state;
    char path[1024];
    hone_error error = {0};
    if (!test_data_path("x/assimp/OV_GetNextToken", path, sizeof path))
        test_skip(3, "odd files");
    CHECK(!hone_model_load(path, NULL, &error));
    CHECK(error.code == (hone_compressed_x_available() ? HONE_ERROR_FORMAT : HONE_ERROR_UNSUPPORTED));
    hone_model *model = load("x/assimp/malformed_skinweights_oob.x");
    CHECK(hone_model_mesh(model)->vertex_count == 24 && hone_model_warnings(model).count > 0);
    hone_model_release(model);
    model = load("x/assimp/fromtruespace_bin32.x");
    CHECK(hone_model_mesh(model)->vertex_count == 4132);
    hone_model_release(model);
}

TEST_GROUP(test_oracle_x)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_and_vertices_are_where_others_put_them),
        cmocka_unit_test(encodings_of_one_content_give_one_model),
        cmocka_unit_test(odd_and_damaged_files_end_in_a_model_or_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
