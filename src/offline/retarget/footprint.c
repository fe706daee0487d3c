/* Footprints: the outermost points of the feet, from the vertices of the mesh. */
#include "offline/retarget/footprint.h"
#include "base/memory/arena.h"
#include <hone/math.h>
#include <string.h>

/* The bones of a foot: those below it, and those that copy its rotation (MMD's 足首D), and those below these. */
static void mark_foot(const hone_humanoid_rest *humanoid, int side, uint8_t *marks)
{
    const hone_skeleton *skeleton = &humanoid->model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = humanoid->order[i];
        const hone_bone *bone = &skeleton->bones[b];
        marks[b] = (int32_t)b == humanoid->human.bones[HONE_HUMANOID_FOOT + side] ||
                   (bone->parent != HONE_NONE && marks[bone->parent]) ||
                   (bone->append_source == humanoid->human.bones[HONE_HUMANOID_FOOT + side] &&
                    bone->flags & HONE_BONE_APPEND_ROTATION);
    }
}

static const hone_influence *strongest(const hone_mesh *mesh, uint32_t vertex)
{
    const hone_influence *best = NULL;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].slot != HONE_NONE && (!best || mesh->influences[i].weight > best->weight))
            best = &mesh->influences[i];
    return best;
}

/* Places a vertex relative to the ankle, at rest; false if it does not belong to the foot. */
static bool place_vertex(const hone_humanoid_rest *humanoid, int side, const uint8_t *marks, uint32_t vertex,
                         float out[3])
{
    const hone_mesh *mesh = &humanoid->model->mesh;
    const hone_influence *influence = strongest(mesh, vertex);
    if (!influence)
        return false;
    const hone_slot *slot = &mesh->slots[influence->slot];
    if (slot->bone == HONE_NONE || !marks[slot->bone])
        return false;
    hone_affine_point(&slot->bone_from_mesh, mesh->positions[vertex], out);
    hone_affine_point(&humanoid->rest[slot->bone], out, out);
    hone_humanoid_rest_place(humanoid, out, out);
    hone_vec3_subtract(out, humanoid->ankle[side], out);
    return isfinite(hone_vec3_length(out));
}

enum { DIRECTIONS = FOOTPRINT_POINTS / 2 };

/* The directions in which the outermost points are searched. */
static const float directions[DIRECTIONS][2] = {{0, 1},  {0.7f, 0.7f},   {1, 0},  {0.7f, -0.7f},
                                                {0, -1}, {-0.7f, -0.7f}, {-1, 0}, {-0.7f, 0.7f}};

static void extend(float (*points)[3], bool first, const float at[3])
{
    for (int d = 0; d < DIRECTIONS; d++)
        if (first || directions[d][0] * (at[0] - points[d][0]) + directions[d][1] * (at[2] - points[d][2]) > 0)
            hone_vec3_copy(at, points[d]);
}

/* The first half of the points are those of the sole, the others those of the foot. */
static void add_point(retarget_footprint *out, int part, const float at[3], bool sole, float down)
{
    bool first = !out->counts[part];
    float(*points)[3] = out->points[part];
    const float below[3] = {at[0], sole ? down : at[1], at[2]};
    if (first || sole)
        extend(points, first, below);
    extend(points + DIRECTIONS, first, at);
    out->counts[part] = FOOTPRINT_POINTS;
}

/* Adds the vertices below the ankle: those before the joint of the toes belong to the toes, relative to it. */
static void add_vertices(const hone_humanoid_rest *humanoid, int side, const uint8_t *marks, retarget_footprint *out)
{
    const float thickness = 0.03f, farthest = 0.5f, leg = humanoid->leg, *toes = humanoid->toes[side];
    float down = humanoid->floor - humanoid->ankle[side][1];
    bool bends = humanoid->human.bones[HONE_HUMANOID_TOES + side] != HONE_NONE;
    for (int soles = 1; soles >= 0; soles--) /* first those of the sole */
        for (uint32_t v = 0; v < humanoid->model->mesh.vertex_count; v++) {
            float at[3], none[3] = {0, 0, 0};
            if (!place_vertex(humanoid, side, marks, v, at) || at[1] > 0 ||
                (at[1] <= down + thickness * leg) != soles ||
                at[0] * at[0] + at[2] * at[2] > farthest * farthest * leg * leg)
                continue;
            int part = bends && at[2] > toes[2];
            const float *joint = part ? toes : none;
            hone_vec3_subtract(at, joint, at);
            if (soles || out->counts[part])
                add_point(out, part, at, soles, down - joint[1]);
        }
}

/* A foot of usual width, for a model without vertices there. */
static void assume(const hone_humanoid_rest *humanoid, int side, retarget_footprint *out)
{
    const float width = 0.04f * humanoid->leg;
    bool bends = humanoid->human.bones[HONE_HUMANOID_TOES + side] != HONE_NONE;
    for (int i = 0; i < 4; i++) {
        float at[3];
        hone_vec3_copy(humanoid->soles[side][i / 2], at);
        at[0] += i % 2 ? -width : width;
        add_point(out, 0, at, true, at[1]);
    }
    if (bends)
        add_point(out, 1, humanoid->tips[side], true, humanoid->tips[side][1]);
}

bool hone_footprint_make(const hone_humanoid_rest *humanoid, int side, hone_arena *memory, retarget_footprint *out)
{
    uint8_t *marks = hone_arena_array(memory, humanoid->model->skeleton.bone_count, 1);
    if (!marks)
        return false;
    *out = (retarget_footprint){0};
    mark_foot(humanoid, side, marks);
    add_vertices(humanoid, side, marks, out);
    if (!out->counts[0])
        assume(humanoid, side, out);
    return true;
}
