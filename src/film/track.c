/* An encoder and the stream of the film that takes its packets. */
#include "film/track.h"
#include "base/error.h"

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
        av_packet_rescale_ts(packet, track->encoder->time_base, track->stream->time_base);
        packet->stream_index = track->stream->index;
        result = av_interleaved_write_frame(track->muxer, packet);
    }
    return result;
}
