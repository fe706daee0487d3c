#include "support/reference.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- matrices ------------------------------------------------------------------------------------------------ */

reference_matrix reference_identity(void)
{
    return (reference_matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

reference_matrix reference_multiply(const reference_matrix *a, const reference_matrix *b)
{
    reference_matrix out = {{{0}}};
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            for (int k = 0; k < 4; k++) out.m[r][c] += a->m[r][k] * b->m[k][c];
    return out;
}

reference_matrix reference_from_affine(const hone_affine *affine)
{
    reference_matrix out = reference_identity();
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = affine->m[r][c];
    return out;
}

reference_matrix reference_rigid(const double t[3], const double quaternion[4])
{
    double length = sqrt(quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1] + quaternion[2] * quaternion[2] +
                         quaternion[3] * quaternion[3]);
    double x = quaternion[0] / length, y = quaternion[1] / length, z = quaternion[2] / length,
           w = quaternion[3] / length;
    return (reference_matrix){{{w * w + x * x - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w), t[0]},
                               {2 * (x * y + z * w), w * w - x * x + y * y - z * z, 2 * (y * z - x * w), t[1]},
                               {2 * (x * z - y * w), 2 * (y * z + x * w), w * w - x * x - y * y + z * z, t[2]},
                               {0, 0, 0, 1}}};
}

void reference_point(const reference_matrix *m, const double p[3], double out[3])
{
    double v[3];
    for (int r = 0; r < 3; r++) v[r] = m->m[r][0] * p[0] + m->m[r][1] * p[1] + m->m[r][2] * p[2] + m->m[r][3];
    memcpy(out, v, sizeof v);
}

static double minor_of(const reference_matrix *m, int r, int c)
{
    int r0 = (r + 1) % 3, r1 = (r + 2) % 3, c0 = (c + 1) % 3, c1 = (c + 2) % 3;
    return m->m[r0][c0] * m->m[r1][c1] - m->m[r0][c1] * m->m[r1][c0]; /* its sign is in the cyclic order */
}

static double determinant(const reference_matrix *m)
{
    return m->m[0][0] * minor_of(m, 0, 0) + m->m[0][1] * minor_of(m, 0, 1) + m->m[0][2] * minor_of(m, 0, 2);
}

/* ---- order --------------------------------------------------------------------------------------------------- */

static bool late(const hone_bone *bone)
{
    return (bone->flags & HONE_BONE_AFTER_PHYSICS) != 0;
}

static bool sorts_before(const hone_skeleton *s, uint32_t a, uint32_t b)
{
    if (late(&s->bones[a]) != late(&s->bones[b]))
        return late(&s->bones[b]);
    if (s->bones[a].layer != s->bones[b].layer)
        return s->bones[a].layer < s->bones[b].layer;
    return a < b;
}

static bool waits(const hone_skeleton *s, const uint8_t *done, uint32_t bone)
{
    const hone_bone *b = &s->bones[bone];
    int32_t appends = b->flags & (HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION) ? b->append_source : -1;
    int32_t others[2] = {b->parent, appends};
    for (int i = 0; i < 2; i++)
        if (others[i] >= 0 && others[i] != (int32_t)bone && late(&s->bones[others[i]]) == late(b) && !done[others[i]])
            return true;
    return false;
}

/* The first bone of a pass that is not done, and if need be waits for nobody; -1 if there is none. */
static int64_t first_bone(const hone_skeleton *s, const uint8_t *done, bool second_pass, bool any)
{
    int64_t first = -1;
    for (uint32_t b = 0; b < s->bone_count; b++)
        if (!done[b] && late(&s->bones[b]) == second_pass && (any || !waits(s, done, b)) &&
            (first < 0 || sorts_before(s, b, (uint32_t)first)))
            first = b;
    return first;
}

uint32_t reference_order(const hone_skeleton *skeleton, uint32_t *order)
{
    uint8_t *done = calloc(skeleton->bone_count + 1, 1);
    uint32_t count = 0, pass2_begin = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (;;) {
            int64_t next = first_bone(skeleton, done, pass == 1, false);
            if (next < 0)
                next = first_bone(skeleton, done, pass == 1, true);
            if (next < 0)
                break;
            done[next] = 1;
            order[count++] = (uint32_t)next;
        }
        pass2_begin = pass == 0 ? count : pass2_begin;
    }
    free(done);
    return pass2_begin;
}

/* ---- hierarchy ----------------------------------------------------------------------------------------------- */

static reference_matrix translation(const float position[3], double sign)
{
    reference_matrix out = reference_identity();
    for (int i = 0; i < 3; i++) out.m[i][3] = sign * position[i];
    return out;
}

void reference_worlds(const hone_skeleton *skeleton, const hone_pose *pose, reference_matrix *worlds)
{
    uint32_t *order = calloc(skeleton->bone_count + 1, sizeof *order);
    reference_order(skeleton, order);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) worlds[b] = translation(skeleton->bones[b].position, 1);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_bone *bone = &skeleton->bones[order[i]];
        const hone_transform *moved = &pose->bones[order[i]];
        double t[3], q[4];
        for (int c = 0; c < 3; c++) {
            double parent = bone->parent < 0 ? 0 : skeleton->bones[bone->parent].position[c];
            t[c] = (double)bone->position[c] - parent + moved->translation[c];
        }
        for (int c = 0; c < 4; c++) q[c] = moved->rotation[c];
        reference_matrix local = reference_rigid(t, q);
        worlds[order[i]] = bone->parent < 0 ? local : reference_multiply(&worlds[bone->parent], &local);
    }
    free(order);
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

