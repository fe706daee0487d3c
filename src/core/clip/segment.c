#include "core/clip/segment.h"
#include <string.h>

/* ---- bones ---- */

static void local_of(const void *user, uint32_t place, const tolerance_parts *parts, tolerance_matrices *out)
{
    const clip_pack_context *p = user;
    hone_tolerance_matrices(parts, p->desc->offsets ? p->desc->offsets[p->order[place]] : NULL, out);
}

/* The largest distance between points of a bone, times its precision. */
static float error_of(const void *user, uint32_t place, const tolerance_matrices *a, const tolerance_matrices *b)
{
    const clip_pack_context *p = user;
    const float distance = p->desc->distance, precision = hone_clip_precision(p, p->order[place]);
    tolerance_row offset[12], worst = {0};
    for (int k = 0; k < 12; k++)
        for (int i = 0; i < SAMPLES; i++) offset[k][i] = a->m[k][i] - b->m[k][i];
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < SAMPLES; i++) {
            float x = offset[axis][i] * distance + offset[3][i], y = offset[4 + axis][i] * distance + offset[7][i],
                  z = offset[8 + axis][i] * distance + offset[11][i], square = x * x + y * y + z * z;
            worst[i] = square > worst[i] ? square : worst[i];
        }
    return hone_tolerance_largest(worst) * precision * precision;
}

/* ---- samples ---- */

static uint32_t sample_at(const clip_segment *segment, int i)
{
    return segment->first + ((uint32_t)i < segment->count ? (uint32_t)i : segment->count - 1);
}

static void set_parts(tolerance_parts *parts, int i, const hone_transform *value)
{
    for (int k = 0; k < 3; k++) parts->translation[k][i] = value->translation[k];
    for (int k = 0; k < 4; k++) parts->rotation[k][i] = value->rotation[k];
    for (int k = 0; k < 3; k++) parts->scale[k][i] = value->scale[k];
}

/* Writes what will be decoded of the parts that do not change, and what absent parts are. */
static void set_constants(const clip_segment *segment, uint32_t bone)
{
    const clip_pack_context *p = segment->packing;
    hone_transform rest = hone_clip_rest(p, bone), value = hone_clip_value(p, bone, 0);
    uint32_t words[3];
    hone_quat_normalise(rest.rotation, rest.rotation);
    hone_clip_write_rotation(value.rotation, words);
    hone_clip_read_rotation(words, value.rotation);
    if (hone_clip_kind_of(p->kinds[bone], CLIP_T) == CLIP_REST)
        hone_vec3_copy(rest.translation, value.translation);
    if (hone_clip_kind_of(p->kinds[bone], CLIP_R) == CLIP_REST)
        hone_quat_copy(rest.rotation, value.rotation);
    if (hone_clip_kind_of(p->kinds[bone], CLIP_S) == CLIP_REST)
        hone_vec3_copy(rest.scale, value.scale);
    for (int i = 0; i < SAMPLES; i++) {
        hone_transform now = hone_clip_value(p, bone, sample_at(segment, i));
        hone_clip_keep_absent(p, bone, &now, &value);
        set_parts(hone_tolerance_parts(&segment->tree, 0, p->places[bone]), i, &value);
    }
}

static void set_truth(clip_segment *segment)
{
    const clip_pack_context *p = segment->packing;
    for (uint32_t place = 0; place < p->desc->bone_count; place++)
        for (int i = 0; i < SAMPLES; i++) {
            hone_transform value = hone_clip_value(p, p->order[place], sample_at(segment, i));
            set_parts(hone_tolerance_parts(&segment->tree, 0, place), i, &value);
        }
    hone_tolerance_tree_begin(&segment->tree, 1);
}

static void transform_track(clip_segment *segment, const clip_track *track)
{
    float values[HONE_CLIP_SEGMENT][4];
    for (uint32_t i = 0; i < segment->count; i++) {
        hone_clip_track_value(segment->packing, track, segment->first + i, values[i]);
        bool turned = track->group == CLIP_FOURS && i > 0 && hone_quat_dot(values[i], values[i - 1]) < 0;
        for (int k = 0; turned && k < 4; k++) values[i][k] = -values[i][k];
    }
    for (uint32_t c = 0; c < track->width; c++) {
        double *out = segment->coefficients[track->component + c];
        memset(out, 0, sizeof *segment->coefficients);
        for (uint32_t i = 0; i < segment->count; i++) {
            const float *basis = hone_clip_basis(segment->count, i);
            for (uint32_t k = 0; k < segment->count; k++) out[k] += (double)values[i][c] * (double)basis[k];
        }
    }
}

void hone_clip_segment_begin(clip_segment *segment, uint32_t index)
{
    const clip_pack_context *p = segment->packing;
    segment->first = index * p->interval_count;
    segment->count = hone_clip_segment_size(p->desc->sample_count, p->interval_count, index);
    set_truth(segment);
    for (uint32_t b = 0; b < p->desc->bone_count; b++) set_constants(segment, b);
    for (uint32_t t = 0; t < p->track_count; t++) transform_track(segment, &p->tracks[t]);
}

