#include "bench/programs/real_joints.h"
#include "bench/programs/crossing.h"
#include "bench/programs/smoothed_weights.h"
#include <hone/bounds.h>
#include <hone/deform.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const struct {
    const char *name;
    hone_skin_method method;
} ways[] = {{"as in the file", HONE_SKIN_AUTO},
            {"linear", HONE_SKIN_LINEAR},
            {"dual quaternions", HONE_SKIN_DUAL_QUATERNION},
            {"centres of rotation", HONE_SKIN_CENTRES},
            {"delta mush", HONE_SKIN_DELTA_MUSH},
            {"direct delta mush", HONE_SKIN_DIRECT_DELTA_MUSH}};

static const struct {
    const char *name;
    hone_humanoid_bone bone;
    float axis[3], degrees;
} joints[] = {{"elbow", HONE_HUMANOID_LOWER_ARM, {0, 1, 0}, 120},
              {"knee", HONE_HUMANOID_LOWER_LEG, {1, 0, 0}, 120},
              {"shoulder", HONE_HUMANOID_UPPER_ARM, {0, 0, 1}, 90},
              {"hip", HONE_HUMANOID_UPPER_LEG, {1, 0, 0}, 90}};
enum { WAYS = sizeof ways / sizeof *ways, JOINTS = sizeof joints / sizeof *joints, RUNS = 60 };

typedef struct character {
    const hone_model *model;
    const hone_mesh *mesh;
    const hone_skin *skin;
    float size;
    hone_palette *palette;
    hone_slot *slots;                           /* [slot_count] of which each is its own bone */
    hone_affine *bones;                         /* [slot_count] what moves each slot */
    bool *turns;                                /* [bone_count] the bone turns with the joint */
    float (*out)[3], (*normals)[3], (*mush)[3]; /* [vertex_count]; mush: by delta mush */
    void *room;
    size_t room_size;
    uint32_t *triangles, triangle_count; /* around the joint */
    bool *marks, *vertices;              /* [triangles], [vertex_count] around the joint */
    float joint[3];
} character;

/* ---- a pose ---------------------------------------------------------------------------------------------------- */

/* A bone turns with the joint if it descends from it, or appends from a bone that does. */
static void find_turning(character *c, int32_t joint)
{
    const hone_skeleton *s = hone_model_skeleton(c->model);
    bool more = true;
    for (uint32_t b = 0; b < s->bone_count; b++) c->turns[b] = (int32_t)b == joint;
    while (more) {
        more = false;
        for (uint32_t b = 0; b < s->bone_count; b++) {
            const hone_bone *bone = &s->bones[b];
            const bool appends = bone->flags & HONE_BONE_APPEND_ROTATION && bone->append_ratio > 0.5f;
            const bool turns = (bone->parent >= 0 && c->turns[bone->parent]) ||
                               (appends && bone->append_source >= 0 && c->turns[bone->append_source]);
            more |= turns && !c->turns[b];
            c->turns[b] |= turns;
        }
    }
}

static void pose(character *c, const float axis[3], float degrees)
{
    const float half = degrees * 0.0087266463f, none[3] = {0};
    const float q[4] = {axis[0] * sinf(half), axis[1] * sinf(half), axis[2] * sinf(half), cosf(half)};
    hone_affine turn = hone_affine_from_rotation(q, none), still = HONE_AFFINE_IDENTITY;
    float moved[3];
    hone_affine_point(&turn, c->joint, moved);
    for (int i = 0; i < 3; i++) turn.m[i][3] = c->joint[i] - moved[i];
    for (uint32_t s = 0; s < c->mesh->slot_count; s++) {
        const int32_t bone = c->mesh->slots[s].bone;
        c->bones[s] = bone >= 0 && c->turns[bone] ? turn : still;
    }
    hone_palette_build(c->slots, c->bones, c->mesh->slot_count, c->palette);
}

/* The vertices that the joint bends: those that both sides of it move. */
static void find_region(character *c)
{
    const hone_mesh *mesh = c->mesh;
    c->triangle_count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float turning = 0, all = 0;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            const int32_t bone = mesh->slots[mesh->influences[i].slot].bone;
            all += mesh->influences[i].weight;
            turning += bone >= 0 && c->turns[bone] ? mesh->influences[i].weight : 0;
        }
        c->vertices[v] = turning > 0.02f * all && turning < 0.98f * all;
    }
    for (uint32_t t = 0; t < mesh->index_count / 3; t++)
        if (c->vertices[mesh->indices[3 * t]] || c->vertices[mesh->indices[3 * t + 1]] ||
            c->vertices[mesh->indices[3 * t + 2]])
            c->triangles[c->triangle_count++] = t;
}

