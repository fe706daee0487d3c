#define _POSIX_C_SOURCE 200809L
/* A film being made. The caller's thread copies pictures into a short queue; the film's own thread compresses and
 * writes them, while the caller poses and draws the next one. */
#include "base/error.h"
#include "film/sink.h"
#include "film/sound.h"
#include "film/video.h"
#include <errno.h>
#include <hone/film.h>
#include <hone/io.h>
#include <libavutil/avstring.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

enum { QUEUE = 4, MAX_SIDE = 16384, MAX_QUALITY = 100 };
static const uint64_t max_bit_rate = 1000000000;
static const double max_seconds = 1e6; /* limit of sound before the first picture, and of sound that is left out */

struct hone_film {
    hone_allocator allocator;
    hone_film_desc desc;
    size_t picture_size;
    hone_film_sink sink;
    AVFormatContext *muxer;
    hone_film_video video;
    hone_film_sound sound;
    bool has_sound;
    hone_film_taker taker; /* of the packets, if there is no file */
    pthread_t thread;
    bool started, begun, ended; /* started: the thread; begun, ended: header and trailer are written */
    bool joined;                /* it is made of packets, without the thread */
    /* guards the fields from `first` on; once the thread has started, the fields above belong to it */
    pthread_mutex_t mutex;
    pthread_cond_t room, work;
    uint8_t *queue[QUEUE];
    uint32_t first, waiting; /* index of the next picture, number of pictures in the queue */
    bool ending, abandoned, failed;
    hone_error failure;
};

bool hone_film_available(void)
{
    return true;
}

const char *hone_film_license(void)
{
    return avcodec_license();
}

/* ---- the film's thread ---- */

static double seconds_of(const hone_film *film, int64_t pictures)
{
    return (double)pictures * film->desc.rate_divisor / film->desc.rate;
}

static int begin(hone_film *film)
{
    AVDictionary *options = NULL;
    if (film->desc.take)
        return 0;
    if (film->desc.format == HONE_FILM_MP4 || film->desc.format == HONE_FILM_MOV)
        av_dict_set(&options, "movflags",
                    film->desc.path ? "+faststart" : "+frag_keyframe+empty_moov+delay_moov+default_base_moof", 0);
    if (film->desc.format == HONE_FILM_APNG)
        av_dict_set(&options, "plays", "0", 0); /* repeats for ever, as the other formats do by default */
    if (film->desc.format == HONE_FILM_WEBP)
        av_dict_set(&options, "loop", "0", 0);
    int result = avformat_write_header(film->muxer, &options);
    film->begun = result >= 0;
    av_dict_free(&options);
    return result;
}

static int write_end(hone_film *film)
{
    film->ended = true;
    int result = av_write_trailer(film->muxer);
    avio_flush(film->muxer->pb);
    return result < 0 ? result : film->muxer->pb->error;
}

static int end(hone_film *film)
{
    double seconds = film->desc.sound_seconds > 0 ? film->desc.sound_seconds : seconds_of(film, film->video.count);
    int result = hone_film_video_end(&film->video);
    if (result >= 0 && film->has_sound)
        result = hone_film_sound_advance(&film->sound, seconds, true);
    return result < 0 || film->desc.take ? result : write_end(film);
}

/* The gif muxer frees its last packet only in its trailer, so the trailer is "written", with all output suppressed. */
static void give_up(hone_film *film)
{
    if (film->desc.format != HONE_FILM_GIF || !film->begun || film->ended)
        return;
    film->sink.problem = film->sink.problem ? film->sink.problem : ECANCELED;
    av_write_trailer(film->muxer);
}

static int compress(hone_film *film, uint8_t *picture)
{
    int result = hone_film_video_add(&film->video, picture);
    if (result >= 0 && film->has_sound)
        result = hone_film_sound_advance(&film->sound, seconds_of(film, film->video.count), false);
    return result;
}

