/* hone render: draws characters to a picture, to a numbered sequence of pictures, or to a film. */
#include "cmd/commands.h"
#include "cmd/compare.h"
#include "cmd/render_camera.h"
#include "tool/messages/interrupt.h"
#include "tool/messages/progress.h"
#include "tool/options/colour.h"
#include "tool/options/film_options.h"
#include "tool/options/number_options.h"
#include "tool/options/show_options.h"
#include "tool/output/output.h"
#include "tool/output/sequence.h"
#include "tool/picture/picture_jobs.h"
#include "tool/picture/renderer_session.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <limits.h>
#include <math.h>
#include <string.h>

/* The frames that the automatic camera must have in view. */
typedef struct frame_over {
    bool all;           /* from the first to the last frame of all motions */
    number_range range; /* count 0: not given */
} frame_over;

typedef struct render_values {
    playback_values play; /* must be first: playback_options fill it in */
    const char *output;
    number_range frame, frames;
    picture_size size;
    camera_values camera; /* source NULL: keys if there are any, else auto */
    frame_over over;
    uint32_t samples; /* 0: 4 */
    uint32_t supersample;
    colour background;
    int shadows;          /* hone_shadows */
    uint32_t shadow_size; /* PICTURE_SHADOW_AUTO: auto; 0: not given */
    int edges;            /* index in on_off */
    bool grid;
    show_values show;
    compare_values compare;
    int format; /* index in output_picture_formats; 0: not given */
    film_values film;
    int gpu_skin; /* 1 + hone_gpu_skin; 0: not given */
    uint32_t gpu_bones, crowd;
    float exponent; /* 0: not given */
    uint32_t jobs;  /* 0: not given */
} render_values;

enum { NAME_SIZE = 4096, DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720, TURNTABLE_FRAMES = 120 };

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

static const option_range shadow_range = {64, 8192};

static bool read_shadow_size(const option *o, const char *text, void *field)
{
    uint32_t *size = field;
    *size = PICTURE_SHADOW_AUTO;
    return strcmp(text, "auto") == 0 || option_read_integer(o, text, size);
}

static bool read_frame_over(const option *o, const char *text, void *field)
{
    frame_over *out = field;
    out->all = strcmp(text, "all") == 0;
    return out->all || (option_read_number_range(o, text, &out->range) && !out->range.stepped);
}

static const char *const shadow_names[] = {"both", "self", "ground", "off", NULL}; /* order of hone_shadows */
static const char *const on_off[] = {"on", "off", NULL};
/* Order of hone_gpu_skin. */
static const char *const gpu_skin_names[] = {"off",
                                             "matrix",
                                             "quaternion",
                                             "texture",
                                             "texture-normalised",
                                             "dual-quaternion",
                                             "texture-half",
                                             "texture-quaternion",
                                             "texture-quaternion-normalised",
                                             "texture-quaternion-half",
                                             "distance",
                                             NULL};

static bool read_gpu_skin(const option *o, const char *text, void *field)
{
    int *skin = field;
    if (!option_read_choice(o, text, skin))
        return false;
    *skin += 1;
    return true;
}

static const option_range sample_range = {0, 64}, quality_range = {1, 100}, supersample_range = {1, 8},
                          job_range = {1, PICTURE_JOBS_MAX}, gpu_bone_range = {3 * HONE_SKIN_SHADER_INFLUENCES, 65536},
                          crowd_range = {1, 100000};
