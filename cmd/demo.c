/* hone demo: the built-in character dances over one picture, with no file needed. */
#include "base/error.h"
#include "built_in.h"
#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "samples/samples.h"
#include "sheet.h"
#include "stage.h"

#include <string.h>

typedef struct demo_values {
    const char *output; /* NULL: hone-demo.png */
    bool quiet;
} demo_values;

static bool read_output(const option *o, const char *text, void *field)
{
    (void)o;
    static const char *const endings[] = {"png", NULL};
    *(const char **)field = text;
    return output_format(text, endings) >= 0;
}

static const option options[] = {{"--output", 'o', "OUT", "NAME.png (default: hone-demo.png)",
                                  offsetof(demo_values, output), read_output, "a name that ends in .png", NULL},
                                 {"--quiet", 'q', NULL, "no progress", offsetof(demo_values, quiet), NULL, NULL, NULL},
                                 {0}};

/* ---- the sheet: one large picture and a strip of smaller ones ------------------------------------------------------
 */

enum { SHEET_WIDTH = 1920, SHEET_HEIGHT = 1080, SHOTS = 7, SAMPLES = 4 };

typedef struct shot {
    double seconds; /* of the dance */
    sheet_cell cell;
} shot;

static const shot shots[SHOTS] = {
    {2.0, {0, 0, 832, 1080}},    {0.5, {840, 0, 354, 536}},    {1.2, {1202, 0, 355, 536}},   {3.1, {1565, 0, 355, 536}},
    {4.4, {840, 544, 354, 536}}, {5.6, {1202, 544, 355, 536}}, {6.9, {1565, 544, 355, 536}},
};

static const float gutter[3] = {1, 1, 1}, backdrop_top[3] = {0.80f, 0.87f, 0.94f},
                   backdrop_bottom[3] = {0.97f, 0.95f, 0.93f};

static int shoot(const shot *s, stage *on, hone_image *sheet, report *r)
{
    hone_error error = {0};
    hone_image picture = {0};
    const stage_look look = {.width = s->cell.width, .height = s->cell.height, .samples = SAMPLES};
    double frame = s->seconds * HONE_FRAMES_PER_SECOND, aspect = (double)s->cell.width / s->cell.height;
    int status = stage_frame_cast(on, frame, 1, 1, aspect, r);
    if (status == STATUS_OK && !hone_image_create(look.width, look.height, NULL, &picture, &error))
        status = report_failure(r, on->target, &error);
    if (status == STATUS_OK)
        status = stage_shoot(on, frame, &look, &picture, r);
    if (status == STATUS_OK)
        sheet_place(sheet, &s->cell, backdrop_top, backdrop_bottom, &picture);
    hone_image_release(&picture);
    return status;
}

static int shoot_all(stage *on, hone_image *sheet, report *r)
{
    hone_error error = {0};
    if (!hone_image_create(SHEET_WIDTH, SHEET_HEIGHT, NULL, sheet, &error))
        return report_failure(r, on->target, &error);
    sheet_clear(sheet, gutter);
    int status = STATUS_OK;
    for (int i = 0; i < SHOTS && status == STATUS_OK; i++)
        status = interrupted() ? interrupted_status() : shoot(&shots[i], on, sheet, r);
    return status;
}

static int write_sheet(const char *path, const hone_image *sheet, report *r)
{
    hone_error error = {0};
    hone_bytes png = {0};
    int status = STATUS_OK;
    if (!hone_image_write_png(sheet, NULL, &png, &error))
        status = report_failure(r, path, &error);
    if (status == STATUS_OK)
        status = interrupted() ? interrupted_status() : output_write(path, &png, r);
    hone_bytes_release(&png);
    if (status == STATUS_OK) {
        report_print_escaped(stdout, path);
        putchar('\n');
    }
    return status;
}

/* ---- the command ---------------------------------------------------------------------------------------------------
 */

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const demo_values *v = values;
    const char *path = v->output ? v->output : "hone-demo.png";
    if (file_count)
        return report_usage(r, "demo: takes no files, not %s (hone render does)", files[0]);
    r->quiet = true; /* what is not evaluated yet the dance does without */
    const play_values play = {.quiet = true};
    const hone_files textures = hone_sample_files();
    inputs in = {0};
    cast c = {0};
    stage s = {0};
    hone_image sheet = {0};
    int status = built_in_inputs(&in, r);
    if (status == STATUS_OK)
        status = cast_make(&in, &play, &c, r);
    if (status == STATUS_OK)
        status = stage_make(&c, path, &textures, &s, r);
    if (status == STATUS_OK)
        status = shoot_all(&s, &sheet, r);
    if (status == STATUS_OK)
        status = write_sheet(path, &sheet, r);
    hone_image_release(&sheet);
    stage_release(&s);
    cast_release(&c);
    inputs_release(&in);
    return status;
}

const command command_demo = {"demo",
                              "[-o OUT]",
                              "show the built-in character dance, in a picture",
                              "No file is needed, and no display. Prints the name of the picture.",
                              options,
                              NULL,
                              sizeof(demo_values),
                              run};
