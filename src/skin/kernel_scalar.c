/* The definition of skinning: every other kernel is tested against this one. */
#include "base/math.h"
#include "skin/kernel.h"
#include <string.h>

/* ---- streams ------------------------------------------------------------------------------------------------- */

static void load(const hone_stream *stream, uint32_t vertex, float out[3])
{
    memcpy(out, (const char *)stream->data + vertex * stream->stride, 3 * sizeof(float));
}

static void store(const hone_stream *stream, uint32_t vertex, const float v[3])
{
    if (stream->data)
        memcpy((char *)stream->data + vertex * stream->stride, v, 3 * sizeof(float));
}

static const float *rest_normal(const hone_skin *skin, const hone_skin_job *job, uint32_t vertex, float morphed[3])
{
    if (!job->rest_normals.data)
        return skin->normals[vertex];
    load(&job->rest_normals, vertex, morphed);
    return hone_normalise3(morphed, morphed) ? morphed : skin->normals[vertex];
}

/* A normal that came out as nothing stays as at rest. */
static void store_normal(const hone_skin *skin, const hone_skin_job *job, uint32_t vertex, const float normal[3])
{
    float unit[3], morphed[3];
    store(&job->normals, vertex, hone_normalise3(normal, unit) ? unit : rest_normal(skin, job, vertex, morphed));
}

/* ---- linear -------------------------------------------------------------------------------------------------- */

static hone_affine blend(const hone_affine *palette, const hone_influence *influences, uint32_t count)
{
    hone_affine sum = {{{0}}};
    for (uint32_t i = 0; i < count; i++) {
        const hone_affine *m = &palette[influences[i].slot];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) sum.m[r][c] += influences[i].weight * m->m[r][c];
    }
    return sum;
}

static void skin_linear(const hone_skin *skin, const hone_skin_job *job, uint32_t vertex,
                        const hone_influence *influences, uint32_t count)
{
    float position[3], normal[3];
    hone_affine m = blend(job->palette->affine, influences, count);
    load(&job->rest_positions, vertex, position);
    hone_affine_point(&m, position, position);
    store(&job->positions, vertex, position);
    if (!job->normals.data)
        return;
    if (!job->palette->rigid)
        m = blend(job->palette->cofactor, influences, count);
    hone_affine_direction(&m, rest_normal(skin, job, vertex, normal), normal);
    store_normal(skin, job, vertex, normal);
}

/* ---- SDEF ---------------------------------------------------------------------------------------------------- */

/* p' = q (p - C) q* + w0 P0 c0 + w1 P1 c1, q = slerp(q0, q1, w1) on one hemisphere */
static void skin_sdef(const hone_skin *skin, const hone_skin_job *job, const hone_skin_sdef *sdef,
                      const hone_influence influences[2])
{
    float q[4], position[3], normal[3];
    const hone_dual_quaternion *duals = job->palette->duals;
    hone_quat_slerp(duals[influences[0].slot].real, duals[influences[1].slot].real, influences[1].weight, q);
    load(&job->rest_positions, sdef->vertex, position);
    for (int i = 0; i < 3; i++) position[i] -= sdef->c[i];
    hone_quat_rotate(q, position, position);
    for (int k = 0; k < 2; k++) {
        float centre[3];
        hone_affine_point(&job->palette->affine[influences[k].slot], sdef->centres[k], centre);
        for (int i = 0; i < 3; i++) position[i] += influences[k].weight * centre[i];
    }
    store(&job->positions, sdef->vertex, position);
    if (!job->normals.data)
        return;
    hone_quat_rotate(q, rest_normal(skin, job, sdef->vertex, normal), normal);
    store_normal(skin, job, sdef->vertex, normal);
}

/* ---- dual quaternions ---------------------------------------------------------------------------------------- */

/* Kavan et al. (2007): the weighted sum, all on the hemisphere of the heaviest influence, over the length of its real
 * part. */
