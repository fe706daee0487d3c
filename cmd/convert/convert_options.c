/* The options of `hone convert`. */
#include "cmd/convert/convert.h"
#include "tool/options/length_options.h"
#include "tool/output/output.h"
#include "tool/play/model_choice.h"

#include <string.h>

const char *const convert_endings[] = {"glb", "gltf", "vrm", "pmx", "vmd", "vpd", "bvh", "vrma", "hclip", "ktx2", NULL};
static const char *const format_names[] = {"", "glb", "gltf", "vrm", "pmx", "vmd", "vpd", "bvh", "vrma", NULL};
static const char *const material_names[] = {"auto", "unlit", "pbr", NULL}; /* order of hone_gltf_surface */
static const option_range shape_range = {1, 4096};
static const char *const deform_names[] = {"linear", "corrective", NULL};

static bool read_output(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return output_is_stdout(text) || output_format(text, convert_endings) >= 0;
}

static bool read_tolerance(const option *o, const char *text, void *field)
{
    (void)o;
    convert_values *v = (convert_values *)((char *)field - offsetof(convert_values, tolerance));
    double metres;
    if (!length_read(text, &metres))
        return false;
    v->tolerance = (float)metres;
    v->exact = metres == 0;
    return true;
}

/* Smaller bounds are below the precision of floats. */
static const double LEAST_BOUND = 1e-6;

static bool read_bound(const option *o, const char *text, void *field)
{
    (void)o;
    double metres;
    bool ok = length_read(text, &metres) && metres >= LEAST_BOUND;
    *(float *)field = ok ? (float)metres : 0;
    return ok;
}

static bool read_frame(const option *o, const char *text, void *field)
{
    number_list *list = field;
    return option_read_number_list(o, text, list) && list->count == 1;
}

const option convert_options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.glb, .gltf (its other files begin with NAME), .vrm, .pmx, .vmd,\n"
             ".vpd, .bvh or .vrma; - for stdout; NAME.hclip is hone pack, NAME.ktx2 hone texture",
     .field = offsetof(convert_values, output),
     .read = read_output,
     .expected = "a name that ends in .glb, .gltf, .vrm, .pmx, .vmd, .vpd, .bvh, .vrma, .hclip or .ktx2, or -",
     .endings = "glb gltf vrm pmx vmd vpd bvh vrma hclip ktx2"},
    {.name = "--tolerance",
     .value = "LENGTH",
     .help = "how far the keys may move a bone or vertex from its place, at four\n"
             "times of each frame (for a .vmd at whole frames), such as 0.1mm\n"
             "(default, for a .bvh 0); 0: a key at each frame where anything\n"
             "changes",
     .field = offsetof(convert_values, tolerance),
     .read = read_tolerance,
     .expected = "a length from 0 to 1000m, such as 0.1mm"},
    {.name = "--scale",
     .value = "N",
     .help = "metres in one unit of a .x or glTF (default: 1); MMD's unit is 0.08",
     .field = offsetof(convert_values, scale),
     .read = length_read_scale,
     .expected = LENGTH_SCALE_EXPECTED},
    {.name = "--materials",
     .value = "auto|unlit|pbr",
     .help = "for glTF. unlit: colours as in MMD; pbr: lit by the viewer;\n"
             "auto (default): unlit for MMD's models, pbr for .x",
     .field = offsetof(convert_values, materials),
     .read = option_read_choice,
     .expected = "auto, unlit or pbr",
     .detail = material_names},
    {.name = "--frame",
     .value = "F",
     .help = "the frame of a .vpd, which is one pose (default: 0)",
     .field = offsetof(convert_values, frame),
     .read = read_frame,
     .expected = "a number"},
    {.name = "--fps",
     .value = "N",
     .help = "frames a second of a .bvh or .vrma, also N/D or 29.97 (default: 30)",
     .field = offsetof(convert_values, rate),
     .read = film_read_rate,
     .expected = "1 to 240, as N, N/D or a decimal"},
    {.name = "--json", .help = "print a summary as JSON on stdout", .field = offsetof(convert_values, json)},
    {.name = "--format",
     .value = "NAME",
     .help = "the format of -: glb, gltf, vrm, pmx, vmd, vpd, bvh or vrma",
     .field = offsetof(convert_values, format),
     .read = option_read_choice,
     .expected = "glb, gltf, vrm, pmx, vmd, vpd, bvh or vrma",
     .detail = format_names},
    PLAYBACK_MOTION_OPTION,
    MODEL_CHOICE_OPTION(convert_values, model),
    PLACEMENT_OPTIONS(convert_values, places),
    {.name = "--pack",
     .section = "glTF",
     .help = "for glTF: compress it (EXT_meshopt_compression), rounded within a\n"
             "part of the tolerance; players need that extension",
     .field = offsetof(convert_values, pack)},
    {.name = "--deform",
     .value = "linear|corrective",
     .help = "for glTF. linear (default): SDEF and QDEF become linear blends, and\n"
             "the worst vertex's error is reported; corrective: morph targets\n"
             "correct that error, with another method of --skin for all vertices",
     .field = offsetof(convert_values, deform),
     .read = option_read_choice,
     .expected = "linear or corrective",
     .detail = deform_names},
    {.name = "--deform-bound",
     .value = "LENGTH",
     .help = "how far corrected vertices may be off (default: 1mm)",
     .field = offsetof(convert_values, bound),
     .read = read_bound,
     .expected = "a length from 0.001mm to 1000m, such as 1mm"},
    {.name = "--deform-targets",
     .value = "N",
     .help = "largest number of morph targets that correct them (default: 256)",
     .field = offsetof(convert_values, shapes),
     .read = option_read_integer,
     .expected = "a number from 1 to 4096",
     .detail = &shape_range},
    {.include = vrm_settings},
    {0},
};

int convert_target(const convert_values *v)
{
    return v->format ? v->format - 1 : output_format(v->output, convert_endings);
}
