#include "draw/film/demuxer.h"
#include "base/error.h"
#include "base/system/files.h"
#include "draw/film/track.h"
#include <stdio.h>

/* FFmpeg would wait for a pipe without a writer for ever. */
static bool check_file(const char *path, hone_error *error)
{
    uint64_t size = 0;
    int file = hone_file_open(path);
    if (file < 0)
        return true; /* FFmpeg says why */
    hone_file_kind kind = hone_file_examine(file, &size);
    hone_file_close(file);
    if (kind == HONE_FILE_OTHER)
        return hone_fail(error, HONE_ERROR_IO, 0, "is not a regular file");
    return kind != HONE_FILE_REGULAR || size > 0 || hone_fail(error, HONE_ERROR_FORMAT, 0, "is empty");
}

hone_demuxer_result hone_demuxer_open(AVFormatContext **out, const char *path, const char *formats, hone_error *error)
{
    char url[4096 + sizeof "file:"];
    int length = snprintf(url, sizeof url, "file:%s", path);
    if (length < 0 || (size_t)length >= sizeof url) {
        hone_fail(error, HONE_ERROR_IO, 0, "the name is too long");
        return HONE_DEMUXER_FAILED;
    }
    if (!check_file(path, error))
        return HONE_DEMUXER_FAILED;
    AVDictionary *options = NULL;
    av_dict_set(&options, "protocol_whitelist", "file", 0);
    av_dict_set(&options, "format_whitelist", formats, 0);
    int result = avformat_open_input(out, url, NULL, &options);
    av_dict_free(&options);
    if (result == AVERROR_INVALIDDATA || result == AVERROR(EINVAL))
        return HONE_DEMUXER_UNKNOWN;
    if (result < 0) {
        hone_fail_ffmpeg(error, HONE_ERROR_IO, "cannot open", result);
        return HONE_DEMUXER_FAILED;
    }
    result = avformat_find_stream_info(*out, NULL);
    if (result >= 0)
        return HONE_DEMUXER_OPEN;
    hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "cannot be read", result);
    return HONE_DEMUXER_FAILED;
}
