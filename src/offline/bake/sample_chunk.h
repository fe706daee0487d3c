/* A chunk of samples that are processed together, HONE_BAKE_TIMES_PER_FRAME per frame. Because of chunks a motion of
 * any length needs the same memory. */
#ifndef HONE_SRC_OFFLINE_BAKE_SAMPLE_CHUNK_H
#define HONE_SRC_OFFLINE_BAKE_SAMPLE_CHUNK_H

#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "base/lanes/lanes_affine.h"
#include "base/memory/arena.h"
#include "core/model/front.h"
#include "offline/bake/key_reduction.h"
#include <hone/bake.h>

/* Adjacent chunks share one sample, whose keys belong to both. */
enum { SAMPLE_CHUNK_FRAMES = 128 * HONE_BAKE_TIMES_PER_FRAME + 1 };

/* Tracks are stored one after the other. So that a bone's samples are read while they are in the cache, work on all
 * bones is done for this many samples at a time. */
enum { SAMPLE_BLOCK = 8 };

/* So many samples of a bone are worked on at once, each in a lane. */
enum { SAMPLE_LANES = HONE_LANES, SAMPLE_GROUPS = SAMPLE_BLOCK / SAMPLE_LANES };

/* The parts of a bone that have tracks, numbered as hone_channel_path. */
enum { BAKE_PARTS = 3 };

/* Values of all tracks, sample by sample. */
typedef struct bake_samples {
    /* [bone_count][SAMPLE_CHUNK_FRAMES][width] parent space from bone space; NULL beyond the chunk's part_count */
    float *parts[BAKE_PARTS];
    float *weights; /* [morph_count][SAMPLE_CHUNK_FRAMES] */
} bake_samples;

typedef struct hone_sample_chunk {
    const hone_model_data *model; /* the model that the keys are for */
    uint32_t bone_count;
    int part_count;                /* parts that have samples: in MMD's space all but the scale, which is always 1 */
    const hone_model_data *source; /* the actor's model if it is another one, else NULL */
    float unit;                    /* length of the source's unit in units of the model */
    hone_axes axes;                /* from the source's to MMD's */
    uint8_t *scaled;               /* [bone_count of the source] 1: the scale is not always the rest scale */
    float (*unrests)[4];           /* [bone_count of the source] inverse rest rotation */
    uint32_t *order;               /* [bone_count] parents before children */
    uint32_t morph_count;          /* number of morphs that have tracks */
    uint32_t *morphs;              /* [morph_count] their indices in the model */
    uint32_t begin, count;         /* samples begin .. begin + count - 1; the first and the last are whole frames */
    hone_affine *model_from_bone;  /* [SAMPLE_CHUNK_FRAMES][bone_count] model space, as the actor had the bones */
    bake_samples truth;            /* samples as the actor had them */
    bake_samples keyed;            /* samples as the keys give them */
    /* [bone_count] 1: a motion animates the bone; 0: it keeps its rest matrix, which may be any matrix */
    uint8_t *animated;
    uint8_t
        *held; /* [bone_count] 1: no part of the bone needs a key in this chunk; the first sample of `keyed` holds */
    /* [bone_count] Rotation of the sample before. Of a rotation's two quaternions the nearer one is used. */
    float (*last_turns)[4];
} hone_sample_chunk;

extern const uint32_t hone_bake_part_widths[BAKE_PARTS];

/* All arrays come from `memory`. Returns false with an error if it is out of memory. */
bool hone_sample_chunk_make(const hone_model *model, hone_bake_player player, hone_arena *memory,
                            hone_sample_chunk *out, hone_error *error);

/* For an actor of another model, from which this MMD model was converted. scale: metres per unit of the actor's
 * model. */
bool hone_sample_chunk_translate(hone_sample_chunk *chunk, const hone_model *source, float scale, hone_arena *memory,
                                 hone_error *error);

/* The data of one thread that fills a chunk. */
typedef struct hone_sample_scratch {
    uint8_t *animated, *scaled; /* what this thread found for the chunk's arrays of these names */
    /* [bone_count][SAMPLE_GROUPS] only in MMD's space: the bones of a block of samples, and their rotations */
    lanes_affine *matrices;
    lanes (*rotations)[4];
} hone_sample_scratch;

bool hone_sample_scratch_make(const hone_sample_chunk *chunk, hone_arena *memory, hone_sample_scratch *out);

/* The three steps that fill a chunk. Each may run on several threads. */

/* 1. Records the actor's state as sample chunk->begin + at: its bones, morph weights and, for a model outside MMD's
 * space, the values of its pose. Threads differ in samples. place: where the actor is, in its own units; NULL: at its
 * own place. */
void hone_sample_chunk_record(hone_sample_chunk *chunk, uint32_t at, hone_actor *actor, const hone_affine *place,
                              hone_sample_scratch *scratch);

/* 2. For a model in MMD's space: derives the values in parent space from the bones, for samples begin .. end - 1.
 * Threads differ in samples. */
void hone_sample_chunk_derive(hone_sample_chunk *chunk, uint32_t begin, uint32_t end, hone_sample_scratch *scratch);

/* 3. Of each rotation's two quaternions chooses the one nearer to that of the sample before. corrected: the rotations
 * were changed after step 2, and chunk->keyed still has those of step 2. Threads differ in bones. */
void hone_sample_chunk_follow_signs(hone_sample_chunk *chunk, uint32_t bone_begin, uint32_t bone_end, bool corrected);

/* Adds what a thread found. */
void hone_sample_chunk_collect(hone_sample_chunk *chunk, const hone_sample_scratch *scratch);

/* Makes every sample of a bone's part, or of a morph, a key again before keys are chosen. */
void hone_sample_chunk_reset_part(hone_sample_chunk *chunk, int part, uint32_t bone);
void hone_sample_chunk_reset_weights(hone_sample_chunk *chunk, uint32_t morph);

/* Parent space from bone space, for matrices without scale. parent NULL: model space. */
hone_transform hone_bake_between(const hone_affine *parent, const hone_affine *bone);

/* Returns whether a sample of a chunk is on a whole frame. */
static inline bool bake_is_whole_frame(uint32_t at)
{
    return at % HONE_BAKE_TIMES_PER_FRAME == 0;
}

/* The samples of a bone's part, one of them, and the samples of a morph. */
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

/* Parent space from bone space at SAMPLE_LANES samples of the chunk, as the keys give it. `at` holds their indices. */
lanes_affine hone_sample_chunk_local(const hone_sample_chunk *chunk, uint32_t bone, const uint32_t at[SAMPLE_LANES]);

/* The indices of the samples of a group. Those beyond the last sample of the block are the last one. */
static inline void bake_group_samples(uint32_t begin, uint32_t count, uint32_t group, uint32_t at[SAMPLE_LANES])
{
    for (uint32_t i = 0; i < SAMPLE_LANES; i++) {
        uint32_t next = group * SAMPLE_LANES + i;
        at[i] = begin + (next < count ? next : count - 1);
    }
}

#endif
