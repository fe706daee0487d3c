/* Types and functions that the parts of the glTF writer share. First each part adds its data to the buffer and records
 * which accessors hold it; then the JSON is written from these records. Errors stick in the writers and in the arena.
 */
#ifndef HONE_SRC_FORMAT_GLTF_WRITE_WRITER_H
#define HONE_SRC_FORMAT_GLTF_WRITE_WRITER_H

#include "base/json/json_writer.h"
#include "base/memory/arena.h"
#include "core/model/front.h"
#include "files/format/gltf/meshopt/meshopt.h"
#include "files/format/gltf/pointers.h"
#include "files/image/embed.h"
#include <hone/format.h>
#include <hone/io.h>

/* ---- accessors ---- */

enum { GLTF_SHORT = 5122, GLTF_U16 = 5123, GLTF_U32 = 5125, GLTF_FLOAT = 5126 };
enum { GLTF_TARGET_NONE = 0, GLTF_TARGET_VERTICES = 34962, GLTF_TARGET_INDICES = 34963 };
enum { GLTF_MOST_SETS = 64 }; /* of four influences */

typedef struct gltf_out_view {
    uint64_t offset, size;
    uint32_t target; /* GLTF_TARGET_* */
    bool packed;
    hone_meshopt_layout layout; /* packed: of the elements */
    uint64_t unpacked;          /* packed: where they would be in a buffer that is not compressed */
} gltf_out_view;

typedef struct gltf_out_accessor {
    int32_t view;    /* HONE_NONE: zeros, except for the `sparse` elements; below it: a pool that has no view yet */
    uint64_t offset; /* in the view */
    uint32_t component, width, count;
    bool normalised, bounded;
    float low[4], high[4];
    uint32_t sparse; /* number of sparse elements; the next two views have their indices and values */
    int32_t sparse_view;
} gltf_out_accessor;

/* ---- records of the parts ---- */

typedef struct gltf_out_node { /* a node that is not a bone */
    const char *name;
    int32_t parent; /* HONE_NONE */
    bool mesh, camera, place;
} gltf_out_node;

typedef struct gltf_out_joint {
    int32_t node;
    hone_affine inverse_bind; /* as in the model */
} gltf_out_joint;

typedef struct gltf_out_primitive {
    int32_t material, indices; /* HONE_NONE: only vertices, no triangles */
} gltf_out_primitive;

typedef struct gltf_out_target {
    uint32_t morph;
    int32_t positions, normals; /* accessors; normals may be HONE_NONE */
} gltf_out_target;

typedef struct gltf_out_image {
    const char *name; /* the model's path; NULL: the image is missing */
    int32_t index;    /* index in the file */
    hone_bytes bytes;
    bool jpeg;
    int32_t view;
    hone_alpha_use alpha;
} gltf_out_image;

typedef struct gltf_out_texture {
    int32_t image; /* index in the model */
    uint8_t wrap[2];
    bool nearest;
} gltf_out_texture;

/* Data of all channels of the animation is packed together, because each view takes more than 32 bytes by itself. */
typedef enum gltf_pool {
    GLTF_POOL_VECTORS,
    GLTF_POOL_QUATERNIONS,
    GLTF_POOL_ROUNDED_QUATERNIONS,
    GLTF_POOL_TIMES,
    GLTF_POOL_EXACT_TIMES,
    GLTF_POOL_COUNT
} gltf_pool;

typedef struct gltf_out_times { /* a list of times that several channels may share */
    const struct gltf_out_times *next;
    const float *asked; /* [count] */
    uint32_t count;
    float error;
    int32_t accessor;
} gltf_out_times;

/* How far values may be rounded: each [bone_count], metres, distances of quaternions, factors; and metres. */
typedef struct gltf_pack_errors {
    float *translations, *rotations, *scales;
    float points, morphs, camera;
    float bones;    /* all that the channels of bones may do together */
    float *reach;   /* [bone_count] how far the furthest bone or vertex that a bone carries can be from it */
    float *offsets; /* [vertex_count] how far morphs move each vertex at most, in the space of the mesh */
    float *growth;  /* [vertex_count] by how much a length at the vertex becomes longer in the model, at least 1 */
} gltf_pack_errors;

