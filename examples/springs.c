/* Swings the springs of a model by hand, without an actor: springs MODEL STEPS. Prints where the first tail comes to.
 */
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

static bool swing(const hone_model *model, const hone_rig *rig, int steps, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_spring_desc desc = {&data->skeleton,      data->spring_count, data->springs,
                                   data->collider_count, data->colliders,    NULL};
    hone_spring_plan *plan = hone_spring_plan_create(&desc, error);
    if (!plan)
        return false;
    uint32_t joints = hone_spring_joint_count(plan), written;
    hone_spring_state *states = calloc(2 * ((size_t)joints + 1), sizeof *states), *before = states + joints;
    hone_spring_shape *shapes = calloc((size_t)data->collider_count + 1, sizeof *shapes);
    hone_affine *moved = calloc((size_t)data->skeleton.bone_count + 1, sizeof *moved);
    const hone_spring_job job = {
        .plan = plan, .bones = hone_rig_bones(rig), .states = states, .shapes = shapes, .moved = moved};
    const hone_affine aside = hone_affine_translation((float[]){-0.1f, 0, 0});
    if (states && shapes && moved && joints) {
        hone_spring_reset(&job);
        hone_spring_move(plan, &aside, states); /* as if the character had been elsewhere */
        for (int i = 0; i < steps; i++) {
            for (uint32_t j = 0; j < joints; j++) before[j] = states[j];
            hone_spring_step(&job);
        }
        hone_spring_between(plan, before, states, 0.5, job.bones, moved);
        hone_spring_bones(plan, &written);
        printf("%u joints, %u bones: %.3f %.3f %.3f\n", joints, written, states->tail[0], states->tail[1],
               states->tail[2]);
    }
    free(states), free(shapes), free(moved);
    hone_spring_plan_destroy(plan);
    return true;
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    hone_model *model = argc == 3 ? hone_model_load(argv[1], NULL, &error) : NULL;
    hone_rig *rig = model ? hone_rig_create(&(hone_rig_desc){.model = model}, &error) : NULL;
    bool ok = rig && swing(model, rig, atoi(argv[2]), &error);
    if (!ok)
        fprintf(stderr, "springs: %s\n", argc == 3 ? error.message : "usage: springs MODEL STEPS");
    hone_rig_destroy(rig);
    hone_model_release(model);
    return !ok;
}
