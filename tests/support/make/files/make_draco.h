/* Triangles in the compressed form of Draco 2.2, by its simplest means: the method "sequential", in which indices and
 * values are stored as they are. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_DRACO_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_DRACO_H

#include "support/make/files/make_gltf.h"

/* Draco's numbers of kinds and types. */
enum { DRACO_POSITION, DRACO_NORMAL, DRACO_COLOUR, DRACO_UV, DRACO_GENERIC };
enum { DRACO_INT8 = 1, DRACO_UINT8, DRACO_INT16, DRACO_UINT16, DRACO_FLOAT = 9 };

typedef struct make_draco_attribute {
    uint8_t kind, type, components;
    bool normalised;
    uint32_t id;
    const void *values; /* [vertex_count * components] of the type */
} make_draco_attribute;

typedef struct make_draco {
    uint32_t vertex_count, triangle_count;
    const uint32_t *indices; /* [triangle_count * 3], each less than 256 */
    uint32_t attribute_count;
    make_draco_attribute attributes[8];
    uint32_t claimed_vertices, claimed_triangles; /* written in place of the counts; 0: the true ones */
} make_draco;

/* Writes the compressed data. out: has room for it. Returns its size. */
size_t make_draco_bytes(const make_draco *draco, uint8_t *out);

enum { DRACO_SIDE = 4, DRACO_VERTICES = DRACO_SIDE * DRACO_SIDE };

/* Fills in a skinned sheet of DRACO_VERTICES in two primitives, the second of which is a strip, with all attributes and
 * a morph target, whose primitives Draco has compressed; or, not compressed, the same content. */
void make_gltf_draco(make_gltf *file, bool compressed);

#endif
