#include "offline/spring_fit/recording.h"
#include "base/error.h"
#include "play/spring/collide.h"
#include <hone/actor.h>

/* The memory that a recording may take. A model with thousands of bodies is recorded for a shorter time. */
static const size_t BYTES_MOST = 128u << 20;

/* ---- which bones ------------------------------------------------------------------------------------------------ */

static void want(fit_recording *out, int32_t bone)
{
    if (bone != HONE_NONE && out->place_of_bone[bone] == HONE_NONE)
        out->place_of_bone[bone] = (int32_t)out->bone_count++;
}

static bool choose_bones(const hone_model_data *model, const fit_chains *chains, hone_arena *memory, fit_recording *out)
{
    out->place_of_bone = hone_arena_array(memory, model->skeleton.bone_count, sizeof *out->place_of_bone);
    if (!out->place_of_bone)
        return false;
    for (uint32_t b = 0; b < model->skeleton.bone_count; b++) out->place_of_bone[b] = HONE_NONE;
    for (uint32_t j = 0; j < chains->joint_count; j++) want(out, chains->joints[j].anchor);
    for (uint32_t c = 0; c < chains->collider_count; c++) want(out, chains->colliders[c].bone);
    return true;
}

static bool allocate(const fit_chains *chains, uint32_t steps, hone_arena *memory, fit_recording *out)
{
    size_t each = out->bone_count * sizeof *out->bones + chains->joint_count * sizeof *out->tails +
                  chains->collider_count * sizeof *out->shapes + chains->joint_count * sizeof(hone_affine);
    out->step_count = each * steps > BYTES_MOST ? (uint32_t)(BYTES_MOST / each) : steps;
    out->bones = hone_arena_raw(memory, (size_t)out->step_count * out->bone_count, sizeof *out->bones);
    out->tails = hone_arena_raw(memory, (size_t)out->step_count * chains->joint_count, sizeof *out->tails);
    out->shapes = hone_arena_raw(memory, (size_t)out->step_count * chains->collider_count, sizeof *out->shapes);
    return !hone_arena_failed(memory);
}

/* ---- playing ---------------------------------------------------------------------------------------------------- */

typedef struct playing {
    const hone_spring_fit_desc *desc;
    const hone_model_data *model;
    const fit_chains *chains;
    fit_recording *out;
    hone_humanoid human;
    hone_error *error;
} playing;

static void edit(void *user, double frame, hone_pose *pose)
{
    const playing *p = user;
    hone_fit_calibrate(&p->model->skeleton, &p->human, frame / HONE_FRAMES_PER_SECOND, pose);
}

static void record(const playing *p, const hone_affine *bones, uint32_t step)
{
    const fit_chains *chains = p->chains;
    hone_affine *to = p->out->bones + (size_t)step * p->out->bone_count;
    for (uint32_t b = 0; b < p->model->skeleton.bone_count; b++)
        if (p->out->place_of_bone[b] != HONE_NONE)
            to[p->out->place_of_bone[b]] = bones[b];
    for (uint32_t j = 0; j < chains->joint_count; j++)
        hone_affine_point(&bones[chains->joints[j].bone], chains->joints[j].tail,
                          p->out->tails[(size_t)step * chains->joint_count + j]);
    for (uint32_t c = 0; c < chains->collider_count; c++) {
        hone_double_affine bone = hone_double_affine_from(&bones[chains->colliders[c].bone]);
        hone_spring_shape_place(&chains->colliders[c], &bone, 1,
                                &p->out->shapes[(size_t)step * chains->collider_count + c]);
    }
}

static bool play(playing *p, const hone_motion *motion, uint32_t begin, uint32_t end)
{
    hone_actor_desc desc = {.model = p->desc->model, .rules = p->desc->rules, .allocator = p->desc->allocator};
    desc.physics.on = true;
    if (!motion)
        desc.edit = edit, desc.edit_user = p;
    hone_actor *actor = hone_actor_create(&desc, p->error);
    bool ok = actor && (!motion || hone_actor_play(actor, motion, NULL, p->error).id != 0);
    for (uint32_t step = begin; ok && step < end; step++) {
        ok = hone_actor_update(actor, (step - begin) / 60.0, p->error);
        if (ok)
            record(p, hone_actor_bones(actor), step);
    }
    hone_actor_destroy(actor);
    return ok;
}

static uint32_t steps_of_motion(const hone_spring_fit_desc *desc)
{
    const uint32_t most = 20 * 60;
    if (!desc->motion)
        return 0;
    return desc->last_frame && desc->last_frame < most / 2 ? 2 * desc->last_frame + 1 : most;
}

bool hone_fit_record(const hone_spring_fit_desc *desc, const fit_chains *chains, hone_arena *memory, fit_recording *out,
                     hone_error *error)
{
    playing p = {desc, hone_model_get(desc->model), chains, out, hone_model_humanoid(desc->model), error};
    uint32_t built_in = (uint32_t)(60 * hone_fit_calibration_seconds()), asked = built_in + steps_of_motion(desc);
    *out = (fit_recording){0};
    if (!choose_bones(p.model, chains, memory, out) || !allocate(chains, asked, memory, out))
        return hone_arena_fail(memory, error);
    out->second_begin = built_in = built_in < out->step_count ? built_in : out->step_count;
    return play(&p, NULL, 0, built_in) &&
           (built_in == out->step_count || play(&p, desc->motion, built_in, out->step_count));
}
