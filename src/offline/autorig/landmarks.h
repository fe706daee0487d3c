/* Finds the joints of a human in a solid. The method is described in docs/rigging.md. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_LANDMARKS_H
#define HONE_SRC_OFFLINE_AUTORIG_LANDMARKS_H

#include "base/memory/arena.h"
#include "offline/autorig/voxel_layers.h"
#include <math.h>

enum { SIDES = 2 }; /* side 0 is towards +x */

typedef struct leg_marks {
    float hip[3], knee[3], ankle[3], toe[3];
} leg_marks;

typedef struct arm_marks {
    float collar[3], shoulder[3], elbow[3], wrist[3], tip[3];
    /* unit vector across the palm from the index finger to the little finger; zero if the hand is not flat */
    float across[3];
} arm_marks;

typedef struct trunk_marks {
    float spine[3], chest[3], neck[3], head[3], crown[3], eyes[SIDES][3];
} trunk_marks;

/* State of the search. Positions are in cells; a whole number is the centre of a cell. */
typedef struct search {
    const voxels *grid;
    voxel_layers voxel_layers;
    int32_t *leg_blobs[SIDES], *trunk_blobs; /* [layers] blob of each layer; HONE_NONE: none */
    uint32_t *core_areas;                    /* [layers] area of the trunk without attached arms */
    int32_t low, high;                       /* lowest and highest layer of the figure */
    /* sole: first layer where two feet are separate; groin: first layer where the legs are one, or the layer above
     * both */
    int32_t sole, groin;
    bool joined;                /* the legs were seen to become one */
    int32_t neck_layer;         /* layer of the thinnest place; HONE_NONE: none */
    bool neck_seen;             /* clearly thinner than what is above and below */
    float waist;                /* y of the thinnest layer below the shoulders; 0: none */
    float middle;               /* x of the plane of symmetry */
    bool backwards;             /* the figure faces +z */
    uint32_t landmark_warnings; /* HONE_AUTORIG_WARN_* */
    leg_marks legs[SIDES];
    arm_marks arms[SIDES];
    trunk_marks trunk;
} search;

static inline float search_height(const search *s)
{
    return (float)(s->high - s->low + 1);
}

/* The layer at a fraction of the height, from the ground. */
static inline int32_t search_layer(const search *s, double part)
{
    return s->low + (int32_t)lround(part * (double)search_height(s));
}

static inline const blob *search_blob(const search *s, int32_t at)
{
    return &s->voxel_layers.blobs[at];
}

/* Each needs the results of those before it. False: with an error that says what could not be found. */
bool hone_autorig_find_feet(search *s, hone_error *error);  /* legs up to the groin, and the facing direction */
bool hone_autorig_find_trunk(search *s, hone_error *error); /* layers of the trunk and of the neck */
bool hone_autorig_find_arms(search *s, hone_arena *scratch, hone_error *error);
void hone_autorig_find_spine(search *s);
void hone_autorig_find_knees(search *s); /* and hips */

#endif
