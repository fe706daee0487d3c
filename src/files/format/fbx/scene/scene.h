/* The objects of an FBX file, their properties, and the connections between them. Version 6.1 is brought to the form of
 * version 7: objects that have a number, and geometry, node attributes and blend shapes as objects of their own. */
#ifndef HONE_SRC_FORMAT_FBX_SCENE_SCENE_H
#define HONE_SRC_FORMAT_FBX_SCENE_SCENE_H

#include "files/format/fbx/document/document.h"

typedef enum fbx_kind {
    FBX_OTHER,
    FBX_MODEL,          /* a node of the hierarchy; subclass "Mesh", "LimbNode", "Null", "Camera", ... */
    FBX_NODE_ATTRIBUTE, /* camera, light, bone size */
    FBX_MESH,           /* Geometry "Mesh" */
    FBX_SHAPE,          /* Geometry "Shape": the offsets of a blend shape */
    FBX_SKIN,           /* Deformer "Skin" */
    FBX_CLUSTER,        /* Deformer "Cluster": a bone of a skin */
    FBX_BLEND_SHAPE,    /* Deformer "BlendShape" */
    FBX_BLEND_CHANNEL,  /* Deformer "BlendShapeChannel" */
    FBX_MATERIAL,
    FBX_TEXTURE,
    FBX_VIDEO,      /* the picture file of a texture */
    FBX_POSE,       /* the bind pose */
    FBX_STACK,      /* AnimationStack: a clip */
    FBX_LAYER,      /* AnimationLayer */
    FBX_CURVE_NODE, /* AnimationCurveNode: the curves of one property on one layer */
    FBX_CURVE,      /* AnimationCurve */
    FBX_KIND_COUNT,
    FBX_ANY = FBX_KIND_COUNT /* to search for objects of all kinds */
} fbx_kind;

typedef struct fbx_connection {
    uint32_t source, destination; /* objects; a source belongs to its destination: bone to parent, cluster to skin */
    fbx_text property;            /* of the destination: "Lcl Rotation", "DiffuseColor"; empty: the object itself */
} fbx_connection;

typedef struct fbx_object {
    int64_t id; /* of the file. Version 6.1 has none: 0 for objects that are parts of others, otherwise any number */
    fbx_kind kind;
    fbx_text name, subclass;
    /* Its data. Version 6.1: a mesh, a node attribute and a blend shape have the node of the model that they are in, a
     * shape and its blend channel the node "Shape" in it. */
    const fbx_node *node;
    const fbx_node *properties;                    /* Properties70 or Properties60; NULL: none */
    const fbx_node *template_node;                 /* the default properties of its class; NULL: none */
    uint32_t first_source, source_count;           /* connections to its sources: [first_source ..] of by_destination */
    uint32_t first_destination, destination_count; /* connections to its destinations: the same of by_source */
} fbx_object;

/* Axes and unit of the file, and how they become right-handed, Y up, metres. */
typedef struct fbx_space {
    double metres;   /* of the file's unit: UnitScaleFactor / 100 */
    uint8_t axis[3]; /* for each axis of hone: the axis of the file, 0 to 2, each once */
    int8_t sign[3];  /* and its sign, 1 or -1 */
    bool mirrored;   /* the axes of the file are left-handed: triangles change their winding */
} fbx_space;

typedef struct fbx_scene {
    const fbx_document *document;
    uint32_t object_count;
    const fbx_object *objects; /* [object_count] file order; 0 is the root of the hierarchy, which no file lists */
    uint32_t connection_count;
    const fbx_connection *by_destination; /* [connection_count] by destination, then in file order */
    const uint32_t *by_source;            /* [connection_count] indices into it, by source, then in file order */
    const fbx_node *settings;             /* the properties of GlobalSettings; NULL: none */
    fbx_space space;
} fbx_scene;

/* Reads all objects and connections. What is damaged is left out, with a warning. memory: of the scene. Errors: MEMORY,
 * and those of decoding arrays. */
bool hone_fbx_scene_read(fbx_scene *scene, const fbx_document *document, hone_arena *memory, hone_builder *warnings,
                         hone_error *error);

/* Walk the objects that are connected to one another. kind: of the object at the other end, or FBX_ANY. property: of
 * the destination; NULL: any; "": only connections of whole objects. after: the result of the call before, or
 * UINT32_MAX to begin. Return the next index into by_destination (sources) or by_source (destinations), or UINT32_MAX
 * at the end:
 *
 *     for (uint32_t c = UINT32_MAX; (c = hone_fbx_next_source(scene, skin, FBX_CLUSTER, "", c)) != UINT32_MAX;)
 *         use(scene->by_destination[c].source);
 *
 * hone_fbx_destination_at gives the object at the other end of what hone_fbx_next_destination found. */
uint32_t hone_fbx_next_source(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property,
                              uint32_t after);
uint32_t hone_fbx_next_destination(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property,
                                   uint32_t after);
static inline uint32_t hone_fbx_destination_at(const fbx_scene *scene, uint32_t index)
{
    return scene->by_destination[scene->by_source[index]].destination;
}
/* Return the first such object, or UINT32_MAX. */
uint32_t hone_fbx_source(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property);
uint32_t hone_fbx_destination(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property);

/* ---- properties (in properties.c) ---- */

/* Return the entry of a property in a list, "Properties70" or "Properties60", or NULL. `first` becomes the index of
 * its first value. properties: NULL has none. */
const fbx_node *hone_fbx_property_named(const fbx_node *properties, fbx_text name, uint32_t *first);
const fbx_node *hone_fbx_property_in(const fbx_node *properties, const char *name, uint32_t *first);
/* The same for an object: its own entry, or else that of its class. */
const fbx_node *hone_fbx_find_property(const fbx_object *object, const char *name, uint32_t *first);

/* Return a property of an object or of its class, or the default. */
double hone_fbx_property(const fbx_object *object, const char *name, double otherwise);
int64_t hone_fbx_property_integer(const fbx_object *object, const char *name, int64_t otherwise);
fbx_text hone_fbx_property_text(const fbx_object *object, const char *name); /* {"", 0} */
bool hone_fbx_has_property(const fbx_object *object, const char *name);
/* Returns false, and leaves `out`, if there is none, or if a number of it is not finite. */
bool hone_fbx_property_vector(const fbx_object *object, const char *name, double out[3]);

/* ---- axes and unit (in space.c) ---- */

/* Reads axes and unit of the file. properties: of GlobalSettings; NULL: Y up, centimetres. */
void hone_fbx_space_read(fbx_space *space, const fbx_node *properties, hone_builder *warnings);
/* Convert from the file's axes and unit to hone's. out: may be the argument. */
void hone_fbx_point(const fbx_space *space, const double file[3], double out[3]);     /* in metres */
void hone_fbx_direction(const fbx_space *space, const double file[3], double out[3]); /* turned only */

#endif
