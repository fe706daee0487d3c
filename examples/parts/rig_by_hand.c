#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* What an actor has inside, for programs that put something of their own between the stages of a frame. */
typedef struct stages {
    const hone_model *model;
    hone_sampler *sampler;
    hone_pose *pose;
    hone_rig *rig;
    hone_physics *physics; /* NULL: the model has no bodies, or physics is not built in */
    hone_affine *moved;    /* [bone_count] where physics has the bones that it moves */
    uint8_t *dynamic;      /* [bone_count] hone_dynamic: which these are */
} stages;

static bool open_stages(stages *s, const hone_model *model, const hone_motion *motion, hone_error *error)
{
    uint32_t count = hone_model_skeleton(model)->bone_count;
    s->model = model;
    s->moved = calloc(count + 1, sizeof *s->moved), s->dynamic = calloc(count + 1, 1);
    if (!s->moved || !s->dynamic)
        return hone_fail_memory(error);
    s->sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, error);
    s->pose = s->sampler ? hone_pose_create(model, NULL, error) : NULL;
    s->rig = s->pose ? hone_rig_create(&(hone_rig_desc){.model = model}, error) : NULL;
    bool bodies = s->rig && hone_physics_available() && hone_model_get(model)->body_count > 0;
    if (bodies)
        s->physics = hone_physics_create(&(hone_physics_desc){.model = model}, error);
    return s->rig && (!bodies || s->physics);
}

static void close_stages(stages *s)
{
    hone_physics_destroy(s->physics), hone_rig_destroy(s->rig);
    hone_pose_destroy(s->pose), hone_sampler_destroy(s->sampler);
    free(s->moved), free(s->dynamic);
}

/* Lets bodies follow the bones for 1/30 s, which is two steps, and bones follow the bodies. */
static bool simulate(stages *s, bool first, hone_error *error)
{
    hone_physics_world *world = hone_physics_get_world(s->physics);
    const hone_physics_input input = {
        .bones = hone_rig_bones(s->rig), .physics_off = s->pose->physics_off, .morphs = hone_rig_morphs(s->rig)};
    hone_physics_set_input(s->physics, &input);
    if (first)
        hone_physics_world_reset(world);
    for (int step = 0; step < 2; step++) {
        hone_physics_set_input(s->physics, &input);
        if (!hone_physics_world_step(world, error))
            return false;
    }
    hone_physics_bones(s->physics, hone_rig_bones(s->rig), s->moved, s->dynamic);
    hone_rig_apply_physics(s->rig, s->pose, s->moved, s->dynamic);
    return true;
}

static bool play_frame(stages *s, int frame, hone_error *error)
{
    hone_pose_reset(s->pose, s->model);
    hone_sampler_sample(s->sampler, frame, s->pose); /* a program may change the pose after this line */
    hone_rig_before_physics(s->rig, s->pose);
    if (s->physics && !simulate(s, frame == 0, error))
        return false;
    hone_rig_after_physics(s->rig, s->pose);
    hone_rig_apply_morphs(s->rig);
    return true;
}

/* Prints where the bones that the motion moves are, and by how much IK has turned them, in the order of evaluation. */
static bool print_bones(const stages *s, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(s->model);
    uint32_t second_pass, morphs = 0;
    const uint32_t *order = hone_rig_order(s->rig, &second_pass);
    uint8_t *parts = calloc(skeleton->bone_count + 1, 1);
    if (!parts)
        return hone_fail_memory(error);
    hone_sampler_bound(s->sampler, parts, NULL);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_bone_parts bone = hone_rig_bone_parts(s->rig, s->pose, order[i]);
        const float *m = hone_rig_bones(s->rig)[order[i]].m[0], turn = 2 * acosf(fminf(fabsf(bone.ik.rotation[3]), 1));
        if (parts[order[i]] || turn > 0)
            printf("%s at %.3f %.3f %.3f, turned by IK by %.3f%s\n", skeleton->bones[order[i]].name, (double)m[3],
                   (double)m[7], (double)m[11], (double)turn, i < second_pass ? "" : ", after physics");
    }
    for (uint32_t m = 0; m < s->pose->morph_count; m++) morphs += hone_rig_morph_result(s->rig)->morph_revisions[m] > 0;
    printf("%u morphs of the mesh have acted\n", (unsigned)morphs);
    free(parts);
    return true;
}

/* Plays a motion stage by stage: sampling, rig, physics, rig again, morphs. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: rig_by_hand MODEL MOTION FRAME\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    stages s = {0};
    bool ok = motion && open_stages(&s, model, motion, &error);
    for (int frame = 0; ok && frame <= atoi(argv[3]); frame++) ok = play_frame(&s, frame, &error);
    ok = ok && print_bones(&s, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    close_stages(&s), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