static const option options[] = {
    {.name = "--output",
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.png; f-{frame:04}.png or f-{index:04}.png for a sequence;\n"
             "NAME.mp4, .webm, .gif, .apng or .webp for a film; - for stdout",
     .field = offsetof(render_values, output),
     .read = output_read_picture,
     .expected = OUTPUT_PICTURE_EXPECTED},
    {.name = "--frame",
     .value = "F",
     .help = "one frame, at 30 a second; fractions are allowed (default: 0)",
     .field = offsetof(render_values, frame),
     .read = read_frame,
     .expected = "a number"},
    {.name = "--frames",
     .value = "A:B[:STEP]",
     .help = "a sequence or a part of a film, at 30 frames a second, both ends\n"
             "included (default: the whole duration of the motions, or of the\n"
             "first clip in the model's own file); a picture every STEP frames",
     .field = offsetof(render_values, frames),
     .read = option_read_number_range,
     .expected = "A:B or A:B:STEP, A not above B, STEP above 0"},
    PLAYBACK_MOTION_OPTION,
    {.name = "--fps",
     .value = "N",
     .help = "pictures a second, also N/D or 29.97 (default: 30)",
     .field = offsetof(render_values, film.rate),
     .read = film_read_rate,
     .expected = "1 to 240, as N, N/D or a decimal"},
    {.name = "--audio",
     .value = "FILE",
     .help = "sound of a film, in time with the motions: wav, mp3, ogg, flac, m4a",
     .field = offsetof(render_values, film.sound),
     .read = option_read_text,
     .expected = "a file"},
    {.name = "--audio-delay",
     .value = "SECONDS",
     .help = "the sound begins so much later than the motions; negative: earlier",
     .field = offsetof(render_values, film.delay),
     .read = film_read_delay,
     .expected = "a number of seconds"},
    {.name = "--quality",
     .value = "N",
     .help = "quality of mp4, webm and webp, 1 to 100 (default: 80)",
     .field = offsetof(render_values, film.quality),
     .read = option_read_integer,
     .expected = "a number from 1 to 100",
     .detail = &quality_range},
    {.name = "--bitrate",
     .value = "N",
     .help = "bits a second of mp4 and webm, instead of a quality: 800k, 4M",
     .field = offsetof(render_values, film.bit_rate),
     .read = film_read_bit_rate,
     .expected = "a number of bits a second, such as 800k or 4M"},
    {.name = "--size",
     .value = "WxH",
     .help = "size of the picture (default: 1280x720)",
     .field = offsetof(render_values, size),
     .read = option_read_size,
     .expected = "WIDTHxHEIGHT, 1 to 16384 each"},
    {.name = "--camera",
     .value = "keys|PRESET|FILE",
     .help = "keys: the camera keys of the motions; or a file with camera keys\n"
             "(./NAME if it is called like a preset). Presets: auto: a fixed camera\n"
             "that has all characters in view; front, side, back: the same, level,\n"
             "and from that side of the first character; full, bust, face: shots\n"
             "that follow it (default: keys if there are any, else auto)",
     .field = offsetof(render_values, camera.source),
     .read = option_read_text,
     .expected = "keys, a preset or a file"},
    {.name = "--camera-orbit",
     .value = "YAW,PITCH[,DIST]",
     .help = "degrees from the first character's front to its left, and from the\n"
             "level to above; the distance is in world units (default: so that all\n"
             "is in view)",
     .field = offsetof(render_values, camera.orbit),
     .read = camera_read_orbit,
     .expected = "YAW,PITCH or YAW,PITCH,DISTANCE, such as 30,10; PITCH from -90 to 90"},
    {.name = "--look-at",
     .value = "BONE|X,Y,Z",
     .help = "what is in the middle of the picture: a bone, which the camera\n"
             "follows, or a point of the world",
     .field = offsetof(render_values, camera.target),
     .read = camera_read_target,
     .expected = "a bone, or a point such as 0,10,0"},
    {.name = "--fov",
     .value = "DEGREES",
     .help = "vertical field of view (default: 30, or that of the camera keys)",
     .field = offsetof(render_values, camera.fov),
     .read = camera_read_fov,
     .expected = "a number from 1 to 170"},
    {.name = "--turntable",
     .help = "the camera turns once about the characters over the length of the\n"
             "film (without a motion: four seconds)",
     .field = offsetof(render_values, camera.turntable)},
    {.name = "--frame-over",
     .value = "A:B|all",
     .help = "the frames in which the automatic camera has all characters in view\n"
             "(default: the rendered ones); if you render a film in parts, give\n"
             "the whole film's range",
     .field = offsetof(render_values, over),
     .read = read_frame_over,
     .expected = "A:B, A not above B, or all"},
    {.name = "--msaa",
     .value = "N",
     .help = "samples for each pixel (default: 4)",
     .field = offsetof(render_values, samples),
     .read = read_samples,
     .expected = "0 or a power of two up to 64",
     .detail = &sample_range},
    {.name = "--supersample",
     .value = "N",
     .help = "draw N times as wide and high, then scale down (default: 1)",
     .field = offsetof(render_values, supersample),
     .read = option_read_integer,
     .expected = "a number from 1 to 8",
     .detail = &supersample_range},
    {.name = "--background",
     .value = "COLOR",
     .help = "RRGGBB, RRGGBBAA, white (default), black or none",
     .field = offsetof(render_values, background),
     .read = option_read_colour,
     .expected = "a colour such as 203040, white, black or none"},
    {.name = "--shadows",
     .value = "both|self|ground|off",
     .help = "self: of characters on each other, as in the shadow keys; ground: on\n"
             "the ground; both (default); or off",
     .field = offsetof(render_values, shadows),
     .read = option_read_choice,
     .expected = "both, self, ground or off",
     .detail = shadow_names},
    {.name = "--shadow-size",
     .value = "auto|N",
     .help = "texels across the map of self-shadows: more are finer, fewer are\n"
             "faster; auto: as many as fit the picture's size (default: 2048)",
     .field = offsetof(render_values, shadow_size),
     .read = read_shadow_size,
     .expected = "auto or a number from 64 to 8192",
     .detail = &shadow_range},
    {.name = "--edges",
     .value = "on|off",
     .help = "outlines of the materials that have them (default: on)",
     .field = offsetof(render_values, edges),
     .read = option_read_choice,
     .expected = "on or off",
     .detail = on_off},
    {.name = "--grid", .help = "draw a grid on the ground", .field = offsetof(render_values, grid)},
    {.name = "--show",
     .value = "WHAT[,...]",
     .help = "draw over the characters: bones, axes (of bones: x red, y green,\n"
             "z blue), wire (sides of triangles), points (vertices), bodies (of\n"
             "physics), weights=BONE (vertices in colours from grey, 0, over blue\n"
             "and green to red, 1). BONE: a name, an English name, a role such as\n"
             "rightUpperArm, or #INDEX",
     .field = offsetof(render_values, show),
     .read = option_read_show,
     .expected = SHOW_EXPECTED},
    {.name = "--compare",
     .value = "WAY,WAY[,...]",
     .help = "several pictures side by side in one, each with its name below: auto,\n"
             "linear, dual-quaternion, sdef (as auto), and the ways of --gpu-skin\n"
             "(gpu-dual-quaternion)",
     .field = offsetof(render_values, compare),
     .read = compare_read,
     .expected = COMPARE_EXPECTED,
     .detail = gpu_skin_names},
    {.name = "--gpu-skin",
     .value = "WAY",
     .help = "off (default): vertices are skinned on the CPU; matrix, quaternion,\n"
             "dual-quaternion: on the GPU, with bones in uniforms; texture,\n"
             "texture-quaternion: with bones in a texture, both also with\n"
             "-normalised (coordinates from 0 to 1) or -half (half floats, less\n"
             "precise). All draw the same. distance: weights by the distance to\n"
             "each bone, computed on the GPU, in place of the model's",
     .field = offsetof(render_values, gpu_skin),
     .read = read_gpu_skin,
     .expected = "matrix, quaternion, dual-quaternion, texture, texture-normalised, texture-half, texture-quaternion, "
                 "texture-quaternion-normalised, texture-quaternion-half, distance or off",
     .detail = gpu_skin_names},
    {.name = "--exponent",
     .value = "C",
     .help = "of --gpu-skin distance: a weight is 1 / (1 + d/h)^C, d the distance,\n"
             "h a twentieth of the mesh's diagonal (default: 16)",
     .field = offsetof(render_values, exponent),
     .read = option_read_exponent,
     .expected = OPTION_EXPONENT_EXPECTED},
    {.name = "--gpu-bones",
     .value = "N",
     .help = "number of bones in uniforms: meshes that use more are split\n"
             "(default: what the device supports; 117 is the limit of\n"
             "Direct3D 9 for quaternions)",
     .field = offsetof(render_values, gpu_bones),
     .read = option_read_integer,
     .expected = "a number from 12 to 65536",
     .detail = &gpu_bone_range},
    {.name = "--crowd",
     .value = "N",
     .help = "draw N dancers on a grid, each at its own moment of the dance\n"
             "(--gpu-skin is texture by default then: one draw for each material)",
     .field = offsetof(render_values, crowd),
     .read = option_read_integer,
     .expected = "a number from 1 to 100000",
     .detail = &crowd_range},
    {.name = "--jobs",
     .value = "N",
     .help = "draw the pictures of a film or sequence in N processes; they are the\n"
             "same (default: one for each processor if the device is software)",
     .field = offsetof(render_values, jobs),
     .read = option_read_integer,
     .expected = "a number from 1 to 64",
     .detail = &job_range},
    {.name = "--format",
     .value = "FORMAT",
     .help = "the format of -: png, mp4 (in fragments), webm, gif, apng, webp",
     .field = offsetof(render_values, format),
     .read = option_read_choice,
     .expected = OUTPUT_FORMAT_EXPECTED,
     .detail = output_picture_formats},
    {0},
};

