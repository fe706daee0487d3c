#include "support/reference/reference_skin.h"
#include <math.h>
#include <string.h>

/* ---- matrices ------------------------------------------------------------------------------------------------ */

static double minor_of(const reference_matrix *m, int r, int c)
{
    int r0 = (r + 1) % 3, r1 = (r + 2) % 3, c0 = (c + 1) % 3, c1 = (c + 2) % 3;
    return m->m[r0][c0] * m->m[r1][c1] - m->m[r0][c1] * m->m[r1][c0]; /* the cyclic order includes the sign */
}

static double determinant(const reference_matrix *m)
{
    return m->m[0][0] * minor_of(m, 0, 0) + m->m[0][1] * minor_of(m, 0, 1) + m->m[0][2] * minor_of(m, 0, 2);
}

/* ---- quaternions --------------------------------------------------------------------------------------------- */

typedef struct quaternion {
    double x, y, z, w;
} quaternion;

static quaternion product(quaternion a, quaternion b)
{
    return (quaternion){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static quaternion conjugate(quaternion q)
{
    return (quaternion){-q.x, -q.y, -q.z, q.w};
}

static double dot(quaternion a, quaternion b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static quaternion combine(double s, quaternion a, double t, quaternion b)
{
    return (quaternion){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z, s * a.w + t * b.w};
}

static void turn(quaternion q, const double v[3], double out[3])
{
    quaternion turned = product(product(q, (quaternion){v[0], v[1], v[2], 0}), conjugate(q));
    out[0] = turned.x, out[1] = turned.y, out[2] = turned.z;
}

/* The rotation of the polar decomposition, by R <- (R + R^-T) / 2; needs a positive determinant. */
static reference_matrix polar(reference_matrix m)
{
    for (int step = 0; step < 60; step++) {
        reference_matrix next = m;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) next.m[r][c] = (m.m[r][c] + minor_of(&m, r, c) / determinant(&m)) / 2;
        m = next;
    }
    return m;
}

/* The longest of the four columns of q q^T, which the matrix gives without a square root. */
static quaternion rotation_of(const reference_matrix *matrix)
{
    reference_matrix r = polar(*matrix);
    double(*m)[4] = r.m;
    double k[4][4] = {{1 + m[0][0] - m[1][1] - m[2][2], m[1][0] + m[0][1], m[0][2] + m[2][0], m[2][1] - m[1][2]},
                      {m[1][0] + m[0][1], 1 - m[0][0] + m[1][1] - m[2][2], m[2][1] + m[1][2], m[0][2] - m[2][0]},
                      {m[0][2] + m[2][0], m[2][1] + m[1][2], 1 - m[0][0] - m[1][1] + m[2][2], m[1][0] - m[0][1]},
                      {m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1 + m[0][0] + m[1][1] + m[2][2]}};
    int longest = 0;
    for (int i = 1; i < 4; i++)
        if (k[i][i] > k[longest][longest])
            longest = i;
    quaternion q = {k[longest][0], k[longest][1], k[longest][2], k[longest][3]};
    double length = sqrt(dot(q, q));
    return combine(1 / length, q, 0, q);
}

static quaternion slerp(quaternion a, quaternion b, double t)
{
    double cosine = dot(a, b), sign = cosine < 0 ? -1 : 1;
    double angle = acos(fmin(fabs(cosine), 1));
    if (angle < 1e-9)
        return a;
    return combine(sin((1 - t) * angle) / sin(angle), a, sign * sin(t * angle) / sin(angle), b);
}

static quaternion from_floats(const float q[4])
{
    return (quaternion){q[0], q[1], q[2], q[3]};
}

/* ---- a vertex ------------------------------------------------------------------------------------------------ */

static double length3(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Normalises; returns the original length, or 0, with the direction `otherwise`, if there is none. */
static double unit(const double v[3], const double otherwise[3], double out[3])
{
    double length = length3(v);
    bool any = length > 1e-12 && length < 1e19; /* single precision can hold their squares */
    for (int i = 0; i < 3; i++) out[i] = any ? v[i] / length : otherwise[i];
    return any ? length : 0;
}

static double growth(double terms, double sum)
{
    return sum > 0 ? fmax(terms / sum, 1) : 1;
}

/* A vertex at rest, and its influences without zero weights. */
typedef struct vertex {
    const reference_skin *skin;
    const hone_influence *influences;
    uint32_t count, present;
    double position[3], normal[3], tangent[3];
    double weights; /* the sum of their absolute values */
} vertex;

static void read(const hone_stream *stream, uint32_t index, double out[3])
{
    float value[3] = {0, 0, 0};
    if (stream->data)
        memcpy(value, (const char *)stream->data + index * stream->stride, sizeof value);
    for (int i = 0; i < 3; i++) out[i] = value[i];
}

static vertex vertex_at_rest(const reference_skin *skin, uint32_t index)
{
    const hone_skin_desc *desc = skin->desc;
    const double up[3] = {0, 0, 1};
    vertex v = {.skin = skin, .influences = desc->influences + desc->influence_begin[index]};
    v.count = desc->influence_begin[index + 1] - desc->influence_begin[index];
    for (uint32_t i = 0; i < v.count; i++) {
        v.present += v.influences[i].weight != 0;
        v.weights += fabs((double)v.influences[i].weight);
    }
    read(&desc->positions, index, v.position);
    read(&desc->normals, index, v.normal);
    read(&desc->tangents, index, v.tangent);
    unit(v.normal, up, v.normal);
    return v;
}

/* Normalises both, and makes the tangent perpendicular. normal_terms, tangent_terms: the lengths of the summands. */
static void finish(const vertex *v, const double normal[3], double normal_terms, const double tangent[3],
                   double tangent_terms, reference_vertex *out)
{
    double along = 0, flat[3];
    out->normal_growth = growth(normal_terms, unit(normal, v->normal, out->normal));
    for (int i = 0; i < 3; i++) along += tangent[i] * out->normal[i];
    for (int i = 0; i < 3; i++) flat[i] = tangent[i] - along * out->normal[i];
    double left = unit(flat, v->tangent, out->tangent);
    out->tangent_growth = out->normal_growth * growth(tangent_terms, left);
}

static reference_vertex keep_at_rest(const vertex *v)
{
    reference_vertex out = {.position_growth = 1};
    memcpy(out.position, v->position, sizeof out.position);
    finish(v, v->normal, 1, v->tangent, length3(v->tangent), &out);
    return out;
}

/* ---- linear -------------------------------------------------------------------------------------------------- */

static void direction(double m[3][3], const double d[3], double out[3])
{
    for (int r = 0; r < 3; r++) out[r] = m[r][0] * d[0] + m[r][1] * d[1] + m[r][2] * d[2];
}

static reference_vertex by_matrices(const vertex *v)
{
    reference_vertex out = {.position_growth = fmax(v->weights, 1)};
    double normal[3] = {0}, tangent[3] = {0}, normal_terms = 0, tangent_terms = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        double weight = v->influences[i].weight, turned[3], along[3], moved[3], m[3][3], cofactors[3][3];
        if (weight == 0)
            continue;
        const reference_matrix *matrix = &v->skin->matrices[v->influences[i].slot];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                m[r][c] = matrix->m[r][c];
                cofactors[r][c] = minor_of(matrix, r, c) * (determinant(matrix) < 0 ? -1 : 1);
            }
        reference_point(matrix, v->position, moved);
        direction(cofactors, v->normal, turned);
        direction(m, v->tangent, along);
        for (int c = 0; c < 3; c++) {
            out.position[c] += weight * moved[c];
            normal[c] += weight * turned[c];
            tangent[c] += weight * along[c];
        }
        for (int r = 0; r < 3; r++) /* the summands of a row, even if they cancel */
            for (int c = 0; c < 3; c++) {
                normal_terms += fabs(weight * cofactors[r][c] * v->normal[c]) / 2;
                tangent_terms += fabs(weight * m[r][c] * v->tangent[c]) / 2;
            }
    }
    finish(v, normal, normal_terms, tangent, tangent_terms, &out);
    return out;
}

/* ---- by a rotation ------------------------------------------------------------------------------------------- */

static quaternion rotation(const vertex *v, uint32_t influence)
{
    int32_t slot = v->influences[influence].slot;
    return v->skin->duals ? from_floats(v->skin->duals[slot].real) : rotation_of(&v->skin->matrices[slot]);
}

static void turn_frame(const vertex *v, quaternion q, double terms, reference_vertex *out)
{
    double normal[3], tangent[3];
    turn(q, v->normal, normal);
    turn(q, v->tangent, tangent);
    finish(v, normal, terms, tangent, length3(v->tangent), out);
}

static reference_vertex by_sdef(const vertex *v, const hone_sdef *sdef)
{
    reference_vertex out = {.position_growth = fmax(v->weights, 1)};
    double w0 = v->influences[0].weight, w1 = v->influences[1].weight, from_c[3], c0[3], c1[3], moved0[3], moved1[3];
    for (int i = 0; i < 3; i++) {
        double c = sdef->c[i], rw = w0 * sdef->r0[i] + w1 * sdef->r1[i];
        double r0 = c + sdef->r0[i] - rw, r1 = c + sdef->r1[i] - rw;
        c0[i] = (c + r0) / 2, c1[i] = (c + r1) / 2;
        from_c[i] = v->position[i] - c;
    }
    quaternion q0 = rotation(v, 0), q1 = rotation(v, 1), q = slerp(q0, q1, w1);
    out.ambiguous = fabs(dot(q0, q1)) < 1e-6;
    turn(q, from_c, out.position);
    reference_point(&v->skin->matrices[v->influences[0].slot], c0, moved0);
    reference_point(&v->skin->matrices[v->influences[1].slot], c1, moved1);
    for (int i = 0; i < 3; i++) out.position[i] += w0 * moved0[i] + w1 * moved1[i];
    turn_frame(v, q, 1, &out);
    return out;
}

static uint32_t heaviest_of(const vertex *v)
{
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < v->count; i++)
        if (v->influences[i].weight != 0 &&
            (v->influences[heaviest].weight == 0 || v->influences[i].weight > v->influences[heaviest].weight))
            heaviest = i;
    return heaviest;
}