static hone_dual_quaternion blend_duals(const hone_dual_quaternion *palette, const hone_influence *influences,
                                        uint32_t count)
{
    const hone_dual_quaternion *pivot = &palette[influences[0].slot];
    hone_dual_quaternion sum = {{0}, {0}};
    for (uint32_t i = 0; i < count; i++) {
        const hone_dual_quaternion *dual = &palette[influences[i].slot];
        float weight = hone_dot4(pivot->real, dual->real) < 0 ? -influences[i].weight : influences[i].weight;
        for (int c = 0; c < 4; c++) sum.real[c] += weight * dual->real[c];
        for (int c = 0; c < 4; c++) sum.dual[c] += weight * dual->dual[c];
    }
    float length = sqrtf(hone_dot4(sum.real, sum.real));
    if (!(length >= 1e-6f)) /* weights that cancel: there is no mean */
        return *pivot;
    for (int c = 0; c < 4; c++) sum.real[c] /= length;
    for (int c = 0; c < 4; c++) sum.dual[c] /= length;
    return sum;
}

/* t = 2 dual real*, its vector part. What of `dual` is parallel to `real` drops out. */
static void translation_of(const hone_dual_quaternion *dual, float out[3])
{
    float cross[3];
    hone_cross3(dual->real, dual->dual, cross);
    for (int i = 0; i < 3; i++) out[i] = 2 * (dual->real[3] * dual->dual[i] - dual->dual[3] * dual->real[i] + cross[i]);
}

static void skin_duals(const hone_skin *skin, const hone_skin_job *job, uint32_t vertex,
                       const hone_influence *influences, uint32_t count)
{
    float position[3], translation[3], normal[3];
    hone_dual_quaternion motion = blend_duals(job->palette->duals, influences, count);
    load(&job->rest_positions, vertex, position);
    hone_quat_rotate(motion.real, position, position);
    translation_of(&motion, translation);
    for (int i = 0; i < 3; i++) position[i] += translation[i];
    store(&job->positions, vertex, position);
    if (!job->normals.data)
        return;
    hone_quat_rotate(motion.real, rest_normal(skin, job, vertex, normal), normal);
    store_normal(skin, job, vertex, normal);
}

/* ---- a range ------------------------------------------------------------------------------------------------- */

static void keep_at_rest(const hone_skin *skin, const hone_skin_job *job, uint32_t vertex)
{
    float position[3], normal[3];
    load(&job->rest_positions, vertex, position);
    store(&job->positions, vertex, position);
    if (job->normals.data)
        store(&job->normals, vertex, rest_normal(skin, job, vertex, normal));
}

/* The first SDEF vertex that is not before `vertex`. */
static const hone_skin_sdef *first_sdef(const hone_skin *skin, uint32_t vertex)
{
    const hone_skin_sdef *begin = skin->sdefs;
    for (uint32_t count = skin->sdef_count; count > 0;) {
        uint32_t half = count / 2;
        if (begin[half].vertex < vertex) {
            begin += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return begin;
}

void hone_skin_run_scalar(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    const hone_skin_sdef *sdef = first_sdef(skin, begin);
    for (uint32_t vertex = begin; vertex < end; vertex++) {
        const hone_influence *influences = skin->influences + skin->influence_begin[vertex];
        uint32_t count = skin->influence_begin[vertex + 1] - skin->influence_begin[vertex];
        uint8_t kind = job->method == HONE_SKIN_LINEAR            ? HONE_SKIN_BY_LINEAR
                       : job->method == HONE_SKIN_DUAL_QUATERNION ? HONE_SKIN_BY_DUALS
                                                                  : skin->kinds[vertex];
        if (count == 0)
            keep_at_rest(skin, job, vertex);
        else if (kind == HONE_SKIN_BY_LINEAR)
            skin_linear(skin, job, vertex, influences, count);
        else if (kind == HONE_SKIN_BY_SDEF)
            skin_sdef(skin, job, sdef++, influences);
        else
            skin_duals(skin, job, vertex, influences, count);
    }
}
