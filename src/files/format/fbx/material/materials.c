/* Materials: Phong, Lambert and the renderers of Maya and 3ds Max become metallic-roughness, and fields of MMD. */
#include "files/format/common/surface.h"
#include "files/format/fbx/material/shader.h"
#include "files/format/fbx/material/textures.h"
#include <string.h>

static float limit(double value)
{
    return value > 0 ? value < 1 ? (float)value : 1 : 0;
}

static bool has_texture(const fbx_shader *shader, fbx_role role)
{
    return shader->textures[role] != UINT32_MAX;
}

/* ---- renderers ---- */

static double value_or(const fbx_shader *shader, fbx_role role, double otherwise)
{
    return shader->has[role] ? shader->values[role][0] : otherwise;
}

static void set_roughness(const fbx_shader *shader, hone_pbr *pbr)
{
    double roughness = value_or(shader, FBX_ROLE_ROUGHNESS, 0.5);
    if (shader->has[FBX_ROLE_GLOSSINESS])
        roughness = 1 - shader->values[FBX_ROLE_GLOSSINESS][0];
    else if (value_or(shader, FBX_ROLE_IS_GLOSSINESS, 0) == 1)
        roughness = 1 - roughness;
    pbr->roughness = limit(roughness);
}

/* A texture takes the place of a number: then the factor is 1. */
static void set_pbr(const fbx_shader *shader, hone_pbr *pbr)
{
    bool textured = has_texture(shader, FBX_ROLE_BASE_COLOUR), lit = has_texture(shader, FBX_ROLE_EMISSIVE);
    double factor = value_or(shader, FBX_ROLE_BASE_FACTOR, 1), emission = value_or(shader, FBX_ROLE_EMISSIVE_FACTOR, 1);
    for (int i = 0; i < 3; i++) {
        double colour = shader->has[FBX_ROLE_BASE_COLOUR] ? shader->values[FBX_ROLE_BASE_COLOUR][i] : 0.8;
        pbr->base_colour[i] = limit(factor * (textured ? 1 : colour));
        pbr->emissive[i] = limit(emission * (lit ? 1 : shader->values[FBX_ROLE_EMISSIVE][i]));
    }
    pbr->metallic = has_texture(shader, FBX_ROLE_METALLIC) ? 1 : limit(shader->values[FBX_ROLE_METALLIC][0]);
    set_roughness(shader, pbr);
    const double *opacity = shader->values[FBX_ROLE_OPACITY];
    bool clear = shader->has[FBX_ROLE_OPACITY] && !has_texture(shader, FBX_ROLE_OPACITY);
    pbr->base_colour[3] = clear ? limit((opacity[0] + opacity[1] + opacity[2]) / 3) : 1;
}

/* ---- Phong and Lambert ---- */

/* Reads a colour, which old files write under a short name too. Colours are display values, but linear by Blender. */
static void read_colour(const fbx_object *object, bool linear, const char *name, const char *short_name,
                        const char *factor, float out[3])
{
    double colour[3] = {0}, scale = hone_fbx_property(object, factor, 1);
    if (!hone_fbx_property_vector(object, name, colour))
        hone_fbx_property_vector(object, short_name, colour);
    for (int i = 0; i < 3; i++) {
        float value = limit(colour[i]);
        out[i] = limit(scale * (double)(linear ? value : hone_linear_from_display(value)));
    }
}

/* The colour and the factor of transparency are used in different ways, so the rules go from the surest number to the
 * least sure one. Nobody exports a surface that cannot be seen: that is a sign of the opposite meaning. */
static float opacity_of(const fbx_object *object)
{
    double colour[3] = {0}, factor = hone_fbx_property(object, "TransparencyFactor", 1);
    double opacity = 1 - factor;
    hone_fbx_property_vector(object, "TransparentColor", colour);
    if (!(factor > 0 && factor < 1)) {
        double transparency = factor > 0 ? (colour[0] + colour[1] + colour[2]) / 3 : 0;
        opacity = hone_fbx_property(object, "Opacity", 1 - transparency);
    }
    return opacity > 0 ? limit(opacity) : 1;
}

