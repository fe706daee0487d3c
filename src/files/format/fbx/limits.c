/* Objects of a file that hone does not evaluate, though they change how things look or move: a warning for each kind.
 */
#include "base/memory/builder.h"
#include "files/format/fbx/reader.h"

void hone_fbx_warn_limit(const fbx_reader *reader, const char *what)
{
    hone_builder_warn_limit(reader->file.builder, what, NULL, 0);
}

static bool is_node(const fbx_object *object, const char *name)
{
    return hone_fbx_is(object->node, name);
}

/* What moves characters in MotionBuilder has its result in the curves of the bones. */
static bool is_active_constraint(const fbx_object *object)
{
    return is_node(object, "Constraint") && !hone_fbx_text_is(object->subclass, "Character") &&
           !hone_fbx_text_is(object->subclass, "ControlSet") && hone_fbx_property_integer(object, "Active", 1) != 0;
}

static bool is_light(const fbx_reader *reader, const fbx_object *object)
{
    fbx_kind kind = reader->document.version < 7000 ? FBX_MODEL : FBX_NODE_ATTRIBUTE;
    return object->kind == kind && hone_fbx_text_is(object->subclass, "Light");
}

static bool is_hidden_layer(const fbx_object *object)
{
    return is_node(object, "CollectionExclusive") && hone_fbx_property_integer(object, "Show", 1) == 0;
}

/* Objects of an unknown kind that a mesh is deformed by. */
static bool is_other_deformer(const fbx_object *object)
{
    return object->kind == FBX_OTHER && is_node(object, "Deformer");
}

static void warn_of_object(const fbx_reader *reader, const fbx_object *object)
{
    fbx_text kind = object->subclass;
    if (is_active_constraint(object))
        hone_builder_warn_limit(reader->file.builder, "constraints are not evaluated", kind.data, kind.size);
    if (is_other_deformer(object))
        hone_builder_warn_limit(reader->file.builder, "deformers of a kind that hone does not know are left out",
                                kind.data, kind.size);
    if (is_light(reader, object))
        hone_fbx_warn_limit(reader, "lights do not light the model; the first directional one that a clip moves does");
    if (is_hidden_layer(object))
        hone_fbx_warn_limit(reader, "display layers that are hidden are drawn");
    if (is_node(object, "LayeredTexture"))
        hone_fbx_warn_limit(reader, "of layered textures the first one is drawn");
    if (object->kind == FBX_CLUSTER &&
        hone_fbx_text_is(hone_fbx_text(hone_fbx_child(object->node, "Mode"), 0), "Additive"))
        hone_fbx_warn_limit(reader, "clusters that add to others are read as usual ones");
}

void hone_fbx_warn_of_limits(const fbx_reader *reader)
{
    for (uint32_t i = 0; i < reader->scene.object_count; i++)
        if (reader->scene.objects[i].node)
            warn_of_object(reader, &reader->scene.objects[i]);
}

/* ---- motions ---- */

static bool moves_a_surface(const fbx_reader *reader, uint32_t curve_node)
{
    const fbx_scene *scene = &reader->scene;
    return hone_fbx_destination(scene, curve_node, FBX_MATERIAL, NULL) != UINT32_MAX ||
           hone_fbx_destination(scene, curve_node, FBX_TEXTURE, NULL) != UINT32_MAX;
}

void hone_fbx_warn_of_limits_of_motion(const fbx_reader *reader)
{
    for (uint32_t i = 0; i < reader->scene.object_count; i++) {
        const fbx_object *object = &reader->scene.objects[i];
        bool silent = object->kind == FBX_LAYER && (hone_fbx_property_integer(object, "Mute", 0) != 0 ||
                                                    hone_fbx_property_integer(object, "Solo", 0) != 0);
        if (silent)
            hone_fbx_warn_limit(reader, "layers of animations that are mute or solo are played as all others");
        if (object->kind == FBX_CURVE_NODE && moves_a_surface(reader, i))
            hone_fbx_warn_limit(reader, "animated materials and textures stay as they are at rest");
    }
}
