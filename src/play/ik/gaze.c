/* Gaze: shares the way to a target among neck, head and eyes, as yaw and pitch in the axes of the body. */
#include "base/trigonometry.h"
#include "play/ik/swing.h"
#include <hone/ik.h>

enum { ROUNDS = 4 }; /* each reduces the error because the eyes move with the head, by the distance of the target */

typedef struct angles {
    float yaw, pitch;
} angles;

typedef struct gaze {
    const hone_gaze_job *job;
    float front[3], left[3], up[3]; /* unit vectors in model space; left is up x front */
    float turn[4], shift[3];        /* how the parts so far move what hangs on them: turn p + shift */
    angles before;                  /* of the last part */
} gaze;

static bool make_axes(const hone_gaze_job *job, gaze *out)
{
    out->job = job;
    if (!hone_vec3_normalise(job->up, out->up))
        return false;
    hone_vec3_cross(out->up, job->front, out->left);
    if (!hone_vec3_normalise(out->left, out->left))
        return false;
    hone_vec3_cross(out->left, out->up, out->front);
    return true;
}

static angles angles_of(const gaze *g, const float direction[3])
{
    float x = hone_vec3_dot(direction, g->front), y = hone_vec3_dot(direction, g->left),
          z = hone_vec3_dot(direction, g->up);
    return (angles){hone_atan2f(y, x), hone_atan2f(z, sqrtf(x * x + y * y))};
}

static void rotation_of(const gaze *g, angles a, float out[4])
{
    float pitch[4], yaw[4];
    hone_vec3_scale(g->left, -hone_sinf(0.5f * a.pitch), pitch), pitch[3] = hone_cosf(0.5f * a.pitch);
    hone_vec3_scale(g->up, hone_sinf(0.5f * a.yaw), yaw), yaw[3] = hone_cosf(0.5f * a.yaw);
    hone_quat_multiply(yaw, pitch, out);
}

/* Takes a share of the way from `now` to `wanted`, within `most` of `before`, or of where the pose is. */
static float take(float now, float wanted, float before, float share, float most)
{
    float own = now - before;
    float next = own + hone_clamp(share, 0, 1) * (wanted - now);
    return before + hone_clamp(next, own < -most ? own : -most, own > most ? own : most);
}

static void moved(const gaze *g, const float p[3], float out[3])
{
    hone_quat_rotate(g->turn, p, out);
    hone_vec3_add(out, g->shift, out);
}

/* Finds the turn of one part, in model space, when it looks from `eye`. Returns whether it looks at the target. */
static bool turn_part(gaze *g, const hone_gaze_part *part, const float eye[3], angles *next, float out[4])
{
    float sight[3], direction[3], from[4], to[4];
    hone_affine_direction(part->bone, part->forward, sight);
    hone_quat_rotate(g->turn, sight, sight);
    hone_vec3_subtract(g->job->target, eye, direction);
    angles now = angles_of(g, sight), wanted = angles_of(g, direction);
    float turn = wanted.yaw - now.yaw; /* the shorter way round */
    wanted.yaw -= turn > (float)HONE_PI ? 2 * (float)HONE_PI : turn < -(float)HONE_PI ? -2 * (float)HONE_PI : 0;
    next->yaw = take(now.yaw, wanted.yaw, g->before.yaw, part->share, part->max_yaw);
    next->pitch = take(now.pitch, wanted.pitch, g->before.pitch, part->share, part->max_pitch);
    rotation_of(g, now, from), rotation_of(g, *next, to);
    hone_quat_conjugate(from, from);
    hone_quat_multiply(to, from, out);
    return fabsf(next->yaw - wanted.yaw) + fabsf(next->pitch - wanted.pitch) < 1e-3f;
}

/* Converts a turn in model space, applied after those of the parts before, to a correction. */
static void correct(const gaze *g, const hone_affine *bone, const float turn[4], float out[4])
{
    float back[4], whole[4], length = 0;
    hone_quat_conjugate(g->turn, back);
    hone_quat_multiply(back, turn, whole);
    hone_quat_multiply(whole, g->turn, whole);
    hone_inverse inverse = hone_inverse_of(bone); /* times its determinant: so a mirror reverses the turn */
    hone_inverse_direction(&inverse, whole, out);
    length = hone_vec3_length(out);
    float scale = length > 0 ? hone_vec3_length(whole) / length : 0;
    hone_vec3_scale(out, scale, out);
    out[3] = whole[3];
    hone_correction_finish(out, g->job->weight, out);
}