static bool is_phong(const fbx_object *object)
{
    fbx_text model = hone_fbx_text(hone_fbx_child(object->node, "ShadingModel"), 0);
    return model.size > 0 && (model.data[0] == 'p' || model.data[0] == 'P');
}

/* Returns the roughness whose highlight is about as wide as that of a Phong exponent (Karis 2013: alpha is the square
 * of the roughness; Walter et al. 2007: exponent = 2 / alpha^2 - 2). Blender has a rule of its own. */
static float roughness_of(const fbx_shader *shader, const fbx_object *object, const float specular[3])
{
    double exponent = hone_fbx_property(object, "ShininessExponent", hone_fbx_property(object, "Shininess", 20));
    exponent = exponent > 0 ? exponent : 0;
    if (shader->is_of_blender)
        return limit(1 - sqrt(exponent) / 10);
    if (!is_phong(object) || !(specular[0] + specular[1] + specular[2] > 0))
        return 1;
    return limit(sqrt(sqrt(2 / (exponent + 2))));
}

static void set_phong(const fbx_shader *shader, const fbx_object *object, hone_pbr *pbr, hone_material *out)
{
    bool linear = shader->is_of_blender;
    float specular[3];
    read_colour(object, linear, "DiffuseColor", "Diffuse", "DiffuseFactor", pbr->base_colour);
    read_colour(object, linear, "EmissiveColor", "Emissive", "EmissiveFactor", pbr->emissive);
    read_colour(object, linear, "SpecularColor", "Specular", "SpecularFactor", specular);
    for (int i = 0; i < 3; i++) {
        if (has_texture(shader, FBX_ROLE_BASE_COLOUR))
            pbr->base_colour[i] = limit(hone_fbx_property(object, "DiffuseFactor", 1));
        if (has_texture(shader, FBX_ROLE_EMISSIVE))
            pbr->emissive[i] = limit(hone_fbx_property(object, "EmissiveFactor", 1));
        out->specular[i] = is_phong(object) ? hone_display_from_linear(specular[i]) : 0;
    }
    out->specular_power = is_phong(object) ? (float)hone_fbx_property(object, "ShininessExponent",
                                                                      hone_fbx_property(object, "Shininess", 20))
                                           : 0;
    pbr->base_colour[3] = opacity_of(object);
    pbr->roughness = roughness_of(shader, object, specular);
    if (linear)
        pbr->metallic = limit(hone_fbx_property(object, "ReflectionFactor", 0));
}

/* ---- maps ---- */

/* hone's map has the roughness in green and the metallic value in blue. One texture for both is such a map. A texture
 * of the roughness alone is grey, so it is one too, if the surface is no metal; other pairs cannot be joined. */
static uint32_t rough_metal_texture(const fbx_reader *reader, const fbx_textures *textures, const fbx_shader *shader,
                                    hone_pbr *pbr)
{
    uint32_t rough = shader->textures[FBX_ROLE_ROUGHNESS], metal = shader->textures[FBX_ROLE_METALLIC];
    bool inverted = value_or(shader, FBX_ROLE_IS_GLOSSINESS, 0) == 1;
    if (rough == UINT32_MAX && metal == UINT32_MAX)
        return UINT32_MAX;
    bool same = rough != UINT32_MAX && metal != UINT32_MAX && textures->same_as[rough] == textures->same_as[metal];
    if (same || (metal == UINT32_MAX && pbr->metallic == 0 && !inverted)) {
        pbr->roughness = 1;
        return rough;
    }
    if (metal != UINT32_MAX)
        pbr->metallic = 0;
    hone_fbx_warn_limit(reader, "material whose textures of metallic and roughness are apart: left out");
    return UINT32_MAX;
}

