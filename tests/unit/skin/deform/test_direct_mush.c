/* The kernels of direct delta mush, on meshes whose vertices have all kinds of slots, against the formulas in double
 * precision. */
#include "core/skin/deform/kernels/kernel.h"
#include "support/skin/skin_run.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/math.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VERTICES = 512, MOMENTS = 10 };
static const double LAMBDA = 0.5, LEAST = 0.02;
/* The largest error that is allowed, as a part of the mesh's size or of a unit vector. The largest that was measured is
 * 1.9e-6. */
static const double TOLERANCE = 4e-6;

typedef struct character {
    skin_mesh arrays;
    hone_mesh mesh;
    uint32_t indices[3 * MOST_VERTICES];
    hone_skin *skin;
    double psi[2][MOST_VERTICES][SKIN_SLOTS][4][4]; /* smoothed moments, and room for a step */
} character;

static character shared;

/* ---- the reference --------------------------------------------------------------------------------------------- */

static void first_moments(character *c)
{
    for (uint32_t v = 0; v < c->mesh.vertex_count; v++) {
        double sum = 0, u[4] = {0, 0, 0, 1};
        for (int i = 0; i < 3; i++) u[i] = (double)c->mesh.positions[v][i];
        for (uint32_t i = c->mesh.influence_begin[v]; i < c->mesh.influence_begin[v + 1]; i++)
            sum += fmax((double)c->mesh.influences[i].weight, 0);
        for (uint32_t i = c->mesh.influence_begin[v]; i < c->mesh.influence_begin[v + 1]; i++)
            for (int e = 0; e < 16; e++)
                c->psi[0][v][c->mesh.influences[i].slot][e / 4][e % 4] +=
                    fmax((double)c->mesh.influences[i].weight, 0) / sum * u[e / 4] * u[e % 4];
    }
}

static void smooth_moments(character *c, uint32_t steps)
{
    static uint8_t edges[MOST_VERTICES][MOST_VERTICES]; /* how many triangles each has */
    const uint32_t count = c->mesh.vertex_count;
    enum { NUMBERS = SKIN_SLOTS * 16 };
    memset(edges, 0, sizeof edges);
    for (uint32_t t = 0; t + 2 < c->mesh.index_count; t += 3)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t a = c->indices[t + k], b = c->indices[t + (k + 1) % 3];
            if (a != b) /* a triangle that is a point has none */
                edges[a][b]++, edges[b][a]++;
        }
    for (uint32_t s = 0; s < steps; s++) {
        for (uint32_t v = 0; v < count; v++) {
            double around = 0, *to = &c->psi[1][v][0][0][0];
            bool border = false;
            for (uint32_t k = 0; k < count; k++) around += edges[v][k] > 0, border |= edges[v][k] == 1;
            around = border ? 0 : around;
            for (int e = 0; e < NUMBERS; e++) to[e] = (around > 0 ? 1 - LAMBDA : 1) * (&c->psi[0][v][0][0][0])[e];
            for (uint32_t k = 0; k < count; k++)
                for (int e = 0; edges[v][k] && around > 0 && e < NUMBERS; e++)
                    to[e] += LAMBDA / around * (&c->psi[0][k][0][0][0])[e];
        }
        memcpy(c->psi[0], c->psi[1], sizeof c->psi[0]);
    }
}

static void drop_light(double psi[SKIN_SLOTS][4][4])
{
    double most = 0, sum = 0;
    for (int j = 0; j < SKIN_SLOTS; j++) most = fmax(most, psi[j][3][3]);
    for (int j = 0; j < SKIN_SLOTS; j++) {
        if (psi[j][3][3] < fmin(LEAST, most))
            memset(psi[j], 0, sizeof psi[j]);
        sum += psi[j][3][3];
    }
    for (int e = 0; e < SKIN_SLOTS * 16; e++) (&psi[0][0][0])[e] /= sum > 0 ? sum : 1;
}

static double minor(double m[3][3], int r, int c)
{
    const int r0 = (r + 1) % 3, r1 = (r + 2) % 3, c0 = (c + 1) % 3, c1 = (c + 2) % 3;
    return m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0];
}

/* What a vertex u does: turn (u - from) + to. */
typedef struct double_pose {
    double turn[3][3], from[3], to[3];
} double_pose;

