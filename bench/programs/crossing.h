/* Which triangles of a surface cross another one. */
#ifndef HONE_BENCH_PROGRAMS_CROSSING_H
#define HONE_BENCH_PROGRAMS_CROSSING_H

#include <stdbool.h>
#include <stdint.h>

/* Marks each of the triangles that another one of them crosses. triangles: [count] of which indices has three vertices
 * each. near: only triangles whose first vertices are at most so far apart are compared. Triangles that share a vertex
 * do not count. Returns how many were marked. */
uint32_t mark_crossing(const uint32_t *indices, const uint32_t *triangles, uint32_t count, const float (*positions)[3],
                       float near, bool *marks);

#endif
