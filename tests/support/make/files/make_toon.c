#include "support/make/files/make_toon.h"
#include "support/support.h"
#include <hone/image.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float turn = 6.2831853f;

static float wave(float x)
{
    return 0.5f + 0.5f * sinf(turn * x);
}

/* ---- pictures: smooth, and alike at opposite borders ---- */

enum { SIDE = 64 };
typedef enum picture { COLOUR, CHECKER, ALPHA, NORMAL, MATCAP, MASK, PICTURES } picture;

static void fill_colour(float u, float v, float out[4])
{
    out[0] = 0.4f + 0.6f * wave(2 * u), out[1] = 0.4f + 0.6f * wave(2 * v + 0.3f), out[2] = 0.5f + 0.5f * wave(u + v);
}

static void fill_checker(float u, float v, float out[4])
{
    static const float colours[2][3] = {{0.5f, 0.6f, 0.9f}, {0.95f, 0.8f, 0.7f}};
    memcpy(out, colours[((int)(u * 4) + (int)(v * 4)) & 1], sizeof colours[0]);
}

static void fill_alpha(float u, float v, float out[4])
{
    out[0] = 0.9f, out[1] = 0.5f + 0.4f * wave(u), out[2] = 0.4f, out[3] = 0.6f * wave(3 * u) + 0.4f * wave(3 * v);
}

static void fill_normal(float u, float v, float out[4])
{
    float x = 0.4f * cosf(turn * 4 * u), y = 0.4f * cosf(turn * 4 * v), length = sqrtf(x * x + y * y + 1);
    out[0] = 0.5f + 0.5f * x / length, out[1] = 0.5f + 0.5f * y / length, out[2] = 0.5f + 0.5f / length;
}

static void fill_matcap(float u, float v, float out[4])
{
    float x = 2 * u - 1, y = 1 - 2 * v;
    out[0] = fmaxf(0, 0.8f - hypotf(x - 0.3f, y - 0.4f)), out[1] = 0.5f * fmaxf(0, y);
    out[2] = hypotf(x, y) > 0.7f ? 0.4f : 0.1f;
}

static void fill_mask(float u, float v, float out[4])
{
    out[0] = wave(u), out[1] = wave(v + 0.2f), out[2] = wave(u + v);
}

static void add_picture(make_gltf *file, int index)
{
    static void (*const fills[PICTURES])(float, float, float[4]) = {fill_colour, fill_checker, fill_alpha,
                                                                    fill_normal, fill_matcap,  fill_mask};
    static uint8_t pixels[SIDE * SIDE * 4];
    hone_image image = {.width = SIDE, .height = SIDE, .pixels = pixels};
    hone_bytes png = {0};
    for (int i = 0; i < SIDE * SIDE; i++) {
        float colour[4] = {0, 0, 0, 1};
        fills[index](((float)(i % SIDE) + 0.5f) / SIDE, ((float)(i / SIDE) + 0.5f) / SIDE, colour);
        for (int c = 0; c < 4; c++) pixels[4 * i + c] = (uint8_t)lroundf(255 * fminf(fmaxf(colour[c], 0), 1));
    }
    if (!hone_image_write_png(&image, NULL, &png, NULL))
        abort();
    make_gltf_add(file, MAKE_IMAGES, "{\"bufferView\":%d,\"mimeType\":\"image/png\"}",
                  make_gltf_view(file, png.data, png.size, 0));
    make_gltf_add(file, MAKE_TEXTURES, "{\"source\":%d,\"sampler\":%d}", index, index == CHECKER);
    hone_bytes_release(&png);
}

static void add_pictures(make_gltf *file)
{
    make_gltf_add(file, MAKE_SAMPLERS, "{\"magFilter\":9729,\"minFilter\":9987}");
    make_gltf_add(file, MAKE_SAMPLERS, "{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":33648,\"wrapT\":33648}");
    for (int i = 0; i < PICTURES; i++) add_picture(file, i);
}

/* ---- bodies ---- */

enum { VERTICES_MAX = 800, INDICES_MAX = 4000 };

typedef struct body_vertex {
    float position[3], normal[3], uv[2];
} body_vertex;

