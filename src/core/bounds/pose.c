/* Boxes of a pose: the boxes of the slots, transformed by the palette. */
#include "base/error.h"
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "base/lanes/lanes_affine.h"
#include "core/bounds/skin_bounds.h"
#include <hone/math.h>
#include <string.h>

/* Rounding of the kernels, relative to the size of the numbers that they add. */
static const float ROUNDING = 4e-6f;

typedef struct pose_context {
    const hone_skin_bounds *bounds;
    const hone_bounds_job *job;
    uint32_t kinds;              /* bits of the parts that the method uses */
    uint32_t rigid;              /* bits of those that dual quaternions move */
    uint32_t grown;              /* bits of those whose vertices may be outside of their parts */
    float excess;                /* by how much they may */
    float low[3][4], high[3][4]; /* of all parts so far that have the same place in their blocks */
    hone_bounds box;             /* of all parts */
    bool infinite;               /* some part is, or a number was not finite */
    float reach;                 /* the longest of SDEF so far */
    float centre[3];             /* of the sphere */
    float square[4];             /* of its radius so far */
    float radius;
} pose_context;

/* ---- dual quaternions ------------------------------------------------------------------------------------------ */

static hone_affine affine_of(const hone_dual_quaternion *dual)
{
    const float *r = dual->real, *d = dual->dual;
    float cross[3], translation[3];
    hone_vec3_cross(r, d, cross);
    for (int i = 0; i < 3; i++) translation[i] = 2 * (r[3] * d[i] - d[3] * r[i] + cross[i]);
    return hone_affine_from_rotation(r, translation);
}

/* The sum of the longest offsets of the morphs. */
static float offsets_of(const pose_context *p, uint32_t begin, uint32_t count)
{
    float sum = 0;
    for (uint32_t i = begin; p->job->morphs && i < begin + count; i++)
        sum += fabsf(p->job->morphs[p->bounds->morphs[i].morph]) * p->bounds->morphs[i].length;
    return sum;
}

/* The most that the two slots of a pair move one vertex to different places. */
static float distance_of(const pose_context *p, const bounds_pair *pair)
{
    const hone_dual_quaternion *duals = p->job->palette->duals;
    hone_affine a = affine_of(&duals[pair->slots[0]]), b = affine_of(&duals[pair->slots[1]]);
    float offset[3], square = 0;
    for (int r = 0; r < 3; r++) {
        float d[4];
        for (int c = 0; c < 4; c++) d[c] = a.m[r][c] - b.m[r][c];
        offset[r] = fabsf(hone_vec3_dot(d, pair->centre) + d[3]);
        for (int c = 0; c < 3; c++) offset[r] += fabsf(d[c]) * pair->half[c];
        square += hone_vec3_dot(d, d);
    }
    return hone_vec3_length(offset) + sqrtf(square) * offsets_of(p, pair->morph_begin, pair->morphs);
}

/* Whether two rotations are on one hemisphere once each is flipped to that of a third. */
static bool are_aligned(const float a[4], const float b[4], const float third[4])
{
    bool flipped = (hone_quat_dot(a, third) < 0) != (hone_quat_dot(b, third) < 0);
    return flipped ? hone_quat_dot(a, b) <= 0 : hone_quat_dot(a, b) >= 0;
}

/* The data that all pairs of slots share. */
typedef struct pair_extremes {
    float distance, turned; /* the largest distance, and the largest of distance times sine of the angle */
    float cosine;           /* the least */
    bool aligned;           /* all rotations can be flipped so that no cosine is negative */
} pair_extremes;

