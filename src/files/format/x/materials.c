/* Makes materials in file order, and groups the triangles of all meshes by material. */
#include "base/memory/builder.h"
#include "files/format/common/texture_paths.h"
#include "files/format/x/x_to_model.h"

#include <string.h>

typedef struct surface_context {
    hone_x_build *build;
    const hone_x_material **by_index; /* [material_count] */
    hone_name_table by_name;
    /* [entry_count of the current mesh] material indices; the count of materials means the default material */
    int32_t *entries;
    uint64_t *at; /* [material_count + 1] first the number of indices, then the position of the next index */
    uint32_t *indices;
} surface_context;

/* ---- textures ---- */

/* Returns the file name of a path with a drive, because such a path is valid only on the author's computer. */
static const char *without_drive(const char *path)
{
    if (!path[0] || path[1] != ':')
        return path;
    for (const char *at = path + 2; *at; at++)
        if (*at == '/' || *at == '\\')
            path = at + 1;
    return path[1] == ':' ? path + 2 : path;
}

/* Two paths a material: the texture's and the sphere map's, "" if there is none. */
static const char **split_paths(hone_x_build *build, uint8_t *modes)
{
    uint32_t count = build->scene->material_count;
    const char **paths = hone_arena_array(build->scratch, count, 2 * sizeof *paths), **to = paths;
    for (const hone_x_material *material = build->scene->materials; paths && material; material = material->next) {
        to[0] = to[1] = "";
        if (material->texture)
            hone_texture_paths_split((char *)material->texture, &to[0], &to[1]);
        modes[material->index] = (uint8_t)hone_texture_paths_sphere_mode(to[1]);
        to[0] = without_drive(to[0]), to[1] = without_drive(to[1]);
        to += 2;
    }
    return paths;
}

/* Lists each path once; indices[i] is the index of paths[i] in the list. */
static bool list_textures(hone_x_build *build, const char *const *paths, int32_t *indices)
{
    uint32_t count = 2 * build->scene->material_count;
    hone_name_table table;
    hone_name *names = hone_arena_array(build->scratch, count, sizeof *names);
    const char **textures = hone_builder_array(build->out, count, sizeof *textures);
    for (uint32_t i = 0; names && i < count; i++) names[i] = (hone_name){paths[i], (uint32_t)strlen(paths[i])};
    if (!names || !textures || !hone_name_table_make(&table, names, count, build->scratch))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = hone_name_table_find(&table, names[i]);
        indices[i] = first == UINT32_MAX ? HONE_NONE : indices[first];
        if (first != i)
            continue;
        indices[i] = (int32_t)build->model.texture_count;
        textures[build->model.texture_count++] = hone_x_keep(build, paths[i]);
    }
    build->model.textures = textures;
    return true;
}

/* ---- materials ---- */

static hone_material plain_material(const hone_x_build *build)
{
    unsigned flags = HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW;
    if (build->model.mesh.extra_uv_count)
        flags |= HONE_MATERIAL_VERTEX_COLOUR;
    return (hone_material){.name = "",
                           .english_name = "",
                           .memo = "",
                           .diffuse = {0.8f, 0.8f, 0.8f, 1},
                           .flags = (uint8_t)flags,
                           .texture = HONE_NONE,
                           .sphere_texture = HONE_NONE,
                           .toon = HONE_NONE};
}

static hone_material convert(const hone_x_build *build, const hone_x_material *material)
{
    hone_material out = plain_material(build);
    out.name = hone_x_keep(build, material->name);
    memcpy(out.diffuse, material->diffuse, sizeof out.diffuse);
    memcpy(out.specular, material->specular, sizeof out.specular);
    memcpy(out.ambient, material->emissive, sizeof out.ambient);
    out.specular_power = material->power;
    return out;
}

/* Adds one default material at the end, for triangles of meshes without a material; it is counted only if it is
 * used. */
static bool make_materials(hone_x_build *build)
{
    uint32_t count = build->scene->material_count;
    hone_material *materials = hone_builder_array(build->out, (size_t)count + 1, sizeof *materials), *to = materials;
    if (!materials)
        return false;
    materials[count] = plain_material(build);
    build->model.materials = materials;
    build->model.material_count = count;
    if (count == 0)
        return true;
    uint8_t *modes = hone_arena_array(build->scratch, count, sizeof *modes);
    int32_t(*textures)[2] = hone_arena_array(build->scratch, count, sizeof *textures);
    const char **paths = modes ? split_paths(build, modes) : NULL;
    if (!paths || !textures || !list_textures(build, paths, textures[0]))
        return false;
    for (const hone_x_material *material = build->scene->materials; material; material = material->next, to++) {
        *to = convert(build, material);
        to->texture = textures[material->index][0];
        to->sphere_texture = textures[material->index][1];
        to->sphere_mode = modes[material->index];
    }
    return true;
}

/* ---- which material ---- */

/* Faces are visited twice, but each warning is given once. */
static void warn(const surface_context *m, const char *what, uint32_t face)
{
    if (!m->indices)
        hone_builder_warn(m->build->out, what, face);
}

