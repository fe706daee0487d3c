/* Layers: normals, tangents, colours, texture coordinates and materials. However the file maps the values of a layer to
 * the mesh, here each corner refers to one of them. */
#include "files/format/fbx/mesh/mesh.h"
#include <string.h>

typedef enum fbx_mapping { BY_CORNER, BY_POINT, BY_POLYGON, ALL_SAME, UNKNOWN_MAPPING } fbx_mapping;

/* A layer as it is in the file. */
typedef struct raw_layer {
    const float *values;
    const int32_t *index; /* NULL: direct */
    uint32_t value_count, index_count;
    fbx_mapping mapping;
} raw_layer;

static fbx_mapping mapping_of(const fbx_node *element)
{
    static const struct {
        const char *name;
        fbx_mapping mapping;
    } names[] = {{"ByPolygonVertex", BY_CORNER},
                 {"ByVertex", BY_POINT},
                 {"ByVertice", BY_POINT},
                 {"ByPolygon", BY_POLYGON},
                 {"AllSame", ALL_SAME}};
    fbx_text text = hone_fbx_text(hone_fbx_child(element, "MappingInformationType"), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (hone_fbx_text_is(text, names[i].name))
            return names[i].mapping;
    return UNKNOWN_MAPPING;
}

/* ---- the index of each corner ---- */

/* Copies the values with a zero behind them, for corners that have no value. */
static bool add_zero(fbx_reader *reader, raw_layer *raw, uint32_t width)
{
    float *values;
    size_t count = (size_t)raw->value_count * width;
    if (!hone_reading_scratch(&reader->file, (uint64_t)count + width, sizeof *values, &values))
        return false;
    memcpy(values, raw->values, count * sizeof *values);
    raw->values = values;
    return true;
}

/* Returns the value of the corner, of the control point or of the polygon with number `key`. A negative index means
 * that it has no value: the zero behind the values. A missing one is repaired by taking the last value. */
static uint32_t value_at(const raw_layer *raw, uint32_t key, bool *none, bool *bad)
{
    int64_t value = raw->index ? key < raw->index_count ? raw->index[key] : INT64_MAX : key;
    if (value >= 0 && value < raw->value_count)
        return (uint32_t)value;
    *none |= value < 0;
    *bad |= value >= 0;
    return value < 0 ? raw->value_count : raw->value_count - 1;
}

static void fill_index(const fbx_mesh *mesh, const raw_layer *raw, uint32_t *index, bool *none, bool *bad)
{
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        if (!fbx_polygon_is_drawn(mesh, p))
            continue;
        for (uint32_t c = mesh->polygon_begin[p]; c < mesh->polygon_begin[p + 1]; c++)
            index[c] = value_at(raw,
                                raw->mapping == BY_CORNER  ? c
                                : raw->mapping == BY_POINT ? mesh->point_of_corner[c]
                                : raw->mapping == ALL_SAME ? 0
                                                           : p,
                                none, bad);
    }
}

static bool is_whole(const raw_layer *raw, uint32_t count)
{
    uint32_t largest = 0;
    if (raw->index_count < count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = (uint32_t)raw->index[i]; /* a negative one is large */
        largest = value > largest ? value : largest;
    }
    return largest < raw->value_count;
}

static bool make_index(fbx_reader *reader, const fbx_mesh *mesh, raw_layer *raw, fbx_layer *layer)
{
    bool none = false, bad = false;
    uint32_t *index;
    if (!hone_reading_scratch(&reader->file, mesh->corner_count, sizeof *index, &index))
        return false;
    fill_index(mesh, raw, index, &none, &bad);
    layer->index = index;
    if (bad)
        hone_fbx_warn(reader, "mesh with a layer whose values are missing: the last one is used", mesh->object);
    return !none || add_zero(reader, raw, layer->width);
}

