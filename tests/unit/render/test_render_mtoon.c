/* Surfaces of MToon, beside colours that are computed here by the formulas of VRMC_materials_mtoon 1.0. Skipped only if
 * EGL has no driver. */
#include "support/image/pixels.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/render.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64, EDGE = 16, PICTURES = 7 }; /* EDGE: the first pixel of the quad */
enum { BASE, SHADE, SHIFT, MATCAP, RIM, MASK, NORMAL };

/* 2 metres wide and high, seen straight from the front (+Z): a pixel is 1/32 m. */
static const hone_camera flat_camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true};
static const double tilt = 1.2; /* of the normals at the corners, across and up */
static const double to_light[3] = {0.40824829, 0.81649658, 0.40824829};

/* Four colours each: upper row, lower row. */
static const uint8_t pictures[PICTURES][4][3] = {
    [BASE] = {{250, 120, 90}, {60, 200, 140}, {220, 220, 90}, {255, 255, 255}},
    [SHADE] = {{200, 90, 160}, {255, 255, 255}, {90, 160, 240}, {140, 140, 60}},
    [SHIFT] = {{0, 9, 9}, {255, 9, 9}, {128, 9, 9}, {200, 9, 9}},
    [MATCAP] = {{90, 0, 0}, {0, 120, 0}, {0, 0, 150}, {120, 120, 120}},
    [RIM] = {{255, 255, 255}, {120, 40, 200}, {0, 0, 0}, {200, 255, 60}},
    [MASK] = {{9, 0, 255}, {9, 255, 0}, {9, 128, 128}, {9, 255, 255}},
    [NORMAL] = {{160, 110, 240}, {128, 128, 255}, {90, 180, 230}, {128, 60, 220}},
};

/* ---- scenes ---- */

static void add_picture(make_gltf *file, int i)
{
    uint8_t bmp[70] = {'B', 'M', [10] = 54, [14] = 40, [18] = 2, [22] = 2, [26] = 1, [28] = 24};
    for (int k = 0; k < 4; k++)
        for (int c = 0; c < 3; c++) bmp[54 + 8 * (1 - k / 2) + 3 * (k % 2) + c] = pictures[i][k][2 - c];
    int view = make_gltf_view(file, bmp, sizeof bmp, 0);
    make_gltf_add(file, MAKE_IMAGES, "{\"bufferView\":%d}", view);
    make_gltf_add(file, MAKE_TEXTURES, "{\"source\":%d,\"sampler\":0}", i);
}

/* How a quad is seen: its front; its back, with normals along the picture; or its back, with the normals of FRONT
 * reversed. */
typedef enum quad_side { FRONT, SIDEWAYS, BACK } quad_side;

/* Adds a quad in the plane z, a metre wide and high. Its normals are those of the corners, of equal length. */
static void add_quad(make_gltf *file, float z, quad_side side, const char *material)
{
    float positions[4][3], normals[4][3];
    static const float uvs[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}}, second[4][2] = {{0, 1}, {0, 0}, {1, 1}, {1, 0}};
    static const uint8_t colours[4][4] = {{9, 200, 0, 90}, {0, 0, 0, 0}, {70, 1, 1, 1}}; /* which have no effect */
    static const uint8_t indices[2][6] = {{0, 2, 1, 1, 2, 3}, {0, 1, 2, 1, 3, 2}};
    float length = sqrtf(2 * (float)(tilt * tilt) + 1), way = side == BACK ? -1 : 1;
    float across = side == SIDEWAYS ? sqrtf(0.5f) : way * (float)tilt / length;
    for (int i = 0; i < 4; i++) {
        float x = i % 2 ? 1 : -1, y = i / 2 ? -1 : 1;
        memcpy(positions[i], (const float[3]){x / 2, y / 2, z}, sizeof positions[i]);
        memcpy(normals[i], (const float[3]){x * across, y * across, side == SIDEWAYS ? 0 : way / length},
               sizeof normals[i]);
    }
    int p = make_gltf_floats(file, "VEC3", *positions, 4), n = make_gltf_floats(file, "VEC3", *normals, 4);
    int t = make_gltf_floats(file, "VEC2", *uvs, 4), i = make_gltf_u8(file, "SCALAR", indices[side != FRONT], 6, false);
    int m = make_gltf_add(file, MAKE_MATERIALS, "{%s}", material);
    int t2 = make_gltf_floats(file, "VEC2", *second, 4), c = make_gltf_u8(file, "VEC4", *colours, 4, true);
    int mesh = make_gltf_add(file, MAKE_MESHES,
                             "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"TEXCOORD_0\":%d,"
                             "\"TEXCOORD_1\":%d,\"COLOR_0\":%d},\"indices\":%d,\"material\":%d}]}",
                             p, n, t, t2, c, i, m);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":%d}", mesh);
}

