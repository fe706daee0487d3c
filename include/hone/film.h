/** film: pictures and sound to mp4, webm, mov, mkv, gif, apng or webp, and films and sounds to pictures and samples, by
 * FFmpeg's libraries.
 *
 * Optional: see hone_film_available. It is a library of its own, hone_film, which hone does not need: FFmpeg is under
 * the LGPL or, as most distributions build it, under the GPL. A program that links it is, as a whole, under
 * the same licence (hone_film_license).
 *
 * A film belongs to one thread at a time. It has a thread of its own, which converts, compresses and writes the
 * pictures.
 *
 * A film of some pictures:
 * ```c
 * bool make_film(const char *path, const hone_image *pictures, uint32_t count, hone_error *error)
 * {
 *     hone_film_desc desc = {.path = path, .width = pictures->width, .height = pictures->height};
 *     hone_film *film = hone_film_create(&desc, error);
 *     bool ok = film != NULL;
 *     for (uint32_t i = 0; ok && i < count; i++) ok = hone_film_add(film, &pictures[i], error);
 *     if (ok)
 *         return hone_film_finish(film, error);
 *     hone_film_abandon(film);
 *     return false;
 * }
 * ```
 */
#ifndef HONE_FILM_H
#define HONE_FILM_H

#include <hone/base.h>
#include <hone/image.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The formats of films. */
typedef enum hone_film_format {
    HONE_FILM_MP4,  /**< H.264 or H.265, 4:2:0, BT.709; AAC. Plays everywhere. Sides must be even */
    HONE_FILM_WEBM, /**< VP9, 4:2:0, BT.709, with alpha; Opus or Vorbis */
    HONE_FILM_GIF,  /**< 256 colours a picture, alpha of 1 bit, at most 50 pictures a second; no sound */
    HONE_FILM_APNG, /**< lossless, with alpha; no sound */
    HONE_FILM_WEBP, /**< lossy, or lossless at quality 100; with alpha; no sound */
    HONE_FILM_MOV,  /**< ProRes 4444, 4:4:4 of 10 bits, BT.709, with alpha; PCM of 16 bits. For editing */
    HONE_FILM_MKV   /**< H.264 or H.265 as in mp4; Opus or Vorbis */
} hone_film_format;

/** The number of film formats. */
enum { HONE_FILM_FORMAT_COUNT = 7 };

/** How the pictures of a film are compressed. */
typedef enum hone_film_codec {
    HONE_FILM_CODEC_DEFAULT, /**< the first that the format has */
    HONE_FILM_CODEC_H264,    /**< of mp4 and mkv: plays everywhere */
    HONE_FILM_CODEC_H265     /**< of mp4 and mkv: about half of the bytes, slower, where FFmpeg was built with it */
} hone_film_codec;

/** The number of codecs, the default included. */
enum { HONE_FILM_CODEC_COUNT = 3 };

/** Returns the name of a format, whether films are built in or not: "mp4", "webm", …; NULL for an unknown format. */
HONE_API const char *hone_film_format_name(hone_film_format format);

/** Tells whether a format can hold transparency.
 *
 * Returns: false also for an unknown format.
 */
HONE_API bool hone_film_format_has_alpha(hone_film_format format);

/** Tells whether a format can hold sound.
 *
 * Returns: false also for an unknown format.
 */
HONE_API bool hone_film_format_has_sound(hone_film_format format);

/** Tells whether a format has a quality setting.
 *
 * Returns: false also for an unknown format.
 */
HONE_API bool hone_film_format_has_quality(hone_film_format format);

/** Tells whether a format has a bit rate setting.
 *
 * Returns: false also for an unknown format.
 */
HONE_API bool hone_film_format_has_bit_rate(hone_film_format format);

/** Tells whether a format can be compressed in a way.
 *
 * Returns: true for the default; false for an unknown format or codec.
 */
HONE_API bool hone_film_format_has_codec(hone_film_format format, hone_film_codec codec);

/** Tells whether the sides of a format's pictures must be even.
 *
 * Returns: false also for an unknown format.
 */
HONE_API bool hone_film_format_needs_even_sides(hone_film_format format);

/** Returns the highest rate of a format, pictures a second; 0 for an unknown format. */
HONE_API uint32_t hone_film_format_max_rate(hone_film_format format);

/** Tells whether films are built in.
 *
 * Returns: false if FFmpeg's libraries were missing at build time; hone_film_create then fails with
 *          HONE_ERROR_UNSUPPORTED.
 */
HONE_API bool hone_film_available(void);

/** Returns the licence of the FFmpeg libraries that this program uses, in FFmpeg's own words, such as "GPL version 2 or
 * later"; "" if films are not built in. */
HONE_API const char *hone_film_license(void);

