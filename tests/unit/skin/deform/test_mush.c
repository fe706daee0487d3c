/* Delta mush and direct delta mush, against their definitions in double precision. */
#include "support/make/tube.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/math.h>
#include <hone/skin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 12 * 25, STEPS = 6, SLOTS = 2 };
static const double LAMBDA = 0.5;

typedef struct fixture {
    tube t;
    hone_skin *skin;
    hone_palette *palette;
    double smoothing[NODES][NODES]; /* B: each row is the weights of all nodes for one, after all steps */
    float out[2][NODES][3];         /* positions, normals */
} fixture;

/* One step as a dense matrix, and its power. */
static void make_smoothing(fixture *f)
{
    static double step[NODES][NODES], next[NODES][NODES];
    const hone_mesh *mesh = &f->t.mesh;
    static uint8_t edges[NODES][NODES], triangles[NODES][NODES]; /* how many an edge has */
    memset(edges, 0, sizeof edges), memset(triangles, 0, sizeof triangles);
    memset(step, 0, sizeof step);
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t a = mesh->indices[t + k], b = mesh->indices[t + (k + 1) % 3];
            edges[a][b] = edges[b][a] = 1;
            triangles[a][b]++, triangles[b][a]++;
        }
    for (int n = 0; n < NODES; n++) {
        int count = 0;
        for (int k = 0; k < NODES; k++) count += edges[n][k];
        bool border = false;
        for (int k = 0; k < NODES; k++) border |= triangles[n][k] == 1;
        for (int k = 0; k < NODES; k++) step[n][k] = edges[n][k] && !border ? LAMBDA / count : 0;
        step[n][n] = border ? 1 : 1 - LAMBDA;
        for (int k = 0; k < NODES; k++) f->smoothing[n][k] = n == k;
    }
    for (int s = 0; s < STEPS; s++) {
        for (int n = 0; n < NODES; n++)
            for (int k = 0; k < NODES; k++) {
                next[n][k] = 0;
                for (int j = 0; j < NODES; j++)
                    if (step[n][j] != 0)
                        next[n][k] += step[n][j] * f->smoothing[j][k];
            }
        memcpy(f->smoothing, next, sizeof next);
    }
}

/* Moves vertices a little in all directions, and tilts normals, so that no coordinate of them is 0 everywhere. */
static void make_rough(const hone_mesh *mesh)
{
    test_random random = {12};
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float *position = (float *)mesh->positions[v], *normal = (float *)mesh->normals[v];
        for (int i = 0; i < 3; i++) position[i] += test_random_float(&random, -0.08f, 0.08f);
        normal[0] = test_random_float(&random, -0.5f, 0.5f);
        hone_vec3_normalise(normal, normal);
    }
}

static int setup(void **state)
{
    static fixture f;
    tube_make(&(tube_desc){.around = 12, .along = 25}, &f.t);
    make_rough(&f.t.mesh);
    f.skin = tube_compile(&f.t);
    f.palette = hone_palette_create(f.t.mesh.slot_count, NULL, NULL);
    if (f.smoothing[0][0] == 0) /* it is the same for all tests */
        make_smoothing(&f);
    *state = &f;
    return f.skin && f.palette ? 0 : -1;
}

static int teardown(void **state)
{
    fixture *f = *state;
    hone_palette_destroy(f->palette);
    hone_skin_release(f->skin);
    tube_release(&f->t);
    return 0;
}

static void run(fixture *f, hone_skin_method method, hone_workers *workers)
{
    const hone_mush_desc desc = {.mesh = &f->t.mesh, .iterations = STEPS, .lambda = (float)LAMBDA, .least = 1e-30f};
    hone_error error = {0};
    if (!hone_skin_add_mush(f->skin, method, &desc, &error))
        fail_msg("%s", error.message);
    hone_skin_job job = {.palette = f->palette,
                         .positions = {f->out[0], NODES, sizeof *f->out[0]},
                         .normals = {f->out[1], NODES, sizeof *f->out[1]},
                         .method = method,
                         .room_size = hone_skin_room(f->skin, method)};
    job.room = test_calloc(1, job.room_size);
    if (!hone_skin_run_on(workers, f->skin, &job, &error))
        fail_msg("%s", error.message);
    test_free(job.room);
}

