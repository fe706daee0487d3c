/* hone render: draws characters to a picture, to a numbered sequence of pictures, or to a film. */
#include "cmd/commands.h"
#include "cmd/render/render_camera.h"
#include "cmd/render/render_checkpoints.h"
#include "cmd/render/render_options.h"
#include "cmd/render/render_part.h"
#include "cmd/render/render_pass.h"
#include "cmd/render/render_scene.h"
#include "tool/memory/load_memory.h"
#include "tool/messages/interrupt.h"
#include "tool/messages/progress.h"
#include "tool/output/output.h"
#include "tool/output/sequence.h"
#include "tool/picture/picture_jobs.h"
#include "tool/picture/renderer_session.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <limits.h>
#include <math.h>
#include <string.h>

enum { NAME_SIZE = 4096, DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720, TURNTABLE_FRAMES = 120 };

static number_range range_of(const render_values *v)
{
    return v->frames.count ? v->frames : v->frame.count ? v->frame : (number_range){.step = 1, .count = 1};
}

/* Makes frames of --time. */
static int take_time(render_values *v, report *r)
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

/* The kind of file of the pictures, if they are no film. Those of a film in a part are PNG. */
static picture_file file_of(const render_values *v)
{
    hone_film_format format;
    if (output_film_format(v->output, v->format, &format))
        return (picture_file){.kind = PICTURE_FILE_PNG};
    picture_file file = output_picture_file(v->output, v->format, v->film.quality);
    file.grey = v->pass.pass == PASS_DEPTH;
    return file;
}

/* Whether this process compresses a film. */
static bool makes_film(const render_values *v, hone_film_format *format)
{
    return output_film_format(v->output, v->format, format) && (!v->into || render_part_has_packets(v->into));
}

static bool is_whole(double value)
{
    return value == floor(value);
}

static int check_film(const render_values *v, hone_film_format format, report *r)
{
    int status = film_check(&v->film, &format, "render", r);
    if (status != STATUS_OK)
        return status;
    if (v->frame.count)
        return report_usage(r, "render: --frame makes a picture; a film needs --frames");
    double rate = v->film.rate.rate ? (double)v->film.rate.rate / v->film.rate.divisor : HONE_FRAMES_PER_SECOND;
    if (v->film.sound && v->frames.stepped && fabs(v->frames.step * rate - HONE_FRAMES_PER_SECOND) > 1e-6)
        return report_usage(r, "render: --audio needs motions at normal speed: STEP = 30 / --fps, or none");
    return STATUS_OK;
}

static int check_sequence(const render_values *v, report *r)
{
    film_values film = v->film;
    if (file_of(v).kind == PICTURE_FILE_JPG)
        film.quality = 0; /* which a jpg has, too */
    int status = film_check(&film, NULL, "render", r);
    if (status != STATUS_OK)
        return status;
    int fields = sequence_fields(v->output);
    number_range range = range_of(v);
    if (v->frames.count && fields == 0)
        return report_usage(r, "render: a sequence needs %%04d, {frame:04} or {index:04} in the name of -o");
    if (v->film.rate.rate && (!render_is_moving(v) || v->frames.stepped))
        return report_usage(r, "render: --fps is for films, and for sequences without a STEP");
    bool whole =
        is_whole(range.first) && is_whole(range.step) &&
        (!v->film.rate.rate || is_whole((double)HONE_FRAMES_PER_SECOND * v->film.rate.divisor / v->film.rate.rate));
    if ((fields & SEQUENCE_FRAME) && !whole)
        return report_usage(r, "render: not all frames are whole; use {index:04} in the name of -o");
    return STATUS_OK;
}