typedef struct gltf_out_channel {
    uint8_t path; /* hone_channel_path */
    int32_t node, input, output;
    bool stepped;                /* each value holds up to the next key */
    const char *lens;            /* the number of the camera that it moves (KHR_animation_pointer); NULL: none */
    const gltf_pointer *pointer; /* what it moves of the material `node`; NULL: it moves no material */
    bool clear;                  /* it makes the material translucent */
} gltf_out_channel;

/* The parts of a VRM: which extensions are used, and what finds things in lists. */
typedef struct gltf_vrm_parts {
    bool toons, springs, extended_colliders, limits, constraints;
    int32_t *constraint_of; /* [bone_count] the constraint that turns a bone, or HONE_NONE */
    int32_t *target_of;     /* [morph_count] the target that a morph is, or HONE_NONE */
    uint8_t *repeats;       /* [expression_count] whether an earlier expression has the same name */
    int32_t *group_of;      /* [spring_count] the group of colliders of a spring, or HONE_NONE */
    uint32_t group_count;
} gltf_vrm_parts;

typedef struct gltf_writer {
    const hone_model_data *model;
    const hone_gltf_desc *desc;
    hone_gltf_report *report;
    hone_error *error;
    hone_arena *memory;
    bool refused;   /* an error is set */
    float scale;    /* metres per unit */
    hone_axes axes; /* to glTF's */

    /* the buffer; records of type gltf_out_view; records of type gltf_out_accessor */
    hone_writer binary, views, accessors;

    bool packs;     /* values are rounded and views compressed */
    bool quantised; /* whether KHR_mesh_quantization is used */
    gltf_pack_errors errors;
    uint64_t unpacked_size;
    hone_writer pools[GLTF_POOL_COUNT]; /* elements */
    const gltf_out_times *times;

    uint32_t node_count, extra_count; /* bones and extra nodes; extra nodes only */
    gltf_out_node *extras;
    int32_t root, mesh_node, camera_node, place_node; /* nodes, or HONE_NONE */
    uint32_t joint_count;
    gltf_out_joint *joints;
    uint32_t *joint_of_slot;
    int32_t origin_joint; /* joint of vertices without a bone; HONE_NONE: not needed */
    int32_t inverse_binds;

    int32_t positions, normals, tangents, uvs, colours, more_uvs[4]; /* accessors, or HONE_NONE */
    uint32_t more_uv_count;
    uint8_t uv_of_set[5]; /* the TEXCOORD_n of the mesh's UVs and of its extra sets */
    uint32_t set_count;
    int32_t joint_sets[GLTF_MOST_SETS], weight_sets[GLTF_MOST_SETS];
    uint32_t primitive_count;
    gltf_out_primitive *primitives;
    uint32_t target_count;
    gltf_out_target *targets;

    gltf_out_image *images; /* [texture_count] */
    uint32_t texture_count; /* of type gltf_out_texture */
    gltf_out_texture *textures;
    bool unlit, transforms, strong_emission; /* whether the extensions are used */
    gltf_vrm_parts vrm;

    uint32_t channel_count;
    gltf_out_channel *channels;
    gltf_out_channel node_channels[7]; /* of the camera, its lens and the place */
    uint32_t node_channel_count;
    gltf_out_channel *values; /* of numbers of materials */
    uint32_t value_count;
    uint32_t material;         /* that is being written */
    int32_t *expression_nodes; /* [expression_count of a VRM animation] HONE_NONE: without keys */
    bool points;               /* one of them needs KHR_animation_pointer */
    uint8_t *animated;         /* [bone_count] */
} gltf_writer;

/* The width of the picture of an orthographic camera, in heights. */
static inline float hone_gltf_flat_aspect(void)
{
    return 16 / 9.0f;
}

/* ---- space ---- */

