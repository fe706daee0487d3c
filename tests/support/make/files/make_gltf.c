#include "support/make/files/make_gltf.h"
#include "base/files/byte_writer.h"
#include <hone/io.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort(); /* the test needs more room than there is */
}

static const char *const names[MAKE_LIST_COUNT] = {"accessors", "animations", "bufferViews", "images",
                                                   "materials", "meshes",     "nodes",       "samplers",
                                                   "scenes",    "skins",      "textures"};

int make_gltf_add(make_gltf *file, make_gltf_list list, const char *format, ...)
{
    char *text = file->lists[list];
    size_t size = sizeof file->lists[list], at = strlen(text);
    va_list arguments;
    if (at)
        text[at++] = ',';
    va_start(arguments, format);
    int length = vsnprintf(text + at, size - at, format, arguments);
    va_end(arguments);
    require(length > 0 && at + (size_t)length < size);
    return file->counts[list]++;
}

int make_gltf_view(make_gltf *file, const void *bytes, size_t size, int stride)
{
    char apart[32] = "";
    file->size = (file->size + 3) / 4 * 4;
    require(file->size + size <= sizeof file->data);
    memcpy(file->data + file->size, bytes, size);
    if (stride)
        snprintf(apart, sizeof apart, ",\"byteStride\":%d", stride);
    int view = make_gltf_add(file, MAKE_VIEWS, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu%s}", file->size,
                             size, apart);
    file->size += size;
    return view;
}

int make_gltf_numbers(make_gltf *file, const void *numbers, size_t size, size_t unit, int stride)
{
    const uint16_t one = 1;
    int view = make_gltf_view(file, numbers, size, stride);
    uint8_t *bytes = file->data + file->size - size;
    for (size_t at = 0; *(const uint8_t *)&one == 0 && at < size; at += unit) /* a machine with the other order */
        for (size_t i = 0; i < unit / 2; i++) {
            uint8_t kept = bytes[at + i];
            bytes[at + i] = bytes[at + unit - 1 - i], bytes[at + unit - 1 - i] = kept;
        }
    return view;
}

static int components_of(const char *type)
{
    return strcmp(type, "SCALAR") == 0 ? 1 : strcmp(type, "MAT4") == 0 ? 16 : type[3] - '0';
}

static int accessor(make_gltf *file, int view, int kind, const char *type, int count, bool normalised)
{
    return make_gltf_add(file, MAKE_ACCESSORS,
                         "{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s}", view, kind, count,
                         type, normalised ? ",\"normalized\":true" : "");
}

int make_gltf_floats(make_gltf *file, const char *type, const float *values, int count)
{
    size_t size = (size_t)(count * components_of(type)) * sizeof *values;
    return accessor(file, make_gltf_numbers(file, values, size, sizeof *values, 0), 5126, type, count, false);
}

int make_gltf_u16(make_gltf *file, const char *type, const uint16_t *values, int count)
{
    size_t size = (size_t)(count * components_of(type)) * sizeof *values;
    return accessor(file, make_gltf_numbers(file, values, size, sizeof *values, 0), 5123, type, count, false);
}

int make_gltf_u8(make_gltf *file, const char *type, const uint8_t *values, int count, bool normalised)
{
    return accessor(file, make_gltf_view(file, values, (size_t)(count * components_of(type)), 0), 5121, type, count,
                    normalised);
}

/* ---- whole files ---- */

static void put(hone_writer *out, const char *text)
{
    hone_write_bytes(out, text, strlen(text));
}

static void put_base64(hone_writer *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)bytes[i] << 16 | (i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0) |
                        (i + 2 < size ? bytes[i + 2] : 0);
        char simd4[5] = {digits[bits >> 18], digits[bits >> 12 & 63], '=', '=', 0};
        if (i + 1 < size)
            simd4[2] = digits[bits >> 6 & 63];
        if (i + 2 < size)
            simd4[3] = digits[bits & 63];
        put(out, simd4);
    }
}

