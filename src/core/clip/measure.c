/* Measures a finished block: decodes it at all samples, and places the bones in double precision. */
#include "base/double_affine.h"
#include "base/error.h"
#include "core/clip/packing.h"
#include <string.h>

static hone_double_affine matrix_of(const clip_pack_context *p, uint32_t bone, const hone_transform *value)
{
    double rotation[4];
    for (int i = 0; i < 4; i++) rotation[i] = (double)value->rotation[i];
    hone_double_affine out = hone_double_affine_from_rotation(rotation);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] *= (double)value->scale[c];
        out.m[r][3] = (double)value->translation[r] + (p->desc->offsets ? (double)p->desc->offsets[bone][r] : 0);
    }
    return out;
}

/* Returns the largest distance between the points of a bone. */
static double error_of(const hone_double_affine *a, const hone_double_affine *b, double distance)
{
    double worst = 0;
    for (int axis = 0; axis < 3; axis++) {
        double square = 0;
        for (int r = 0; r < 3; r++) {
            double offset = (a->m[r][axis] - b->m[r][axis]) * distance + a->m[r][3] - b->m[r][3];
            square += offset * offset;
        }
        worst = square > worst || isnan(square) ? square : worst;
    }
    return isnan(worst) ? (double)INFINITY : sqrt(worst);
}

/* Memory of measuring. */
typedef struct measure_context {
    hone_transform *values;       /* [bone_count] decoded */
    hone_double_affine *is, *was; /* [bone_count] by place */
    float *weights;
} measure_context;

static void measure_sample(const clip_pack_context *p, const measure_context *m, uint32_t sample,
                           hone_clip_pack_report *report, double *worst)
{
    const hone_clip_pack_desc *d = p->desc;
    for (uint32_t place = 0; place < d->bone_count; place++) {
        uint32_t bone = p->order[place];
        hone_transform value = hone_clip_value(p, bone, sample);
        m->was[place] = matrix_of(p, bone, &value);
        m->is[place] = matrix_of(p, bone, &m->values[bone]);
        if (p->parents[place] != HONE_NONE) {
            m->was[place] = hone_double_affine_multiply(&m->was[p->parents[place]], &m->was[place]);
            m->is[place] = hone_double_affine_multiply(&m->is[p->parents[place]], &m->is[place]);
        }
        double found = error_of(&m->is[place], &m->was[place], (double)d->distance);
        *worst = fmax(*worst, found * (double)hone_clip_precision(p, bone));
        if (found > report->error)
            report->error = found, report->worst_bone = bone, report->worst_sample = sample;
    }
    for (uint32_t w = 0; w < d->weight_count; w++) {
        double found = fabs((double)m->weights[w] - (double)d->weights[(size_t)sample * d->weight_count + w]);
        bool counts = !d->has_weight || d->has_weight[w];
        if (counts && found > report->weight_error)
            report->weight_error = found, report->worst_weight = w;
    }
}

static void count_raw_bytes(const clip_pack_context *p, hone_clip_pack_report *report)
{
    uint64_t numbers = 0;
    for (uint32_t b = 0; b < p->desc->bone_count; b++)
        for (int part = 0; part < CLIP_PARTS; part++)
            if (hone_clip_kind_of(p->kinds[b], part) != CLIP_ABSENT)
                numbers += part == CLIP_R ? 4 : 3;
    for (uint32_t w = 0; w < p->desc->weight_count; w++) numbers += p->weight_kinds[w] != CLIP_ABSENT;
    report->raw_bytes = numbers * sizeof(float) * p->desc->sample_count;
}

/* Sets what the clip does not have: parts at rest. */
static void set_rest(const clip_pack_context *p, const measure_context *m)
{
    for (uint32_t b = 0; b < p->desc->bone_count; b++) {
        m->values[b] = hone_clip_rest(p, b);
        hone_quat_normalise(m->values[b].rotation, m->values[b].rotation);
    }
    for (uint32_t w = 0; w < p->desc->weight_count; w++)
        m->weights[w] = p->desc->rest_weights ? p->desc->rest_weights[w] : 0;
}

/* Sets absent parts, which something else moves. */
static void set_absent(const clip_pack_context *p, const measure_context *m, uint32_t sample)
{
    for (uint32_t b = 0; b < p->desc->bone_count; b++) {
        hone_transform now = hone_clip_value(p, b, sample);
        hone_clip_keep_absent(p, b, &now, &m->values[b]);
    }
}

bool hone_clip_measure(const clip_pack_context *p, const hone_bytes *block, hone_clip_pack_report *report,
                       double *worst, hone_error *error)
{
    uint32_t bones = p->desc->bone_count;
    measure_context m = {.values = hone_arena_array(p->memory, bones, sizeof *m.values),
                         .is = hone_arena_array(p->memory, bones, sizeof *m.is),
                         .was = hone_arena_array(p->memory, bones, sizeof *m.was),
                         .weights = hone_arena_array(p->memory, p->desc->weight_count, sizeof *m.weights)};
    if (hone_arena_failed(p->memory))
        return hone_arena_fail(p->memory, error);
    hone_packed_clip *clip = hone_packed_clip_open(block->data, block->size, p->desc->allocator, error);
    if (!clip)
        return false;
    *report = (hone_clip_pack_report){.animated = clip->info.animated, .constant = clip->info.constant};
    *worst = 0;
    count_raw_bytes(p, report);
    set_rest(p, &m);
    for (uint32_t s = 0; s < p->desc->sample_count; s++) {
        hone_packed_clip_decode(clip, s, m.values);
        hone_packed_clip_decode_weights(clip, s, m.weights);
        set_absent(p, &m, s);
        measure_sample(p, &m, s, report, worst);
    }
    hone_packed_clip_close(clip);
    return true;
}