static void pose_of(double psi[SKIN_SLOTS][4][4], const hone_palette *palette, double_pose *out)
{
    double all[4][4] = {{0}}, q[3][4] = {{0}}, s[3][3], rest[3][3], trace = 0, square = 0;
    for (int j = 0; j < SKIN_SLOTS; j++)
        for (int e = 0; e < 16; e++) all[e / 4][e % 4] += psi[j][e / 4][e % 4];
    *out = (double_pose){.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (all[3][3] == 0) /* nothing moves it */
        return;
    for (int i = 0; i < 3; i++) trace += all[i][i] - all[i][3] * all[i][3];
    const double own = trace > 1e-9 ? 0.01 * trace : 1;
    for (int j = 0; j < SKIN_SLOTS; j++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 4; b++)
                for (int k = 0; k < 4; k++)
                    q[a][b] += (double)palette->affine[j].m[a][k] *
                               (psi[j][k][b] + (k == b && k < 3 ? own * psi[j][3][3] : 0));
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            s[a][b] = q[a][b] - q[a][3] * all[3][b];
            rest[a][b] = all[a][b] + (a == b ? own : 0) - all[a][3] * all[3][b];
        }
    const double det = rest[0][0] * minor(rest, 0, 0) + rest[0][1] * minor(rest, 0, 1) + rest[0][2] * minor(rest, 0, 2);
    for (int e = 0; e < 9; e++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) sum += minor(s, e / 3, k) * rest[k][e % 3] / det;
        out->turn[e / 3][e % 3] = sum;
        square += sum * sum;
    }
    for (int e = 0; e < 9; e++) out->turn[e / 3][e % 3] *= square > 3 ? sqrt(3 / square) : 1;
    for (int i = 0; i < 3; i++) out->from[i] = all[3][i], out->to[i] = q[i][3];
}

/* ---- a mesh ---------------------------------------------------------------------------------------------------- */

static void make_character(const skin_recipe *recipe, character *c)
{
    test_random random = {recipe->seed};
    hone_error error = {0};
    *c = (character){0};
    skin_mesh_make(recipe, &c->arrays);
    const uint32_t half = recipe->vertices / 6 * 3;
    for (uint32_t i = 0; i < half; i++) /* some vertices are in no triangle */
        c->indices[i] = (test_random_u32(&random) % (recipe->vertices / 3)) * 3 + i % 3;
    /* The same again from the other side, so that no edge is a border, but for one triangle. */
    for (uint32_t i = 3; i < half; i++) c->indices[half + i] = c->indices[i / 3 * 3 + 2 - i % 3];
    for (uint32_t i = 0; i < 3; i++) c->indices[half + i] = 0;
    c->mesh = (hone_mesh){.vertex_count = recipe->vertices,
                          .positions = (const float(*)[3])c->arrays.positions,
                          .normals = (const float(*)[3])c->arrays.normals,
                          .tangents = (const float(*)[4])c->arrays.tangents,
                          .influence_begin = c->arrays.begin,
                          .influence_count = c->arrays.begin[recipe->vertices],
                          .influences = c->arrays.influences,
                          .slot_count = SKIN_SLOTS,
                          .index_count = 2 * half,
                          .indices = c->indices};
    c->skin = skin_mesh_compile(&c->arrays);
    const hone_mush_desc desc = {.mesh = &c->mesh, .iterations = 2, .lambda = (float)LAMBDA, .least = (float)LEAST};
    if (!hone_skin_add_mush(c->skin, HONE_SKIN_DIRECT_DELTA_MUSH, &desc, &error))
        fail_msg("%s", error.message);
    first_moments(c);
    smooth_moments(c, 2);
    for (uint32_t v = 0; v < recipe->vertices; v++) drop_light(c->psi[0][v]);
}

static void release_character(character *c)
{
    hone_skin_release(c->skin);
    skin_mesh_release(&c->arrays);
}

/* ---- runs ------------------------------------------------------------------------------------------------------ */

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void turned(const double_pose *pose, const double v[3], double out[3])
{
    for (int r = 0; r < 3; r++) out[r] = pose->turn[r][0] * v[0] + pose->turn[r][1] * v[1] + pose->turn[r][2] * v[2];
}

/* Returns whether the vector has a direction. */
static bool unit_of(const float v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (double)v[i];
    const double size = length(out);
    for (int i = 0; i < 3; i++) out[i] /= size;
    return size > 1e-6;
}

/* Compares with the direction of `want`. A direction is as sure as the vector is long that it is of. */
static void check_direction(const float got[3], const double want[3], uint32_t v, const char *what)
{
    const double size = length(want);
    CHECK_NEAR(hone_vec3_dot(got, got), 1, 1e-5);
    for (int i = 0; size > 0.01 && i < 3; i++)
        if (!(fabs((double)got[i] - want[i] / size) * size <= TOLERANCE))
            fail_msg("%s of vertex %u: %g, not %g", what, v, (double)got[i], want[i] / size);
}

