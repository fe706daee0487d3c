/* Each slot has a ball around the rest positions of all vertices that it influences. A skinned vertex is between the
 * positions to which its slots move it, so it is inside the box around the moved balls. */
#include "draw/render/mesh/bounds.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "draw/render/matrix.h"
#include "draw/render/mesh/gpu_crowd.h"
#include <hone/math.h>
#include <string.h>

/* ---- at rest --------------------------------------------------------------------------------------------------- */

static void add_to_box(hone_bounds *box, const float p[3], float radius)
{
    if (!isfinite(p[0] + p[1] + p[2] + radius))
        return;
    for (int i = 0; i < 3; i++) {
        box->min[i] = fminf(box->min[i], p[i] - radius);
        box->max[i] = fmaxf(box->max[i], p[i] + radius);
    }
}

typedef void visit_fn(hone_ball *ball, hone_bounds *box, const float position[3]);

static void grow_box(hone_ball *ball, hone_bounds *box, const float position[3])
{
    (void)ball;
    add_to_box(box, position, 0);
}

static void grow_ball(hone_ball *ball, hone_bounds *box, const float position[3])
{
    float d[3];
    (void)box;
    hone_vec3_subtract(position, ball->centre, d);
    ball->radius = fmaxf(ball->radius, hone_vec3_length(d));
}

static void visit(const hone_mesh *mesh, hone_ball *balls, hone_bounds *boxes, visit_fn *fn)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            int32_t slot = mesh->influences[i].slot;
            if (slot != HONE_NONE && mesh->influences[i].weight != 0)
                fn(&balls[slot], &boxes[slot], mesh->positions[v]);
        }
}

bool hone_gpu_model_measure(hone_gpu_model *gpu_model, hone_error *error)
{
    static const hone_bounds empty = HONE_BOUNDS_EMPTY;
    const hone_mesh *mesh = hone_model_mesh(gpu_model->model);
    if (mesh->slot_count == 0)
        return true;
    if (!gpu_model->balls)
        gpu_model->balls = hone_arena_array(gpu_model->memory, mesh->slot_count, sizeof *gpu_model->balls);
    if (!gpu_model->boxes)
        gpu_model->boxes = hone_arena_array(gpu_model->memory, mesh->slot_count, sizeof *gpu_model->boxes);
    hone_bounds *boxes = gpu_model->boxes;
    if (!gpu_model->balls || !boxes)
        return hone_arena_fail(gpu_model->memory, error);
    for (uint32_t s = 0; s < mesh->slot_count; s++) boxes[s] = empty;
    visit(mesh, gpu_model->balls, boxes, grow_box);
    for (uint32_t s = 0; s < mesh->slot_count; s++) {
        gpu_model->balls[s].radius = -1;
        for (int i = 0; i < 3; i++) gpu_model->balls[s].centre[i] = boxes[s].min[i] / 2 + boxes[s].max[i] / 2;
    }
    visit(mesh, gpu_model->balls, boxes, grow_ball);
    return true;
}

/* ---- in a pose ------------------------------------------------------------------------------------------------- */

void hone_gpu_model_add_pose(const hone_gpu_model *gpu_model, const hone_palette *pose, hone_bounds *box)
{
    uint32_t slots = hone_model_mesh(gpu_model->model)->slot_count;
    for (uint32_t s = 0; s < slots && s < pose->slot_count; s++) {
        const hone_affine *m = &pose->affine[s];
        float centre[3], square = 0;
        if (gpu_model->balls[s].radius < 0)
            continue;
        for (int c = 0; c < 3; c++) {
            float column[3] = {m->m[0][c], m->m[1][c], m->m[2][c]};
            square = fmaxf(square, hone_vec3_dot(column, column));
        }
        hone_affine_point(m, gpu_model->balls[s].centre, centre);
        add_to_box(box, centre, gpu_model->balls[s].radius * sqrtf(square));
    }
}

static void add_corners(const hone_bounds *box, const hone_affine *world, hone_bounds *out)
{
    for (int corner = 0; corner < 8; corner++) {
        float p[3];
        for (int i = 0; i < 3; i++) p[i] = corner >> i & 1 ? box->max[i] : box->min[i];
        hone_affine_point(world, p, p);
        add_to_box(out, p, 0);
    }
}

void hone_draw_entry_add_bounds(const hone_draw_entry *entry, hone_bounds *bounds)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    hone_bounds box = HONE_BOUNDS_EMPTY;
    const hone_affine *world = &entry->world_from_model;
    const hone_gpu_crowd *crowd = entry->item->crowd;
    for (uint32_t i = 0; crowd && i < crowd->count; i++) add_corners(&crowd->box, &crowd->members[i].world, bounds);
    if (crowd)
        return;
    for (uint32_t p = 0; p < entry->pose_count; p++) hone_gpu_model_add_pose(gpu_model, &entry->poses[p], &box);
    if (!(box.min[0] <= box.max[0]))
        return;
    for (uint32_t i = 0; entry->item->instances && i < entry->item->instance_count; i++) {
        hone_affine own = hone_affine_multiply(&entry->item->instances[i].world, world);
        add_corners(&box, &own, bounds);
    }
    if (!entry->item->instances)
        add_corners(&box, world, bounds);
}
