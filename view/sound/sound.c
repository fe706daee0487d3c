#include "view/sound/sound.h"
#include "tool/files/input_file.h"
#include "view/sound/sound_feed.h"
#include "view/sound/sound_ring.h"
#include "view/text.h"
#include <hone/io.h>

#include <SDL.h>
#include <math.h>
#include <stdlib.h>

enum { DEVICE_BUFFER = 1024 }; /* samples */

/* A request of the clock's thread. */
typedef struct sound_order {
    uint32_t number; /* 0: none yet */
    int64_t at, loop_from, loop_to, delay;
} sound_order;

/* The part of the sound that the device's thread has played. Only that thread writes it; a reader retries if `version`
 * was odd or has changed. */
typedef struct sound_heard {
    _Atomic uint32_t version, order;
    _Atomic int64_t position, stamp; /* samples, nanoseconds */
} sound_heard;

struct sound {
    hone_sound_reader *reader;
    int64_t length;
    SDL_AudioDeviceID device; /* 0: none, and no thread */
    SDL_Thread *thread;
    SDL_sem *wake;   /* wakes the decoding thread */
    SDL_mutex *lock; /* protects `wanted` */
    sound_order wanted;
    _Atomic bool quit, broken;
    sound_feed feed; /* belongs to the decoding thread; once `broken`, all threads may read its problem */
    sound_ring ring;
    _Atomic uint32_t order; /* the order that the device must play */
    _Atomic float gain;
    float volume;
    bool muted;
    float gain_now; /* belongs to the device's thread */
    int used;       /* samples of the first block that are played; belongs to the device's thread */
    sound_heard heard;
    clock_source source;
    char note[256];
};

static int64_t samples_of(double seconds)
{
    return llround(fmin(fmax(seconds, -1e9), 1e9) * HONE_SOUND_RATE);
}

/* ---- the decoding thread ---- */

static sound_order read_order(sound *s)
{
    SDL_LockMutex(s->lock);
    sound_order wanted = s->wanted;
    SDL_UnlockMutex(s->lock);
    return wanted;
}

static void obey(sound_feed *feed, const sound_order *wanted, uint32_t *number)
{
    feed->delay = wanted->delay;
    if (wanted->number == *number)
        return;
    *number = wanted->number;
    feed->position = wanted->at;
    feed->loop_from = wanted->loop_from;
    feed->loop_to = wanted->loop_to;
}

static int decode(void *user)
{
    sound *s = user;
    uint32_t number = 0;
    while (!atomic_load(&s->quit)) {
        sound_order wanted = read_order(s);
        sound_block *block = wanted.number ? sound_ring_space(&s->ring) : NULL;
        if (!block) {
            SDL_SemWait(s->wake);
            continue;
        }
        obey(&s->feed, &wanted, &number);
        block->order = number;
        block->position = s->feed.position;
        sound_feed_next(&s->feed, block->samples, SOUND_BLOCK);
        if (s->feed.broken)
            atomic_store(&s->broken, true);
        sound_ring_put(&s->ring);
    }
    return 0;
}

/* ---- the device's thread ---- */

static int64_t nanoseconds(double seconds)
{
    return (int64_t)(seconds * 1e9);
}

/* Records that the sample at `position` leaves the device at `stamp`. */
static void note_heard(sound_heard *heard, uint32_t order, int64_t position, double stamp)
{
    uint32_t version = atomic_load_explicit(&heard->version, memory_order_relaxed);
    atomic_store_explicit(&heard->version, version + 1, memory_order_relaxed);
    atomic_store_explicit(&heard->order, order, memory_order_release);
    atomic_store_explicit(&heard->position, position, memory_order_release);
    atomic_store_explicit(&heard->stamp, nanoseconds(stamp), memory_order_release);
    atomic_store_explicit(&heard->version, version + 2, memory_order_release);
}

/* The next block of the current order; drops blocks of earlier orders. */
static const sound_block *first_wanted(sound *s, uint32_t order)
{
    const sound_block *block;
    while ((block = sound_ring_first(&s->ring)) && block->order != order) {
        s->used = 0;
        sound_ring_take(&s->ring);
        SDL_SemPost(s->wake);
    }
    return block;
}

/* Changes the volume gradually within a buffer, to avoid clicks. */
static void amplify(float (*samples)[2], int count, float from, float to)
{
    for (int i = 0; i < count; i++) {
        float gain = from + (to - from) * (float)(i + 1) / (float)count;
        samples[i][0] *= gain;
        samples[i][1] *= gain;
    }
}

static int copy_samples(sound *s, const sound_block *block, float (*out)[2], int room)
{
    int left = SOUND_BLOCK - s->used, part = left < room ? left : room;
    SDL_memcpy(out, block->samples[s->used], (size_t)part * sizeof *out);
    s->used += part;
    if (s->used == SOUND_BLOCK) {
        s->used = 0;
        sound_ring_take(&s->ring);
        SDL_SemPost(s->wake);
    }
    return part;
}

/* The samples written now are heard after the device has played the buffer before. */
static void play_buffer(void *user, Uint8 *bytes, int size)
{
    sound *s = user;
    float(*out)[2] = (void *)bytes;
    int count = size / (int)sizeof *out, done = 0;
    uint32_t order = atomic_load_explicit(&s->order, memory_order_acquire);
    const sound_block *block;
    while (done < count && (block = first_wanted(s, order))) {
        if (done == 0)
            note_heard(&s->heard, order, block->position + s->used,
                       clock_monotonic() + (double)count / HONE_SOUND_RATE);
        done += copy_samples(s, block, out + done, count - done);
    }
    SDL_memset(out + done, 0, (size_t)(count - done) * sizeof *out);
    float gain = atomic_load_explicit(&s->gain, memory_order_relaxed);
    amplify(out, count, s->gain_now, gain);
    s->gain_now = gain;
}