static int check_usage(const render_values *v, uint32_t file_count, report *r)
{
    if (file_count == 0)
        return report_usage(r, "render: no model given (hone render -h)");
    if (!v->output && v->save_scene)
        return STATUS_OK;
    if (!v->output)
        return report_usage(r, "render: -o OUT is missing");
    if (v->frame.count && v->frames.count)
        return report_usage(r, "render: --frame and --frames exclude each other");
    if (v->exponent > 0 && v->gpu_skin != 1 + HONE_GPU_SKIN_DISTANCE)
        return report_usage(r, "render: --exponent is of --gpu-skin distance");
    if (!v->look.backdrop.file && look_backdrop_is_set(&v->look.backdrop))
        return report_usage(r, "render: --background-fit, -at, -delay and -loop need a picture or film: "
                               "--background FILE");
    if (v->crowd && playback_simulates(&v->play, false))
        return report_usage(r, "render: bodies do not move in a --crowd; leave out --physics on");
    if (v->crowd && show_has_overlays(&v->show))
        return report_usage(r, "render: a --crowd can show wire and weights only");
    if (v->crowd && v->places.count)
        return report_usage(r, "render: the dancers of a --crowd stand on a grid: leave out --at, --turn, "
                               "--model-scale and --attach");
    if (v->crowd && v->compare.count)
        return report_usage(r, "render: --compare and --crowd exclude each other");
    int status = output_check_format(&command_render, v->output, v->format, r);
    if (status == STATUS_OK)
        status = render_pass_check(v, r);
    if (status == STATUS_OK)
        status = render_camera_check(
            &(render_camera_use){.values = &v->camera, .crowd = v->crowd > 0, .moving = render_is_moving(v)}, r);
    if (status != STATUS_OK)
        return status;
    hone_film_format format;
    return output_film_format(v->output, v->format, &format) ? check_film(v, format, r) : check_sequence(v, r);
}

/* The last frame of all motions. */
static double last_frame(const inputs *in)
{
    return timeline_end(in);
}

/* The last frame of a film without --frames. */
static double last_of(const render_values *v, const inputs *in)
{
    double last = last_frame(in);
    return last > 0 || !v->camera.turntable ? last : TURNTABLE_FRAMES - 1;
}

/* Sets the frames to draw. For a film or a sequence without --frames that is the whole duration of the motions, at
 * --fps pictures a second. */
static int choose_frames(render_values *v, const inputs *in, report *r)
{
    hone_film_format format;
    bool film = output_film_format(v->output, v->format, &format), whole = render_is_moving(v) && !v->frames.count;
    number_range asked = range_of(v);
    const double ends[] = {asked.first, v->frames.count ? asked.last : asked.first};
    timeline_warn_outside(in, &(timeline_times){"frame", 1, ends, whole ? 0 : v->frames.count ? 2 : 1}, r);
    if (whole)
        v->frames = (number_range){.step = 1, .last = last_of(v, in), .count = 1};
    return film || whole || v->film.rate.rate ? film_range(v->film.rate, v->output, &v->frames, r) : STATUS_OK;
}

static int write_file(const render_values *v, double frame, uint32_t index, const hone_bytes *file, report *r)
{
    hone_error error = {0};
    char name[NAME_SIZE];
    if (v->into)
        return render_part_add(v->into, file, r);
    if (!sequence_name(v->output, (int64_t)frame, index, name, sizeof name))
        return hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the name is too long"), report_failure(r, v->output, &error);
    return interrupted() ? interrupted_status() : output_write(name, file, r);
}

static int write_picture(const render_values *v, double frame, uint32_t index, const hone_image *image, report *r)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    const picture_file file = file_of(v);
    if (!picture_file_encode(&file, image, &bytes, &error))
        return report_failure(r, v->output, &error);
    int status = write_file(v, frame, index, &bytes, r);
    hone_bytes_release(&bytes);
    return status;
}

/* Where the pictures go: into a film, or into a file each. */
typedef struct render_job {
    const render_values *values;
    renderer_session *renderer_session;
    picture_settings settings;
    hone_image image;
    hone_film *film;     /* NULL: into files */
    picture_job *job;    /* they are handed to another process, which writes them; NULL: this one writes them */
    compare_sheet sheet; /* for --compare */
} render_job;

static int write_image(render_job *s, number_range range, uint32_t index, report *r)
{
    return s->film ? film_add(s->film, s->values->output, &s->image, r)
                   : write_picture(s->values, range.first + index * range.step, index, &s->image, r);
}

static int finish_picture(render_job *s, number_range range, uint32_t index, report *r)
{
    int status = renderer_session_read(s->renderer_session, &s->settings, &s->image, r);
    return status == STATUS_OK ? write_image(s, range, index, r) : status;
}

/* Each picture is read back after the next one has been posed, skinned and handed to the device. */
static int render_one(render_job *s, number_range range, uint32_t index, report *r)
{
    part_range drawn = render_part_range(s->values, range.count);
    int status = renderer_session_draw(s->renderer_session, range.first + index * range.step, &s->settings, r);
    if (status == STATUS_OK && index > drawn.begin)
        status = finish_picture(s, range, index - 1, r);
    if (status == STATUS_OK && index + 1 == drawn.end)
        status = finish_picture(s, range, index, r);
    return status;
}

