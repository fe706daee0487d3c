/* Writes the mesh: one set of vertices for all primitives, and one primitive a material. */
#include "core/skin/linear_vertex.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/write/writer.h"
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

/* ---- vertices --------------------------------------------------------------------------------------------------- */

static void add_points(gltf_writer *writer)
{
    const hone_mesh *mesh = &writer->model->mesh;
    float(*points)[3] = hone_gltf_write_scratch(writer, mesh->vertex_count, sizeof *points);
    if (!points)
        return;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) hone_gltf_to_point(writer, mesh->positions[v], points[v]);
    writer->positions =
        hone_gltf_add_rounded(writer, &(gltf_rounded){*points, 3, mesh->vertex_count, GLTF_TARGET_VERTICES, true,
                                                      .error = writer->errors.points});
}

/* Normals must have unit length in glTF; a zero normal becomes what skinning makes of it. */
static void add_normals(gltf_writer *writer)
{
    const hone_mesh *mesh = &writer->model->mesh;
    float(*normals)[3] = hone_gltf_write_scratch(writer, mesh->vertex_count, sizeof *normals);
    if (!normals)
        return;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float unit[3] = {0, 0, 1}, length = sqrtf(hone_vec3_dot(mesh->normals[v], mesh->normals[v]));
        hone_vec3_normalise(mesh->normals[v], unit);
        hone_gltf_to_direction(writer, unit, normals[v]);
        writer->report->normals_changed += !(fabsf(length - 1) <= 1e-3f);
    }
    writer->normals = hone_gltf_add_units(writer, *normals, 3, mesh->vertex_count);
    hone_gltf_build_tangents(writer, (const float(*)[3])normals);
}

/* Colours are written only if all materials that are drawn use them, because they belong to the vertices, which all
 * primitives share. */
static bool has_colours(const hone_model_data *model)
{
    bool any = false;
    for (uint32_t m = 0; m < model->material_count; m++) {
        if (model->materials[m].index_count < 3)
            continue;
        if (!(model->materials[m].flags & HONE_MATERIAL_VERTEX_COLOUR))
            return false;
        any = true;
    }
    return any && model->mesh.extra_uv_count;
}

static void add_colours(gltf_writer *writer)
{
    const hone_mesh *mesh = &writer->model->mesh;
    float(*colours)[4] = hone_gltf_write_scratch(writer, mesh->vertex_count, sizeof *colours);
    bool is_linear = writer->model->materials[0].pbr != NULL;
    for (uint32_t v = 0; colours && v < mesh->vertex_count; v++) {
        for (int c = 0; c < 3; c++) {
            float value = mesh->extra_uvs[0][v][c];
            colours[v][c] = is_linear ? fminf(fmaxf(value, 0), 1) : hone_linear_from_display(value);
        }
        colours[v][3] = fminf(fmaxf(mesh->extra_uvs[0][v][3], 0), 1);
    }
    writer->colours = hone_gltf_add_rounded(
        writer, &(gltf_rounded){(float *)colours, 4, mesh->vertex_count, GLTF_TARGET_VERTICES, .error = 1.0f / 2048});
}

/* first: [vertex_count] the first two components of elements that are `width` floats apart. */
static int32_t add_uv_set(gltf_writer *writer, const float *first, uint32_t width)
{
    uint32_t count = writer->model->mesh.vertex_count;
    float(*uvs)[2] = hone_gltf_write_scratch(writer, count, sizeof *uvs);
    for (uint32_t v = 0; uvs && v < count; v++) memcpy(uvs[v], first + (size_t)v * width, sizeof uvs[v]);
    return hone_gltf_add_rounded(writer,
                                 &(gltf_rounded){(float *)uvs, 2, count, GLTF_TARGET_VERTICES, .error = 1.0f / 32768});
}

