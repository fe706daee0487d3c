/* FABRIK: forward and backward reaching inverse kinematics, with rotations. All is in the space of the base, where the
 * chain is rigid; the joint after the last bone is the end. */
#include "play/ik/base_space.h"
#include "play/ik/limit.h"

enum { DEFAULT_ROUNDS = 16 };

static const float bend = 0.01f; /* of its length: by how much a straight chain is bent sideways before it folds */

typedef struct fabrik_bone {
    hone_limit_range range;
    float offset[3];   /* of the next joint, in the axes of the bone */
    float position[3]; /* of its joint */
    float rotation[4]; /* of its axes */
    float before[4];   /* its rotation relative to the bone above, in the pose */
    float relative[4]; /* the same now; of reach_cyclically alone */
} fabrik_bone;

typedef struct fabrik {
    uint32_t count;
    fabrik_bone *bones;
    float goal[3], end[3];
    float length;    /* of all bones */
    float tolerance; /* in the space of the base */
    bool limited;
} fabrik;

size_t hone_fabrik_memory_size(uint32_t bone_count)
{
    return bone_count * sizeof(fabrik_bone);
}

/* ---- preparing ------------------------------------------------------------------------------------------------- */

static void place_bone(const hone_base_space *base, const hone_affine *bone, fabrik_bone *out)
{
    float origin[3];
    hone_affine_origin(bone, origin);
    hone_base_space_point(base, origin, out->position);
    hone_base_space_rotation(base, bone, out->rotation);
}

/* Finds a bone's offset and its rotation relative to the bone above. */
static void measure_bone(fabrik *f, uint32_t i, const hone_limit *limits)
{
    static const float none[4] = {0, 0, 0, 1};
    fabrik_bone *bone = &f->bones[i];
    float back[4], direction[3];
    hone_quat_conjugate(bone->rotation, back);
    hone_vec3_subtract(i + 1 < f->count ? bone[1].position : f->end, bone->position, direction);
    hone_quat_rotate(back, direction, bone->offset);
    f->length += hone_vec3_length(direction);
    hone_rotation_between(i ? bone[-1].rotation : none, bone->rotation, bone->before);
    bone->range = hone_limit_prepare(limits ? &limits[i] : NULL, bone->before);
    f->limited |= bone->range.kind != HONE_LIMIT_NONE;
}

