/* Converts and compresses the pictures of a film. */
#include "draw/film/video.h"
#include "base/error.h"
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>

enum {
    ENCODER_THREADS = 4, /* a constant, because x264's output depends on it */
    KEY_SECONDS = 2,     /* longest time between key frames; limits how precisely players can seek */
    LOSSLESS = 100
};

/* A palette for each picture, because a common one would need all pictures in memory. Ordered dither, because error
 * diffusion flickers where nothing moves. */
static const char to_palettes[] = "split[a][b];[a]palettegen=stats_mode=single[p];"
                                  "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4";

typedef struct video_kind {
    const char *encoder;
    enum AVPixelFormat opaque, alpha;
    const char *filters;
} video_kind;

static const video_kind kinds[HONE_FILM_FORMAT_COUNT] = {
    [HONE_FILM_MP4] = {"libx264", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, NULL},
    [HONE_FILM_WEBM] = {"libvpx-vp9", AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P, NULL},
    [HONE_FILM_GIF] = {"gif", AV_PIX_FMT_RGB32, AV_PIX_FMT_RGB32, to_palettes},
    [HONE_FILM_APNG] = {"apng", AV_PIX_FMT_RGB24, AV_PIX_FMT_RGBA, NULL},
    [HONE_FILM_WEBP] = {"libwebp_anim", AV_PIX_FMT_RGB32, AV_PIX_FMT_RGB32, NULL},
    [HONE_FILM_MOV] = {"prores_ks", AV_PIX_FMT_YUV444P10, AV_PIX_FMT_YUVA444P10, NULL},
    [HONE_FILM_MKV] = {"libx264", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, NULL},
};

/* ---- the encoder ---- */

/* libwebp_anim stores only what differs from the previous picture. With lossy compression that leaves traces behind
 * moving things; but only libwebp_anim can make pixels transparent again. */
static const char *encoder_name(const hone_film_desc *desc)
{
    bool whole = desc->format == HONE_FILM_WEBP && !desc->alpha && desc->quality < LOSSLESS;
    if (desc->codec == HONE_FILM_CODEC_H265)
        return "libx265";
    return whole ? "libwebp" : kinds[desc->format].encoder;
}

/* Sets a constant quality on the encoder's scale, which counts downwards from `end`. */
static void set_rate(AVCodecContext *encoder, const hone_film_desc *desc, double end, double scale,
                     AVDictionary **options)
{
    encoder->bit_rate = (int64_t)desc->bit_rate;
    if (!desc->bit_rate)
        av_dict_set_int(options, "crf", (int64_t)(end - scale * desc->quality + 0.5), 0);
}

/* Quality 80 is 18 for x264, and 22 for x265, whose films look alike at 4 to 5 more. x265 prints to stderr by itself
 * unless its log is off; its threads are limited as for x264. */
static void set_mpeg(AVCodecContext *encoder, const hone_film_desc *desc, AVDictionary **options)
{
    bool h265 = desc->codec == HONE_FILM_CODEC_H265;
    set_rate(encoder, desc, h265 ? 54 : 50, 0.4, options);
    av_dict_set(options, "preset", "medium", 0);
    if (h265)
        av_dict_set(options, "x265-params", "log-level=none:frame-threads=2:pools=4", 0);
}

static void set_options(AVCodecContext *encoder, const hone_film_desc *desc, AVDictionary **options)
{
    switch (desc->format) {
    case HONE_FILM_MP4:
    case HONE_FILM_MKV:
        set_mpeg(encoder, desc, options);
        break;
    case HONE_FILM_WEBM:
        set_rate(encoder, desc, 60, 0.45, options); /* quality 80 is 24 */
        av_dict_set(options, "deadline", "good", 0);
        av_dict_set(options, "cpu-used", "5", 0);
        av_dict_set(options, "row-mt", "1", 0);
        if (desc->alpha)
            /* alternate reference frames, which are never shown, have no alpha */
            av_dict_set(options, "auto-alt-ref", "0", 0);
        break;
    case HONE_FILM_WEBP:
        av_dict_set_int(options, "quality", desc->quality, 0);
        av_dict_set_int(options, "lossless", desc->quality == LOSSLESS, 0);
        break;
    case HONE_FILM_APNG:
        av_dict_set(options, "pred", "mixed", 0);
        break;
    case HONE_FILM_MOV:
        av_dict_set(options, "profile", "4444", 0);
        av_dict_set_int(options, "alpha_bits", desc->alpha ? 8 : 0, 0); /* pictures have no more */
        av_dict_set(options, "vendor", "apl0", 0);                      /* some programs refuse the files of others */
        break;
    case HONE_FILM_GIF:
        break;
    }
}

