/* The scene while it is read. All objects and connections are added twice: at first they are only counted, then they
 * are written to arrays of that size. */
#ifndef HONE_SRC_FORMAT_FBX_SCENE_SCENE_CONTEXT_H
#define HONE_SRC_FORMAT_FBX_SCENE_SCENE_CONTEXT_H

#include "files/format/fbx/scene/scene.h"

typedef struct fbx_table_entry fbx_table_entry;

typedef struct fbx_scene_context {
    const fbx_document *document;
    hone_arena *memory;    /* of the scene */
    hone_arena *temporary; /* of the table and the unsorted connections */
    hone_builder *warnings;
    const fbx_node *definitions; /* the node "Definitions"; NULL: none */
    bool counting;
    uint32_t object_count, connection_count;
    fbx_object *objects;         /* NULL while counting */
    fbx_connection *connections; /* NULL while counting */
    fbx_table_entry *table;      /* [table_count] objects of the file by number or, in 6.1, by name */
    uint32_t table_count;
    int64_t root_id;
    uint32_t dangling; /* connections that lack an object */
} fbx_scene_context;

/* Adds an object, or counts it. Returns its index. */
uint32_t hone_fbx_add_object(fbx_scene_context *scene, const fbx_object *object);
/* Connects two objects, or counts their connection. */
void hone_fbx_connect(fbx_scene_context *scene, uint32_t source, uint32_t destination, fbx_text property);

/* Makes the table by which objects are found. Returns false if out of memory. */
bool hone_fbx_make_table(fbx_scene_context *scene);
/* Return an object, 0 for the root, or UINT32_MAX. */
uint32_t hone_fbx_find_id(const fbx_scene_context *scene, int64_t id);
uint32_t hone_fbx_find_name(const fbx_scene_context *scene, fbx_text whole);

/* Adds all objects of the file, behind the root. */
void hone_fbx_add_objects(fbx_scene_context *scene);
/* Returns Properties70 or Properties60 of a node; NULL: none. */
const fbx_node *hone_fbx_properties_of(const fbx_node *node);
/* Adds all connections of the file. */
void hone_fbx_add_connections(fbx_scene_context *scene);
/* Puts the connections of a scene into the order of their destinations, and lists them in that of their sources.
 * Returns false if out of memory. */
bool hone_fbx_sort_connections(fbx_scene_context *context, fbx_scene *scene);

/* ---- earlier versions (in parts.c and takes.c) ---- */

/* Adds the objects that are inside of a mesh: its blend shapes. For versions up to 7.1. */
void hone_fbx_add_shapes(fbx_scene_context *scene, const fbx_object *mesh, uint32_t at);
/* Adds the objects that are inside of a model: its mesh or node attribute, and its blend shapes. For version 6.1. */
void hone_fbx_add_parts(fbx_scene_context *scene, const fbx_object *model, uint32_t at);
/* Returns the mesh or node attribute that was made of a model, or UINT32_MAX. */
uint32_t hone_fbx_part_of(const fbx_scene_context *scene, uint32_t model);
/* Returns the blend channel of a model or mesh that has this name, or UINT32_MAX. */
uint32_t hone_fbx_channel_of(const fbx_scene_context *scene, uint32_t object, fbx_text name);
/* Adds the objects of the animation. For version 6.1. */
void hone_fbx_add_takes(fbx_scene_context *scene);

#endif
