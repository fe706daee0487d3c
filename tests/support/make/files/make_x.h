/* A small .x character in any encoding of the format, made in code. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_X_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_X_H

#include <hone/io.h>

typedef struct make_x_desc {
    bool binary;    /* else text */
    bool packed;    /* MSZIP */
    bool wide;      /* binary: numbers of 64 bits */
    bool templates; /* begins with template definitions, as Direct3D writes them */
    bool no_mesh;   /* only frames and animation */
    uint32_t rings; /* rings of the tube, at least 2, of four vertices each; 0: 3 */
} make_x_desc;

enum { MAKE_X_FRAMES = 4, MAKE_X_CLIPS = 2, MAKE_X_TICKS = 100 };

/* Frames "Root", its child "Low", that one's child "High", and "Body" beside them, which has a tube along Y from 0 to 4
 * with the bones Low and High (from 2 on); its last ring has no weights. Two materials, one of them named at top level.
 * Clips: "wave" turns High about Z by a right angle until tick 100 and stretches Low, "slide" moves Root along X by 3
 * until tick 50, with matrix keys. Release the bytes. */
hone_bytes make_x(const make_x_desc *desc);

/* A whole file from a header's kind ("txt ") and the unchanged body. */
hone_bytes make_x_of(const char *kind, const char *bits, const void *body, size_t size);

/* Compresses the body in blocks of 32768 bytes; if possible a block begins with a reference to the one before. */
hone_bytes make_x_packed(const char *kind, const char *bits, const void *body, size_t size);

/* A decompression bomb: compressed text of `start`, then "0;" repeated, 32768 bytes in each block of about 200. */
hone_bytes make_x_bomb(const char *start, uint32_t blocks);

#endif
