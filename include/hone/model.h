/** model: the character at rest. Skeleton, mesh, materials, morphs, rigid bodies; plain data that never changes.
 *
 * A model contains everything that its file contains, in file order and in the file's own space, so that it can be
 * written back. It is made by a loader (format.h) or by a program (hone_model_create) and never changes afterwards.
 * Threads may share it. It is reference counted: a function that keeps a model retains it. What each PMX field means:
 * docs/formats.md.
 *
 * A model of one bone, made by a program:
 * ```c
 * hone_model *make_bone(hone_error *error)
 * {
 *     hone_builder *builder = hone_builder_create(NULL, 0, error);
 *     hone_bone *bones = hone_builder_array(builder, 1, sizeof *bones);
 *     if (bones) // otherwise hone_model_create reports it
 *         bones[0] = (hone_bone){.name = "root", .parent = HONE_NONE, .flags = HONE_BONE_ROTATABLE};
 *     hone_model_data data = {.name = "bone", .skeleton = {.bone_count = 1, .bones = bones}};
 *     return hone_model_create(builder, &data, NULL, error);
 * }
 * ```
 */
#ifndef HONE_MODEL_H
#define HONE_MODEL_H

#include <hone/avatar.h>
#include <hone/base.h>
#include <hone/math.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- skeleton ----------------------------------------------------------------------------------------------- */

/** Bits of hone_bone.flags, as in PMX. Other bits are kept and have no effect. */
enum {
    HONE_BONE_TAIL_IS_BONE = 0x0001,       /**< the tail is a bone (tail_bone), not an offset (tail_offset) */
    HONE_BONE_ROTATABLE = 0x0002,          /**< an editor lets the user rotate the bone */
    HONE_BONE_MOVABLE = 0x0004,            /**< an editor lets the user move the bone */
    HONE_BONE_VISIBLE = 0x0008,            /**< an editor shows the bone */
    HONE_BONE_OPERABLE = 0x0010,           /**< an editor lets the user select the bone */
    HONE_BONE_IK = 0x0020,                 /**< the bone is the goal of an IK chain */
    HONE_BONE_APPEND_LOCAL = 0x0080,       /**< append takes the source's model-space rotation and offset */
    HONE_BONE_APPEND_ROTATION = 0x0100,    /**< append (grant) of the source's rotation */
    HONE_BONE_APPEND_TRANSLATION = 0x0200, /**< append (grant) of the source's translation */
    HONE_BONE_FIXED_AXIS = 0x0400,         /**< the bone turns about fixed_axis only */
    HONE_BONE_LOCAL_AXES = 0x0800,         /**< local_x and local_z are given, for an editor */
    HONE_BONE_AFTER_PHYSICS = 0x1000,      /**< the bone is evaluated after physics, in pass 2 */
    HONE_BONE_EXTERNAL_PARENT = 0x2000     /**< the bone may follow a bone of another model */
};

/** A node of the skeleton: a bone of MMD, a Frame of .x, a node or joint of glTF. */
typedef struct hone_bone {
    const char *name;         /**< never NULL; need not be unique: a search by name finds the first */
    const char *english_name; /**< never NULL */
    int32_t parent;           /**< HONE_NONE for a root; may come later in the array */
    float position[3];        /**< at rest, model space; for .x and glTF computed from the rest transforms */
    hone_affine rest_local;   /**< parent space from bone space at rest; for MMD a translation */
    /** The value of a pose at rest. MMD: the identity. Otherwise translation, rotation and scale of rest_local, as the
     * file has them. All zero: hone_model_create computes it from rest_local; a mirrored one mirrors x. */
    hone_transform rest;
    int32_t layer;         /**< transform order level: a lower one is evaluated first; may be negative */
    uint16_t flags;        /**< bits HONE_BONE_TAIL_IS_BONE to HONE_BONE_EXTERNAL_PARENT */
    int32_t tail_bone;     /**< with TAIL_IS_BONE: the bone that it points to; HONE_NONE if none */
    float tail_offset[3];  /**< without TAIL_IS_BONE: where it points to, from position, model space */
    int32_t append_source; /**< with an append flag: the bone it appends from (grant parent); HONE_NONE: no append */
    float append_ratio;    /**< how much of the source's change is appended; may be negative */
    float fixed_axis[3];   /**< with FIXED_AXIS; as in the file, so not always of unit length */
    float local_x[3];      /**< with LOCAL_AXES: the bone's x axis, model space */
    float local_z[3];      /**< with LOCAL_AXES: the bone's z axis, model space */
    int32_t external_key;  /**< with EXTERNAL_PARENT: a number of the file, without effect */
    int32_t ik;            /**< index into hone_skeleton.iks, or HONE_NONE */
} hone_bone;

/** A bone that an IK chain may turn. */
typedef struct hone_ik_link {
    int32_t bone;   /**< the bone */
    bool limited;   /**< whether its angles have limits */
    float lower[3]; /**< lowest angle about x, y, z, radians; as in the file */
    float upper[3]; /**< highest angle about x, y, z, radians; as in the file */
} hone_ik_link;

/** An IK chain: turns its links so that `effector` reaches `bone`, the goal. */
typedef struct hone_ik {
    int32_t bone;              /**< the goal */
    int32_t effector;          /**< the end of the chain; HONE_NONE: the chain is disabled and has no links */
    int32_t max_iterations;    /**< loops of MMD: the most iterations, 0 to 256 */
    float unit_angle;          /**< the largest turn of a link in one step, radians */
    uint32_t link_count;       /**< how many links there are */
    const hone_ik_link *links; /**< [link_count] from the one nearest to the effector to the root of the IK chain */
} hone_ik;

/** The bones and IK chains of a model. */
typedef struct hone_skeleton {
    uint32_t bone_count;    /**< how many bones there are */
    const hone_bone *bones; /**< [bone_count] file order */
    uint32_t ik_count;      /**< how many IK chains there are */
    const hone_ik *iks;     /**< [ik_count] in the order of their goal bones */
} hone_skeleton;

/* ---- mesh --------------------------------------------------------------------------------------------------- */

