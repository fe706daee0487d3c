/* Pictures for a film. The caller's thread copies them into a short queue; the film's own thread compresses and writes
 * them, while the caller poses and draws the next one. */
#define _POSIX_C_SOURCE 200809L
#include "base/error.h"
#include "draw/film/film_internal.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

/* ---- the film's thread ---- */

static double seconds_of(const hone_film *film, int64_t pictures)
{
    return (double)pictures * film->desc.rate_divisor / film->desc.rate;
}

int hone_film_write_header(hone_film *film)
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

int hone_film_write_trailer(hone_film *film)
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
    return result < 0 || film->desc.take ? result : hone_film_write_trailer(film);
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

void hone_film_note_failure(hone_film *film, int result)
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
    int result = hone_film_write_header(film);
    pthread_mutex_lock(&film->mutex);
    for (uint8_t *picture; result >= 0 && (picture = await_picture(film));) {
        pthread_mutex_unlock(&film->mutex);
        result = compress(film, picture);
        pthread_mutex_lock(&film->mutex);
        film->first = (film->first + 1) % HONE_FILM_QUEUE;
        film->waiting--;
        pthread_cond_signal(&film->room);
    }
    bool abandoned = film->abandoned;
    pthread_mutex_unlock(&film->mutex);
    if (result >= 0 && !abandoned)
        result = end(film);
    pthread_mutex_lock(&film->mutex);
    if (result < 0)
        hone_film_note_failure(film, result);
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
    while (film->waiting == HONE_FILM_QUEUE && !film->failed) pthread_cond_wait(&film->room, &film->mutex);
    bool ok = !film->failed;
    uint8_t *slot = film->queue[(film->first + film->waiting) % HONE_FILM_QUEUE];
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
        int result = hone_film_write_trailer(film);
        if (result < 0)
            hone_film_note_failure(film, result);
    }
    bool ok = (film->started || film->joined) && !film->failed;
    if (!film->started && !film->joined)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the film has no picture");
    else if (!ok && error)
        *error = film->failure;
    if (ok && !film->desc.take)
        ok = hone_film_sink_finish(&film->sink, error);
    hone_film_release(film);
    return ok;
}

void hone_film_abandon(hone_film *film)
{
    if (!film)
        return;
    join(film, true);
    hone_film_release(film);
}
