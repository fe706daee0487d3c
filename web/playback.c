/* Actors and motions of the page as the settings of a scene say: those of the command's options for playing. */
#define _POSIX_C_SOURCE 200809L
#include "tool/play/retarget_motions.h"
#include "web/actor.h"
#include "web/scene.h"
#include "web/web.h"

/* An actor that plays by the settings. Its physics is not exact, since motions come and go while it plays. physics: the
 * part is loaded. */
WEB_CALL(web_actor *, scene_create_actor, const web_scene *s, const hone_model *model, int physics)
{
    const playback_values *play = &s->scene.play;
    hone_actor_desc desc = {
        .model = model, .rules = play->rules, .physics = {.on = physics, .options = playback_physics_options(play)}};
    desc.physics.options.exact = false;
    desc.physics.options.settle_seconds = -1;
    web_actor *a = web_actor_make(&desc);
    if (a)
        a->chains_off = play->ik == PLAYBACK_IK_OFF;
    return a;
}

/* Whether bodies move. */
WEB_CALL(int, scene_simulates, const web_scene *s)
{
    return s->scene.play.physics.mode != PLAYBACK_PHYSICS_OFF;
}

/* The motion as it plays on the model: itself, or retargeted; for motion_release. bones: the model of the motion's
 * file;
 * NULL: it has none. name: of the file, for messages. */
WEB_CALL(hone_motion *, scene_fit_motion, web_scene *s, hone_motion *motion, hone_model *bones, const hone_model *model,
         const char *name)
{
    const input item = {.path = name, .motion = motion, .bones = bones};
    hone_motion *out = NULL;
    if (!retarget_motion(&item, NULL, model, &s->scene.play, &s->report, &out, &web_error))
        return NULL;
    return out ? out : hone_motion_retain(motion);
}
