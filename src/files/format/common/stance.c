#include "files/format/common/stance.h"
#include "base/trigonometry.h"
#include <hone/math.h>

#include <math.h>
#include <string.h>

enum { LIMBS = 4, MOST_SAMPLES = 512 };

static const float up[3] = {0, 1, 0}, down[3] = {0, -1, 0}, ahead[3] = {0, 0, 1}, back[3] = {0, 0, -1};
static const float sides[2][3] = {{1, 0, 0}, {-1, 0, 0}}; /* left, right */

/* Knees and elbows: the role of the bone above them, for the left side. */
static const hone_humanoid_bone limbs[LIMBS / 2] = {HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_UPPER_ARM};

typedef struct stance_context {
    const hone_stance_source *source;
    const hone_skeleton *skeleton;
    hone_humanoid human;
    int8_t *roles;                    /* [bone_count] of the bones, -1: none */
    float (*locals)[4], (*models)[4]; /* [bone_count] rotations of a frame, relative to the parent and in model space */
    float (*local_means)[4];          /* [bone_count] */
    float (*facing_means)[4];         /* [bone_count] in model space, with the hips turned to look along +Z */
    float (*rest)[4];                 /* [bone_count] in model space */
    float axes[HONE_HUMANOID_COUNT][3]; /* where a bone points, in its own axes; 0: unknown */
    float hips_left[3], chest_left[3];  /* the left of hips and chest, in their own axes */
    float bends[LIMBS][3];    /* sums: where the lower half of a limb bends to, in the axes of the upper half */
    hone_humanoid_bone chest; /* the bone of the spine that carries the arms */
    float trunk_sum[3];       /* sum of the ways from hips to head in model space */
} stance_context;

/* ---- geometry -------------------------------------------------------------------------------------------------- */

static void arc(const float from[3], const float to[3], float out[4])
{
    hone_vec3_cross(from, to, out);
    out[3] = 1 + hone_vec3_dot(from, to);
    if (out[3] < 1e-6f) { /* opposite directions: any perpendicular axis works */
        const float any[3] = {fabsf(from[0]) < 0.7f, fabsf(from[0]) >= 0.7f, 0};
        hone_vec3_cross(from, any, out);
        out[3] = 0;
    }
    hone_quat_normalise(out, out);
}

/* An orthonormal basis whose first vector is a; the second is in the plane of a and b. Returns false if there is none.
 */
static bool make_basis(const float a[3], const float b[3], float out[3][3])
{
    if (!hone_vec3_normalise(a, out[0]))
        return false;
    hone_vec3_cross(out[0], b, out[2]);
    if (!hone_vec3_normalise(out[2], out[2]))
        return false;
    hone_vec3_cross(out[2], out[0], out[1]);
    return true;
}

/* The rotation that takes a to the direction `to_a`, and b as near to `to_b` as it can. */
static bool turn_both(const float a[3], const float b[3], const float to_a[3], const float to_b[3], float out[4])
{
    float from[3][3], to[3][3];
    hone_affine m = HONE_AFFINE_IDENTITY;
    if (!make_basis(a, b, from) || !make_basis(to_a, to_b, to))
        return false;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            m.m[r][c] = 0;
            for (int k = 0; k < 3; k++) m.m[r][c] += to[k][r] * from[k][c];
        }
    hone_quat_from_affine(&m, out);
    return true;
}

/* Turns a rotation in model space so that `axis`, in the bone's own axes, points to a direction. */
static void point(float rotation[4], const float axis[3], const float to[3])
{
    float now[3], turn[4];
    hone_quat_rotate(rotation, axis, now);
    arc(now, to, turn);
    hone_quat_multiply(turn, rotation, rotation);
}

static bool is_direction(const float v[3])
{
    return hone_vec3_dot(v, v) > 0.5f;
}

/* ---- the pose without rotations -------------------------------------------------------------------------------- */

