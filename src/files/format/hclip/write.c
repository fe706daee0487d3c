/* Writes .hclip: samples motions on a model and packs the samples. */
#include "base/error.h"
#include "core/motion/fits.h"
#include "files/format/hclip/channels.h"
#include "files/format/hclip/hclip.h"
#include "files/format/hclip/keyed.h"
#include "files/format/hclip/keys.h"
#include "files/format/hclip/rig_error.h"
#include "files/format/hclip/samples.h"
#include "files/format/readers.h"
#include <hone/format.h>
#include <math.h>
#include <string.h>

typedef struct write_context {
    const hone_hclip_desc *desc;
    hone_writer out;
    hone_writer entry; /* the clip that is packed */
    bool has_entry;    /* whether it was packed once, so that a further attempt may fail */
    hone_error *error;
} write_context;

static bool is_mmd(const write_context *p)
{
    return hone_model_get(p->desc->model)->space == HONE_SPACE_MMD;
}

/* ---- the scene ---- */

/* Keyed bones have theirs in their keys. */
static void write_switches(const write_context *p, const hone_motion *motion, const uint8_t *keyed, hone_writer *out)
{
    const hone_skeleton *skeleton = hone_model_skeleton(p->desc->model);
    const hone_motion_data *data = hone_motion_get(motion);
    size_t at = out->bytes.size;
    uint32_t count = 0;
    hone_write_u32(out, 0);
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        for (uint32_t t = 0; t < data->bone_track_count; t++) {
            const hone_bone_track *track = &data->bone_tracks[t];
            bool off = false;
            if (keyed[b] || strcmp(track->name.text, skeleton->bones[b].name) != 0)
                continue;
            for (uint32_t k = 0; k < track->key_count; k++) {
                if (track->keys[k].physics_off == off)
                    continue;
                off = track->keys[k].physics_off;
                hone_write_u32(out, b);
                hone_write_u32(out, track->keys[k].frame << 1 | off);
                count++;
            }
            break;
        }
    for (uint32_t i = 0; data->packed && i < data->packed->switch_count; i++, count++) {
        hone_write_u32(out, data->packed->switches[i].bone);
        hone_write_u32(out, data->packed->switches[i].frame << 1 | data->packed->switches[i].off);
    }
    for (int i = 0; i < 4 && !out->failed; i++) out->bytes.data[at + (size_t)i] = (uint8_t)(count >> 8 * i);
}

/* A VMD with the keys that a block cannot hold. The motion shares the arrays of the other, which outlives it. */
static bool write_scene(write_context *p, const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    if (!data->camera_key_count && !data->light_key_count && !data->shadow_key_count && !data->property_key_count) {
        hone_write_u32(&p->entry, 0);
        return true;
    }
    hone_builder *builder = hone_builder_create(p->desc->allocator, 0, p->error);
    hone_motion_data scene = *data;
    scene.bone_track_count = scene.morph_track_count = scene.channel_count = scene.clip_count = 0;
    scene.space = HONE_SPACE_MMD;
    scene.packed = NULL;
    memset(&scene.records, 0, sizeof scene.records);
    hone_motion *keys = builder ? hone_motion_create(builder, &scene, NULL, p->error) : NULL;
    hone_bytes bytes = {0};
    bool ok = keys && hone_motion_write_vmd(keys, p->desc->allocator, &bytes, p->error);
    if (ok) {
        hone_write_u32(&p->entry, (uint32_t)bytes.size);
        hone_write_bytes(&p->entry, bytes.data, bytes.size);
    }
    hone_bytes_release(&bytes);
    hone_motion_release(keys);
    return ok;
}

/* ---- clips ---- */

static void write_text(hone_writer *out, const char *text)
{
    size_t size = strlen(text) < UINT16_MAX ? strlen(text) : UINT16_MAX;
    hone_write_u16(out, (uint16_t)size);
    hone_write_bytes(out, text, size);
}

static double unit_of(const write_context *p)
{
    if (hone_model_get(p->desc->model)->space == HONE_SPACE_MMD)
        return HONE_MMD_METRES;
    return p->desc->scale > 0 ? (double)p->desc->scale : 1;
}

static float tolerance_of(const write_context *p)
{
    return p->desc->tolerance > 0 ? p->desc->tolerance : (float)(1e-4 / unit_of(p));
}

static float distance_of(const write_context *p)
{
    return p->desc->distance > 0 ? p->desc->distance : (float)(0.03 / unit_of(p));
}

