#include "tool/play/character_region.h"
#include <hone/actor.h>
#include <hone/math.h>

#include <stdlib.h>

static const float step = (float)(HONE_PI / 12);
static const float widest = 1.6f;    /* width and depth of a face's box, at most, as part of its height */
static const float outliers = 0.02f; /* part of the vertices of a head that may be beyond its box at each side */

typedef struct figure {
    const hone_model *model;
    const hone_skeleton *skeleton;
    hone_humanoid human;
    hone_affine world;
    float (*positions)[3]; /* [vertex_count] skinned at rest, model space; NULL: not needed */
} figure;

static figure figure_of(const hone_model *model)
{
    return (figure){model, hone_model_skeleton(model), hone_model_humanoid(model), hone_world_from_model(model), NULL};
}

/* A skinned mesh of glTF may be anywhere before it is skinned. False: no memory. */
static bool skin_at_rest(figure *f)
{
    uint32_t count = hone_model_mesh(f->model)->vertex_count;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = f->model}, NULL);
    f->positions = malloc((size_t)count * sizeof *f->positions + 1);
    const hone_skin_out out = {.positions = {f->positions, count, sizeof *f->positions}};
    bool ok = actor && f->positions && hone_actor_update(actor, 0, NULL) && hone_actor_skin(actor, &out, NULL);
    hone_actor_destroy(actor);
    return ok;
}

/* The place of a human's bone at rest, world. */
static bool joint(const figure *f, int role, float out[3])
{
    int32_t bone = f->human.bones[role];
    if (bone == HONE_NONE)
        return false;
    hone_affine_point(&f->world, f->skeleton->bones[bone].position, out);
    return true;
}

/* ---- front ---- */

float character_front(const hone_model *model)
{
    static const int pairs[] = {HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_SHOULDER,
                                HONE_HUMANOID_EYE};
    figure f = figure_of(model);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        float left[3], right[3];
        if (!joint(&f, pairs[i], left) || !joint(&f, pairs[i] + 1, right))
            continue;
        float x = left[0] - right[0], z = left[2] - right[2];
        if (!(x * x + z * z > 0))
            continue;
        float yaw = roundf(atan2f(z, x) / step) * step; /* the front is the left side, turned by a right angle */
        return fabsf(yaw) < step / 2 ? 0 : yaw;
    }
    return 0;
}

/* ---- head ---- */

typedef enum head_part {
    HEAD_ITSELF,  /* what follows the head, the jaw or an eye */
    HEAD_AND_HAIR /* also what follows a bone below them */
} head_part;

static bool is_of_head(const figure *f, int32_t bone, head_part part)
{
    static const int roles[] = {HONE_HUMANOID_HEAD, HONE_HUMANOID_JAW, HONE_HUMANOID_EYE, HONE_HUMANOID_EYE + 1};
    for (; bone != HONE_NONE; bone = part == HEAD_ITSELF ? HONE_NONE : f->skeleton->bones[bone].parent)
        for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
            if (bone == f->human.bones[roles[i]])
                return true;
    return false;
}

/* Whether at least half of a vertex follows the head. */
static bool follows_head(const figure *f, const hone_mesh *mesh, uint32_t vertex, head_part part)
{
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        int32_t slot = mesh->influences[i].slot;
        if (slot != HONE_NONE && is_of_head(f, mesh->slots[slot].bone, part))
            sum += mesh->influences[i].weight;
    }
    return sum >= 0.5f;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The box of the vertices that follow the head and are above `floor`, without the outermost of them. False: there are
 * none, or no memory. */
static bool head_box(const figure *f, head_part part, float floor, hone_bounds *out)
{
    const hone_mesh *mesh = hone_model_mesh(f->model);
    uint32_t count = 0;
    float *places = malloc(((size_t)mesh->vertex_count * 3 + 1) * sizeof *places);
    for (uint32_t v = 0; places && v < mesh->vertex_count; v++) {
        float p[3];
        hone_affine_point(&f->world, f->positions[v], p);
        if (!(p[1] >= floor) || !follows_head(f, mesh, v, part))
            continue;
        for (uint32_t i = 0; i < 3; i++) places[i * mesh->vertex_count + count] = p[i];
        count++;
    }
    for (uint32_t i = 0; count && i < 3; i++) {
        float *axis = places + (size_t)i * mesh->vertex_count;
        uint32_t left_out = (uint32_t)((float)count * outliers);
        qsort(axis, count, sizeof *axis, compare_floats);
        out->min[i] = axis[left_out], out->max[i] = axis[count - 1 - left_out];
    }
    free(places);
    return count > 0;
}

