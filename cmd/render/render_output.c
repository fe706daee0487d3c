#include "cmd/render/render_output.h"
#include "cmd/render/render_frames.h"
#include "cmd/render/render_part.h"
#include "tool/output/sequence.h"

#include <math.h>
#include <string.h>

enum { NAME_SIZE = 4096, DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720 };

picture_file render_file_of(const render_values *v)
{
    hone_film_format format;
    if (output_film_format(v->output, v->format, &format))
        return (picture_file){.kind = PICTURE_FILE_PNG};
    picture_file file = output_picture_file(v->output, v->format, v->scene.film.quality);
    file.grey = v->pass.pass == PASS_DEPTH;
    return file;
}

bool render_makes_film(const render_values *v, hone_film_format *format)
{
    return output_film_format(v->output, v->format, format) && (!v->into || render_part_has_packets(v->into));
}

int render_write_file(const render_values *v, double frame, uint32_t index, const hone_bytes *file, report *r)
{
    hone_error error = {0};
    char name[NAME_SIZE];
    if (v->into)
        return render_part_add(v->into, file, r);
    if (!sequence_name(v->output, (int64_t)frame, index, name, sizeof name))
        return hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the name is too long"), report_failure(r, v->output, &error);
    if (sequence_fields(v->output) == 0)
        return output_write(name, file, r);
    return output_write_picture(name, file, &error) ? STATUS_OK : report_failure(r, name, &error);
}

int render_write_picture(const render_values *v, double frame, uint32_t index, const hone_image *image, report *r)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    const picture_file file = render_file_of(v);
    if (!picture_file_encode(&file, image, &bytes, &error))
        return report_failure(r, v->output, &error);
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
            r, v->output,
            "shows nothing of the models: the camera looks elsewhere, they are hidden, or they have the colour of the "
            "background");
}

hone_film *render_begin_film(const render_values *v, const picture_settings *settings, hone_film_format format,
                             int *status, report *r)
{
    film_desc desc = {.path = v->output,
                      .format = format,
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
    hone_film_format format;
    const picture_size size = v->scene.size;
    picture_settings settings = {.look = v->scene.look,
                                 .supersample = v->pass.pass == PASS_COLOUR ? v->supersample : 1};
    settings.look.draw.width = size.width ? size.width : DEFAULT_WIDTH;
    settings.look.draw.height = size.height ? size.height : DEFAULT_HEIGHT;
    picture_background(&v->scene.look, settings.look.background.rgba);
    settings.look.background.given = true;
    if (output_film_format(v->output, v->format, &format))
        film_fit(format, v->output, &settings.look.draw.width, &settings.look.draw.height,
                 settings.look.background.rgba[3] < 1, r);
    else if (render_file_of(v).kind == PICTURE_FILE_JPG && settings.look.background.rgba[3] < 1)
        report_warn(r, v->output, "jpg has no transparency: the picture gets a black background");
    return settings;
}
