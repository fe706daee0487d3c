/* Decodes sound files with FFmpeg. */
#include "draw/film/sound_file.h"
#include "base/error.h"
#include "draw/film/demuxer.h"
#include "draw/film/track.h"
#include <errno.h>
#include <string.h>

/* Formats that contain sound themselves; other formats refer to further files, or to servers. */
static const char readable[] = "wav,w64,aiff,au,caf,mp3,aac,flac,ogg,mov,matroska,asf,ape,wv,tta,ac3,eac3";

/* Those of them in which a seek is only a guess, because they contain nothing but packets, or few time stamps: in
 * these, packets are counted from the beginning. */
static const char *const counted[] = {"mp3", "aac", "ac3", "eac3", "ogg"};

enum { SILENCE_AT_ONCE = HONE_SOUND_RATE };
/* seconds before a position; decoding from there gives the same samples as decoding from the beginning */
static const double lead = 0.5;

/* ---- opening ---- */

static bool open_demuxer(hone_sound_file *sound, const char *path, hone_error *error)
{
    hone_demuxer_result result = hone_demuxer_open(&sound->demuxer, path, readable, error);
    if (result == HONE_DEMUXER_UNKNOWN)
        hone_fail(error, HONE_ERROR_FORMAT, 0, "is not a sound file that FFmpeg knows, or is damaged");
    return result == HONE_DEMUXER_OPEN;
}

static bool open_decoder(hone_sound_file *sound, hone_error *error)
{
    const AVCodec *codec = NULL;
    sound->stream = av_find_best_stream(sound->demuxer, AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0);
    if (sound->stream < 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "has no sound that can be decoded");
    const AVStream *stream = sound->demuxer->streams[sound->stream];
    sound->decoder = avcodec_alloc_context3(codec);
    if (!sound->decoder || avcodec_parameters_to_context(sound->decoder, stream->codecpar) < 0)
        return hone_fail_memory(error);
    sound->decoder->pkt_timebase = stream->time_base;
    int result = avcodec_open2(sound->decoder, codec, NULL);
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "its sound cannot be decoded", result);
}

/* ---- decoding ---- */

/* Sends one packet to the decoder; at the end of the file an empty one, which drains it. */
static int feed(hone_sound_file *sound)
{
    int result = av_read_frame(sound->demuxer, sound->packet);
    if (result < 0)
        return avcodec_send_packet(sound->decoder, NULL); /* a damaged end counts as the end */
    const AVPacket *packet = sound->packet;
    bool passed = packet->pts != AV_NOPTS_VALUE && packet->pts < sound->passed_over;
    if (packet->stream_index == sound->stream && !passed)
        result = avcodec_send_packet(sound->decoder, sound->packet);
    av_packet_unref(sound->packet);
    return result == AVERROR(ENOMEM) ? result : 0; /* damaged packets are skipped, as in players */
}

static bool is_usable(const AVFrame *frame)
{
    return frame->nb_samples > 0 && frame->sample_rate > 0 && frame->ch_layout.nb_channels > 0;
}

/* Decodes the next samples into `decoded`; AVERROR_EOF: there are no more. */
static int decode(hone_sound_file *sound)
{
    for (;;) {
        int result = avcodec_receive_frame(sound->decoder, sound->decoded);
        if (result == 0 && is_usable(sound->decoded))
            return 0;
        if (result == AVERROR_EOF || result == AVERROR(ENOMEM))
            return result;
        if (result != 0 && (result = feed(sound)) < 0)
            return result;
    }
}

bool hone_sound_file_open(hone_sound_file *sound, const char *path, hone_error *error)
{
    *sound = (hone_sound_file){.packet = av_packet_alloc(),
                               .decoded = av_frame_alloc(),
                               .converted = av_frame_alloc(),
                               .passed_over = INT64_MIN};
    if (!sound->packet || !sound->decoded || !sound->converted)
        return hone_fail_memory(error);
    if (!open_demuxer(sound, path, error) || !open_decoder(sound, error))
        return false;
    int result = decode(sound);
    sound->origin = sound->decoded->best_effort_timestamp;
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "has no sound that can be decoded", result);
}

