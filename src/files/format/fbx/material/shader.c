/* Finds the properties and textures of a material by their names. Renderers of Maya and 3ds Max have names with a
 * prefix, "Maya|baseColor", "3dsMax|Parameters|base_color_map", "Maya|TEX_color_map"; without the prefix, "TEX", "map"
 * and underscores, and in small letters, few names are left. */
#include "files/format/fbx/material/shader.h"
#include <string.h>

enum {
    NAME_SIZE = 32,
    MOST_TEXTURES = 256 /* of a node that are looked at */
};

/* The name of a property in its short form. */
typedef struct short_name {
    char text[NAME_SIZE];
    bool prefixed; /* the name of a renderer */
    bool is_map;
} short_name;

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

static short_name shorten(fbx_text name)
{
    short_name out = {.prefixed = false};
    uint32_t first = 0, length = 0;
    for (uint32_t i = 0; i < name.size; i++)
        if (name.data[i] == '|')
            first = i + 1, out.prefixed = true;
    for (uint32_t i = first; i < name.size && length < NAME_SIZE - 1; i++)
        if (name.data[i] != '_')
            out.text[length++] = lower(name.data[i]);
    if (strncmp(out.text, "tex", 3) == 0) {
        memmove(out.text, out.text + 3, NAME_SIZE - 3);
        out.is_map = true;
    }
    if (ends_with(out.text, "map")) {
        out.text[strlen(out.text) - 3] = '\0';
        out.is_map = true;
    }
    return out;
}

/* ---- roles ---- */

typedef struct named_role {
    const char *name;
    fbx_role role;
} named_role;

static fbx_role role_in(const char *name, const named_role *roles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(roles[i].name, name) == 0)
            return roles[i].role;
    return FBX_ROLE_COUNT;
}

static fbx_role role_of_pbr(const char *name)
{
    static const named_role roles[] = {
        {"basecolor", FBX_ROLE_BASE_COLOUR},
        {"color", FBX_ROLE_BASE_COLOUR},
        {"base", FBX_ROLE_BASE_FACTOR},
        {"baseweight", FBX_ROLE_BASE_FACTOR},
        {"metalness", FBX_ROLE_METALLIC},
        {"metallic", FBX_ROLE_METALLIC},
        {"metal", FBX_ROLE_METALLIC},
        {"basemetalness", FBX_ROLE_METALLIC},
        {"roughness", FBX_ROLE_ROUGHNESS},
        {"rough", FBX_ROLE_ROUGHNESS},
        {"specularroughness", FBX_ROLE_ROUGHNESS},
        {"glossiness", FBX_ROLE_GLOSSINESS},
        {"roughnessinv", FBX_ROLE_IS_GLOSSINESS},
        {"useglossiness", FBX_ROLE_IS_GLOSSINESS},
        {"emissive", FBX_ROLE_EMISSIVE},
        {"emissioncolor", FBX_ROLE_EMISSIVE},
        {"emitcolor", FBX_ROLE_EMISSIVE},
        {"emission", FBX_ROLE_EMISSIVE_FACTOR},
        {"emissionweight", FBX_ROLE_EMISSIVE_FACTOR},
        {"emissiveintensity", FBX_ROLE_EMISSIVE_FACTOR},
        {"opacity", FBX_ROLE_OPACITY},
        {"geometryopacity", FBX_ROLE_OPACITY},
        {"alpha", FBX_ROLE_OPACITY},
        {"cutout", FBX_ROLE_OPACITY},
        {"normal", FBX_ROLE_NORMAL},
        {"normalcamera", FBX_ROLE_NORMAL},
        {"norm", FBX_ROLE_NORMAL},
        {"bump", FBX_ROLE_NORMAL},
        {"ao", FBX_ROLE_OCCLUSION},
        {"ambientocclusion", FBX_ROLE_OCCLUSION},
    };
    return role_in(name, roles, sizeof roles / sizeof *roles);
}

/* The exporter of Blender connects textures of metallic and roughness to properties that mean other things elsewhere.
 */
static fbx_role role_of_phong(const char *name, bool blender)
{
    static const named_role roles[] = {
        {"diffusecolor", FBX_ROLE_BASE_COLOUR},
        {"diffuse", FBX_ROLE_BASE_COLOUR},
        {"emissivecolor", FBX_ROLE_EMISSIVE},
        {"emissive", FBX_ROLE_EMISSIVE},
        {"transparentcolor", FBX_ROLE_OPACITY},
        {"transparencyfactor", FBX_ROLE_OPACITY},
        {"opacity", FBX_ROLE_OPACITY},
        {"transparent", FBX_ROLE_OPACITY},
        {"normal", FBX_ROLE_NORMAL},
        {"normalcamera", FBX_ROLE_NORMAL},
        {"reflectionfactor", FBX_ROLE_METALLIC},
        {"shininessexponent", FBX_ROLE_ROUGHNESS},
        {"shininess", FBX_ROLE_ROUGHNESS},
    };
    return role_in(name, roles, sizeof roles / sizeof *roles - (blender ? 0 : 3));
}

/* ---- values ---- */

