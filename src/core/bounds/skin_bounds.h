/* The inside of hone_skin_bounds: boxes of rest vertices. */
#ifndef HONE_SRC_BOUNDS_SKIN_BOUNDS_H
#define HONE_SRC_BOUNDS_SKIN_BOUNDS_H

#include "base/memory/arena.h"
#include <hone/bounds.h>

/* The vertices that a box contains: those of one kind that one slot influences. SDEF vertices have two boxes: one with
 * the vertices, for other methods, and one with their points c0 or c1, which is larger by the distance to the vertices
 * after it has been transformed. */
enum { BOUNDS_LINEAR, BOUNDS_SDEF, BOUNDS_DUALS, BOUNDS_SDEF_CENTRES, BOUNDS_KINDS };

/* The distances that morphs add to the vertices of an item. */
typedef struct bounds_morph {
    uint32_t morph;
    float centre[3], half[3]; /* box of the offsets at weight 1, which contains 0 */
    float length;             /* of the longest offset */
} bounds_morph;

/* An oriented box, whose shape is in a block. */
typedef struct bounds_part {
    uint32_t kind;                /* BOUNDS_… */
    int32_t slot;                 /* HONE_NONE: the vertices have no influence and stay at rest */
    float reach;                  /* SDEF_CENTRES: the longest distance from C to a vertex */
    uint32_t morph_begin, morphs; /* range in hone_skin_bounds.morphs */
} bounds_part;

/* The shapes of four parts of one kind, side by side. The last part of a kind is repeated where there are fewer. */
typedef struct bounds_block {
    uint32_t kind;
    uint32_t parts[4];
    float centre[3][4];
    float axes[3][3][4]; /* half extents as vectors at right angles */
    float most[3][4];    /* the largest size of a coordinate */
} bounds_block;

/* Two slots that influence the same vertices: dual quaternions blend them. */
typedef struct bounds_pair {
    int32_t slots[2];
    bool duals; /* some of the vertices are QDEF */
    float centre[3], half[3];
    uint32_t morph_begin, morphs;
} bounds_pair;

struct hone_skin_bounds {
    hone_arena *memory;
    uint32_t slot_count;
    uint32_t part_count, pair_count, block_count;
    bounds_part *parts;
    bounds_block *blocks;
    bounds_pair *pairs;
    bounds_morph *morphs;
    uint32_t kinds;    /* bits 1 << BOUNDS_… that parts have */
    bool finite;       /* all rest positions and offsets are */
    bool stars;        /* the pairs of some vertices are only those with their heaviest slot */
    uint32_t most;     /* influences of a vertex */
    bool odd_sdef;     /* weights of an SDEF vertex are odd */
    float positive[2]; /* least and most sum of positive weights of a vertex; 1 is between them */
    float negative;    /* most sum of negative weights of a vertex, as a positive number */
    float wild;        /* with negative weights: see excess_of in pose.c */
};

#endif
