/* Inertialization: the offset from the new pose to the old one, which dies away. */
#include "base/trigonometry.h"
#include <hone/blend.h>
#include <math.h>

static const float back = 1 / 30.0f; /* seconds before the transition in which the offset continues straight */

/* ---- rotation vectors ------------------------------------------------------------------------------------------ */

/* The rotation vector of a quaternion: its angle is up to a full turn, if w is negative. */
static void log_of(const float q[4], float out[3])
{
    float length = hone_vec3_length(q);
    float factor = length > 0 ? 2 * hone_atan2f(length, q[3]) / length : 0;
    hone_vec3_scale(q, factor, out);
}

static void exp_of(const float vector[3], float out[4])
{
    float half = 0.5f * hone_vec3_length(vector), sine;
    hone_sin_cosf(half, &sine, &out[3]);
    hone_vec3_scale(vector, half > 0 ? 0.5f * sine / half : 0.5f, out);
}

/* The rotation that leads from one to the other, the shorter way. Both are in one half of the sphere of quaternions as
 * `like`, so that its change over time is continuous. */
static void difference(const float from[4], const float to[4], const float like[4], float out[4])
{
    float inverse[4];
    hone_quat_conjugate(from, inverse);
    hone_quat_multiply(inverse, to, out);
    for (int i = 0, flip = hone_quat_dot(out, like) < 0; flip && i < 4; i++) out[i] = -out[i];
}

/* ---- the offset at the transition ------------------------------------------------------------------------------ */

static void begin_vector(const float old_now[3], const float new_now[3], const float old_before[3],
                         const float new_before[3], float step, float offset[3], float velocity[3])
{
    for (int i = 0; i < 3; i++) {
        offset[i] = old_now[i] - new_now[i];
        velocity[i] = (offset[i] - (old_before[i] - new_before[i])) / step;
    }
}

static void begin_rotation(const hone_inertia_moment *now, const hone_inertia_moment *before, uint32_t bone, float step,
                           float offset[3], float velocity[3])
{
    static const float identity[4] = {0, 0, 0, 1};
    float here[4], there[4], earlier[3];
    difference(now->new_bones[bone].rotation, now->old_bones[bone].rotation, identity, here);
    difference(before->new_bones[bone].rotation, before->old_bones[bone].rotation, here, there);
    log_of(here, offset);
    log_of(there, earlier);
    for (int i = 0; i < 3; i++) velocity[i] = (offset[i] - earlier[i]) / step;
}

void hone_inertia_begin(hone_inertia *inertia, const hone_inertia_moment *now, const hone_inertia_moment *before,
                        float step_seconds, float seconds)
{
    float *offset = inertia->offsets, *velocity = inertia->velocities;
    for (uint32_t b = 0; b < inertia->bone_count;
         b++, offset += HONE_INERTIA_NUMBERS, velocity += HONE_INERTIA_NUMBERS) {
        const hone_transform *old_now = &now->old_bones[b], *new_now = &now->new_bones[b];
        const hone_transform *old_before = &before->old_bones[b], *new_before = &before->new_bones[b];
        begin_vector(old_now->translation, new_now->translation, old_before->translation, new_before->translation,
                     step_seconds, offset, velocity);
        begin_rotation(now, before, b, step_seconds, offset + 3, velocity + 3);
        begin_vector(old_now->scale, new_now->scale, old_before->scale, new_before->scale, step_seconds, offset + 6,
                     velocity + 6);
    }
    for (uint32_t m = 0; m < inertia->morph_count; m++) {
        offset[m] = now->old_morphs[m] - now->new_morphs[m];
        velocity[m] = (offset[m] - (before->old_morphs[m] - before->new_morphs[m])) / step_seconds;
    }
    inertia->seconds = seconds;
}

/* ---- afterwards -------------------------------------------------------------------------------------------------- */

/* The polynomial of degree five, over the time that this number takes, which is `seconds` or less. */
static inline float decay(float offset, float velocity, float seconds, float elapsed)
{
    float toward = offset < 0 ? velocity : -velocity, size = fabsf(offset); /* both are above 0 if it goes to 0 */
    float until = toward * seconds > 5 * size && size > 0 ? 5 * size / toward : seconds;
    float t = elapsed / until, travel = velocity * until, sign = offset < 0 ? -1 : 1;
    float bend = sign * fmaxf(0, -8 * sign * travel - 20 * size); /* the acceleration at the transition */
    float c = -0.5f * (3 * bend + 12 * travel + 20 * offset), d = 0.5f * (3 * bend + 16 * travel + 30 * offset);
    float e = -0.5f * (bend + 6 * travel + 12 * offset);
    float value = offset + t * (travel + t * (0.5f * bend + t * (c + t * (d + t * e))));
    return t < 1 ? value : 0;
}

static void values_at(const hone_inertia *inertia, uint32_t first, uint32_t count, float elapsed, float *out)
{
    const float *offsets = inertia->offsets + first, *velocities = inertia->velocities + first;
    if (elapsed <= 0)
        for (uint32_t i = 0; i < count; i++) out[i] = offsets[i] + velocities[i] * fmaxf(elapsed, -back);
    else
        for (uint32_t i = 0; i < count; i++) out[i] = decay(offsets[i], velocities[i], inertia->seconds, elapsed);
}

static void add_to_bone(const float numbers[HONE_INERTIA_NUMBERS], hone_transform *bone)
{
    hone_vec3_add(bone->translation, numbers, bone->translation);
    hone_vec3_add(bone->scale, numbers + 6, bone->scale);
    if (numbers[3] != 0 || numbers[4] != 0 || numbers[5] != 0) {
        float turn[4];
        exp_of(numbers + 3, turn);
        hone_quat_multiply(bone->rotation, turn, bone->rotation);
    }
}

bool hone_inertia_apply(const hone_inertia *inertia, float elapsed_seconds, hone_transform *bones, float *morphs)
{
    enum { CHUNK = 16 }; /* bones whose numbers are computed at once */
    float numbers[CHUNK * HONE_INERTIA_NUMBERS];
    if (!(inertia->seconds > 0 && elapsed_seconds < inertia->seconds))
        return false;
    for (uint32_t b = 0; b < inertia->bone_count; b += CHUNK) {
        uint32_t count = inertia->bone_count - b < CHUNK ? inertia->bone_count - b : CHUNK;
        values_at(inertia, b * HONE_INERTIA_NUMBERS, count * HONE_INERTIA_NUMBERS, elapsed_seconds, numbers);
        for (uint32_t i = 0; i < count; i++) add_to_bone(numbers + (size_t)i * HONE_INERTIA_NUMBERS, &bones[b + i]);
    }
    uint32_t first = inertia->bone_count * HONE_INERTIA_NUMBERS;
    for (uint32_t m = 0; m < inertia->morph_count; m++) {
        values_at(inertia, first + m, 1, elapsed_seconds, numbers);
        morphs[m] += numbers[0];
    }
    return true;
}
