#define _POSIX_C_SOURCE 200809L /* popen */
#include "support/make/make_motion.h"
#include "support/make/make_pmx.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define EXAMPLE(name) HONE_BUILD_DIR "/examples/example_" name
#define MODEL HONE_BUILD_DIR "/tests/examples.pmx"
#define MOTION HONE_BUILD_DIR "/tests/examples.vmd"

/* Runs a command line and returns its exit status; output: what it wrote to either stream. */
static int run(const char *command, char output[1024])
{
    char line[2048];
    snprintf(line, sizeof line, "%s 2>&1", command);
    FILE *pipe = popen(line, "r");
    CHECK(pipe != NULL);
    size_t size = fread(output, 1, 1023, pipe);
    output[size] = 0;
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void save(const char *path, hone_bytes *bytes)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(bytes->data, 1, bytes->size, file) == bytes->size);
    CHECK(fclose(file) == 0);
    hone_bytes_release(bytes);
}

static int write_files(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(2);
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 2}, NULL);
    hone_bytes bytes;
    CHECK(hone_model_write_pmx(model, NULL, &bytes, NULL));
    save(MODEL, &bytes);
    CHECK(hone_motion_write_vmd(motion, NULL, &bytes, NULL));
    save(MOTION, &bytes);
    hone_motion_release(motion);
    hone_model_release(model);
    return 0;
}

static void play_says_what_room_the_dance_takes(void **state)
{
    (void)state;
    char output[1024];
    CHECK(run(EXAMPLE("play") " " MODEL " " MOTION, output) == 0);
    CHECK(strncmp(output, "40 vertices between y = ", 24) == 0);
}

static void play_says_what_is_wrong_with_its_files(void **state)
{
    (void)state;
    char output[1024];
    CHECK(run(EXAMPLE("play") " /nowhere.pmx " MOTION, output) == 1);
    CHECK(strstr(output, "/nowhere.pmx"));
    CHECK(run(EXAMPLE("play") " " MODEL " /nowhere.vmd", output) == 1);
    CHECK(strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("play") " " MOTION " " MODEL, output) == 1); /* the wrong way round */
    CHECK(strncmp(output, MOTION, strlen(MOTION)) == 0 && strchr(output, '\n') == output + strlen(output) - 1);
    CHECK(run(EXAMPLE("play"), output) == 2);
}

static void cross_fade_says_how_far_bones_go(void **state)
{
    (void)state;
    char output[1024];
    double alone = 0, within = 0;
    unsigned playing = 0;
    CHECK(run(EXAMPLE("cross_fade") " " MODEL " " MOTION " " MOTION, output) == 0);
    CHECK(sscanf(output, "at most %lf a frame, %lf within the cross-fade; %u", &alone, &within, &playing) == 3);
    CHECK(alone > 0 && within > 0 && within < 2 * alone && playing == 1);
    CHECK(run(EXAMPLE("cross_fade") " " MODEL " " MOTION " /nowhere.vmd", output) == 1 &&
          strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("cross_fade") " /nowhere.pmx " MOTION " " MOTION, output) == 1 && strstr(output, "/nowhere.pmx"));
}

static void skin_arrays_bends_the_arm(void **state)
{
    (void)state;
    char output[1024];
    CHECK(run(EXAMPLE("skin_arrays"), output) == 0);
    CHECK(strncmp(output, " 0.00  0.10  0.00\n", 18) == 0); /* the shoulder stays */
    CHECK(strstr(output, " 0.90  1.00  0.00\n") != NULL);   /* the hand points up */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_says_what_room_the_dance_takes),
        cmocka_unit_test(play_says_what_is_wrong_with_its_files),
        cmocka_unit_test(cross_fade_says_how_far_bones_go),
        cmocka_unit_test(skin_arrays_bends_the_arm),
    };
    return cmocka_run_group_tests(tests, write_files, NULL);
}
