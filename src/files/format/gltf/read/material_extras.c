/* Reads MMD's fields of materials, which hone writes as "extras", so that the look survives a round trip. */
#include "files/format/gltf/read/reader.h"
#include <hone/motion.h>
#include <math.h>
#include <string.h>

static void take_text(gltf_reader *reader, const gltf_object *extras, const char *key, const char **out)
{
    gltf_text text = hone_gltf_extras_text(extras, key);
    if (text.bytes)
        *out = hone_builder_text(reader->file.builder, text.bytes, text.size);
}

static void take_number(const gltf_object *extras, const char *key, float *out)
{
    hone_gltf_extras_floats(extras, key, out, 1);
}

/* Returns the image of a texture that the extras refer to, or HONE_NONE. */
static int32_t image_of(gltf_reader *reader, const gltf_object *extras, const char *key)
{
    gltf_object root = hone_gltf_root(&reader->json), info = hone_gltf_extras_member(extras, key);
    int32_t index = hone_gltf_extras_index(&info, "index", hone_gltf_count(&root, "textures"));
    return index == HONE_NONE ? HONE_NONE : hone_gltf_image_of(reader, index);
}

static void take_sphere(gltf_reader *reader, const gltf_object *extras, hone_material *out)
{
    static const char *const modes[] = {
        [HONE_SPHERE_MULTIPLY] = "multiply", [HONE_SPHERE_ADD] = "add", [HONE_SPHERE_SUB_TEXTURE] = "subTexture"};
    gltf_text mode = hone_gltf_extras_text(extras, "sphereMode");
    int32_t texture = image_of(reader, extras, "sphereTexture");
    for (uint8_t m = HONE_SPHERE_MULTIPLY; texture != HONE_NONE && m <= HONE_SPHERE_SUB_TEXTURE; m++)
        if (hone_gltf_text_equals(mode, modes[m]))
            out->sphere_mode = m, out->sphere_texture = texture;
}

static void take_toon(gltf_reader *reader, const gltf_object *extras, hone_material *out)
{
    enum { SHARED_TOONS = 10 };
    int32_t shared = hone_gltf_extras_index(extras, "sharedToon", SHARED_TOONS);
    out->shared_toon = shared != HONE_NONE;
    out->toon = out->shared_toon ? shared : image_of(reader, extras, "toonTexture");
}

/* Returns false if another program has changed the colours of the file since; the new colours are used then. */
static bool colours_fit(const float diffuse[4], const float ambient[3], const hone_material *imitated)
{
    const float nearly = 1 / 255.0f;
    const hone_light light = HONE_LIGHT_DEFAULT;
    bool fit = fabsf(fminf(fmaxf(diffuse[3], 0), 1) - imitated->diffuse[3]) <= nearly;
    for (int i = 0; i < 3; i++) {
        float lit = fminf(fmaxf(diffuse[i] * light.colour[i] + ambient[i], 0), 1);
        fit = fit && fabsf(lit - imitated->diffuse[i]) <= nearly;
    }
    return fit;
}

static void take_colours(const gltf_object *extras, hone_material *out)
{
    float diffuse[4], ambient[3];
    if (!hone_gltf_extras_floats(extras, "diffuse", diffuse, 4) ||
        !hone_gltf_extras_floats(extras, "ambient", ambient, 3) || !colours_fit(diffuse, ambient, out))
        return;
    memcpy(out->diffuse, diffuse, sizeof diffuse);
    memcpy(out->ambient, ambient, sizeof ambient);
}

void hone_gltf_read_material_extras(gltf_reader *reader, const gltf_object *material, hone_material *out)
{
    enum {
        FLAGS = HONE_MATERIAL_GROUND_SHADOW | HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW |
                HONE_MATERIAL_EDGE,
        FLAGS_COUNT = 256
    };
    gltf_object all = hone_gltf_extras(material), extras = hone_gltf_extras_member(&all, "mmd");
    if (!extras.value)
        return;
    take_text(reader, &extras, "englishName", &out->english_name);
    take_text(reader, &extras, "memo", &out->memo);
    take_colours(&extras, out);
    hone_gltf_extras_floats(&extras, "specular", out->specular, 3);
    take_number(&extras, "specularPower", &out->specular_power);
    hone_gltf_extras_floats(&extras, "edgeColor", out->edge_colour, 4);
    take_number(&extras, "edgeSize", &out->edge_size);
    int32_t flags = hone_gltf_extras_index(&extras, "flags", FLAGS_COUNT);
    if (flags != HONE_NONE)
        out->flags = (uint8_t)((out->flags & ~FLAGS) | (flags & FLAGS));
    take_sphere(reader, &extras, out);
    take_toon(reader, &extras, out);
}
