/* What is drawn into: a multisampled framebuffer, and the plain one that it is resolved into. */
#ifndef HONE_SRC_RENDER_GL_TARGET_H
#define HONE_SRC_RENDER_GL_TARGET_H

#include <epoxy/gl.h>
#include <hone/image.h>

typedef struct hone_target {
    uint32_t width, height; /* of the picture, at the lower left of what there is room for */
    uint32_t room[2];
    uint32_t samples;      /* samples 0: drawn straight into the plain one */
    GLuint draw, resolved; /* framebuffers; the same if samples is 0 */
    GLuint buffers[3];     /* colour, depth, resolved colour */
} hone_target;

/* Makes the target be of this size, anew if there is no room for it, or far too much. A context is current. Errors:
 * DEVICE. */
bool hone_target_prepare(hone_target *target, uint32_t width, uint32_t height, uint32_t samples, hone_error *error);
void hone_target_destroy(hone_target *target);

/* Binds it for drawing, whole, cleared to a premultiplied colour. */
void hone_target_begin(const hone_target *target, const float colour[4]);

/* What was drawn is complete: resolves it, and has the device begin if it has not. */
void hone_target_end(const hone_target *target);

/* Waits for the device and reads back into `out`, of the target's size: not premultiplied, the top row first. */
void hone_target_read(const hone_target *target, hone_image *out);

#endif
