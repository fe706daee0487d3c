/* What time it is in what is played: seconds that go on evenly, as the sound does where there is some.
 *
 * A clock belongs to one thread. `now` is a monotonic clock's seconds (any origin), as each call is told: the clock
 * itself asks nobody. It goes by what drives it, a sound whose samples are counted; between two counts it goes by
 * `now`, and is drawn towards the next one so gently that pictures move evenly. With no drive, at a speed other than 1
 * (at which no sound is played) and where a sound does not begin within a second, it goes by `now` alone. While it
 * plays it never goes back, but where a loop begins anew. */
#ifndef HONE_VIEW_CLOCK_H
#define HONE_VIEW_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* What a drive knows: at `now` = stamp it is `position` seconds into what is played. */
typedef struct clock_reading {
    double position, stamp;
} clock_reading;

/* Something that is played beside the clock. */
typedef struct clock_drive {
    void *user;
    void (*play)(void *user, double from); /* seconds; may be called while it plays: it then goes on from there */
    void (*pause)(void *user);
    void (*loop)(void *user, double from, double to); /* back to `from` at `to`; to <= from: on and on */
    /* False: since the last `play` nothing has been heard yet. */
    bool (*read)(void *user, clock_reading *out);
} clock_drive;

enum { CLOCK_SPEED_MAX = 16 };
#define CLOCK_SPEED_MIN 0.01

/* All of it the clock's own: look at it by the calls below. All zero is a paused one of no length, but for its speed:
 * begin with play_clock_make. */
typedef struct play_clock {
    double length;          /* of what is played; 0: for ever */
    double from, to;        /* what is looped, or played to; to <= from: all */
    double speed, time, at; /* the time, as it was when it was `at` */
    bool playing, looping, ended;
    bool driven, heard; /* the drive plays; it has been heard since */
    double waiting;     /* since when the clock waits to hear it */
    const clock_drive *drive;
} play_clock;

play_clock play_clock_make(void); /* at 0, paused, speed 1 */

/* All that follow leave the time as it is, unless they say otherwise, and may be called while it plays. */
void play_clock_set_drive(play_clock *c, double now, const clock_drive *drive); /* borrowed; NULL: none */
void play_clock_set_length(play_clock *c, double now, double seconds);          /* a time beyond it becomes it */
void play_clock_set_looping(play_clock *c, double now, bool looping);
void play_clock_set_range(play_clock *c, double now, double from, double to); /* to <= from: all there is */
void play_clock_set_speed(play_clock *c, double now, double speed);           /* clamped to what there is */

void play_clock_play(play_clock *c, double now); /* at the end: from the beginning, or the range's */
void play_clock_pause(play_clock *c, double now);
void play_clock_seek(play_clock *c, double now, double seconds); /* goes on playing if it does; clamped to 0..length */
void play_clock_step(play_clock *c, double now, int frames);     /* pauses, at whole 30ths: 1 the next, -1 the last */

/* The time at `now`. At the end of the range or the length it begins anew, or pauses there. */
double play_clock_advance(play_clock *c, double now);

bool play_clock_is_playing(const play_clock *c);
double play_clock_time(const play_clock *c);  /* of the last call */
double play_clock_begin(const play_clock *c); /* of the range, 0: of all */
double play_clock_end(const play_clock *c);   /* of the range, or the length; infinite where there is neither */

double clock_monotonic(void); /* `now` for those who have none of their own: the system's, in seconds */

#endif
