/* hone render: characters to a picture, or to a numbered sequence of them. */
#include "base/error.h"
#include "colour.h"
#include "commands.h"
#include "interrupt.h"
#include "numbers.h"
#include "output.h"
#include "progress.h"
#include "sequence.h"
#include "stage.h"

#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct render_values {
    play_values play; /* first: play_options fill it in */
    const char *output;
    number_range frame, frames;
    picture_size size;
    const char *camera; /* "keys", "auto" or a file; NULL: keys where there are some, else auto */
    uint32_t samples;   /* 0: 4 */
    colour background;
    int format; /* 1: png, said; 0: not given */
} render_values;

enum { NAME_SIZE = 4096, DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720, FRAMING_LOOKS = 32 };

static bool read_frame(const option *o, const char *text, void *field)
{
    number_list one;
    number_range *out = field;
    if (!option_read_number_list(o, text, &one) || one.count != 1)
        return false;
    *out = (number_range){.step = 1, .count = 1};
    number_list_values(one, &out->first);
    return true;
}

/* 0 and 1 both mean one sample a pixel. */
static bool read_samples(const option *o, const char *text, void *field)
{
    uint32_t *samples = field;
    if (!option_read_integer(o, text, samples))
        return false;
    bool power = (*samples & (*samples - 1)) == 0;
    *samples = *samples ? *samples : 1;
    return power;
}

static const option_range sample_range = {0, 64};
static const option options[] = {
    {.name = "--output",
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.png; f-{frame:04}.png or f-{index:04}.png for a sequence; -",
     .field = offsetof(render_values, output),
     .read = output_read_picture,
     .wants = "a name that ends in .png, or -"},
    {.name = "--frame",
     .value = "F",
     .help = "one frame, 30 a second, fractions too (default: 0)",
     .field = offsetof(render_values, frame),
     .read = read_frame,
     .wants = "a number"},
    {.name = "--frames",
     .value = "A:B[:STEP]",
     .help = "a sequence, both ends included",
     .field = offsetof(render_values, frames),
     .read = option_read_number_range,
     .wants = "A:B or A:B:STEP, A not above B, STEP above 0"},
    {.name = "--size",
     .value = "WxH",
     .help = "of the picture (default: 1280x720)",
     .field = offsetof(render_values, size),
     .read = option_read_size,
     .wants = "WIDTHxHEIGHT, 1 to 16384 each"},
    {.name = "--camera",
     .value = "keys|auto|FILE",
     .help = "camera keys of the motions, or a camera that has everybody in view, or\n"
             "keys of a file (default: keys if there are any, else auto)",
     .field = offsetof(render_values, camera),
     .read = option_read_text,
     .wants = "keys, auto or a file"},
    {.name = "--msaa",
     .value = "N",
     .help = "samples a pixel (default: 4)",
     .field = offsetof(render_values, samples),
     .read = read_samples,
     .wants = "0 or a power of two up to 64",
     .detail = &sample_range},
    {.name = "--background",
     .value = "COLOR",
     .help = "RRGGBB, RRGGBBAA, white (default), black or none",
     .field = offsetof(render_values, background),
     .read = option_read_colour,
     .wants = "a colour such as 203040, white, black or none"},
    {.name = "--format",
     .value = "png",
     .help = "what is written to -",
     .field = offsetof(render_values, format),
     .read = option_read_choice,
     .wants = "png",
     .detail = output_picture_formats},
    {0},
};

static number_range range_of(const render_values *v)
{
    return v->frames.count ? v->frames : v->frame.count ? v->frame : (number_range){0, 1, 1};
}

static bool is_whole(double value)
{
    return value == floor(value);
}

static int check_usage(const render_values *v, uint32_t file_count, report *r)
{
    if (file_count == 0)
        return report_usage(r, "render: which model? (hone render -h)");
    if (!v->output)
        return report_usage(r, "render: -o OUT is missing");
    if (v->frame.count && v->frames.count)
        return report_usage(r, "render: --frame and --frames exclude each other");
    int status = output_check_format(&command_render, v->output, v->format, r);
    if (status != STATUS_OK)
        return status;
    int fields = sequence_fields(v->output);
    number_range range = range_of(v);
    if (v->frames.count && fields == 0)
        return report_usage(r, "render: a sequence wants {frame:04} or {index:04} in the name of -o");
    if ((fields & SEQUENCE_FRAME) && !(is_whole(range.first) && is_whole(range.step)))
        return report_usage(r, "render: {frame} is for whole frames; {index} counts any");
    return STATUS_OK;
}

static int write_picture(const render_values *v, double frame, uint32_t index, const hone_image *image, report *r)
{
    hone_error error = {0};
    hone_bytes png = {0};
    char name[NAME_SIZE];
    if (!sequence_name(v->output, (int64_t)frame, index, name, sizeof name))
        return hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the name is too long"), report_failure(r, v->output, &error);
    int status = STATUS_OK;
    if (!hone_image_write_png(image, NULL, &png, &error))
        status = report_failure(r, name, &error);
    else if (interrupted())
        status = interrupted_status();
    else
        status = output_write(name, &png, r);
    hone_bytes_release(&png);
    return status;
}

