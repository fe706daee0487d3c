/* Writes .hclip: samples motions on a model and packs the samples. */
#include "base/error.h"
#include "format/hclip/hclip.h"
#include "format/hclip/rig_error.h"
#include <hone/format.h>
#include <math.h>
#include <string.h>

typedef struct packing {
    const hone_hclip_desc *desc;
    hone_writer out;
    hone_error *error;
} packing;

/* ---- samples ---- */

/* Samples in a second: as many as the nearest keys of channels need. */
static double rate_of(const hone_motion_data *motion, hone_space space)
{
    enum { MOST = 120 };
    double least = 1;
    if (motion->packed)
        return hone_packed_clip_get_info(motion->packed->clip)->rate;
    if (space == HONE_SPACE_MMD || motion->channel_count == 0)
        return HONE_FRAMES_PER_SECOND;
    for (uint32_t c = 0; c < motion->channel_count; c++)
        for (uint32_t k = 1; k < motion->channels[c].key_count; k++)
            least = fmin(least, motion->channels[c].times[k] - motion->channels[c].times[k - 1]);
    double rate = round(1 / fmax(least, 1e-3));
    return rate < 10 ? HONE_FRAMES_PER_SECOND : rate < MOST ? rate : MOST;
}

/* What is sampled of a motion. */
typedef struct samples {
    uint32_t count;
    double rate;
    hone_transform *bones; /* [count][bone_count] */
    float *weights;        /* [count][morph_count] */
    uint8_t *parts, *has_weight;
    float (*offsets)[3]; /* NULL: not MMD */
    hone_transform *rest;
    float *rest_weights;
} samples;

/* The numbers of elements of a model; at least 1, so that each array exists. */
static size_t bones_of(const hone_model_data *model)
{
    return model->skeleton.bone_count ? model->skeleton.bone_count : 1;
}

static size_t morphs_of(const hone_model_data *model)
{
    return model->morph_count ? model->morph_count : 1;
}

static void release(const hone_allocator *allocator, const hone_model_data *model, samples *s)
{
    size_t bones = bones_of(model), morphs = morphs_of(model);
    hone_deallocate(allocator, s->bones, s->count * bones, sizeof *s->bones);
    hone_deallocate(allocator, s->weights, s->count * morphs, sizeof *s->weights);
    hone_deallocate(allocator, s->parts, bones, 1);
    hone_deallocate(allocator, s->has_weight, morphs, 1);
    hone_deallocate(allocator, s->offsets, bones, sizeof *s->offsets);
    hone_deallocate(allocator, s->rest, bones, sizeof *s->rest);
    hone_deallocate(allocator, s->rest_weights, morphs, sizeof *s->rest_weights);
}

static bool allocate(const hone_allocator *allocator, const hone_model_data *model, samples *s)
{
    size_t bones = bones_of(model), morphs = morphs_of(model);
    s->bones = hone_allocate(allocator, s->count * bones, sizeof *s->bones);
    s->weights = hone_allocate(allocator, s->count * morphs, sizeof *s->weights);
    s->parts = hone_allocate(allocator, bones, 1);
    s->has_weight = hone_allocate(allocator, morphs, 1);
    s->offsets = hone_allocate(allocator, bones, sizeof *s->offsets);
    s->rest = hone_allocate(allocator, bones, sizeof *s->rest);
    s->rest_weights = hone_allocate(allocator, morphs, sizeof *s->rest_weights);
    return s->bones && s->weights && s->parts && s->has_weight && s->offsets && s->rest && s->rest_weights;
}

static void set_rest(const hone_model_data *model, samples *s)
{
    const hone_skeleton *skeleton = &model->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        s->rest[b] = skeleton->bones[b].rest;
        hone_vec3_copy(skeleton->bones[b].position, s->offsets[b]);
        if (parent != HONE_NONE)
            hone_vec3_subtract(s->offsets[b], skeleton->bones[parent].position, s->offsets[b]);
    }
    for (uint32_t m = 0; m < model->morph_count; m++) s->rest_weights[m] = model->morphs[m].default_weight;
}

