/** avatar: what a VRM file adds to its model. Look-at, expressions, first person, licence; the constraints between
 * nodes and the springs of glTF, which other files may have too; what a VRM animation moves. Plain data, a part of
 * hone_model_data.
 *
 * Each frame is evaluated in the order of the specification: bones, look-at, expressions, constraints, springs.
 * Vectors and quaternions are in the file's own space, as all of the model.
 * Sources: VRMC_vrm-1.0, VRMC_node_constraint-1.0, VRMC_springBone-1.0, VRMC_springBone_extended_collider-1.0, the
 * draft of VRMC_springBone_limit-1.0, VRMC_vrm_animation-1.0, and VRM 0.x. docs/avatars.md.
 *
 * The licence of an avatar, one line for each entry:
 * ```c
 * void print_meta(const hone_model *model)
 * {
 *     const hone_avatar *avatar = hone_model_get(model)->avatar;
 *     for (uint32_t i = 0; avatar && i < avatar->meta_count; i++)
 *         printf("%s: %s\n", avatar->meta[i].key, avatar->meta[i].value);
 * }
 * ```
 */
#ifndef HONE_AVATAR_H
#define HONE_AVATAR_H

#include <hone/base.h>
#include <hone/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- constraints between nodes -------------------------------------------------------------------------------- */

/** The kind of a node constraint. */
typedef enum hone_constraint_kind {
    HONE_CONSTRAINT_ROLL,    /**< the bone takes the part of the source's rotation that is about one axis */
    HONE_CONSTRAINT_AIM,     /**< an axis of the bone points to the source */
    HONE_CONSTRAINT_ROTATION /**< the bone takes the source's rotation */
} hone_constraint_kind;

/** A node constraint (VRMC_node_constraint): one bone's rotation follows another bone. */
typedef struct hone_constraint {
    int32_t bone;   /**< the bone that is turned; at most one constraint turns a bone */
    int32_t source; /**< the bone that it follows */
    uint8_t kind;   /**< hone_constraint_kind */
    uint8_t axis;   /**< ROLL: 0, 1, 2 for x, y, z; AIM: these, or 3, 4, 5 for -x, -y, -z; in the bone's own axes */
    float weight;   /**< 0 to 1: how far the bone goes from its rotation at rest to that of the constraint */
} hone_constraint;

/* ---- springs ---------------------------------------------------------------------------------------------------- */

/** The shape of a spring's collider. */
typedef enum hone_collider_kind {
    HONE_COLLIDER_SPHERE,         /**< keeps joints out of a sphere */
    HONE_COLLIDER_CAPSULE,        /**< keeps joints out of a capsule */
    HONE_COLLIDER_INSIDE_SPHERE,  /**< keeps joints in a sphere */
    HONE_COLLIDER_INSIDE_CAPSULE, /**< keeps joints in a capsule */
    HONE_COLLIDER_PLANE           /**< keeps joints on one side of a plane */
} hone_collider_kind;

/** A collider: what the joints of springs cannot go through. Vectors are in the axes of its bone. */
typedef struct hone_collider {
    int32_t bone;    /**< the bone that it follows */
    uint8_t kind;    /**< hone_collider_kind */
    float offset[3]; /**< the centre, one end of a capsule, or a point of a plane */
    float tail[3];   /**< capsules: the other end */
    float normal[3]; /**< PLANE: to the side on which joints are */
    float radius;    /**< of spheres and capsules; not less than 0 */
} hone_collider;

/** The shape of the directions that a joint may have. */
typedef enum hone_spring_limit_kind {
    HONE_SPRING_LIMIT_NONE,     /**< all directions */
    HONE_SPRING_LIMIT_CONE,     /**< a cone about the y axis */
    HONE_SPRING_LIMIT_HINGE,    /**< a sector of the yz plane */
    HONE_SPRING_LIMIT_SPHERICAL /**< a field of pitch and yaw */
} hone_spring_limit_kind;

/** The limit of a joint's direction. Its y axis goes along the joint at rest. */
typedef struct hone_spring_limit {
    uint8_t kind;      /**< hone_spring_limit_kind */
    float angles[2];   /**< radians; CONE and HINGE: the angle; SPHERICAL: pitch (0 to pi), yaw (0 to pi / 2) */
    float rotation[4]; /**< turns the limit after its y axis was turned to the joint: a quaternion x,y,z,w */
} hone_spring_limit;