static void read_value(const fbx_node *property, fbx_shader *shader)
{
    short_name name = shorten(hone_fbx_text(property, 0));
    fbx_role role = name.prefixed && !name.is_map ? role_of_pbr(name.text) : FBX_ROLE_COUNT;
    uint32_t first = property->name.size == 1 ? 4 : 3;
    if (role == FBX_ROLE_COUNT || property->value_count <= first)
        return;
    bool is_vector = property->value_count >= first + 3;
    if (role == FBX_ROLE_EMISSIVE_FACTOR && is_vector)
        role = FBX_ROLE_EMISSIVE;
    for (uint32_t i = 0; i < 3; i++) shader->values[role][i] = hone_fbx_real(property, first + (is_vector ? i : 0), 0);
    shader->has[role] = true;
    shader->is_pbr |= role == FBX_ROLE_BASE_COLOUR || role == FBX_ROLE_METALLIC;
}

/* ---- textures ---- */

/* Returns the texture of a connection: of several layers the first. */
static uint32_t texture_of(const fbx_reader *reader, uint32_t object)
{
    if (reader->scene.objects[object].kind == FBX_TEXTURE)
        return object;
    if (!hone_fbx_is(reader->scene.objects[object].node, "LayeredTexture"))
        return UINT32_MAX;
    return hone_fbx_source(&reader->scene, object, FBX_TEXTURE, NULL);
}

/* Returns whether a material has a switch for a texture that is off: "Maya|use_color_map" for "Maya|TEX_color_map",
 * "3dsMax|Parameters|bump_map_on" for "3dsMax|Parameters|bump_map". */
static bool is_switched_off(const fbx_object *material, fbx_text property)
{
    static const char map[] = "TEX_", use[] = "use_";
    char name[96];
    if (property.size + sizeof "_on" > sizeof name)
        return false;
    memcpy(name, property.data, property.size);
    memcpy(name + property.size, "_on", sizeof "_on");
    if (hone_fbx_property(material, name, 1) == 0)
        return true;
    name[property.size] = '\0';
    char *at = strstr(name, map);
    if (at)
        memcpy(at, use, sizeof use - 1);
    return at && hone_fbx_property(material, name, 1) == 0;
}

static void read_texture(const fbx_reader *reader, const fbx_connection *connection, fbx_shader *shader)
{
    uint32_t texture = texture_of(reader, connection->source);
    short_name name = shorten(connection->property);
    fbx_role role = name.prefixed ? role_of_pbr(name.text) : role_of_phong(name.text, shader->is_of_blender);
    if (texture == UINT32_MAX || role == FBX_ROLE_COUNT || name.prefixed != shader->is_pbr ||
        is_switched_off(&reader->scene.objects[connection->destination], connection->property))
        return;
    if (role == FBX_ROLE_EMISSIVE_FACTOR)
        role = FBX_ROLE_EMISSIVE;
    if (shader->textures[role] == UINT32_MAX)
        shader->textures[role] = texture;
}

/* Returns how many objects of a kind are connected to a node before `object`, at most MOST_TEXTURES. */
static uint32_t count_before(const fbx_scene *scene, uint32_t node, fbx_kind kind, uint32_t object)
{
    uint32_t count = 0, c = UINT32_MAX;
    while (count < MOST_TEXTURES && (c = hone_fbx_next_source(scene, node, kind, NULL, c)) != UINT32_MAX &&
           scene->by_destination[c].source != object)
        count++;
    return count;
}

/* Version 6.1 connects textures to the node. Materials have them in their order; further materials have the first. */
static uint32_t texture_of_node(const fbx_reader *reader, uint32_t material)
{
    const fbx_scene *scene = &reader->scene;
    uint32_t node = hone_fbx_destination(scene, material, FBX_MODEL, NULL), c = UINT32_MAX;
    if (node == UINT32_MAX || hone_fbx_source(scene, node, FBX_TEXTURE, NULL) == UINT32_MAX)
        return UINT32_MAX;
    uint32_t textures = count_before(scene, node, FBX_TEXTURE, UINT32_MAX);
    uint32_t place = count_before(scene, node, FBX_MATERIAL, material);
    for (uint32_t i = 0; i <= (place < textures ? place : 0); i++)
        c = hone_fbx_next_source(scene, node, FBX_TEXTURE, NULL, c);
    return scene->by_destination[c].source;
}

static bool is_of_blender(const fbx_reader *reader)
{
    static const char start[] = "Blender";
    fbx_text creator = hone_fbx_text(hone_fbx_child(reader->document.root, "Creator"), 0);
    return creator.size >= sizeof start - 1 && memcmp(creator.data, start, sizeof start - 1) == 0;
}

void hone_fbx_read_shader(const fbx_reader *reader, uint32_t material, fbx_shader *shader)
{
    const fbx_object *object = &reader->scene.objects[material];
    *shader = (fbx_shader){.is_pbr = false, .is_of_blender = is_of_blender(reader)};
    for (int i = 0; i < FBX_ROLE_COUNT; i++) shader->textures[i] = UINT32_MAX;
    for (const fbx_node *p = object->properties ? object->properties->first_child : NULL; p; p = p->next)
        read_value(p, shader);
    for (uint32_t i = 0; i < object->source_count; i++)
        read_texture(reader, &reader->scene.by_destination[object->first_source + i], shader);
    if (shader->textures[FBX_ROLE_BASE_COLOUR] == UINT32_MAX && reader->document.version < 7000)
        shader->textures[FBX_ROLE_BASE_COLOUR] = texture_of_node(reader, material);
}
