#include "support/reference/reference.h"
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

/* The first bone of a pass that is not done and, unless `any`, waits for no other bone; -1 if there is none. */
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

void reference_model_from_bone(const hone_skeleton *skeleton, const hone_pose *pose, reference_matrix *model_from_bone)
{
    uint32_t *order = calloc(skeleton->bone_count + 1, sizeof *order);
    reference_order(skeleton, order);
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        model_from_bone[b] = translation(skeleton->bones[b].position, 1);
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
        model_from_bone[order[i]] =
            bone->parent < 0 ? local : reference_multiply(&model_from_bone[bone->parent], &local);
    }
    free(order);
}
