/* Textures: the paths of pictures, or their bytes inside the file. */
#include "files/format/fbx/material/textures.h"
#include "base/trigonometry.h"
#include "core/motion/binding/name_table.h"
#include "files/format/common/surface.h"
#include "files/format/fbx/mesh/mesh.h"
#include <string.h>

/* ---- files of a texture ---- */

static bool is_embedded(const fbx_object *video)
{
    const fbx_node *content = hone_fbx_child(video->node, "Content");
    return content && content->value_count && content->values[0].kind == FBX_BYTES && content->values[0].text.size;
}

/* Returns the bytes of a picture inside the file; size 0: there is none. */
static fbx_text content_of(const fbx_textures *t, uint32_t texture)
{
    uint32_t video = t->videos[texture];
    bool embedded = video != UINT32_MAX && is_embedded(&t->reader->scene.objects[video]);
    return embedded ? hone_fbx_child(t->reader->scene.objects[video].node, "Content")->values[0].text
                    : (fbx_text){NULL, 0};
}

static fbx_text path_in(const fbx_node *node)
{
    static const char *const names[] = {"RelativeFilename", "FileName", "Filename"};
    fbx_text path = {"", 0};
    for (size_t i = 0; i < sizeof names / sizeof *names && path.size == 0; i++)
        path = hone_fbx_text(hone_fbx_child(node, names[i]), 0);
    return path;
}

/* Returns the path of the picture as the file has it: relative to the file if possible. */
static fbx_text path_of(const fbx_textures *t, uint32_t texture)
{
    uint32_t video = t->videos[texture];
    fbx_text path = path_in(t->reader->scene.objects[texture].node);
    return path.size || video == UINT32_MAX ? path : path_in(t->reader->scene.objects[video].node);
}

static fbx_text name_of(fbx_text path)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < path.size; i++)
        if (path.data[i] == '/' || path.data[i] == '\\')
            first = i + 1;
    return (fbx_text){path.data + first, path.size - first};
}

/* ---- the lists ---- */

static bool name_paths(const fbx_textures *t, fbx_kind kind, hone_name *names, hone_name_table *table)
{
    fbx_reader *reader = t->reader;
    uint32_t count = reader->scene.object_count;
    for (uint32_t i = 0; i < count; i++) {
        const fbx_object *object = &reader->scene.objects[i];
        fbx_text path = {NULL, 0};
        if (object->kind == kind && kind == FBX_TEXTURE && content_of(t, i).size == 0)
            path = path_of(t, i);
        else if (object->kind == kind && kind == FBX_VIDEO && is_embedded(object))
            path = path_in(object->node);
        names[i] = (hone_name){path.data, path.size};
    }
    return hone_name_table_make(table, names, count, reader->file.scratch) || hone_reading_is_fine(&reader->file);
}

/* Finds the picture of each texture: the one that is connected to it, or one inside the file that has its path. */
static bool find_videos(fbx_textures *t)
{
    const fbx_scene *scene = &t->reader->scene;
    hone_name *names;
    hone_name_table table;
    if (!hone_reading_scratch(&t->reader->file, scene->object_count, sizeof *names, &names) ||
        !name_paths(t, FBX_VIDEO, names, &table))
        return false;
    for (uint32_t i = 0; i < scene->object_count; i++) {
        bool is_texture = scene->objects[i].kind == FBX_TEXTURE;
        t->videos[i] = is_texture ? hone_fbx_source(scene, i, FBX_VIDEO, NULL) : UINT32_MAX;
        fbx_text path = path_in(scene->objects[i].node);
        if (is_texture && t->videos[i] == UINT32_MAX && path.size)
            t->videos[i] = hone_name_table_find(&table, (hone_name){path.data, path.size});
    }
    return true;
}

/* Textures are equal if they show the same picture inside the file, or have the same path. */
static bool find_equal(fbx_textures *t)
{
    fbx_reader *reader = t->reader;
    uint32_t count = reader->scene.object_count, *of_video;
    hone_name *names;
    hone_name_table table;
    if (!hone_reading_scratch(&reader->file, count, sizeof *names, &names) ||
        !hone_reading_scratch(&reader->file, count, sizeof *of_video, &of_video) ||
        !name_paths(t, FBX_TEXTURE, names, &table))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        t->same_as[i] = i;
        if (names[i].size) {
            t->same_as[i] = hone_name_table_find(&table, names[i]);
        } else if (reader->scene.objects[i].kind == FBX_TEXTURE && content_of(t, i).size) {
            uint32_t *first = &of_video[t->videos[i]];
            *first = *first ? *first : i + 1;
            t->same_as[i] = *first - 1;
        }
    }
    return true;
}

bool hone_fbx_textures_begin(fbx_reader *reader, fbx_textures *out)
{
    uint32_t count = reader->scene.object_count, textures = 0;
    *out = (fbx_textures){.reader = reader};
    for (uint32_t i = 0; i < count; i++) textures += reader->scene.objects[i].kind == FBX_TEXTURE;
    return hone_reading_scratch(&reader->file, count, sizeof *out->videos, &out->videos) &&
           hone_reading_scratch(&reader->file, count, sizeof *out->same_as, &out->same_as) &&
           hone_reading_scratch(&reader->file, count, sizeof *out->place, &out->place) &&
           hone_reading_array(&reader->file, textures, sizeof *out->paths, &out->paths) &&
           hone_reading_array(&reader->file, textures, sizeof *out->pictures, &out->pictures) && find_videos(out) &&
           find_equal(out);
}

