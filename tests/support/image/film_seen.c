#define _GNU_SOURCE /* memmem */
#include "support/image/film_seen.h"
#include "support/command.h"
#include "support/support.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>
#ifdef HONE_TESTS_WEBP
#include <webp/demux.h>
#endif

/* ---- webp ---- */

bool film_can_see_webp(void)
{
#ifdef HONE_TESTS_WEBP
    return true;
#else
    return false;
#endif
}

static bool is_webp(const char *content, size_t size)
{
    return size > 16 && memcmp(content, "RIFF", 4) == 0 && memcmp(content + 8, "WEBP", 4) == 0;
}

static bool see_webp(const char *content, size_t size, film_seen *out)
{
#ifdef HONE_TESTS_WEBP
    WebPAnimDecoderOptions options;
    WebPAnimInfo info;
    WebPData data = {(const uint8_t *)content, size};
    assert_true(WebPAnimDecoderOptionsInit(&options));
    options.color_mode = MODE_RGBA;
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    if (!decoder || !WebPAnimDecoderGetInfo(decoder, &info))
        return false;
    strcpy(out->container, "webp"), strcpy(out->codec, "webp"), strcpy(out->pixels, "rgba");
    out->width = info.canvas_width, out->height = info.canvas_height, out->loops = info.loop_count;
    assert_true(info.frame_count <= FILM_SEEN_MAX);
    for (int until = 0, began = 0; WebPAnimDecoderHasMoreFrames(decoder); began = until) {
        uint8_t *pixels;
        assert_true(WebPAnimDecoderGetNext(decoder, &pixels, &until));
        assert_true(hone_image_create(out->width, out->height, NULL, &out->pictures[out->count], NULL));
        memcpy(out->pictures[out->count].pixels, pixels, (size_t)4 * out->width * out->height);
        out->times[out->count++] = began / 1000.0;
        out->duration = until / 1000.0;
    }
    out->rate = out->count / out->duration;
    WebPAnimDecoderDelete(decoder);
    return true;
#else
    (void)content, (void)size, (void)out;
    fail_msg("this build cannot read webp");
    return false;
#endif
}

/* ---- films that FFmpeg reads ---- */

