/* model: the character at rest. Skeleton, mesh, materials, morphs, constraints, bodies; plain data, immutable.
 *
 * A model holds everything that its file says, in file order and in the file's own space, so that it can be written
 * back. It is made by a loader (format.h) or by program (hone_model_create), is then never changed, may be shared
 * between threads, and is counted: whoever keeps it retains it. What each PMX field means: docs/formats.md.
 */
#ifndef HONE_MODEL_H
#define HONE_MODEL_H

#include <hone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- skeleton ----------------------------------------------------------------------------------------------- */

/* Bits of hone_bone.flags, as in PMX; other bits are kept and mean nothing. */
enum {
    HONE_BONE_TAIL_IS_BONE = 0x0001,
    HONE_BONE_ROTATABLE = 0x0002,
    HONE_BONE_MOVABLE = 0x0004,
    HONE_BONE_VISIBLE = 0x0008,
    HONE_BONE_OPERABLE = 0x0010,
    HONE_BONE_IK = 0x0020,
    HONE_BONE_APPEND_LOCAL = 0x0080,
    HONE_BONE_APPEND_ROTATION = 0x0100,
    HONE_BONE_APPEND_TRANSLATION = 0x0200,
    HONE_BONE_FIXED_AXIS = 0x0400,
    HONE_BONE_LOCAL_AXES = 0x0800,
    HONE_BONE_AFTER_PHYSICS = 0x1000,
    HONE_BONE_EXTERNAL_PARENT = 0x2000
};

/* A node of the skeleton: MMD's bone, DirectX's Frame, glTF's node. */
typedef struct hone_bone {
    const char *name;         /* never NULL; need not be unique: a search by name finds the first */
    const char *english_name; /* never NULL */
    int32_t parent;           /* HONE_NONE for a root; may come later in the array */
    float position[3];        /* where it stands at rest, model space; of .x and glTF made from the rest transforms */
    hone_affine rest_local;   /* parent space from bone space at rest; of MMD a translation */
    hone_transform rest;      /* what a pose at rest holds of it. MMD: the identity. Else the parts of rest_local as the
                                 file has them; all zero: made from rest_local, a mirrored one mirrors x */
    int32_t layer;            /* transform order level; may be negative */
    uint16_t flags;
    int32_t tail_bone;     /* with TAIL_IS_BONE; HONE_NONE if none */
    float tail_offset[3];  /* without TAIL_IS_BONE; from position */
    int32_t append_source; /* with APPEND_ROTATION or APPEND_TRANSLATION; HONE_NONE: nothing is appended */
    float append_ratio;
    float fixed_axis[3]; /* as in the file, perhaps not of unit length */
    float local_x[3], local_z[3];
    int32_t external_key;
    int32_t ik; /* index into hone_skeleton.iks, or HONE_NONE */
} hone_bone;

typedef struct hone_ik_link {
    int32_t bone;
    bool limited;
    float lower[3], upper[3]; /* radians; as in the file */
} hone_ik_link;

/* A chain that brings `effector` to `bone` (the goal). Links run from the one nearest the effector to the root. */
typedef struct hone_ik {
    int32_t bone, effector; /* effector HONE_NONE: the chain is disabled and has no links */
    int32_t loop_count;
    float unit_angle; /* radians */
    uint32_t link_count;
    const hone_ik_link *links; /* [link_count] */
} hone_ik;

typedef struct hone_skeleton {
    uint32_t bone_count;
    const hone_bone *bones; /* [bone_count] file order */
    uint32_t ik_count;
    const hone_ik *iks; /* [ik_count] in the order of their bones */
} hone_skeleton;

/* ---- mesh --------------------------------------------------------------------------------------------------- */

typedef enum hone_deform {
    HONE_DEFORM_BDEF1,  /* one influence */
    HONE_DEFORM_BDEF2,  /* two; the second weight is 1 - the first */
    HONE_DEFORM_BDEF4,  /* four, weights as in the file, not normalised */
    HONE_DEFORM_SDEF,   /* two, spherical: see hone_sdef */
    HONE_DEFORM_QDEF,   /* four, dual quaternion */
    HONE_DEFORM_LINEAR, /* any number, of .x and glTF; hone_model_create brings the weights to sum 1 */
    HONE_DEFORM_COUNT
} hone_deform;

/* What carries a vertex: a bone, and the matrix that brings mesh space into that bone's space (inverse bind). */
typedef struct hone_slot {
    int32_t bone;               /* HONE_NONE: model space itself */
    hone_affine bone_from_mesh; /* of MMD: the translation by -position */
} hone_slot;