/** A joint of a spring: a bone that swings with its tail. */
typedef struct hone_spring_joint {
    int32_t bone;               /**< the bone that is turned */
    int32_t tail_bone;          /**< a bone below it whose origin is the tail; HONE_NONE: the tail is tail_offset */
    float tail_offset[3];       /**< with HONE_NONE: the tail, in the axes of the bone */
    float hit_radius;           /**< of the tail, where it touches colliders */
    float stiffness;            /**< the force towards the rest pose; VRM 0.x's "stiffiness" */
    float gravity_power;        /**< how strong gravity is */
    float gravity_direction[3]; /**< of gravity, world axes as the file has them; (0,-1,0) is down */
    float drag_force;           /**< 0 to 1: the part of the speed that is lost in a step */
    /** A quaternion x,y,z,w: what turns the bone from its rest transform to the rest pose of the joint, in the axes of
     * the bone. All zero: nothing, as in every file, where the rest transform of the bone is that of the joint. */
    float rest_rotation[4];
    hone_spring_limit limit; /**< of its direction */
} hone_spring_joint;

/** A spring: joints that swing with the same colliders. VRM 1.0: a chain; VRM 0.x: all bones below the roots of a
 * group. A bone is in one joint of all springs only. */
typedef struct hone_spring {
    const char *name;                /**< never NULL; may be empty */
    int32_t center;                  /**< the bone in whose space inertia is computed; HONE_NONE: the world */
    uint32_t joint_count;            /**< how many joints there are */
    const hone_spring_joint *joints; /**< [joint_count] a joint comes after the joints that move it */
    uint32_t collider_count;         /**< how many colliders there are */
    const uint32_t *colliders; /**< [collider_count] indices into hone_model_data.colliders, those of all groups */
} hone_spring;

/* ---- expressions --------------------------------------------------------------------------------------------------
 */

/** What an expression does to expressions of another group while it is on. */
typedef enum hone_override {
    HONE_OVERRIDE_NONE,  /**< nothing */
    HONE_OVERRIDE_BLOCK, /**< any weight of it switches them off */
    HONE_OVERRIDE_BLEND  /**< they lose as much as it has weight */
} hone_override;

/** The group of an expression, which others override. */
typedef enum hone_expression_group {
    HONE_EXPRESSION_OTHER,   /**< emotions, and those of the author: not overridden */
    HONE_EXPRESSION_BLINK,   /**< blink, blinkLeft, blinkRight */
    HONE_EXPRESSION_LOOK_AT, /**< lookUp, lookDown, lookLeft, lookRight */
    HONE_EXPRESSION_MOUTH    /**< aa, ih, ou, ee, oh */
} hone_expression_group;

/** A colour of a material that an expression changes. */
typedef enum hone_material_colour {
    HONE_COLOUR_BASE,     /**< colour and alpha */
    HONE_COLOUR_EMISSION, /**< emitted colour */
    HONE_COLOUR_SHADE,    /**< MToon: colour in the shade */
    HONE_COLOUR_MATCAP,   /**< MToon: factor of the matcap */
    HONE_COLOUR_RIM,      /**< MToon: colour of the rim */
    HONE_COLOUR_OUTLINE,  /**< MToon: colour of the outline */
    HONE_COLOUR_COUNT     /**< the number of colours */
} hone_material_colour;

/** A colour that an expression changes: at weight 1 the colour is `target`. */
typedef struct hone_colour_bind {
    int32_t material; /**< index into hone_model_data.materials */
    uint8_t colour;   /**< hone_material_colour */
    float target[4];  /**< linear; alpha of BASE only */
} hone_colour_bind;

/** Texture coordinates that an expression changes: at weight 1 they are scaled and moved by these numbers. */
typedef struct hone_texture_bind {
    int32_t material; /**< index into hone_model_data.materials */
    float scale[2];   /**< at rest 1 1 */
    float offset[2];  /**< at rest 0 0; (0,0) is the top left */
} hone_texture_bind;

/** An expression. Its weight is that of a GROUP morph, which moves the morphs of the mesh. */
typedef struct hone_expression {
    int32_t morph;                          /**< index into hone_model_data.morphs: carries its name and its weight */
    uint8_t group;                          /**< hone_expression_group */
    bool binary;                            /**< whether it is either on, above weight 0.5, or off */
    uint8_t override_blink;                 /**< hone_override */
    uint8_t override_look_at;               /**< hone_override */
    uint8_t override_mouth;                 /**< hone_override */
    uint32_t colour_bind_count;             /**< how many colours it changes */
    const hone_colour_bind *colour_binds;   /**< [colour_bind_count] */
    uint32_t texture_bind_count;            /**< how many materials' texture coordinates it changes */
    const hone_texture_bind *texture_binds; /**< [texture_bind_count] */
} hone_expression;

/* ---- look-at ------------------------------------------------------------------------------------------------------
 */