static void put_json(hone_writer *out, const make_gltf *file, const char *uri, bool base64)
{
    char length[64];
    put(out, "{\"asset\":{\"version\":\"2.0\"},");
    put(out, file->root);
    for (int i = 0; i < MAKE_LIST_COUNT; i++) {
        if (!file->counts[i])
            continue;
        put(out, "\""), put(out, names[i]), put(out, "\":["), put(out, file->lists[i]), put(out, "],");
    }
    if (file->size == 0) {
        put(out, "\"extras\":{}}");
        return;
    }
    snprintf(length, sizeof length, "\"buffers\":[{\"byteLength\":%zu", file->size);
    put(out, length);
    put(out, file->buffer);
    if (uri) {
        put(out, ",\"uri\":\""), put(out, uri);
        if (base64)
            put_base64(out, file->data, file->size);
        put(out, "\"");
    }
    put(out, "}]}");
}

static hone_bytes finish(hone_writer *out)
{
    hone_bytes bytes;
    require(hone_writer_finish(out, &bytes, NULL));
    return bytes;
}

hone_bytes make_gltf_bytes(const char *text)
{
    hone_writer out = hone_writer_make(NULL);
    put(&out, text);
    return finish(&out);
}

hone_bytes make_gltf_text(const make_gltf *file, bool external)
{
    hone_writer out = hone_writer_make(NULL);
    put_json(&out, file, external ? "file.bin" : "data:application/octet-stream;base64,", !external);
    return finish(&out);
}

hone_bytes make_gltf_glb(const make_gltf *file)
{
    hone_writer json = hone_writer_make(NULL), out = hone_writer_make(NULL);
    put_json(&json, file, NULL, false);
    hone_bytes text = finish(&json);
    size_t padded = (text.size + 3) / 4 * 4, binary = (file->size + 3) / 4 * 4;
    hone_write_bytes(&out, "glTF", 4);
    hone_write_u32(&out, 2);
    hone_write_u32(&out, (uint32_t)(12 + 8 + padded + (binary ? 8 + binary : 0)));
    hone_write_u32(&out, (uint32_t)padded);
    hone_write_u32(&out, 0x4E4F534A);
    hone_write_bytes(&out, text.data, text.size);
    hone_write_bytes(&out, "   ", padded - text.size);
    if (binary) {
        hone_write_u32(&out, (uint32_t)binary);
        hone_write_u32(&out, 0x004E4942);
        hone_write_bytes(&out, file->data, file->size);
        hone_write_zeros(&out, binary - file->size);
    }
    hone_bytes_release(&text);
    return finish(&out);
}

/* ---- a file with all features ---- */

static void add_strip(make_gltf *file)
{
    static const float positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}};
    static const float normals[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static const float tangents[4][4] = {{1, 0, 0, 1}, {0, 1, 0, -1}, {-1, 0, 0, 1}, {0, -1, 0, -1}};
    static const uint8_t joints[4][4] = {{0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}};
    static const uint8_t weights[4][4] = {{255, 0, 0, 0}, {255, 0, 0, 0}, {51, 204, 0, 0}, {0, 51, 0, 0}};
    static const uint16_t indices[6] = {0, 1, 2, 2, 1, 3};
    static const float widened[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
    static const float turned[4][3] = {{1, 0, -1}, {1, 0, -1}, {1, 0, -1}, {1, 0, -1}};
    static const uint8_t one_index[1] = {2};
    static const float one_value[1][3] = {{0, 1, 0}};
    int p = make_gltf_floats(file, "VEC3", *positions, 4), n = make_gltf_floats(file, "VEC3", *normals, 4);
    int j = make_gltf_u8(file, "VEC4", *joints, 4, false), w = make_gltf_u8(file, "VEC4", *weights, 4, true);
    int i = make_gltf_u16(file, "SCALAR", indices, 6), wide = make_gltf_floats(file, "VEC3", *widened, 4);
    int turn = make_gltf_floats(file, "VEC3", *turned, 4), t = make_gltf_floats(file, "VEC4", *tangents, 4);
    int at = make_gltf_view(file, one_index, sizeof one_index, 0), value = make_gltf_numbers(file, one_value, 12, 4, 0);
    int sparse =
        make_gltf_add(file, MAKE_ACCESSORS,
                      "{\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
                      "\"indices\":{\"bufferView\":%d,\"componentType\":5121},\"values\":{\"bufferView\":%d}}}",
                      at, value);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"name\":\"strip\",\"weights\":[0.5,0],\"extras\":{\"targetNames\":[\"wide\",\"tall\"]},"
                  "\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"TANGENT\":%d,\"JOINTS_0\":%d,"
                  "\"WEIGHTS_0\":%d},\"indices\":%d,\"material\":0,\"targets\":[{\"POSITION\":%d,\"NORMAL\":%d},{"
                  "\"POSITION\":%d}]}]}",
                  p, n, t, j, w, i, wide, turn, sparse);
}

