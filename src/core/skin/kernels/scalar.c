/* The definition of skinning: linear blend skinning, spherical deformation (SDEF), dual quaternion skinning and
 * optimised centres of rotation.
 * Every other kernel is tested against this one. */
#include "base/error.h"
#include "core/skin/kernels/kernel.h"
#include "core/skin/output_formats.h"
#include "core/skin/quantise.h"
#include <hone/math.h>
#include <string.h>

/* ---- input ----------------------------------------------------------------------------------------------------- */

/* One vertex with everything that skinning it needs. */
typedef struct vertex {
    const hone_skin *skin;
    const hone_skin_job *job;
    uint32_t block, lane;
    float position[3], normal[3]; /* at rest; the normal has unit length */
    uint32_t influences, stored;
    const uint32_t *slots; /* influence i: slots[i * slot_step] */
    size_t slot_step;
    const float *weights; /* influence i: weights[i * LANES]; NULL: packed */
    const uint16_t *packed_weights;
    float last; /* the implicit weight of the last influence */
    const hone_skin_sdef *sdef;
} vertex;

static void load3(const hone_skin_frame3 *frame, uint32_t lane, float out[3])
{
    for (int c = 0; c < 3; c++) out[c] = frame->c[c][lane];
}

static void load_position(vertex *v)
{
    const hone_skin *skin = v->skin;
    if (v->job->rest)
        load3(&v->job->rest->positions[v->block], v->lane, v->position);
    else if (skin->positions)
        load3(&skin->positions[v->block], v->lane, v->position);
    else
        for (int c = 0; c < 3; c++)
            v->position[c] =
                skin->packed_origin[c] + skin->packed_step[c] * (float)skin->packed[v->block].position[c][v->lane];
}

static void load_normal(vertex *v)
{
    const hone_skin *skin = v->skin;
    if (!skin->has_normals)
        return;
    if (v->job->rest && v->job->rest->normals)
        load3(&v->job->rest->normals[v->block], v->lane, v->normal);
    else if (skin->normals)
        load3(&skin->normals[v->block], v->lane, v->normal);
    else {
        const hone_skin_packed *packed = &skin->packed[v->block];
        hone_unpack_normal(packed->normal[0][v->lane], packed->normal[1][v->lane], v->normal);
        hone_vec3_normalise(v->normal, v->normal);
    }
}

static uint32_t slot_of(const vertex *v, uint32_t influence)
{
    return v->slots[influence * v->slot_step];
}

static float weight_of(const vertex *v, uint32_t influence)
{
    if (influence >= v->stored)
        return v->last;
    size_t at = (size_t)influence * LANES;
    HONE_ASSERT(v->weights || v->packed_weights); /* ensured by load_influences */
    return v->weights ? v->weights[at] : hone_unpack_weight(v->packed_weights[at]);
}

static void load_influences(vertex *v, const hone_skin_group *group)
{
    const hone_skin *skin = v->skin;
    size_t block = v->block - group->begin, weight = group->weights + block * group->stored * LANES + v->lane;
    v->influences = group->influences;
    v->stored = group->stored;
    v->slot_step = group->mixed ? LANES : 1;
    v->slots = skin->slots + group->slots + block * group->influences * v->slot_step + (group->mixed ? v->lane : 0);
    if (hone_skin_packs_weights(skin, group))
        v->packed_weights = skin->packed_weights + weight;
    else
        v->weights = skin->weights + weight;
    v->last = 1;
    for (uint32_t i = 0; i < group->stored; i++) v->last -= weight_of(v, i);
    if (group->kind == HONE_SKIN_BY_SDEF)
        v->sdef = &skin->sdefs[group->sdefs + block];
}

static void load(vertex *v, const hone_skin_group *group, uint32_t block, uint32_t lane)
{
    v->block = block, v->lane = lane;
    load_position(v);
    load_normal(v);
    load_influences(v, group);
}

/* ---- output ---------------------------------------------------------------------------------------------------- */

static void store(const vertex *v, hone_skin_attribute attribute, const float *value)
{
    const hone_skin_job *job = v->job;
    const hone_stream *stream = attribute == HONE_SKIN_POSITION ? &job->positions
                                : attribute == HONE_SKIN_NORMAL ? &job->normals
                                                                : &job->tangents;
    size_t at = (size_t)v->block * LANES + v->lane;
    uint32_t words[HONE_SKIN_MOST_WORDS];
    if (!stream->data)
        return;
    if (job->order == HONE_SKIN_ORDER_FILE)
        at = v->skin->vertices[at];
    char *out = (char *)stream->data + at * stream->stride;
    const bool floats = hone_skin_format_of(job, attribute) == HONE_SKIN_FLOAT32;
    if (floats && attribute == HONE_SKIN_TANGENT)
        memcpy(out, value, 4 * sizeof *value);
    else if (floats)
        memcpy(out, value, 3 * sizeof *value);
    else
        memcpy(out, words, hone_skin_encode(job, attribute, value, words) * sizeof *words);
}

