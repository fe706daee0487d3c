/* A sound file, played: whatever FFmpeg reads, through SDL 2's audio. Drives a clock.
 *
 * A sound belongs to one thread. A thread of its own decodes some tenths of a second ahead; the device takes them in
 * another, which neither waits nor allocates. Silence before its beginning and behind its end is played like the rest,
 * so that a clock may go by it as long as it likes. Seeks are exact to the sample where the file's time stamps are. */
#ifndef HONE_VIEW_SOUND_H
#define HONE_VIEW_SOUND_H

#include "clock.h"

#include <hone/base.h>

typedef struct sound sound;

/* Decodes its beginning, so that what is no sound is found out now; paused. Errors: IO, FORMAT, UNSUPPORTED (built
 * without FFmpeg), MEMORY, DEVICE (no thread); they don't name the file. No sound device is no error: sound_note. */
sound *sound_open(const char *path, hone_error *error);
void sound_close(sound *s); /* NULL is fine. Take it from its clock first */

const char *sound_note(const sound *s);    /* one line on why nothing is heard: "no sound device: …"; NULL: it is */
double sound_length(const sound *s);       /* seconds, as the file says; of some files an estimate */
const char *sound_problem(const sound *s); /* what was met while decoding, after which all is silence; NULL: nothing */

/* What a clock drives: play, pause, loop, read. Seconds of what is played; the sound begins at `delay`.
 * NULL: there is no device, and a clock goes on without one. Lives as long as the sound. */
const clock_drive *sound_drive(sound *s);

void sound_set_delay(sound *s, double seconds); /* negative: it began before; heard at once */
void sound_set_volume(sound *s, float volume);  /* 0..1, of amplitude */
void sound_set_muted(sound *s, bool muted);

#endif
