/* Reads films back: with FFmpeg, and animated webp, which FFmpeg writes but does not read, with libwebp. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_FILM_SEEN_H
#define HONE_TESTS_SUPPORT_IMAGE_FILM_SEEN_H

#include <hone/image.h>

enum { FILM_SEEN_MAX = 400, FILM_SEEN_RATE = 48000 };

typedef struct film_seen {
    char container[64], codec[32], pixels[32]; /* FFmpeg's names: "h264", "yuv420p" */
    uint32_t width, height, count, loops;      /* loops: of webp; 0: endless */
    double rate, duration;                     /* pictures a second, seconds */
    bool bt709;                                /* all four colour fields give BT.709 */
    bool index_first;                          /* of mp4: it can be played while it is loaded */
    bool fragmented;
    hone_image pictures[FILM_SEEN_MAX];
    double times[FILM_SEEN_MAX]; /* when each picture is shown */
    bool has_sound;
    char sound_codec[32];
    uint32_t channels;
    double sound_begin; /* seconds: when the first sample is heard */
    float *samples;     /* [sample_count] of the first channel, FILM_SEEN_RATE a second */
    uint32_t sample_count;
} film_seen;

/* False: not a film. Fails the test if this build cannot read that kind. */
bool film_see(const char *path, film_seen *out);
void film_seen_release(film_seen *seen);

bool film_can_see_webp(void);

/* Gives the largest difference of any channel of any pixel, and the mean difference. */
void film_compare(const hone_image *a, const hone_image *b, bool with_alpha, double *most, double *mean);

/* Writes a wav of `seconds`, `rate` samples a second, `channels` channels: silence except for a click of 1 ms at
 * `click` seconds. */
bool film_make_wav(const char *path, uint32_t rate, uint32_t channels, double seconds, double click);
/* The time of the loudest sample, in the film's time. */
double film_click(const film_seen *seen);

#endif