static number_range range_of(const render_values *v)
{
    return v->frames.count ? v->frames : v->frame.count ? v->frame : (number_range){.step = 1, .count = 1};
}

/* Whether the output is a film or a numbered sequence, not one picture. */
static bool is_moving(const render_values *v)
{
    hone_film_format format;
    return v->frames.count || output_film_format(v->output, v->format, &format) ||
           (!v->frame.count && sequence_fields(v->output));
}

static bool is_whole(double value)
{
    return value == floor(value);
}

static int check_film(const render_values *v, hone_film_format format, report *r)
{
    int status = film_check(&v->film, &format, "render", r);
    if (status != STATUS_OK)
        return status;
    if (v->frame.count)
        return report_usage(r, "render: --frame makes a picture; a film needs --frames");
    double rate = v->film.rate.rate ? (double)v->film.rate.rate / v->film.rate.divisor : HONE_FRAMES_PER_SECOND;
    if (v->film.sound && v->frames.stepped && fabs(v->frames.step * rate - HONE_FRAMES_PER_SECOND) > 1e-6)
        return report_usage(r, "render: --audio needs motions at normal speed: STEP = 30 / --fps, or none");
    return STATUS_OK;
}

static int check_sequence(const render_values *v, report *r)
{
    int status = film_check(&v->film, NULL, "render", r);
    if (status != STATUS_OK)
        return status;
    int fields = sequence_fields(v->output);
    number_range range = range_of(v);
    if (v->frames.count && fields == 0)
        return report_usage(r, "render: a sequence needs {frame:04} or {index:04} in the name of -o");
    if (v->film.rate.rate && (!is_moving(v) || v->frames.stepped))
        return report_usage(r, "render: --fps is for films, and for sequences without a STEP");
    bool whole =
        is_whole(range.first) && is_whole(range.step) &&
        (!v->film.rate.rate || is_whole((double)HONE_FRAMES_PER_SECOND * v->film.rate.divisor / v->film.rate.rate));
    if ((fields & SEQUENCE_FRAME) && !whole)
        return report_usage(r, "render: {frame} needs whole frames; use {index}");
    return STATUS_OK;
}