typedef struct hone_influence {
    int32_t slot; /* HONE_NONE only where weight is 0: the padding of BDEF4 */
    float weight;
} hone_influence;

/* The three points of an SDEF vertex, model space. */
typedef struct hone_sdef {
    uint32_t vertex;
    float c[3], r0[3], r1[3];
} hone_sdef;

/* All vertices and triangles of the character: one array, whatever the file had. */
typedef struct hone_mesh {
    uint32_t vertex_count;
    const float (*positions)[3];     /* [vertex_count] at rest */
    const float (*normals)[3];       /* [vertex_count] as in the file: perhaps zero, perhaps not of unit length */
    const float (*uvs)[2];           /* [vertex_count] (0,0) is the picture's top left */
    uint32_t extra_uv_count;         /* 0..4 */
    const float (*extra_uvs[4])[4];  /* each [vertex_count], the first extra_uv_count */
    const float *edge_scales;        /* [vertex_count] times the material's edge size */
    const uint8_t *deforms;          /* [vertex_count] hone_deform */
    const uint32_t *influence_begin; /* [vertex_count + 1]: vertex v has [begin[v], begin[v + 1]) */
    uint32_t influence_count;
    const hone_influence *influences; /* [influence_count] */
    uint32_t sdef_count;
    const hone_sdef *sdefs; /* [sdef_count] ascending by vertex, one for each vertex of kind SDEF */
    uint32_t slot_count;
    const hone_slot *slots;  /* [slot_count] of PMX and PMD: one a bone, in order */
    uint32_t index_count;    /* as in the file; of PMX perhaps no multiple of 3: the remainder is never drawn */
    const uint32_t *indices; /* [index_count] */
} hone_mesh;

/* ---- surface ------------------------------------------------------------------------------------------------ */

enum { /* bits of hone_material.flags, as in PMX */
       HONE_MATERIAL_DOUBLE_SIDED = 0x01,
       HONE_MATERIAL_GROUND_SHADOW = 0x02,
       HONE_MATERIAL_CASTS_SHADOW = 0x04,
       HONE_MATERIAL_RECEIVES_SHADOW = 0x08,
       HONE_MATERIAL_EDGE = 0x10,
       HONE_MATERIAL_VERTEX_COLOUR = 0x20,
       HONE_MATERIAL_POINTS = 0x40,
       HONE_MATERIAL_LINES = 0x80
};

typedef enum hone_sphere_mode {
    HONE_SPHERE_OFF,
    HONE_SPHERE_MULTIPLY,
    HONE_SPHERE_ADD,
    HONE_SPHERE_SUB_TEXTURE
} hone_sphere_mode;

/* What glTF says of a surface, and the fields of MMD below cannot. */
typedef enum hone_map_kind {
    HONE_MAP_BASE_COLOUR,
    HONE_MAP_METALLIC_ROUGHNESS,
    HONE_MAP_NORMAL,
    HONE_MAP_OCCLUSION,
    HONE_MAP_EMISSIVE,
    HONE_MAP_COUNT
} hone_map_kind;

typedef enum hone_wrap { HONE_WRAP_REPEAT, HONE_WRAP_CLAMP, HONE_WRAP_MIRROR } hone_wrap;
typedef enum hone_alpha_mode { HONE_ALPHA_OPAQUE, HONE_ALPHA_MASK, HONE_ALPHA_BLEND } hone_alpha_mode;

typedef struct hone_map {
    int32_t texture;       /* into hone_model_data.textures; HONE_NONE: there is no map */
    uint8_t uv_set;        /* 0: the mesh's uvs; n: the first two numbers of its extra_uvs[n - 1] */
    uint8_t wrap[2];       /* hone_wrap: across, down */
    bool nearest;          /* texels are not smoothed when they are seen large */
    float transform[2][3]; /* rows: what is looked up is transform * (u, v, 1) */
    float scale;           /* of normals; how much occlusion counts */
} hone_map;

typedef struct hone_pbr {
    float base_colour[4], emissive[3]; /* linear, unlike a material's colours */
    float metallic, roughness;
    uint8_t alpha_mode; /* hone_alpha_mode */
    float alpha_cutoff; /* of MASK: what has less is not there */
    bool unlit;         /* the base colour is the colour */
    bool flat;          /* the file has no normals for it: one a face is meant */
    hone_map maps[HONE_MAP_COUNT];
} hone_pbr;