static make_gltf *make_scene(void)
{
    make_gltf *file = test_calloc(1, sizeof *file);
    pixels_renderer(); /* skips the test if there is none */
    for (int i = 0; i < PICTURES; i++) add_picture(file, i);
    make_gltf_add(file, MAKE_SAMPLERS, "{\"magFilter\":9728}");
    return file;
}

static hone_map map_of(int picture)
{
    return (hone_map){.texture = picture, .nearest = true, .transform = {{1, 0, 0}, {0, 1, 0}}, .scale = 1};
}

/* MToon as a file without any of its properties has it. */
static hone_mtoon usual_toon(void)
{
    hone_mtoon out = {.shading_shift_scale = 1,
                      .shading_toony = 0.9f,
                      .gi_equalization = 0.9f,
                      .matcap_factor = {1, 1, 1},
                      .rim_power = 5,
                      .rim_lighting_mix = 1,
                      .outline_lighting_mix = 1};
    for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++) out.maps[i] = map_of(HONE_NONE);
    return out;
}

/* Loads the file and makes MToon of its first materials. The model is this test's alone, so it may be changed. */
static hone_model *load(make_gltf *file, const hone_mtoon *toons, uint32_t count)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    test_free(file);
    hone_material *materials = (hone_material *)hone_model_get(model)->materials;
    for (uint32_t i = 0; i < count; i++) materials[i].mtoon = &toons[i];
    return model;
}

static hone_image draw(hone_model *model, hone_draw_desc desc)
{
    desc.width = desc.height = SIZE, desc.samples = 1, desc.camera = flat_camera;
    return pixels_draw(model, desc);
}

/* ---- the formulas ---- */

typedef struct toon_case {
    hone_mtoon toon;
    hone_pbr pbr;
    const hone_ambient_light *around;
    double seconds;
    bool back; /* the quad turns its back to the eye */
} toon_case;

