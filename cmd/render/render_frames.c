#include "cmd/render/render_frames.h"
#include "cmd/render/render_output.h"
#include "tool/play/timeline.h"

#include <math.h>

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

/* ---- films without --frames ---- */

static const double spare = HONE_FRAMES_PER_SECOND / 2; /* a song may end this much after its dance unnoticed */

/* Nothing but the sound says how long the film is. */
static double last_with_sound(const render_values *v, double sound_end, report *r)
{
    double step = film_step(v->scene.film.rate);
    report_warn_of(r, v->scene.film.sound,
                   "nothing moves; the film shows the model at rest for as long as the sound, %.1f s",
                   sound_end / HONE_FRAMES_PER_SECOND);
    return fmax(ceil(sound_end / step - 1e-6) - 1, 0) * step;
}

static void warn_of_cut_sound(const render_values *v, double last, double sound_end, report *r)
{
    if (sound_end > last + spare)
        report_warn_of(r, v->scene.film.sound,
                       "is cut: the film ends with the motions after %.1f s, the sound after %.1f s (--frames 0:%.0f "
                       "shows all of it)",
                       last / HONE_FRAMES_PER_SECOND, sound_end / HONE_FRAMES_PER_SECOND, ceil(sound_end));
}

/* Chooses the last frame: that of the motions, else of the turntable, else of the sound. */
static int choose_last(const render_values *v, const inputs *in, double *out, report *r)
{
    hone_error error = {0};
    double sound_end = 0, last = timeline_end(in);
    report_silence_libraries(r);
    if (v->scene.film.sound && !film_sound_end(&v->scene.film, &sound_end, &error))
        return report_failure(r, v->scene.film.sound, &error);
    *out = last > 0 || !v->scene.camera.turntable ? last : TURNTABLE_FRAMES - 1;
    if (*out > 0)
        warn_of_cut_sound(v, *out, sound_end, r);
    else if (sound_end > 0)
        *out = last_with_sound(v, sound_end, r);
    else
        report_warn(r, v->output.path,
                    "is one picture, because nothing moves: give a motion, --frames, --turntable or --audio");
    return STATUS_OK;
}

int render_choose_frames(render_values *v, const inputs *in, report *r)
{
    bool film = v->output.kind == RENDER_FILM, whole = render_is_moving(v) && !v->frames.count;
    number_range asked = render_range(v);
    const double ends[] = {asked.first, v->frames.count ? asked.last : asked.first};
    timeline_warn_outside(in, &(timeline_times){"frame", 1, ends, whole ? 0 : v->frames.count ? 2 : 1}, r);
    double last = 0;
    int status = whole ? choose_last(v, in, &last, r) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    if (whole)
        v->frames = (number_range){.step = 1, .last = last, .count = 1};
    return film || whole || v->scene.film.rate.rate ? film_range(v->scene.film.rate, v->output.path, &v->frames, r)
                                                    : STATUS_OK;
}

number_range render_camera_range(const render_values *v, const inputs *in)
{
    number_range shown = render_range(v);
    if (v->over.all || (v->scene.crowd && !v->over.range.count))
        return (number_range){.last = timeline_end(in)};
    if (v->over.range.count)
        return v->over.range;
    return (number_range){.first = shown.first, .last = shown.first + (shown.count - 1) * shown.step};
}
