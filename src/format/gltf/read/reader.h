/* What the parts of the glTF reader share. Each part reads one list of the file; errors stick in `json` and are looked
 * at where a part ends. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_READER_H
#define HONE_SRC_FORMAT_GLTF_READ_READER_H

#include "base/arena.h"
#include "format/gltf/read/json.h"
#include <hone/format.h>

typedef struct gltf_buffer {
    const uint8_t *data;
    size_t size;
    hone_bytes own; /* where it is neither the file itself nor inside it */
} gltf_buffer;

typedef struct gltf_node { /* small: a node may be two characters of the file */
    int32_t mesh, skin;    /* HONE_NONE */
    int32_t slot;          /* what carries what hangs on the node itself; HONE_NONE: not needed yet */
    uint32_t first_part, part_count;
    bool in_scene;
    bool mirrored; /* at rest its axes are left-handed */
} gltf_node;

/* A primitive of a mesh as one node shows it. */
typedef struct gltf_part {
    uint32_t node, primitive; /* of the node's mesh */
    uint32_t first_vertex, vertex_count;
    bool shares;          /* the vertices of the part before */
    uint32_t index_count; /* of its triangles; 0: none are drawn */
    uint32_t material;
    uint16_t sets; /* of four influences a vertex; 0: the node carries it */
    uint8_t mode;  /* GLTF_TRIANGLES … */
    bool has_normals;
} gltf_part;

enum { GLTF_TRIANGLES = 4, GLTF_STRIP, GLTF_FAN };

typedef struct gltf_reader {
    gltf_json json;
    hone_error *error;
    hone_format format;
    const hone_load_desc *desc;
    const uint8_t *binary; /* GLB's second chunk */
    size_t binary_size;
    bool has_binary;
    hone_arena *scratch;   /* what the reader needs for itself */
    hone_builder *builder; /* what it makes */
    gltf_buffer *buffers;
    uint32_t buffer_count;
    uint64_t work; /* elements that may still be read, see hone_gltf_charge */
    gltf_node *nodes;
    gltf_part *parts;
    uint32_t part_count;
    uint32_t *skin_slots;               /* [skins] the first slot of each */
    uint32_t material_count;            /* with the default one, if a primitive needs it */
    uint32_t colour_set, second_uv_set; /* 1 + which of the extra UVs they are; 0: none */
    hone_model_data data;
} gltf_reader;

/* Lists of the file may name one thing many times, and what is only looked at takes no memory: 16 elements a byte of
 * the file are the most that is looked at. False, with an error, beyond. */
bool hone_gltf_charge(gltf_reader *reader, uint64_t elements);

/* [count] zeroed elements in the builder (scratch); false, with an error, if there is no room. Of count 0 NULL. */
bool hone_gltf_array(gltf_reader *reader, uint64_t count, size_t size, void *array);
bool hone_gltf_scratch(gltf_reader *reader, uint64_t count, size_t size, void *array);
/* The member of that name in the builder; "" where it is absent. */
const char *hone_gltf_copy_text(gltf_reader *reader, const gltf_object *object, const char *key);

/* ---- buffers ---- */

/* All of them, from the file, from data URIs and from files beside it. */
bool hone_gltf_open_buffers(gltf_reader *reader);
void hone_gltf_close_buffers(gltf_reader *reader);
/* The bytes of a buffer view; NULL with an error. stride: 0 where it says none. */
const uint8_t *hone_gltf_view(gltf_reader *reader, int32_t view, size_t *size, size_t *stride);

/* The primitive that a part shows, and its attributes. */
gltf_object hone_gltf_primitive_of(gltf_reader *reader, const gltf_part *part);
gltf_object hone_gltf_attributes_of(gltf_reader *reader, const gltf_part *part);

/* ---- the lists, in this order ---- */

bool hone_gltf_read_nodes(gltf_reader *reader);
bool hone_gltf_read_parts(gltf_reader *reader); /* what there is to draw, and how many vertices that makes */
bool hone_gltf_read_vertices(gltf_reader *reader);
bool hone_gltf_read_skins(gltf_reader *reader);     /* slots and influences */
bool hone_gltf_read_triangles(gltf_reader *reader); /* and normals that are missing */
bool hone_gltf_read_morphs(gltf_reader *reader);    /* and behind them VRM's expressions */
bool hone_gltf_read_materials(gltf_reader *reader);

/* What MMD's fields of a material were before hone wrote it as glTF: nothing where the file does not say. `out`
 * imitates glTF's own fields already. */
void hone_gltf_read_material_extras(gltf_reader *reader, const gltf_object *material, hone_material *out);

bool hone_gltf_read_images(gltf_reader *reader);
bool hone_gltf_read_humanoid(gltf_reader *reader); /* of VRM */
bool hone_gltf_read_clips(gltf_reader *reader);    /* what animations there are */

/* ---- of use to several ---- */

/* How many morph targets the mesh that a node shows has, and what they are called. */
uint32_t hone_gltf_count_targets(gltf_reader *reader, uint32_t node);
const char *hone_gltf_target_name(gltf_reader *reader, uint32_t node, uint32_t target);

/* The extension of VRM, or none; whether it is 1.0's, else 0.x's. */
bool hone_gltf_vrm_of(gltf_reader *reader, gltf_object *out);
/* How many morphs VRM's expressions make; what they are, in `morphs`, which are the model's, behind those of the nodes.
 * first_of_node: [nodes + 1] the first morph of each. */
uint32_t hone_gltf_count_expressions(gltf_reader *reader);
bool hone_gltf_read_expressions(gltf_reader *reader, const uint32_t *first_of_node, hone_morph *morphs);

/* One animation. */
bool hone_gltf_read_channels(gltf_reader *reader, uint32_t clip, hone_motion_data *out);

#endif
