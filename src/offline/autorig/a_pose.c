/* Bends a mesh that autorig has just bound into MMD's A pose. Motions of MMD assume that the arms at rest hang down
 * at an angle, as in the default skeleton; each arm and forearm is turned to the direction it has there, and mesh,
 * morphs and bones follow by linear blend skinning. */
#include "base/memory/arena.h"
#include "offline/autorig/autorig.h"
#include "offline/autorig/human_skeleton.h"
#include <hone/math.h>
#include <hone/retarget.h>
#include <string.h>

/* State of the bending: a transform in model space for each bone. */
typedef struct bend_context {
    autorig_context *f;
    hone_bone *bones;
    hone_affine *moves; /* [bone_count] */
} bend_context;

static int32_t find(const hone_skeleton *skeleton, const char *name)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (strcmp(skeleton->bones[b].name, name) == 0)
            return (int32_t)b;
    return HONE_NONE;
}

/* The smallest rotation from one direction to another. */
static void turn_between(const float from[3], const float to[3], float out[4])
{
    float a[3], b[3], q[4] = {0, 0, 0, 1};
    if (hone_vec3_normalise(from, a) && hone_vec3_normalise(to, b)) {
        hone_vec3_cross(a, b, q);
        q[3] = 1 + hone_vec3_dot(a, b);
    }
    hone_quat_normalise(q, out);
}

/* The rotation q about a point, followed by `move`. */
static hone_affine turned_about(const hone_affine *move, const float point[3], const float q[4])
{
    const float back[3] = {-point[0], -point[1], -point[2]};
    hone_affine turn = hone_affine_translation(point), away = hone_affine_translation(back);
    for (int c = 0; c < 3; c++) {
        float axis[3] = {c == 0, c == 1, c == 2};
        hone_quat_rotate(q, axis, axis);
        for (int r = 0; r < 3; r++) turn.m[r][c] = axis[r];
    }
    turn = hone_affine_multiply(&turn, &away);
    return hone_affine_multiply(move, &turn);
}

static void aim(const bend_context *b, const hone_skeleton *pattern, const char *from, const char *to)
{
    const hone_skeleton *own = &b->f->data.skeleton;
    int32_t here = find(own, from), there = find(own, to), as = find(pattern, from), as_to = find(pattern, to);
    if (here == HONE_NONE || there == HONE_NONE || as == HONE_NONE || as_to == HONE_NONE)
        return;
    hone_affine back = hone_affine_invert_rigid(&b->moves[here]);
    float is[3], wanted[3], q[4];
    for (int i = 0; i < 3; i++) {
        is[i] = b->bones[there].position[i] - b->bones[here].position[i];
        wanted[i] = pattern->bones[as_to].position[i] - pattern->bones[as].position[i];
    }
    hone_affine_direction(&back, wanted, wanted); /* the bone's parents have already been turned */
    turn_between(is, wanted, q);
    b->moves[here] = turned_about(&b->moves[here], b->bones[here].position, q);
}

/* Parents come before their children in this skeleton, so one pass is enough. */
static void aim_all(const bend_context *b, const hone_skeleton *pattern)
{
    static const char *const aims[][2] = {
        {"左腕", "左ひじ"}, {"右腕", "右ひじ"}, {"左ひじ", "左手首"}, {"右ひじ", "右手首"}};
    const hone_skeleton *own = &b->f->data.skeleton;
    for (uint32_t i = 0; i < own->bone_count; i++) {
        int32_t parent = b->bones[i].parent;
        b->moves[i] = parent == HONE_NONE ? (hone_affine)HONE_AFFINE_IDENTITY : b->moves[parent];
        for (size_t k = 0; k < sizeof aims / sizeof *aims; k++)
            if (strcmp(b->bones[i].name, aims[k][0]) == 0)
                aim(b, pattern, aims[k][0], aims[k][1]);
    }
}

/* ---- mesh, morphs and bones ------------------------------------------------------------------------------------ */

static hone_affine move_of(const bend_context *b, uint32_t vertex)
{
    const hone_mesh *mesh = &b->f->data.mesh;
    hone_affine out = {{{0}}};
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].slot != HONE_NONE)
            for (int k = 0; k < 12; k++)
                out.m[k / 4][k % 4] += mesh->influences[i].weight * b->moves[mesh->influences[i].slot].m[k / 4][k % 4];
    return out;
}

static void bend_offsets(const bend_context *b, const hone_morph_vertex *offsets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        hone_affine move = move_of(b, offsets[i].vertex);
        float *offset = (float *)offsets[i].offset;
        hone_affine_direction(&move, offset, offset);
    }
}

static void bend_mesh(const bend_context *b)
{
    const hone_mesh *mesh = &b->f->data.mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        hone_affine move = move_of(b, v);
        float *normal = (float *)mesh->normals[v], *position = (float *)mesh->positions[v];
        hone_affine_point(&move, position, position);
        hone_affine_direction(&move, normal, normal);
        hone_vec3_normalise(normal, normal);
    }
    for (uint32_t m = 0; m < b->f->data.morph_count; m++) {
        const hone_morph *morph = &b->f->data.morphs[m];
        if (morph->kind == HONE_MORPH_VERTEX)
            bend_offsets(b, morph->u.vertices, morph->count);
        bend_offsets(b, morph->normals, morph->normal_count);
    }
}

static void bend_bones(const bend_context *b)
{
    for (uint32_t i = 0; i < b->f->data.skeleton.bone_count; i++) {
        hone_bone *bone = &b->bones[i];
        hone_affine_point(&b->moves[i], bone->position, bone->position);
        hone_affine_direction(&b->moves[i], bone->tail_offset, bone->tail_offset);
        hone_affine_direction(&b->moves[i], bone->fixed_axis, bone->fixed_axis);
    }
}

bool hone_autorig_bend_to_a_pose(autorig_context *f, hone_error *error)
{
    bend_context b = {.f = f, .bones = (hone_bone *)f->data.skeleton.bones};
    if (f->desc->skeleton || !f->desc->bend_to_a_pose)
        return true;
    hone_model *pattern = hone_mmd_default_skeleton(NULL, f->desc->allocator, error);
    b.moves = pattern ? hone_arena_array(f->scratch, f->data.skeleton.bone_count, sizeof *b.moves) : NULL;
    if (b.moves) {
        aim_all(&b, hone_model_skeleton(pattern));
        bend_mesh(&b);
        bend_bones(&b);
    }
    hone_model_release(pattern);
    return b.moves != NULL;
}