/* ---- tracks ---- */

static uint8_t bits_of(int32_t value)
{
    uint32_t rest = (uint32_t)(value < 0 ? ~value : value);
    uint8_t bits = value != 0;
    for (; rest; rest >>= 1) bits++;
    return bits;
}

static int32_t round_to_step(double coefficient, double inverse, bool *fits)
{
    double scaled = coefficient * inverse;
    *fits = *fits && fabs(scaled) < (1 << (HONE_CLIP_BITS - 2));
    return *fits ? (int32_t)lrint(scaled) : 0;
}

uint32_t hone_clip_segment_quantise(const clip_segment *segment, const clip_track *track, uint32_t step,
                                    clip_numbers *numbers)
{
    double inverse = 1 / (double)hone_clip_step(step);
    uint32_t total = 0;
    bool fits = true;
    for (uint32_t c = 0; c < track->width; c++) {
        const double *from = segment->coefficients[track->component + c];
        clip_numbers found = {{0}, {0}};
        for (uint32_t k = 0; k < segment->count; k++) {
            found.values[k] = round_to_step(from[k], inverse, &fits);
            uint8_t bits = bits_of(found.values[k]), *most = &found.bits[hone_clip_width_of(k)];
            *most = bits > *most ? bits : *most;
        }
        total += hone_clip_profile_bytes(found.bits);
        if (numbers)
            numbers[c] = found;
    }
    return fits ? total : UINT32_MAX;
}

/* The rotations of four components are divided by their length; those of three get the last, and are multiplied. */
static void finish_rotation(const clip_track *track, tolerance_row q[4], int i)
{
    float v[4] = {q[0][i], q[1][i], q[2][i], q[3][i]}, out[4];
    if (track->group == CLIP_ROTATIONS) {
        v[3] = hone_clip_last(v[0], v[1], v[2]);
        hone_quat_normalise(v, v);
        hone_quat_multiply(track->base, v, out);
    } else {
        hone_quat_normalise(v, out);
    }
    for (int k = 0; k < 4; k++) q[k][i] = out[k];
}

static void decode(void *user, uint32_t index, tolerance_parts *parts, size_t stride)
{
    const clip_segment *segment = user;
    const clip_track *track = &segment->packing->tracks[index];
    float size = hone_clip_step(segment->step);
    tolerance_row *out = track->group == CLIP_TRANSLATIONS ? parts->translation
                         : track->group == CLIP_SCALES     ? parts->scale
                                                           : parts->rotation;
    (void)stride; /* a segment is one block */
    for (uint32_t c = 0; c < track->width; c++)
        for (int i = 0; i < SAMPLES; i++) {
            const float *basis = hone_clip_basis(segment->count, sample_at(segment, i) - segment->first);
            float sum = 0;
            for (int k = 0; k < HONE_CLIP_SEGMENT; k++) sum += (float)segment->numbers[c].values[k] * basis[k];
            out[c][i] = sum * size + (track->group >= CLIP_TRANSLATIONS ? track->base[c] : 0);
        }
    for (int i = 0; track->group <= CLIP_FOURS && i < SAMPLES; i++) finish_rotation(track, out, i);
}

static int clamp(const void *user, uint32_t track, int step)
{
    (void)user, (void)track;
    return step < 0 ? 0 : step > HONE_CLIP_STEPS - 1 ? HONE_CLIP_STEPS - 1 : step;
}

static bool round_track(void *user, uint32_t track, int step)
{
    clip_segment *segment = user;
    segment->step = (uint32_t)step;
    segment->bytes =
        hone_clip_segment_quantise(segment, &segment->packing->tracks[track], segment->step, segment->numbers);
    return segment->bytes < UINT32_MAX;
}

static uint64_t size_of(void *user, uint32_t track)
{
    (void)track;
    return ((const clip_segment *)user)->bytes;
}

static uint32_t joint_of(const void *user, uint32_t track)
{
    const clip_pack_context *p = ((const clip_segment *)user)->packing;
    return p->places[p->tracks[track].target];
}

/* ---- memory ---- */

bool hone_clip_segment_make(clip_segment *segment, const clip_pack_context *p, hone_arena *memory)
{
    const tolerance_joints bones = {p, p->desc->bone_count, p->parents, p->ends, local_of, error_of};
    tolerance_tracks tracks = {.user = segment,
                               .shift_step = 2,
                               .shift_max = HONE_CLIP_STEPS - 1,
                               .clamp = clamp,
                               .round = round_track,
                               .size = size_of,
                               .decode = decode,
                               .joint = joint_of};
    while (tracks.count < p->track_count && p->tracks[tracks.count].group != CLIP_WEIGHTS) tracks.count++;
    *segment = (clip_segment){.packing = p};
    segment->coefficients = hone_arena_array(memory, p->component_count, sizeof *segment->coefficients);
    return hone_tolerance_tree_make(&segment->tree, &bones, 1, memory) &&
           hone_tolerance_fit_make(&segment->fit, &tracks, &segment->tree, (float)(p->tolerance * p->tolerance),
                                   memory);
}