/* Colours are display values (gamma), as in the file, perhaps outside 0..1. */
typedef struct hone_material {
    const char *name, *english_name, *memo;
    float diffuse[4], specular[3], specular_power, ambient[3];
    uint8_t flags;
    float edge_colour[4], edge_size;
    int32_t texture, sphere_texture; /* into hone_model_data.textures */
    uint8_t sphere_mode;             /* hone_sphere_mode */
    bool shared_toon;
    int32_t toon;         /* shared: 0..9 for toon01..toon10; else a texture; HONE_NONE: none */
    uint32_t index_count; /* consecutive indices of the mesh that it draws, after those of the materials before it */
    const hone_pbr *pbr;  /* of glTF, which the other fields then imitate; else NULL. Vertex colours are linear there */
} hone_material;

/* ---- morphs ------------------------------------------------------------------------------------------------- */

typedef enum hone_morph_kind {
    HONE_MORPH_GROUP,
    HONE_MORPH_VERTEX,
    HONE_MORPH_BONE,
    HONE_MORPH_UV,
    HONE_MORPH_UV1,
    HONE_MORPH_UV2,
    HONE_MORPH_UV3,
    HONE_MORPH_UV4,
    HONE_MORPH_MATERIAL,
    HONE_MORPH_FLIP,
    HONE_MORPH_IMPULSE,
    HONE_MORPH_KIND_COUNT
} hone_morph_kind;

typedef struct hone_morph_child { /* of GROUP and FLIP */
    int32_t morph;
    float ratio;
} hone_morph_child;

typedef struct hone_morph_vertex {
    uint32_t vertex;
    float offset[3];
} hone_morph_vertex;

typedef struct hone_morph_bone {
    int32_t bone;
    float translation[3], rotation[4];
} hone_morph_bone;

typedef struct hone_morph_uv { /* of UV and UV1..UV4 */
    uint32_t vertex;
    float offset[4];
} hone_morph_uv;

typedef struct hone_morph_material {
    int32_t material; /* HONE_NONE: every material */
    bool add;         /* else multiply */
    float diffuse[4], specular[3], specular_power, ambient[3], edge_colour[4], edge_size;
    float texture[4], sphere[4], toon[4];
} hone_morph_material;

typedef struct hone_morph_impulse {
    int32_t body;
    bool local;
    float velocity[3], torque[3];
} hone_morph_impulse;

typedef struct hone_morph {
    const char *name, *english_name;
    uint8_t panel;        /* 0 hidden, 1 eyebrow, 2 eye, 3 mouth, 4 other */
    uint8_t kind;         /* hone_morph_kind; chooses the member of the union */
    float default_weight; /* where no motion speaks; MMD's are 0 */
    uint32_t count;
    union {
        const hone_morph_child *children;
        const hone_morph_vertex *vertices;
        const hone_morph_bone *bones;
        const hone_morph_uv *uvs;
        const hone_morph_material *materials;
        const hone_morph_impulse *impulses;
    } u; /* [count] */
    uint32_t normal_count;
    const hone_morph_vertex *normals; /* [normal_count] of VERTEX: what it adds to normals, before they are brought to
                                       * unit length; MMD's have none */
} hone_morph;

/* ---- physics ------------------------------------------------------------------------------------------------ */

typedef enum hone_body_shape { HONE_BODY_SPHERE, HONE_BODY_BOX, HONE_BODY_CAPSULE } hone_body_shape;
typedef enum hone_body_mode { HONE_BODY_FOLLOWS, HONE_BODY_DYNAMIC, HONE_BODY_DYNAMIC_ALIGNED } hone_body_mode;

typedef struct hone_body {
    const char *name, *english_name;
    int32_t bone;
    uint8_t group;     /* 0..15 */
    uint16_t mask;     /* bit g set: collides with group g */
    uint8_t shape;     /* hone_body_shape */
    float size[3];     /* sphere: radius; box: half extents; capsule: radius, height of the cylinder */
    float position[3]; /* model space */
    float rotation[3]; /* radians; R = Ry Rx Rz */
    float mass, linear_damping, angular_damping, restitution, friction;
    uint8_t mode; /* hone_body_mode */
} hone_body;

typedef enum hone_joint_kind {
    HONE_JOINT_SPRING_6DOF,
    HONE_JOINT_6DOF,
    HONE_JOINT_POINT_TO_POINT,
    HONE_JOINT_CONE_TWIST,
    HONE_JOINT_SLIDER,
    HONE_JOINT_HINGE
} hone_joint_kind;

typedef struct hone_joint {
    const char *name, *english_name;
    uint8_t kind; /* hone_joint_kind */
    int32_t body_a, body_b;
    float position[3], rotation[3]; /* model space, radians */
    float linear_lower[3], linear_upper[3], angular_lower[3], angular_upper[3];
    float linear_spring[3], angular_spring[3];
} hone_joint;

