/* The memory in which a job works: for members side by side, or the rig that evaluates one member after another. */
#ifndef HONE_SRC_CROWD_SCRATCH_H
#define HONE_SRC_CROWD_SCRATCH_H

#include "play/crowd/kernel.h"
#include <hone/blend.h>

/* Evaluates members of models that need a rig. */
typedef struct hone_crowd_rig {
    hone_rig *rig;
    hone_sampler **samplers;             /* [clip_count] */
    hone_pose *poses[HONE_CROWD_LAYERS]; /* of the layers */
    hone_pose *pose;                     /* the blend */
    float *rest_morphs;                  /* [morph_count] */
    hone_transform *rest;                /* [bone_count] */
    uint8_t *animated;                   /* [bone_count] 1: some clip moves the bone */
} hone_crowd_rig;

struct hone_crowd_scratch {
    hone_arena *memory;
    hone_crowd_model *shared;
    /* With tables: */
    const hone_crowd_kernel *kernel;
    hone_crowd_batch batch;
    hone_crowd_mix *mixes; /* [HONE_CROWD_BATCH] */
    hone_affine *unused;   /* [slot_count] the result of lanes without a member */
    /* Without: */
    hone_crowd_rig rig;
    /* For skinning with more than matrices: */
    hone_palette *palette;
};

hone_crowd_scratch *hone_crowd_scratch_create_with(const hone_crowd_model *shared, const hone_crowd_kernel *kernel,
                                                   const hone_allocator *allocator, hone_error *error);

/* Computes the palettes of items that are known to be right; or with `poses` poses in their place, see
 * hone_crowd_model.pose_size. */
void hone_crowd_run_items(hone_crowd_scratch *scratch, const hone_crowd_item *items, uint32_t item_count, bool poses);

bool hone_crowd_rig_make(hone_crowd_rig *rig, const hone_crowd_model *shared, hone_arena *memory,
                         const hone_allocator *allocator, hone_error *error);
void hone_crowd_rig_free(hone_crowd_rig *rig, const hone_crowd_model *shared);

/* Computes the palette of a member. */
void hone_crowd_rig_run(hone_crowd_rig *rig, const hone_crowd_model *shared, const hone_crowd_item *item);

#endif
