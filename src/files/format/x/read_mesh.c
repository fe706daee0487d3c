/* Reads the Mesh objects of a .x file with their children. */
#include "files/format/x/scene.h"
#include <hone/math.h>

static void add_word(hone_x_reader *reader, hone_x_words *words, uint32_t word)
{
    hone_x_chunk *last = words->last;
    if (!last || last->used == sizeof last->words / sizeof last->words[0]) {
        if (!hone_reading_scratch(&reader->file, 1, sizeof *last, &last))
            return;
        *(words->last ? &words->last->next : &words->first) = last;
        words->last = last;
    }
    last->words[last->used++] = word;
}

static void read_faces(hone_x_reader *reader, hone_x_mesh *mesh)
{
    mesh->face_count = hone_x_count(reader, "faces", 1);
    for (uint32_t f = 0; f < mesh->face_count && !reader->file.failed; f++) {
        uint32_t corners = hone_x_count(reader, "corners of a face", 1);
        add_word(reader, &mesh->faces, corners);
        for (uint32_t c = 0; c < corners && !reader->file.failed; c++)
            add_word(reader, &mesh->faces, hone_x_unsigned(reader));
    }
}

static void read_uvs(hone_x_reader *reader, hone_x_mesh *mesh)
{
    uint32_t count = hone_x_count(reader, "texture coordinates", 2);
    float(*uvs)[2];
    hone_reading_scratch(&reader->file, count, sizeof *uvs, &uvs);
    hone_x_floats(reader, uvs ? uvs[0] : NULL, 2 * (size_t)count);
    hone_x_end(reader);
    if (count == mesh->vertex_count)
        mesh->uvs = uvs ? uvs[0] : NULL;
    else
        hone_x_warn(reader, "texture coordinates that are not one per vertex were ignored");
}

/* Vertices without a colour are white. */
static void read_colours(hone_x_reader *reader, hone_x_mesh *mesh)
{
    uint32_t count = hone_x_count(reader, "vertex colours", 5);
    float(*colours)[4];
    hone_reading_scratch(&reader->file, mesh->vertex_count, sizeof *colours, &colours);
    for (uint32_t v = 0; colours && v < mesh->vertex_count; v++)
        for (int i = 0; i < 4; i++) colours[v][i] = 1;
    for (uint32_t i = 0; i < count && !reader->file.failed; i++) {
        float colour[4];
        uint32_t vertex = hone_x_unsigned(reader);
        hone_x_floats(reader, colour, 4);
        if (!colours || vertex >= mesh->vertex_count)
            hone_x_warn(reader, "a colour of a vertex that is missing was dropped");
        else
            for (int k = 0; k < 4; k++) colours[vertex][k] = colour[k];
    }
    hone_x_end(reader);
    mesh->colours = colours ? colours[0] : NULL;
}

static void add_skin(hone_x_reader *reader, hone_x_mesh *mesh, hone_x_skin ***end)
{
    hone_x_skin *skin = hone_x_read_skin(reader, mesh->vertex_count);
    if (!skin)
        return;
    **end = skin;
    *end = &skin->next;
    mesh->skin_count++;
    mesh->skin_total += skin->count;
}

static void read_children(hone_x_reader *reader, hone_x_scene *scene, hone_x_mesh *mesh)
{
    hone_x_skin **skin_end = &mesh->skins;
    for (hone_x_child child; (child = hone_x_next_child(reader)) != HONE_X_NO_CHILD;) {
        if (child == HONE_X_REFERENCE)
            continue;
        if (hone_x_is(reader, "MeshNormals"))
            hone_x_read_normals(reader, mesh);
        else if (hone_x_is(reader, "MeshTextureCoords"))
            read_uvs(reader, mesh);
        else if (hone_x_is(reader, "MeshVertexColors"))
            read_colours(reader, mesh);
        else if (hone_x_is(reader, "MeshMaterialList"))
            hone_x_read_material_list(reader, scene, mesh);
        else if (hone_x_is(reader, "SkinWeights"))
            add_skin(reader, mesh, &skin_end);
        else
            hone_x_skip(reader);
    }
}

static void read_mesh(hone_x_reader *reader, hone_x_scene *scene, hone_x_mesh *mesh)
{
    mesh->vertex_count = hone_x_count(reader, "vertices", 3);
    hone_reading_scratch(&reader->file, mesh->vertex_count, 3 * sizeof *mesh->positions, &mesh->positions);
    hone_x_floats(reader, mesh->positions, 3 * (size_t)mesh->vertex_count);
    read_faces(reader, mesh);
    read_children(reader, scene, mesh);
    *scene->mesh_end = mesh;
    scene->mesh_end = &mesh->next;
    scene->mesh_count++;
}

