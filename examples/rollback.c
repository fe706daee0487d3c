#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 60, FRAMES = 120, LATE = 6, PRESSED = 60 }; /* the player presses a button at frame PRESSED */

/* A character, and the states of its last frames. */
typedef struct player {
    hone_actor *actor;
    hone_play_id play; /* the motion that plays; goes back with the state */
    void *states[LATE + 1];
    size_t sizes[LATE + 1];
    hone_play_id plays[LATE + 1];
} player;

static bool open_player(player *p, const char *path, hone_motion *motion, hone_error *error)
{
    hone_model *model = hone_model_load(path, NULL, error);
    hone_actor_desc desc = {.model = model, .physics.on = hone_physics_available()};
    p->actor = model ? hone_actor_create(&desc, error) : NULL;
    hone_model_release(model); /* the actor retains it */
    p->play = p->actor ? hone_actor_play(p->actor, motion, &(hone_play_desc){.loop = true}, error) : (hone_play_id){0};
    return p->play.id != 0;
}

static void close_player(player *p)
{
    for (int i = 0; i <= LATE; i++) free(p->states[i]);
    hone_actor_destroy(p->actor);
}

/* Saves the state after a frame. The buffers grow with the number of contacts, so this soon stops allocating. */
static bool save(player *p, int frame, hone_error *error)
{
    int slot = frame % (LATE + 1);
    size_t size = hone_actor_state_size(p->actor);
    void *state = size > p->sizes[slot] ? realloc(p->states[slot], size) : p->states[slot];
    if (!state)
        return hone_fail_memory(error);
    p->states[slot] = state;
    p->sizes[slot] = size > p->sizes[slot] ? size : p->sizes[slot];
    p->plays[slot] = p->play;
    return hone_actor_save(p->actor, state, p->sizes[slot], error);
}

static bool go_back(player *p, int frame, hone_error *error)
{
    int slot = frame % (LATE + 1);
    p->play = p->plays[slot];
    return hone_actor_restore(p->actor, p->states[slot], p->sizes[slot], error);
}

/* Plays a frame. A button starts the other motion. */
static bool play_frame(player *p, int frame, bool button, hone_motion *other, hone_error *error)
{
    double now = (double)frame / RATE;
    const hone_play_desc desc = {.start_seconds = now, .fade_in_seconds = 0.2, .loop = true};
    if (button && !(p->play = hone_actor_cross_fade(p->actor, p->play, other, &desc, error)).id)
        return false;
    return hone_actor_update(p->actor, now, error) && save(p, frame, error);
}

/* Plays all frames. `late`: the program hears of the button LATE frames after it was pressed. It then goes back to the
 * frame before, and plays the frames since then again. */
static bool play(player *p, bool late, hone_motion *other, hone_error *error)
{
    bool ok = true;
    for (int frame = 0; ok && frame < FRAMES; frame++) {
        ok = play_frame(p, frame, !late && frame == PRESSED, other, error);
        if (!ok || !late || frame != PRESSED + LATE - 1)
            continue;
        ok = go_back(p, PRESSED - 1, error);
        for (int again = PRESSED; ok && again <= frame; again++)
            ok = play_frame(p, again, again == PRESSED, other, error);
    }
    return ok;
}

/* Plays a game at home, where the button is known at once, and far away, where it is heard of late. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: rollback MODEL MOTION MOTION\n"), 2;
    hone_error error = {0};
    player home = {0}, away = {0};
    hone_motion *motion = hone_motion_load(argv[2], NULL, &error);
    hone_motion *other = motion ? hone_motion_load(argv[3], NULL, &error) : NULL;
    bool ok = other && open_player(&home, argv[1], motion, &error) && open_player(&away, argv[1], motion, &error) &&
              play(&home, false, other, &error) && play(&away, true, other, &error);
    if (ok) {
        size_t size = hone_actor_writable_pose(home.actor)->bone_count * sizeof(hone_affine);
        bool same = memcmp(hone_actor_bones(home.actor), hone_actor_bones(away.actor), size) == 0;
        printf("a state has %zu bytes; both games end in %s pose\n", hone_actor_state_size(home.actor),
               same ? "the same" : "another");
    } else {
        fprintf(stderr, "%s\n", error.message);
    }
    hone_motion_release(motion), hone_motion_release(other);
    close_player(&home), close_player(&away);
    return !ok;
}