static double within(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static double linear(uint8_t byte)
{
    double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static int displayed(double c)
{
    c = within(c, 0, 1);
    return (int)lround(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055));
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalise(double v[3])
{
    double length = sqrt(dot(v, v));
    for (int i = 0; i < 3; i++) v[i] /= length;
}

/* A channel of a texel of a picture that repeats, as a colour or as a number. */
static double texel_value(int picture, int x, int y, int channel, bool colour)
{
    uint8_t byte = pictures[picture][2 * (y & 1) + (x & 1)][channel];
    return colour ? linear(byte) : byte / 255.0;
}

/* Reads a map. uvs: both sets. Colours are linear before they are filtered. Returns false near the border of two texels
 * that are not filtered. */
static bool read_map(const hone_map *map, const double uvs[4], bool colour, double out[3])
{
    int at[2];
    double part[2];
    bool inside = true;
    const double *uv = &uvs[map->uv_set ? 2 : 0];
    for (int i = 0; i < 2; i++) {
        const float *row = map->transform[i];
        double t = 2 * ((double)row[0] * uv[0] + (double)row[1] * uv[1] + (double)row[2]) - (map->nearest ? 0 : 0.5);
        at[i] = (int)floor(t), part[i] = map->nearest ? 0 : t - floor(t);
        inside &= !map->nearest || (t - floor(t) > 0.02 && t - floor(t) < 0.98);
    }
    for (int c = 0; c < 3; c++) {
        out[c] = 0;
        for (int i = 0; i < 4; i++)
            out[c] += (i % 2 ? part[0] : 1 - part[0]) * (i / 2 ? part[1] : 1 - part[1]) *
                      texel_value(map->texture, at[0] + i % 2, at[1] + i / 2, c, colour);
    }
    return inside;
}

static bool read_colour(const hone_map *map, const double uvs[4], double out[3])
{
    out[0] = out[1] = out[2] = 1;
    return map->texture == HONE_NONE || read_map(map, uvs, true, out);
}

static bool read_numbers(const hone_map *map, const double uvs[4], double missing, double out[3])
{
    out[0] = out[1] = out[2] = missing;
    return map->texture == HONE_NONE || read_map(map, uvs, false, out);
}

static bool move_uvs(const toon_case *c, const double uvs[4], double out[4])
{
    const hone_mtoon *t = &c->toon;
    double mask[3];
    bool ok = read_numbers(&t->maps[HONE_MTOON_UV_MASK], uvs, 1, mask);
    double part = c->seconds * mask[2], cosine = cos((double)t->uv_rotation * part),
           sine = sin((double)t->uv_rotation * part);
    for (int set = 0; set < 4; set += 2) {
        double u = uvs[set] - 0.5, v = uvs[set + 1] - 0.5;
        out[set] = cosine * u + sine * v + 0.5 + (double)t->uv_scroll[0] * part;
        out[set + 1] = -sine * u + cosine * v + 0.5 + (double)t->uv_scroll[1] * part;
    }
    return ok;
}

/* The map's axes lie across the normal, along the quad's own. The back shows the reverse of the normal of the front. */
static bool map_normal(const hone_map *map, const double uv[4], bool back, double n[3])
{
    double texel[3];
    if (map->texture == HONE_NONE)
        return true;
    bool ok = read_numbers(map, uv, 0, texel);
    double s[3] = {n[2], 0, -n[0]}, t[3] = {0, n[2], -n[1]}, m[3];
    double size = sqrt(fmax(dot(s, s), dot(t, t))), scale = (back ? -1 : 1) * (double)map->scale / size;
    for (int i = 0; i < 3; i++) m[i] = texel[i] * 2 - 1;
    for (int i = 0; i < 3; i++) n[i] = m[0] * scale * s[i] + m[1] * scale * t[i] + m[2] * n[i];
    normalise(n);
    return ok;
}

/* Light of the rim. The eye is at +z, so the world's axes are those of the picture. */
static bool add_rim(const toon_case *c, const double uv[4], const double n[3], const double light[3], double colour[3])
{
    const hone_mtoon *t = &c->toon;
    double matcap[3], multiply[3], at[4] = {0.5 + 0.495 * n[0], 0.5 - 0.495 * n[1]};
    double part = pow(within(1 - n[2] + (double)t->rim_lift, 0, 1), fmax((double)t->rim_power, 1e-5));
    bool ok = read_colour(&t->maps[HONE_MTOON_MATCAP], at, matcap);
    ok &= read_colour(&t->maps[HONE_MTOON_RIM], uv, multiply);
    for (int i = 0; i < 3; i++) {
        double rim = t->maps[HONE_MTOON_MATCAP].texture == HONE_NONE ? 0 : (double)t->matcap_factor[i] * matcap[i];
        double mix = 1 + (double)t->rim_lighting_mix * (light[i] - 1);
        colour[i] += (rim + part * (double)t->rim_colour[i]) * multiply[i] * mix;
    }
    return ok;
}

static bool find_lit_part(const toon_case *c, const double uv[4], const double n[3], double *out)
{
    const hone_mtoon *t = &c->toon;
    double texel[3];
    bool ok = read_numbers(&t->maps[HONE_MTOON_SHIFT], uv, 0, texel);
    double at = dot(n, to_light) + (double)t->shading_shift + texel[0] * (double)t->shading_shift_scale;
    double width = fmax(2 * (1 - (double)t->shading_toony), 1e-6);
    *out = within((at + width / 2) / width, 0, 1);
    return ok && (width > 0.01 || fabs(at) > 0.02);
}

/* Computes the colour of a pixel. Returns false where a border makes it uncertain. */
static bool expect(const toon_case *c, uint32_t column, uint32_t row, int out[3])
{
    const hone_mtoon *t = &c->toon;
    double x = ((double)column + 0.5 - SIZE / 2) / EDGE, y = (SIZE / 2 - 0.5 - (double)row) / EDGE,
           n[3] = {tilt * x, tilt * y, 1};
    double still[4] = {(x + 1) / 2, (1 - y) / 2, (1 - y) / 2, (1 - x) / 2}, uv[4], base[3], shade[3], emission[3],
           lit = 0, light[3], colour[3];
    normalise(n);
    bool ok = move_uvs(c, still, uv) && map_normal(&c->pbr.maps[HONE_MAP_NORMAL], uv, c->back, n);
    ok &=
        read_colour(&c->pbr.maps[HONE_MAP_BASE_COLOUR], uv, base) && read_colour(&t->maps[HONE_MTOON_SHADE], uv, shade);
    ok &= read_colour(&c->pbr.maps[HONE_MAP_EMISSIVE], uv, emission) && find_lit_part(c, uv, n, &lit);
    for (int i = 0; i < 3; i++) {
        double sky = c->around ? (double)c->around->sky[i] : 0, ground = c->around ? (double)c->around->ground[i] : 0;
        double raw = ground + (sky - ground) * (0.5 + 0.5 * n[1]), even = (sky + ground) / 2;
        double around = raw + (even - raw) * (double)t->gi_equalization;
        double bright = base[i] * (double)c->pbr.base_colour[i], dark = shade[i] * (double)t->shade_colour[i];
        light[i] = 1 + around;
        colour[i] = dark + (bright - dark) * lit + around * bright + emission[i] * (double)c->pbr.emissive[i];
    }
    ok &= add_rim(c, uv, n, light, colour);
    for (int i = 0; i < 3; i++) out[i] = displayed(colour[i]);
    return ok;
}

static void use_set(toon_case *c, uint8_t second)
{
    for (int i = 0; i < HONE_MAP_COUNT; i++) c->pbr.maps[i].uv_set = c->pbr.maps[i].uv_set ? second : 0;
    for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++) c->toon.maps[i].uv_set = c->toon.maps[i].uv_set ? second : 0;
}

static void check_case(const toon_case *c, const char *name)
{
    make_gltf *file = make_scene();
    add_quad(file, 0, c->back ? BACK : FRONT, "\"doubleSided\":true,\"emissiveTexture\":{\"index\":0,\"texCoord\":1}");
    hone_model *model = load(file, &c->toon, 1);
    hone_material *material = (hone_material *)hone_model_get(model)->materials;
    toon_case seen = *c; /* with the number that the reader gave the second set */
    use_set(&seen, material->pbr->maps[HONE_MAP_EMISSIVE].uv_set);
    material->mtoon = &seen.toon, material->pbr = &seen.pbr,
    material->texture = c->pbr.maps[HONE_MAP_BASE_COLOUR].texture;
    hone_image image = draw(model, (hone_draw_desc){.ambient_light = c->around, .seconds = c->seconds});
    uint32_t compared = 0;
    for (uint32_t row = EDGE + 1; row < SIZE - EDGE - 1; row++)
        for (uint32_t column = EDGE + 1; column < SIZE - EDGE - 1; column++) {
            int wanted[3];
            const uint8_t *found = pixel(&image, column, row);
            if (!expect(c, column, row, wanted))
                continue;
            compared++;
            for (int i = 0; i < 3; i++)
                if (abs(found[i] - wanted[i]) > 2)
                    fail_msg("%s at %u,%u: %d %d %d, not %d %d %d", name, column, row, found[0], found[1], found[2],
                             wanted[0], wanted[1], wanted[2]);
        }
    assert_true(compared > 500); /* of 900 */
    hone_image_release(&image);
}

static toon_case plain_case(void)
{
    toon_case c = {.toon = usual_toon(), .pbr = {.base_colour = {0.9f, 0.7f, 0.5f, 1}}};
    memcpy(c.toon.shade_colour, (const float[3]){0.4f, 0.2f, 0.3f}, sizeof c.toon.shade_colour);
    for (int i = 0; i < HONE_MAP_COUNT; i++) c.pbr.maps[i] = map_of(HONE_NONE);
    return c;
}

static void surfaces_are_lit_and_shaded(void **state)
{
    (void)state;
    toon_case c = plain_case();
    check_case(&c, "plain");
    c.toon.shading_toony = 0, c.toon.shading_shift = -0.4f;
    check_case(&c, "soft");
    c.toon.shading_toony = 1;
    check_case(&c, "hard");
    c.toon.shading_toony = 0.5f;
    c.pbr.maps[HONE_MAP_BASE_COLOUR] = map_of(BASE);
    c.toon.maps[HONE_MTOON_SHADE] = map_of(SHADE);
    check_case(&c, "maps");
    c.toon.maps[HONE_MTOON_SHIFT] = map_of(SHIFT), c.toon.shading_shift_scale = -0.7f;
    check_case(&c, "shift");
    c.pbr.maps[HONE_MAP_NORMAL] = map_of(NORMAL), c.pbr.maps[HONE_MAP_NORMAL].scale = 0.7f;
    check_case(&c, "normal map");
    c.back = true;
    check_case(&c, "normal map of a back face");
    c.back = false;
    memcpy(c.pbr.emissive, (const float[3]){0.3f, 2, 0.1f}, sizeof c.pbr.emissive);
    c.pbr.maps[HONE_MAP_EMISSIVE] = map_of(RIM);
    check_case(&c, "emission");
    c.pbr.unlit = true; /* MToon wins */
    check_case(&c, "unlit");
}

static void maps_are_filtered(void **state)
{
    (void)state;
    toon_case c = plain_case();
    c.toon.shading_toony = 0;
    for (int i = 0; i < 3; i++) c.toon.rim_colour[i] = 0.2f;
    c.toon.rim_power = 1;
    c.pbr.maps[HONE_MAP_BASE_COLOUR] = map_of(BASE), c.toon.maps[HONE_MTOON_SHADE] = map_of(SHADE);
    c.toon.maps[HONE_MTOON_SHIFT] = map_of(BASE); /* as a colour and as a number */
    c.toon.maps[HONE_MTOON_RIM] = map_of(RIM), c.toon.maps[HONE_MTOON_MATCAP] = map_of(MATCAP);
    c.pbr.maps[HONE_MAP_EMISSIVE] = map_of(SHIFT), c.pbr.emissive[0] = c.pbr.emissive[2] = 0.1f;
    c.pbr.maps[HONE_MAP_BASE_COLOUR].nearest = c.pbr.maps[HONE_MAP_EMISSIVE].nearest = false;
    for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++) c.toon.maps[i].nearest = false;
    check_case(&c, "filtered");
}

