#include "tool/options/look_options.h"
#include "tool/options/number_options.h"

#include <hone/math.h>
#include <string.h>

bool look_read_direction(const option *o, const char *text, void *field)
{
    look_vector *out = field;
    out->given = true;
    return option_read_vector(o, text, out->value) && hone_vec3_length(out->value) > 1e-6f;
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
