/* Any film that FFmpeg reads, decoded to frames one after another. Functions return FFmpeg's results. */
#ifndef HONE_SRC_FILM_FILM_FILE_H
#define HONE_SRC_FILM_FILM_FILE_H

#include <hone/base.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

typedef struct hone_film_file {
    AVFormatContext *demuxer;
    AVCodecContext *decoder;
    int stream;
    AVPacket *packet;
    const char *path; /* the caller's */
    AVRational unit;  /* of time stamps, seconds */
    int64_t origin;   /* time stamp of the first frame */
    double length;    /* seconds; 0: unknown */
} hone_film_file;

/* Opens the file and its decoder. `path` must outlive the file. Errors: IO, FORMAT, UNSUPPORTED, MEMORY. Release it in
 * any case. */
bool hone_film_file_open(hone_film_file *file, const char *path, hone_error *error);
void hone_film_file_release(hone_film_file *file);

/* Decodes the next frame; AVERROR_EOF: there are no more. */
int hone_film_file_next(hone_film_file *file, AVFrame *out);

/* Continues at the first frame, also where the format cannot seek. After a failure only this and release are left. */
int hone_film_file_restart(hone_film_file *file);

/* Continues at the last frame that can be decoded alone and is not after `stamp`, or at one after it. */
int hone_film_file_seek(hone_film_file *file, int64_t stamp);

/* Seconds from the first frame to a time stamp. */
double hone_film_file_seconds(const hone_film_file *file, int64_t stamp);

#endif
