/* Retargets a motion from one humanoid to another: plays the source chunk by chunk, converts each frame by FK and
 * IK, and reduces the keys. */
#include "offline/retarget/retarget.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "play/actor/plain_channels.h"
#include <hone/math.h>
#include <string.h>

/* ---- poses of the source ---------------------------------------------------------------------------------------- */

static bool make_record(retarget_context *r)
{
    size_t frames = (size_t)r->desc->last_frame + 1;
    r->morphs = hone_arena_array(r->memory, frames * r->pair_count, sizeof *r->morphs);
    if (r->desc->morphs_only)
        return r->morphs || !r->pair_count;
    r->poses = hone_arena_array(r->memory, frames, sizeof *r->poses);
    r->strides = hone_arena_array(r->memory, frames, sizeof *r->strides);
    return r->poses && r->strides && (r->morphs || !r->pair_count);
}

static void record(retarget_context *r, uint32_t frame)
{
    hone_actor *source = r->desc->source;
    const float *weights = hone_actor_morphs(source), *own = hone_actor_writable_pose(source)->morphs;
    retarget_pose *pose = r->poses ? &r->poses[frame] : NULL;
    if (pose) {
        hone_retarget_pose_read(r, hone_actor_bones(source), weights, pose);
        hone_retarget_follow(r, pose, &r->strides[frame]);
    }
    for (uint32_t p = 0; p < r->pair_count; p++)
        r->morphs[(size_t)frame * r->pair_count + p] = hone_retarget_weight(r, &r->pairs[p], pose, weights, own);
}

/* Records all frames before the first is converted, because feet look ahead. */
static bool play(retarget_context *r, hone_error *error)
{
    const hone_retarget_desc *desc = r->desc;
    if (!make_record(r))
        return hone_arena_fail(r->memory, error);
    for (uint32_t frame = 0; frame <= desc->last_frame; frame++) {
        hone_actor_sample_frame(desc->source, frame * r->step);
        if (!hone_actor_evaluate(desc->source, error)) /* no vertex is read */
            return false;
        record(r, frame);
        if (desc->progress && !desc->progress(desc->user, frame))
            return hone_fail(error, HONE_ERROR_ARGUMENT, frame, "given up at frame %u", frame);
    }
    return true;
}

/* Whether the source's motion has keys of the hips' translation, as far as that is known. */
static bool hips_have_keys(const retarget_context *r)
{
    const hone_channels *channels = hone_actor_plain_channels(r->desc->source, r->desc->last_frame * r->step);
    bool found = !channels;
    for (uint32_t c = 0; channels && c < channels->count; c++) {
        const hone_channel_cursor *cursor = &channels->cursors[c];
        found |= cursor->channel->path == HONE_CHANNEL_TRANSLATION && cursor->targets[0] != HONE_NONE &&
                 cursor->targets[0] == r->source.human.bones[HONE_HUMANOID_HIPS];
    }
    return found;
}

/* Where no key of a VRM animation moves the hips, they stay where the target has them. */
static void rest_hips(retarget_context *r)
{
    float rest[3];
    if (!r->own_turns || hips_have_keys(r))
        return;
    hone_humanoid_rest_pelvis(&r->target, r->target.rest, rest);
    hone_humanoid_rest_place(&r->target, rest, rest);
    for (uint32_t f = 0; f <= r->desc->last_frame; f++) hone_vec3_copy(rest, r->strides[f].hips);
}

static bool plant(retarget_context *r, hone_error *error)
{
    return r->desc->morphs_only || r->desc->feet != HONE_RETARGET_FEET_PLANT || hone_retarget_plant(r) ||
           hone_arena_fail(r->memory, error);
}

/* ---- a chunk of frames ----------------------------------------------------------------------------------------- */

static float *translation_at(const retarget_context *r, uint32_t driven, uint32_t at)
{
    return r->translations + ((size_t)driven * SAMPLE_CHUNK_FRAMES + at) * 3;
}

static float *rotation_at(const retarget_context *r, uint32_t driven, uint32_t at)
{
    return r->rotations + ((size_t)driven * SAMPLE_CHUNK_FRAMES + at) * 4;
}

static float *weight_at(const retarget_context *r, uint32_t pair, uint32_t at)
{
    return r->weights + (size_t)pair * SAMPLE_CHUNK_FRAMES + at;
}

static void note(retarget_context *r, uint32_t at)
{
    const float *weights = r->pair_count ? r->morphs + (size_t)(r->begin + at) * r->pair_count : NULL;
    for (uint32_t d = 0; d < r->driven_count; d++) {
        const hone_transform *local = &r->locals[r->driven[d]];
        float sign = hone_quat_dot(r->last[d], local->rotation) < 0 ? -1.0f : 1.0f;
        for (int i = 0; i < 4; i++) r->last[d][i] = rotation_at(r, d, at)[i] = sign * local->rotation[i];
        memcpy(translation_at(r, d, at), local->translation, sizeof local->translation);
    }
    for (uint32_t p = 0; p < r->pair_count; p++) *weight_at(r, p, at) = weights[p];
}

