/* How a film's pictures are turned to be shown upright. Phones keep pictures as the sensor sees them, and note in the
 * file how they were held. */
#ifndef HONE_SRC_FILM_ORIENTATION_H
#define HONE_SRC_FILM_ORIENTATION_H

#include <hone/image.h>
#include <libavformat/avformat.h>

/* The direction in the shown picture of a step to the right and of one down in the kept picture: 0, 1 or -1 each. */
typedef struct hone_film_orientation {
    int right[2], down[2];
} hone_film_orientation;

/* The orientation that the file gives for a stream; upright if it gives none, or a turn that is not by quarters. */
hone_film_orientation hone_film_orientation_of(const AVStream *stream);

bool hone_film_is_upright(const hone_film_orientation *o);
/* Whether the shown picture is as wide as the kept one is high. */
bool hone_film_is_on_its_side(const hone_film_orientation *o);

/* Copies the pixels of `from` to where they are shown. `to` has the size of the shown picture. */
void hone_film_orient(const hone_film_orientation *o, const hone_image *from, hone_image *to);

#endif