/* Makes the tangent perpendicular to the normal. If nothing is left, the rest tangent is stored. */
static void store_tangent(const vertex *v, const float tangent[3], const float normal[3])
{
    float out[4];
    const hone_skin_frame4 *rest = &v->skin->tangents[v->block];
    float along = hone_vec3_dot(tangent, normal);
    for (int i = 0; i < 3; i++) out[i] = tangent[i] - along * normal[i];
    if (!hone_vec3_normalise(out, out))
        for (int i = 0; i < 3; i++) out[i] = rest->c[i][v->lane];
    out[3] = rest->c[3][v->lane];
    store(v, HONE_SKIN_TANGENT, out);
}

static bool wants_normal(const vertex *v)
{
    return v->job->normals.data || v->job->tangents.data;
}

/* Stores the normalised normal, or the rest normal if its length is 0. */
static void store_frame(const vertex *v, const float normal[3], const float tangent[3])
{
    float unit[3];
    if (!hone_vec3_normalise(normal, unit))
        for (int i = 0; i < 3; i++) unit[i] = v->normal[i];
    store(v, HONE_SKIN_NORMAL, unit);
    if (v->job->tangents.data)
        store_tangent(v, tangent, unit);
}

static void load_tangent(const vertex *v, float out[3])
{
    for (int c = 0; c < 3; c++) out[c] = v->job->tangents.data ? v->skin->tangents[v->block].c[c][v->lane] : 0;
}

/* ---- linear blend skinning ------------------------------------------------------------------------------------- */

static hone_affine blend(const vertex *v, const hone_affine *palette)
{
    hone_affine sum = {{{0}}};
    for (uint32_t i = 0; i < v->influences; i++) {
        const hone_affine *m = &palette[slot_of(v, i)];
        float weight = weight_of(v, i);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) sum.m[r][c] += weight * m->m[r][c];
    }
    return sum;
}

static void skin_linear(const vertex *v)
{
    float position[3], normal[3], tangent[3];
    hone_affine m = blend(v, v->job->palette->affine);
    hone_affine_point(&m, v->position, position);
    store(v, HONE_SKIN_POSITION, position);
    if (!wants_normal(v))
        return;
    load_tangent(v, tangent);
    hone_affine_direction(&m, tangent, tangent);
    if (!v->job->palette->rigid)
        m = blend(v, v->job->palette->cofactor);
    hone_affine_direction(&m, v->normal, normal);
    store_frame(v, normal, tangent);
}

/* ---- SDEF and dual quaternions --------------------------------------------------------------------------------- */

static void turn_frame(const vertex *v, const float q[4])
{
    float normal[3], tangent[3];
    if (!wants_normal(v))
        return;
    load_tangent(v, tangent);
    hone_quat_rotate(q, tangent, tangent);
    hone_quat_rotate(q, v->normal, normal);
    store_frame(v, normal, tangent);
}

/* p' = q (p - C) q* + w0 P0 c0 + w1 P1 c1, q = slerp(q0, q1, w1) on one hemisphere */
static void skin_sdef(const vertex *v)
{
    float q[4], position[3];
    const hone_palette *palette = v->job->palette;
    hone_quat_slerp(palette->duals[slot_of(v, 0)].real, palette->duals[slot_of(v, 1)].real, weight_of(v, 1), q);
    for (int i = 0; i < 3; i++) position[i] = v->position[i] - v->sdef->c.c[i][v->lane];
    hone_quat_rotate(q, position, position);
    for (uint32_t k = 0; k < 2; k++) {
        float centre[3];
        for (int i = 0; i < 3; i++) centre[i] = v->sdef->centres[k].c[i][v->lane];
        hone_affine_point(&palette->affine[slot_of(v, k)], centre, centre);
        for (int i = 0; i < 3; i++) position[i] += weight_of(v, k) * centre[i];
    }
    store(v, HONE_SKIN_POSITION, position);
    turn_frame(v, q);
}

/* Returns the influence with the largest weight; the first one if several are equal. */
static uint32_t heaviest_of(const vertex *v)
{
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < v->influences; i++)
        if (weight_of(v, i) > weight_of(v, heaviest))
            heaviest = i;
    return heaviest;
}

/* Kavan et al. (2007): the weighted sum of the dual quaternions, divided by the length of its real part. Before, all
 * are flipped to the hemisphere of the heaviest influence, because q and -q are the same rotation (antipodality). */
HONE_NEVER_INLINE hone_dual_quaternion blend_duals(const vertex *v)
{
    const hone_dual_quaternion *palette = v->job->palette->duals, *pivot = &palette[slot_of(v, heaviest_of(v))];
    hone_dual_quaternion sum = {{0}, {0}};
    for (uint32_t i = 0; i < v->influences; i++) {
        const hone_dual_quaternion *dual = &palette[slot_of(v, i)];
        float weight = hone_quat_dot(pivot->real, dual->real) < 0 ? -weight_of(v, i) : weight_of(v, i);
        for (int c = 0; c < 4; c++) sum.real[c] += weight * dual->real[c];
        for (int c = 0; c < 4; c++) sum.dual[c] += weight * dual->dual[c];
    }
    float length = sqrtf(hone_quat_dot(sum.real, sum.real));
    if (!(length >= 1e-6f)) /* the weights cancel, so there is no mean */
        return *pivot;
    for (int c = 0; c < 4; c++) sum.real[c] /= length;
    for (int c = 0; c < 4; c++) sum.dual[c] /= length;
    return sum;
}

