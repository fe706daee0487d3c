/* The weights of morphs over time, from the channels of a motion that is linear or stepped. */
#ifndef HONE_SRC_FORMAT_GLTF_WRITE_WEIGHT_TRACKS_H
#define HONE_SRC_FORMAT_GLTF_WRITE_WEIGHT_TRACKS_H

#include <hone/motion.h>

/* The track of one morph in a channel of weights. */
typedef struct gltf_weight_track {
    const hone_channel *channel; /* NULL: the weight does not change */
    uint32_t column;             /* index in each key's values */
    uint32_t key;                /* the last key at or before the current time */
} gltf_weight_track;

bool hone_gltf_is_stepped(const hone_channel *channel);

/* Returns the weight at a time, of which each call has a later one. */
float hone_gltf_weight_at(gltf_weight_track *track, double time);

/* In all of these, of_morph is [morph_count]: 1 + the track of a morph; 0: it is not wanted. */

/* Return how many channels that move such morphs have keys of an interpolation, and how many keys all of them have. */
uint32_t hone_gltf_count_weights_with(const hone_motion_data *motion, const uint32_t *of_morph,
                                      hone_interpolation interpolation);
uint64_t hone_gltf_count_weight_keys(const hone_motion_data *motion, const uint32_t *of_morph);

/* Merges the times of these channels, without repetitions. linear: whether steps have two times even if all channels
 * are stepped. out: has room for two times a key. Returns how many there are. */
uint32_t hone_gltf_merge_weight_times(const hone_motion_data *motion, const uint32_t *of_morph, bool linear,
                                      double *out);

/* tracks: out: those that have keys. */
void hone_gltf_find_weight_tracks(const hone_motion_data *motion, const uint32_t *of_morph, gltf_weight_track *tracks);

#endif
