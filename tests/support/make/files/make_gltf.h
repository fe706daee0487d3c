/* glTF files made in code: lists of JSON elements, and a buffer that they refer to. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_GLTF_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_GLTF_H

#include <hone/base.h>
#include <hone/io.h>

typedef enum make_gltf_list {
    MAKE_ACCESSORS,
    MAKE_ANIMATIONS,
    MAKE_VIEWS,
    MAKE_IMAGES,
    MAKE_MATERIALS,
    MAKE_MESHES,
    MAKE_NODES,
    MAKE_SAMPLERS,
    MAKE_SCENES,
    MAKE_SKINS,
    MAKE_TEXTURES,
    MAKE_LIST_COUNT
} make_gltf_list;

typedef struct make_gltf {
    char lists[MAKE_LIST_COUNT][16384]; /* elements separated by commas */
    int counts[MAKE_LIST_COUNT];
    char root[32768];   /* more members, each followed by a comma */
    char buffer[512];   /* the buffer's other members, each preceded by a comma, such as its uri */
    uint8_t data[1 << 18]; /* content of the buffer */
    size_t size;
} make_gltf;

/* Adds an element to that list, printf-like; returns its index. */
HONE_PRINTF(3, 4)
int make_gltf_add(make_gltf *file, make_gltf_list list, const char *format, ...);

/* Adds a buffer view of these bytes, aligned to four, with a stride if it is not 0; returns its index. */
int make_gltf_view(make_gltf *file, const void *bytes, size_t size, int stride);
/* The same for numbers of `unit` bytes each, which become little-endian. */
int make_gltf_numbers(make_gltf *file, const void *numbers, size_t size, size_t unit, int stride);
/* Adds an accessor with its own view: TYPE such as "VEC3", of floats; returns its index. */
int make_gltf_floats(make_gltf *file, const char *type, const float *values, int count);
int make_gltf_u16(make_gltf *file, const char *type, const uint16_t *values, int count);
int make_gltf_u8(make_gltf *file, const char *type, const uint8_t *values, int count, bool normalised);

/* Writes the file as GLB, or as text with the buffer in a data URI (`external`: in a file named "file.bin", whose
 * content is file->data). From malloc. */
hone_bytes make_gltf_glb(const make_gltf *file);
hone_bytes make_gltf_text(const make_gltf *file, bool external);
hone_bytes make_gltf_bytes(const char *text); /* the bytes of that text */

/* Fills in a file with all features: a skinned strip of two bones with two morph targets, a rigid textured quad on a
 * mirrored node with two sets of UVs and colours, a sparse accessor, four materials, an embedded picture, animations of
 * every path and interpolation, a VRM humanoid with two expressions. */
void make_gltf_rich(make_gltf *file);

#endif