static int render_compared(render_job *s, number_range range, uint32_t index, report *r)
{
    int status = compare_draw(&s->sheet, s->renderer_session, range.first + index * range.step, &s->image, r);
    return status == STATUS_OK ? write_image(s, range, index, r) : status;
}

static int render_all(render_job *s, report *r)
{
    number_range range = range_of(s->values);
    part_range drawn = render_part_range(s->values, range.count);
    progress p = progress_begin(r, drawn.end - drawn.begin);
    int status = STATUS_OK;
    for (uint32_t i = drawn.begin; i < drawn.end && status == STATUS_OK; i++) {
        s->renderer_session->turn = s->values->camera.turntable ? (double)i / range.count : 0;
        status = (s->values->compare.count ? render_compared : render_one)(s, range, i, r);
        progress_show(&p, i - drawn.begin);
    }
    progress_end(&p);
    return status;
}

/* Reads the picture that was drawn last, or draws the compared ones, and hands them on. */
static int hand_on(render_job *s, double frame, report *r)
{
    hone_image *image = picture_job_room(s->job);
    if (!image)
        return interrupted() ? interrupted_status() : STATUS_FAILED;
    int status = s->values->compare.count ? compare_draw(&s->sheet, s->renderer_session, frame, image, r)
                                          : renderer_session_read(s->renderer_session, &s->settings, image, r);
    return status == STATUS_OK ? picture_job_send(s->job, r) : status;
}

/* Draws this job's share of the pictures. As in render_one each is read after the next one has been begun. */
static int render_share(render_job *s, report *r)
{
    number_range range = range_of(s->values);
    part_range drawn = render_part_range(s->values, range.count);
    int status = STATUS_OK;
    uint32_t jobs = picture_job_start(s->job, hone_renderer_is_software(s->renderer_session->renderer));
    bool compared = s->values->compare.count > 0, begun = false;
    for (uint32_t i = drawn.begin + picture_job_index(s->job); jobs && i < drawn.end && status == STATUS_OK;
         i += jobs) {
        double frame = range.first + i * range.step;
        s->renderer_session->turn = s->values->camera.turntable ? (double)i / range.count : 0;
        if (!compared)
            status = renderer_session_draw(s->renderer_session, frame, &s->settings, r);
        if (status == STATUS_OK && (compared || begun))
            status = hand_on(s, frame, r);
        begun = !compared;
    }
    return status == STATUS_OK && begun ? hand_on(s, 0, r) : status;
}

static hone_film *begin_film(const render_values *v, const picture_settings *settings, hone_film_format format,
                             int *status, report *r)
{
    film_desc desc = {.path = v->output,
                      .format = format,
                      .width = settings->width,
                      .height = settings->height,
                      .alpha = settings->background[3] < 1,
                      .values = &v->film,
                      .first = range_of(v).first};
    if (v->into)
        render_part_use_film(v->into, &desc);
    hone_film *film = film_begin(&desc, status, r);
    if (film && v->into)
        *status = render_part_begin(v->into, film, r);
    return film;
}

/* Opens and closes the film, if the output is one. */
static int render_pictures(render_job *s, report *r)
{
    const render_values *v = s->values;
    hone_film_format format;
    int status = STATUS_OK;
    if (s->job)
        return render_share(s, r);
    if (!makes_film(v, &format))
        return render_all(s, r);
    s->film = begin_film(v, &s->settings, format, &status, r);
    if (status == STATUS_OK)
        status = render_all(s, r);
    return film_end(s->film, v->output, status, r);
}

/* The frames that the automatic camera looks at. For a crowd that is the whole dance, since its dancers are at
 * different moments of it. */
static number_range camera_range(const render_values *v, const inputs *in)
{
    number_range shown = range_of(v);
    if (v->over.all || (v->crowd && !v->over.range.count))
        return (number_range){.last = last_frame(in)};
    if (v->over.range.count)
        return v->over.range;
    return (number_range){.first = shown.first, .last = shown.first + (shown.count - 1) * shown.step};
}

