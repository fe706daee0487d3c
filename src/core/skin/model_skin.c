/* The compiled skin that all actors and GPU models of a model share. */
#include "base/error.h"
#include "core/model/derived.h"
#include "core/skin/compiled.h"
#include <hone/deform.h>
#include <hone/skin.h>

static const void *compile(const hone_model *model, const hone_allocator *allocator, hone_error *error)
{
    return hone_skin_compile_mesh(hone_model_mesh(model), allocator, error);
}

static void release(const void *skin)
{
    hone_skin_release(skin);
}

const hone_skin *hone_model_compiled_skin(const hone_model *model, hone_error *error)
{
    static const hone_derived_kind kind = {HONE_DERIVED_SKIN, compile, release};
    if (!model)
        return hone_fail_null(error, "the model"), NULL;
    return hone_model_derive(model, &kind, error);
}

/* Computes the centres of rotation of a model and gives them to its skin. */
static bool add_centres(const hone_model *model, hone_skin *skin, hone_error *error)
{
    const hone_allocator allocator = skin->allocator;
    const uint32_t count = skin->vertex_count;
    float(*centres)[3] = hone_allocate(&allocator, count, sizeof *centres);
    const hone_centres_desc desc = {.mesh = hone_model_mesh(model), .allocator = &allocator};
    const hone_stream stream = {centres, count, sizeof *centres};
    bool ok = centres || hone_fail_memory(error);
    ok = ok && hone_centres_compute(&desc, centres, error);
    ok = ok && (hone_skin_set_centres(skin, &stream) || hone_fail_memory(error));
    hone_deallocate(&allocator, centres, count, sizeof *centres);
    return ok;
}

bool hone_model_prepare_skin(const hone_model *model, hone_skin_method method, hone_error *error)
{
    hone_skin *skin = (hone_skin *)hone_model_compiled_skin(model, error); /* the model owns it */
    const hone_mush_desc mush = {.mesh = skin ? hone_model_mesh(model) : NULL,
                                 .allocator = skin ? &skin->allocator : NULL};
    if (skin && hone_skin_is_mush(method))
        return hone_skin_has_mush(skin, method) || hone_skin_add_mush(skin, method, &mush, error);
    if (!skin || method != HONE_SKIN_CENTRES || skin->vertex_count == 0 || hone_skin_centres(skin))
        return skin != NULL;
    return add_centres(model, skin, error);
}