/** How a vertex is skinned. */
typedef enum hone_deform {
    HONE_DEFORM_BDEF1,  /**< one influence */
    HONE_DEFORM_BDEF2,  /**< two influences; the second weight is 1 - the first */
    HONE_DEFORM_BDEF4,  /**< four influences, weights as in the file, not normalised */
    HONE_DEFORM_SDEF,   /**< two influences, spherical: see hone_sdef */
    HONE_DEFORM_QDEF,   /**< four influences, blended as dual quaternions */
    HONE_DEFORM_LINEAR, /**< any number of influences (.x and glTF); hone_model_create makes the weights sum to 1 */
    HONE_DEFORM_COUNT   /**< the number of kinds */
} hone_deform;

/** An entry of the skinning palette (matrix palette): a bone and its inverse bind matrix. */
typedef struct hone_slot {
    int32_t bone; /**< HONE_NONE: model space itself */
    /** The inverse bind matrix (offset matrix): bone space from mesh space in the bind pose. MMD: the translation by
     * -position. */
    hone_affine bone_from_mesh;
} hone_slot;

/** A slot that moves a vertex, and its weight. */
typedef struct hone_influence {
    int32_t slot; /**< index into hone_mesh.slots; HONE_NONE only with weight 0, as padding of BDEF4 */
    float weight; /**< how much of the slot's movement the vertex takes */
} hone_influence;

/** The three points of an SDEF vertex, model space. */
typedef struct hone_sdef {
    uint32_t vertex; /**< the vertex */
    float c[3];      /**< the centre of rotation */
    float r0[3];     /**< the reference point of the first bone */
    float r1[3];     /**< the reference point of the second bone */
} hone_sdef;

/** All vertices and triangles of the character in one array each, however many meshes the file has. */
typedef struct hone_mesh {
    uint32_t vertex_count;       /**< how many vertices there are */
    const float (*positions)[3]; /**< [vertex_count] at rest, model space */
    const float (*normals)[3];   /**< [vertex_count] as in the file: may be zero, or not of unit length */
    /** [vertex_count] unit length, or zero where a vertex has none; the fourth is the sign of the bitangent. NULL:
     * none, as in all formats but glTF. */
    const float (*tangents)[4];
    const float (*uvs)[2];            /**< [vertex_count] (0,0) is the top left of the picture */
    uint32_t extra_uv_count;          /**< additional UV sets, 0 to 4 */
    const float (*extra_uvs[4])[4];   /**< the first extra_uv_count sets, [vertex_count] each */
    const float *edge_scales;         /**< [vertex_count] factor of the material's edge size */
    const uint8_t *deforms;           /**< [vertex_count] hone_deform */
    const uint32_t *influence_begin;  /**< [vertex_count + 1] vertex v has influences [begin[v], begin[v + 1]) */
    uint32_t influence_count;         /**< how many influences all vertices have */
    const hone_influence *influences; /**< [influence_count] */
    uint32_t sdef_count;              /**< how many vertices are of kind SDEF */
    const hone_sdef *sdefs;           /**< [sdef_count] one for each SDEF vertex, ascending by vertex */
    /** [vertex_count] optimised centres of rotation, model space, for HONE_SKIN_CENTRES. NULL: none, as in all files;
     * see hone_model_with_centres. */
    const float (*centres)[3];
    uint32_t slot_count;     /**< how many slots the palette has */
    const hone_slot *slots;  /**< [slot_count] PMX and PMD: one for each bone, in order */
    uint32_t index_count;    /**< as in the file; in PMX it may not be a multiple of 3: the rest is not drawn */
    const uint32_t *indices; /**< [index_count] vertices of triangles */
} hone_mesh;

/* ---- surface ------------------------------------------------------------------------------------------------ */

/** Bits of hone_material.flags, as in PMX. */
enum {
    HONE_MATERIAL_DOUBLE_SIDED = 0x01,    /**< back faces are drawn too */
    HONE_MATERIAL_GROUND_SHADOW = 0x02,   /**< casts a flat shadow on the ground */
    HONE_MATERIAL_CASTS_SHADOW = 0x04,    /**< is drawn into the shadow map */
    HONE_MATERIAL_RECEIVES_SHADOW = 0x08, /**< is darkened by the shadow map */
    HONE_MATERIAL_EDGE = 0x10,            /**< has an edge (outline) */
    HONE_MATERIAL_VERTEX_COLOUR = 0x20,   /**< PMX 2.1: the first additional UV set is a colour */
    HONE_MATERIAL_POINTS = 0x40,          /**< PMX 2.1: drawn as points */
    HONE_MATERIAL_LINES = 0x80            /**< PMX 2.1: drawn as lines */
};

/** How a sphere map is applied. */
typedef enum hone_sphere_mode {
    HONE_SPHERE_OFF,        /**< not at all */
    HONE_SPHERE_MULTIPLY,   /**< multiplied (.sph) */
    HONE_SPHERE_ADD,        /**< added (.spa) */
    HONE_SPHERE_SUB_TEXTURE /**< multiplied, looked up by the first additional UV set */
} hone_sphere_mode;

/** The texture maps of a glTF material. */
typedef enum hone_map_kind {
    HONE_MAP_BASE_COLOUR,        /**< base colour and alpha */
    HONE_MAP_METALLIC_ROUGHNESS, /**< roughness in green, metallic in blue */
    HONE_MAP_NORMAL,             /**< tangent-space normals */
    HONE_MAP_OCCLUSION,          /**< ambient occlusion in red */
    HONE_MAP_EMISSIVE,           /**< emitted colour */
    HONE_MAP_COUNT               /**< the number of kinds */
} hone_map_kind;

/** How a texture continues outside of 0 to 1. */
typedef enum hone_wrap {
    HONE_WRAP_REPEAT, /**< it repeats */
    HONE_WRAP_CLAMP,  /**< its border continues */
    HONE_WRAP_MIRROR  /**< it repeats, every second time mirrored */
} hone_wrap;

/** The meaning of the alpha of a glTF material. */
typedef enum hone_alpha_mode {
    HONE_ALPHA_OPAQUE, /**< alpha is ignored */
    HONE_ALPHA_MASK,   /**< texels below the cut-off are not drawn */
    HONE_ALPHA_BLEND   /**< alpha is blended */
} hone_alpha_mode;

