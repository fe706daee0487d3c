/* The film that is being made, for the files that make it: film_create.c opens it, film.c compresses pictures, and
 * film_packets.c takes packets that are compressed already. */
#ifndef HONE_SRC_FILM_FILM_INTERNAL_H
#define HONE_SRC_FILM_FILM_INTERNAL_H

#include "draw/film/sink.h"
#include "draw/film/sound.h"
#include "draw/film/video.h"
#include <hone/film.h>
#include <pthread.h>

enum { HONE_FILM_QUEUE = 4 };

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
    uint8_t *queue[HONE_FILM_QUEUE];
    uint32_t first, waiting; /* index of the next picture, number of pictures in the queue */
    bool ending, abandoned, failed;
    hone_error failure;
};

/* Both return FFmpeg's result. A film whose packets are taken has no header and no trailer. */
int hone_film_write_header(hone_film *film);
int hone_film_write_trailer(hone_film *film);
/* Makes the film a failed one. result: FFmpeg's. */
void hone_film_note_failure(hone_film *film, int result);
/* Frees the film; a file that is not finished is removed. */
void hone_film_release(hone_film *film);

#endif