static pair_extremes find_extremes(const pose_context *p, bool all)
{
    const hone_dual_quaternion *duals = p->job->palette->duals;
    pair_extremes out = {.cosine = 1, .aligned = true};
    for (uint32_t i = 0; i < p->bounds->pair_count; i++) {
        const bounds_pair *pair = &p->bounds->pairs[i];
        if (!all && !pair->duals)
            continue;
        const float *a = duals[pair->slots[0]].real, *b = duals[pair->slots[1]].real;
        float cosine = fminf(fabsf(hone_quat_dot(a, b)), 1), sine = sqrtf(1 - cosine * cosine + 4e-7f);
        float distance = distance_of(p, pair);
        if (!(distance < INFINITY && cosine >= 0))
            return (pair_extremes){.distance = INFINITY};
        out.distance = fmaxf(out.distance, distance), out.turned = fmaxf(out.turned, distance * sine);
        out.cosine = fminf(out.cosine, cosine);
        out.aligned &= are_aligned(a, b, duals[p->bounds->pairs[0].slots[0]].real);
    }
    return out;
}

/* Returns how far a vertex that dual quaternions blend can be from a weighted mean of the places to which its slots
 * move it.
 *
 * With r the rotations on one hemisphere, w the weights, T v the places, and n the length of the sum of w r:
 *     p' = mean of T v + sum over pairs of w_i w_j (T_i v - T_j v) x s_ij / n^2
 * where s_ij is the vector part of r_i r_j*, so |s| is the sine of the angle between r_i and r_j, and the mean's
 * weights are positive if no angle is above 90 degrees. With k influences, D the distance between places and c the
 * least cosine, the sum is at most D sine (k - 1) / (2 (1 + (k - 1) c)). In any case p' is no further from the place of
 * the heaviest slot than D (1 - w) / n, and n >= w + (1 - w) c with w >= 1/k. */
static float excess_of(const pose_context *p, bool all)
{
    const hone_skin_bounds *b = p->bounds;
    pair_extremes e = find_extremes(p, all);
    float others = (float)b->most - 1;
    bool near = (e.aligned && !b->stars) || b->most <= 2;
    float excess = others * (near ? e.turned / 2 : e.distance) / (1 + others * e.cosine);
    return b->wild > 0 && e.distance > 0 ? fmaxf(excess, b->wild * e.distance) : excess;
}

/* ---- centres of rotation --------------------------------------------------------------------------------------- */

/* The longest that the matrix of a slot can make a unit vector, at most; at least 1. */
static float longest_of(const hone_palette *palette, uint32_t slots)
{
    float most = 1;
    for (uint32_t s = 0; s < slots && !palette->rigid; s++) {
        float square = 0;
        for (int r = 0; r < 3; r++) square += hone_vec3_dot(palette->affine[s].m[r], palette->affine[s].m[r]);
        most = square <= most * most ? most : sqrtf(square);
    }
    return most;
}

/* Returns how far a vertex that turns about its centre can be from where linear blending puts it.
 *
 * With R the blended rotation and c the centre, p' is the linear blend plus the sum of w_i (R - R_i) (v - c). If the
 * rotations are on one hemisphere, R is no further from any of them than they are from each other, and the length of
 * (R - R_i) d is at most 2 d times the sine of the angle between the quaternions; it is never more than 2 d. Where
 * slots are scaled, it is at most 2 d times what they make of a unit vector. */
static float excess_about(const pose_context *p)
{
    const hone_skin_bounds *b = p->bounds;
    const pair_extremes e = find_extremes(p, true);
    const bool near = p->job->palette->rigid && ((e.aligned && !b->stars) || b->most <= 2) && b->wild == 0;
    const float sine = near ? sqrtf(1 - fminf(e.cosine * e.cosine, 1) + 4e-7f) : 1;
    const bool odd = b->positive[0] < 1 || b->positive[1] > 1 || b->negative > 0;
    const float weights = fmaxf(b->positive[1], 1) + b->negative, missing = odd ? 1 + weights : 0;
    float offsets = 0;
    if (p->job->palette->rigid && !odd && !(e.distance > 0))
        return 0;
    for (uint32_t i = 0; i < b->part_count; i++)
        offsets = fmaxf(offsets, offsets_of(p, b->parts[i].morph_begin, b->parts[i].morphs));
    return (2 * sine * weights * longest_of(p->job->palette, b->slot_count) + missing) * (p->job->reach + offsets);
}

