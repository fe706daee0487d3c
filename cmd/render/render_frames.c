#include "cmd/render/render_frames.h"
#include "tool/output/output.h"
#include "tool/output/sequence.h"
#include "tool/play/timeline.h"

enum { TURNTABLE_FRAMES = 120 };

number_range render_range(const render_values *v)
{
    return v->frames.count ? v->frames : v->frame.count ? v->frame : (number_range){.step = 1, .count = 1};
}

int render_take_time(render_values *v, report *r)
{
    if (!v->time.range.count)
        return STATUS_OK;
    if (v->frame.count || v->frames.count)
        return report_usage(r, "render: --time and --%s exclude each other", v->frame.count ? "frame" : "frames");
    *(v->time.part ? &v->frames : &v->frame) = v->time.range;
    return STATUS_OK;
}

bool render_is_moving(const render_values *v)
{
    hone_film_format format;
    return v->frames.count || output_film_format(v->output, v->format, &format) ||
           (!v->frame.count && sequence_fields(v->output));
}

/* The last frame of a film without --frames. */
static double last_of(const render_values *v, const inputs *in)
{
    double last = timeline_end(in);
    return last > 0 || !v->camera.turntable ? last : TURNTABLE_FRAMES - 1;
}

int render_choose_frames(render_values *v, const inputs *in, report *r)
{
    hone_film_format format;
    bool film = output_film_format(v->output, v->format, &format), whole = render_is_moving(v) && !v->frames.count;
    number_range asked = render_range(v);
    const double ends[] = {asked.first, v->frames.count ? asked.last : asked.first};
    timeline_warn_outside(in, &(timeline_times){"frame", 1, ends, whole ? 0 : v->frames.count ? 2 : 1}, r);
    if (whole)
        v->frames = (number_range){.step = 1, .last = last_of(v, in), .count = 1};
    return film || whole || v->film.rate.rate ? film_range(v->film.rate, v->output, &v->frames, r) : STATUS_OK;
}

number_range render_camera_range(const render_values *v, const inputs *in)
{
    number_range shown = render_range(v);
    if (v->over.all || (v->crowd && !v->over.range.count))
        return (number_range){.last = timeline_end(in)};
    if (v->over.range.count)
        return v->over.range;
    return (number_range){.first = shown.first, .last = shown.first + (shown.count - 1) * shown.step};
}
