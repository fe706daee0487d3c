/* hone rig: puts a mesh on the skeleton of another model, or on a generated skeleton. */
#include "cmd/commands.h"
#include "cmd/convert/textures.h"
#include "tool/files/input_file.h"
#include "tool/options/length_options.h"
#include "tool/options/number_options.h"
#include "tool/output/output.h"
#include "tool/output/output_set.h"
#include "tool/play/inputs.h"

#include <hone/autorig.h>
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

static const char *const endings[] = {"pmx", "glb", "gltf", NULL};
static const char *const fits[] = {"height", "none", NULL};
static const char *const distances[] = {"surface", "straight", NULL};
enum { TO_PMX, TO_GLB, TO_GLTF };

typedef struct influence_limit {
    bool given;
    uint32_t most; /* 0: all */
} influence_limit;

typedef struct rig_values {
    const char *output, *skeleton;
    int fit;      /* 1: none */
    int distance; /* 1: straight, the Euclidean distance */
    bool raw, json, strict, quiet;
    influence_limit influences;
    float exponent; /* 0: 16 */
    float scale;    /* metres in one unit of .x and glTF; 0: 1 */
} rig_values;

enum { PMX_INFLUENCES = 4 };

static bool read_influences(const option *o, const char *text, void *field)
{
    (void)o;
    influence_limit *out = field;
    out->given = true;
    return number_read_integer(text, 0, 65535, &out->most);
}

static const option options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.pmx, .glb or .gltf",
     .field = offsetof(rig_values, output),
     .read = output_read_file,
     .expected = "a name that ends in .pmx, .glb or .gltf",
     .endings = "pmx glb gltf",
     .detail = endings},
    {.name = "--skeleton",
     .value = "FILE",
     .help = "the model whose bones, IK, panels and bodies the mesh gets\n"
             "(default: a human skeleton, fitted to the mesh)",
     .field = offsetof(rig_values, skeleton),
     .read = option_read_text,
     .expected = "a file",
     .endings = ENDINGS_MODELS},
    {.name = "--fit",
     .value = "height|none",
     .help = "height (default): scale the skeleton to the mesh's height and put it\n"
             "on the mesh's ground; none: leave it as it is",
     .field = offsetof(rig_values, fit),
     .read = option_read_choice,
     .expected = "height or none",
     .detail = fits},
    {.name = "--distance",
     .value = "surface|straight",
     .help = "how distances to bones are measured. surface (default): over the\n"
             "mesh, so that a hand does not move the thigh beside it; straight:\n"
             "through the air",
     .field = offsetof(rig_values, distance),
     .read = option_read_choice,
     .expected = "surface or straight",
     .detail = distances},
    {.name = "--influences",
     .value = "N",
     .help = "largest number of bones for a vertex; 0: all. More than 4 need a\n"
             ".glb or .gltf (default: 4)",
     .field = offsetof(rig_values, influences),
     .read = read_influences,
     .expected = "a number from 0 to 65535"},
    {.name = "--exponent",
     .value = "C",
     .help = "of the weights, 1 / (1 + d)^C: with a larger one the nearest bone\n"
             "has more (default: 16)",
     .field = offsetof(rig_values, exponent),
     .read = option_read_exponent,
     .expected = OPTION_EXPONENT_EXPECTED},
    {.name = "--scale",
     .value = "N",
     .help = "metres in one unit of a .x or glTF (default: 1); MMD's unit is 0.08",
     .field = offsetof(rig_values, scale),
     .read = length_read_scale,
     .expected = LENGTH_SCALE_EXPECTED},
    {.name = "--raw",
     .help = "weights are 1 / (1 + d)^C with d straight and in MMD units;\n"
             "without it d is measured in twentieths of the mesh's diagonal",
     .field = offsetof(rig_values, raw)},
    {.name = "--strict", .help = "treat the loader's warnings as errors", .field = offsetof(rig_values, strict)},
    {.name = "--json",
     .help = "print a summary with every doubtful vertex as JSON",
     .field = offsetof(rig_values, json)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings", .field = offsetof(rig_values, quiet)},
    {0},
};

typedef struct rig_context {
    const rig_values *values;
    const input *mesh, *skeleton; /* skeleton NULL: one is generated */
    int target;
    texture_copies textures; /* for a PMX */
    hone_model *made;
    uint8_t *vertex_warnings;
    hone_autorig_report done;
    report *report;
} rig_context;