static quaternion dual_part(const vertex *v, uint32_t influence, quaternion real)
{
    int32_t slot = v->influences[influence].slot;
    if (v->skin->duals)
        return from_floats(v->skin->duals[slot].dual);
    const double(*m)[4] = v->skin->matrices[slot].m;
    return combine(0.5, product((quaternion){m[0][3], m[1][3], m[2][3], 0}, real), 0, real);
}

/* Whether another influence is nearly as heavy as the heaviest. With only two influences a tie affects just the sum's
 * sign, which does not matter. */
static bool is_tie(const vertex *v, uint32_t heaviest)
{
    uint32_t near = 0;
    for (uint32_t i = 0; i < v->count; i++)
        near += v->influences[i].weight != 0 && v->influences[heaviest].weight - v->influences[i].weight < 2e-5f;
    return v->present > 2 && near > 1;
}

static reference_vertex by_duals(const vertex *v)
{
    uint32_t heaviest = heaviest_of(v);
    reference_vertex out = {.ambiguous = is_tie(v, heaviest)};
    quaternion pivot = rotation(v, heaviest), real = {0, 0, 0, 0}, dual = {0, 0, 0, 0};
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->influences[i].weight == 0)
            continue;
        quaternion q = rotation(v, i);
        double side = dot(q, pivot), weight = side < 0 ? -v->influences[i].weight : v->influences[i].weight;
        out.ambiguous |= fabs(side) < 1e-6;
        real = combine(1, real, weight, q);
        dual = combine(1, dual, weight, dual_part(v, i, q));
    }
    double length = sqrt(dot(real, real));
    out.position_growth = growth(v->weights, length);
    real = combine(1 / length, real, 0, real);
    quaternion t = product(combine(1 / length, dual, 0, dual), conjugate(real));
    turn(real, v->position, out.position);
    out.position[0] += 2 * t.x, out.position[1] += 2 * t.y, out.position[2] += 2 * t.z;
    turn_frame(v, real, out.position_growth, &out);
    return out;
}

