#include "support/image/film_sound.h"
#include "draw/film/track.h"
#include "support/command.h"
#include "support/support.h"

#include <libavutil/opt.h>
#include <stdlib.h>
#include <string.h>

int16_t film_sound_value(uint32_t i, uint32_t c)
{
    uint32_t h = (i * 2 + c + 1) * 2654435761u;
    h = (h ^ h >> 15) * 2246822519u;
    int16_t value = (int16_t)(h >> 17);
    return (int16_t)(value ? value - 16384 : 1);
}

static void put(uint8_t *at, uint32_t value, int size)
{
    for (int i = 0; i < size; i++) at[i] = (uint8_t)(value >> 8 * i);
}

bool film_sound_write(const char *path, uint32_t rate, uint32_t channels, uint32_t count)
{
    uint32_t frame = 2 * channels, size = count * frame;
    uint8_t *wav = calloc(44 + (size_t)size, 1);
    assert_non_null(wav);
    memcpy(wav, "RIFF", 4), put(wav + 4, 36 + size, 4), memcpy(wav + 8, "WAVEfmt ", 8), put(wav + 16, 16, 4);
    put(wav + 20, 1, 2), put(wav + 22, channels, 2), put(wav + 24, rate, 4), put(wav + 28, rate * frame, 4);
    put(wav + 32, frame, 2), put(wav + 34, 16, 2), memcpy(wav + 36, "data", 4), put(wav + 40, size, 4);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < channels; c++)
            put(wav + 44 + (size_t)i * frame + 2 * (size_t)c, (uint16_t)film_sound_value(i, c), 2);
    bool ok = command_file_write(path, wav, 44 + (size_t)size);
    free(wav);
    return ok;
}

static void fill(AVFrame *frame, int64_t begin)
{
    for (int i = 0; i < frame->nb_samples; i++) {
        double t = (double)(begin + i) / 48000;
        float value = (float)(0.5 * sin(2 * M_PI * (200 * t + 60 * t * t)));
        for (int c = 0; c < 2; c++) {
            if (frame->format == AV_SAMPLE_FMT_FLTP)
                ((float *)frame->extended_data[c])[i] = value;
            else if (frame->format == AV_SAMPLE_FMT_FLT)
                ((float *)frame->extended_data[0])[2 * i + c] = value;
            else if (frame->format == AV_SAMPLE_FMT_S16P)
                ((int16_t *)frame->extended_data[c])[i] = (int16_t)(value * 32000);
            else
                ((int16_t *)frame->extended_data[0])[2 * i + c] = (int16_t)(value * 32000);
        }
    }
}

static int send_all(hone_film_track *track, uint32_t count)
{
    int result = 0, size = track->encoder->frame_size > 0 ? track->encoder->frame_size : 1024;
    for (uint32_t at = 0; at < count && result >= 0; at += (uint32_t)size) {
        AVFrame *frame = track->frame;
        frame->nb_samples = size;
        frame->format = track->encoder->sample_fmt;
        frame->sample_rate = 48000;
        frame->pts = at;
        result = av_channel_layout_copy(&frame->ch_layout, &track->encoder->ch_layout);
        if (result >= 0)
            result = av_frame_get_buffer(frame, 0);
        if (result >= 0) {
            fill(frame, at);
            result = hone_film_track_send(track, frame);
        }
        av_frame_unref(frame);
    }
    return result >= 0 ? hone_film_track_send(track, NULL) : result;
}

bool film_sound_encode(const char *path, const char *encoder, uint32_t count)
{
    if (!avcodec_find_encoder_by_name(encoder))
        return false;
    AVFormatContext *muxer = NULL;
    hone_film_track track = {0};
    AVDictionary *options = NULL;
    bool ok = avformat_alloc_output_context2(&muxer, NULL, NULL, path) >= 0 &&
              avio_open(&muxer->pb, path, AVIO_FLAG_WRITE) >= 0 && hone_film_track_make(&track, muxer, encoder, NULL);
    assert_true(ok);
    track.encoder->sample_fmt = track.encoder->codec->sample_fmts[0];
    track.encoder->sample_rate = 48000;
    track.encoder->time_base = (AVRational){1, 48000};
    track.encoder->bit_rate = 128000;
    av_channel_layout_default(&track.encoder->ch_layout, 2);
    assert_true(hone_film_track_open(&track, &options, NULL));
    assert_true(avformat_write_header(muxer, NULL) >= 0);
    assert_true(send_all(&track, count) >= 0);
    assert_true(av_write_trailer(muxer) >= 0);
    hone_film_track_release(&track);
    avio_closep(&muxer->pb);
    avformat_free_context(muxer);
    return true;
}

void film_sound_hush(void)
{
    av_log_set_level(AV_LOG_QUIET);
}
