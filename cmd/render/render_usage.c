/* Which options of `hone render` can be given together. */
#include "cmd/commands.h"
#include "cmd/render/render_camera.h"
#include "cmd/render/render_frames.h"
#include "cmd/render/render_output.h"
#include "cmd/render/render_pass.h"
#include "tool/output/sequence.h"

#include <math.h>

static bool is_whole(double value)
{
    return value == floor(value);
}

static int check_film(const render_values *v, report *r)
{
    int status = film_check(&v->scene.film, &v->output.film, "render", r);
    if (status != STATUS_OK)
        return status;
    if (v->frame.count)
        return report_usage(r, "render: --frame makes a picture; a film needs --frames");
    double rate =
        v->scene.film.rate.rate ? (double)v->scene.film.rate.rate / v->scene.film.rate.divisor : HONE_FRAMES_PER_SECOND;
    if (v->scene.film.sound && v->frames.stepped && fabs(v->frames.step * rate - HONE_FRAMES_PER_SECOND) > 1e-6)
        return report_usage(r, "render: --audio needs motions at normal speed: STEP = 30 / --fps, or none");
    return STATUS_OK;
}

static int check_sequence(const render_values *v, report *r)
{
    film_values film = v->scene.film;
    if (v->output.file.kind == PICTURE_FILE_JPG)
        film.quality = 0; /* which a jpg has, too */
    int status = film_check(&film, NULL, "render", r);
    if (status != STATUS_OK)
        return status;
    number_range range = render_range(v);
    if (v->frames.count && v->output.fields == 0)
        return report_usage(r, "render: a sequence needs %%04d, {frame:04} or {index:04} in the name of -o");
    if (v->scene.film.rate.rate && (!render_is_moving(v) || v->frames.stepped))
        return report_usage(r, "render: --fps is for films, and for sequences without a STEP");
    bool whole = is_whole(range.first) && is_whole(range.step) &&
                 (!v->scene.film.rate.rate ||
                  is_whole((double)HONE_FRAMES_PER_SECOND * v->scene.film.rate.divisor / v->scene.film.rate.rate));
    if ((v->output.fields & SEQUENCE_FRAME) && !whole)
        return report_usage(r, "render: not all frames are whole; use {index:04} in the name of -o");
    return STATUS_OK;
}

int render_check_usage(const render_values *v, uint32_t file_count, report *r)
{
    if (file_count == 0)
        return report_usage(r, "render: no model given (hone render -h)");
    if (!v->output.path && v->save_scene)
        return STATUS_OK;
    if (!v->output.path)
        return report_usage(r, "render: -o OUT is missing");
    if (v->frame.count && v->frames.count)
        return report_usage(r, "render: --frame and --frames exclude each other");
    if (v->scene.look.draw.distance_exponent > 0 && v->gpu_skin != 1 + HONE_GPU_SKIN_DISTANCE)
        return report_usage(r, "render: --exponent is of --gpu-skin distance");
    if (!v->scene.look.backdrop.file && look_backdrop_is_set(&v->scene.look.backdrop))
        return report_usage(r, "render: --background-fit, -at, -delay and -loop need a picture or film: "
                               "--background FILE");
    if (v->scene.crowd && playback_simulates(&v->scene.play, false))
        return report_usage(r, "render: bodies do not move in a --crowd; leave out --physics on");
    if (v->scene.crowd_rate && !v->scene.crowd)
        return report_usage(r, "render: --crowd-rate is of a --crowd");
    if (v->scene.crowd_rate && (v->gpu_skin || v->scene.play.ik == PLAYBACK_IK_OFF))
        return report_usage(r, "render: with --crowd-rate leave out --gpu-skin and --ik off");
    if (v->scene.crowd && show_has_overlays(&v->show))
        return report_usage(r, "render: a --crowd can show wire and weights only");
    if (v->scene.crowd && v->places.count)
        return report_usage(r, "render: the dancers of a --crowd stand on a grid: leave out --at, --turn, "
                               "--model-scale and --attach");
    if (v->scene.crowd && v->compare.count)
        return report_usage(r, "render: --compare and --crowd exclude each other");
    int status = output_check_format(&command_render, v->output.path, v->output.format, r);
    if (status == STATUS_OK)
        status = render_pass_check(v, r);
    if (status == STATUS_OK)
        status = render_camera_check(&(render_camera_use){.values = &v->scene.camera,
                                                          .crowd = v->scene.crowd > 0,
                                                          .moving = render_is_moving(v)},
                                     r);
    if (status != STATUS_OK)
        return status;
    return v->output.kind == RENDER_FILM ? check_film(v, r) : check_sequence(v, r);
}
