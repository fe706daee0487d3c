/* Chapter 8: prints the bone keys of a VMD from its bytes. Plain C: no library is used.
 *
 * usage: vmd_keys FILE.vmd */
#include "words.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { HEADER = 50, RECORD = 111, CURVES = 47 }; /* CURVES: offset of the 64 bytes of the curves in a record */

/* Numbers are little-endian. */
static uint32_t read_u32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static double read_f32(const uint8_t *p)
{
    uint32_t bits = read_u32(p);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

static void print_record(const uint8_t *r)
{
    printf(words("%-.15s, frame %u\n", "%-.15s、フレーム%u\n"), (const char *)r, (unsigned)read_u32(r + 15));
    printf("  %s %g %g %g\n", words("translation", "移動"), read_f32(r + 19), read_f32(r + 23), read_f32(r + 27));
    printf("  %s %.4f %.4f %.4f %.4f\n", words("rotation", "回転"), read_f32(r + 31), read_f32(r + 35),
           read_f32(r + 39), read_f32(r + 43));
    for (size_t channel = 0; channel < 4; channel++) {
        const uint8_t *row = r + CURVES + (size_t)16 * channel; /* row `channel` begins with its channel's byte */
        printf("  %s %c  x1 %3d  y1 %3d  x2 %3d  y2 %3d\n", words("curve", "曲線"), "XYZR"[channel], row[0], row[4],
               row[8], row[12]);
    }
    printf("  %s: %d %d\n", words("bytes 2 and 3", "2、3バイト目"), r[CURVES + 2], r[CURVES + 3]);
}

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file)
        return fprintf(stderr, words("usage: vmd_keys FILE.vmd\n", "使い方: vmd_keys ファイル.vmd\n")), 2;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    uint32_t count = size >= HEADER + 4 ? read_u32(bytes + HEADER) : 0;
    for (uint32_t i = 0; i < count && HEADER + 4 + (i + 1) * (size_t)RECORD <= size; i++)
        print_record(bytes + HEADER + 4 + i * (size_t)RECORD);
    return 0;
}
