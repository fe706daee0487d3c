/* The measurements that all actors of a model share. */
#include "base/error.h"
#include "core/bounds/skin_bounds.h"
#include "core/model/derived.h"

static const void *make(const hone_model *model, const hone_allocator *allocator, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_mesh *mesh = &data->mesh;
    const hone_skin_desc desc = {
        .vertex_count = mesh->vertex_count,
        .slot_count = mesh->slot_count,
        .positions = {(void *)mesh->positions, mesh->vertex_count, sizeof *mesh->positions},
        .deforms = mesh->deforms,
        .influence_begin = mesh->influence_begin,
        .influences = mesh->influences,
        .sdef_count = mesh->sdef_count,
        .sdefs = mesh->sdefs,
        .allocator = allocator,
    };
    return hone_skin_bounds_create(&(hone_skin_bounds_desc){&desc, data->morphs, data->morph_count}, error);
}

static void release(const void *bounds)
{
    hone_skin_bounds_destroy((hone_skin_bounds *)bounds);
}

const hone_skin_bounds *hone_model_skin_bounds(const hone_model *model, hone_error *error)
{
    static const hone_derived_kind kind = {HONE_DERIVED_BOUNDS, make, release};
    if (!model)
        return hone_fail_null(error, "the model"), NULL;
    return hone_model_derive(model, &kind, error);
}