static picture_settings make_settings(const render_values *v, report *r)
{
    hone_film_format format;
    picture_settings settings = {.width = v->size.width ? v->size.width : DEFAULT_WIDTH,
                                 .height = v->size.height ? v->size.height : DEFAULT_HEIGHT,
                                 .samples = v->samples,
                                 .supersample = v->pass.pass == PASS_COLOUR ? v->supersample : 1,
                                 .background = {1, 1, 1, 1},
                                 .shadows = (hone_shadows)v->look.shadows,
                                 .shadow_size = v->look.shadow_size,
                                 .no_edges = v->look.edges != 0,
                                 .grid = v->look.grid,
                                 .look = &v->look};
    if (v->look.background.given)
        memcpy(settings.background, v->look.background.rgba, sizeof settings.background);
    if (output_film_format(v->output, v->format, &format))
        film_fit(format, v->output, &settings.width, &settings.height, settings.background[3] < 1, r);
    else if (file_of(v).kind == PICTURE_FILE_JPG && settings.background[3] < 1)
        report_warn(r, v->output, "jpg has no transparency: the picture gets a black background");
    return settings;
}

/* Width / height of what the camera sees. */
static double aspect_of(const render_job *s)
{
    const picture_settings *seen = s->values->compare.count ? &s->sheet.settings : &s->settings;
    return (double)seen->width / seen->height;
}

/* All that is needed to render: the inputs of the command. */
typedef struct render_inputs {
    const render_values *values;
    const inputs *in;
    render_camera *camera;
} render_inputs;

/* Places the camera, with what the checkpoints know of it. */
static int place_camera(const render_inputs *what, render_job *all, report *r)
{
    const render_values *v = what->values;
    const render_checkpoints *steps = v->steps;
    const hone_bounds *measured = steps && !steps->writes && steps->file.framed ? &steps->file.bounds : NULL;
    const render_camera_use use = {
        &v->camera, v->crowd > 0, render_is_moving(v), camera_range(v, what->in), aspect_of(all), v->scene, measured};
    return render_camera_place(what->camera, &use, what->in, all->renderer_session, r);
}

static int use_checkpoints(const render_values *v, actor_list *c, report *r)
{
    number_range range = range_of(v);
    double first = range.first + render_part_range(v, range.count).begin * range.step;
    return v->steps && !v->steps->writes ? render_checkpoints_use(v->steps, c, first, r) : STATUS_OK;
}

/* Draws the pictures, or writes the checkpoints. */
static int render_or_simulate(render_job *all, actor_list *c, report *r)
{
    const render_values *v = all->values;
    hone_error error = {0};
    number_range range = range_of(v);
    const camera_shot *shot = all->renderer_session->shot;
    if (v->steps && v->steps->writes)
        return render_checkpoints_write(v->steps, c, range.first + (range.count - 1) * range.step,
                                        shot ? &shot->bounds : NULL, r);
    if (!hone_image_create(all->settings.width, all->settings.height, NULL, &all->image, &error))
        return report_failure(r, v->output, &error);
    return render_pictures(all, r);
}

static int render_actors(const render_inputs *what, actor_list *c, picture_job *job, report *r)
{
    renderer_session s;
    const render_values *v = what->values;
    const inputs *in = what->in;
    render_job all = {.values = v, .renderer_session = &s, .settings = make_settings(v, r), .job = job};
    int status = renderer_session_make(c, v->output, NULL, &s, r);
    s.gpu_skin = (hone_gpu_skin)(v->gpu_skin ? v->gpu_skin - 1 : v->crowd ? HONE_GPU_SKIN_TEXTURE : HONE_GPU_SKIN_OFF);
    s.gpu_slots_max = v->gpu_bones;
    s.distance_exponent = v->exponent;
    if (status == STATUS_OK)
        status = use_checkpoints(v, c, r);
    if (status == STATUS_OK)
        status = crowd_make(in, c, v->crowd, &s.crowd, r);
    if (status == STATUS_OK)
        status = renderer_session_open_backdrop(&s, &v->look, r);
    if (status == STATUS_OK)
        status = renderer_session_set_pass(&s, &v->pass, all.settings.width, all.settings.height, r);
    if (status == STATUS_OK)
        status = renderer_session_show(&s, &v->show, r);
    if (status == STATUS_OK && v->compare.count) {
        compare_warn(&v->compare, c, r);
        status = compare_begin(&all.sheet, &v->compare, &all.settings, r);
    }
    if (status == STATUS_OK) {
        renderer_session_warn_of_samples(&s, all.settings.samples, r);
        status = place_camera(what, &all, r);
    }
    if (status == STATUS_OK)
        status = render_or_simulate(&all, c, r);
    if (status == STATUS_OK && s.data.outside)
        report_warn(r, v->output, "something is nearer or farther than --depth-range: it is black or white");
    compare_end(&all.sheet);
    hone_image_release(&all.image);
    renderer_session_release(&s);
    return status;
}