/* Copies the last frame of the chunk before to the first of this one. */
static void carry_over(retarget_context *r)
{
    uint32_t last = r->count - 1;
    for (uint32_t d = 0; d < r->driven_count; d++) {
        memcpy(translation_at(r, d, 0), translation_at(r, d, last), 3 * sizeof(float));
        memcpy(rotation_at(r, d, 0), rotation_at(r, d, last), 4 * sizeof(float));
    }
    for (uint32_t p = 0; p < r->pair_count; p++) *weight_at(r, p, 0) = *weight_at(r, p, last);
    r->begin += last;
}

static void convert(retarget_context *r)
{
    uint32_t first = r->count > 0;
    if (first)
        carry_over(r);
    uint32_t left = r->desc->last_frame - r->begin;
    r->count = left < SAMPLE_CHUNK_FRAMES - 1 ? left + 1 : SAMPLE_CHUNK_FRAMES;
    for (uint32_t at = first; at < r->count; at++) {
        if (!r->desc->morphs_only)
            hone_retarget_pose_make(r, &r->poses[r->begin + at], &r->strides[r->begin + at]);
        note(r, at);
        if (r->feet)
            hone_retarget_measure(r, r->begin + at);
    }
}

static void add_keys(retarget_context *r, uint32_t first, const hone_bake_track *tracks, uint32_t track_count)
{
    hone_bake_choice choice;
    hone_bake_keys_choose(&r->keys, first, tracks, track_count, BAKE_GRID_FRAMES, r->count, &choice);
    hone_bake_keys_add(&r->keys, first, tracks, track_count, r->begin, &choice);
}

/* Chooses the keys of a chunk. Error bound of rotations: no bone of a humanoid carries anything further away than
 * twice the length of its legs. */
static void choose_keys(retarget_context *r)
{
    const float still = 1e-6f, carried = 4;
    float most = r->desc->tolerance, turn = most / (carried * r->target.leg);
    bool mmd = r->target.model->space == HONE_SPACE_MMD;
    for (uint32_t d = 0; d < r->driven_count; d++) {
        const hone_bake_track tracks[] = {{translation_at(r, d, 0), 3, false, most, still * r->target.leg},
                                          {rotation_at(r, d, 0), 4, true, turn, still}};
        if (mmd) /* MMD has both in one key */
            add_keys(r, 2 * d, tracks, 2);
        for (uint32_t t = 0; !mmd && t < 2; t++) add_keys(r, 2 * d + t, &tracks[t], 1);
    }
    const float worth_seeing = 0.002f;
    for (uint32_t p = 0; p < r->pair_count; p++) {
        const hone_bake_track track = {weight_at(r, p, 0), 1, false, most > 0 ? worth_seeing : 0, 0};
        add_keys(r, 2 * r->driven_count + p, &track, 1);
    }
}

