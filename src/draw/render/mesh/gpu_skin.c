#include "draw/render/mesh/gpu_skin.h"
#include "base/error.h"
#include <hone/math.h>
#include <string.h>

enum { RUN = 256 }; /* vertices that are sent or skipped together */

typedef struct influences { /* attributes of one vertex */
    uint32_t slots[HONE_SKIN_SHADER_MAX_INFLUENCES];
    float weights[HONE_SKIN_SHADER_MAX_INFLUENCES];
    uint32_t kind;
} influences;

typedef struct sdef_points {
    float c[3], c0[3], c1[3];
} sdef_points;

/* ---- attributes ---- */

static bool fill_attributes(hone_gpu_mesh *out, const hone_skin *skin, influences *in, sdef_points *points)
{
    bool any = false;
    for (uint32_t i = 0; i < out->vertices.count; i++) {
        hone_skin_vertex v = hone_skin_vertex_at(skin, out->vertices.order[i]);
        memcpy(in[i].slots, out->split->vertex_slots[i], sizeof in[i].slots);
        memcpy(in[i].weights, v.weights, sizeof v.weights);
        in[i].kind = v.kind;
        memcpy(points[i].c, v.c, sizeof v.c);
        memcpy(points[i].c0, v.c0, sizeof v.c0);
        memcpy(points[i].c1, v.c1, sizeof v.c1);
        any |= v.kind == HONE_SKIN_KIND_SDEF;
    }
    return any;
}

static void send(GLuint *buffer, size_t count, size_t size, const void *data)
{
    glGenBuffers(1, buffer);
    glBindBuffer(GL_ARRAY_BUFFER, *buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * size), data, GL_STATIC_DRAW);
}

void hone_gpu_mesh_use_sdefs(const hone_gpu_mesh *mesh)
{
    const size_t stride = sizeof(sdef_points);
    if (mesh->sdefs) {
        glBindBuffer(GL_ARRAY_BUFFER, mesh->sdefs);
        hone_attribute_set(HONE_ATTRIBUTE_SDEF_C, 3, stride, offsetof(sdef_points, c));
        hone_attribute_set(HONE_ATTRIBUTE_SDEF_C0, 3, stride, offsetof(sdef_points, c0));
        hone_attribute_set(HONE_ATTRIBUTE_SDEF_C1, 3, stride, offsetof(sdef_points, c1));
    }
    if (mesh->shows_centres) {
        glBindBuffer(GL_ARRAY_BUFFER, mesh->centres);
        hone_attribute_set(HONE_ATTRIBUTE_SDEF_C, 3, 3 * sizeof(float), 0);
    }
}

/* The vertex array must be bound. */
static void add_attributes(hone_gpu_mesh *out, const influences *in, const sdef_points *points)
{
    size_t stride = sizeof *in, count = out->vertices.count;
    send(&out->influences, count, stride, in);
    hone_attribute_set_integer(HONE_ATTRIBUTE_SLOTS, 4, stride, offsetof(influences, slots));
    hone_attribute_set(HONE_ATTRIBUTE_WEIGHTS, 4, stride, offsetof(influences, weights));
    hone_attribute_set_integer(HONE_ATTRIBUTE_KIND, 1, stride, offsetof(influences, kind));
    if (!points)
        return;
    send(&out->sdefs, count, sizeof *points, points);
    hone_gpu_mesh_use_sdefs(out);
}

static bool make_attributes(hone_gpu_mesh *out, const hone_skin *skin, hone_error *error)
{
    uint32_t count = out->vertices.count;
    influences *in = hone_allocate(&out->allocator, count, sizeof *in);
    sdef_points *points = hone_allocate(&out->allocator, count, sizeof *points);
    bool ok = count == 0 || (in && points);
    if (ok)
        add_attributes(out, in, fill_attributes(out, skin, in, points) ? points : NULL);
    hone_deallocate(&out->allocator, in, count, sizeof *in);
    hone_deallocate(&out->allocator, points, count, sizeof *points);
    return ok || hone_fail_memory(error);
}

/* ---- centres of rotation ---- */

static bool make_centres(hone_gpu_mesh *mesh, const hone_skin *skin, hone_error *error)
{
    const uint32_t count = mesh->vertices.count;
    float(*centres)[3] = hone_allocate(&mesh->allocator, count, sizeof *centres);
    if (!centres && count > 0)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < count; i++)
        memcpy(centres[i], hone_skin_vertex_at(skin, mesh->vertices.order[i]).centre, sizeof *centres);
    send(&mesh->centres, count, sizeof *centres, centres);
    hone_deallocate(&mesh->allocator, centres, count, sizeof *centres);
    return true;
}

bool hone_gpu_mesh_use_centres(hone_gpu_mesh *mesh, const hone_skin *skin, bool centres, hone_error *error)
{
    if (centres == mesh->shows_centres)
        return true;
    if (centres && !mesh->centres && !make_centres(mesh, skin, error))
        return false;
    mesh->shows_centres = centres;
    glBindVertexArray(mesh->vertices.array);
    if (centres || mesh->sdefs) {
        glBindBuffer(GL_ARRAY_BUFFER, centres ? mesh->centres : mesh->sdefs);
        hone_attribute_set(HONE_ATTRIBUTE_SDEF_C, 3, centres ? 3 * sizeof(float) : sizeof(sdef_points),
                           centres ? 0 : offsetof(sdef_points, c));
    } else {
        glDisableVertexAttribArray(HONE_ATTRIBUTE_SDEF_C);
    }
    return true;
}

/* ---- rest ---- */