/** A texture map of a glTF material. */
typedef struct hone_map {
    int32_t texture;       /**< index into hone_model_data.textures; HONE_NONE: there is no map */
    uint8_t uv_set;        /**< 0: the mesh's uvs; n: the first two numbers of its extra_uvs[n - 1] */
    uint8_t wrap[2];       /**< hone_wrap: across, down */
    bool nearest;          /**< whether magnified texels are left unfiltered */
    float transform[2][3]; /**< rows: the texture coordinate is transform * (u, v, 1) */
    float scale;           /**< strength of a normal map or an occlusion map */
} hone_map;

/** The part of a glTF material that MMD's fields cannot hold (metallic-roughness). */
typedef struct hone_pbr {
    float base_colour[4];          /**< linear, unlike a material's colours */
    float emissive[3];             /**< linear */
    float metallic;                /**< 0 to 1 */
    float roughness;               /**< 0 to 1 */
    uint8_t alpha_mode;            /**< hone_alpha_mode */
    float alpha_cutoff;            /**< of MASK: a lower alpha is not drawn */
    bool unlit;                    /**< the base colour is shown as it is */
    bool flat;                     /**< the file has no normals for it: each face has its own */
    hone_map maps[HONE_MAP_COUNT]; /**< by hone_map_kind */
} hone_pbr;

/** How the width of an MToon outline is measured. */
typedef enum hone_outline_mode {
    HONE_OUTLINE_NONE,  /**< there is no outline */
    HONE_OUTLINE_WORLD, /**< in model units: metres */
    HONE_OUTLINE_SCREEN /**< as a part of the picture's height */
} hone_outline_mode;

/** The texture maps of MToon. */
typedef enum hone_mtoon_map {
    HONE_MTOON_SHADE,         /**< multiplied with the shade colour */
    HONE_MTOON_SHIFT,         /**< moves the border of the shade, in red */
    HONE_MTOON_MATCAP,        /**< a picture of a lit sphere, added */
    HONE_MTOON_RIM,           /**< multiplied with the rim */
    HONE_MTOON_OUTLINE_WIDTH, /**< multiplied with the width of the outline, in green */
    HONE_MTOON_UV_MASK,       /**< multiplied with the UV animation, in blue */
    HONE_MTOON_MAP_COUNT      /**< the number of maps */
} hone_mtoon_map;

/** The part of a material that MToon (VRMC_materials_mtoon 1.0, or VRM 0.x) adds to hone_pbr. Colours are linear. */
typedef struct hone_mtoon {
    bool transparent_with_z_write; /**< whether a material of BLEND writes depth */
    int32_t render_queue_offset;   /**< order among transparent materials: a lower one is drawn first; -9 to 9 */
    float shade_colour[3];         /**< colour in the shade */
    float shading_shift;           /**< border of the shade: -1 to 1 */
    float shading_shift_scale;     /**< of the map SHIFT */
    float shading_toony;           /**< 0: a soft ramp; 1: a hard border */
    float gi_equalization;         /**< 0: light from all around has a direction; 1: it has none */
    float matcap_factor[3];        /**< of the map MATCAP */
    float rim_colour[3];           /**< of the parametric rim */
    float rim_power;               /**< exponent of the parametric rim */
    float rim_lift;                /**< added to the parametric rim */
    float rim_lighting_mix;        /**< 0: the rim has its own light; 1: it is multiplied by the light */
    uint8_t outline_mode;          /**< hone_outline_mode */
    float outline_width;           /**< by the mode */
    float outline_colour[3];       /**< of the outline */
    float outline_lighting_mix;    /**< 0: the outline has its own colour; 1: it is multiplied by the shaded colour */
    float uv_scroll[2];            /**< added to the texture coordinates in a second; (0,0) is the top left */
    float uv_rotation;             /**< radians in a second, about the middle of the picture */
    hone_map maps[HONE_MTOON_MAP_COUNT]; /**< by hone_mtoon_map */
} hone_mtoon;

/** The surface of a range of triangles. Colours are display values (sRGB) as in the file, so not always in 0 to 1. */
typedef struct hone_material {
    const char *name;         /**< never NULL */
    const char *english_name; /**< never NULL */
    const char *memo;         /**< a note of the author; never NULL */
    float diffuse[4];         /**< colour and alpha under the light */
    float specular[3];        /**< colour of the highlight */
    float specular_power;     /**< exponent of the highlight */
    float ambient[3];         /**< colour in the shade */
    uint8_t flags;            /**< bits HONE_MATERIAL_DOUBLE_SIDED to HONE_MATERIAL_LINES */
    float edge_colour[4];     /**< colour of the edge */
    float edge_size;          /**< width of the edge, about pixels; PMX 2.1 points: their size */
    int32_t texture;          /**< index into hone_model_data.textures, or HONE_NONE */
    int32_t sphere_texture;   /**< index into hone_model_data.textures, or HONE_NONE */
    uint8_t sphere_mode;      /**< hone_sphere_mode */
    bool shared_toon;         /**< whether `toon` is one of MMD's ten shared toons */
    int32_t toon;             /**< shared: 0 to 9 for toon01 to toon10; otherwise a texture; HONE_NONE: none */
    uint32_t index_count;     /**< consecutive indices of the mesh, after those of the materials before it */
    /** glTF: the full material, which the other fields imitate; otherwise NULL. Vertex colours are then linear. */
    const hone_pbr *pbr;
    const hone_mtoon *mtoon; /**< VRM: how the full material is shaded as a toon; NULL: it is not */
} hone_material;

/** Where a texture map lies, as KHR_texture_transform says it: the texture coordinates are scaled, then turned, then
 * moved. */
typedef struct hone_map_state {
    float offset[2]; /**< (0,0) is the top left */
    float rotation;  /**< radians, counter-clockwise */
    float scale[2];  /**< of the texture coordinates */
} hone_map_state;

