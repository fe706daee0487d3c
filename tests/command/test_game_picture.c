/* The example game with its window, on a display of its own (Xvfb): it plays its script and writes a picture. */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "support/command.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define GAME HONE_BUILD_DIR "/examples/game/example_game"
#define DISPLAY "env -u WAYLAND_DISPLAY LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 640x480x24' "
#define OUT HONE_BUILD_DIR "/tests/game.png"

enum { WIDTH = 320, HEIGHT = 240, OUTPUT_SIZE = 4096 };

/* Runs the game and returns its exit status. output: what it wrote. */
static int run(const char *display, const char *arguments, char output[OUTPUT_SIZE])
{
    char line[2048];
    snprintf(line, sizeof line, "%s" GAME " %s 2>&1", display, arguments);
    FILE *pipe = popen(line, "r");
    CHECK(pipe != NULL);
    size_t size = fread(output, 1, OUTPUT_SIZE - 1, pipe);
    output[size] = 0;
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool have_display(void)
{
    bool found = system("command -v xvfb-run >/dev/null && command -v xauth >/dev/null") == 0;
    if (!found)
        test_skip(1, "the game: there is no xvfb-run");
    return found;
}

static hone_image picture_of(const char *arguments)
{
    char line[1024], output[OUTPUT_SIZE];
    hone_bytes png = {0};
    hone_image out;
    snprintf(line, sizeof line, "--script --size %dx%d --picture " OUT " %s", WIDTH, HEIGHT, arguments);
    int status = run(DISPLAY, line, output);
    if (status != 0)
        fail_msg("%s: %d: %s", line, status, output);
    CHECK(hone_file_read(OUT, NULL, &png, NULL) && remove(OUT) == 0);
    CHECK(hone_image_load_memory(png.data, png.size, NULL, &out, NULL));
    CHECK(out.width == WIDTH && out.height == HEIGHT);
    hone_bytes_release(&png);
    return out;
}

static const uint8_t *pixel(const hone_image *image, int x, int y)
{
    return image->pixels + 4 * ((size_t)y * image->width + (size_t)x);
}

static bool is_sky(const uint8_t *p)
{
    return p[2] > 220 && p[2] > p[0] + 30;
}

static bool is_grass(const uint8_t *p)
{
    return p[1] > p[0] && p[1] > p[2] + 10;
}

static uint32_t count_different(const hone_image *a, const hone_image *b)
{
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) count += memcmp(a->pixels + 4 * i, b->pixels + 4 * i, 4) != 0;
    return count;
}

static void the_script_shows_the_hero_on_the_hills(void **state)
{
    (void)state;
    if (!have_display())
        return;
    hone_image walking = picture_of("--frames 150");
    CHECK(is_sky(pixel(&walking, 5, 5)) && is_sky(pixel(&walking, WIDTH - 6, 5)));
    CHECK(is_grass(pixel(&walking, 5, HEIGHT - 6)) && is_grass(pixel(&walking, WIDTH - 6, HEIGHT - 6)));
    uint32_t hero = 0; /* what is neither sky nor grass in the middle */
    for (int y = HEIGHT / 4; y < HEIGHT * 9 / 10; y++)
        for (int x = WIDTH * 3 / 8; x < WIDTH * 5 / 8; x++)
            hero += !is_sky(pixel(&walking, x, y)) && !is_grass(pixel(&walking, x, y));
    CHECK(hero > WIDTH * HEIGHT / 100 && hero < WIDTH * HEIGHT / 6);
    hone_image again = picture_of("--frames 150"), later = picture_of("--frames 160");
    CHECK(count_different(&walking, &again) == 0);
    CHECK(count_different(&walking, &later) > 2000);
    hone_image_release(&walking), hone_image_release(&again), hone_image_release(&later);
}

static void wrong_arguments_have_one_clear_line(void **state)
{
    char output[OUTPUT_SIZE];
    (void)state;
    CHECK(run("", "--frames", output) == 2 && strncmp(output, "usage: game ", 12) == 0);
    CHECK(run("", "--frames 0", output) == 2);
    CHECK(run("", "--frames 1e9", output) == 2 && run("", "--frames many", output) == 2);
    CHECK(run("", "--size 0x5", output) == 2 && run("", "--size 320", output) == 2);
    CHECK(run("", "--camera 1,2", output) == 2 && run("", "--camera 1,nan,2", output) == 2);
    CHECK(run("", "--picture " OUT, output) == 2); /* of which frame? */
    CHECK(run("", "model.pmx walk.vmd", output) == 2);
    CHECK(run("", "--frames 1 /nowhere.pmx", output) == 1);
    CHECK(strncmp(output, "game: /nowhere.pmx: ", 20) == 0 && strchr(output, '\n') == output + strlen(output) - 1);
}

TEST_GROUP(test_game_picture)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_script_shows_the_hero_on_the_hills),
        cmocka_unit_test(wrong_arguments_have_one_clear_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
