/* An encoder and the stream of the film that takes its packets. */
#include "draw/film/track.h"
#include "base/error.h"
#include <string.h>

bool hone_fail_ffmpeg(hone_error *error, hone_code code, const char *what, int result)
{
    char reason[AV_ERROR_MAX_STRING_SIZE];
    if (result == AVERROR(ENOMEM))
        return hone_fail_memory(error);
    if (av_strerror(result, reason, sizeof reason) < 0)
        return hone_fail(error, code, 0, "%s: error %d", what, result);
    return hone_fail(error, code, 0, "%s: %s", what, reason);
}

bool hone_film_track_make(hone_film_track *track, AVFormatContext *muxer, const char *encoder, hone_error *error)
{
    *track = (hone_film_track){.muxer = muxer};
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    if (!codec)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the FFmpeg of this system has no encoder %s", encoder);
    track->encoder = avcodec_alloc_context3(codec);
    track->frame = av_frame_alloc();
    track->packet = av_packet_alloc();
    if (!track->encoder || !track->frame || !track->packet)
        return hone_fail_memory(error);
    track->encoder->flags |= AV_CODEC_FLAG_BITEXACT; /* the same film gives the same bytes */
    if (muxer->oformat->flags & AVFMT_GLOBALHEADER)
        track->encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    return true;
}

bool hone_film_track_open(hone_film_track *track, AVDictionary **options, hone_error *error)
{
    int result = avcodec_open2(track->encoder, track->encoder->codec, options);
    av_dict_free(options);
    if (result < 0) {
        char what[64];
        snprintf(what, sizeof what, "the encoder %s does not accept these settings", track->encoder->codec->name);
        return hone_fail_ffmpeg(error, HONE_ERROR_ARGUMENT, what, result);
    }
    track->stream = avformat_new_stream(track->muxer, NULL);
    if (!track->stream || avcodec_parameters_from_context(track->stream->codecpar, track->encoder) < 0)
        return hone_fail_memory(error);
    track->stream->time_base = track->encoder->time_base;
    track->stream->avg_frame_rate = track->encoder->framerate;
    return true;
}

void hone_film_track_release(hone_film_track *track)
{
    av_packet_free(&track->packet);
    av_frame_free(&track->frame);
    avcodec_free_context(&track->encoder);
}

/* ---- packets ---- */

bool hone_film_side_is_kept(uint32_t kind)
{
    return kind == AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL || kind == AV_PKT_DATA_SKIP_SAMPLES;
}

/* Hands a packet over to the program, with time stamps of the encoder. */
static int hand_over(hone_film_track *track, const AVPacket *packet)
{
    hone_film_taker *taker = track->taker;
    hone_film_packet out = {.sound = track->encoder->codec_type == AVMEDIA_TYPE_AUDIO,
                            .key = packet->flags & AV_PKT_FLAG_KEY,
                            .pts = packet->pts,
                            .duration = (uint32_t)packet->duration,
                            .data = packet->data,
                            .size = (size_t)packet->size};
    for (int i = 0; i < packet->side_data_elems; i++)
        if (hone_film_side_is_kept(packet->side_data[i].type)) {
            out.side_kind = packet->side_data[i].type;
            out.side = packet->side_data[i].data;
            out.side_size = packet->side_data[i].size;
        }
    return taker->take(taker->user, &out, &taker->failure) ? 0 : AVERROR_EXTERNAL;
}

static int write_packet(hone_film_track *track, AVPacket *packet)
{
    av_packet_rescale_ts(packet, track->encoder->time_base, track->stream->time_base);
    packet->stream_index = track->stream->index;
    return av_interleaved_write_frame(track->muxer, packet);
}

static int add_side(AVPacket *to, const hone_film_packet *packet)
{
    uint8_t *side = packet->side_kind
                        ? av_packet_new_side_data(to, (enum AVPacketSideDataType)packet->side_kind, packet->side_size)
                        : NULL;
    if (side)
        memcpy(side, packet->side, packet->side_size);
    return packet->side_kind && !side ? AVERROR(ENOMEM) : 0;
}

int hone_film_track_write(hone_film_track *track, const hone_film_packet *packet, int64_t dts)
{
    AVPacket *to = track->packet;
    int result = av_new_packet(to, (int)packet->size);
    if (result < 0)
        return result;
    memcpy(to->data, packet->data, packet->size);
    to->pts = packet->pts;
    to->dts = dts;
    to->duration = packet->duration;
    to->flags = packet->key ? AV_PKT_FLAG_KEY : 0;
    result = add_side(to, packet);
    if (result >= 0)
        result = write_packet(track, to);
    av_packet_unref(to);
    return result;
}

int hone_film_track_send(hone_film_track *track, const AVFrame *frame)
{
    AVPacket *packet = track->packet;
    int result = avcodec_send_frame(track->encoder, frame);
    while (result >= 0) {
        result = avcodec_receive_packet(track->encoder, packet);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF)
            return 0;
        if (result < 0)
            break;
        if (packet->duration == 0 && track->encoder->codec_type == AVMEDIA_TYPE_VIDEO)
            packet->duration = 1; /* otherwise the last picture would have no duration */
        packet->pts += track->late;
        packet->dts += track->late;
        result = track->taker ? hand_over(track, packet) : write_packet(track, packet);
        av_packet_unref(packet);
    }
    return result;
}
