#include "offline/autorig/autorig.h"
#include "base/error.h"
#include "offline/autorig/human_skeleton.h"
#include <hone/format.h>
#include <math.h>
#include <string.h>

void *fit_copy(hone_builder *builder, const void *array, size_t count, size_t size)
{
    void *out = array ? hone_builder_array(builder, count, size) : NULL;
    return out ? memcpy(out, array, count * size) : NULL;
}

const char *fit_text(fitting *f, const char *text)
{
    return hone_builder_text(f->builder, text, text ? strlen(text) : 0);
}

void fit_box(const hone_mesh *mesh, float low[3], float high[3])
{
    for (int i = 0; i < 3; i++) low[i] = INFINITY, high[i] = -INFINITY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            low[i] = fminf(low[i], mesh->positions[v][i]);
            high[i] = fmaxf(high[i], mesh->positions[v][i]);
        }
}

/* As high as the mesh, on its ground, in its middle. */
static void place(fitting *f)
{
    const hone_mesh *own = &f->skeleton->mesh;
    float low[3], high[3];
    f->report->scale = 1;
    fit_box(&f->mesh->mesh, f->low, f->high);
    if (f->desc->as_is || own->vertex_count == 0)
        return;
    fit_box(own, low, high);
    float scale = (f->high[1] - f->low[1]) / (high[1] - low[1]);
    if (!(scale > 0 && scale < INFINITY))
        return;
    f->report->scale = scale;
    for (int i = 0; i < 3; i++)
        f->report->move[i] =
            i == 1 ? f->low[1] - scale * low[1] : (f->low[i] + f->high[i]) / 2 - scale * ((low[i] + high[i]) / 2);
}

static bool make(fitting *f, hone_error *error)
{
    f->data.space = HONE_SPACE_MMD;
    f->data.name = fit_text(f, f->mesh->name);
    f->data.english_name = fit_text(f, f->mesh->english_name);
    f->data.comment = fit_text(f, f->mesh->comment);
    f->data.english_comment = fit_text(f, f->mesh->english_comment);
    place(f);
    return fit_skeleton(f) && fit_mesh(f) && fit_surface(f) && fit_morphs(f) && fit_weights(f, error) &&
           fit_rest(f, error);
}

/* Both models are in MMD's space. */
static hone_model *fit(fitting *f, hone_error *error)
{
    hone_error why = {0};
    f->builder = hone_builder_create(f->desc->allocator, 0, error);
    hone_model *made = NULL;
    if (f->builder && make(f, &why)) {
        made = hone_model_create(f->builder, &f->data, NULL, error);
    } else if (f->builder) {
        if (why.code)
            hone_fail(error, why.code, why.at, "%s", why.message);
        else
            hone_fail_memory(error);
        hone_builder_destroy(f->builder);
    }
    return made;
}

/* The other model's skeleton, or one that is made for the mesh. */
static hone_model *take_skeleton(fitting *f, const hone_to_mmd_desc *to_mmd, hone_error *error)
{
    human_marks marks;
    const hone_mesh *mesh = &f->mesh->mesh;
    if (f->desc->skeleton)
        return hone_model_to_mmd(f->desc->skeleton, to_mmd, NULL, error);
    uint8_t *hangs_on_head = hone_builder_array(f->scratch, mesh->vertex_count, 1);
    if (!hangs_on_head)
        return hone_fail_memory(error), NULL;
    if (!human_find(mesh, f->desc->allocator, &marks, hangs_on_head, error))
        return NULL;
    f->hangs_on_head = marks.neck_thick > 0 ? hangs_on_head : NULL;
    f->neck_thick = marks.neck_thick;
    f->report->quarters = marks.quarters;
    f->report->unsure = marks.unsure;
    return human_make(&marks, f->desc->allocator, error);
}

static bool check(const hone_model *mesh, const hone_fit_desc *desc, hone_error *error)
{
    if (!mesh || !desc)
        return hone_fail_null(error, "the mesh and the description");
    if (desc->max_influences > 4)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "at most four bones a vertex, not %u", desc->max_influences);
    if (hone_model_mesh(mesh)->vertex_count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no vertex that bones could carry");
    return true;
}

hone_model *hone_model_fit(const hone_model *mesh, const hone_fit_desc *desc, hone_fit_report *report,
                           hone_error *error)
{
    hone_fit_report unseen;
    if (!check(mesh, desc, error))
        return NULL;
    const hone_to_mmd_desc to_mmd = {.scale = desc->scale, .allocator = desc->allocator};
    const hone_to_mmd_desc of_mesh = {.scale = desc->scale, .textures = desc->textures, .allocator = desc->allocator};
    hone_model *from = hone_model_to_mmd(mesh, &of_mesh, NULL, error), *skeleton = NULL, *made = NULL;
    if (from) {
        fitting f = {.desc = desc, .report = report ? report : &unseen, .source = hone_model_get(mesh)};
        *f.report = (hone_fit_report){.scale = 1};
        f.mesh = hone_model_get(from);
        f.own_surface = desc->own_surface && f.source->space != HONE_SPACE_MMD;
        f.scratch = hone_builder_create(desc->allocator, 0, error);
        skeleton = f.scratch ? take_skeleton(&f, &to_mmd, error) : NULL;
        f.skeleton = hone_model_get(skeleton);
        if (skeleton)
            f.human = hone_humanoid_of(skeleton);
        made = skeleton ? fit(&f, error) : NULL;
        hone_builder_destroy(f.scratch);
    }
    hone_model_release(from);
    hone_model_release(skeleton);
    return made;
}
