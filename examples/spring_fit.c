/* Makes springs of the bodies of a model, and tells how far they are from Bullet: spring_fit MODEL [MOTION...]. A row
 * for each motion, over its first minute: mean length of the chains; RMS of tips without physics, with VRM's default
 * values, and fitted; their ratios; the chain that is off by the largest part of its length. */
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

static void print_fit(const hone_spring_fit_report *r)
{
    printf("%u chains, %u joints, %u colliders; left out: %u bodies, %u colliders, %u joints between chains\n",
           r->chain_count, r->joint_count, r->collider_count, r->bodies_left_out, r->colliders_left_out,
           r->cross_joints);
    printf("length %.2f: rigid %.3f, fitted %.3f to the motion that is built in\n", r->length, r->rigid_error,
           r->error);
}

static uint32_t worst_of(const hone_spring_error *errors, uint32_t count)
{
    uint32_t worst = 0;
    double most = -1;
    for (uint32_t b = 0; b < count; b++)
        if (errors[b].length > 0 && errors[b].error / errors[b].length > most)
            most = errors[b].error / errors[b].length, worst = b;
    return worst;
}

static bool print_row(const hone_model *bodies, const hone_model *springs, const char *path, hone_error *error)
{
    uint32_t count = hone_model_skeleton(bodies)->bone_count;
    hone_motion *motion = hone_motion_load(path, NULL, error);
    hone_spring_error *errors = calloc((size_t)count + 1, sizeof *errors), all;
    uint32_t last = motion ? (uint32_t)hone_frame_from_seconds(hone_motion_duration(motion)) : 0;
    const hone_spring_compare_desc desc = {.bodies = bodies,
                                           .springs = springs,
                                           .motion = motion,
                                           .last_frame = last < 1800 ? last : 1800,
                                           .errors = errors};
    bool ok = errors && motion && hone_spring_compare(&desc, &all, error);
    if (ok && count) {
        uint32_t worst = worst_of(errors, count);
        printf("length %.2f: rigid %.3f, default %.3f, fitted %.3f = %.2f, %.2f of them, %.0f %% of the length; "
               "worst %s: %.2f of %.2f (%s)\n",
               all.length, all.rigid_error, all.default_error, all.error, all.error / all.rigid_error,
               all.error / all.default_error, 100 * all.error / all.length,
               hone_model_skeleton(bodies)->bones[worst].name, errors[worst].error, errors[worst].length, path);
    }
    hone_motion_release(motion);
    free(errors);
    return ok;
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    hone_spring_fit_report report;
    hone_model *model = argc > 1 ? hone_model_load(argv[1], NULL, &error) : NULL;
    hone_workers *workers = hone_workers_create(0, NULL, NULL); /* NULL: this thread alone */
    hone_model *springs = hone_spring_fit(&(hone_spring_fit_desc){.model = model, .workers = workers}, &report, &error);
    bool ok = springs != NULL;
    if (ok)
        print_fit(&report);
    for (int i = 2; ok && i < argc; i++) ok = print_row(model, springs, argv[i], &error);
    if (!ok)
        fprintf(stderr, "spring_fit: %s\n", argc > 1 ? error.message : "usage: spring_fit MODEL [MOTION...]");
    hone_workers_destroy(workers);
    hone_model_release(springs);
    hone_model_release(model);
    return !ok;
}