/* Each map its own, after the animation; the mask's before it. The mask only swaps: a border of its texels through a
 * block of four pixels would have them read smaller levels of the other maps. */
static void maps_have_transforms_and_sets(void **state)
{
    static const float turned[2][3] = {{0.8f, 0.6f, 0.3f}, {-1.2f, 1.6f, 0.1f}},
                       swapped[2][3] = {{0, 1, 0.5f}, {-1, 0, 1}};
    (void)state;
    toon_case c = plain_case();
    c.toon.shading_toony = 0, c.seconds = 0.7;
    for (int i = 0; i < 3; i++) c.toon.rim_colour[i] = 0.3f, c.pbr.emissive[i] = 0.2f;
    c.pbr.maps[HONE_MAP_BASE_COLOUR] = map_of(BASE), c.pbr.maps[HONE_MAP_EMISSIVE] = map_of(RIM);
    hone_map *toon = c.toon.maps;
    toon[HONE_MTOON_SHADE] = map_of(SHADE), toon[HONE_MTOON_SHIFT] = map_of(SHIFT), toon[HONE_MTOON_RIM] = map_of(RIM);
    toon[HONE_MTOON_UV_MASK] = map_of(MASK);
    hone_map *maps[] = {&c.pbr.maps[HONE_MAP_BASE_COLOUR], &c.pbr.maps[HONE_MAP_EMISSIVE], &toon[HONE_MTOON_SHADE],
                        &toon[HONE_MTOON_SHIFT],           &toon[HONE_MTOON_RIM],          &toon[HONE_MTOON_UV_MASK]};
    for (int i = 0; i < 6; i++) {
        memcpy(maps[i]->transform, i == 5 ? swapped : turned, sizeof turned);
        maps[i]->uv_set = i & 1;
        check_case(&c, "still");
        c.toon.uv_scroll[0] = 0.3f, c.toon.uv_rotation = 0.4f;
        check_case(&c, "moved");
        c.toon.uv_scroll[0] = c.toon.uv_rotation = 0;
    }
}