void hone_fbx_textures_end(const fbx_textures *textures)
{
    textures->reader->data.textures = textures->paths;
    textures->reader->data.pictures = textures->pictures;
}

/* Adds a texture to the lists of the model. A picture inside the file has only a name. */
static bool add(fbx_textures *t, uint32_t texture)
{
    fbx_reader *reader = t->reader;
    fbx_text content = content_of(t, texture), path = path_of(t, texture);
    uint32_t at = reader->data.texture_count++;
    uint8_t *bytes;
    t->place[texture] = (int32_t)at + 1;
    t->paths[at] = hone_fbx_keep(reader, content.size ? name_of(path) : path);
    if (!t->paths[at])
        return false;
    if (content.size == 0)
        return true;
    if (!hone_reading_array(&reader->file, content.size, 1, &bytes))
        return false;
    memcpy(bytes, content.data, content.size);
    t->pictures[at] = (hone_blob){bytes, content.size};
    return true;
}

/* ---- maps ---- */

/* Colours are in the first of the additional UV sets. */
static bool has_colours(const fbx_reader *reader)
{
    return reader->data.material_count && (reader->data.materials[0].flags & HONE_MATERIAL_VERTEX_COLOUR);
}

/* Finds the UV set that a texture names in the meshes that show the material. */
static uint8_t uv_set_of(const fbx_reader *reader, uint32_t material, fbx_text name)
{
    const fbx_scene *scene = &reader->scene;
    const hone_mesh *mesh = &reader->data.mesh;
    uint32_t node = hone_fbx_destination(scene, material, FBX_MODEL, NULL);
    uint32_t geometry = node == UINT32_MAX ? UINT32_MAX : hone_fbx_source(scene, node, FBX_MESH, NULL);
    if (geometry == UINT32_MAX || name.size == 0)
        return 0;
    for (uint32_t set = 1; set < FBX_UV_SETS; set++)
        if (hone_fbx_same_text(hone_fbx_uv_set_name(scene->objects[geometry].node, set), name)) {
            uint32_t at = set + (has_colours(reader) ? 1 : 0);
            return (uint8_t)(at <= mesh->extra_uv_count ? at : 0);
        }
    return 0;
}

/* Computes where a point of the UV plane, with (0,0) at the bottom left, is in the picture: scaled, rotated, moved. So
 * a scale of 2 repeats the picture twice, as in Maya. */
static void place_uv(const fbx_object *texture, double u, double v, double out[2])
{
    double move[3] = {0}, angles[3] = {0}, scale[3] = {1, 1, 1}, turn_pivot[3] = {0}, scale_pivot[3] = {0};
    hone_fbx_property_vector(texture, "Translation", move);
    hone_fbx_property_vector(texture, "Rotation", angles);
    hone_fbx_property_vector(texture, "Scaling", scale);
    hone_fbx_property_vector(texture, "TextureRotationPivot", turn_pivot);
    hone_fbx_property_vector(texture, "TextureScalingPivot", scale_pivot);
    bool swapped = hone_fbx_property_integer(texture, "UVSwap", 0) != 0;
    double c = hone_cos(angles[2] * (HONE_PI / 180)), s = hone_sin(angles[2] * (HONE_PI / 180));
    double uv[2] = {swapped ? v : u, swapped ? u : v};
    for (int i = 0; i < 2; i++) uv[i] = (uv[i] - scale_pivot[i]) * scale[i] + scale_pivot[i] - turn_pivot[i];
    out[0] = c * uv[0] - s * uv[1] + turn_pivot[0] + move[0];
    out[1] = s * uv[0] + c * uv[1] + turn_pivot[1] + move[1];
}

/* Makes the same for (0,0) at the top left. */
static void set_transform(const fbx_object *texture, hone_map *map)
{
    double at[3][2];
    place_uv(texture, 0, 1, at[0]), place_uv(texture, 1, 1, at[1]), place_uv(texture, 0, 0, at[2]);
    for (int i = 0; i < 3; i++) at[i][1] = 1 - at[i][1];
    for (int r = 0; r < 2; r++) {
        map->transform[r][0] = (float)(at[1][r] - at[0][r]);
        map->transform[r][1] = (float)(at[2][r] - at[0][r]);
        map->transform[r][2] = (float)at[0][r];
    }
}

bool hone_fbx_make_map(fbx_textures *textures, uint32_t material, uint32_t texture, hone_map *out)
{
    *out = hone_surface_no_map();
    if (texture == UINT32_MAX)
        return true;
    const fbx_reader *reader = textures->reader;
    const fbx_object *object = &reader->scene.objects[texture];
    uint32_t shown = textures->same_as[texture];
    if (path_of(textures, shown).size == 0 && content_of(textures, shown).size == 0)
        return true;
    if (!textures->place[shown] && !add(textures, shown))
        return false;
    out->texture = textures->place[shown] - 1;
    out->wrap[0] = hone_fbx_property_integer(object, "WrapModeU", 0) == 1 ? HONE_WRAP_CLAMP : HONE_WRAP_REPEAT;
    out->wrap[1] = hone_fbx_property_integer(object, "WrapModeV", 0) == 1 ? HONE_WRAP_CLAMP : HONE_WRAP_REPEAT;
    out->uv_set = uv_set_of(reader, material, hone_fbx_property_text(object, "UVSet"));
    set_transform(object, out);
    return true;
}
