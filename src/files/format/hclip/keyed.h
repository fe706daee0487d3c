/* Which bones of a .hclip are stored as MMD's keys instead of samples. */
#ifndef HONE_SRC_FORMAT_HCLIP_KEYED_H
#define HONE_SRC_FORMAT_HCLIP_KEYED_H

#include <hone/format.h>

/* Bones whose motion between samples is not a straight line within a quarter of the tolerance, and those whose keys
 * take fewer bytes.
 * bone_of: [bone_track_count] out: the bone of each track, or HONE_NONE. keyed: [bone_count] out: HCLIP_*.
 * Errors: MEMORY. */
bool hone_hclip_choose_keyed(const hone_hclip_desc *desc, const hone_motion *motion, float tolerance, float distance,
                             int32_t *bone_of, uint8_t *keyed, hone_error *error);

/* Keys all bones with a track that IK chains depend on: a leg that is nearly straight turns far for a small movement of
 * its goal or its root. Returns whether that changes anything. */
bool hone_hclip_key_chains(const hone_model *model, const int32_t *bone_of, uint32_t track_count, uint8_t *keyed);

/* Keys the bones that are off by more than the tolerance between frames, by themselves; keys become exact. motions: as
 * it was, as it is stored. changes: becomes true if there are any. Errors: MEMORY. */
bool hone_hclip_key_worst(const hone_hclip_desc *desc, const hone_motion *const motions[2], float tolerance,
                          float distance, const int32_t *bone_of, uint8_t *keyed, bool *changes, hone_error *error);

#endif