static void weights_of(const hone_mesh *mesh, uint32_t v, double out[SLOTS])
{
    out[0] = out[1] = 0;
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
        out[mesh->influences[i].slot] += (double)mesh->influences[i].weight;
}

/* ---- delta mush ------------------------------------------------------------------------------------------------ */

static void unit(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) v[i] /= length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The frame of a node of a smooth surface: its normal, and the direction of the neighbour of the lowest number. */
static void frame_of(const fixture *f, double (*p)[3], uint32_t node, double out[3][3])
{
    const hone_mesh *mesh = &f->t.mesh;
    uint32_t lowest = UINT32_MAX;
    for (int i = 0; i < 3; i++) out[2][i] = 0;
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t b = mesh->indices[t + (k + 1) % 3], c = mesh->indices[t + (k + 2) % 3];
            double sides[2][3], normal[3];
            if (mesh->indices[t + k] != node)
                continue;
            for (int i = 0; i < 3; i++) sides[0][i] = p[b][i] - p[node][i], sides[1][i] = p[c][i] - p[node][i];
            cross(sides[0], sides[1], normal);
            for (int i = 0; i < 3; i++) out[2][i] += normal[i];
            lowest = b < lowest ? b : lowest;
            lowest = c < lowest ? c : lowest;
        }
    unit(out[2]);
    double along = 0;
    for (int i = 0; i < 3; i++) out[0][i] = p[lowest][i] - p[node][i], along += out[0][i] * out[2][i];
    for (int i = 0; i < 3; i++) out[0][i] -= along * out[2][i];
    unit(out[0]);
    cross(out[2], out[0], out[1]);
}

static void smooth(const fixture *f, double (*from)[3], double (*to)[3])
{
    for (int n = 0; n < NODES; n++)
        for (int i = 0; i < 3; i++) {
            to[n][i] = 0;
            for (int k = 0; k < NODES; k++) to[n][i] += f->smoothing[n][k] * from[k][i];
        }
}

static void check_delta(fixture *f, const char *what)
{
    static double rest[NODES][3], blend[NODES][3], smooth_rest[NODES][3], smooth_blend[NODES][3];
    for (uint32_t v = 0; v < NODES; v++) {
        double w[SLOTS];
        weights_of(&f->t.mesh, v, w);
        for (int r = 0; r < 3; r++) {
            rest[v][r] = (double)f->t.mesh.positions[v][r], blend[v][r] = 0;
            for (int s = 0; s < SLOTS; s++) {
                const float *m = f->palette->affine[s].m[r];
                blend[v][r] += w[s] * (double)m[3];
                for (int c = 0; c < 3; c++) blend[v][r] += w[s] * (double)m[c] * (double)f->t.mesh.positions[v][c];
            }
        }
    }
    smooth(f, rest, smooth_rest);
    smooth(f, blend, smooth_blend);
    for (uint32_t v = 0; v < NODES; v++) {
        double before[3][3], after[3][3];
        frame_of(f, smooth_rest, v, before);
        frame_of(f, smooth_blend, v, after);
        for (int r = 0; r < 3; r++) {
            double want = smooth_blend[v][r], normal = 0;
            for (int k = 0; k < 3; k++)
                for (int i = 0; i < 3; i++) {
                    want += after[k][r] * before[k][i] * (rest[v][i] - smooth_rest[v][i]);
                    normal += after[k][r] * before[k][i] * (double)f->t.mesh.normals[v][i];
                }
            if (!(fabs((double)f->out[0][v][r] - want) <= 1e-5 * (double)TUBE_LENGTH))
                fail_msg("%s, vertex %u: %g, not %g", what, v, (double)f->out[0][v][r], want);
            CHECK_NEAR(f->out[1][v][r], normal, 2e-5);
        }
    }
}

/* ---- direct delta mush ----------------------------------------------------------------------------------------- */

static double minor(double m[3][3], int r, int c)
{
    const int r0 = (r + 1) % 3, r1 = (r + 2) % 3, c0 = (c + 1) % 3, c1 = (c + 2) % 3;
    return m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0];
}

