/* hone convert, to what MMD reads. */
#include "base/error.h"
#include "convert.h"

int convert_to_pmx(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes;
    return convert_write(c, hone_model_write_pmx(c->model->model, NULL, &bytes, &error), &bytes, &error);
}

static void warn_of_losses(conversion *c)
{
    char text[160];
    const double worth_saying = 1e-5; /* metres */
    if (c->bake.tracks_lost) {
        snprintf(text, sizeof text, "%u bones and morphs have names that MMD cannot tell from others: left out",
                 c->bake.tracks_lost);
        report_warn(c->report, c->model->path, text);
    }
    if (c->bake.player_error * c->unit > worth_saying) {
        snprintf(text, sizeof text, "keys cannot bring every bone where it was: the worst is off by %.3g mm",
                 c->bake.player_error * c->unit * 1e3);
        report_warn(c->report, c->model->path, text);
    }
}

int convert_to_vmd(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes;
    int status = STATUS_OK;
    hone_motion *motion = convert_bake(c, HONE_BAKE_FOR_MMD, &status);
    if (motion)
        status = convert_write(c, hone_motion_write_vmd(motion, NULL, &bytes, &error), &bytes, &error);
    if (status == STATUS_OK)
        warn_of_losses(c);
    hone_motion_release(motion);
    return status;
}

int convert_to_vpd(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes;
    double frame = 0;
    if (c->values->frame.text)
        number_list_values(c->values->frame, &frame);
    hone_actor *actor = c->cast.members[0].actor;
    hone_actor_sample_frame(actor, frame);
    return convert_write(c, hone_pose_write_vpd(hone_actor_pose(actor), c->model->model, NULL, &bytes, &error), &bytes,
                         &error);
}
