/* The objects of an FBX file, their properties, and the connections between them. Version 6.1 is brought to the form of
 * version 7: objects that have a number, geometry and animation as objects of their own. */
#ifndef HONE_SRC_FORMAT_FBX_SCENE_SCENE_H
#define HONE_SRC_FORMAT_FBX_SCENE_SCENE_H

#include "format/fbx/document/document.h"
#include <hone/math.h>

typedef enum fbx_kind {
    FBX_OTHER,
    FBX_MODEL,             /* a node of the hierarchy; subclass "Mesh", "LimbNode", "Null", "Camera", … */
    FBX_NODE_ATTRIBUTE,    /* camera, light, bone size */
    FBX_MESH,              /* Geometry "Mesh" */
    FBX_SHAPE,             /* Geometry "Shape": the offsets of a blend shape */
    FBX_SKIN,              /* Deformer "Skin" */
    FBX_CLUSTER,           /* Deformer "Cluster": a bone of a skin */
    FBX_BLEND_SHAPE,       /* Deformer "BlendShape" */
    FBX_BLEND_CHANNEL,     /* Deformer "BlendShapeChannel" */
    FBX_MATERIAL,
    FBX_TEXTURE,
    FBX_VIDEO,             /* the picture file of a texture */
    FBX_POSE,              /* the bind pose */
    FBX_STACK,             /* AnimationStack: a clip */
    FBX_LAYER,             /* AnimationLayer */
    FBX_CURVE_NODE,        /* AnimationCurveNode: the curves of one property on one layer */
    FBX_CURVE              /* AnimationCurve */
} fbx_kind;

typedef struct fbx_connection {
    uint32_t source, destination; /* objects; a source belongs to its destination: bone to parent, cluster to skin */
    fbx_text property;            /* of the destination: "Lcl Rotation", "DiffuseColor"; empty: the object itself */
} fbx_connection;

typedef struct fbx_object {
    int64_t id;
    fbx_kind kind;
    fbx_text name, subclass;
    const fbx_node *node;          /* its data */
    const fbx_node *properties;    /* Properties70 or Properties60; NULL: none */
    const fbx_node *template_node; /* the default properties of its class; NULL: none */
    uint32_t first_source, source_count; /* connections, [first_source ..] of fbx_scene.by_destination */
    uint32_t first_destination, destination_count; /* the same of fbx_scene.by_source */
} fbx_object;

/* Axes and unit of the file, and how they become right-handed, Y up, metres. */
typedef struct fbx_space {
    double metres;          /* of the file's unit: UnitScaleFactor / 100 */
    int8_t axis[3];         /* for each axis of hone: the axis of the file, 0 to 2 */
    int8_t sign[3];         /* and its sign, 1 or -1 */
    bool mirrored;          /* the axes of the file are left-handed: triangles change their winding */
} fbx_space;

typedef struct fbx_scene {
    const fbx_document *document;
    uint32_t object_count;
    const fbx_object *objects;            /* [object_count] 0 is the root of the hierarchy, which no file lists */
    uint32_t connection_count;
    const fbx_connection *by_destination; /* [connection_count] by destination, then in file order */
    const fbx_connection *by_source;      /* [connection_count] by source, then in file order */
    fbx_space space;
    hone_arena *memory;
} fbx_scene;

/* Reads all objects. Errors: FORMAT, MEMORY. */
bool hone_fbx_scene_read(fbx_scene *scene, const fbx_document *document, hone_arena *memory, hone_builder *warnings,
                         hone_error *error);

/* Walk the objects that are connected to one another. `after`: the index of the connection that was found last, or
 * UINT32_MAX to begin; return the index of the next one whose other end is of that kind, or UINT32_MAX. property: NULL:
 * any; "": only connections of objects. */
uint32_t hone_fbx_next_source(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property,
                              uint32_t after);      /* index into by_destination */
uint32_t hone_fbx_next_destination(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property,
                                   uint32_t after); /* index into by_source */
/* Return the first such object, or UINT32_MAX. */
uint32_t hone_fbx_source(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property);
uint32_t hone_fbx_destination(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property);

/* ---- properties ---- */

/* Return a property of an object or of its template, or the default. */
double hone_fbx_property(const fbx_object *object, const char *name, double otherwise);
int64_t hone_fbx_property_integer(const fbx_object *object, const char *name, int64_t otherwise);
fbx_text hone_fbx_property_text(const fbx_object *object, const char *name);
/* Returns false, and leaves `out`, if there is none. */
bool hone_fbx_property_vector(const fbx_object *object, const char *name, double out[3]);
bool hone_fbx_has_property(const fbx_object *object, const char *name);

/* ---- numbers of hone from numbers of the file (in space.c) ---- */

void hone_fbx_point(const fbx_space *space, const double file[3], double out[3]);     /* in metres */
void hone_fbx_direction(const fbx_space *space, const double file[3], double out[3]); /* turned only */

#endif
