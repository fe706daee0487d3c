/* The clock of a motion on an actor: where in the motion it is at each of the actor's frames. Positions count on over
 * loops: they are wrapped only where the motion is sampled. */
#ifndef HONE_SRC_ACTOR_LAYERS_CLOCK_H
#define HONE_SRC_ACTOR_LAYERS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Plain data: the position is a line over the actor's frames. */
typedef struct hone_clock {
    double anchor, position; /* at the actor's frame `anchor` it is at `position`, in frames of the motion */
    double speed;            /* frames of the motion per frame of the actor; below 0: backwards */
    double length;           /* of one pass: the frame of the last key; may be fractional */
    uint32_t passes;         /* how often a loop plays; 0: without end */
    bool loop, ping_pong;
    bool paused;
    bool endless_below; /* it has been played backwards: positions below 0 are passes, too, not the time before */
} hone_clock;

double hone_clock_position(const hone_clock *clock, double frame);

/* The motion's frame at a position. */
double hone_clock_wrap(const hone_clock *clock, double position);

/* The actor's frame at which the motion reaches its end; infinite if it never does. */
double hone_clock_end(const hone_clock *clock);

/* The first pass, and the one after the last: whole numbers, or infinite. */
double hone_clock_first_pass(const hone_clock *clock);
double hone_clock_last_pass(const hone_clock *clock);

/* Goes on from a position with a speed, from the actor's frame `now` on. */
void hone_clock_set(hone_clock *clock, double now, double position, double speed);

#endif
