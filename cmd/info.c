/* hone info: shows what files contain, as a table or as JSON. */
#include "cmd/commands.h"
#include "cmd/info/bone_tree.h"
#include "cmd/info/info_avatar.h"
#include "cmd/info/info_json.h"
#include "cmd/info/info_list.h"
#include "cmd/info/info_project.h"
#include "cmd/info/info_scene.h"
#include "tool/play/inputs.h"
#include "tool/scene/scene_options.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct info_values {
    bool json, tree, map, check, quiet, strict;
    int list; /* 0: none; else 1 + info_list_kind */
    const char *motion;
} info_values;

static const char *const lists[] = {"none", "bones", "morphs", "materials", "textures", "bodies", NULL};

static const option options[] = {
    {.name = "--json",
     .help = "print JSON: an array with an object for each file",
     .field = offsetof(info_values, json)},
    {.name = "--tree",
     .help = "print the bones of models as a tree, with their indices; with --json\n"
             "as an array \"tree\"",
     .field = offsetof(info_values, tree)},
    {.name = "--list",
     .value = "WHAT",
     .help = "list the bones, morphs, materials, textures or bodies of models, one\n"
             "a line with tabs between the columns; with --json as an array \"list\"",
     .field = offsetof(info_values, list),
     .read = option_read_choice,
     .expected = "bones, morphs, materials, textures or bodies",
     .detail = lists},
    {.name = "--map",
     .help = "print the humanoid map as JSON: the bone of each role, null where\n"
             "none was found; --map of other commands reads it",
     .field = offsetof(info_values, map)},
    {.name = "--check",
     .help = "look for trouble in models, as hone doctor does; its other options\n"
             "are hone doctor's alone",
     .field = offsetof(info_values, check)},
    {.name = "--motion",
     .value = "FILE",
     .help = "a file to show as a motion, even a .x or glTF with a mesh: its first\n"
             "clip; it comes before the other files",
     .field = offsetof(info_values, motion),
     .read = option_read_text,
     .expected = "a file",
     .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS},
    {.name = "--strict", .help = "treat the loader's warnings as errors", .field = offsetof(info_values, strict)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings on stderr", .field = offsetof(info_values, quiet)},
    {0},
};

static void print_row(const char *what, uint64_t value)
{
    printf("  %-14s%10llu\n", what, (unsigned long long)value);
}

/* Prints a column of its own; nothing for an empty name. */
static void print_column(const char *name)
{
    if (*name)
        printf("  ");
    report_print_escaped(stdout, name);
}

/* How the nodes of a file show their meshes, where they do not just do it. */
static void print_nodes(const hone_model_data *data)
{
    if (data->instance_count)
        print_row("instances", data->instance_count);
    if (data->hidden_mesh_count)
        print_row("hidden meshes", data->hidden_mesh_count);
}

static void print_clips(const hone_clip *clips, uint32_t count)
{
    if (count)
        print_row("clips", count);
    for (uint32_t i = 0; i < count; i++) {
        printf("    %-12u%10.3f s", i, clips[i].duration);
        print_column(clips[i].name);
        putchar('\n');
    }
}

static void print_cameras(const hone_model_data *data)
{
    if (data->camera_count)
        print_row("cameras", data->camera_count);
    for (uint32_t i = 0; i < data->camera_count; i++) {
        const hone_file_camera *camera = &data->cameras[i];
        if (camera->orthographic)
            printf("    %-12u%10s    ", i, "parallel");
        else
            printf("    %-12u%10.1f deg", i, (double)camera->fov);
        printf("  %s", camera->moves ? "moves" : "still");
        print_column(camera->name);
        putchar('\n');
    }
}

/* The textures that cannot be read, below their number. */
static void print_missing(const hone_model_data *data, const char *path)
{
    for (uint32_t t = 0; t < data->texture_count; t++)
        if (!texture_is_there(data, path, t)) {
            printf("    missing     ");
            report_print_escaped(stdout, data->textures[t]);
            putchar('\n');
        }
}

/* Prints no line if there is no name. */
static void print_name(const hone_model_data *data)
{
    if (!*data->name && !*data->english_name)
        return;
    print_column(data->name);
    if (*data->english_name && strcmp(data->english_name, data->name) != 0) {
        printf("  (");
        report_print_escaped(stdout, data->english_name);
        putchar(')');
    }
    putchar('\n');
}

/* The author's notes: credits and terms of use. */
static void print_comments(const hone_model_data *data)
{
    const char *const comments[] = {data->comment, data->english_comment};
    for (int i = 0; i < 2; i++)
        if (*comments[i] && (i == 0 || strcmp(comments[0], comments[1]) != 0)) {
            puts(i == 0 ? "  comment" : "  english comment");
            report_print_lines(stdout, 4, comments[i]);
        }
}

static void print_model(const hone_model_data *data, const char *path)
{
    static const char *const kinds[HONE_DEFORM_COUNT] = {"BDEF1", "BDEF2", "BDEF4", "SDEF", "QDEF", "linear"};
    print_name(data);
    print_row("vertices", data->mesh.vertex_count);
    uint32_t counts[HONE_DEFORM_COUNT];
    info_count_deforms(&data->mesh, counts);
    for (int kind = 0; kind < HONE_DEFORM_COUNT; kind++)
        if (counts[kind])
            printf("    %-12s%10u\n", kinds[kind], counts[kind]);
    print_row("triangles", data->mesh.index_count / 3);
    print_row("materials", data->material_count);
    print_row("textures", data->texture_count);
    print_missing(data, path);
    print_row("bones", data->skeleton.bone_count);
    print_row("IK chains", data->skeleton.ik_count);
    print_row("morphs", data->morph_count);
    print_row("bodies", data->body_count);
    print_row("joints", data->joint_count);
    if (data->turned)
        printf("  %-14s%10s\n", "front", info_front(data));
    print_nodes(data);
    info_avatar_print(data);
    print_clips(data->clips, data->clip_count);
    print_cameras(data);
}

/* Prints how many twist bones arms and legs have, and which of these have none, if any has. */
static void print_twists(const hone_model *model, const hone_humanoid *human)
{
    hone_humanoid_twist twists[HONE_HUMANOID_MAX_TWISTS];
    uint32_t count = hone_humanoid_twists(model, human, twists), with = 0;
    int limbs[8], lacking = 0;
    for (int i = 0; i < 8 && count; i++) {
        int h = i < 4 ? HONE_HUMANOID_UPPER_LEG + i : HONE_HUMANOID_UPPER_ARM + i - 4;
        for (uint32_t t = with = 0; t < count; t++) with += (int)twists[t].human == h;
        if (!with)
            limbs[lacking++] = h;
    }
    if (count)
        print_row("twist bones", count);
    if (lacking)
        printf("    %-12s", "none in");
    for (int i = 0; i < lacking; i++) printf(" %s", hone_humanoid_bone_name((hone_humanoid_bone)limbs[i]));
    if (lacking)
        putchar('\n');
}

/* Prints how many bones of a humanoid the model has, and which required ones it lacks, if it has some of these. */
static void print_humanoid(const hone_model *model)
{
    const hone_humanoid human = hone_model_humanoid(model);
    enum { SOME = 6 };
    uint32_t required = 0;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        required += hone_humanoid_bone_is_required((hone_humanoid_bone)h) && human.bones[h] != HONE_NONE;
    if (required < SOME)
        return;
    print_row("human bones", human.found);
    if (human.missing)
        printf("    %-12s", "missing");
    for (int h = 0; h < HONE_HUMANOID_COUNT && human.missing; h++)
        if (hone_humanoid_bone_is_required((hone_humanoid_bone)h) && human.bones[h] == HONE_NONE)
            printf(" %s", hone_humanoid_bone_name((hone_humanoid_bone)h));
    if (human.missing)
        putchar('\n');
    print_twists(model, &human);
}

/* Prints the humanoid map as a JSON object. */
static bool print_map(const hone_model *model)
{
    const hone_humanoid human = hone_model_humanoid(model);
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    hone_bytes bytes;
    hone_json_object(&json);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        hone_json_key(&json, hone_humanoid_bone_name((hone_humanoid_bone)h));
        if (human.bones[h] == HONE_NONE)
            hone_json_number(&json, NAN); /* null */
        else
            hone_json_string(&json, hone_model_skeleton(model)->bones[human.bones[h]].name);
    }
    hone_json_end(&json, '}');
    if (!hone_writer_finish(&text, &bytes, NULL))
        return false;
    printf("%.*s\n", (int)bytes.size, (const char *)bytes.data);
    hone_bytes_release(&bytes);
    return true;
}

