/* Each slot of a palette has a ball around all vertices that it has a share in, at rest. A skinned vertex lies between
 * the places to which its slots carry it, and so in the box around the balls where they are carried. */
#include "render/mesh/bounds.h"
#include "base/builder.h"
#include "base/error.h"
#include "base/math.h"
#include "render/matrix.h"
#include <string.h>

/* ---- at rest ---- */

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
    for (int i = 0; i < 3; i++) d[i] = position[i] - ball->centre[i];
    ball->radius = fmaxf(ball->radius, sqrtf(hone_dot3(d, d)));
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

bool hone_figure_measure(hone_figure *figure, hone_error *error)
{
    static const hone_bounds empty = HONE_BOUNDS_EMPTY;
    const hone_mesh *mesh = hone_model_mesh(figure->model);
    if (mesh->slot_count == 0)
        return true;
    figure->balls = hone_builder_array(figure->memory, mesh->slot_count, sizeof *figure->balls);
    hone_bounds *boxes = hone_builder_array(figure->memory, mesh->slot_count, sizeof *boxes);
    if (!figure->balls || !boxes)
        return hone_builder_fail(figure->memory, error);
    for (uint32_t s = 0; s < mesh->slot_count; s++) boxes[s] = empty;
    visit(mesh, figure->balls, boxes, grow_box);
    for (uint32_t s = 0; s < mesh->slot_count; s++) {
        figure->balls[s].radius = -1;
        for (int i = 0; i < 3; i++) figure->balls[s].centre[i] = boxes[s].min[i] / 2 + boxes[s].max[i] / 2;
    }
    visit(mesh, figure->balls, boxes, grow_ball);
    return true;
}

/* ---- as it stands ---- */

static void add_pose(const hone_figure *figure, const hone_palette *pose, hone_bounds *box)
{
    uint32_t slots = hone_model_mesh(figure->model)->slot_count;
    for (uint32_t s = 0; s < slots && s < pose->slot_count; s++) {
        const hone_affine *m = &pose->affine[s];
        float centre[3], square = 0;
        if (figure->balls[s].radius < 0)
            continue;
        for (int c = 0; c < 3; c++) {
            float column[3] = {m->m[0][c], m->m[1][c], m->m[2][c]};
            square = fmaxf(square, hone_dot3(column, column));
        }
        hone_affine_point(m, figure->balls[s].centre, centre);
        add_to_box(box, centre, figure->balls[s].radius * sqrtf(square));
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

void hone_placement_add_extent(const hone_placement *placement, hone_bounds *bounds)
{
    const hone_figure *figure = placement->figure;
    hone_bounds box = HONE_BOUNDS_EMPTY;
    hone_affine world = hone_world_from_model(hone_model_get(figure->model)->space);
    for (uint32_t p = 0; p < placement->pose_count; p++) add_pose(figure, &placement->poses[p], &box);
    if (placement->pose_count == 0)
        add_pose(figure, hone_actor_palette(placement->actor), &box);
    if (!(box.min[0] <= box.max[0]))
        return;
    for (uint32_t i = 0; placement->instances && i < placement->instance_count; i++) {
        hone_affine own = hone_affine_multiply(&placement->instances[i].world, &world);
        add_corners(&box, &own, bounds);
    }
    if (!placement->instances)
        add_corners(&box, &world, bounds);
}
