#include "offline/retarget/humanoid_rest.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "base/trigonometry.h"
#include "core/model/parents_first.h"
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

void hone_quat_arc(const float from[3], const float to[3], float out[4])
{
    float turn[4];
    hone_vec3_cross(from, to, turn);
    turn[3] = 1 + hone_vec3_dot(from, to);
    if (turn[3] < 1e-6f) { /* opposite directions: any perpendicular axis works */
        const float any[3] = {fabsf(from[0]) < 0.7f, fabsf(from[0]) >= 0.7f, 0};
        hone_vec3_cross(from, any, turn);
        turn[3] = 0;
    }
    hone_quat_normalise(turn, out);
}

void hone_quat_heading(const float turn[4], float out[4])
{
    float sine = turn[1], cosine = turn[3], length = hone_hypotf(sine, cosine);
    hone_quat_identity(out);
    if (!(length > 1e-6f))
        return;
    out[1] = sine / length;
    out[3] = cosine / length;
}

/* ---- common space ------------------------------------------------------------------------------------------------ */

void hone_humanoid_rest_place(const hone_humanoid_rest *humanoid, const float model[3], float common[3])
{
    float out[3];
    for (int r = 0; r < 3; r++) out[r] = hone_vec3_dot(humanoid->axes[r], model);
    memcpy(common, out, sizeof out);
}

void hone_humanoid_rest_unplace(const hone_humanoid_rest *humanoid, const float common[3], float model[3])
{
    float out[3] = {0, 0, 0};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out[c] += humanoid->axes[r][c] * common[r];
    memcpy(model, out, sizeof out);
}

/* A mirror changes the sign of a rotation's axis. */
void hone_humanoid_rest_turn(const hone_humanoid_rest *humanoid, const float model[4], float common[4])
{
    float w = model[3];
    hone_humanoid_rest_place(humanoid, model, common);
    hone_vec3_scale(common, humanoid->handed, common);
    common[3] = w;
}

void hone_humanoid_rest_unturn(const hone_humanoid_rest *humanoid, const float common[4], float model[4])
{
    float w = common[3];
    hone_humanoid_rest_unplace(humanoid, common, model);
    hone_vec3_scale(model, humanoid->handed, model);
    model[3] = w;
}

/* Replaces a direction that is nearly a coordinate axis by that axis, because the small difference comes from the
 * modelling. near_enough: a cosine. */
static void snap(float v[3], float near_enough)
{
    for (int i = 0; i < 3; i++)
        if (fabsf(v[i]) > near_enough) {
            float sign = v[i] < 0 ? -1.0f : 1.0f;
            v[0] = v[1] = v[2] = 0;
            v[i] = sign;
            return;
        }
}

static const hone_affine *rest_of(const hone_humanoid_rest *humanoid, int human)
{
    return &humanoid->rest[humanoid->human.bones[human]];
}

static void between(const hone_humanoid_rest *humanoid, int from, int to, float out[3])
{
    float a[3], b[3];
    hone_affine_origin(rest_of(humanoid, from), a);
    hone_affine_origin(rest_of(humanoid, to), b);
    hone_vec3_subtract(b, a, out);
}

/* Finds the axes: up points from hips to head, left from the right limbs to the left ones. */
static bool find_axes(hone_humanoid_rest *humanoid)
{
    float up[3], left[3], legs[3], arms[3], forward[3];
    between(humanoid, HONE_HUMANOID_HIPS, HONE_HUMANOID_HEAD, up);
    between(humanoid, HONE_HUMANOID_UPPER_LEG + 1, HONE_HUMANOID_UPPER_LEG, legs);
    between(humanoid, HONE_HUMANOID_UPPER_ARM + 1, HONE_HUMANOID_UPPER_ARM, arms);
    hone_vec3_add(legs, arms, left);
    if (!hone_vec3_normalise(up, up))
        return false;
    snap(up, 0.7f); /* 45 degrees: a rest pose may be a frame of a run, which leans forward */
    float along = hone_vec3_dot(up, left);
    hone_vec3_add_scaled(left, up, -along, left);
    if (!hone_vec3_normalise(left, left))
        return false;
    snap(left, 0.9f); /* 25 degrees */
    hone_vec3_cross(left, up, forward);
    humanoid->handed = humanoid->model->space == HONE_SPACE_GLTF ? 1.0f : -1.0f;
    for (int i = 0; i < 3; i++) {
        humanoid->axes[0][i] = left[i];
        humanoid->axes[1][i] = up[i];
        humanoid->axes[2][i] = humanoid->handed * forward[i];
    }
    return true;
}

