/* Files that are written: what `hone convert` writes, and what comes before it: baking and retargeting. */
#include "base/error.h"
#include "tool/avatar/vrm_losses.h"
#include "tool/avatar/vrm_values.h"
#include "tool/play/motion_fit.h"
#include "web/actor.h"
#include "web/describe.h"
#include "web/files.h"
#include "web/web.h"

#include <hone/archive.h>
#include <hone/bake.h>
#include <hone/format.h>
#include <hone/physics.h>
#include <hone/pictures.h>
#include <hone/retarget.h>
#include <hone/spring_fit.h>
#include <hone/vrm.h>
#include <stdio.h>
#include <string.h>

/* Functions of JavaScript, by their numbers. */
__attribute__((import_module("env"), import_name("web_progress"))) int web_progress(uint32_t function, uint32_t frame);
__attribute__((import_module("env"), import_name("web_note"))) void web_note(uint32_t function, const char *text);

static bool progress_of_page(void *user, uint32_t frame)
{
    return web_progress((uint32_t)(uintptr_t)user, frame);
}

static void note_of_page(void *user, const char *text)
{
    web_note((uint32_t)(uintptr_t)user, text);
}

static hone_bytes *keep(bool ok, hone_bytes *bytes)
{
    return ok ? web_bytes_keep(bytes) : NULL;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

WEB_CALL(hone_bytes *, model_write_pmx, const hone_model *model)
{
    hone_bytes out = {0};
    return keep(hone_model_write_pmx(model, NULL, &out, &web_error), &out);
}

WEB_CALL(hone_bytes *, motion_write_vmd, const hone_motion *motion)
{
    hone_bytes out = {0};
    return keep(hone_motion_write_vmd(motion, NULL, &out, &web_error), &out);
}

WEB_CALL(hone_bytes *, actor_write_vpd, web_actor *a)
{
    hone_bytes out = {0};
    const hone_pose *pose = hone_actor_writable_pose(a->actor);
    return keep(hone_pose_write_vpd(pose, hone_actor_model(a->actor), NULL, &out, &web_error), &out);
}

/* motion: baked; NULL: at rest. folder: where textures are. pictures: those that the page has decoded. note: 0: no notes
 * are wanted. */
WEB_CALL(hone_bytes *, model_write_glb, const hone_model *model, const hone_motion *motion, const char *folder,
         hone_pictures *pictures, int surface, double scale, uint32_t note, int pack)
{
    hone_file_resolver files = hone_file_resolver_in_folder(folder), decoded = hone_pictures_files(pictures);
    files.decoder = decoded.decoder;
    hone_gltf_desc desc = {.motion = motion,
                           .files = &files,
                           .surface = (hone_gltf_surface)surface,
                           .scale = (float)scale,
                           .pack = pack,
                           .note = note ? note_of_page : NULL,
                           .note_user = (void *)(uintptr_t)note};
    hone_bytes out = {0};
    return keep(hone_model_write_gltf(model, &desc, &out, NULL, &web_error), &out);
}

/* ---- avatars ----------------------------------------------------------------------------------------------------- */

/* The names of licences, as model_write_vrm takes them. */
WEB_CALL(hone_bytes *, vrm_licences, void)
{
    web_text text;
    web_text_begin(&text);
    hone_json_array(&text.json);
    for (int i = 0; vrm_licence_names[i]; i++) hone_json_string(&text.json, vrm_licence_names[i]);
    hone_json_end(&text.json, ']');
    return web_text_end(&text);
}

static void note_loss(void *user, hone_vrm_loss kind, const char *name)
{
    char text[200];
    vrm_loss_say(kind, name, text, sizeof text);
    note_of_page(user, text);
}

static bool check_vrm(const hone_model *model, const vrm_values *values)
{
    if (!hone_model_get(model)->avatar && !vrm_values_are_complete(values))
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, 0, "a VRM names its author and its licence");
    return !values->licence || vrm_licence_is_known(values->licence) ||
           hone_fail(&web_error, HONE_ERROR_ARGUMENT, 0, "there is no licence of the name \"%.80s\"", values->licence);
}

/* Makes springs of bodies; returns the model itself where there are none, or no physics. */
static hone_model *with_springs(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    bool moves = false;
    for (uint32_t i = 0; i < data->body_count; i++) moves |= data->bodies[i].mode != HONE_BODY_FOLLOWS;
    if (data->space != HONE_SPACE_MMD || !moves || !hone_physics_available())
        return hone_model_retain(model);
    return hone_spring_fit(&(hone_spring_fit_desc){.model = model}, NULL, &web_error);
}

/* folder, pictures, note: as for model_write_glb. authors, licence, title: "" for none, which an avatar already has.
 * thumbnail: png or jpg; NULL: none. */