enum { POSITIONS, NORMALS }; /* the two halves of the rest data */

/* Reads a rest value. Normals are as in the compiled skin: unit length, and 0,0,1 if there is none. */
static void read_rest(const float (*values)[3], int half, uint32_t vertex, float out[3])
{
    out[0] = out[1] = 0, out[2] = 1;
    if (half == POSITIONS)
        memcpy(out, values[vertex], 3 * sizeof *out);
    else if (values)
        hone_vec3_normalise(values[vertex], out);
}

static bool make_rest(hone_gpu_mesh *out, const hone_mesh *mesh, hone_error *error)
{
    size_t count = out->vertices.count;
    out->rest = hone_allocate(&out->allocator, count, 2 * sizeof *out->rest);
    if (!out->rest && count > 0)
        return hone_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        read_rest(mesh->positions, POSITIONS, out->vertices.order[i], out->rest[i]);
        read_rest(mesh->normals, NORMALS, out->vertices.order[i], out->rest[count + i]);
    }
    hone_vertex_buffers_fill(&out->vertices, (const float(*)[3])out->rest);
    out->held[POSITIONS] = mesh->positions;
    out->held[NORMALS] = mesh->normals;
    return true;
}

/* Sends elements [begin, end) of the rest data. */
static void send_rest(const hone_gpu_mesh *mesh, size_t begin, size_t end)
{
    size_t element = sizeof *mesh->rest;
    if (begin < end)
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(begin * element), (GLsizeiptr)((end - begin) * element),
                        mesh->rest + begin);
}

static bool move_run(hone_gpu_mesh *mesh, const float (*values)[3], int half, uint32_t begin, uint32_t end)
{
    float(*rest)[3] = mesh->rest + (half == NORMALS ? mesh->vertices.count : 0), now[3];
    bool moved = false;
    for (uint32_t i = begin; i < end; i++) {
        read_rest(values, half, mesh->vertices.order[i], now);
        moved |= memcmp(rest[i], now, sizeof now) != 0;
        memcpy(rest[i], now, sizeof now);
    }
    return moved;
}

static void follow(hone_gpu_mesh *mesh, const float (*values)[3], const float (*own)[3], int half)
{
    uint32_t count = mesh->vertices.count, sent = 0;
    size_t first = half == NORMALS ? count : 0;
    if (mesh->held[half] == values)
        return;
    for (uint32_t begin = 0; begin < count; begin += RUN) {
        uint32_t end = count - begin > RUN ? begin + RUN : count;
        if (move_run(mesh, values, half, begin, end))
            continue;
        send_rest(mesh, first + sent, first + begin);
        sent = end;
    }
    send_rest(mesh, first + sent, first + count);
    mesh->held[half] = values == own ? values : NULL;
}

void hone_gpu_mesh_follow(hone_gpu_mesh *mesh, const hone_morph_result *morphs)
{
    const hone_mesh *own = mesh->vertices.mesh;
    hone_vertex_buffers_follow(&mesh->vertices, morphs);
    glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices.buffers[HONE_BUFFER_POSITIONS]);
    follow(mesh, morphs->positions, own->positions, POSITIONS);
    follow(mesh, morphs->normals, own->normals, NORMALS);
}

/* ---- the mesh -------------------------------------------------------------------------------------------------- */

static hone_vertex_buffers_desc in_split_order(const hone_vertex_buffers_desc *vertices, const hone_split *split)
{
    hone_vertex_buffers_desc desc = *vertices;
    desc.order = split->vertices;
    desc.count = split->vertex_begin[split->palette_count];
    desc.indices = split->indices;
    desc.index_count = split->index_count;
    return desc;
}

static bool make(hone_gpu_mesh *out, const hone_vertex_buffers_desc *vertices, const hone_split_desc *split,
                 hone_error *error)
{
    out->split = hone_split_create(split, error);
    if (!out->split)
        return false;
    hone_vertex_buffers_desc desc = in_split_order(vertices, out->split);
    return hone_vertex_buffers_create(&out->vertices, &desc, error) && make_rest(out, desc.mesh, error) &&
           make_attributes(out, split->skin, error);
}

bool hone_gpu_mesh_prepare(hone_gpu_mesh *out, const hone_vertex_buffers_desc *vertices, const hone_split_desc *split,
                           hone_error *error)
{
    if (out->split && out->max_slots == split->max_slots) {
        hone_vertex_buffers_desc desc = in_split_order(vertices, out->split);
        return !hone_vertex_buffers_differ(&out->vertices, &desc) ||
               hone_vertex_buffers_set_indices(&out->vertices, &desc, error);
    }
    hone_gpu_mesh_destroy(out);
    *out = (hone_gpu_mesh){.allocator = *vertices->allocator, .max_slots = split->max_slots};
    if (make(out, vertices, split, error))
        return true;
    hone_gpu_mesh_destroy(out);
    return false;
}

void hone_gpu_mesh_destroy(hone_gpu_mesh *mesh)
{
    if (mesh->rest)
        hone_deallocate(&mesh->allocator, mesh->rest, mesh->vertices.count, 2 * sizeof *mesh->rest);
    if (mesh->influences)
        glDeleteBuffers(1, &mesh->influences);
    if (mesh->sdefs)
        glDeleteBuffers(1, &mesh->sdefs);
    if (mesh->centres)
        glDeleteBuffers(1, &mesh->centres);
    hone_vertex_buffers_destroy(&mesh->vertices);
    hone_split_destroy(mesh->split);
    *mesh = (hone_gpu_mesh){0};
}