/** The part of a glTF material that expressions and VALUE morphs can change: see hone_pbr and hone_mtoon. Linear. */
typedef struct hone_surface_state {
    float colours[6][4];        /**< by hone_material_colour; alpha of BASE only */
    float uv_scale[2];          /**< of the texture coordinates, before the maps' own transforms; at rest 1 1 */
    float uv_offset[2];         /**< added to the scaled texture coordinates; at rest 0 0 */
    float emissive_strength;    /**< factor of the colour EMISSION; 1 unless a VALUE morph says otherwise */
    float alpha_cutoff;         /**< hone_pbr.alpha_cutoff */
    float metallic;             /**< hone_pbr.metallic */
    float roughness;            /**< hone_pbr.roughness */
    float normal_scale;         /**< strength of the normal map */
    float occlusion_strength;   /**< strength of the occlusion map */
    float shading_shift;        /**< hone_mtoon.shading_shift, and so on */
    float shading_shift_scale;  /**< of the map SHIFT */
    float shading_toony;        /**< hardness of the border of the shade */
    float gi_equalization;      /**< how much light from all around has no direction */
    float rim_power;            /**< exponent of the parametric rim */
    float rim_lift;             /**< added to the parametric rim */
    float rim_lighting_mix;     /**< how much the light changes the rim */
    float outline_width;        /**< width of the outline */
    float outline_lighting_mix; /**< how much the shaded colour changes the outline */
    float uv_scroll[2];         /**< movement of the texture coordinates in a second */
    float uv_rotation;          /**< radians in a second */
    /** By hone_map_kind, then by hone_mtoon_map. Those that no VALUE morph changes are what the maps' own transforms
     * are about. */
    hone_map_state maps[HONE_MAP_COUNT + HONE_MTOON_MAP_COUNT];
    uint32_t moved_maps; /**< a bit for each element of maps: 1 if it replaces the map's own transform */
} hone_surface_state;

/** How many floats hone_surface_state has. */
#define HONE_SURFACE_NUMBERS (offsetof(hone_surface_state, moved_maps) / sizeof(float))

/* ---- morphs ------------------------------------------------------------------------------------------------- */

/** The kind of a morph, by the data that it changes. */
typedef enum hone_morph_kind {
    HONE_MORPH_GROUP,     /**< the weights of other morphs */
    HONE_MORPH_VERTEX,    /**< positions and normals of vertices: a morph target (blend shape) */
    HONE_MORPH_BONE,      /**< transforms of bones */
    HONE_MORPH_UV,        /**< the UVs */
    HONE_MORPH_UV1,       /**< the first additional UV set */
    HONE_MORPH_UV2,       /**< the second additional UV set */
    HONE_MORPH_UV3,       /**< the third additional UV set */
    HONE_MORPH_UV4,       /**< the fourth additional UV set */
    HONE_MORPH_MATERIAL,  /**< colours of materials */
    HONE_MORPH_FLIP,      /**< the weight of one other morph at a time (PMX 2.1) */
    HONE_MORPH_IMPULSE,   /**< velocities of rigid bodies (PMX 2.1) */
    HONE_MORPH_VALUE,     /**< a number of a glTF material, which is the weight itself (KHR_animation_pointer) */
    HONE_MORPH_KIND_COUNT /**< the number of kinds */
} hone_morph_kind;

/** An element of a GROUP or FLIP morph. */
typedef struct hone_morph_child {
    int32_t morph; /**< the morph that gets weight */
    float ratio;   /**< GROUP: factor of the group's weight; FLIP: the weight that it gets */
} hone_morph_child;

/** An element of a VERTEX morph. */
typedef struct hone_morph_vertex {
    uint32_t vertex; /**< the vertex */
    float offset[3]; /**< added at weight 1, model space */
} hone_morph_vertex;

/** An element of a BONE morph. */
typedef struct hone_morph_bone {
    int32_t bone;         /**< the bone */
    float translation[3]; /**< at weight 1, the parent's axes */
    float rotation[4];    /**< at weight 1, a quaternion x,y,z,w */
} hone_morph_bone;

/** An element of a UV or UV1 to UV4 morph. */
typedef struct hone_morph_uv {
    uint32_t vertex; /**< the vertex */
    float offset[4]; /**< added at weight 1; UV: the first two numbers */
} hone_morph_uv;

/** An element of a MATERIAL morph: added to the material's values, or multiplied with them, at weight 1. */
typedef struct hone_morph_material {
    int32_t material;     /**< HONE_NONE: every material */
    bool add;             /**< add; otherwise multiply */
    float diffuse[4];     /**< of hone_material.diffuse */
    float specular[3];    /**< of hone_material.specular */
    float specular_power; /**< of hone_material.specular_power */
    float ambient[3];     /**< of hone_material.ambient */
    float edge_colour[4]; /**< of hone_material.edge_colour */
    float edge_size;      /**< of hone_material.edge_size */
    float texture[4];     /**< of the texture's texels */
    float sphere[4];      /**< of the sphere map's texels */
    float toon[4];        /**< of the toon's texels */
} hone_morph_material;

/** An element of an IMPULSE morph. */
typedef struct hone_morph_impulse {
    int32_t body;      /**< the rigid body */
    bool local;        /**< whether the vectors are in the body's axes; otherwise in model space */
    float velocity[3]; /**< of the impulse, at weight 1 */
    float torque[3];   /**< of the impulse, at weight 1 */
} hone_morph_impulse;

/** An element of a VALUE morph. The weight of such a morph replaces numbers of materials; its default weight is what
 * they are at rest. */
typedef struct hone_morph_value {
    int32_t material; /**< index into hone_model_data.materials */
    uint32_t number;  /**< which float of hone_surface_state it is: its offset / sizeof(float) */
} hone_morph_value;

