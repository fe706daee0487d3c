/* Objects of FBX files: nodes, meshes, materials, textures and pictures, in any version. Objects are known by numbers;
 * in version 6.1 their names are made from these. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_SCENE_H
#define HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_SCENE_H

#include "support/make/fbx/make_fbx.h"

/* Kinds of objects, as ranges of their numbers. Number 0 is the root. */
enum { MAKE_FBX_NODE = 1, MAKE_FBX_MESH = 100, MAKE_FBX_MATERIAL = 200, MAKE_FBX_TEXTURE = 300, MAKE_FBX_VIDEO = 400 };

typedef struct make_fbx_layer {
    const char *kind;    /* "Normal", "UV", "Color", "Tangent", "Binormal", "Material", "Smoothing" */
    const char *mapping; /* "ByPolygonVertex", … */
    uint32_t number;
    const char *name;     /* NULL: none */
    const double *values; /* [value_count] */
    uint32_t value_count;
    const int32_t *index; /* [index_count] the values of "Material" and "Smoothing"; otherwise NULL: direct */
    uint32_t index_count;
} make_fbx_layer;

typedef struct make_fbx_geometry {
    const double *points; /* [point_count][3] */
    uint32_t point_count;
    const int32_t *corners; /* [corner_count] */
    uint32_t corner_count;
    const make_fbx_layer *layers; /* [layer_count] */
    uint32_t layer_count;
} make_fbx_geometry;

/* Opens a file with the unit (centimetres) and axes (X right, Y up, Z front: 0, 1, 2; signs 1 or -1). kind: NULL:
 * binary.
 * axes: NULL: as these, positive. The objects follow, in make_fbx_begin(fbx, "Objects"). */
make_fbx make_fbx_open_scene(const make_fbx_kind *kind, double unit, const int32_t axes[6]);
/* Begins an object; values and properties follow, then make_fbx_end. */
void make_fbx_begin_numbered(make_fbx *fbx, int64_t id, const char *subclass);
/* A mesh and the node that shows it: MAKE_FBX_NODE + n and, from version 7 on, MAKE_FBX_MESH + n. Properties of the
 * node are written by `properties`, if it is not NULL. */
void make_fbx_shown_mesh(make_fbx *fbx, int64_t n, const make_fbx_geometry *geometry,
                         void (*properties)(make_fbx *fbx));
/* Connects two objects. */
void make_fbx_link(make_fbx *fbx, int64_t source, int64_t destination, const char *property);
/* Connects a mesh with its node, and the node with the root. */
void make_fbx_link_shown_mesh(make_fbx *fbx, int64_t n);

#endif
