#include "offline/retarget/feet.h"
#include "base/trigonometry.h"
#include <hone/math.h>

#define MOST_NOISE 0.01f /* leg lengths */

static float samples_per_second(const retarget_context *r)
{
    return (float)(HONE_FRAMES_PER_SECOND / r->step);
}

/* The thresholds in leg lengths, and per second. */
static void find_limits(feet_context *f)
{
    const hone_retarget_desc *desc = f->r->desc;
    const float leg = f->r->source.leg, frames = samples_per_second(f->r);
    float slow = desc->contact_speed > 0 ? desc->contact_speed : HONE_RETARGET_CONTACT_SPEED;
    float low = desc->contact_height > 0 ? desc->contact_height : HONE_RETARGET_CONTACT_HEIGHT;
    f->limits = (feet_limits){.slow = slow * leg / frames,
                              .fast = 2 * slow * leg / frames,
                              .low = low * leg,
                              .high = 1.5f * low * leg,
                              .drift = 0.02f * leg,
                              .rise = 0.008f * leg,
                              .creep = 0.1f * leg};
}

/* Noise moves a point that stands still. */
static void allow_noise(feet_limits *limits, float noise)
{
    const float most = 4; /* deviations, along an axis */
    limits->step = limits->fast + 1.5f * most * noise;
    limits->rise = fmaxf(limits->rise, most * noise);
    limits->drift = fmaxf(limits->drift, 1.5f * most * noise);
}

static bool make(feet_context *f)
{
    hone_arena *memory = f->r->memory;
    size_t count = f->count;
    bool ok = hone_footprint_make(&f->r->target, 0, memory, &f->prints[0]) &&
              hone_footprint_make(&f->r->target, 1, memory, &f->prints[1]);
    ok = ok && (f->scratch = hone_arena_raw(memory, 2 * count, sizeof *f->scratch));
    for (int side = 0; side < 2 && ok; side++) {
        feet_side *s = &f->sides[side];
        for (int p = 0; p < FEET_POINTS && ok; p++)
            ok = (s->points[p] = hone_arena_raw(memory, count, sizeof *s->points[p])) != NULL;
        ok = ok && (s->offsets = hone_arena_array(memory, count, sizeof *s->offsets)) &&
             (s->grounds = hone_arena_array(memory, count, sizeof *s->grounds)) &&
             (s->on = hone_arena_array(memory, count, 1)) && (s->held = hone_arena_array(memory, count, 1));
    }
    f->offsets = f->sides[0].offsets;
    return ok;
}

static void find_contacts(feet_context *f)
{
    for (int side = 0; side < 2; side++)
        for (int p = 0; p < FEET_POINTS; p++) hone_feet_find_contacts(&f->limits, &f->sides[side], p, f->count);
}

/* ---- report ------------------------------------------------------------------------------------------------------ */

static void count_contacts(feet_context *f)
{
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < f->count; i++)
            f->r->report->contacts += f->sides[side].on[i] && (i == 0 || !f->sides[side].on[i - 1]);
}

/* Adds what the points in contact do from the frame before to this one. ankle: of the target. */
static void measure(feet_context *f, uint32_t frame, int side, const float ankle[3], feet_measure *out)
{
    const retarget_pose *pose = &f->r->poses[frame];
    const uint8_t *on = f->sides[side].on;
    out->depth = fmaxf(out->depth, -hone_feet_lowest(f, pose, side, ankle));
    for (int p = 0; p < FEET_POINTS; p++) {
        float at[3], *last = out->last[side][p];
        hone_quat_rotate(pose->turns[HONE_HUMANOID_FOOT + side], f->r->target.soles[side][p], at);
        hone_vec3_add(at, ankle, at);
        if (frame > 0 && on[frame] & on[frame - 1] & 1u << p) {
            out->distance += hone_hypotf(at[0] - last[0], at[2] - last[2]);
            out->steps++;
        }
        hone_vec3_copy(at, last);
    }
}

static float slide_of(const retarget_context *r, const feet_measure *m)
{
    return m->steps ? (float)(m->distance / (double)m->steps) * samples_per_second(r) : 0;
}

static void measure_before(feet_context *f)
{
    retarget_context *r = f->r;
    feet_measure m = {0};
    for (uint32_t i = 0; i < f->count; i++)
        for (int side = 0; side < 2; side++) measure(f, i, side, r->strides[i].ankles[side], &m);
    r->report->slide_before = slide_of(r, &m);
    r->report->depth_before = m.depth;
}

void hone_retarget_measure(retarget_context *r, uint32_t frame)
{
    feet_context *f = r->feet;
    for (int side = 0; side < 2; side++) {
        float ankle[3];
        hone_affine_origin(&r->model_from_bone[r->target.human.bones[HONE_HUMANOID_FOOT + side]], ankle);
        hone_humanoid_rest_place(&r->target, ankle, ankle);
        hone_feet_move_off(f, frame, r->scale, ankle);
        measure(f, frame, side, ankle, &f->after);
    }
    r->report->slide_after = slide_of(r, &f->after);
    r->report->depth_after = f->after.depth;
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

bool hone_retarget_plant(retarget_context *r)
{
    feet_context *f = r->feet = hone_arena_array(r->memory, 1, sizeof *f);
    if (!f)
        return false;
    f->r = r;
    f->count = r->desc->last_frame + 1;
    if (!make(f))
        return false;
    find_limits(f);
    hone_feet_level(f);
    hone_feet_find_points(f);
    if (hone_feet_find_treadmill(f)) {
        hone_feet_leave_treadmill(f);
        hone_feet_find_points(f);
    }
    hone_feet_find_floor(f);
    allow_noise(&f->limits, fminf(hone_feet_noise(f), MOST_NOISE * r->source.leg));
    hone_feet_find_steps(f);
    find_contacts(f);
    count_contacts(f);
    measure_before(f);
    hone_feet_straighten(f);
    hone_feet_hold_turns(f);
    for (uint32_t i = 0; i < f->count; i++) hone_retarget_follow(r, &r->poses[i], &r->strides[i]);
    hone_feet_hold_ankles(f);
    hone_feet_lift(f);
    hone_feet_correct_hips(f);
    hone_feet_enter_treadmill(f);
    return true;
}
