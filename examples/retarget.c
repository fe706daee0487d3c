#include <hone/hone.h>
#include <stdio.h>

/* Turns what the motion does on the model that it was made for into a motion for another humanoid. */
static hone_motion *retarget(hone_actor *source, const hone_motion *motion, const hone_model *target, hone_error *error)
{
    hone_retarget_report report;
    hone_retarget_desc desc = {.source = source, .target = target, .duration = hone_motion_duration(motion)};
    if (!hone_actor_play(source, motion, NULL, error).id)
        return NULL;
    hone_motion *result = hone_retarget(&desc, &report, error);
    if (result)
        printf("%u bones, %u morphs, scaled by %.3f\n", (unsigned)report.bones, (unsigned)report.morphs, report.scale);
    return result;
}

/* Prints where the left hand of a character is, in its model's own space and unit. */
static void print_hand(const char *whose, const hone_actor *actor)
{
    int32_t hand = hone_model_humanoid(hone_actor_model(actor)).bones[HONE_HUMANOID_HAND];
    const hone_affine *bone = &hone_actor_bones(actor)[hand];
    printf("  %s %8.3f %8.3f %8.3f", whose, bone->m[0][3], bone->m[1][3], bone->m[2][3]);
}

/* Plays a motion on its own model and, retargeted, on another one, and prints both left hands each second. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: retarget MODEL MOTION TARGET\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_model *target = motion ? hone_model_load(argv[3], NULL, &error) : NULL;
    hone_actor *source = target ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    hone_motion *result = source ? retarget(source, motion, target, &error) : NULL;
    hone_actor *actor = result ? hone_actor_create(&(hone_actor_desc){.model = target}, &error) : NULL;
    bool ok = actor && hone_actor_play(actor, result, NULL, &error).id;

    for (double seconds = 0; ok && seconds <= hone_motion_duration(motion); seconds++) {
        ok = hone_actor_update(source, seconds, &error) && hone_actor_update(actor, seconds, &error);
        printf("%3.0f s", seconds), print_hand("source", source), print_hand("target", actor), printf("\n");
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_actor_destroy(source), hone_motion_release(result);
    hone_model_release(target), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
