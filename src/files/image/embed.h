/* Pictures as glTF allows them: PNG or JPEG. */
#ifndef HONE_SRC_IMAGE_EMBED_H
#define HONE_SRC_IMAGE_EMBED_H

#include <hone/image.h>

/* How the alpha of a picture is used. */
typedef enum hone_alpha_use {
    HONE_ALPHA_USE_NONE,  /* it is opaque */
    HONE_ALPHA_USE_CUT,   /* it has holes */
    HONE_ALPHA_USE_SMOOTH /* it has smooth transparency, as in the tips of hair */
} hone_alpha_use;

typedef struct hone_embedded {
    hone_bytes converted; /* a PNG, if the picture was neither PNG nor JPEG; else empty: it stays as it is */
    bool jpeg;
    bool cut;             /* as hone_image.cut */
    hone_alpha_use alpha; /* HONE_ALPHA_USE_NONE if nobody asked */
} hone_embedded;

/* Finds how the alpha of a picture is used, by its pixels. */
hone_alpha_use hone_image_alpha_use(const hone_image *image);

/* Makes a PNG of a picture that is neither PNG nor JPEG. A PNG stays as it is even if hone cannot read it. look: also
 * finds how its alpha is used. out: `converted` is to be released. Errors: those of hone_image_decode and
 * hone_image_write_png. */
bool hone_image_embed(const hone_encoded_image *encoded, const hone_image_decoder *decoder, bool look,
                      const hone_allocator *allocator, hone_embedded *out, hone_error *error);

#endif
