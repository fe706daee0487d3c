/* The keys of a channel while they are placed. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_BAKED_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_BAKED_H

#include <hone/base.h>

enum { FBX_WIDTH_MAX = 4 }; /* numbers of a value */

/* Keys, between which a channel is linear or a cubic spline, as in hone_channel. Set allocator and is_cubic first, and
 * leave them. */
typedef struct fbx_baked {
    const hone_allocator *allocator; /* NULL: malloc */
    bool is_cubic;
    bool is_rotation;
    bool full;      /* a key was left out, since there would be more than the limit */
    bool no_memory; /* a key was left out */
    uint32_t width; /* numbers of a value */
    uint32_t count, limit, capacity;
    double *times; /* [count] seconds from the start */
    float *values; /* [count][width] of a spline [count][3][width]: in-tangent, value, out-tangent */
} fbx_baked;

/* The tangents of a cubic piece, at its begin and its end: change a second. */
typedef struct fbx_tangents {
    double out[FBX_WIDTH_MAX], in[FBX_WIDTH_MAX];
} fbx_tangents;

/* Begins again, with the memory that there is. */
void hone_fbx_baked_begin(fbx_baked *baked, uint32_t width, bool is_rotation, uint32_t limit);

/* Returns the number of floats of a key, and its value. */
static inline size_t hone_fbx_baked_stride(const fbx_baked *baked)
{
    return (size_t)baked->width * (baked->is_cubic ? 3 : 1);
}
static inline float *hone_fbx_baked_value(const fbx_baked *baked, uint32_t key)
{
    return baked->values + key * hone_fbx_baked_stride(baked) + (baked->is_cubic ? baked->width : 0);
}

/* Returns how many bytes the keys take. */
static inline size_t hone_fbx_baked_size(const fbx_baked *baked)
{
    return baked->count * (sizeof *baked->times + hone_fbx_baked_stride(baked) * sizeof *baked->values);
}

/* Adds a key; those that are not before it are dropped, of a spline their values are replaced. One that goes on with
 * the value of the two before it moves the last one. tangents: of the piece from the last key; NULL: it stands still,
 * or is a line where keys are linear. */
void hone_fbx_baked_add(fbx_baked *baked, double time, const double *value, const fbx_tangents *tangents);

/* Moves the last key to an earlier time, to which the channel is as it would be at its own. Drops it if that is not
 * after the key before it. */
void hone_fbx_baked_move(fbx_baked *baked, double time);

/* Repeats the last key at a later time. Returns false if out of memory. */
bool hone_fbx_baked_hold(fbx_baked *baked, double time);

/* A channel that never changes needs one key. */
void hone_fbx_baked_drop_still(fbx_baked *baked);

void hone_fbx_baked_release(fbx_baked *baked);

#endif
