/* The objects of a file: what kind each one is, and the default properties of its class. */
#include "files/format/fbx/scene/scene_context.h"
#include <string.h>

/* ---- kinds ---------------------------------------------------------------------------------------------------- */

#define WORD(text)                                                                                                     \
    {                                                                                                                  \
        text, sizeof text - 1                                                                                          \
    }

static fbx_kind kind_of(const fbx_node *node, fbx_text subclass)
{
    static const struct {
        fbx_text name, subclass; /* subclass: empty: any */
        fbx_kind kind;
    } kinds[] = {
        {WORD("AnimationCurve"), WORD(""), FBX_CURVE},
        {WORD("AnimationCurveNode"), WORD(""), FBX_CURVE_NODE},
        {WORD("Model"), WORD(""), FBX_MODEL},
        {WORD("NodeAttribute"), WORD(""), FBX_NODE_ATTRIBUTE},
        {WORD("Geometry"), WORD("Mesh"), FBX_MESH},
        {WORD("Geometry"), WORD("Shape"), FBX_SHAPE},
        {WORD("Deformer"), WORD("Cluster"), FBX_CLUSTER},
        {WORD("Deformer"), WORD("Skin"), FBX_SKIN},
        {WORD("Deformer"), WORD("BlendShape"), FBX_BLEND_SHAPE},
        {WORD("Deformer"), WORD("BlendShapeChannel"), FBX_BLEND_CHANNEL},
        {WORD("Material"), WORD(""), FBX_MATERIAL},
        {WORD("Texture"), WORD(""), FBX_TEXTURE},
        {WORD("Video"), WORD(""), FBX_VIDEO},
        {WORD("Pose"), WORD(""), FBX_POSE},
        {WORD("AnimationStack"), WORD(""), FBX_STACK},
        {WORD("AnimationLayer"), WORD(""), FBX_LAYER},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (hone_fbx_same_text(node->name, kinds[i].name) &&
            (kinds[i].subclass.size == 0 || hone_fbx_same_text(subclass, kinds[i].subclass)))
            return kinds[i].kind;
    return FBX_OTHER;
}

/* ---- default properties --------------------------------------------------------------------------------------- */

const fbx_node *hone_fbx_properties_of(const fbx_node *node)
{
    const fbx_node *properties = hone_fbx_child(node, "Properties70");
    return properties ? properties : hone_fbx_child(node, "Properties60");
}

static fbx_text without_prefix(fbx_text text)
{
    bool has = text.size > 3 && memcmp(text.data, "Fbx", 3) == 0;
    return has ? (fbx_text){text.data + 3, text.size - 3} : text;
}

/* Returns the default properties of all objects with a node's name. Only of some, the subclass has to be the same.
 * Curves, of which there are many, have none. */
static const fbx_node *template_of(const fbx_node *definitions, const fbx_node *node, fbx_kind kind, fbx_text subclass)
{
    if (kind == FBX_CURVE || kind == FBX_CURVE_NODE)
        return NULL;
    const fbx_node *type = hone_fbx_child(definitions, "ObjectType");
    while (type && !hone_fbx_same_text(hone_fbx_text(type, 0), node->name)) type = hone_fbx_next(type);
    const fbx_node *found = hone_fbx_child(type, "PropertyTemplate");
    if (!found)
        return NULL;
    bool for_all = kind == FBX_MODEL || kind == FBX_MATERIAL || kind == FBX_STACK || kind == FBX_LAYER;
    if (!for_all && !hone_fbx_same_text(without_prefix(hone_fbx_text(found, 0)), subclass))
        return NULL;
    return hone_fbx_properties_of(found);
}

/* ---- objects -------------------------------------------------------------------------------------------------- */

/* Makes the object of a node. Returns false if the node is none: a number, a name and a subclass are needed, or in
 * version 6.1 a name and a subclass. */
static bool read_object(const fbx_scene_context *scene, const fbx_node *node, fbx_object *out)
{
    bool numbered = scene->document->version >= 7000;
    uint32_t at = numbered ? 1 : 0;
    if (node->value_count < at + 2 || node->values[at].kind != FBX_TEXT)
        return false;
    fbx_text class_name;
    *out = (fbx_object){.id = numbered ? hone_fbx_integer(node, 0, 0) : 1, .node = node};
    out->subclass = without_prefix(hone_fbx_text(node, at + 1));
    hone_fbx_split_name(hone_fbx_text(node, at), &out->name, &class_name);
    out->kind = kind_of(node, out->subclass);
    if (scene->counting)
        return true;
    out->properties = hone_fbx_properties_of(node);
    out->template_node = template_of(scene->definitions, node, out->kind, out->subclass);
    return true;
}

/* Adds an object, and those that earlier versions have inside of it. */
static void add_object(fbx_scene_context *scene, const fbx_object *object)
{
    uint32_t at = hone_fbx_add_object(scene, object);
    if (object->kind == FBX_MODEL && scene->document->version < 7000)
        hone_fbx_add_parts(scene, object, at);
    if (object->kind == FBX_MESH && scene->document->version <= 7100)
        hone_fbx_add_shapes(scene, object, at);
}

void hone_fbx_add_objects(fbx_scene_context *scene)
{
    fbx_object object = {.kind = FBX_OTHER, .name = {"", 0}, .subclass = {"", 0}, .node = scene->document->root};
    hone_fbx_add_object(scene, &object);
    for (const fbx_node *list = hone_fbx_child(scene->document->root, "Objects"); list; list = hone_fbx_next(list))
        for (const fbx_node *n = list->first_child; n; n = n->next)
            if (read_object(scene, n, &object))
                add_object(scene, &object);
}