static void check_frame(const character *c, const skin_output *o, const double_pose *pose, uint32_t v, const char *what)
{
    float normal[4], tangent[4];
    double unit[3], want[3], along = 0;
    skin_output_get(o, 1, v, normal);
    if (unit_of(c->mesh.normals[v], unit)) {
        turned(pose, unit, want);
        check_direction(normal, want, v, what);
    }
    if (!o->job.tangents.data || !unit_of(c->mesh.tangents[v], unit))
        return;
    skin_output_get(o, 2, v, tangent);
    turned(pose, unit, want);
    for (int i = 0; i < 3; i++) along += want[i] * (double)normal[i];
    for (int i = 0; i < 3; i++) want[i] -= along * (double)normal[i];
    check_direction(tangent, want, v, what);
    CHECK(tangent[3] == c->mesh.tangents[v][3]);
}

/* moved: [vertex_count] how far rest positions are from those of the mesh; NULL: not at all. */
static void check(const character *c, const skin_output *o, const hone_palette *palette, const float (*moved)[3],
                  const char *what)
{
    static double psi[SKIN_SLOTS][4][4];
    for (uint32_t v = 0; v < c->mesh.vertex_count; v++) {
        double_pose pose;
        double d[3], want[3];
        float got[4];
        memcpy(psi, c->psi[0][v], sizeof psi);
        pose_of(psi, palette, &pose);
        for (int i = 0; i < 3; i++)
            d[i] = (double)c->mesh.positions[v][i] + (moved ? (double)moved[v][i] : 0) - pose.from[i];
        turned(&pose, d, want);
        skin_output_get(o, 0, v, got);
        for (int i = 0; i < 3; i++)
            if (!(fabs((double)got[i] - want[i] - pose.to[i]) <= TOLERANCE * 2 * (double)SKIN_SIZE))
                fail_msg("%s: vertex %u: %g, not %g", what, v, (double)got[i], want[i] + pose.to[i]);
        if (o->job.normals.data)
            check_frame(c, o, &pose, v, what);
    }
}

static const skin_recipe recipes[] = {
    {.seed = 11, .vertices = 400, .least = 1, .most = 1, .longest_run = 150}, /* blocks of one slot and of few */
    {.seed = 5, .vertices = 300, .least = 2, .most = 3, .longest_run = 60},
    {.seed = 4, .vertices = 250, .least = 0, .most = 2, .longest_run = 40}, /* some without influences */
    {.seed = 7, .vertices = 99, .least = 1, .most = 8, .longest_run = 2},   /* lanes with slots of their own */
};

static void every_kernel_computes_the_formulas(void **state)
{
    (void)state;
    static const skin_pose poses[] = {SKIN_POSE_RIGID, SKIN_POSE_NEAR, SKIN_POSE_SCALED, SKIN_POSE_SOME};
    static const unsigned wants[] = {SKIN_POSITIONS, SKIN_POSITIONS | SKIN_NORMALS, SKIN_ALL};
    const char *kernel;
    char what[128];
    for (size_t r = 0; r < sizeof recipes / sizeof *recipes; r++) {
        make_character(&recipes[r], &shared);
        for (size_t p = 0; p < sizeof poses / sizeof *poses; p++) {
            skin_palette palette;
            skin_palette_make(poses[p], 3 + p, &palette);
            for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
                for (int w = 0; w < 6; w++) {
                    skin_output o;
                    skin_output_make(shared.skin, w < 3 ? HONE_SKIN_ORDER_FILE : HONE_SKIN_ORDER_LANES,
                                     (skin_layout){.stride = w == 4 ? 40 : 0}, wants[w % 3], &o);
                    o.job.palette = &palette.palette;
                    o.job.method = HONE_SKIN_DIRECT_DELTA_MUSH;
                    skin_run_direct(kernel, shared.skin, &o.job);
                    snprintf(what, sizeof what, "mesh %zu, pose %zu, %s, output %d", r, p, kernel, w);
                    skin_output_check_complete(&o);
                    check(&shared, &o, &palette.palette, NULL, what);
                    skin_output_release(&o);
                }
            skin_palette_release(&palette);
        }
        release_character(&shared);
    }
}

