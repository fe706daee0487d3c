#include "words.h"

#include <hone/image.h>
#include <hone/io.h>
#include <stdio.h>
#include <stdlib.h>

static bool load(const char *path, hone_image *out, hone_error *error)
{
    hone_bytes file;
    if (!hone_file_read(path, NULL, &file, error))
        return false;
    bool ok = hone_image_load_memory(file.data, file.size, NULL, out, error);
    hone_bytes_release(&file);
    return ok;
}

/* Compares two pictures of one size, and prints whether they are the same. They are if the mean difference of a channel
 * is below 0.5 of 255 and at most 1 % of the pixels differ by more than 32: drivers differ at edges.
 *
 * usage: same_picture A.png B.png */
int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, words("usage: same_picture A.png B.png\n", "使い方: same_picture A.png B.png\n")), 2;
    hone_image a, b;
    hone_error error = {0};
    if (!load(argv[1], &a, &error) || !load(argv[2], &b, &error))
        return fprintf(stderr, "%s\n", error.message), 2;
    if (a.width != b.width || a.height != b.height)
        return fprintf(stderr, "%s: %ux%u, %s: %ux%u\n", argv[1], (unsigned)a.width, (unsigned)a.height, argv[2],
                       (unsigned)b.width, (unsigned)b.height),
               1;
    size_t pixels = (size_t)a.width * a.height, different = 0;
    double sum = 0;
    for (size_t i = 0; i < pixels; i++) {
        int most = 0;
        for (size_t c = 0; c < 4; c++) {
            int d = abs(a.pixels[4 * i + c] - b.pixels[4 * i + c]);
            most = d > most ? d : most;
            sum += d;
        }
        different += most > 32;
    }
    bool same = sum < 0.5 * 4 * (double)pixels && (double)different <= 0.01 * (double)pixels;
    if (same)
        printf("%s\n", words("the same picture", "同じ絵"));
    else
        printf(words("another picture: %.2f of 255 a channel, %.2f %% of the pixels\n",
                     "違う絵: 成分あたり%.2f (255のうち)、画素の%.2f %%\n"),
               sum / (4 * (double)pixels), 100 * (double)different / (double)pixels);
    hone_image_release(&a), hone_image_release(&b);
    return !same;
}