void hone_x_read_mesh(hone_x_reader *reader, hone_x_scene *scene, int32_t frame)
{
    hone_x_mesh *mesh;
    hone_reading_scratch(&reader->file, scene->want_meshes, sizeof *mesh, &mesh);
    if (!mesh) {
        hone_x_skip(reader);
        return;
    }
    mesh->frame = frame;
    reader->in_mesh = true;
    read_mesh(reader, scene, mesh);
    reader->in_mesh = false;
}

/* ---- normals ---- */

/* Adds a corner's normal to that of its vertex. */
static void add_normal(hone_x_reader *reader, const hone_x_mesh *mesh, uint32_t vertex, const float (*normals)[3],
                       uint32_t normal_count, uint32_t normal, float (*sums)[3])
{
    float unit[3];
    if (normal >= normal_count)
        hone_x_warn(reader, "a face with a normal that is missing: computed from the face");
    else if (normals && sums && vertex < mesh->vertex_count && hone_vec3_normalise(normals[normal], unit))
        hone_vec3_add(sums[vertex], unit, sums[vertex]);
}

/* Reads the faces of the normals, which must match those of the mesh. Returns false if they do not. */
static bool read_normal_faces(hone_x_reader *reader, const hone_x_mesh *mesh, const float (*normals)[3],
                              uint32_t normal_count, float (*sums)[3])
{
    uint32_t face_count = hone_x_count(reader, "faces of normals", 1);
    bool alike = face_count == mesh->face_count;
    hone_x_walk walk = {mesh->faces.first, 0};
    for (uint32_t f = 0; f < face_count && !reader->file.failed; f++) {
        uint32_t corners = hone_x_count(reader, "corners of a face", 1);
        alike = alike && corners == hone_x_walk_next(&walk);
        for (uint32_t c = 0; c < corners && !reader->file.failed; c++) {
            uint32_t normal = hone_x_unsigned(reader);
            if (alike)
                add_normal(reader, mesh, hone_x_walk_next(&walk), normals, normal_count, normal, sums);
        }
    }
    return alike;
}

void hone_x_read_normals(hone_x_reader *reader, hone_x_mesh *mesh)
{
    uint32_t count = hone_x_count(reader, "normals", 3);
    float(*normals)[3];
    hone_reading_scratch(&reader->file, count, sizeof *normals, &normals);
    hone_x_floats(reader, normals ? normals[0] : NULL, 3 * (size_t)count);
    float(*sums)[3];
    hone_reading_scratch(&reader->file, mesh->vertex_count, sizeof *sums, &sums);
    bool alike = read_normal_faces(reader, mesh, (const float(*)[3])normals, count, sums);
    hone_x_end(reader);
    if (!alike)
        hone_x_warn(reader, "normals whose faces do not match those of the mesh: computed from the faces instead");
    else
        mesh->normals = sums ? sums[0] : NULL;
}

/* ---- skin ---- */

/* Drops the weights of missing vertices. */
static void drop_bad_weights(hone_x_reader *reader, hone_x_skin *skin, uint32_t vertex_count, uint32_t *vertices,
                             float *weights)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; vertices && weights && i < skin->count; i++) {
        if (vertices[i] >= vertex_count) {
            hone_x_warn(reader, "a weight of a vertex that is missing was dropped");
            continue;
        }
        if (!(weights[i] >= 0)) {
            hone_x_warn(reader, "a weight below 0 became 0");
            weights[i] = 0;
        }
        vertices[kept] = vertices[i], weights[kept++] = weights[i];
    }
    skin->count = kept;
}

hone_x_skin *hone_x_read_skin(hone_x_reader *reader, uint32_t vertex_count)
{
    hone_x_skin *skin;
    if (!hone_reading_scratch(&reader->file, 1, sizeof *skin, &skin))
        return NULL;
    skin->bone = hone_x_string(reader);
    skin->count = hone_x_count(reader, "weights", 2);
    uint32_t *vertices;
    hone_reading_scratch(&reader->file, skin->count, sizeof *vertices, &vertices);
    float *weights;
    hone_reading_scratch(&reader->file, skin->count, sizeof *weights, &weights);
    for (uint32_t i = 0; vertices && i < skin->count && !reader->file.failed; i++)
        vertices[i] = hone_x_unsigned(reader);
    hone_x_floats(reader, weights, skin->count);
    hone_x_matrix(reader, skin->offset);
    hone_x_end(reader);
    drop_bad_weights(reader, skin, vertex_count, vertices, weights);
    skin->vertices = vertices, skin->weights = weights;
    return skin;
}