/* ---- limbs ----------------------------------------------------------------------------------------------------- */

static void find_carriers(hone_humanoid_rest *humanoid)
{
    const hone_bone *bones = humanoid->model->skeleton.bones;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) humanoid->carriers[h] = humanoid->human.bones[h];
    for (int h = HONE_HUMANOID_UPPER_ARM; h < HONE_HUMANOID_HAND; h++)
        if (humanoid->human.bones[h + 2] != HONE_NONE)
            humanoid->carriers[h] = bones[humanoid->human.bones[h + 2]].parent;
    for (uint32_t i = 0; i < humanoid->twist_count; i++) {
        const hone_humanoid_twist *t = &humanoid->twists[i];
        if (t->carries && t->human >= HONE_HUMANOID_UPPER_LEG && t->human < HONE_HUMANOID_LOWER_LEG)
            humanoid->carriers[t->human] = t->bone;
    }
}

/* Returns the bone at which a limb's bone points, or the bone itself if that is unknown. */
static int next_of(const hone_humanoid_rest *humanoid, int human)
{
    if ((human >= HONE_HUMANOID_UPPER_LEG && human < HONE_HUMANOID_FOOT) ||
        (human >= HONE_HUMANOID_UPPER_ARM && human < HONE_HUMANOID_HAND))
        return human + 2;
    if (human >= HONE_HUMANOID_THUMB)
        return (human - HONE_HUMANOID_THUMB) % 6 < 4 ? human + 2 : human;
    if (human < HONE_HUMANOID_HAND)
        return human;
    int side = human - HONE_HUMANOID_HAND;
    static const int fingers[] = {HONE_HUMANOID_MIDDLE, HONE_HUMANOID_INDEX, HONE_HUMANOID_RING};
    for (int i = 0; i < 3; i++)
        if (humanoid->human.bones[fingers[i] + side] != HONE_NONE)
            return fingers[i] + side;
    return human;
}

/* Finds the directions of the limbs. The last bone of a finger has the direction of the one before it. */
static void find_directions(hone_humanoid_rest *humanoid)
{
    for (int h = HONE_HUMANOID_UPPER_LEG; h < HONE_HUMANOID_COUNT; h++) {
        int next = next_of(humanoid, h);
        float direction[3];
        if (humanoid->human.bones[h] == HONE_NONE || humanoid->human.bones[next] == HONE_NONE)
            continue;
        if (next != h) {
            between(humanoid, h, next, direction);
            hone_humanoid_rest_place(humanoid, direction, direction);
            if (hone_vec3_normalise(direction, direction))
                memcpy(humanoid->directions[h], direction, sizeof direction);
        } else if (h >= HONE_HUMANOID_THUMB) {
            memcpy(humanoid->directions[h], humanoid->directions[h - 2], sizeof direction);
        }
    }
}

void hone_humanoid_rest_hips(const hone_humanoid_rest *humanoid, const hone_affine *model_from_bone, float out[3])
{
    const int32_t *legs = &humanoid->human.bones[HONE_HUMANOID_UPPER_LEG];
    for (int i = 0; i < 3; i++) out[i] = 0.5f * (model_from_bone[legs[0]].m[i][3] + model_from_bone[legs[1]].m[i][3]);
}

/* Returns how far the tip of the toes is in front of their joint: the bone below it that is farthest ahead; else feet
 * of usual size are assumed. */
static float find_tip(const hone_humanoid_rest *humanoid, int side)
{
    const hone_skeleton *skeleton = &humanoid->model->skeleton;
    const float usual = 0.09f, most = 0.3f;
    int32_t foot = humanoid->human.bones[HONE_HUMANOID_FOOT + side];
    float joint[3], at[3], ahead = 0;
    hone_affine_origin(rest_of(humanoid, HONE_HUMANOID_TOES + side), joint);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t on = (int32_t)b;
        for (int depth = 0; depth < 4 && on != HONE_NONE && on != foot; depth++) on = skeleton->bones[on].parent;
        if (on != foot)
            continue;
        hone_affine_origin(&humanoid->rest[b], at);
        hone_vec3_subtract(at, joint, at);
        hone_humanoid_rest_place(humanoid, at, at);
        ahead = fmaxf(ahead, at[2]);
    }
    return ahead > 0.2f * usual * humanoid->leg && ahead < most * humanoid->leg ? ahead : usual * humanoid->leg;
}

