/* Accessors: typed arrays in buffers, strided, normalised, sparse. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_ACCESSOR_H
#define HONE_SRC_FORMAT_GLTF_READ_ACCESSOR_H

#include "format/gltf/read/reader.h"

enum { GLTF_BYTE = 5120, GLTF_UNSIGNED_BYTE, GLTF_SHORT, GLTF_UNSIGNED_SHORT, GLTF_UNSIGNED_INT = 5125, GLTF_FLOAT };

/* An accessor that was checked against its buffers, so that all elements can be read. An accessor without data may have
 * any count: callers have allocated memory for as many elements, or skip zeros. */
typedef struct gltf_accessor {
    uint32_t count, components; /* 1, 2, 3, 4 or 16 */
    uint32_t type;              /* component type, GLTF_BYTE ... */
    bool normalised;
    const uint8_t *data; /* NULL: zeros */
    size_t stride;
    uint32_t sparse_count, sparse_type;
    const uint8_t *sparse_indices, *sparse_values; /* indices in ascending order; elements without gaps */
} gltf_accessor;

/* Opens the accessor whose index `object` has under `key`. It must have at least `components` and at most `most`
 * components. Returns false if the key is absent, or with an error set. */
bool hone_gltf_accessor_of(gltf_reader *reader, const gltf_object *object, const char *key, uint32_t components,
                           uint32_t most, gltf_accessor *out);

/* Reads an accessor element by element. */
typedef struct gltf_cursor {
    const gltf_accessor *of;
    uint32_t next; /* index of the next element */
    uint32_t sparse_next;
} gltf_cursor;

static inline gltf_cursor gltf_cursor_make(const gltf_accessor *accessor)
{
    return (gltf_cursor){accessor, 0, 0};
}

/* Reads the components of the next element as numbers, normalised ones in -1..1. `next` must be less than the count. */
void hone_gltf_next_floats(gltf_cursor *cursor, float *out);
/* The same for an accessor of whole numbers that are not negative. */
void hone_gltf_next_indices(gltf_cursor *cursor, uint32_t *out);
/* Skips elements that are zero because neither the buffer nor the sparse values give them. `next` may then be the
 * count. */
void hone_gltf_skip_zeros(gltf_cursor *cursor);

#endif
