/* Chooses how a packed glTF stores the channels of bones: how many keys, and how precisely. What is chosen is measured
 * in model space: the boxes around the vertices that each bone carries, through the whole hierarchy, at four times of
 * each frame.
 *
 * Steps, a file for each: joints.c lists the bones that move and their boxes; chunk.c compares a few seconds of all
 * bones with what is stored; spacing.c chooses how many keys each channel has, tracks.c makes them, grid.c rounds them;
 * precision.c chooses how precise each channel is in a chunk; fit.c tries several choices; output.c writes the best. */
#ifndef HONE_SRC_FORMAT_GLTF_WRITE_FIT_FIT_CHANNELS_H
#define HONE_SRC_FORMAT_GLTF_WRITE_FIT_FIT_CHANNELS_H

#include "core/tolerance/fit.h"
#include "files/format/gltf/write/writer.h"

/* Samples are at quarters of frames. A chunk is some samples that are fitted at once; each channel has a key at its
 * ends. The numbers of samples between keys divide it. */
enum {
    FIT_RATE = 4 * 30, /* samples in a second */
    FIT_CHUNK = 480,   /* from one chunk to the next, which share a sample */
    FIT_CHUNK_SAMPLES = FIT_CHUNK + 1,
    FIT_CHUNK_KEYS = FIT_CHUNK_SAMPLES + 4, /* at most: steps may be between samples */
    FIT_BLOCKS = (FIT_CHUNK_SAMPLES + TOLERANCE_TIMES - 1) / TOLERANCE_TIMES
};

/* Numbers of samples between keys that stand for other keys. */
enum { FIT_AS_BAKED = 0, FIT_SINGLE = 255 };

enum { FIT_STRIDE_ROTATION = 8, FIT_STRIDE_VECTOR = 12, FIT_STRIDE_WIDE = 16 };
enum { FIT_BITS_LEAST = 4, FIT_BITS_MOST = 16 };

/* A bone with channels. Bones without channels move with the next one above that has some. */
typedef struct fit_joint {
    uint32_t bone;
    hone_affine above;                         /* from the parent's space to that of the bone's channels */
    bool has_above;                            /* whether it is not the identity */
    hone_transform rest;                       /* the parts that have no channel */
    float low[3], high[3], centre[3], half[3]; /* box around what it carries by itself */
} fit_joint;

/* Keys of a channel as they were baked, in glTF's space. */
typedef struct fit_source {
    uint8_t path;
    uint32_t bone, width, count;
    const double *times;
    const float *values; /* [count][width] */
    float reach;         /* how far a rotation of 1, or a scale of 2, moves what the bone carries, at most */
    bool stepped;        /* each value holds up to the next key: keys and times stay */
    uint32_t twin; /* the first source with the same keys, such as those of a bone that copies another; or itself */
} fit_source;

/* Keys of a channel as they will be written. */
typedef struct fit_track {
    const fit_source *source;
    uint32_t joint; /* place */
    uint32_t spacing, count, stride;
    bool wide;             /* a rotation of four floats */
    int time_exponent;     /* of fit_times */
    const float *times;    /* [count], of the file */
    const float *exact;    /* [count][width] */
    float *decoded;        /* [count][width] after rounding */
    uint8_t *elements;     /* [count][stride] of the compressed view */
    const uint32_t *first; /* [chunk_count + 1] the key at the begin of each chunk */
} fit_track;

/* Times that several tracks share. */
typedef struct fit_times {
    uint32_t count;
    int exponent; /* they are multiples of 2 to this; 0: they are not rounded */
    float *times;
    uint32_t *first;
} fit_times;

/* How the tolerance is used. */
typedef struct fit_attempt {
    float keys;     /* part of the tolerance for leaving out keys */
    float times;    /* part for the rounding of times */
    float rotation; /* part that 16 bits of a rotation may take; where they take more, it has four floats */
    bool backward;  /* whether precision is taken from the last joints first */
} fit_attempt;

typedef struct fit_state {
    gltf_writer *writer;
    hone_arena *memory;
    float tolerance;
    const fit_attempt *attempt;
    uint32_t sample_count, chunk_count;
    uint32_t joint_count;
    fit_joint *joints; /* each with all that are below it behind it */
    int32_t *parents;  /* [joint_count] place of a joint, or HONE_NONE */
    uint32_t *ends;    /* [joint_count] place after the last joint below */
    uint32_t *places;  /* [bone_count] the joint that carries a bone; UINT32_MAX: none */
    const fit_source *sources;
    uint32_t source_count;
    uint32_t *spacings;               /* [source_count] samples between keys */
    fit_track *tracks;                /* [source_count] */
    fit_times shared[FIT_SINGLE + 1]; /* by spacing */
} fit_state;