static int check_usage(const render_values *v, uint32_t file_count, report *r)
{
    if (file_count == 0)
        return report_usage(r, "render: no model given (hone render -h)");
    if (!v->output)
        return report_usage(r, "render: -o OUT is missing");
    if (v->frame.count && v->frames.count)
        return report_usage(r, "render: --frame and --frames exclude each other");
    if (v->exponent > 0 && v->gpu_skin != 1 + HONE_GPU_SKIN_DISTANCE)
        return report_usage(r, "render: --exponent is of --gpu-skin distance");
    if (v->crowd && playback_simulates(&v->play, false))
        return report_usage(r, "render: bodies do not move in a --crowd; leave out --physics on");
    if (v->crowd && show_has_overlays(&v->show))
        return report_usage(r, "render: a --crowd can show wire and weights only");
    if (v->crowd && v->compare.count)
        return report_usage(r, "render: --compare and --crowd exclude each other");
    int status = output_check_format(&command_render, v->output, v->format, r);
    if (status == STATUS_OK)
        status = render_camera_check(
            &(render_camera_use){.values = &v->camera, .crowd = v->crowd > 0, .moving = is_moving(v)}, r);
    if (status != STATUS_OK)
        return status;
    hone_film_format format;
    return output_film_format(v->output, v->format, &format) ? check_film(v, format, r) : check_sequence(v, r);
}

