/* Where characters are in the world. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_PLACE_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_PLACE_H

#include "view/document/document.h"

/* Without the character that it is attached to. */
hone_affine document_own_place(const edit_placement *place);

/* World from a character's own world (hone_world_from_model), as at the last update. A character that is attached to
 * one that is closed, or in a circle, is as if it were not attached. */
hone_affine document_place(const character *c);

bool document_is_placed(const character *c); /* whether that changes anything */

/* Sets how a character is drawn at the frame of the last update: opacity, shadows, edges. Returns false if it is not
 * visible at all. */
bool document_dress(const document *d, const character *c, hone_draw_item *item);

/* Moves the target of a camera with keys by the place of the bone that it follows. */
void document_follow_camera(const document *d, hone_camera *camera);

/* Whether bodies of a character move differently where it stands than where its file has it. */
bool document_needs_path(const document *d, const character *c);

/* Moves humans that were opened from model `first` on, and that stand inside another one, to the side of it: as one
 * command of the history. Where motions carry characters does not count. */
void document_step_aside(document *d, uint32_t first);

/* Whether a character may be attached to another one: not to itself, and not to one that is attached to it. */
bool document_may_attach(const document *d, const character *c, uint32_t to);

#endif
