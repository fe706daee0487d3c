/* Files that are written: what `hone convert` writes, and what comes before it: baking and retargeting. */
#include "tool/play/motion_fit.h"
#include "web/actor.h"
#include "web/describe.h"
#include "web/files.h"
#include "web/web.h"

#include <hone/archive.h>
#include <hone/bake.h>
#include <hone/format.h>
#include <hone/pictures.h>
#include <hone/retarget.h>
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
