/* Types and functions that the parts of the glTF reader share. Each part reads one list of the file. Errors stick
 * and are checked at the end of each part. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_READER_H
#define HONE_SRC_FORMAT_GLTF_READ_READER_H

#include "files/format/gltf/pointers.h"
#include "files/format/gltf/read/json.h"
#include <hone/format.h>

typedef struct gltf_buffer {
    const uint8_t *data;
    size_t size;
    hone_bytes own; /* if the data is neither the file itself nor inside it */
    bool cut;       /* it has fewer bytes than the file says */
} gltf_buffer;

typedef struct gltf_decoded { /* a buffer view that was compressed */
    uint32_t view;
    hone_bytes own;
} gltf_decoded;

enum { GLTF_SETS_MOST = 64, GLTF_KEY_SIZE = 16 }; /* sets of JOINTS_n and WEIGHTS_n; bytes of such a name */

/* Decoded values, which take the place of those that an accessor reads. */
typedef struct gltf_values {
    const hone_json_token *owner; /* the object that names the accessor, */
    char key[GLTF_KEY_SIZE];      /* and under which key: an attribute of a primitive, or its "indices" (uint32_t) */
    size_t stride;                /* without gaps */
    hone_bytes own;
} gltf_values;

typedef struct gltf_node { /* kept small, because a node may take only two characters of the file */
    int32_t mesh, skin;    /* HONE_NONE */
    int32_t slot;          /* slot of vertices that follow the node itself; HONE_NONE: not needed yet */
    uint32_t first_part, part_count;
    bool instanced;          /* its mesh is drawn at the places of instances */
    uint32_t instance_count; /* how often its mesh is drawn: 1, or as EXT_mesh_gpu_instancing says */
    bool in_scene;
    bool hidden;   /* by KHR_node_visibility: it, or a node above it */
    bool mirrored; /* its axes are left-handed at rest */
} gltf_node;

/* A primitive of a mesh as one node shows it. */
typedef struct gltf_part {
    uint32_t node, primitive; /* primitive: index in the node's mesh */
    uint32_t instance;        /* of the node */
    bool mirrored;            /* its triangles are reversed at rest; only without sets of influences */
    uint32_t first_vertex, vertex_count;
    bool shares;          /* shares the vertices of the previous part */
    uint32_t index_count; /* of its triangles; 0: nothing is drawn */
    uint32_t material;
    uint16_t sets; /* sets of four influences a vertex; 0: the vertices follow the node */
    uint8_t mode;  /* GLTF_TRIANGLES ... */
    bool has_normals;
} gltf_part;

enum { GLTF_TRIANGLES = 4, GLTF_STRIP, GLTF_FAN };

/* The queues of transparent materials of VRM 0.x, of those that write no depth, and of those that do: each once, the
 * last ones of the former and the first ones of the latter, beginning with those. */
enum { GLTF_QUEUES_MOST = 9 };
typedef struct gltf_queues {
    bool known;
    uint32_t count[2];
    float of[2][GLTF_QUEUES_MOST];
} gltf_queues;

/* The numbers of materials that animations of the file point at (KHR_animation_pointer). Each is a VALUE morph, after
 * all other morphs: by material, then in the order of the list of pointers. */
typedef struct gltf_pointed {
    uint32_t first;   /* the first of these morphs in the model */
    uint32_t count;   /* of these morphs */
    uint64_t *groups; /* [materials] bits of the groups of pointers */
    uint32_t *firsts; /* [materials] how many morphs are before those of each material */
} gltf_pointed;

typedef struct gltf_reader {
    hone_reading file;
    gltf_json json;
    hone_format format;
    const hone_load_desc *desc;   /* while the file is opened */
    struct hone_gltf_file *whole; /* whose reading this is */
    const uint8_t *binary;        /* the second chunk of a GLB */
    size_t binary_size;
    bool has_binary;
    gltf_buffer *buffers;
    uint32_t buffer_count;
    gltf_decoded *decoded; /* in the order of their views */
    uint32_t decoded_count;
    gltf_values *values; /* in the order of their owners */
    uint32_t value_count;
    uint64_t work; /* how many elements may still be read, see hone_gltf_charge */
    gltf_node *nodes;
    gltf_part *parts;
    uint32_t part_count;
    uint64_t instance_bytes;            /* what instances may still take */
    uint32_t *skin_slots;               /* [skins] first slot of each skin */
    uint32_t material_count;            /* including the default material, if a primitive needs it */
    uint32_t colour_set, second_uv_set; /* 1 + index among the extra UV sets; 0: none */
    bool has_tangents;
    gltf_queues queues;
    gltf_pointed pointed; /* of a model, once its morphs are counted */
    hone_model_data data;
} gltf_reader;

/* Counts elements that are read. Lists of a file may refer to the same data many times, and reading takes no memory, so
 * at most 16 elements per byte of the file may be read. Returns false, with an error, beyond that. */