static bool prepare(const hone_fabrik_job *job, fabrik *out)
{
    hone_base_space base = hone_base_space_of(job->base);
    *out = (fabrik){.count = job->bone_count, .bones = job->memory};
    hone_base_space_point(&base, job->goal, out->goal), hone_base_space_point(&base, job->end, out->end);
    for (uint32_t i = 0; i < out->count; i++) place_bone(&base, &job->bones[i], &out->bones[i]);
    for (uint32_t i = 0; i < out->count; i++) measure_bone(out, i, job->limits);
    out->tolerance = job->tolerance * base.size;
    return hone_vec3_distance(out->goal, out->bones[0].position) + out->length < INFINITY;
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

/* Turns a bone by the shortest way so that the direction v of its axes points along `to`. */
static void swing_bone(float rotation[4], const float v[3], const float to[3])
{
    float from[3], swing[4];
    hone_quat_rotate(rotation, v, from);
    float lengths = hone_vec3_length(from) * hone_vec3_length(to);
    if (!(lengths > 0))
        return;
    hone_quat_swing(from, to, lengths, swing);
    hone_quat_multiply(swing, rotation, rotation);
    hone_quat_normalise(rotation, rotation);
}

/* Turns a bone towards a point: its joint is in place, and so is the bone above. */
static void turn_forwards(fabrik_bone *bone, const float above[4], const float to[3])
{
    float direction[3], back[4], relative[4];
    hone_vec3_subtract(to, bone->position, direction);
    if (bone->range.kind == HONE_LIMIT_NONE) {
        swing_bone(bone->rotation, bone->offset, direction);
        return;
    }
    hone_quat_conjugate(above, back);
    hone_quat_copy(bone->before, relative);
    if (bone->range.kind == HONE_LIMIT_HINGE) {
        hone_quat_rotate(back, direction, direction);
        hone_limit_hinge(&bone->range, bone->offset, direction, relative);
    } else if (bone->range.kind == HONE_LIMIT_BALL) {
        swing_bone(bone->rotation, bone->offset, direction);
        hone_quat_multiply(back, bone->rotation, relative);
        hone_limit_hold(&bone->range, relative);
    }
    hone_quat_multiply(above, relative, bone->rotation);
    hone_quat_normalise(bone->rotation, bone->rotation);
}

/* Places the bones from the base on. The joints' places of the pass before, or `straight` the goal, are where they
 * shall go. */
static void reach_forwards(fabrik *f, const float first[3], bool straight)
{
    float above[4] = {0, 0, 0, 1}, at[3], direction[3];
    hone_vec3_copy(first, at);
    for (uint32_t i = 0; i < f->count; i++) {
        fabrik_bone *bone = &f->bones[i];
        const float *next = straight || i + 1 == f->count ? f->goal : bone[1].position;
        hone_vec3_copy(at, bone->position);
        turn_forwards(bone, above, next);
        hone_quat_rotate(bone->rotation, bone->offset, direction);
        hone_vec3_add(at, direction, at);
        hone_quat_copy(bone->rotation, above);
    }
    hone_vec3_copy(at, f->end);
}

/* Turns a bone so that the bone below it, which is in place, is within its limit. */
static void hold_below(fabrik_bone *bone, const fabrik_bone *below, const float direction[3])
{
    float relative[4], back[4], seen[3];
    if (below->range.kind == HONE_LIMIT_NONE)
        return;
    hone_rotation_between(bone->rotation, below->rotation, relative);
    if (below->range.kind == HONE_LIMIT_FIXED)
        hone_quat_copy(below->before, relative);
    else if (below->range.kind == HONE_LIMIT_HINGE) { /* it turns what is below, by the opposite angle */
        hone_quat_conjugate(below->rotation, back);
        hone_quat_rotate(back, direction, seen);
        hone_limit_hinge(&below->range, seen, bone->offset, relative);
    } else
        hone_limit_hold(&below->range, relative);
    hone_quat_conjugate(relative, back);
    hone_quat_multiply(below->rotation, back, bone->rotation);
    hone_quat_normalise(bone->rotation, bone->rotation);
}

/* Places the bones from the goal on, up to the base, which moves. */
static void reach_backwards(fabrik *f)
{
    float at[3], direction[3];
    hone_vec3_copy(f->goal, at);
    for (uint32_t i = f->count; i--;) {
        fabrik_bone *bone = &f->bones[i];
        hone_vec3_subtract(at, bone->position, direction);
        swing_bone(bone->rotation, bone->offset, direction);
        if (i + 1 < f->count)
            hold_below(bone, &bone[1], direction);
        hone_quat_rotate(bone->rotation, bone->offset, direction);
        hone_vec3_subtract(at, direction, at);
        hone_vec3_copy(at, bone->position);
    }
}

/* Turns a bone so that the end, in the direction `now` from its joint, points along `to`. */
static void turn_end(fabrik_bone *bone, const float above[4], const float now[3], const float to[3])
{
    float turned[4], back[4], v[3], direction[3];
    hone_quat_copy(bone->rotation, turned);
    hone_quat_conjugate(bone->rotation, back);
    hone_quat_rotate(back, now, v);
    hone_rotation_between(above, bone->rotation, bone->relative);
    if (bone->range.kind == HONE_LIMIT_HINGE) {
        hone_quat_conjugate(above, back);
        hone_quat_rotate(back, to, direction);
        hone_limit_hinge(&bone->range, v, direction, bone->relative);
    } else if (bone->range.kind != HONE_LIMIT_FIXED) {
        swing_bone(turned, v, to);
        hone_rotation_between(above, turned, bone->relative);
        hone_limit_hold(&bone->range, bone->relative);
    }
}

/* Places the bones by their rotations relative to each other. */
static void place_relative(fabrik *f)
{
    float above[4] = {0, 0, 0, 1}, at[3], direction[3];
    hone_vec3_copy(f->bones[0].position, at);
    for (uint32_t i = 0; i < f->count; i++) {
        fabrik_bone *bone = &f->bones[i];
        hone_vec3_copy(at, bone->position);
        hone_quat_multiply(above, bone->relative, bone->rotation);
        hone_quat_normalise(bone->rotation, bone->rotation);
        hone_quat_rotate(bone->rotation, bone->offset, direction);
        hone_vec3_add(at, direction, at);
        hone_quat_copy(bone->rotation, above);
    }
    hone_vec3_copy(at, f->end);
}

/* A pass of CCD: each bone, from the end on, turns the end towards the goal. It leads out of poses in which limits stop
 * the other passes. */
static void reach_cyclically(fabrik *f)
{
    float above[4] = {0, 0, 0, 1}, now[3], to[3], turned[4];
    for (uint32_t i = f->count; i--;) {
        fabrik_bone *bone = &f->bones[i];
        hone_vec3_subtract(f->end, bone->position, now), hone_vec3_subtract(f->goal, bone->position, to);
        hone_quat_identity(above);
        if (i)
            hone_quat_copy(bone[-1].rotation, above);
        turn_end(bone, above, now, to);
        hone_quat_multiply(above, bone->relative, turned);
        hone_quat_conjugate(bone->rotation, above);
        hone_quat_rotate(above, now, now), hone_quat_rotate(turned, now, now);
        hone_vec3_add(bone->position, now, f->end);
    }
    place_relative(f);
}

/* ---- solving --------------------------------------------------------------------------------------------------- */

static float miss(const fabrik *f)
{
    return hone_vec3_distance(f->end, f->goal);
}

/* The largest distance of a joint, or of the end, from the line through base and goal. */
static float sideways(const fabrik *f, const float line[3])
{
    float largest = 0;
    for (uint32_t i = 1; i <= f->count; i++) {
        float direction[3], across[3];
        hone_vec3_subtract(i < f->count ? f->bones[i].position : f->end, f->bones[0].position, direction);
        hone_vec3_cross(line, direction, across);
        float distance = hone_vec3_length(across);
        largest = distance > largest ? distance : largest;
    }
    return largest;
}

/* A chain that is straight towards a nearer goal would only slide along its line. So its joints are moved off it. */
static void bend_straight(fabrik *f)
{
    float line[3], side[3];
    hone_vec3_subtract(f->goal, f->bones[0].position, line);
    if (!hone_vec3_normalise(line, line))
        return;
    float more = bend * f->length - sideways(f, line);
    hone_vec3_perpendicular(line, side);
    if (!(more > 0) || !hone_vec3_normalise(side, side))
        return;
    for (uint32_t i = 1; i < f->count; i++)
        hone_vec3_add_scaled(f->bones[i].position, side, more, f->bones[i].position);
}

static void solve(fabrik *f, uint32_t rounds)
{
    float first[3];
    hone_vec3_copy(f->bones[0].position, first);
    if (hone_vec3_distance(first, f->goal) >= f->length) {
        reach_forwards(f, first, true);
        rounds = f->limited ? rounds : 0;
    } else
        bend_straight(f);
    for (uint32_t i = 0; i < rounds && !(miss(f) <= f->tolerance); i++) {
        reach_backwards(f);
        reach_forwards(f, first, false);
        if (f->limited)
            reach_cyclically(f);
    }
}

/* Writes the corrections. Returns whether all are numbers. */
static bool correct(const fabrik *f, float weight, float (*corrections)[4])
{
    float above[4] = {0, 0, 0, 1}, sum = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        float relative[4];
        hone_rotation_between(above, f->bones[i].rotation, relative);
        hone_rotation_between(f->bones[i].before, relative, relative);
        hone_correction_finish(relative, weight, corrections[i]);
        hone_quat_copy(f->bones[i].rotation, above);
        sum += fabsf(hone_quat_dot(corrections[i], corrections[i]) - 1);
    }
    return sum < 0.01f * (float)(f->count + 1);
}

static void reset(uint32_t count, float (*corrections)[4])
{
    for (uint32_t i = 0; i < count; i++) hone_quat_identity(corrections[i]);
}

bool hone_fabrik_solve(const hone_fabrik_job *job, float (*corrections)[4])
{
    fabrik f;
    reset(job->bone_count, corrections);
    if (!(job->weight > 0) || !job->bone_count || !prepare(job, &f))
        return false;
    if (miss(&f) <= f.tolerance)
        return job->weight >= 1;
    solve(&f, job->max_rounds ? job->max_rounds : DEFAULT_ROUNDS);
    if (!correct(&f, job->weight, corrections)) {
        reset(job->bone_count, corrections);
        return false;
    }
    return miss(&f) <= f.tolerance && job->weight >= 1;
}