/* Sets the space from which the following functions convert to glTF's: one without a model, or that of the model. */
void hone_gltf_use_space(gltf_writer *writer, hone_space space);
void hone_gltf_use_model_space(gltf_writer *writer);
void hone_gltf_to_point(const gltf_writer *writer, const float in[3], float out[3]);
void hone_gltf_to_direction(const gltf_writer *writer, const float in[3], float out[3]);
void hone_gltf_to_rotation(const gltf_writer *writer, const float in[4], float out[4]);
hone_affine hone_gltf_to_affine(const gltf_writer *writer, const hone_affine *in);

/* ---- data ---- */

/* Adds a view of bytes, aligned to four bytes. Returns its index. */
int32_t hone_gltf_add_view(gltf_writer *writer, const void *bytes, size_t size, uint32_t target);
/* The same for numbers of `unit` bytes each, which become little-endian. */
int32_t hone_gltf_add_numbers(gltf_writer *writer, const void *numbers, size_t size, size_t unit, uint32_t target);
/* Adds an accessor of `count` elements of `width` components in a view of its own, with bounds if `bounded` (floats
 * only). Returns its index. */
int32_t hone_gltf_add_floats(gltf_writer *writer, const float *values, uint32_t width, uint32_t count, uint32_t target,
                             bool bounded);
int32_t hone_gltf_add_accessor(gltf_writer *writer, const gltf_out_accessor *accessor);
/* Sets the bounds of an accessor of floats, if it is `bounded`. */
void hone_gltf_bound(gltf_out_accessor *accessor, const float *values);
/* Allocates [count] zeroed elements. Returns NULL if count is 0 or if out of memory, which sticks. */
void *hone_gltf_write_scratch(gltf_writer *writer, size_t count, size_t size);
void hone_gltf_note(gltf_writer *writer, const char *format, ...) HONE_PRINTF(2, 3);

/* ---- packed data; plain floats, if the writer does not pack ---- */

void hone_gltf_build_pack_errors(gltf_writer *writer);
/* Adds elements to a pool, and their accessor. */
int32_t hone_gltf_add_to_pool(gltf_writer *writer, gltf_pool pool, const void *elements, uint32_t count,
                              gltf_out_accessor *accessor);
/* Makes views of the pools, once all of the animation is in them. */
void hone_gltf_write_pools(gltf_writer *writer);

typedef struct gltf_rounded {
    float *values; /* [count][width], rounded in place */
    uint32_t width, count, target;
    bool bounded;
    bool pooled;      /* of the animation */
    float error;      /* how far a component may be rounded; 0: as little as possible */
    uint32_t columns; /* of width 1: how many values belong to one time; 0: one */
} gltf_rounded;

int32_t hone_gltf_add_rounded(gltf_writer *writer, const gltf_rounded *data);
/* Adds normals, or tangents with handedness. vectors: [count][width], width 3 or 4. */
int32_t hone_gltf_add_units(gltf_writer *writer, const float *vectors, uint32_t width, uint32_t count);
/* Returns the largest distance of a quaternion from the one that is stored with this number of bits a component. */
float hone_gltf_quaternion_error(int bits);
/* error: the largest distance of a quaternion from the one that is stored. */
int32_t hone_gltf_add_rotations(gltf_writer *writer, float (*rotations)[4], uint32_t count, float error);
/* Returns times as floats, [count], none of which are equal; NULL: out of memory. */
float *hone_gltf_write_seconds(gltf_writer *writer, const double *times, uint32_t count);
/* Adds times, or finds those of an earlier call. times: [count], which must stay. error: seconds. */
int32_t hone_gltf_add_times(gltf_writer *writer, const float *times, uint32_t count, float error);
/* Rounds values as hone_gltf_add_grid_view does, so that it changes them no more. */
void hone_gltf_round(const gltf_writer *writer, float *values, size_t count, float error);
/* Adds a view of floats, [count][width], which are rounded in place. */
int32_t hone_gltf_add_grid_view(gltf_writer *writer, float *values, uint32_t width, uint32_t count, float error,
                                uint32_t target);
/* Adds a view of elements of `stride` bytes, a multiple of 4, which consist of numbers of `unit` bytes. */
int32_t hone_gltf_add_words(gltf_writer *writer, const void *words, uint32_t stride, uint32_t unit, uint32_t count,
                            uint32_t target);
