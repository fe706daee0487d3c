#include "files/image/embed.h"
#include <string.h>

static bool begins_with(const hone_encoded_image *encoded, const char *start, size_t size)
{
    return encoded->size >= size && memcmp(encoded->bytes, start, size) == 0;
}

/* Few values between opaque and clear are only the edges of holes. */
hone_alpha_use hone_image_alpha_use(const hone_image *image)
{
    enum { CLEAR = 16, OPAQUE = 240 };
    uint64_t open = 0, between = 0, count = (uint64_t)image->width * image->height;
    for (uint64_t i = 0; i < count; i++) {
        uint8_t alpha = image->pixels[4 * i + 3];
        open += alpha < OPAQUE;
        between += alpha >= CLEAR && alpha < OPAQUE;
    }
    return open == 0 ? HONE_ALPHA_USE_NONE : between * 4 < open ? HONE_ALPHA_USE_CUT : HONE_ALPHA_USE_SMOOTH;
}

/* Returns whether a PNG can have alpha: its colour type has it, or it has a palette. */
static bool may_have_alpha(const hone_encoded_image *png)
{
    enum { COLOUR_TYPE = 25, PALETTE = 3, ALPHA = 4 };
    return png->size > COLOUR_TYPE && (png->bytes[COLOUR_TYPE] == PALETTE || png->bytes[COLOUR_TYPE] & ALPHA);
}

bool hone_image_embed(const hone_encoded_image *encoded, const hone_image_decoder *decoder, bool look,
                      const hone_allocator *allocator, hone_embedded *out, hone_error *error)
{
    hone_image pixels;
    bool png = begins_with(encoded, "\x89PNG\r\n\x1a\n", 8);
    *out = (hone_embedded){.jpeg = begins_with(encoded, "\xff\xd8\xff", 3)};
    if (out->jpeg || (png && !(look && may_have_alpha(encoded))))
        return true;
    if (!hone_image_decode(encoded, decoder, allocator, &pixels, error))
        return png && !(error && error->code == HONE_ERROR_MEMORY);
    out->alpha = hone_image_alpha_use(&pixels);
    out->cut = pixels.cut;
    bool ok = png || hone_image_write_png(&pixels, allocator, &out->converted, error);
    hone_image_release(&pixels);
    return ok;
}
