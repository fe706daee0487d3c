/* The motion on which springs are fitted. As in a dance, every part of the body goes from pose to pose, faster and
 * slower, and holds some of them, so that hair and clothes come to rest in many directions. The poses are random
 * numbers that are always the same. */
#include "base/trigonometry.h"
#include "offline/spring_fit/recording.h"
#include <hone/math.h>
#include <string.h>

/* A part of the body that turns about an axis, or moves along it. */
typedef struct swing {
    int16_t bone; /* hone_humanoid_bone, or BODY */
    bool moves;   /* along the axis, units; otherwise about it, radians */
    float axis[3];
    float low, high; /* between which it goes */
    float beats;     /* how long a pose lasts */
} swing;

enum { BODY = -1 };

static const swing swings[] = {
    {BODY, true, {1, 0, 0}, -3, 3, 1.5f},
    {BODY, true, {1, 0, 0}, -0.5f, 0.5f, 0.5f},
    {BODY, true, {0, 1, 0}, -2, 2, 1},
    {BODY, true, {0, 1, 0}, -0.7f, 0.4f, 0.5f},
    {BODY, true, {0, 0, 1}, -2, 2, 1.5f},
    {BODY, true, {0, 0, 1}, -0.6f, 0.6f, 0.5f},
    {BODY, false, {0, 1, 0}, -1.6f, 1.6f, 2},
    {BODY, false, {0, 1, 0}, -0.5f, 0.5f, 0.7f},
    {HONE_HUMANOID_HIPS, false, {0, 0, 1}, -0.22f, 0.22f, 1},
    {HONE_HUMANOID_HIPS, false, {1, 0, 0}, -0.15f, 0.25f, 2},
    {HONE_HUMANOID_SPINE, false, {1, 0, 0}, -0.5f, 0.25f, 2},
    {HONE_HUMANOID_SPINE, false, {0, 1, 0}, -0.35f, 0.35f, 1},
    {HONE_HUMANOID_SPINE, false, {0, 0, 1}, -0.25f, 0.25f, 1},
    {HONE_HUMANOID_HEAD, false, {1, 0, 0}, -0.4f, 0.3f, 0.7f},
    {HONE_HUMANOID_HEAD, false, {0, 1, 0}, -0.5f, 0.5f, 1.5f},
    {HONE_HUMANOID_HEAD, false, {0, 0, 1}, -0.3f, 0.3f, 0.7f},
    {HONE_HUMANOID_UPPER_LEG, false, {1, 0, 0}, -0.2f, 0.8f, 1},
    {HONE_HUMANOID_UPPER_LEG + 1, false, {1, 0, 0}, -0.2f, 0.8f, 1},
    {HONE_HUMANOID_UPPER_LEG, false, {0, 0, 1}, -0.1f, 0.3f, 2},
    {HONE_HUMANOID_UPPER_LEG + 1, false, {0, 0, 1}, -0.3f, 0.1f, 2},
    {HONE_HUMANOID_LOWER_LEG, false, {1, 0, 0}, -1, 0, 1},
    {HONE_HUMANOID_LOWER_LEG + 1, false, {1, 0, 0}, -1, 0, 1},
    {HONE_HUMANOID_UPPER_ARM, false, {0, 0, 1}, -0.6f, 0.7f, 1},
    {HONE_HUMANOID_UPPER_ARM + 1, false, {0, 0, 1}, -0.7f, 0.6f, 1},
    {HONE_HUMANOID_UPPER_ARM, false, {0, 1, 0}, -0.5f, 0.9f, 1},
    {HONE_HUMANOID_UPPER_ARM + 1, false, {0, 1, 0}, -0.9f, 0.5f, 1},
    {HONE_HUMANOID_LOWER_ARM, false, {0, 1, 0}, 0, 1.4f, 1},
    {HONE_HUMANOID_LOWER_ARM + 1, false, {0, 1, 0}, -1.4f, 0, 1},
};

/* Each part lasts PART seconds, and begins and ends at rest. */
static const double PART = 8, RAMP = 0.6;
static const double beat_seconds[] = {0.5, 0.9, 0.4};

double hone_fit_calibration_seconds(void)
{
    return PART * (sizeof beat_seconds / sizeof *beat_seconds);
}

static double smooth(double x)
{
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    return x * x * (3 - 2 * x);
}

/* A number from 0 to 1 that depends on both in no visible way. */
static double random_of(uint32_t a, uint32_t b)
{
    uint32_t x = a * 0x9e3779b9u ^ b * 0x85ebca6bu;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return (double)(x ^ x >> 16) / 4294967295.0;
}

/* Where a part of the body is: on its way from one pose to the next, which it holds for a while. */
static double value_at(uint32_t index, uint32_t part, double seconds)
{
    const swing *what = &swings[index];
    double beats = seconds / (beat_seconds[part] * (double)what->beats);
    uint32_t pose = (uint32_t)beats, seed = index * 64 + part;
    double from = random_of(seed, pose), to = random_of(seed, pose + 1), way = 0.4 + 0.6 * random_of(seed + 7777, pose);
    double share = from + (to - from) * smooth((beats - pose) / way);
    return (double)what->low + share * (double)(what->high - what->low);
}

static void apply(const swing *what, float value, hone_transform *bone)
{
    if (what->moves) {
        hone_vec3_add_scaled(bone->translation, what->axis, value, bone->translation);
        return;
    }
    float sine, cosine, turn[4];
    hone_sin_cosf(value / 2, &sine, &cosine);
    hone_vec3_scale(what->axis, sine, turn);
    turn[3] = cosine;
    hone_quat_multiply(bone->rotation, turn, bone->rotation);
}

/* Moves what carries the body: a bone of a humanoid, or all bones without a parent. */
static void move_body(const hone_skeleton *skeleton, const hone_humanoid *human, const swing *what, float value,
                      hone_pose *pose)
{
    if (human->body != HONE_NONE)
        apply(what, value, &pose->bones[human->body]);
    for (uint32_t b = 0; human->body == HONE_NONE && b < skeleton->bone_count; b++)
        if (skeleton->bones[b].parent == HONE_NONE)
            apply(what, value, &pose->bones[b]);
}

void hone_fit_calibrate(const hone_skeleton *skeleton, const hone_humanoid *human, double seconds, hone_pose *pose)
{
    uint32_t parts = sizeof beat_seconds / sizeof *beat_seconds, part = seconds < 0 ? 0 : (uint32_t)(seconds / PART);
    part = part < parts ? part : parts - 1;
    double at = seconds - part * PART, much = smooth(at / RAMP) * smooth((PART - RAMP - at) / RAMP);
    if (pose->ik_count)
        memset(pose->ik_enabled, 0, pose->ik_count);
    for (uint32_t i = 0; i < sizeof swings / sizeof *swings; i++) {
        float value = (float)(much * value_at(i, part, at < 0 ? 0 : at));
        if (swings[i].bone == BODY)
            move_body(skeleton, human, &swings[i], value, pose);
        else if (human->bones[swings[i].bone] != HONE_NONE)
            apply(&swings[i], value, &pose->bones[human->bones[swings[i].bone]]);
    }
}