static body_vertex ball_at(float s, float t)
{
    float down = turn / 2 * s, n[3] = {sinf(down) * sinf(turn * t), cosf(down), sinf(down) * cosf(turn * t)};
    return (body_vertex){{0.5f * n[0], 1.15f + 0.5f * n[1], 0.5f * n[2]}, {n[0], n[1], n[2]}, {2 * t, s}};
}

/* Lies on its side, so that parts of it hide others. */
static body_vertex ring_at(float s, float t)
{
    const float c = cosf(1), d = sinf(1);
    float n[3] = {cosf(turn * t) * sinf(turn * s), sinf(turn * t), cosf(turn * t) * cosf(turn * s)};
    float p[3] = {0.38f * sinf(turn * s) + 0.17f * n[0], 0.17f * n[1], 0.38f * cosf(turn * s) + 0.17f * n[2]};
    return (body_vertex){{p[0] - 0.1f, c * p[1] - d * p[2] + 0.35f, d * p[1] + c * p[2]},
                         {n[0], c * n[1] - d * n[2], d * n[1] + c * n[2]},
                         {3 * s, -t}};
}

/* Open at both ends. */
static body_vertex tube_at(float s, float t)
{
    float x = sinf(turn * t), z = cosf(turn * t);
    return (body_vertex){{0.25f * x - 0.75f, 1.5f - s, 0.25f * z}, {x, 0, z}, {t, s}};
}

static uint32_t fill_indices(int rows, int columns, uint16_t out[INDICES_MAX])
{
    uint32_t count = 0;
    for (int i = 0; i < rows * columns; i++) {
        int at = i / columns * (columns + 1) + i % columns, below = at + columns + 1;
        const int corners[6] = {at, below, at + 1, at + 1, below, below + 1};
        for (int k = 0; k < 6; k++) out[count++] = (uint16_t)corners[k];
    }
    return count;
}

/* Writes a primitive. Its second UVs are the first, turned and shifted; its vertex colours must have no effect.
 */
static void add_body(make_gltf *file, body_vertex (*at)(float, float), int rows, int columns, int material,
                     char out[160])
{
    static float positions[VERTICES_MAX][3], normals[VERTICES_MAX][3], uvs[2][VERTICES_MAX][2];
    static uint8_t colours[VERTICES_MAX][4];
    static uint16_t indices[INDICES_MAX];
    int count = (rows + 1) * (columns + 1);
    for (int i = 0; i < count; i++) {
        body_vertex v = at((float)(i / (columns + 1)) / (float)rows, (float)(i % (columns + 1)) / (float)columns);
        memcpy(positions[i], v.position, sizeof v.position);
        memcpy(normals[i], v.normal, sizeof v.normal);
        memcpy(uvs[0][i], v.uv, sizeof v.uv);
        uvs[1][i][0] = 0.8f * v.uv[1] + 0.1f, uvs[1][i][1] = 0.6f * v.uv[0];
        for (int c = 0; c < 4; c++) colours[i][c] = (uint8_t)(c == 3 ? 255 : 60 * c + i % 90);
    }
    int p = make_gltf_floats(file, "VEC3", *positions, count), n = make_gltf_floats(file, "VEC3", *normals, count);
    int t = make_gltf_floats(file, "VEC2", *uvs[0], count), t2 = make_gltf_floats(file, "VEC2", *uvs[1], count);
    int c = make_gltf_u8(file, "VEC4", *colours, count, true);
    int i = make_gltf_u16(file, "SCALAR", indices, (int)fill_indices(rows, columns, indices));
    snprintf(out, 160,
             "{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"TEXCOORD_0\":%d,\"TEXCOORD_1\":%d,\"COLOR_0\":%d},"
             "\"indices\":%d,\"material\":%d}",
             p, n, t, t2, c, i, material);
}

static void add_bodies(make_gltf *file)
{
    char ball[160], ring[160], tube[160];
    add_body(file, ball_at, 20, 32, 0, ball);
    add_body(file, ring_at, 32, 20, 1, ring);
    add_body(file, tube_at, 4, 32, 2, tube);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[%s,%s,%s]}", ball, ring, tube);
}

/* ---- the humanoid that every VRM has ---- */

typedef struct human_bone {
    const char *name;
    float at[3];
    const char *children;
} human_bone;

