/* retarget: a motion of one humanoid model as a motion for another. How: docs/retargeting.md.
 */
#ifndef HONE_RETARGET_H
#define HONE_RETARGET_H

#include <hone/actor.h>
#include <hone/bake.h>
#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_retarget_desc {
    hone_actor *source;       /* required: plays what is to be played, on the model that it was made for; is updated at
                                 frames 0, 1, 2, …, and left at the last */
    const hone_model *target; /* required */
    uint32_t last_frame;      /* below HONE_BAKE_FRAMES_MAX */
    float tolerance;          /* how far leaving a key out may move what its bone carries, in the target's unit; 0: none
                                 is left out that says anything */
    bool reach_hands;         /* hands that are near one another in the source are brought as near by bending the arms,
                                 which then point elsewhere */
    bool (*progress)(void *user, uint32_t frame); /* after each frame; false: give up. NULL: not asked */
    void *user;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_retarget_desc;

typedef struct hone_retarget_report {
    uint64_t keys_before, keys_after; /* one a frame; those that are left */
    uint32_t bones, morphs;           /* how many are moved */
    float scale;                      /* target's units of one of the source's: by the lengths of their legs */
} hone_retarget_report;

/* What one humanoid does, as a motion for another, 30 keys a second. Limbs point where the source's do, whatever the
 * two rest poses are; trunk, head and feet turn by as much as the source's do; the hips go as far as the legs are long;
 * ankles are brought to where the source's are, scaled, with soles as far from the ground. For a model of MMD's the
 * goals of its legs' chains have keys as well, so that its feet stay where they are put; its twist bones turn. Morphs
 * follow by name (docs/retargeting.md). Channels for a .x or glTF, tracks for MMD's. report may be NULL.
 * Errors: ARGUMENT (no actor or model; one is no humanoid, see hone_humanoid_of; given up), MEMORY. */
HONE_API hone_motion *hone_retarget(const hone_retarget_desc *desc, hone_retarget_report *report, hone_error *error);

/* A human of MMD's usual proportions, bone names and leg chains, in its usual A-pose, with nothing to see: on what a
 * motion of MMD's plays whose own model is not there. It has a morph of each name that `motion` (may be NULL) knows.
 * Errors: MEMORY. */
HONE_API hone_model *hone_mmd_default_skeleton(const hone_motion *motion, const hone_allocator *allocator,
                                               hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