/* Without a head of its own in the mesh, its size is guessed by the neck. */
static bool guess_head(const figure *f, const float head[3], hone_bounds *out)
{
    float neck[3];
    if (!joint(f, HONE_HUMANOID_NECK, neck) || !(head[1] > neck[1]))
        return false;
    float size = 3 * (head[1] - neck[1]);
    for (int i = 0; i < 3; i++) {
        out->min[i] = head[i] - (i == 1 ? 0 : size / 2);
        out->max[i] = head[i] + (i == 1 ? size : size / 2);
    }
    return true;
}

static bool find_head(const figure *f, hone_bounds *out)
{
    float head[3];
    if (!joint(f, HONE_HUMANOID_HEAD, head))
        return false;
    hone_bounds hair = HONE_BOUNDS_EMPTY;
    if (!head_box(f, HEAD_ITSELF, -1e30f, out) || !(out->max[1] > head[1]))
        return guess_head(f, head, out);
    /* a chin is not further below the joint than the top is above it; what is lower is hair that hangs down */
    float floor = 2 * head[1] - out->max[1];
    bool ok = out->min[1] >= floor || head_box(f, HEAD_ITSELF, floor, out);
    if (ok && head_box(f, HEAD_AND_HAIR, head[1], &hair))
        out->max[1] = fmaxf(out->max[1], hair.max[1]);
    return ok;
}

bool character_face(const hone_model *model, character_region *out, const char **missing)
{
    figure f = figure_of(model);
    out->bone = f.human.bones[HONE_HUMANOID_HEAD];
    *missing = "head";
    bool found = skin_at_rest(&f) && find_head(&f, &out->box);
    free(f.positions);
    if (!found)
        return false;
    float side_max = widest / 2 * (out->box.max[1] - out->box.min[1]);
    for (int i = 0; i < 3; i += 2) { /* hair may be wider than the face */
        float middle = (out->box.min[i] + out->box.max[i]) / 2;
        float side = fminf((out->box.max[i] - out->box.min[i]) / 2, side_max);
        out->box.min[i] = middle - side, out->box.max[i] = middle + side;
    }
    return true;
}

/* ---- bust ---- */

static int32_t chest_of(const figure *f)
{
    static const int roles[] = {HONE_HUMANOID_UPPER_CHEST, HONE_HUMANOID_CHEST, HONE_HUMANOID_SPINE,
                                HONE_HUMANOID_HEAD};
    int32_t bone = HONE_NONE;
    for (size_t i = 0; i < sizeof roles / sizeof *roles && bone == HONE_NONE; i++) bone = f->human.bones[roles[i]];
    return bone;
}

bool character_bust(const hone_model *model, character_region *out, const char **missing)
{
    figure f = figure_of(model);
    character_region face;
    float left[3], right[3], hips[3];
    if (!character_face(model, &face, missing))
        return false;
    *missing = "upper arms";
    if (!joint(&f, HONE_HUMANOID_UPPER_ARM, left) || !joint(&f, HONE_HUMANOID_UPPER_ARM + 1, right))
        return false;
    *missing = "hips";
    if (!joint(&f, HONE_HUMANOID_HIPS, hips))
        return false;
    *out = (character_region){chest_of(&f), face.box};
    float shoulders = (left[1] + right[1]) / 2;
    out->box.min[1] = fminf(shoulders - 0.35f * (shoulders - hips[1]), face.box.min[1]);
    for (int i = 0; i < 3; i += 2) {
        float widen = i == 0 ? 0.25f * fabsf(left[0] - right[0]) / 2 : 0;
        out->box.min[i] = fminf(fminf(left[i], right[i]) - widen, face.box.min[i]);
        out->box.max[i] = fmaxf(fmaxf(left[i], right[i]) + widen, face.box.max[i]);
    }
    return true;
}
