/* A tree of joints at some times: as it was, and as it is decoded. The errors of one joint move all that is below it,
 * so each attempt to store a joint with fewer bytes is measured for its whole branch. */
#ifndef HONE_SRC_TOLERANCE_TREE_H
#define HONE_SRC_TOLERANCE_TREE_H

#include "base/memory/arena.h"
#include "core/tolerance/joint_matrices.h"

/* Lists bones depth first, so that each is followed by all that are below it; siblings stay in their order. parents:
 * [count] HONE_NONE or an index; links: scratch, [2 * count]; order: [count] out. Returns how many bones it lists:
 * fewer than all if parents are a cycle. */
uint32_t hone_tolerance_depth_first(const int32_t *parents, uint32_t count, int32_t *links, uint32_t *order);
/* Computes `ends` of joints. parents: [count] places of joints in such an order. */
void hone_tolerance_find_ends(const int32_t *parents, uint32_t count, uint32_t *ends);

/* What differs between trees: the matrices of a joint from its parts, and the square of the largest error of the points
 * that it carries, given its matrices as they are and as they were. NaN is the worst. */
typedef struct tolerance_joints {
    const void *user;
    uint32_t count;
    const int32_t *parents; /* [count] HONE_NONE: a root. Each joint is followed by all that are below it. */
    const uint32_t *ends;   /* [count] the joint after the last one below */
    void (*local)(const void *user, uint32_t joint, const tolerance_parts *parts, tolerance_matrices *out);
    float (*error)(const void *user, uint32_t joint, const tolerance_matrices *is, const tolerance_matrices *was);
} tolerance_joints;

/* Arrays of matrices and parts are [block_count][joints.count]; a block has TOLERANCE_TIMES times. */
typedef struct tolerance_tree {
    tolerance_joints joints;
    uint32_t block_count;   /* that are in use */
    tolerance_parts *parts; /* as decoded */
    tolerance_matrices *locals, *models;
    tolerance_matrices *trial;  /* models with one other joint */
    tolerance_matrices *truth;  /* models as they were */
    tolerance_parts *new_parts; /* [block_count] of the joint that is tried */
    tolerance_matrices *new_locals;
    uint32_t worst_block; /* in which the last attempt failed */
} tolerance_tree;

/* Takes memory for at most this number of blocks. Returns false if out of memory. */
bool hone_tolerance_tree_make(tolerance_tree *tree, const tolerance_joints *joints, uint32_t blocks_max,
                              hone_arena *memory);

static inline tolerance_parts *hone_tolerance_parts(const tolerance_tree *tree, uint32_t block, uint32_t joint)
{
    return &tree->parts[(size_t)block * tree->joints.count + joint];
}

/* Makes the parts the truth of the first `block_count` blocks. */
void hone_tolerance_tree_begin(tolerance_tree *tree, uint32_t block_count);

/* Places all joints by their parts. Returns the square of the largest error, or infinity if it is above the limit. */
float hone_tolerance_tree_place(tolerance_tree *tree, float limit);

/* Fills new_parts with the parts of a joint, for hone_tolerance_tree_try. */
void hone_tolerance_tree_copy_parts(tolerance_tree *tree, uint32_t joint);
/* Tries new_parts. Returns whether all errors stay within the limit; then they are the joint's parts. */
bool hone_tolerance_tree_try(tolerance_tree *tree, uint32_t joint, float limit);

#endif