/* Returns how far a vertex can be from the linear blend of the surface at rest, which delta mush smooths, so that what
 * it adds again, and the morphs, which do not move that surface, are all that leaves the boxes. */
static float excess_of_mush(const pose_context *p)
{
    float offsets = 0;
    for (uint32_t i = 0; i < p->bounds->part_count; i++)
        offsets = fmaxf(offsets, offsets_of(p, p->bounds->parts[i].morph_begin, p->bounds->parts[i].morphs));
    return p->job->reach + 1.7320509f * offsets;
}

/* ---- parts ----------------------------------------------------------------------------------------------------- */

/* HONE_LANES parts of a block, transformed: boxes with sides along the axes. */
typedef struct posed_parts {
    uint32_t first; /* the place of the first one in the block */
    float centre[3][HONE_LANES], half[3][HONE_LANES];
} posed_parts;

static void add_morphs(const pose_context *p, const bounds_part *part, const hone_affine *m, uint32_t lane,
                       posed_parts *out)
{
    for (uint32_t i = part->morph_begin; i < part->morph_begin + part->morphs; i++) {
        const bounds_morph *morph = &p->bounds->morphs[i];
        float weight = p->job->morphs[morph->morph], offset[3];
        if (weight == 0)
            continue;
        hone_affine_direction(m, morph->centre, offset);
        for (int r = 0; r < 3; r++) {
            float half = fabsf(m->m[r][0]) * morph->half[0] + fabsf(m->m[r][1]) * morph->half[1] +
                         fabsf(m->m[r][2]) * morph->half[2];
            out->centre[r][lane] += weight * offset[r];
            out->half[r][lane] += fabsf(weight) * (half + ROUNDING * (half + fabsf(offset[r])));
        }
    }
}

static posed_parts transform(const bounds_block *block, uint32_t first, const hone_affine matrices[HONE_LANES])
{
    posed_parts out;
    lanes_affine m = lanes_affine_load(matrices);
    lanes centre[3], axes[3][3], most[3];
    for (int i = 0; i < 3; i++) {
        centre[i] = lanes_load(block->centre[i] + first), most[i] = lanes_load(block->most[i] + first);
        for (int k = 0; k < 3; k++) axes[i][k] = lanes_load(block->axes[i][k] + first);
    }
    out.first = first;
    for (int r = 0; r < 3; r++) {
        const lanes *row = m.m[r];
        lanes size = lanes_abs(row[0]) * most[0] + lanes_abs(row[1]) * most[1] + lanes_abs(row[2]) * most[2];
        lanes half = lanes_set(ROUNDING) * (size + lanes_abs(row[3]));
        for (int i = 0; i < 3; i++) half += lanes_abs(lanes_dot(row, axes[i][0], axes[i][1], axes[i][2]));
        lanes_store(out.centre[r], lanes_dot(row, centre[0], centre[1], centre[2]) + row[3]);
        lanes_store(out.half[r], half);
    }
    return out;
}

static hone_affine matrix_of(const pose_context *p, const bounds_part *part)
{
    static const hone_affine identity = HONE_AFFINE_IDENTITY;
    if (part->slot == HONE_NONE)
        return identity;
    if (p->rigid >> part->kind & 1)
        return affine_of(&p->job->palette->duals[part->slot]);
    return p->job->palette->affine[part->slot];
}

/* By how much a part grows in every direction after it has been transformed. */
static float growth_of(pose_context *p, const bounds_part *part)
{
    if (part->kind == BOUNDS_SDEF_CENTRES) {
        float reach = (part->reach + offsets_of(p, part->morph_begin, part->morphs)) * (1 + ROUNDING);
        p->reach = fmaxf(p->reach, reach);
        return reach;
    }
    return part->slot != HONE_NONE && (p->grown >> part->kind & 1) ? p->excess * (1 + ROUNDING) : 0;
}

