/* The vertices that the candidates of skinning work on, taken from a mesh and repeated, in the layout of each
 * candidate. */
#ifndef HONE_BENCH_VERTEX_SET_H
#define HONE_BENCH_VERTEX_SET_H

#include "bench/loops/naive.h"

#include <hone/actor.h>

typedef enum bench_vertices {
    BENCH_VERTICES_MESH,    /* as in the mesh */
    BENCH_VERTICES_RANDOM4, /* four random slots with random weights */
    /* vertices of kind SDEF; if the mesh has none, all vertices as SDEF of their two heaviest slots */
    BENCH_VERTICES_SDEF,
    BENCH_VERTICES_MUSH /* as in the mesh, with what the two kinds of delta mush need; not repeated */
} bench_vertices;

enum { BENCH_SET_BLOCKS = 11 };

/* All arrays begin on a page boundary. Only the arrays that are written are offset within a page from those that are
 * read, so that no load waits for a store to the same offset in another page (4K aliasing). Those that are not are
 * measured by themselves. */
typedef struct bench_set {
    uint32_t count; /* number of vertices, the same for all candidates */
    const hone_palette *palette;
    hone_skin *skin, *packed;      /* packed: NULL unless asked for */
    float (*positions)[3];         /* [room], output of the kernels, in either order */
    float (*normals)[3];           /* [room] */
    float (*tangents)[4];          /* [room] */
    float (*page_positions)[3];    /* [room] the same memory as positions, from the next page on */
    float (*page_normals)[3];      /* [room] the same memory as normals */
    float (*interleaved)[6];       /* [room], position and normal of a vertex side by side */
    uint32_t room;                 /* in lanes */
    hone_naive_vertex *naive;      /* [count] */
    hone_naive_skinned *naive_out; /* [count], with room for a tangent each behind them: the copy writes as much */
    float (*naive_palette)[4][4];  /* [slot_count] */
    bool naive_is_exact;           /* the naive loop leaves out no influence of any vertex */
    uint8_t *copy_in;              /* as many bytes as any method reads; the copy writes to naive_out */
    void *room_of_mush;            /* hone_skin_job.room for delta mush; NULL unless asked for */
    size_t room_of_mush_size;
    void *blocks[BENCH_SET_BLOCKS]; /* the memory of all arrays */
    uint32_t block_count;
} bench_set;

/* actor: its current palette is used and must live as long as the set. count: number of vertices, at least 1. Errors:
 * ARGUMENT (the model has no such vertices), MEMORY. */
bool bench_set_make(const hone_actor *actor, bench_vertices vertices, uint32_t count, bool packed, bench_set *out,
                    hone_error *error);
void bench_set_release(bench_set *set); /* a zeroed set is fine */

#endif
