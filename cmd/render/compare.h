/* `hone render --compare`: several skinning methods side by side in one picture, each with its name below. */
#ifndef HONE_CMD_RENDER_COMPARE_H
#define HONE_CMD_RENDER_COMPARE_H

#include "tool/options/compare_options.h"
#include "tool/picture/renderer_session.h"

/* Warns if "sdef" is compared and no model has such vertices. */
void compare_warn(const compare_values *v, const actor_list *actors, report *r);

/* The settings of one of the pictures, of which the whole is made. Fails if the whole is too small. */
typedef struct compare_sheet {
    const compare_values *values;
    picture_settings settings; /* of each panel */
    hone_image panel;
} compare_sheet;
int compare_begin(compare_sheet *sheet, const compare_values *v, const picture_settings *whole, report *r);
void compare_end(compare_sheet *sheet);

/* Draws all panels at `frame` into `out`, of the size of the whole. */
int compare_draw(compare_sheet *sheet, renderer_session *s, double frame, hone_image *out, report *r);

#endif
