#include "draw/film/orientation.h"

#include <libavcodec/avcodec.h>
#include <string.h>

static const hone_film_orientation upright = {{1, 0}, {0, 1}};

/* [9], fixed-point: the columns of a 3 x 3 matrix; NULL: none. FFmpeg 6.1 moved it. */
static const int32_t *matrix_of(const AVStream *stream)
{
    enum { BYTES = 9 * sizeof(int32_t) };
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
    const AVCodecParameters *parameters = stream->codecpar;
    const AVPacketSideData *found =
        av_packet_side_data_get(parameters->coded_side_data, parameters->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return found && found->size >= BYTES ? (const int32_t *)(const void *)found->data : NULL;
#else
    size_t size = 0;
    const uint8_t *found = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return found && size >= BYTES ? (const int32_t *)(const void *)found : NULL;
#endif
}

static int sign(int32_t number)
{
    const int32_t little = 1 << 12; /* of 1 << 16: a turn by quarters has only rounding errors */
    return number > little ? 1 : number < -little ? -1 : 0;
}

static bool is_by_quarters(const hone_film_orientation *o)
{
    bool straight = o->right[0] && !o->right[1] && !o->down[0] && o->down[1];
    bool side = !o->right[0] && o->right[1] && o->down[0] && !o->down[1];
    return straight || side;
}

hone_film_orientation hone_film_orientation_of(const AVStream *stream)
{
    int32_t matrix[5];
    const int32_t *found = matrix_of(stream);
    if (!found)
        return upright;
    memcpy(matrix, found, sizeof matrix);
    const hone_film_orientation said = {{sign(matrix[0]), sign(matrix[1])}, {sign(matrix[3]), sign(matrix[4])}};
    return is_by_quarters(&said) ? said : upright;
}

bool hone_film_is_upright(const hone_film_orientation *o)
{
    return o->right[0] == 1 && o->down[1] == 1;
}

bool hone_film_is_on_its_side(const hone_film_orientation *o)
{
    return o->right[0] == 0;
}

void hone_film_orient(const hone_film_orientation *o, const hone_image *from, hone_image *to)
{
    const int64_t width = to->width, height = to->height;
    const int64_t right = o->right[0] + o->right[1] * width, down = o->down[0] + o->down[1] * width;
    int64_t row =
        (o->right[0] + o->down[0] < 0 ? width - 1 : 0) + (o->right[1] + o->down[1] < 0 ? height - 1 : 0) * width;
    for (uint32_t y = 0; y < from->height; y++, row += down) {
        const uint8_t *pixel = from->pixels + (size_t)y * from->width * 4;
        int64_t at = row;
        for (uint32_t x = 0; x < from->width; x++, at += right, pixel += 4) memcpy(to->pixels + 4 * at, pixel, 4);
    }
}
