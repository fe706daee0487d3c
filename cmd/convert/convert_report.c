/* What is printed about a conversion: its summary, and warnings of what a format cannot contain. */
#include "cmd/convert/convert.h"
#include "tool/messages/messages.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"
#include <hone/math.h>

#include <stdio.h>

static void print_corrective(const conversion *c, hone_json *json)
{
    const hone_corrective_report *r = &c->corrective;
    const double degrees = 180 / HONE_PI;
    json_number(json, "deform_bound_m", (double)convert_bound(c) * c->unit);
    json_number(json, "deform_targets", c->shapes);
    json_number(json, "deform_vertices", r->vertices);
    json_number(json, "deform_bytes", (double)c->gltf.morph_bytes);
    json_number(json, "deform_error_before_m", r->error_before * c->unit);
    json_number(json, "deform_error_after_m", r->error_after * c->unit);
    json_number(json, "deform_error_between_m", r->error_between * c->unit);
    json_number(json, "deform_normal_before_degrees", r->normal_before * degrees);
    json_number(json, "deform_normal_after_degrees", r->normal_after * degrees);
}

static void write_json(const conversion *c, hone_json *json)
{
    hone_json_object(json);
    hone_json_key(json, "output");
    hone_json_string(json, c->values->output);
    hone_json_key(json, "format");
    hone_json_string(json, convert_endings[c->target]);
    json_number(json, "bytes", (double)c->bytes);
    if (c->baked || c->place_moves) {
        json_number(json, "frames", c->last_frame + 1.0);
        json_number(json, "times_per_frame", HONE_BAKE_TIMES_PER_FRAME);
        json_number(json, "tolerance_m", convert_asked_tolerance(c) * c->unit);
        json_number(json, "keys_before", (double)c->bake.keys_before);
        json_number(json, "keys_after", (double)c->bake.keys_after);
        json_number(json, "joint_error_m", c->bake.joint_error * c->unit);
        json_number(json, "vertex_error_m", c->bake.vertex_error * c->unit);
        json_number(json, "joint_error_between_m", c->bake.joint_error_between * c->unit);
        json_number(json, "vertex_error_between_m", c->bake.vertex_error_between * c->unit);
        json_number(json, "deform_error_m", c->bake.deform_error * c->unit);
        if (c->corrected)
            print_corrective(c, json);
        if (c->target == CONVERT_VMD)
            json_number(json, "player_error_m", c->bake.player_error * c->unit);
    }
    if (c->target <= CONVERT_GLTF) {
        json_number(json, "animation_bytes", (double)c->gltf.animation_bytes);
        if (c->values->pack) {
            json_number(json, "pack_tolerance_m", (double)convert_pack_tolerance(c) * c->unit);
            json_number(json, "pack_error_m", c->gltf.pack_error);
        }
        json_number(json, "weights_normalised", c->gltf.weights_changed);
        json_number(json, "normals_normalised", c->gltf.normals_changed);
        json_number(json, "textures", c->gltf.textures);
        json_number(json, "textures_missing", c->gltf.textures_missing);
        json_number(json, "morphs_left_out", c->gltf.morphs_left_out);
    }
    if (c->target == CONVERT_VRM)
        convert_write_vrm_report(c, json);
    if (c->target == CONVERT_VRMA)
        convert_write_vrma_report(c, json);
    hone_json_end(json, '}');
}

/* Prints the measured errors and the times at which they were measured. */
static void print_errors(const conversion *c)
{
    const hone_bake_report *b = &c->bake;
    const double mm = c->unit * 1e3, bone = b->joint_error * mm, vertex = b->vertex_error * mm;
    const double bone_between = b->joint_error_between * mm, vertex_between = b->vertex_error_between * mm;
    bool vertices = hone_model_mesh(c->model->model)->vertex_count > 0, whole = convert_keys_are_whole(c);
    if (whole && vertices)
        report_note(
            c->report,
            "at whole frames the worst bone is off by %.3g mm, the worst vertex by %.3g mm; between them by %.3g "
            "mm and %.3g mm",
            bone, vertex, bone_between, vertex_between);
    else if (whole)
        report_note(c->report, "at whole frames the worst bone is off by %.3g mm; between them by %.3g mm", bone,
                    bone_between);
    else if (vertices)
        report_note(c->report,
                    "at four times of each frame the worst bone is off by %.3g mm, the worst vertex by %.3g mm", bone,
                    vertex);
    else
        report_note(c->report, "at four times of each frame the worst bone is off by %.3g mm", bone);
}

/* Prints to stderr, since the file itself may go to stdout. */
static void print_summary(const conversion *c)
{
    const hone_bake_report *b = &c->bake;
    if (c->target == CONVERT_VRM)
        convert_print_vrm_report(c);
    if (c->target == CONVERT_VRMA)
        convert_print_vrma_report(c);
    if (!(c->baked || c->place_moves) || !c->model)
        return;
    report_note(c->report, "%s: %u frames: %llu keys; with a key at every frame there would be %llu",
                output_is_stdout(c->values->output) ? "stdout" : c->values->output, c->last_frame + 1,
                (unsigned long long)b->keys_after, (unsigned long long)b->keys_before);
    print_errors(c);
    const hone_corrective_report *r = &c->corrective;
    if (c->corrected)
        report_note(c->report,
                    "%u morph targets (%.3g MB) for %u vertices: the worst is off by %.3g mm (vertex %u), by linear "
                    "skinning %.3g mm",
                    c->shapes, (double)c->gltf.morph_bytes / 1e6, r->vertices, r->error_after * c->unit * 1e3,
                    r->worst_after, r->error_before * c->unit * 1e3);
    else if (c->target <= CONVERT_GLTF && b->deform_error > 0)
        report_note(c->report, "linear skinning moves SDEF and QDEF vertices by up to %.3g mm (vertex %u)",
                    b->deform_error * c->unit * 1e3, b->worst_deformed);
}

void convert_write_summary(const conversion *c, hone_json *json)
{
    if (c->values->json)
        write_json(c, json);
    else if (!c->report->quiet)
        print_summary(c);
}

void convert_warn_of_lost(conversion *c, const char *format, const convert_count *counts, uint32_t count,
                          const char *what_becomes)
{
    char list[320] = "";
    size_t size = 0;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) left += counts[i].count > 0;
    if (left == 0)
        return;
    for (uint32_t i = 0, written = 0; i < count && size < sizeof list; i++) {
        if (counts[i].count == 0)
            continue;
        const char *between = written == 0 ? "" : written + 1 == left ? message_text(" and ") : message_text(", ");
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s (%u)", between, message_text(counts[i].what),
                                 counts[i].count);
        written++;
    }
    report_warn_of(c->report, c->model->path, "%s cannot contain %s: %s", format, list, what_becomes);
}