static bool sample(const packing *p, const hone_motion *motion, samples *s)
{
    const hone_model_data *model = hone_model_get(p->desc->model);
    const hone_sampler_desc desc = {.model = p->desc->model, .motion = motion, .allocator = p->desc->allocator};
    hone_pose *pose = hone_pose_create(p->desc->model, p->desc->allocator, p->error);
    hone_sampler *sampler = pose ? hone_sampler_create(&desc, p->error) : NULL;
    if (sampler)
        hone_sampler_bound(sampler, s->parts, s->has_weight);
    for (uint32_t i = 0; sampler && i < s->count; i++) {
        hone_pose_reset(pose, p->desc->model);
        hone_sampler_sample(sampler, i / s->rate * HONE_FRAMES_PER_SECOND, pose);
        size_t bones = model->skeleton.bone_count, morphs = model->morph_count;
        if (bones)
            memcpy(s->bones + i * bones, pose->bones, bones * sizeof *pose->bones);
        if (morphs)
            memcpy(s->weights + i * morphs, pose->morphs, morphs * sizeof *pose->morphs);
    }
    bool ok = sampler != NULL;
    hone_sampler_destroy(sampler);
    hone_pose_destroy(pose);
    return ok;
}

/* ---- the scene ---- */

static void write_switches(const packing *p, const hone_motion *motion, hone_writer *out)
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
            if (strcmp(track->name.text, skeleton->bones[b].name) != 0)
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
static bool write_scene(packing *p, const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    if (!data->camera_key_count && !data->light_key_count && !data->shadow_key_count && !data->property_key_count) {
        hone_write_u32(&p->out, 0);
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
        hone_write_u32(&p->out, (uint32_t)bytes.size);
        hone_write_bytes(&p->out, bytes.data, bytes.size);
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

static double unit_of(const packing *p)
{
    if (hone_model_get(p->desc->model)->space == HONE_SPACE_MMD)
        return HONE_MMD_METRES;
    return p->desc->scale > 0 ? (double)p->desc->scale : 1;
}

static float tolerance_of(const packing *p)
{
    return p->desc->tolerance > 0 ? p->desc->tolerance : (float)(1e-4 / unit_of(p));
}

static float distance_of(const packing *p)
{
    return p->desc->distance > 0 ? p->desc->distance : (float)(0.03 / unit_of(p));
}

/* What hone_clip_pack is given of a model. */
typedef struct pack_arrays {
    int32_t *parents;
    float *precision;
} pack_arrays;

static bool pack_once(packing *p, const samples *s, const pack_arrays *arrays, hone_bytes *block,
                      hone_hclip_report *report)
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
                                      .tolerance = tolerance_of(p),
                                      .distance = distance_of(p),
                                      .precision = arrays->precision,
                                      .workers = p->desc->workers,
                                      .allocator = p->desc->allocator};
    *report = (hone_hclip_report){.samples = s->count, .rate = s->rate};
    if (!hone_clip_pack(&desc, block, &report->pack, p->error))
        return false;
    report->bytes = block->size;
    report->rig_error = report->pack.error;
    report->rig_bone = report->pack.worst_bone, report->rig_sample = report->pack.worst_sample;
    return !mmd || hone_hclip_rig_error(p->desc, s->bones, s->count, desc.distance, block, report, p->error);
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

/* Packs again, with more precision for chains, until the error after IK is within the tolerance, or it is tried often
 * enough. */
static bool pack_until_good(packing *p, const samples *s, const pack_arrays *arrays, hone_bytes *block,
                            hone_hclip_report *report)
{
    enum { TRIES = 5 };
    const hone_skeleton *skeleton = hone_model_skeleton(p->desc->model);
    for (int i = 0; i < TRIES; i++) {
        hone_bytes_release(block);
        if (!pack_once(p, s, arrays, block, report))
            return false;
        double off = report->rig_error / (double)tolerance_of(p);
        if (off <= 1 || skeleton->ik_count == 0)
            return true;
        raise_precision(skeleton, fmin(fmax(1.2 * off, 1.5), 4), arrays->precision);
    }
    return true;
}

static bool pack_samples(packing *p, const samples *s, hone_bytes *block, hone_hclip_report *report)
{
    const hone_skeleton *skeleton = hone_model_skeleton(p->desc->model);
    size_t count = bones_of(hone_model_get(p->desc->model));
    const pack_arrays arrays = {hone_allocate(p->desc->allocator, count, sizeof *arrays.parents),
                                hone_allocate(p->desc->allocator, count, sizeof *arrays.precision)};
    bool ok = (arrays.parents && arrays.precision) || hone_fail_memory(p->error);
    for (uint32_t b = 0; ok && b < skeleton->bone_count; b++)
        arrays.parents[b] = skeleton->bones[b].parent, arrays.precision[b] = 1;
    ok = ok && pack_until_good(p, s, &arrays, block, report);
    hone_deallocate(p->desc->allocator, arrays.parents, count, sizeof *arrays.parents);
    hone_deallocate(p->desc->allocator, arrays.precision, count, sizeof *arrays.precision);
    return ok;
}

static uint32_t count_lost(const packing *p, const hone_motion *motion)
{
    uint32_t count = 0;
    hone_motion_unbound(motion, p->desc->model, NULL, 0, &count, NULL);
    return count;
}

static bool write_clip(packing *p, uint32_t index, hone_hclip_report *report)
{
    const hone_motion *motion = p->desc->motions[index];
    const hone_model_data *model = hone_model_get(p->desc->model);
    double duration = hone_motion_duration(motion);
    samples s = {.rate = rate_of(hone_motion_get(motion), model->space)};
    double count = ceil(duration * s.rate - 1e-4) + 1;
    hone_bytes block = {0};
    if (!(count <= HONE_CLIP_SAMPLES_MAX))
        return hone_fail(p->error, HONE_ERROR_ARGUMENT, 0, "a clip can have 1 to %u samples, not %.0f",
                         (unsigned)HONE_CLIP_SAMPLES_MAX, count);
    s.count = count >= 1 ? (uint32_t)count : 1;
    bool ok = allocate(p->desc->allocator, model, &s) || hone_fail_memory(p->error);
    if (ok)
        set_rest(model, &s);
    ok = ok && sample(p, motion, &s) && pack_samples(p, &s, &block, report);
    release(p->desc->allocator, model, &s);
    if (ok) {
        report->lost = count_lost(p, motion);
        write_text(&p->out, p->desc->names && p->desc->names[index] ? p->desc->names[index] : "");
        hone_write_f32(&p->out, (float)duration);
        write_switches(p, motion, &p->out);
        ok = write_scene(p, motion);
        hone_write_u32(&p->out, (uint32_t)block.size);
        hone_write_bytes(&p->out, block.data, block.size);
    }
    hone_bytes_release(&block);
    return ok;
}

/* ---- the file ---- */

static void write_header(packing *p)
{
    const hone_model_data *model = hone_model_get(p->desc->model);
    hone_write_bytes(&p->out, HCLIP_MAGIC, HCLIP_MAGIC_SIZE);
    hone_write_u32(&p->out, HCLIP_VERSION);
    hone_write_u32(&p->out, model->space);
    hone_write_u32(&p->out, (uint32_t)model->source);
    hone_write_u32(&p->out, (uint32_t)(model->source >> 32));
    write_text(&p->out, model->name);
    hone_write_u32(&p->out, model->skeleton.bone_count);
    hone_write_u32(&p->out, model->morph_count);
    for (uint32_t b = 0; b < model->skeleton.bone_count; b++) write_text(&p->out, model->skeleton.bones[b].name);
    for (uint32_t m = 0; m < model->morph_count; m++) write_text(&p->out, model->morphs[m].name);
    hone_write_u32(&p->out, p->desc->motion_count);
}

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
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the motion is not in the space of the model");
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
    packing p = {.desc = desc, .out = hone_writer_make(desc->allocator), .error = error};
    bool ok = true;
    write_header(&p);
    for (uint32_t i = 0; i < desc->motion_count && ok; i++) {
        hone_hclip_report report;
        ok = write_clip(&p, i, reports ? &reports[i] : &report);
    }
    ok = hone_writer_finish(&p.out, out, ok ? error : NULL) && ok;
    if (!ok)
        hone_bytes_release(out);
    return ok;
}
