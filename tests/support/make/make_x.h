/* A small .x character in any of its encodings, made by program. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_X_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_X_H

#include <hone/base.h>

typedef struct make_x_desc {
    bool binary;    /* else text */
    bool packed;    /* MSZIP */
    bool wide;      /* binary: numbers of 64 bits */
    bool templates; /* with a block of them in front, as Direct3D writes */
    bool no_mesh;   /* frames and animation alone */
    uint32_t rings; /* of the tube, at least 2; each has four vertices; 0: 3 */
} make_x_desc;

enum { MAKE_X_FRAMES = 4, MAKE_X_CLIPS = 2, MAKE_X_TICKS = 100 };

/* Frames "Root", "Low" in it, "High" in that, and "Body" beside them, which holds a tube along Y, from 0 to 4, on the
 * bones Low and High (from 2 on); its last ring has no weights. Two materials, one of them named at top level. Clips:
 * "wave" turns High about Z by a right angle until tick 100 and stretches Low, "slide" moves Root along X by 3 until
 * tick 50, with matrix keys. Release the bytes. */
hone_bytes make_x(const make_x_desc *desc);

/* The whole of such a file from a header's kind ("txt ") and what comes behind it, as it is. */
hone_bytes make_x_of(const char *kind, const char *bits, const void *body, size_t size);

/* The body in blocks of 32768 bytes; where it can a block begins with a reference into the one before. */
hone_bytes make_x_packed(const char *kind, const char *bits, const void *body, size_t size);

/* Compressed text: `start`, then "0;" again and again, 32768 bytes to a block of some 200. */
hone_bytes make_x_bomb(const char *start, uint32_t blocks);

#endif
