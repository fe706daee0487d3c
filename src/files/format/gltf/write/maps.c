/* Writes the maps of materials. */
#include "core/rig/morph/expression/surfaces.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/writer.h"
#include <hone/math.h>
#include <string.h>

/* Whether a channel moves the map under a key of the material that is being written. */
static bool is_moved(const gltf_writer *writer, const char *key)
{
    for (uint32_t c = 0; c < writer->value_count; c++) {
        const gltf_out_channel *channel = &writer->values[c];
        if (channel->node == (int32_t)writer->material && strstr(channel->pointer->path, key) &&
            strstr(channel->pointer->path, GLTF_TEXTURE_TRANSFORM))
            return true;
    }
    return false;
}

/* moved: channels move the map, so that it must have a transform. */
static void write_uv_transform(gltf_writer *writer, const hone_map *map, bool moved, hone_json *json)
{
    const float(*m)[3] = map->transform;
    if (!moved && m[0][0] == 1 && m[0][1] == 0 && m[0][2] == 0 && m[1][0] == 0 && m[1][1] == 1 && m[1][2] == 0)
        return;
    const hone_map_state at = hone_map_at_rest(map);
    writer->transforms = true;
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_TEXTURE_TRANSFORM, '{');
    hone_gltf_json_floats(json, "offset", at.offset, 2);
    hone_json_key(json, "rotation");
    hone_json_float(json, at.rotation);
    hone_gltf_json_floats(json, "scale", at.scale, 2);
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
    write_uv_transform(writer, map, is_moved(writer, key), json);
    hone_json_end(json, '}');
}
