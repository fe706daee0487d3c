/* What each way of skinning keeps of a limb that twists and bends, and of the joints of the built-in character, and
 * what it costs: two tables for docs/skinning.md. With a model the second table is that of its joints, and a line tells
 * how far its centres of rotation, from cells of triangles, are from those of all triangles.
 *
 * bench_deform [MODEL] */
#include "bench/programs/crossing.h"
#include "bench/programs/real_joints.h"
#include "samples/samples.h"
#include <hone/actor.h>
#include <hone/deform.h>
#include <hone/format.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- a made arm: a closed tube along x, whose joint is at the origin -------------------------------------------- */

enum { AROUND = 24, ALONG = 65, RINGS = AROUND * ALONG, VERTICES = RINGS + 2, TRIANGLES = 2 * AROUND * ALONG };
static const float HALF = 4, RADIUS = 1, BLEND = 1.2f; /* half the length; weights change up to BLEND from the joint */

typedef struct arm {
    float positions[VERTICES][3], normals[VERTICES][3];
    uint8_t deforms[VERTICES];
    uint32_t begin[VERTICES + 1], indices[3 * TRIANGLES];
    hone_influence influences[2 * VERTICES];
    hone_sdef sdefs[VERTICES];
    hone_slot slots[2];
    hone_mesh mesh;
} arm;

static void add_vertex(arm *a, uint32_t v, float x, float y, float z)
{
    const float t = fminf(fmaxf((x + BLEND) / (2 * BLEND), 0), 1), right = t * t * (3 - 2 * t);
    const hone_influence both[2] = {{0, 1 - right}, {1, right}};
    hone_vec3_set(x, y, z, a->positions[v]);
    hone_vec3_set(0, y, z, a->normals[v]);
    if (v >= RINGS)
        hone_vec3_set(x, 0, 0, a->normals[v]);
    a->begin[v + 1] = a->begin[v];
    for (int k = 0; k < 2; k++)
        if (both[k].weight > 0)
            a->influences[a->begin[v + 1]++] = both[k];
    if (a->begin[v + 1] - a->begin[v] < 2)
        a->deforms[v] = HONE_DEFORM_BDEF1;
    else if (a->deforms[v] == HONE_DEFORM_SDEF)
        a->sdefs[a->mesh.sdef_count++] = (hone_sdef){.vertex = v};
}

static void add_triangle(arm *a, uint32_t p, uint32_t q, uint32_t r)
{
    a->indices[a->mesh.index_count++] = p;
    a->indices[a->mesh.index_count++] = q;
    a->indices[a->mesh.index_count++] = r;
}

static void make_arm(uint8_t deform, arm *a)
{
    *a = (arm){.slots = {{0, HONE_AFFINE_IDENTITY}, {1, HONE_AFFINE_IDENTITY}}};
    memset(a->deforms, deform, sizeof a->deforms);
    for (uint32_t v = 0; v < RINGS; v++) {
        const float turn = 6.2831853f * (float)(v % AROUND) / AROUND;
        add_vertex(a, v, HALF * (2 * (float)(v / AROUND) / (ALONG - 1) - 1), RADIUS * cosf(turn), RADIUS * sinf(turn));
    }
    add_vertex(a, RINGS, -HALF, 0, 0);
    add_vertex(a, RINGS + 1, HALF, 0, 0);
    for (uint32_t i = 0; i < AROUND; i++) {
        const uint32_t next = (i + 1) % AROUND, last = RINGS - AROUND;
        add_triangle(a, RINGS, next, i);
        add_triangle(a, RINGS + 1, last + i, last + next);
        for (uint32_t ring = 0; ring < last; ring += AROUND) {
            add_triangle(a, ring + i, ring + next, ring + AROUND + i);
            add_triangle(a, ring + next, ring + AROUND + next, ring + AROUND + i);
        }
    }
    a->mesh.vertex_count = VERTICES, a->mesh.slot_count = 2;
    a->mesh.positions = (const float(*)[3])a->positions, a->mesh.normals = (const float(*)[3])a->normals;
    a->mesh.deforms = a->deforms, a->mesh.influence_begin = a->begin, a->mesh.influences = a->influences;
    a->mesh.influence_count = a->begin[VERTICES], a->mesh.sdefs = a->sdefs, a->mesh.slots = a->slots;
    a->mesh.indices = a->indices;
}

/* ---- measures --------------------------------------------------------------------------------------------------- */

/* The volume inside the surface, by the divergence theorem. */
static double volume_of(const arm *a, const float (*p)[3])
{
    double sum = 0;
    for (uint32_t t = 0; t < a->mesh.index_count; t += 3) {
        float cross[3];
        hone_vec3_cross(p[a->indices[t + 1]], p[a->indices[t + 2]], cross);
        sum += (double)hone_vec3_dot(p[a->indices[t]], cross) / 6;
    }
    return sum;
}

