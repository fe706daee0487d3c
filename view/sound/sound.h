/* Plays a sound file, of any format that FFmpeg reads, through SDL 2. Drives a clock.
 *
 * A sound belongs to one thread. Its own thread decodes a third of a second ahead; the device's thread takes the
 * samples and neither waits nor allocates. Before its beginning and after its end silence is played, so that a clock
 * may follow it for any time. Seeks are exact to the sample if the file has time stamps. */
#ifndef HONE_VIEW_SOUND_SOUND_H
#define HONE_VIEW_SOUND_SOUND_H

#include "view/sound/clock.h"

#include <hone/base.h>

typedef struct sound sound;

/* Opens it paused. Decodes its beginning, so that a bad file is detected now. Errors: IO, FORMAT, UNSUPPORTED (also:
 * film is not built in), MEMORY, DEVICE (no thread); they do not name the file. A missing sound device is not an
 * error. */
sound *sound_open(const char *path, hone_error *error);
void sound_close(sound *s); /* NULL is fine. First remove it from its clock */

double sound_length(const sound *s); /* seconds, from the file; for some files an estimate; 0: unknown */
/* One line that gives the reason why it is not heard: no device, or a defect of the file, detected when playback
 * reaches it; NULL: no problem. */
const char *sound_note(const sound *s);

/* The source for a clock: the sound begins at the clock's 0, or at the delay. NULL: no device, and the clock runs
 * without. Valid as long as the sound. */
const clock_source *sound_clock_source(const sound *s);

/* Negative: it begins before 0; takes effect a third of a second later. */
void sound_set_delay(sound *s, double seconds);
void sound_set_volume(sound *s, float volume); /* 0..1, of the amplitude; 1 at first */
void sound_set_muted(sound *s, bool muted);

#endif
