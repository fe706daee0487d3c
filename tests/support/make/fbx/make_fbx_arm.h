/* An FBX file with an arm: three nodes, and a mesh that hangs on two of them. In version 6.1 the mesh, and the shapes
 * of versions up to 7.1, are inside of other objects. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_ARM_H
#define HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_ARM_H

#include "support/make/fbx/make_fbx.h"

enum {
    ARM_ROOT = 100,
    ARM_UPPER,
    ARM_LOWER,
    ARM_BODY,
    ARM_MESH,
    ARM_SKIN,
    ARM_CLUSTER,
    ARM_BLEND = 120,
    ARM_CHANNEL,
    ARM_SHAPE,
    ARM_POINTS = 6
};

typedef struct make_fbx_numbers {
    const char *name;
    double values[3];
    uint32_t count;
} make_fbx_numbers;

enum { ARM_PROPERTIES = 8, ARM_CLUSTERS = 6, ARM_SHAPES = 3 };

/* A cluster: the bone, and its part of each control point. */
typedef struct make_fbx_arm_cluster {
    int64_t bone; /* an id; 0: the cluster has none, and neither do those behind it; -1: a cluster without a bone */
    double weights[ARM_POINTS];
    const double *transform, *link; /* [16] column by column; NULL: the node has none */
} make_fbx_arm_cluster;

/* A shape: it moves control points 1 and 4. */
typedef struct make_fbx_arm_shape {
    double full_weight; /* 0: there is no shape, and none behind it */
    double offsets[2][3];
} make_fbx_arm_shape;

/* Zero is a plain file: the nodes "root", "upper" (1 unit along y), "lower" (2 more), "body" with the mesh, and no
 * skin. All lists end with an entry of zeros. */
typedef struct make_fbx_arm {
    make_fbx_kind kind;
    make_fbx_numbers settings[ARM_PROPERTIES];
    make_fbx_numbers root[ARM_PROPERTIES], upper[ARM_PROPERTIES], lower[ARM_PROPERTIES], body[ARM_PROPERTIES];
    make_fbx_arm_cluster clusters[ARM_CLUSTERS];
    const char *skinning;       /* NULL: none is given */
    const double *dual_weights; /* [ARM_POINTS]; NULL: none */
    make_fbx_arm_shape shapes[ARM_SHAPES];
    double percent;                    /* of the blend channel */
    uint32_t offset_numbers;           /* how many numbers the offsets of a shape have; 0: 6, as they should */
    const char *creator;               /* NULL: none */
    void (*more_objects)(make_fbx *m); /* NULL: none */
    void (*more_connections)(make_fbx *m);
} make_fbx_arm;

/* The control points: two columns of three, at x = 0 and 1, y = 0, 1, 2. */
extern const double make_fbx_arm_points[ARM_POINTS][3];

hone_bytes make_fbx_arm_file(const make_fbx_arm *arm);

/* Begin and end an object: its number and name, or in 6.1 its name alone. */
void make_fbx_begin_arm_object(make_fbx *m, const char *node, int64_t id, const char *name, const char *class_name,
                               const char *subclass);
/* Connects objects of the arm, and others whose name in 6.1 is "Model::NAME". */
void make_fbx_join(make_fbx *m, int64_t source, int64_t destination, const char *property);

#endif