static const human_bone bones[] = {
    {"hips", {0, 0.9f, 0}, "[1,3,6]"},
    {"spine", {0, 0.1f, 0}, "[2,9,12]"},
    {"head", {0, 0.5f, 0}, NULL},
    {"leftUpperLeg", {0.1f, 0, 0}, "[4]"},
    {"leftLowerLeg", {0, -0.4f, 0}, "[5]"},
    {"leftFoot", {0, -0.4f, 0}, NULL},
    {"rightUpperLeg", {-0.1f, 0, 0}, "[7]"},
    {"rightLowerLeg", {0, -0.4f, 0}, "[8]"},
    {"rightFoot", {0, -0.4f, 0}, NULL},
    {"leftUpperArm", {0.2f, 0.3f, 0}, "[10]"},
    {"leftLowerArm", {0.3f, 0, 0}, "[11]"},
    {"leftHand", {0.3f, 0, 0}, NULL},
    {"rightUpperArm", {-0.2f, 0.3f, 0}, "[13]"},
    {"rightLowerArm", {-0.3f, 0, 0}, "[14]"},
    {"rightHand", {-0.3f, 0, 0}, NULL},
};
enum { BONES = sizeof bones / sizeof *bones };

static void add_humanoid(make_gltf *file)
{
    size_t size = sizeof file->root, at;
    at =
        (size_t)snprintf(file->root, size,
                         "\"extensionsUsed\":[\"VRMC_vrm\",\"VRMC_materials_mtoon\",\"KHR_materials_unlit\","
                         "\"KHR_texture_transform\",\"KHR_materials_emissive_strength\"],\"extensions\":{\"VRMC_vrm\":{"
                         "\"specVersion\":\"1.0\",\"meta\":{\"name\":\"made\",\"authors\":[\"made\"],\"licenseUrl\":"
                         "\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{\"humanBones\":{");
    for (int i = 0; i < BONES; i++) {
        const human_bone *bone = &bones[i];
        at += (size_t)snprintf(file->root + at, size - at, "%s\"%s\":{\"node\":%d}", i ? "," : "", bone->name, i);
        make_gltf_add(file, MAKE_NODES, "{\"name\":\"%s\",\"translation\":[%g,%g,%g]%s%s}", bone->name,
                      (double)bone->at[0], (double)bone->at[1], (double)bone->at[2],
                      bone->children ? ",\"children\":" : "", bone->children ? bone->children : "");
    }
    snprintf(file->root + at, size - at, "}}}},");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"bodies\",\"mesh\":0}");
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\":[0,%d]}", BONES);
}

/* ---- materials ---- */

typedef struct toon_maker {
    int number;
    test_random random;
    bool transforms, second_uvs;
    char core[2048], toon[2048]; /* members of the material and of MToon, each followed by a comma */
    make_toon_view *view;
} toon_maker;

HONE_PRINTF(2, 3)
static void put(char text[2048], const char *format, ...)
{
    size_t at = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text + at, 2048 - at, format, arguments);
    va_end(arguments);
    if (length < 0 || at + (size_t)length >= 2048)
        abort();
}

static void tag(toon_maker *maker, const char *name)
{
    size_t at = strlen(maker->view->name), size = sizeof maker->view->name;
    snprintf(maker->view->name + at, size - at, ".%s", name);
}

static double any(toon_maker *maker, double low, double high)
{
    return (double)test_random_float(&maker->random, (float)low, (float)high);
}

static void put_colour(toon_maker *maker, char text[2048], const char *name, double low, double high)
{
    double r = any(maker, low, high), g = any(maker, low, high), b = any(maker, low, high);
    put(text, "\"%s\":[%.4f,%.4f,%.4f],", name, r, g, b);
}

/* more: further members, each preceded by a comma. */
static void put_map(toon_maker *maker, char text[2048], const char *name, picture index, const char *more)
{
    put(text, "\"%s\":{\"index\":%d%s%s", name, index, maker->second_uvs ? ",\"texCoord\":1" : "", more);
    if (maker->transforms)
        put(text,
            ",\"extensions\":{\"KHR_texture_transform\":{\"offset\":[%.3f,%.3f],\"scale\":[%.3f,%.3f],\"rotation\":%."
            "3f}"
            "}",
            any(maker, 0, 1), any(maker, 0, 1), any(maker, 0.5, 1.5), any(maker, 0.5, 2), any(maker, 0, 3));
    put(text, "},");
}

