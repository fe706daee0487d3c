/* hone demo: the built-in character dances over one picture, with no file needed. */
#include "base/error.h"
#include "built_in.h"
#include "commands.h"
#include "floor.h"
#include "interrupt.h"
#include "output.h"
#include "samples/samples.h"
#include "sheet.h"
#include "stage.h"

#include <string.h>

typedef struct demo_values {
    const char *output; /* NULL: hone-demo.png */
    int format;         /* 1: png, said; 0: not given */
    bool quiet;
} demo_values;

static const option options[] = {
    {.name = "--output",
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.png (default: hone-demo.png), or -",
     .field = offsetof(demo_values, output),
     .read = output_read_picture,
     .wants = "a name that ends in .png, or -"},
    {.name = "--format",
     .value = "png",
     .help = "what is written to -",
     .field = offsetof(demo_values, format),
     .read = option_read_choice,
     .wants = "png",
     .detail = output_picture_formats},
    {.name = "--quiet", .letter = 'q', .help = "no progress", .field = offsetof(demo_values, quiet)},
    {0},
};

/* ---- the sheet: a large picture by the dance's own camera, and smaller ones by one that stands still ---- */

enum {
    SHEET_WIDTH = 1920,
    SHEET_HEIGHT = 1080,
    GAP = 8,
    HERO_WIDTH = 904,
    CELL_WIDTH = 330,
    CELL_HEIGHT = 536,
    SAMPLES = 4
};

typedef struct shot {
    double seconds; /* of the dance */
    sheet_cell cell;
    bool keyed; /* by the camera's keys */
} shot;

#define HERO(seconds)                                                                                                  \
    {                                                                                                                  \
        seconds, {0, 0, HERO_WIDTH, SHEET_HEIGHT}, true                                                                \
    }
#define CELL(seconds, column, row)                                                                                     \
    {                                                                                                                  \
        seconds,                                                                                                       \
            {HERO_WIDTH + GAP + (column) * (CELL_WIDTH + GAP), (row) * (CELL_HEIGHT + GAP), CELL_WIDTH, CELL_HEIGHT},  \
            false                                                                                                      \
    }
static const shot shots[] = {HERO(4.5),       CELL(0.5, 0, 0),  CELL(2.75, 1, 0), CELL(8.5, 2, 0),
                             CELL(7.5, 0, 1), CELL(10.0, 1, 1), CELL(11.5, 2, 1)};
enum { SHOTS = sizeof shots / sizeof *shots };

static const char *const feet[2] = {"左足首", "右足首"};
static const float gutter[3] = {1, 1, 1}, backdrop_top[3] = {0.80f, 0.87f, 0.94f},
                   backdrop_bottom[3] = {0.97f, 0.95f, 0.93f};

/* What the demo films: the cast, and the shadow under it. */
typedef struct scene {
    stage stage;
    floor_shadow shadow;
} scene;

static int make_scene(cast *c, const char *target, scene *out, report *r)
{
    hone_error error = {0};
    const hone_files textures = hone_sample_files();
    int status = stage_make(c, target, &textures, &out->stage, r);
    if (status != STATUS_OK)
        return status;
    if (!floor_make(out->stage.renderer, &out->shadow, &error))
        return report_failure(r, target, &error);
    out->stage.ground = &out->shadow.placement;
    return STATUS_OK;
}

static double frame_of(const shot *s)
{
    return s->seconds * HONE_FRAMES_PER_SECOND;
}

/* One camera for all the smaller pictures, so that they compare. */
static int place_camera(stage *s, report *r)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    int status = STATUS_OK;
    for (int i = 0; i < SHOTS && status == STATUS_OK; i++)
        if (!shots[i].keyed)
            status = stage_measure(s, frame_of(&shots[i]), &bounds, r);
    s->fixed_camera = hone_camera_framing(&bounds, (double)CELL_WIDTH / CELL_HEIGHT);
    return status;
}

static int shoot(const shot *s, scene *on, hone_image *sheet, report *r)
{
    hone_error error = {0};
    hone_image picture = {0};
    const stage_look look = {
        .width = s->cell.width * SHEET_FINENESS, .height = s->cell.height * SHEET_FINENESS, .samples = SAMPLES};
    if (!hone_image_create(look.width, look.height, NULL, &picture, &error))
        return report_failure(r, on->stage.target, &error);
    cast_update(on->stage.cast, frame_of(s), r);
    floor_follow(&on->shadow, on->stage.cast->members[0].actor, feet, 2);
    int status = stage_shoot(&on->stage, frame_of(s), &look, &picture, r);
    if (status == STATUS_OK)
        sheet_place(sheet, &s->cell, backdrop_top, backdrop_bottom, &picture);
    hone_image_release(&picture);
    return status;
}

static int shoot_all(scene *on, const inputs *in, hone_image *sheet, report *r)
{
    hone_error error = {0};
    if (!hone_image_create(SHEET_WIDTH, SHEET_HEIGHT, NULL, sheet, &error))
        return report_failure(r, on->stage.target, &error);
    sheet_clear(sheet, gutter);
    stage_use_keys(&on->stage, in);
    const hone_motion *keys = on->stage.camera_keys;
    int status = place_camera(&on->stage, r);
    for (int i = 0; i < SHOTS && status == STATUS_OK; i++) {
        on->stage.camera_keys = shots[i].keyed ? keys : NULL;
        status = interrupted() ? interrupted_status() : shoot(&shots[i], on, sheet, r);
    }
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
    if (status == STATUS_OK && !output_is_stdout(path)) {
        report_print_escaped(stdout, path);
        putchar('\n');
    }
    return status;
}

/* ---- the command ---- */

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const demo_values *v = values;
    const char *path = v->output ? v->output : "hone-demo.png";
    if (file_count)
        return report_usage(r, "demo: takes no files, not %s (hone render does)", files[0]);
    int status = output_check_format(&command_demo, path, v->format, r);
    if (status != STATUS_OK)
        return status;
    r->quiet = true; /* nobody chose these files */
    const play_values play = {.quiet = true};
    inputs in = {0};
    cast c = {0};
    scene s = {0};
    hone_image sheet = {0};
    status = built_in_inputs(&in, r);
    if (status == STATUS_OK)
        status = cast_make(&in, &play, true, &c, r);
    if (status == STATUS_OK)
        status = make_scene(&c, path, &s, r);
    if (status == STATUS_OK)
        status = shoot_all(&s, &in, &sheet, r);
    if (status == STATUS_OK)
        status = write_sheet(path, &sheet, r);
    hone_image_release(&sheet);
    floor_release(&s.shadow);
    stage_release(&s.stage);
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
