#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* Plays a motion on a model for eight seconds and prints how high and how low its vertices go. */
int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: play MODEL MOTION\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error); /* NULL: default options */
    hone_motion *dance = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error); /* a NULL model gives NULL */
    bool ok = hone_actor_play(actor, dance, &(hone_play_desc){.loop = true}, &error).id;

    uint32_t count = hone_model_mesh(model)->vertex_count;
    float(*position)[3] = calloc(count + 1, sizeof *position), low = 0, high = 0;
    hone_skin_out out = {.positions = {position, count, sizeof *position}};
    for (double seconds = 0; ok && position && seconds < 8; seconds += 1.0 / 60) {
        ok = hone_actor_update(actor, seconds, &error) && /* sample, rig, morphs, palette */
             hone_actor_skin(actor, &out, &error);        /* or hand hone_actor_palette(actor) to a shader */
        for (uint32_t v = 0; v < count; v++) {
            low = position[v][1] < low ? position[v][1] : low;
            high = position[v][1] > high ? position[v][1] : high;
        }
    }
    if (ok)
        printf("%u vertices between y = %.3f and y = %.3f\n", (unsigned)count, low, high);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(dance), hone_model_release(model), free(position);
    return !ok;
}
