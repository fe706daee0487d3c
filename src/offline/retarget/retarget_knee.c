/* Knees of MMD's leg IK, whose limits let them turn about one axis only. A knee that is turned otherwise is not changed
 * where its chain has reached the goal already, as it has at the keys, but the chain turns it between them: it would
 * jump to and fro. */
#include "base/trigonometry.h"
#include "offline/retarget/retarget.h"
#include <hone/math.h>
#include <string.h>

typedef struct leg {
    float upper[3], lower[3]; /* from hip to knee, from knee to ankle, at rest */
} leg;

static bool is_hinge(const hone_ik_link *link)
{
    return link->limited && link->lower[1] == 0 && link->upper[1] == 0 && link->lower[2] == 0 && link->upper[2] == 0;
}

const hone_ik_link *hone_retarget_find_knee(const hone_ik *ik, const hone_bone *bones, int32_t thigh, int32_t shin)
{
    for (uint32_t i = 0; i < ik->link_count; i++)
        if (ik->links[i].bone == shin && bones[shin].parent == thigh && is_hinge(&ik->links[i]))
            return &ik->links[i];
    return NULL;
}

static float bounded(float value, float low, float high)
{
    return fmaxf(low, fminf(high, value));
}

/* Returns the angle of the knee at which hip and ankle have a distance: of the two solutions the one that the limits
 * allow, or the nearest that they do. */
static float knee_angle(const leg *l, float distance, const hone_ik_link *limits)
{
    float along = l->upper[1] * l->lower[1] + l->upper[2] * l->lower[2];
    float across = l->upper[2] * l->lower[1] - l->upper[1] * l->lower[2];
    float dot = 0.5f * (distance * distance - hone_vec3_dot(l->upper, l->upper) - hone_vec3_dot(l->lower, l->lower));
    float middle = hone_atan2f(across, along);
    float away =
        hone_acosf(bounded((dot - l->upper[0] * l->lower[0]) / fmaxf(hone_hypotf(along, across), 1e-9f), -1, 1));
    float first = bounded(middle - away, limits->lower[0], limits->upper[0]);
    float second = bounded(middle + away, limits->lower[0], limits->upper[0]);
    return fabsf(first - (middle - away)) <= fabsf(second - (middle + away)) ? first : second;
}

/* Rotates the leg about the line from hip to ankle, so that the knee points where it did. A leg that is nearly straight
 * keeps the twist that it has. */
static void turn_knee_to(const float wish[3], const leg *l, const float goal[3], float turn[4])
{
    float knee[3], now[3], then[3], side[3], roll[4];
    hone_quat_rotate(turn, l->upper, knee);
    hone_vec3_add_scaled(knee, goal, -hone_vec3_dot(knee, goal), now);
    hone_vec3_add_scaled(wish, goal, -hone_vec3_dot(wish, goal), then);
    float bend = bounded((hone_vec3_length(then) / hone_vec3_length(l->upper) - 0.02f) / 0.1f, 0, 1);
    hone_vec3_cross(now, then, side);
    float angle = hone_atan2f(hone_vec3_dot(side, goal), hone_vec3_dot(now, then)) * bend * bend * (3 - 2 * bend);
    hone_vec3_scale(goal, hone_sinf(angle / 2), roll);
    roll[3] = hone_cosf(angle / 2);
    hone_quat_multiply(roll, turn, turn);
    hone_quat_normalise(turn, turn);
}

static void offset_at_rest(const retarget_context *r, int32_t from, int32_t to, float out[3])
{
    float a[3], b[3];
    hone_affine_origin(&r->target.rest[from], a), hone_affine_origin(&r->target.rest[to], b);
    hone_vec3_subtract(b, a, out);
}

void hone_retarget_hinge_knee(retarget_context *r, int side)
{
    int human = HONE_HUMANOID_UPPER_LEG + side;
    const int32_t *bones = &r->target.human.bones[human];
    float *thigh = r->wanted[human], *shin = r->wanted[human + 2];
    leg l;
    float knee[3], ankle[3], offset[3], bent[3], hinge[4] = {0}, swing[4];
    if (!r->knees[side])
        return;
    offset_at_rest(r, bones[0], bones[2], l.upper), offset_at_rest(r, bones[2], bones[4], l.lower);
    hone_quat_rotate(thigh, l.upper, knee), hone_quat_rotate(shin, l.lower, ankle);
    hone_vec3_add(knee, ankle, offset);
    float angle = knee_angle(&l, hone_vec3_length(offset), r->knees[side]);
    hinge[0] = hone_sinf(angle / 2), hinge[3] = hone_cosf(angle / 2);
    hone_quat_rotate(hinge, l.lower, bent);
    hone_vec3_add(bent, l.upper, bent);
    hone_quat_rotate(thigh, bent, bent);
    if (!hone_vec3_normalise(offset, offset) || !hone_vec3_normalise(bent, bent))
        return;
    hone_quat_arc(bent, offset, swing);
    hone_quat_multiply(swing, thigh, thigh);
    turn_knee_to(knee, &l, offset, thigh);
    hone_quat_multiply(thigh, hinge, shin);
}
