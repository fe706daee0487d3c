#include "tool/options/look_options.h"

#include <hone/math.h>
#include <math.h>
#include <string.h>

bool look_read_direction(const option *o, const char *text, void *field)
{
    look_vector *out = field;
    out->given = true;
    return option_read_vector(o, text, out->value) && hone_vec3_length(out->value) > 1e-6f;
}

const char *const look_fit_names[] = {"fill", "fit", "stretch", "original", NULL};

bool look_read_background(const option *o, const char *text, void *field)
{
    enum { LONGEST_COLOUR = 16 };
    look_values *look = field;
    colour plain = {0};
    const char *comma = strchr(text, ','), *file = text;
    size_t size = comma ? (size_t)(comma - text) : strlen(text);
    char name[LONGEST_COLOUR];
    if (size < sizeof name) {
        memcpy(name, text, size);
        name[size] = '\0';
        if (option_read_colour(o, name, &plain)) {
            look->background = plain;
            look->backdrop = comma ? look->backdrop : (look_backdrop){0};
            file = comma ? comma + 1 : NULL;
        }
    }
    look->backdrop.file = file;
    return !file || strpbrk(file, "./");
}

bool look_read_backdrop_place(const option *o, const char *text, void *field)
{
    enum { LARGEST = 100000 };
    (void)o;
    look_backdrop *out = field;
    double values[3] = {0, 0, 1};
    int count = 0;
    for (const char *at = text, *end; count < 3; at = end + 1) {
        end = at + strcspn(at, ",");
        if (!number_read(at, end, &values[count++]))
            return false;
        if (!*end)
            break;
        if (count == 3)
            return false;
    }
    out->offset[0] = (float)values[0], out->offset[1] = (float)values[1];
    out->scale = (float)values[2];
    return count >= 2 && fabs(values[0]) <= LARGEST && fabs(values[1]) <= LARGEST && values[2] >= 1e-3 &&
           values[2] <= 1e3;
}

bool look_backdrop_is_set(const look_backdrop *b)
{
    return b->fit || b->offset[0] != 0 || b->offset[1] != 0 || b->scale > 0 || b->delay != 0 || b->loop;
}

bool look_read_strength(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    look_ground_shadow *out = field;
    if (!number_read(text, text + strlen(text), &value) || !(value >= 0 && value <= 1))
        return false;
    out->strength_given = true;
    out->strength = (float)value;
    return true;
}

bool look_read_scale(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    if (!number_read(text, text + strlen(text), &value) || !(value >= 1e-3 && value <= 1e3))
        return false;
    *(float *)field = (float)value;
    return true;
}
