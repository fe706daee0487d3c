/* The part of Draco that hone uses, in C: meshes of glTF's extension KHR_draco_mesh_compression are decoded. Draco
 * takes its memory by itself. */
#ifndef HONE_SRC_FORMAT_GLTF_DRACO_DRACO_H
#define HONE_SRC_FORMAT_GLTF_DRACO_DRACO_H

#include <hone/io.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_draco_mesh {
    void *mesh; /* of Draco; NULL: none */
    uint32_t vertex_count, triangle_count;
    uint64_t size; /* of what is decoded, in bytes, as in hone_draco_decode */
} hone_draco_mesh;

typedef enum hone_draco_type {
    HONE_DRACO_INT8,
    HONE_DRACO_UINT8,
    HONE_DRACO_INT16,
    HONE_DRACO_UINT16,
    HONE_DRACO_UINT32,
    HONE_DRACO_FLOAT
} hone_draco_type;

/* Values of an attribute, as an accessor of glTF describes them. */
typedef struct hone_draco_attribute {
    uint32_t id; /* the attribute's number in the compressed data */
    hone_draco_type type;
    uint32_t components;
} hone_draco_attribute;

/* Returns whether Draco is built in. */
bool hone_draco_built_in(void);
/* Makes Draco ready, before anything below is called. Errors: UNSUPPORTED (it is not built in or not found). */
bool hone_draco_open(hone_error *error);

/* Decodes a mesh. It is refused, before memory is taken for it, if its indices and all its attributes would take more
 * than `most` bytes: few bytes of compressed data can claim any number of vertices. Returns NULL, or a sentence about
 * the data without its end, and then there is no mesh. */
const char *hone_draco_decode(const uint8_t *data, size_t size, uint64_t most, hone_draco_mesh *out);
/* Returns the number of components of an attribute, or 0 if the mesh does not have it, or it is of truth values, which
 * glTF does not have. */
uint32_t hone_draco_components(const hone_draco_mesh *mesh, uint32_t id);
/* Converts the values of an attribute. out: [vertex_count * components] of the type. Returns false if a value is beyond
 * the range of that type. */
bool hone_draco_read_attribute(const hone_draco_mesh *mesh, const hone_draco_attribute *attribute, void *out);
/* out: [triangle_count * 3] indices of vertices. */
void hone_draco_read_triangles(const hone_draco_mesh *mesh, uint32_t *out);
void hone_draco_release(hone_draco_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
