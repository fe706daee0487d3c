/* Checks and repairs the influences of vertices, and SDEF points. */
#include "base/error.h"
#include "core/model/validate.h"
#include <math.h>

static const char lost_bone[] = "vertex whose bone is missing: weighted to its other bones, or else to bone 0";
static const double SUM_TOLERANCE = 1e-3; /* files written with few digits are that far from 1 */
static const char bad_weight[] = "vertex with a weight that is not finite or outside 0..1: set to 0 or 1";

/* Whether a vertex of a kind may have that number of influences. */
static bool count_fits(uint8_t deform, uint32_t count, uint32_t slot_count)
{
    switch ((hone_deform)deform) {
    case HONE_DEFORM_BDEF1:
        return count == 1 || (count == 0 && slot_count == 0);
    case HONE_DEFORM_BDEF2:
    case HONE_DEFORM_SDEF:
        return count == 2;
    case HONE_DEFORM_BDEF4:
    case HONE_DEFORM_QDEF:
        return count == 4;
    case HONE_DEFORM_LINEAR:
        return true;
    case HONE_DEFORM_COUNT:
        break;
    }
    return false;
}

static bool check_shape(const hone_validate *check)
{
    const hone_mesh *mesh = &check->data->mesh;
    uint32_t expected = 0, sdef = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t begin = mesh->influence_begin[v], end = mesh->influence_begin[v + 1];
        if (begin != expected || end < begin || end > mesh->influence_count)
            return hone_fail(check->error, HONE_ERROR_FORMAT, v, "vertex %u has influences [%u, %u) of %u", v, begin,
                             end, mesh->influence_count);
        expected = end;
        if (!count_fits(mesh->deforms[v], end - begin, mesh->slot_count))
            return hone_fail(check->error, HONE_ERROR_FORMAT, v, "vertex %u of deform kind %u has %u influences", v,
                             mesh->deforms[v], end - begin);
        if (mesh->deforms[v] == HONE_DEFORM_SDEF) {
            if (sdef == mesh->sdef_count || mesh->sdefs[sdef].vertex != v)
                return hone_fail(check->error, HONE_ERROR_FORMAT, v, "vertex %u is SDEF but has no points", v);
            sdef++;
        }
    }
    if (expected != mesh->influence_count || sdef != mesh->sdef_count)
        return hone_fail(check->error, HONE_ERROR_FORMAT, mesh->vertex_count,
                         "%u influences and %u SDEF points belong to no vertex", mesh->influence_count - expected,
                         mesh->sdef_count - sdef);
    return true;
}

static void repair_single(const hone_validate *check, hone_influence *influence, uint64_t vertex)
{
    influence->weight = 1;
    if (hone_index_is_in(influence->slot, check->data->mesh.slot_count))
        return;
    influence->slot = 0;
    hone_builder_warn(check->builder, lost_bone, vertex);
}

/* An unused influence may have no bone; any other needs one. */
static bool is_bone_missing(const hone_influence *influence, uint32_t slot_count)
{
    return !hone_index_is_in(influence->slot, slot_count) && !(influence->slot == HONE_NONE && influence->weight == 0);
}

/* BDEF2 and SDEF: if a bone is missing, the other one gets all the weight and is listed twice. */
static void repair_pair(const hone_validate *check, hone_influence pair[2], uint64_t vertex)
{
    uint32_t slot_count = check->data->mesh.slot_count;
    float weight = pair[0].weight;
    if (!(weight >= 0 && weight <= 1)) {
        pair[0].weight = weight > 1 && weight < INFINITY ? 1 : 0;
        hone_builder_warn(check->builder, bad_weight, vertex);
    }
    pair[1].weight = 1 - pair[0].weight;
    for (int i = 0; i < 2; i++) {
        if (!is_bone_missing(&pair[i], slot_count))
            continue;
        int32_t other = pair[1 - i].slot;
        pair[i].slot = hone_index_is_in(other, slot_count) ? other : 0;
        hone_builder_warn(check->builder, lost_bone, vertex);
    }
}