/* The least distance of a vertex near the joint from the middle of its ring. */
static double radius_of(const float (*p)[3])
{
    float least = INFINITY;
    for (uint32_t ring = 0; ring < RINGS; ring += AROUND) {
        float middle[3] = {0};
        for (uint32_t v = ring; v < ring + AROUND; v++)
            for (int i = 0; i < 3; i++) middle[i] += p[v][i] / AROUND;
        for (uint32_t v = ring; v < ring + AROUND; v++) least = fminf(least, hone_vec3_distance(p[v], middle));
    }
    return (double)(least / RADIUS);
}

/* The part of the triangles that cross another one. */
static double crossing_of(const arm *a, const float (*p)[3])
{
    uint32_t triangles[TRIANGLES];
    bool marks[TRIANGLES];
    const uint32_t count = a->mesh.index_count / 3;
    for (uint32_t t = 0; t < count; t++) triangles[t] = t;
    return (double)mark_crossing(a->indices, triangles, count, p, 3 * RADIUS, marks) / count;
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

typedef struct way {
    const char *name;
    hone_skin_method method;
    uint8_t deform; /* of the vertices, for AUTO */
} way;

static const way ways[] = {
    {"linear", HONE_SKIN_LINEAR, HONE_DEFORM_LINEAR},
    {"dual quaternions", HONE_SKIN_DUAL_QUATERNION, HONE_DEFORM_LINEAR},
    {"SDEF", HONE_SKIN_AUTO, HONE_DEFORM_SDEF},
    {"QDEF", HONE_SKIN_AUTO, HONE_DEFORM_QDEF},
    {"centres of rotation", HONE_SKIN_CENTRES, HONE_DEFORM_LINEAR},
    {"delta mush", HONE_SKIN_DELTA_MUSH, HONE_DEFORM_LINEAR},
    {"direct delta mush", HONE_SKIN_DIRECT_DELTA_MUSH, HONE_DEFORM_LINEAR},
};
enum { WAYS = sizeof ways / sizeof *ways, RUNS = 2000 };

static const struct {
    const char *name;
    float axis[3], degrees;
} poses[] = {{"twist 45", {1, 0, 0}, 45},   {"twist 90", {1, 0, 0}, 90}, {"twist 135", {1, 0, 0}, 135},
             {"twist 180", {1, 0, 0}, 180}, {"bend 45", {0, 0, 1}, 45},  {"bend 90", {0, 0, 1}, 90},
             {"bend 120", {0, 0, 1}, 120},  {"bend 150", {0, 0, 1}, 150}};
enum { POSES = sizeof poses / sizeof *poses };

typedef struct limb {
    const arm *arm;
    hone_skin *skin;
    hone_palette *palette;
    hone_skin_job job;
    float positions[VERTICES + 16 * 64][3], normals[VERTICES + 16 * 64][3]; /* in any order */
} limb;

static void pose_limb(limb *l, const float axis[3], float degrees)
{
    const float half = degrees * 0.0087266463f, still[3] = {0};
    const float q[4] = {axis[0] * sinf(half), axis[1] * sinf(half), axis[2] * sinf(half), cosf(half)};
    const hone_affine bones[2] = {HONE_AFFINE_IDENTITY, hone_affine_from_rotation(q, still)};
    hone_palette_build(l->arm->slots, bones, 2, l->palette);
}

/* The least time of a run, in nanoseconds a vertex. */
static double time_of(limb *l)
{
    double best = INFINITY;
    for (int i = 0; i < RUNS; i++) {
        struct timespec begin, end;
        timespec_get(&begin, TIME_UTC);
        hone_skin_run_on(NULL, l->skin, &l->job, NULL);
        timespec_get(&end, TIME_UTC);
        best = fmin(best, 1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec));
    }
    return best / VERTICES;
}

static bool measure(limb *l, const way *w, double linear, double *nanoseconds, hone_error *error)
{
    const double whole = volume_of(l->arm, (const float(*)[3])l->arm->positions);
    printf("| %s |", w->name);
    for (int i = 0; i < POSES; i++) {
        const float(*p)[3] = (const float(*)[3])l->positions;
        pose_limb(l, poses[i].axis, poses[i].degrees);
        if (!hone_skin_run_on(NULL, l->skin, &l->job, error))
            return false;
        printf(" %.2f, %.2f, %.0f |", radius_of(p), volume_of(l->arm, p) / whole, 100 * crossing_of(l->arm, p));
    }
    *nanoseconds = time_of(l);
    printf(" %.2f | %.0f |\n", linear > 0 ? *nanoseconds / linear : 1.0,
           (double)hone_skin_read_size(l->skin, w->method, true) / VERTICES);
    return true;
}