/* ---- optimised centres of rotation --------------------------------------------------------------------------- */

/* Adds weight * (R^T A d - d), with the slot's 3x3 matrix A = R times a stretch. */
static void add_stretched(quaternion q, const reference_matrix *matrix, bool cofactors, double weight,
                          const double d[3], double out[3])
{
    double m[3][3], moved[3], back[3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m[r][c] = cofactors ? minor_of(matrix, r, c) * (determinant(matrix) < 0 ? -1 : 1) : matrix->m[r][c];
    direction(m, d, moved);
    turn(conjugate(q), moved, back);
    for (int i = 0; i < 3; i++) out[i] += weight * (back[i] - d[i]);
}

static reference_vertex by_centres(const vertex *v, const double centre[3])
{
    uint32_t heaviest = heaviest_of(v);
    reference_vertex out = {.ambiguous = is_tie(v, heaviest)};
    double from[3], stretched[3] = {0}, normal[3] = {0}, tangent[3] = {0}, about[3] = {0}, turned[3];
    double normals = 1, tangents = length3(v->tangent);
    quaternion pivot = rotation(v, heaviest), sum = {0, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        from[i] = stretched[i] = v->position[i] - centre[i];
        normal[i] = v->normal[i], tangent[i] = v->tangent[i];
    }
    for (uint32_t i = 0; i < v->count; i++) {
        double weight = v->influences[i].weight, moved[3], one[3][3] = {{0}};
        if (weight == 0)
            continue;
        const reference_matrix *matrix = &v->skin->matrices[v->influences[i].slot];
        quaternion q = rotation(v, i);
        double side = dot(q, pivot);
        out.ambiguous |= fabs(side) < 1e-6;
        sum = combine(1, sum, side < 0 ? -weight : weight, q);
        reference_point(matrix, centre, moved);
        add_stretched(q, matrix, false, weight, from, one[0]);
        add_stretched(q, matrix, true, weight, v->normal, one[1]);
        add_stretched(q, matrix, false, weight, v->tangent, one[2]);
        normals += length3(one[1]), tangents += length3(one[2]);
        for (int c = 0; c < 3; c++) {
            about[c] += weight * moved[c];
            stretched[c] += one[0][c], normal[c] += one[1][c], tangent[c] += one[2][c];
        }
    }
    double length = sqrt(dot(sum, sum));
    out.position_growth = growth(v->weights, length) * fmax(v->weights, 1);
    quaternion q = combine(1 / length, sum, 0, sum);
    turn(q, stretched, turned);
    for (int i = 0; i < 3; i++) out.position[i] = turned[i] + about[i];
    turn(q, normal, normal);
    turn(q, tangent, tangent);
    finish(v, normal, normals * out.position_growth, tangent, tangents, &out);
    return out;
}

/* ---- dispatch ------------------------------------------------------------------------------------------------ */

reference_vertex reference_skin_vertex(const reference_skin *skin, uint32_t index)
{
    const hone_skin_desc *desc = skin->desc;
    vertex v = vertex_at_rest(skin, index);
    uint8_t kind = desc->deforms && skin->method == HONE_SKIN_AUTO ? desc->deforms[index] : (uint8_t)HONE_DEFORM_LINEAR;
    if (v.present == 0)
        return keep_at_rest(&v);
    if (skin->method == HONE_SKIN_CENTRES) {
        double centre[3];
        read(&desc->centres, index, centre);
        return by_centres(&v, centre);
    }
    if (kind == HONE_DEFORM_QDEF || skin->method == HONE_SKIN_DUAL_QUATERNION)
        return by_duals(&v);
    if (kind != HONE_DEFORM_SDEF || v.present != 2)
        return by_matrices(&v);
    const hone_sdef *sdef = desc->sdefs;
    while (sdef->vertex != index) sdef++;
    return by_sdef(&v, sdef);
}