static void light_from_all_around_is_evened_out(void **state)
{
    static const hone_ambient_light around = {{0.4f, 0.3f, 0.2f}, {0.05f, 0.1f, 0.15f}};
    (void)state;
    toon_case c = plain_case();
    c.around = &around;
    c.pbr.base_colour[0] = c.pbr.base_colour[1] = c.pbr.base_colour[2] = 0.4f;
    check_case(&c, "usual");
    c.toon.gi_equalization = 0;
    check_case(&c, "as it is");
    c.toon.gi_equalization = 1, c.toon.rim_lighting_mix = 0.6f;
    memcpy(c.toon.rim_colour, (const float[3]){0.1f, 0.2f, 0.3f}, sizeof c.toon.rim_colour);
    check_case(&c, "even, with a rim");
}

static void rims_are_added(void **state)
{
    (void)state;
    toon_case c = plain_case();
    memcpy(c.toon.rim_colour, (const float[3]){0.2f, 0.5f, 0.4f}, sizeof c.toon.rim_colour);
    check_case(&c, "rim");
    c.toon.rim_power = 0, c.toon.rim_lift = -0.2f;
    for (int i = 0; i < 3; i++) c.toon.rim_colour[i] /= 4;
    c.toon.rim_power = 1;
    check_case(&c, "linear");
    c.toon.maps[HONE_MTOON_MATCAP] = map_of(MATCAP), c.toon.matcap_factor[1] = 0.5f;
    check_case(&c, "matcap");
    c.toon.maps[HONE_MTOON_RIM] = map_of(RIM), c.toon.rim_lighting_mix = 0;
    check_case(&c, "masked");
}

