/* Aim: turns a bone so that a direction of it points at a target. All vectors are in the space of the bone. */
#include "base/trigonometry.h"
#include "play/ik/swing.h"
#include <hone/ik.h>

/* Finds the point of the aimed line that is as far from the joint as the target. Turning it onto the target aims the
 * line. If all of the line is further away, it is the nearest point. Returns whether the line can meet the target. */
static bool find_point(const hone_aim_job *job, float distance_square, float out[3])
{
    float along = hone_vec3_dot(job->offset, job->forward);
    float root = along * along - hone_vec3_dot(job->offset, job->offset) + distance_square;
    float ahead = sqrtf(root > 0 ? root : 0) - along;
    hone_vec3_add_scaled(job->offset, job->forward, ahead, out);
    return root >= 0 && ahead >= 0;
}

/* Reduces a swing to `most` radians; `aimed` becomes the direction that it reaches. Returns whether it did so. */
static bool clamp_swing(float most, const float from[3], float aimed[3], float swing[4])
{
    float unit[4], axis[3], limit = hone_cosf(0.5f * most);
    hone_quat_normalise(swing, unit);
    if (!(unit[3] < limit) || !hone_vec3_normalise(unit, axis))
        return false;
    hone_vec3_scale(axis, hone_sinf(0.5f * most), swing);
    swing[3] = limit;
    hone_quat_rotate(swing, from, aimed);
    return true;
}

bool hone_aim_solve(const hone_aim_job *job, float correction[4])
{
    float from[3], aimed[3], pole[3], normal[3], swing[4];
    hone_quat_identity(correction);
    if (!(job->weight > 0))
        return false;
    hone_inverse inverse = hone_inverse_of(job->bone);
    hone_inverse_way(&inverse, 1 / inverse.determinant, job->bone, job->target, aimed);
    hone_inverse_direction(&inverse, job->pole, pole);
    if (inverse.determinant < 0)
        hone_vec3_scale(pole, -1, pole);
    float square = hone_vec3_dot(aimed, aimed), distance = sqrtf(square);
    bool reached = find_point(job, square, from);
    if (!(distance > 0 && distance < INFINITY))
        return false;
    hone_quat_swing(from, aimed, distance * hone_vec3_length(from), swing);
    if (job->max_angle > 0 && clamp_swing(job->max_angle, from, aimed, swing)) {
        distance = hone_vec3_length(aimed);
        reached = false;
    }
    hone_vec3_cross(aimed, pole, normal);
    float up[3];
    hone_vec3_cross(job->forward, job->up, up);
    hone_quat_align(aimed, distance, up, normal, swing);
    hone_quat_twist(aimed, distance, job->twist, swing, swing);
    hone_correction_finish(swing, job->weight, correction);
    return reached && job->weight >= 1;
}
