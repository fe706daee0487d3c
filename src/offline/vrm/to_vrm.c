/* Makes an avatar of a character: the order of the steps, and what they share. */
#include "offline/vrm/to_vrm.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include <hone/math.h>
#include <string.h>

/* ---- what a VRM never has ---- */

static void lose_parts(to_vrm_context *context)
{
    const hone_model_data *from = context->from;
    for (uint32_t i = 0; i < from->body_count; i++) hone_vrm_lose(context, HONE_VRM_LOSS_BODY, from->bodies[i].name);
    for (uint32_t i = 0; i < from->joint_count; i++) hone_vrm_lose(context, HONE_VRM_LOSS_JOINT, from->joints[i].name);
    for (uint32_t i = 0; i < from->soft_body_count; i++)
        hone_vrm_lose(context, HONE_VRM_LOSS_SOFT_BODY, from->soft_bodies[i].name);
    for (uint32_t i = 0; i < from->clip_count; i++) hone_vrm_lose(context, HONE_VRM_LOSS_CLIP, from->clips[i].name);
    for (uint32_t i = 0; i < from->camera_count; i++)
        hone_vrm_lose(context, HONE_VRM_LOSS_CAMERA, from->cameras[i].name);
}

/* ---- all ---- */

static bool make(to_vrm_context *context)
{
    static bool (*const steps[])(to_vrm_context *) = {
        hone_vrm_make_pose,     hone_vrm_choose_bones,   hone_vrm_make_bones,  hone_vrm_make_mesh,
        hone_vrm_make_pictures, hone_vrm_make_materials, hone_vrm_make_morphs, hone_vrm_make_constraints,
        hone_vrm_make_springs,  hone_vrm_make_meta,      hone_vrm_make_gaze};
    const hone_model_data *from = context->from;
    hone_model_data *data = &context->data;
    *data = (hone_model_data){.format = HONE_FORMAT_GLTF, .space = HONE_SPACE_GLTF};
    data->name = hone_vrm_copy(context, from->name);
    data->english_name = hone_vrm_copy(context, from->english_name);
    data->comment = hone_vrm_copy(context, from->comment);
    data->english_comment = hone_vrm_copy(context, from->english_comment);
    context->avatar = hone_builder_array(context->builder, 1, sizeof *context->avatar);
    if (!context->avatar)
        return false;
    *context->avatar = (hone_avatar){.version = 1, .thumbnail = HONE_NONE, .first_person_bone = HONE_NONE};
    data->avatar = context->avatar;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (!steps[i](context))
            return false;
    lose_parts(context);
    return true;
}

static hone_model *finish(to_vrm_context *context, bool ok, hone_error *error)
{
    if (ok && !hone_builder_failed(context->builder))
        return hone_model_create(context->builder, &context->data, NULL, error);
    if (context->why.code)
        hone_fail(error, context->why.code, context->why.at, "%s", context->why.message);
    else
        hone_fail_memory(error);
    hone_builder_destroy(context->builder);
    return NULL;
}

hone_model *hone_model_to_vrm(const hone_model *model, const hone_to_vrm_desc *desc, hone_to_vrm_report *report,
                              hone_error *error)
{
    static const hone_to_vrm_desc defaults = {0};
    hone_to_vrm_report unseen;
    if (!model)
        return hone_fail_null(error, "model"), NULL;
    desc = desc ? desc : &defaults;
    to_vrm_context context = {
        .model = model, .from = hone_model_get(model), .desc = desc, .report = report ? report : &unseen};
    *context.report = (hone_to_vrm_report){0};
    float other = desc->scale > 0 ? desc->scale : 1;
    context.scale = context.from->space == HONE_SPACE_MMD ? (float)HONE_MMD_METRES : other;
    context.axes = hone_axes_to(context.from, HONE_SPACE_GLTF);
    context.keeps_pose = context.from->avatar != NULL;
    context.pixels_of = HONE_NONE;
    context.scratch = hone_arena_create(desc->allocator, 0, error);
    context.builder = context.scratch ? hone_builder_create(desc->allocator, 0, error) : NULL;
    hone_model *made = context.builder ? finish(&context, make(&context), error) : NULL;
    hone_vrm_release_pixels(&context);
    hone_arena_destroy(context.scratch);
    return made;
}