static void put_scaled_map(toon_maker *maker, char text[2048], const char *name, picture index, double scale)
{
    char more[32];
    snprintf(more, sizeof more, ",\"scale\":%.3f", scale);
    put_map(maker, text, name, index, more);
}

/* Of every second file, and of some others. */
static bool has(toon_maker *maker, int bit)
{
    bool chance = any(maker, 0, 1) < 0.2;
    return maker->number >> bit & 1 || chance;
}

static void put_shading(toon_maker *maker)
{
    static const double toony[] = {0, 0.5, 0.9, 1, 0.95};
    put_colour(maker, maker->toon, "shadeColorFactor", 0, 0.6);
    put(maker->toon, "\"shadingToonyFactor\":%g,\"shadingShiftFactor\":%.3f,", toony[maker->number % 5],
        any(maker, -0.4, 0.4));
    if (has(maker, 1)) {
        put_map(maker, maker->toon, "shadeMultiplyTexture", CHECKER, "");
        tag(maker, "shade");
    }
    if (has(maker, 2)) {
        put_scaled_map(maker, maker->toon, "shadingShiftTexture", MASK, any(maker, -0.8, 0.8));
        tag(maker, "shift");
    }
    if (has(maker, 5)) {
        put_scaled_map(maker, maker->core, "normalTexture", NORMAL, any(maker, 0.3, 1.3));
        tag(maker, "normal");
    }
}

static void put_rim(toon_maker *maker)
{
    static const double powers[] = {0, 1, 5, 20}, mixes[] = {0, 1, 0.5};
    if (has(maker, 3)) {
        put_map(maker, maker->toon, "matcapTexture", MATCAP, "");
        put_colour(maker, maker->toon, "matcapFactor", 0.4, 1);
        tag(maker, "matcap");
    }
    if (has(maker, 4)) {
        put_colour(maker, maker->toon, "parametricRimColorFactor", 0.2, 1);
        tag(maker, "rim");
        put(maker->toon, "\"parametricRimFresnelPowerFactor\":%g,\"parametricRimLiftFactor\":%.3f,",
            powers[maker->number % 4], any(maker, -0.2, 0.3));
        if (any(maker, 0, 1) < 0.5)
            put_map(maker, maker->toon, "rimMultiplyTexture", MASK, "");
    }
    put(maker->toon, "\"rimLightingMixFactor\":%g,", mixes[maker->number % 3]);
}

static void put_outline(toon_maker *maker)
{
    static const double mixes[] = {0, 1, 0.5};
    int k = maker->number;
    bool world = k % 2 == 1;
    if (k % 3 != 1)
        return;
    put(maker->toon, "\"outlineWidthMode\":\"%s\",\"outlineWidthFactor\":%.4f,\"outlineLightingMixFactor\":%g,",
        world ? "worldCoordinates" : "screenCoordinates", world ? any(maker, 0.01, 0.03) : any(maker, 0.003, 0.013),
        mixes[(k >> 2) % 3]);
    put_colour(maker, maker->toon, "outlineColorFactor", 0, 0.6);
    tag(maker, world ? "world" : "screen");
    if (k % 4 == 0)
        put_map(maker, maker->toon, "outlineWidthMultiplyTexture", MASK, "");
}

static void put_emission(toon_maker *maker)
{
    if (maker->number % 5 != 2)
        return;
    put_colour(maker, maker->core, "emissiveFactor", 0, 0.5);
    tag(maker, "emission");
    put_map(maker, maker->core, "emissiveTexture", MASK, "");
}

/* body: which of the three. Those of a blended file are drawn in another order than they are in the file. */
static void put_alpha(toon_maker *maker, int body)
{
    int k = maker->number;
    bool mask = k % 2 == 1, writes = k % 4 == 0;
    if (k % 7 != 3 && k % 4 != 2)
        return;
    put(maker->core, "\"doubleSided\":true,");
    if (k % 7 != 3)
        return;
    put(maker->core, "\"alphaMode\":\"%s\",", mask ? "MASK" : "BLEND");
    tag(maker, mask ? "MASK" : "BLEND");
    if (mask)
        put(maker->core, "\"alphaCutoff\":0.3,");
    else
        put(maker->toon, "\"transparentWithZWrite\":%s,\"renderQueueOffsetNumber\":%d,", writes ? "true" : "false",
            writes ? 2 * (2 - body) : -2 * body);
}

