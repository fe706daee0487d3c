/* Files of sound whose every sample is known. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_FILM_SOUND_H
#define HONE_TESTS_SUPPORT_IMAGE_FILM_SOUND_H

#include <stdbool.h>
#include <stdint.h>

/* Sample i of channel c: never 0, and long the same only by chance. */
int16_t film_sound_value(uint32_t i, uint32_t c);

/* A wav of those. */
bool film_sound_write(const char *path, uint32_t rate, uint32_t channels, uint32_t count);

/* A tone that slowly rises, 48000 samples a second of two channels, as FFmpeg's encoder of that name has it, in a file
 * of the kind that `path` says. False: there is no such encoder. */
bool film_sound_encode(const char *path, const char *encoder, uint32_t count);

/* FFmpeg says nothing more about files. */
void film_sound_hush(void);

#endif
