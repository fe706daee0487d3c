/* When a pool of threads leaves its jobs to the caller alone, since other programs keep the processors busy. A thread
 * that the system stops in the middle of a piece lets the caller wait for milliseconds; one that does not come to its
 * turn leaves all pieces to the caller, and takes time for spinning that the caller could have. */
#ifndef HONE_SRC_BASE_BACK_OFF_H
#define HONE_SRC_BASE_BACK_OFF_H

#include <stdbool.h>
#include <stdint.h>

/* Zero it. */
typedef struct hone_back_off {
    uint64_t until; /* by the clock of the calls below, in nanoseconds */
    /* The last span was so many times as long as its job. 0: jobs have been quicker since. */
    uint32_t times;
} hone_back_off;

enum {
    HONE_BACK_OFF_LEAST = 4,
    HONE_BACK_OFF_MOST = 64 /* then attempts take a per cent or two */
};

/* A job of several threads. */
typedef struct hone_job_record {
    uint64_t end, worked, waited; /* when it ended; how long the caller worked on its pieces, and then waited */
    uint32_t own, pieces;         /* how many of all pieces the caller did; at least 1 */
} hone_job_record;

/* Returns whether the caller works alone at this time. */
static inline bool hone_back_off_is_on(const hone_back_off *b, uint64_t now)
{
    return now < b->until;
}

/* Notes a job. If it has not been quicker than the caller alone would have been, the caller works alone for a while,
 * which doubles each time. */
static inline void hone_back_off_note(hone_back_off *b, const hone_job_record *job)
{
    uint64_t took = job->worked + job->waited, alone = job->worked * job->pieces / job->own;
    if (took < alone) {
        b->times /= 2;
        return;
    }
    b->times = b->times ? 2 * b->times : HONE_BACK_OFF_LEAST;
    b->times = b->times < HONE_BACK_OFF_MOST ? b->times : HONE_BACK_OFF_MOST;
    b->until = job->end + b->times * took;
}

#endif