static void keep_picture(film_seen *out, const AVFrame *frame, AVRational base)
{
    assert_true(out->count < FILM_SEEN_MAX);
    hone_image *picture = &out->pictures[out->count];
    assert_true(hone_image_create((uint32_t)frame->width, (uint32_t)frame->height, NULL, picture, NULL));
    struct SwsContext *converter =
        sws_getContext(frame->width, frame->height, frame->format, frame->width, frame->height, AV_PIX_FMT_RGBA,
                       SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
    assert_non_null(converter);
    int space = frame->colorspace == AVCOL_SPC_BT709 ? SWS_CS_ITU709 : SWS_CS_DEFAULT;
    sws_setColorspaceDetails(converter, sws_getCoefficients(space), frame->color_range == AVCOL_RANGE_JPEG,
                             sws_getCoefficients(space), 1, 0, 1 << 16, 1 << 16);
    uint8_t *rows[4] = {picture->pixels};
    sws_scale(converter, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, rows,
              (int[4]){4 * frame->width});
    sws_freeContext(converter);
    out->times[out->count++] = (double)frame->best_effort_timestamp * av_q2d(base);
    out->duration = (double)(frame->best_effort_timestamp + frame->pkt_duration) * av_q2d(base);
}

static void keep_samples(film_seen *out, AVFrame *frame, AVRational base)
{
    AVFrame *plain = av_frame_alloc();
    struct SwrContext *converter = NULL;
    plain->sample_rate = FILM_SEEN_RATE, plain->format = AV_SAMPLE_FMT_FLTP;
    av_channel_layout_copy(&plain->ch_layout, &frame->ch_layout);
    assert_int_equal(frame->sample_rate, FILM_SEEN_RATE);
    assert_int_equal(swr_alloc_set_opts2(&converter, &plain->ch_layout, plain->format, plain->sample_rate,
                                         &frame->ch_layout, frame->format, frame->sample_rate, 0, NULL),
                     0);
    assert_int_equal(swr_convert_frame(converter, plain, frame), 0);
    if (out->sample_count == 0)
        out->sound_begin = (double)frame->pts * av_q2d(base); /* in a unit that also counts removed samples */
    uint32_t count = (uint32_t)plain->nb_samples;
    out->samples = realloc(out->samples, (out->sample_count + count) * sizeof *out->samples);
    assert_non_null(out->samples);
    memcpy(out->samples + out->sample_count, plain->extended_data[0], count * sizeof *out->samples);
    out->sample_count += count;
    swr_free(&converter);
    av_frame_free(&plain);
}

static void receive(AVCodecContext *decoder, const AVStream *stream, film_seen *out)
{
    AVFrame *frame = av_frame_alloc();
    while (avcodec_receive_frame(decoder, frame) == 0) {
        if (decoder->codec_type == AVMEDIA_TYPE_AUDIO)
            keep_samples(out, frame, stream->time_base);
        else
            keep_picture(out, frame, stream->time_base);
        av_frame_unref(frame);
    }
    av_frame_free(&frame);
}

/* FFmpeg's own VP9 decoder ignores alpha; libvpx does not. */
static AVCodecContext *open_decoder(const AVStream *stream)
{
    const AVCodec *codec = stream->codecpar->codec_id == AV_CODEC_ID_VP9
                               ? avcodec_find_decoder_by_name("libvpx-vp9")
                               : avcodec_find_decoder(stream->codecpar->codec_id);
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    assert_int_equal(avcodec_parameters_to_context(decoder, stream->codecpar), 0);
    decoder->pkt_timebase = stream->time_base;
    assert_int_equal(avcodec_open2(decoder, codec, NULL), 0);
    return decoder;
}

static void note_stream(film_seen *out, const AVStream *stream, const AVCodecContext *decoder)
{
    const AVCodecParameters *p = stream->codecpar;
    if (p->codec_type == AVMEDIA_TYPE_AUDIO) {
        out->has_sound = true;
        out->channels = (uint32_t)p->ch_layout.nb_channels;
        snprintf(out->sound_codec, sizeof out->sound_codec, "%s", avcodec_get_name(p->codec_id));
        return;
    }
    snprintf(out->codec, sizeof out->codec, "%s", avcodec_get_name(p->codec_id));
    snprintf(out->pixels, sizeof out->pixels, "%s", av_get_pix_fmt_name(decoder->pix_fmt));
    out->width = (uint32_t)p->width, out->height = (uint32_t)p->height;
    out->rate = av_q2d(stream->avg_frame_rate);
    out->bt709 = p->color_range == AVCOL_RANGE_MPEG && p->color_space == AVCOL_SPC_BT709 &&
                 p->color_primaries == AVCOL_PRI_BT709 && p->color_trc == AVCOL_TRC_BT709;
}

static void see_streams(AVFormatContext *file, film_seen *out)
{
    AVCodecContext *decoders[4] = {0};
    assert_true(file->nb_streams <= 4);
    for (unsigned i = 0; i < file->nb_streams; i++) decoders[i] = open_decoder(file->streams[i]);
    AVPacket *packet = av_packet_alloc();
    while (av_read_frame(file, packet) == 0) {
        unsigned i = (unsigned)packet->stream_index;
        assert_int_equal(avcodec_send_packet(decoders[i], packet), 0);
        receive(decoders[i], file->streams[i], out);
        av_packet_unref(packet);
    }
    av_packet_free(&packet);
    for (unsigned i = 0; i < file->nb_streams; i++) {
        avcodec_send_packet(decoders[i], NULL);
        receive(decoders[i], file->streams[i], out);
        note_stream(out, file->streams[i], decoders[i]);
        avcodec_free_context(&decoders[i]);
    }
}

static void note_boxes(const char *content, size_t size, film_seen *out)
{
    const char *index = memmem(content, size, "moov", 4), *pictures = memmem(content, size, "mdat", 4);
    out->index_first = index && pictures && index < pictures;
    out->fragmented = memmem(content, size, "moof", 4) != NULL;
}

static bool see_file(const char *path, film_seen *out)
{
    AVFormatContext *file = NULL;
    if (avformat_open_input(&file, path, NULL, NULL) < 0)
        return false;
    bool ok = avformat_find_stream_info(file, NULL) >= 0;
    if (ok) {
        snprintf(out->container, sizeof out->container, "%s", file->iformat->name);
        see_streams(file, out);
    }
    avformat_close_input(&file);
    return ok;
}

bool film_see(const char *path, film_seen *out)
{
    size_t size;
    *out = (film_seen){0};
    av_log_set_level(AV_LOG_FATAL);
    char *content = command_file_content(path, &size);
    bool ok = content && (is_webp(content, size) ? see_webp(content, size, out) : see_file(path, out));
    if (ok)
        note_boxes(content, size, out);
    free(content);
    return ok;
}

void film_seen_release(film_seen *seen)
{
    for (uint32_t i = 0; i < seen->count; i++) hone_image_release(&seen->pictures[i]);
    free(seen->samples);
    *seen = (film_seen){0};
}

/* ---- comparing ---- */

void film_compare(const hone_image *a, const hone_image *b, bool with_alpha, double *most, double *mean)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    size_t count = (size_t)a->width * a->height, compared = 0;
    *most = *mean = 0;
    for (size_t i = 0; i < 4 * count; i++) {
        if (i % 4 == 3 && !with_alpha)
            continue;
        if (i % 4 != 3 && with_alpha && (a->pixels[i | 3] == 0 || b->pixels[i | 3] == 0))
            continue; /* colours of transparent pixels do not matter */
        double difference = fabs((double)a->pixels[i] - b->pixels[i]);
        *most = fmax(*most, difference);
        *mean += difference;
        compared++;
    }
    *mean /= (double)(compared ? compared : 1);
}

