/* Checks and repairs vertices, slots and triangles. */
#include "base/error.h"
#include "core/model/validate.h"
#include <hone/math.h>

static bool check_arrays(const hone_validate *check)
{
    const hone_mesh *mesh = &check->data->mesh;
    uint32_t count = mesh->vertex_count;
    if (mesh->extra_uv_count > 4)
        return hone_fail(check->error, HONE_ERROR_FORMAT, 0, "a mesh has at most 4 extra UVs, not %u",
                         mesh->extra_uv_count);
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++)
        if (!hone_validate_array(check, mesh->extra_uvs[i], count, "extra UVs"))
            return false;
    return hone_validate_array(check, mesh->positions, count, "positions") &&
           hone_validate_array(check, mesh->normals, count, "normals") &&
           hone_validate_array(check, mesh->uvs, count, "UVs") &&
           hone_validate_array(check, mesh->edge_scales, count, "edge scales") &&
           hone_validate_array(check, mesh->deforms, count, "deform kinds") &&
           hone_validate_array(check, mesh->influence_begin, count, "influence offsets") &&
           hone_validate_array(check, mesh->influences, mesh->influence_count, "influences") &&
           hone_validate_array(check, mesh->sdefs, mesh->sdef_count, "SDEF points") &&
           hone_validate_array(check, mesh->indices, mesh->index_count, "indices");
}

static void repair_numbers(const hone_validate *check)
{
    static const char what[] = "vertex with a number that is not finite: set to 0";
    hone_mesh *mesh = &check->data->mesh;
    uint32_t count = mesh->vertex_count;
    if (count == 0)
        return;
    hone_repair_stream(check, (float *)mesh->positions, count, 3, what);
    hone_repair_stream(check, (float *)mesh->normals, count, 3, what);
    if (mesh->centres)
        hone_repair_stream(check, (float *)mesh->centres, count, 3, what);
    if (mesh->tangents)
        hone_repair_stream(check, (float *)mesh->tangents, count, 4, what);
    hone_repair_stream(check, (float *)mesh->uvs, count, 2, what);
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++)
        hone_repair_stream(check, (float *)mesh->extra_uvs[i], count, 4, what);
    hone_repair_stream(check, (float *)mesh->edge_scales, count, 1, what);
}

static bool check_slots(const hone_validate *check)
{
    hone_mesh *mesh = &check->data->mesh;
    const hone_skeleton *skeleton = &check->data->skeleton;
    if (check->data->space == HONE_SPACE_MMD) {
        mesh->slot_count = skeleton->bone_count;
        hone_slot *slots = hone_builder_array(check->builder, mesh->slot_count, sizeof *slots);
        for (uint32_t i = 0; slots && i < mesh->slot_count; i++) {
            const float *p = skeleton->bones[i].position;
            slots[i] = (hone_slot){(int32_t)i, hone_affine_translation((float[3]){-p[0], -p[1], -p[2]})};
        }
        mesh->slots = slots;
        return slots || mesh->slot_count == 0 || hone_fail_memory(check->error);
    }
    if (!hone_validate_array(check, mesh->slots, mesh->slot_count, "slots"))
        return false;
    hone_slot *slots = (hone_slot *)mesh->slots;
    for (uint32_t i = 0; i < mesh->slot_count; i++) {
        hone_repair_index(check, &slots[i].bone, skeleton->bone_count, i,
                          "slot whose bone is missing: set to model space");
        hone_repair_floats(check, &slots[i].bone_from_mesh.m[0][0], 12, i,
                           "slot with a number that is not finite: set to 0");
    }
    return true;
}

/* A triangle with a missing vertex shrinks to a point. It is not removed, because materials count triangles. */
static void repair_triangle(const hone_validate *check, uint32_t *corner, uint32_t count, uint64_t at)
{
    uint32_t good = 0;
    for (uint32_t k = count; k-- > 0;)
        if (corner[k] < check->data->mesh.vertex_count)
            good = corner[k];
    for (uint32_t k = 0; k < count; k++) corner[k] = good;
    hone_builder_warn(check->builder, "triangle with a vertex that is missing: collapsed to a point", at);
}

static void repair_indices(const hone_validate *check)
{
    hone_mesh *mesh = &check->data->mesh;
    uint32_t *indices = (uint32_t *)mesh->indices;
    if (mesh->index_count % 3)
        hone_builder_warn(check->builder, "indices with an incomplete last triangle: not drawn", mesh->index_count);
    if (mesh->vertex_count == 0 && mesh->index_count) {
        hone_builder_warn(check->builder, "triangles without any vertex: dropped", mesh->index_count / 3);
        mesh->index_count = 0;
    }
    uint32_t largest = 0;
    for (uint32_t i = 0; i < mesh->index_count; i++) largest = indices[i] > largest ? indices[i] : largest;
    if (largest < mesh->vertex_count || mesh->index_count == 0)
        return;
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        uint32_t corners = mesh->index_count - i < 3 ? mesh->index_count - i : 3;
        bool good = true;
        for (uint32_t k = 0; k < corners; k++) good = good && indices[i + k] < mesh->vertex_count;
        if (!good)
            repair_triangle(check, indices + i, corners, i / 3);
    }
}

bool hone_validate_mesh(const hone_validate *check)
{
    hone_mesh *mesh = &check->data->mesh;
    if (mesh->vertex_count == 0 && !mesh->influence_begin) /* the array has one entry even without vertices */
        mesh->influence_begin = hone_builder_array(check->builder, 1, sizeof *mesh->influence_begin);
    if (!check_arrays(check))
        return false;
    repair_numbers(check);
    repair_indices(check);
    return check_slots(check) && hone_validate_influences(check);
}