static void put_base(toon_maker *maker, bool moves)
{
    int k = maker->number;
    bool alpha = k % 7 == 3, map = has(maker, 0) || alpha || moves;
    put(maker->core, "\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.3f,%.3f,%.3f,1],", any(maker, 0.5, 1),
        any(maker, 0.5, 1), any(maker, 0.5, 1));
    if (map)
        put_map(maker, maker->core, "baseColorTexture", alpha ? ALPHA : k % 4 == 1 ? CHECKER : COLOUR, "");
    put(maker->core, "\"metallicFactor\":0},");
}

static void put_animation(toon_maker *maker)
{
    static const double times[] = {0, 0.4, 2.7, 30};
    int k = maker->number;
    put(maker->toon,
        "\"uvAnimationScrollXSpeedFactor\":%.3f,\"uvAnimationScrollYSpeedFactor\":0.2,"
        "\"uvAnimationRotationSpeedFactor\":%.3f,",
        any(maker, -0.3, 0.3), any(maker, 0, 2));
    tag(maker, k % 12 == 5 ? "masked" : "moves");
    if (k % 12 == 5)
        put_map(maker, maker->toon, "uvAnimationMaskTexture", MASK, "");
    memcpy(maker->view->seconds, times, sizeof times);
    maker->view->times = 4;
}

static void add_material(make_gltf *file, int number, int body, make_toon_view *view)
{
    toon_maker maker = {.number = number, .random = {(uint64_t)number}, .view = view};
    bool moves = number % 6 == 5;
    snprintf(view->name, sizeof view->name, "%02d", number);
    if ((maker.transforms = number % 4 == 2))
        tag(&maker, "transforms");
    if ((maker.second_uvs = number % 9 == 8))
        tag(&maker, "uv1");
    put_base(&maker, moves);
    put_shading(&maker);
    put_rim(&maker);
    put_outline(&maker);
    put_emission(&maker);
    put_alpha(&maker, body);
    if (moves)
        put_animation(&maker);
    put(maker.toon, "\"giEqualizationFactor\":%g,\"specVersion\":\"1.0\"", number % 16 == 7 ? 0 : 0.9);
    make_gltf_add(file, MAKE_MATERIALS,
                  "{%s\"extensions\":{\"VRMC_materials_mtoon\":{%s},%s\"KHR_materials_unlit\":{}}}", maker.core,
                  maker.toon, number % 10 == 7 ? "\"KHR_materials_emissive_strength\":{\"emissiveStrength\":2}," : "");
}

/* ---- the view ---- */

static void fill_view(int k, make_toon_view *view)
{
    static const float yaws[] = {0, 25, -40}, pitches[] = {0, 15, -20};
    static const float lights[][3] = {{0.3f, -0.5f, -0.8f}, {-1, -0.2f, -0.3f}, {0, -1, 0}, {0.5f, 0.5f, -0.7f}};
    *view = (make_toon_view){.yaw = yaws[k % 3], .pitch = pitches[(k >> 1) % 3], .times = 1};
    memcpy(view->light, lights[k % 4], sizeof view->light);
    for (int i = 0; k % 8 == 4 && i < 3; i++) view->sky[i] = view->ground[i] = 0.3f;
    if (k % 16 == 7) {
        memcpy(view->sky, (const float[3]){0.3f, 0.35f, 0.4f}, sizeof view->sky);
        memcpy(view->ground, (const float[3]){0.1f, 0.1f, 0.05f}, sizeof view->ground);
    }
}

void make_toon(make_gltf *file, int number, make_toon_view *view)
{
    *file = (make_gltf){0};
    fill_view(number, view);
    add_pictures(file);
    add_bodies(file);
    for (int body = 0; body < MAKE_TOON_BODIES; body++) add_material(file, number, body, view);
    add_humanoid(file);
}