/* The formulas of docs/skinning.md, with moments about the origin. */
static void direct_vertex(const fixture *f, uint32_t v, double out[3])
{
    const hone_mesh *mesh = &f->t.mesh;
    double psi[SLOTS][4][4] = {{{0}}}, all[4][4] = {{0}}, q[3][4] = {{0}}, s[3][3], rest[3][3], r[3][3], square = 0;
    for (uint32_t k = 0; k < NODES; k++) {
        double w[SLOTS], u[4] = {0, 0, 0, 1};
        weights_of(mesh, k, w);
        for (int i = 0; i < 3; i++) u[i] = (double)mesh->positions[k][i];
        for (int j = 0; j < SLOTS; j++)
            for (int a = 0; a < 4; a++)
                for (int b = 0; b < 4; b++) psi[j][a][b] += f->smoothing[v][k] * w[j] * u[a] * u[b];
    }
    for (int j = 0; j < SLOTS; j++)
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) all[a][b] += psi[j][a][b];
    double trace = 0;
    for (int i = 0; i < 3; i++) trace += all[i][i] - all[i][3] * all[i][3];
    const double own = trace > 1e-9 ? 0.01 * trace : 1; /* of a node on the border: it is alone */
    for (int j = 0; j < SLOTS; j++)
        for (int i = 0; i < 3; i++) psi[j][i][i] += psi[j][3][3] * own, all[i][i] += psi[j][3][3] * own;
    for (int j = 0; j < SLOTS; j++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 4; b++)
                for (int k = 0; k < 4; k++) q[a][b] += (double)f->palette->affine[j].m[a][k] * psi[j][k][b];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            s[a][b] = q[a][b] - q[a][3] * all[3][b];
            rest[a][b] = all[a][b] - all[a][3] * all[3][b];
        }
    const double det = rest[0][0] * minor(rest, 0, 0) + rest[0][1] * minor(rest, 0, 1) + rest[0][2] * minor(rest, 0, 2);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            r[a][b] = 0;
            for (int k = 0; k < 3; k++) r[a][b] += minor(s, a, k) * rest[k][b] / det;
            square += r[a][b] * r[a][b];
        }
    for (int a = 0; a < 3; a++) {
        out[a] = q[a][3];
        for (int b = 0; b < 3; b++)
            out[a] += r[a][b] * (square > 3 ? sqrt(3 / square) : 1) * ((double)mesh->positions[v][b] - all[b][3]);
    }
}

static void check_direct(fixture *f, const char *what)
{
    for (uint32_t v = 0; v < NODES; v++) {
        double want[3];
        direct_vertex(f, v, want);
        for (int i = 0; i < 3; i++)
            if (!(fabs((double)f->out[0][v][i] - want[i]) <= 1e-5 * (double)TUBE_LENGTH))
                fail_msg("%s, vertex %u: %g, not %g", what, v, (double)f->out[0][v][i], want[i]);
    }
}

/* ---- tests ----------------------------------------------------------------------------------------------------- */

static void check_method(fixture *f, hone_skin_method method, void (*check)(fixture *f, const char *what))
{
    static const float axes[3][3] = {{1, 0, 0}, {0, 0, 1}, {0.48f, 0.6f, 0.64f}};
    char what[64];
    for (int a = 0; a < 3; a++)
        for (int degrees = 0; degrees <= 150; degrees += 50) {
            snprintf(what, sizeof what, "axis %d, %d degrees", a, degrees);
            tube_pose(&f->t, axes[a], (float)degrees * 0.017453293f, f->palette);
            run(f, method, NULL);
            check(f, what);
        }
}

static void delta_mush_is_that_of_its_definition(void **state)
{
    check_method(*state, HONE_SKIN_DELTA_MUSH, check_delta);
}

static void direct_delta_mush_is_that_of_its_formulas(void **state)
{
    check_method(*state, HONE_SKIN_DIRECT_DELTA_MUSH, check_direct);
}