int32_t hone_gltf_add_packed_view(gltf_writer *writer, const hone_meshopt_layout *layout, const void *elements,
                                  uint32_t target);

/* The morphs of the model, followed by those of the description. */
uint32_t hone_gltf_morph_count(const gltf_writer *writer);
const hone_morph *hone_gltf_morph(const gltf_writer *writer, uint32_t morph);

/* ---- parts: first the data of each, then its lists in the JSON ---- */

void hone_gltf_build_skeleton(gltf_writer *writer);
void hone_gltf_build_mesh(gltf_writer *writer);
/* normals: as they are written to the file. */
void hone_gltf_build_tangents(gltf_writer *writer, const float (*normals)[3]);
void hone_gltf_build_influences(gltf_writer *writer);
void hone_gltf_build_targets(gltf_writer *writer);
void hone_gltf_build_images(gltf_writer *writer);
void hone_gltf_release_images(gltf_writer *writer);
void hone_gltf_build_animation(gltf_writer *writer);
/* Makes channels of what the motion does to materials (KHR_animation_pointer), after the images. */
void hone_gltf_build_values(gltf_writer *writer);
/* Returns the channel of a number of a material, or NULL. number: its place in hone_surface_state. */
const gltf_out_channel *hone_gltf_value_of(const gltf_writer *writer, uint32_t material, size_t number);
void hone_gltf_build_vrm(gltf_writer *writer); /* after the targets */
/* A VRM animation has a node for each expression with keys. Finds these nodes, and adds those that are missing. */
void hone_gltf_build_expression_nodes(gltf_writer *writer);
/* Writes the extension VRMC_vrm_animation. */
void hone_gltf_write_vrm_animation(gltf_writer *writer, hone_json *json);
/* Adds a node that is no bone. Returns its index. */
int32_t hone_gltf_add_node(gltf_writer *writer, const char *name, int32_t parent);

void hone_gltf_write_nodes(gltf_writer *writer, hone_json *json); /* scenes, nodes, skins, cameras */
void hone_gltf_write_meshes(gltf_writer *writer, hone_json *json);
void hone_gltf_write_materials(gltf_writer *writer, hone_json *json);
void hone_gltf_write_images(gltf_writer *writer, hone_json *json); /* images, samplers, textures */
void hone_gltf_write_animations(gltf_writer *writer, hone_json *json);
void hone_gltf_write_buffers(gltf_writer *writer, hone_json *json); /* accessors, bufferViews, buffers */

/* Whether the model's own materials are lit, not toons. */
bool hone_gltf_is_lit(const gltf_writer *writer);
/* The colour that MMD shows where its own light falls: sat(diffuse * light + ambient), linear. factor: of that colour;
 * NULL: 1. */
void hone_gltf_lit_colour(const float diffuse[4], const float ambient[3], const float factor[3], float out[4]);

/* Writes a map of a material, if its texture is in the file. scale: the key of its strength; NULL: it has none. */
void hone_gltf_write_map(gltf_writer *writer, const hone_map *map, const char *key, const char *scale, hone_json *json);

/* Returns the index in the file of a texture of the model, or HONE_NONE. */
int32_t hone_gltf_texture_of(gltf_writer *writer, int32_t texture, const uint8_t wrap[2], bool nearest);
/* Return the names of files beside the glTF: the stem with an ending, and the file of an image. */
const char *hone_gltf_file_name(gltf_writer *writer, const char *ending);
const char *hone_gltf_image_file(gltf_writer *writer, const gltf_out_image *image);
void hone_gltf_write_uri(hone_json *json, const char *key, const char *name);

/* ---- JSON ---- */

void hone_gltf_json_index(hone_json *json, const char *key, int64_t value);
void hone_gltf_json_text(hone_json *json, const char *key, const char *text); /* writes nothing if the text is "" */
void hone_gltf_json_floats(hone_json *json, const char *key, const float *values, uint32_t count);
void hone_gltf_json_begin(hone_json *json, const char *key, char bracket); /* '{' or '[' */

#endif