/* The translation is the vector part of t = 2 dual real*. The part of `dual` parallel to `real` has no effect. */
static void translation_of(const hone_dual_quaternion *dual, float out[3])
{
    float cross[3];
    hone_vec3_cross(dual->real, dual->dual, cross);
    for (int i = 0; i < 3; i++) out[i] = 2 * (dual->real[3] * dual->dual[i] - dual->dual[3] * dual->real[i] + cross[i]);
}

static void skin_duals(const vertex *v)
{
    float position[3], translation[3];
    hone_dual_quaternion motion = blend_duals(v);
    hone_quat_rotate(motion.real, v->position, position);
    translation_of(&motion, translation);
    for (int i = 0; i < 3; i++) position[i] += translation[i];
    store(v, HONE_SKIN_POSITION, position);
    turn_frame(v, motion.real);
}

/* ---- optimised centres of rotation ----------------------------------------------------------------------------- */

/* Applies the blended stretch of the slots to a direction, in the bind pose: d + the sum of w_i (R_i^T A_i d - d),
 * where the slot's 3x3 matrix A_i is its rotation R_i times a stretch. A rigid slot has none. */
static void stretch(const vertex *v, const hone_affine *matrices, const float d[3], float out[3])
{
    const hone_palette *palette = v->job->palette;
    float sum[3] = {d[0], d[1], d[2]};
    for (uint32_t i = 0; i < v->influences; i++) {
        const uint32_t slot = slot_of(v, i);
        const float *q = palette->duals[slot].real, back[4] = {-q[0], -q[1], -q[2], q[3]};
        float one[3];
        if (palette->rigid || (palette->scaled && !palette->scaled[slot]))
            continue;
        hone_affine_direction(&matrices[slot], d, one);
        hone_quat_rotate(back, one, one);
        for (int c = 0; c < 3; c++) sum[c] += weight_of(v, i) * (one[c] - d[c]);
    }
    memcpy(out, sum, sizeof sum);
}

/* Le and Hodgins (2016): the vertex turns by the blended rotation about its centre, which linear blending moves:
 * p' = R (p - c) + sum of w_i M_i c. */
static void skin_centres(const vertex *v)
{
    const hone_palette *palette = v->job->palette;
    float centre[3], moved[3], position[3], normal[3], tangent[3];
    const hone_affine m = blend(v, palette->affine);
    const hone_dual_quaternion motion = blend_duals(v);
    load3(&hone_skin_centres(v->skin)[v->block], v->lane, centre);
    hone_affine_point(&m, centre, moved);
    for (int i = 0; i < 3; i++) position[i] = v->position[i] - centre[i];
    stretch(v, palette->affine, position, position);
    hone_quat_rotate(motion.real, position, position);
    for (int i = 0; i < 3; i++) position[i] += moved[i];
    store(v, HONE_SKIN_POSITION, position);
    if (!wants_normal(v))
        return;
    load_tangent(v, tangent);
    stretch(v, palette->affine, tangent, tangent);
    stretch(v, palette->cofactor, v->normal, normal);
    hone_quat_rotate(motion.real, tangent, tangent);
    hone_quat_rotate(motion.real, normal, normal);
    store_frame(v, normal, tangent);
}

/* ---- a range of blocks ----------------------------------------------------------------------------------------- */

static void keep_at_rest(const vertex *v)
{
    float tangent[3];
    store(v, HONE_SKIN_POSITION, v->position);
    load_tangent(v, tangent);
    if (wants_normal(v))
        store_frame(v, v->normal, tangent);
}

void hone_skin_run_group_scalar(const hone_skin *skin, const hone_skin_job *job, const hone_skin_group *group,
                                uint32_t begin, uint32_t end)
{
    uint8_t kind = hone_skin_kind(group, job->method);
    vertex v = {.skin = skin, .job = job};
    for (uint32_t block = begin; block < end; block++)
        for (uint32_t lane = 0; lane < hone_skin_lanes_written(skin, job, block); lane++) {
            load(&v, group, block, lane);
            if (group->influences == 0)
                keep_at_rest(&v);
            else if (kind == HONE_SKIN_BY_LINEAR)
                skin_linear(&v);
            else if (kind == HONE_SKIN_BY_CENTRES)
                skin_centres(&v);
            else if (kind == HONE_SKIN_BY_SDEF)
                skin_sdef(&v);
            else
                skin_duals(&v);
        }
}

static void run(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    for (uint32_t g = 0; g < skin->group_count; g++) {
        uint32_t from = begin, to = end;
        if (hone_skin_clip_to_group(&skin->groups[g], &from, &to))
            hone_skin_run_group_scalar(skin, job, &skin->groups[g], from, to);
    }
}

const hone_skin_kernel hone_skin_scalar = {{"scalar", NULL}, run};