static posed_parts pose_parts(pose_context *p, const bounds_block *block, uint32_t first)
{
    hone_affine matrices[HONE_LANES];
    float growth[HONE_LANES];
    for (uint32_t lane = 0; lane < HONE_LANES; lane++) {
        const bounds_part *part = &p->bounds->parts[block->parts[first + lane]];
        matrices[lane] = matrix_of(p, part);
        growth[lane] = growth_of(p, part);
    }
    posed_parts out = transform(block, first, matrices);
    for (uint32_t lane = 0; lane < HONE_LANES; lane++) {
        const bounds_part *part = &p->bounds->parts[block->parts[first + lane]];
        if (part->morphs && p->job->morphs && part->kind != BOUNDS_SDEF_CENTRES)
            add_morphs(p, part, &matrices[lane], lane, &out);
    }
    for (int i = 0; i < 3; i++) lanes_store(out.half[i], lanes_load(out.half[i]) + lanes_load(growth));
    return out;
}

/* ---- box and sphere -------------------------------------------------------------------------------------------- */

typedef void visit_fn(pose_context *p, const posed_parts *parts);

static void grow_box(pose_context *p, const posed_parts *parts)
{
    for (int i = 0; i < 3; i++) {
        float *lowest = p->low[i] + parts->first, *highest = p->high[i] + parts->first;
        lanes centre = lanes_load(parts->centre[i]), half = lanes_load(parts->half[i]);
        lanes low = centre - half, high = centre + half;
        p->infinite |= !lanes_all(high - low < lanes_set(INFINITY));
        lanes_store(lowest, lanes_min(lanes_load(lowest), low));
        lanes_store(highest, lanes_max(lanes_load(highest), high));
    }
}

static void grow_sphere(pose_context *p, const posed_parts *parts)
{
    lanes square = lanes_set(0);
    for (int i = 0; i < 3; i++) {
        lanes corner = lanes_abs(lanes_load(parts->centre[i]) - lanes_set(p->centre[i])) + lanes_load(parts->half[i]);
        square += corner * corner;
    }
    lanes_store(p->square + parts->first, lanes_max(lanes_load(p->square + parts->first), square));
}

static void visit(pose_context *p, visit_fn *fn)
{
    for (uint32_t i = 0; i < p->bounds->block_count; i++) {
        const bounds_block *block = &p->bounds->blocks[i];
        for (uint32_t first = 0; (p->kinds >> block->kind & 1) && first < 4; first += HONE_LANES) {
            posed_parts posed = pose_parts(p, block, first);
            fn(p, &posed);
        }
    }
}

static float least_of(const float v[4])
{
    return fminf(fminf(v[0], v[1]), fminf(v[2], v[3]));
}

static float most_of(const float v[4])
{
    return -least_of((const float[4]){-v[0], -v[1], -v[2], -v[3]});
}

/* Weights whose sum is not 1, or that are negative: a vertex is P a - N b, with a and b in the box. */
static void allow_odd_weights(pose_context *p)
{
    const hone_skin_bounds *b = p->bounds;
    float more = (b->odd_sdef ? p->reach : 0) + (p->job->method >= HONE_SKIN_CENTRES ? p->excess : 0);
    for (int i = 0; i < 3; i++) {
        float low = p->box.min[i], high = p->box.max[i];
        p->box.min[i] = fminf(b->positive[0] * low, b->positive[1] * low) - fmaxf(b->negative * high, 0) - more;
        p->box.max[i] = fmaxf(b->positive[0] * high, b->positive[1] * high) - fminf(b->negative * low, 0) + more;
    }
}

static bool has_odd_weights(const hone_skin_bounds *b)
{
    return b->positive[0] < 1 || b->positive[1] > 1 || b->negative > 0;
}

/* Centre and half diagonal of the box. */
static void circumscribe(pose_context *p)
{
    float half[3];
    for (int i = 0; i < 3; i++) {
        p->centre[i] = p->box.min[i] / 2 + p->box.max[i] / 2;
        half[i] = p->box.max[i] / 2 - p->box.min[i] / 2;
    }
    p->radius = hone_vec3_length(half) * (1 + ROUNDING);
}