/* ---- measures -------------------------------------------------------------------------------------------------- */

/* The volume between the triangles around the joint and the joint. */
static double volume_of(const character *c, const float (*p)[3])
{
    double sum = 0;
    for (uint32_t i = 0; i < c->triangle_count; i++) {
        float arms[3][3], cross[3];
        for (int k = 0; k < 3; k++)
            for (int e = 0; e < 3; e++)
                arms[k][e] = p[c->mesh->indices[3 * c->triangles[i] + (uint32_t)k]][e] - c->joint[e];
        hone_vec3_cross(arms[1], arms[2], cross);
        sum += (double)hone_vec3_dot(arms[0], cross) / 6;
    }
    return sum;
}

/* How near to the joint a vertex gets, as a part of its distance at rest: of a hundred the one that loses most but one,
 * because a single vertex may have odd weights. */
static int compare_floats(const void *left, const void *right)
{
    const float *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static double radius_of(const character *c, const float (*p)[3])
{
    float *kept = calloc(c->mesh->vertex_count + 1, sizeof *kept);
    uint32_t count = 0;
    for (uint32_t v = 0; kept && v < c->mesh->vertex_count; v++)
        if (c->vertices[v])
            kept[count++] =
                hone_vec3_distance(p[v], c->joint) / fmaxf(hone_vec3_distance(c->mesh->positions[v], c->joint), 1e-6f);
    if (count > 0)
        qsort(kept, count, sizeof *kept, compare_floats);
    const double least = count > 0 ? (double)kept[count / 100] : 1;
    free(kept);
    return least;
}

static double apart(const character *c, const float (*p)[3])
{
    float most = 0;
    for (uint32_t v = 0; v < c->mesh->vertex_count; v++)
        if (c->vertices[v])
            most = fmaxf(most, hone_vec3_distance(p[v], c->mush[v]));
    return 100 * (double)(most / c->size);
}

static double crossing_of(const character *c, const float (*p)[3])
{
    const uint32_t crossing =
        mark_crossing(c->mesh->indices, c->triangles, c->triangle_count, p, c->size / 50, c->marks);
    return c->triangle_count ? 100.0 * crossing / c->triangle_count : 0;
}

/* ---- runs ------------------------------------------------------------------------------------------------------ */

static bool run(const character *c, const hone_skin *skin, hone_skin_method method, float (*out)[3], hone_error *error)
{
    const uint32_t count = c->mesh->vertex_count;
    const hone_skin_job job = {.palette = c->palette,
                               .positions = {out, count, sizeof *out},
                               .normals = {c->normals, count, sizeof *c->normals},
                               .method = method,
                               .room = c->room,
                               .room_size = c->room_size};
    return hone_skin_run_on(NULL, skin, &job, error);
}

/* The least time of a run into the file's order, in nanoseconds a vertex. */
static double time_of(const character *c, const hone_skin *skin, hone_skin_method method)
{
    double best = INFINITY;
    for (int i = 0; i < RUNS; i++) {
        struct timespec begin, end;
        timespec_get(&begin, TIME_UTC);
        run(c, skin, method, c->out, NULL);
        timespec_get(&end, TIME_UTC);
        best = fmin(best, 1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec));
    }
    return best / c->mesh->vertex_count;
}

static bool print_way(character *c, const hone_humanoid *human, int w, hone_error *error)
{
    const float(*p)[3] = (const float(*)[3])c->out;
    const hone_skeleton *skeleton = hone_model_skeleton(c->model);
    double most = 0;
    printf("| %s |", ways[w].name);
    for (int j = 0; j < JOINTS; j++) {
        const int32_t bone = human->bones[joints[j].bone];
        if (bone < 0) {
            printf(" |");
            continue;
        }
        for (int i = 0; i < 3; i++) c->joint[i] = skeleton->bones[bone].position[i];
        find_turning(c, bone);
        find_region(c);
        pose(c, joints[j].axis, joints[j].degrees);
        if (!run(c, c->skin, HONE_SKIN_DELTA_MUSH, c->mush, error) || !run(c, c->skin, ways[w].method, c->out, error))
            return false;
        printf(" %.2f, %.2f, %.0f |", radius_of(c, p), volume_of(c, p) / volume_of(c, c->mesh->positions),
               crossing_of(c, p));
        most = fmax(most, apart(c, p));
    }
    printf(" %.2f | %.1f | %.0f |\n", most, time_of(c, c->skin, ways[w].method),
           (double)hone_skin_read_size(c->skin, ways[w].method, true) / c->mesh->vertex_count);
    return true;
}

