#include "tool/options/film_options.h"
#include "tool/files/input_file.h"
#include "tool/files/standard_input.h"
#include "tool/output/output.h"
#include "tool/settings/settings.h"

#include <hone/io.h>
#include <hone/motion.h>
#include <math.h>
#include <string.h>

enum { DEFAULT_RATE = 30, MAX_RATE = 240, DECIMALS = 1000 };
static const double bit_rate_min = 1000, bit_rate_max = 1e9;
static const number_bounds delays = {.low = -1e5, .high = 1e5};

/* ---- settings ---- */

const char *const film_codec_names[] = {"auto", "h264", "h265", NULL};

/* Reads N, N/D or N.NN; a decimal is rounded to a thousandth. */
bool film_read_rate(const option *o, const char *text, void *field)
{
    (void)o;
    film_rate *out = field;
    double rate, divisor = 1;
    const char *slash = strchr(text, '/'), *end = text + strlen(text);
    if (!number_read(text, slash ? slash : end, &rate) || (slash && !number_read(slash + 1, end, &divisor)))
        return false;
    bool whole = rate == floor(rate) && divisor == floor(divisor);
    if (!(divisor >= 1 && divisor <= 100000 && rate >= divisor && rate <= MAX_RATE * divisor) || (slash && !whole))
        return false;
    if (!whole)
        rate = round(rate * DECIMALS), divisor = DECIMALS;
    *out = (film_rate){(uint32_t)rate, (uint32_t)divisor};
    return true;
}

bool film_read_bit_rate(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    size_t size = strlen(text);
    char last = size ? text[size - 1] : 0;
    double unit = last == 'k' || last == 'K' ? 1e3 : last == 'M' || last == 'm' ? 1e6 : 1;
    if (!number_read(text, text + size - (unit > 1), &value))
        return false;
    value *= unit;
    if (!(value >= bit_rate_min && value <= bit_rate_max))
        return false;
    *(uint32_t *)field = (uint32_t)value;
    return true;
}

/* N, or [N, D] for N/D. */
static bool read_rate_part(json_reader *j, const json_member *member, void *to)
{
    film_rate *rate = to;
    double value;
    (void)member;
    if (rate->rate && rate->divisor)
        return json_fail(j, "is one number too many");
    if (!json_number(j, 1, 1e7, &value))
        return false;
    *(rate->rate ? &rate->divisor : &rate->rate) = (uint32_t)value;
    return value == floor(value) || json_fail(j, "needs a whole number");
}

static bool rate_from_json(json_reader *j, const option *o, void *values)
{
    film_rate *rate = (film_rate *)(void *)((char *)values + o->field);
    bool ok = json_next(j) == '[' ? json_read_array(j, read_rate_part, NULL, rate) : read_rate_part(j, NULL, rate);
    if (!ok)
        return false;
    rate->divisor = rate->divisor ? rate->divisor : 1;
    double rounded = (double)rate->rate / rate->divisor;
    return (rounded >= 1 && rounded <= MAX_RATE && rate->divisor <= 100000) ||
           json_fail(j, "must be from 1 to 240, as N or [N, D]");
}

static bool rate_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const film_rate *rate = (const film_rate *)(const void *)((const char *)values + o->field);
    scene_write_integers(w, name, (const uint32_t[]){rate->rate, rate->divisor}, 2);
    return true;
}

static const value_kind rate_kind = {film_read_rate, rate_from_json, rate_to_json, sizeof(film_rate), 0, NULL};

const option film_settings[] = {
    {.name = "--fps",
     .section = "Output",
     .usual = true,
     .value = "N",
     .help = "pictures a second, also N/D or 29.97 (default: 30)",
     .field = offsetof(scene, film.rate),
     .expected = "1 to 240, as N, N/D or a decimal",
     .key = "fps",
     .kind = &rate_kind},
    {.name = "--audio",
     .usual = true,
     .value = "FILE",
     .help = "sound of a film, in time with the motions: wav, mp3, ogg, flac, m4a",
     .field = offsetof(scene, film.sound),
     .expected = "a file",
     .endings = ENDINGS_SOUNDS,
     .key = "sound.file",
     .needed = true,
     .kind = &value_path},
    {.name = "--audio-delay",
     .value = "SECONDS",
     .help = "the sound begins so much later than the motions; negative: earlier",
     .field = offsetof(scene, film.delay),
     .expected = "a number of seconds",
     .key = "sound.delay",
     .kind = &value_number,
     .detail = &delays},
    {0},
};

/* ---- films ---- */

static double per_second(film_rate rate)
{
    return rate.rate ? (double)rate.rate / rate.divisor : DEFAULT_RATE;
}

