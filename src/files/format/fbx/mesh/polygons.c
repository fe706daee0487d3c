/* Control points and polygons. The last corner of a polygon is written as the complement of its control point. */
#include "base/error.h"
#include "files/format/fbx/mesh/mesh.h"

static uint32_t count_polygons(const int32_t *raw, uint32_t count)
{
    uint32_t ends = 0;
    for (uint32_t c = 0; c < count; c++) ends += raw[c] < 0;
    return ends + (count > 0 && raw[count - 1] >= 0);
}

/* A polygon that cannot be drawn keeps its corners, since the layers count them. */
static void drop(fbx_reader *reader, const fbx_mesh *mesh, uint32_t *points, uint32_t begin, uint32_t end)
{
    if (end - begin < 3)
        hone_fbx_warn(reader, "a polygon with fewer than three corners was dropped", mesh->object);
    else
        hone_fbx_warn(reader, "a polygon with a control point that is missing was dropped", mesh->object);
    for (uint32_t c = begin; c < end; c++) points[c] = FBX_NO_POINT;
}

static void split(fbx_reader *reader, fbx_mesh *mesh, const int32_t *raw, uint32_t *points, uint32_t *begin)
{
    uint32_t polygon = 0;
    for (uint32_t c = 0; c < mesh->corner_count; polygon++) {
        uint32_t first = c, largest = 0;
        for (bool ended = false; c < mesh->corner_count && !ended; c++) {
            ended = raw[c] < 0;
            points[c] = (uint32_t)(ended ? ~raw[c] : raw[c]);
            largest = points[c] > largest ? points[c] : largest;
        }
        begin[polygon] = first;
        if (c - first > mesh->largest_polygon)
            mesh->largest_polygon = c - first;
        if (c - first < 3 || largest >= mesh->point_count)
            drop(reader, mesh, points, first, c);
    }
    begin[polygon] = mesh->corner_count;
}

bool hone_fbx_read_polygons(fbx_reader *reader, fbx_mesh *mesh)
{
    const fbx_node *node = reader->scene.objects[mesh->object].node;
    const int32_t *raw;
    uint32_t *points, *begin, floats;
    if (!hone_fbx_floats(&reader->document, hone_fbx_child(node, "Vertices"), reader->file.scratch, &mesh->points,
                         &floats, reader->file.error) ||
        !hone_fbx_integers32(&reader->document, hone_fbx_child(node, "PolygonVertexIndex"), reader->file.scratch, &raw,
                             &mesh->corner_count, reader->file.error))
        return false;
    if (mesh->corner_count >= INT32_MAX)
        return hone_reading_fail_as(&reader->file, HONE_ERROR_FORMAT, mesh->object,
                                    "a mesh has more corners than hone can count");
    mesh->point_count = floats / 3;
    mesh->polygon_count = count_polygons(raw, mesh->corner_count);
    if (!hone_reading_scratch_raw(&reader->file, mesh->corner_count, sizeof *points, &points) ||
        !hone_reading_scratch_raw(&reader->file, (uint64_t)mesh->polygon_count + 1, sizeof *begin, &begin))
        return false;
    mesh->point_of_corner = points;
    mesh->polygon_begin = begin;
    split(reader, mesh, raw, points, begin);
    return true;
}
