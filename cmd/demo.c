/* hone demo: shows the built-in character and dance in a picture and a film, without any input file. */
#include "cmd/commands.h"
#include "cmd/demo/contact_sheet.h"
#include "cmd/demo/demo_film.h"
#include "samples/samples.h"
#include "tool/output/output.h"
#include "tool/picture/renderer_session.h"
#include "tool/play/demo_assets.h"
#include <hone/io.h>

#include <string.h>

typedef struct demo_values {
    const char *output; /* NULL: hone-demo.png and hone-demo.mp4 */
    int format;         /* index in output_picture_formats; 0: not given */
    bool quiet;
} demo_values;

static const option options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.png or .jpg, or a film: NAME.mp4, .webm, .mov, .mkv, .gif, .apng, .webp;\n"
             "- for stdout\n"
             "(default: hone-demo.png, and hone-demo.mp4 if films are built in)",
     .field = offsetof(demo_values, output),
     .read = output_read_picture,
     .expected = OUTPUT_PICTURE_EXPECTED,
     .endings = ENDINGS_PICTURES},
    {.name = "--format",
     .value = "FORMAT",
     .help = "the format of -: png, jpg, mp4 and mov (in fragments), webm, mkv, gif,\n"
             "apng, webp",
     .field = offsetof(demo_values, format),
     .read = option_read_choice,
     .expected = OUTPUT_FORMAT_EXPECTED,
     .detail = output_picture_formats},
    {.name = "--quiet", .letter = 'q', .help = "no progress", .field = offsetof(demo_values, quiet)},
    {0},
};

/* ---- the contact sheet: a large picture with the dance's own camera, and smaller ones with a fixed camera ---- */

enum { SHEET_WIDTH = 1920, SHEET_HEIGHT = 1080, GAP = 8, HERO_WIDTH = 904, CELL_WIDTH = 330, CELL_HEIGHT = 536 };

typedef struct shot {
    double seconds; /* time in the dance */
    contact_sheet_cell cell;
    bool keyed; /* uses the camera's keys */
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

static const float gutter[3] = {1, 1, 1};

static double frame_of(const shot *s)
{
    return s->seconds * HONE_FRAMES_PER_SECOND;
}

/* Places one camera for all the smaller pictures, so that they are comparable. */
static int place_camera(renderer_session *s, report *r)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    int status = STATUS_OK;
    for (int i = 0; i < SHOTS && status == STATUS_OK; i++)
        if (!shots[i].keyed)
            status = renderer_session_add_bounds(s, frame_of(&shots[i]), &bounds, r);
    s->fixed_camera = hone_camera_framing(&bounds, (double)CELL_WIDTH / CELL_HEIGHT);
    return status;
}

static int render(const shot *s, renderer_session *on, hone_image *contact_sheet, report *r)
{
    hone_error error = {0};
    hone_image picture = {0};
    const picture_settings settings = {.look = {.background = {true, {0}},
                                                .draw = {.width = s->cell.width * SHEET_FINENESS,
                                                         .height = s->cell.height * SHEET_FINENESS,
                                                         .samples = DEMO_SAMPLES}}};
    if (!hone_image_create(settings.look.draw.width, settings.look.draw.height, NULL, &picture, &error))
        return report_failure(r, on->target, &error);
    int status = renderer_session_render(on, frame_of(s), &settings, &picture, r);
    if (status == STATUS_OK)
        contact_sheet_place(contact_sheet, &s->cell, demo_backdrop_top, demo_backdrop_bottom, &picture);
    hone_image_release(&picture);
    return status;
}

