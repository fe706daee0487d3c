/* The place and the turn of each node in a pose, as delta mush and direct delta mush find them. */
#ifndef HONE_SRC_SKIN_DEFORM_MUSH_POSE_H
#define HONE_SRC_SKIN_DEFORM_MUSH_POSE_H

#include "core/skin/deform/mush.h"

/* A vertex u of the node goes to turn (u - from) + to. */
typedef struct hone_mush_pose {
    float turn[3][3], from[3], to[3];
} hone_mush_pose;

/* room: what hone_skin_room asks for, behind `out`. */
void hone_delta_mush_pose(hone_workers *workers, const hone_delta_mush *mush, const hone_skin *skin,
                          const hone_skin_job *job, const hone_skin_kernel *kernel, float (*room)[3],
                          hone_mush_pose *out);

void hone_direct_mush_pose(hone_workers *workers, const hone_direct_mush *mush, const hone_palette *palette,
                           hone_mush_pose *out);

#endif
