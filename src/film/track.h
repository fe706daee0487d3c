/* One stream of a film: an encoder, and what its packets are written to. Results are FFmpeg's: 0, or a code below it.
 */
#ifndef HONE_SRC_FILM_TRACK_H
#define HONE_SRC_FILM_TRACK_H

#include <hone/base.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

typedef struct hone_film_track {
    AVFormatContext *muxer; /* the film's */
    AVStream *stream;
    AVCodecContext *encoder;
    AVFrame *frame; /* to be filled and sent */
    AVPacket *packet;
    int64_t late; /* ticks of the encoder's that packets are written later than it says */
} hone_film_track;

/* An encoder by its name, not open yet. Errors: UNSUPPORTED (this FFmpeg has none), MEMORY. Release in any case. */
bool hone_film_track_make(hone_film_track *track, AVFormatContext *muxer, const char *encoder, hone_error *error);
/* Opens the encoder and adds its stream. `options` are freed. */
bool hone_film_track_open(hone_film_track *track, AVDictionary **options, hone_error *error);
void hone_film_track_release(hone_film_track *track);

/* Compresses a frame, NULL: there are no more; writes the packets that are ready. */
int hone_film_track_send(hone_film_track *track, const AVFrame *frame);

/* "WHAT: FFmpeg's words". Always false. */
bool hone_fail_ffmpeg(hone_error *error, hone_code code, const char *what, int result);

#endif