static int shoot_all(renderer_session *on, const inputs *in, hone_image *contact_sheet, report *r)
{
    hone_error error = {0};
    if (!hone_image_create(SHEET_WIDTH, SHEET_HEIGHT, NULL, contact_sheet, &error))
        return report_failure(r, on->target, &error);
    contact_sheet_clear(contact_sheet, gutter);
    renderer_session_use_keys(on, in);
    const hone_motion *keys = on->keys.camera;
    int status = place_camera(on, r);
    for (int i = 0; i < SHOTS && status == STATUS_OK; i++) {
        on->keys.camera = shots[i].keyed ? keys : NULL;
        status = render(&shots[i], on, contact_sheet, r);
    }
    return status;
}

static void print_name(const char *path)
{
    if (output_is_stdout(path))
        return;
    report_print_escaped(stdout, path);
    putchar('\n');
    fflush(stdout);
}

/* The file of the contact sheet. */
typedef struct sheet_file {
    const char *path;
    picture_file kind;
} sheet_file;

static int write_sheet(const sheet_file *sheet, const hone_image *contact_sheet, report *r)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    int status = STATUS_OK;
    if (!picture_file_encode(&sheet->kind, contact_sheet, &bytes, &error))
        status = report_failure(r, sheet->path, &error);
    if (status == STATUS_OK)
        status = output_write(sheet->path, &bytes, r);
    hone_bytes_release(&bytes);
    if (status == STATUS_OK)
        print_name(sheet->path);
    return status;
}

static int make_sheet(renderer_session *on, const inputs *in, const sheet_file *sheet, report *r)
{
    hone_image contact_sheet = {0};
    int status = shoot_all(on, in, &contact_sheet, r);
    if (status == STATUS_OK)
        status = write_sheet(sheet, &contact_sheet, r);
    hone_image_release(&contact_sheet);
    return status;
}

/* ---- the command ---- */

/* Draws what was asked for. The film's processes begin before this one has other threads. */
static int make_all(const inputs *in, const sheet_file *sheet, demo_film *film, report *r)
{
    const playback_values play = {.quiet = true}; /* warnings are useless: the user did not choose these files */
    const hone_file_resolver textures = hone_sample_files();
    const char *path = sheet ? sheet->path : film->path;
    actor_list c = {0};
    renderer_session s = {0};
    int status = film->path ? demo_film_begin(film, r) : STATUS_OK;
    bool drawn_here = sheet || !film->jobs;
    if (status == STATUS_OK && drawn_here)
        status = actor_list_make(in, &play, true, &c, r);
    if (status == STATUS_OK && drawn_here)
        status = renderer_session_make(&c, path, &textures, 0, &s, r);
    if (status == STATUS_OK && sheet)
        status = make_sheet(&s, in, sheet, r);
    if (film->path)
        status = demo_film_end(film, &s, status, r);
    if (status == STATUS_OK && film->path)
        print_name(film->path);
    renderer_session_release(&s);
    actor_list_warn_of_physics(&c, r);
    actor_list_release(&c);
    return status;
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const demo_values *v = values;
    const char *path = v->output ? v->output : "hone-demo.png";
    inputs in = {0};
    demo_film film = {.format = HONE_FILM_MP4, .in = &in};
    bool only_film = output_film_format(path, v->format, &film.format);
    const sheet_file sheet = {path, output_picture_file(path, v->format, 0)};
    if (file_count)
        return report_usage(r, "demo: takes no files such as %s (hone render does)", files[0]);
    int status = output_check_format(&command_demo, path, v->format, r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->quiet;
    if (!v->output)
        hone_file_remove_abandoned("");
    if (only_film)
        film.path = path;
    else if (!v->output && hone_film_available())
        film.path = "hone-demo.mp4";
    status = demo_asset_inputs(&in, r);
    if (status == STATUS_OK)
        status = make_all(&in, only_film ? NULL : &sheet, &film, r);
    inputs_release(&in);
    return status;
}

const command command_demo = {
    .name = "demo",
    .arguments = "[-o OUT]",
    .summary = "show the built-in character dancing, in a picture and a film",
    .notes = "Needs no file and no display. Prints the names of the files that it wrote.",
    .options = options,
    .values_size = sizeof(demo_values),
    .run = run,
};
