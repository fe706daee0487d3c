#include "view/dopesheet/time_scale.h"

#include <math.h>

static const double least = 0.02, most = 40; /* pixels of a frame */

double time_scale_x(const time_scale *s, double frame)
{
    return (frame - s->first) * s->pixels;
}

double time_scale_frame(const time_scale *s, double x)
{
    return s->first + x / s->pixels;
}

uint32_t time_scale_nearest(const time_scale *s, double x)
{
    double frame = round(time_scale_frame(s, x));
    return frame <= 0 ? 0 : frame >= UINT32_MAX ? UINT32_MAX : (uint32_t)frame;
}

double time_scale_page(const time_scale *s)
{
    return s->width / s->pixels;
}

double time_scale_lowest(const time_scale *s)
{
    return -TIME_SCALE_MARGIN / s->pixels;
}

double time_scale_upper(const time_scale *s)
{
    double upper = s->end + TIME_SCALE_MARGIN / s->pixels, page = time_scale_lowest(s) + time_scale_page(s);
    return upper > page ? upper : page;
}

static void clamp(time_scale *s)
{
    double last = time_scale_upper(s) - time_scale_page(s);
    s->first = fmax(time_scale_lowest(s), fmin(s->first, last));
}

void time_scale_resize(time_scale *s, double width, double end)
{
    s->width = fmax(1, width);
    s->end = fmax(0, end);
    clamp(s);
}

void time_scale_scroll(time_scale *s, double pixels)
{
    s->first += pixels / s->pixels;
    clamp(s);
}

void time_scale_zoom(time_scale *s, double factor, double x)
{
    double frame = time_scale_frame(s, x);
    s->pixels = fmax(least, fmin(s->pixels * factor, most));
    s->first = frame - x / s->pixels;
    clamp(s);
}

void time_scale_fit(time_scale *s)
{
    double room = s->width - 2.0 * TIME_SCALE_MARGIN;
    s->pixels = fmax(least, fmin(fmax(1, room) / fmax(1, s->end), most));
    s->first = time_scale_lowest(s);
}

bool time_scale_show(time_scale *s, double frame, bool page)
{
    double before = s->first, margin = fmin(s->width / 4, 24) / s->pixels, width = time_scale_page(s);
    if (frame < s->first + margin)
        s->first = page ? frame - margin : fmin(s->first, frame - margin);
    else if (frame > s->first + width - margin)
        s->first = page ? frame - margin : frame + margin - width;
    clamp(s);
    return s->first != before;
}

uint32_t time_scale_step(const time_scale *s, double room, uint32_t *minor)
{
    static const uint32_t steps[][2] = {{1, 1},        {5, 1},        {10, 5},        {30, 10},    {60, 10},
                                        {150, 30},     {300, 30},     {900, 150},     {1800, 300}, {9000, 1800},
                                        {18000, 1800}, {54000, 9000}, {108000, 18000}};
    uint32_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps && steps[i][0] * s->pixels < room) i++;
    *minor = steps[i][1];
    return steps[i][0];
}
