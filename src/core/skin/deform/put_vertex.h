/* Stores vertices of which the turn and the place are known: what delta mush ends with, and the definition of direct
 * delta mush. */
#ifndef HONE_SRC_SKIN_DEFORM_PUT_VERTEX_H
#define HONE_SRC_SKIN_DEFORM_PUT_VERTEX_H

#include "core/skin/compiled.h"

/* A vertex u goes to turn (u - from) + to. */
typedef struct hone_mush_pose {
    float turn[3][3], from[3], to[3];
} hone_mush_pose;

/* Returns the rest positions of a block of a skin: the copy that the job brings, or the skin's own. */
const hone_skin_frame3 *hone_mush_positions(const hone_skin *skin, const hone_skin_job *job, uint32_t block);
const hone_skin_frame3 *hone_mush_normals(const hone_skin *skin, const hone_skin_job *job, uint32_t block);

/* Stores position, normal and tangent of a lane of the skin, as far as the job wants them. */
void hone_mush_put(const hone_skin *skin, const hone_skin_job *job, uint32_t lane, const hone_mush_pose *pose);

#endif