/** A morph: a change that one weight controls. */
typedef struct hone_morph {
    const char *name;         /**< never NULL */
    const char *english_name; /**< never NULL */
    uint8_t panel;            /**< of an editor: 0 hidden, 1 eyebrow, 2 eye, 3 mouth, 4 other */
    uint8_t kind;             /**< hone_morph_kind; selects the member of the union */
    float default_weight;     /**< the weight when no motion sets it; MMD: 0 */
    uint32_t count;           /**< how many elements there are */
    /** [count] elements of the morph's kind. */
    union {
        const hone_morph_child *children;     /**< GROUP, FLIP */
        const hone_morph_vertex *vertices;    /**< VERTEX */
        const hone_morph_bone *bones;         /**< BONE */
        const hone_morph_uv *uvs;             /**< UV, UV1 to UV4 */
        const hone_morph_material *materials; /**< MATERIAL */
        const hone_morph_impulse *impulses;   /**< IMPULSE */
        const hone_morph_value *values;       /**< VALUE */
    } u;
    uint32_t normal_count; /**< how many normals a VERTEX morph changes; MMD: 0 */
    /** [normal_count] of VERTEX: added to normals at weight 1, before they are normalised. */
    const hone_morph_vertex *normals;
} hone_morph;

/* ---- physics ------------------------------------------------------------------------------------------------ */

/** The shape of a rigid body. */
typedef enum hone_body_shape {
    HONE_BODY_SPHERE, /**< size: radius */
    HONE_BODY_BOX,    /**< size: half extents along x, y, z */
    HONE_BODY_CAPSULE /**< size: radius, height of the cylinder between the half spheres; along y */
} hone_body_shape;

/** The way in which a rigid body moves. */
typedef enum hone_body_mode {
    HONE_BODY_FOLLOWS,        /**< it follows its bone (kinematic) */
    HONE_BODY_DYNAMIC,        /**< physics moves it, and its bone follows */
    HONE_BODY_DYNAMIC_ALIGNED /**< physics moves it; its bone takes the rotation, and the body is kept at the bone */
} hone_body_mode;

/** A rigid body. */
typedef struct hone_body {
    const char *name;         /**< never NULL */
    const char *english_name; /**< never NULL */
    int32_t bone;             /**< the bone that it is attached to; HONE_NONE: none */
    uint8_t group;            /**< collision group, 0 to 15 */
    uint16_t mask;            /**< contact filter: bit g is set if it collides with group g */
    uint8_t shape;            /**< hone_body_shape */
    float size[3];            /**< by the shape, model units */
    float position[3];        /**< at rest, model space */
    float rotation[3];        /**< at rest, radians; R = Ry Rx Rz */
    float mass;               /**< in the unit of Bullet */
    float linear_damping;     /**< part of the velocity that is lost in a second, 0 to 1 */
    float angular_damping;    /**< part of the angular velocity that is lost in a second, 0 to 1 */
    float restitution;        /**< bounce, 0 to 1 */
    float friction;           /**< coefficient of friction */
    uint8_t mode;             /**< hone_body_mode */
} hone_body;

/** The kind of a joint between two rigid bodies. */
typedef enum hone_joint_kind {
    HONE_JOINT_SPRING_6DOF,    /**< six degrees of freedom with limits and springs */
    HONE_JOINT_6DOF,           /**< six degrees of freedom with limits (PMX 2.1) */
    HONE_JOINT_POINT_TO_POINT, /**< a ball joint (PMX 2.1) */
    HONE_JOINT_CONE_TWIST,     /**< a ball joint with limits of swing and twist (PMX 2.1) */
    HONE_JOINT_SLIDER,         /**< moves and turns along one axis (PMX 2.1) */
    HONE_JOINT_HINGE           /**< turns about one axis (PMX 2.1) */
} hone_joint_kind;

/** A joint (constraint) between two rigid bodies. The limits and springs below are those of the kinds with six degrees
 * of freedom: a lower limit above the upper one leaves the axis free, equal limits lock it. Other kinds use the fields
 * for other constants: docs/physics.md. */
typedef struct hone_joint {
    const char *name;         /**< never NULL */
    const char *english_name; /**< never NULL */
    uint8_t kind;             /**< hone_joint_kind */
    int32_t body_a;           /**< index into hone_model_data.bodies, or HONE_NONE */
    int32_t body_b;           /**< index into hone_model_data.bodies, or HONE_NONE */
    float position[3];        /**< at rest, model space */
    float rotation[3];        /**< at rest, radians; R = Ry Rx Rz */
    float linear_lower[3];    /**< lowest offset along the joint's x, y, z, model units */
    float linear_upper[3];    /**< highest offset along the joint's x, y, z, model units */
    float angular_lower[3];   /**< lowest angle about the joint's x, y, z, radians */
    float angular_upper[3];   /**< highest angle about the joint's x, y, z, radians */
    float linear_spring[3];   /**< stiffness of the spring along x, y, z; 0: no spring */
    float angular_spring[3];  /**< stiffness of the spring about x, y, z; 0: no spring */
} hone_joint;

/** A point at which a soft body is fixed to a rigid body. */
typedef struct hone_soft_anchor {
    int32_t body;      /**< the rigid body */
    uint32_t vertex;   /**< the vertex of the soft body */
    uint8_t near_mode; /**< 1: in near mode, as PMX calls it */
} hone_soft_anchor;

/** A soft body (PMX 2.1). It is kept and written, never simulated (MMD does not either). The short names are those of
 * Bullet's soft-body configuration. */
typedef struct hone_soft_body {
    const char *name;                /**< never NULL */
    const char *english_name;        /**< never NULL */
    uint8_t shape;                   /**< 0 triangle mesh, 1 rope */
    int32_t material;                /**< the material whose triangles it is made of */
    uint8_t group;                   /**< collision group, 0 to 15 */
    uint16_t mask;                   /**< bit g is set if it collides with group g */
    uint8_t flags;                   /**< bits as in PMX: 1 bending links, 2 clusters, 4 hybrid links */
    int32_t bending_distance;        /**< distance of the bending links */
    int32_t cluster_count;           /**< how many clusters there are */
    float mass;                      /**< total mass */
    float margin;                    /**< collision margin */
    int32_t aero_model;              /**< 0 V_Point, 1 V_TwoSided, 2 V_OneSided, 3 F_TwoSided, 4 F_OneSided */
    float config[12];                /**< VCF DP DG LF PR VC DF MT CHR KHR SHR AHR */
    float cluster[6];                /**< SRHR SKHR SSHR SR_SPLT SK_SPLT SS_SPLT */
    int32_t iterations[4];           /**< velocity, position, drift, cluster */
    float stiffness[3];              /**< LST AST VST */
    uint32_t anchor_count;           /**< how many anchors there are */
    uint32_t pin_count;              /**< how many vertices are pinned */
    const hone_soft_anchor *anchors; /**< [anchor_count] */
    const uint32_t *pins;            /**< [pin_count] vertices */
} hone_soft_body;

