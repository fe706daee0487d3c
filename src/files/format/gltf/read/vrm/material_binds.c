/* What expressions do to materials. VRM 1.0 names materials by number, and colours and texture coordinates in lists of
 * their own; 0.x names both by the names of Unity's properties. Sources: VRMC_vrm-1.0, "MaterialColorBind" and
 * "TextureTransformBind"; VRM 0.x, "vrm.blendshape.materialbind". */
#include "base/memory/builder.h"
#include "base/powers.h"
#include "files/format/gltf/read/vrm/expressions.h"
#include "files/format/gltf/vrm_words.h"
#include <string.h>

/* By hone_material_colour. */
static const char *const vrm0_colours[HONE_COLOUR_COUNT] = {
    [HONE_COLOUR_BASE] = "_Color",       [HONE_COLOUR_EMISSION] = "_EmissionColor",
    [HONE_COLOUR_SHADE] = "_ShadeColor", [HONE_COLOUR_MATCAP] = "_SphereAdd",
    [HONE_COLOUR_RIM] = "_RimColor",     [HONE_COLOUR_OUTLINE] = "_OutlineColor",
};

/* Where binds go; both arrays have room for all binds of the expression. */
typedef struct bind_list {
    gltf_reader *reader;
    const gltf_expression *expression;
    hone_colour_bind *colours;
    hone_texture_bind *textures;
    hone_expression *out;
} bind_list;

static void drop(const bind_list *list)
{
    hone_builder_warn(list->reader->file.builder,
                      "expression with a change of a material that is not there: change ignored", list->expression->at);
}

static int find_colour(gltf_text name, bool vrm0)
{
    for (int c = 0; c < HONE_COLOUR_COUNT; c++)
        if (hone_gltf_text_equals(name, vrm0 ? vrm0_colours[c] : hone_vrm_colour_names[c]))
            return c;
    return HONE_NONE;
}

/* ---- VRM 1.0 ---------------------------------------------------------------------------------------------------- */

static void add_colour_vrm1(bind_list *list, const gltf_object *bind)
{
    hone_colour_bind *out = &list->colours[list->out->colour_bind_count];
    int colour = find_colour(hone_gltf_extras_text(bind, "type"), false);
    *out = (hone_colour_bind){.material = hone_gltf_extras_index(bind, "material", list->reader->material_count),
                              .colour = (uint8_t)colour,
                              .target = {1, 1, 1, 1}};
    hone_gltf_extras_floats(bind, "targetValue", out->target, 4);
    if (out->material == HONE_NONE || colour == HONE_NONE)
        drop(list);
    else
        list->out->colour_bind_count++;
}

static void add_texture_vrm1(bind_list *list, const gltf_object *bind)
{
    hone_texture_bind *out = &list->textures[list->out->texture_bind_count];
    *out = (hone_texture_bind){.material = hone_gltf_extras_index(bind, "material", list->reader->material_count),
                               .scale = {1, 1}};
    hone_gltf_extras_floats(bind, "scale", out->scale, 2);
    hone_gltf_extras_floats(bind, "offset", out->offset, 2);
    if (out->material == HONE_NONE)
        drop(list);
    else
        list->out->texture_bind_count++;
}

static void add_vrm1(bind_list *list)
{
    const gltf_object *e = &list->expression->object;
    for (uint32_t i = 0; i < hone_gltf_extras_count(e, "materialColorBinds") && hone_gltf_charge(list->reader, 1);
         i++) {
        gltf_object bind = hone_gltf_extras_element(e, "materialColorBinds", i);
        add_colour_vrm1(list, &bind);
    }
    for (uint32_t i = 0; i < hone_gltf_extras_count(e, "textureTransformBinds") && hone_gltf_charge(list->reader, 1);
         i++) {
        gltf_object bind = hone_gltf_extras_element(e, "textureTransformBinds", i);
        add_texture_vrm1(list, &bind);
    }
}

/* ---- VRM 0.x ---------------------------------------------------------------------------------------------------- */

static int32_t find_material(gltf_reader *reader, gltf_text name)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "materials");
    for (uint32_t m = 0; m < count && m < reader->material_count && hone_gltf_charge(reader, 1); m++) {
        gltf_object material = hone_gltf_element(&root, "materials", m);
        gltf_text other = hone_gltf_extras_text(&material, "name");
        if (name.bytes && other.bytes && name.size == other.size && memcmp(name.bytes, other.bytes, name.size) == 0)
            return (int32_t)m;
    }
    return HONE_NONE;
}

/* Unity's colours are display values (sRGB). */
static float linear(float value)
{
    return value <= 0.04045f ? value / 12.92f : hone_powf((value + 0.055f) / 1.055f, 2.4f);
}

static void add_colour_vrm0(bind_list *list, int32_t material, int colour, const float value[4])
{
    hone_colour_bind *out = &list->colours[list->out->colour_bind_count++];
    *out = (hone_colour_bind){.material = material, .colour = (uint8_t)colour};
    for (int i = 0; i < 3; i++) out->target[i] = linear(value[i]);
    out->target[3] = value[3];
}

/* Scale and offset of Unity, whose v counts from below. */
static void add_texture_vrm0(bind_list *list, int32_t material, const float value[4])
{
    list->textures[list->out->texture_bind_count++] =
        (hone_texture_bind){material, {value[0], value[1]}, {value[2], 1 - value[1] - value[3]}};
}

static void add_value(bind_list *list, const gltf_object *bind)
{
    int32_t material = find_material(list->reader, hone_gltf_extras_text(bind, "materialName"));
    gltf_text property = hone_gltf_extras_text(bind, "propertyName");
    int colour = find_colour(property, true);
    float value[4] = {1, 1, 1, 1};
    bool given = hone_gltf_extras_floats(bind, "targetValue", value, 4);
    if (material == HONE_NONE || !given)
        drop(list);
    else if (colour != HONE_NONE)
        add_colour_vrm0(list, material, colour, value);
    else if (hone_gltf_text_equals(property, "_MainTex_ST"))
        add_texture_vrm0(list, material, value);
    else
        drop(list);
}

static void add_vrm0(bind_list *list)
{
    const gltf_object *e = &list->expression->object;
    for (uint32_t i = 0; i < hone_gltf_extras_count(e, "materialValues") && hone_gltf_charge(list->reader, 1); i++) {
        gltf_object bind = hone_gltf_extras_element(e, "materialValues", i);
        add_value(list, &bind);
    }
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static uint32_t most_colours(const gltf_expression *e)
{
    return hone_gltf_extras_count(&e->object, e->vrm0 ? "materialValues" : "materialColorBinds");
}

static uint32_t most_textures(const gltf_expression *e)
{
    return hone_gltf_extras_count(&e->object, e->vrm0 ? "materialValues" : "textureTransformBinds");
}

bool hone_gltf_changes_materials(const gltf_expression *e)
{
    return most_colours(e) + most_textures(e) > 0;
}

bool hone_gltf_read_material_binds(gltf_reader *reader, const gltf_expression *e, hone_expression *out)
{
    bind_list list = {.reader = reader, .expression = e, .out = out};
    if (!hone_reading_array(&reader->file, most_colours(e), sizeof *list.colours, &list.colours) ||
        !hone_reading_array(&reader->file, most_textures(e), sizeof *list.textures, &list.textures))
        return false;
    if (e->vrm0)
        add_vrm0(&list);
    else
        add_vrm1(&list);
    out->colour_binds = list.colours;
    out->texture_binds = list.textures;
    return !reader->file.failed;
}