static void write_header(const write_context *p, uint32_t clip_count, hone_writer *out)
{
    const hone_model_data *model = hone_model_get(p->desc->model);
    hone_write_bytes(out, HCLIP_MAGIC, HCLIP_MAGIC_SIZE);
    hone_write_u32(out, HCLIP_VERSION);
    hone_write_u32(out, model->space);
    hone_write_u32(out, (uint32_t)model->source);
    hone_write_u32(out, (uint32_t)(model->source >> 32));
    write_text(out, model->name);
    hone_write_u32(out, model->skeleton.bone_count);
    hone_write_u32(out, model->morph_count);
    for (uint32_t b = 0; b < model->skeleton.bone_count; b++) write_text(out, model->skeleton.bones[b].name);
    for (uint32_t m = 0; m < model->morph_count; m++) write_text(out, model->morphs[m].name);
    hone_write_u32(out, clip_count);
}

/* Writes the clip to `entry`. */
static bool write_entry(write_context *p, uint32_t index, const hclip_samples *s, const hone_bytes *block,
                        hone_hclip_report *report)
{
    enum { KEYED_FLOATS = 7 }; /* of a sample */
    const hone_motion *motion = p->desc->motions[index];
    hone_writer *out = &p->entry;
    out->bytes.size = 0;
    write_text(out, p->desc->names && p->desc->names[index] ? p->desc->names[index] : "");
    hone_write_f32(out, (float)hone_motion_duration(motion));
    write_switches(p, motion, s->keyed, out);
    if (!write_scene(p, motion))
        return false;
    size_t before = out->bytes.size;
    hone_write_u32(out, 0);
    if (is_mmd(p))
        hone_hclip_write_keys(hone_motion_get(motion), s->bone_of, s->keyed, out);
    else if (!hone_hclip_write_channels(p->desc, motion, s, out, p->error))
        return false;
    uint32_t size = (uint32_t)(out->bytes.size - before - 4);
    for (int i = 0; i < 4 && !out->failed; i++) out->bytes.data[before + (size_t)i] = (uint8_t)(size >> 8 * i);
    hone_write_u32(out, (uint32_t)block->size);
    hone_write_bytes(out, block->data, block->size);
    for (uint32_t b = 0; b < hone_model_skeleton(p->desc->model)->bone_count; b++)
        report->keyed += s->keyed[b] != HCLIP_SAMPLED;
    for (uint32_t c = 0; c < s->channel_count; c++) report->channels += s->kept[c];
    report->pack.raw_bytes += report->keyed * sizeof(float) * KEYED_FLOATS * s->count;
    report->key_bytes = size;
    report->bytes = block->size + size;
    return !out->failed || hone_fail_memory(p->error);
}

/* Reads the clip back. */
static hone_motion *read_back(const write_context *p)
{
    const hone_load_desc load = {.allocator = p->desc->allocator};
    hone_writer file = hone_writer_make(p->desc->allocator);
    hone_bytes bytes = {0};
    write_header(p, 1, &file);
    hone_write_bytes(&file, p->entry.bytes.data, p->entry.bytes.size);
    hone_motion *is =
        hone_writer_finish(&file, &bytes, p->error) ? hone_hclip_read(bytes.data, bytes.size, &load, p->error) : NULL;
    hone_bytes_release(&bytes);
    return is;
}

/* Measures how the clip plays. If it does not keep the tolerance: keys more bones, and tells whether there are any. */
static bool measure_entry(const write_context *p, uint32_t index, const hclip_samples *s, hone_hclip_report *report,
                          bool *changes)
{
    const hone_motion *was = p->desc->motions[index];
    float tolerance = tolerance_of(p), distance = distance_of(p);
    hone_motion *is = read_back(p);
    bool ok = is && hone_hclip_rig_error(p->desc, was, is, distance, report, p->error);
    *changes = false;
    if (ok && is_mmd(p) && report->rig_error > (double)tolerance) {
        *changes = hone_hclip_key_chains(p->desc->model, s->bone_of, s->track_count, s->keyed);
        ok = hone_hclip_key_worst(p->desc, (const hone_motion *const[2]){was, is}, tolerance, distance, s->bone_of,
                                  s->keyed, changes, p->error);
    }
    hone_motion_release(is);
    return ok;
}