/* Makes the actors and draws them: all pictures, or those of a job. */
static int render_here(const render_inputs *what, picture_job *job, report *r)
{
    actor_list c = {0};
    const render_values *v = what->values;
    int status = actor_list_make(what->in, &v->play, v->frames.count > 0 && !v->crowd, &c, r); /* not for stills */
    if (status == STATUS_OK)
        status = render_actors(what, &c, job, r);
    actor_list_warn_of_physics(&c, r);
    actor_list_release(&c);
    return status;
}

/* ---- several processes ---- */

static int render_in_job(void *user, picture_job *job, report *r)
{
    const render_inputs *all = user;
    render_values values = *all->values;
    render_inputs what = *all;
    values.play.threads = picture_job_threads(job);
    what.values = &values;
    return render_here(&what, job, r);
}

static int write_from_jobs(const render_values *v, picture_jobs *jobs, hone_film *film, report *r)
{
    number_range range = range_of(v);
    part_range drawn = render_part_range(v, range.count);
    progress p = progress_begin(r, drawn.end - drawn.begin);
    int status = STATUS_OK;
    for (uint32_t i = drawn.begin; i < drawn.end && status == STATUS_OK; i++) {
        hone_image image;
        hone_bytes file;
        status = picture_jobs_next(jobs, &image, &file, r);
        if (status == STATUS_OK)
            status =
                film ? film_add(film, v->output, &image, r) : write_file(v, range.first + i * range.step, i, &file, r);
        progress_show(&p, i - drawn.begin);
    }
    progress_end(&p);
    return picture_jobs_end(jobs, status, r);
}

/* The processes begin before the film, which has a thread of its own. */
static int collect_pictures(const render_values *v, const picture_settings *settings, picture_jobs *jobs, report *r)
{
    hone_film_format format;
    int status = STATUS_OK;
    if (!makes_film(v, &format))
        return write_from_jobs(v, jobs, NULL, r);
    hone_film *film = begin_film(v, settings, format, &status, r);
    if (status != STATUS_OK)
        return picture_jobs_end(jobs, film_end(film, v->output, status, r), r);
    return film_end(film, v->output, write_from_jobs(v, jobs, film, r), r);
}

static int render_all_inputs(const render_inputs *what, report *r)
{
    const render_values *v = what->values;
    hone_film_format format;
    const picture_file file = file_of(v);
    part_range drawn = render_part_range(v, range_of(v).count);
    int status = STATUS_OK;
    picture_jobs_desc desc = {.picture_count = drawn.end - drawn.begin,
                              .job_count = v->jobs,
                              .threads = v->play.threads,
                              .samples = v->samples ? v->samples : 4,
                              .supersample = v->supersample ? v->supersample : 1,
                              .file = makes_film(v, &format) ? NULL : &file,
                              .target = v->output,
                              .work = render_in_job,
                              .user = (void *)what};
    if (desc.picture_count < 2 || v->jobs == 1 || (v->steps && v->steps->writes))
        return render_here(what, NULL, r);
    const picture_settings settings = make_settings(v, r);
    desc.width = settings.width, desc.height = settings.height;
    report_silence_libraries(r);
    picture_jobs *jobs = picture_jobs_make(&desc, &status, r);
    if (!jobs)
        return status == STATUS_OK ? render_here(what, NULL, r) : status;
    return collect_pictures(v, &settings, jobs, r);
}

/* ---- the command ---- */

/* A .x or glTF after a model without a motion may be meant as its motion, as pose and convert would read it. */
static void warn_of_clips_ignored(const inputs *in, report *r)
{
    const input *still = NULL;
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        uint32_t clips = item->model ? hone_model_get(item->model)->clip_count : 0;
        if (item->set_up || (!item->model && timeline_moves(item->motion)))
            return;
        if (still && clips) {
            report_warn(r, item->path, "is read as a second model; use --motion to play it on the first");
            return;
        }
        still = item->model && !clips ? item : still;
    }
}

