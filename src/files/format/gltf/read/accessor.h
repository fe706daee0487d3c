/* Accessors: typed arrays in buffers, strided, normalised, sparse. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_ACCESSOR_H
#define HONE_SRC_FORMAT_GLTF_READ_ACCESSOR_H

#include "files/format/gltf/read/reader.h"

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

/* Opens the indices of a primitive. Returns false if it has none, or with an error set. */
bool hone_gltf_indices_of(gltf_reader *reader, const gltf_object *primitive, gltf_accessor *out);

/* Reads how many elements of what kind the accessor has whose index `object` has under `key`; the rest of `out` stays
 * zero. Returns false with an error set, also if the key is absent. */
bool hone_gltf_shape_of(gltf_reader *reader, const gltf_object *object, const char *key, gltf_accessor *out);
/* Returns the size of an element in bytes. */
size_t hone_gltf_element_size(const gltf_accessor *of);

/* Reads elements first to first + count - 1, all of which must exist, as numbers; normalised ones are in -1..1. out:
 * rows that are `width` floats apart; what is behind the components of an element is not changed. */
void hone_gltf_read_floats(const gltf_accessor *of, uint32_t first, uint32_t count, float *out, uint32_t width);
/* The same for whole numbers that are not negative, without gaps. */
void hone_gltf_read_whole(const gltf_accessor *of, uint32_t first, uint32_t count, uint32_t *out);

/* Reads an accessor in runs of neighbouring elements. Elements that are zero because neither a buffer nor sparse values
 * give them are left out. Begin with all zero but `of`. */
typedef struct gltf_run {
    const gltf_accessor *of;
    uint32_t first, count; /* elements of this run */
    uint32_t next_sparse;
} gltf_run;

/* Reads the next run, of at most `most` elements, without gaps. Returns false at the end. */
bool hone_gltf_next_run(gltf_run *run, float *out, uint32_t most);

#endif