static bool set_maps(fbx_textures *textures, fbx_shader *shader, uint32_t material, hone_pbr *pbr)
{
    const uint32_t of[HONE_MAP_COUNT] = {
        [HONE_MAP_BASE_COLOUR] = shader->textures[FBX_ROLE_BASE_COLOUR],
        [HONE_MAP_METALLIC_ROUGHNESS] = rough_metal_texture(textures->reader, textures, shader, pbr),
        [HONE_MAP_NORMAL] = shader->textures[FBX_ROLE_NORMAL],
        [HONE_MAP_OCCLUSION] = shader->textures[FBX_ROLE_OCCLUSION],
        [HONE_MAP_EMISSIVE] = shader->textures[FBX_ROLE_EMISSIVE],
    };
    for (int i = 0; i < HONE_MAP_COUNT; i++)
        if (!hone_fbx_make_map(textures, material, of[i], &pbr->maps[i]))
            return false;
    return true;
}

/* A texture of the opacity is used only if it is the alpha of the base colour. It is cut off, since the hair and leaves
 * that have such textures look wrong if they are blended in any order. */
static void set_alpha(const fbx_textures *textures, const fbx_shader *shader, hone_pbr *pbr)
{
    uint32_t base = shader->textures[FBX_ROLE_BASE_COLOUR], opacity = shader->textures[FBX_ROLE_OPACITY];
    pbr->alpha_cutoff = 0.5f;
    pbr->alpha_mode = pbr->base_colour[3] < 1 ? HONE_ALPHA_BLEND : HONE_ALPHA_OPAQUE;
    if (opacity == UINT32_MAX)
        return;
    if (base != UINT32_MAX && textures->same_as[base] == textures->same_as[opacity]) {
        pbr->base_colour[3] = 1;
        pbr->alpha_mode = HONE_ALPHA_MASK;
    } else {
        hone_fbx_warn_limit(textures->reader, "material with a texture of its opacity alone: left out");
    }
}

/* ---- materials ---- */

static bool read_material(fbx_textures *textures, uint32_t object, hone_material *out)
{
    fbx_reader *reader = textures->reader;
    hone_pbr *pbr = (hone_pbr *)out->pbr;
    fbx_shader shader;
    hone_material old = *out;
    hone_fbx_read_shader(reader, object, &shader);
    out->name = hone_fbx_keep(reader, reader->scene.objects[object].name);
    if (shader.is_pbr)
        set_pbr(&shader, pbr);
    else
        set_phong(&shader, &reader->scene.objects[object], pbr, out);
    set_alpha(textures, &shader, pbr);
    if (!out->name || !set_maps(textures, &shader, object, pbr))
        return false;
    hone_surface_set_mmd_fields(pbr, (old.flags & HONE_MATERIAL_VERTEX_COLOUR) != 0, true, out);
    return true;
}

/* Makes the material of polygons whose node has none. */
static void set_plain(hone_material *out)
{
    hone_pbr *pbr = (hone_pbr *)out->pbr;
    for (int i = 0; i < 3; i++) pbr->base_colour[i] = hone_linear_from_display(0.8f);
    pbr->base_colour[3] = pbr->roughness = 1;
    pbr->alpha_cutoff = 0.5f;
    for (int i = 0; i < HONE_MAP_COUNT; i++) pbr->maps[i] = hone_surface_no_map();
    hone_surface_set_mmd_fields(pbr, (out->flags & HONE_MATERIAL_VERTEX_COLOUR) != 0, true, out);
}

bool hone_fbx_read_materials(fbx_reader *reader)
{
    hone_material *materials = (hone_material *)reader->data.materials, *to = materials;
    fbx_textures textures;
    if (!hone_fbx_textures_begin(reader, &textures))
        return false;
    for (uint32_t i = 0; i < reader->scene.object_count; i++) {
        if (reader->scene.objects[i].kind != FBX_MATERIAL)
            continue;
        to->sphere_texture = to->toon = HONE_NONE;
        if (!read_material(&textures, i, to++))
            return false;
    }
    to->sphere_texture = to->toon = HONE_NONE;
    set_plain(to);
    hone_fbx_textures_end(&textures);
    return true;
}
