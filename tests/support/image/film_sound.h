/* Sound files whose every sample is known. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_FILM_SOUND_H
#define HONE_TESTS_SUPPORT_IMAGE_FILM_SOUND_H

#include <stdbool.h>
#include <stdint.h>

/* Sample i of channel c: never 0, and sequences do not repeat. */
int16_t film_sound_value(uint32_t i, uint32_t c);

/* Writes a wav of such samples. */
bool film_sound_write(const char *path, uint32_t rate, uint32_t channels, uint32_t count);

/* Writes a tone that slowly rises, 48000 samples a second, two channels, with FFmpeg's encoder of that name, in the
 * format that the ending of `path` gives. False: there is no such encoder. */
bool film_sound_encode(const char *path, const char *encoder, uint32_t count);

/* Turns off FFmpeg's messages. */
void film_sound_hush(void);

#endif