static bool map(fbx_reader *reader, const fbx_mesh *mesh, raw_layer *raw, fbx_layer *layer)
{
    uint32_t elements = raw->index ? raw->index_count : raw->value_count;
    if (raw->mapping == BY_POLYGON && elements == mesh->corner_count) /* old exporters mean the corners of polygons */
        raw->mapping = BY_CORNER;
    bool as_it_is = raw->mapping == BY_CORNER && !raw->index && raw->value_count >= mesh->corner_count;
    if (raw->mapping == BY_CORNER && raw->index && is_whole(raw, mesh->corner_count))
        layer->index = (const uint32_t *)raw->index;
    else if (raw->mapping == BY_POINT && !raw->index && raw->value_count >= mesh->point_count)
        layer->index = mesh->point_of_corner;
    else if (!as_it_is && !make_index(reader, mesh, raw, layer))
        return false;
    layer->values = raw->values;
    return true;
}

/* names: of the values, and of their index. */
static bool read_layer(fbx_reader *reader, const fbx_mesh *mesh, const fbx_node *element, const char *const names[2],
                       uint32_t width, fbx_layer *layer)
{
    raw_layer raw = {.mapping = mapping_of(element)};
    uint32_t floats;
    layer->width = width;
    if (!hone_fbx_floats(&reader->document, hone_fbx_child(element, names[0]), reader->file.scratch, &raw.values,
                         &floats, reader->file.error) ||
        !hone_fbx_integers32(&reader->document, hone_fbx_child(element, names[1]), reader->file.scratch, &raw.index,
                             &raw.index_count, reader->file.error))
        return false;
    raw.value_count = floats / width;
    if (!hone_fbx_child(element, names[1]))
        raw.index = NULL;
    if (raw.value_count == 0 || mesh->corner_count == 0)
        return true;
    if (raw.mapping == UNKNOWN_MAPPING) {
        hone_fbx_warn(reader, "mesh with a layer that is mapped in an unknown way: ignored", mesh->object);
        return true;
    }
    return map(reader, mesh, &raw, layer);
}

/* ---- tangents ---- */

/* Returns whether the bitangent of the file is on the other side than the product of normal and tangent. */
static bool is_left_handed(const float normal[3], const float tangent[3], const float bitangent[3])
{
    float cross[3];
    hone_vec3_cross(normal, tangent, cross);
    return hone_vec3_dot(cross, bitangent) < 0;
}

/* Puts the side of the bitangent behind each tangent. */
static bool join_tangents(fbx_reader *reader, fbx_mesh *mesh, const fbx_layer *tangents, const fbx_layer *bitangents)
{
    float(*values)[4];
    bool sided = mesh->normals.values && bitangents->values;
    if (!hone_reading_scratch(&reader->file, mesh->corner_count, sizeof *values, &values))
        return false;
    for (uint32_t c = 0; c < mesh->corner_count; c++) {
        if (mesh->point_of_corner[c] == FBX_NO_POINT)
            continue;
        const float *tangent = fbx_layer_value(tangents, c);
        bool left =
            sided && is_left_handed(fbx_layer_value(&mesh->normals, c), tangent, fbx_layer_value(bitangents, c));
        if (hone_vec3_normalise(tangent, values[c]))
            values[c][3] = left != reader->scene.space.mirrored ? -1 : 1;
    }
    mesh->tangents = (fbx_layer){values[0], 4, NULL};
    return true;
}

static bool read_tangents(fbx_reader *reader, fbx_mesh *mesh, const fbx_node *geometry)
{
    static const char *const tangent_names[] = {"Tangents", "TangentsIndex"};
    static const char *const bitangent_names[] = {"Binormals", "BinormalsIndex"};
    fbx_layer tangents = {0}, bitangents = {0};
    const fbx_node *element = hone_fbx_child(geometry, "LayerElementTangent");
    if (!element || !mesh->normals.values)
        return true;
    if (!read_layer(reader, mesh, element, tangent_names, 3, &tangents) ||
        !read_layer(reader, mesh, hone_fbx_child(geometry, "LayerElementBinormal"), bitangent_names, 3, &bitangents))
        return false;
    return !tangents.values || join_tangents(reader, mesh, &tangents, &bitangents);
}

