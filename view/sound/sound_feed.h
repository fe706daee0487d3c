/* What is to be heard at any time: a file's samples in their place, silence around them, loops. */
#ifndef HONE_VIEW_SOUND_SOUND_FEED_H
#define HONE_VIEW_SOUND_SOUND_FEED_H

#include "film/sound_reader.h"

typedef struct sound_feed {
    hone_sound_reader *reader;
    int64_t delay;              /* samples; where the file's first is */
    int64_t loop_from, loop_to; /* to <= from: none */
    int64_t position;           /* of what comes next */
    int64_t reader_at, end;     /* within the file: what it reads next; where it is known to end */
    bool broken;
    hone_error problem; /* why it is */
} sound_feed;

sound_feed sound_feed_make(hone_sound_reader *reader); /* borrowed */

/* The next samples; an error of the file's makes it silent from there on. */
void sound_feed_next(sound_feed *feed, float (*out)[2], int count);

#endif