static bool retarget_chunks(retarget_context *r, hone_error *error)
{
    do {
        convert(r);
        choose_keys(r);
        if (r->keys.log.failed)
            return hone_fail_memory(error);
    } while (r->begin + r->count - 1 < r->desc->last_frame);
    return true;
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static bool make_window(retarget_context *r)
{
    uint32_t tracks = 2 * r->driven_count + r->pair_count;
    r->last = hone_arena_array(r->memory, r->driven_count, sizeof *r->last);
    r->translations = hone_arena_array(r->memory, r->driven_count, sizeof(float[SAMPLE_CHUNK_FRAMES][3]));
    r->rotations = hone_arena_array(r->memory, r->driven_count, sizeof(float[SAMPLE_CHUNK_FRAMES][4]));
    r->weights = hone_arena_array(r->memory, r->pair_count, SAMPLE_CHUNK_FRAMES * sizeof(float));
    if (!hone_bake_keys_make(tracks, r->desc->allocator, r->memory, &r->keys))
        return false;
    for (uint32_t d = 0; d < r->driven_count; d++) {
        const hone_transform *rest = &r->locals[r->driven[d]];
        memcpy(r->keys.last[2 * (size_t)d], rest->translation, sizeof rest->translation);
        memcpy(r->keys.last[2 * (size_t)d + 1], rest->rotation, sizeof rest->rotation);
        memcpy(r->last[d], rest->rotation, sizeof rest->rotation);
    }
    for (uint32_t p = 0; p < r->pair_count; p++)
        r->keys.last[2 * (size_t)r->driven_count + p][0] = r->target.model->morphs[r->pairs[p].to].default_weight;
    return true;
}

static bool make_humanoid(const hone_model *model, bool partial, const char *whose, hone_arena *memory,
                          hone_humanoid_rest *out, hone_error *error)
{
    if (hone_humanoid_rest_make(model, partial, memory, out, error))
        return true;
    if (error && error->code == HONE_ERROR_ARGUMENT)
        hone_error_prefix(error, whose);
    return false;
}

bool hone_retarget_prepare(retarget_context *r, const hone_model *source, const hone_model *target, hone_error *error)
{
    const bool turn = r->desc->feet == HONE_RETARGET_FEET_TURN;
    if (!make_humanoid(source, turn, "the model that the motion was made for", r->memory, &r->source, error) ||
        !make_humanoid(target, false, "the model that is to move", r->memory, &r->target, error))
        return false;
    hone_retarget_prepare_turns(r);
    return (hone_retarget_pose_prepare(r) && hone_retarget_pair_morphs(r)) || hone_arena_fail(r->memory, error);
}

static bool prepare_morphs(retarget_context *r, hone_error *error)
{
    r->source.model = hone_model_get(hone_actor_model(r->desc->source));
    r->target.model = hone_model_get(r->desc->target);
    r->scale = 1;
    return hone_retarget_pair_morphs(r) || hone_arena_fail(r->memory, error);
}

static bool prepare(retarget_context *r, hone_error *error)
{
    if (r->desc->morphs_only && !prepare_morphs(r, error))
        return false;
    if (!r->desc->morphs_only && !hone_retarget_prepare(r, hone_actor_model(r->desc->source), r->desc->target, error))
        return false;
    if (!make_window(r))
        return hone_arena_fail(r->memory, error);
    *r->report = (hone_retarget_report){.bones = r->driven_count, .morphs = r->pair_count, .scale = r->scale};
    return true;
}

static bool check(const hone_retarget_desc *desc, hone_error *error)
{
    if (!desc || !desc->source || !desc->target)
        return hone_fail_null(error, "the actor or the model to retarget to");
    if (!(desc->tolerance >= 0 && desc->tolerance < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a tolerance of %g", (double)desc->tolerance);
    if (desc->last_frame >= HONE_BAKE_MAX_FRAMES)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->last_frame, "%llu frames are more than %d can be retargeted",
                         desc->last_frame + 1ULL, HONE_BAKE_MAX_FRAMES);
    if (desc->feet > HONE_RETARGET_FEET_TURN || !(desc->contact_speed >= 0 && desc->contact_speed < INFINITY) ||
        !(desc->contact_height >= 0 && desc->contact_height < INFINITY) || !isfinite(desc->floor))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "settings of the feet that are out of range");
    return true;
}

/* Replaces settings that depend on the source. A VRM animation is meant to turn bones, others to bring feet to places;
 * its keys may be anywhere, and other programs play them as they are. */
static void choose(hone_retarget_desc *desc)
{
    const bool vrm_animation = hone_model_get(hone_actor_model(desc->source))->vrm_animation;
    if (desc->feet == HONE_RETARGET_FEET_AUTO)
        desc->feet = vrm_animation ? HONE_RETARGET_FEET_TURN : HONE_RETARGET_FEET_PLANT;
    if (desc->rate == 0)
        desc->rate = vrm_animation ? 4 * HONE_FRAMES_PER_SECOND : HONE_FRAMES_PER_SECOND;
}

/* Sets the number of samples: at most a frame apart, or, for keys of MMD, as near to it as can be. */
static bool set_times(hone_retarget_desc *desc, double *step, hone_error *error)
{
    const double frames = hone_frame_from_seconds(desc->duration);
    const double rounding = 1e-6; /* frames, and a part of the duration, which may have been a float */
    *step = 1;
    if (desc->duration == 0)
        return true;
    if (!(desc->rate >= 0 && desc->rate <= HONE_RETARGET_MAX_RATE))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a rate of %g samples a second", desc->rate);
    const double often = desc->rate > HONE_FRAMES_PER_SECOND ? desc->rate / HONE_FRAMES_PER_SECOND : 1;
    if (!(desc->duration > 0 && frames * often < HONE_BAKE_MAX_FRAMES - 1))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion of %g s cannot be retargeted", desc->duration);
    const bool mmd = hone_model_get(desc->target)->space == HONE_SPACE_MMD;
    const double count = fmax(mmd ? round(frames) : ceil(frames * often * (1 - rounding) - rounding), 1);
    desc->last_frame = (uint32_t)count;
    *step = frames / count;
    return true;
}

hone_motion *hone_retarget(const hone_retarget_desc *desc, hone_retarget_report *report, hone_error *error)
{
    hone_retarget_report unseen;
    report = report ? report : &unseen;
    *report = (hone_retarget_report){0};
    retarget_context r = {.report = report};
    hone_retarget_desc own;
    if (!check(desc, error) || (own = *desc, choose(&own), !set_times(&own, &r.step, error)))
        return NULL;
    r.desc = &own, r.memory = hone_arena_create(desc->allocator, 0, error);
    hone_motion *motion = NULL;
    if (r.memory && prepare(&r, error) && play(&r, error) && (rest_hips(&r), plant(&r, error)) &&
        retarget_chunks(&r, error))
        motion = hone_retarget_make_motion(&r, error);
    hone_bytes_release(&r.keys.log.bytes);
    hone_arena_destroy(r.memory);
    return motion;
}
