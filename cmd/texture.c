/* hone texture: bakes motions into a texture for vertex shaders. */
#include "cmd/clips/clip_list.h"
#include "cmd/commands.h"
#include "tool/files/input_file.h"
#include "tool/messages/progress.h"
#include "tool/options/length_options.h"
#include "tool/options/number_options.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"

#include <hone/animation_texture.h>
#include <hone/format.h>
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

static const char *const endings[] = {"ktx2", NULL};
static const char *const contents[] = {"matrix", "quaternion", "position", "position-normal", NULL};
static const char *const formats[] = {"", "rgba32f", "rgba16f", "rgba16", "rgba8", NULL}; /* 1 + hone_texel_format */
static const char *const loops[] = {"auto", "on", "off", NULL};
static const char *const switches[] = {"off", "on", NULL};
static const option_range size_range = {64, 65536};

/* A difference that is worth a warning, in metres. */
static const double DEFORM_WARNING = 1e-3;

typedef struct texture_values {
    clip_values clips;
    int content, format, loop, physics; /* format 0: not given */
    float rate;                         /* 0: 30 */
    float tolerance;                    /* metres; 0: not given */
    uint32_t max_size;                  /* 0: not given */
} texture_values;

static bool read_rate(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    bool ok = number_read(text, text + strlen(text), &value) && value >= 0.1 && value <= 1000;
    *(float *)field = ok ? (float)value : 0;
    return ok;
}

/* Reads a choice whose first name means that nothing is given. */
static bool read_format(const option *o, const char *text, void *field)
{
    return text[0] && option_read_choice(o, text, field);
}

static const option options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.ktx2",
     .field = offsetof(clip_values, output),
     .read = output_read_file,
     .expected = "a name that ends in .ktx2",
     .endings = "ktx2",
     .detail = endings},
    {.name = "--content",
     .value = "WHAT",
     .help = "matrix: three texels for each bone (default)\n"
             "quaternion: two, for bones without uneven scale\n"
             "position, position-normal: one or two for each vertex",
     .field = offsetof(texture_values, content),
     .read = option_read_choice,
     .expected = "matrix, quaternion, position or position-normal",
     .detail = contents},
    {.name = "--format",
     .value = "FORMAT",
     .help = "rgba32f (default), rgba16f, rgba16 or rgba8; with --tolerance\n"
             "the default is the smallest that keeps it",
     .field = offsetof(texture_values, format),
     .read = read_format,
     .expected = "rgba32f, rgba16f, rgba16 or rgba8",
     .words = formats,
     .detail = formats},
    {.name = "--tolerance",
     .value = "LENGTH",
     .help = "fail if a vertex is further from its place at a frame",
     .field = offsetof(texture_values, tolerance),
     .read = length_read_bound,
     .expected = LENGTH_BOUND_EXPECTED},
    {.name = "--rate",
     .value = "N",
     .help = "frames in a second (default: 30)",
     .field = offsetof(texture_values, rate),
     .read = read_rate,
     .expected = "a number from 0.1 to 1000"},
    {.name = "--loop",
     .value = "auto|on|off",
     .help = "whether clips loop; auto: those that end where they begin",
     .field = offsetof(texture_values, loop),
     .read = option_read_choice,
     .expected = "auto, on or off",
     .detail = loops},
    {.name = "--physics",
     .value = "off|on",
     .help = "whether bodies are simulated (default: off)",
     .field = offsetof(texture_values, physics),
     .read = option_read_choice,
     .expected = "off or on",
     .detail = switches},
    {.name = "--max-size",
     .value = "N",
     .help = "most texels of a side (default: 16384)",
     .field = offsetof(texture_values, max_size),
     .read = option_read_integer,
     .expected = "a number from 64 to 65536",
     .detail = &size_range},
    {.include = clip_settings},
    {0},
};

typedef struct texture_context {
    const texture_values *values;
    clip_list clips;
    hone_animation_texture *texture;
    hone_animation_report measured;
    uint64_t bytes;
} texture_context;

/* ---- the summary ---- */

static int print_json(const texture_context *c)
{
    const double unit = clip_list_unit(&c->clips);
    hone_error error = {0};
    hone_bytes table;
    if (!hone_animation_texture_write_table(c->texture, NULL, &table, &error))
        return report_failure(c->clips.report, NULL, &error);
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    hone_json_object(&json);
    json_string(&json, "output", c->clips.values->output);
    json_integer(&json, "bytes", c->bytes);
    json_number(&json, "error_m", c->measured.error * unit);
    json_integer(&json, "worst_vertex", c->measured.worst_vertex);
    json_integer(&json, "worst_frame", c->measured.worst_frame);
    json_number(&json, "error_between_m", c->measured.error_between * unit);
    json_integer(&json, "worst_frame_between", c->measured.worst_frame_between);
    json_number(&json, "deform_error_m", c->measured.deform_error * unit);
    hone_json_members(&json, table.data, table.size);
    hone_bytes_release(&table);
    hone_json_end(&json, '}');
    return output_text("-", &text, c->clips.report);
}

