/* hone convert, to VRM: an avatar, which is a glTF with more parts. */
#include "cmd/convert/convert.h"
#include "tool/avatar/vrm_losses.h"
#include "tool/files/input_file.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"
#include "tool/picture/portrait.h"

#include <stdio.h>

/* ---- what is lost ------------------------------------------------------------------------------------------------ */

static void warn_of_losses(conversion *c)
{
    convert_count counts[HONE_VRM_LOSS_COUNT];
    for (int kind = 0; kind < HONE_VRM_LOSS_COUNT; kind++)
        counts[kind] = (convert_count){c->vrm.lost[kind], vrm_losses[kind].plural};
    convert_warn_of_lost(c, "a VRM", counts, HONE_VRM_LOSS_COUNT, "left out");
}

/* How far the springs are from the bodies that they stand for. */
static void print_spring_report(const conversion *c)
{
    const hone_spring_fit_report *s = &c->springs;
    if (s->joint_count == 0)
        return;
    report_note(
        c->report,
        "bodies become %u chains of springs with %u colliders: their tips are %.2g m from where physics has them, "
        "%.0f %% of what they would be without; %u joints between chains are left out",
        s->chain_count, s->collider_count, s->error * HONE_MMD_METRES,
        s->rigid_error > 0 ? 100 * s->error / s->rigid_error : 0, s->cross_joints);
}

void convert_print_vrm_report(const conversion *c)
{
    const hone_to_vrm_report *v = &c->vrm;
    report_note(c->report,
                "%s: %u bones of a human, %u of 18 expressions and %u further ones, %u springs, %u constraints; %u "
                "bones left out; arms turned by %.3g degrees",
                output_is_stdout(c->values->output) ? "stdout" : c->values->output, v->human_bones, v->presets,
                v->customs, v->springs, v->constraints, v->bones_left_out, (double)v->arms_turned);
    print_spring_report(c);
}

static void write_spring_report(const hone_spring_fit_report *s, hone_json *json)
{
    hone_json_key(json, "springs_of_bodies");
    hone_json_object(json);
    json_number(json, "chains", s->chain_count);
    json_number(json, "joints", s->joint_count);
    json_number(json, "colliders", s->collider_count);
    json_number(json, "bodies_left_out", s->bodies_left_out);
    json_number(json, "joints_left_out", s->cross_joints);
    json_number(json, "length", s->length * HONE_MMD_METRES);
    json_number(json, "error", s->error * HONE_MMD_METRES);
    json_number(json, "error_without_physics", s->rigid_error * HONE_MMD_METRES);
    hone_json_end(json, '}');
}

