/* hone convert, to what MMD reads. */
#include "base/error.h"
#include "convert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- models ----------------------------------------------------------------------------------------------------- */

/* The model itself, or what it is in MMD's space. textures: what they are called there; NULL: as they are. */
static hone_model *model_for_mmd(conversion *c, const char *const *textures, hone_error *error)
{
    const hone_to_mmd_desc desc = {.scale = c->values->scale, .textures = textures};
    hone_to_mmd_report lost;
    char text[160];
    hone_model *made = hone_model_to_mmd(c->model->model, &desc, &lost, error);
    if (made && lost.influences_dropped) {
        snprintf(text, sizeof text, "%u vertices hang on more than four bones: the heaviest four stay",
                 lost.influences_dropped);
        report_warn(c->report, c->model->path, text);
    }
    return made;
}

/* Pictures of another format's model become files beside the PMX: some lie inside the model, and all others perhaps in
 * another folder. All are read before one is written: they may have each other's names. */
typedef struct copied_textures {
    uint32_t count;
    char (*names)[HONE_PATH_SIZE];
    const char **pointers; /* to the names */
    hone_bytes *bytes;     /* to be written; none of what cannot be had */
    uint8_t *inside;       /* whether they are the model's own */
} copied_textures;

static const char *ending_of(const hone_bytes *bytes)
{
    static const struct {
        const char *start, *ending;
        size_t size;
    } known[] = {{"\x89PNG", "png", 4}, {"\xff\xd8\xff", "jpg", 3}, {"BM", "bmp", 2}, {"DDS ", "dds", 4}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (bytes->size >= known[i].size && memcmp(bytes->data, known[i].start, known[i].size) == 0)
            return known[i].ending;
    return "tga"; /* which has nothing to be known by */
}

static bool read_texture(const conversion *c, uint32_t at, const hone_files *files, copied_textures *out,
                         hone_error *error)
{
    const hone_model_data *data = hone_model_get(c->model->model);
    out->inside[at] = data->pictures && data->pictures[at].size;
    if (!out->inside[at])
        return files->read(files->user, data->textures[at], NULL, &out->bytes[at], error);
    out->bytes[at] = (hone_bytes){.data = (uint8_t *)data->pictures[at].data, .size = data->pictures[at].size};
    return true;
}

/* A texture that cannot be had keeps its name. */
static void copy_texture(conversion *c, uint32_t at, const hone_files *files, const char *stem, copied_textures *out)
{
    const hone_model_data *data = hone_model_get(c->model->model);
    hone_error why = {0};
    bool named = *data->textures[at] || (data->pictures && data->pictures[at].size);
    out->pointers[at] = out->names[at];
    snprintf(out->names[at], HONE_PATH_SIZE, "%s", data->textures[at]);
    if (named && read_texture(c, at, files, out, &why)) {
        snprintf(out->names[at], HONE_PATH_SIZE, "%s-%u.%s", stem, at, ending_of(&out->bytes[at]));
    } else if (named) {
        char text[700];
        snprintf(text, sizeof text, "texture %.100s: %s", data->textures[at], why.message);
        report_warn(c->report, c->model->path, text);
    }
}

static bool copy_textures(conversion *c, const char *stem, copied_textures *out, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_folder_of(c->model->path, folder);
    const hone_files files = hone_files_in_folder(folder);
    size_t room = (size_t)hone_model_get(c->model->model)->texture_count + 1;
    out->names = calloc(room, sizeof *out->names);
    out->pointers = calloc(room, sizeof *out->pointers);
    out->bytes = calloc(room, sizeof *out->bytes);
    out->inside = calloc(room, 1);
    if (!out->names || !out->pointers || !out->bytes || !out->inside)
        return hone_fail_memory(error);
    for (out->count = 0; out->count + 1 < room; out->count++) copy_texture(c, out->count, &files, stem, out);
    return true;
}

static bool put_textures(const copied_textures *textures, convert_beside *to, hone_error *error)
{
    for (uint32_t i = 0; i < textures->count; i++)
        if (textures->bytes[i].data &&
            !convert_beside_put(to, textures->names[i], textures->bytes[i].data, textures->bytes[i].size, error))
            return false;
    return true;
}

static void release_textures(copied_textures *textures)
{
    for (uint32_t i = 0; i < textures->count; i++)
        if (!textures->inside[i])
            hone_bytes_release(&textures->bytes[i]);
    free(textures->names);
    free(textures->pointers);
    free(textures->bytes);
    free(textures->inside);
}

int convert_to_pmx(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    convert_beside to;
    copied_textures textures = {0};
    bool foreign = hone_model_get(c->model->model)->space != HONE_SPACE_MMD;
    bool ok = convert_beside_open(c->values->output, &to, &error) &&
              (!foreign || copy_textures(c, to.stem, &textures, &error));
    hone_model *model = ok ? model_for_mmd(c, textures.pointers, &error) : NULL;
    ok = model && hone_model_write_pmx(model, NULL, &bytes, &error);
    if (ok && !put_textures(&textures, &to, &error)) {
        hone_bytes_release(&bytes);
        ok = false;
    }
    int status = convert_write(c, ok, &bytes, &error);
    c->bytes += to.bytes;
    hone_model_release(model);
    release_textures(&textures);
    convert_beside_release(&to);
    return status;
}

/* ---- motions ----------------------------------------------------------------------------------------------------- */

static void warn_of_losses(conversion *c)
{
    char text[160];
    const double worth_saying = 1e-5; /* metres */
    if (c->bake.tracks_lost) {
        snprintf(text, sizeof text, "%u bones and morphs have names that MMD cannot tell from others: left out",
                 c->bake.tracks_lost);
        report_warn(c->report, c->model->path, text);
    }
    if (c->bake.bones_scaled) {
        snprintf(text, sizeof text, "%u bones change their size, which MMD's cannot: that is lost",
                 c->bake.bones_scaled);
        report_warn(c->report, c->model->path, text);
    }
    if (c->bake.player_error > worth_saying / c->unit) {
        snprintf(text, sizeof text, "keys cannot bring every bone where it was: the worst is off by %.3g mm",
                 c->bake.player_error * c->unit * 1e3);
        report_warn(c->report, c->model->path, text);
    }
}

int convert_to_vmd(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    int status = STATUS_OK;
    hone_model *model = model_for_mmd(c, NULL, &error);
    if (!model)
        return report_failure(c->report, c->model->path, &error);
    bool foreign = model != c->model->model;
    c->unit = HONE_MMD_METRES; /* of what is baked */
    hone_motion *motion = convert_bake(c, HONE_BAKE_FOR_MMD, foreign ? model : NULL, &status);
    if (motion)
        status = convert_write(c, hone_motion_write_vmd(motion, NULL, &bytes, &error), &bytes, &error);
    if (status == STATUS_OK)
        warn_of_losses(c);
    hone_motion_release(motion);
    hone_model_release(model);
    return status;
}

/* A VPD has no word for it. */
static void warn_of_chains(conversion *c, const hone_pose *pose)
{
    uint32_t off = 0;
    char text[160];
    for (uint32_t i = 0; i < pose->ik_count; i++) off += !pose->ik_enabled[i];
    snprintf(text, sizeof text,
             "the motion has %u IK chains switched off, which a VPD cannot say: play it with --ik off", off);
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
    hone_actor *actor = c->cast.members[0].actor;
    hone_actor_sample_frame(actor, frame);
    const hone_pose *pose = hone_actor_pose(actor);
    int status = convert_write(c, hone_pose_write_vpd(pose, c->model->model, NULL, &bytes, &error), &bytes, &error);
    if (status == STATUS_OK)
        warn_of_chains(c, pose);
    return status;
}