void hone_sound_file_release(hone_sound_file *sound)
{
    av_audio_fifo_free(sound->ready);
    swr_free(&sound->converter);
    av_frame_free(&sound->converted);
    av_frame_free(&sound->decoded);
    av_packet_free(&sound->packet);
    avcodec_free_context(&sound->decoder);
    avformat_close_input(&sound->demuxer);
    *sound = (hone_sound_file){0};
}

int hone_sound_file_channels(const hone_sound_file *sound)
{
    return sound->decoded->ch_layout.nb_channels == 1 ? 1 : 2;
}

int hone_sound_file_begin(hone_sound_file *sound, enum AVSampleFormat format, double from)
{
    int channels = hone_sound_file_channels(sound);
    sound->converted->format = format;
    sound->converted->sample_rate = HONE_SOUND_RATE;
    av_channel_layout_default(&sound->converted->ch_layout, channels);
    sound->ready = av_audio_fifo_alloc(format, channels, HONE_SOUND_RATE);
    int64_t samples = (int64_t)(from * HONE_SOUND_RATE + (from < 0 ? -0.5 : 0.5));
    sound->skip = samples > 0 ? samples : 0;
    sound->silence = samples < 0 ? -samples : 0;
    return sound->ready ? 0 : AVERROR(ENOMEM);
}

/* ---- seeking ---- */

static AVRational ticks(const hone_sound_file *sound)
{
    return sound->demuxer->streams[sound->stream]->time_base;
}

static const AVRational samples = {1, HONE_SOUND_RATE};

int64_t hone_sound_file_length(const hone_sound_file *sound)
{
    const AVStream *stream = sound->demuxer->streams[sound->stream];
    if (stream->duration > 0)
        return av_rescale_q(stream->duration, stream->time_base, samples);
    return sound->demuxer->duration > 0 ? av_rescale_q(sound->demuxer->duration, AV_TIME_BASE_Q, samples) : 0;
}

static bool is_counted(const hone_sound_file *sound)
{
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (strcmp(sound->demuxer->iformat->name, counted[i]) == 0)
            return true;
    return false;
}

/* Moves the demuxer to a packet at `stamp` or before it. */
static int go(hone_sound_file *sound, int64_t stamp)
{
    int result = avformat_seek_file(sound->demuxer, sound->stream, INT64_MIN, stamp, stamp, 0);
    if (result >= 0)
        avcodec_flush_buffers(sound->decoder);
    return result;
}

/* Decodes up to the frame that contains `sample`, or to the first frame after it; `skip` is negative then. */
static int find(hone_sound_file *sound, int64_t sample)
{
    for (;;) {
        int result = decode(sound);
        const AVFrame *frame = sound->decoded;
        if (result < 0)
            return result;
        if (frame->best_effort_timestamp == AV_NOPTS_VALUE)
            continue;
        int64_t at = av_rescale_q(frame->best_effort_timestamp - sound->origin, ticks(sound), samples);
        if (at + av_rescale(frame->nb_samples, HONE_SOUND_RATE, frame->sample_rate) <= sample)
            continue;
        sound->skip = sample - at;
        return 0;
    }
}

/* Seeks by the file's index. If that leads too far, or is unreliable, decodes from the beginning of the file. */
static int land(hone_sound_file *sound, int64_t sample)
{
    int64_t stamp = sound->origin + av_rescale_q(sample - (int64_t)(lead * HONE_SOUND_RATE), samples, ticks(sound));
    stamp = stamp > sound->origin ? stamp : sound->origin;
    if (!is_counted(sound)) {
        int result = go(sound, stamp);
        if (result >= 0 && ((result = find(sound, sample)) < 0 || sound->skip >= 0))
            return result;
    }
    int result = go(sound, sound->origin);
    sound->passed_over = stamp > sound->origin ? stamp : INT64_MIN;
    if (result >= 0)
        result = find(sound, sample);
    sound->passed_over = INT64_MIN;
    return result;
}

int hone_sound_file_seek(hone_sound_file *sound, int64_t sample)
{
    av_audio_fifo_reset(sound->ready);
    av_frame_unref(sound->decoded);
    swr_free(&sound->converter);
    sound->skip = 0;
    if (sound->origin == AV_NOPTS_VALUE)
        return AVERROR(ENOSYS);
    int result = land(sound, sample);
    sound->ended = result == AVERROR_EOF;
    sound->silence = sound->skip < 0 ? -sound->skip : 0;
    sound->skip = sound->skip > 0 ? sound->skip : 0;
    return sound->ended ? 0 : result;
}

