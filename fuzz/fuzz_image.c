/* Reads any bytes as a picture; writes a picture that could be read, which must read back the same. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hone_image image = {0};
    if (hone_image_load_memory(data, size, NULL, &image, NULL)) {
        if ((uint64_t)image.width * image.height <= WRITE_MAX)
            check_round_trip(&image);
        hone_image_release(&image);
    }
    return 0;
}