static bool is_yuv(enum AVPixelFormat format)
{
    return format == AV_PIX_FMT_YUV420P || format == AV_PIX_FMT_YUVA420P || format == AV_PIX_FMT_YUV444P10 ||
           format == AV_PIX_FMT_YUVA444P10;
}

static void set_picture(AVCodecContext *encoder, const hone_film_desc *desc, enum AVPixelFormat format)
{
    encoder->width = (int)desc->width;
    encoder->height = (int)desc->height;
    encoder->time_base = (AVRational){(int)desc->rate_divisor, (int)desc->rate};
    encoder->framerate = (AVRational){(int)desc->rate, (int)desc->rate_divisor};
    encoder->sample_aspect_ratio = (AVRational){1, 1};
    encoder->pix_fmt = format;
    encoder->gop_size = (int)(KEY_SECONDS * desc->rate / desc->rate_divisor) + 1;
    encoder->thread_count = ENCODER_THREADS;
    if (!is_yuv(format))
        return;
    encoder->color_range = AVCOL_RANGE_MPEG; /* all four are written, because players otherwise guess by the size */
    encoder->colorspace = AVCOL_SPC_BT709;
    encoder->color_primaries = AVCOL_PRI_BT709;
    encoder->color_trc = AVCOL_TRC_BT709;
    encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
}

/* ---- conversion ---- */

static bool open_converter(hone_film_video *video, const hone_film_desc *desc, enum AVPixelFormat format,
                           hone_error *error)
{
    int width = (int)desc->width, height = (int)desc->height;
    AVFrame *frame = video->track.frame;
    frame->width = width, frame->height = height, frame->format = format;
    frame->color_range = video->track.encoder->color_range;
    frame->colorspace = video->track.encoder->colorspace;
    frame->color_primaries = video->track.encoder->color_primaries;
    frame->color_trc = video->track.encoder->color_trc;
    video->converter =
        sws_getContext(width, height, AV_PIX_FMT_RGBA, width, height, format,
                       SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INP, NULL, NULL, NULL);
    if (!video->converter || av_frame_get_buffer(frame, 0) < 0)
        return hone_fail_memory(error);
    if (is_yuv(format))
        sws_setColorspaceDetails(video->converter, sws_getCoefficients(SWS_CS_ITU709), 1,
                                 sws_getCoefficients(SWS_CS_ITU709), 0, 0, 1 << 16, 1 << 16);
    return true;
}

static bool open_ends(hone_film_video *video, const hone_film_desc *desc, enum AVPixelFormat format, hone_error *error)
{
    char picture[128];
    snprintf(picture, sizeof picture, "video_size=%ux%u:pix_fmt=%s:time_base=%u/%u:pixel_aspect=1/1", desc->width,
             desc->height, av_get_pix_fmt_name(format), desc->rate_divisor, desc->rate);
    int result =
        avfilter_graph_create_filter(&video->into, avfilter_get_by_name("buffer"), "in", picture, NULL, video->graph);
    if (result >= 0)
        result = avfilter_graph_create_filter(&video->out_of, avfilter_get_by_name("buffersink"), "out", NULL, NULL,
                                              video->graph);
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_UNSUPPORTED, "cannot make palettes", result);
}