/** Tells whether the compressed pictures of a format's films can be put one behind the other: hone_film_add_packet.
 *
 * Returns: true for mp4, webm, mov and mkv; false for the others, whose pictures are differences from those before.
 */
HONE_API bool hone_film_format_has_packets(hone_film_format format);

/** A film that is being made. */
typedef struct hone_film hone_film;

/** A compressed picture or piece of sound. */
typedef struct hone_film_packet {
    bool sound;          /**< whether it is of the sound; otherwise it is of the pictures */
    bool key;            /**< whether it can be decoded without those before it */
    int64_t pts;         /**< when it is shown or heard: pictures from the first one, or samples */
    uint32_t duration;   /**< in the same unit */
    const uint8_t *data; /**< [size] */
    size_t size;         /**< bytes */
    uint32_t side_kind;  /**< FFmpeg's kind of the side data; 0: there are none */
    const uint8_t *side; /**< [side_size] data that belong to the packet, such as its transparency */
    size_t side_size;    /**< bytes */
} hone_film_packet;

/** Takes a packet, whose data are valid until it returns. Called by the film's thread.
 *
 * Returns: false, with the error, to stop the film.
 */
typedef bool hone_film_take_packet(void *user, const hone_film_packet *packet, hone_error *error);

/** The quality if hone_film_desc.quality is 0. */
enum { HONE_FILM_QUALITY_DEFAULT = 80 };