static void vertices_at_rest_stay_and_rigid_motions_move_all(void **state)
{
    fixture *f = *state;
    const float q[4] = {0.48f, 0, 0.64f, 0.6f}, t[3] = {1, -2, 0.5f};
    const hone_affine motion = hone_affine_from_rotation(q, t), still = HONE_AFFINE_IDENTITY;
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++)
        for (int moved = 0; moved < 2; moved++) {
            hone_affine bones[TUBE_BONES];
            for (int b = 0; b < TUBE_BONES; b++) bones[b] = moved ? motion : still;
            hone_palette_build(f->t.mesh.slots, bones, TUBE_BONES, f->palette);
            run(f, m, NULL);
            for (uint32_t v = 0; v < NODES; v++) {
                float want[3], normal[3];
                hone_affine_point(&bones[0], f->t.mesh.positions[v], want);
                hone_affine_direction(&bones[0], f->t.mesh.normals[v], normal);
                for (int i = 0; i < 3; i++) {
                    CHECK_NEAR(f->out[0][v][i], want[i], 2e-5);
                    CHECK_NEAR(f->out[1][v][i], normal[i], 2e-5);
                }
            }
        }
}

/* The longest detail: of delta mush as it is, of the direct kind as long as a turn that is scaled to three unit rows
 * makes it. */
static void reach_is_the_longest_detail(void **state)
{
    fixture *f = *state;
    double most = 0;
    run(f, HONE_SKIN_DELTA_MUSH, NULL), run(f, HONE_SKIN_DIRECT_DELTA_MUSH, NULL);
    for (uint32_t v = 0; v < NODES; v++) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            double s = 0;
            for (int k = 0; k < NODES; k++) s += f->smoothing[v][k] * (double)f->t.mesh.positions[k][i];
            square += ((double)f->t.mesh.positions[v][i] - s) * ((double)f->t.mesh.positions[v][i] - s);
        }
        most = fmax(most, sqrt(square));
    }
    CHECK(most > 0.1);
    CHECK_NEAR(hone_skin_reach(f->skin, HONE_SKIN_DELTA_MUSH), most, 1e-5);
    CHECK_NEAR(hone_skin_reach(f->skin, HONE_SKIN_DIRECT_DELTA_MUSH), sqrt(3) * most, 1e-5);
}

/* A vertex of one slot is linear blending, and reads the middle of its surroundings besides. */
static void bytes_are_those_of_moments(void **state)
{
    fixture *f = *state;
    const hone_mush_desc one = {.mesh = &f->t.mesh, .least = 1}; /* each vertex keeps its heaviest slot alone */
    const double linear = (double)hone_skin_read_size(f->skin, HONE_SKIN_LINEAR, true) / NODES;
    hone_skin *bare = tube_compile(&f->t);
    CHECK(hone_skin_add_mush(bare, HONE_SKIN_DIRECT_DELTA_MUSH, &one, NULL));
    const double least = (double)hone_skin_read_size(bare, HONE_SKIN_DIRECT_DELTA_MUSH, true) / NODES;
    CHECK(least - linear >= 12.7 && least - linear <= 15);
    hone_skin_release(bare);
    run(f, HONE_SKIN_DIRECT_DELTA_MUSH, NULL);
    const double both = (double)hone_skin_read_size(f->skin, HONE_SKIN_DIRECT_DELTA_MUSH, true) / NODES;
    CHECK(both > least + 10 && both < least + 70);
}

/* Delta mush reads its neighbours and corners, where each node is at rest, and its frame; a run needs two places, a
 * pose and a blended vertex for each. */
