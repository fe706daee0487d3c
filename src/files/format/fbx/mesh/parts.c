/* Reads all meshes that nodes show. */
#include "files/format/fbx/mesh/parts.h"
#include "base/error.h"

typedef struct parts_context {
    fbx_reader *reader;
    fbx_mesh *meshes; /* [mesh_count] each is decoded once */
    uint32_t mesh_count;
    uint32_t *mesh_of;        /* [object_count] 1 + index into meshes; 0: not read yet */
    uint32_t *material_of;    /* [object_count] materials of the model, by object */
    hone_material *materials; /* [material_count] the last one is for polygons that have none */
    uint32_t material_count;
    fbx_shown *shown; /* [part_count] */
} parts_context;

/* ---- which meshes ---- */

static uint32_t next_mesh(const fbx_reader *reader, uint32_t bone, uint32_t after)
{
    return hone_fbx_next_source(&reader->scene, reader->object_of_bone[bone], FBX_MESH, NULL, after);
}

static uint32_t mesh_at(const fbx_reader *reader, uint32_t connection)
{
    return reader->scene.by_destination[connection].source;
}

static bool count_parts(parts_context *p)
{
    fbx_reader *reader = p->reader;
    uint32_t meshes = 0;
    if (!hone_reading_scratch(&reader->file, reader->scene.object_count, sizeof *p->mesh_of, &p->mesh_of))
        return false;
    for (uint32_t b = 0; b < reader->bone_count; b++)
        for (uint32_t at = next_mesh(reader, b, UINT32_MAX); at != UINT32_MAX; at = next_mesh(reader, b, at)) {
            reader->part_count++;
            meshes += p->mesh_of[mesh_at(reader, at)]++ == 0;
        }
    for (uint32_t i = 0; i < reader->scene.object_count; i++) p->mesh_of[i] = 0;
    return hone_reading_scratch(&reader->file, meshes, sizeof *p->meshes, &p->meshes) &&
           hone_reading_scratch(&reader->file, reader->part_count, sizeof *p->shown, &p->shown) &&
           hone_reading_scratch(&reader->file, reader->part_count, sizeof *reader->parts, &reader->parts);
}

static void warn_of_subdivision(parts_context *p, uint32_t object)
{
    const fbx_node *node = p->reader->scene.objects[object].node;
    if (hone_fbx_integer(hone_fbx_child(node, "Smoothness"), 0, 0) > 1 &&
        hone_fbx_integer(hone_fbx_child(node, "PreviewDivisionLevels"), 0, 0) > 0)
        hone_fbx_warn_limit(p->reader, "subdivision surface: its control mesh is drawn");
}

static bool read_mesh(parts_context *p, uint32_t object)
{
    fbx_mesh *mesh = &p->meshes[p->mesh_count++];
    p->mesh_of[object] = p->mesh_count;
    mesh->object = object;
    warn_of_subdivision(p, object);
    return hone_fbx_read_polygons(p->reader, mesh) && hone_fbx_read_layers(p->reader, mesh) &&
           hone_fbx_make_normals(p->reader, mesh) && hone_fbx_unify_corners(p->reader, mesh);
}

/* ---- materials ---- */

/* Numbers the materials of the model: those of the file in its order, and a plain one. */
static bool number_materials(parts_context *p)
{
    fbx_reader *reader = p->reader;
    const fbx_scene *scene = &reader->scene;
    hone_pbr *pbrs;
    if (!hone_reading_scratch(&reader->file, scene->object_count, sizeof *p->material_of, &p->material_of))
        return false;
    for (uint32_t i = 0; i < scene->object_count; i++)
        if (scene->objects[i].kind == FBX_MATERIAL)
            p->material_of[i] = p->material_count++;
    p->material_count++;
    if (!hone_reading_array(&reader->file, p->material_count, sizeof *p->materials, &p->materials) ||
        !hone_reading_array(&reader->file, p->material_count, sizeof *pbrs, &pbrs))
        return false;
    for (uint32_t i = 0; i < p->material_count; i++) {
        pbrs[i].flat = true;
        p->materials[i] = (hone_material){.name = "", .english_name = "", .memo = "", .pbr = &pbrs[i]};
    }
    reader->data.materials = p->materials;
    return true;
}

static bool list_materials(parts_context *p, uint32_t object, fbx_shown *shown)
{
    const fbx_scene *scene = &p->reader->scene;
    uint32_t *list, count = 0;
    uint32_t at = hone_fbx_next_source(scene, object, FBX_MATERIAL, "", UINT32_MAX);
    for (; at != UINT32_MAX; at = hone_fbx_next_source(scene, object, FBX_MATERIAL, "", at)) count++;
    if (!hone_reading_scratch(&p->reader->file, count, sizeof *list, &list))
        return false;
    shown->materials = list;
    for (at = UINT32_MAX; shown->material_count < count; shown->material_count++) {
        at = hone_fbx_next_source(scene, object, FBX_MATERIAL, "", at);
        list[shown->material_count] = p->material_of[scene->by_destination[at].source];
    }
    return true;
}

