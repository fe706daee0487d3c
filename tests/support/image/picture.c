#include "support/image/picture.h"
#include "support/command.h"
#include "support/support.h"

#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

bool picture_can_be_made(void)
{
    hone_renderer *renderer =
        hone_render_available() && hone_image_available() ? hone_renderer_create(NULL, NULL) : NULL;
    bool made = renderer != NULL;
    hone_renderer_destroy(renderer);
    return made;
}

void needs_pictures(void)
{
    if (!picture_can_be_made())
        test_skip(1, "test that needs pictures");
}

bool pictures_are_skipped(size_t tests)
{
    if (picture_can_be_made())
        return false;
    print_message("SKIPPED: %zu tests of pictures: this build or machine cannot render\n", tests);
    return true;
}

hone_image picture_read(const char *path, uint32_t width, uint32_t height)
{
    size_t size;
    hone_image image = {0};
    char *content = command_file_content(path, &size);
    if (!content || !hone_image_load_memory(content, size, NULL, &image, NULL))
        fail_msg("%s is no picture", path);
    free(content);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    return image;
}

size_t picture_drawn(const char *path, uint32_t width, uint32_t height)
{
    hone_image image = picture_read(path, width, height);
    size_t drawn = 0;
    for (size_t i = 0; i < (size_t)width * height; i++) drawn += memcmp(image.pixels + 4 * i, image.pixels, 4) != 0;
    hone_image_release(&image);
    return drawn;
}

bool picture_same(const char *a, const char *b)
{
    size_t size_a = 0, size_b = 0;
    char *content_a = command_file_content(a, &size_a), *content_b = command_file_content(b, &size_b);
    assert_true(content_a && content_b);
    bool same = size_a == size_b && memcmp(content_a, content_b, size_a) == 0;
    free(content_a), free(content_b);
    return same;
}
