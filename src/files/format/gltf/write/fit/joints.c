/* The bones that move, and the boxes around what they carry. */
#include "base/memory/arena.h"
#include "core/model/reach.h"
#include "files/format/gltf/write/fit/fit_channels.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

/* ---- the tree ---- */

/* The hierarchy of the bones; lengths are in the space of the file. */
typedef struct tree {
    uint32_t *order;        /* [bone_count] depth first */
    uint8_t *moves;         /* [bone_count] whether a bone has channels */
    hone_affine *from_bone; /* [bone_count] from a bone that does not move to its joint's space */
} tree;

static bool make_tree(fit_state *f, tree *t)
{
    const hone_skeleton *skeleton = &f->writer->model->skeleton;
    uint32_t bones = skeleton->bone_count;
    int32_t *parents = hone_arena_array(f->memory, bones, sizeof *parents);
    int32_t *links = hone_arena_array(f->memory, (size_t)2 * bones, sizeof *links);
    *t = (tree){hone_arena_array(f->memory, bones, sizeof *t->order), hone_arena_array(f->memory, bones, 1),
                hone_arena_array(f->memory, bones, sizeof *t->from_bone)};
    if (hone_arena_failed(f->memory))
        return false;
    for (uint32_t b = 0; b < bones; b++) parents[b] = skeleton->bones[b].parent;
    hone_tolerance_depth_first(parents, bones, links, t->order);
    for (uint32_t s = 0; s < f->source_count; s++) t->moves[f->sources[s].bone] = 1;
    return true;
}

static hone_affine rest_of(const fit_state *f, uint32_t bone)
{
    return hone_gltf_to_affine(f->writer, &f->writer->model->skeleton.bones[bone].rest_local);
}

/* The rest of a bone that has channels, as the file has it. */
static hone_transform rest_parts(const fit_state *f, uint32_t bone)
{
    const gltf_writer *writer = f->writer;
    const hone_bone *b = &writer->model->skeleton.bones[bone];
    hone_transform rest = b->rest, out = rest;
    for (int r = 0; writer->model->space == HONE_SPACE_MMD && r < 3; r++) rest.translation[r] = b->rest_local.m[r][3];
    hone_gltf_to_point(writer, rest.translation, out.translation);
    hone_gltf_to_rotation(writer, rest.rotation, out.rotation);
    return out;
}

/* joint: the place of the joint that carries the bone's parent, or HONE_NONE. above: from its space to the parent's. */
static void place_bone(fit_state *f, tree *t, uint32_t b, int32_t joint, const hone_affine *above)
{
    static const hone_affine identity = HONE_AFFINE_IDENTITY;
    if (!t->moves[b]) {
        hone_affine rest = rest_of(f, b);
        t->from_bone[b] = hone_affine_multiply(above, &rest);
        f->places[b] = (uint32_t)joint; /* HONE_NONE becomes UINT32_MAX */
        return;
    }
    f->places[b] = f->joint_count;
    f->parents[f->joint_count] = joint;
    t->from_bone[b] = identity;
    f->joints[f->joint_count++] = (fit_joint){.bone = b,
                                              .above = *above,
                                              .has_above = memcmp(above, &identity, sizeof identity) != 0,
                                              .rest = rest_parts(f, b),
                                              .low = {INFINITY, INFINITY, INFINITY},
                                              .high = {-INFINITY, -INFINITY, -INFINITY}};
}

static int32_t joint_of(const fit_state *f, int32_t bone)
{
    return bone == HONE_NONE || f->places[bone] == UINT32_MAX ? HONE_NONE : (int32_t)f->places[bone];
}

static void place_bones(fit_state *f, tree *t)
{
    static const hone_affine identity = HONE_AFFINE_IDENTITY;
    const hone_skeleton *skeleton = &f->writer->model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = t->order[i];
        int32_t parent = skeleton->bones[b].parent;
        place_bone(f, t, b, joint_of(f, parent), parent == HONE_NONE ? &identity : &t->from_bone[parent]);
    }
    hone_tolerance_find_ends(f->parents, f->joint_count, f->ends);
}

/* ---- boxes ---- */

static void enclose(fit_joint *joint, const float point[3], float margin)
{
    for (int r = 0; r < 3; r++) {
        joint->low[r] = fminf(joint->low[r], point[r] - margin);
        joint->high[r] = fmaxf(joint->high[r], point[r] + margin);
    }
}

static void enclose_bones(fit_state *f, const tree *t)
{
    for (uint32_t b = 0; b < f->writer->model->skeleton.bone_count; b++)
        if (f->places[b] != UINT32_MAX) {
            float origin[3];
            hone_affine_origin(&t->from_bone[b], origin);
            enclose(&f->joints[f->places[b]], origin, 0);
        }
}

static void enclose_vertices(fit_state *f, const tree *t)
{
    const gltf_writer *writer = f->writer;
    const hone_mesh *mesh = &writer->model->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            int32_t slot = mesh->influences[i].slot, bone = slot >= 0 ? mesh->slots[slot].bone : HONE_NONE;
            float at[3], margin = writer->errors.offsets[v];
            if (bone < 0 || f->places[bone] == UINT32_MAX || !(mesh->influences[i].weight > 0))
                continue;
            if (margin > 0)
                margin *= hone_reach_growth(&mesh->slots[slot].bone_from_mesh) * hone_reach_growth(&t->from_bone[bone]);
            hone_affine_point(&mesh->slots[slot].bone_from_mesh, mesh->positions[v], at);
            hone_gltf_to_point(writer, at, at);
            hone_affine_point(&t->from_bone[bone], at, at);
            enclose(&f->joints[f->places[bone]], at, margin);
        }
}

/* Things that other programs attach to a bone without vertices are at least so near. */
static const float LEAST_REACH = 0.03f;

static void finish_boxes(fit_state *f)
{
    for (uint32_t j = 0; j < f->joint_count; j++) {
        fit_joint *joint = &f->joints[j];
        for (int r = 0; r < 3; r++) {
            float half = (joint->high[r] - joint->low[r]) / 2;
            joint->centre[r] = (joint->low[r] + joint->high[r]) / 2;
            joint->half[r] = fmaxf(half, LEAST_REACH);
        }
    }
}

bool hone_gltf_fit_joints(fit_state *f)
{
    uint32_t bones = f->writer->model->skeleton.bone_count;
    tree t;
    f->joints = hone_arena_array(f->memory, bones, sizeof *f->joints);
    f->places = hone_arena_array(f->memory, bones, sizeof *f->places);
    f->parents = hone_arena_array(f->memory, bones, sizeof *f->parents);
    f->ends = hone_arena_array(f->memory, bones, sizeof *f->ends);
    if (!make_tree(f, &t))
        return false;
    place_bones(f, &t);
    enclose_bones(f, &t);
    enclose_vertices(f, &t);
    finish_boxes(f);
    return true;
}