static void add_quad(make_gltf *file)
{
    static const float positions[4][3] = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
    static const uint16_t uvs[4][2] = {{0, 65535}, {65535, 65535}, {0, 0}, {65535, 0}};
    static const float second[4][2] = {{0, 0}, {0.5f, 0}, {0, 0.5f}, {0.5f, 0.5f}};
    static const float colours[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    int p = make_gltf_floats(file, "VEC3", *positions, 4), s = make_gltf_floats(file, "VEC2", *second, 4);
    int c = make_gltf_floats(file, "VEC3", *colours, 4);
    int view = make_gltf_numbers(file, uvs, sizeof uvs, 2, 4);
    int u = make_gltf_add(
        file, MAKE_ACCESSORS,
        "{\"bufferView\":%d,\"componentType\":5123,\"count\":4,\"type\":\"VEC2\",\"normalized\":true}", view);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"name\":\"quad\",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"TEXCOORD_0\":%d,"
                  "\"TEXCOORD_1\":%d,\"COLOR_0\":%d},\"mode\":5,\"material\":1}]}",
                  p, u, s, c);
}

static void add_skin(make_gltf *file)
{
    static const float matrices[2][16] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                          {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1}};
    int bind = make_gltf_floats(file, "MAT4", *matrices, 2);
    make_gltf_add(file, MAKE_SKINS, "{\"joints\":[1,2],\"inverseBindMatrices\":%d}", bind);
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"strip\",\"mesh\":0,\"skin\":0,\"translation\":[9,9,9]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"root\",\"children\":[2,3]}");
    make_gltf_add(file, MAKE_NODES,
                  "{\"name\":\"tip\",\"translation\":[0,1,0],\"rotation\":[0,0,0.6,0.8],\"scale\":[1,1,1]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"quad\",\"mesh\":1,\"matrix\":[-2,0,0,0,0,1,0,0,0,0,1,0,3,0,0,1]}");
    make_gltf_add(file, MAKE_SCENES, "{\"name\":\"All\",\"nodes\":[0,1]}");
}

static void add_materials(make_gltf *file)
{
    static const uint8_t bmp[] = {'B', 'M', 58, 0, 0, 0, 0, 0, 0,  0, 54, 0, 0, 0, 40, 0,  0,  0, 1, 0,
                                  0,   0,   1,  0, 0, 0, 1, 0, 24, 0, 0,  0, 0, 0, 4,  0,  0,  0, 0, 0,
                                  0,   0,   0,  0, 0, 0, 0, 0, 0,  0, 0,  0, 0, 0, 10, 20, 30, 0};
    int view = make_gltf_view(file, bmp, sizeof bmp, 0);
    make_gltf_add(file, MAKE_IMAGES, "{\"name\":\"dot\",\"mimeType\":\"image/bmp\",\"bufferView\":%d}", view);
    make_gltf_add(file, MAKE_IMAGES, "{\"uri\":\"tex%%20tures/a.png\"}");
    make_gltf_add(file, MAKE_IMAGES, "{\"uri\":\"data:image/png;base64,AQID\"}");
    make_gltf_add(file, MAKE_SAMPLERS, "{\"wrapS\":33071,\"wrapT\":33648,\"magFilter\":9728}");
    make_gltf_add(file, MAKE_TEXTURES, "{\"source\":0,\"sampler\":0}");
    make_gltf_add(file, MAKE_TEXTURES, "{\"source\":1}");
    make_gltf_add(file, MAKE_MATERIALS,
                  "{\"name\":\"skin\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0.25,0.75],"
                  "\"metallicFactor\":0.25,\"roughnessFactor\":0.5},\"alphaMode\":\"MASK\",\"alphaCutoff\":0.3,"
                  "\"doubleSided\":true,\"emissiveFactor\":[0.1,0.2,0.3]}");
    make_gltf_add(file, MAKE_MATERIALS,
                  "{\"name\":\"sign\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"texCoord\":0,"
                  "\"extensions\":{\"KHR_texture_transform\":{\"offset\":[0.25,0.5],\"rotation\":1.5707963267948966,"
                  "\"scale\":[2,3],\"texCoord\":1}}}},\"extensions\":{\"KHR_materials_unlit\":{}},"
                  "\"emissiveTexture\":{\"index\":1},\"normalTexture\":{\"index\":1,\"scale\":0.5},"
                  "\"occlusionTexture\":{\"index\":1,\"strength\":0.25},\"alphaMode\":\"BLEND\"}");
    make_gltf_add(file, MAKE_MATERIALS, "{\"name\":\"unused\"}");
}