static void find_sphere(pose_context *p)
{
    circumscribe(p);
    float diagonal = p->radius;
    if (has_odd_weights(p->bounds))
        return;
    memset(p->square, 0, sizeof p->square);
    visit(p, grow_sphere);
    p->radius = fminf(sqrtf(most_of(p->square)) * (1 + ROUNDING), diagonal);
}

static void find_box(pose_context *p)
{
    for (int i = 0; i < 12; i++) p->low[i / 4][i % 4] = p->box.min[i / 4], p->high[i / 4][i % 4] = p->box.max[i / 4];
    visit(p, grow_box);
    for (int i = 0; i < 3; i++) p->box.min[i] = least_of(p->low[i]), p->box.max[i] = most_of(p->high[i]);
    if (has_odd_weights(p->bounds))
        allow_odd_weights(p);
    for (int i = 0; i < 3; i++) p->infinite |= !(p->box.max[i] - p->box.min[i] < INFINITY);
    for (int i = 0; i < 3 && p->infinite; i++) p->box.min[i] = -INFINITY, p->box.max[i] = INFINITY;
}

/* ---- the job --------------------------------------------------------------------------------------------------- */

static pose_context begin(const hone_skin_bounds *bounds, const hone_bounds_job *job)
{
    const uint32_t shapes = 1u << BOUNDS_LINEAR | 1u << BOUNDS_SDEF | 1u << BOUNDS_DUALS;
    pose_context p = {
        .bounds = bounds, .job = job, .box = HONE_BOUNDS_EMPTY, .kinds = shapes, .infinite = !bounds->finite};
    if (job->method == HONE_SKIN_AUTO)
        p.kinds = 1u << BOUNDS_LINEAR | 1u << BOUNDS_DUALS | 1u << BOUNDS_SDEF_CENTRES;
    if (job->method == HONE_SKIN_AUTO || job->method == HONE_SKIN_DUAL_QUATERNION)
        p.rigid = p.grown = job->method == HONE_SKIN_AUTO ? 1u << BOUNDS_DUALS : shapes;
    if (job->method > HONE_SKIN_DUAL_QUATERNION)
        p.grown = shapes;
    return p;
}

static bool check(const hone_skin_bounds *bounds, const hone_bounds_job *job, hone_error *error)
{
    if (!bounds || !job || !job->palette)
        return hone_fail_null(error, "the bounds or the palette");
    if (job->palette->slot_count < bounds->slot_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, bounds->slot_count, "the palette has %u slots, not %u",
                         (unsigned)job->palette->slot_count, (unsigned)bounds->slot_count);
    if (bounds->slot_count && !job->palette->affine)
        return hone_fail_null(error, "the palette's matrices");
    return true;
}

bool hone_skin_bounds_pose(const hone_skin_bounds *bounds, const hone_bounds_job *job, hone_error *error)
{
    if (!check(bounds, job, error))
        return false;
    pose_context p = begin(bounds, job);
    if ((p.grown & p.kinds & bounds->kinds) && bounds->slot_count && !job->palette->duals &&
        job->method <= HONE_SKIN_CENTRES)
        return hone_fail_null(error, "the palette's dual quaternions");
    const bool mush = job->method > HONE_SKIN_CENTRES;
    hone_bounds_job unmorphed = *job;
    unmorphed.morphs = NULL;
    if (mush)
        p.excess = excess_of_mush(&p);
    else if (p.grown & p.kinds & bounds->kinds)
        p.excess = job->method == HONE_SKIN_CENTRES ? excess_about(&p)
                                                    : excess_of(&p, job->method == HONE_SKIN_DUAL_QUATERNION);
    if (mush)
        p.job = &unmorphed;
    p.radius = -1;
    if (bounds->part_count)
        find_box(&p);
    if (job->sphere && p.infinite)
        p.radius = INFINITY;
    else if (job->sphere && bounds->part_count)
        find_sphere(&p);
    if (job->box)
        *job->box = p.box;
    if (job->sphere)
        *job->sphere = (hone_bounding_sphere){{p.centre[0], p.centre[1], p.centre[2]}, p.radius};
    return true;
}
