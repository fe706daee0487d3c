/* The picture or film behind a scene. */
#ifndef HONE_TOOL_PICTURE_BACKDROP_H
#define HONE_TOOL_PICTURE_BACKDROP_H

#include "tool/files/input_file.h"
#include "tool/options/look_options.h"

#include <hone/film.h>
#include <hone/render.h>

/* All zero: none. */
typedef struct backdrop {
    look_backdrop look;
    hone_image image;       /* of a picture, until it is on the GPU */
    hone_film_reader *film; /* NULL: a picture */
    input_local local;      /* that the film is read from, if `copied` */
    bool copied;
    double length; /* of the film, seconds; 0: unknown */
    hone_backdrop drawn;
    hone_gpu_image *gpu_image;
} backdrop;

/* Opens the file of `look`, if there is one: a picture, by its first bytes, or else a film. Errors: as
 * hone_image_load_memory and hone_film_reader_open; they do not begin with the path. Release it in any case. */
bool backdrop_open(backdrop *b, const look_backdrop *look, hone_error *error);

/* Takes over all of `look` but its file: how the picture is placed, and when the film begins. */
void backdrop_place(backdrop *b, const look_backdrop *look);

/* Sets desc->backdrop to what is shown at a frame (30 a second), if there is a file. `b` and its file must outlive the
 * drawing. Always the same renderer. Errors: as hone_film_reader_picture and hone_gpu_image_create. */
bool backdrop_show(backdrop *b, hone_renderer *renderer, double frame, hone_draw_desc *desc, hone_error *error);

/* Call it before the renderer is destroyed. */
void backdrop_release(backdrop *b);

#endif