bool hone_gltf_charge(gltf_reader *reader, uint64_t elements);

/* Copies the string under `key` to the builder's memory; returns "" if it is absent. */
const char *hone_gltf_copy_text(gltf_reader *reader, const gltf_object *object, const char *key);

/* Refuses a file that requires an extension without which hone would show something else. */
bool hone_gltf_check_required(gltf_reader *reader);
/* Warn of each extension that the file uses and hone does not evaluate, or evaluates in part. */
void hone_gltf_warn_of_limits(gltf_reader *reader);
void hone_gltf_warn_of_limits_of_motion(gltf_reader *reader);

/* ---- buffers ---- */

/* Opens all buffers: the one of a GLB, data URIs, and files. */
bool hone_gltf_open_buffers(gltf_reader *reader);
void hone_gltf_close_buffers(gltf_reader *reader);
void hone_gltf_warn_of_cut_buffers(gltf_reader *reader);
/* Returns the bytes of a buffer view, or NULL with an error set. stride: 0 if the view has none. */
const uint8_t *hone_gltf_view(gltf_reader *reader, int32_t view, size_t *size, size_t *stride);
/* Returns the bytes of a buffer view, or NULL, without an error, if there is no such view or it is not valid. */
const uint8_t *hone_gltf_find_view(gltf_reader *reader, int32_t view, size_t *size);

/* Decodes the compressed buffer views. */
bool hone_gltf_open_compressed_views(gltf_reader *reader);
void hone_gltf_close_compressed_views(gltf_reader *reader);
/* Returns the decoded bytes of a buffer view, or NULL if it was not decoded. */
const hone_bytes *hone_gltf_decoded_view(const gltf_reader *reader, int32_t view);
/* Decodes the compressed primitives. */
bool hone_gltf_open_compressed_meshes(gltf_reader *reader);
void hone_gltf_close_compressed_meshes(gltf_reader *reader);
/* Returns the decoded values that `owner` has under a key, or NULL if there are none. */
const gltf_values *hone_gltf_values_of(const gltf_reader *reader, const gltf_object *owner, const char *key);
/* Returns whether two primitives have the same compressed data, or neither has any. */
bool hone_gltf_same_compression(const gltf_object *a, const gltf_object *b);
/* Returns whether the file says that it uses this extension. */
bool hone_gltf_uses(gltf_reader *reader, const char *extension);
/* Returns whether the file requires this extension. */
bool hone_gltf_is_required(gltf_reader *reader, const char *extension);
/* Returns whether a buffer only stands for the decoded data, so that it needs no bytes. */
bool hone_gltf_is_fallback(const gltf_object *buffer);

/* Return the primitive that a part shows, and its attributes. */
gltf_object hone_gltf_primitive_of(gltf_reader *reader, const gltf_part *part);
gltf_object hone_gltf_attributes_of(gltf_reader *reader, const gltf_part *part);

/* ---- the lists of the file, in this order ---- */

bool hone_gltf_read_nodes(gltf_reader *reader);
/* Whether a node is hidden at rest, by itself (KHR_node_visibility). */
bool hone_gltf_is_hidden(const gltf_object *node);
/* Finds the parent of each node, or HONE_NONE. parents: out: in scratch memory. */
bool hone_gltf_find_parents(gltf_reader *reader, int32_t **parents);
/* Whether the axes of a matrix are left-handed. */
bool hone_gltf_is_mirrored(const hone_affine *matrix);
/* Counts the instances of all nodes, at most as many as there may be. */
bool hone_gltf_count_instances(gltf_reader *reader);
/* Reads the places of a node's instances: [instance_count]. */
bool hone_gltf_read_instances(gltf_reader *reader, uint32_t node, hone_affine *out);
bool hone_gltf_read_parts(gltf_reader *reader); /* which parts are drawn, and their vertex counts */
bool hone_gltf_read_vertices(gltf_reader *reader);
bool hone_gltf_read_skins(gltf_reader *reader);     /* slots and influences */
bool hone_gltf_read_triangles(gltf_reader *reader); /* and computes missing normals */
bool hone_gltf_read_morphs(gltf_reader *reader);    /* followed by VRM's expressions */
bool hone_gltf_read_materials(gltf_reader *reader);

/* Reads MMD's fields of a material that hone has written as glTF. Fields that the file does not have stay as they are
 * in `out`, which already has the fields made from glTF's own. */
void hone_gltf_read_material_extras(gltf_reader *reader, const gltf_object *material, hone_material *out);

bool hone_gltf_read_images(gltf_reader *reader);
/* Returns the image of a texture, or HONE_NONE: its own, which every program reads, else that of an extension, whether
 * hone reads such pictures or not, so that a picture that cannot be shown is named where it is loaded. */
