/* Keys of bones in a .hclip: MMD's own keys with their curves, in few bytes. The layout is in docs/formats.md. */
#ifndef HONE_SRC_FORMAT_HCLIP_KEYS_H
#define HONE_SRC_FORMAT_HCLIP_KEYS_H

#include "base/files/byte_reader.h"
#include "base/files/byte_writer.h"
#include "base/memory/builder.h"
#include <hone/format.h>
#include <hone/io.h>

/* How a bone is stored. Rotations of keys are rounded to 20 bits a component, or floats. */
enum { HCLIP_SAMPLED, HCLIP_KEYED, HCLIP_KEYED_EXACTLY };

/* Writes the tracks whose bone is keyed. bone_of: [bone_track_count] the bone of a track, or HONE_NONE. keyed:
 * [bone_count] HCLIP_*. */
void hone_hclip_write_keys(const hone_motion_data *motion, const int32_t *bone_of, const uint8_t *keyed,
                           hone_writer *out);

/* Reads tracks. bones: [bone_count] their names. Returns the tracks, which the builder has; NULL if there are none, or
 * if in->failed is set: the bytes are damaged, or out of memory, which sticks in the builder. */
const hone_bone_track *hone_hclip_read_keys(hone_reader *in, hone_builder *builder, const hone_channel_target *bones,
                                            uint32_t bone_count, uint32_t *count);

#endif
