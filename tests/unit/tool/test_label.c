/* Texts in strokes on pictures. */
#include "support/support.h"
#include "tool/picture/label.h"
#include <string.h>

enum { WIDTH = 120, HEIGHT = 40 };

static hone_image paper(uint8_t tone, uint8_t alpha)
{
    hone_image image;
    CHECK(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        memcpy(image.pixels + 4 * (size_t)i, (const uint8_t[]){tone, tone, tone, alpha}, 4);
    return image;
}

static unsigned inked(const hone_image *image, uint32_t x0, uint32_t x1, uint32_t y0, uint32_t y1)
{
    unsigned count = 0;
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++) count += image->pixels[4 * ((size_t)y * WIDTH + x)] < 128;
    return count;
}

static void draw(hone_image *image, const char *text, float x, float y, float height)
{
    label_draw(image, &(label_desc){.text = text, .x = x, .y = y, .height = height});
}

static void every_character_has_its_own_strokes(void **state)
{
    (void)state;
    hone_image pictures['~' + 1];
    for (char c = ' '; c <= '~'; c++) {
        pictures[(int)c] = paper(255, 255);
        draw(&pictures[(int)c], (const char[]){c, '\0'}, 10, 25, 18);
        CHECK((inked(&pictures[(int)c], 0, WIDTH, 0, HEIGHT) > 0) == (c != ' '));
        CHECK(inked(&pictures[(int)c], 30, WIDTH, 0, HEIGHT) == 0);
        for (char d = ' '; d < c; d++)
            if (memcmp(pictures[(int)c].pixels, pictures[(int)d].pixels, 4u * WIDTH * HEIGHT) == 0)
                fail_msg("'%c' is drawn as '%c'", c, d);
    }
    for (char c = ' '; c <= '~'; c++) hone_image_release(&pictures[(int)c]);
}

static void texts_are_as_wide_as_told_and_on_the_baseline(void **state)
{
    (void)state;
    hone_image image = paper(255, 255);
    float width = label_width("HILL", 18);
    CHECK_NEAR(width, 22 * 3, 1e-4); /* four letters of four columns and three gaps of two, three pixels each */
    draw(&image, "HILL", 20, 30, 18);
    CHECK(inked(&image, 18, 22, 0, HEIGHT) > 10);                                         /* the first stroke of H */
    CHECK(inked(&image, 20 + (uint32_t)width - 3, 20 + (uint32_t)width + 2, 28, 33) > 5); /* the foot of L */
    CHECK(inked(&image, 20 + (uint32_t)width + 3, WIDTH, 0, HEIGHT) == 0);
    CHECK(inked(&image, 0, WIDTH, 0, 10) == 0 && inked(&image, 0, WIDTH, 32, HEIGHT) == 0);
    CHECK_NEAR(label_width("", 18), 0, 0);
    hone_image_release(&image);
}

static void what_is_beyond_the_border_is_left_out(void **state)
{
    (void)state;
    hone_image image = paper(255, 255);
    draw(&image, "WWWWWWWWWWWW", -40, 5, 30);
    draw(&image, "WWWWWWWWWWWW", 60, 60, 30);
    CHECK(inked(&image, 0, WIDTH, 0, HEIGHT) > 50);
    hone_image_release(&image);
}

static void transparent_paper_becomes_opaque_under_the_text(void **state)
{
    (void)state;
    hone_image image = paper(255, 0);
    draw(&image, "I", 20, 30, 24);
    const uint8_t *ink = image.pixels + 4 * (18 * WIDTH + 28); /* the middle of the stem */
    CHECK(ink[0] == 0 && ink[3] == 255);
    CHECK(image.pixels[3] == 0);
    hone_image_release(&image);
}

static void other_bytes_are_question_marks(void **state)
{
    (void)state;
    hone_image a = paper(255, 255), b = paper(255, 255);
    draw(&a, "a\n\xe9", 5, 30, 18);
    draw(&b, "a??", 5, 30, 18);
    CHECK(memcmp(a.pixels, b.pixels, 4u * WIDTH * HEIGHT) == 0);
    hone_image_release(&a), hone_image_release(&b);
}

TEST_GROUP(test_label)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_has_its_own_strokes),
        cmocka_unit_test(texts_are_as_wide_as_told_and_on_the_baseline),
        cmocka_unit_test(what_is_beyond_the_border_is_left_out),
        cmocka_unit_test(transparent_paper_becomes_opaque_under_the_text),
        cmocka_unit_test(other_bytes_are_question_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