static void print_summary(const texture_context *c)
{
    const double mm = clip_list_unit(&c->clips) * 1e3;
    const hone_animation_texture *t = c->texture;
    for (uint32_t i = 0; i < t->clip_count; i++) {
        const hone_animation_clip *clip = &t->clips[i];
        unsigned long long row = (unsigned long long)clip->first_frame * t->rows_per_frame;
        if (clip->loop)
            report_note(c->clips.report, "%s: %u frames at %g a second from row %llu, loops", clip->name,
                        clip->frame_count, clip->rate, row);
        else
            report_note(c->clips.report, "%s: %u frames at %g a second from row %llu", clip->name, clip->frame_count,
                        clip->rate, row);
    }
    report_note(c->clips.report,
                "%u x %u texels in %llu bytes; the worst vertex is off by %.3g mm at a frame, by %.3g mm between two",
                t->width, t->height, (unsigned long long)c->bytes, c->measured.error * mm,
                c->measured.error_between * mm);
}

static void warn(const texture_context *c)
{
    clip_list_warn_of_lost(&c->clips);
    if (c->measured.deform_error * clip_list_unit(&c->clips) > DEFORM_WARNING)
        report_warn_of(c->clips.report, c->clips.model_path,
                       "a shader that blends matrices leaves out morphs, SDEF and dual quaternions: up to %.3g mm "
                       "(--content position has them)",
                       c->measured.deform_error * clip_list_unit(&c->clips) * 1e3);
}

/* ---- baking ---- */

static bool show(void *user, uint32_t done, uint32_t total)
{
    progress *p = user;
    p->total = total;
    progress_show(p, done);
    return true;
}

static bool bake_as(texture_context *c, hone_texel_format format, hone_error *error)
{
    const texture_values *v = c->values;
    progress p = progress_begin(c->clips.report, 1);
    const hone_motion **motions;
    const char **names;
    if (!clip_list_arrays(&c->clips, &motions, &names, error))
        return false;
    const hone_animation_bake_desc desc = {.model = c->clips.model,
                                           .motions = (const hone_motion *const *)motions,
                                           .names = (const char *const *)names,
                                           .motion_count = c->clips.count,
                                           .content = (hone_animation_content)v->content,
                                           .format = format,
                                           .rate = (double)v->rate,
                                           .loop = (hone_animation_loop)v->loop,
                                           .physics = {.on = v->physics == 1},
                                           .max_size = v->max_size,
                                           .progress = show,
                                           .user = &p};
    hone_animation_texture_destroy(c->texture);
    c->texture = hone_animation_texture_bake(&desc, &c->measured, error);
    progress_end(&p);
    free(motions);
    free(names);
    return c->texture != NULL;
}

static bool is_within(const texture_context *c)
{
    return !(c->values->tolerance > 0) || c->measured.error * clip_list_unit(&c->clips) <= (double)c->values->tolerance;
}

static bool check_tolerance(const texture_context *c, hone_error *error)
{
    return is_within(c) || hone_fail(error, HONE_ERROR_UNSUPPORTED, c->measured.worst_vertex,
                                     "vertex %u of frame %u is off by %.3g mm, more than the tolerance",
                                     (unsigned)c->measured.worst_vertex, (unsigned)c->measured.worst_frame,
                                     c->measured.error * clip_list_unit(&c->clips) * 1e3);
}

/* Takes the format that is asked for, or else the smallest that keeps the tolerance. */
static bool bake(texture_context *c, hone_error *error)
{
    static const hone_texel_format by_size[] = {HONE_TEXEL_RGBA8, HONE_TEXEL_RGBA16, HONE_TEXEL_RGBA32F};
    if (c->values->format > 0)
        return bake_as(c, (hone_texel_format)(c->values->format - 1), error) && check_tolerance(c, error);
    if (!(c->values->tolerance > 0))
        return bake_as(c, HONE_TEXEL_RGBA32F, error);
    for (size_t i = 0; i < sizeof by_size / sizeof *by_size; i++) {
        if (!bake_as(c, by_size[i], error))
            return false;
        if (is_within(c))
            return true;
    }
    return check_tolerance(c, error);
}

static int write(texture_context *c)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    bool ok = bake(c, &error);
    if (!ok || !hone_animation_texture_write_ktx2(c->texture, NULL, &bytes, &error))
        return report_failure(c->clips.report, c->clips.model_path, &error);
    c->bytes = bytes.size;
    int status = output_write(c->clips.values->output, &bytes, c->clips.report);
    hone_bytes_release(&bytes);
    if (status != STATUS_OK)
        return status;
    warn(c);
    if (c->clips.values->json)
        return print_json(c);
    if (!c->clips.values->quiet)
        print_summary(c);
    return STATUS_OK;
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    texture_context c = {.values = values};
    int status = clip_list_load(&c.clips, "texture", &c.values->clips, files, file_count, r);
    if (status == STATUS_OK)
        status = write(&c);
    hone_animation_texture_destroy(c.texture);
    clip_list_release(&c.clips);
    return status;
}

const command command_texture = {
    .name = "texture",
    .arguments = "MODEL [CLIP...] -o OUT.ktx2 [options]",
    .summary = "bake motions into a texture that a vertex shader reads",
    .notes =
        "The first file is the model; all clips of the others, or of the model's own file, go into one texture, a row\n"
        "for each frame. A table in the file, which --json prints, has the rows of each clip. A vertex shader skins "
        "any\n"
        "number of instances from it; the error is measured on all vertices.\n"
        "\n"
        "  hone texture fox.glb -o fox.ktx2 --tolerance 1mm",
    .options = options,
    .values_size = sizeof(texture_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS,
};