static bool direction(const hone_model *model, const hone_humanoid *human, int from, int to, float out[3])
{
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    hone_vec3_subtract(bones[human->bones[to]].position, bones[human->bones[from]].position, out);
    return hone_vec3_normalise(out, out);
}

static bool leg_stands(const hone_model *model, const hone_humanoid *human, int side)
{
    const float straight = 0.97f; /* 14 degrees */
    float thigh[3], shin[3];
    return direction(model, human, HONE_HUMANOID_UPPER_LEG + side, HONE_HUMANOID_LOWER_LEG + side, thigh) &&
           direction(model, human, HONE_HUMANOID_LOWER_LEG + side, HONE_HUMANOID_FOOT + side, shin) &&
           thigh[1] < -straight && shin[1] < -straight;
}

/* Whether an arm hangs, or is stretched to its side or ahead. */
static bool arm_is_fine(const hone_model *model, const hone_humanoid *human, int side, const float left[3])
{
    const float least = 0.5f;
    float upper[3], lower[3];
    if (!direction(model, human, HONE_HUMANOID_UPPER_ARM + side, HONE_HUMANOID_LOWER_ARM + side, upper) ||
        !direction(model, human, HONE_HUMANOID_LOWER_ARM + side, HONE_HUMANOID_HAND + side, lower))
        return false;
    float out = hone_vec3_dot(upper, left) * (side ? -1.0f : 1.0f);
    return hone_vec3_dot(upper, lower) > least && out > -least && (out > least || upper[1] < -least);
}

bool hone_stance_is_fine(const hone_model *model)
{
    const float upright = 0.8f;
    const hone_humanoid human = hone_model_humanoid(model);
    float trunk[3], left[3];
    if (human.missing)
        return true;
    return direction(model, &human, HONE_HUMANOID_HIPS, HONE_HUMANOID_HEAD, trunk) &&
           direction(model, &human, HONE_HUMANOID_UPPER_LEG + 1, HONE_HUMANOID_UPPER_LEG, left) && trunk[1] > upright &&
           leg_stands(model, &human, 0) && leg_stands(model, &human, 1) && arm_is_fine(model, &human, 0, left) &&
           arm_is_fine(model, &human, 1, left);
}

/* ---- frames ---------------------------------------------------------------------------------------------------- */

static int32_t bone_of(const stance_context *s, int role)
{
    return s->human.bones[role];
}

static void take_frame(const stance_context *s, uint32_t frame)
{
    s->source->sample(s->source->user, frame, s->locals);
    for (uint32_t b = 0; b < s->skeleton->bone_count; b++) {
        int32_t parent = s->skeleton->bones[b].parent;
        if (parent == HONE_NONE)
            hone_quat_copy(s->locals[b], s->models[b]);
        else
            hone_quat_multiply(s->models[parent], s->locals[b], s->models[b]);
    }
}

/* q and -q are the same rotation. */
static void add_rotation(float sum[4], const float q[4])
{
    float sign = hone_quat_dot(sum, q) < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < 4; i++) sum[i] += sign * q[i];
}

static void normalise_all(float (*means)[4], uint32_t count)
{
    for (uint32_t b = 0; b < count; b++)
        if (hone_quat_dot(means[b], means[b]) < 1e-12f)
            hone_quat_identity(means[b]);
        else
            hone_quat_normalise(means[b], means[b]);
}

static uint32_t sample_count(const stance_context *s)
{
    return s->source->frame_count < MOST_SAMPLES ? s->source->frame_count : MOST_SAMPLES;
}

static uint32_t sample_at(const stance_context *s, uint32_t i)
{
    return (uint32_t)((uint64_t)i * s->source->frame_count / sample_count(s));
}

