#include <hone/hone.h>
#include <math.h>
#include <stdio.h>

/* Prints an event. hone_actor_update calls this for every event that it passes, in their order. */
static void print_event(void *user, const hone_actor_event *event)
{
    (void)user;
    printf("%.2f s: event %u of motion %u, weight %.2f\n", event->seconds, (unsigned)event->id,
           (unsigned)event->play.id, (double)event->weight);
}

static hone_actor *make_actor(const char *path, hone_error *error)
{
    hone_model *model = hone_model_load(path, NULL, error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .report = print_event}, error);
    hone_model_release(model); /* the actor retains it */
    return actor;
}

/* Plays two motions as one layer, in step. Each reports its middle. Sets the plays. */
static bool play_both(hone_actor *actor, hone_motion *const motions[2], hone_play_id plays[2], hone_error *error)
{
    for (int i = 0; i < 2; i++) {
        const hone_motion_event middle = {hone_motion_duration(motions[i]) / 2, 1};
        hone_play_desc desc = {.loop = true, .sync = HONE_SYNC_WEIGHTED, .event_count = 1, .events = &middle};
        desc.with = i > 0 ? plays[0] : (hone_play_id){0};
        plays[i] = hone_actor_play(actor, motions[i], &desc, error);
        if (!plays[i].id)
            return false;
    }
    return true;
}

/* Adds a twentieth of what the first motion does from its first frame on, as if the character leaned: more and more
 * within half a second. */
static bool add_lean(hone_actor *actor, const hone_motion *motion, hone_error *error)
{
    hone_play_id lean = hone_actor_play(actor, motion, &(hone_play_desc){.additive = true, .reference = motion}, error);
    return lean.id && hone_actor_play_set_weight(actor, lean, 0, error) &&
           hone_actor_play_fade(actor, lean, 0.05f, 0.5, error);
}

/* Updates the actor for two seconds, in which the second motion takes over. */
static bool change_speed(hone_actor *actor, const hone_play_id plays[2], hone_error *error)
{
    bool ok = true;
    for (int frame = 0; ok && frame <= 120; frame++) {
        float speed = (float)frame / 120;
        ok = hone_actor_play_set_weight(actor, plays[0], 1 - speed, error) &&
             hone_actor_play_set_weight(actor, plays[1], speed, error) && hone_actor_update(actor, frame / 60.0, error);
    }
    return ok;
}

/* Goes back to the first motion at once, with the speed of the movement, and updates the actor for a second. */
static bool change_over(hone_actor *actor, hone_play_id from, const hone_motion *motion, hone_error *error)
{
    const hone_play_desc desc = {.loop = true, .start_seconds = 2, .fade_in_seconds = 0.4};
    bool ok = hone_actor_inertialize(actor, from, motion, &desc, error).id != 0;
    for (int frame = 121; ok && frame <= 180; frame++) ok = hone_actor_update(actor, frame / 60.0, error);
    return ok;
}

/* Blends two motions in step, such as a walk and a run, adds a third movement, and changes over to the first again. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: layers MODEL MOTION MOTION\n"), 2;
    hone_error error = {0};
    hone_motion *motions[2] = {NULL, NULL};
    hone_play_id plays[2];
    hone_actor *actor = make_actor(argv[1], &error);
    bool ok = actor && (motions[0] = hone_motion_load(argv[2], NULL, &error)) &&
              (motions[1] = hone_motion_load(argv[3], NULL, &error)) && play_both(actor, motions, plays, &error) &&
              add_lean(actor, motions[0], &error) && change_speed(actor, plays, &error);
    if (ok)
        printf("both at %.0f %% of their length\n", 100 * hone_actor_play_phase(actor, plays[1]));
    ok = ok && change_over(actor, plays[1], motions[0], &error);
    if (ok)
        printf("%u motions play\n", (unsigned)hone_actor_play_count(actor));
    else
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motions[0]), hone_motion_release(motions[1]);
    return !ok;
}
