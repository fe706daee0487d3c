/* Small pictures in every format that hone reads, and their expected content. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_PICTURES_H
#define HONE_TESTS_SUPPORT_IMAGE_PICTURES_H

#include "base/files/byte_writer.h"
#include "support/support.h"
#include <hone/image.h>
#include <hone/io.h>

typedef struct test_picture {
    const char *name;
    void (*make)(hone_writer *out); /* NULL: a file of tests/data/image */
    void (*expect)(uint32_t x, uint32_t y, uint8_t out[4]);
    int tolerance;
    bool needs_library; /* libpng, libjpeg, libwebp */
} test_picture;

enum { TEST_PICTURE_COUNT = 38 };
extern const test_picture test_pictures[TEST_PICTURE_COUNT];

bool test_picture_is_built_in(const test_picture *picture);
hone_bytes test_picture_bytes(const test_picture *picture);

/* The difference of the loaded image from the expected content as a text, or NULL. */
const char *test_picture_compare(const test_picture *picture, const hone_image *image);

#endif
