/* What is under way while an actor is baked, and the motions that come of it. */
#ifndef HONE_SRC_OFFLINE_BAKE_BAKE_INTERNAL_H
#define HONE_SRC_OFFLINE_BAKE_BAKE_INTERNAL_H

#include "offline/bake/error_budget.h"
#include "offline/bake/error_metric.h"
#include "offline/bake/keys.h"

typedef struct bake_seen {
    uint32_t frame;
    bool visible;
} bake_seen;

typedef struct baking {
    const hone_bake_desc *desc;
    const hone_model *model;
    hone_builder *memory;
    bake_window window;
    bake_shares shares;
    bake_keys keys; /* BAKE_PARTS tracks a bone, then one a morph of the window */
    bake_keys_mark mark;
    bake_measure measure;
    bake_player player; /* FOR_MMD */
    hone_writer seen;   /* of bake_seen: when the model appears and disappears */
    uint32_t seen_count, seen_frame;
    bool seen_last;
    double floor;   /* of the window, FOR_MMD: what keys at every whole frame are off by between these */
    float boldness; /* by how much shares may go beyond what would be safe whatever the bones do */
    hone_bake_report *report;
} baking;

static inline uint32_t bake_track_of(uint32_t bone, int part)
{
    return bone * BAKE_PARTS + (uint32_t)part;
}

hone_motion *bake_make_channels(const baking *b, hone_error *error);
hone_motion *bake_make_tracks(const baking *b, hone_error *error);

#endif
