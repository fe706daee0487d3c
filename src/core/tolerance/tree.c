#include "core/tolerance/tree.h"
#include <math.h>
#include <string.h>

uint32_t hone_tolerance_depth_first(const int32_t *parents, uint32_t count, int32_t *links, uint32_t *order)
{
    int32_t *first = links, *next = links + count, root = HONE_NONE; /* the first bone below, the next sibling */
    uint32_t placed = 0;
    for (uint32_t b = 0; b < count; b++) first[b] = HONE_NONE;
    for (uint32_t b = count; b-- > 0;) {
        int32_t *list = parents[b] == HONE_NONE ? &root : &first[parents[b]];
        next[b] = *list;
        *list = (int32_t)b;
    }
    for (int32_t at = root; at != HONE_NONE;) {
        order[placed++] = (uint32_t)at;
        if (first[at] != HONE_NONE) {
            at = first[at];
            continue;
        }
        while (at != HONE_NONE && next[at] == HONE_NONE) at = parents[at];
        at = at == HONE_NONE ? HONE_NONE : next[at];
    }
    return placed;
}

void hone_tolerance_find_ends(const int32_t *parents, uint32_t count, uint32_t *ends)
{
    for (uint32_t j = 0; j < count; j++) ends[j] = j + 1;
    for (uint32_t j = count; j-- > 0;)
        if (parents[j] != HONE_NONE && ends[parents[j]] < ends[j])
            ends[parents[j]] = ends[j];
}

bool hone_tolerance_tree_make(tolerance_tree *tree, const tolerance_joints *joints, uint32_t blocks_max,
                              hone_arena *memory)
{
    size_t all = (size_t)joints->count * blocks_max;
    *tree = (tolerance_tree){.joints = *joints,
                             .parts = hone_arena_array(memory, all, sizeof *tree->parts),
                             .locals = hone_arena_array(memory, all, sizeof *tree->locals),
                             .models = hone_arena_array(memory, all, sizeof *tree->models),
                             .trial = hone_arena_array(memory, all, sizeof *tree->trial),
                             .truth = hone_arena_array(memory, all, sizeof *tree->truth),
                             .new_parts = hone_arena_array(memory, blocks_max, sizeof *tree->new_parts),
                             .new_locals = hone_arena_array(memory, blocks_max, sizeof *tree->new_locals)};
    return !hone_arena_failed(memory);
}

/* Places a joint in a block, and all that is below it. own: its matrices, instead of those in `locals`; NULL: those.
 * limit: NAN: nothing is measured. Returns the square of the largest error, or infinity if it is above the limit. */
static float place_branch(tolerance_tree *tree, uint32_t block, uint32_t joint, uint32_t end,
                          const tolerance_matrices *own, float limit)
{
    const tolerance_joints *joints = &tree->joints;
    size_t first = (size_t)block * joints->count;
    tolerance_matrices *trial = tree->trial + first;
    float most = 0;
    for (uint32_t j = joint; j < end; j++) {
        const tolerance_matrices *local = j == joint && own ? own : &tree->locals[first + j];
        int32_t parent = joints->parents[j];
        if (parent == HONE_NONE)
            trial[j] = *local;
        else
            hone_tolerance_multiply((uint32_t)parent < joint ? &tree->models[first + (size_t)parent] : &trial[parent],
                                    local, &trial[j]);
        if (isnan(limit))
            continue;
        float found = joints->error(joints->user, j, &trial[j], &tree->truth[first + j]);
        most = found <= most ? most : found;
        if (!(most <= limit))
            return INFINITY;
    }
    return most;
}

static void accept_branch(tolerance_tree *tree, uint32_t block, uint32_t joint, uint32_t end)
{
    size_t at = (size_t)block * tree->joints.count + joint;
    if (end > joint)
        memcpy(tree->models + at, tree->trial + at, (end - joint) * sizeof *tree->models);
}

/* Places all joints of all blocks. limit: as in place_branch. */
static float place_all(tolerance_tree *tree, float limit)
{
    const tolerance_joints *joints = &tree->joints;
    float most = 0;
    for (uint32_t b = 0; b < tree->block_count && most < INFINITY; b++) {
        for (uint32_t j = 0; j < joints->count; j++)
            joints->local(joints->user, j, hone_tolerance_parts(tree, b, j),
                          &tree->locals[(size_t)b * joints->count + j]);
        most = fmaxf(most, place_branch(tree, b, 0, joints->count, NULL, limit));
        accept_branch(tree, b, 0, joints->count);
    }
    return most;
}

void hone_tolerance_tree_begin(tolerance_tree *tree, uint32_t block_count)
{
    tree->block_count = block_count;
    tree->worst_block = 0;
    place_all(tree, NAN);
    if (tree->joints.count)
        memcpy(tree->truth, tree->models, (size_t)block_count * tree->joints.count * sizeof *tree->truth);
}

float hone_tolerance_tree_place(tolerance_tree *tree, float limit)
{
    return place_all(tree, limit);
}

void hone_tolerance_tree_copy_parts(tolerance_tree *tree, uint32_t joint)
{
    for (uint32_t b = 0; b < tree->block_count; b++) tree->new_parts[b] = *hone_tolerance_parts(tree, b, joint);
}

bool hone_tolerance_tree_try(tolerance_tree *tree, uint32_t joint, float limit)
{
    const tolerance_joints *joints = &tree->joints;
    uint32_t end = joints->ends[joint];
    for (uint32_t i = 0; i < tree->block_count; i++) { /* where the last attempt failed, this one may fail too */
        uint32_t b = (i + tree->worst_block) % tree->block_count;
        joints->local(joints->user, joint, &tree->new_parts[b], &tree->new_locals[b]);
        if (!(place_branch(tree, b, joint, end, &tree->new_locals[b], limit) <= limit)) {
            tree->worst_block = b;
            return false;
        }
    }
    for (uint32_t b = 0; b < tree->block_count; b++) {
        accept_branch(tree, b, joint, end);
        tree->locals[(size_t)b * joints->count + joint] = tree->new_locals[b];
        *hone_tolerance_parts(tree, b, joint) = tree->new_parts[b];
    }
    return true;
}