/* The last frame of all motions. */
static double last_frame(const inputs *in)
{
    return timeline_end(in);
}

/* The last frame of a film without --frames. */
static double last_of(const render_values *v, const inputs *in)
{
    double last = last_frame(in);
    return last > 0 || !v->camera.turntable ? last : TURNTABLE_FRAMES - 1;
}

/* Sets the frames to draw. For a film or a sequence without --frames that is the whole duration of the motions, at
 * --fps pictures a second. */
static int choose_frames(render_values *v, const inputs *in, report *r)
{
    hone_film_format format;
    bool film = output_film_format(v->output, v->format, &format), whole = is_moving(v) && !v->frames.count;
    number_range asked = range_of(v);
    const double ends[] = {asked.first, v->frames.count ? asked.last : asked.first};
    timeline_warn_outside(in, &(timeline_times){"frame", 1, ends, whole ? 0 : v->frames.count ? 2 : 1}, r);
    if (whole)
        v->frames = (number_range){.step = 1, .last = last_of(v, in), .count = 1};
    return film || whole || v->film.rate.rate ? film_range(v->film.rate, v->output, &v->frames, r) : STATUS_OK;
}

static int write_png(const render_values *v, double frame, uint32_t index, const hone_bytes *png, report *r)
{
    hone_error error = {0};
    char name[NAME_SIZE];
    if (!sequence_name(v->output, (int64_t)frame, index, name, sizeof name))
        return hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the name is too long"), report_failure(r, v->output, &error);
    return interrupted() ? interrupted_status() : output_write(name, png, r);
}

static int write_picture(const render_values *v, double frame, uint32_t index, const hone_image *image, report *r)
{
    hone_error error = {0};
    hone_bytes png = {0};
    if (!hone_image_write_png(image, NULL, &png, &error))
        return report_failure(r, v->output, &error);
    int status = write_png(v, frame, index, &png, r);
    hone_bytes_release(&png);
    return status;
}

/* Where the pictures go: into a film, or into a file each. */
typedef struct render_job {
    const render_values *values;
    renderer_session *renderer_session;
    picture_settings settings;
    hone_image image;
    hone_film *film;     /* NULL: into files */
    picture_job *job;    /* they are handed to another process, which writes them; NULL: this one writes them */
    compare_sheet sheet; /* for --compare */
} render_job;

static int write_image(render_job *s, number_range range, uint32_t index, report *r)
{
    return s->film ? film_add(s->film, s->values->output, &s->image, r)
                   : write_picture(s->values, range.first + index * range.step, index, &s->image, r);
}

static int finish_picture(render_job *s, number_range range, uint32_t index, report *r)
{
    int status = renderer_session_read(s->renderer_session, &s->settings, &s->image, r);
    return status == STATUS_OK ? write_image(s, range, index, r) : status;
}

/* Each picture is read back after the next one has been posed, skinned and handed to the device. */
static int render_one(render_job *s, number_range range, uint32_t index, report *r)
{
    int status = renderer_session_draw(s->renderer_session, range.first + index * range.step, &s->settings, r);
    if (status == STATUS_OK && index > 0)
        status = finish_picture(s, range, index - 1, r);
    if (status == STATUS_OK && index + 1 == range.count)
        status = finish_picture(s, range, index, r);
    return status;
}