/* The first two components of an extra set are texture coordinates. */
static void add_uvs(gltf_writer *writer, bool colours)
{
    const hone_mesh *mesh = &writer->model->mesh;
    writer->uvs = add_uv_set(writer, *mesh->uvs, 2);
    for (uint32_t set = colours; set < mesh->extra_uv_count; set++) {
        writer->more_uvs[writer->more_uv_count++] = add_uv_set(writer, *mesh->extra_uvs[set], 4);
        writer->uv_of_set[1 + set] = (uint8_t)writer->more_uv_count;
    }
}

/* ---- triangles -------------------------------------------------------------------------------------------------- */

static int32_t add_index_view(gltf_writer *writer, const uint32_t *indices, uint32_t count, bool small)
{
    const hone_meshopt_layout layout = {HONE_MESHOPT_TRIANGLES, HONE_MESHOPT_PLAIN, count, small ? 2 : 4};
    if (writer->packs)
        return hone_gltf_add_packed_view(writer, &layout, indices, GLTF_TARGET_INDICES);
    if (!small)
        return hone_gltf_add_numbers(writer, indices, count * sizeof *indices, sizeof *indices, GLTF_TARGET_INDICES);
    uint16_t *narrow = hone_gltf_write_scratch(writer, count, sizeof *narrow);
    for (uint32_t i = 0; narrow && i < count; i++) narrow[i] = (uint16_t)indices[i];
    return narrow ? hone_gltf_add_numbers(writer, narrow, count * sizeof *narrow, sizeof *narrow, GLTF_TARGET_INDICES)
                  : HONE_NONE;
}

/* The order of corners is reversed if the space is mirrored. */
static int32_t add_indices(gltf_writer *writer, const uint32_t *indices, uint32_t count)
{
    bool small = writer->model->mesh.vertex_count < UINT16_MAX;
    uint32_t *out = hone_gltf_write_scratch(writer, count, sizeof *out);
    for (uint32_t i = 0; out && i < count; i++) {
        uint32_t corner = i % 3;
        out[i] = indices[writer->axes.mirrored && corner ? i - corner + 3 - corner : i];
    }
    if (!out)
        return HONE_NONE;
    gltf_out_accessor accessor = {.component = small ? GLTF_U16 : GLTF_U32, .width = 1, .count = count};
    accessor.view = add_index_view(writer, out, count, small);
    return hone_gltf_add_accessor(writer, &accessor);
}

static void add_primitives(gltf_writer *writer)
{
    const hone_model_data *model = writer->model;
    writer->primitives = hone_gltf_write_scratch(writer, (size_t)model->material_count + 1, sizeof *writer->primitives);
    if (!writer->primitives)
        return;
    size_t first = 0;
    for (uint32_t m = 0; m < model->material_count; first += model->materials[m++].index_count) {
        uint32_t count = model->materials[m].index_count / 3 * 3;
        if (count)
            writer->primitives[writer->primitive_count++] =
                (gltf_out_primitive){(int32_t)m, add_indices(writer, &model->mesh.indices[first], count)};
    }
    if (writer->primitive_count == 0) /* only vertices */
        writer->primitives[writer->primitive_count++] = (gltf_out_primitive){HONE_NONE, HONE_NONE};
}

void hone_gltf_build_mesh(gltf_writer *writer)
{
    if (writer->model->mesh.vertex_count == 0)
        return;
    bool colours = has_colours(writer->model);
    add_points(writer);
    add_normals(writer);
    add_uvs(writer, colours);
    if (colours)
        add_colours(writer);
    add_primitives(writer);
}

/* ---- influences -------------------------------------------------------------------------------------------------- */

/* Keeps the heaviest influences that keep_heaviest, and makes the sum 1 as exactly as floats can. */
static uint32_t keep_heaviest(hone_influence *influences, uint32_t count, uint32_t room)
{
    double sum = 0, others = 0;
    count = count < room ? count : room;
    for (uint32_t i = 0; i < count; i++) sum += (double)influences[i].weight;
    for (uint32_t i = 1; i < count; i++) {
        influences[i].weight = (float)((double)influences[i].weight / sum);
        others += (double)influences[i].weight;
    }
    influences[0].weight = (float)(1 - others);
    while (count > 1 && influences[count - 1].weight == 0) count--;
    return count;
}

