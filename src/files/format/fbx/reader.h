/* Types and functions that the parts of the FBX reader share. Bones are the nodes of the file, in the order of its
 * objects; a node with a mesh adds the mesh's vertices. Axes and unit become right-handed, Y up, metres
 * (HONE_SPACE_GLTF): all local transforms, vertices and bind matrices get the same basis change. */
#ifndef HONE_SRC_FORMAT_FBX_READER_H
#define HONE_SRC_FORMAT_FBX_READER_H

#include "files/format/common/reading.h"
#include "files/format/fbx/scene/node_transform.h"
#include <hone/format.h>

/* A mesh as one node shows it: the vertices that it has added to the model. */
typedef struct fbx_part {
    uint32_t bone;                       /* that shows it */
    uint32_t mesh;                       /* object */
    uint32_t first_vertex, vertex_count; /* of the model */
    /* [vertex_count] the control point of the file that each vertex was made from: vertices of one control point differ
     * in normal, texture coordinate, and so on. */
    const uint32_t *control_points;
    uint32_t control_point_count;
    /* From the mesh of the file to the vertices of the model: so that dual quaternions, which have no scale, skin a
     * mesh that is scaled at bind time. NULL: the vertices are those of the file. */
    const hone_affine *vertices_from_mesh;
} fbx_part;

/* A channel of a blend shape: one weight for one or more shapes, of which each is reached at a weight of its own. */
typedef struct fbx_blend_channel {
    uint32_t object;
    uint32_t shape_count;
    const uint32_t *shapes;     /* [shape_count] objects, ascending by full weight */
    const double *full_weights; /* [shape_count] 1 is 100 per cent */
    uint32_t first_morph;       /* of the model; one morph for each shape */
    double rest;                /* "DeformPercent" at rest */
} fbx_blend_channel;

/* An array of a curve, decoded. */
typedef struct fbx_key_array {
    const fbx_node *node; /* NULL: none yet */
    const void *numbers;  /* [count] */
    uint32_t count;
} fbx_key_array;

typedef struct fbx_reader {
    fbx_document document;
    fbx_scene scene;
    hone_reading file; /* its two memories have one limit */
    const hone_load_desc *desc;
    uint32_t bone_count;            /* nodes; the skeleton has scale bones behind them */
    const uint32_t *object_of_bone; /* [bone_count] objects of kind MODEL */
    const int32_t *bone_of_object;  /* [scene.object_count] HONE_NONE: none */
    const int32_t *parents;         /* [bone_count] the node above; HONE_NONE: none */
    const uint32_t *order;          /* [bone_count] all nodes, parents first */
    const int32_t *scale_bones;     /* [bone_count] the scale bone of a node; HONE_NONE: it has its scale itself */
    const fbx_pivots **pivots;      /* [bone_count] nodes without any share them */
    const fbx_local *rest;          /* [bone_count] */
    fbx_inherited_scale *scales;    /* [bone_count] that each node hands on at rest */
    uint32_t channel_count;
    const fbx_blend_channel *channels; /* [channel_count] in the order of their objects */
    uint32_t morph_count;
    uint32_t part_count;
    fbx_part *parts;      /* [part_count] in the order of their bones */
    fbx_key_array key_arrays[4]; /* times, flags, attributes and repeats of the last curve that was read */
    hone_model_data data;        /* the model that is made */
} fbx_reader;

/* Copies a text to the builder's memory, and replaces bytes that are not UTF-8. */
const char *hone_fbx_keep(fbx_reader *reader, fbx_text text);

/* Adds a warning about an object, by its name, or if it has none by that of an object that it belongs to. */
void hone_fbx_warn(const fbx_reader *reader, const char *what, uint32_t object);

/* Adds a warning that hone does not evaluate something, once for all objects that have it (in limits.c). */
void hone_fbx_warn_limit(const fbx_reader *reader, const char *what);
/* Warn of all objects of a model, and of a motion, that change what is seen and are not evaluated. */
void hone_fbx_warn_of_limits(const fbx_reader *reader);
void hone_fbx_warn_of_limits_of_motion(const fbx_reader *reader);

/* Each makes a part of reader->data, in this order. Return false with an error. */
bool hone_fbx_read_bones(fbx_reader *reader);     /* bones, and which object is which bone (both readings begin so) */
bool hone_fbx_read_meshes(fbx_reader *reader);    /* parts, vertices, triangles */
bool hone_fbx_read_skins(fbx_reader *reader);     /* slots, influences, kinds of skinning */
bool hone_fbx_read_morphs(fbx_reader *reader);    /* blend shapes */
bool hone_fbx_read_materials(fbx_reader *reader); /* and textures */
bool hone_fbx_read_clips(fbx_reader *reader);     /* the names and lengths of the stacks */
bool hone_fbx_read_names(fbx_reader *reader);     /* of the whole model: title and comment, or who made the file */

/* Finds the nodes that need a scale bone: those that have an uneven scale, at rest or in a clip, and a child that does
 * not inherit it in the usual way. The transform of such a child relative to the whole node would have shear; it is a
 * child of the node without its scale instead. scale_bones: out: [bone_count]. Returns the number of scale bones in
 * `count`. (In scale_bones.c.) */
bool hone_fbx_find_scale_bones(fbx_reader *reader, int32_t *scale_bones, uint32_t *count);
/* Returns the bone that has the whole transform of a node: its scale bone, or itself. */
static inline uint32_t hone_fbx_whole_bone(const fbx_reader *reader, uint32_t node)
{
    return reader->scale_bones[node] == HONE_NONE ? node : (uint32_t)reader->scale_bones[node];
}

/* Makes the channels of a clip and the keys of camera and light. clip: UINT32_MAX: nothing moves; camera:
 * hone_load_desc.camera. */
bool hone_fbx_read_motion_data(fbx_reader *reader, uint32_t clip, const char *camera, hone_motion_data *out);

/* ---- blend shapes, shared by the model and the motion (in blend_channels.c) ----
 * Each shape of a channel becomes one morph, which moves the vertices of all parts that show its mesh. A morph has the
 * name of the channel and, beside the last shape, of the full weight in per cent: "smile", "smile 50%". */

/* Whether Blender's exporter of binary files wrote the file. It writes a weight for each vertex of a shape where others
 * have the full weights of shapes, and the height that a camera sees in metres where others have a zoom. */
bool hone_fbx_is_of_blender(const fbx_reader *reader);
/* Finds the channels. hone_fbx_read_bones calls it, so that both readings have them. */
bool hone_fbx_read_blend_channels(fbx_reader *reader);
/* Returns the channel that is an object, or NULL. Cost: a binary search. */
const fbx_blend_channel *hone_fbx_blend_channel(const fbx_reader *reader, uint32_t object);
/* Returns the name of a morph: of shape `shape` of a channel. NULL: out of memory. */
const char *hone_fbx_morph_name(fbx_reader *reader, const fbx_blend_channel *channel, uint32_t shape);
/* Computes the weight of a shape of a channel when its "DeformPercent" is `percent`: piecewise linear between full
 * weights, and further on beyond the last. */
double hone_fbx_shape_weight(const fbx_blend_channel *channel, double percent, uint32_t shape);

#endif
