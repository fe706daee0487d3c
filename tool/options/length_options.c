#include "tool/options/length_options.h"
#include "tool/options/number_options.h"

#include <string.h>

bool length_read(const char *text, double *out)
{
    const char *end = text + strlen(text), *unit = end;
    double value, metres = 1e-3;
    if (end - text > 1 && end[-1] == 'm') {
        unit = end - 1 - (end[-2] == 'm');
        metres = end - unit == 2 ? 1e-3 : 1;
    }
    if (!number_read(text, unit, &value) || !(value >= 0 && value * metres <= 1000))
        return false;
    *out = value * metres;
    return true;
}

bool length_read_bound(const option *o, const char *text, void *field)
{
    (void)o;
    double metres;
    bool ok = length_read(text, &metres) && metres >= 1e-7;
    *(float *)field = ok ? (float)metres : 0;
    return ok;
}

bool length_read_scale(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    bool ok = number_read(text, text + strlen(text), &value) && value >= 1e-6 && value <= 1e6;
    *(float *)field = ok ? (float)value : 0;
    return ok;
}