static void bytes_and_room_of_delta_mush_are_those_of_its_arrays(void **state)
{
    fixture *f = *state;
    static uint8_t edges[NODES][NODES];
    uint32_t neighbours = 0;
    const hone_mesh *mesh = &f->t.mesh;
    hone_skin *bare = tube_compile(&f->t);
    CHECK(hone_skin_room(bare, HONE_SKIN_DELTA_MUSH) == 0 && hone_skin_room(bare, HONE_SKIN_LINEAR) == 0);
    const size_t linear = hone_skin_read_size(bare, HONE_SKIN_LINEAR, true);
    CHECK(hone_skin_read_size(bare, HONE_SKIN_DELTA_MUSH, true) == linear);
    CHECK(hone_skin_read_size(bare, HONE_SKIN_DIRECT_DELTA_MUSH, true) == linear);
    CHECK(hone_skin_add_mush(bare, HONE_SKIN_DELTA_MUSH, &(hone_mush_desc){.mesh = mesh}, NULL));
    CHECK(hone_skin_read_size(bare, HONE_SKIN_DIRECT_DELTA_MUSH, true) == linear);
    memset(edges, 0, sizeof edges);
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t a = mesh->indices[t + k], b = mesh->indices[t + (k + 1) % 3];
            edges[a][b] = edges[b][a] = 1;
        }
    for (int e = 0; e < NODES * NODES; e++) neighbours += edges[e / NODES][e % NODES];
    assert_int_equal(hone_skin_read_size(bare, HONE_SKIN_DELTA_MUSH, true) - linear,
                     4 * (neighbours + 2 * mesh->index_count) + NODES * (12 + 36));
    const size_t room = hone_skin_room(bare, HONE_SKIN_DELTA_MUSH), least = NODES * (2 * 12 + 12 + 60);
    CHECK(room >= least && room <= least + 12);
    CHECK(hone_skin_room(bare, HONE_SKIN_DIRECT_DELTA_MUSH) == 0 && hone_skin_room(bare, HONE_SKIN_LINEAR) == 0);
    hone_skin_release(bare);
}

static void zeros_are_defaults(void **state)
{
    fixture *f = *state;
    static float out[2][NODES][3];
    tube_pose(&f->t, (const float[3]){0, 0, 1}, 1.2f, f->palette);
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++) {
        for (int given = 0; given < 2; given++) {
            hone_skin *skin = tube_compile(&f->t);
            hone_mush_desc desc = {.mesh = &f->t.mesh};
            if (given)
                desc.iterations = 10, desc.lambda = 0.5f, desc.least = 0.001f;
            CHECK(hone_skin_add_mush(skin, m, &desc, NULL) && hone_skin_add_mush(skin, m, &desc, NULL));
            hone_skin_job job = {.palette = f->palette,
                                 .positions = {out[given], NODES, sizeof *out[given]},
                                 .method = m,
                                 .room_size = hone_skin_room(skin, m)};
            job.room = test_calloc(1, job.room_size + 1);
            CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
            test_free(job.room);
            hone_skin_release(skin);
        }
        assert_memory_equal(out[0], out[1], sizeof out[0]);
    }
}

/* Zeros are the first of these settings. Any other one has another result, on a tube so fine that some smoothed weights
 * are around the least that counts.
 */
static void other_settings_than_the_defaults_show(void **state)
{
    (void)state;
    enum { COUNT = 12 * 80 };
    static const hone_mush_desc others[] = {{.iterations = 10, .lambda = 0.5f, .least = 0.001f},
                                            {.iterations = 9},
                                            {.iterations = 11},
                                            {.lambda = 0.49f},
                                            {.lambda = 0.51f},
                                            {.least = 0.0007f},
                                            {.least = 0.0014f}};
    static float out[2][COUNT][3];
    tube t;
    tube_make(&(tube_desc){.around = 12, .along = 80, .slanted = true}, &t);
    hone_palette *palette = hone_palette_create(t.mesh.slot_count, NULL, NULL);
    tube_pose(&t, (const float[3]){0, 0, 1}, 1.2f, palette);
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++)
        for (size_t o = 0; o < sizeof others / sizeof *others; o++) {
            for (int other = 0; other < 2; other++) {
                hone_skin *skin = tube_compile(&t);
                hone_mush_desc desc = other ? others[o] : (hone_mush_desc){0};
                desc.mesh = &t.mesh;
                CHECK(hone_skin_add_mush(skin, m, &desc, NULL));
                hone_skin_job job = {.palette = palette,
                                     .positions = {out[other], COUNT, sizeof *out[other]},
                                     .method = m,
                                     .room_size = hone_skin_room(skin, m)};
                job.room = test_calloc(1, job.room_size + 1);
                CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
                test_free(job.room);
                hone_skin_release(skin);
            }
            const bool counts = o > 0 && (!(others[o].least > 0) || m == HONE_SKIN_DIRECT_DELTA_MUSH);
            CHECK((memcmp(out[0], out[1], sizeof out[0]) != 0) == counts);
        }
    hone_palette_destroy(palette);
    tube_release(&t);
}

