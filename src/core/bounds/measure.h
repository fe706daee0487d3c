/* Measuring a mesh: what the files of this folder share while hone_skin_bounds is made. */
#ifndef HONE_SRC_BOUNDS_MEASURE_H
#define HONE_SRC_BOUNDS_MEASURE_H

#include "core/bounds/skin_bounds.h"
#include "core/skin/slot_sets.h"

/* A vertex of more influences has pairs only with its heaviest slot. */
enum { PAIRED_INFLUENCES = 8 };

/* The sums of a part, collected while vertices are visited: first the moments, then the extents along axes. */
typedef struct bounds_moments {
    double count, sum[3], products[3][3];
    double frames[2][3][3]; /* rows: the axes of the mesh, and the principal axes */
    double low[2][3], high[2][3];
} bounds_moments;

typedef struct hone_bounds_context {
    const hone_skin_bounds_desc *desc;
    hone_skin_bounds *out;
    hone_arena *scratch;
    hone_slot_sets sets;
    uint8_t *kinds;          /* [vertex_count] HONE_SKIN_BY_… */
    int32_t *sdefs;          /* [vertex_count] index of the SDEF points */
    uint32_t *part_of;       /* [BOUNDS_KINDS][slot_count + 1] 1 + the part, 0: none; the last is HONE_NONE */
    bounds_moments *moments; /* [part_count] */
    uint32_t *pair_table;    /* [pair_mask + 1] 1 + the pair, 0: free */
    uint64_t pair_mask;
    float (*offsets)[3]; /* [vertex_count] of the morph that is visited */
    uint8_t *added;      /* [vertex_count] 1: the offset is in the boxes already */
    /* Items are the parts, and the pairs after them. [item_count] each: */
    uint32_t *last_morph;     /* 1 + the morph of the last entry */
    uint32_t *begin, *counts; /* entries: the first, and how many so far */
} hone_bounds_context;

/* A vertex's rest position. */
const float *hone_bounds_position(const hone_bounds_context *c, uint32_t vertex);
/* Its influences: slots ascending, no slot twice, no zero weights. */
const hone_influence *hone_bounds_influences(const hone_bounds_context *c, uint32_t vertex, uint32_t *count);
/* The one with the largest weight; the first if several are equal. count: at least 1. */
uint32_t hone_bounds_heaviest(const hone_influence *in, uint32_t count);

/* Is called with a point that a slot moves: a vertex, or for SDEF c0 or c1. */
typedef void hone_bounds_point_fn(hone_bounds_context *c, uint32_t kind, int32_t slot, const float point[3],
                                  float reach);
void hone_bounds_visit_vertices(hone_bounds_context *c, hone_bounds_point_fn *fn);

/* Is called with two slots of a vertex. */
typedef void hone_bounds_pair_fn(hone_bounds_context *c, uint32_t vertex, int32_t a, int32_t b, uint32_t morph);
/* Visits the pairs of a vertex: all, or those with the heaviest slot. morph is passed on. */
void hone_bounds_visit_pairs(hone_bounds_context *c, uint32_t vertex, uint32_t morph, hone_bounds_pair_fn *fn);

/* Where part_of has the part, or the pair table the pair. */
uint32_t *hone_bounds_part_place(hone_bounds_context *c, uint32_t kind, int32_t slot);
uint32_t *hone_bounds_pair_place(hone_bounds_context *c, int32_t a, int32_t b);

/* In this order. All return false if they are out of memory. */
bool hone_bounds_make_parts(hone_bounds_context *c);
bool hone_bounds_make_pairs(hone_bounds_context *c);
bool hone_bounds_make_morphs(hone_bounds_context *c);
bool hone_bounds_keep_pairs(hone_bounds_context *c);

#endif