static void print_motion(const hone_motion_data *data)
{
    if (*data->model_name) {
        printf("  for ");
        report_print_escaped(stdout, data->model_name);
        putchar('\n');
    }
    printf("  %-14s%10.3f s\n", "duration", data->duration);
    print_row("frames", (uint64_t)ceil(hone_frame_from_seconds(data->duration)) + 1);
    print_row("bone tracks", info_count_tracks(data, false));
    print_row("bone keys", data->records.bone);
    print_row("morph tracks", info_count_tracks(data, true));
    print_row("morph keys", data->records.morph);
    print_row("camera keys", data->records.camera);
    print_row("light keys", data->records.light);
    print_row("shadow keys", data->records.shadow);
    print_row("property keys", data->records.property);
    if (data->packed) {
        const hone_packed_clip_info *info = hone_packed_clip_get_info(data->packed->clip);
        print_row("samples", info->sample_count);
        print_row("packed bytes", info->size);
    }
    print_clips(data->clips, data->clip_count);
}

/* The header lines are those of the table. */
static bool print_tree(const hone_model_data *data)
{
    print_name(data);
    print_row("bones", data->skeleton.bone_count);
    return bone_tree_print(&data->skeleton, stdout);
}

static bool print_item(const input *item, const info_values *v, hone_warnings warnings)
{
    bool ok = true;
    const hone_model *bones = item->model ? item->model : item->bones; /* a motion may bring its skeleton */
    if (v->map)
        return !bones || print_map(bones);
    report_print_escaped(stdout, item->path);
    printf("  (%s)\n", hone_format_name(item->format));
    if (bones && v->tree)
        ok = print_tree(hone_model_get(bones));
    else if (bones && v->list)
        info_list_print((info_list_kind)(v->list - 1), hone_model_get(bones), item->path);
    else if (item->model)
        print_model(hone_model_get(item->model), item->path);
    else
        print_motion(hone_motion_get(item->motion));
    if (bones && (v->tree || v->list))
        return ok;
    if (!item->model && bones) {
        print_cameras(hone_model_get(bones));
        print_row("bones", hone_model_skeleton(bones)->bone_count);
    }
    if (bones)
        print_humanoid(bones);
    if (warnings.count)
        print_row("warnings", warnings.count);
    if (item->model)
        print_comments(hone_model_get(item->model));
    return ok;
}

