/* The samples to play at any time: the file's samples with silence around them, and loops. */
#ifndef HONE_VIEW_SOUND_SOUND_FEED_H
#define HONE_VIEW_SOUND_SOUND_FEED_H

#include <hone/film.h>

typedef struct sound_feed {
    hone_sound_reader *reader;
    int64_t delay;              /* samples; the position of the file's first sample */
    int64_t loop_from, loop_to; /* to <= from: none */
    int64_t position;           /* of the next sample */
    int64_t reader_at, end;     /* in the file: the next sample to read; its end, if known */
    bool broken;
    hone_error problem; /* the reason */
} sound_feed;

sound_feed sound_feed_make(hone_sound_reader *reader); /* borrowed */

/* Gives the next samples. After an error of the file it gives silence. */
void sound_feed_next(sound_feed *feed, float (*out)[2], int count);

#endif