/* The part of a model that hone_clip_pack reads, and the part of the tolerance that it may use. */
typedef struct pack_arrays {
    int32_t *parents;
    float *precision;
    float share;
} pack_arrays;

static bool pack_block(write_context *p, const hclip_samples *s, const pack_arrays *arrays, hone_bytes *block,
                       hone_hclip_report *report, hone_error *error)
{
    const hone_model_data *model = hone_model_get(p->desc->model);
    bool mmd = model->space == HONE_SPACE_MMD;
    const hone_clip_pack_desc desc = {.bone_count = model->skeleton.bone_count,
                                      .parents = arrays->parents,
                                      .rest = s->rest,
                                      .offsets = mmd ? (const float(*)[3])s->offsets : NULL,
                                      .parts = s->parts,
                                      .sample_count = s->count,
                                      .rate = s->rate,
                                      .bones = s->bones,
                                      .weight_count = model->morph_count,
                                      .rest_weights = s->rest_weights,
                                      .has_weight = s->has_weight,
                                      .weights = s->weights,
                                      .tolerance = tolerance_of(p) * arrays->share,
                                      .distance = distance_of(p),
                                      .precision = arrays->precision,
                                      .workers = p->desc->workers,
                                      .allocator = p->desc->allocator};
    *report = (hone_hclip_report){.samples = s->count, .rate = s->rate};
    if (!hone_clip_pack(&desc, block, &report->pack, error))
        return false;
    report->rig_error = report->pack.error;
    report->rig_bone = report->pack.worst_bone, report->rig_sample = report->pack.worst_sample;
    return true;
}

/* Errors of the goal and of the root of a chain grow in its links: raises the precision of these bones. */
static void raise_precision(const hone_skeleton *skeleton, double factor, float *precision)
{
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        const hone_ik *ik = &skeleton->iks[i];
        if (ik->link_count == 0)
            continue;
        precision[ik->bone] *= (float)factor;
        precision[ik->links[ik->link_count - 1].bone] *= (float)factor;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) precision[b] = fminf(precision[b], 100);
}

/* Returns whether more samples are needed. off: the error between them, in multiples of the tolerance. */
static bool needs_rate(const write_context *p, const hclip_samples *s, double off)
{
    enum { MOST = 120 };
    return !is_mmd(p) && off > 1.5 && 2 * s->rate <= MOST;
}

/* Takes keyed bones out of the samples. */
static void leave_keyed(const write_context *p, const hclip_samples *s)
{
    for (uint32_t b = 0; b < hone_model_skeleton(p->desc->model)->bone_count; b++)
        if (s->keyed[b])
            s->parts[b] = 0;
}

/* Packs once. If more precision than floats have would be needed, the attempt before stays: *is_last. */
static bool pack_entry(write_context *p, uint32_t index, const hclip_samples *s, const pack_arrays *arrays,
                       hone_hclip_report *report, bool *is_last)
{
    hone_bytes block = {0};
    hone_error error = {0};
    hone_hclip_report found;
    bool ok = pack_block(p, s, arrays, &block, &found, &error);
    *is_last = !ok && p->has_entry && error.code == HONE_ERROR_UNSUPPORTED;
    if (!ok && !*is_last && p->error)
        *p->error = error;
    if (ok) {
        *report = found;
        ok = p->has_entry = write_entry(p, index, s, &block, report);
    }
    hone_bytes_release(&block);
    return ok || *is_last;
}

/* Packs again, with keys of the bones that chains depend on, then with more precision, until the error of the file that
 * is read back is within the tolerance, or it is tried often enough. */
static bool pack_until_good(write_context *p, uint32_t index, const hclip_samples *s, pack_arrays *arrays,
                            hone_hclip_report *report)
{
    enum { TRIES = 5 };
    const hone_skeleton *skeleton = hone_model_skeleton(p->desc->model);
    for (int i = 0; i < TRIES; i++) {
        bool changes, is_last;
        if (!pack_entry(p, index, s, arrays, report, &is_last))
            return false;
        if (is_last)
            return true;
        if (!measure_entry(p, index, s, report, &changes))
            return false;
        double off = report->rig_error / (double)tolerance_of(p);
        if (off <= 1 || needs_rate(p, s, off))
            return true;
        leave_keyed(p, s);
        if (changes)
            continue;
        raise_precision(skeleton, fmin(fmax(1.2 * off, 1.5), 4), arrays->precision);
        arrays->share *= 0.8f;
    }
    return true;
}

