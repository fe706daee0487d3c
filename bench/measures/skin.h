/* Times skinning: each kernel beside the naive loop and a copy, on one set of vertices. */
#ifndef HONE_BENCH_MEASURES_SKIN_H
#define HONE_BENCH_MEASURES_SKIN_H

#include <hone/actor.h>

typedef enum bench_scene {
    BENCH_SCENE_CHARACTER, /* the mesh, by every method */
    BENCH_SCENE_RANDOM4,   /* its vertices with four random bones each */
    BENCH_SCENE_SDEF,      /* only its SDEF vertices */
    BENCH_SCENE_PACKED,    /* linear skinning, with packed vertices and without */
    BENCH_SCENE_LAYOUTS,   /* linear skinning into streams of several layouts */
    BENCH_SCENE_MUSH,      /* the mesh by the two kinds of delta mush, and linear skinning */
    BENCH_SCENE_COUNT
} bench_scene;

typedef struct bench_skin_desc {
    bench_scene scene;
    /* size of the working set: the mesh's vertices are repeated or cut; 0: as many as the mesh has */
    uint32_t vertices;
    uint32_t threads;            /* for threaded entries; 0: one for each processor; 1: no threaded entries */
    const char *method, *kernel; /* measure only these; NULL: all */
} bench_skin_desc;

/* Times are medians over the undisturbed windows; ratios are medians of the windows' ratios. */
typedef struct bench_skin_entry {
    const char *method, *kernel;
    bool file_order; /* methods named -file: vertices are written in the file's order, else in hone's lanes */
    uint32_t threads, vertices;
    uint32_t undisturbed; /* number of windows; if fewer than BENCH_LEAST, disturbed windows were used as well */
    double ns_per_vertex, min_ns_per_vertex;
    double naive_ns_per_vertex; /* time of the naive loop in the same windows */
    double naive_ratio;         /* time / the naive loop's time on one thread */
    double roofline_fraction;   /* the copy's time on the same number of threads / time */
    double scalar_ratio;        /* time / the scalar kernel's time on one thread; 0: not measured */
    double linear_ratio;        /* for packed: time / that of the same vertices without packing; else 0 */
    double bytes_per_vertex;    /* bytes read and written */
} bench_skin_entry;

enum { BENCH_SKIN_ENTRIES = 96 };

typedef struct bench_skin_table {
    uint32_t count;
    bench_skin_entry entries[BENCH_SKIN_ENTRIES];
} bench_skin_table;

/* Measures every method of the scene that the mesh has vertices for, with every kernel of this CPU, on 1 and on several
 * threads. actor: its current palette is used. Errors: as bench_set_make, and ARGUMENT if a kernel's vertices differ
 * from the naive loop's. */
bool bench_skin_run(const hone_actor *actor, const bench_skin_desc *desc, bench_skin_table *out, hone_error *error);

/* Runs the same entries on one thread, each `repeats` times without a clock, for tools that count instructions. Only
 * the names and the number of vertices of an entry are set. */
bool bench_skin_repeat(const hone_actor *actor, const bench_skin_desc *desc, uint32_t repeats, bench_skin_table *out,
                       hone_error *error);

#endif