static void texture_coordinates_move(void **state)
{
    static const double times[] = {0, 0.31, 2.5, 4000.7};
    (void)state;
    for (int i = 0; i < 4; i++) {
        toon_case c = plain_case();
        c.pbr.maps[HONE_MAP_BASE_COLOUR] = map_of(BASE), c.seconds = times[i];
        c.toon.uv_scroll[0] = 0.25f, c.toon.uv_scroll[1] = -0.5f;
        check_case(&c, "scroll");
        c.toon.uv_rotation = 0.5f;
        check_case(&c, "scroll and rotation");
        c.toon.maps[HONE_MTOON_UV_MASK] = map_of(MASK);
        check_case(&c, "mask");
    }
}

/* ---- outlines ---- */

static void check_frame(hone_mtoon toon, hone_draw_desc desc, uint32_t wide, int red, int green, int blue)
{
    make_gltf *file = make_scene();
    hone_mtoon toons[2] = {usual_toon(), toon};
    add_quad(file, 0, FRONT, "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,1]}");
    add_quad(file, -0.1f, SIDEWAYS, "\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.5,0.5,1]}");
    hone_image image = draw(load(file, toons, 2), desc);
    for (uint32_t i = 1; i <= wide; i++) check_pixel(&image, EDGE - i, SIZE / 2, red, green, blue, 255);
    for (uint32_t i = 0; i < wide; i++) check_pixel(&image, SIZE / 2, SIZE - EDGE + i, red, green, blue, 255);
    check_pixel(&image, EDGE - wide - 1, SIZE / 2, 0, 0, 0, 0);
    check_pixel(&image, SIZE / 2, SIZE - EDGE + wide, 0, 0, 0, 0);
    hone_image_release(&image);
}

