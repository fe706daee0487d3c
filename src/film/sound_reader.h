/* Reads any sound file that FFmpeg can read, from any position. Does not need FFmpeg's headers. */
#ifndef HONE_SRC_FILM_SOUND_READER_H
#define HONE_SRC_FILM_SOUND_READER_H

#include <hone/base.h>

enum { HONE_SOUND_RATE = 48000 };

typedef struct hone_sound_reader hone_sound_reader;

/* Errors: IO, FORMAT, UNSUPPORTED (also if film is not built in), MEMORY; they do not name the file. */
hone_sound_reader *hone_sound_reader_open(const char *path, hone_error *error);
void hone_sound_reader_close(hone_sound_reader *reader); /* NULL is fine */

/* Number of samples at HONE_SOUND_RATE by the file's header, in some files an estimate; 0: unknown. */
int64_t hone_sound_reader_length(const hone_sound_reader *reader);

/* Sets the next sample to read, 0 or more; after the end there is nothing to read. Exact to the sample if the file
 * has time stamps. Errors: IO, FORMAT, UNSUPPORTED (the format does not allow seeking back), MEMORY. */
bool hone_sound_reader_seek(hone_sound_reader *reader, int64_t sample, hone_error *error);

/* Reads up to `count` samples, left and right; full scale is 1. Returns fewer at the end, and -1 for an error.
 * Damaged parts are skipped. Errors: FORMAT, MEMORY. */
int hone_sound_reader_read(hone_sound_reader *reader, float (*out)[2], int count, hone_error *error);

#endif