typedef struct hone_soft_anchor {
    int32_t body;
    uint32_t vertex;
    uint8_t near_mode;
} hone_soft_anchor;

/* Kept and written, never simulated (nor does MMD). Names as in Bullet's soft-body configuration. */
typedef struct hone_soft_body {
    const char *name, *english_name;
    uint8_t shape; /* 0 triangle mesh, 1 rope */
    int32_t material;
    uint8_t group;
    uint16_t mask;
    uint8_t flags;
    int32_t bending_distance, cluster_count;
    float mass, margin;
    int32_t aero_model;
    float config[12];      /* VCF DP DG LF PR VC DF MT CHR KHR SHR AHR */
    float cluster[6];      /* SRHR SKHR SSHR SR_SPLT SK_SPLT SS_SPLT */
    int32_t iterations[4]; /* velocity, position, drift, cluster */
    float stiffness[3];    /* LST AST VST */
    uint32_t anchor_count, pin_count;
    const hone_soft_anchor *anchors;
    const uint32_t *pins; /* vertices */
} hone_soft_body;

/* ---- the rest ----------------------------------------------------------------------------------------------- */

typedef struct hone_frame_item {
    bool is_morph; /* else a bone */
    int32_t index;
} hone_frame_item;

typedef struct hone_display_frame { /* an editor's panel */
    const char *name, *english_name;
    uint8_t special;
    uint32_t item_count;
    const hone_frame_item *items;
} hone_display_frame;

/* The bytes of a file inside a file. */
typedef struct hone_blob {
    const uint8_t *data;
    size_t size; /* 0: there is none */
} hone_blob;

/* Which bone is which of a human's: of VRM, in its words ("hips", "leftUpperArm"). */
typedef struct hone_humanoid_map_entry {
    const char *role;
    int32_t bone;
} hone_humanoid_map_entry;

/* One of the motions that a file holds beside its model. */
typedef struct hone_clip {
    const char *name; /* never NULL, perhaps empty, need not be unique */
    double duration;  /* seconds */
} hone_clip;

/* What only writing the file back needs. */
typedef struct hone_pmx_header {
    float version;          /* 2.0 or 2.1 */
    uint8_t encoding;       /* 0 UTF-16LE, 1 UTF-8 */
    uint8_t index_sizes[6]; /* vertex, texture, material, bone, morph, body: 1, 2 or 4 bytes */
    uint8_t extra_count;    /* globals behind the eighth */
    const uint8_t *extras;
} hone_pmx_header;

/* Everything a model says. All arrays live as long as the model. */
typedef struct hone_model_data {
    hone_format format; /* UNKNOWN: made by program */
    hone_space space;
    uint64_t source; /* which file it came from, by a hash of its bytes: see hone_motion_data.source; 0: none */
    const char *name, *english_name, *comment, *english_comment;
    hone_skeleton skeleton;
    hone_mesh mesh;
    uint32_t texture_count;
    const char *const *textures; /* [texture_count] paths as in the file: perhaps with backslashes */
    const hone_blob *pictures;   /* [texture_count] those that lie in the file itself, whose path is only a name; NULL:
                                  * none does */
    uint32_t material_count;
    const hone_material *materials;
    uint32_t morph_count;
    const hone_morph *morphs;
    uint32_t display_frame_count;
    const hone_display_frame *display_frames;
    uint32_t body_count;
    const hone_body *bodies;
    uint32_t joint_count;
    const hone_joint *joints;
    uint32_t soft_body_count;
    const hone_soft_body *soft_bodies;
    uint32_t humanoid_map_count;
    const hone_humanoid_map_entry *humanoid_map;
    uint32_t clip_count;
    const hone_clip *clips; /* of .x and glTF: what hone_motion_load of the same file can load (format.h) */
    hone_pmx_header pmx;
} hone_model_data;

typedef struct hone_model hone_model;

HONE_API hone_model *hone_model_retain(const hone_model *model); /* returns it; NULL is fine */
HONE_API void hone_model_release(const hone_model *model);       /* the last release destroys it; NULL is fine */

/* All NULL-safe: of a NULL model the data is an empty model's, never NULL. */
HONE_API const hone_model_data *hone_model_get(const hone_model *model);
HONE_API const hone_mesh *hone_model_mesh(const hone_model *model);         /* &hone_model_get(model)->mesh */
HONE_API const hone_skeleton *hone_model_skeleton(const hone_model *model); /* &hone_model_get(model)->skeleton */
HONE_API hone_warnings hone_model_warnings(const hone_model *model);

