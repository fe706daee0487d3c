/* The film formats, their names and limits. */
#include <hone/film.h>

typedef struct film_format {
    const char *name;
    bool alpha, sound, quality, bit_rate, codecs, even, packets;
    uint32_t max_rate;
} film_format;

/* frame times are in hundredths of a second, and players replace one hundredth by ten */
enum { MAX_RATE = 240, GIF_MAX_RATE = 50 };

static const film_format formats[HONE_FILM_FORMAT_COUNT] = {
    [HONE_FILM_MP4] = {"mp4", .packets = true, .sound = true, .quality = true, .bit_rate = true, .codecs = true,
                       .even = true, .max_rate = MAX_RATE},
    [HONE_FILM_WEBM] = {"webm", .packets = true, .alpha = true, .sound = true, .quality = true, .bit_rate = true,
                        .max_rate = MAX_RATE},
    [HONE_FILM_GIF] = {"gif", .alpha = true, .max_rate = GIF_MAX_RATE},
    [HONE_FILM_APNG] = {"apng", .alpha = true, .max_rate = MAX_RATE},
    [HONE_FILM_WEBP] = {"webp", .alpha = true, .quality = true, .max_rate = MAX_RATE},
    [HONE_FILM_MOV] = {"mov", .packets = true, .alpha = true, .sound = true, .max_rate = MAX_RATE},
    [HONE_FILM_MKV] = {"mkv", .packets = true, .sound = true, .quality = true, .bit_rate = true, .codecs = true,
                       .even = true, .max_rate = MAX_RATE},
};

static const film_format *find(hone_film_format format)
{
    static const film_format unknown = {0};
    return (unsigned)format < HONE_FILM_FORMAT_COUNT ? &formats[format] : &unknown;
}

const char *hone_film_format_name(hone_film_format format)
{
    return find(format)->name;
}

bool hone_film_format_has_alpha(hone_film_format format)
{
    return find(format)->alpha;
}

bool hone_film_format_has_sound(hone_film_format format)
{
    return find(format)->sound;
}

bool hone_film_format_has_quality(hone_film_format format)
{
    return find(format)->quality;
}

bool hone_film_format_has_bit_rate(hone_film_format format)
{
    return find(format)->bit_rate;
}

bool hone_film_format_has_codec(hone_film_format format, hone_film_codec codec)
{
    const film_format *f = find(format);
    return f->name && (codec == HONE_FILM_CODEC_DEFAULT || ((unsigned)codec < HONE_FILM_CODEC_COUNT && f->codecs));
}

bool hone_film_format_needs_even_sides(hone_film_format format)
{
    return find(format)->even;
}

uint32_t hone_film_format_max_rate(hone_film_format format)
{
    return find(format)->max_rate;
}

bool hone_film_format_has_packets(hone_film_format format)
{
    return find(format)->packets;
}
