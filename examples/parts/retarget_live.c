#include <hone/hone.h>
#include <stdio.h>

/* What the edit of the target needs: the source as it stands, and the retargeter. */
typedef struct link {
    const hone_actor *source;
    hone_retargeter *retargeter;
} link;

/* Writes the pose of the target from that of the source, before the target's rig reads it. */
static void follow(void *user, double frame, hone_pose *pose)
{
    const link *l = user;
    (void)frame; /* the source is updated to the same frame before */
    hone_retargeter_apply(l->retargeter, hone_actor_bones(l->source), hone_actor_morphs(l->source), pose);
}

/* Lets one humanoid do what another does, frame by frame: the source may be a player, whose motion nobody knows yet. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: retarget_live MODEL MOTION TARGET\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_model *target = motion ? hone_model_load(argv[3], NULL, &error) : NULL;
    hone_actor *source = target ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    link l = {.source = source};
    if (source && hone_actor_play(source, motion, &(hone_play_desc){.loop = true}, &error).id)
        l.retargeter = hone_retargeter_create(&(hone_retargeter_desc){.source = model, .target = target}, &error);
    const hone_actor_desc desc = {.model = target, .edit = follow, .edit_user = &l};
    hone_actor *follower = l.retargeter ? hone_actor_create(&desc, &error) : NULL;
    bool ok = follower != NULL;
    if (ok)
        printf("%.3f units for one of the source\n", (double)hone_retargeter_scale(l.retargeter));
    for (int frame = 0; ok && frame <= 60; frame += 30) {
        ok = hone_actor_update_frame(source, frame, &error) && hone_actor_update_frame(follower, frame, &error);
        int32_t hand = hone_model_humanoid(target).bones[HONE_HUMANOID_HAND];
        const float *m = hone_actor_bones(follower)[hand].m[0];
        printf("frame %d: left hand at %.3f %.3f %.3f\n", frame, (double)m[3], (double)m[7], (double)m[11]);
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(follower), hone_retargeter_destroy(l.retargeter), hone_actor_destroy(source);
    hone_model_release(target), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
