/* The current playback time in seconds. It advances evenly, in step with the sound if there is one.
 *
 * A clock belongs to one thread. `now` is the time of any monotonic clock in seconds, which each call is given. The
 * clock follows its source, such as a sound whose samples are counted. Between two readings of the source it follows
 * `now` and is adjusted gradually, so that pictures move evenly. It follows `now` alone without a source, at a speed
 * other than 1 (which is silent), and if the source is not heard within a second. While it plays it never goes back,
 * except when a loop restarts. */
#ifndef HONE_VIEW_SOUND_CLOCK_H
#define HONE_VIEW_SOUND_CLOCK_H

#include <stdbool.h>

/* A reading of a source: at `now` = stamp it is `position` seconds into its content. */
typedef struct clock_reading {
    double position, stamp;
} clock_reading;

/* A time source that plays along with the clock, such as a sound. */
typedef struct clock_source {
    void *user;
    /* Plays from `at`, in seconds; at `to` it jumps back to `from`; to <= from: no loop. May be called while it
     * plays. */
    void (*play)(void *user, double at, double from, double to);
    void (*pause)(void *user);
    /* False: nothing has been heard since the last `play`. */
    bool (*read)(void *user, clock_reading *out);
} clock_source;

/* All fields are private: use the functions below. */
typedef struct play_clock {
    double length;   /* 0: endless */
    double room;     /* how far a time can be set, if that is after the length */
    double from, to; /* the range; to <= from: none */
    double speed;
    double time, at; /* the current time, and the `now` of the last call */
    bool playing, looping;
    const clock_source *source;
    bool source_plays, heard; /* the source plays; it has been heard */
    double waiting;           /* the `now` at which waiting for the source began */
} play_clock;

play_clock play_clock_make(void); /* at 0, paused, speed 1, not looping */

/* Setters keep the time unless stated otherwise, and may be called while the clock plays. */
void play_clock_set_source(play_clock *c, double now, const clock_source *source); /* borrowed; NULL: none */
void play_clock_set_length(play_clock *c, double now, double seconds);             /* a later time is set to it */
void play_clock_set_looping(play_clock *c, double now, bool looping);
void play_clock_set_range(play_clock *c, double now, double from, double to); /* to <= from: the whole length */
void play_clock_set_speed(play_clock *c, double now, double speed);           /* 0.01..16, clamped */

void play_clock_play(play_clock *c,
                     double now); /* from the current time; if outside the range or at its end: from its begin */
void play_clock_pause(play_clock *c, double now);
/* Times up to `seconds` can be set while the clock is paused, even after its length, as to make new keys there; 0: no
 * further than the length. */
void play_clock_set_room(play_clock *c, double seconds);
/* Continues to play if it plays; clamped to 0..length, or to the room. */
void play_clock_seek(play_clock *c, double now, double seconds);
void play_clock_step(play_clock *c, double now, int frames); /* pauses at a whole 30th: 1 the next, -1 the previous */

/* The time at `now`. At the end of the range, or of the whole, it loops or pauses. */
double play_clock_advance(play_clock *c, double now);

double play_clock_time(const play_clock *c);  /* of the last call */
double play_clock_begin(const play_clock *c); /* of the range, else 0 */
double play_clock_end(const play_clock *c);   /* of the range, else the length, else infinite */
bool play_clock_is_playing(const play_clock *c);

double clock_monotonic(void); /* a `now` from the system's clock */

#endif
