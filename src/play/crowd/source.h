/* Samples a clip into complete local transforms: parent space from bone space. If the model is baked, they are those of
 * the bones after the rig. */
#ifndef HONE_SRC_CROWD_SOURCE_H
#define HONE_SRC_CROWD_SOURCE_H

#include "play/crowd/crowd_model.h"

typedef struct hone_crowd_source {
    const hone_model *model;
    hone_sampler *sampler;
    hone_pose *pose;
    hone_rig *rig; /* NULL: not baked */
} hone_crowd_source;

bool hone_crowd_source_open(hone_crowd_source *source, const hone_crowd_model *shared, uint32_t clip,
                            const hone_allocator *allocator, hone_error *error);
void hone_crowd_source_close(hone_crowd_source *source); /* also of a source that failed to open */

/* out: [bone_count] */
void hone_crowd_source_sample(const hone_crowd_source *source, double seconds, hone_transform *out);

/* The same of the rest pose. */
void hone_crowd_rest(const hone_model *model, hone_transform *out);

#endif
