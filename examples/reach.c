#include "draw_actor.h"
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* Sets where the hands go: before the chest, the left one higher. Sizes are parts of the height of the head. */
static void set_hands(const hone_model *model, hone_goal *goal)
{
    hone_effector *effectors = goal->full_body.effectors;
    float front = hone_model_get(model)->space == HONE_SPACE_GLTF ? 1 : -1;
    const float *head = effectors[HONE_FULL_BODY_HEAD].position; /* at rest */
    for (int i = 0; i < 2; i++) {
        hone_effector *hand = &effectors[HONE_FULL_BODY_HAND + i];
        float side = hand->position[0] > 0 ? 1 : -1;
        hone_vec3_set(0.12f * side * head[1], (i ? 0.55f : 0.8f) * head[1], head[2] + 0.35f * front * head[1],
                      hand->position);
        hand->position_weight = 1;
    }
}

/* Adds two goals: the hands reach while the feet stay, and then the eyes look at the left hand. */
static bool add_goals(hone_actor *actor, hone_limit *limits, hone_goal_id added[2], hone_error *error)
{
    const hone_model *model = hone_actor_model(actor);
    hone_goal reach, gaze;
    if (!hone_goal_for_full_body(model, NULL, limits, &reach, error) || !hone_goal_for_gaze(model, NULL, &gaze, error))
        return false;
    set_hands(model, &reach);
    hone_vec3_copy(reach.full_body.effectors[HONE_FULL_BODY_HAND].position, gaze.position);
    added[0] = hone_actor_goal_add(actor, &reach, error);
    added[1] = added[0].id ? hone_actor_goal_add(actor, &gaze, error) : (hone_goal_id){0};
    return added[1].id != 0;
}

/* Lets a humanoid reach with both hands while its feet stay, and look at the left one. Prints which goals are reached.
 */
int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3)
        return fprintf(stderr, "usage: reach MODEL [OUT.png]\n"), 2;
    hone_error error = {0};
    hone_goal_id added[2];
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_limit *limits = model ? calloc(hone_model_skeleton(model)->bone_count, sizeof *limits) : NULL;
    bool ok = actor && limits && add_goals(actor, limits, added, &error) && hone_actor_update(actor, 0, &error);
    if (ok) {
        printf("hands and feet: %s\n", hone_actor_goal_reached(actor, added[0]) ? "reached" : "not reached");
        printf("gaze: %s\n", hone_actor_goal_reached(actor, added[1]) ? "reached" : "not reached");
    }
    ok = ok && (argc < 3 || draw_actor(actor, argv[1], argv[2], &error));
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_model_release(model);
    free(limits); /* goals read them until here */
    return !ok;
}
