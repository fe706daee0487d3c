/* Creates and releases models. */
#include "base/builder.h"
#include "base/error.h"
#include "model/validate.h"
#include <stdatomic.h>
#include <string.h>

/* Allocated in its own builder; destroying the builder frees everything. */
struct hone_model {
    atomic_uint references;
    hone_builder *builder;
    hone_model_data data;
    hone_warnings warnings;
};

hone_model *hone_model_retain(const hone_model *model)
{
    hone_model *m = (hone_model *)model; /* only the reference count changes */
    if (m)
        atomic_fetch_add_explicit(&m->references, 1, memory_order_relaxed);
    return m;
}

void hone_model_release(const hone_model *model)
{
    hone_model *m = (hone_model *)model;
    /* release: what this thread did with the model happens before its end; acquire: so does what other threads did */
    if (m && atomic_fetch_sub_explicit(&m->references, 1, memory_order_acq_rel) == 1)
        hone_builder_destroy(m->builder);
}

const hone_model_data *hone_model_get(const hone_model *model)
{
    static const hone_model_data empty = {.name = "", .english_name = "", .comment = "", .english_comment = ""};
    return model ? &model->data : &empty;
}

const hone_mesh *hone_model_mesh(const hone_model *model)
{
    return &hone_model_get(model)->mesh;
}

const hone_skeleton *hone_model_skeleton(const hone_model *model)
{
    return &hone_model_get(model)->skeleton;
}

hone_warnings hone_model_warnings(const hone_model *model)
{
    return model ? model->warnings : (hone_warnings){0};
}

int32_t hone_model_find_bone(const hone_model *model, const char *name)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t i = 0; name && i < skeleton->bone_count; i++)
        if (strcmp(skeleton->bones[i].name, name) == 0)
            return (int32_t)i;
    return HONE_NONE;
}

int32_t hone_model_find_morph(const hone_model *model, const char *name)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t i = 0; name && i < data->morph_count; i++)
        if (strcmp(data->morphs[i].name, name) == 0)
            return (int32_t)i;
    return HONE_NONE;
}

static bool check_all(const hone_validate *check)
{
    return hone_validate_skeleton(check) && hone_validate_mesh(check) && hone_validate_surface(check) &&
           hone_validate_physics(check) && hone_validate_morphs(check) && hone_validate_texts(check);
}

static hone_model *build(hone_builder *builder, const hone_model_data *data, bool strict, hone_error *error)
{
    hone_model *model = hone_builder_array(builder, 1, sizeof *model);
    if (!model)
        return hone_builder_fail(builder, error), NULL;
    atomic_init(&model->references, 1);
    model->builder = builder;
    model->data = *data;
    hone_validate check = {builder, &model->data, error};
    if (!check_all(&check) || !hone_builder_finish_warnings(builder, strict, &model->warnings, error))
        return NULL;
    return model;
}

hone_model *hone_model_create(hone_builder *builder, const hone_model_data *data, const hone_model_desc *desc,
                              hone_error *error)
{
    if (!builder)
        return hone_fail_null(error, "builder"), NULL;
    hone_model *model = NULL;
    if (!data)
        hone_fail_null(error, "data");
    /* checked first, so that NULL arrays of a failed builder are not reported as the caller's mistake */
    else if (hone_builder_failed(builder))
        hone_builder_fail(builder, error);
    else
        model = build(builder, data, desc && desc->strict, error);
    if (!model)
        hone_builder_destroy(builder);
    return model;
}