static void add_trunk(stance_context *s)
{
    const hone_bone *bones = s->skeleton->bones;
    for (int32_t b = bone_of(s, HONE_HUMANOID_HEAD);
         b != bone_of(s, HONE_HUMANOID_HIPS) && bones[b].parent != HONE_NONE; b = bones[b].parent) {
        float way_here[3];
        hone_affine_origin(&bones[b].rest_local, way_here);
        hone_quat_rotate(s->models[bones[b].parent], way_here, way_here);
        hone_vec3_add(s->trunk_sum, way_here, s->trunk_sum);
    }
}

static void find_local_means(stance_context *s)
{
    for (uint32_t i = 0; i < sample_count(s); i++) {
        take_frame(s, sample_at(s, i));
        for (uint32_t b = 0; b < s->skeleton->bone_count; b++) add_rotation(s->local_means[b], s->locals[b]);
        add_trunk(s);
    }
    normalise_all(s->local_means, s->skeleton->bone_count);
}

/* ---- where bones point ----------------------------------------------------------------------------------------- */

/* The place of a descendant in the axes of a bone, with the mean rotations between them. */
static void place_in(const stance_context *s, int32_t bone, int32_t descendant, float out[3])
{
    const hone_bone *bones = s->skeleton->bones;
    hone_affine_origin(&bones[descendant].rest_local, out);
    for (int32_t b = bones[descendant].parent; b != bone && b != HONE_NONE; b = bones[b].parent) {
        hone_quat_rotate(s->local_means[b], out, out);
        for (int i = 0; i < 3; i++) out[i] += bones[b].rest_local.m[i][3];
    }
}

static void find_axis(stance_context *s, int role, int next)
{
    if (bone_of(s, role) == HONE_NONE || bone_of(s, next) == HONE_NONE || role == next)
        return;
    place_in(s, bone_of(s, role), bone_of(s, next), s->axes[role]);
    if (!hone_vec3_normalise(s->axes[role], s->axes[role]))
        hone_vec3_set(0, 0, 0, s->axes[role]);
}

static void find_left(const stance_context *s, int role, int pair, float out[3])
{
    float right[3];
    hone_vec3_set(0, 0, 0, out);
    if (bone_of(s, pair) == HONE_NONE || bone_of(s, pair + 1) == HONE_NONE)
        return;
    place_in(s, bone_of(s, role), bone_of(s, pair), out);
    place_in(s, bone_of(s, role), bone_of(s, pair + 1), right);
    hone_vec3_subtract(out, right, out);
    hone_vec3_normalise(out, out);
}

static void find_trunk_axes(stance_context *s)
{
    int before = HONE_HUMANOID_HIPS;
    s->chest = HONE_HUMANOID_SPINE;
    for (int role = HONE_HUMANOID_SPINE; role <= HONE_HUMANOID_HEAD; role++) {
        if (bone_of(s, role) == HONE_NONE)
            continue;
        find_axis(s, before, role);
        before = role;
        if (role <= HONE_HUMANOID_UPPER_CHEST)
            s->chest = (hone_humanoid_bone)role;
    }
    find_left(s, HONE_HUMANOID_HIPS, HONE_HUMANOID_UPPER_LEG, s->hips_left);
    find_left(s, (int)s->chest, HONE_HUMANOID_SHOULDER, s->chest_left);
    if (!is_direction(s->chest_left))
        find_left(s, (int)s->chest, HONE_HUMANOID_UPPER_ARM, s->chest_left);
}

static void find_axes(stance_context *s)
{
    find_trunk_axes(s);
    for (int side = 0; side < 2; side++) {
        for (int role = HONE_HUMANOID_UPPER_LEG; role < HONE_HUMANOID_TOES; role += 2)
            find_axis(s, role + side, role + 2 + side);
        for (int role = HONE_HUMANOID_UPPER_ARM; role < HONE_HUMANOID_HAND; role += 2)
            find_axis(s, role + side, role + 2 + side);
        find_axis(s, HONE_HUMANOID_HAND + side, HONE_HUMANOID_MIDDLE + side);
    }
}

