/* A render target: a multisampled framebuffer, and a plain one into which it is resolved. */
#ifndef HONE_SRC_RENDER_GL_TARGET_H
#define HONE_SRC_RENDER_GL_TARGET_H

#include "draw/render/gl/functions.h"
#include <hone/image.h>

typedef struct hone_target {
    uint32_t width, height; /* size of the picture, at the lower left of the framebuffer */
    uint32_t room[2];
    uint32_t samples;      /* 0: no multisampling, everything is drawn directly into the plain one */
    GLuint draw, resolved; /* framebuffers; the same if samples is 0 */
    GLuint buffers[3];     /* colour, depth, resolved colour */
} hone_target;

/* Gives the target this size. Allocates it again if it is too small or much too large. A context must be current.
 * Errors: DEVICE. */
bool hone_target_prepare(hone_target *target, uint32_t width, uint32_t height, uint32_t samples, hone_error *error);
void hone_target_destroy(hone_target *target);

/* Binds the whole target for drawing and clears it to a premultiplied colour. */
void hone_target_begin(const hone_target *target, const float colour[4]);

/* Call when everything is drawn: resolves the samples. */
void hone_target_end(const hone_target *target);

/* Makes glReadPixels write rows without gaps into the program's memory, whatever the caller of hone has set. */
void hone_target_pack_rows(void);

/* Waits for the device and reads the picture into `out`, which must have the target's size. Colours are not
 * premultiplied; the top row comes first. */
void hone_target_read(const hone_target *target, hone_image *out);

#endif
