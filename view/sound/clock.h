/* What time it is in what is played: seconds that go on evenly, as the sound does where there is some.
 *
 * A clock belongs to one thread. `now` is any monotonic clock's seconds, which each call is told. The clock goes by
 * what drives it, a sound whose samples are counted; between two counts it goes by `now`, and is drawn towards the next
 * so gently that pictures move evenly. With no drive, at a speed other than 1 (at which nothing is heard), and where
 * the drive is not heard within a second, it goes by `now` alone. While it plays it never goes back, but where a loop
 * begins anew. */
#ifndef HONE_VIEW_SOUND_CLOCK_H
#define HONE_VIEW_SOUND_CLOCK_H

#include <stdbool.h>

/* What a drive knows: at `now` = stamp it is `position` seconds into what is played. */
typedef struct clock_reading {
    double position, stamp;
} clock_reading;

/* Something that is played beside the clock. */
typedef struct clock_drive {
    void *user;
    /* From then on, seconds; at `to` back to `from`, to <= from: never. While it plays it is moved there. */
    void (*play)(void *user, double at, double from, double to);
    void (*pause)(void *user);
    /* False: since the last `play` nothing has been heard yet. */
    bool (*read)(void *user, clock_reading *out);
} clock_drive;

/* All of it the clock's own: the calls below say what there is to know. */
typedef struct play_clock {
    double length;   /* 0: for ever */
    double from, to; /* the range; to <= from: none */
    double speed;
    double time, at; /* the time, when it was last told `now` */
    bool playing, looping;
    const clock_drive *drive;
    bool driven, heard; /* the drive plays; it has been heard */
    double waiting;     /* since when the clock waits to hear it */
} play_clock;

play_clock play_clock_make(void); /* at 0, paused, speed 1, not looping */

/* Setters leave the time as it is, unless they say otherwise, and may be called while it plays. */
void play_clock_set_drive(play_clock *c, double now, const clock_drive *drive); /* borrowed; NULL: none */
void play_clock_set_length(play_clock *c, double now, double seconds);          /* a time beyond becomes it */
void play_clock_set_looping(play_clock *c, double now, bool looping);
void play_clock_set_range(play_clock *c, double now, double from, double to); /* to <= from: all there is */
void play_clock_set_speed(play_clock *c, double now, double speed);           /* 0.01..16, clamped */

void play_clock_play(play_clock *c,
                     double now); /* from where it is; outside the range, or at the end: from its begin */
void play_clock_pause(play_clock *c, double now);
void play_clock_seek(play_clock *c, double now, double seconds); /* goes on playing if it does; clamped to 0..length */
void play_clock_step(play_clock *c, double now, int frames);     /* pauses at a whole 30th: 1 the next, -1 the last */

/* The time at `now`. At the end of the range, or of all, it begins anew, or pauses there. */
double play_clock_advance(play_clock *c, double now);

double play_clock_time(const play_clock *c);  /* as of the last call */
double play_clock_begin(const play_clock *c); /* of the range, else 0 */
double play_clock_end(const play_clock *c);   /* of the range, else the length, else infinite */
bool play_clock_is_playing(const play_clock *c);

double clock_monotonic(void); /* `now` for those who have none: the system's */

#endif