/* Whether the body goes along +Z in the frames, and not along +Y without rotations. */
static bool is_z_up(const stance_context *s)
{
    const float upright = 0.8f;
    const float *sum = s->trunk_sum;
    float trunk[3];
    return sum[2] > 1.5f * fabsf(sum[1]) &&
           !(direction(s->source->model, &s->human, HONE_HUMANOID_HIPS, HONE_HUMANOID_HEAD, trunk) &&
             trunk[1] > upright);
}

/* ---- how joints bend, and how the body stands ------------------------------------------------------------------ */

/* The turn about the vertical after which the hips look along +Z. */
static void find_heading(const stance_context *s, float out[4])
{
    float left[3];
    hone_quat_rotate(s->models[bone_of(s, HONE_HUMANOID_HIPS)], s->hips_left, left);
    float half = 0.5f * hone_atan2f(left[2], left[0]);
    out[0] = out[2] = 0, out[1] = hone_sinf(half), out[3] = hone_cosf(half);
}

static void add_bend(stance_context *s, int limb, int upper)
{
    float back_turn[4], turn[4], lower[3];
    hone_quat_conjugate(s->models[bone_of(s, upper)], back_turn);
    hone_quat_multiply(back_turn, s->models[bone_of(s, upper + 2)], turn);
    hone_quat_rotate(turn, s->axes[upper + 2], lower);
    hone_vec3_add_scaled(lower, s->axes[upper], -hone_vec3_dot(lower, s->axes[upper]), lower);
    hone_vec3_add(s->bends[limb], lower, s->bends[limb]);
}

static void find_facing_means(stance_context *s)
{
    for (uint32_t i = 0; i < sample_count(s); i++) {
        float heading[4], q[4];
        take_frame(s, sample_at(s, i));
        find_heading(s, heading);
        for (uint32_t b = 0; b < s->skeleton->bone_count; b++) {
            hone_quat_multiply(heading, s->models[b], q);
            add_rotation(s->facing_means[b], q);
        }
        for (int limb = 0; limb < LIMBS; limb++) add_bend(s, limb, (int)limbs[limb / 2] + limb % 2);
    }
    normalise_all(s->facing_means, s->skeleton->bone_count);
}

/* ---- standing -------------------------------------------------------------------------------------------------- */

/* A limb whose joint bends often enough gets its hinge from that, any other the twist of the mean. */
static void stand_limb(const stance_context *s, int role, const float to[3], const float bend[3], float rotation[4])
{
    const float least = 0.05f;
    int limb =
        role >= HONE_HUMANOID_UPPER_ARM ? 2 + role - (int)HONE_HUMANOID_UPPER_ARM : role - (int)HONE_HUMANOID_UPPER_LEG;
    const float *sum = s->bends[limb];
    if (hone_vec3_length(sum) < least * (float)sample_count(s) || !turn_both(s->axes[role], sum, to, bend, rotation))
        point(rotation, s->axes[role], to);
}

static void stand_trunk(const stance_context *s, int role, float rotation[4])
{
    const float *left = role == HONE_HUMANOID_HIPS ? s->hips_left : s->chest_left;
    bool known = (role == HONE_HUMANOID_HIPS || role == (int)s->chest) && is_direction(left);
    if (!is_direction(s->axes[role]))
        return;
    if (!known || !turn_both(left, s->axes[role], sides[0], up, rotation))
        point(rotation, s->axes[role], up);
}

/* A foot keeps its mean tilt, and points ahead. */
static void stand_foot(const stance_context *s, int role, float rotation[4])
{
    float toe[3];
    if (!is_direction(s->axes[role]))
        return;
    hone_quat_rotate(rotation, s->axes[role], toe);
    toe[1] = 0;
    float turn[4];
    if (!hone_vec3_normalise(toe, toe))
        return;
    arc(toe, ahead, turn);
    hone_quat_multiply(turn, rotation, rotation);
}

