/* A sound file to be listened to: whatever FFmpeg reads, from any place on. FFmpeg's own headers are not needed. */
#ifndef HONE_SRC_FILM_SOUND_READER_H
#define HONE_SRC_FILM_SOUND_READER_H

#include <hone/base.h>

enum { HONE_SOUND_RATE = 48000 };

typedef struct hone_sound_reader hone_sound_reader;

/* Errors: IO, FORMAT, UNSUPPORTED (also: film is not built in), MEMORY; they don't name the file. */
hone_sound_reader *hone_sound_reader_open(const char *path, hone_error *error);
void hone_sound_reader_close(hone_sound_reader *reader); /* NULL is fine */

/* Samples, HONE_SOUND_RATE a second, as the file says; of some files an estimate; 0: it doesn't. */
int64_t hone_sound_reader_length(const hone_sound_reader *reader);

/* What is read next, 0 or more; behind the end there is nothing. To the sample, where the file's time stamps are.
 * Errors: IO, FORMAT, UNSUPPORTED (a kind of file in which there is no going back), MEMORY. */
bool hone_sound_reader_seek(hone_sound_reader *reader, int64_t sample, hone_error *error);

/* Up to `count` samples, left and right, 1 the loudest there is in a file of whole numbers. Fewer: that was the end;
 * -1: an error. Damaged parts are passed over. Errors: FORMAT, MEMORY. */
int hone_sound_reader_read(hone_sound_reader *reader, float (*out)[2], int count, hone_error *error);

#endif
