/* hone convert, to a VRM animation: a motion for any avatar. */
#include "cmd/convert/convert.h"
#include "tool/messages/progress.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"
#include <hone/retarget.h>
#include <hone/vrm.h>

static bool show(void *user, uint32_t frame)
{
    progress_show(user, frame);
    return true;
}

/* Plays the actor on the skeleton. NULL: failed, with the error. */
static hone_motion *turn_skeleton(conversion *c, hone_actor *actor, const hone_model *skeleton, hone_error *error)
{
    const film_rate rate = c->values->rate;
    progress p = progress_begin(c->report, c->last_frame + 1);
    const hone_retarget_desc desc = {.source = actor,
                                     .target = skeleton,
                                     .last_frame = c->last_frame,
                                     .duration = c->last_frame / (double)HONE_FRAMES_PER_SECOND,
                                     .rate = rate.rate ? rate.rate / (double)rate.divisor : 0,
                                     .tolerance = (float)(convert_asked_tolerance(c) * c->unit),
                                     .feet = HONE_RETARGET_FEET_TURN,
                                     .progress = show,
                                     .user = &p};
    hone_motion *motion = hone_retarget(&desc, &c->turned, error);
    progress_end(&p);
    return motion;
}

static int write_motion(conversion *c, hone_actor *actor, const char *path)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    hone_model *skeleton = hone_vrm_animation_skeleton(hone_actor_model(actor), (float)c->unit, NULL, &error);
    hone_motion *motion = skeleton ? turn_skeleton(c, actor, skeleton, &error) : NULL;
    const hone_gltf_desc desc = {.motion = motion};
    int status = motion ? STATUS_OK : report_failure(c->report, path, &error);
    if (motion)
        status = convert_write(c, hone_model_write_gltf(skeleton, &desc, &bytes, &c->gltf, &error), &bytes, &error);
    hone_motion_release(motion);
    hone_model_release(skeleton);
    return status;
}

int convert_to_vrma(conversion *c)
{
    int status = write_motion(c, convert_actor(c), c->model->path);
    if (status == STATUS_OK && !c->moves)
        report_warn(c->report, c->model->path, "nothing moves it: the motion has no keys");
    return status;
}

/* A motion of MMD that has no model here moves a human of MMD's usual build. */
int convert_motion_to_vrma(conversion *c, const input *motion)
{
    hone_error error = {0};
    hone_model *skeleton = hone_mmd_default_skeleton(motion->motion, NULL, &error);
    hone_actor *actor = skeleton ? hone_actor_create(&(hone_actor_desc){.model = skeleton}, &error) : NULL;
    bool plays = actor && hone_actor_play(actor, motion->motion, NULL, &error).id;
    int status = plays ? write_motion(c, actor, motion->path) : report_failure(c->report, motion->path, &error);
    hone_actor_destroy(actor);
    hone_model_release(skeleton);
    return status;
}

void convert_print_vrma_report(const conversion *c)
{
    report_note(c->report, "%s: %u frames: %u bones and %u expressions move, with %llu keys",
                output_is_stdout(c->values->output) ? "stdout" : c->values->output, c->last_frame + 1, c->turned.bones,
                c->turned.morphs, (unsigned long long)c->turned.keys_after);
}

void convert_write_vrma_report(const conversion *c, hone_json *json)
{
    json_number(json, "frames", c->last_frame + 1.0);
    json_number(json, "keys_before", (double)c->turned.keys_before);
    json_number(json, "keys_after", (double)c->turned.keys_after);
    json_number(json, "bones", c->turned.bones);
    json_number(json, "expressions", c->turned.morphs);
}
