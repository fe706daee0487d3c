/* Expresses the order in which MMD evaluates the bones of a PMD by the layers of PMX. */
#include "base/memory/arena.h"
#include "files/format/pmd/skeleton.h"

enum { PLAIN, GOAL, FOLLOWS, LEVEL_COUNT };

/* The children of each bone as linked lists: first[bone], then next[child]. Bones count from 1; 0 ends a list.
 * first[bone_count] begins the list of the roots. */
typedef struct bone_children {
    uint32_t *first, *next;
    uint32_t *queue; /* [bone_count] */
} bone_children;

static void find_children(const hone_skeleton *skeleton, bone_children *f)
{
    uint32_t count = skeleton->bone_count;
    for (uint32_t b = count; b-- > 0;) {
        int32_t parent = skeleton->bones[b].parent;
        uint32_t list = parent >= 0 && (uint32_t)parent < count ? (uint32_t)parent : count;
        f->next[b] = f->first[list];
        f->first[list] = b + 1;
    }
}

/* Goes from the roots down. Bones in a cycle of parents, which is invalid anyway, are never reached. */
static void raise_to_parents(const hone_skeleton *skeleton, bone_children *f, uint8_t *levels)
{
    uint32_t begin = 0, end = 0;
    find_children(skeleton, f);
    for (uint32_t list = skeleton->bone_count;; list = f->queue[begin++]) {
        for (uint32_t child = f->first[list]; child; child = f->next[child - 1]) {
            f->queue[end++] = child - 1;
            if (list < skeleton->bone_count && levels[child - 1] < levels[list])
                levels[child - 1] = levels[list];
        }
        if (begin == end)
            return;
    }
}

static void find_levels(const hone_skeleton *skeleton, const pmd_chains *chains, uint8_t *levels)
{
    for (uint32_t i = 0; i < chains->count; i++) levels[chains->chains[i].goal] = GOAL;
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (skeleton->bones[b].flags & HONE_BONE_APPEND_ROTATION)
            levels[b] = FOLLOWS;
        else if (skeleton->bones[b].flags & HONE_BONE_IK)
            levels[b] = GOAL;
}

/* Goals whose chains are in the order of their indices share a layer; where the index decreases, a new layer begins.
 * ranks: 1 and up for goals, 0 for other bones. Returns the number of ranks. */
static uint32_t rank_goals(const pmd_chains *chains, uint32_t *ranks)
{
    uint32_t rank = chains->count ? 1 : 0;
    for (uint32_t i = 0; i < chains->count; i++) {
        int32_t goal = chains->chains[i].goal;
        if (i && goal < chains->chains[i - 1].goal)
            rank++;
        ranks[goal] = rank;
    }
    return rank;
}

bool hone_pmd_make_layers(pmd_reader *reader, const pmd_chains *chains)
{
    hone_skeleton *skeleton = &reader->data.skeleton;
    hone_bone *bones = (hone_bone *)skeleton->bones;
    uint32_t count = skeleton->bone_count;
    uint8_t *levels = hone_arena_array(reader->file.scratch, count, 1);
    uint32_t *ranks = hone_arena_array(reader->file.scratch, count, sizeof *ranks);
    bone_children f = {.first = hone_arena_array(reader->file.scratch, (size_t)count + 1, sizeof *f.first),
                       .next = hone_arena_array(reader->file.scratch, count, sizeof *f.next),
                       .queue = hone_arena_array(reader->file.scratch, count, sizeof *f.queue)};
    if (!hone_reading_is_fine(&reader->file))
        return false;
    if (count == 0)
        return true;
    find_levels(skeleton, chains, levels);
    raise_to_parents(skeleton, &f, levels);
    uint32_t rank_count = rank_goals(chains, ranks);
    for (uint32_t b = 0; b < count; b++) {
        uint32_t last = (rank_count + 1) * levels[b]; /* the layer of the level's bones that are not goals */
        bones[b].layer = (int32_t)(ranks[b] ? last - (rank_count + 1) + ranks[b] : last);
    }
    return true;
}
