/* The error of a packed clip once IK and append of an MMD model are applied. */
#ifndef HONE_SRC_FORMAT_HCLIP_RIG_ERROR_H
#define HONE_SRC_FORMAT_HCLIP_RIG_ERROR_H

#include <hone/format.h>

/* Evaluates the rig with two motions at four times of each frame; sets the fields of the report that begin with rig. */
bool hone_hclip_rig_error(const hone_hclip_desc *desc, const hone_motion *was, const hone_motion *is, float distance,
                          hone_hclip_report *report, hone_error *error);

#endif