/* LINEAR: divides the weights by their sum. If the sum is 0 they stay as they are: such a vertex does not move. */
static void normalise(const hone_validate *check, hone_influence *influences, uint32_t count, uint64_t vertex)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (influences[i].weight < 0) {
            influences[i].weight = 0;
            hone_builder_warn(check->builder, bad_weight, vertex);
        }
        sum += (double)influences[i].weight;
    }
    if (!(sum > 0))
        return;
    if (fabs(sum - 1) > SUM_TOLERANCE)
        hone_builder_warn(check->builder, "vertex whose weights do not add up to 1: normalised", vertex);
    for (uint32_t i = 0; i < count; i++) influences[i].weight = (float)(influences[i].weight / sum);
}

/* BDEF4, QDEF and LINEAR: the weight of a missing bone is dropped, unless no weight would remain. */
static void repair_many(const hone_validate *check, hone_influence *influences, uint32_t count, uint64_t vertex)
{
    uint32_t slot_count = check->data->mesh.slot_count;
    bool lost = false, carried = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(influences[i].weight)) {
            influences[i].weight = 0;
            hone_builder_warn(check->builder, bad_weight, vertex);
        }
        if (is_bone_missing(&influences[i], slot_count)) {
            influences[i] = (hone_influence){HONE_NONE, 0};
            lost = true;
        }
        carried = carried || influences[i].weight != 0;
    }
    if (lost)
        hone_builder_warn(check->builder, lost_bone, vertex);
    if (lost && !carried)
        influences[0] = (hone_influence){0, 1};
}

static void repair_vertex(const hone_validate *check, uint32_t vertex)
{
    const hone_mesh *mesh = &check->data->mesh;
    uint32_t begin = mesh->influence_begin[vertex], count = mesh->influence_begin[vertex + 1] - begin;
    if (!count)
        return;
    hone_influence *influences = (hone_influence *)mesh->influences + begin;
    if (mesh->deforms[vertex] == HONE_DEFORM_BDEF1 && count == 1)
        repair_single(check, influences, vertex);
    else if (mesh->deforms[vertex] == HONE_DEFORM_BDEF2 || mesh->deforms[vertex] == HONE_DEFORM_SDEF)
        repair_pair(check, influences, vertex);
    else
        repair_many(check, influences, count, vertex);
    if (mesh->deforms[vertex] == HONE_DEFORM_LINEAR)
        normalise(check, influences, count, vertex);
}

/* If there are no slots, vertices have no influences and stay where they are. */
static void drop_all(const hone_validate *check)
{
    hone_mesh *mesh = &check->data->mesh;
    uint8_t *deforms = (uint8_t *)mesh->deforms;
    uint32_t *begin = (uint32_t *)mesh->influence_begin;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        bool none = begin[v] == begin[v + 1] || mesh->influences[begin[v]].slot == HONE_NONE;
        if (!none || (deforms[v] != HONE_DEFORM_BDEF1 && deforms[v] != HONE_DEFORM_LINEAR))
            hone_builder_warn(check->builder, "vertex with a bone in a model without bones: bone removed", v);
        if (deforms[v] != HONE_DEFORM_LINEAR)
            deforms[v] = HONE_DEFORM_BDEF1;
        begin[v] = 0; /* begin[v + 1] is still needed */
    }
    if (mesh->vertex_count)
        begin[mesh->vertex_count] = 0;
    mesh->influence_count = 0;
    mesh->sdef_count = 0;
}

bool hone_validate_influences(const hone_validate *check)
{
    const hone_mesh *mesh = &check->data->mesh;
    if (!check_shape(check))
        return false;
    if (mesh->slot_count == 0) {
        drop_all(check);
        return true;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) repair_vertex(check, v);
    hone_sdef *sdefs = (hone_sdef *)mesh->sdefs;
    for (uint32_t i = 0; i < mesh->sdef_count; i++) {
        static const char what[] = "SDEF vertex with a point that is not finite: set to 0";
        hone_repair_floats(check, sdefs[i].c, 3, sdefs[i].vertex, what);
        hone_repair_floats(check, sdefs[i].r0, 3, sdefs[i].vertex, what);
        hone_repair_floats(check, sdefs[i].r1, 3, sdefs[i].vertex, what);
    }
    return true;
}
