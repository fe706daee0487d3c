/* The error of a packed clip once IK and append of an MMD model are applied. */
#ifndef HONE_SRC_FORMAT_HCLIP_RIG_ERROR_H
#define HONE_SRC_FORMAT_HCLIP_RIG_ERROR_H

#include <hone/format.h>

/* Evaluates the rig with the samples, [count][bone_count], and with what the block decodes to; sets the fields of the
 * report that begin with rig. */
bool hone_hclip_rig_error(const hone_hclip_desc *desc, const hone_transform *samples, uint32_t count, float distance,
                          const hone_bytes *block, hone_hclip_report *report, hone_error *error);

#endif
