/* Two-bone IK: opens or closes the middle joint, then turns the whole limb to the goal. All vectors are in the space of
 * the start, whose origin is the start joint. */
#include "play/ik/swing.h"
#include <hone/ik.h>

typedef struct hone_limb {
    float upper[3], lower[3]; /* from start to middle, from middle to end */
    float goal[3], pole[3];
    float hinge[3]; /* unit length; a positive turn opens the limb */
    float goal_square;
} hone_limb;

static bool prepare(const hone_two_bone_job *job, hone_limb *out)
{
    hone_inverse inverse = hone_inverse_of(job->start);
    float scale = 1 / inverse.determinant, at[3], end[3], axis[3];
    hone_affine_origin(job->middle, at);
    hone_inverse_way(&inverse, scale, job->start, at, out->upper);
    hone_affine_origin(job->end, at);
    hone_inverse_way(&inverse, scale, job->start, at, end);
    hone_vec3_subtract(end, out->upper, out->lower);
    hone_inverse_way(&inverse, scale, job->start, job->goal, out->goal);
    hone_affine_direction(job->middle, job->hinge, axis);
    hone_inverse_direction(&inverse, axis, axis);
    if (hone_affine_determinant(job->middle) < 0) /* a mirror reverses turns */
        hone_vec3_scale(axis, -1, axis);
    hone_inverse_direction(&inverse, job->pole, out->pole);
    hone_vec3_scale(out->pole, scale, out->pole);
    out->goal_square = hone_vec3_dot(out->goal, out->goal);
    return hone_vec3_normalise(axis, out->hinge) && out->goal_square < INFINITY;
}

/* Shortens the distance to the goal if it is in the soft part, and returns its square. The distance then approaches
 * `reach` as an exponential does, of which (1 + x/4)^-4 is the approximation: it has the same slope where the soft part
 * begins. */
static float soften(float goal_square, float reach, float softness)
{
    float distance = sqrtf(goal_square);
    float part = (softness < 1 ? softness : 1) * reach, begin = reach - part;
    if (!(part > 0 && distance > begin))
        return goal_square;
    float x = 1 + 0.25f * (distance - begin) / part, square = x * x;
    float soft = begin + part * (1 - 1 / (square * square));
    return soft * soft;
}

/* Finds the turn about the hinge: its cosine and sine. Returns whether the goal is within reach.
 * With v from middle to start and w from middle to end, |w - v| is the distance from start to end. Only the parts of v
 * and w across the hinge turn. */
static bool find_bend(const hone_limb *limb, float softness, float *cosine, float *sine)
{
    float normal[3];
    hone_vec3_cross(limb->lower, limb->upper, normal); /* v x w, because v = -upper */
    float along = -hone_vec3_dot(limb->hinge, limb->upper) * hone_vec3_dot(limb->hinge, limb->lower);
    float now_cosine = -hone_vec3_dot(limb->upper, limb->lower) - along;
    float now_sine = hone_vec3_dot(limb->hinge, normal);
    float size = sqrtf(now_cosine * now_cosine + now_sine * now_sine);
    float squares = hone_vec3_dot(limb->upper, limb->upper) + hone_vec3_dot(limb->lower, limb->lower);
    *cosine = 1, *sine = 0;
    if (!(size > 0))
        return false;
    float wanted = limb->goal_square;
    if (softness > 0)
        wanted = soften(wanted, sqrtf(squares + 2 * (size - along)), softness);
    float scale = 1 / size, next = (0.5f * (squares - wanted) - along) * scale;
    float c = hone_clamp(next, -1, 1), s = sqrtf((1 - c) * (1 + c));
    now_cosine *= scale, now_sine *= scale;
    *cosine = now_cosine * c + now_sine * s;
    *sine = s * now_cosine - c * now_sine;
    return fabsf(next) <= 1 + 1e-6f && wanted == limb->goal_square;
}

/* Computes the vector from start to end after the bend. */
static void bent_end(const hone_limb *limb, float cosine, float sine, float out[3])
{
    float across[3], along = hone_vec3_dot(limb->hinge, limb->lower) * (1 - cosine);
    hone_vec3_cross(limb->hinge, limb->lower, across);
    hone_vec3_add_scaled(limb->upper, limb->lower, cosine, out);
    hone_vec3_add_scaled(out, limb->hinge, along, out);
    hone_vec3_add_scaled(out, across, sine, out);
}

/* The turn of the start after the bend. It is zero if the end or the goal is at the start. */
static void find_start(const hone_limb *limb, float twist, const float end[3], float out[4])
{
    float normal[3], distance = sqrtf(limb->goal_square);
    hone_quat_swing(end, limb->goal, distance * hone_vec3_length(end), out);
    hone_vec3_cross(limb->goal, limb->pole, normal);
    hone_quat_align(limb->goal, distance, limb->hinge, normal, out);
    hone_quat_twist(limb->goal, distance, twist, out, out);
}

bool hone_two_bone_solve(const hone_two_bone_job *job, float start[4], float middle[4])
{
    hone_limb limb;
    hone_quat_identity(start), hone_quat_identity(middle);
    if (!(job->weight > 0) || !prepare(job, &limb))
        return false;
    float cosine, sine, end[3], turn[4];
    bool reached = find_bend(&limb, job->softness, &cosine, &sine);
    hone_quat_turn(job->hinge, 1, cosine, sine, turn);
    hone_correction_finish(turn, job->weight, middle);
    bent_end(&limb, cosine, sine, end);
    find_start(&limb, job->twist, end, turn);
    hone_correction_finish(turn, job->weight, start);
    return reached && job->weight >= 1;
}