WEB_CALL(hone_bytes *, model_write_vrm, const hone_model *model, const char *folder, hone_pictures *pictures,
         const char *authors, const char *licence, const char *title, const void *thumbnail, uint32_t thumbnail_size,
         double scale, uint32_t note)
{
    hone_file_resolver files = hone_file_resolver_in_folder(folder), decoded = hone_pictures_files(pictures);
    files.decoder = decoded.decoder;
    const vrm_values values = {
        .authors = *authors ? authors : NULL, .licence = *licence ? licence : NULL, .title = *title ? title : NULL};
    vrm_meta meta;
    hone_bytes out = {0};
    if (!check_vrm(model, &values))
        return NULL;
    vrm_values_meta(&values, &meta);
    const hone_to_vrm_desc desc = {.scale = (float)scale,
                                   .meta = meta.entries,
                                   .meta_count = meta.count,
                                   .thumbnail = {thumbnail, thumbnail ? thumbnail_size : 0},
                                   .files = &files,
                                   .lost = note ? note_loss : NULL,
                                   .user = (void *)(uintptr_t)note};
    hone_model *sprung = with_springs(model);
    hone_model *avatar = sprung ? hone_model_to_vrm(sprung, &desc, NULL, &web_error) : NULL;
    bool ok = avatar && hone_model_write_gltf(avatar, &(hone_gltf_desc){.vrm = true}, &out, NULL, &web_error);
    hone_model_release(avatar);
    hone_model_release(sprung);
    return keep(ok, &out);
}

WEB_CALL(hone_bytes *, model_write_bvh, const hone_model *model, const hone_motion *motion)
{
    hone_bvh_desc desc = {.motion = motion};
    hone_bytes out = {0};
    return keep(hone_model_write_bvh(model, &desc, &out, &web_error), &out);
}

/* ---- making motions --------------------------------------------------------------------------------------------- */

/* player: a hone_bake_player. web_numbers: what was measured of the keys. */
WEB_CALL(hone_motion *, actor_bake, web_actor *a, uint32_t last_frame, double tolerance, int player, uint32_t progress)
{
    hone_bake_report report = {0};
    hone_bake_desc desc = {.actor = a->actor,
                           .last_frame = last_frame,
                           .tolerance = (float)tolerance,
                           .player = (hone_bake_player)player,
                           .progress = progress ? progress_of_page : NULL,
                           .user = (void *)(uintptr_t)progress};
    hone_motion *motion = hone_bake(&desc, &report, &web_error);
    const double measured[] = {(double)report.keys_before, (double)report.keys_after,  report.joint_error,
                               report.vertex_error,        report.joint_error_between, report.vertex_error_between,
                               report.deform_error,        report.player_error,        report.worst_bone,
                               report.worst_vertex};
    memcpy(web_numbers, measured, sizeof measured);
    return motion;
}

/* from: NULL: MMD's usual skeleton. */
WEB_CALL(hone_motion *, retarget, const hone_motion *motion, const hone_model *to, const hone_model *from,
         int reach_hands, int feet)
{
    hone_model *usual = from ? NULL : hone_mmd_default_skeleton(motion, NULL, &web_error);
    hone_actor_desc source = {.model = from ? from : usual};
    hone_actor *actor = from || usual ? hone_actor_create(&source, &web_error) : NULL;
    const hone_retarget_desc desc = {.source = actor,
                                     .target = to,
                                     .reach_hands = reach_hands,
                                     .feet = (hone_retarget_feet)feet,
                                     .duration = hone_motion_duration(motion),
                                     .morphs_only = motion_moves_morphs_only(motion)};
    hone_motion *out =
        actor && hone_actor_play(actor, motion, NULL, &web_error).id ? hone_retarget(&desc, NULL, &web_error) : NULL;
    hone_actor_destroy(actor);
    hone_model_release(usual);
    return out;
}

/* ---- archives --------------------------------------------------------------------------------------------------- */

WEB_CALL(hone_archive *, archive_open, const void *bytes, size_t size)
{
    return hone_archive_open_memory(bytes, size, NULL, &web_error);
}

/* The paths and sizes of its files. */
WEB_CALL(hone_bytes *, archive_list, const hone_archive *archive)
{
    web_text text;
    web_text_begin(&text);
    hone_json_array(&text.json);
    for (uint32_t i = 0; i < hone_archive_count(archive); i++) {
        const hone_archive_entry *entry = hone_archive_entry_at(archive, i);
        hone_json_object(&text.json);
        web_write_text(&text.json, "path", entry->path);
        web_write_integer(&text.json, "size", (int64_t)entry->size);
        hone_json_end(&text.json, '}');
    }
    hone_json_end(&text.json, ']');
    return web_text_end(&text);
}

WEB_CALL(void, archive_close, hone_archive *archive)
{
    hone_archive_close(archive);
}

WEB_CALL(hone_bytes *, archive_read, hone_archive *archive, uint32_t index)
{
    hone_bytes out = {0};
    return keep(hone_archive_read(archive, index, NULL, &out, &web_error), &out);
}
