/* One stream of a film: an encoder, and the muxer that its packets are written to. Functions return FFmpeg's
 * results: 0, or a negative code. */
#ifndef HONE_SRC_FILM_TRACK_H
#define HONE_SRC_FILM_TRACK_H

#include <hone/film.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

/* The program's function that takes packets. */
typedef struct hone_film_taker {
    hone_film_take_packet *take; /* NULL: packets are written to the file */
    void *user;
    hone_error failure; /* of the function */
} hone_film_taker;

typedef struct hone_film_track {
    AVFormatContext *muxer; /* the film's */
    AVStream *stream;
    AVCodecContext *encoder;
    AVFrame *frame; /* filled and sent by the caller */
    AVPacket *packet;
    int64_t late;           /* offset of the packets' time stamps, in ticks of the encoder */
    hone_film_taker *taker; /* takes the packets in place of the muxer; NULL: there is none */
} hone_film_track;

/* Finds an encoder by name, without opening it. Errors: UNSUPPORTED (FFmpeg was built without it), MEMORY. Release
 * it in any case. */
bool hone_film_track_make(hone_film_track *track, AVFormatContext *muxer, const char *encoder, hone_error *error);
/* Opens the encoder and adds its stream. Frees `options`. */
bool hone_film_track_open(hone_film_track *track, AVDictionary **options, hone_error *error);
void hone_film_track_release(hone_film_track *track);

/* Compresses a frame and writes the packets that are ready. frame NULL: the stream has ended. */
int hone_film_track_send(hone_film_track *track, const AVFrame *frame);

/* Writes a packet that an encoder with the same settings has made. dts: when it is decoded. Returns FFmpeg's result. */
int hone_film_track_write(hone_film_track *track, const hone_film_packet *packet, int64_t dts);

/* Whether FFmpeg's side data of this kind belong to packets that are written or taken; others are left out. */
bool hone_film_side_is_kept(uint32_t kind);

/* Sets the error "WHAT: FFmpeg's message". Returns false. */
bool hone_fail_ffmpeg(hone_error *error, hone_code code, const char *what, int result);

#endif
