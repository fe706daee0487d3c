/* Goals of an actor: a limb that reaches a position, a gaze, feet on the ground. */
#include "web/actor.h"
#include "web/web.h"

#include <hone/math.h>
#include <string.h>

/* The height of the ground at a place of the world, by the function of JavaScript with this number. */
__attribute__((import_module("env"), import_name("web_ground"))) double web_ground(uint32_t function, double x,
                                                                                   double z);

static bool ground_of_page(void *user, const float position[3], float *height, float normal[3])
{
    const double step = 0.1; /* the slope is that between points so far away */
    uint32_t function = (uint32_t)(uintptr_t)user;
    double x = position[0], z = position[2];
    *height = (float)web_ground(function, x, z);
    normal[0] = *height - (float)web_ground(function, x + step, z);
    normal[1] = (float)step;
    normal[2] = *height - (float)web_ground(function, x, z + step);
    return true;
}

static bool flat_ground(void *user, const float position[3], float *height, float normal[3])
{
    (void)user, (void)position;
    *height = 0;
    memcpy(normal, (float[3]){0, 1, 0}, sizeof(float[3]));
    return true;
}

typedef enum web_goal_kind { LIMB, GAZE, FEET, LOOK_AT } web_goal_kind;

/* upper: a hone_humanoid_bone. function: of the ground, 0: it is flat. web_numbers: position, weight. */
static bool goal_make(const web_actor *a, int kind, int upper, uint32_t function, hone_goal *goal)
{
    const hone_model *model = hone_actor_model(a->actor);
    void *user = (void *)(uintptr_t)function;
    bool ok = kind == LIMB   ? hone_goal_for_limb(model, NULL, (hone_humanoid_bone)upper, goal, &web_error)
              : kind == GAZE ? hone_goal_for_gaze(model, NULL, goal, &web_error)
              : kind == LOOK_AT
                  ? hone_goal_for_look_at(model, NULL, goal, &web_error)
                  : hone_goal_for_feet(model, NULL, function ? ground_of_page : flat_ground, user, goal, &web_error);
    web_take_floats(0, 3, goal->position);
    goal->weight = (float)web_numbers[3];
    return ok;
}

WEB_CALL(uint32_t, actor_goal_add, web_actor *a, int kind, int upper, uint32_t function)
{
    hone_goal goal = {0};
    return goal_make(a, kind, upper, function, &goal) ? hone_actor_goal_add(a->actor, &goal, &web_error).id : 0;
}

WEB_CALL(int, actor_goal_set, web_actor *a, uint32_t id, int kind, int upper, uint32_t function)
{
    hone_goal goal = {0};
    return goal_make(a, kind, upper, function, &goal) &&
           hone_actor_goal_set(a->actor, (hone_goal_id){id}, &goal, &web_error);
}

WEB_CALL(int, actor_goal_remove, web_actor *a, uint32_t id)
{
    return hone_actor_goal_remove(a->actor, (hone_goal_id){id}, &web_error);
}

WEB_CALL(int, actor_goal_reached, web_actor *a, uint32_t id)
{
    return hone_actor_goal_reached(a->actor, (hone_goal_id){id});
}

/* on: 0: the eyes are as the motions have them. web_numbers: a point of the world, then, if it is `placed`, the matrix of
 * the actor's item. */
WEB_CALL(int, actor_look_at, web_actor *a, int on, int placed)
{
    float point[3];
    hone_affine place = web_actor_place(a), item;
    web_take_floats(0, 3, point);
    if (placed) {
        web_take_floats(3, 12, item.m[0]);
        place = hone_affine_multiply(&item, &place);
    }
    if (a->looks && !on)
        gaze_end(&a->gaze, a->actor);
    else if (on && !a->looks && !gaze_begin(a->actor, &a->gaze, &web_error))
        return 0;
    a->looks = on;
    if (on)
        gaze_look(&a->gaze, a->actor, &place, point);
    return 1;
}

/* VRM's name of a bone of a human; NULL past the last. */
WEB_CALL(const char *, humanoid_bone_name, int human)
{
    return hone_humanoid_bone_name((hone_humanoid_bone)human);
}