/* ---- conversion to one rate and sample format ------------------------------------------------------------------ */

static int keep(hone_sound_file *sound, AVFrame *frame)
{
    int left_out = sound->skip < frame->nb_samples ? (int)sound->skip : frame->nb_samples;
    sound->skip -= left_out;
    int kept = frame->nb_samples - left_out;
    if (kept == 0)
        return 0;
    int planes = av_sample_fmt_is_planar(frame->format) ? frame->ch_layout.nb_channels : 1;
    size_t size =
        (size_t)av_get_bytes_per_sample(frame->format) * (size_t)(planes == 1 ? frame->ch_layout.nb_channels : 1);
    void *data[2] = {frame->extended_data[0] + (size_t)left_out * size,
                     planes == 2 ? frame->extended_data[1] + (size_t)left_out * size : NULL};
    int result = av_audio_fifo_write(sound->ready, data, kept);
    return result < 0 ? result : 0;
}

/* Creates a frame without samples, of the format of `like`. */
static int empty_frame(const AVFrame *like, AVFrame **out)
{
    *out = av_frame_alloc();
    if (!*out)
        return AVERROR(ENOMEM);
    (*out)->format = like->format;
    (*out)->sample_rate = like->sample_rate;
    return av_channel_layout_copy(&(*out)->ch_layout, &like->ch_layout);
}

static int make_silence(hone_sound_file *sound)
{
    AVFrame *frame;
    int result = empty_frame(sound->converted, &frame);
    if (result >= 0) {
        frame->nb_samples = sound->silence < SILENCE_AT_ONCE ? (int)sound->silence : SILENCE_AT_ONCE;
        sound->silence -= frame->nb_samples;
        result = av_frame_get_buffer(frame, 0);
    }
    if (result >= 0)
        result = av_samples_set_silence(frame->extended_data, 0, frame->nb_samples, frame->ch_layout.nb_channels,
                                        frame->format);
    if (result >= 0)
        result = keep(sound, frame);
    av_frame_free(&frame);
    return result;
}

/* from NULL: converts the samples that the converter still holds. */
static int convert(hone_sound_file *sound, const AVFrame *from)
{
    AVFrame *frame;
    int result = empty_frame(sound->converted, &frame);
    if (result >= 0 && sound->converter)
        result = swr_convert_frame(sound->converter, frame, from);
    if (result >= 0)
        result = keep(sound, frame);
    av_frame_free(&frame);
    return result;
}

/* Prepares the converter anew: some files change their rate or channels. */
static int adapt(hone_sound_file *sound)
{
    AVFrame *from = sound->decoded, *to = sound->converted; /* FFmpeg 5 does not take pointers to const */
    swr_free(&sound->converter);
    int result = swr_alloc_set_opts2(&sound->converter, &to->ch_layout, to->format, to->sample_rate, &from->ch_layout,
                                     from->format, from->sample_rate, 0, NULL);
    return result < 0 ? result : swr_init(sound->converter);
}

static int take(hone_sound_file *sound)
{
    AVFrame *from = sound->decoded;
    if (from->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
        av_channel_layout_default(&from->ch_layout, from->ch_layout.nb_channels);
    int result = sound->converter ? convert(sound, from) : AVERROR_INPUT_CHANGED;
    if (result == AVERROR_INPUT_CHANGED) {
        result = convert(sound, NULL);
        if (result >= 0)
            result = adapt(sound);
        if (result >= 0)
            result = convert(sound, from);
    }
    av_frame_unref(from);
    return result;
}

int hone_sound_file_need(hone_sound_file *sound, int count)
{
    int result = 0;
    while (result >= 0 && !sound->ended && av_audio_fifo_size(sound->ready) < count) {
        if (sound->silence > 0) {
            result = make_silence(sound);
            continue;
        }
        if (!sound->decoded->nb_samples)
            result = decode(sound);
        sound->ended = result == AVERROR_EOF;
        result = sound->ended ? convert(sound, NULL) : result < 0 ? result : take(sound);
    }
    return result;
}
