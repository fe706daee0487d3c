/* hone convert, to the formats of MMD. */
#include "cmd/convert/convert.h"
#include "cmd/convert/textures.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <stdio.h>

/* ---- models ----------------------------------------------------------------------------------------------------- */

/* The model itself, or its conversion to MMD's space. textures: their new names; NULL: unchanged. again: it was made
 * before, with the same warnings. */
static hone_model *model_for_mmd(conversion *c, const char *const *textures, bool again, hone_error *error)
{
    const hone_to_mmd_desc desc = {.scale = c->values->scale, .textures = textures};
    hone_to_mmd_report lost;
    char text[160];
    hone_model *made = hone_model_to_mmd(c->model->model, &desc, &lost, error);
    if (made && lost.influences_dropped && !again) {
        snprintf(text, sizeof text, "%u vertices have more than four bones: the four heaviest are kept",
                 lost.influences_dropped);
        report_warn(c->report, c->model->path, text);
    }
    return made;
}

/* Warns of data in a .x or glTF that PMX cannot contain. */
static void warn_of_foreign(conversion *c)
{
    const hone_model_data *model = hone_model_get(c->model->model);
    uint32_t maps = 0;
    for (uint32_t m = 0; m < model->material_count; m++)
        for (int i = HONE_MAP_BASE_COLOUR + 1; model->materials[m].pbr && i < HONE_MAP_COUNT; i++)
            maps += model->materials[m].pbr->maps[i].texture != HONE_NONE;
    const convert_count counts[] = {{model->clip_count, "clips"},
                                    {maps, "maps of metal, normals, occlusion and emission"},
                                    {model->mesh.extra_uv_count, "further sets of coordinates and colours"}};
    convert_warn_of_lost(c, "a PMX", counts, sizeof counts / sizeof *counts,
                         model->clip_count ? "left out; a .vmd takes a clip" : "left out");
}

typedef struct pmx_context {
    conversion *conversion;
    bool foreign;
    texture_copies textures;
} pmx_context;

static bool encode(void *user, output_others *others, hone_bytes *out, hone_error *error)
{
    pmx_context *context = user;
    conversion *c = context->conversion;
    texture_copies *textures = &context->textures;
    if (others->again)
        texture_copies_rename(textures, others->stem);
    else if (context->foreign && !texture_copies_read(c->model, others->stem, textures, c->report, error))
        return false;
    hone_model *model = model_for_mmd(c, textures->pointers, others->again, error);
    bool ok = model && hone_model_write_pmx(model, NULL, out, error) && texture_copies_write(textures, others, error);
    hone_model_release(model);
    return ok;
}

int convert_to_pmx(conversion *c)
{
    pmx_context context = {.conversion = c, .foreign = hone_model_get(c->model->model)->space != HONE_SPACE_MMD};
    const char *path = c->values->output;
    int status = output_set_encode(c->outputs, path, path, encode, &context, &c->bytes);
    if (status == STATUS_OK && context.foreign)
        warn_of_foreign(c);
    texture_copies_release(&context.textures);
    return status;
}

/* ---- motions ----------------------------------------------------------------------------------------------------- */

static void warn_of_losses(conversion *c)
{
    char text[160];
    const double worth_saying = 1e-5; /* metres; smaller losses are not reported */
    if (!c->moves && !c->placed)
        report_warn(c->report, c->model->path, "nothing moves it: the motion has no keys");
    if (c->bake.tracks_lost) {
        snprintf(text, sizeof text, "%u bones and morphs have names that MMD cannot distinguish from others: left out",
                 c->bake.tracks_lost);
        report_warn(c->report, c->model->path, text);
    }
    if (c->bake.bones_scaled) {
        snprintf(text, sizeof text, "%u bones change their size, which MMD does not support: their size is constant",
                 c->bake.bones_scaled);
        report_warn(c->report, c->model->path, text);
    }
    if (c->bake.player_error > worth_saying / c->unit) {
        snprintf(text, sizeof text, "the keys cannot move every bone to its place: the worst is off by %.3g mm",
                 c->bake.player_error * c->unit * 1e3);
        report_warn(c->report, c->model->path, text);
    }
}

int convert_to_vmd(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    int status = STATUS_OK;
    hone_model *model = model_for_mmd(c, NULL, false, &error);
    if (!model)
        return report_failure(c->report, c->model->path, &error);
    bool foreign = model != c->model->model;
    c->unit = HONE_MMD_METRES; /* the unit of the baked motion */
    hone_motion *motion = convert_bake(c, HONE_BAKE_MMD_RIG, foreign ? model : NULL, &status);
    if (status == STATUS_OK)
        status = convert_write(c, hone_motion_write_vmd(motion, NULL, &bytes, &error), &bytes, &error);
    if (status == STATUS_OK)
        warn_of_losses(c);
    hone_motion_release(motion);
    hone_model_release(model);
    return status;
}

/* VPD cannot contain chains that are switched. */
static void warn_of_chains(conversion *c, const hone_pose *pose)
{
    uint32_t off = 0;
    char text[160];
    for (uint32_t i = 0; i < pose->ik_count; i++) off += !pose->ik_enabled[i];
    snprintf(text, sizeof text,
             "the motion has %u IK chains switched off, which a VPD cannot contain: play it with --ik off", off);
    if (off)
        report_warn(c->report, c->model->path, text);
}

int convert_to_vpd(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    double frame = 0;
    if (c->values->frame.text)
        number_list_values(c->values->frame, &frame);
    timeline_warn_outside(c->in, &(timeline_times){"frame", 1, &frame, 1}, c->report);
    hone_actor *actor = convert_actor(c);
    hone_actor_sample_frame(actor, frame);
    const hone_pose *pose = hone_actor_writable_pose(actor);
    int status = convert_write(c, hone_pose_write_vpd(pose, c->model->model, NULL, &bytes, &error), &bytes, &error);
    if (status == STATUS_OK)
        warn_of_chains(c, pose);
    if (status == STATUS_OK && !c->moves)
        report_warn(c->report, c->model->path, "nothing moves it: the file has the rest pose");
    return status;
}
