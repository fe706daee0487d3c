/* Opens files for FFmpeg, which may not look at other files or servers. */
#ifndef HONE_SRC_FILM_DEMUXER_H
#define HONE_SRC_FILM_DEMUXER_H

#include <hone/base.h>
#include <libavformat/avformat.h>

typedef enum hone_demuxer_result {
    HONE_DEMUXER_OPEN,
    /* The file is in none of the formats; `error` is left to the caller, which knows what it wanted. */
    HONE_DEMUXER_UNKNOWN,
    HONE_DEMUXER_FAILED /* `error` is set: IO, FORMAT */
} hone_demuxer_result;

/* Opens the file and finds its streams. formats: FFmpeg's names of those that are tried, separated by commas. out:
 * close it by avformat_close_input in any case. */
hone_demuxer_result hone_demuxer_open(AVFormatContext **out, const char *path, const char *formats, hone_error *error);

#endif