static int render_compared(render_job *s, number_range range, uint32_t index, report *r)
{
    int status = compare_draw(&s->sheet, s->renderer_session, range.first + index * range.step, &s->image, r);
    return status == STATUS_OK ? write_image(s, range, index, r) : status;
}

static int render_all(render_job *s, report *r)
{
    number_range range = range_of(s->values);
    progress p = progress_begin(r, range.count);
    int status = STATUS_OK;
    for (uint32_t i = 0; i < range.count && status == STATUS_OK; i++) {
        s->renderer_session->turn = s->values->camera.turntable ? (double)i / range.count : 0;
        status = (s->values->compare.count ? render_compared : render_one)(s, range, i, r);
        progress_show(&p, i);
    }
    progress_end(&p);
    return status;
}

/* Reads the picture that was drawn last, or draws the compared ones, and hands them on. */
static int hand_on(render_job *s, double frame, report *r)
{
    hone_image *image = picture_job_room(s->job);
    if (!image)
        return interrupted() ? interrupted_status() : STATUS_FAILED;
    int status = s->values->compare.count ? compare_draw(&s->sheet, s->renderer_session, frame, image, r)
                                          : renderer_session_read(s->renderer_session, &s->settings, image, r);
    return status == STATUS_OK ? picture_job_send(s->job, r) : status;
}

/* Draws this job's share of the pictures. As in render_one each is read after the next one has been begun. */
static int render_share(render_job *s, report *r)
{
    number_range range = range_of(s->values);
    int status = STATUS_OK;
    uint32_t jobs = picture_job_start(s->job, hone_renderer_is_software(s->renderer_session->renderer));
    bool compared = s->values->compare.count > 0, begun = false;
    for (uint32_t i = picture_job_index(s->job); jobs && i < range.count && status == STATUS_OK; i += jobs) {
        double frame = range.first + i * range.step;
        s->renderer_session->turn = s->values->camera.turntable ? (double)i / range.count : 0;
        if (!compared)
            status = renderer_session_draw(s->renderer_session, frame, &s->settings, r);
        if (status == STATUS_OK && (compared || begun))
            status = hand_on(s, frame, r);
        begun = !compared;
    }
    return status == STATUS_OK && begun ? hand_on(s, 0, r) : status;
}

static film_desc describe_film(const render_values *v, const picture_settings *settings)
{
    return (film_desc){.path = v->output,
                       .width = settings->width,
                       .height = settings->height,
                       .alpha = settings->background[3] < 1,
                       .values = &v->film,
                       .first = range_of(v).first};
}

/* Opens and closes the film, if the output is one. */
static int render_pictures(render_job *s, report *r)
{
    const render_values *v = s->values;
    film_desc desc = describe_film(v, &s->settings);
    int status = STATUS_OK;
    if (s->job)
        return render_share(s, r);
    if (!output_film_format(v->output, v->format, &desc.format))
        return render_all(s, r);
    s->film = film_begin(&desc, &status, r);
    if (status == STATUS_OK)
        status = render_all(s, r);
    return film_end(s->film, v->output, status, r);
}

/* The frames that the automatic camera looks at. For a crowd that is the whole dance, since its dancers are at
 * different moments of it. */
static number_range camera_range(const render_values *v, const inputs *in)
{
    number_range shown = range_of(v);
    if (v->over.all || (v->crowd && !v->over.range.count))
        return (number_range){.last = last_frame(in)};
    if (v->over.range.count)
        return v->over.range;
    return (number_range){.first = shown.first, .last = shown.first + (shown.count - 1) * shown.step};
}

static picture_settings make_settings(const render_values *v, report *r)
{
    hone_film_format format;
    picture_settings settings = {.width = v->size.width ? v->size.width : DEFAULT_WIDTH,
                                 .height = v->size.height ? v->size.height : DEFAULT_HEIGHT,
                                 .samples = v->samples,
                                 .supersample = v->supersample,
                                 .background = {1, 1, 1, 1},
                                 .shadows = (hone_shadows)v->shadows,
                                 .shadow_size = v->shadow_size,
                                 .no_edges = v->edges != 0,
                                 .grid = v->grid};
    if (v->background.given)
        memcpy(settings.background, v->background.rgba, sizeof settings.background);
    if (output_film_format(v->output, v->format, &format))
        film_fit(format, v->output, &settings.width, &settings.height, settings.background[3] < 1, r);
    return settings;
}

