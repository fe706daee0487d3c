#include "tool/options/number_options.h"
#include "base/text/number.h"
#include <hone/io.h>

#include <math.h>
#include <string.h>

enum { RANGE_COUNT_MAX = 1000000, SIDE_MAX = 16384, SIZE_WIDTH_MIN = 16 };
static const double time_limit = 1e9; /* frames: about a year; larger numbers lose their fractions */

bool number_read(const char *text, const char *end, double *out)
{
    size_t size = (size_t)(end - text);
    return size > 0 && hone_float_parse(text, size, out) == size && isfinite(*out);
}

bool number_read_integer(const char *text, uint32_t low, uint32_t high, uint32_t *out)
{
    uint64_t value = 0;
    const char *c = text;
    for (; *c >= '0' && *c <= '9' && value <= UINT32_MAX; c++) value = value * 10 + (uint64_t)(*c - '0');
    if (c == text || *c || value < low || value > high)
        return false;
    *out = (uint32_t)value;
    return true;
}

static bool read_time(const char *text, const char *end, double *out)
{
    return number_read(text, end, out) && fabs(*out) <= time_limit;
}

/* The end of the number at `text`. That of the first number of a range is ':', or a '-' that is neither its sign nor
 * that of its exponent. end: of the range. */
static const char *end_of_part(const char *text, const char *end, bool first)
{
    const char *colon = memchr(text, ':', (size_t)(end - text));
    end = colon ? colon : end;
    for (const char *at = text + 1; first && at < end; at++)
        if (*at == '-' && at[-1] != 'e' && at[-1] != 'E')
            return at;
    return end;
}

static bool read_range(const char *text, const char *end, number_range *out)
{
    double parts[3] = {0, 0, 1};
    uint32_t part = 0;
    for (const char *at = text;; at++) {
        const char *stop = end_of_part(at, end, part == 0);
        if (part == 3 || !read_time(at, stop, &parts[part++]))
            return false;
        at = stop;
        if (at == end)
            break;
    }
    double steps = (parts[1] - parts[0]) / parts[2];
    if (part < 2 || !(parts[2] > 0) || !(steps >= 0) || steps >= RANGE_COUNT_MAX)
        return false;
    *out = (number_range){parts[0], parts[2], parts[1], (uint32_t)(steps + 1e-6) + 1, part == 3};
    return true;
}

bool option_read_number_range(const option *o, const char *text, void *field)
{
    (void)o;
    return read_range(text, text + strlen(text), field);
}

/* Reads the element of a list that ends at `end`: a number, or a range if the list may have ranges. */
static bool read_element(const char *text, const char *end, bool ranges, number_range *out)
{
    double value;
    if (!read_time(text, end, &value))
        return ranges && read_range(text, end, out);
    *out = (number_range){value, 1, value, 1, false};
    return true;
}

static bool read_list(const char *text, bool ranges, number_list *list)
{
    *list = (number_list){.text = text, .ranges = ranges};
    for (const char *at = text;; at++) {
        const char *end = at + strcspn(at, ",");
        number_range element;
        if (!read_element(at, end, ranges, &element) || element.count > RANGE_COUNT_MAX - list->count)
            return false;
        list->count += element.count;
        if (!*end)
            return true;
        at = end;
    }
}

bool option_read_number_list(const option *o, const char *text, void *field)
{
    (void)o;
    return read_list(text, false, field);
}

bool option_read_times(const option *o, const char *text, void *field)
{
    (void)o;
    return read_list(text, true, field);
}

void number_list_values(number_list list, double *out)
{
    const char *at = list.text;
    for (uint32_t i = 0; i < list.count;) {
        const char *end = at + strcspn(at, ",");
        number_range element = {0};
        read_element(at, end, list.ranges, &element);
        for (uint32_t k = 0; k < element.count; k++) out[i++] = element.first + k * element.step;
        at = end + 1;
    }
}

bool option_read_vector(const option *o, const char *text, void *field)
{
    static const double most = 1e4;
    number_list list;
    double values[3] = {0};
    if (!option_read_number_list(o, text, &list) || list.count != 3)
        return false;
    number_list_values(list, values);
    for (int i = 0; i < 3; i++) {
        if (fabs(values[i]) > most)
            return false;
        ((float *)field)[i] = (float)values[i];
    }
    return true;
}

/* The height of a picture of 16:9, even, since films need that. */
static uint32_t height_of(uint32_t width)
{
    return 2 * ((width * 9 + 16) / 32);
}

bool option_read_size(const option *o, const char *text, void *field)
{
    (void)o;
    char width[8];
    size_t length = strcspn(text, "xX");
    if (length >= sizeof width)
        return false;
    memcpy(width, text, length);
    width[length] = 0;
    picture_size size;
    if (!number_read_integer(width, text[length] ? 1 : SIZE_WIDTH_MIN, SIDE_MAX, &size.width))
        return false;
    size.height = height_of(size.width);
    if (text[length] && !number_read_integer(text + length + 1, 1, SIDE_MAX, &size.height))
        return false;
    *(picture_size *)field = size;
    return true;
}

bool option_read_exponent(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    if (!number_read(text, text + strlen(text), &value) || !(value >= 0.1 && value <= 1000))
        return false;
    *(float *)field = (float)value;
    return true;
}