/* ---- parts ---- */

static bool is_scaled_negatively(const fbx_object *object)
{
    double scale[3] = {1, 1, 1};
    hone_fbx_property_vector(object, "GeometricScaling", scale);
    return scale[0] * scale[1] * scale[2] < 0;
}

static bool add_part(parts_context *p, uint32_t bone, uint32_t object, uint64_t *vertices, fbx_shown *shown)
{
    fbx_reader *reader = p->reader;
    uint32_t node = reader->object_of_bone[bone];
    if (!p->mesh_of[object] && !read_mesh(p, object))
        return false;
    const fbx_mesh *mesh = shown->mesh = &p->meshes[p->mesh_of[object] - 1];
    shown->part = &reader->parts[shown - p->shown];
    *shown->part = (fbx_part){.bone = bone,
                              .mesh = object,
                              .first_vertex = (uint32_t)*vertices,
                              .vertex_count = mesh->vertex_count,
                              .control_points = mesh->point_of_vertex,
                              .control_point_count = mesh->point_count};
    *vertices += mesh->vertex_count;
    if (*vertices > INT32_MAX)
        return hone_reading_fail_as(&reader->file, HONE_ERROR_FORMAT, 0, "it has more vertices than hone can count");
    shown->turned = reader->scene.space.mirrored != is_scaled_negatively(&reader->scene.objects[node]);
    return list_materials(p, node, shown);
}

static bool add_parts(parts_context *p)
{
    fbx_reader *reader = p->reader;
    fbx_shown *shown = p->shown;
    uint64_t vertices = 0;
    bool *hidden, *mirrored;
    if (!hone_reading_scratch(&reader->file, reader->bone_count, sizeof *hidden, &hidden) ||
        !hone_reading_scratch(&reader->file, reader->bone_count, sizeof *mirrored, &mirrored) ||
        !hone_fbx_mark_nodes(reader, hidden, mirrored))
        return false;
    for (uint32_t b = 0; b < reader->bone_count; b++)
        for (uint32_t at = next_mesh(reader, b, UINT32_MAX); at != UINT32_MAX; at = next_mesh(reader, b, at), shown++) {
            if (!add_part(p, b, mesh_at(reader, at), &vertices, shown))
                return false;
            shown->drawn = !hidden[b];
            shown->turned ^= mirrored[b];
        }
    reader->data.mesh.vertex_count = (uint32_t)vertices;
    return true;
}

/* A file whose meshes are all hidden is shown nevertheless. */
static void show_something(parts_context *p)
{
    uint32_t count = p->reader->part_count;
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        any |= p->shown[i].drawn;
        p->reader->data.hidden_mesh_count += !p->shown[i].drawn;
    }
    if (any)
        return;
    p->reader->data.hidden_mesh_count = 0;
    for (uint32_t i = 0; i < count; i++) p->shown[i].drawn = true;
    if (count)
        hone_fbx_warn(p->reader, "all meshes are hidden: they are drawn", p->shown[0].part->mesh);
}

/* In version 6.1 geometry is inside of models. */
static void warn_of_other_geometry(const fbx_reader *reader)
{
    static const char *const kinds[] = {"Nurb",     "NurbsCurve", "NurbsSurface", "TrimNurbsSurface",
                                        "Boundary", "Patch",      "Line"};
    for (uint32_t i = 0; i < reader->scene.object_count; i++) {
        const fbx_object *object = &reader->scene.objects[i];
        bool other = object->kind == FBX_OTHER && hone_fbx_is(object->node, "Geometry");
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds && object->kind == FBX_MODEL; k++)
            other |= reader->document.version < 7000 && hone_fbx_text_is(object->subclass, kinds[k]);
        if (other)
            hone_fbx_warn_limit(reader, "geometry without polygons (NURBS, patches, lines): left out");
    }
}

/* Vertices without colours are white, so all materials show colours if a mesh has some. */
static void mark_colours(parts_context *p)
{
    bool coloured = false;
    for (uint32_t i = 0; i < p->mesh_count; i++) coloured |= p->meshes[i].colours.values != NULL;
    for (uint32_t i = 0; coloured && i < p->material_count; i++) p->materials[i].flags = HONE_MATERIAL_VERTEX_COLOUR;
}

bool hone_fbx_read_meshes(fbx_reader *reader)
{
    parts_context p = {.reader = reader};
    if (!number_materials(&p) || !count_parts(&p) || !add_parts(&p))
        return false;
    show_something(&p);
    if (!hone_fbx_fill_vertices(reader, p.shown, reader->part_count) ||
        !hone_fbx_fill_triangles(reader, p.shown, reader->part_count, p.materials, p.material_count))
        return false;
    mark_colours(&p);
    warn_of_other_geometry(reader);
    reader->data.material_count = p.material_count - (p.materials[p.material_count - 1].index_count == 0);
    return true;
}
