/* hone rig: a mesh on the skeleton of another model. */
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "commands.h"
#include "inputs.h"
#include "output.h"

#include <hone/fit.h>
#include <stdlib.h>

static const char *const endings[] = {"pmx", "glb", NULL};
static const char *const fits[] = {"height", "none", NULL};
static const char *const distances[] = {"surface", "straight", NULL};
enum { TO_PMX, TO_GLB };

typedef struct rig_values {
    const char *output, *skeleton;
    int fit;      /* 1: none */
    int distance; /* 1: straight */
    bool raw, json, strict, quiet;
    uint32_t influences;
} rig_values;

static const option_range influence_range = {1, 4};

static bool read_output(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return output_format(text, endings) >= 0;
}

static const option options[] = {
    {.name = "--output",
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.pmx or .glb",
     .field = offsetof(rig_values, output),
     .read = read_output,
     .wants = "a name that ends in .pmx or .glb"},
    {.name = "--skeleton",
     .value = "FILE",
     .help = "the model whose bones, IK, panels and bodies the mesh gets",
     .field = offsetof(rig_values, skeleton),
     .read = option_read_text,
     .wants = "a file"},
    {.name = "--fit",
     .value = "height|none",
     .help = "scale the skeleton to the mesh's height and put it on its ground\n(default), or leave it as it is",
     .field = offsetof(rig_values, fit),
     .read = option_read_choice,
     .wants = "height or none",
     .detail = fits},
    {.name = "--distance",
     .value = "surface|straight",
     .help =
         "from bones: over the mesh, so that a hand beside a thigh has nothing of\nit (default), or through the air",
     .field = offsetof(rig_values, distance),
     .read = option_read_choice,
     .wants = "surface or straight",
     .detail = distances},
    {.name = "--influences",
     .value = "N",
     .help = "bones a vertex at most (default: 4)",
     .field = offsetof(rig_values, influences),
     .read = option_read_integer,
     .wants = "a number from 1 to 4",
     .detail = &influence_range},
    {.name = "--raw",
     .help =
         "1 / (1 + d)^16 with d straight and in MMD units; else d is measured by a twentieth\nof the mesh's diagonal",
     .field = offsetof(rig_values, raw)},
    {.name = "--strict", .help = "a file's warning is an error", .field = offsetof(rig_values, strict)},
    {.name = "--json",
     .help = "print what was done, and every doubtful vertex, as JSON",
     .field = offsetof(rig_values, json)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings", .field = offsetof(rig_values, quiet)},
    {0},
};

typedef struct rigging {
    const rig_values *values;
    const input *mesh, *skeleton;
    hone_model *made;
    uint8_t *doubts;
    hone_fit_report done;
    report *report;
} rigging;

/* ---- what was done ---- */

static void list_doubts(const rigging *r, hone_json *json, const char *key, uint8_t bit)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (uint32_t v = 0; v < hone_model_mesh(r->made)->vertex_count; v++)
        if (r->doubts[v] & bit)
            hone_json_integer(json, v);
    hone_json_end(json, ']');
}

static int print_json(const rigging *r)
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
    list_doubts(r, &json, "far", HONE_DOUBT_FAR);
    list_doubts(r, &json, "ambiguous", HONE_DOUBT_AMBIGUOUS);
    hone_json_end(&json, '}');
    return output_text("-", &text, r->report);
}

static void warn_of_doubts(const rigging *r, bool pictures_lost)
{
    char text[200];
    if (r->done.far_count) {
        snprintf(text, sizeof text, "%u vertices are far from every bone (--json lists them)", r->done.far_count);
        report_warn(r->report, r->mesh->path, text);
    }
    if (r->done.ambiguous_count) {
        snprintf(text, sizeof text, "%u vertices lie between bones of different limbs (--json lists them)",
                 r->done.ambiguous_count);
        report_warn(r->report, r->mesh->path, text);
    }
    if (r->done.morphs_emptied) {
        snprintf(text, sizeof text, "%u morphs moved bones or bodies of the old skeleton: emptied",
                 r->done.morphs_emptied);
        report_warn(r->report, r->mesh->path, text);
    }
    if (pictures_lost)
        report_warn(r->report, r->mesh->path,
                    "its pictures lie inside it, and a PMX has none: make a .pmx by hone convert and rig that");
}

/* ---- the work ---- */

static bool has_pictures(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    bool any = false;
    for (uint32_t t = 0; data->pictures && t < data->texture_count; t++) any |= data->pictures[t].size > 0;
    return any;
}

static bool encode(rigging *r, int target, hone_bytes *bytes, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_folder_of(r->mesh->path, folder);
    hone_files files = hone_files_in_folder(folder);
    return target == TO_PMX ? hone_model_write_pmx(r->made, NULL, bytes, error)
                            : hone_model_write_gltf(r->made, &(hone_gltf_desc){.files = &files}, bytes, NULL, error);
}

static int fit(rigging *r)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    int target = output_format(r->values->output, endings);
    r->doubts = calloc((size_t)hone_model_mesh(r->mesh->model)->vertex_count + 1, 1);
    if (!r->doubts)
        return hone_fail_memory(&error), report_failure(r->report, r->mesh->path, &error);
    const hone_fit_desc desc = {.skeleton = r->skeleton->model,
                                .as_is = r->values->fit == 1,
                                .straight = r->values->raw || r->values->distance == 1,
                                .length = r->values->raw ? 1 : 0,
                                .max_influences = r->values->influences,
                                .doubts = r->doubts};
    r->made = hone_model_fit(r->mesh->model, &desc, &r->done, &error);
    if (!r->made || !encode(r, target, &bytes, &error))
        return report_failure(r->report, r->mesh->path, &error);
    int status = output_write(r->values->output, &bytes, r->report);
    hone_bytes_release(&bytes);
    if (status != STATUS_OK)
        return status;
    warn_of_doubts(r, target == TO_PMX && has_pictures(r->mesh->model));
    return r->values->json ? print_json(r) : STATUS_OK;
}

static int check_inputs(rigging *r, const inputs *in)
{
    hone_error error = {0};
    for (uint32_t i = 0; i < in->count; i++)
        if (!in->items[i].model) {
            hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "a motion; rig takes a mesh and a skeleton");
            return report_failure(r->report, in->items[i].path, &error);
        }
    r->mesh = &in->items[0];
    r->skeleton = &in->items[1];
    return fit(r);
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const rig_values *v = values;
    if (file_count != 1)
        return report_usage(r, "rig: one mesh, please (hone rig -h)");
    if (!v->output || !v->skeleton)
        return report_usage(r, "rig: %s is missing", v->output ? "--skeleton FILE" : "-o OUT");
    r->quiet = v->quiet;
    const char *paths[] = {files[0], v->skeleton};
    const input_wishes wishes = {.strict = v->strict};
    rigging work = {.values = v, .report = r};
    inputs in;
    int status = inputs_load(paths, 2, &wishes, &in, r);
    if (status == STATUS_OK)
        status = check_inputs(&work, &in);
    hone_model_release(work.made);
    free(work.doubts);
    inputs_release(&in);
    return status;
}

const command command_rig = {
    "rig",
    "MESH --skeleton FILE -o OUT [options]",
    "put a mesh on the skeleton of another model",
    "Weights come from the distance to each bone. Vertices to look at are counted in warnings.\n\n"
    "  hone rig statue.x --skeleton miku.pmx -o statue.pmx",
    options,
    NULL,
    sizeof(rig_values),
    run};