void convert_write_vrm_report(const conversion *c, hone_json *json)
{
    const hone_to_vrm_report *v = &c->vrm;
    json_number(json, "textures", c->gltf.textures);
    json_number(json, "human_bones", v->human_bones);
    json_number(json, "preset_expressions", v->presets);
    json_number(json, "custom_expressions", v->customs);
    json_number(json, "springs", v->springs);
    if (c->springs.joint_count)
        write_spring_report(&c->springs, json);
    json_number(json, "constraints", v->constraints);
    json_number(json, "bones_left_out", v->bones_left_out);
    json_number(json, "arms_turned_degrees", (double)v->arms_turned);
    hone_json_key(json, "lost");
    hone_json_object(json);
    for (int kind = 0; kind < HONE_VRM_LOSS_COUNT; kind++) json_number(json, vrm_losses[kind].key, v->lost[kind]);
    hone_json_end(json, '}');
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

typedef struct vrm_context {
    conversion *conversion;
    vrm_meta meta;
    hone_bytes thumbnail;
    hone_model *model; /* with springs in place of bodies */
} vrm_context;

static hone_file_resolver files_beside(const conversion *c, input_folder *beside)
{
    char source[HONE_PATH_SIZE] = "";
    hone_path_folder(c->model->path, source);
    return input_folder_files(beside, source, false);
}

static void note(void *user, const char *text)
{
    conversion *c = user;
    report_warn(c->report, c->model->path, text);
}

static bool encode(void *user, output_others *others, hone_bytes *out, hone_error *error)
{
    vrm_context *context = user;
    conversion *c = context->conversion;
    input_folder beside;
    const hone_file_resolver files = files_beside(c, &beside);
    const hone_to_vrm_desc avatar = {.scale = c->values->scale,
                                     .meta = context->meta.entries,
                                     .meta_count = context->meta.count,
                                     .thumbnail = {context->thumbnail.data, context->thumbnail.size},
                                     .files = &files,
                                     .keep_bones = c->values->vrm.bones == VRM_BONES_ALL};
    const hone_gltf_desc desc = {.vrm = true, .note = others->again ? NULL : note, .note_user = c};
    hone_model *made = hone_model_to_vrm(context->model, &avatar, &c->vrm, error);
    bool ok = made && hone_model_write_gltf(made, &desc, out, &c->gltf, error);
    hone_model_release(made);
    return ok;
}

/* ---- what is needed ---------------------------------------------------------------------------------------------- */

static int check(conversion *c)
{
    const hone_avatar *own = hone_model_get(c->model->model)->avatar;
    if (!own && !vrm_values_are_complete(&c->values->vrm))
        return report_usage(c->report, "%s", vrm_options_missing);
    if (c->moves || c->camera)
        return report_usage(c->report,
                            "convert: a VRM holds no motion: leave it out, write a .vrma of it, or a .glb of both");
    return STATUS_OK;
}

/* A VRM has its own, unless another one is asked for; for others the head is drawn, where that is possible. */
static int find_thumbnail(vrm_context *context)
{
    conversion *c = context->conversion;
    hone_error error = {0};
    const char *path = c->values->vrm.thumbnail;
    const hone_avatar *own = hone_model_get(c->model->model)->avatar;
    if (path && !hone_file_read(path, NULL, &context->thumbnail, &error))
        return report_failure(c->report, path, &error);
    if (path || (own && own->thumbnail != HONE_NONE))
        return STATUS_OK;
    input_folder beside;
    const hone_file_resolver files = files_beside(c, &beside);
    report_silence_libraries(c->report);
    if (!portrait_draw(c->model->model, &files, &context->thumbnail, &error))
        report_warn_of(c->report, c->model->path, "no thumbnail: %s", error.message);
    return STATUS_OK;
}

static bool has_dynamic_bodies(const hone_model_data *model)
{
    for (uint32_t i = 0; i < model->body_count; i++)
        if (model->bodies[i].mode != HONE_BODY_FOLLOWS)
            return true;
    return false;
}

/* Makes springs of bodies. Without Bullet, bodies are lost. */
static int fit_springs(vrm_context *context)
{
    conversion *c = context->conversion;
    const hone_model_data *model = hone_model_get(c->model->model);
    if (model->space != HONE_SPACE_MMD || !has_dynamic_bodies(model) || !hone_physics_available()) {
        context->model = hone_model_retain(c->model->model);
        return STATUS_OK;
    }
    hone_error error = {0};
    const hone_spring_fit_desc desc = {
        .model = c->model->model, .rules = c->values->scene.play.rules, .workers = c->actor_list->workers};
    context->model = hone_spring_fit(&desc, &c->springs, &error);
    return context->model ? STATUS_OK : report_failure(c->report, c->model->path, &error);
}

int convert_to_vrm(conversion *c)
{
    vrm_context context = {.conversion = c};
    const char *path = c->values->output;
    vrm_values_meta(&c->values->vrm, &context.meta);
    int status = check(c);
    if (status == STATUS_OK)
        status = find_thumbnail(&context);
    if (status == STATUS_OK)
        status = fit_springs(&context);
    if (status == STATUS_OK)
        status = output_set_encode(c->outputs, path, path, encode, &context, &c->bytes);
    if (status == STATUS_OK)
        warn_of_losses(c);
    hone_bytes_release(&context.thumbnail);
    hone_model_release(context.model);
    return status;
}