/* Meshes without a vertex need nothing; one without triangles is skinned as its slots blend. */
static void small_meshes_are_skinned(void **state)
{
    fixture *f = *state;
    static const float place[1][3] = {{1, 2, 3}}, up[1][3] = {{0, 0.6f, 0.8f}};
    static const uint32_t begin[2] = {0, 1};
    static const hone_influence own = {1, 1};
    float out[3], normal[3];
    tube_pose(&f->t, (const float[3]){0, 0, 1}, 1.2f, f->palette);
    for (uint32_t count = 0; count < 2; count++)
        for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++) {
            const hone_mesh mesh = {.vertex_count = count,
                                    .slot_count = 2,
                                    .slots = f->t.mesh.slots,
                                    .positions = place,
                                    .normals = up,
                                    .influence_begin = begin,
                                    .influence_count = count,
                                    .influences = &own};
            hone_skin *skin = hone_skin_compile_mesh(&mesh, NULL, NULL);
            CHECK(skin && hone_skin_add_mush(skin, m, &(hone_mush_desc){.mesh = &mesh}, NULL));
            hone_skin_job job = {.palette = f->palette,
                                 .positions = {out, 1, sizeof out},
                                 .normals = {normal, 1, sizeof normal},
                                 .method = m,
                                 .room_size = hone_skin_room(skin, m)};
            job.room = test_calloc(1, job.room_size + 1);
            CHECK((hone_skin_room(skin, m) > 0) == (count > 0 && m == HONE_SKIN_DELTA_MUSH));
            CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
            float want[3];
            hone_affine_point(&f->palette->affine[1], place[0], want);
            for (int i = 0; i < 3 && count > 0; i++) CHECK_NEAR(out[i], want[i], 1e-5);
            if (m == HONE_SKIN_DIRECT_DELTA_MUSH)
                hone_affine_direction(&f->palette->affine[1], up[0], want);
            else
                memcpy(want, up[0], sizeof want); /* without triangles there is no frame that turns */
            for (int i = 0; i < 3 && count > 0; i++) CHECK_NEAR(normal[i], want[i], 1e-5);
            test_free(job.room);
            hone_skin_release(skin);
        }
}

/* Runs a mesh with its own skin; out: positions, normals. */
static void run_mesh(const hone_mesh *mesh, hone_skin_method m, const hone_mush_desc *desc, const hone_palette *palette,
                     float (*out)[2 * NODES][3])
{
    hone_skin *skin = hone_skin_compile_mesh(mesh, NULL, NULL);
    hone_mush_desc own = *desc;
    own.mesh = mesh;
    CHECK(skin && hone_skin_add_mush(skin, m, &own, NULL));
    hone_skin_job job = {.palette = palette,
                         .positions = {out[0], 2 * NODES, sizeof *out[0]},
                         .normals = {out[1], 2 * NODES, sizeof *out[1]},
                         .method = m,
                         .room_size = hone_skin_room(skin, m)};
    job.room = test_calloc(1, job.room_size + 1);
    CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
    test_free(job.room);
    hone_skin_release(skin);
}

/* A surface of two sides at one place has no normal, so no frame turns its details: they are added as at rest. */
static void details_without_a_frame_do_not_turn(void **state)
{
    fixture *f = *state;
    static const float places[3][3] = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}},
                       up[3][3] = {{0, 0.6f, 0.8f}, {0, 1, 0}, {1, 0, 0}};
    static const uint32_t begin[4] = {0, 1, 2, 3}, indices[6] = {0, 1, 2, 0, 2, 1};
    static const hone_influence own[3] = {{1, 1}, {1, 1}, {1, 1}};
    static float out[2][2 * NODES][3];
    const hone_mesh mesh = {.vertex_count = 3,
                            .slot_count = 2,
                            .slots = f->t.mesh.slots,
                            .positions = places,
                            .normals = up,
                            .index_count = 6,
                            .indices = indices,
                            .influence_begin = begin,
                            .influence_count = 3,
                            .influences = own};
    tube_pose(&f->t, (const float[3]){0.48f, 0.6f, 0.64f}, 1.2f, f->palette);
    run_mesh(&mesh, HONE_SKIN_DELTA_MUSH, &(hone_mush_desc){.iterations = 1, .lambda = 0.6f}, f->palette, out);
    for (int v = 0; v < 3; v++) {
        float smooth[3], moved[3];
        for (int i = 0; i < 3; i++)
            smooth[i] = 0.4f * places[v][i] + 0.3f * (places[(v + 1) % 3][i] + places[(v + 2) % 3][i]);
        hone_affine_point(&f->palette->affine[1], smooth, moved);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(out[0][v][i], places[v][i] - smooth[i] + moved[i], 1e-5);
            CHECK_NEAR(out[1][v][i], up[v][i], 1e-6);
        }
    }
}