/* Everything in memory of its own, which is released with it. */
typedef struct gltf_fit {
    hone_arena *memory;
    const fit_track *tracks; /* one for each source */
    uint64_t size;           /* bytes that they take, compressed */
    float error;             /* measured: how far the corner of a box is from where it was */
} gltf_fit;

/* A few seconds of all joints, while keys and precisions are chosen. */
typedef struct fit_chunk {
    fit_state *f;
    uint32_t index, sample_count;
    tolerance_tree tree;
} fit_chunk;

/* ---- for the writer ---- */

/* Chooses keys and precisions. sources: [count]. Returns false if the tolerance cannot be kept so, or out of memory,
 * which sticks in the writer. The caller destroys out->memory. */
bool hone_gltf_fit(gltf_writer *writer, const fit_source *sources, uint32_t count, uint32_t sample_count,
                   gltf_fit *out);

/* Adds the channels of bones to the writer, as hone_gltf_fit chooses their keys. Returns false if it adds none: keys
 * are not at quarters of frames, the tolerance is 0 or cannot be kept, or out of memory, which sticks. */
bool hone_gltf_add_fitted(gltf_writer *writer, fit_source *sources, uint32_t count);

/* ---- parts ---- */

/* Lists the joints and their boxes. Returns false if out of memory. */
bool hone_gltf_fit_joints(fit_state *f);

/* Chooses the spacings, as wide as the part of the tolerance for keys allows. Returns false if out of memory. */
bool hone_gltf_fit_spacings(fit_state *f, fit_chunk *chunk);

/* Returns the number of keys a number of samples apart. */
uint32_t hone_gltf_fit_count(uint32_t samples, uint32_t spacing);
/* Makes the tracks. Returns false if out of memory. */
bool hone_gltf_fit_tracks(fit_state *f);
/* Fills in the value of a source at a time; *key is the last key at or before it, and goes up. */
void hone_gltf_fit_value(const fit_source *source, double time, uint32_t *key, float *out);

/* Computes keys for the samples from `begin` to `end`, one after `spacing` samples and one at the end, that are as near
 * to the source as possible; the first and the last have its values. values: [FIT_CHUNK_SAMPLES][4], of which a key
 * takes `width` floats. Returns how many they are. */
uint32_t hone_gltf_fit_keys(const fit_source *source, uint32_t begin, uint32_t end, uint32_t spacing, float *values);

/* Rounds keys. precision: bits of a component of a rotation; minus the exponent of the grid of vectors.
 * decoded: [count][width]; elements: [count][stride]. Returns false if the values are too large for the precision. */
bool hone_gltf_fit_round(const fit_track *track, uint32_t first, uint32_t count, int precision, float *decoded,
                         uint8_t *elements);
/* Returns a time as the compressed view has it. */
uint32_t hone_gltf_fit_time_word(float time, int exponent);
/* Returns the bytes of compressed elements. room: hone_gltf_fit_room bytes. */
uint64_t hone_gltf_fit_size(const uint8_t *elements, uint32_t stride, uint32_t count, uint8_t *room);
size_t hone_gltf_fit_room(uint32_t count);

bool hone_gltf_fit_chunk_make(fit_chunk *chunk, fit_state *f);
/* Computes the truth of a chunk. */
void hone_gltf_fit_chunk_begin(fit_chunk *chunk, uint32_t index);
/* Samples keys into parts of a joint. parts: [block_count of the tree], `stride` from one to the next. */
void hone_gltf_fit_chunk_sample(const fit_chunk *chunk, const fit_source *keys, tolerance_parts *parts, size_t stride);
/* Samples keys into the parts of their joint. */
void hone_gltf_fit_chunk_set(fit_chunk *chunk, const fit_source *keys);
/* Tries other keys of a channel. Returns whether all errors stay within the limit; then they are the chunk's. */
bool hone_gltf_fit_chunk_try(fit_chunk *chunk, const fit_source *keys, float limit);

/* Chooses the precision of all tracks in all chunks, and measures what is then stored. error: out: the largest distance
 * of a corner of a box. Returns false if the tolerance cannot be kept, or out of memory. */
bool hone_gltf_fit_precisions(fit_state *f, fit_chunk *chunk, float *error);

#endif
