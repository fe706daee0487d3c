/* hone_motion_create for readers that have checked keys themselves. */
#ifndef HONE_SRC_MOTION_MAKING_H
#define HONE_SRC_MOTION_MAKING_H

#include <hone/motion.h>

typedef struct hone_motion_context {
    bool strict;         /* as in hone_motion_desc */
    bool good_bone_keys; /* the keys of each bone track ascend, and hone_repair_length returned true for all of them */
} hone_motion_context;

hone_motion *hone_motion_make(hone_builder *builder, const hone_motion_data *data, const hone_motion_context *how,
                              hone_error *error);

#endif
