/* Colliders of the bodies that follow bones. */
#include "base/double_affine.h"
#include "offline/spring_fit/recording.h"
#include <hone/math.h>
#include <math.h>

/* More colliders than any character has; so that a damaged file costs little. */
enum { COLLIDERS_MOST = 256 };

/* ---- shapes ----------------------------------------------------------------------------------------------------- */

/* A box becomes a capsule along its longest side, as thick as the mean of the others. */
static float capsule_of_box(const float size[3], float axis[3])
{
    int longest = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    float radius = (size[(longest + 1) % 3] + size[(longest + 2) % 3]) / 2;
    hone_vec3_set(0, 0, 0, axis);
    axis[longest] = fmaxf(0, size[longest] - radius);
    return radius;
}

/* Half the segment within a body, in its axes. Returns its radius. */
static float segment_of(const hone_body *body, float axis[3])
{
    hone_vec3_set(0, 0, 0, axis);
    if (body->shape == HONE_BODY_BOX)
        return capsule_of_box(body->size, axis);
    if (body->shape == HONE_BODY_CAPSULE)
        axis[1] = body->size[1] / 2;
    return body->size[0];
}

static bool make_collider(const hone_model_data *model, const hone_body *body, hone_collider *out)
{
    float axis[3], rotation[4], centre[3];
    *out = (hone_collider){.bone = body->bone, .radius = segment_of(body, axis)};
    hone_quat_from_euler(HONE_EULER_YXZ, body->rotation, rotation);
    hone_quat_rotate(rotation, axis, axis);
    hone_vec3_subtract(body->position, model->skeleton.bones[body->bone].position, centre);
    hone_vec3_subtract(centre, axis, out->offset);
    hone_vec3_add(centre, axis, out->tail);
    out->kind = hone_vec3_length(axis) > 0 ? HONE_COLLIDER_CAPSULE : HONE_COLLIDER_SPHERE;
    float sum = out->radius;
    for (int i = 0; i < 3; i++) sum += out->offset[i] + out->tail[i];
    return isfinite(sum) && out->radius > 0;
}

/* A body that springs move is no collider: springs do not touch each other. */
static bool is_carried(const hone_model_data *model, const fit_chains *chains, int32_t bone)
{
    for (; bone != HONE_NONE; bone = model->skeleton.bones[bone].parent)
        if (chains->joint_of_bone[bone] != HONE_NONE)
            return true;
    return false;
}

bool hone_fit_find_colliders(const hone_model_data *model, hone_arena *memory, fit_chains *out)
{
    out->colliders = hone_arena_array(memory, COLLIDERS_MOST, sizeof *out->colliders);
    out->collider_groups = hone_arena_array(memory, COLLIDERS_MOST, sizeof *out->collider_groups);
    out->collider_masks = hone_arena_array(memory, COLLIDERS_MOST, sizeof *out->collider_masks);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t i = 0; i < model->body_count && out->joint_count; i++) {
        const hone_body *body = &model->bodies[i];
        hone_collider made;
        if (body->mode != HONE_BODY_FOLLOWS || body->bone == HONE_NONE || is_carried(model, out, body->bone) ||
            !make_collider(model, body, &made))
            continue;
        if (out->collider_count == COLLIDERS_MOST) {
            out->colliders_left_out++;
            continue;
        }
        out->collider_groups[out->collider_count] = (uint16_t)(1u << (body->group & 15));
        out->collider_masks[out->collider_count] = body->mask;
        out->colliders[out->collider_count++] = made;
    }
    return true;
}

/* ---- who touches what ------------------------------------------------------------------------------------------- */

static bool can_touch(const fit_joint *joint, uint16_t groups, uint16_t mask)
{
    return (joint->mask & groups) && (mask & joint->groups);
}

/* How far a tail is from the surface of a collider; below 0 if it is inside. */
static double distance_to(const hone_spring_shape *shape, const float tail[3])
{
    const double at[3] = {(double)tail[0], (double)tail[1], (double)tail[2]};
    double away[3];
    hone_fit_from_axis(shape, at, away);
    return sqrt(hone_dot3(away, away)) - shape->radius;
}

/* Parts of a joint's radius, and how often a tail was nearer to a collider. The last: how often it was within reach. */
static const double parts[] = {0, 0.25, 0.5, 0.75, 1};
enum { PARTS = sizeof parts / sizeof *parts, STRIDE = 3 };

typedef struct nearness {
    uint32_t nearer[PARTS], within_reach, samples;
} nearness;

static nearness measure(const fit_recording *recording, const fit_chains *chains, uint32_t j, uint32_t c)
{
    const fit_joint *joint = &chains->joints[j];
    nearness out = {.samples = 0};
    for (uint32_t t = 0; t < recording->step_count; t += STRIDE) {
        double gap = distance_to(&recording->shapes[(size_t)t * chains->collider_count + c],
                                 recording->tails[(size_t)t * chains->joint_count + j]);
        for (int k = 0; k < PARTS; k++) out.nearer[k] += gap < parts[k] * (double)joint->hit_radius;
        out.within_reach += gap < (double)joint->hit_radius + (double)joint->length / 2;
        out.samples++;
    }
    return out;
}

static bool is_rare(uint32_t count, const nearness *near)
{
    return count * 50 <= near->samples;
}

/* Tells whether a chain gets a collider. One that tails are inside of would push them away. */
static bool is_wanted(const fit_recording *recording, const fit_chains *chains, const fit_spring *spring, uint32_t c)
{
    bool touches = false;
    for (uint32_t k = spring->begin; k < spring->end; k++) {
        uint32_t j = chains->chain_joints[k];
        nearness near = measure(recording, chains, j, c);
        if (!is_rare(near.nearer[0], &near))
            return false;
        touches |=
            near.within_reach && can_touch(&chains->joints[j], chains->collider_groups[c], chains->collider_masks[c]);
    }
    return touches;
}

static void shrink(const fit_recording *recording, fit_chains *chains, const fit_spring *spring, uint32_t c)
{
    for (uint32_t k = spring->begin; k < spring->end; k++) {
        uint32_t j = chains->chain_joints[k];
        fit_joint *joint = &chains->joints[j];
        nearness near = measure(recording, chains, j, c);
        int part = PARTS - 1;
        while (part > 0 && !is_rare(near.nearer[part], &near)) part--;
        joint->hit_radius *= (float)parts[part];
    }
}

static void list_colliders(const fit_recording *recording, fit_chains *chains, fit_spring *spring, uint32_t *count)
{
    spring->collider_begin = *count;
    for (uint32_t c = 0; c < chains->collider_count; c++) {
        if (!is_wanted(recording, chains, spring, c))
            continue;
        shrink(recording, chains, spring, c);
        chains->spring_colliders[(*count)++] = c;
    }
    spring->collider_end = *count;
}

bool hone_fit_give_colliders(const fit_recording *recording, hone_arena *memory, fit_chains *chains)
{
    uint32_t count = 0;
    chains->spring_colliders = hone_arena_array(memory, (size_t)chains->spring_count * chains->collider_count,
                                                sizeof *chains->spring_colliders);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t s = 0; s < chains->spring_count && chains->collider_count; s++)
        list_colliders(recording, chains, &chains->springs[s], &count);
    return true;
}
