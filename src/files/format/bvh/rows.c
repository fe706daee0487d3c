#include "files/format/bvh/rows.h"

#include <math.h>

/* ---- numbers --------------------------------------------------------------------------------------------------- */

/* Reads a number of at most 15 digits without exponent, as nearly all are: digits and power of ten are exact, so one
 * division rounds correctly. Returns the end, or NULL for any other word. */
static const char *read_plain(const char *at, const char *end, double *out)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    uint64_t digits = 0;
    bool negative = at < end && *at == '-';
    const char *begin = at += negative, *point = NULL;
    for (; at < end && (unsigned)(*at - '0') < 10; at++) digits = digits * 10 + (uint64_t)(*at - '0');
    if (at < end && *at == '.') {
        point = ++at;
        for (; at < end && (unsigned)(*at - '0') < 10; at++) digits = digits * 10 + (uint64_t)(*at - '0');
    }
    ptrdiff_t count = at - begin - (point != NULL), decimals = point ? at - point : 0;
    if (count == 0 || count > 15 || (at < end && !hone_bvh_is_space(*at)))
        return NULL;
    double value = (double)digits / powers[decimals];
    *out = negative ? -value : value;
    return at;
}

/* Reads the next number. One that is no number stays what it was in the frame before. */
static bool read_number(hone_reading *reader, double *out)
{
    while (reader->text.at < reader->text.end && hone_bvh_is_space(*reader->text.at)) reader->text.at++;
    const char *after = read_plain(reader->text.at, reader->text.end, out);
    if (after) {
        reader->text.at = after;
        return true;
    }
    hone_bvh_word word = hone_bvh_peek(reader);
    double value = 0, most = 1e15;
    if (word.size == 0)
        return false;
    if (hone_bvh_number(reader, &value) && fabs(value) <= most) {
        *out = value;
        return true;
    }
    if (value == 0 && !hone_bvh_is_nan(word))
        return hone_reading_fail(reader, "\"%.*s\" is not a number", (int)(word.size < 24 ? word.size : 24), word.text);
    hone_reading_warn_at(reader, word.text, "a value that is not a number: the one of the frame before, in this line");
    reader->text.at = word.text + word.size;
    return true;
}

/* ---- angles ---------------------------------------------------------------------------------------------------- */

/* Computes sine and cosine of half of an angle in degrees, within 1e-10: the same on every machine, and several at once
 * where the compiler can. */
static inline void half_angle(double degrees, double out[2])
{
    const double round = 6755399441055744.0; /* 1.5 * 2^52: adding it leaves no place for a fraction */
    double turns = degrees * (1 / 720.0), whole = (turns + round) - round; /* whole turns change nothing */
    double x = (turns - whole) * 6.283185307179586, quarter = x * 0.25;    /* -pi to pi; a quarter of it: 45 degrees */
    double z = quarter * quarter;
    double s = quarter *
               (1 + z * (-1 / 6.0 + z * (1 / 120.0 + z * (-1 / 5040.0 + z * (1 / 362880.0 - z * (1 / 39916800.0))))));
    double d =
        z * (0.5 + z * (-1 / 24.0 + z * (1 / 720.0 + z * (-1 / 40320.0 + z * (1 / 3628800.0))))); /* 1 - cosine */
    for (int i = 0; i < 2; i++) { /* doubles the angle */
        double twice = 2 * s * (1 - d);
        d = 2 * s * s;
        s = twice;
    }
    out[0] = s, out[1] = 1 - d;
}

/* Multiplies q by a rotation about a coordinate axis. */
static void turn_about(double q[4], int axis, const double half[2])
{
    int j = axis == 2 ? 0 : axis + 1, k = axis == 0 ? 2 : axis - 1;
    double s = half[0], w = half[1], a = q[axis], b = q[j], d = q[k], e = q[3];
    q[axis] = a * w + e * s;
    q[j] = b * w + d * s;
    q[k] = d * w - b * s;
    q[3] = e * w - a * s;
}

void hone_bvh_joint_rotation(const hone_bvh_rows *rows, const hone_bvh_joint *joint, uint64_t first, double out[4])
{
    out[0] = out[1] = out[2] = 0, out[3] = 1;
    for (uint32_t i = 0; i < joint->channel_count; i++) {
        int kind = joint->channels[i];
        if (kind >= HONE_BVH_ROTATION && kind < HONE_BVH_OTHER)
            turn_about(out, kind - HONE_BVH_ROTATION, rows->turns[first + i]);
    }
}

/* ---- rows ------------------------------------------------------------------------------------------------------ */

bool hone_bvh_open_rows(hone_bvh_rows *rows, hone_reading *reader, const hone_bvh_skeleton *skeleton,
                        const hone_bvh_frames *frames)
{
    *rows = (hone_bvh_rows){.reader = reader, .skeleton = skeleton, .frames = frames};
    size_t channels = (size_t)skeleton->channel_count; /* fewer than bytes of the file */
    return hone_reading_scratch(reader, channels, sizeof *rows->numbers, &rows->numbers) &&
           hone_reading_scratch(reader, channels, sizeof *rows->turns, &rows->turns);
}

/* Goes behind lines that are dropped, and, in the middle of a frame of several lines, to its end. */
static void skip_odd_lines(hone_bvh_rows *rows)
{
    hone_reading *reader = rows->reader;
    for (; rows->next_odd < rows->frames->odd_count; rows->next_odd++) {
        const hone_bvh_odd_lines *odd = &rows->frames->odd[rows->next_odd];
        hone_bvh_skip_space(reader);
        if (reader->text.at < odd->begin)
            return;
        if ((odd->dropped || reader->text.at > odd->begin) && reader->text.at < odd->end)
            reader->text.at = odd->end;
        rows->next += odd->dropped ? odd->frames : 0;
    }
}

bool hone_bvh_read_row(hone_bvh_rows *rows)
{
    skip_odd_lines(rows);
    for (uint64_t i = 0; i < rows->skeleton->channel_count; i++)
        if (!read_number(rows->reader, &rows->numbers[i]))
            return false;
    for (uint64_t i = 0; i < rows->frames->surplus; i++) {
        double unused = 0;
        if (!read_number(rows->reader, &unused))
            return false;
    }
    for (uint64_t i = 0; i < rows->skeleton->channel_count; i++) half_angle(rows->numbers[i], rows->turns[i]);
    rows->frame = rows->next++;
    return true;
}
