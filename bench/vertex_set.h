/* What contenders of skinning work on: the vertices of a mesh, again and again, as each of them reads them. */
#ifndef HONE_BENCH_VERTEX_SET_H
#define HONE_BENCH_VERTEX_SET_H

#include "bench/naive.h"

#include <hone/actor.h>

typedef enum bench_vertices {
    BENCH_VERTICES_MESH,    /* as they are */
    BENCH_VERTICES_RANDOM4, /* of four random slots, by random weights */
    BENCH_VERTICES_SDEF     /* those of kind SDEF; of a mesh without any all, as SDEF of their two heaviest slots */
} bench_vertices;

enum { BENCH_SET_BLOCKS = 8 };

/* All arrays begin on a page, but for those that are written, which are a part of a page behind what is read, so that
 * no load waits for a store to the same place of another page (4K aliasing). */
typedef struct bench_set {
    uint32_t count; /* vertices, the same for all contenders */
    const hone_palette *palette;
    hone_skin *skin, *packed;       /* packed: NULL unless asked for */
    float (*positions)[3];          /* [room], what kernels write, in either order */
    float (*normals)[3];            /* [room] */
    uint32_t room;                  /* lanes */
    hone_naive_vertex *naive;       /* [count] */
    hone_naive_skinned *naive_out;  /* [count] */
    float (*naive_palette)[4][4];   /* [slot_count] */
    bool naive_is_exact;            /* no vertex has an influence that the naive loop leaves out */
    uint8_t *copy_in;               /* as many bytes as any method reads; the copy writes to naive_out */
    void *blocks[BENCH_SET_BLOCKS]; /* what all of it lies in */
    uint32_t block_count;
} bench_set;

/* actor: its palette is used as it stands and must live as long as the set. count: vertices, at least 1.
 * Errors: ARGUMENT (a model that has no such vertices), MEMORY. */
bool bench_set_make(const hone_actor *actor, bench_vertices vertices, uint32_t count, bool packed, bench_set *out,
                    hone_error *error);
void bench_set_release(bench_set *set); /* all zero is fine */

#endif