/* Writes the influences of one vertex to its rows of every set. scratch: room for one more than it has. */
static void write_influences(gltf_writer *writer, uint32_t vertex, hone_influence *scratch, uint16_t (*joints)[4],
                             float (*weights)[4])
{
    const hone_mesh *mesh = &writer->model->mesh;
    uint32_t room = writer->set_count * 4;
    double sum;
    uint32_t count = hone_linear_influences(mesh, vertex, writer->joint_of_slot, scratch, &sum);
    writer->report->weights_changed += !(fabs(sum - 1) <= 1e-5) || count > room;
    if (count == 0)
        scratch[count++] = (hone_influence){writer->origin_joint, 1};
    count = keep_heaviest(scratch, count, room);
    for (uint32_t i = 0; i < count; i++) {
        size_t row = (size_t)(i / 4) * mesh->vertex_count + vertex;
        joints[row][i % 4] = (uint16_t)scratch[i].slot;
        weights[row][i % 4] = scratch[i].weight;
    }
}

/* Rounds the weights of a vertex to whole numbers whose sum is UINT16_MAX: the first, which is the heaviest, takes the
 * difference. */
static void round_weights(const gltf_writer *writer, const float (*weights)[4], uint32_t vertex, uint32_t set,
                          uint16_t out[4])
{
    size_t vertices = writer->model->mesh.vertex_count;
    uint32_t others = 0;
    for (uint32_t i = 0; i < writer->set_count * 4; i++) {
        uint16_t whole = (uint16_t)lrintf(weights[i / 4 * vertices + vertex][i % 4] * UINT16_MAX);
        others += i ? whole : 0;
        if (i / 4 == set)
            out[i % 4] = whole;
    }
    if (set == 0)
        out[0] = (uint16_t)(UINT16_MAX - (others < UINT16_MAX ? others : UINT16_MAX));
}

static int32_t add_whole_weights(gltf_writer *writer, const float (*weights)[4], uint32_t set)
{
    uint32_t vertices = writer->model->mesh.vertex_count;
    uint16_t(*whole)[4] = hone_gltf_write_scratch(writer, vertices, sizeof *whole);
    for (uint32_t v = 0; whole && v < vertices; v++) round_weights(writer, weights, v, set, whole[v]);
    gltf_out_accessor accessor = {.component = GLTF_U16, .width = 4, .count = vertices, .normalised = true};
    if (whole)
        accessor.view =
            hone_gltf_add_words(writer, whole, sizeof *whole, sizeof **whole, vertices, GLTF_TARGET_VERTICES);
    return hone_gltf_add_accessor(writer, &accessor);
}