static void note_failure(hone_film *film, int result)
{
    film->failed = true;
    if (film->taker.failure.code != HONE_OK)
        film->failure = film->taker.failure;
    else if (film->sink.problem)
        hone_fail_system(&film->failure, "cannot write", film->sink.problem);
    else
        hone_fail_ffmpeg(&film->failure, HONE_ERROR_FORMAT, "cannot write the film", result);
}

/* Waits for the next picture, which stays in the queue until it is compressed; NULL if no more will come. */
static uint8_t *await_picture(hone_film *film)
{
    while (!film->waiting && !film->ending && !film->abandoned) pthread_cond_wait(&film->work, &film->mutex);
    return film->abandoned || !film->waiting ? NULL : film->queue[film->first];
}

static void *run(void *argument)
{
    hone_film *film = argument;
    int result = begin(film);
    pthread_mutex_lock(&film->mutex);
    for (uint8_t *picture; result >= 0 && (picture = await_picture(film));) {
        pthread_mutex_unlock(&film->mutex);
        result = compress(film, picture);
        pthread_mutex_lock(&film->mutex);
        film->first = (film->first + 1) % QUEUE;
        film->waiting--;
        pthread_cond_signal(&film->room);
    }
    bool abandoned = film->abandoned;
    pthread_mutex_unlock(&film->mutex);
    if (result >= 0 && !abandoned)
        result = end(film);
    pthread_mutex_lock(&film->mutex);
    if (result < 0)
        note_failure(film, result);
    pthread_cond_signal(&film->room);
    pthread_mutex_unlock(&film->mutex);
    give_up(film);
    return NULL;
}

/* Starts the thread with all signals blocked, because signals belong to the program's own threads. SIGXFSZ is
 * blocked too, so a file beyond its size limit is an error. */
static bool start(hone_film *film, hone_error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int problem = pthread_create(&film->thread, NULL, run, film);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    film->started = problem == 0;
    if (problem)
        hone_fail_system(error, "cannot start a thread", problem);
    return film->started;
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

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
    for (int i = 0; i < QUEUE; i++) {
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

static void release(hone_film *film)
{
    if (film->has_sound)
        hone_film_sound_release(&film->sound);
    hone_film_video_release(&film->video);
    if (film->sink.io)
        hone_film_sink_discard(&film->sink);
    avformat_free_context(film->muxer);
    for (int i = 0; i < QUEUE; i++) hone_deallocate(&film->allocator, film->queue[i], 1, film->picture_size);
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
    release(film);
    return NULL;
}

static bool may_add_sound(const hone_film *film, hone_error *error)
{
    if (film->started || film->joined || film->has_sound)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "sound must be added once, before the first picture");
    return hone_film_format_has_sound(film->desc.format) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s has no sound", hone_film_format_name(film->desc.format));
}

bool hone_film_add_sound(hone_film *film, const char *path, double from, hone_error *error)
{
    if (!film || !path)
        return hone_fail_null(error, film ? "path" : "film");
    if (!may_add_sound(film, error))
        return false;
    if (!(fabs(from) <= max_seconds))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "sound cannot begin at %g seconds", from);
    film->has_sound = true; /* to be released even after a failure */
    bool ok = hone_film_sound_open(&film->sound, film->muxer, film->desc.format, path, from, error);
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

/* ---- packets ---- */

uint64_t hone_film_setup(const hone_film *film)
{
    if (!film)
        return 0;
    const AVCodecContext *encoder = film->video.track.encoder;
    const uint64_t settings[] = {hone_hash(encoder->extradata, (size_t)encoder->extradata_size),
                                 hone_hash(encoder->codec->name, strlen(encoder->codec->name)), avcodec_version(),
                                 (uint64_t)encoder->pix_fmt, (uint64_t)encoder->has_b_frames};
    return hone_hash(settings, sizeof settings);
}

static bool fits(const hone_film *film, const hone_film_packet *packet, hone_error *error)
{
    const int64_t latest = INT64_C(1) << 40;
    if (film->started || film->desc.take || !hone_film_format_has_packets(film->desc.format))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "this film cannot be made of packets");
    if (packet->sound && !film->has_sound)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the film has no sound track");
    if (packet->size == 0 || packet->size > INT_MAX / 2 || packet->side_size > INT_MAX / 2)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a packet of %zu bytes", packet->size);
    bool kept = packet->side_kind == 0 || (hone_film_side_is_kept(packet->side_kind) && packet->side_size >= 10);
    bool timed = packet->pts > -latest && packet->pts < latest;
    int64_t delay = packet->sound ? 0 : film->video.track.encoder->has_b_frames;
    if (!packet->sound && packet->pts < film->video.count - delay)
        timed = false;
    return (kept && timed) || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a packet does not fit the film");
}

