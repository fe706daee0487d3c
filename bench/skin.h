/* Skinning under the clock: each kernel beside the naive loop and a copy, on one set of vertices. */
#ifndef HONE_BENCH_SKIN_H
#define HONE_BENCH_SKIN_H

#include <hone/actor.h>

typedef enum bench_scene {
    BENCH_SCENE_CHARACTER, /* the mesh, by every method */
    BENCH_SCENE_RANDOM4,   /* its vertices on four random bones each */
    BENCH_SCENE_SDEF,      /* its SDEF vertices alone */
    BENCH_SCENE_PACKED,    /* linear, with packed vertices and without */
    BENCH_SCENE_COUNT
} bench_scene;

typedef struct bench_skin_desc {
    bench_scene scene;
    uint32_t vertices;           /* of the working set: the mesh's are repeated or cut; 0: as many as the mesh has */
    uint32_t threads;            /* of threaded entries; 0: one a processor; 1: no threaded entries */
    const char *method, *kernel; /* these alone; NULL: all */
} bench_skin_desc;

/* Times are medians of the undisturbed windows; ratios medians of the windows' ratios. */
typedef struct bench_skin_entry {
    const char *method, *kernel;
    bool file_order; /* "linear-file", "sdef-file": vertices come out in the file's order, else in hone's lanes */
    uint32_t threads, vertices;
    uint32_t undisturbed; /* windows; fewer than BENCH_LEAST: of disturbed ones too */
    double ns_per_vertex, min_ns_per_vertex;
    double naive_ns_per_vertex; /* of the naive loop in the same windows */
    double naive_ratio;         /* time / the naive loop's on one thread */
    double roofline_fraction;   /* the copy's time on as many threads / time */
    double scalar_ratio;        /* time / the scalar kernel's on one thread; 0: that was not measured */
    double linear_ratio;        /* of packed: time / that of the same vertices not packed; else 0 */
    double bytes_per_vertex;    /* read and written */
} bench_skin_entry;

enum { BENCH_SKIN_ENTRIES = 64 };

typedef struct bench_skin_table {
    uint32_t count;
    bench_skin_entry entries[BENCH_SKIN_ENTRIES];
} bench_skin_table;

/* Every method of the scene that the mesh has vertices for, by every kernel of this CPU, on 1 and on several threads.
 * actor: its palette is used as it stands. Errors: as bench_set_make, and ARGUMENT for a kernel whose vertices are not
 * where the naive loop's are. */
bool bench_skin_run(const hone_actor *actor, const bench_skin_desc *desc, bench_skin_table *out, hone_error *error);

/* The same entries on one thread, each run `repeats` times without a clock, for tools that count instructions; of an
 * entry only names and vertices are filled in. */
bool bench_skin_repeat(const hone_actor *actor, const bench_skin_desc *desc, uint32_t repeats, bench_skin_table *out,
                       hone_error *error);

#endif
