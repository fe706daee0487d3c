/* The samples that are looked at together, HONE_BAKE_TIMES_PER_FRAME a frame, and what is known of them: a motion of
 * any length takes the same memory. */
#ifndef HONE_SRC_OFFLINE_BAKE_SAMPLE_CHUNK_H
#define HONE_SRC_OFFLINE_BAKE_SAMPLE_CHUNK_H

#include "base/builder.h"
#include "offline/bake/key_reduction.h"
#include <hone/bake.h>

/* Windows overlap by a sample, whose keys belong to both. */
enum { SAMPLE_CHUNK_FRAMES = 128 * HONE_BAKE_TIMES_PER_FRAME + 1 };

/* What of a bone tracks speak of, as hone_channel_path has it. */
enum { BAKE_PARTS = 3 };

/* What tracks say, sample by sample. */
typedef struct bake_samples {
    float *parts[BAKE_PARTS]; /* [bone_count][SAMPLE_CHUNK_FRAMES][width] parent space from bone space */
    float *weights;           /* [morph_count][SAMPLE_CHUNK_FRAMES] */
} bake_samples;

typedef struct hone_sample_chunk {
    const hone_model_data *model; /* that the keys are for */
    uint32_t bone_count;
    const hone_model_data *source; /* the actor's, where that is another; NULL */
    float unit;                    /* of the source's, in the model's */
    bool mirrored;                 /* the source's z has the other sign */
    uint8_t *scaled;               /* [bone_count of the source] its scale is not always that at rest */
    float (*unrests)[4];           /* [bone_count of the source] what undoes a bone's turn at rest */
    uint32_t *order;               /* [bone_count] parents before children */
    uint32_t morph_count;          /* that have tracks */
    uint32_t *morphs;              /* [morph_count] which of the model's they are */
    uint32_t begin, count;         /* samples begin .. begin + count - 1; the first and the last are whole frames */
    hone_affine *worlds;           /* [SAMPLE_CHUNK_FRAMES][bone_count] where the actor's bones were */
    bake_samples truth;            /* as the actor had them */
    bake_samples keyed;            /* as the keys have them */
    uint8_t *animated;      /* [bone_count] some motion speaks of it; else it is at rest, whatever matrix that is */
    float (*last_turns)[4]; /* [bone_count] of the sample before: of a rotation's two quaternions the nearer is taken */
} hone_sample_chunk;

extern const uint32_t hone_bake_part_widths[BAKE_PARTS];

/* All in `memory`; false, with an error, if there is none. */
bool hone_sample_chunk_make(const hone_model *model, hone_bake_player player, hone_builder *memory,
                            hone_sample_chunk *out, hone_error *error);

/* The actor is of another model, from which this one was made for MMD; scale: metres of its unit. */
bool hone_sample_chunk_translate(hone_sample_chunk *window, const hone_model *source, float scale, hone_builder *memory,
                                 hone_error *error);

/* Takes down where the actor is: sample window->begin + at. */
void hone_sample_chunk_note(hone_sample_chunk *window, uint32_t at, hone_actor *actor);

/* Before keys are chosen: every sample is one. */
void hone_sample_chunk_reset(hone_sample_chunk *window);

/* Parent space from bone space, of matrices that turn and move alone; parent NULL: model space. */
hone_transform hone_bake_between(const hone_affine *parent, const hone_affine *bone);

/* Whether a sample of a window is a whole frame. */
static inline bool bake_is_whole(uint32_t at)
{
    return at % HONE_BAKE_TIMES_PER_FRAME == 0;
}

/* The samples of a part of a bone, one of them, and those of a morph. */
static inline float *bake_part(const bake_samples *samples, int part, uint32_t bone)
{
    return samples->parts[part] + (size_t)bone * SAMPLE_CHUNK_FRAMES * hone_bake_part_widths[part];
}

static inline float *bake_part_at(const bake_samples *samples, int part, uint32_t bone, uint32_t at)
{
    return bake_part(samples, part, bone) + (size_t)at * hone_bake_part_widths[part];
}

static inline float *bake_weights(const bake_samples *samples, uint32_t morph)
{
    return samples->weights + (size_t)morph * SAMPLE_CHUNK_FRAMES;
}

/* Parent space from bone space at a sample of the window, as the keys have it. */
hone_affine hone_sample_chunk_local(const hone_sample_chunk *window, uint32_t bone, uint32_t at);

#endif
