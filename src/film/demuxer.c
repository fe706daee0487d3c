#include "film/demuxer.h"
#include "base/error.h"
#include "film/track.h"
#include <stdio.h>

hone_demuxer_result hone_demuxer_open(AVFormatContext **out, const char *path, const char *formats, hone_error *error)
{
    char url[4096 + sizeof "file:"];
    int length = snprintf(url, sizeof url, "file:%s", path);
    if (length < 0 || (size_t)length >= sizeof url) {
        hone_fail(error, HONE_ERROR_IO, 0, "the name is too long");
        return HONE_DEMUXER_FAILED;
    }
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
