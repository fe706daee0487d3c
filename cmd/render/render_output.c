#include "cmd/render/render_output.h"
#include "cmd/render/render_frames.h"
#include "cmd/render/render_part.h"
#include "tool/output/sequence.h"

#include <math.h>
#include <string.h>

enum { NAME_SIZE = 4096, DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720 };

void render_find_output(render_values *v)
{
    render_output *out = &v->output;
    out->kind = RENDER_NOTHING;
    if (!out->path)
        return;
    out->fields = sequence_fields(out->path);
    /* several pictures have a numbered name, unless one frame is asked for; --frames needs such a name */
    bool numbered = v->frames.count || (!v->frame.count && out->fields);
    out->kind = output_film_format(out->path, out->format, &out->film) ? RENDER_FILM
                : numbered                                             ? RENDER_PICTURES
                                                                       : RENDER_PICTURE;
    out->file = (picture_file){.kind = PICTURE_FILE_PNG};
    if (out->kind != RENDER_FILM)
        out->file = output_picture_file(out->path, out->format, v->scene.film.quality);
    out->file.grey = v->pass.pass == PASS_DEPTH;
}

bool render_is_moving(const render_values *v)
{
    return v->output.kind >= RENDER_PICTURES;
}

bool render_makes_film(const render_values *v)
{
    return v->output.kind == RENDER_FILM && (!v->into || render_part_has_packets(v->into));
}

int render_write_file(const render_values *v, double frame, uint32_t index, const hone_bytes *file, report *r)
{
    hone_error error = {0};
    char name[NAME_SIZE];
    if (v->into)
        return render_part_add(v->into, file, r);
    if (!sequence_name(v->output.path, (int64_t)frame, index, name, sizeof name))
        return hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the name is too long"),
               report_failure(r, v->output.path, &error);
    if (v->output.fields == 0)
        return output_write(name, file, r);
    return output_write_picture(name, file, &error) ? STATUS_OK : report_failure(r, name, &error);
}

int render_write_picture(const render_values *v, double frame, uint32_t index, const hone_image *image, report *r)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    if (!picture_file_encode(&v->output.file, image, &bytes, &error))
        return report_failure(r, v->output.path, &error);
    int status = render_write_file(v, frame, index, &bytes, r);
    hone_bytes_release(&bytes);
    return status;
}

bool render_is_blank(const picture_settings *settings, const hone_image *image)
{
    const size_t pixel = 4, size = pixel * image->width * image->height;
    const float *empty = settings->look.background.rgba;
    for (int i = empty[3] < 1 ? 3 : 0; i < 4; i++) /* colours are compared where nothing is looked through */
        if (fabsf((float)image->pixels[i] - 255 * empty[i]) > 1)
            return false;
    return memcmp(image->pixels, image->pixels + pixel, size - pixel) == 0;
}

void render_warn_of_blank(const render_values *v, report *r)
{
    if (!v->part.parts)
        report_warn(
            r, v->output.path,
            "shows nothing of the models: the camera looks elsewhere, they are hidden, or they have the colour of the "
            "background");
}

hone_film *render_begin_film(const render_values *v, const picture_settings *settings, int *status, report *r)
{
    film_desc desc = {.path = v->output.path,
                      .format = v->output.film,
                      .width = settings->look.draw.width,
                      .height = settings->look.draw.height,
                      .alpha = settings->look.background.rgba[3] < 1,
                      .values = &v->scene.film,
                      .first = render_range(v).first};
    if (v->into)
        render_part_use_film(v->into, &desc);
    hone_film *film = film_begin(&desc, status, r);
    if (film && v->into)
        *status = render_part_begin(v->into, film, r);
    return film;
}

picture_settings render_make_settings(const render_values *v, report *r)
{
    const picture_size size = v->scene.size;
    picture_settings settings = {.look = v->scene.look,
                                 .supersample = v->pass.pass == PASS_COLOUR ? v->supersample : 1};
    settings.look.draw.width = size.width ? size.width : DEFAULT_WIDTH;
    settings.look.draw.height = size.height ? size.height : DEFAULT_HEIGHT;
    picture_background(&v->scene.look, settings.look.background.rgba);
    settings.look.background.given = true;
    if (v->output.kind == RENDER_FILM)
        film_fit(v->output.film, v->output.path, &settings.look.draw.width, &settings.look.draw.height,
                 settings.look.background.rgba[3] < 1, r);
    else if (v->output.file.kind == PICTURE_FILE_JPG && settings.look.background.rgba[3] < 1)
        report_warn(r, v->output.path, "jpg has no transparency: the picture gets a black background");
    return settings;
}