static int shoot_all(const render_values *v, stage *s, const stage_look *look, hone_image *image, report *r)
{
    number_range range = range_of(v);
    progress p = progress_begin(r, range.count);
    int status = STATUS_OK;
    for (uint32_t i = 0; i < range.count && status == STATUS_OK; i++) {
        double frame = range.first + i * range.step;
        progress_show(&p, i);
        status = stage_shoot(s, frame, look, image, r);
        if (status == STATUS_OK)
            status = write_picture(v, frame, i, image, r);
    }
    progress_end(&p);
    return status;
}

/* Of all motions. */
static double last_frame(const inputs *in)
{
    double last = 0;
    for (uint32_t i = 0; i < in->count; i++)
        last = fmax(last, hone_frame_from_seconds(hone_motion_duration(in->items[i].motion)));
    return last;
}

/* A camera that stands still and has everybody in view, at least in some frames: of a still, or spread over all that
 * the motions last, whichever part of it is rendered, so that parts go together. */
static int frame_cast(const render_values *v, const inputs *in, stage *s, double aspect, report *r)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    double last = v->frames.count ? last_frame(in) : 0, first = v->frames.count ? 0 : range_of(v).first;
    uint32_t looks = last < FRAMING_LOOKS ? (uint32_t)last + 1 : FRAMING_LOOKS;
    int status = STATUS_OK;
    for (uint32_t i = 0; i < looks && status == STATUS_OK; i++)
        status = stage_measure(s, first + (looks > 1 ? floor(i * last / (looks - 1)) : 0), &bounds, r);
    s->fixed_camera = hone_camera_framing(&bounds, aspect);
    return status;
}

/* Keys of a file of their own, of the motions, or a camera placed by what there is to see. */
static int place_camera(const render_values *v, const inputs *in, const input *camera, stage *s, double aspect,
                        report *r)
{
    stage_use_keys(s, in);
    bool automatic = v->camera && strcmp(v->camera, "auto") == 0, keys = v->camera && strcmp(v->camera, "keys") == 0;
    if (camera->motion)
        s->camera_keys = camera->motion;
    if (keys && !s->camera_keys)
        return report_failure(r, "--camera keys", &(hone_error){.message = "none of the files has camera keys"});
    if (automatic)
        s->camera_keys = NULL;
    return s->camera_keys ? STATUS_OK : frame_cast(v, in, s, aspect, r);
}

/* The motion that --camera FILE names; nothing where it names none. */
static int load_camera(const render_values *v, input *out, report *r)
{
    hone_error error = {0};
    *out = (input){0};
    if (!v->camera || strcmp(v->camera, "auto") == 0 || strcmp(v->camera, "keys") == 0)
        return STATUS_OK;
    if (!input_load(v->camera, &(input_wishes){.strict = v->play.strict}, true, out, &error))
        return report_failure(r, v->camera, &error);
    if (hone_motion_get(out->motion)->camera_key_count == 0)
        return report_failure(r, v->camera, &(hone_error){.message = "has no camera keys"});
    report_warn_all(r, v->camera, hone_motion_warnings(out->motion));
    return STATUS_OK;
}

static int render_cast(const render_values *v, const inputs *in, const input *camera, cast *c, report *r)
{
    stage_look look = {.width = v->size.width ? v->size.width : DEFAULT_WIDTH,
                       .height = v->size.height ? v->size.height : DEFAULT_HEIGHT,
                       .samples = v->samples,
                       .background = {1, 1, 1, 1}};
    if (v->background.given)
        memcpy(look.background, v->background.rgba, sizeof look.background);
    hone_error error = {0};
    stage s;
    hone_image image = {0};
    int status = stage_make(c, v->output, NULL, &s, r);
    if (status == STATUS_OK)
        status = place_camera(v, in, camera, &s, (double)look.width / look.height, r);
    if (status == STATUS_OK && !hone_image_create(look.width, look.height, NULL, &image, &error))
        status = report_failure(r, v->output, &error);
    if (status == STATUS_OK)
        status = shoot_all(v, &s, &look, &image, r);
    hone_image_release(&image);
    stage_release(&s);
    return status;
}

static int check_inputs(const inputs *in, report *r)
{
    if (in->model_count)
        return STATUS_OK;
    return report_failure(r, in->items[0].path, &(hone_error){.message = "a motion; a model to play it on is missing"});
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const render_values *v = values;
    int status = check_usage(v, file_count, r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->play.quiet;
    inputs in;
    input camera = {0};
    cast c = {0};
    const input_wishes wishes = {.strict = v->play.strict, .clip = v->play.clip};
    status = inputs_load(files, file_count, &wishes, &in, r);
    if (status == STATUS_OK)
        status = check_inputs(&in, r);
    if (status == STATUS_OK)
        status = load_camera(v, &camera, r);
    if (status == STATUS_OK)
        status = cast_make(&in, &v->play, v->frames.count > 0, &c, r); /* bodies move in sequences, not in stills */
    if (status == STATUS_OK)
        status = render_cast(v, &in, &camera, &c, r);
    cast_release(&c);
    input_release(&camera);
    inputs_release(&in);
    return status;
}

const command command_render = {"render",
                                "MODEL... [MOTION...] -o OUT [options]",
                                "make a picture, or a numbered sequence of pictures",
                                "Needs no display and no GPU. With several models a motion plays on the model that it "
                                "follows on the command line,\n"
                                "one before all of them on every model. Textures lie in the model's folder.\n\n"
                                "  hone render miku.pmx dance.vmd camera.vmd --frames 0:300 -o dance-{frame:04}.png",
                                options,
                                play_options,
                                sizeof(render_values),
                                run};
