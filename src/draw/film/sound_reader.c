/* Reads sound files as pairs of samples. */
#include "base/error.h"
#include "draw/film/sound_file.h"
#include "draw/film/track.h"
#include <hone/film.h>

#include <stdlib.h>

struct hone_sound_reader {
    hone_sound_file file;
    int channels;
};

/* Turns a result of FFmpeg into an error. */
static bool judge(int result, hone_error *error)
{
    if (result == AVERROR(ENOMEM))
        return hone_fail_memory(error);
    if (result == AVERROR(ENOSYS))
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "has no time stamps");
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "its sound cannot be read", result);
}

hone_sound_reader *hone_sound_reader_open(const char *path, hone_error *error)
{
    hone_sound_reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        hone_fail_memory(error);
        return NULL;
    }
    if (!hone_sound_file_open(&reader->file, path, error) ||
        !judge(hone_sound_file_begin(&reader->file, AV_SAMPLE_FMT_FLT, 0), error)) {
        hone_sound_reader_close(reader);
        return NULL;
    }
    reader->channels = hone_sound_file_channels(&reader->file);
    return reader;
}

void hone_sound_reader_close(hone_sound_reader *reader)
{
    if (reader)
        hone_sound_file_release(&reader->file);
    free(reader);
}

int64_t hone_sound_reader_sample_count(const hone_sound_reader *reader)
{
    return hone_sound_file_length(&reader->file);
}

bool hone_sound_reader_seek(hone_sound_reader *reader, int64_t sample, hone_error *error)
{
    return judge(hone_sound_file_seek(&reader->file, sample), error);
}

/* Copies the single channel, which is packed at the front of `out`, to both channels. Runs backwards, so that
 * nothing is overwritten before it is read. */
static void double_channel(float (*out)[2], int count)
{
    const float *one = out[0];
    for (int i = count - 1; i >= 0; i--) {
        float value = one[i];
        out[i][0] = out[i][1] = value;
    }
}

int hone_sound_reader_read(hone_sound_reader *reader, float (*out)[2], int count, hone_error *error)
{
    void *planes[1] = {out};
    int result = hone_sound_file_need(&reader->file, count);
    if (result >= 0 || result == AVERROR_EOF)
        result = av_audio_fifo_read(reader->file.ready, planes, count);
    if (!judge(result, error))
        return -1;
    if (reader->channels == 1)
        double_channel(out, result);
    return result;
}