/* Moves what hangs on a part: turns it about the part's origin. */
static void carry(gaze *g, const hone_affine *bone, const float turn[4])
{
    float pivot[3], at[3];
    hone_affine_origin(bone, pivot);
    moved(g, pivot, at);
    hone_quat_multiply(turn, g->turn, g->turn);
    hone_quat_normalise(g->turn, g->turn);
    hone_quat_rotate(g->turn, pivot, pivot);
    hone_vec3_subtract(at, pivot, g->shift);
}

/* The point that the parts look from, before the gaze moves it. */
static void find_eye(const hone_gaze_job *job, float out[3])
{
    float origin[3];
    hone_vec3_set(0, 0, 0, out);
    for (uint32_t i = 0; i < job->eye_count; i++) {
        hone_affine_origin(job->eyes[i].bone, origin);
        hone_vec3_add_scaled(out, origin, 1 / (float)job->eye_count, out);
    }
    if (!job->eye_count && job->part_count)
        hone_affine_origin(job->parts[job->part_count - 1].bone, out);
}

/* One round: `eye` is the point that the parts look from. Returns whether the last part looks at the target. */
static bool turn_parts(gaze *g, const float eye[3], float (*corrections)[4])
{
    bool there = false;
    hone_quat_identity(g->turn);
    hone_vec3_set(0, 0, 0, g->shift);
    g->before = (angles){0, 0};
    for (uint32_t i = 0; i < g->job->part_count; i++) {
        const hone_gaze_part *part = &g->job->parts[i];
        angles next;
        float turn[4];
        there = turn_part(g, part, eye, &next, turn);
        correct(g, part->bone, turn, corrections[i]);
        carry(g, part->bone, turn);
        g->before = next;
    }
    return there;
}

static bool turn_eyes(gaze *g, float (*corrections)[4])
{
    bool there = true;
    for (uint32_t i = 0; i < g->job->eye_count; i++) {
        angles next;
        float at[3], turn[4];
        hone_affine_origin(g->job->eyes[i].bone, at);
        moved(g, at, at);
        there &= turn_part(g, &g->job->eyes[i], at, &next, turn);
        correct(g, g->job->eyes[i].bone, turn, corrections[i]);
    }
    return there;
}

static bool all_finite(const hone_gaze_job *job, float (*parts)[4], float (*eyes)[4])
{
    float sum = 0;
    for (uint32_t i = 0; i < job->part_count; i++) sum += fabsf(hone_quat_dot(parts[i], parts[i]) - 1);
    for (uint32_t i = 0; i < job->eye_count; i++) sum += fabsf(hone_quat_dot(eyes[i], eyes[i]) - 1);
    return sum < 0.01f * (float)(job->part_count + job->eye_count + 1);
}

static void reset(const hone_gaze_job *job, float (*parts)[4], float (*eyes)[4])
{
    for (uint32_t i = 0; i < job->part_count; i++) hone_quat_identity(parts[i]);
    for (uint32_t i = 0; i < job->eye_count; i++) hone_quat_identity(eyes[i]);
}

bool hone_gaze_solve(const hone_gaze_job *job, float (*parts)[4], float (*eyes)[4])
{
    gaze g;
    float rest[3], eye[3];
    bool there = false;
    reset(job, parts, eyes);
    if (!(job->weight > 0) || !make_axes(job, &g))
        return false;
    find_eye(job, rest);
    hone_vec3_copy(rest, eye);
    for (int round = 0; round < ROUNDS; round++) {
        there = turn_parts(&g, eye, parts);
        moved(&g, rest, eye);
    }
    if (job->eye_count)
        there = turn_eyes(&g, eyes);
    if (!all_finite(job, parts, eyes)) {
        reset(job, parts, eyes);
        return false;
    }
    return there && job->weight >= 1;
}
