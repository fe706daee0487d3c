/* Channels of a .hclip that keep their keys: those with steps, which samples would smooth. */
#ifndef HONE_SRC_FORMAT_HCLIP_CHANNELS_H
#define HONE_SRC_FORMAT_HCLIP_CHANNELS_H

#include "base/files/byte_reader.h"
#include "base/files/byte_writer.h"
#include "base/memory/builder.h"
#include "files/format/hclip/samples.h"
#include <hone/format.h>

/* Returns whether the value of a channel jumps: it is stepped, or two keys are less than 10 microseconds apart. */
bool hone_hclip_has_step(const hone_channel *channel);

/* Takes the channels with steps out of the samples, if no other channel moves the same. Errors: MEMORY. */
bool hone_hclip_keep_channels(const hone_hclip_desc *desc, const hone_motion *motion, hclip_samples *s,
                              hone_error *error);

/* Writes the channels that s->kept. Errors: MEMORY; those of the writer stick there. */
bool hone_hclip_write_channels(const hone_hclip_desc *desc, const hone_motion *motion, const hclip_samples *s,
                               hone_writer *out, hone_error *error);

/* The names of a file. */
typedef struct hclip_names {
    const hone_channel_target *bones, *morphs;
    uint32_t bone_count, morph_count;
} hclip_names;

/* Reads channels. Returns those, which the builder has; NULL if there are none, or if in->failed is set: the bytes are
 * damaged, or out of memory, which sticks in the builder. */
const hone_channel *hone_hclip_read_channels(hone_reader *in, hone_builder *builder, const hclip_names *names,
                                             uint32_t *count);

#endif
