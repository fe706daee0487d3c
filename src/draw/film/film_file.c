/* Decodes the pictures of films with FFmpeg. */
#include "draw/film/film_file.h"
#include "base/error.h"
#include "draw/film/demuxer.h"
#include "draw/film/track.h"
#include <string.h>

/* Formats that contain pictures themselves; other formats refer to further files, or to servers. */
static const char readable[] =
    "avi,mov,matroska,asf,mpeg,mpegts,flv,ogg,gif,apng,dv,nut,ivf,rm,swf,m4v,h264,hevc,mpegvideo,yuv4mpegpipe";

enum { LARGEST_SIDE = 8192, DECODER_THREADS = 2 };

static bool open_demuxer(hone_film_file *file, const char *path, hone_error *error)
{
    hone_demuxer_result result = hone_demuxer_open(&file->demuxer, path, readable, error);
    if (result == HONE_DEMUXER_UNKNOWN)
        hone_fail(error, HONE_ERROR_FORMAT, 0, "is not a film that FFmpeg knows, or is damaged");
    return result == HONE_DEMUXER_OPEN;
}

/* FFmpeg's own decoders of webm leave out its transparency. */
static const AVCodec *find_decoder(const AVStream *stream, const AVCodec *usual)
{
    const AVDictionaryEntry *alpha = av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
    if (!alpha || strcmp(alpha->value, "1") != 0)
        return usual;
    enum AVCodecID id = stream->codecpar->codec_id;
    const AVCodec *own = id == AV_CODEC_ID_VP9   ? avcodec_find_decoder_by_name("libvpx-vp9")
                         : id == AV_CODEC_ID_VP8 ? avcodec_find_decoder_by_name("libvpx")
                                                 : NULL;
    return own ? own : usual;
}

static bool check_sides(const AVCodecParameters *picture, hone_error *error)
{
    bool fine = picture->width > 0 && picture->height > 0;
    if (!fine)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "its pictures have no size");
    return (picture->width <= LARGEST_SIDE && picture->height <= LARGEST_SIDE) ||
           hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "its pictures have more than %d pixels a side", LARGEST_SIDE);
}

static bool open_decoder(hone_film_file *file, hone_error *error)
{
    const AVCodec *codec = NULL;
    file->stream = av_find_best_stream(file->demuxer, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (file->stream < 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "has no pictures that can be decoded");
    const AVStream *stream = file->demuxer->streams[file->stream];
    if (!check_sides(stream->codecpar, error))
        return false;
    codec = find_decoder(stream, codec);
    file->decoder = avcodec_alloc_context3(codec);
    if (!file->decoder || avcodec_parameters_to_context(file->decoder, stream->codecpar) < 0)
        return hone_fail_memory(error);
    file->unit = file->decoder->pkt_timebase = stream->time_base;
    file->decoder->thread_count = DECODER_THREADS;
    file->decoder->max_pixels = (int64_t)LARGEST_SIDE * LARGEST_SIDE;
    int result = avcodec_open2(file->decoder, codec, NULL);
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "its pictures cannot be decoded", result);
}

/* Adds up the packets: gif and apng do not give their length. */
static double measure(hone_film_file *file)
{
    int64_t first = INT64_MAX, end = INT64_MIN;
    while (av_read_frame(file->demuxer, file->packet) >= 0) {
        const AVPacket *packet = file->packet;
        if (packet->stream_index == file->stream && packet->pts != AV_NOPTS_VALUE) {
            first = packet->pts < first ? packet->pts : first;
            end = packet->pts + packet->duration > end ? packet->pts + packet->duration : end;
        }
        av_packet_unref(file->packet);
    }
    return end > first ? (double)(end - first) * av_q2d(file->unit) : 0;
}

static bool find_length(hone_film_file *file, hone_error *error)
{
    const AVStream *stream = file->demuxer->streams[file->stream];
    if (stream->duration > 0)
        file->length = (double)stream->duration * av_q2d(stream->time_base);
    else if (file->demuxer->duration > 0)
        file->length = (double)file->demuxer->duration / AV_TIME_BASE;
    if (file->length > 0)
        return true;
    file->length = measure(file);
    int result = hone_film_file_restart(file);
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "cannot be read twice", result);
}

bool hone_film_file_open(hone_film_file *file, const char *path, hone_error *error)
{
    *file = (hone_film_file){.packet = av_packet_alloc(), .path = path};
    if (!file->packet)
        return hone_fail_memory(error);
    return open_demuxer(file, path, error) && open_decoder(file, error) && find_length(file, error);
}

void hone_film_file_release(hone_film_file *file)
{
    av_packet_free(&file->packet);
    avcodec_free_context(&file->decoder);
    avformat_close_input(&file->demuxer);
    *file = (hone_film_file){0};
}

/* Sends one packet to the decoder; at the end of the file an empty one, which drains it. */
static int feed(hone_film_file *file)
{
    int result = av_read_frame(file->demuxer, file->packet);
    if (result < 0) { /* a damaged end counts as the end */
        result = avcodec_send_packet(file->decoder, NULL);
        return result < 0 && result != AVERROR(ENOMEM) ? AVERROR_EOF : result;
    }
    if (file->packet->stream_index == file->stream)
        result = avcodec_send_packet(file->decoder, file->packet);
    av_packet_unref(file->packet);
    return result == AVERROR(ENOMEM) ? result : 0; /* damaged packets are skipped, as in players */
}

int hone_film_file_next(hone_film_file *file, AVFrame *out)
{
    for (;;) {
        int result = avcodec_receive_frame(file->decoder, out);
        bool usable = result == 0 && out->width > 0 && out->height > 0 && out->width <= LARGEST_SIDE &&
                      out->height <= LARGEST_SIDE;
        if (usable || result == AVERROR_EOF || result == AVERROR(ENOMEM))
            return result;
        if (result != 0 && (result = feed(file)) < 0)
            return result;
    }
}

int hone_film_file_restart(hone_film_file *file)
{
    avcodec_free_context(&file->decoder);
    avformat_close_input(&file->demuxer);
    return open_demuxer(file, file->path, NULL) && open_decoder(file, NULL) ? 0 : AVERROR_INVALIDDATA;
}

int hone_film_file_seek(hone_film_file *file, int64_t stamp)
{
    int result = avformat_seek_file(file->demuxer, file->stream, INT64_MIN, stamp, stamp, 0);
    if (result < 0)
        result = av_seek_frame(file->demuxer, file->stream, stamp, AVSEEK_FLAG_BACKWARD);
    if (result >= 0)
        avcodec_flush_buffers(file->decoder);
    return result;
}

double hone_film_file_seconds(const hone_film_file *file, int64_t stamp)
{
    return (double)(stamp - file->origin) * av_q2d(file->unit);
}
