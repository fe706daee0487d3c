/* What `hone render` writes: pictures or a film, into files or into a part. */
#ifndef HONE_CMD_RENDER_RENDER_OUTPUT_H
#define HONE_CMD_RENDER_RENDER_OUTPUT_H

#include "cmd/render/render_options.h"
#include "tool/output/output.h"
#include "tool/picture/renderer_session.h"

/* Finds what the output is, by its name, --format and the frames. */
void render_find_output(render_values *v);

/* Whether the output is a film or a numbered sequence, not one picture. */
bool render_is_moving(const render_values *v);

/* Whether this process compresses a film. */
bool render_makes_film(const render_values *v);

/* Begins the film, and the part that its packets go to. *status: STATUS_OK, or the error is reported. In both cases the
 * film, which may be NULL, goes to film_end. */
hone_film *render_begin_film(const render_values *v, const picture_settings *settings, int *status, report *r);

/* Whether a picture shows its background and nothing else. */
bool render_is_blank(const picture_settings *settings, const hone_image *image);
/* Call if all pictures are blank. Says nothing of a part, because other parts may show something. */
void render_warn_of_blank(const render_values *v, report *r);

/* Writes a picture, or its file. index: of the frame in what is drawn. */
int render_write_picture(const render_values *v, double frame, uint32_t index, const hone_image *image, report *r);
int render_write_file(const render_values *v, double frame, uint32_t index, const hone_bytes *file, report *r);

/* How pictures are drawn that fit the output. */
picture_settings render_make_settings(const render_values *v, report *r);

#endif