/* Width / height of what the camera sees. */
static double aspect_of(const render_job *s)
{
    const picture_settings *seen = s->values->compare.count ? &s->sheet.settings : &s->settings;
    return (double)seen->width / seen->height;
}

/* All that is needed to render: the inputs of the command. */
typedef struct render_inputs {
    const render_values *values;
    const inputs *in;
    render_camera *camera;
} render_inputs;

static int render_actors(const render_inputs *what, actor_list *c, picture_job *job, report *r)
{
    hone_error error = {0};
    renderer_session s;
    const render_values *v = what->values;
    const inputs *in = what->in;
    render_job all = {.values = v, .renderer_session = &s, .settings = make_settings(v, r), .job = job};
    int status = renderer_session_make(c, v->output, NULL, &s, r);
    s.gpu_skin = (hone_gpu_skin)(v->gpu_skin ? v->gpu_skin - 1 : v->crowd ? HONE_GPU_SKIN_TEXTURE : HONE_GPU_SKIN_OFF);
    s.gpu_slots_max = v->gpu_bones;
    s.distance_exponent = v->exponent;
    if (status == STATUS_OK)
        status = crowd_make(in, c, v->crowd, &s.crowd, r);
    if (status == STATUS_OK)
        status = renderer_session_show(&s, &v->show, r);
    if (status == STATUS_OK && v->compare.count) {
        compare_warn(&v->compare, c, r);
        status = compare_begin(&all.sheet, &v->compare, &all.settings, r);
    }
    if (status == STATUS_OK) {
        renderer_session_warn_of_samples(&s, all.settings.samples, r);
        const render_camera_use use = {&v->camera, v->crowd > 0, is_moving(v), camera_range(v, in), aspect_of(&all)};
        status = render_camera_place(what->camera, &use, in, &s, r);
    }
    if (status == STATUS_OK && !hone_image_create(all.settings.width, all.settings.height, NULL, &all.image, &error))
        status = report_failure(r, v->output, &error);
    if (status == STATUS_OK)
        status = render_pictures(&all, r);
    compare_end(&all.sheet);
    hone_image_release(&all.image);
    renderer_session_release(&s);
    return status;
}

/* Makes the actors and draws them: all pictures, or those of a job. */
static int render_here(const render_inputs *what, picture_job *job, report *r)
{
    actor_list c = {0};
    const render_values *v = what->values;
    int status = actor_list_make(what->in, &v->play, v->frames.count > 0 && !v->crowd, &c, r); /* not for stills */
    if (status == STATUS_OK)
        status = render_actors(what, &c, job, r);
    actor_list_warn_of_physics(&c, r);
    actor_list_release(&c);
    return status;
}

/* ---- several processes ---- */

static int render_in_job(void *user, picture_job *job, report *r)
{
    const render_inputs *all = user;
    render_values values = *all->values;
    render_inputs what = *all;
    values.play.threads = picture_job_threads(job);
    what.values = &values;
    return render_here(&what, job, r);
}

static int write_from_jobs(const render_values *v, picture_jobs *jobs, hone_film *film, report *r)
{
    number_range range = range_of(v);
    progress p = progress_begin(r, range.count);
    int status = STATUS_OK;
    for (uint32_t i = 0; i < range.count && status == STATUS_OK; i++) {
        hone_image image;
        hone_bytes png;
        status = picture_jobs_next(jobs, &image, &png, r);
        if (status == STATUS_OK)
            status =
                film ? film_add(film, v->output, &image, r) : write_png(v, range.first + i * range.step, i, &png, r);
        progress_show(&p, i);
    }
    progress_end(&p);
    return picture_jobs_end(jobs, status, r);
}