void hone_gltf_build_influences(gltf_writer *writer)
{
    const hone_mesh *mesh = &writer->model->mesh;
    uint32_t most = hone_most_influences(mesh), vertices = mesh->vertex_count;
    if (writer->joint_count == 0)
        return;
    writer->set_count = (most + 3) / 4 < GLTF_MOST_SETS ? (most + 3) / 4 : GLTF_MOST_SETS;
    hone_influence *scratch = hone_gltf_write_scratch(writer, (size_t)most + 1, sizeof *scratch);
    uint16_t(*joints)[4] = hone_gltf_write_scratch(writer, (size_t)vertices * writer->set_count, sizeof *joints);
    float(*weights)[4] = hone_gltf_write_scratch(writer, (size_t)vertices * writer->set_count, sizeof *weights);
    if (!scratch || !joints || !weights)
        return;
    for (uint32_t v = 0; v < vertices; v++) write_influences(writer, v, scratch, joints, weights);
    for (uint32_t s = 0; s < writer->set_count; s++) {
        gltf_out_accessor accessor = {.component = GLTF_U16, .width = 4, .count = vertices};
        accessor.view = hone_gltf_add_words(writer, joints + (size_t)s * vertices, sizeof *joints, sizeof **joints,
                                            vertices, GLTF_TARGET_VERTICES);
        writer->joint_sets[s] = hone_gltf_add_accessor(writer, &accessor);
        writer->weight_sets[s] = writer->packs ? add_whole_weights(writer, (const float(*)[4])weights, s)
                                               : hone_gltf_add_floats(writer, weights[(size_t)s * vertices], 4,
                                                                      vertices, GLTF_TARGET_VERTICES, false);
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void write_numbered(hone_json *json, const char *name, uint32_t number, int32_t accessor)
{
    char key[24];
    snprintf(key, sizeof key, "%s_%u", name, number);
    hone_gltf_json_index(json, key, accessor);
}

static void write_attributes(const gltf_writer *writer, hone_json *json)
{
    hone_gltf_json_begin(json, "attributes", '{');
    hone_gltf_json_index(json, "POSITION", writer->positions);
    hone_gltf_json_index(json, "NORMAL", writer->normals);
    if (writer->tangents != HONE_NONE)
        hone_gltf_json_index(json, "TANGENT", writer->tangents);
    hone_gltf_json_index(json, "TEXCOORD_0", writer->uvs);
    for (uint32_t i = 0; i < writer->more_uv_count; i++) write_numbered(json, "TEXCOORD", i + 1, writer->more_uvs[i]);
    if (writer->colours != HONE_NONE)
        hone_gltf_json_index(json, "COLOR_0", writer->colours);
    for (uint32_t s = 0; s < writer->set_count; s++) {
        write_numbered(json, "JOINTS", s, writer->joint_sets[s]);
        write_numbered(json, "WEIGHTS", s, writer->weight_sets[s]);
    }
    hone_json_end(json, '}');
}

static void write_targets(const gltf_writer *writer, hone_json *json)
{
    if (writer->target_count == 0)
        return;
    hone_gltf_json_begin(json, "targets", '[');
    for (uint32_t t = 0; t < writer->target_count; t++) {
        hone_json_object(json);
        hone_gltf_json_index(json, "POSITION", writer->targets[t].positions);
        if (writer->targets[t].normals != HONE_NONE)
            hone_gltf_json_index(json, "NORMAL", writer->targets[t].normals);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void write_primitive(const gltf_writer *writer, const gltf_out_primitive *primitive, hone_json *json)
{
    enum { POINTS = 0 };
    hone_json_object(json);
    write_attributes(writer, json);
    if (primitive->indices != HONE_NONE)
        hone_gltf_json_index(json, "indices", primitive->indices);
    else
        hone_gltf_json_index(json, "mode", POINTS);
    if (primitive->material != HONE_NONE)
        hone_gltf_json_index(json, "material", primitive->material);
    write_targets(writer, json);
    hone_json_end(json, '}');
}

/* Writes the weights at rest and the names of the targets. */
static void write_target_names(const gltf_writer *writer, hone_json *json)
{
    if (writer->target_count == 0)
        return;
    hone_json_key(json, "weights");
    hone_json_flat_array(json);
    for (uint32_t t = 0; t < writer->target_count; t++)
        hone_json_float(json, hone_gltf_morph(writer, writer->targets[t].morph)->default_weight);
    hone_json_end(json, ']');
    hone_gltf_json_begin(json, "extras", '{');
    hone_json_key(json, "targetNames");
    hone_json_flat_array(json);
    for (uint32_t t = 0; t < writer->target_count; t++)
        hone_json_string(json, hone_gltf_morph(writer, writer->targets[t].morph)->name);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}

void hone_gltf_write_meshes(gltf_writer *writer, hone_json *json)
{
    if (writer->mesh_node == HONE_NONE)
        return;
    hone_gltf_json_begin(json, "meshes", '[');
    hone_json_object(json);
    hone_gltf_json_text(json, "name", writer->model->name);
    hone_gltf_json_begin(json, "primitives", '[');
    for (uint32_t p = 0; p < writer->primitive_count; p++) write_primitive(writer, &writer->primitives[p], json);
    hone_json_end(json, ']');
    write_target_names(writer, json);
    hone_json_end(json, '}');
    hone_json_end(json, ']');
}