/** How a gaze is shown. */
typedef enum hone_look_at_kind {
    HONE_LOOK_AT_NONE,      /**< not at all: the file has no look-at */
    HONE_LOOK_AT_BONE,      /**< the eyes' bones turn */
    HONE_LOOK_AT_EXPRESSION /**< the expressions lookUp, lookDown, lookLeft, lookRight get weights */
} hone_look_at_kind;

/** A direction of a gaze, of which each has a range map. */
typedef enum hone_look_at_range {
    HONE_LOOK_AT_INNER,      /**< horizontally, the eye turned to the nose (BONE only) */
    HONE_LOOK_AT_OUTER,      /**< horizontally, the eye turned outwards; EXPRESSION: both sides */
    HONE_LOOK_AT_DOWN,       /**< downwards */
    HONE_LOOK_AT_UP,         /**< upwards */
    HONE_LOOK_AT_RANGE_COUNT /**< the number of directions */
} hone_look_at_range;

/** How an angle of a gaze becomes the angle of an eye or the weight of an expression. */
typedef struct hone_range_map {
    float max_input;    /**< degrees; a larger angle has the effect of this one */
    float output_scale; /**< at max_input: degrees of the eye, or weight of the expression */
    /** VRM 0.x: keys of a Hermite curve from 0 to 1: time, value, slope before, slope after. 1.0: none, a straight
     * line. */
    uint32_t key_count;
    const float (*keys)[4]; /**< [key_count] ascending by time */
} hone_range_map;

/** How an avatar looks at a point. */
typedef struct hone_look_at {
    uint8_t kind;                                    /**< hone_look_at_kind */
    float offset[3];                                 /**< where it looks from, in the axes of the head's bone */
    hone_range_map ranges[HONE_LOOK_AT_RANGE_COUNT]; /**< by hone_look_at_range */
} hone_look_at;

/* ---- all that a VRM adds --------------------------------------------------------------------------------------------
 */

/** Which vertices the avatar's own camera sees. */
typedef enum hone_first_person {
    HONE_FIRST_PERSON_AUTO,              /**< all but triangles with weight of the head, or of bones below it */
    HONE_FIRST_PERSON_BOTH,              /**< seen by the avatar and by others */
    HONE_FIRST_PERSON_THIRD_PERSON_ONLY, /**< seen by others only */
    HONE_FIRST_PERSON_ONLY               /**< seen by the avatar only */
} hone_first_person;

/** An entry of an avatar's meta data. */
typedef struct hone_meta_entry {
    const char *key;   /**< as the file has it: "name", "licenseUrl", "allowedUserName"; never NULL */
    const char *value; /**< a text, "true", "false" or a number; never NULL. A list has an entry for each value */
} hone_meta_entry;

/** What a VRM adds to its model. */
typedef struct hone_avatar {
    uint8_t version;                    /**< 0: VRM 0.x; 1: VRM 1.0 */
    uint32_t meta_count;                /**< how many entries the meta data has */
    const hone_meta_entry *meta;        /**< [meta_count] author, title, licence: as the file has them, in its order */
    int32_t thumbnail;                  /**< index into hone_model_data.textures, or HONE_NONE */
    hone_look_at look_at;               /**< how it looks at a point */
    uint32_t expression_count;          /**< how many expressions there are */
    const hone_expression *expressions; /**< [expression_count] file order */
    int32_t first_person_bone;          /**< the head of `first_person`, or HONE_NONE */
    const uint8_t *first_person;        /**< [vertex_count] hone_first_person; NULL: all AUTO */
} hone_avatar;

/* ---- VRM animations ------------------------------------------------------------------------------------------------
 */

/** An expression that a VRM animation moves. */
typedef struct hone_animated_expression {
    int32_t morph; /**< index into hone_model_data.morphs: an empty GROUP morph with its name and its weight */
    int32_t bone;  /**< the node whose translation along x is the weight; HONE_NONE: it gets one where it is written */
} hone_animated_expression;

/** What a VRM animation (VRMC_vrm_animation) adds to its glTF. It is a motion for other avatars, and its model only a
 * skeleton, which at rest is in the T-pose of VRM and looks along +z. hone_model_data.humanoid_map names its bones. */
typedef struct hone_vrm_animation {
    uint32_t expression_count;                   /**< how many expressions it may move */
    const hone_animated_expression *expressions; /**< [expression_count] those of VRM, then the author's */
    /** The node whose own rotation, without those of the nodes above it, is the gaze, in the axes of a head that looks
     * along +z; HONE_NONE: it has no gaze. */
    int32_t gaze_bone;
    float gaze_offset[3]; /**< where the gaze begins, in the axes of the head's bone */
} hone_vrm_animation;

#ifdef __cplusplus
}
#endif
#endif