static int check_inputs(const render_values *v, const inputs *in, report *r)
{
    if (in->model_count) {
        warn_of_clips_ignored(in, r);
        return STATUS_OK;
    }
    if (in->count == 0)
        return report_failure(r, v->scene_path, &(hone_error){.message = "is a scene without models"});
    return report_failure(r, in->items[0].path,
                          &(hone_error){.message = "is a motion; the model to play it on is missing"});
}

static int draw_chosen(const render_values *v, const inputs *in, report *r)
{
    render_camera camera = {0};
    int status = render_camera_load(&camera, &v->camera, v->play.strict, r);
    if (status == STATUS_OK)
        status = render_all_inputs(&(render_inputs){v, in, &camera}, r);
    render_camera_release(&camera);
    return status;
}

static int draw_part(render_values *chosen, const inputs *in, report *r)
{
    render_part part;
    bool finished;
    const picture_settings settings = make_settings(chosen, r);
    const render_part_desc desc = {in, &settings, range_of(chosen)};
    int status = render_part_describe(chosen, &desc, &part, &finished, r);
    if (status != STATUS_OK || finished)
        return status;
    chosen->into = &part;
    if (!render_part_has_packets(&part))
        status = render_part_begin(&part, NULL, r);
    if (status == STATUS_OK)
        status = draw_chosen(chosen, in, r);
    return render_part_end(&part, status, r);
}

/* Reads the checkpoints or, without --part, writes them and draws nothing. */
static int draw_from_checkpoints(render_values *chosen, const inputs *in, report *r)
{
    render_checkpoints steps;
    bool finished;
    int status = render_checkpoints_open(chosen, in, &steps, &finished, r);
    chosen->steps = &steps;
    if (status == STATUS_OK && !finished)
        status = chosen->part.parts ? draw_part(chosen, in, r) : draw_chosen(chosen, in, r);
    render_checkpoints_release(&steps);
    return status;
}

static int draw(render_values *chosen, const inputs *in, report *r)
{
    int status = choose_frames(chosen, in, r);
    if (status != STATUS_OK)
        return status;
    if (chosen->checkpoints)
        return draw_from_checkpoints(chosen, in, r);
    return chosen->part.parts ? draw_part(chosen, in, r) : draw_chosen(chosen, in, r);
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    render_values chosen = *(const render_values *)values;
    const render_values *v = &chosen;
    int status = take_time(&chosen, r);
    if (status == STATUS_OK)
        status = check_usage(v, file_count, r);
    if (status == STATUS_OK)
        status = render_part_check(v, files, file_count, v->output && render_is_moving(v), r);
    if (status == STATUS_OK)
        status = render_checkpoints_check(v, v->output && render_is_moving(v), r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->play.quiet;
    inputs in;
    const input_settings settings = {.strict = v->play.strict,
                                     .allow_outside = v->play.allow_outside,
                                     .clip = v->play.clip,
                                     .own_clips = v->output && render_is_moving(v),
                                     .motion = v->play.motion,
                                     .scene = v->scene,
                                     .scene_path = v->scene_path,
                                     .places = &v->places,
                                     .mapped = v->play.map != NULL,
                                     .unit = v->play.motion_unit,
                                     .memory = load_memory()};
    status = inputs_load(files, file_count, &settings, &in, r);
    if (status == STATUS_OK)
        status = check_inputs(v, &in, r);
    if (status == STATUS_OK && v->save_scene)
        status = render_save_scene(v, &in, r);
    if (status == STATUS_OK && v->output)
        status = draw(&chosen, &in, r);
    if (status == STATUS_OK && v->output)
        status = render_pass_write_ids(v, &in, r);
    inputs_release(&in);
    return status;
}

const command command_render = {
    "render",
    "MODEL... [MOTION...] -o OUT [options]",
    "make a picture, a numbered sequence of pictures, or a film",
    "Needs no display and no GPU. With several models a motion plays on the model that it follows on the command "
    "line;\n"
    "a motion before all models plays on every model. Textures are searched in the model's folder.\n"
    "\n"
    "  hone render miku.pmx dance.vmd camera.vmd --audio song.mp3 --fps 60 -o dance.mp4\n"
    "  hone render miku.pmx dance.vmd camera.vmd --frames 0:300 -o dance-%04d.png",
    render_options,
    playback_options,
    sizeof(render_values),
    run,
    ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES};
