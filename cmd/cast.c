#include "cast.h"
#include "unevaluated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MMD asks whether to go on; what matters is how much of the motion finds nothing to move. */
static void warn_of_stranger(const input *item, const hone_actor *actor, report *r)
{
    const hone_motion_data *data = hone_motion_get(item->motion);
    if (hone_motion_is_for(item->motion, hone_actor_model(actor)))
        return;
    uint32_t tracks = data->bone_track_count + data->morph_track_count;
    uint32_t bound = hone_actor_bound_count(actor, hone_actor_motion_count(actor) - 1);
    char text[256], rest[64] = "";
    if (bound < tracks)
        snprintf(rest, sizeof rest, ": %u of its %u tracks move nothing", tracks - bound, tracks);
    snprintf(text, sizeof text, "made for the model %.60s, played on another%s", data->model_name, rest);
    report_warn(r, item->path, text);
}

/* The motions of member m: those before all models, then those between its model and the next. */
static bool play_motions(const inputs *in, uint32_t m, hone_actor *actor, report *r, hone_error *error)
{
    uint32_t models_seen = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        models_seen += item->model != NULL;
        bool mine = models_seen == 0 || models_seen == m + 1;
        if (!item->motion || !mine)
            continue;
        if (!hone_actor_play(actor, item->motion, NULL, error))
            return false;
        warn_of_stranger(item, actor, r);
    }
    return true;
}

static int add_member(const inputs *in, const input *source, cast *c, report *r)
{
    hone_error error = {0};
    const play_rig *rig = &c->play->rig;
    const hone_actor_desc desc = {.model = source->model,
                                  .curve = rig->curve,
                                  .fixed_axis = rig->fixed_axis,
                                  .rig = rig->options,
                                  .workers = c->workers};
    cast_member *member = &c->members[c->count];
    *member = (cast_member){.source = source, .actor = hone_actor_create(&desc, &error)};
    if (!member->actor)
        return report_failure(r, source->path, &error);
    c->count++;
    if (hone_rig_left_out_chains(hone_actor_rig(member->actor)))
        report_warn(r, source->path, "asks for more inverse kinematics than any character: some chains are left out");
    if (!play_motions(in, c->count - 1, member->actor, r, &error))
        return report_failure(r, source->path, &error);
    return STATUS_OK;
}

int cast_make(const inputs *in, const play_values *play, cast *out, report *r)
{
    hone_error error = {0};
    *out = (cast){.play = play};
    int status = play_check_kernel(play, r);
    if (status != STATUS_OK)
        return status;
    out->members = calloc(in->model_count ? in->model_count : 1, sizeof *out->members);
    out->workers = hone_workers_create(play->threads, NULL, &error);
    if (!out->workers || !out->members)
        return report_failure(r, NULL, out->workers ? &(hone_error){.message = "out of memory"} : &error);
    for (uint32_t i = 0; i < in->count && status == STATUS_OK; i++)
        if (in->items[i].model)
            status = add_member(in, &in->items[i], out, r);
    return status;
}

void cast_release(cast *c)
{
    for (uint32_t i = 0; i < c->count; i++) hone_actor_destroy(c->members[i].actor);
    hone_workers_destroy(c->workers);
    free(c->members);
    *c = (cast){0};
}

void cast_update_member(cast *c, uint32_t member, double frame, report *r)
{
    cast_member *m = &c->members[member];
    hone_actor_sample_frame(m->actor, frame);
    hone_pose *pose = hone_actor_pose(m->actor);
    if (c->play->ik == PLAY_IK_OFF && pose->ik_count)
        memset(pose->ik_enabled, 0, pose->ik_count);
    hone_actor_evaluate(m->actor);
    hone_actor_build_palette(m->actor);
    if (!m->impulses_noted)
        m->impulses_noted = unevaluated_warn_impulses(m->source->path, m->actor, c->play, r);
}

void cast_update(cast *c, double frame, report *r)
{
    for (uint32_t i = 0; i < c->count; i++) cast_update_member(c, i, frame, r);
}