/* The processes begin before the film, which has a thread of its own. */
static int collect_pictures(const render_values *v, const picture_settings *settings, picture_jobs *jobs, report *r)
{
    film_desc desc = describe_film(v, settings);
    int status = STATUS_OK;
    if (!output_film_format(v->output, v->format, &desc.format))
        return write_from_jobs(v, jobs, NULL, r);
    hone_film *film = film_begin(&desc, &status, r);
    if (status != STATUS_OK)
        return picture_jobs_end(jobs, status, r);
    return film_end(film, v->output, write_from_jobs(v, jobs, film, r), r);
}

static int render_all_inputs(const render_inputs *what, report *r)
{
    const render_values *v = what->values;
    hone_film_format format;
    int status = STATUS_OK;
    picture_jobs_desc desc = {.picture_count = range_of(v).count,
                              .job_count = v->jobs,
                              .threads = v->play.threads,
                              .samples = v->samples ? v->samples : 4,
                              .supersample = v->supersample ? v->supersample : 1,
                              .png = !output_film_format(v->output, v->format, &format),
                              .target = v->output,
                              .work = render_in_job,
                              .user = (void *)what};
    if (desc.picture_count < 2 || v->jobs == 1)
        return render_here(what, NULL, r);
    const picture_settings settings = make_settings(v, r);
    desc.width = settings.width, desc.height = settings.height;
    report_silence_libraries(r);
    picture_jobs *jobs = picture_jobs_make(&desc, &status, r);
    if (!jobs)
        return status == STATUS_OK ? render_here(what, NULL, r) : status;
    return collect_pictures(v, &settings, jobs, r);
}

/* ---- the command ---- */

/* A .x or glTF after a model without a motion may be meant as its motion, as pose and convert would read it. */
static void warn_of_clips_ignored(const inputs *in, report *r)
{
    const input *still = NULL;
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        uint32_t clips = item->model ? hone_model_get(item->model)->clip_count : 0;
        if (!item->model && timeline_moves(item->motion))
            return;
        if (still && clips) {
            report_warn(r, item->path, "is read as a second model; use --motion to play it on the first");
            return;
        }
        still = item->model && !clips ? item : still;
    }
}

static int check_inputs(const inputs *in, report *r)
{
    if (in->model_count) {
        warn_of_clips_ignored(in, r);
        return STATUS_OK;
    }
    return report_failure(r, in->items[0].path,
                          &(hone_error){.message = "is a motion; the model to play it on is missing"});
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    render_values chosen = *(const render_values *)values;
    const render_values *v = &chosen;
    int status = check_usage(v, file_count, r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->play.quiet;
    inputs in;
    render_camera camera = {0};
    const input_settings settings = {.strict = v->play.strict,
                                     .allow_outside = v->play.allow_outside,
                                     .clip = v->play.clip,
                                     .own_clips = is_moving(v),
                                     .motion = v->play.motion};
    status = inputs_load(files, file_count, &settings, &in, r);
    if (status == STATUS_OK)
        status = check_inputs(&in, r);
    if (status == STATUS_OK)
        status = choose_frames(&chosen, &in, r);
    if (status == STATUS_OK)
        status = render_camera_load(&camera, &v->camera, v->play.strict, r);
    if (status == STATUS_OK)
        status = render_all_inputs(&(render_inputs){v, &in, &camera}, r);
    render_camera_release(&camera);
    inputs_release(&in);
    return status;
}

const command command_render = {
    "render",
    "MODEL... [MOTION...] -o OUT [options]",
    "make a picture, a numbered sequence of pictures, or a film",
    "Needs no display and no GPU. With several models a motion plays on the model that it follows on the command "
    "line;\n"
    "a motion before all models plays on every model. Textures are searched in the model's folder.\n"
    "\n"
    "  hone render miku.pmx dance.vmd camera.vmd --audio song.mp3 --fps 60 -o dance.mp4\n"
    "  hone render miku.pmx dance.vmd camera.vmd --frames 0:300 -o dance-{frame:04}.png",
    options,
    playback_options,
    sizeof(render_values),
    run};
