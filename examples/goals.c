#include "draw_actor.h"
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* A slope that rises to the character's left. */
static bool slope(void *user, const float position[3], float *height, float normal[3])
{
    const float *steepness = user;
    *height = *steepness * position[0];
    hone_vec3_set(-*steepness, 1, 0, normal);
    return true;
}

/* How high a bone is above the slope. */
static float height_of(const hone_actor *actor, int32_t bone, float steepness)
{
    float at[3];
    hone_affine_origin(&hone_actor_bones(actor)[bone], at);
    return at[1] - steepness * at[0];
}

/* Adds goals: stand on the slope, look at a point, and reach for it with the left hand. */
static bool add_goals(hone_actor *actor, float *steepness, hone_goal_id added[3], hone_error *error)
{
    const hone_model *model = hone_actor_model(actor);
    hone_goal feet, gaze, arm;
    if (!hone_goal_for_feet(model, NULL, slope, steepness, &feet, error) ||
        !hone_goal_for_gaze(model, NULL, &gaze, error) ||
        !hone_goal_for_limb(model, NULL, HONE_HUMANOID_UPPER_ARM, &arm, error))
        return false;
    float shoulder[3], hand[3];
    hone_affine_origin(&hone_actor_bones(actor)[arm.bones[0]], shoulder);
    hone_affine_origin(&hone_actor_bones(actor)[arm.bones[2]], hand);
    float length = hone_vec3_distance(shoulder, hand);
    float front = hone_model_get(model)->space == HONE_SPACE_GLTF ? 1 : -1;
    hone_vec3_set(shoulder[0] + 0.3f * length, shoulder[1] + 0.5f * length, front * 0.5f * length, arm.position);
    hone_vec3_copy(arm.position, gaze.position);
    arm.softness = 0.05f; /* a goal that is nearly too far does not snap the elbow straight */
    added[0] = hone_actor_goal_add(actor, &feet, error);
    added[1] = added[0].id ? hone_actor_goal_add(actor, &gaze, error) : (hone_goal_id){0};
    added[2] = added[1].id ? hone_actor_goal_add(actor, &arm, error) : (hone_goal_id){0};
    return added[2].id != 0;
}

/* Lets a humanoid stand on a slope, look at a point and reach for it. Prints which goals are reached, and how high the
 * ankles are above the slope. */
int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3)
        return fprintf(stderr, "usage: goals MODEL [OUT.png]\n"), 2;
    hone_error error = {0};
    float steepness = 0.3f;
    hone_goal_id added[3];
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    bool ok = actor && add_goals(actor, &steepness, added, &error) && hone_actor_update(actor, 0, &error);
    if (ok) {
        const char *names[3] = {"feet", "gaze", "hand"};
        hone_humanoid human = hone_model_humanoid(model);
        for (int i = 0; i < 3; i++)
            printf("%s: %s\n", names[i], hone_actor_goal_reached(actor, added[i]) ? "reached" : "not reached");
        printf("ankles: %.3f and %.3f above the slope\n",
               (double)height_of(actor, human.bones[HONE_HUMANOID_FOOT], steepness),
               (double)height_of(actor, human.bones[HONE_HUMANOID_FOOT + 1], steepness));
    }
    ok = ok && (argc < 3 || draw_actor(actor, argv[1], argv[2], &error));
    ok = ok && hone_actor_goal_remove(actor, added[2], &error) &&
         hone_actor_update(actor, 1 / 60.0, &error); /* lets go */
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_model_release(model);
    return !ok;
}
