/* A sound file, played: whatever FFmpeg reads, through SDL 2's audio. Drives a clock.
 *
 * A sound belongs to one thread. A thread of its own decodes a third of a second ahead; the device takes that in
 * another, which neither waits nor allocates. Before its beginning and behind its end there is silence, which is played
 * like the rest, so that a clock may go by it as long as it likes. Seeks are to the sample, where the file's time
 * stamps are. */
#ifndef HONE_VIEW_SOUND_SOUND_H
#define HONE_VIEW_SOUND_SOUND_H

#include "view/sound/clock.h"

#include <hone/base.h>

typedef struct sound sound;

/* Paused. Decodes its beginning, so that what is no sound is found out now. Errors: IO, FORMAT, UNSUPPORTED (also: film
 * is not built in), MEMORY, DEVICE (no thread); they don't name the file. That there is no sound device is no error. */
sound *sound_open(const char *path, hone_error *error);
void sound_close(sound *s); /* NULL is fine. Take it from its clock first */

double sound_length(const sound *s);    /* seconds, as the file says; of some an estimate; 0: it doesn't */
const char *sound_note(const sound *s); /* one line on why it is not heard: no device, or what is wrong with the file
                                           from some place on, which is found when it gets there; NULL: all is well */

/* What plays it, for a clock: the sound begins at the clock's 0, or the delay. NULL: there is no device, and a clock
 * goes on without. Lives as long as the sound. */
const clock_drive *sound_drive(const sound *s);

void sound_set_delay(sound *s, double seconds); /* negative: it has begun before 0; heard a third of a second later */
void sound_set_volume(sound *s, float volume);  /* 0..1, of the amplitude; at first 1 */
void sound_set_muted(sound *s, bool muted);

#endif