/* Pictures are decoded one after the other, early enough for those that are shown later than they are decoded. */
static int write_packet(hone_film *film, const hone_film_packet *packet)
{
    if (packet->sound)
        return hone_film_track_write(&film->sound.track, packet, packet->pts);
    hone_film_track *track = &film->video.track;
    return hone_film_track_write(track, packet, film->video.count++ - track->encoder->has_b_frames);
}

bool hone_film_add_packet(hone_film *film, const hone_film_packet *packet, hone_error *error)
{
    if (!film || !packet || !packet->data)
        return hone_fail_null(error, film ? "packet" : "film");
    if (!fits(film, packet, error))
        return false;
    int result = film->joined ? 0 : begin(film);
    film->joined = true;
    if (result >= 0)
        result = write_packet(film, packet);
    if (result < 0)
        note_failure(film, result);
    if (film->failed && error)
        *error = film->failure;
    return !film->failed;
}

/* ---- pictures ---- */

bool hone_film_add(hone_film *film, const hone_image *picture, hone_error *error)
{
    if (!film || !picture || !picture->pixels)
        return hone_fail_null(error, film ? "picture" : "film");
    if (film->joined)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a film of packets takes no pictures");
    if (picture->width != film->desc.width || picture->height != film->desc.height)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a picture of %u x %u does not fit a film of %u x %u",
                         picture->width, picture->height, film->desc.width, film->desc.height);
    if (!film->started && !start(film, error))
        return false;
    pthread_mutex_lock(&film->mutex);
    while (film->waiting == QUEUE && !film->failed) pthread_cond_wait(&film->room, &film->mutex);
    bool ok = !film->failed;
    uint8_t *slot = film->queue[(film->first + film->waiting) % QUEUE];
    pthread_mutex_unlock(&film->mutex);
    if (!ok) {
        if (error)
            *error = film->failure;
        return false;
    }
    memcpy(slot, picture->pixels, film->picture_size); /* the thread does not read it before it is counted */
    pthread_mutex_lock(&film->mutex);
    film->waiting++;
    pthread_cond_signal(&film->work);
    pthread_mutex_unlock(&film->mutex);
    return true;
}

/* Makes the thread finish and waits for its end. */
static void join(hone_film *film, bool abandon)
{
    pthread_mutex_lock(&film->mutex);
    film->ending = true;
    film->abandoned = abandon;
    pthread_cond_signal(&film->work);
    pthread_mutex_unlock(&film->mutex);
    if (film->started)
        pthread_join(film->thread, NULL);
}

bool hone_film_finish(hone_film *film, hone_error *error)
{
    if (!film)
        return hone_fail_null(error, "film");
    join(film, false);
    if (film->joined && !film->failed) {
        int result = write_end(film);
        if (result < 0)
            note_failure(film, result);
    }
    bool ok = (film->started || film->joined) && !film->failed;
    if (!film->started && !film->joined)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the film has no picture");
    else if (!ok && error)
        *error = film->failure;
    if (ok && !film->desc.take)
        ok = hone_film_sink_finish(&film->sink, error);
    release(film);
    return ok;
}

void hone_film_abandon(hone_film *film)
{
    if (!film)
        return;
    join(film, true);
    release(film);
}
