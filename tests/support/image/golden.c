#include "support/image/golden.h"
#include "support/support.h"
#include <hone/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 512, LOUD = 32, LOUD_SHARE = 200 };
static const double mean_most = 0.75;

typedef struct difference {
    uint32_t loud; /* number of pixels */
    double mean;   /* of all channels */
} difference;

static void write_picture(const char *folder, const char *name, const char *ending, const hone_image *image)
{
    char path[PATH_SIZE];
    hone_bytes png = {0};
    hone_error error = {0};
    mkdir(folder, 0777); /* usually exists already */
    snprintf(path, sizeof path, "%s/%s%s.png", folder, name, ending);
    if (!hone_image_write_png(image, NULL, &png, &error) || !hone_file_write(path, png.data, png.size, &error))
        fail_msg("%s: %s", path, error.message);
    hone_bytes_release(&png);
    print_message("written: %s\n", path);
}

static hone_image read_kept(const char *name)
{
    char path[PATH_SIZE];
    hone_bytes png = {0};
    hone_image image = {0};
    hone_error error = {0};
    snprintf(path, sizeof path, "%s/tests/golden/%s.png", HONE_SOURCE_DIR, name);
    if (!hone_file_read(path, NULL, &png, &error) || !hone_image_load_memory(png.data, png.size, NULL, &image, &error))
        fail_msg("%s: %s", path, error.message);
    hone_bytes_release(&png);
    return image;
}

/* Compares both on black, so that invisible colours do not count. `out` gets the differences, multiplied by four. */
static difference compare(const hone_image *a, const hone_image *b, hone_image *out)
{
    difference found = {0, 0};
    uint32_t count = a->width * a->height;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *p = a->pixels + 4 * (size_t)i, *q = b->pixels + 4 * (size_t)i;
        int most = 0;
        for (int c = 0; c < 4; c++) {
            int x = c < 3 ? p[c] * p[3] / 255 : p[c], y = c < 3 ? q[c] * q[3] / 255 : q[c], apart = abs(x - y);
            most = apart > most ? apart : most;
            found.mean += (double)apart / (4.0 * count);
            if (c < 3)
                out->pixels[4 * (size_t)i + (size_t)c] = (uint8_t)(4 * apart < 255 ? 4 * apart : 255);
        }
        out->pixels[4 * (size_t)i + 3] = 255;
        found.loud += most > LOUD;
    }
    return found;
}

void golden_check(const char *name, const hone_image *image)
{
    const char *wish = getenv("HONE_GOLDEN");
    if (wish && strcmp(wish, "write") == 0) {
        write_picture(HONE_SOURCE_DIR "/tests/golden", name, "", image);
        return;
    }
    hone_image kept = read_kept(name), apart = {0};
    if (kept.width != image->width || kept.height != image->height)
        fail_msg("%s: %u x %u, kept as %u x %u", name, image->width, image->height, kept.width, kept.height);
    CHECK(hone_image_create(kept.width, kept.height, NULL, &apart, NULL));
    difference found = compare(&kept, image, &apart);
    if (!(found.loud * LOUD_SHARE <= kept.width * kept.height && found.mean <= mean_most)) {
        write_picture(HONE_BUILD_DIR "/golden", name, "", image);
        write_picture(HONE_BUILD_DIR "/golden", name, "-difference", &apart);
        fail_msg("%s: %u pixels differ much, all by %.2f in the mean", name, found.loud, found.mean);
    }
    hone_image_release(&kept);
    hone_image_release(&apart);
}
