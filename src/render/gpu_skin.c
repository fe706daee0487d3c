#include "render/gpu_skin.h"
#include "base/error.h"
#include "base/math.h"
#include "base/memory.h"
#include <string.h>

enum { RUN = 256 }; /* vertices that are sent or left together */

typedef struct influences { /* of a vertex */
    uint32_t slots[HONE_SKIN_SHADER_INFLUENCES];
    float weights[HONE_SKIN_SHADER_INFLUENCES];
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

/* The vertex array is bound. */
static void add_attributes(hone_gpu_mesh *out, const influences *in, const sdef_points *points)
{
    size_t stride = sizeof *in, count = out->vertices.count;
    send(&out->influences, count, stride, in);
    hone_attribute_set_integer(HONE_ATTRIBUTE_SLOTS, 4, stride, offsetof(influences, slots));
    hone_attribute_set(HONE_ATTRIBUTE_WEIGHTS, 4, stride, offsetof(influences, weights));
    hone_attribute_set_integer(HONE_ATTRIBUTE_KIND, 1, stride, offsetof(influences, kind));
    if (!points)
        return;
    stride = sizeof *points;
    send(&out->sdefs, count, stride, points);
    hone_attribute_set(HONE_ATTRIBUTE_SDEF_C, 3, stride, offsetof(sdef_points, c));
    hone_attribute_set(HONE_ATTRIBUTE_SDEF_C0, 3, stride, offsetof(sdef_points, c0));
    hone_attribute_set(HONE_ATTRIBUTE_SDEF_C1, 3, stride, offsetof(sdef_points, c1));
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

/* ---- rest ---- */

/* As the skin has them: of unit length, and 0,0,1 where there is none. */
static void read_normal(const hone_mesh *mesh, uint32_t vertex, float out[3])
{
    out[0] = out[1] = 0, out[2] = 1;
    if (mesh->normals)
        hone_normalise3(mesh->normals[vertex], out);
}

static bool make_rest(hone_gpu_mesh *out, const hone_mesh *mesh, hone_error *error)
{
    size_t count = out->vertices.count;
    out->rest = hone_allocate(&out->allocator, count, sizeof *out->rest);
    float(*both)[3] = hone_allocate(&out->allocator, count, 2 * sizeof *both);
    bool ok = count == 0 || (out->rest && both);
    for (size_t i = 0; ok && i < count; i++) {
        uint32_t vertex = out->vertices.order[i];
        memcpy(both[i], mesh->positions[vertex], sizeof both[i]);
        memcpy(out->rest[i], both[i], sizeof both[i]);
        read_normal(mesh, vertex, both[count + i]);
    }
    if (ok)
        hone_vertices_fill(&out->vertices, (const float(*)[3])both);
    out->held = mesh->positions;
    hone_deallocate(&out->allocator, both, count, 2 * sizeof *both);
    return ok || hone_fail_memory(error);
}

/* Vertices [begin, end), from where they were changed already. */
static void send_rest(const hone_gpu_mesh *mesh, uint32_t begin, uint32_t end)
{
    size_t element = sizeof *mesh->rest;
    if (begin < end)
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(begin * element), (GLsizeiptr)((end - begin) * element),
                        mesh->rest + begin);
}

static bool move_run(hone_gpu_mesh *mesh, const float (*positions)[3], uint32_t begin, uint32_t end)
{
    bool moved = false;
    for (uint32_t i = begin; i < end; i++) {
        const float *now = positions[mesh->vertices.order[i]];
        moved |= memcmp(mesh->rest[i], now, sizeof mesh->rest[i]) != 0;
        memcpy(mesh->rest[i], now, sizeof mesh->rest[i]);
    }
    return moved;
}

void hone_gpu_mesh_follow(hone_gpu_mesh *mesh, hone_actor *actor)
{
    const float(*positions)[3] = hone_actor_rest_positions(actor);
    uint32_t count = mesh->vertices.count, sent = 0;
    hone_vertices_follow(&mesh->vertices, actor);
    if (mesh->held == positions)
        return;
    glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices.buffers[HONE_BUFFER_POSITIONS]);
    for (uint32_t begin = 0; begin < count; begin += RUN) {
        uint32_t end = count - begin > RUN ? begin + RUN : count;
        if (move_run(mesh, positions, begin, end))
            continue;
        send_rest(mesh, sent, begin);
        sent = end;
    }
    send_rest(mesh, sent, count);
    mesh->held = positions == mesh->vertices.mesh->positions ? positions : NULL;
}

/* ---- the whole ---- */

static bool make(hone_gpu_mesh *out, const hone_mesh *mesh, const hone_split_desc *desc, hone_error *error)
{
    out->split = hone_split_create(desc, error);
    if (!out->split)
        return false;
    const hone_split *split = out->split;
    const hone_vertices_desc vertices = {.mesh = mesh,
                                         .order = split->vertices,
                                         .count = split->vertex_begin[split->palette_count],
                                         .indices = split->indices,
                                         .index_count = split->index_count,
                                         .allocator = desc->allocator};
    return hone_vertices_create(&out->vertices, &vertices, error) && make_rest(out, mesh, error) &&
           make_attributes(out, desc->skin, error);
}

bool hone_gpu_mesh_prepare(hone_gpu_mesh *out, const hone_mesh *mesh, const hone_split_desc *split, uint32_t slots_max,
                           hone_error *error)
{
    if (out->split && out->slots_max == slots_max)
        return true;
    hone_gpu_mesh_destroy(out);
    hone_split_desc desc = *split;
    desc.slots_max = slots_max;
    *out = (hone_gpu_mesh){.allocator = *desc.allocator, .slots_max = slots_max};
    if (make(out, mesh, &desc, error))
        return true;
    hone_gpu_mesh_destroy(out);
    return false;
}

void hone_gpu_mesh_destroy(hone_gpu_mesh *mesh)
{
    if (mesh->rest)
        hone_deallocate(&mesh->allocator, mesh->rest, mesh->vertices.count, sizeof *mesh->rest);
    glDeleteBuffers(1, &mesh->influences);
    glDeleteBuffers(1, &mesh->sdefs);
    hone_vertices_destroy(&mesh->vertices);
    hone_split_destroy(mesh->split);
    *mesh = (hone_gpu_mesh){0};
}
