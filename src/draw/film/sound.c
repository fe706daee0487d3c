/* Compresses the sound of a film. */
#include "draw/film/sound.h"
#include "base/error.h"

enum {
    BIT_RATE = 96000,     /* per channel */
    ANY_FRAME_SIZE = 1024 /* for encoders that accept any number of samples */
};

/* Opus begins with samples before time 0 that are not played. A webm counts its packets from 0 and records the
 * length of that part; older versions of FFmpeg record it, but count the packets from before 0. */
static bool muxer_counts_from_before(void)
{
    return avformat_version() < AV_VERSION_INT(59, 31, 100);
}

bool hone_film_sound_open_track(hone_film_sound *sound, AVFormatContext *muxer, hone_film_format format, int channels,
                                hone_error *error)
{
    bool matroska = format == HONE_FILM_WEBM || format == HONE_FILM_MKV; /* where AAC would begin 21 ms late */
    const char *name = matroska ? "libopus" : format == HONE_FILM_MOV ? "pcm_s16le" : "aac";
    if (matroska && !avcodec_find_encoder_by_name(name))
        name = "libvorbis";
    if (!hone_film_track_make(&sound->track, muxer, name, error))
        return false;
    AVCodecContext *encoder = sound->track.encoder;
    encoder->sample_fmt = encoder->codec->sample_fmts[0];
    encoder->sample_rate = HONE_SOUND_RATE;
    encoder->time_base = (AVRational){1, HONE_SOUND_RATE};
    encoder->bit_rate = (int64_t)channels * BIT_RATE;
    av_channel_layout_default(&encoder->ch_layout, channels);
    AVDictionary *options = NULL;
    if (!hone_film_track_open(&sound->track, &options, error))
        return false;
    if (encoder->codec_id == AV_CODEC_ID_OPUS && muxer_counts_from_before())
        sound->track.late = encoder->initial_padding;
    return true;
}

bool hone_film_sound_open(hone_film_sound *sound, AVFormatContext *muxer, hone_film_format format, const char *path,
                          double from, hone_error *error)
{
    *sound = (hone_film_sound){0};
    if (!hone_sound_file_open(&sound->file, path, error) ||
        !hone_film_sound_open_track(sound, muxer, format, hone_sound_file_channels(&sound->file), error))
        return false;
    int result = hone_sound_file_begin(&sound->file, sound->track.encoder->sample_fmt, from);
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "cannot be read", result);
}

void hone_film_sound_release(hone_film_sound *sound)
{
    hone_film_track_release(&sound->track);
    hone_sound_file_release(&sound->file);
}

static int send(hone_film_sound *sound, int count)
{
    const AVCodecContext *encoder = sound->track.encoder;
    AVFrame *frame = sound->track.frame;
    frame->nb_samples = count;
    frame->format = encoder->sample_fmt;
    frame->sample_rate = encoder->sample_rate;
    int result = av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout);
    if (result >= 0)
        result = av_frame_get_buffer(frame, 0);
    if (result >= 0)
        result = av_audio_fifo_read(sound->file.ready, (void **)frame->extended_data, count);
    if (result >= 0) {
        frame->pts = sound->sent;
        sound->sent += count;
        result = hone_film_track_send(&sound->track, frame);
    }
    av_frame_unref(frame);
    return result;
}

int hone_film_sound_advance(hone_film_sound *sound, double seconds, bool last)
{
    int64_t until = (int64_t)(seconds * HONE_SOUND_RATE + 0.5);
    int size = sound->track.encoder->frame_size > 0 ? sound->track.encoder->frame_size : ANY_FRAME_SIZE;
    int result = 0;
    while (result >= 0 && sound->sent < until) {
        int64_t left = until - sound->sent;
        if (left < size && !last)
            break;
        int count = left < size ? (int)left : size;
        result = hone_sound_file_need(&sound->file, count);
        int ready = av_audio_fifo_size(sound->file.ready);
        if (result < 0 || ready == 0 || (ready < count && !last))
            break;
        result = send(sound, ready < count ? ready : count);
    }
    return result >= 0 && last ? hone_film_track_send(&sound->track, NULL) : result;
}
