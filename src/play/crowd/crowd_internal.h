/* The state of a crowd. */
#ifndef HONE_SRC_CROWD_CROWD_INTERNAL_H
#define HONE_SRC_CROWD_CROWD_INTERNAL_H

#include "play/crowd/scratch.h"

enum { HONE_CROWD_CHUNK = 64 }; /* members that are gathered for a job */

/* When a member updates, and how far it is between two updates. */
typedef struct hone_crowd_turn {
    uint8_t period, phase; /* it updates where the frame's number modulo the period is the phase; period 0: never */
    uint8_t level;
    bool updated;  /* whether it ever was */
    bool has_next; /* whether it is between two poses */
    float elapsed; /* seconds since the first one */
    float span;    /* seconds between the two */
} hone_crowd_turn;

/* Members to be computed at their own times. */
typedef struct hone_crowd_job {
    hone_crowd_item *items;   /* [2 * HONE_CROWD_CHUNK] */
    hone_crowd_layer *layers; /* [2 * HONE_CROWD_CHUNK * play_count] */
    uint32_t count;
} hone_crowd_job;

/* The memory that one thread works in. */
typedef struct hone_crowd_thread {
    atomic_flag busy;
    hone_crowd_scratch *scratch;
    hone_crowd_job palettes, poses;
} hone_crowd_thread;

struct hone_crowd {
    hone_arena *memory;
    hone_crowd_model *shared;
    uint32_t member_count, play_count, slot_count, thread_count;
    hone_crowd_play *plays; /* [member_count * play_count] */
    hone_affine *places;    /* [member_count] */
    hone_affine *palettes;  /* [member_count * slot_count] */
    bool interpolates;
    hone_affine *ends[2];   /* [member_count * pose_size of the model] if it interpolates: two poses between which a
                               member moves */
    hone_crowd_turn *turns; /* [member_count] */
    double *durations;      /* [clip_count] */
    hone_crowd_thread *threads;
    uint32_t loads[HONE_CROWD_MAX_PERIOD + 1][HONE_CROWD_MAX_PERIOD]; /* how many members have the period and phase */
    uint64_t frame;
    double step; /* seconds from the frame before */
};

static inline hone_affine *hone_crowd_palette_of(const hone_crowd *crowd, uint32_t member)
{
    return crowd->palettes + (size_t)member * crowd->slot_count;
}

/* Takes the memory of a thread; give it back by clearing `busy`. Errors: ARGUMENT (none is free). */
hone_crowd_thread *hone_crowd_take_thread(hone_crowd *crowd, hone_error *error);

#endif
