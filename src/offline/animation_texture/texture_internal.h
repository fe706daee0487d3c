/* The types that the files of this folder share: a texture with its memory, and its texels as floats. */
#ifndef HONE_SRC_OFFLINE_ANIMATION_TEXTURE_INTERNAL_H
#define HONE_SRC_OFFLINE_ANIMATION_TEXTURE_INTERNAL_H

#include "base/memory/arena.h"
#include <hone/animation_texture.h>

/* A texture that hone_animation_texture_create has made. */
typedef struct owned_texture {
    hone_animation_texture texture; /* first, so that its address is this struct's */
    hone_arena *memory;
    uint8_t *bytes; /* the texels, which `texture` has as const */
} owned_texture;

/* Computes the layout: all members of a texture that are no arrays, and `size`. Errors: ARGUMENT, UNSUPPORTED. */
bool hone_animation_lay_out(const hone_animation_texture_desc *desc, hone_animation_texture *out, hone_error *error);

/* Writes the numbers of all items: [frames][items][texels_per_item][4]. Errors: ARGUMENT, if one is not finite or does
 * not fit the content. */
bool hone_animation_values(const hone_animation_texture_desc *desc, const hone_animation_texture *texture,
                           float (*out)[4], hone_error *error);

/* Chooses offset and scale, and stores the numbers of hone_animation_values as texels. Errors: UNSUPPORTED, if a number
 * does not fit half floats. */
bool hone_animation_encode(owned_texture *owned, const float (*values)[4], hone_error *error);

/* Reads the numbers of an item: [texels_per_item]. */
void hone_animation_decode(const hone_animation_texture *texture, uint32_t frame, uint32_t item,
                           float out[HONE_ANIMATION_MAX_TEXELS][4]);

/* Whether the items are slots; otherwise they are vertices. */
bool hone_animation_has_slots(hone_animation_content content);

/* A motion that is played by itself, from its beginning. */
hone_actor *hone_animation_play(const hone_animation_bake_desc *desc, uint32_t motion, hone_error *error);

/* Plays all clips again, and measures the texture. Errors: MEMORY. */
bool hone_animation_measure(const hone_animation_bake_desc *desc, const hone_animation_texture *texture,
                            hone_animation_report *report, hone_error *error);

/* Tells the caller how much is done. Errors: ARGUMENT, if it cancels. */
bool hone_animation_progress(const hone_animation_bake_desc *desc, uint32_t done, uint32_t total, hone_error *error);

/* Returns the largest distance between two arrays of points, and its index. */
double hone_animation_distance(const float (*a)[3], const float (*b)[3], uint32_t count, uint32_t *worst);

#endif