/* Of the four columns of q q^T, which the matrix gives without a root, the longest. */
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

/* ---- skinning ------------------------------------------------------------------------------------------------ */

static void unit(const double v[3], double out[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) out[i] = v[i] / length;
}

static void skin_linear(const hone_influence *in, uint32_t count, const reference_matrix *palette, const double p[3],
                        const double n[3], double position[3], double normal[3])
{
    double moved[3] = {0}, turned[3] = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (in[i].weight == 0)
            continue;
        const reference_matrix *m = &palette[in[i].slot];
        double one[3], sign = determinant(m) < 0 ? -1 : 1;
        reference_point(m, p, one);
        for (int r = 0; r < 3; r++) {
            moved[r] += in[i].weight * one[r];
            for (int c = 0; c < 3; c++) turned[r] += in[i].weight * sign * minor_of(m, r, c) * n[c];
        }
    }
    memcpy(position, moved, sizeof moved);
    unit(turned, normal);
}

static void skin_sdef(const hone_sdef *sdef, const hone_influence in[2], const reference_matrix *palette,
                      const double p[3], const double n[3], double position[3], double normal[3])
{
    double w0 = in[0].weight, w1 = in[1].weight, from_c[3], c0[3], c1[3], moved0[3], moved1[3];
    for (int i = 0; i < 3; i++) {
        double c = sdef->c[i], rw = w0 * sdef->r0[i] + w1 * sdef->r1[i];
        double r0 = c + sdef->r0[i] - rw, r1 = c + sdef->r1[i] - rw;
        c0[i] = (c + r0) / 2, c1[i] = (c + r1) / 2;
        from_c[i] = p[i] - c;
    }
    quaternion q = slerp(rotation_of(&palette[in[0].slot]), rotation_of(&palette[in[1].slot]), w1);
    turn(q, from_c, position);
    reference_point(&palette[in[0].slot], c0, moved0);
    reference_point(&palette[in[1].slot], c1, moved1);
    for (int i = 0; i < 3; i++) position[i] += w0 * moved0[i] + w1 * moved1[i];
    turn(q, n, normal);
    unit(normal, normal);
}

static void skin_duals(const hone_influence *in, uint32_t count, const reference_matrix *palette, const double p[3],
                       const double n[3], double position[3], double normal[3])
{
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < count; i++)
        if (in[i].weight > in[heaviest].weight)
            heaviest = i;
    quaternion pivot = rotation_of(&palette[in[heaviest].slot]), real = {0, 0, 0, 0}, dual = {0, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        if (in[i].weight == 0)
            continue;
        const double(*m)[4] = palette[in[i].slot].m;
        quaternion q = rotation_of(&palette[in[i].slot]), t = {m[0][3], m[1][3], m[2][3], 0};
        double weight = dot(q, pivot) < 0 ? -in[i].weight : in[i].weight;
        real = combine(1, real, weight, q);
        dual = combine(1, dual, weight / 2, product(t, q));
    }
    double length = sqrt(dot(real, real));
    real = combine(1 / length, real, 0, real);
    quaternion t = product(combine(1 / length, dual, 0, dual), conjugate(real));
    turn(real, p, position);
    position[0] += 2 * t.x, position[1] += 2 * t.y, position[2] += 2 * t.z;
    turn(real, n, normal);
    unit(normal, normal);
}

void reference_skin(const hone_skin_desc *desc, uint32_t vertex, hone_skin_method method,
                    const reference_matrix *palette, const double rest_position[3], const double rest_normal[3],
                    double position[3], double normal[3])
{
    const hone_influence *in = desc->influences + desc->influence_begin[vertex];
    uint32_t count = desc->influence_begin[vertex + 1] - desc->influence_begin[vertex], present = 0;
    uint8_t kind = desc->deforms && method == HONE_SKIN_AUTO ? desc->deforms[vertex] : (uint8_t)HONE_DEFORM_LINEAR;
    double n[3] = {0, 0, 1}, ignored[3];
    if (rest_normal)
        unit(rest_normal, n);
    for (uint32_t i = 0; i < count; i++) present += in[i].weight != 0;
    if (present == 0) {
        memcpy(position, rest_position, 3 * sizeof *position);
        memcpy(normal ? normal : ignored, n, sizeof n);
    } else if (kind == HONE_DEFORM_QDEF || method == HONE_SKIN_DUAL_QUATERNION) {
        skin_duals(in, count, palette, rest_position, n, position, normal ? normal : ignored);
    } else if (kind == HONE_DEFORM_SDEF) {
        const hone_sdef *sdef = desc->sdefs;
        while (sdef->vertex != vertex) sdef++;
        skin_sdef(sdef, in, palette, rest_position, n, position, normal ? normal : ignored);
    } else {
        skin_linear(in, count, palette, rest_position, n, position, normal ? normal : ignored);
    }
}
