/* glTF 2.0, as text and as GLB. Source: the glTF 2.0 specification (Khronos, ISO/IEC 12113). */
#ifndef HONE_SRC_FORMAT_GLTF_GLTF_H
#define HONE_SRC_FORMAT_GLTF_GLTF_H

#include <hone/format.h>

/* Bones are the file's nodes; a node with a mesh adds the mesh's vertices. desc NULL: defaults. Errors: FORMAT,
 * UNSUPPORTED (another version, an extension that it requires), IO (a buffer's file), MEMORY. */
hone_model *hone_gltf_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

/* The animation that desc->clip chooses. Errors: as above, and ARGUMENT (there is no such clip). */
hone_motion *hone_gltf_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

#endif
