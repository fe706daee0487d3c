/* Finds the picture of a film that is shown at a time. Two frames are kept: the one that is shown, and the one after
 * it, whose time stamp says until when. */
#include "base/error.h"
#include "draw/film/film_file.h"
#include "draw/film/orientation.h"
#include "draw/film/track.h"
#include <hone/film.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

#include <math.h>
#include <stdlib.h>

enum { LARGEST_SIDE = 8192 };
/* seconds */
static const double longest = 1e7;
static const double far_ahead = 2;    /* decoding up to there takes longer than a seek */
static const double tolerance = 6e-4; /* some formats round the times of pictures to thousandths */

struct hone_film_reader {
    hone_film_file file;
    char *path;
    AVFrame *shown, *next; /* next: without data if the film has ended */
    double at, until;      /* when the shown frame begins and ends, seconds; until: infinite at the end of the film */
    bool converted;        /* `image` is the shown frame */
    struct SwsContext *converter;
    hone_film_orientation orientation;
    hone_image kept; /* as the film has the picture, if it is not upright */
    hone_image image;
};

/* Turns a result of FFmpeg into an error. */
static bool judge(int result, hone_error *error)
{
    if (result == AVERROR(ENOMEM))
        return hone_fail_memory(error);
    return result >= 0 || hone_fail_ffmpeg(error, HONE_ERROR_FORMAT, "its pictures cannot be read", result);
}

/* ---- finding ---------------------------------------------------------------------------------------------------- */

/* A frame without a time stamp follows the one before it after a length of its own. */
static double time_of(const hone_film_reader *reader, const AVFrame *frame)
{
    int64_t stamp = frame->best_effort_timestamp;
    return stamp == AV_NOPTS_VALUE ? reader->at + 1.0 / 30 : hone_film_file_seconds(&reader->file, stamp);
}

/* Decodes the frame after the shown one. */
static int look_ahead(hone_film_reader *reader)
{
    int result = hone_film_file_next(&reader->file, reader->next);
    reader->until = INFINITY;
    if (result >= 0)
        reader->until = fmax(time_of(reader, reader->next), reader->at);
    return result == AVERROR_EOF ? 0 : result;
}

/* Shows the frame after the shown one. */
static int step(hone_film_reader *reader)
{
    AVFrame *old = reader->shown;
    reader->shown = reader->next;
    reader->next = old;
    av_frame_unref(old);
    reader->at = reader->until;
    reader->converted = false;
    return look_ahead(reader);
}

/* Shows the first frame that comes from where the file is read. After a failure no frame is shown at any time. */
static int begin(hone_film_reader *reader)
{
    av_frame_unref(reader->shown);
    av_frame_unref(reader->next);
    reader->converted = false;
    reader->at = INFINITY;
    int result = hone_film_file_next(&reader->file, reader->shown);
    if (result < 0)
        return result;
    reader->at = 0;
    reader->at = time_of(reader, reader->shown);
    return look_ahead(reader);
}

static int64_t stamp_of(const hone_film_reader *reader, double seconds)
{
    return reader->file.origin + (int64_t)floor(fmin(seconds, longest) / av_q2d(reader->file.unit));
}

/* Seeks by the file's index; if that leads too far or nowhere, begins the file again. */
static int seek(hone_film_reader *reader, double seconds)
{
    int result = reader->file.demuxer ? hone_film_file_seek(&reader->file, stamp_of(reader, seconds)) : -1;
    if (result >= 0)
        result = begin(reader);
    if (result >= 0 && reader->at <= seconds)
        return result;
    reader->at = INFINITY;
    result = hone_film_file_restart(&reader->file);
    return result >= 0 ? begin(reader) : result;
}

/* At the end of the film nothing more can be decoded: time moves on, but the last frame stays. */
static int go_to(hone_film_reader *reader, double seconds)
{
    int result = 0;
    seconds = fmax(seconds, 0) + tolerance;
    bool ended = reader->until == INFINITY;
    if (seconds < reader->at || reader->at == INFINITY || (!ended && seconds > reader->until + far_ahead))
        result = seek(reader, seconds);
    while (result >= 0 && seconds >= reader->until && reader->until < INFINITY) result = step(reader);
    return result;
}

/* ---- converting ------------------------------------------------------------------------------------------------- */

/* Films that do not say how their colours are coded follow the custom of their size. */
static int coding_of(const AVFrame *frame)
{
    if (frame->colorspace != AVCOL_SPC_UNSPECIFIED && frame->colorspace != AVCOL_SPC_RGB)
        return (int)frame->colorspace;
    return frame->height < 720 ? SWS_CS_ITU601 : SWS_CS_ITU709;
}

static bool is_rgb(enum AVPixelFormat format)
{
    const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(format);
    return about && (about->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL));
}