static bool print_way(const way *w, double *linear, hone_error *error)
{
    arm *a = malloc(sizeof *a);
    limb *l = calloc(1, sizeof *l);
    bool ok = a && l;
    double nanoseconds = 0;
    if (ok) {
        make_arm(w->deform, a);
        float(*centres)[3] = calloc(VERTICES, sizeof *centres);
        ok = centres && hone_centres_compute(&(hone_centres_desc){.mesh = &a->mesh}, centres, error);
        a->mesh.centres = (const float(*)[3])centres;
        l->arm = a;
        l->skin = ok ? hone_skin_compile_mesh(&a->mesh, NULL, error) : NULL;
        l->palette = hone_palette_create(2, NULL, error);
        const size_t room = sizeof l->positions / sizeof *l->positions;
        l->job = (hone_skin_job){.palette = l->palette,
                                 .positions = {l->positions, room, sizeof *l->positions},
                                 .normals = {l->normals, room, sizeof *l->normals},
                                 .method = w->method};
        if (l->skin && w->method > HONE_SKIN_CENTRES) {
            ok = hone_skin_add_mush(l->skin, w->method, &(hone_mush_desc){.mesh = &a->mesh}, error);
            l->job.room_size = hone_skin_room(l->skin, w->method);
            l->job.room = l->job.room_size ? malloc(l->job.room_size) : NULL;
        }
        ok = ok && l->skin && l->palette && measure(l, w, *linear, &nanoseconds, error);
        *linear = *linear > 0 ? *linear : nanoseconds;
        free(l->job.room);
        hone_palette_destroy(l->palette);
        hone_skin_release(l->skin);
        free(centres);
    }
    free(l), free(a);
    return ok;
}

static bool print_table(hone_error *error)
{
    double linear = 0;
    bool ok = true;
    printf("| |");
    for (int i = 0; i < POSES; i++) printf(" %s |", poses[i].name);
    printf(" time | bytes |\n|---|");
    for (int i = 0; i < POSES + 2; i++) printf("---|");
    printf("\n");
    for (int w = 0; w < WAYS && ok; w++) ok = print_way(&ways[w], &linear, error);
    return ok;
}

/* ---- centres of a model ----------------------------------------------------------------------------------------- */

static double timed(const hone_mesh *mesh, uint32_t grid, float (*out)[3], hone_error *error)
{
    struct timespec begin, end;
    timespec_get(&begin, TIME_UTC);
    if (!hone_centres_compute(&(hone_centres_desc){.mesh = mesh, .grid = grid}, out, error))
        return NAN;
    timespec_get(&end, TIME_UTC);
    return (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}

static double size_of(const hone_mesh *mesh)
{
    hone_bounds box = HONE_BOUNDS_EMPTY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            box.min[i] = fminf(box.min[i], mesh->positions[v][i]);
            box.max[i] = fmaxf(box.max[i], mesh->positions[v][i]);
        }
    return mesh->vertex_count ? (double)hone_vec3_distance(box.min, box.max) : 1;
}

static bool print_centres(const hone_model *model, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    float(*cells)[3] = calloc(mesh->vertex_count + 1, sizeof *cells),
    (*whole)[3] = calloc(mesh->vertex_count + 1, sizeof *whole);
    double fast = cells && whole ? timed(mesh, 0, cells, error) : NAN,
           slow = fast >= 0 ? timed(mesh, UINT32_MAX, whole, error) : NAN;
    bool ok = slow >= 0;
    double worst = 0;
    for (uint32_t v = 0; ok && v < mesh->vertex_count; v++)
        worst = fmax(worst, (double)hone_vec3_distance(cells[v], whole[v]));
    hone_model *with = ok ? hone_model_with_centres(model, (const float(*)[3])cells, NULL, error) : NULL;
    ok = with && hone_model_prepare_skin(with, HONE_SKIN_CENTRES, error);
    if (ok)
        printf("%u vertices: centres in %.2f s, of all triangles in %.2f s; apart by up to %.4f %% of the size; "
               "up to %.1f %% of it from their vertices\n",
               mesh->vertex_count, fast, slow, 100 * worst / size_of(mesh),
               100 * (double)hone_skin_reach(hone_model_compiled_skin(with, NULL), HONE_SKIN_CENTRES) / size_of(mesh));
    hone_model_release(with);
    free(cells), free(whole);
    return ok;
}

static bool print_model(const char *path, hone_error *error)
{
    hone_model *model = path ? hone_model_load(path, NULL, error) : hone_sample_character(error);
    const bool ok = model && print_joints(model, error) && (!path || print_centres(model, error));
    hone_model_release(model);
    return ok;
}

int main(int argc, char **argv)
{
    hone_error error = {.message = "out of memory"};
    if (argc < 2 && print_table(&error))
        printf("\n");
    if (error.code || !print_model(argv[1], &error))
        return fprintf(stderr, "%s\n", error.message), 1;
    return 0;
}