static bool pack_samples(write_context *p, uint32_t index, const hclip_samples *s, hone_hclip_report *report)
{
    const hone_skeleton *skeleton = hone_model_skeleton(p->desc->model);
    size_t count = hone_hclip_bone_room(p->desc->model);
    pack_arrays arrays = {hone_allocate(p->desc->allocator, count, sizeof *arrays.parents),
                          hone_allocate(p->desc->allocator, count, sizeof *arrays.precision), 1};
    bool ok = arrays.parents && arrays.precision;
    if (!ok)
        hone_fail_memory(p->error);
    for (uint32_t b = 0; ok && b < skeleton->bone_count; b++)
        arrays.parents[b] = skeleton->bones[b].parent, arrays.precision[b] = 1;
    ok = ok && pack_until_good(p, index, s, &arrays, report);
    hone_deallocate(p->desc->allocator, arrays.parents, count, sizeof *arrays.parents);
    hone_deallocate(p->desc->allocator, arrays.precision, count, sizeof *arrays.precision);
    return ok;
}

static uint32_t count_lost(const write_context *p, const hone_motion *motion)
{
    uint32_t count = 0;
    hone_motion_unbound(motion, p->desc->model, NULL, 0, &count, NULL);
    return count;
}

static bool choose_keyed(write_context *p, const hone_motion *motion, hclip_samples *s)
{
    if (!is_mmd(p))
        return hone_hclip_keep_channels(p->desc, motion, s, p->error);
    bool ok = hone_hclip_choose_keyed(p->desc, motion, tolerance_of(p), distance_of(p), s->bone_of, s->keyed, p->error);
    if (ok)
        leave_keyed(p, s);
    return ok;
}

/* Packs with more samples, as long as straight lines between them are too far from the motion. */
static bool pack_at_rates(write_context *p, uint32_t index, hone_hclip_report *report)
{
    const hone_motion *motion = p->desc->motions[index];
    double rate = hone_hclip_rate(p->desc, motion);
    p->has_entry = false;
    for (bool again = true; again; rate *= 2) {
        hclip_samples s;
        bool ok = hone_hclip_samples_make(p->desc, motion, rate, &s, p->error) && choose_keyed(p, motion, &s) &&
                  pack_samples(p, index, &s, report);
        again = ok && needs_rate(p, &s, report->rig_error / (double)tolerance_of(p));
        hone_hclip_samples_release(p->desc, &s);
        if (!ok)
            return false;
    }
    return true;
}

static bool write_clip(write_context *p, uint32_t index, hone_hclip_report *report)
{
    const hone_motion *motion = p->desc->motions[index];
    if (!pack_at_rates(p, index, report))
        return false;
    report->lost = count_lost(p, motion);
    hone_write_bytes(&p->out, p->entry.bytes.data, p->entry.bytes.size);
    return true;
}

/* ---- the file ---- */

static bool check(const hone_hclip_desc *desc, hone_error *error)
{
    if (!desc->model || !desc->motions)
        return hone_fail_null(error, desc->model ? "motions" : "model");
    if (desc->motion_count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no motion to pack");
    for (uint32_t i = 0; i < desc->motion_count; i++) {
        const hone_motion *motion = desc->motions[i];
        if (!motion)
            return hone_fail_null(error, "a motion");
        if (hone_motion_moves(motion) && hone_motion_get(motion)->space != hone_model_get(desc->model)->space)
            return hone_fail_space(error);
    }
    return true;
}

bool hone_motion_write_hclip(const hone_hclip_desc *desc, hone_bytes *out, hone_hclip_report *reports,
                             hone_error *error)
{
    if (!desc || !out)
        return hone_fail_null(error, desc ? "out" : "desc");
    *out = (hone_bytes){0};
    if (!check(desc, error))
        return false;
    write_context p = {.desc = desc,
                       .out = hone_writer_make(desc->allocator),
                       .entry = hone_writer_make(desc->allocator),
                       .error = error};
    bool ok = true;
    write_header(&p, desc->motion_count, &p.out);
    for (uint32_t i = 0; i < desc->motion_count && ok; i++) {
        hone_hclip_report report;
        ok = write_clip(&p, i, reports ? &reports[i] : &report);
    }
    ok = hone_writer_finish(&p.out, out, ok ? error : NULL) && ok;
    hone_bytes_release(&p.entry.bytes);
    if (!ok)
        hone_bytes_release(out);
    return ok;
}
