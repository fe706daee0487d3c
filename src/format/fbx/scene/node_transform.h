/* The transform of a node of FBX: translation, rotation by three angles in one of six orders, scale, with rotations
 * before and after, offsets and pivots, and the ways in which a scale is inherited. All in double, since keys are sampled
 * from it. */
#ifndef HONE_SRC_FORMAT_FBX_SCENE_NODE_TRANSFORM_H
#define HONE_SRC_FORMAT_FBX_SCENE_NODE_TRANSFORM_H

#include "format/fbx/scene/scene.h"

/* Translation, rotation, scale: x -> translation + rotation * (scale * x). */
typedef struct fbx_trs {
    double translation[3];
    double rotation[4]; /* quaternion x,y,z,w */
    double scale[3];
} fbx_trs;

typedef enum fbx_inherit {
    FBX_INHERIT_RrSs, /* 0: the parent's scale acts before the rotation of the node */
    FBX_INHERIT_RSrs, /* 1: the usual product of matrices */
    FBX_INHERIT_Rrs   /* 2: the parent's scale is not inherited (segment scale compensation) */
} fbx_inherit;

/* The parts of a node's transform that have no keys of their own. */
typedef struct fbx_pivots {
    double rotation_offset[3], rotation_pivot[3], scaling_offset[3], scaling_pivot[3];
    double pre_rotation[4], post_rotation_inverse[4]; /* quaternions; the identity where RotationActive is off */
    uint8_t order;   /* of rotations: 0 XYZ, 1 XZY, 2 YZX, 3 YXZ, 4 ZXY, 5 ZYX; 6: spheric XYZ, read as XYZ */
    uint8_t inherit; /* fbx_inherit */
} fbx_pivots;

/* "Lcl Translation", "Lcl Rotation" (degrees) and "Lcl Scaling" of a node, at rest or at a time. */
typedef struct fbx_local {
    double translation[3], angles[3], scale[3];
} fbx_local;

void hone_fbx_read_pivots(const fbx_object *model, fbx_pivots *pivots, fbx_local *rest);

/* The transform of a node relative to its parent, in the file's axes and unit:
 * T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1. */
void hone_fbx_transform(const fbx_pivots *pivots, const fbx_local *local, fbx_trs *out);

/* Changes axes and unit to hone's: a basis change on both sides, so that bones stay free of the unit's scale. */
void hone_fbx_trs_to_hone(const fbx_space *space, const fbx_trs *file, fbx_trs *out);

#endif