static void find_toes(hone_humanoid_rest *humanoid, int side)
{
    float *toes = humanoid->toes[side];
    if (humanoid->human.bones[HONE_HUMANOID_TOES + side] == HONE_NONE)
        return;
    between(humanoid, HONE_HUMANOID_FOOT + side, HONE_HUMANOID_TOES + side, toes);
    hone_humanoid_rest_place(humanoid, toes, toes);
    float down = humanoid->floor - humanoid->ankle[side][1] - toes[1];
    hone_vec3_set(0, down, find_tip(humanoid, side), humanoid->tips[side]);
}

/* Finds the soles. They are on the ground if that is at a plausible distance; else feet of usual size are assumed. */
static void find_feet(hone_humanoid_rest *humanoid)
{
    const float most = 0.35f, fewest = 0.02f, usual = 0.12f, toe_reach = 0.25f, heel_reach = 0.08f;
    float leg = humanoid->leg;
    for (int side = 0; side < 2; side++) {
        hone_affine_origin(rest_of(humanoid, HONE_HUMANOID_FOOT + side), humanoid->ankle[side]);
        hone_humanoid_rest_place(humanoid, humanoid->ankle[side], humanoid->ankle[side]);
    }
    float height = fminf(humanoid->ankle[0][1], humanoid->ankle[1][1]);
    for (int side = 0; side < 2; side++) /* in mid-stride one foot is in the air */
        if (humanoid->ankle[side][1] > height + 0.1f * leg)
            humanoid->ankle[side][1] = height;
    humanoid->floor = height > fewest * leg && height < most * leg ? 0 : height - usual * leg;
    for (int side = 0; side < 2; side++) {
        float(*soles)[3] = humanoid->soles[side];
        float down = humanoid->floor - humanoid->ankle[side][1], toe[3] = {0, 0, toe_reach * leg};
        if (humanoid->human.bones[HONE_HUMANOID_TOES + side] != HONE_NONE) {
            between(humanoid, HONE_HUMANOID_FOOT + side, HONE_HUMANOID_TOES + side, toe);
            hone_humanoid_rest_place(humanoid, toe, toe);
        }
        memcpy(soles[1], (float[3]){toe[0], down, toe[2]}, sizeof soles[1]);
        memcpy(soles[0], (float[3]){0, down, -heel_reach * leg}, sizeof soles[0]);
        find_toes(humanoid, side);
    }
}

/* Returns a limb's length, the mean of both sides. */
static float limb_length(const hone_humanoid_rest *humanoid, int upper)
{
    float length = 0;
    for (int h = upper; h < upper + 4; h++) {
        float offset[3];
        between(humanoid, h, h + 2, offset);
        length += 0.5f * hone_vec3_length(offset);
    }
    return length;
}

static void measure_legs(hone_humanoid_rest *humanoid)
{
    float middle[3], thigh[3], shin[3];
    hone_humanoid_rest_hips(humanoid, humanoid->rest, middle);
    for (int side = 0; side < 2; side++) {
        hone_affine_origin(rest_of(humanoid, HONE_HUMANOID_UPPER_LEG + side), humanoid->tops[side]);
        hone_vec3_subtract(humanoid->tops[side], middle, humanoid->tops[side]);
        hone_humanoid_rest_place(humanoid, humanoid->tops[side], humanoid->tops[side]);
        between(humanoid, HONE_HUMANOID_UPPER_LEG + side, HONE_HUMANOID_LOWER_LEG + side, thigh);
        between(humanoid, HONE_HUMANOID_LOWER_LEG + side, HONE_HUMANOID_FOOT + side, shin);
        humanoid->legs[side] = hone_vec3_length(thigh) + hone_vec3_length(shin);
    }
}

static bool measure_limbs(hone_humanoid_rest *humanoid)
{
    measure_legs(humanoid);
    humanoid->leg = limb_length(humanoid, HONE_HUMANOID_UPPER_LEG);
    humanoid->arm = limb_length(humanoid, HONE_HUMANOID_UPPER_ARM);
    return humanoid->leg > 1e-6f && humanoid->leg < INFINITY;
}

/* ---- pelvis ---------------------------------------------------------------------------------------------------- */

void hone_humanoid_rest_pelvis(const hone_humanoid_rest *humanoid, const hone_affine *model_from_bone, float out[3])
{
    int32_t hips = humanoid->human.bones[HONE_HUMANOID_HIPS];
    hone_vec3_set(0, 0, 0, out);
    if (hips != HONE_NONE)
        hone_affine_point(&model_from_bone[hips], humanoid->pelvis, out);
}

