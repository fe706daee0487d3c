#include "view/sound/sound_feed.h"

#include <string.h>

sound_feed sound_feed_make(hone_sound_reader *reader)
{
    return (sound_feed){.reader = reader, .end = INT64_MAX};
}

/* Reads from `at` in the file, which must not be negative. Returns the number of samples. */
static int read_file(sound_feed *feed, int64_t at, float (*out)[2], int count)
{
    if (feed->broken || at >= feed->end)
        return 0;
    bool there = at == feed->reader_at || hone_sound_reader_seek(feed->reader, at, &feed->problem);
    int got = there ? hone_sound_reader_read(feed->reader, out, count, &feed->problem) : -1;
    feed->broken = got < 0;
    got = got < 0 ? 0 : got;
    feed->reader_at = at + got;
    if (got < count)
        feed->end = feed->reader_at;
    return got;
}

/* Reads without loops; fills with silence outside of the file. */
static void read_any(sound_feed *feed, int64_t at, float (*out)[2], int count)
{
    int silent = at >= 0 ? 0 : -at < count ? (int)-at : count;
    int got = silent < count ? read_file(feed, at + silent, out + silent, count - silent) : 0;
    memset(out, 0, (size_t)silent * sizeof *out);
    memset(out + silent + got, 0, (size_t)(count - silent - got) * sizeof *out);
}

void sound_feed_next(sound_feed *feed, float (*out)[2], int count)
{
    bool loops = feed->loop_to > feed->loop_from;
    while (count > 0) {
        if (loops && feed->position == feed->loop_to)
            feed->position = feed->loop_from;
        int64_t left = loops && feed->position < feed->loop_to ? feed->loop_to - feed->position : count;
        int part = left < count ? (int)left : count;
        read_any(feed, feed->position - feed->delay, out, part);
        feed->position += part;
        out += part;
        count -= part;
    }
}