int32_t hone_gltf_image_of(gltf_reader *reader, int32_t texture);
bool hone_gltf_read_humanoid(gltf_reader *reader); /* the humanoid bones of VRM */
bool hone_gltf_read_clips(gltf_reader *reader);    /* the names and lengths of the animations */
bool hone_gltf_read_cameras(gltf_reader *reader);

/* Reads the transform of a node: of one with a matrix as `local` only, and rest is what its matrix can be split into.
 * Returns bits of what had to be repaired. */
enum { GLTF_NODE_PROJECTIVE = 1, GLTF_NODE_NOT_UNIT = 2, GLTF_NODE_MATRIX = 4 };
uint32_t hone_gltf_node_transform(const gltf_object *node, hone_transform *rest, hone_affine *local);

/* ---- shared functions ---- */

/* The number of morph targets of the mesh that a node shows, and their names. */
uint32_t hone_gltf_count_targets(gltf_reader *reader, uint32_t node);
const char *hone_gltf_target_name(gltf_reader *reader, uint32_t node, uint32_t target);

/* Gets the extension of VRM, or none. Returns true for 1.0, false for 0.x. */
bool hone_gltf_vrm_of(gltf_reader *reader, gltf_object *out);
bool hone_gltf_is_turned(gltf_reader *reader); /* hone_model_data.turned */
/* Counts the morphs that VRM's expressions make, and makes them in `morphs`, the morphs of the model, after those of
 * the nodes. first_of_node: [nodes + 1] the first morph of each node. */
uint32_t hone_gltf_count_expressions(gltf_reader *reader);
bool hone_gltf_read_expressions(gltf_reader *reader, const uint32_t *first_of_node, hone_morph *morphs);

/* Lists them, all but `first`. */
bool hone_gltf_list_pointed(gltf_reader *reader, gltf_pointed *out);
/* Returns the pointer of a channel's target, and its material; NULL: it points at no number of a material that hone
 * knows. */
const gltf_pointer *hone_gltf_pointer_of(gltf_reader *reader, const gltf_object *target, int32_t *material);
/* Returns the first morph of a pointer that is in the list. */
uint32_t hone_gltf_pointed_morph(const gltf_pointed *pointed, int32_t material, const gltf_pointer *pointer);
/* Returns the name of the morph of the number `at` of a pointer. */
const char *hone_gltf_pointed_name(gltf_reader *reader, int32_t material, const gltf_pointer *pointer, uint32_t at);
/* Makes the morphs, once the materials are read. */
bool hone_gltf_read_pointed(gltf_reader *reader);

/* Returns what a channel of the path "pointer" moves; no text: nothing. */
gltf_text hone_gltf_pointer_text(const gltf_object *target);
/* Returns the number behind a prefix of a text, and what follows it; HONE_NONE if it is none below `count`. */
int32_t hone_gltf_number_behind(gltf_text text, const char *prefix, uint32_t count, gltf_text *rest);

/* Reads one animation. */
bool hone_gltf_read_channels(gltf_reader *reader, uint32_t clip, hone_motion_data *out);

/* Returns the camera whose lens the target of a channel moves (KHR_animation_pointer), or HONE_NONE. */
int32_t hone_gltf_lens_of(gltf_reader *reader, const gltf_object *target);
/* Reads the channel of an animation that moves the lens of a camera, as a channel of weights; it has no keys if there
 * is none. clip: HONE_NONE: no animation. */
bool hone_gltf_read_lens(gltf_reader *reader, int32_t clip, int32_t camera, hone_channel *out);

/* Returns the node that the target of a channel shows and hides (KHR_animation_pointer), or HONE_NONE. */
int32_t hone_gltf_shown_of(gltf_reader *reader, const gltf_object *target);
/* Reads a channel that shows and hides a node, as a channel of weights. */
bool hone_gltf_read_switch(gltf_reader *reader, uint32_t clip, uint32_t at, hone_channel *out);
/* Warns of a channel of the path "pointer" that is not played. */
void hone_gltf_warn_of_pointer(gltf_reader *reader, gltf_text pointer);
/* Adds the keys that show and hide the model, if nodes do that which have all meshes at or below them. */
bool hone_gltf_read_visibility(gltf_reader *reader, uint32_t clip, hone_motion_data *out);

/* Adds the keys of a camera to a motion that has its channels: of the one that is wanted (hone_load_desc.camera), or of
 * the first that moves. clip: HONE_NONE: no animation. Errors: FORMAT, MEMORY, ARGUMENT (there is no such camera). */
bool hone_gltf_read_camera_keys(gltf_reader *reader, int32_t clip, const char *wanted, hone_motion_data *out);

/* Reads a texture with its sampler, and the map that an object has under a key; the key of its scale or NULL. */
void hone_gltf_read_texture(gltf_reader *reader, int32_t texture, hone_map *map);
void hone_gltf_read_map(gltf_reader *reader, const gltf_object *parent, const char *key, const char *scale,
                        hone_map *map);

#endif