/* ---- a character ----------------------------------------------------------------------------------------------- */

static bool prepare(character *c, hone_error *error)
{
    hone_bounds box = HONE_BOUNDS_EMPTY;
    const uint32_t count = c->mesh->vertex_count, slots = c->mesh->slot_count;
    for (uint32_t v = 0; v < count; v++)
        for (int i = 0; i < 3; i++) {
            box.min[i] = fminf(box.min[i], c->mesh->positions[v][i]);
            box.max[i] = fmaxf(box.max[i], c->mesh->positions[v][i]);
        }
    c->size = hone_vec3_distance(box.min, box.max);
    for (int w = 0; w < WAYS; w++)
        if (!hone_model_prepare_skin(c->model, ways[w].method, error))
            return false;
    c->skin = hone_model_compiled_skin(c->model, error);
    c->room_size = hone_skin_room(c->skin, HONE_SKIN_DELTA_MUSH);
    c->palette = hone_palette_create(slots, NULL, error);
    c->slots = calloc(slots + 1, sizeof *c->slots), c->bones = calloc(slots + 1, sizeof *c->bones);
    c->turns = calloc(hone_model_skeleton(c->model)->bone_count + 1, sizeof *c->turns);
    c->out = calloc(count + 1, sizeof *c->out), c->normals = calloc(count + 1, sizeof *c->normals);
    c->mush = calloc(count + 1, sizeof *c->mush), c->vertices = calloc(count + 1, sizeof *c->vertices);
    c->triangles = calloc(c->mesh->index_count / 3 + 1, sizeof *c->triangles);
    c->marks = calloc(c->mesh->index_count / 3 + 1, sizeof *c->marks), c->room = malloc(c->room_size + 1);
    for (uint32_t s = 0; c->slots && s < slots; s++) c->slots[s] = (hone_slot){(int32_t)s, HONE_AFFINE_IDENTITY};
    return c->palette && c->slots && c->bones && c->turns && c->out && c->normals && c->mush && c->vertices &&
           c->triangles && c->marks && c->room;
}

/* Direct delta mush beside linear blending of the same weights. */
static bool print_ratio(const character *c, hone_error *error)
{
    double influences;
    hone_skin *smoothed = compile_smoothed(c->mesh, &influences, error);
    if (!smoothed)
        return false;
    const double plain = time_of(c, smoothed, HONE_SKIN_LINEAR), own = time_of(c, c->skin, HONE_SKIN_DIRECT_DELTA_MUSH);
    printf(
        "\n%u vertices, %.1f smoothed weights each: linear blending of these %.1f ns a vertex, direct delta mush %.1f: "
        "%.2f times\n",
        c->mesh->vertex_count, influences, plain, own, own / plain);
    hone_skin_release(smoothed);
    return true;
}

bool print_joints(const hone_model *model, hone_error *error)
{
    character c = {.model = model, .mesh = hone_model_mesh(model)};
    const hone_humanoid human = hone_model_humanoid(model);
    bool ok = prepare(&c, error);
    printf("| |");
    for (int j = 0; j < JOINTS; j++) printf(" %s %.0f |", joints[j].name, (double)joints[j].degrees);
    printf(" to delta mush | ns | bytes |\n|---|");
    for (int i = 0; i < JOINTS + 3; i++) printf("---|");
    printf("\n");
    for (int w = 0; w < WAYS && ok; w++) ok = print_way(&c, &human, w, error);
    ok = ok && print_ratio(&c, error);
    hone_palette_destroy(c.palette);
    free(c.slots), free(c.bones), free(c.turns), free(c.out), free(c.normals), free(c.mush), free(c.vertices);
    free(c.triangles), free(c.marks), free(c.room);
    return ok;
}
