/* hone pack: packs motions into a .hclip. */
#include "cmd/clips/clip_list.h"
#include "cmd/commands.h"
#include "tool/files/input_file.h"
#include "tool/options/length_options.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"

#include <hone/format.h>
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

static const char *const endings[] = {"hclip", NULL};

typedef struct pack_values {
    clip_values clips;
    float tolerance, distance; /* metres; 0: not given */
} pack_values;

static const option options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.hclip",
     .field = offsetof(clip_values, output),
     .read = output_read_file,
     .expected = "a name that ends in .hclip",
     .endings = "hclip",
     .detail = endings},
    {.name = "--tolerance",
     .value = "LENGTH",
     .help = "how far points of the skin may be from their places, at every\n"
             "sample (default: 0.1mm)",
     .field = offsetof(pack_values, tolerance),
     .read = length_read_bound,
     .expected = LENGTH_BOUND_EXPECTED},
    {.name = "--distance",
     .value = "LENGTH",
     .help = "how far these points are from their bones (default: 30mm)",
     .field = offsetof(pack_values, distance),
     .read = length_read_bound,
     .expected = LENGTH_BOUND_EXPECTED},
    {.include = clip_settings},
    {0},
};

typedef struct pack_context {
    const pack_values *values;
    clip_list clips;
    hone_hclip_report *reports; /* [clips.count] */
    size_t bytes;
} pack_context;

/* ---- the summary ---- */

static const char *bone_name(const pack_context *c, uint32_t bone)
{
    const hone_skeleton *skeleton = hone_model_skeleton(c->clips.model);
    return bone < skeleton->bone_count ? skeleton->bones[bone].name : "";
}

static void add_clip_json(const pack_context *c, hone_json *json, uint32_t index)
{
    const hone_hclip_report *r = &c->reports[index];
    hone_json_object(json);
    json_string(json, "name", c->clips.items[index].name);
    json_number(json, "samples", r->samples);
    json_number(json, "rate", r->rate);
    json_number(json, "bytes", (double)r->bytes);
    json_number(json, "keyed", r->keyed);
    json_number(json, "channels", r->channels);
    json_number(json, "key_bytes", (double)r->key_bytes);
    json_number(json, "raw_bytes", (double)r->pack.raw_bytes);
    json_number(json, "animated", r->pack.animated);
    json_number(json, "constant", r->pack.constant);
    json_number(json, "error_m", r->pack.error * clip_list_unit(&c->clips));
    hone_json_key(json, "worst_bone");
    hone_json_string(json, bone_name(c, r->pack.worst_bone));
    json_number(json, "worst_sample", r->pack.worst_sample);
    json_number(json, "weight_error", r->pack.weight_error);
    json_number(json, "rig_error_m", r->rig_error * clip_list_unit(&c->clips));
    hone_json_key(json, "rig_worst_bone");
    hone_json_string(json, bone_name(c, r->rig_bone));
    json_number(json, "tracks_lost", r->lost);
    hone_json_end(json, '}');
}

static int print_json(const pack_context *c)
{
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    hone_json_object(&json);
    hone_json_key(&json, "output");
    hone_json_string(&json, c->clips.values->output);
    json_number(&json, "bytes", (double)c->bytes);
    json_number(&json, "tolerance_m", c->values->tolerance > 0 ? (double)c->values->tolerance : 1e-4);
    json_number(&json, "distance_m", c->values->distance > 0 ? (double)c->values->distance : 0.03);
    hone_json_key(&json, "clips");
    hone_json_array(&json);
    for (uint32_t i = 0; i < c->clips.count; i++) add_clip_json(c, &json, i);
    hone_json_end(&json, ']');
    hone_json_end(&json, '}');
    return output_text("-", &text, c->clips.report);
}

static void print_summary(const pack_context *c)
{
    const double mm = clip_list_unit(&c->clips) * 1e3;
    for (uint32_t i = 0; i < c->clips.count; i++) {
        const hone_hclip_report *r = &c->reports[i];
        report_note(c->clips.report,
                    "%s: %u samples at %g a second in %zu bytes, %.3g%% of %llu; the worst point is off by %.3g mm "
                    "(%s, sample %u)",
                    c->clips.items[i].name, r->samples, r->rate, r->bytes,
                    r->pack.raw_bytes ? 100 * (double)r->bytes / (double)r->pack.raw_bytes : 100,
                    (unsigned long long)r->pack.raw_bytes, r->rig_error * mm, bone_name(c, r->rig_bone), r->rig_sample);
    }
}

static void warn_of_error(const pack_context *c, const char *path, const hone_hclip_report *r)
{
    const double mm = clip_list_unit(&c->clips) * 1e3;
    if (hone_model_get(c->clips.model)->space == HONE_SPACE_MMD)
        report_warn_of(c->clips.report, path, "after IK and append the worst point is off by %.3g mm (%s, sample %u)",
                       r->rig_error * mm, bone_name(c, r->rig_bone), r->rig_sample);
    else
        report_warn_of(c->clips.report, path, "between samples the worst point is off by %.3g mm (%s, sample %u)",
                       r->rig_error * mm, bone_name(c, r->rig_bone), r->rig_sample);
}

static void warn(const pack_context *c)
{
    double tolerance = c->values->tolerance > 0 ? (double)c->values->tolerance : 1e-4;
    clip_list_warn_of_lost(&c->clips);
    for (uint32_t i = 0; i < c->clips.count; i++) {
        const hone_hclip_report *r = &c->reports[i];
        if (r->rig_error * clip_list_unit(&c->clips) > tolerance)
            warn_of_error(c, c->clips.items[i].path, r);
    }
}

/* ---- packing ---- */

static bool write_file(pack_context *c, hone_bytes *out, hone_error *error)
{
    const hone_motion **motions = NULL;
    const char **names = NULL;
    c->reports = calloc(c->clips.count, sizeof *c->reports);
    hone_workers *workers = hone_workers_create(0, NULL, NULL); /* without them one thread works */
    bool ok = (c->reports || hone_fail_memory(error)) && clip_list_arrays(&c->clips, &motions, &names, error);
    const hone_hclip_desc desc = {.model = c->clips.model,
                                  .motions = (const hone_motion *const *)motions,
                                  .names = names,
                                  .motion_count = c->clips.count,
                                  .tolerance = (float)((double)c->values->tolerance / clip_list_unit(&c->clips)),
                                  .distance = (float)((double)c->values->distance / clip_list_unit(&c->clips)),
                                  .scale = c->clips.values->scale,
                                  .workers = workers};
    ok = ok && hone_motion_write_hclip(&desc, out, c->reports, error);
    hone_workers_destroy(workers);
    free(motions);
    free(names);
    return ok;
}

static int pack(pack_context *c)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    if (!write_file(c, &bytes, &error))
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
    pack_context c = {.values = values};
    int status = clip_list_load(&c.clips, "pack", &c.values->clips, files, file_count, r);
    if (status == STATUS_OK)
        status = pack(&c);
    clip_list_release(&c.clips);
    free(c.reports);
    return status;
}

const command command_pack = {
    .name = "pack",
    .arguments = "MODEL [CLIP...] -o OUT.hclip [options]",
    .summary = "pack motions into few bytes, within an error bound",
    .notes =
        "The first file is the model; all clips of the others, or of the model's own file, become clips of OUT, which\n"
        "plays like any motion. Points at --distance from each bone are at most --tolerance away from their places at\n"
        "every sample; this is verified.\n"
        "\n"
        "  hone pack miku.pmx dance.vmd walk.vmd -o dances.hclip",
    .options = options,
    .values_size = sizeof(pack_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS,
};