int film_check(const film_values *v, const hone_film_format *format, const char *name, report *r)
{
    const char *kind = format ? hone_film_format_name(*format) : "a picture";
    if (v->sound && !(format && hone_film_format_has_sound(*format)))
        return report_usage(r, "%s: %s has no sound; mp4, webm, mov and mkv have", name, kind);
    if (v->delay != 0 && !v->sound)
        return report_usage(r, "%s: --audio-delay needs --audio", name);
    if (v->quality && v->bit_rate)
        return report_usage(r, "%s: --quality and --bitrate exclude each other", name);
    if (v->quality && !(format && hone_film_format_has_quality(*format)))
        return report_usage(r, "%s: %s has no quality setting; --quality is for mp4, mkv, webm, webp and jpg", name,
                            kind);
    if (v->bit_rate && !(format && hone_film_format_has_bit_rate(*format)))
        return report_usage(r, "%s: %s has no --bitrate; mp4, mkv and webm have", name, kind);
    if (v->codec && !(format && hone_film_format_has_codec(*format, (hone_film_codec)v->codec)))
        return report_usage(r, "%s: %s has no --codec; mp4 and mkv have", name, kind);
    if (format && per_second(v->rate) > hone_film_format_max_rate(*format))
        return report_usage(r, "%s: %s shows at most %u pictures a second (--fps)", name, kind,
                            hone_film_format_max_rate(*format));
    return STATUS_OK;
}

double film_step(film_rate rate)
{
    return HONE_FRAMES_PER_SECOND / per_second(rate);
}

bool film_sound_end(const film_values *v, double *frame, hone_error *error)
{
    input_local local;
    hone_sound_reader *reader = NULL;
    *frame = 0;
    if (standard_input_is(v->sound)) /* it can be read only once, for the film */
        return true;
    if (input_local_open(v->sound, &local, error))
        reader = hone_sound_reader_open(local.path, error);
    int64_t length = reader ? hone_sound_reader_sample_count(reader) : 0;
    *frame = length > 0 ? ((double)length / HONE_SOUND_RATE + v->delay) * HONE_FRAMES_PER_SECOND : 0;
    hone_sound_reader_close(reader);
    input_local_close(&local);
    return reader != NULL;
}

int film_range(film_rate rate, const char *target, number_range *range, report *r)
{
    if (range->stepped)
        return STATUS_OK;
    double step = film_step(rate), count = floor((range->last - range->first) / step + 1e-6);
    if (!(count < UINT32_MAX))
        return report_failure(r, target, &(hone_error){.message = "too many pictures"});
    range->step = step;
    range->count = (uint32_t)count + 1;
    return STATUS_OK;
}

void film_fit(hone_film_format format, const char *target, uint32_t *width, uint32_t *height, bool transparent,
              report *r)
{
    char text[128];
    uint32_t even[2] = {*width + *width % 2, *height + *height % 2};
    if (hone_film_format_needs_even_sides(format) && (even[0] != *width || even[1] != *height)) {
        snprintf(text, sizeof text, "%s needs even sides: %ux%u instead of %ux%u", hone_film_format_name(format),
                 even[0], even[1], *width, *height);
        report_warn(r, target, text);
        *width = even[0], *height = even[1];
    }
    if (transparent && !hone_film_format_has_alpha(format)) {
        snprintf(text, sizeof text, "%s has no transparency: the film gets a black background",
                 hone_film_format_name(format));
        report_warn(r, target, text);
    }
}

/* ---- writing ---- */

/* Standard input ("-") and files of archives become a file first, because FFmpeg may read a sound from any place. */
static bool add_sound(hone_film *film, const film_desc *desc, hone_error *error)
{
    const film_values *v = desc->values;
    input_local local;
    double from = desc->first / HONE_FRAMES_PER_SECOND - v->delay;
    bool ok = input_local_open(v->sound, &local, error) && hone_film_add_sound(film, local.path, from, error);
    input_local_close(&local);
    return ok;
}

hone_film *film_begin(const film_desc *desc, int *status, report *r)
{
    hone_error error = {0};
    const film_values *v = desc->values;
    hone_film *film = hone_film_create(&(hone_film_desc){.path = output_is_stdout(desc->path) ? NULL : desc->path,
                                                         .format = desc->format,
                                                         .width = desc->width,
                                                         .height = desc->height,
                                                         .rate = v->rate.rate,
                                                         .rate_divisor = v->rate.divisor,
                                                         .quality = v->quality,
                                                         .bit_rate = v->bit_rate,
                                                         .codec = (hone_film_codec)v->codec,
                                                         .alpha = desc->alpha,
                                                         .take = desc->take,
                                                         .user = desc->user,
                                                         .sound_seconds = desc->sound_seconds},
                                       &error);
    if (!film) {
        *status = output_failure(desc->path, &error, r);
        return NULL;
    }
    if (v->sound && !desc->silent && !add_sound(film, desc, &error)) {
        *status = report_failure(r, v->sound, &error);
        hone_film_abandon(film);
        return NULL;
    }
    return film;
}

int film_add(hone_film *film, const char *path, const hone_image *picture, report *r)
{
    hone_error error = {0};
    return hone_film_add(film, picture, &error) ? STATUS_OK : output_failure(path, &error, r);
}

int film_end(hone_film *film, const char *path, int status, report *r)
{
    hone_error error = {0};
    if (status != STATUS_OK)
        hone_film_abandon(film);
    else if (film && !hone_film_finish(film, &error))
        status = output_failure(path, &error, r);
    return status;
}
