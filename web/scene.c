/* Scenes with their models and motions, and what they say of a picture. */
#define _POSIX_C_SOURCE 200809L
#include "web/scene.h"
#include "tool/place/dress.h"
#include "tool/play/timeline.h"
#include "tool/scene/scene_file.h"
#include "tool/scene/scene_options.h"
#include "web/actor.h"
#include "web/describe.h"
#include "web/draw.h"
#include "web/files.h"
#include "web/web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ----------------------------------------------------------------------------------------------------- */

WEB_CALL(void, scene_destroy, web_scene *s)
{
    for (int i = 0; i < 3; i++) hone_motion_release(s->given[i]);
    actor_list_release(&s->actors);
    inputs_release(&s->inputs);
    scene_release(&s->scene);
    report_release(&s->report); /* closes its lines */
    free(s->lines);
    free(s->folder);
    free(s->path);
    free(s);
}

/* An empty scene, whose paths are below `folder`. */
WEB_CALL(web_scene *, scene_create, const char *folder)
{
    web_scene *s = calloc(1, sizeof *s);
    if (!s || !(s->folder = strdup(folder)))
        return free(s), hone_fail_memory(&web_error), NULL;
    s->report = report_make();
    FILE *lines = open_memstream(&s->lines, &s->lines_size);
    s->report.lines = lines ? lines : s->report.lines;
    return s;
}

/* What the report has printed, as the error. */
static web_scene *fail(web_scene *s)
{
    static const char begin[] = "hone: ";
    fflush(s->report.lines);
    const char *text =
        s->lines && strncmp(s->lines, begin, sizeof begin - 1) == 0 ? s->lines + sizeof begin - 1 : s->lines;
    hone_fail(&web_error, HONE_ERROR_FORMAT, 0, "%.*s", text ? (int)strcspn(text, "\n") : 0, text ? text : "");
    web_scene_destroy(s);
    return NULL;
}

/* The last motion that has keys of the camera, and so on, as in pictures of the command. */
static void find_keys(web_scene *s)
{
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        const hone_motion *motion = s->inputs.items[i].motion;
        const hone_motion_data *data = hone_motion_get(motion);
        s->keys.camera = data->camera_key_count ? motion : s->keys.camera;
        s->keys.light = data->light_key_count ? motion : s->keys.light;
        s->keys.shadow = data->shadow_key_count ? motion : s->keys.shadow;
    }
    s->keys.curve = s->scene.play.rules.curve;
    s->keys.fov = (float)s->scene.camera.fov;
}

/* Loads a scene file, or a project of MikuMikuDance, with its models and motions. */
WEB_CALL(web_scene *, scene_load, const char *path, const char *folder)
{
    web_scene *s = web_scene_create(folder);
    if (!s || !(s->path = strdup(path)))
        return NULL;
    const char *const files[] = {s->path};
    if (scene_open_reported(s->path, false, &s->scene, &s->report) != STATUS_OK)
        return fail(s);
    const input_settings settings = {.allow_outside = true,
                                     .own_clips = true,
                                     .skeletons = SKELETONS_PLAY,
                                     .scene = &s->scene,
                                     .scene_path = s->path,
                                     .unit = s->scene.play.motion_unit};
    if (inputs_load(files, 1, &settings, &s->inputs, &s->report) != STATUS_OK ||
        actor_list_make(&s->inputs, &s->scene.play, true, &s->actors, &s->report) != STATUS_OK)
        return fail(s);
    find_keys(s);
    return s;
}

/* Makes its actors again, as its settings of playing now say; those of before are gone. */
WEB_CALL(int, scene_remake, web_scene *s)
{
    actor_list_release(&s->actors);
    if (actor_list_make(&s->inputs, &s->scene.play, true, &s->actors, &s->report) == STATUS_OK)
        return 1;
    return hone_fail(&web_error, HONE_ERROR_FORMAT, 0, "the actors of the scene cannot be made again");
}

/* The camera of its keys, or the one that it fixes; 0: it says another, or none. web_numbers: target, angles, distance,
 * fov, orthographic. */
WEB_CALL(int, scene_camera, const web_scene *s, double frame)
{
    const camera_values *said = &s->scene.camera;
    hone_camera camera = said->fixed;
    if (!said->is_fixed &&
        !(s->keys.camera && hone_motion_camera(s->keys.camera, frame, s->scene.play.rules.curve, &camera)))
        return 0;
    if (said->fov > 0)
        camera.fov = said->fov;
    web_give_camera(&camera);
    return 1;
}

/* Motions whose keys move camera, light and shadow, in place of those that were loaded; NULL: none. */
WEB_CALL(void, scene_use_keys, web_scene *s, hone_motion *camera, hone_motion *light, hone_motion *shadow)
{
    hone_motion *motions[] = {camera, light, shadow};
    for (int i = 0; i < 3; i++) {
        hone_motion *old = s->given[i];
        s->given[i] = motions[i] ? hone_motion_retain(motions[i]) : NULL;
        hone_motion_release(old);
    }
    s->keys.camera = camera, s->keys.light = light, s->keys.shadow = shadow;
}