/* ---- the source of a clock ---- */

static void source_play(void *user, double at, double from, double to)
{
    sound *s = user;
    SDL_LockMutex(s->lock);
    s->wanted.number++;
    s->wanted.number += s->wanted.number == 0; /* 0 means no order */
    s->wanted.at = samples_of(at);
    s->wanted.loop_from = samples_of(from);
    s->wanted.loop_to = samples_of(to);
    atomic_store_explicit(&s->order, s->wanted.number, memory_order_release);
    SDL_UnlockMutex(s->lock);
    SDL_SemPost(s->wake);
    SDL_PauseAudioDevice(s->device, 0);
}

static void source_pause(void *user)
{
    const sound *s = user;
    SDL_PauseAudioDevice(s->device, 1);
}

static bool source_read(void *user, clock_reading *out)
{
    sound *s = user;
    sound_heard *heard = &s->heard;
    uint32_t before, after, order;
    do {
        before = atomic_load_explicit(&heard->version, memory_order_acquire);
        order = atomic_load_explicit(&heard->order, memory_order_acquire);
        out->position = (double)atomic_load_explicit(&heard->position, memory_order_acquire) / HONE_SOUND_RATE;
        out->stamp = (double)atomic_load_explicit(&heard->stamp, memory_order_acquire) * 1e-9;
        after = atomic_load_explicit(&heard->version, memory_order_relaxed);
    } while (before != after || before % 2);
    return order != 0 && order == s->wanted.number; /* only this thread writes it */
}

/* ---- opening ---- */

static bool open_device(sound *s)
{
    const SDL_AudioSpec wanted = {.freq = HONE_SOUND_RATE,
                                  .format = AUDIO_F32SYS,
                                  .channels = 2,
                                  .samples = DEVICE_BUFFER,
                                  .callback = play_buffer,
                                  .userdata = s};
    SDL_SetHint(SDL_HINT_AUDIO_DEVICE_APP_NAME, "hone");
    /* else it takes SIGINT and SIGTERM, and makes events of them that nobody reads */
    SDL_SetHintWithPriority(SDL_HINT_NO_SIGNAL_HANDLERS, "1", SDL_HINT_OVERRIDE);
    bool begun = SDL_InitSubSystem(SDL_INIT_AUDIO) == 0;
    s->device = begun ? SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0) : 0;
    if (s->device == 0) {
        SDL_snprintf(s->note, sizeof s->note, _("no sound device: %s"), SDL_GetError());
        if (begun)
            SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    return s->device != 0;
}

static bool start_thread(sound *s, hone_error *error)
{
    s->lock = SDL_CreateMutex();
    s->wake = SDL_CreateSemaphore(0);
    if (!s->lock || !s->wake)
        return hone_fail_memory(error);
    s->thread = SDL_CreateThread(decode, "sound", s);
    return s->thread || hone_fail(error, HONE_ERROR_DEVICE, 0, "no thread: %s", SDL_GetError());
}

sound *sound_open(const char *path, hone_error *error)
{
    sound *s = calloc(1, sizeof *s);
    if (!s) {
        hone_fail_memory(error);
        return NULL;
    }
    input_local local;
    s->reader = input_local_open(path, &local, error) ? hone_sound_reader_open(local.path, error) : NULL;
    input_local_close(&local);
    if (!s->reader) {
        free(s);
        return NULL;
    }
    s->feed = sound_feed_make(s->reader);
    s->length = hone_sound_reader_sample_count(s->reader);
    s->source = (clock_source){s, source_play, source_pause, source_read};
    s->volume = 1;
    s->gain_now = 1;
    atomic_init(&s->gain, 1);
    if (open_device(s) && !start_thread(s, error)) {
        sound_close(s);
        return NULL;
    }
    return s;
}

void sound_close(sound *s)
{
    if (!s)
        return;
    if (s->device) {
        SDL_CloseAudioDevice(s->device); /* also ends its thread */
        atomic_store(&s->quit, true);
        if (s->thread) {
            SDL_SemPost(s->wake);
            SDL_WaitThread(s->thread, NULL);
        }
        SDL_DestroySemaphore(s->wake);
        SDL_DestroyMutex(s->lock);
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    hone_sound_reader_close(s->reader);
    free(s);
}

/* ---- other functions ---- */

double sound_length(const sound *s)
{
    return (double)s->length / HONE_SOUND_RATE;
}

const char *sound_note(const sound *s)
{
    if (s->note[0])
        return s->note;
    return atomic_load(&s->broken) ? s->feed.problem.message : NULL;
}

const clock_source *sound_clock_source(const sound *s)
{
    return s->device ? &s->source : NULL;
}

void sound_set_delay(sound *s, double seconds)
{
    if (!s->device)
        return;
    SDL_LockMutex(s->lock);
    s->wanted.delay = samples_of(seconds);
    SDL_UnlockMutex(s->lock);
}

static void set_gain(sound *s)
{
    atomic_store_explicit(&s->gain, s->muted ? 0 : s->volume, memory_order_relaxed);
}

void sound_set_volume(sound *s, float volume)
{
    s->volume = volume > 0 ? fminf(volume, 1) : 0;
    set_gain(s);
}

void sound_set_muted(sound *s, bool muted)
{
    s->muted = muted;
    set_gain(s);
}