/* ---- texture coordinates ---- */

enum { MOST_UV_LAYERS = 64 }; /* how many layers are looked at, if the first of them have no coordinates */

/* Returns the UV layer with the smallest number above `after`, or NULL. */
static const fbx_node *next_uv_layer(const fbx_node *geometry, int64_t after)
{
    const fbx_node *best = NULL;
    for (const fbx_node *n = hone_fbx_child(geometry, "LayerElementUV"); n; n = hone_fbx_next(n)) {
        int64_t at = hone_fbx_integer(n, 0, 0);
        if (at > after && (!best || at < hone_fbx_integer(best, 0, 0)))
            best = n;
    }
    return best;
}

static bool has_coordinates(const fbx_node *element)
{
    return hone_fbx_child(element, "UV") && mapping_of(element) != UNKNOWN_MAPPING;
}

fbx_text hone_fbx_uv_set_name(const fbx_node *geometry, uint32_t set)
{
    const fbx_node *element = next_uv_layer(geometry, -1);
    for (int tries = MOST_UV_LAYERS; element && tries > 0; tries--) {
        if (has_coordinates(element) && set-- == 0)
            break;
        element = tries > 1 ? next_uv_layer(geometry, hone_fbx_integer(element, 0, 0)) : NULL;
    }
    return hone_fbx_text(hone_fbx_child(element, "Name"), 0);
}

static bool read_uvs(fbx_reader *reader, fbx_mesh *mesh, const fbx_node *geometry)
{
    static const char *const names[] = {"UV", "UVIndex"};
    const fbx_node *element = next_uv_layer(geometry, -1);
    for (int tries = MOST_UV_LAYERS; element && mesh->uv_set_count < FBX_UV_SETS && tries > 0; tries--) {
        if (has_coordinates(element) && !read_layer(reader, mesh, element, names, 2, &mesh->uvs[mesh->uv_set_count++]))
            return false;
        element = next_uv_layer(geometry, hone_fbx_integer(element, 0, 0));
    }
    return true;
}

/* ---- materials ---- */

static bool read_polygon_materials(fbx_reader *reader, fbx_mesh *mesh, const fbx_node *geometry)
{
    const fbx_node *element = hone_fbx_child(geometry, "LayerElementMaterial");
    fbx_mapping mapping = mapping_of(element);
    if (!hone_fbx_integers32(&reader->document, hone_fbx_child(element, "Materials"), reader->file.scratch,
                             &mesh->materials, &mesh->material_count, reader->file.error))
        return false;
    if (mesh->material_count && mapping != BY_POLYGON && mapping != ALL_SAME) {
        hone_fbx_warn(reader, "mesh with materials that are mapped in an unknown way: the first is used", mesh->object);
        mesh->material_count = 0;
    }
    if (mesh->material_count && mapping == ALL_SAME)
        mesh->material_count = 1;
    return true;
}

bool hone_fbx_read_layers(fbx_reader *reader, fbx_mesh *mesh)
{
    static const char *const normal_names[] = {"Normals", "NormalsIndex"};
    static const char *const colour_names[] = {"Colors", "ColorIndex"};
    const fbx_node *geometry = reader->scene.objects[mesh->object].node;
    return read_layer(reader, mesh, hone_fbx_child(geometry, "LayerElementNormal"), normal_names, 3, &mesh->normals) &&
           read_tangents(reader, mesh, geometry) &&
           read_layer(reader, mesh, hone_fbx_child(geometry, "LayerElementColor"), colour_names, 4, &mesh->colours) &&
           read_uvs(reader, mesh, geometry) && read_polygon_materials(reader, mesh, geometry);
}
