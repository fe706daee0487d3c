/* Materials of VRM 0.x as those of 1.0: MToon 3.x and the unlit shaders of UniVRM. Colours of the file are display
 * values. Textures are placed as the main texture is, with v pointing up. Source: VRM 0.x specification,
 * "materialProperties", and the conversion to 1.0 that UniVRM defines. */
#include "base/memory/builder.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include <math.h>
#include <string.h>

typedef struct old_material {
    gltf_reader *reader;
    gltf_object whole, floats, vectors, textures, keywords;
} old_material;

static old_material open_material(gltf_reader *reader, const gltf_object *properties)
{
    return (old_material){reader,
                          *properties,
                          hone_gltf_extras_member(properties, "floatProperties"),
                          hone_gltf_extras_member(properties, "vectorProperties"),
                          hone_gltf_extras_member(properties, "textureProperties"),
                          hone_gltf_extras_member(properties, "keywordMap")};
}

/* ---- values ---- */

static float number_of(const old_material *old, const char *key, float absent)
{
    return hone_gltf_extras_number(&old->floats, key, absent);
}

/* Reads a colour, whose fourth component is no display value. out: in: what it is if the file has none, as the file
 * would have it; out: [count] linear. */
static void read_colour(const old_material *old, const char *key, float *out, uint32_t count)
{
    float found[4] = {0, 0, 0, 1};
    memcpy(found, out, count * sizeof *out);
    if (!hone_gltf_extras_floats(&old->vectors, key, found, 4))
        hone_gltf_extras_floats(&old->vectors, key, found, 3);
    for (uint32_t i = 0; i < count; i++) out[i] = i < 3 ? hone_linear_from_display(found[i]) : found[i];
}

/* Reads a map, whose texture coordinates are those of the main texture unless `placed` is false. */
static void read_map(const old_material *old, const char *key, bool placed, hone_map *out)
{
    float place[4] = {0, 0, 1, 1};
    gltf_object root = hone_gltf_root(&old->reader->json);
    int32_t texture = hone_gltf_extras_index(&old->textures, key, hone_gltf_count(&root, "textures"));
    *out = hone_surface_no_map();
    if (texture == HONE_NONE)
        return;
    hone_gltf_read_texture(old->reader, texture, out);
    if (!placed || !hone_gltf_extras_floats(&old->vectors, "_MainTex", place, 4))
        return;
    float rows[2][3] = {{place[2], 0, place[0]}, {0, place[3], 1 - place[3] - place[1]}};
    memcpy(out->transform, rows, sizeof rows);
}

/* ---- order of drawing ---- */

static bool is_unlit(const gltf_object *properties)
{
    static const char prefix[] = "VRM/Unlit";
    gltf_text shader = hone_gltf_extras_text(properties, "shader");
    return shader.size >= sizeof prefix - 1 && memcmp(shader.bytes, prefix, sizeof prefix - 1) == 0;
}

static bool is_toon(const gltf_object *properties)
{
    return hone_gltf_text_equals(hone_gltf_extras_text(properties, "shader"), "VRM/MToon");
}

bool hone_gltf_is_old_toon(const gltf_object *properties)
{
    return is_toon(properties) || is_unlit(properties);
}

static bool shader_is(const old_material *old, const char *name)
{
    return hone_gltf_text_equals(hone_gltf_extras_text(&old->whole, "shader"), name);
}

static bool is_transparent(const old_material *old)
{
    return hone_gltf_extras_flag(&old->keywords, "_ALPHABLEND_ON") || shader_is(old, "VRM/UnlitTransparent") ||
           shader_is(old, "VRM/UnlitTransparentZWrite");
}

static bool writes_depth(const old_material *old)
{
    return is_transparent(old) && (number_of(old, "_ZWrite", 0) == 1 || shader_is(old, "VRM/UnlitTransparentZWrite"));
}

static bool is_before(float queue, float other, bool depth)
{
    return depth ? queue < other : queue > other;
}

/* Adds a queue at its place among those of its kind, of which the last one may fall out. */
static void add_queue(gltf_queues *queues, float queue, bool depth)
{
    uint32_t *count = &queues->count[depth], at = 0;
    float *of = queues->of[depth];
    while (at < *count && is_before(of[at], queue, depth)) at++;
    if (at == GLTF_QUEUES_MOST || (at < *count && of[at] == queue))
        return;
    *count += *count < GLTF_QUEUES_MOST;
    for (uint32_t i = *count - 1; i > at; i--) of[i] = of[i - 1];
    of[at] = queue;
}

static void find_queues(gltf_reader *reader)
{
    gltf_object vrm;
    hone_gltf_vrm_of(reader, &vrm);
    uint32_t count = hone_gltf_extras_count(&vrm, "materialProperties");
    reader->queues.known = true;
    for (uint32_t i = 0; i < count && hone_gltf_charge(reader, 1); i++) {
        gltf_object properties = hone_gltf_extras_element(&vrm, "materialProperties", i);
        old_material material = open_material(reader, &properties);
        if (is_transparent(&material))
            add_queue(&reader->queues, hone_gltf_extras_number(&properties, "renderQueue", 0), writes_depth(&material));
    }
}

/* Returns the offset in 1.0 of a queue of 0.x, given how many different queues of materials of the same kind are before
 * and after it: those that do not write depth end at 0, the others begin there. */
