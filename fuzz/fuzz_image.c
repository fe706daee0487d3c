/* Reads any bytes as a picture; writes a picture that could be read, which must read back the same. */
#include "fuzz.h"
#include <hone/image.h>
#include <stdlib.h>
#include <string.h>

enum { WRITE_MAX = 1 << 16 }; /* pixels; larger pictures take more time than they are worth */

static void check_round_trip(const hone_image *image)
{
    hone_bytes bytes = {0};
    hone_image back = {0};
    if (!hone_image_write_png(image, NULL, &bytes, NULL))
        return;
    if (!hone_image_load_memory(bytes.data, bytes.size, NULL, &back, NULL) || back.width != image->width ||
        back.height != image->height ||
        memcmp(back.pixels, image->pixels, (size_t)image->width * image->height * 4) != 0)
        abort();
    hone_image_release(&back);
    hone_bytes_release(&bytes);
}

static void use(const uint8_t *data, size_t size)
{
    hone_image image = {0};
    if (hone_image_load_memory(data, size, NULL, &image, NULL)) {
        if ((uint64_t)image.width * image.height <= WRITE_MAX)
            check_round_trip(&image);
        hone_image_release(&image);
    }
}

static hone_bytes make(unsigned kind)
{
    static uint8_t pixels[8 * 8 * 4];
    const hone_image image = {.width = 1 + kind % 8, .height = 1 + kind / 8 % 8, .pixels = pixels};
    hone_bytes out = {0};
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(i * (kind / 64 % 64));
    require(kind & 1 ? hone_image_write_png(&image, NULL, &out, NULL)
                     : hone_image_write_jpg(&image, 0, NULL, &out, NULL));
    return out;
}

const fuzz_target fuzz_image = {.use = use, .make = make, .per_byte = 1 << 18, .fixed = 4};
