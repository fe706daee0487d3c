/* Feet on uneven ground: where ankles and hips go. Bending the legs is two-bone IK. */
#include "base/trigonometry.h"
#include "play/ik/swing.h"
#include <hone/ik.h>

static const float up[3] = {0, 1, 0};

/* Finds the ground below an ankle; the floor where there is none, or where it is no number. */
static bool find_ground(const hone_feet_job *job, const float at[3], float *height, float normal[3])
{
    bool found = job->ground && job->ground(job->ground_user, at, height, normal) && isfinite(*height);
    if (!found)
        *height = job->floor;
    if (!found || !hone_vec3_normalise(normal, normal) || !(normal[1] > 0))
        hone_vec3_copy(up, normal);
    return found;
}

/* The rotation from up towards the normal, by `weight` of the angle and at most `most`. */
static void find_tilt(const float normal[3], float most, float weight, float out[4])
{
    float axis[3];
    hone_quat_identity(out);
    hone_vec3_cross(up, normal, axis);
    float sine = hone_vec3_length(axis), angle = hone_atan2f(sine, normal[1]);
    if (!(angle > 0 && most > 0 && weight > 0))
        return;
    float half = 0.5f * weight * (angle < most ? angle : most);
    hone_vec3_scale(axis, hone_sinf(half) / sine, out);
    out[3] = hone_cosf(half);
}

/* How far a foot goes from where the pose has it; an offset that is no number counts as none. */
static void find_offset(const hone_feet_job *job, uint32_t foot, float weight, float out[3])
{
    hone_vec3_set(0, 0, 0, out);
    if (job->offsets && isfinite(hone_vec3_length(job->offsets[foot])))
        hone_vec3_scale(job->offsets[foot], weight, out);
}

static bool place_foot(const hone_feet_job *job, uint32_t foot, float weight, hone_foot_goal *out)
{
    float height = 0, normal[3] = {0, 1, 0}, tilted[3], offset[3], sole = job->soles[foot];
    find_offset(job, foot, weight, offset);
    hone_affine_origin(job->ankles[foot], out->position);
    hone_vec3_add(out->position, offset, out->position);
    bool found = find_ground(job, out->position, &height, normal);
    find_tilt(normal, job->max_tilt, weight, out->tilt);
    hone_quat_rotate(out->tilt, up, tilted);
    out->position[0] += sole * tilted[0];
    out->position[1] += weight * (height - job->floor) + sole * (tilted[1] - 1);
    out->position[2] += sole * tilted[2];
    return found;
}

/* The most by which the hips may rise if the leg is to reach the foot's goal: vertically, at the goal's horizontal
 * distance from its top. A leg that the pose stretches keeps this length. */
static float max_rise(const hone_feet_job *job, uint32_t foot, const float goal[3])
{
    float top[3], ankle[3], offset[3];
    hone_affine_origin(job->tops[foot], top);
    hone_affine_origin(job->ankles[foot], ankle);
    hone_vec3_subtract(goal, top, offset);
    float now = hone_vec3_distance(top, ankle), reach = job->lengths[foot] > now ? job->lengths[foot] : now;
    float square = reach * reach - offset[0] * offset[0] - offset[2] * offset[2];
    bool moves = hone_vec3_distance(goal, ankle) > 0;
    return moves && square >= 0 ? offset[1] + sqrtf(square) : INFINITY;
}

bool hone_feet_solve(const hone_feet_job *job, float *hips, hone_foot_goal *goals)
{
    float lowest = INFINITY, weight = job->weight > 0 ? (job->weight < 1 ? job->weight : 1) : 0;
    bool found = true;
    for (uint32_t i = 0; i < job->foot_count; i++) {
        found &= place_foot(job, i, weight, &goals[i]);
        float offset[3];
        find_offset(job, i, weight, offset);
        float rise = goals[i].position[1] - job->ankles[i]->m[1][3] - offset[1]; /* a lifted foot lifts no hips */
        float most = job->tops ? max_rise(job, i, goals[i].position) : INFINITY;
        rise = most < rise ? most : rise;
        lowest = rise < lowest ? rise : lowest;
    }
    *hips = lowest < INFINITY ? hone_clamp(lowest, -weight * job->max_drop, weight * job->max_rise) : 0;
    return found;
}