static bool open_graph(hone_film_video *video, const hone_film_desc *desc, const video_kind *kind, hone_error *error)
{
    video->graph = avfilter_graph_alloc();
    video->reduced = av_frame_alloc();
    if (!video->graph || !video->reduced)
        return hone_fail_memory(error);
    if (!open_ends(video, desc, kind->opaque, error))
        return false;
    AVFilterInOut *begin = avfilter_inout_alloc(), *end = avfilter_inout_alloc();
    int result = begin && end ? 0 : AVERROR(ENOMEM);
    if (result == 0) {
        *begin = (AVFilterInOut){.name = av_strdup("in"), .filter_ctx = video->into};
        *end = (AVFilterInOut){.name = av_strdup("out"), .filter_ctx = video->out_of};
        result = avfilter_graph_parse_ptr(video->graph, kind->filters, &end, &begin, NULL);
    }
    if (result >= 0)
        result = avfilter_graph_config(video->graph, NULL);
    avfilter_inout_free(&begin);
    avfilter_inout_free(&end);
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_UNSUPPORTED, "cannot make palettes", result);
}

/* ---- the track of pictures ------------------------------------------------------------------------------------- */

bool hone_film_video_open(hone_film_video *video, AVFormatContext *muxer, const hone_film_desc *desc, hone_error *error)
{
    const video_kind *kind = &kinds[desc->format];
    enum AVPixelFormat format = desc->alpha ? kind->alpha : kind->opaque;
    AVDictionary *options = NULL;
    *video = (hone_film_video){.lay_over_black = !desc->alpha};
    if (!hone_film_track_make(&video->track, muxer, encoder_name(desc), error))
        return false;
    set_picture(video->track.encoder, desc, kind->filters ? AV_PIX_FMT_PAL8 : format);
    set_options(video->track.encoder, desc, &options);
    if (!hone_film_track_open(&video->track, &options, error))
        return false;
    if (desc->codec == HONE_FILM_CODEC_H265 && desc->format == HONE_FILM_MP4)
        video->track.stream->codecpar->codec_tag = MKTAG('h', 'v', 'c', '1'); /* Apple's players refuse hev1 */
    if (desc->alpha && desc->format == HONE_FILM_WEBM)
        av_dict_set(&video->track.stream->metadata, "alpha_mode", "1", 0);
    return open_converter(video, desc, format, error) && (!kind->filters || open_graph(video, desc, kind, error));
}

void hone_film_video_release(hone_film_video *video)
{
    av_frame_free(&video->reduced);
    avfilter_graph_free(&video->graph);
    sws_freeContext(video->converter);
    hone_film_track_release(&video->track);
}

static void lay_over_black(uint8_t *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++, pixels += 4)
        if (pixels[3] < 255) {
            for (int c = 0; c < 3; c++) pixels[c] = (uint8_t)((pixels[c] * pixels[3] + 127) / 255);
            pixels[3] = 255;
        }
}

/* Sends a frame through the filter graph and compresses the frames that come out of it. */
static int reduce(hone_film_video *video, AVFrame *frame)
{
    int result = av_buffersrc_add_frame_flags(video->into, frame, AV_BUFFERSRC_FLAG_KEEP_REF);
    while (result >= 0) {
        result = av_buffersink_get_frame(video->out_of, video->reduced);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF)
            return 0;
        if (result >= 0)
            result = hone_film_track_send(&video->track, video->reduced);
        av_frame_unref(video->reduced);
    }
    return result;
}

int hone_film_video_add(hone_film_video *video, uint8_t *pixels)
{
    AVFrame *frame = video->track.frame;
    int result = av_frame_make_writable(frame); /* the encoder may still use the previous picture */
    if (result < 0)
        return result;
    if (video->lay_over_black)
        lay_over_black(pixels, (size_t)frame->width * (size_t)frame->height);
    const uint8_t *const rows[4] = {pixels};
    sws_scale(video->converter, rows, (const int[4]){4 * frame->width}, 0, frame->height, frame->data, frame->linesize);
    frame->pts = video->count++;
    return video->graph ? reduce(video, frame) : hone_film_track_send(&video->track, frame);
}

int hone_film_video_end(hone_film_video *video)
{
    int result = video->graph ? reduce(video, NULL) : 0;
    return result < 0 ? result : hone_film_track_send(&video->track, NULL);
}
