/* Reads the head of the motion in a BVH file. */
#include "files/format/bvh/skeleton.h"

#include <math.h>
#include <string.h>

/* ---- head ------------------------------------------------------------------------------------------------------ */

/* Goes behind a word, and behind a colon that ends it or follows it. */
static bool take(hone_reading *reader, const char *name)
{
    const char *before = reader->text.at;
    hone_bvh_word word = hone_bvh_next(reader);
    const char *colon = memchr(word.text, ':', word.size);
    if (colon)
        word.size = (size_t)(colon - word.text);
    if (!hone_bvh_is(word, name)) {
        reader->text.at = before;
        return false;
    }
    reader->text.at = word.text + word.size;
    hone_bvh_skip_space(reader);
    reader->text.at += reader->text.at < reader->text.end && *reader->text.at == ':';
    return true;
}

/* A frame time is usually a rounded fraction. Returns the fraction if it is 1 over a whole number and `seconds`, which
 * has so many decimals, is what remains of it. */
static double unround(double seconds, int decimals)
{
    const double most = 5e-3; /* relative */
    double rate = nearbyint(1 / seconds), exact = 1 / rate;
    bool near_enough = rate >= 1 && fabs(exact - seconds) < pow(10, -decimals) && fabs(exact / seconds - 1) < most;
    return near_enough ? exact : seconds;
}

static int count_decimals(hone_bvh_word word)
{
    const char *point = memchr(word.text, '.', word.size);
    int count = 0;
    for (const char *at = point ? point + 1 : word.text + word.size;
         at < word.text + word.size && *at >= '0' && *at <= '9'; at++)
        count++;
    return count;
}

static double read_frame_time(hone_reading *reader)
{
    const double usual = 1 / 30.0, least = 1e-6, most = 1e6;
    hone_bvh_word word = hone_bvh_peek(reader);
    double seconds = 0;
    if (!hone_bvh_number(reader, &seconds) || !(seconds >= least && seconds <= most)) {
        hone_reading_warn_at(reader, word.text,
                             "a Frame Time that cannot be: read as 30 frames a second, in this line");
        if (seconds == 0 && hone_bvh_is_nan(word))
            reader->text.at += word.size;
        return usual;
    }
    return unround(seconds, count_decimals(word));
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

bool hone_bvh_read_frame_times(hone_reading *reader, const hone_bvh_skeleton *skeleton, hone_bvh_frames *out)
{
    const char *head = reader->text.at;
    double told = -1;
    *out = (hone_bvh_frames){.seconds = 1 / 30.0};
    if (take(reader, "frames") && !hone_bvh_number(reader, &told))
        hone_reading_warn(reader, "Frames without a number, in this line");
    if (take(reader, "frame") && take(reader, "time"))
        out->seconds = read_frame_time(reader);
    else
        hone_reading_warn(reader, "no Frame Time: read as 30 frames a second, in this line");
    hone_bvh_skip_space(reader);
    out->begin = reader->text.at;
    if (skeleton->channel_count && reader->text.at < reader->text.end && !hone_bvh_divide(reader, skeleton, told, out))
        return false;
    if (skeleton->channel_count == 0 && reader->text.at < reader->text.end)
        hone_reading_warn(reader, "numbers of a motion, but no joint has channels: ignored, from this line on");
    if (told != (double)out->count && skeleton->channel_count)
        hone_reading_warn_at(reader, head,
                             "Frames with another number than there are frames: all of these read, in this line");
    return true;
}
