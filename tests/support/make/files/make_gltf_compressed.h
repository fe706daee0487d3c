/* glTF files whose buffer views are compressed. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_GLTF_COMPRESSED_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_GLTF_COMPRESSED_H

#include "files/format/gltf/meshopt/meshopt.h"
#include "support/make/files/make_gltf.h"

enum { COMPRESSED_SIDE = 9, COMPRESSED_VERTICES = COMPRESSED_SIDE * COMPRESSED_SIDE, COMPRESSED_KEYS = 33 };
enum { COLOURED_VERTICES = 30 };

/* By which extension. */
typedef enum make_compression {
    MAKE_PLAIN,       /* none */
    MAKE_MESHOPT_EXT, /* EXT_meshopt_compression: what meshoptimizer writes */
    MAKE_MESHOPT_KHR  /* KHR_meshopt_compression: attributes are in version 1 (make_meshopt.h) */
} make_compression;

/* Fills in a wavy sheet of COMPRESSED_VERTICES, whose node turns and moves in COMPRESSED_KEYS keys, 1/16 s apart: with
 * every mode, and every filter but that of colours, or, not compressed, the same content. */
void make_gltf_sheet(make_gltf *file, make_compression compression);

/* Fills in triangles of their own vertices with colours, whose compressed views need no library. */
void make_gltf_coloured(make_gltf *file);

/* Adds a compressed view of elements, or of indices (uint32_t); returns its index.
 * extra: what else the extension's object has, each followed by a comma; "" for nothing. */
int make_gltf_compressed_view(make_gltf *file, make_compression by, const hone_meshopt_layout *layout,
                              const void *elements, const char *extra);

#endif
