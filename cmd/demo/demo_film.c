#include "cmd/demo/demo_film.h"
#include "cmd/demo/contact_sheet.h"
#include "samples/samples.h"
#include "tool/messages/progress.h"

const float demo_backdrop_top[3] = {0.80f, 0.87f, 0.94f}, demo_backdrop_bottom[3] = {0.97f, 0.95f, 0.93f};

static const picture_settings settings = {
    .look = {.background = {true, {0}}, .draw = {.width = 640, .height = 360, .samples = DEMO_SAMPLES}}};

static int read_picture(renderer_session *on, hone_image *picture, report *r)
{
    int status = renderer_session_read(on, &settings, picture, r);
    if (status == STATUS_OK)
        contact_sheet_lay_over(picture, demo_backdrop_top, demo_backdrop_bottom);
    return status;
}

/* ---- in a process of its own ---- */

static int hand_on(renderer_session *on, picture_job *job, report *r)
{
    hone_image *picture = picture_job_room(job);
    if (!picture)
        return STATUS_FAILED;
    int status = read_picture(on, picture, r);
    return status == STATUS_OK ? picture_job_send(job, false, r) : status;
}

/* Each picture is read after the next one has been begun. */
static int draw_share(renderer_session *on, picture_job *job, uint32_t picture_count, report *r)
{
    uint32_t jobs = picture_job_start(job, hone_renderer_is_software(on->renderer)), first = picture_job_index(job);
    int status = STATUS_OK;
    bool begun = false;
    for (uint32_t frame = first; jobs && frame < picture_count && status == STATUS_OK; frame += jobs) {
        status = renderer_session_draw(on, frame, &settings, r);
        if (status == STATUS_OK && begun)
            status = hand_on(on, job, r);
        begun = true;
    }
    return status == STATUS_OK && begun ? hand_on(on, job, r) : status;
}

static int draw_in_job(void *user, picture_job *job, report *r)
{
    const demo_film *film = user;
    const playback_values play = {.quiet = true, .threads = picture_job_threads(job)};
    const hone_file_resolver textures = hone_sample_files();
    actor_list c = {0};
    renderer_session s = {0};
    int status = actor_list_make(film->in, &play, true, &c, r);
    if (status == STATUS_OK)
        status = renderer_session_make(&c, film->path, &textures, 0, &s, r);
    if (status == STATUS_OK) {
        renderer_session_use_keys(&s, film->in);
        status = draw_share(&s, job, film->picture_count, r);
    }
    renderer_session_release(&s);
    actor_list_release(&c);
    return status;
}

/* The last frame is left out: it equals the first, and the film is shown in a loop. */
int demo_film_begin(demo_film *film, report *r)
{
    film->picture_count = (uint32_t)(hone_motion_duration(film->in->items[1].motion) * HONE_FRAMES_PER_SECOND);
    const picture_jobs_desc desc = {.width = settings.look.draw.width,
                                    .height = settings.look.draw.height,
                                    .picture_count = film->picture_count,
                                    .samples = DEMO_SAMPLES,
                                    .supersample = 1,
                                    .target = film->path,
                                    .work = draw_in_job,
                                    .user = film};
    int status = STATUS_OK;
    report_silence_libraries(r);
    film->jobs = picture_jobs_make(&desc, &status, r);
    return status;
}

/* ---- in the process that writes ---- */

static int add_from_jobs(const demo_film *film, hone_film *out, report *r)
{
    progress p = progress_begin(r, film->picture_count);
    int status = STATUS_OK;
    for (uint32_t i = 0; i < film->picture_count && status == STATUS_OK; i++) {
        hone_image picture;
        hone_bytes png;
        status = picture_jobs_next(film->jobs, &picture, &png, r);
        if (status == STATUS_OK)
            status = film_add(out, film->path, &picture, r);
        progress_show(&p, i);
    }
    progress_end(&p);
    return status;
}

static int add_read(const demo_film *film, renderer_session *on, hone_film *out, hone_image *picture, report *r)
{
    int status = read_picture(on, picture, r);
    return status == STATUS_OK ? film_add(out, film->path, picture, r) : status;
}

static int add_drawn(const demo_film *film, renderer_session *on, hone_film *out, report *r)
{
    hone_error error = {0};
    hone_image picture = {0};
    if (!hone_image_create(settings.look.draw.width, settings.look.draw.height, NULL, &picture, &error))
        return report_failure(r, film->path, &error);
    on->target = film->path;
    renderer_session_use_keys(on, film->in);
    progress p = progress_begin(r, film->picture_count);
    int status = STATUS_OK;
    for (uint32_t frame = 0; frame < film->picture_count && status == STATUS_OK; frame++) {
        status = renderer_session_draw(on, frame, &settings, r);
        if (status == STATUS_OK && frame > 0)
            status = add_read(film, on, out, &picture, r);
        progress_show(&p, frame);
    }
    if (status == STATUS_OK)
        status = add_read(film, on, out, &picture, r);
    progress_end(&p);
    hone_image_release(&picture);
    return status;
}

static int make(demo_film *film, renderer_session *on, report *r)
{
    const film_values plain = {.quality = 0};
    const film_desc desc = {.path = film->path,
                            .format = film->format,
                            .width = settings.look.draw.width,
                            .height = settings.look.draw.height,
                            .values = &plain};
    int status = STATUS_OK;
    hone_film *out = film_begin(&desc, &status, r);
    if (status == STATUS_OK)
        status = film->jobs ? add_from_jobs(film, out, r) : add_drawn(film, on, out, r);
    if (film->jobs)
        status = picture_jobs_end(film->jobs, status, r);
    film->jobs = NULL;
    return film_end(out, film->path, status, r);
}

int demo_film_end(demo_film *film, renderer_session *on, int status, report *r)
{
    if (status == STATUS_OK)
        return make(film, on, r);
    return film->jobs ? picture_jobs_end(film->jobs, status, r) : status;
}
