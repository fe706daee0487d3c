#include "files/format/hclip/rig_error.h"
#include <hone/rig.h>
#include <math.h>
#include <string.h>

typedef struct rig_error_context { /* as it was, as it is stored */
    hone_rig *rigs[2];
    hone_pose *poses[2];
    hone_sampler *samplers[2];
} rig_error_context;

static bool make(rig_error_context *c, const hone_hclip_desc *desc, const hone_motion *const motions[2],
                 hone_error *error)
{
    const hone_rig_desc rig = {.model = desc->model, .allocator = desc->allocator};
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++) {
        const hone_sampler_desc sampler = {.model = desc->model, .motion = motions[i], .allocator = desc->allocator};
        c->rigs[i] = hone_rig_create(&rig, error);
        c->poses[i] = c->rigs[i] ? hone_pose_create(desc->model, desc->allocator, error) : NULL;
        c->samplers[i] = c->poses[i] ? hone_sampler_create(&sampler, error) : NULL;
        ok = c->samplers[i] != NULL;
    }
    return ok;
}

static void release(rig_error_context *c)
{
    for (int i = 0; i < 2; i++) {
        hone_rig_destroy(c->rigs[i]);
        hone_pose_destroy(c->poses[i]);
        hone_sampler_destroy(c->samplers[i]);
    }
}

/* Returns the largest distance between the points of a bone. */
static double distance_of(const hone_affine *a, const hone_affine *b, double distance)
{
    double worst = 0;
    for (int axis = 0; axis < 3; axis++) {
        double square = 0;
        for (int r = 0; r < 3; r++) {
            double offset =
                ((double)a->m[r][axis] - (double)b->m[r][axis]) * distance + (double)a->m[r][3] - (double)b->m[r][3];
            square += offset * offset;
        }
        worst = fmax(worst, square);
    }
    return sqrt(worst);
}

static void evaluate(const rig_error_context *c, const hone_model *model, double frame)
{
    for (int i = 0; i < 2; i++) {
        hone_pose_reset(c->poses[i], model);
        hone_sampler_sample(c->samplers[i], frame, c->poses[i]);
        hone_rig_evaluate(c->rigs[i], c->poses[i]);
    }
}

static uint32_t sample_at(const hone_hclip_report *report, double frame)
{
    return (uint32_t)(frame / HONE_FRAMES_PER_SECOND * report->rate + 1e-6);
}

bool hone_hclip_rig_error(const hone_hclip_desc *desc, const hone_motion *was, const hone_motion *is, float distance,
                          hone_hclip_report *report, hone_error *error)
{
    enum { PER_FRAME = 4 };
    rig_error_context c = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    uint32_t bones = hone_model_skeleton(desc->model)->bone_count;
    bool ok = make(&c, desc, (const hone_motion *const[2]){was, is}, error);
    double last = hone_motion_duration(was) * HONE_FRAMES_PER_SECOND * PER_FRAME;
    report->rig_error = 0;
    for (uint32_t s = 0; s <= last + 0.5 && ok && bones; s++) {
        evaluate(&c, desc->model, s / (double)PER_FRAME);
        for (uint32_t b = 0; b < bones; b++) {
            double off = distance_of(hone_rig_bones(c.rigs[0]) + b, hone_rig_bones(c.rigs[1]) + b, (double)distance);
            if (off > report->rig_error)
                report->rig_error = off, report->rig_bone = b,
                report->rig_sample = sample_at(report, s / (double)PER_FRAME);
        }
    }
    release(&c);
    return ok;
}
