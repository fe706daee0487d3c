/* An arena: memory that is taken piece by piece and freed at once. Models, motions, rigs and compiled skins are in one.
 *
 * Once an allocation has failed, every later one fails too. So a caller may take several arrays and check once. */
#ifndef HONE_SRC_BASE_MEMORY_ARENA_H
#define HONE_SRC_BASE_MEMORY_ARENA_H

#include <hone/base.h>

typedef struct hone_arena hone_arena;

/* Creates an empty arena. allocator: NULL: large pages and malloc. limit: bytes that arrays and texts may take
 * together; 0: no limit. A request beyond the limit fails like an allocation. Errors: MEMORY. */
hone_arena *hone_arena_create(const hone_allocator *allocator, size_t limit, hone_error *error);
void hone_arena_destroy(hone_arena *arena); /* NULL is fine. */

/* Returns [count] zeroed elements of `size` bytes, aligned for any type; NULL if out of memory or if count is 0. */
void *hone_arena_array(hone_arena *arena, size_t count, size_t size);
/* The same, but not zeroed: for arrays that are filled at once. */
void *hone_arena_raw(hone_arena *arena, size_t count, size_t size);
/* The same as hone_arena_array, but the array begins at a multiple of 64: for vectors, which should not be in two cache
 * lines. */
void *hone_arena_aligned(hone_arena *arena, size_t count, size_t size);
/* Returns a copy of text[0..size) with a NUL behind it; "" if text is NULL; NULL if out of memory. */
const char *hone_arena_text(hone_arena *arena, const char *text, size_t size);

/* True once an allocation has failed. */
bool hone_arena_failed(const hone_arena *arena);
/* Sets the error MEMORY; the message differs for a limit that was exceeded. Returns false. */
bool hone_arena_fail(const hone_arena *arena, hone_error *error);

/* Bytes that arrays and texts have taken so far. */
size_t hone_arena_taken(const hone_arena *arena);
/* Counts bytes that were allocated elsewhere against the limit. */
void hone_arena_charge(hone_arena *arena, size_t size);
/* Counts what two arenas take together against the limit of each. When one is destroyed, the other one keeps its
 * bytes. */
void hone_arena_share_limit(hone_arena *one, hone_arena *other);

/* The arena's allocator, for memory outside of the arena. */
const hone_allocator *hone_arena_allocator(const hone_arena *arena);

#endif