static void add_animations(make_gltf *file)
{
    static const float times[3] = {0, 0.5f, 2};
    static const float moves[3][3] = {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
    static const float turns[3][4] = {{0, 0, 0, 1}, {0, 0, 0.6f, 0.8f}, {0, 0, 1, 0}};
    static const float scales[9][3] = {{0, 0, 0}, {1, 1, 1}, {1, 0, 0}, {0, 0, 0}, {2, 1, 1},
                                       {0, 0, 0}, {0, 0, 0}, {2, 2, 1}, {0, 0, 0}};
    static const uint8_t weights[6] = {0, 255, 51, 102, 255, 0};
    int t = make_gltf_floats(file, "SCALAR", times, 3), move = make_gltf_floats(file, "VEC3", *moves, 3);
    int turn = make_gltf_floats(file, "VEC4", *turns, 3), scale = make_gltf_floats(file, "VEC3", *scales, 9);
    int weigh = make_gltf_u8(file, "SCALAR", weights, 6, true);
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"name\":\"all\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}},"
                  "{\"sampler\":1,\"target\":{\"node\":2,\"path\":\"rotation\"}},"
                  "{\"sampler\":2,\"target\":{\"node\":2,\"path\":\"scale\"}},"
                  "{\"sampler\":3,\"target\":{\"node\":0,\"path\":\"weights\"}},"
                  "{\"sampler\":0,\"target\":{\"path\":\"translation\"}},"
                  "{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"pointer\"}}],"
                  "\"samplers\":[{\"input\":%d,\"output\":%d,\"interpolation\":\"STEP\"},{\"input\":%d,\"output\":%d},"
                  "{\"input\":%d,\"output\":%d,\"interpolation\":\"CUBICSPLINE\"},"
                  "{\"input\":%d,\"output\":%d,\"interpolation\":\"LINEAR\"}]}",
                  t, move, t, turn, t, scale, t, weigh);
    make_gltf_add(file, MAKE_ANIMATIONS, "{\"name\":\"still\",\"channels\":[],\"samplers\":[]}");
}

void make_gltf_rich(make_gltf *file)
{
    *file = (make_gltf){0};
    add_strip(file);
    add_quad(file);
    add_skin(file);
    add_materials(file);
    add_animations(file);
    snprintf(file->root, sizeof file->root, "%s",
             "\"scene\":0,\"extensionsRequired\":[\"KHR_mesh_quantization\",\"KHR_texture_transform\"],\"extensions\":{"
             "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":1},\"head\":{\"node\":2}}},"
             "\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":0,\"index\":0,\"weight\":0.5},"
             "{\"node\":0,\"index\":1,\"weight\":1}]},\"neutral\":{}},\"custom\":{\"Wink\":{\"isBinary\":true,"
             "\"morphTargetBinds\":[{\"node\":0,\"index\":1,\"weight\":0.75}]}}}}},");
}