/* ---- all of a model ----------------------------------------------------------------------------------------- */

/** A bone or morph in an editor's panel. */
typedef struct hone_frame_item {
    bool is_morph; /**< a morph; otherwise a bone */
    int32_t index; /**< of the morph or bone */
} hone_frame_item;

/** A display frame: a list of bones and morphs in an editor's panel. */
typedef struct hone_display_frame {
    const char *name;             /**< never NULL */
    const char *english_name;     /**< never NULL */
    uint8_t special;              /**< 1: one of the two that every model has, for the root and for expressions */
    uint32_t item_count;          /**< how many items there are */
    const hone_frame_item *items; /**< [item_count] */
} hone_display_frame;

/** The bytes of a file inside a file. */
typedef struct hone_blob {
    const uint8_t *data; /**< [size] */
    size_t size;         /**< bytes; 0: there is none */
} hone_blob;

/** An entry of a VRM's humanoid map: which bone has which role. */
typedef struct hone_humanoid_map_entry {
    const char *role; /**< VRM's name of it: "hips", "leftUpperArm" */
    int32_t bone;     /**< the bone */
} hone_humanoid_map_entry;

/** One of the motions that a file holds besides its model. */
typedef struct hone_clip {
    const char *name; /**< never NULL; may be empty, need not be unique */
    double duration;  /**< seconds */
} hone_clip;

/** One of the cameras of a file (glTF and FBX). hone_motion_load of the same file makes camera keys of it. */
typedef struct hone_file_camera {
    const char *name;  /**< of its node, or of the camera where that has none; never NULL; may be empty */
    int32_t bone;      /**< at which it stands */
    float fov;         /**< vertical field of view at rest, degrees; without meaning if it is orthographic */
    bool orthographic; /**< whether lines of sight are parallel */
    bool moves;        /**< whether a clip of the file has keys that move it, or a bone above it */
} hone_file_camera;

/** Values of a PMX header, needed only to write the file back. */
typedef struct hone_pmx_header {
    float version;          /**< 2.0 or 2.1 */
    uint8_t encoding;       /**< 0 UTF-16LE, 1 UTF-8 */
    uint8_t index_sizes[6]; /**< bytes of a vertex, texture, material, bone, morph, body index: 1, 2 or 4 */
    uint8_t extra_count;    /**< settings after the eighth */
    const uint8_t *extras;  /**< [extra_count] */
} hone_pmx_header;

/** All data of a model. The arrays live as long as the model. */
typedef struct hone_model_data {
    hone_format format;          /**< UNKNOWN: made by a program */
    hone_space space;            /**< the axes and units of all positions */
    bool turned;                 /**< characters face the opposite of the space's direction, as in VRM 0.x */
    uint64_t source;             /**< a hash of the file: see hone_motion_data.source; 0: none */
    const char *name;            /**< never NULL */
    const char *english_name;    /**< never NULL */
    const char *comment;         /**< a text of the author; never NULL */
    const char *english_comment; /**< never NULL */
    hone_skeleton skeleton;      /**< bones and IK chains */
    hone_mesh mesh;              /**< vertices and triangles */
    uint32_t texture_count;      /**< how many textures there are */
    const char *const *textures; /**< [texture_count] paths as in the file; may have backslashes */
    /** [texture_count] textures inside the file itself, whose path is only a name; NULL: there are none. */
    const hone_blob *pictures;
    uint32_t material_count;                     /**< how many materials there are */
    const hone_material *materials;              /**< [material_count] */
    uint32_t morph_count;                        /**< how many morphs there are */
    const hone_morph *morphs;                    /**< [morph_count] */
    uint32_t display_frame_count;                /**< how many display frames there are */
    const hone_display_frame *display_frames;    /**< [display_frame_count] */
    uint32_t body_count;                         /**< how many rigid bodies there are */
    const hone_body *bodies;                     /**< [body_count] */
    uint32_t joint_count;                        /**< how many joints there are */
    const hone_joint *joints;                    /**< [joint_count] */
    uint32_t soft_body_count;                    /**< how many soft bodies there are */
    const hone_soft_body *soft_bodies;           /**< [soft_body_count] */
    uint32_t humanoid_map_count;                 /**< how many roles a VRM names */
    const hone_humanoid_map_entry *humanoid_map; /**< [humanoid_map_count] */
    bool humanoid_map_partial;                   /**< whether names and shape find the roles that the map lacks */
    uint32_t constraint_count;                   /**< how many node constraints there are (glTF) */
    const hone_constraint *constraints;          /**< [constraint_count] */
    uint32_t collider_count;                     /**< how many colliders springs have (glTF) */
    const hone_collider *colliders;              /**< [collider_count] */
    uint32_t spring_count;                       /**< how many springs there are (glTF) */
    const hone_spring *springs;                  /**< [spring_count] */
    const hone_avatar *avatar;                   /**< what a VRM adds; NULL: it is no VRM */
    const hone_vrm_animation *vrm_animation;     /**< what a VRM animation adds; NULL: it is none */
    uint32_t clip_count;                         /**< how many clips there are (.x and glTF) */
    const hone_clip *clips;                      /**< [clip_count] what hone_motion_load of the same file can load */
    uint32_t camera_count;                       /**< how many cameras there are (glTF and FBX) */
    const hone_file_camera *cameras;             /**< [camera_count] in the order of their bones */
    uint32_t instance_count;    /**< how many copies of meshes instances make: EXT_mesh_gpu_instancing (glTF) */
    uint32_t hidden_mesh_count; /**< how many meshes are not drawn, because their nodes are hidden (glTF and FBX) */
    hone_pmx_header pmx;        /**< PMX only */
} hone_model_data;

/** A model: immutable, shareable between threads, reference counted. */
typedef struct hone_model hone_model;

/** Adds a reference to a model. NULL is allowed.
 *
 * Returns: the model.
 */
HONE_API hone_model *hone_model_retain(const hone_model *model);

