#include "format/hclip/rig_error.h"
#include <hone/rig.h>
#include <math.h>
#include <string.h>

typedef struct comparing {
    hone_rig *rigs[2]; /* with the samples, with what is decoded */
    hone_pose *poses[2];
    hone_packed_clip *clip;
} comparing;

static bool make(comparing *c, const hone_hclip_desc *desc, const hone_bytes *block, hone_error *error)
{
    const hone_rig_desc rig = {.model = desc->model, .allocator = desc->allocator};
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++) {
        c->rigs[i] = hone_rig_create(&rig, error);
        c->poses[i] = c->rigs[i] ? hone_pose_create(desc->model, desc->allocator, error) : NULL;
        ok = c->poses[i] != NULL;
    }
    c->clip = ok ? hone_packed_clip_open(block->data, block->size, desc->allocator, error) : NULL;
    return c->clip != NULL;
}

static void release(comparing *c)
{
    for (int i = 0; i < 2; i++) {
        hone_rig_destroy(c->rigs[i]);
        hone_pose_destroy(c->poses[i]);
    }
    hone_packed_clip_close(c->clip);
}

/* Returns the largest distance between the points of a bone. */
static double distance_of(const hone_affine *a, const hone_affine *b, double distance)
{
    double worst = 0;
    for (int axis = 0; axis < 3; axis++) {
        double square = 0;
        for (int r = 0; r < 3; r++) {
            double way =
                ((double)a->m[r][axis] - (double)b->m[r][axis]) * distance + (double)a->m[r][3] - (double)b->m[r][3];
            square += way * way;
        }
        worst = fmax(worst, square);
    }
    return sqrt(worst);
}

bool hone_hclip_rig_error(const hone_hclip_desc *desc, const hone_transform *samples, uint32_t count, float distance,
                          const hone_bytes *block, hone_hclip_report *report, hone_error *error)
{
    comparing c = {{NULL, NULL}, {NULL, NULL}, NULL};
    uint32_t bones = hone_model_skeleton(desc->model)->bone_count;
    bool ok = make(&c, desc, block, error);
    report->rig_error = 0;
    for (uint32_t s = 0; s < count && ok && bones; s++) {
        memcpy(c.poses[0]->bones, samples + (size_t)s * bones, bones * sizeof *samples);
        hone_packed_clip_decode(c.clip, s, c.poses[1]->bones);
        for (int i = 0; i < 2; i++) hone_rig_evaluate(c.rigs[i], c.poses[i]);
        for (uint32_t b = 0; b < bones; b++) {
            double off = distance_of(hone_rig_bones(c.rigs[0]) + b, hone_rig_bones(c.rigs[1]) + b, (double)distance);
            if (off > report->rig_error)
                report->rig_error = off, report->rig_bone = b, report->rig_sample = s;
        }
    }
    release(&c);
    return ok;
}
