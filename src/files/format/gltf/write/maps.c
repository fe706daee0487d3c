/* Writes the maps of materials. */
#include "base/trigonometry.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/writer.h"
#include <hone/math.h>

/* Splits the matrix into T R S, the inverse of what the reader does. */
static void write_uv_transform(gltf_writer *writer, const hone_map *map, hone_json *json)
{
    const float(*m)[3] = map->transform;
    if (m[0][0] == 1 && m[0][1] == 0 && m[0][2] == 0 && m[1][0] == 0 && m[1][1] == 1 && m[1][2] == 0)
        return;
    const float scale[2] = {hone_hypotf(m[0][0], m[1][0]), hone_hypotf(m[0][1], m[1][1])};
    const float offset[2] = {m[0][2], m[1][2]};
    writer->transforms = true;
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_TEXTURE_TRANSFORM, '{');
    hone_gltf_json_floats(json, "offset", offset, 2);
    hone_json_key(json, "rotation");
    hone_json_float(json, hone_atan2f(-m[1][0], m[0][0]));
    hone_gltf_json_floats(json, "scale", scale, 2);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

void hone_gltf_write_map(gltf_writer *writer, const hone_map *map, const char *key, const char *scale, hone_json *json)
{
    int32_t texture = hone_gltf_texture_of(writer, map->texture, map->wrap, map->nearest);
    if (texture == HONE_NONE)
        return;
    hone_gltf_json_begin(json, key, '{');
    hone_gltf_json_index(json, "index", texture);
    if (writer->uv_of_set[map->uv_set])
        hone_gltf_json_index(json, "texCoord", writer->uv_of_set[map->uv_set]);
    if (scale && map->scale != 1) {
        hone_json_key(json, scale);
        hone_json_float(json, map->scale);
    }
    write_uv_transform(writer, map, json);
    hone_json_end(json, '}');
}
