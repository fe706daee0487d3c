/* One stream of a film: an encoder, and the muxer that its packets are written to. Functions return FFmpeg's
 * results: 0, or a negative code. */
#ifndef HONE_SRC_FILM_TRACK_H
#define HONE_SRC_FILM_TRACK_H

#include <hone/base.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

typedef struct hone_film_track {
    AVFormatContext *muxer; /* the film's */
    AVStream *stream;
    AVCodecContext *encoder;
    AVFrame *frame; /* filled and sent by the caller */
    AVPacket *packet;
    int64_t late; /* offset of the packets' time stamps, in ticks of the encoder */
} hone_film_track;

/* Finds an encoder by name, without opening it. Errors: UNSUPPORTED (FFmpeg was built without it), MEMORY. Release
 * it in any case. */
bool hone_film_track_make(hone_film_track *track, AVFormatContext *muxer, const char *encoder, hone_error *error);
/* Opens the encoder and adds its stream. Frees `options`. */
bool hone_film_track_open(hone_film_track *track, AVDictionary **options, hone_error *error);
void hone_film_track_release(hone_film_track *track);

/* Compresses a frame and writes the packets that are ready. frame NULL: the stream has ended. */
int hone_film_track_send(hone_film_track *track, const AVFrame *frame);

/* Sets the error "WHAT: FFmpeg's message". Returns false. */
bool hone_fail_ffmpeg(hone_error *error, hone_code code, const char *what, int result);

#endif