/** Settings of hone_film_create. */
typedef struct hone_film_desc {
    /** The file. It appears, complete, when the film is finished. NULL: standard output (mp4 and mov are then
     * fragmented). */
    const char *path;
    hone_film_format format; /**< the format */
    uint32_t width;          /**< pixels; required */
    uint32_t height;         /**< pixels; required */
    uint32_t rate;           /**< pictures in rate_divisor seconds; 0: 30 */
    uint32_t rate_divisor;   /**< seconds; 0: 1. 30000 / 1001 is the rate of NTSC */
    uint32_t quality;        /**< 1 to 100, perceived; 0: HONE_FILM_QUALITY_DEFAULT */
    uint64_t bit_rate;       /**< bits a second, in place of a quality; 0: by quality */
    hone_film_codec codec;   /**< that the format has */
    /** Whether to keep transparency, where the format can hold it. Otherwise pictures are laid over black. */
    bool alpha;
    /** NULL: there is a file. Otherwise the film has no file: its packets go here, and `path` is not used. */
    hone_film_take_packet *take;
    void *user;                      /**< passed to `take` */
    double sound_seconds;            /**< how long the sound is; 0: as long as the pictures */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_film_desc;

/** Creates a film and opens its file.
 *
 * Returns: the film, to be ended by hone_film_finish or hone_film_abandon; NULL on failure.
 * Errors: ARGUMENT (a value out of range, or that the format does not have), UNSUPPORTED (films are not built in, or
 *         FFmpeg lacks the encoder), IO (no file can be made there), MEMORY.
 * Cost: allocates a queue of a few pictures.
 */
HONE_API hone_film *hone_film_create(const hone_film_desc *desc, hone_error *error);

/** Adds a sound track from a file that FFmpeg reads: wav, mp3, ogg, flac, m4a, …
 *
 * Call it at most once, before the first picture. The sound is cut where the pictures end.
 * path: the sound file.
 * from_seconds: into the sound, at which the first picture is shown; negative: the sound begins that much later.
 * Returns: whether it was added.
 * Errors: ARGUMENT (too late, twice, or a format without sound), IO, FORMAT, UNSUPPORTED; the message refers to the
 *         sound file.
 */
HONE_API bool hone_film_add_sound(hone_film *film, const char *path, double from_seconds, hone_error *error);

/** Adds a sound track whose packets are added by hone_film_add_packet.
 *
 * channels: 1 or 2.
 * Returns: whether it was added.
 * Errors: ARGUMENT (too late, twice, another number of channels, or a format without sound), UNSUPPORTED, MEMORY.
 */
HONE_API bool hone_film_add_sound_track(hone_film *film, uint32_t channels, hone_error *error);

/** Returns the number of channels of the sound: 1 or 2; 0 if there is no sound, or `film` is NULL. */
HONE_API uint32_t hone_film_sound_channels(const hone_film *film);

/** Returns a hash of the settings of the encoders: two films for which it is equal may have their packets put into one
 * film. 0 if `film` is NULL. */
HONE_API uint64_t hone_film_setup(const hone_film *film);

/** Adds the next packet of another film with the same setup, in place of pictures. A film of packets has no pictures of
 * its own.
 *
 * packet: copied. Packets of each track are in the order in which they were taken; their times are those of this film.
 * Returns: whether it was added. After an error only hone_film_abandon is left.
 * Errors: ARGUMENT (pictures were added, no sound track, a format without packets, packets of side data that films do
 *         not have), IO, FORMAT, MEMORY.
 */
HONE_API bool hone_film_add_packet(hone_film *film, const hone_film_packet *packet, hone_error *error);

/** Adds the next picture.
 *
 * picture: of the film's size; copied.
 * Returns: whether it was added. After an error only hone_film_abandon is left.
 * Errors: ARGUMENT (another size), DEVICE (no thread), and those of compressing and writing earlier pictures (IO,
 *         FORMAT, MEMORY).
 * Cost: a copy; waits while the queue of pictures to compress is full.
 */
HONE_API bool hone_film_add(hone_film *film, const hone_image *picture, hone_error *error);

/** Compresses the remaining pictures, completes the file and puts it in its place.
 *
 * The film is destroyed in any case; after an error there is no file.
 * Returns: whether the file is complete.
 * Errors: ARGUMENT (no picture was added), IO, FORMAT, MEMORY.
 */
HONE_API bool hone_film_finish(hone_film *film, hone_error *error);

/** Destroys a film without leaving a file. NULL is allowed. */
HONE_API void hone_film_abandon(hone_film *film);

/* ---- reading sound ------------------------------------------------------------------------------------------ */

/** The sample rate of sound readers. */
enum { HONE_SOUND_RATE = 48000 /**< samples per second and channel */ };

/** A reader of a sound file in any format that FFmpeg reads, from any position. For one thread at a time. */
typedef struct hone_sound_reader hone_sound_reader;

/** Opens a sound file at its first sample.
 *
 * Returns: the reader, to be closed with hone_sound_reader_close; NULL on failure.
 * Errors: IO, FORMAT, UNSUPPORTED (also: films are not built in), MEMORY; the message does not name the file.
 */
HONE_API hone_sound_reader *hone_sound_reader_open(const char *path, hone_error *error);

/** Closes a reader. NULL is allowed. */
HONE_API void hone_sound_reader_close(hone_sound_reader *reader);

/** Returns the length that the file gives, in samples, HONE_SOUND_RATE a second; an estimate for some formats; 0 if the
 * file does not give it. */
HONE_API int64_t hone_sound_reader_sample_count(const hone_sound_reader *reader);

/** Sets the sample that is read next; exact if the file's time stamps are.
 *
 * sample: 0 or more; beyond the end nothing is read.
 * Returns: false on failure.
 * Errors: IO, FORMAT, UNSUPPORTED (the format cannot go back), MEMORY.
 */
HONE_API bool hone_sound_reader_seek(hone_sound_reader *reader, int64_t sample, hone_error *error);

/** Reads samples. Skips damaged parts.
 *
 * out: [count] left and right; 1 is the loudest value of a file of whole numbers.
 * Returns: the number of samples; fewer than `count` at the end of the sound; -1 on failure.
 * Errors: FORMAT, MEMORY.
 */
HONE_API int hone_sound_reader_read(hone_sound_reader *reader, float (*out)[2], int count, hone_error *error);

/* ---- reading films ------------------------------------------------------------------------------------------ */

/** A reader of the pictures of a film in any format that FFmpeg reads, at any time. For one thread at a time. */
typedef struct hone_film_reader hone_film_reader;

/** Opens a film. If the file says that its pictures are to be turned by quarters, or mirrored, they are.
 *
 * Returns: the reader, to be closed with hone_film_reader_close; NULL on failure.
 * Errors: IO, FORMAT (no film that FFmpeg knows, damaged, without pictures), UNSUPPORTED (sides of more than 8192
 *         pixels; films are not built in), MEMORY; the message does not name the file.
 * Cost: decodes the first picture.
 */
HONE_API hone_film_reader *hone_film_reader_open(const char *path, hone_error *error);

/** Closes a reader. NULL is allowed. */
HONE_API void hone_film_reader_close(hone_film_reader *reader);

/** Returns the duration that the file gives, in seconds from the first picture to the end of the last one; an estimate
 * for some formats; 0 if the file does not give it. */
HONE_API double hone_film_reader_duration(const hone_film_reader *reader);

/** Decodes the picture that is shown at a time. Skips damaged pictures.
 *
 * seconds: from the first picture on. Earlier times give the first picture, times after the end the last one.
 * changed: out, NULL: not wanted; whether it is another picture than that of the last call.
 * Returns: the picture, of the first one's size, with square pixels; valid until the next call. NULL on failure.
 * Errors: FORMAT, MEMORY, ARGUMENT (NULL, a time that is no number).
 * Cost: decodes what lies between the last time and this one. Going back, or forward by more than two seconds, seeks.
 */
HONE_API const hone_image *hone_film_reader_picture(hone_film_reader *reader, double seconds, bool *changed,
                                                    hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
