/* Accessors: typed arrays in buffers, strided, normalised, sparse. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_ACCESSOR_H
#define HONE_SRC_FORMAT_GLTF_READ_ACCESSOR_H

#include "format/gltf/read/reader.h"

enum { GLTF_BYTE = 5120, GLTF_UNSIGNED_BYTE, GLTF_SHORT, GLTF_UNSIGNED_SHORT, GLTF_UNSIGNED_INT = 5125, GLTF_FLOAT };

/* Checked against its buffers: all its elements can be read. One without data may have any count at all: who runs
 * through it has taken memory for as many, or skips zeros. */
typedef struct gltf_accessor {
    uint32_t count, components; /* 1, 2, 3, 4 or 16 */
    uint32_t type;              /* GLTF_BYTE … of a component */
    bool normalised;
    const uint8_t *data; /* NULL: zeros */
    size_t stride;
    uint32_t sparse_count, sparse_type;
    const uint8_t *sparse_indices, *sparse_values; /* ascending; elements, one behind the other */
} gltf_accessor;

/* Of the index that `object` has under `key`, which must have this many components (`most`: or up to so many). False if
 * it is absent, or with an error. */
bool hone_gltf_accessor_of(gltf_reader *reader, const gltf_object *object, const char *key, uint32_t components,
                           uint32_t most, gltf_accessor *out);

/* Runs through an accessor, element by element. */
typedef struct gltf_cursor {
    const gltf_accessor *of;
    uint32_t next; /* element */
    uint32_t sparse_next;
} gltf_cursor;

static inline gltf_cursor gltf_cursor_make(const gltf_accessor *accessor)
{
    return (gltf_cursor){accessor, 0, 0};
}

/* The next element's components as numbers, normalised ones within -1..1. `next` must be below the count. */
void hone_gltf_next_floats(gltf_cursor *cursor, float *out);
/* The same of an accessor of whole numbers that are not negative. */
void hone_gltf_next_indices(gltf_cursor *cursor, uint32_t *out);
/* Passes over elements that are zero because nothing says otherwise; `next` may then be the count. */
void hone_gltf_skip_zeros(gltf_cursor *cursor);

#endif
