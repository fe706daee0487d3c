/* The changes that a scene makes to a model's pose, over all motions, and the materials that it hides. */
#ifndef HONE_TOOL_PLAY_CORRECTIONS_H
#define HONE_TOOL_PLAY_CORRECTIONS_H

#include "tool/messages/report.h"
#include "tool/scene/scene.h"

#include <hone/actor.h>

typedef struct corrections { /* all zero: none */
    const scene_model *from;
    bool chains_off;      /* all IK chains, before the corrections */
    int32_t *bones;       /* [from->bone_count] indices in the model; HONE_NONE: it has no such bone */
    int32_t *morphs;      /* [from->morph_count] */
    int32_t *chains;      /* [from->chain_count] indices in hone_skeleton.iks */
    float (*turns)[4];    /* [from->bone_count] rotations; of a bone with a fixed axis only those about it */
    bool *hidden;         /* [material_count]; NULL: none is hidden */
    hone_pose_edit *over; /* changes the pose after all this, as a page does by hand; NULL: nothing does */
    void *over_user;
} corrections;

/* Finds the names in the model; warns of those that it does not have. from NULL: nothing is changed. False: out of
 * memory. Both must outlive `out`. */
bool corrections_make(const scene_model *from, const hone_model *model, const char *path, corrections *out, report *r);
void corrections_release(corrections *c);

/* A hone_pose_edit; user: the corrections. */
void corrections_apply(void *user, double frame, hone_pose *pose);

#endif
