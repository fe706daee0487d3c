#include "tool/play/gaze.h"

#include <hone/math.h>
#include <hone/render.h>
#include <string.h>

bool gaze_begin(hone_actor *actor, character_gaze *out, hone_error *error)
{
    *out = (character_gaze){0};
    if (!hone_goal_for_look_at(hone_actor_model(actor), NULL, &out->goal, NULL))
        return true;
    out->goal.weight = 0;
    out->id = hone_actor_goal_add(actor, &out->goal, error);
    return out->id.id != 0;
}

bool gaze_look(character_gaze *gaze, hone_actor *actor, const hone_affine *place, const float point[3])
{
    hone_affine world = hone_world_from_model(hone_actor_model(actor)), back;
    float at[3];
    if (place)
        world = hone_affine_multiply(place, &world);
    if (!gaze->id.id || !hone_affine_invert(&world, &back))
        return false;
    hone_affine_point(&back, point, at);
    bool same = gaze->goal.weight > 0 && memcmp(at, gaze->goal.position, sizeof at) == 0;
    hone_vec3_copy(at, gaze->goal.position);
    gaze->goal.weight = 1;
    return !same && hone_actor_goal_set(actor, gaze->id, &gaze->goal, NULL);
}

void gaze_end(character_gaze *gaze, hone_actor *actor)
{
    if (gaze->id.id)
        hone_actor_goal_remove(actor, gaze->id, NULL);
    *gaze = (character_gaze){0};
}
