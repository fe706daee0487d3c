/* Films that are made of packets, which other runs have compressed. */
#include "base/error.h"
#include "draw/film/film_internal.h"
#include <hone/io.h>
#include <limits.h>
#include <string.h>

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
    int result = film->joined ? 0 : hone_film_write_header(film);
    film->joined = true;
    if (result >= 0)
        result = write_packet(film, packet);
    if (result < 0)
        hone_film_note_failure(film, result);
    if (film->failed && error)
        *error = film->failure;
    return !film->failed;
}