/* ---- the summary ---- */

static void list_vertices(const rig_context *r, hone_json *json, const char *key, uint8_t bit)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (uint32_t v = 0; v < hone_model_mesh(r->made)->vertex_count; v++)
        if (r->vertex_warnings[v] & bit)
            hone_json_integer(json, v);
    hone_json_end(json, ']');
}

static void list_landmarks(const rig_context *r, hone_json *json)
{
    static const char *const names[] = {"facing", "hips", "neck", "wrists", "sides"};
    hone_json_key(json, "unsure");
    hone_json_flat_array(json);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (r->done.landmark_warnings >> i & 1)
            hone_json_string(json, names[i]);
    hone_json_end(json, ']');
}

static int print_json(const rig_context *r)
{
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    hone_json_object(&json);
    hone_json_key(&json, "output");
    hone_json_string(&json, r->values->output);
    hone_json_key(&json, "vertices");
    hone_json_integer(&json, hone_model_mesh(r->made)->vertex_count);
    hone_json_key(&json, "bones");
    hone_json_integer(&json, hone_model_skeleton(r->made)->bone_count);
    hone_json_key(&json, "bones_bound");
    hone_json_integer(&json, r->done.bones_bound);
    hone_json_key(&json, "scale");
    hone_json_float(&json, r->done.scale);
    hone_json_key(&json, "turned");
    hone_json_integer(&json, 90 * (uint64_t)r->done.quarters);
    list_landmarks(r, &json);
    list_vertices(r, &json, "far", HONE_AUTORIG_WARN_FAR);
    list_vertices(r, &json, "ambiguous", HONE_AUTORIG_WARN_AMBIGUOUS);
    hone_json_end(&json, '}');
    return output_text("-", &text, r->report);
}

static void warn_of_problems(const rig_context *r)
{
    static const char *const unsure[] = {
        "its feet do not show which side is the front: it is not turned",
        "its hips were not found: they are placed by proportion",
        "its neck was not found: it is placed by proportion",
        "a wrist was not found: it is placed by proportion",
        "its left and right sides differ: the skeleton takes the pose of the mesh",
    };
    char text[100];
    if (r->done.quarters) {
        snprintf(text, sizeof text, "turned by %d degrees, to face the front", 90 * r->done.quarters);
        report_warn(r->report, r->mesh->path, text);
    }
    for (size_t i = 0; i < sizeof unsure / sizeof *unsure; i++)
        if (r->done.landmark_warnings >> i & 1)
            report_warn(r->report, r->mesh->path, unsure[i]);
    if (r->done.far_count)
        report_warn_of(r->report, r->mesh->path, "%u vertices are far from every bone (--json lists them)",
                       r->done.far_count);
    if (r->done.ambiguous_count)
        report_warn_of(r->report, r->mesh->path, "%u vertices are between bones of different limbs (--json lists them)",
                       r->done.ambiguous_count);
    if (r->done.morphs_emptied)
        report_warn_of(r->report, r->mesh->path,
                       "%u morphs that moved bones or bodies of the old skeleton were emptied", r->done.morphs_emptied);
}

/* ---- the work ---- */

static uint32_t most_influences(const rig_values *v)
{
    return !v->influences.given ? PMX_INFLUENCES : v->influences.most ? v->influences.most : UINT32_MAX;
}

/* The textures of a PMX are named in the model, so it is made again when they get other names. */
static bool make(rig_context *r, const output_others *others, hone_error *error)
{
    const hone_model *mesh = r->mesh->model;
    bool foreign = hone_model_get(mesh)->space != HONE_SPACE_MMD;
    if (!r->vertex_warnings)
        r->vertex_warnings = calloc((size_t)hone_model_mesh(mesh)->vertex_count + 1, 1);
    if (!r->vertex_warnings)
        return hone_fail_memory(error);
    if (others->again)
        texture_copies_rename(&r->textures, others->stem);
    else if (r->target == TO_PMX && foreign &&
             !texture_copies_read(r->mesh, others->stem, &r->textures, r->report, error))
        return false;
    const hone_autorig_desc desc = {.skeleton = r->skeleton ? r->skeleton->model : NULL,
                                    .keep_scale = r->values->fit == 1,
                                    .euclidean_weights = r->values->raw || r->values->distance == 1,
                                    .bend_to_a_pose = r->target == TO_PMX,
                                    .keep_materials = r->target != TO_PMX,
                                    .length = r->values->raw ? 1 : 0,
                                    .exponent = r->values->exponent,
                                    .max_influences = most_influences(r->values),
                                    .textures = r->textures.pointers,
                                    .scale = r->values->scale,
                                    .vertex_warnings = r->vertex_warnings};
    hone_model_release(r->made);
    r->made = hone_model_autorig(mesh, &desc, &r->done, error);
    return r->made != NULL;
}

