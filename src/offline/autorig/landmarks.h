/* Where in a solid a human's joints are. How: docs/rigging.md. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_LANDMARKS_H
#define HONE_SRC_OFFLINE_AUTORIG_LANDMARKS_H

#include "base/arena.h"
#include "offline/autorig/voxel_layers.h"
#include <math.h>

enum { SIDES = 2 }; /* 0: towards +x */

typedef struct leg_marks {
    float hip[3], knee[3], ankle[3], toe[3];
} leg_marks;

typedef struct arm_marks {
    float collar[3], shoulder[3], elbow[3], wrist[3], tip[3];
    float across[3]; /* unit, over the palm from the index finger to the little one; zero where it is not flat */
} arm_marks;

typedef struct trunk_marks {
    float spine[3], chest[3], neck[3], head[3], crown[3], eyes[SIDES][3];
} trunk_marks;

/* What is known while looking. Places are in cells from the middle of the grid's first. */
typedef struct search {
    const voxels *grid;
    voxel_layers voxel_layers;
    int32_t *leg_blobs[SIDES], *trunk_blobs; /* [layers] HONE_NONE: none there */
    uint32_t *core_areas;                    /* [layers] cells of the trunk without the arms that hang on it */
    int32_t low, high;                       /* the lowest and highest layer of the figure */
    int32_t sole, groin; /* layers: where two feet are told apart; the first where the legs are one, or above both */
    bool joined;         /* they were seen to become one */
    int32_t neck_layer;  /* where it is thinnest */
    bool neck_seen;      /* clearly thinner than what is above and below it */
    float waist;         /* y of the thinnest layer below the shoulders; 0: none */
    float middle;        /* x of the plane between left and right */
    bool backwards;      /* it looks towards +z */
    uint32_t landmark_warnings; /* HONE_UNSURE_* */
    leg_marks legs[SIDES];
    arm_marks arms[SIDES];
    trunk_marks trunk;
} search;

static inline float search_height(const search *s)
{
    return (float)(s->high - s->low + 1);
}

/* A part of the height in layers, from the ground. */
static inline int32_t search_layer(const search *s, double part)
{
    return s->low + (int32_t)lround(part * (double)search_height(s));
}

static inline const blob *search_blob(const search *s, int32_t at)
{
    return &s->voxel_layers.blobs[at];
}

/* Each needs what those before it have found. False: with an error that says what could not be found. */
bool hone_autorig_find_feet(search *s, hone_error *error);  /* legs up to the groin, and which way it looks */
bool hone_autorig_find_trunk(search *s, hone_error *error); /* its layers and the neck's */
bool hone_autorig_find_arms(search *s, hone_arena *scratch, hone_error *error);
void hone_autorig_find_spine(search *s);
void hone_autorig_find_knees(search *s); /* and hips */

#endif