/* ---- sound ---- */

static void put(uint8_t *at, uint32_t value, int size)
{
    for (int i = 0; i < size; i++) at[i] = (uint8_t)(value >> 8 * i);
}

bool film_make_wav(const char *path, uint32_t rate, uint32_t channels, double seconds, double click)
{
    uint32_t count = (uint32_t)(seconds * rate), frame = 2 * channels, size = count * frame;
    uint8_t *wav = calloc(44 + size, 1);
    assert_non_null(wav);
    memcpy(wav, "RIFF", 4), put(wav + 4, 36 + size, 4), memcpy(wav + 8, "WAVEfmt ", 8), put(wav + 16, 16, 4);
    put(wav + 20, 1, 2), put(wav + 22, channels, 2), put(wav + 24, rate, 4), put(wav + 28, rate * frame, 4);
    put(wav + 32, frame, 2), put(wav + 34, 16, 2), memcpy(wav + 36, "data", 4), put(wav + 40, size, 4);
    uint32_t begin = (uint32_t)(click * rate);
    for (uint32_t i = begin; i < begin + rate / 1000 && i < count; i++)
        for (uint32_t c = 0; c < channels; c++) put(wav + 44 + i * frame + 2 * c, i % 2 ? 20000 : 24000, 2);
    bool ok = command_file_write(path, wav, 44 + size);
    free(wav);
    return ok;
}

double film_click(const film_seen *seen)
{
    uint32_t loudest = 0;
    for (uint32_t i = 0; i < seen->sample_count; i++)
        if (fabsf(seen->samples[i]) > fabsf(seen->samples[loudest]))
            loudest = i;
    return seen->sound_begin + (double)loudest / FILM_SEEN_RATE;
}
