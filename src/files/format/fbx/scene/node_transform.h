/* The transform of a node of FBX: translation, rotation by three angles in one of six orders, scale, with rotations
 * before and after, offsets and pivots, and the ways in which a scale is inherited. All in double, since keys are
 * sampled from it.
 *
 * The transform of a node relative to its parent is made in three steps: hone_fbx_transform, hone_fbx_inherit_scale,
 * hone_fbx_trs_to_hone. */
#ifndef HONE_SRC_FORMAT_FBX_SCENE_NODE_TRANSFORM_H
#define HONE_SRC_FORMAT_FBX_SCENE_NODE_TRANSFORM_H

#include "files/format/fbx/scene/matrix.h"
#include "files/format/fbx/scene/scene.h"

/* How the scale of the parent is inherited: R and S are rotation and scale of the parent, r and s those of the node. */
typedef enum fbx_inherit {
    FBX_INHERIT_RrSs, /* 0: scales are multiplied apart from rotations */
    FBX_INHERIT_RSrs, /* 1: the usual product of matrices */
    FBX_INHERIT_Rrs   /* 2: the scale of the parent is not inherited (segment scale compensation) */
} fbx_inherit;

/* The parts of a node's transform that have no keys of their own. */
typedef struct fbx_pivots {
    double rotation_offset[3], rotation_pivot[3], scaling_offset[3], scaling_pivot[3];
    double pre_rotation[4], post_rotation_inverse[4]; /* quaternions; the identity where RotationActive is off */
    uint8_t order;                                    /* of the angles: as in hone_fbx_quat_from_angles */
    uint8_t inherit;                                  /* fbx_inherit */
    bool apart; /* the scale of the node has a bone of its own, above which children may be */
} fbx_pivots;

/* clang-format off */
/* The pivots of a node that has none. */
#define FBX_NO_PIVOTS(how) {.pre_rotation = {0, 0, 0, 1}, .post_rotation_inverse = {0, 0, 0, 1}, .inherit = (how)}
/* clang-format on */

/* "Lcl Translation", "Lcl Rotation" (degrees) and "Lcl Scaling" of a node, at rest or at a time. */
typedef struct fbx_local {
    double translation[3], angles[3], scale[3];
} fbx_local;

/* The scale that a node hands on: `own` to children of its frame, `base` to children that leave out `own`. */
typedef struct fbx_inherited_scale {
    double own[3], base[3];
    bool apart; /* as in fbx_pivots */
} fbx_inherited_scale;

/* clang-format off */
/* The inherited scale of the root, and of each node whose parent is the root. */
#define FBX_INHERITED_SCALE_NONE {{1, 1, 1}, {1, 1, 1}, false}
/* clang-format on */

/* Reads the properties of a node. */
void hone_fbx_read_pivots(const fbx_object *model, fbx_pivots *pivots, fbx_local *rest);

bool hone_fbx_same_pivots(const fbx_pivots *a, const fbx_pivots *b);

/* Computes the transform of a node in the file's axes and unit, before its parent's scale is regarded:
 * T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1. */
void hone_fbx_transform(const fbx_pivots *pivots, const fbx_local *local, fbx_trs *out);
/* Two parts of it: the rotation Rpre R Rpost^-1, and all of it from that rotation. */
void hone_fbx_turn(const fbx_pivots *pivots, const double angles[3], double out[4]);
void hone_fbx_transform_turned(const fbx_pivots *pivots, const fbx_local *local, const double rotation[4],
                               fbx_trs *out);

/* Makes the transform of a node relative to its parent from the result of hone_fbx_transform, according to the way in
 * which it inherits a scale. Changes nothing for RSrs, and where the parent's scale is 1. If the scale of the parent is
 * apart, the result of the other modes is relative to the parent without that scale, and exact.
 *
 * parent: of the parent at the same time; FBX_INHERITED_SCALE_NONE at the root.
 * trs: in the file's axes; changed in place. If the node's own scale is apart, trs->scale is that of its scale bone.
 * node: out: of this node, for its children.
 * Returns: false if the exact result has shear: then trs is without it. */
bool hone_fbx_inherit_scale(const fbx_pivots *pivots, const fbx_inherited_scale *parent, fbx_trs *trs,
                            fbx_inherited_scale *node);

/* Changes axes and unit to hone's: a basis change on both sides, so that bones stay free of the unit's scale. */
void hone_fbx_trs_to_hone(const fbx_space *space, const fbx_trs *file, fbx_trs *out);
/* Its rotation and its scale; its translation is hone_fbx_point. */
void hone_fbx_rotation_to_hone(const fbx_space *space, const double file[4], double out[4]);
void hone_fbx_scale_to_hone(const fbx_space *space, const double file[3], double out[3]);

/* Reads the transform that a node applies to its mesh, and to nothing else, in the file's axes and unit. */
void hone_fbx_read_geometric(const fbx_object *model, fbx_matrix *out);

/* Changes axes and unit on both sides, like hone_fbx_trs_to_hone. */
void hone_fbx_matrix_to_hone(const fbx_space *space, const fbx_matrix *file, hone_affine *out);

#endif
