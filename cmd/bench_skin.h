/* Skinning under the clock: a mesh repeated to a working set, skinned by each kernel, by the naive loop and by a copy.
 */
#ifndef HONE_CMD_BENCH_SKIN_H
#define HONE_CMD_BENCH_SKIN_H

#include <hone/actor.h>

typedef struct bench_skin_entry {
    const char *method, *kernel;
    uint32_t threads, vertices;
    double ns_per_vertex;     /* median */
    double naive_ratio;       /* time / the naive loop's */
    double roofline_fraction; /* the copy's time / time */
} bench_skin_entry;

enum { BENCH_SKIN_ENTRIES = 48 };

typedef struct bench_skin_table {
    uint32_t count;
    bench_skin_entry entries[BENCH_SKIN_ENTRIES];
} bench_skin_table;

/* Every method that the mesh has vertices for, by every kernel of this CPU, on 1 and on `threads` threads.
 * actor: its palette is used as it stands. size: vertices of the working set, 0: the mesh's own. */
bool bench_skin_run(const hone_actor *actor, uint32_t size, uint32_t threads, bench_skin_table *out, hone_error *error);

#endif