/* The first bone or morph of that name, or HONE_NONE. Cost: a pass over the names. */
HONE_API int32_t hone_model_find_bone(const hone_model *model, const char *name);
HONE_API int32_t hone_model_find_morph(const hone_model *model, const char *name);

/* ---- whose bones are whose ---------------------------------------------------------------------------------- */

/* The bones of a human, as VRM 1.0 has them. What comes in pairs is left, then right. Source: VRMC_vrm-1.0,
 * "humanoid". */
typedef enum hone_humanoid_bone {
    HONE_HUMANOID_HIPS,
    HONE_HUMANOID_SPINE,
    HONE_HUMANOID_CHEST,
    HONE_HUMANOID_UPPER_CHEST,
    HONE_HUMANOID_NECK,
    HONE_HUMANOID_HEAD,
    HONE_HUMANOID_JAW,
    HONE_HUMANOID_EYE, /* the left of two; + 1 the right, and so on */
    HONE_HUMANOID_UPPER_LEG = HONE_HUMANOID_EYE + 2,
    HONE_HUMANOID_LOWER_LEG = HONE_HUMANOID_UPPER_LEG + 2,
    HONE_HUMANOID_FOOT = HONE_HUMANOID_LOWER_LEG + 2,
    HONE_HUMANOID_TOES = HONE_HUMANOID_FOOT + 2,
    HONE_HUMANOID_SHOULDER = HONE_HUMANOID_TOES + 2,
    HONE_HUMANOID_UPPER_ARM = HONE_HUMANOID_SHOULDER + 2,
    HONE_HUMANOID_LOWER_ARM = HONE_HUMANOID_UPPER_ARM + 2,
    HONE_HUMANOID_HAND = HONE_HUMANOID_LOWER_ARM + 2,
    HONE_HUMANOID_THUMB = HONE_HUMANOID_HAND + 2,   /* metacarpal, proximal, distal: + 0, 2, 4 */
    HONE_HUMANOID_INDEX = HONE_HUMANOID_THUMB + 6,  /* proximal, intermediate, distal: + 0, 2, 4 */
    HONE_HUMANOID_MIDDLE = HONE_HUMANOID_INDEX + 6, /* the same */
    HONE_HUMANOID_RING = HONE_HUMANOID_MIDDLE + 6,
    HONE_HUMANOID_LITTLE = HONE_HUMANOID_RING + 6,
    HONE_HUMANOID_COUNT = HONE_HUMANOID_LITTLE + 6
} hone_humanoid_bone;

typedef struct hone_humanoid {
    int32_t bones[HONE_HUMANOID_COUNT]; /* HONE_NONE: not found. No bone twice */
    int32_t body;     /* which carries the hips about: of MMD's センター, else the hips; or HONE_NONE */
    uint32_t found;   /* how many of them are there */
    uint32_t missing; /* how many of the 15 that every humanoid must have are not; 0: it is one */
} hone_humanoid;

/* "hips", "leftUpperArm", … as VRM calls it; NULL out of range. */
HONE_API const char *hone_humanoid_bone_name(hone_humanoid_bone human);
/* Whether every humanoid must have it: hips, spine, head; upper arms, lower arms, hands; upper legs, lower legs, feet.
 */
HONE_API bool hone_humanoid_bone_is_required(hone_humanoid_bone human);

/* Which of a model's bones are which of a human's: as the file says (VRM), else by their names: MMD's, Japanese and
 * English, those of Mixamo, Blender, Unreal and Unity, and by where they hang; else, of at most 512 bones with +Y up,
 * by where they stand at rest. What contradicts the hierarchy (a hand that hangs on no arm) is left out. Cost: some
 * passes over the bones. */
HONE_API hone_humanoid hone_humanoid_of(const hone_model *model);

/* ---- making one --------------------------------------------------------------------------------------------- */

typedef struct hone_model_desc {
    bool strict; /* a warning is an error */
} hone_model_desc;

/* Checks every count and index of `data`, mends what can be mended (with a warning), fills in what follows from the
 * rest (of MMD space: rest_local of the bones and slots; of other spaces: positions and rest of the bones; ik indices;
 * texts that are NULL) and hands over the model with one reference. All arrays and texts that `data` names must come
 * from `builder`, whose memory becomes the model's; the builder is gone afterwards, whether the call succeeded or not.
 * desc NULL: defaults. Errors: FORMAT (what cannot be mended: `at` is its index), MEMORY, ARGUMENT (NULL). */
HONE_API hone_model *hone_model_create(hone_builder *builder, const hone_model_data *data, const hone_model_desc *desc,
                                       hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
