/* The sound of a film: a file that is compressed in step with the pictures. */
#ifndef HONE_SRC_FILM_SOUND_H
#define HONE_SRC_FILM_SOUND_H

#include "draw/film/sound_file.h"
#include "draw/film/track.h"
#include <hone/film.h>

typedef struct hone_film_sound {
    hone_sound_file file;
    hone_film_track track;
    int64_t sent; /* samples */
} hone_film_sound;

/* Errors are about the sound file. Release it in any case. */
bool hone_film_sound_open(hone_film_sound *sound, AVFormatContext *muxer, hone_film_format format, const char *path,
                          double from, hone_error *error);
/* Opens the track alone, whose packets come from elsewhere. sound: all zero, but for its file. */
bool hone_film_sound_open_track(hone_film_sound *sound, AVFormatContext *muxer, hone_film_format format, int channels,
                                hone_error *error);
void hone_film_sound_release(hone_film_sound *sound);

/* Compresses the sound up to `seconds` into the film. last: up to that sample exactly, and ends the track. Returns
 * FFmpeg's result. */
int hone_film_sound_advance(hone_film_sound *sound, double seconds, bool last);

#endif