/* Every vertex twice, as at a seam of texture coordinates: every other triangle has the copies. */
static void vertices_at_one_place_move_as_one(void **state)
{
    fixture *f = *state;
    static float positions[2 * NODES][3], normals[2 * NODES][3], out[2][2][2 * NODES][3];
    static hone_influence influences[4 * NODES];
    static uint32_t begin[2 * NODES + 1], indices[6 * 12 * 25];
    const hone_mesh *one = &f->t.mesh;
    hone_mesh two = *one;
    for (uint32_t v = 0; v < 2 * NODES; v++) {
        const uint32_t from = one->influence_begin[v % NODES], count = one->influence_begin[v % NODES + 1] - from;
        memcpy(positions[v], one->positions[v % NODES], sizeof *positions);
        memcpy(normals[v], one->normals[v % NODES], sizeof *normals);
        memcpy(influences + begin[v], one->influences + from, count * sizeof *influences);
        begin[v + 1] = begin[v] + count;
    }
    for (uint32_t i = 0; i < one->index_count; i++) indices[i] = one->indices[i] + (i / 3 % 2 ? NODES : 0);
    two.vertex_count = 2 * NODES, two.influence_count = begin[2 * NODES], two.influence_begin = begin;
    two.positions = (const float(*)[3])positions, two.normals = (const float(*)[3])normals;
    two.influences = influences, two.indices = indices, two.centres = NULL;
    tube_pose(&f->t, (const float[3]){0.48f, 0.6f, 0.64f}, 1.2f, f->palette);
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++) {
        run_mesh(one, m, &(hone_mush_desc){0}, f->palette, out[0]);
        run_mesh(&two, m, &(hone_mush_desc){0}, f->palette, out[1]);
        for (uint32_t v = 0; v < 2 * NODES; v++)
            for (int k = 0; k < 2; k++)
                for (int i = 0; i < 3; i++) CHECK_NEAR(out[1][k][v][i], out[0][k][v % NODES][i], 1e-5);
    }
}

/* An odd number of steps ends in the other array. */
static void any_number_of_steps_keeps_vertices_at_rest(void **state)
{
    fixture *f = *state;
    static float out[2][2 * NODES][3];
    tube_pose(&f->t, (const float[3]){0, 0, 1}, 0, f->palette);
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++)
        for (uint32_t steps = 1; steps <= 4; steps++) {
            run_mesh(&f->t.mesh, m, &(hone_mush_desc){.iterations = steps, .lambda = 0.7f}, f->palette, out);
            for (uint32_t v = 0; v < NODES; v++)
                for (int i = 0; i < 3; i++) {
                    CHECK_NEAR(out[0][v][i], f->t.mesh.positions[v][i], 1e-5);
                    CHECK_NEAR(out[1][v][i], f->t.mesh.normals[v][i], 1e-5);
                }
        }
}

static void threads_do_not_show(void **state)
{
    fixture *f = *state;
    static float one[2][NODES][3];
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    tube_pose(&f->t, (const float[3]){0, 0, 1}, 1, f->palette);
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++) {
        run(f, m, NULL);
        memcpy(one, f->out, sizeof one);
        run(f, m, workers);
        assert_memory_equal(one, f->out, sizeof one);
    }
    hone_workers_destroy(workers);
}