static int32_t queue_offset(const old_material *old)
{
    gltf_queues *queues = &old->reader->queues;
    if (!queues->known)
        find_queues(old->reader);
    float queue = hone_gltf_extras_number(&old->whole, "renderQueue", 0);
    bool depth = writes_depth(old);
    int32_t steps = 0;
    for (uint32_t i = 0; i < queues->count[depth]; i++) steps += is_before(queues->of[depth][i], queue, depth);
    return depth ? steps : -steps;
}

static void set_transparency(const old_material *old, bool cut_out, hone_pbr *pbr, hone_mtoon *out)
{
    bool transparent = is_transparent(old);
    pbr->alpha_mode = (uint8_t)(transparent ? HONE_ALPHA_BLEND : cut_out ? HONE_ALPHA_MASK : HONE_ALPHA_OPAQUE);
    pbr->alpha_cutoff = number_of(old, "_Cutoff", 0.5f);
    out->transparent_with_z_write = writes_depth(old);
    out->render_queue_offset = transparent ? queue_offset(old) : 0;
}

/* ---- shaders ---- */

static void read_surface(const old_material *old, hone_pbr *pbr)
{
    float colour[4] = {1, 1, 1, 1}, emitted[4] = {0, 0, 0, 1};
    read_colour(old, "_Color", colour, 4);
    hone_gltf_extras_floats(&old->vectors, "_EmissionColor", emitted, 4); /* that is linear, and may be above 1 */
    memcpy(pbr->base_colour, colour, sizeof colour);
    memcpy(pbr->emissive, emitted, sizeof pbr->emissive);
    read_map(old, "_MainTex", true, &pbr->maps[HONE_MAP_BASE_COLOUR]);
    read_map(old, "_BumpMap", true, &pbr->maps[HONE_MAP_NORMAL]);
    read_map(old, "_EmissionMap", true, &pbr->maps[HONE_MAP_EMISSIVE]);
    pbr->maps[HONE_MAP_NORMAL].scale = number_of(old, "_BumpScale", 1);
}

/* The border of the shade is given by its middle and width in 1.0, by its edge in 0.x. */
static void read_shade(const old_material *old, hone_mtoon *out)
{
    float shift = number_of(old, "_ShadeShift", 0), toony = number_of(old, "_ShadeToony", 0.9f);
    float colour[3] = {0.97f, 0.81f, 0.86f};
    read_colour(old, "_ShadeColor", colour, 3);
    memcpy(out->shade_colour, colour, sizeof colour);
    out->shading_toony = toony + (1 - toony) * (0.5f + 0.5f * shift);
    out->shading_shift = -shift - (1 - out->shading_toony);
    out->gi_equalization = 1 - number_of(old, "_IndirectLightIntensity", 0.1f);
}

static void read_rim_and_outline(const old_material *old, hone_mtoon *out)
{
    float mode = number_of(old, "_OutlineWidthMode", 0);
    bool mixed = number_of(old, "_OutlineColorMode", 0) == 1;
    read_colour(old, "_RimColor", out->rim_colour, 3);
    out->rim_power = number_of(old, "_RimFresnelPower", 1);
    out->rim_lift = number_of(old, "_RimLift", 0);
    out->rim_lighting_mix = number_of(old, "_RimLightingMix", 0);
    out->outline_mode = (uint8_t)(mode == 1 ? HONE_OUTLINE_WORLD : mode == 2 ? HONE_OUTLINE_SCREEN : HONE_OUTLINE_NONE);
    /* centimetres, or hundredths of half the picture's height */
    out->outline_width = (mode == 2 ? 0.005f : 0.01f) * number_of(old, "_OutlineWidth", 0);
    read_colour(old, "_OutlineColor", out->outline_colour, 3);
    out->outline_lighting_mix = mixed ? number_of(old, "_OutlineLightingMix", 1) : 0;
}

static void read_toon(const old_material *old, hone_mtoon *out)
{
    read_shade(old, out);
    read_rim_and_outline(old, out);
    read_map(old, "_ShadeTexture", true, &out->maps[HONE_MTOON_SHADE]);
    read_map(old, "_SphereAdd", false, &out->maps[HONE_MTOON_MATCAP]);
    read_map(old, "_RimTexture", true, &out->maps[HONE_MTOON_RIM]);
    read_map(old, "_OutlineWidthTexture", true, &out->maps[HONE_MTOON_OUTLINE_WIDTH]);
    read_map(old, "_UvAnimMaskTexture", true, &out->maps[HONE_MTOON_UV_MASK]);
    out->uv_scroll[0] = number_of(old, "_UvAnimScrollX", 0);
    out->uv_scroll[1] = -number_of(old, "_UvAnimScrollY", 0); /* v points up there */
    out->uv_rotation = number_of(old, "_UvAnimRotation", 0);
}

void hone_gltf_read_old_toon(gltf_reader *reader, const gltf_object *properties, hone_pbr *pbr, bool *double_sided,
                             hone_mtoon *out)
{
    old_material old = open_material(reader, properties);
    *out = hone_surface_plain_mtoon();
    read_surface(&old, pbr);
    if (is_toon(properties)) {
        *double_sided = number_of(&old, "_CullMode", 2) == 0;
        read_toon(&old, out);
        set_transparency(&old, hone_gltf_extras_flag(&old.keywords, "_ALPHATEST_ON"), pbr, out);
        return;
    }
    memcpy(out->shade_colour, pbr->base_colour, sizeof out->shade_colour); /* shade and light are the same */
    out->maps[HONE_MTOON_SHADE] = pbr->maps[HONE_MAP_BASE_COLOUR];
    set_transparency(&old, shader_is(&old, "VRM/UnlitCutout"), pbr, out);
}
