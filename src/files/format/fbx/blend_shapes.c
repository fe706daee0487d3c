/* Blend shapes: each shape of each channel is a morph, which moves the vertices of all parts that show its mesh. */
#include "base/memory/builder.h"
#include "files/format/fbx/reader.h"
#include <math.h>

/* ---- the vertices of a control point -------------------------------------------------------------------------- */

/* The parts that show a mesh, and the vertices of each part by control point. Made for a part when it is needed. */
typedef struct point_vertices {
    uint32_t *begin;    /* [control_point_count + 1]; NULL: not made yet */
    uint32_t *vertices; /* of the model */
} point_vertices;

typedef struct shape_context {
    fbx_reader *reader;
    uint32_t *first_part;   /* [object_count] the first part that shows a mesh, or UINT32_MAX */
    uint32_t *next_part;    /* [part_count] the next part that shows the same mesh, or UINT32_MAX */
    point_vertices *points; /* [part_count] */
    bool scaled;            /* the file has a weight for each vertex of a shape */
} shape_context;

static bool link_parts(shape_context *context)
{
    fbx_reader *reader = context->reader;
    if (!hone_reading_scratch(&reader->file, reader->scene.object_count, sizeof(uint32_t), &context->first_part) ||
        !hone_reading_scratch(&reader->file, reader->part_count, sizeof(uint32_t), &context->next_part) ||
        !hone_reading_scratch(&reader->file, reader->part_count, sizeof *context->points, &context->points))
        return false;
    for (uint32_t o = 0; o < reader->scene.object_count; o++) context->first_part[o] = UINT32_MAX;
    for (uint32_t p = reader->part_count; p-- > 0;) {
        context->next_part[p] = context->first_part[reader->parts[p].mesh];
        context->first_part[reader->parts[p].mesh] = p;
    }
    return true;
}

static bool sort_vertices(shape_context *context, uint32_t at)
{
    const fbx_part *part = &context->reader->parts[at];
    point_vertices *points = &context->points[at];
    if (points->begin)
        return true;
    if (!hone_reading_scratch(&context->reader->file, (uint64_t)part->control_point_count + 2, sizeof(uint32_t),
                              &points->begin) ||
        !hone_reading_scratch(&context->reader->file, part->vertex_count, sizeof(uint32_t), &points->vertices))
        return false;
    uint32_t *end = points->begin + 1; /* moves from the begin of each point to its end */
    for (uint32_t v = 0; v < part->vertex_count; v++) end[part->control_points[v] + 1]++;
    for (uint32_t c = 0; c < part->control_point_count; c++) end[c + 1] += end[c];
    for (uint32_t v = 0; v < part->vertex_count; v++)
        points->vertices[end[part->control_points[v]]++] = part->first_vertex + v;
    return true;
}

/* ---- one shape ------------------------------------------------------------------------------------------------ */

typedef struct shape_data {
    uint32_t count; /* of control points */
    const int32_t *points;
    const double *positions, *normals; /* [3 * count]; normals: NULL: none */
    const double *factors;             /* [count]; NULL: 1 */
} shape_data;

static bool read_numbers(fbx_reader *reader, const fbx_node *node, const char *name, uint32_t wanted,
                         const double **out)
{
    uint32_t count;
    if (!hone_fbx_doubles(&reader->document, hone_fbx_child(node, name), reader->file.scratch, out, &count,
                          reader->file.error))
        return false;
    if (count < wanted)
        *out = NULL;
    return true;
}

static bool read_shape(const shape_context *context, const fbx_blend_channel *channel, uint32_t object,
                       shape_data *shape)
{
    fbx_reader *reader = context->reader;
    const fbx_node *node = reader->scene.objects[object].node;
    const fbx_node *channel_node = reader->scene.objects[channel->object].node;
    *shape = (shape_data){0};
    if (!hone_fbx_integers32(&reader->document, hone_fbx_child(node, "Indexes"), reader->file.scratch, &shape->points,
                             &shape->count, reader->file.error) ||
        !read_numbers(reader, node, "Vertices", 3 * shape->count, &shape->positions) ||
        !read_numbers(reader, node, "Normals", 3 * shape->count, &shape->normals))
        return false;
    if (context->scaled && !read_numbers(reader, channel_node, "FullWeights", shape->count, &shape->factors))
        return false;
    if (shape->count && !shape->positions) {
        hone_fbx_warn(reader, "blend shape with fewer offsets than vertices: left out", object);
        shape->count = 0;
    }
    return true;
}

/* ---- one morph ------------------------------------------------------------------------------------------------ */

typedef struct morph_writer {
    const shape_context *context;
    hone_morph *morph; /* its arrays: NULL while elements are counted */
    uint32_t lost;     /* offsets of control points that the mesh does not have */
} morph_writer;

/* Adds an offset to the vertices of a control point, unless it is zero. */
static void add_offset(const point_vertices *points, uint32_t point, const double offset[3], uint32_t *count,
                       const hone_morph_vertex *out)
{
    hone_morph_vertex *elements = (hone_morph_vertex *)out;
    if (offset[0] == 0 && offset[1] == 0 && offset[2] == 0)
        return;
    for (uint32_t i = points->begin[point]; i < points->begin[point + 1]; i++, ++*count)
        if (elements)
            elements[*count] =
                (hone_morph_vertex){points->vertices[i], {(float)offset[0], (float)offset[1], (float)offset[2]}};
}

