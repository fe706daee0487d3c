/* How far a figure reaches, from its bones alone: each with a ball around it that holds all its vertices at rest. */
#include "render/extent.h"
#include "base/builder.h"
#include "base/error.h"
#include "base/math.h"
#include "render/matrix.h"

static void reach_vertex(const hone_mesh *mesh, uint32_t v, uint32_t bone_count, float *reach)
{
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
        if (mesh->influences[i].slot == HONE_NONE || mesh->influences[i].weight == 0)
            continue;
        const hone_slot *slot = &mesh->slots[mesh->influences[i].slot];
        float p[3], *of = &reach[slot->bone == HONE_NONE ? bone_count : (uint32_t)slot->bone];
        hone_affine_point(&slot->bone_from_mesh, mesh->positions[v], p);
        *of = fmaxf(*of, sqrtf(hone_dot3(p, p)));
    }
}

bool hone_figure_measure(hone_figure *figure, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(figure->model);
    uint32_t bone_count = hone_model_skeleton(figure->model)->bone_count;
    figure->reach = hone_builder_array(figure->memory, (size_t)bone_count + 1, sizeof *figure->reach);
    if (!figure->reach)
        return hone_builder_fail(figure->memory, error);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) reach_vertex(mesh, v, bone_count, figure->reach);
    return true;
}

static void add_ball(hone_bounds *bounds, const hone_affine *world_from_bone, float reach)
{
    float square = 0;
    for (int c = 0; c < 3; c++) {
        float column[3] = {world_from_bone->m[0][c], world_from_bone->m[1][c], world_from_bone->m[2][c]};
        square = fmaxf(square, hone_dot3(column, column));
    }
    float radius = reach * sqrtf(square);
    for (int i = 0; i < 3 && isfinite(radius); i++) {
        bounds->min[i] = fminf(bounds->min[i], world_from_bone->m[i][3] - radius);
        bounds->max[i] = fmaxf(bounds->max[i], world_from_bone->m[i][3] + radius);
    }
}

void hone_figure_add_extent(const hone_figure *figure, const hone_actor *actor, hone_bounds *bounds)
{
    const hone_model_data *model = hone_model_get(figure->model);
    uint32_t count = model->skeleton.bone_count;
    hone_affine world = hone_world_from_model(model->space);
    const hone_affine *bones = hone_actor_bones(actor);
    for (uint32_t b = 0; b < count; b++) {
        if (figure->reach[b] == 0)
            continue;
        hone_affine world_from_bone = hone_affine_multiply(&world, &bones[b]);
        add_ball(bounds, &world_from_bone, figure->reach[b]);
    }
    if (figure->reach[count] > 0)
        add_ball(bounds, &world, figure->reach[count]);
}