/* A metre behind the picture's plane is 32 pixels, the picture 64: both widths are 4 pixels, seen along a diagonal. */
static void outlines_have_a_width(void **state)
{
    const float diagonal = sqrtf(2);
    (void)state;
    hone_mtoon toon = usual_toon();
    toon.outline_lighting_mix = 0;
    memcpy(toon.outline_colour, (const float[3]){1, 0, 1}, sizeof toon.outline_colour);
    toon.outline_mode = HONE_OUTLINE_WORLD, toon.outline_width = diagonal / 8;
    check_frame(toon, (hone_draw_desc){0}, 4, 255, 0, 255);
    check_frame(toon, (hone_draw_desc){.no_edges = true}, 0, 255, 255, 255);
    check_frame(toon, (hone_draw_desc){.edge_scale = 2}, 8, 255, 0, 255);
    hone_draw_item item = {.edge_colour = (const float[3]){0, 1, 0.5f}};
    check_frame(toon, (hone_draw_desc){.items = &item}, 4, 0, 255, 128);
    toon.outline_mode = HONE_OUTLINE_SCREEN, toon.outline_width = diagonal / 16;
    check_frame(toon, (hone_draw_desc){0}, 4, 255, 0, 255);
}

/* All corners read the same texel of the width: its green is 0, then full. */
static void the_width_of_outlines_moves(void **state)
{
    (void)state;
    hone_mtoon toon = usual_toon();
    toon.outline_lighting_mix = 0, toon.outline_mode = HONE_OUTLINE_WORLD, toon.outline_width = sqrtf(2) / 8;
    memcpy(toon.outline_colour, (const float[3]){1, 0, 1}, sizeof toon.outline_colour);
    toon.maps[HONE_MTOON_OUTLINE_WIDTH] = map_of(MASK), toon.uv_scroll[0] = toon.uv_scroll[1] = 1;
    check_frame(toon, (hone_draw_desc){.seconds = 0.25}, 0, 255, 255, 255);
    check_frame(toon, (hone_draw_desc){.seconds = 0.75}, 4, 255, 0, 255);
}

static void outlines_are_cut_out_as_their_surface(void **state)
{
    (void)state;
    hone_mtoon toon = usual_toon();
    toon.outline_mode = HONE_OUTLINE_WORLD, toon.outline_width = sqrtf(2) / 8;
    for (int i = 0; i < 2; i++) {
        make_gltf *file = make_scene();
        add_quad(file, 0, SIDEWAYS,
                 i ? "\"alphaMode\":\"MASK\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,0.25]}"
                   : "\"alphaMode\":\"MASK\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,0.75]}");
        hone_image image = draw(load(file, &toon, 1), (hone_draw_desc){0});
        assert_int_equal(pixel(&image, EDGE - 1, SIZE / 2)[3], i ? 0 : 255);
        hone_image_release(&image);
    }
}