static void jobs_without_room_or_with_ranges_are_refused(void **state)
{
    fixture *f = *state;
    hone_error error = {0};
    hone_skin *bare = tube_compile(&f->t);
    hone_skin_job job = {.palette = f->palette, .method = HONE_SKIN_DELTA_MUSH};
    CHECK(!hone_skin_run_on(NULL, bare, &job, &error) && error.code == HONE_ERROR_ARGUMENT);
    run(f, HONE_SKIN_DELTA_MUSH, NULL);
    CHECK(!hone_skin_run_on(NULL, f->skin, &job, &error) && strstr(error.message, "room"));
    job.room_size = hone_skin_room(f->skin, job.method);
    job.room = test_calloc(1, job.room_size);
    CHECK(!hone_skin_run(f->skin, &job, 0, 1, &error) && strstr(error.message, "at once"));
    CHECK(!hone_skin_add_mush(bare, HONE_SKIN_LINEAR, &(hone_mush_desc){.mesh = &f->t.mesh}, &error));
    CHECK(!hone_skin_add_mush(bare, HONE_SKIN_DELTA_MUSH, &(hone_mush_desc){0}, &error));
    CHECK(!hone_skin_add_mush(bare, HONE_SKIN_DELTA_MUSH, &(hone_mush_desc){.mesh = &f->t.mesh, .lambda = 2}, &error));
    CHECK(!hone_skin_add_mush(bare, HONE_SKIN_DELTA_MUSH, &(hone_mush_desc){.mesh = &(hone_mesh){0}}, &error));
    test_free(job.room);
    hone_skin_release(bare);
}

/* A skin keeps what it was given first. */
static void settings_have_limits_and_count_once(void **state)
{
    fixture *f = *state;
    const hone_mush_desc most = {.mesh = &f->t.mesh, .iterations = 1000, .lambda = 1};
    hone_mush_desc more = most;
    hone_error error = {.at = 7};
    more.iterations++;
    hone_skin *skin = tube_compile(&f->t);
    CHECK(!hone_skin_add_mush(skin, HONE_SKIN_DELTA_MUSH, &more, &error) && error.at == 0);
    error.at = 7;
    CHECK(!hone_skin_add_mush(skin, HONE_SKIN_LINEAR, &most, &error) && error.at == 0);
    CHECK(!hone_skin_add_mush(NULL, HONE_SKIN_DELTA_MUSH, &most, &error));
    CHECK(!hone_skin_add_mush(skin, HONE_SKIN_DELTA_MUSH, NULL, &error));
    CHECK(hone_skin_add_mush(skin, HONE_SKIN_DELTA_MUSH, &most, &error));
    const float reach = hone_skin_reach(skin, HONE_SKIN_DELTA_MUSH);
    CHECK(hone_skin_add_mush(skin, HONE_SKIN_DELTA_MUSH, &(hone_mush_desc){.mesh = &f->t.mesh}, &error));
    CHECK(reach > 0 && hone_skin_reach(skin, HONE_SKIN_DELTA_MUSH) == reach);
    hone_skin_release(skin);
}

TEST_GROUP(test_mush)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(delta_mush_is_that_of_its_definition, setup, teardown),
        cmocka_unit_test_setup_teardown(direct_delta_mush_is_that_of_its_formulas, setup, teardown),
        cmocka_unit_test_setup_teardown(vertices_at_rest_stay_and_rigid_motions_move_all, setup, teardown),
        cmocka_unit_test_setup_teardown(reach_is_the_longest_detail, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_are_those_of_moments, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_and_room_of_delta_mush_are_those_of_its_arrays, setup, teardown),
        cmocka_unit_test_setup_teardown(zeros_are_defaults, setup, teardown),
        cmocka_unit_test(other_settings_than_the_defaults_show),
        cmocka_unit_test_setup_teardown(small_meshes_are_skinned, setup, teardown),
        cmocka_unit_test_setup_teardown(details_without_a_frame_do_not_turn, setup, teardown),
        cmocka_unit_test_setup_teardown(vertices_at_one_place_move_as_one, setup, teardown),
        cmocka_unit_test_setup_teardown(any_number_of_steps_keeps_vertices_at_rest, setup, teardown),
        cmocka_unit_test_setup_teardown(threads_do_not_show, setup, teardown),
        cmocka_unit_test_setup_teardown(jobs_without_room_or_with_ranges_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(settings_have_limits_and_count_once, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
