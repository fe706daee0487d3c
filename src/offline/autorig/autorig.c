/* Autorig: gives a model the bones of another one, or a skeleton made for its mesh, and weights for them. This file
 * has the public function and the order of the steps. */
#include "offline/autorig/autorig.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "offline/autorig/human_skeleton.h"
#include <hone/format.h>
#include <math.h>
#include <string.h>

/* Scales and moves the skeleton to the height, the ground and the centre of the mesh. */
static void place(autorig_context *f)
{
    const hone_mesh *own = &f->skeleton->mesh;
    float low[3], high[3];
    f->report->scale = 1;
    hone_autorig_box(&f->mesh->mesh, f->low, f->high);
    if (f->desc->keep_scale || own->vertex_count == 0)
        return;
    hone_autorig_box(own, low, high);
    float scale = (f->high[1] - f->low[1]) / (high[1] - low[1]);
    if (!(scale > 0 && scale < INFINITY))
        return;
    f->report->scale = scale;
    for (int i = 0; i < 3; i++)
        f->report->move[i] =
            i == 1 ? f->low[1] - scale * low[1] : (f->low[i] + f->high[i]) / 2 - scale * ((low[i] + high[i]) / 2);
}

static bool make(autorig_context *f, hone_error *error)
{
    f->data.space = HONE_SPACE_MMD;
    f->data.name = hone_autorig_text(f, f->mesh->name);
    f->data.english_name = hone_autorig_text(f, f->mesh->english_name);
    f->data.comment = hone_autorig_text(f, f->mesh->comment);
    f->data.english_comment = hone_autorig_text(f, f->mesh->english_comment);
    place(f);
    return hone_autorig_skeleton(f) && hone_autorig_mesh(f) && hone_autorig_materials(f) && hone_autorig_morphs(f) &&
           hone_autorig_weights(f, error) && hone_autorig_bend_to_a_pose(f, error);
}

/* Builds the result; both models are in MMD's space. */
static hone_model *fit(autorig_context *f, hone_error *error)
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

/* Returns the skeleton of the other model, or one that is made for the mesh. */
static hone_model *take_skeleton(autorig_context *f, const hone_to_mmd_desc *to_mmd, hone_error *error)
{
    autorig_landmarks marks;
    const hone_mesh *mesh = &f->mesh->mesh;
    if (f->desc->skeleton)
        return hone_model_to_mmd(f->desc->skeleton, to_mmd, NULL, error);
    uint8_t *hangs_on_head = hone_arena_array(f->scratch, mesh->vertex_count, 1);
    if (!hangs_on_head)
        return hone_fail_memory(error), NULL;
    if (!hone_autorig_find_landmarks(mesh, f->desc->allocator, &marks, hangs_on_head, error))
        return NULL;
    f->hangs_on_head = hangs_on_head;
    f->neck_thick = marks.neck_thick;
    f->report->quarters = marks.quarters;
    f->report->landmark_warnings = marks.landmark_warnings;
    return hone_autorig_make_human(&marks, f->desc->allocator, error);
}

static bool check(const hone_model *mesh, const hone_autorig_desc *desc, hone_error *error)
{
    if (!mesh || !desc)
        return hone_fail_null(error, "the mesh and the description");
    if (hone_model_mesh(mesh)->vertex_count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no vertices");
    return true;
}

hone_model *hone_model_autorig(const hone_model *mesh, const hone_autorig_desc *desc, hone_autorig_report *report,
                               hone_error *error)
{
    hone_autorig_report unseen;
    if (!check(mesh, desc, error))
        return NULL;
    const hone_to_mmd_desc to_mmd = {.scale = desc->scale, .allocator = desc->allocator};
    const hone_to_mmd_desc of_mesh = {.scale = desc->scale, .textures = desc->textures, .allocator = desc->allocator};
    hone_model *from = hone_model_to_mmd(mesh, &of_mesh, NULL, error), *skeleton = NULL, *made = NULL;
    if (from) {
        autorig_context f = {.desc = desc, .report = report ? report : &unseen, .source = hone_model_get(mesh)};
        *f.report = (hone_autorig_report){.scale = 1};
        f.mesh = hone_model_get(from);
        f.keep_materials = desc->keep_materials && f.source->space != HONE_SPACE_MMD;
        f.scratch = hone_arena_create(desc->allocator, 0, error);
        skeleton = f.scratch ? take_skeleton(&f, &to_mmd, error) : NULL;
        f.skeleton = hone_model_get(skeleton);
        if (skeleton)
            f.human = hone_model_humanoid(skeleton);
        made = skeleton ? fit(&f, error) : NULL;
        hone_arena_destroy(f.scratch);
    }
    hone_model_release(from);
    hone_model_release(skeleton);
    return made;
}
