/* film: pictures and sound to mp4, webm, gif, apng or webp, through FFmpeg's libraries; optional: hone_film_available.
 *
 * A library of its own, hone_film, which hone does not need: FFmpeg is under the LGPL or, as most distributions build
 * it, under the GPL, and so is then, as a whole, what is linked with it (hone_film_license).
 * A film belongs to one thread at a time. A thread of the film's own converts, compresses and writes what is added.
 */
#ifndef HONE_FILM_H
#define HONE_FILM_H

#include <hone/base.h>
#include <hone/image.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hone_film_format {
    HONE_FILM_MP4,  /* H.264, 4:2:0, BT.709; AAC: plays everywhere. Sides must be even */
    HONE_FILM_WEBM, /* VP9, 4:2:0, BT.709, alpha; Opus or Vorbis */
    HONE_FILM_GIF,  /* 256 colours a picture, pixels there or not; at most 50 pictures a second; no sound */
    HONE_FILM_APNG, /* lossless, alpha; no sound */
    HONE_FILM_WEBP  /* lossy, or lossless at quality 100, alpha; no sound */
} hone_film_format;
enum { HONE_FILM_FORMAT_COUNT = 5 };

/* What the format can hold, whether built in or not. */
HONE_API const char *hone_film_format_name(hone_film_format format); /* "mp4"; NULL past the last */
HONE_API bool hone_film_format_has_alpha(hone_film_format format);
HONE_API bool hone_film_format_has_sound(hone_film_format format);
HONE_API bool hone_film_format_has_quality(hone_film_format format);
HONE_API bool hone_film_format_has_bit_rate(hone_film_format format);
HONE_API uint32_t hone_film_format_max_rate(hone_film_format format); /* pictures a second */

/* False: FFmpeg's libraries were not there at build time, and every create call fails with UNSUPPORTED. */
HONE_API bool hone_film_available(void);
/* In FFmpeg's own words: "GPL version 2 or later"; "" if it is not built in. */
HONE_API const char *hone_film_license(void);

/* A film in the making. */
typedef struct hone_film hone_film;

enum { HONE_FILM_QUALITY_DEFAULT = 80 };

typedef struct hone_film_desc {
    const char *path; /* appears, whole, when the film is finished; NULL: standard output (mp4 is then fragmented) */
    hone_film_format format;
    uint32_t width, height;      /* required */
    uint32_t rate, rate_divisor; /* rate / rate_divisor pictures a second; 0: 30, 0: 1 */
    uint32_t quality;            /* 1..100 for the eye; 0: 80 */
    uint64_t bit_rate;           /* bits a second instead of a quality; 0: by quality */
    bool alpha;                  /* keep transparency, where the format has it; else pictures are laid over black */
    const hone_allocator *allocator;
} hone_film_desc;

/* Errors: ARGUMENT (a value out of range, or that the format has not), UNSUPPORTED (not built in, or FFmpeg lacks the
 * encoder), IO (no file can be made there), DEVICE (no thread), MEMORY. */
HONE_API hone_film *hone_film_create(const hone_film_desc *desc, hone_error *error);

/* Sound: the first picture is shown when the file is `from` seconds in, negative: before it begins. It is cut where the
 * pictures end. Whatever FFmpeg reads: wav, mp3, ogg, flac, m4a … Before the first picture, once.
 * Errors: ARGUMENT, IO, FORMAT, UNSUPPORTED; they speak of the sound file. */
HONE_API bool hone_film_add_sound(hone_film *film, const char *path, double from, hone_error *error);

/* The next picture, which is copied; waits where a few are still to be compressed. Errors: ARGUMENT (another size), and
 * whatever went wrong with an earlier one. Then only abandoning is left. */
HONE_API bool hone_film_add(hone_film *film, const hone_image *picture, hone_error *error);

/* Compresses what is left, completes the file and puts it in its place. The film is gone in any case; after an error
 * the file too. */
HONE_API bool hone_film_finish(hone_film *film, hone_error *error);
HONE_API void hone_film_abandon(hone_film *film); /* leaves no file behind; NULL is fine */

#ifdef __cplusplus
}
#endif
#endif
