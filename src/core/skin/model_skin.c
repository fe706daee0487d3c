/* The compiled skin that all actors and GPU models of a model share. */
#include "base/error.h"
#include "core/model/derived.h"
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
