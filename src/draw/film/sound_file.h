/* Any sound file that FFmpeg reads, decoded to samples of one rate. Functions return FFmpeg's results. */
#ifndef HONE_SRC_FILM_SOUND_FILE_H
#define HONE_SRC_FILM_SOUND_FILE_H

#include <hone/film.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libswresample/swresample.h>

typedef struct hone_sound_file {
    AVFormatContext *demuxer;
    AVCodecContext *decoder;
    int stream;
    AVPacket *packet;
    AVFrame *decoded, *converted; /* `decoded` already holds samples when the file has been opened */
    SwrContext *converter;        /* from the format that `decoded` had last */
    AVAudioFifo *ready;
    int64_t skip, silence; /* samples still to be left out, or zeros still to be inserted, before the first one */
    bool ended;
    /* time stamps: of the first frame; below which packets are not decoded while seeking */
    int64_t origin, passed_over;
} hone_sound_file;

/* Opens the file and decodes its first samples, so that a file without sound is detected here. Errors: IO, FORMAT,
 * UNSUPPORTED, MEMORY. Release it in any case. */
bool hone_sound_file_open(hone_sound_file *sound, const char *path, hone_error *error);
void hone_sound_file_release(hone_sound_file *sound);

/* Returns 1 or 2. */
int hone_sound_file_channels(const hone_sound_file *sound);

/* Sets the format of the samples and the start in seconds; a negative start inserts silence. */
int hone_sound_file_begin(hone_sound_file *sound, enum AVSampleFormat format, double from);

/* Continues from a sample of the file, 0 or more. Only after hone_sound_file_begin. */
int hone_sound_file_seek(hone_sound_file *sound, int64_t sample);

/* Number of samples by the file's header; 0: unknown. */
int64_t hone_sound_file_length(const hone_sound_file *sound);

/* Decodes until `count` samples are ready or the file has ended. */
int hone_sound_file_need(hone_sound_file *sound, int count);

#endif