/** Removes a reference from a model. The last one destroys it. NULL is allowed. */
HONE_API void hone_model_release(const hone_model *model);

/** Returns all data of a model, valid as long as the model; that of an empty model if `model` is NULL. Never NULL. */
HONE_API const hone_model_data *hone_model_get(const hone_model *model);

/** Says in which direction a model's characters look: its front.
 *
 * It is what the format says, not what the shape looks like: that of hone_model_data.space (-z in MMD's space and in
 * that of .x, +z in that of glTF), or the opposite where hone_model_data.turned is set. hone_world_from_model turns the
 * front to -z of the world; conversions to other formats turn it to the front of these.
 * out: of unit length, model space.
 */
HONE_API void hone_model_front(const hone_model *model, float out[3]);

/** Finds the tail of a bone that points at no bone: an End Site of BVH, or a point that an MMD model gives.
 *
 * out: in the axes of the bone, which move it with the bone; untouched if there is none.
 * Returns: whether the bone has one; false if it points at a bone, or if there is no such bone.
 * Cost: outside of MMD's space a multiplication of matrices for each bone above it.
 */
HONE_API bool hone_model_bone_tail(const hone_model *model, uint32_t bone, float out[3]);

/** Returns the mesh of a model, &hone_model_get(model)->mesh. Never NULL. */
HONE_API const hone_mesh *hone_model_mesh(const hone_model *model);

/** Returns the skeleton of a model, &hone_model_get(model)->skeleton. Never NULL. */
HONE_API const hone_skeleton *hone_model_skeleton(const hone_model *model);

/** Returns the warnings of a model, the faults of its data and how they were repaired, valid as long as the model; none
 * if `model` is NULL. */
HONE_API hone_warnings hone_model_warnings(const hone_model *model);

/** Finds the first bone with a name.
 *
 * name: UTF-8.
 * Returns: its index, or HONE_NONE.
 * Cost: a pass over the names.
 */
HONE_API int32_t hone_model_find_bone(const hone_model *model, const char *name);

/** Finds the first morph with a name.
 *
 * name: UTF-8.
 * Returns: its index, or HONE_NONE.
 * Cost: a pass over the names.
 */
HONE_API int32_t hone_model_find_morph(const hone_model *model, const char *name);

/** Finds the first IK chain whose goal bone has a name, as motions name chains.
 *
 * name: UTF-8.
 * Returns: its index, or HONE_NONE.
 * Cost: a pass over the chains.
 */
HONE_API int32_t hone_model_find_ik(const hone_model *model, const char *name);

/* ---- humanoid map ------------------------------------------------------------------------------------------- */

/** The bones of a human in VRM 1.0. For a pair, the constant is the left bone; add 1 for the right one. Source:
 * VRMC_vrm-1.0, "humanoid". */
typedef enum hone_humanoid_bone {
    HONE_HUMANOID_HIPS,                                    /**< "hips" */
    HONE_HUMANOID_SPINE,                                   /**< "spine" */
    HONE_HUMANOID_CHEST,                                   /**< "chest" */
    HONE_HUMANOID_UPPER_CHEST,                             /**< "upperChest" */
    HONE_HUMANOID_NECK,                                    /**< "neck" */
    HONE_HUMANOID_HEAD,                                    /**< "head" */
    HONE_HUMANOID_JAW,                                     /**< "jaw" */
    HONE_HUMANOID_EYE,                                     /**< "leftEye"; + 1: "rightEye", and so on */
    HONE_HUMANOID_UPPER_LEG = HONE_HUMANOID_EYE + 2,       /**< left upper leg */
    HONE_HUMANOID_LOWER_LEG = HONE_HUMANOID_UPPER_LEG + 2, /**< left lower leg */
    HONE_HUMANOID_FOOT = HONE_HUMANOID_LOWER_LEG + 2,      /**< left foot */
    HONE_HUMANOID_TOES = HONE_HUMANOID_FOOT + 2,           /**< left toes */
    HONE_HUMANOID_SHOULDER = HONE_HUMANOID_TOES + 2,       /**< left shoulder */
    HONE_HUMANOID_UPPER_ARM = HONE_HUMANOID_SHOULDER + 2,  /**< left upper arm */
    HONE_HUMANOID_LOWER_ARM = HONE_HUMANOID_UPPER_ARM + 2, /**< left lower arm */
    HONE_HUMANOID_HAND = HONE_HUMANOID_LOWER_ARM + 2,      /**< left hand */
    HONE_HUMANOID_THUMB = HONE_HUMANOID_HAND + 2,          /**< left thumb: metacarpal, proximal, distal: + 0, 2, 4 */
    HONE_HUMANOID_INDEX = HONE_HUMANOID_THUMB + 6,         /**< left: proximal, intermediate, distal: + 0, 2, 4 */
    HONE_HUMANOID_MIDDLE = HONE_HUMANOID_INDEX + 6,        /**< the same */
    HONE_HUMANOID_RING = HONE_HUMANOID_MIDDLE + 6,         /**< the same */
    HONE_HUMANOID_LITTLE = HONE_HUMANOID_RING + 6,         /**< the same */
    HONE_HUMANOID_COUNT = HONE_HUMANOID_LITTLE + 6         /**< the number of bones: 55 */
} hone_humanoid_bone;

/** A humanoid map: which bone of a model is which bone of a human. */
typedef struct hone_humanoid {
    int32_t bones[HONE_HUMANOID_COUNT]; /**< by hone_humanoid_bone; HONE_NONE: not found. No bone occurs twice */
    int32_t body;                       /**< carries the hips: MMD's センター, otherwise the hips; or HONE_NONE */
    uint32_t found;                     /**< how many of the bones were found */
    uint32_t missing; /**< how many of the 15 required bones were not found; 0: the model is a humanoid */
} hone_humanoid;

/** Returns VRM's name of a human's bone: "hips", "leftUpperArm", …; NULL if out of range. */
HONE_API const char *hone_humanoid_bone_name(hone_humanoid_bone human);

/** Tells whether a humanoid must have a bone.
 *
 * Returns: true for the 15 of hips, spine and head, and upper arm, lower arm, hand, upper leg, lower leg and foot of
 *          both sides.
 * Source: VRMC_vrm-1.0, "humanoid".
 */