static bool encode(void *user, output_others *others, hone_bytes *bytes, hone_error *error)
{
    rig_context *r = user;
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(r->mesh->path, folder);
    input_folder beside;
    hone_file_resolver files = input_folder_files(&beside, folder, false);
    bool lit = hone_model_get(r->mesh->model)->space == HONE_SPACE_X;
    const hone_gltf_desc desc = {.files = &files,
                                 .stem = r->target == TO_GLTF ? others->stem : NULL,
                                 .surface = lit ? HONE_GLTF_PBR : HONE_GLTF_BY_FORMAT,
                                 .sink = output_others_add,
                                 .sink_user = others};
    if ((!others->again || r->target == TO_PMX) && !make(r, others, error))
        return false;
    if (r->target != TO_PMX)
        return hone_model_write_gltf(r->made, &desc, bytes, NULL, error);
    return hone_model_write_pmx(r->made, NULL, bytes, error) && texture_copies_write(&r->textures, others, error);
}

static int rig_mesh(rig_context *r)
{
    uint64_t bytes;
    output_set outputs;
    r->target = output_format(r->values->output, endings);
    int status = output_set_begin(&outputs, r->report);
    if (status == STATUS_OK)
        status = output_set_encode(&outputs, r->values->output, r->mesh->path, encode, r, &bytes);
    status = output_set_end(&outputs, status);
    if (status != STATUS_OK)
        return status;
    warn_of_problems(r);
    return r->values->json ? print_json(r) : STATUS_OK;
}

static int check_inputs(rig_context *r, const inputs *in)
{
    hone_error error = {0};
    for (uint32_t i = 0; i < in->count; i++)
        if (!in->items[i].model) {
            hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is a motion; rig takes a mesh and a skeleton");
            return report_failure(r->report, in->items[i].path, &error);
        }
    r->mesh = &in->items[0];
    r->skeleton = in->count > 1 ? &in->items[1] : NULL;
    return rig_mesh(r);
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const rig_values *v = values;
    if (file_count != 1)
        return report_usage(r, "rig: needs exactly one mesh (hone rig -h)");
    if (!v->output)
        return report_usage(r, "rig: -o OUT is missing");
    if (v->fit == 1 && !v->skeleton)
        return report_usage(r, "rig: --fit none needs --skeleton");
    if (output_format(v->output, endings) == TO_PMX && most_influences(v) > PMX_INFLUENCES)
        return report_usage(r, "rig: a .pmx holds at most 4 bones for a vertex: give --influences 4, or write a .glb");
    r->quiet = v->quiet;
    const char *paths[] = {files[0], v->skeleton};
    const input_settings settings = {.strict = v->strict, .models = true};
    rig_context work = {.values = v, .report = r};
    inputs in;
    int status = inputs_load(paths, v->skeleton ? 2 : 1, &settings, &in, r);
    if (status == STATUS_OK)
        status = check_inputs(&work, &in);
    hone_model_release(work.made);
    free(work.vertex_warnings);
    texture_copies_release(&work.textures);
    inputs_release(&in);
    return status;
}

const command command_rig = {
    .name = "rig",
    .arguments = "MESH [--skeleton FILE] -o OUT [options]",
    .summary = "give a mesh a skeleton: a new one, or that of another model",
    .notes = "Without --skeleton the mesh must have the shape of a human, upright, in a T- or A-pose: hone finds its "
             "joints.\n"
             "Weights come from the distance to each bone. Warnings count the vertices that you should check.\n"
             "\n"
             "  hone rig statue.glb -o statue.pmx\n"
             "  hone rig statue.x --skeleton miku.pmx -o statue.pmx",
    .options = options,
    .values_size = sizeof(rig_values),
    .run = run,
    .endings = ENDINGS_MODELS,
};