/* The job brings positions of every vertex, or of a few. */
static void check_rest(const skin_recipe *recipe)
{
    const char *kernel;
    char what[128];
    skin_palette palette;
    make_character(recipe, &shared);
    skin_palette_make(SKIN_POSE_RIGID, 9, &palette);
    static float positions[MOST_VERTICES][3], moved[MOST_VERTICES][3];
    static uint32_t some[MOST_VERTICES];
    for (int few = 0; few < 3; few++) {
        hone_skin_rest *rest = hone_skin_rest_create(shared.skin, few < 2, NULL, NULL);
        uint32_t count = 0;
        memset(moved, 0, sizeof moved);
        for (uint32_t v = 0; v < shared.mesh.vertex_count; v++)
            if (few == 0 || v % 97 == 5)
                some[count++] = v, hone_vec3_set(0.5f + (float)(v % 7), -1, 2, moved[v]);
        for (uint32_t v = 0; v < shared.mesh.vertex_count; v++)
            for (int i = 0; i < 3; i++) positions[v][i] = shared.mesh.positions[v][i] + moved[v][i];
        hone_skin_rest_set(rest, (hone_stream){some, count, sizeof *some},
                           (hone_stream){positions, MOST_VERTICES, sizeof *positions}, (hone_stream){0});
        for (uint32_t k = 0; (kernel = skin_kernel(k)); k++) {
            skin_output o;
            skin_output_make(shared.skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_POSITIONS | SKIN_NORMALS, &o);
            o.job.palette = &palette.palette;
            o.job.method = HONE_SKIN_DIRECT_DELTA_MUSH;
            o.job.rest = rest;
            skin_run_direct(kernel, shared.skin, &o.job);
            snprintf(what, sizeof what, "%u vertices moved, %s", count, kernel);
            check(&shared, &o, &palette.palette, (const float(*)[3])moved, what);
            skin_output_release(&o);
        }
        hone_skin_rest_destroy(rest);
    }
    skin_palette_release(&palette);
    release_character(&shared);
}

static void rest_positions_of_a_job_are_used(void **state)
{
    (void)state;
    check_rest(&recipes[0]);
    check_rest(&recipes[1]);
}

/* Blocks that share their slots with the one before share its pivot; any other has its own, among its vertices. */
static void pivots_are_among_their_vertices(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof recipes / sizeof *recipes; r++) {
        make_character(&recipes[r], &shared);
        const hone_direct_mush *mush = hone_skin_direct_mush(shared.skin);
        uint32_t repeats = 0;
        for (uint32_t g = 0; g < mush->skin->group_count; g++) {
            const hone_skin_group *group = &mush->skin->groups[g];
            for (uint32_t b = group->begin; b < group->end; b++) {
                const uint32_t *slots = hone_direct_slots_of(mush, group, b);
                const bool same = !group->mixed && b > group->begin &&
                                  memcmp(slots, slots - group->influences, group->influences * sizeof *slots) == 0;
                CHECK(mush->repeats[b] == same);
                repeats += same;
                CHECK(!same || memcmp(mush->pivots[b], mush->pivots[b - 1], sizeof *mush->pivots) == 0);
                for (int i = 0; i < 3 && !same; i++) {
                    double sum = 0;
                    for (int l = 0; l < LANES; l++) sum += (double)mush->centres[b].c[i][l] / LANES;
                    CHECK_NEAR(mush->pivots[b][i], sum, 1e-4);
                }
            }
        }
        CHECK(r != 0 || repeats > 3);
        release_character(&shared);
    }
}

static void threads_do_not_show(void **state)
{
    (void)state;
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    skin_output one, many;
    skin_palette palette;
    make_character(&recipes[0], &shared);
    skin_palette_make(SKIN_POSE_SOME, 1, &palette);
    skin_output_make(shared.skin, HONE_SKIN_ORDER_LANES, (skin_layout){0}, SKIN_ALL, &one);
    skin_output_make(shared.skin, HONE_SKIN_ORDER_LANES, (skin_layout){0}, SKIN_ALL, &many);
    one.job.palette = many.job.palette = &palette.palette;
    one.job.method = many.job.method = HONE_SKIN_DIRECT_DELTA_MUSH;
    CHECK(hone_skin_run_on(NULL, shared.skin, &one.job, NULL) &&
          hone_skin_run_on(workers, shared.skin, &many.job, NULL));
    CHECK(skin_output_equal(&one, &many));
    skin_output_release(&one), skin_output_release(&many);
    skin_palette_release(&palette);
    release_character(&shared);
    hone_workers_destroy(workers);
}

TEST_GROUP(test_direct_mush)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_computes_the_formulas),
        cmocka_unit_test(rest_positions_of_a_job_are_used),
        cmocka_unit_test(pivots_are_among_their_vertices),
        cmocka_unit_test(threads_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