HONE_API bool hone_humanoid_bone_is_required(hone_humanoid_bone human);

/** Finds the humanoid map of a model.
 *
 * A VRM has it in the file. Otherwise names decide: MMD's (Japanese and English), Mixamo's, Blender's, Unreal's and
 * Unity's, together with the hierarchy. Where names do not suffice, and the model has at most 512 bones and +Y is up,
 * the positions at rest decide. A bone that contradicts the hierarchy, such as a hand that is below no arm, is left
 * out.
 * model: NULL: nothing is found.
 * Returns: the map; missing is 0 if the model is a humanoid.
 * Cost: the first call for a model makes some passes over the bones (0.1 to 0.5 ms for 60 to 500 bones); the model
 * keeps the map, and later calls copy it.
 * Source: docs/retargeting.md.
 */
HONE_API hone_humanoid hone_model_humanoid(const hone_model *model);

/** A twist bone: it turns about the axis of an arm or a leg only, so that the skin twists little by little. */
typedef struct hone_humanoid_twist {
    int32_t bone;             /**< the bone */
    hone_humanoid_bone human; /**< what it is a part of: an upper arm, lower arm, upper leg or lower leg */
    bool carries;             /**< whether the next joint descends from it; else it moves the skin only */
    /** Which part of the limb's twist it has in all: 0 at the beginning of the limb's bone, 1 at the next joint, by its
     * place between them. 1 for the last one that carries and is made for twisting, as MMD's 手捩. */
    float share;
} hone_humanoid_twist;

/** The most twist bones that hone_humanoid_twists finds. */
#define HONE_HUMANOID_MAX_TWISTS 64

/** Finds the twist bones of a model's arms and legs.
 *
 * These are bones between the bone of the human and the next one (MMD's 腕捩 and 手捩, Daz's "ForearmTwist", Rigify's
 * "forearm.L.001"), and bones beside the chain that are on the line between both joints and have "twist", "roll" or 捩
 * in their names (Unreal's "lowerarm_twist_01_l"). Bones that copy the rotation of another bone are none.
 * human: the model's map.
 * out: parents before children.
 * Returns: how many were found.
 * Cost: some passes over the bones.
 * Source: docs/retargeting.md.
 */
HONE_API uint32_t hone_humanoid_twists(const hone_model *model, const hone_humanoid *human,
                                       hone_humanoid_twist out[HONE_HUMANOID_MAX_TWISTS]);

/* ---- making a model ----------------------------------------------------------------------------------------- */

/** Settings of hone_model_create. */
typedef struct hone_model_desc {
    bool strict; /**< whether a warning is an error */
} hone_model_desc;

/** Creates a model from data, after it has checked every count and index.
 *
 * It repairs what can be repaired, with a warning, and computes the fields that follow from others: in MMD space
 * rest_local of bones and slots; in other spaces positions and rest of bones; always the ik indices, and "" for texts
 * that are NULL.
 * builder: the memory of all arrays and texts in `data`. The model takes it over. Do not use the builder afterwards,
 *          even if the call fails.
 * data: the model. The struct is copied, the arrays are not.
 * desc: NULL: defaults.
 * Returns: a model with one reference; NULL on failure.
 * Errors: FORMAT (data that cannot be repaired: `at` is its index; with `strict` any warning), UNSUPPORTED (with
 * `strict`: what hone does not evaluate), MEMORY, ARGUMENT
 *         (NULL).
 */
HONE_API hone_model *hone_model_create(hone_builder *builder, const hone_model_data *data, const hone_model_desc *desc,
                                       hone_error *error);

/* ---- changing weights ---------------------------------------------------------------------------------------- */

/** Other weights of a mesh: the fields of hone_mesh of the same names. */
typedef struct hone_weights {
    const uint8_t *deforms;           /**< [vertex_count] hone_deform */
    const uint32_t *influence_begin;  /**< [vertex_count + 1] vertex v has influences [begin[v], begin[v + 1]) */
    const hone_influence *influences; /**< [influence_begin[vertex_count]] */
    uint32_t sdef_count;              /**< how many vertices are of kind SDEF */
    const hone_sdef *sdefs;           /**< [sdef_count] one for each SDEF vertex, ascending by vertex */
} hone_weights;

/** Creates a model that differs from another one in the weights of its vertices only: for editors of weights.
 *
 * It shares everything else with `model`, which it retains. Weights are checked and repaired as by hone_model_create.
 * model: whose vertices, bones and slots it has.
 * weights: copied.
 * allocator: NULL: malloc.
 * Returns: a model with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL), FORMAT (influences that do not fit their kinds: `at` is the vertex), MEMORY.
 * Cost: a copy of the weights.
 */
HONE_API hone_model *hone_model_with_weights(const hone_model *model, const hone_weights *weights,
                                             const hone_allocator *allocator, hone_error *error);

/** Creates a model that differs from another one in its centres of rotation only (hone_mesh.centres). It shares
 * everything else with `model`, which it retains.
 *
 * centres: [vertex_count] finite, model space, copied, for example from hone_centres_compute (centres.h); NULL: none.
 * allocator: NULL: malloc.
 * Returns: a model with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, a centre that is not finite: `at` is its vertex), MEMORY.
 * Cost: a copy of the centres.
 */
HONE_API hone_model *hone_model_with_centres(const hone_model *model, const float (*centres)[3],
                                             const hone_allocator *allocator, hone_error *error);

/** Creates a model that differs from another one in its humanoid map only: for skeletons whose bones hone does not find
 * by names or shape.
 *
 * It shares everything else with `model`, which it retains. hone_model_humanoid then finds the bones of `human`, unless
 * they contradict the hierarchy, and the others by names and shape.
 * human: bones of the model or HONE_NONE; only its bones are read, at least one must be given.
 * allocator: NULL: malloc.
 * Returns: a model with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, no bone, a bone that the model does not have), MEMORY.
 */
HONE_API hone_model *hone_model_with_humanoid(const hone_model *model, const hone_humanoid *human,
                                              const hone_allocator *allocator, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
