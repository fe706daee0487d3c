#include "tool/options/placement_options.h"
#include "tool/options/number_options.h"

#include <math.h>
#include <string.h>

static const double least_scale = 1e-3, most_scale = 1e3, most_degrees = 36000;

placed_file *placement_options_of(placement_options *all, uint32_t file)
{
    placed_file *last = all->count ? &all->items[all->count - 1] : NULL;
    if (last && last->file == file)
        return last;
    if (all->count == PLACED_FILES_MAX)
        return NULL;
    last = &all->items[all->count++];
    *last = (placed_file){.file = file};
    return last;
}

void placed_file_apply(const placed_file *from, placement *out)
{
    if (from->at)
        memcpy(out->at, from->place.at, sizeof out->at);
    if (from->turn)
        memcpy(out->turn, from->place.turn, sizeof out->turn);
    if (from->scale)
        out->scale = from->place.scale;
    if (from->attach)
        out->attach = from->place.attach, out->bone = from->place.bone;
}

bool placement_read_at(const option *o, const char *text, void *field)
{
    placed_file *out = field;
    out->at = true;
    return option_read_vector(o, text, out->place.at);
}

bool placement_read_turn(const option *o, const char *text, void *field)
{
    placed_file *out = field;
    number_list list;
    double values[3] = {0};
    if (!option_read_number_list(o, text, &list) || (list.count != 1 && list.count != 3))
        return false;
    number_list_values(list, list.count == 1 ? values + 1 : values);
    for (int i = 0; i < 3; i++) {
        out->place.turn[i] = (float)values[i];
        if (fabs(values[i]) > most_degrees)
            return false;
    }
    return out->turn = true;
}

bool placement_read_scale(const option *o, const char *text, void *field)
{
    (void)o;
    placed_file *out = field;
    double value;
    if (!number_read(text, text + strlen(text), &value) || !(value >= least_scale && value <= most_scale))
        return false;
    out->place.scale = (float)value;
    return out->scale = true;
}

bool placement_read_attach(const option *o, const char *text, void *field)
{
    (void)o;
    placed_file *out = field;
    char number[12] = "";
    const char *colon = strchr(text, ':');
    if (!colon || !colon[1] || (size_t)(colon - text) >= sizeof number)
        return false;
    memcpy(number, text, (size_t)(colon - text));
    out->place.bone = colon + 1;
    return out->attach = number_read_integer(number, 1, UINT32_MAX, &out->place.attach);
}
