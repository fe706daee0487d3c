#include "cmd/render/render_draw.h"
#include "cmd/render/render_checkpoints.h"
#include "cmd/render/render_frames.h"
#include "cmd/render/render_output.h"
#include "cmd/render/render_part.h"
#include "cmd/render/render_pictures.h"
#include "tool/messages/progress.h"
#include "tool/play/centres.h"

/* Width / height of what the camera sees. */
static double aspect_of(const render_job *s)
{
    const picture_settings *seen = s->values->compare.count ? &s->sheet.settings : &s->settings;
    return (double)seen->look.draw.width / seen->look.draw.height;
}

/* Places the camera, with what the checkpoints know of it. */
static int place_camera(const render_inputs *what, render_job *all, report *r)
{
    const render_values *v = what->values;
    const render_checkpoints *steps = v->steps;
    const hone_bounds *measured = steps && !steps->writes && steps->file.framed ? &steps->file.bounds : NULL;
    const render_camera_use use = {&v->scene.camera,
                                   v->scene.crowd > 0,
                                   render_is_moving(v),
                                   render_camera_range(v, what->in),
                                   aspect_of(all),
                                   v->scene.path ? &v->scene : NULL,
                                   measured};
    return render_camera_place(what->camera, &use, what->in, all->renderer_session, r);
}

static int use_checkpoints(const render_values *v, actor_list *c, report *r)
{
    return v->steps && !v->steps->writes ? render_checkpoints_use(v->steps, c, r) : STATUS_OK;
}

/* Draws the pictures, or writes the checkpoints. */
static int render_or_simulate(render_job *all, actor_list *c, report *r)
{
    const render_values *v = all->values;
    hone_error error = {0};
    number_range range = render_range(v);
    const camera_shot *shot = all->renderer_session->shot;
    if (v->steps && v->steps->writes)
        return render_checkpoints_write(v->steps, c, range.first + (range.count - 1) * range.step,
                                        shot ? &shot->bounds : NULL, r);
    if (!hone_image_create(all->settings.look.draw.width, all->settings.look.draw.height, NULL, &all->image, &error))
        return report_failure(r, v->output.path, &error);
    return render_pictures(all, r);
}

static int render_actors(const render_inputs *what, actor_list *c, picture_job *job, report *r)
{
    renderer_session s;
    const render_values *v = what->values;
    const inputs *in = what->in;
    render_job all = {.values = v, .renderer_session = &s, .settings = render_make_settings(v, r), .job = job};
    int status = renderer_session_make(c, v->output.path, NULL, v->texture_size, &s, r);
    s.gpu_skin = (hone_gpu_skin)(v->gpu_skin      ? v->gpu_skin - 1
                                 : v->scene.crowd ? HONE_GPU_SKIN_TEXTURE
                                                  : HONE_GPU_SKIN_OFF);
    if (status == STATUS_OK)
        status = use_checkpoints(v, c, r);
    if (status == STATUS_OK)
        status = crowd_make(in, c, v->scene.crowd, v->scene.crowd_rate, &s.crowd, r);
    for (uint32_t m = 0; m < c->count && v->scene.crowd_rate && status == STATUS_OK; m++)
        status = crowd_make_on_gpu(&s.crowd, m, s.items[m].gpu_model, r);
    if (status == STATUS_OK)
        status = renderer_session_open_backdrop(&s, &v->scene.look, r);
    if (status == STATUS_OK)
        status =
            renderer_session_set_pass(&s, &v->pass, all.settings.look.draw.width, all.settings.look.draw.height, r);
    if (status == STATUS_OK)
        status = renderer_session_show(&s, &v->show, r);
    if (status == STATUS_OK && v->compare.count) {
        compare_warn(&v->compare, c, r);
        status = compare_begin(&all.sheet, &v->compare, &all.settings, r);
    }
    if (status == STATUS_OK) {
        renderer_session_warn_of_samples(&s, all.settings.look.draw.samples, r);
        status = place_camera(what, &all, r);
    }
    if (status == STATUS_OK)
        status = render_or_simulate(&all, c, r);
    if (status == STATUS_OK && s.data.outside)
        report_warn(r, v->output.path, "something is nearer or farther than --depth-range: it is black or white");
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
    int status = actor_list_make_with_centres(what->in, &v->scene.play, v->frames.count > 0 && !v->scene.crowd, &c,
                                              r); /* not for stills */
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
    values.scene.play.threads = picture_job_threads(job);
    what.values = &values;
    return render_here(&what, job, r);
}

static int write_from_jobs(const render_values *v, picture_jobs *jobs, hone_film *film, report *r)
{
    number_range range = render_range(v);
    part_range drawn = render_part_range(v, range.count);
    progress p = progress_begin(r, drawn.end - drawn.begin);
    int status = STATUS_OK;
    for (uint32_t i = drawn.begin; i < drawn.end && status == STATUS_OK; i++) {
        hone_image image;
        hone_bytes file;
        status = picture_jobs_next(jobs, &image, &file, r);
        if (status == STATUS_OK)
            status = film ? film_add(film, v->output.path, &image, r)
                          : render_write_file(v, range.first + i * range.step, i, &file, r);
        progress_show(&p, i - drawn.begin);
    }
    progress_end(&p);
    if (status == STATUS_OK && picture_jobs_all_blank(jobs))
        render_warn_of_blank(v, r);
    return picture_jobs_end(jobs, status, r);
}

/* The processes begin before the film, which has a thread of its own. */
static int collect_pictures(const render_values *v, const picture_settings *settings, picture_jobs *jobs, report *r)
{
    int status = STATUS_OK;
    if (!render_makes_film(v))
        return write_from_jobs(v, jobs, NULL, r);
    hone_film *film = render_begin_film(v, settings, &status, r);
    if (status != STATUS_OK)
        return picture_jobs_end(jobs, film_end(film, v->output.path, status, r), r);
    return film_end(film, v->output.path, write_from_jobs(v, jobs, film, r), r);
}

int render_draw(const render_inputs *what, report *r)
{
    const render_values *v = what->values;
    part_range drawn = render_part_range(v, render_range(v).count);
    int status = STATUS_OK;
    picture_jobs_desc desc = {.picture_count = drawn.end - drawn.begin,
                              .job_count = v->output.jobs,
                              .threads = v->scene.play.threads,
                              .samples = v->scene.look.draw.samples ? v->scene.look.draw.samples : 4,
                              .supersample = v->supersample ? v->supersample : 1,
                              .file = render_makes_film(v) ? NULL : &v->output.file,
                              .target = v->output.path,
                              .work = render_in_job,
                              .user = (void *)what};
    if (desc.picture_count < 2 || v->output.jobs == 1 || (v->steps && v->steps->writes))
        return render_here(what, NULL, r);
    const picture_settings settings = render_make_settings(v, r);
    desc.width = settings.look.draw.width, desc.height = settings.look.draw.height;
    report_silence_libraries(r);
    picture_jobs *jobs = picture_jobs_make(&desc, &status, r);
    if (!jobs)
        return status == STATUS_OK ? render_here(what, NULL, r) : status;
    return collect_pictures(v, &settings, jobs, r);
}