/* Whether a bone stands as in the mean of the frames; any other hangs on its parent by its mean rotation. */
static bool stands_alone(int role)
{
    return (role >= 0 && role <= HONE_HUMANOID_HEAD) ||
           (role >= HONE_HUMANOID_UPPER_LEG && role < HONE_HUMANOID_LOWER_LEG) ||
           (role >= HONE_HUMANOID_FOOT && role < HONE_HUMANOID_TOES) ||
           (role >= HONE_HUMANOID_UPPER_ARM && role < HONE_HUMANOID_LOWER_ARM);
}

static void stand_bone(const stance_context *s, int role, float rotation[4])
{
    bool arm = role >= HONE_HUMANOID_UPPER_ARM && role < HONE_HUMANOID_THUMB,
         leg = role >= HONE_HUMANOID_UPPER_LEG && role < HONE_HUMANOID_FOOT;
    const float *to = arm ? sides[(role - (int)HONE_HUMANOID_EYE) % 2] : down;
    if (role >= HONE_HUMANOID_FOOT && role < HONE_HUMANOID_TOES)
        stand_foot(s, role, rotation);
    else if (role < HONE_HUMANOID_HEAD)
        stand_trunk(s, role, rotation);
    else if ((arm || leg) && stands_alone(role))
        stand_limb(s, role, to, arm ? ahead : back, rotation);
    else if ((arm || leg) && is_direction(s->axes[role]))
        point(rotation, s->axes[role], to);
}

static void stand(const stance_context *s, float (*rotations)[4])
{
    static const float none[4] = {0, 0, 0, 1};
    for (uint32_t b = 0; b < s->skeleton->bone_count; b++) {
        int32_t parent = s->skeleton->bones[b].parent;
        const float *on = parent == HONE_NONE ? none : s->rest[parent];
        float undo[4];
        if (stands_alone(s->roles[b]))
            hone_quat_copy(s->facing_means[b], s->rest[b]);
        else
            hone_quat_multiply(on, s->local_means[b], s->rest[b]);
        if (s->roles[b] >= 0)
            stand_bone(s, s->roles[b], s->rest[b]);
        hone_quat_normalise(s->rest[b], s->rest[b]);
        hone_quat_conjugate(on, undo);
        hone_quat_multiply(undo, s->rest[b], rotations[b]);
        hone_quat_normalise(rotations[b], rotations[b]);
    }
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

static bool begin(stance_context *s, hone_arena *scratch)
{
    uint32_t count = s->skeleton->bone_count;
    float(**const arrays[])[4] = {&s->locals, &s->models, &s->local_means, &s->facing_means, &s->rest};
    s->roles = hone_arena_array(scratch, count, 1);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = hone_arena_array(scratch, count, sizeof **arrays[i]);
    if (hone_arena_failed(scratch))
        return false;
    memset(s->roles, -1, count);
    for (int role = 0; role < HONE_HUMANOID_COUNT; role++)
        if (bone_of(s, role) != HONE_NONE && s->source->turns[bone_of(s, role)])
            s->roles[bone_of(s, role)] = (int8_t)role;
    return true;
}

bool hone_stance_find(const hone_stance_source *source, hone_arena *scratch, float (*rotations)[4],
                      hone_stance_kind *kind)
{
    stance_context s = {
        .source = source, .skeleton = hone_model_skeleton(source->model), .human = hone_model_humanoid(source->model)};
    *kind = HONE_STANCE_FINE;
    if (s.human.missing)
        return true;
    if (!begin(&s, scratch))
        return false;
    find_local_means(&s);
    find_axes(&s);
    *kind = is_z_up(&s) ? HONE_STANCE_Z_UP : HONE_STANCE_ROTATED;
    if (*kind == HONE_STANCE_Z_UP)
        return true;
    find_facing_means(&s);
    stand(&s, rotations);
    return true;
}
