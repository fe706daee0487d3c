/* A sound file, whatever FFmpeg reads, as plain samples of one rate. Results are FFmpeg's. */
#ifndef HONE_SRC_FILM_SOUND_FILE_H
#define HONE_SRC_FILM_SOUND_FILE_H

#include "film/sound_reader.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libswresample/swresample.h>

typedef struct hone_sound_file {
    AVFormatContext *demuxer;
    AVCodecContext *decoder;
    int stream;
    AVPacket *packet;
    AVFrame *decoded, *converted; /* the first is full already once the file is open */
    SwrContext *converter;        /* from what `decoded` was like last */
    AVAudioFifo *ready;
    int64_t skip, silence; /* samples still to leave out, or to put in, before the first */
    bool ended;
    int64_t origin, passed_over; /* time stamps: of the first frame; of packets that are not decoded on the way */
} hone_sound_file;

/* Opens it and decodes its first samples, so that what is no sound is found out now.
 * Errors: IO, FORMAT, UNSUPPORTED, MEMORY. Release in any case. */
bool hone_sound_file_open(hone_sound_file *sound, const char *path, hone_error *error);
void hone_sound_file_release(hone_sound_file *sound);

/* 1 or 2. */
int hone_sound_file_channels(const hone_sound_file *sound);

/* Samples come as `format`, from `from` seconds on; negative: after as much silence. */
int hone_sound_file_begin(hone_sound_file *sound, enum AVSampleFormat format, double from);

/* Once it has begun: samples come from that one of the file on, 0 or more, whatever came before. */
int hone_sound_file_seek(hone_sound_file *sound, int64_t sample);

/* Samples there are, as the file says; 0: it doesn't. */
int64_t hone_sound_file_length(const hone_sound_file *sound);

/* Decodes until `count` samples are ready, or the file has ended. */
int hone_sound_file_need(hone_sound_file *sound, int count);

#endif