/* The light is in front of the quad, whose normals go across it: the lower left corner is in the shade. */
static void outlines_are_lit(void **state)
{
    (void)state;
    hone_mtoon toon = usual_toon();
    toon.outline_mode = HONE_OUTLINE_WORLD, toon.outline_width = sqrtf(2) / 8;
    toon.shading_toony = 1;
    memcpy(toon.outline_colour, (const float[3]){1, 1, 0}, sizeof toon.outline_colour);
    memcpy(toon.shade_colour, (const float[3]){0.2f, 0.2f, 0.2f}, sizeof toon.shade_colour);
    make_gltf *file = make_scene();
    add_quad(file, 0, SIDEWAYS, "\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.5,0.5,1]}");
    hone_image image = draw(load(file, &toon, 1), (hone_draw_desc){0});
    check_pixel(&image, SIZE - EDGE, EDGE, displayed(0.5), displayed(0.5), 0, 255);
    check_pixel(&image, EDGE, SIZE - EDGE, displayed(0.2), displayed(0.2), 0, 255);
    hone_image_release(&image);
}

/* ---- order ---- */

static hone_image draw_two(hone_mtoon near, hone_mtoon far)
{
    make_gltf *file = make_scene();
    hone_mtoon toons[2] = {near, far};
    add_quad(file, 0.1f, FRONT, "\"alphaMode\":\"BLEND\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0,0,0,0.5]}");
    add_quad(file, 0, FRONT, "\"alphaMode\":\"BLEND\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,1]}");
    return draw(load(file, toons, 2), (hone_draw_desc){0});
}

static void blended_surfaces_have_an_order(void **state)
{
    (void)state;
    hone_mtoon near = usual_toon(), far = usual_toon();
    for (int i = 0; i < 3; i++) far.shade_colour[i] = 1;
    hone_image image = draw_two(near, far); /* in the order of the file: the far one covers the near one */
    check_pixel(&image, SIZE / 2, SIZE / 2, 255, 255, 255, 255);
    hone_image_release(&image);
    far.render_queue_offset = -1;
    image = draw_two(near, far);
    check_pixel(&image, SIZE / 2, SIZE / 2, 127, 127, 127, 255);
    hone_image_release(&image);
    near.transparent_with_z_write = true, near.render_queue_offset = 9; /* and yet before those that write none */
    image = draw_two(near, far);
    check_pixel(&image, SIZE / 2, SIZE / 2, 0, 0, 0, 127);
    hone_image_release(&image);
}

/* ---- on every road of the renderer ---- */

static void all_ways_of_skinning_draw_the_same(void **state)
{
    (void)state;
    hone_mtoon toon = usual_toon();
    toon.outline_mode = HONE_OUTLINE_WORLD, toon.outline_width = 0.1f;
    toon.maps[HONE_MTOON_OUTLINE_WIDTH] = map_of(MASK), toon.maps[HONE_MTOON_MATCAP] = map_of(MATCAP);
    toon.maps[HONE_MTOON_UV_MASK] = map_of(MASK), toon.uv_scroll[0] = 1;
    hone_image first = {0};
    for (int skin = 0; skin < HONE_GPU_SKIN_COUNT; skin++) {
        make_gltf *file = make_scene();
        add_quad(file, 0, FRONT, "\"doubleSided\":true");
        hone_image image =
            draw(load(file, &toon, 1), (hone_draw_desc){.gpu_skin = (hone_gpu_skin)skin, .seconds = 0.3});
        for (uint32_t i = 0; first.pixels && i < SIZE * SIZE * 4; i++)
            assert_in_range(abs(image.pixels[i] - first.pixels[i]), 0, 1);
        if (first.pixels)
            hone_image_release(&image);
        else
            first = image;
    }
    hone_image_release(&first);
}

TEST_GROUP(test_render_mtoon)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_are_lit_and_shaded),
        cmocka_unit_test(maps_are_filtered),
        cmocka_unit_test(maps_have_transforms_and_sets),
        cmocka_unit_test(light_from_all_around_is_evened_out),
        cmocka_unit_test(rims_are_added),
        cmocka_unit_test(texture_coordinates_move),
        cmocka_unit_test(outlines_have_a_width),
        cmocka_unit_test(the_width_of_outlines_moves),
        cmocka_unit_test(outlines_are_cut_out_as_their_surface),
        cmocka_unit_test(outlines_are_lit),
        cmocka_unit_test(blended_surfaces_have_an_order),
        cmocka_unit_test(all_ways_of_skinning_draw_the_same),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