/* Adds a good file to the output; keeps the error of a bad one for the end. */
static void add_file(const char *path, const info_values *v, bool as_motion, info_json *json, hone_error *error,
                     report *r)
{
    input item;
    const input_settings settings = {.strict = v->strict};
    if (!as_motion && scene_path_is_project(path)) {
        info_project(path, v->strict, v->json ? json : NULL, r, error);
        return;
    }
    if (!as_motion && scene_path_is_scene(path)) {
        info_scene(path, v->json ? json : NULL, error);
        return;
    }
    if (!(as_motion ? input_load_motion(path, &settings, &item, error)
                    : input_load(path, &settings, false, &item, error))) {
        if (error->code == HONE_OK)
            hone_fail(error, HONE_ERROR_FORMAT, 0, "cannot be read");
        return;
    }
    hone_warnings warnings = item.model ? hone_model_warnings(item.model) : hone_motion_warnings(item.motion);
    report_warn_all(r, path, warnings);
    if (!(v->json ? info_json_add(json, &item, v->tree, v->list, warnings) : print_item(&item, v, warnings)))
        hone_fail_memory(error);
    input_release(&item);
}

/* The motion comes before the files. */
static const char *path_at(const info_values *v, const char *const *files, uint32_t at)
{
    return !v->motion ? files[at] : at == 0 ? v->motion : files[at - 1];
}

static int report_bad_files(const info_values *v, const char *const *files, const hone_error *errors, uint32_t count,
                            report *r)
{
    int status = STATUS_OK;
    for (uint32_t i = 0; i < count; i++)
        if (errors[i].code != HONE_OK)
            status = report_failure(r, path_at(v, files, i), &errors[i]);
    return status;
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const info_values *v = values;
    uint32_t count = file_count + (v->motion != NULL);
    hone_error *errors = calloc((size_t)count + 1, sizeof *errors);
    if (count == 0 || !errors) {
        free(errors);
        return report_usage(r, "info: no files given (hone info -h)");
    }
    r->quiet = v->quiet;
    info_json json;
    info_json_begin(&json);
    for (uint32_t i = 0; i < count; i++) add_file(path_at(v, files, i), v, v->motion && i == 0, &json, &errors[i], r);
    hone_error error = {0};
    hone_bytes text = {0};
    int status = STATUS_OK;
    if (!info_json_finish(&json, &text, &error))
        status = report_failure(r, NULL, &error);
    else if (v->json)
        fwrite(text.data, 1, text.size, stdout);
    fflush(stdout); /* the good files come before the errors of the bad ones */
    if (status == STATUS_OK)
        status = report_bad_files(v, files, errors, count, r);
    hone_bytes_release(&text);
    free(errors);
    return status;
}

static const command *meant(const void *values)
{
    return ((const info_values *)values)->check ? &command_doctor : NULL;
}

const command command_info = {
    .name = "info",
    .arguments = "FILE... [options]",
    .summary = "show what models and motions contain",
    .notes = "Reads PMX, PMD, VMD, VPD, .x, glTF, FBX, BVH and .hclip. Files that cannot be read are reported "
             "on stderr after the others;\n"
             "the exit status is then 1.",
    .options = options,
    .values_size = sizeof(info_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES,
    .meant = meant,
};