static int convert(hone_film_reader *reader)
{
    const AVFrame *from = reader->shown;
    bool upright = hone_film_is_upright(&reader->orientation);
    const hone_image *to = upright ? &reader->image : &reader->kept;
    enum AVPixelFormat format = from->format;
    int flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT;
    if (!from->data[0])
        return AVERROR(EINVAL);
    reader->converter = sws_getCachedContext(reader->converter, from->width, from->height, format, (int)to->width,
                                             (int)to->height, AV_PIX_FMT_RGBA, flags, NULL, NULL, NULL);
    if (!reader->converter)
        return AVERROR(EINVAL);
    if (!is_rgb(format))
        sws_setColorspaceDetails(reader->converter, sws_getCoefficients(coding_of(from)),
                                 from->color_range == AVCOL_RANGE_JPEG, sws_getCoefficients(SWS_CS_ITU709), 1, 0,
                                 1 << 16, 1 << 16);
    uint8_t *const rows[4] = {to->pixels};
    int result = sws_scale(reader->converter, (const uint8_t *const *)from->data, from->linesize, 0, from->height, rows,
                           (const int[4]){4 * (int)to->width});
    if (result >= 0 && !upright)
        hone_film_orient(&reader->orientation, to, &reader->image);
    reader->converted = result >= 0;
    return result;
}

/* The size of the first picture, with square pixels. */
static bool make_image(hone_film_reader *reader, hone_error *error)
{
    const AVFrame *frame = reader->shown;
    AVStream *stream = reader->file.demuxer->streams[reader->file.stream];
    AVRational pixel = av_guess_sample_aspect_ratio(reader->file.demuxer, stream, reader->shown);
    double shape = pixel.num > 0 && pixel.den > 0 ? av_q2d(pixel) : 1, width = floor(frame->width * shape + 0.5);
    if (!(width >= 1 && width <= LARGEST_SIDE))
        width = frame->width;
    uint32_t across = (uint32_t)width, high = (uint32_t)frame->height;
    reader->orientation = hone_film_orientation_of(stream);
    if (hone_film_is_upright(&reader->orientation))
        return hone_image_create(across, high, NULL, &reader->image, error);
    bool side = hone_film_is_on_its_side(&reader->orientation);
    return hone_image_create(across, high, NULL, &reader->kept, error) &&
           hone_image_create(side ? high : across, side ? across : high, NULL, &reader->image, error);
}

/* ---- the reader ------------------------------------------------------------------------------------------------- */

static bool open_file(hone_film_reader *reader, const char *path, hone_error *error)
{
    reader->shown = av_frame_alloc();
    reader->next = av_frame_alloc();
    reader->path = av_strdup(path);
    if (!reader->shown || !reader->next || !reader->path)
        return hone_fail_memory(error);
    if (!hone_film_file_open(&reader->file, reader->path, error))
        return false;
    int result = hone_film_file_next(&reader->file, reader->shown);
    if (result == AVERROR_EOF)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "has no pictures that can be decoded");
    if (!judge(result, error))
        return false;
    int64_t stamp = reader->shown->best_effort_timestamp;
    reader->file.origin = stamp == AV_NOPTS_VALUE ? 0 : stamp;
    return make_image(reader, error) && judge(look_ahead(reader), error);
}

hone_film_reader *hone_film_reader_open(const char *path, hone_error *error)
{
    hone_film_reader *reader = path ? calloc(1, sizeof *reader) : NULL;
    if (!reader) {
        path ? hone_fail_memory(error) : hone_fail_null(error, "path");
        return NULL;
    }
    if (open_file(reader, path, error))
        return reader;
    hone_film_reader_close(reader);
    return NULL;
}

void hone_film_reader_close(hone_film_reader *reader)
{
    if (!reader)
        return;
    sws_freeContext(reader->converter);
    av_frame_free(&reader->shown);
    av_frame_free(&reader->next);
    hone_film_file_release(&reader->file);
    hone_image_release(&reader->kept);
    hone_image_release(&reader->image);
    av_free(reader->path);
    free(reader);
}

double hone_film_reader_duration(const hone_film_reader *reader)
{
    return reader ? reader->file.length : 0;
}

const hone_image *hone_film_reader_picture(hone_film_reader *reader, double seconds, bool *changed, hone_error *error)
{
    if (!reader) {
        hone_fail_null(error, "reader");
        return NULL;
    }
    if (isnan(seconds)) {
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the time of a film is no number");
        return NULL;
    }
    if (!judge(go_to(reader, seconds), error))
        return NULL;
    bool other = !reader->converted;
    if (other && !judge(convert(reader), error))
        return NULL;
    if (changed)
        *changed = other;
    return &reader->image;
}
