/* Creating a film: what it may be, its file, its sound. */
#include "base/error.h"
#include "draw/film/film_internal.h"
#include <libavutil/avstring.h>
#include <math.h>

enum { MAX_SIDE = 16384, MAX_QUALITY = 100 };
static const uint64_t max_bit_rate = 1000000000;
static const double max_seconds = 1e6; /* limit of sound before the first picture, and of sound that is left out */

bool hone_film_available(void)
{
    return true;
}

const char *hone_film_license(void)
{
    return avcodec_license();
}

static bool check_rate(const hone_film_desc *desc, hone_error *error)
{
    uint32_t most = hone_film_format_max_rate(desc->format);
    if (desc->rate < desc->rate_divisor || desc->rate / desc->rate_divisor > most ||
        desc->rate > (uint64_t)most * desc->rate_divisor)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s takes 1 to %u pictures a second",
                         hone_film_format_name(desc->format), most);
    if (desc->quality > MAX_QUALITY || desc->bit_rate > max_bit_rate)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the quality is at most %d and the bit rate at most %llu",
                         MAX_QUALITY, (unsigned long long)max_bit_rate);
    if (!hone_film_format_has_codec(desc->format, desc->codec))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s does not have this codec",
                         hone_film_format_name(desc->format));
    if (desc->bit_rate && !hone_film_format_has_bit_rate(desc->format))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s has no bit rate", hone_film_format_name(desc->format));
    return true;
}

static bool check(const hone_film_desc *desc, hone_error *error)
{
    const char *name = hone_film_format_name(desc->format);
    if (!name)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "film format %d is unknown", (int)desc->format);
    if (desc->width < 1 || desc->height < 1 || desc->width > MAX_SIDE || desc->height > MAX_SIDE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a film of %u x %u: each side must be 1 to %d", desc->width,
                         desc->height, MAX_SIDE);
    if (hone_film_format_needs_even_sides(desc->format) && (desc->width % 2 || desc->height % 2))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s of %u x %u: both sides must be even", name, desc->width,
                         desc->height);
    return check_rate(desc, error);
}

static bool make_queue(hone_film *film, hone_error *error)
{
    for (int i = 0; i < HONE_FILM_QUEUE; i++) {
        film->queue[i] = hone_allocate(&film->allocator, 1, film->picture_size);
        if (!film->queue[i])
            return hone_fail_memory(error);
    }
    return true;
}

static bool open_muxer(hone_film *film, hone_error *error)
{
    bool matroska = film->desc.format == HONE_FILM_MKV;
    const char *name = matroska ? "matroska" : hone_film_format_name(film->desc.format);
    int result = avformat_alloc_output_context2(&film->muxer, NULL, name, NULL);
    if (result < 0)
        return hone_fail_ffmpeg(error, HONE_ERROR_UNSUPPORTED, name, result);
    film->muxer->flags |= AVFMT_FLAG_BITEXACT;
    if (!hone_film_video_open(&film->video, film->muxer, &film->desc, error))
        return false;
    if (film->desc.take) {
        film->video.track.taker = &film->taker;
        return true;
    }
    bool rewritten = film->desc.format == HONE_FILM_APNG || film->desc.format == HONE_FILM_WEBP;
    if (!hone_film_sink_open(&film->sink, film->desc.path, rewritten, error))
        return false;
    film->muxer->pb = film->sink.io;
    /* read again when the index is moved to the front */
    film->muxer->url = av_asprintf("file:%s", film->sink.draft.temporary);
    return film->muxer->url || hone_fail_memory(error);
}

void hone_film_release(hone_film *film)
{
    if (film->has_sound)
        hone_film_sound_release(&film->sound);
    hone_film_video_release(&film->video);
    if (film->sink.io)
        hone_film_sink_discard(&film->sink);
    avformat_free_context(film->muxer);
    for (int i = 0; i < HONE_FILM_QUEUE; i++) hone_deallocate(&film->allocator, film->queue[i], 1, film->picture_size);
    pthread_cond_destroy(&film->work);
    pthread_cond_destroy(&film->room);
    pthread_mutex_destroy(&film->mutex);
    hone_allocator allocator = film->allocator;
    hone_deallocate(&allocator, film, 1, sizeof *film);
}

static hone_film_desc with_defaults(const hone_film_desc *desc)
{
    hone_film_desc full = *desc;
    full.rate = full.rate ? full.rate : 30;
    full.rate_divisor = full.rate_divisor ? full.rate_divisor : 1;
    full.quality = full.quality ? full.quality : HONE_FILM_QUALITY_DEFAULT;
    full.alpha = full.alpha && hone_film_format_has_alpha(full.format);
    return full;
}

hone_film *hone_film_create(const hone_film_desc *desc, hone_error *error)
{
    if (!desc) {
        hone_fail_null(error, "desc");
        return NULL;
    }
    hone_film_desc full = with_defaults(desc);
    if (!check(&full, error))
        return NULL;
    hone_film *film = hone_allocate(desc->allocator, 1, sizeof *film);
    if (!film) {
        hone_fail_memory(error);
        return NULL;
    }
    film->allocator = hone_allocator_or_default(desc->allocator);
    film->desc = full;
    film->picture_size = (size_t)4 * full.width * full.height;
    film->taker = (hone_film_taker){.take = full.take, .user = full.user};
    pthread_mutex_init(&film->mutex, NULL); /* these three cannot fail with default attributes on Linux */
    pthread_cond_init(&film->room, NULL);
    pthread_cond_init(&film->work, NULL);
    if (make_queue(film, error) && open_muxer(film, error))
        return film;
    hone_film_release(film);
    return NULL;
}

static bool may_add_sound(const hone_film *film, hone_error *error)
{
    if (film->started || film->joined || film->has_sound)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "sound must be added once, before the first picture");
    return hone_film_format_has_sound(film->desc.format) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s has no sound", hone_film_format_name(film->desc.format));
}

bool hone_film_add_sound(hone_film *film, const char *path, double from_seconds, hone_error *error)
{
    if (!film || !path)
        return hone_fail_null(error, film ? "path" : "film");
    if (!may_add_sound(film, error))
        return false;
    if (!(fabs(from_seconds) <= max_seconds))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "sound cannot begin at %g seconds", from_seconds);
    film->has_sound = true; /* to be released even after a failure */
    bool ok = hone_film_sound_open(&film->sound, film->muxer, film->desc.format, path, from_seconds, error);
    film->sound.track.taker = film->desc.take ? &film->taker : NULL;
    return ok;
}

bool hone_film_add_sound_track(hone_film *film, uint32_t channels, hone_error *error)
{
    if (!film)
        return hone_fail_null(error, "film");
    if (channels < 1 || channels > 2)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a sound track has 1 or 2 channels, not %u", channels);
    if (!may_add_sound(film, error))
        return false;
    film->has_sound = true;
    return hone_film_sound_open_track(&film->sound, film->muxer, film->desc.format, (int)channels, error);
}

uint32_t hone_film_sound_channels(const hone_film *film)
{
    return film && film->has_sound && film->sound.track.encoder
               ? (uint32_t)film->sound.track.encoder->ch_layout.nb_channels
               : 0;
}
