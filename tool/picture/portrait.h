/* A picture of a character's head, as avatars have it. */
#ifndef HONE_TOOL_PICTURE_PORTRAIT_H
#define HONE_TOOL_PICTURE_PORTRAIT_H

#include <hone/io.h>
#include <hone/model.h>

enum { PORTRAIT_SIDE = 512 }; /* pixels */

/* Draws the head of a humanoid at rest, seen from the front, as the bytes of a png. files: where its textures are.
 * Errors: UNSUPPORTED (not built in, or no device), ARGUMENT (no head), MEMORY. */
bool portrait_draw(const hone_model *model, const hone_file_resolver *files, hone_bytes *out, hone_error *error);

#endif
