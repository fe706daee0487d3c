#include "feet.h"

/* In lengths of the leg. */
#define NEAR_GROUND 0.012f /* a ball that is nearer to the ground stands on it */
#define UNEASY 0.09f       /* a foot that stands so far away makes a step, if nothing else moves */
#define TOO_FAR 0.4f       /* a foot that is farther away makes a step in any case */
#define STEP_HEIGHT 0.07f

#define STEP_SECONDS 0.28f
#define RETURN_RATE 9.0f /* how quickly a foot in the air returns to the motion */

feet feet_make(const hone_model *model, const hone_goal *goal)
{
    hone_humanoid human = hone_model_humanoid(model);
    feet out = {.leg = goal->feet.legs[0].length};
    for (int i = 0; i < 2; i++) {
        int32_t toes = human.bones[HONE_HUMANOID_TOES + i];
        out.foot[i].ball = toes == HONE_NONE ? goal->feet.legs[i].bones[2] : toes;
        out.foot[i].height = hone_model_skeleton(model)->bones[out.foot[i].ball].position[1] - goal->feet.floor;
    }
    return out;
}

static bool is_stepping(const foot *f)
{
    return f->step > 0;
}

/* Goes on with a step: over the ground to where the motion has the foot. */
static void go_on(foot *f, float height, float seconds)
{
    f->step += seconds / STEP_SECONDS;
    float t = fminf(f->step, 1), rest = 1 - t * t * (3 - 2 * t);
    hone_vec3_scale(f->from, rest, f->offset);
    f->offset[1] = height * 4 * t * (1 - t);
    if (t >= 1)
        f->step = 0;
}

static void begin_step(foot *f)
{
    f->planted = false;
    f->step = 1e-6f;
    hone_vec3_copy(f->offset, f->from);
}

/* at: world: where the ball is with the offset. */
static void plan_foot(foot *f, const float at[3], float height, float leg, float seconds)
{
    if (is_stepping(f)) {
        go_on(f, STEP_HEIGHT * leg, seconds);
        return;
    }
    bool on_ground = height < NEAR_GROUND * leg;
    if (on_ground && !f->planted)
        hone_vec3_copy(at, f->place);
    f->planted = on_ground;
    if (!on_ground) {
        hone_vec3_scale(f->offset, expf(-RETURN_RATE * seconds), f->offset);
        return;
    }
    f->offset[0] += f->place[0] - at[0];
    f->offset[2] += f->place[2] - at[2];
    if (hypotf(f->offset[0], f->offset[2]) > TOO_FAR * leg)
        begin_step(f);
}

static float unease(const foot *f)
{
    return f->planted ? hypotf(f->offset[0], f->offset[2]) : 0;
}

void feet_plan(feet *both, const hone_actor *actor, const terrain *ground, bool standing, float seconds,
               hone_goal *goal)
{
    hone_rigid_transform world = hone_actor_world(actor), back = hone_rigid_transform_invert(&world);
    for (int i = 0; i < 2; i++) {
        foot *f = &both->foot[i];
        float at[3];
        hone_rigid_transform_direction(&world, goal->feet.legs[i].offset, f->offset); /* the character has turned */
        hone_affine_origin(&hone_actor_bones(actor)[f->ball], at);
        hone_rigid_transform_point(&world, at, at);
        float height = at[1] - terrain_height(ground, at[0], at[2]) - f->height;
        plan_foot(f, at, height, both->leg, seconds);
    }
    foot *left = &both->foot[0], *right = &both->foot[1], *first = unease(left) > unease(right) ? left : right;
    if (standing && !is_stepping(left) && !is_stepping(right) && unease(first) > UNEASY * both->leg)
        begin_step(first);
    for (int i = 0; i < 2; i++) hone_rigid_transform_direction(&back, both->foot[i].offset, goal->feet.legs[i].offset);
}