static void change_offset(const hone_affine *matrix, double factor, double offset[3])
{
    double v[3];
    for (int r = 0; r < 3; r++) {
        v[r] = offset[r];
        if (matrix)
            v[r] = (double)matrix->m[r][0] * offset[0] + (double)matrix->m[r][1] * offset[1] +
                   (double)matrix->m[r][2] * offset[2];
    }
    for (int r = 0; r < 3; r++) offset[r] = v[r] * factor;
}

static void add_part(morph_writer *writer, uint32_t at, const shape_data *shape)
{
    const fbx_space *space = &writer->context->reader->scene.space;
    const point_vertices *points = &writer->context->points[at];
    hone_morph *morph = writer->morph;
    for (uint32_t i = 0; i < shape->count; i++) {
        double offset[3], factor = shape->factors ? shape->factors[i] / 100 : 1;
        uint32_t point = (uint32_t)shape->points[i];
        if (point >= writer->context->reader->parts[at].control_point_count) {
            writer->lost++;
            continue;
        }
        hone_fbx_point(space, &shape->positions[3 * (size_t)i], offset);
        change_offset(writer->context->reader->parts[at].vertices_from_mesh, factor, offset);
        add_offset(points, point, offset, &morph->count, morph->u.vertices);
        if (!shape->normals)
            continue;
        hone_fbx_direction(space, &shape->normals[3 * (size_t)i], offset);
        change_offset(NULL, factor, offset);
        add_offset(points, point, offset, &morph->normal_count, morph->normals);
    }
}

/* Visits the parts that show the meshes of a channel. */
static bool add_parts(morph_writer *writer, uint32_t channel, const shape_data *shape)
{
    const shape_context *context = writer->context;
    const fbx_scene *scene = &context->reader->scene;
    uint32_t deformer = UINT32_MAX;
    while ((deformer = hone_fbx_next_destination(scene, channel, FBX_BLEND_SHAPE, "", deformer)) != UINT32_MAX) {
        uint32_t mesh = UINT32_MAX, at = hone_fbx_destination_at(scene, deformer);
        while ((mesh = hone_fbx_next_destination(scene, at, FBX_MESH, "", mesh)) != UINT32_MAX)
            for (uint32_t p = context->first_part[hone_fbx_destination_at(scene, mesh)]; p != UINT32_MAX;
                 p = context->next_part[p]) {
                if (!sort_vertices((shape_context *)context, p))
                    return false;
                add_part(writer, p, shape);
            }
    }
    return true;
}

static bool read_morph(shape_context *context, const fbx_blend_channel *channel, uint32_t at, hone_morph *out)
{
    fbx_reader *reader = context->reader;
    shape_data shape;
    morph_writer writer = {.context = context, .morph = out};
    if (!read_shape(context, channel, channel->shapes[at], &shape) || !add_parts(&writer, channel->object, &shape))
        return false;
    if (writer.lost)
        hone_fbx_warn(reader, "blend shape with a vertex that its mesh does not have: left out", channel->shapes[at]);
    hone_morph_vertex *vertices, *normals;
    if (!hone_reading_array(&reader->file, out->count, sizeof *vertices, &vertices) ||
        !hone_reading_array(&reader->file, out->normal_count, sizeof *normals, &normals))
        return false;
    out->u.vertices = vertices;
    out->normals = normals;
    if (!vertices && !normals)
        return true;
    out->count = out->normal_count = 0;
    return add_parts(&writer, channel->object, &shape);
}

/* ---- all morphs ----------------------------------------------------------------------------------------------- */

static bool read_channel(shape_context *context, const fbx_blend_channel *channel, hone_morph *morphs)
{
    enum { PANEL_OTHER = 4 };
    fbx_reader *reader = context->reader;
    for (uint32_t s = 0; s < channel->shape_count; s++) {
        hone_morph *morph = &morphs[channel->first_morph + s];
        *morph = (hone_morph){.name = hone_fbx_morph_name(reader, channel, s),
                              .english_name = "",
                              .panel = PANEL_OTHER,
                              .kind = HONE_MORPH_VERTEX,
                              .default_weight = (float)hone_fbx_shape_weight(channel, channel->rest, s)};
        if (!morph->name)
            return hone_reading_is_fine(&reader->file);
        if (!read_morph(context, channel, s, morph))
            return false;
    }
    return true;
}

bool hone_fbx_read_morphs(fbx_reader *reader)
{
    shape_context context = {.reader = reader, .scaled = hone_fbx_is_of_blender(reader)};
    hone_morph *morphs;
    if (!hone_reading_array(&reader->file, reader->morph_count, sizeof *morphs, &morphs) || !link_parts(&context))
        return false;
    for (uint32_t c = 0; c < reader->channel_count; c++)
        if (!read_channel(&context, &reader->channels[c], morphs))
            return false;
    reader->data.morphs = morphs;
    reader->data.morph_count = reader->morph_count;
    return true;
}