/* ---- what it has ------------------------------------------------------------------------------------------------ */

/* {"lastFrame", "models": paths, "warnings"} */
WEB_CALL(hone_bytes *, scene_describe, const web_scene *s)
{
    web_text text;
    web_text_begin(&text);
    hone_json *json = &text.json;
    hone_json_object(json);
    hone_json_key(json, "lastFrame");
    hone_json_number(json, timeline_end(&s->inputs));
    hone_json_key(json, "models");
    hone_json_array(json);
    for (uint32_t i = 0; i < s->actors.count; i++) hone_json_string(json, s->actors.members[i].source->path);
    hone_json_end(json, ']');
    hone_json_key(json, "warnings");
    hone_json_array(json);
    for (uint32_t i = 0; i < s->report.warning_count && i < REPORT_WARNINGS_SHOWN; i++)
        hone_json_string(json, s->report.warnings[i]);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
    return web_text_end(&text);
}

/* An actor of the scene, for JavaScript to destroy with actor_destroy. Its model is retained, for model_release. */
WEB_CALL(web_actor *, scene_actor, web_scene *s, uint32_t index)
{
    web_actor *a = calloc(1, sizeof *a);
    if (!a)
        return hone_fail_memory(&web_error), NULL;
    corrections *c = &s->actors.members[index].corrections;
    *a = (web_actor){.actor = s->actors.members[index].actor, .scene = c};
    c->over = web_actor_change_pose, c->over_user = a;
    return a;
}

WEB_CALL(const hone_model *, scene_model, web_scene *s, uint32_t index)
{
    return hone_model_retain(hone_actor_model(s->actors.members[index].actor));
}

WEB_CALL(int, scene_update, web_scene *s, double frame)
{
    for (uint32_t i = 0; i < s->actors.count; i++)
        if (s->actors.members[i].corrections.over)
            web_actor_begin_frame(s->actors.members[i].corrections.over_user, frame);
    return actor_list_update(&s->actors, frame, &s->report) == STATUS_OK || hone_fail_memory(&web_error);
}

WEB_CALL(hone_bytes *, scene_text, const web_scene *s)
{
    hone_bytes out = {0};
    return scene_write(&s->scene, s->folder, &out, &web_error) ? web_bytes_keep(&out) : NULL;
}

/* ---- pictures --------------------------------------------------------------------------------------------------- */

/* How a model is drawn, in the order of picture_add's numbers; returns whether it is visible. */
WEB_CALL(int, scene_item, const web_scene *s, uint32_t index, double frame)
{
    const actor_entry *m = &s->actors.members[index];
    const hone_affine *place = actor_entry_place(m);
    hone_draw_item item = {0};
    bool visible = dress_model_at(m->source->set_up, frame, &item);
    web_numbers[0] = item.wireframe;
    web_numbers[1] = item.edge_scale;
    web_numbers[2] = item.edge_colour != NULL;
    if (item.edge_colour)
        web_give_floats(3, 3, item.edge_colour);
    web_numbers[6] = item.opacity;
    web_numbers[7] = item.additive;
    web_numbers[8] = item.no_self_shadow;
    web_numbers[9] = item.no_ground_shadow;
    web_numbers[10] = place != NULL;
    if (place)
        web_give_floats(11, 12, &place->m[0][0]);
    return visible;
}

/* What the scene says of the picture at a frame, over what picture_begin has set. camera: whether that of the picture
 * stays. */
WEB_CALL(void, picture_use_scene, web_picture *p, const web_scene *s, double frame, int camera)
{
    hone_draw_desc given = p->desc;
    look_values look = s->scene.look;
    picture_keys keys = s->keys;
    picture_desc out;
    look.draw.width = given.width, look.draw.height = given.height, look.draw.samples = given.samples;
    look.draw.camera = given.camera;
    look.draw.ambient_light = given.ambient_light;
    if (!look.background.given)
        look.background =
            (colour){true, {given.background[0], given.background[1], given.background[2], given.background[3]}};
    keys.curve = s->scene.play.rules.curve;
    keys.fov = (float)s->scene.camera.fov;
    if (!look.draw.gpu_skin || given.gpu_skin != HONE_GPU_SKIN_TEXTURE) /* which is what is usual */
        look.draw.gpu_skin = given.gpu_skin;
    look.draw.method = given.method ? given.method : (hone_skin_method)s->scene.play.method;
    if (camera)
        keys.camera = NULL;
    picture_describe(&look, &keys, frame, &out);
    p->light = out.light, p->self_shadow = out.self_shadow, p->ground_shadow = out.ground_shadow;
    p->desc = out.desc;
    p->desc.light = &p->light;
    p->desc.ground_shadow = &p->ground_shadow;
    p->desc.self_shadow = out.desc.self_shadow ? &p->self_shadow : NULL;
    p->desc.items = p->items, p->desc.item_count = given.item_count;
}