static bool name_materials(surface_context *m)
{
    const hone_x_scene *scene = m->build->scene;
    uint32_t count = scene->material_count;
    hone_name *names = hone_arena_array(m->build->scratch, count, sizeof *names);
    if (!names && count)
        return false;
    for (const hone_x_material *material = scene->materials; names && material; material = material->next)
        names[material->index] = (hone_name){material->name, (uint32_t)strlen(material->name)};
    return hone_name_table_make(&m->by_name, names, count, m->build->scratch);
}

/* Finds the materials that the mesh's list refers to; a missing one becomes the default material. */
static bool resolve_entries(surface_context *m, const hone_x_mesh *mesh)
{
    uint32_t plain = m->build->scene->material_count;
    int32_t *to = m->entries = hone_arena_array(m->build->scratch, mesh->entry_count, sizeof *to);
    for (const hone_x_entry *entry = mesh->entries; to && entry; entry = entry->next) {
        uint32_t found = plain;
        if (entry->material)
            found = entry->material->index;
        else if (entry->name)
            found = hone_name_table_find(&m->by_name, (hone_name){entry->name, (uint32_t)strlen(entry->name)});
        if (found == UINT32_MAX)
            warn(m, "a reference to a material that is missing: a plain material is used", 0);
        *to++ = (int32_t)(found == UINT32_MAX ? plain : found);
    }
    return m->entries || mesh->entry_count == 0;
}

/* The list has one material for all faces, or one per face; the last one is used for all further faces. */
static uint32_t material_of(const surface_context *m, const hone_x_mesh *mesh, uint32_t face)
{
    if (mesh->face_material_count == 0 || mesh->entry_count == 0)
        return mesh->entry_count ? (uint32_t)m->entries[0] : m->build->scene->material_count;
    uint32_t last = mesh->face_material_count - 1, entry = mesh->face_materials[face < last ? face : last];
    if (entry < mesh->entry_count)
        return (uint32_t)m->entries[entry];
    warn(m, "a face whose material is missing: the first material is used", face);
    return (uint32_t)m->entries[0];
}

/* ---- triangles ---- */

static bool is_whole(const hone_x_mesh *mesh, hone_x_walk corner, uint32_t count)
{
    bool whole = true;
    for (uint32_t c = 0; c < count; c++) whole &= hone_x_walk_next(&corner) < mesh->vertex_count;
    return whole;
}

/* Triangulates a face as a fan. Writes the indices if they have been allocated, otherwise counts them. */
static void add_fan(surface_context *m, uint32_t material, hone_x_walk corner, uint32_t count, uint32_t base)
{
    if (m->indices) {
        uint32_t first = hone_x_walk_next(&corner), before = hone_x_walk_next(&corner);
        for (uint32_t c = 2; c < count; c++) {
            uint32_t vertex = hone_x_walk_next(&corner), *to = m->indices + m->at[material] + 3 * (size_t)(c - 2);
            to[0] = base + first, to[1] = base + before, to[2] = base + vertex;
            before = vertex;
        }
    }
    m->at[material] += 3 * ((uint64_t)count - 2);
}

static void add_faces(surface_context *m, const hone_x_mesh *mesh, uint32_t base)
{
    hone_x_walk walk = {mesh->faces.first, 0};
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t count = hone_x_walk_next(&walk);
        bool drawn = count >= 3 && is_whole(mesh, walk, count);
        if (drawn)
            add_fan(m, material_of(m, mesh, f), walk, count, base);
        else if (count >= 3)
            warn(m, "a face with a vertex that is missing was dropped", f);
        for (uint32_t c = 0; c < count; c++) hone_x_walk_next(&walk);
    }
}

static bool add_all(surface_context *m)
{
    uint32_t base = 0;
    for (const hone_x_mesh *mesh = m->build->scene->meshes; mesh; base += mesh->vertex_count, mesh = mesh->next) {
        if (!resolve_entries(m, mesh))
            return false;
        add_faces(m, mesh, base);
    }
    return true;
}

/* Turns the counts into the first index of each material. */
static uint64_t set_ranges(surface_context *m, hone_material *materials)
{
    uint32_t count = m->build->scene->material_count;
    uint64_t total = 0;
    for (uint32_t i = 0; i <= count; i++) {
        materials[i].index_count = (uint32_t)m->at[i];
        total += m->at[i];
        m->at[i] = total - m->at[i];
    }
    return total;
}

bool hone_x_build_surface(hone_x_build *build)
{
    surface_context m = {.build = build};
    uint32_t count = build->scene->material_count;
    m.at = hone_arena_array(build->scratch, (size_t)count + 1, sizeof *m.at);
    if (!m.at || !make_materials(build) || !name_materials(&m) || !add_all(&m))
        return false;
    hone_material *materials = (hone_material *)build->model.materials;
    uint64_t total = set_ranges(&m, materials);
    if (total >= UINT32_MAX)
        return false;
    build->model.material_count += materials[count].index_count > 0;
    if (total == 0)
        return true;
    m.indices = hone_builder_array(build->out, (size_t)total, sizeof *m.indices);
    build->model.mesh.indices = m.indices;
    build->model.mesh.index_count = (uint32_t)total;
    return m.indices && add_all(&m);
}
