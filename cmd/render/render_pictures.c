#include "cmd/render/render_pictures.h"
#include "cmd/render/render_frames.h"
#include "cmd/render/render_output.h"
#include "cmd/render/render_part.h"
#include "tool/messages/progress.h"

static int write_image(render_job *s, number_range range, uint32_t index, report *r)
{
    s->seen = s->seen || !render_is_blank(&s->settings, &s->image);
    return s->film ? film_add(s->film, s->values->output.path, &s->image, r)
                   : render_write_picture(s->values, range.first + index * range.step, index, &s->image, r);
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
    number_range range = render_range(s->values);
    part_range drawn = render_part_range(s->values, range.count);
    progress p = progress_begin(r, drawn.end - drawn.begin);
    int status = STATUS_OK;
    for (uint32_t i = drawn.begin; i < drawn.end && status == STATUS_OK; i++) {
        s->renderer_session->turn = s->values->scene.camera.turntable ? (double)i / range.count : 0;
        status = (s->values->compare.count ? render_compared : render_one)(s, range, i, r);
        progress_show(&p, i - drawn.begin);
    }
    progress_end(&p);
    if (status == STATUS_OK && !s->seen)
        render_warn_of_blank(s->values, r);
    return status;
}

/* Reads the picture that was drawn last, or draws the compared ones, and hands them on. */
static int hand_on(render_job *s, double frame, report *r)
{
    hone_image *image = picture_job_room(s->job);
    if (!image)
        return STATUS_FAILED;
    int status = s->values->compare.count ? compare_draw(&s->sheet, s->renderer_session, frame, image, r)
                                          : renderer_session_read(s->renderer_session, &s->settings, image, r);
    return status == STATUS_OK ? picture_job_send(s->job, render_is_blank(&s->settings, image), r) : status;
}

/* Draws this job's share of the pictures. As in render_one each is read after the next one has been begun. */
static int render_share(render_job *s, report *r)
{
    number_range range = render_range(s->values);
    part_range drawn = render_part_range(s->values, range.count);
    int status = STATUS_OK;
    uint32_t jobs = picture_job_start(s->job, hone_renderer_is_software(s->renderer_session->renderer));
    bool compared = s->values->compare.count > 0, begun = false;
    for (uint32_t i = drawn.begin + picture_job_index(s->job); jobs && i < drawn.end && status == STATUS_OK;
         i += jobs) {
        double frame = range.first + i * range.step;
        s->renderer_session->turn = s->values->scene.camera.turntable ? (double)i / range.count : 0;
        if (!compared)
            status = renderer_session_draw(s->renderer_session, frame, &s->settings, r);
        if (status == STATUS_OK && (compared || begun))
            status = hand_on(s, frame, r);
        begun = !compared;
    }
    return status == STATUS_OK && begun ? hand_on(s, 0, r) : status;
}

int render_pictures(render_job *s, report *r)
{
    const render_values *v = s->values;
    int status = STATUS_OK;
    if (s->job)
        return render_share(s, r);
    if (!render_makes_film(v))
        return render_all(s, r);
    s->film = render_begin_film(v, &s->settings, &status, r);
    if (status == STATUS_OK)
        status = render_all(s, r);
    return film_end(s->film, v->output.path, status, r);
}