static bool carries_spine(const hone_humanoid_rest *humanoid)
{
    const hone_bone *bones = humanoid->model->skeleton.bones;
    int32_t hips = humanoid->human.bones[HONE_HUMANOID_HIPS], at = humanoid->human.bones[HONE_HUMANOID_SPINE];
    while (at != HONE_NONE && at != hips) at = bones[at].parent;
    return at == hips;
}

/* Finds the pelvis: the hips, or, where they are at the waist, since they do not carry the spine, as MMD's do not, a
 * point between the legs' upper ends and them. */
static void find_pelvis(hone_humanoid_rest *humanoid)
{
    const float share = 0.3f; /* of the way from the legs to the waist, where VRM has the hips */
    float at[3], waist[3];
    hone_affine back;
    if (humanoid->human.bones[HONE_HUMANOID_HIPS] == HONE_NONE)
        return;
    if (!humanoid->posed && !carries_spine(humanoid) &&
        hone_affine_invert(rest_of(humanoid, HONE_HUMANOID_HIPS), &back)) {
        hone_humanoid_rest_hips(humanoid, humanoid->rest, at);
        hone_affine_origin(rest_of(humanoid, HONE_HUMANOID_HIPS), waist);
        hone_vec3_lerp(at, waist, share, at);
        hone_affine_point(&back, at, humanoid->pelvis);
    }
    hone_humanoid_rest_pelvis(humanoid, humanoid->rest, at);
    hone_humanoid_rest_place(humanoid, at, at);
    humanoid->height = at[1];
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static bool place_at_rest(hone_humanoid_rest *humanoid, hone_arena *memory)
{
    const hone_skeleton *skeleton = &humanoid->model->skeleton;
    uint32_t count = skeleton->bone_count;
    int32_t *path = hone_arena_array(memory, count, sizeof *path);
    uint8_t *done = hone_arena_array(memory, count, 1);
    humanoid->order = hone_arena_array(memory, count, sizeof *humanoid->order);
    humanoid->rest = hone_arena_array(memory, count, sizeof *humanoid->rest);
    if (!path || !done || !humanoid->order || !humanoid->rest)
        return false;
    hone_parents_first(skeleton, path, done, humanoid->order);
    for (uint32_t i = 0; i < count; i++) {
        const hone_bone *bone = &skeleton->bones[humanoid->order[i]];
        humanoid->rest[humanoid->order[i]] =
            bone->parent == HONE_NONE ? bone->rest_local
                                      : hone_affine_multiply(&humanoid->rest[bone->parent], &bone->rest_local);
    }
    return true;
}

/* Lists the required bones that were found, or those that were not. */
static void list_required(const hone_humanoid *human, bool found, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int h = 0; h < HONE_HUMANOID_COUNT && used < size; h++)
        if (hone_humanoid_bone_is_required((hone_humanoid_bone)h) && (human->bones[h] != HONE_NONE) == found)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     hone_humanoid_bone_name((hone_humanoid_bone)h));
    if (used == 0)
        snprintf(text, size, "none");
}

static bool refuse(const hone_humanoid_rest *humanoid, hone_error *error)
{
    char found[224], missing[224];
    list_required(&humanoid->human, true, found, sizeof found);
    list_required(&humanoid->human, false, missing, sizeof missing);
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                     "is no humanoid that hone knows: missing %s; found %s. A humanoid map tells which bone is which "
                     "(--map)",
                     missing, found);
}

/* The axes of a VRM animation: it looks along +z. */
static void set_axes(hone_humanoid_rest *humanoid)
{
    memset(humanoid->axes, 0, sizeof humanoid->axes);
    for (int i = 0; i < 3; i++) humanoid->axes[i][i] = 1;
    humanoid->handed = 1;
}

bool hone_humanoid_rest_make(const hone_model *model, bool partial, hone_arena *memory, hone_humanoid_rest *out,
                             hone_error *error)
{
    *out = (hone_humanoid_rest){.model = hone_model_get(model), .human = hone_model_humanoid(model)};
    const bool animation = out->model->vrm_animation, part = animation && partial && out->human.missing;
    out->posed = animation || out->model->avatar;
    if (out->human.missing && !part)
        return refuse(out, error);
    out->twist_count = part ? 0 : hone_humanoid_twists(model, &out->human, out->twists);
    if (!place_at_rest(out, memory))
        return hone_arena_fail(memory, error);
    if (!part && (!find_axes(out) || !measure_limbs(out)))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is a humanoid whose bones lie in one place");
    if (animation)
        set_axes(out);
    if (!part) {
        find_carriers(out);
        find_directions(out);
        find_feet(out);
    }
    find_pelvis(out);
    return true;
}
