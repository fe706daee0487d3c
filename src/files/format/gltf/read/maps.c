/* Texture maps of materials: textures with their samplers, and where they lie on the mesh. */
#include "base/memory/builder.h"
#include "base/trigonometry.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/reader.h"
#include <string.h>

static uint8_t wrap_of(gltf_reader *reader, const gltf_object *sampler, const char *key)
{
    enum { CLAMP = 33071, MIRROR = 33648, REPEAT = 10497 };
    uint64_t mode = hone_gltf_whole(sampler, key, REPEAT);
    if (mode != CLAMP && mode != MIRROR && mode != REPEAT)
        hone_builder_warn(reader->file.builder, "sampler with an unknown wrapping mode: read as repeat",
                          sampler->index);
    return mode == CLAMP ? HONE_WRAP_CLAMP : mode == MIRROR ? HONE_WRAP_MIRROR : HONE_WRAP_REPEAT;
}

/* KHR_texture_transform: uv' = T R S uv, with angles counter-clockwise in a plane whose v points down. */
static void read_uv_transform(const gltf_object *transform, hone_map *map)
{
    float offset[2] = {0, 0}, scale[2] = {1, 1};
    double angle = hone_gltf_number(transform, "rotation", 0);
    float c = (float)hone_cos(angle), s = (float)hone_sin(angle);
    hone_gltf_floats(transform, "offset", offset, 2);
    hone_gltf_floats(transform, "scale", scale, 2);
    float rows[2][3] = {{c * scale[0], s * scale[1], offset[0]}, {-s * scale[0], c * scale[1], offset[1]}};
    memcpy(map->transform, rows, sizeof rows);
}

/* Returns which UV set of the mesh it is, or the first for sets that hone does not keep. */
static uint8_t uv_set_of(gltf_reader *reader, uint64_t set)
{
    if (set == 1 && reader->second_uv_set)
        return (uint8_t)reader->second_uv_set;
    if (set > 1)
        hone_builder_warn_limit(reader->file.builder,
                                "texture with a third or later set of coordinates: the first set is used", NULL, 0);
    return 0;
}

void hone_gltf_read_texture(gltf_reader *reader, int32_t index, hone_map *map)
{
    gltf_object root = hone_gltf_root(&reader->json);
    gltf_object texture = hone_gltf_item(&reader->json, "textures", index);
    gltf_object sampler = hone_gltf_item(&reader->json, "samplers",
                                         hone_gltf_index(&texture, "sampler", hone_gltf_count(&root, "samplers")));
    enum { NEAREST = 9728 };
    map->texture = hone_gltf_image_of(reader, index);
    map->wrap[0] = wrap_of(reader, &sampler, "wrapS");
    map->wrap[1] = wrap_of(reader, &sampler, "wrapT");
    map->nearest = hone_gltf_whole(&sampler, "magFilter", 0) == NEAREST;
}

void hone_gltf_read_map(gltf_reader *reader, const gltf_object *parent, const char *key, const char *scale,
                        hone_map *map)
{
    gltf_object root = hone_gltf_root(&reader->json), info = hone_gltf_member(parent, key);
    *map = hone_surface_no_map();
    int32_t index = hone_gltf_index(&info, "index", hone_gltf_count(&root, "textures"));
    if (index < 0)
        return;
    gltf_object extensions = hone_gltf_member(&info, "extensions");
    gltf_object transform = hone_gltf_member(&extensions, GLTF_TEXTURE_TRANSFORM);
    hone_gltf_read_texture(reader, index, map);
    if (scale)
        map->scale = (float)hone_gltf_number(&info, scale, 1);
    if (transform.value)
        read_uv_transform(&transform, map);
    uint64_t set = hone_gltf_whole(&info, "texCoord", 0);
    map->uv_set = uv_set_of(reader, hone_gltf_whole(&transform, "texCoord", set));
}
