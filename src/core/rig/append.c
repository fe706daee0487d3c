/* Append transforms: rotation and translation that a bone takes over from its append source, in part or in full. */
#include "base/trigonometry.h"
#include "core/rig/rig_internal.h"
#include <hone/math.h>
#include <string.h>

void hone_quat_power(const float q[4], float ratio, float out[4])
{
    float sine = sqrtf(hone_vec3_dot(q, q)), sign = q[3] < 0 ? -1.0f : 1.0f;
    float half = ratio * hone_atan2f(sine, fabsf(q[3]));
    float turned, along;
    hone_sin_cosf(half, &turned, &along);
    hone_vec3_scale(q, sine > 0 ? sign * turned / sine : 0, out);
    out[3] = along;
}

/* The rotation that is passed on: the source's offset, including what the source takes over itself, and its rotation
 * by IK. A local append passes on the source's orientation in model space, which contains all of that. */
static void base_rotation(const hone_rig *rig, const hone_append *append, float out[4])
{
    const float *own = rig->offsets[append->source].rotation;
    if (append->local)
        hone_quat_from_affine(&rig->model_from_bone[append->source], out);
    else if (append->source_turn != HONE_NONE)
        hone_quat_multiply(rig->ik_rotations[append->source_turn], own, out);
    else
        memcpy(out, own, 4 * sizeof *out);
}

/* The translation that is passed on. A local append passes on how far the source has moved in model space. IK never
 * moves a bone away from its parent. */
static void base_translation(const hone_rig *rig, const hone_append *append, float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = append->local ? rig->model_from_bone[append->source].m[i][3] -
                                     rig->data->skeleton.bones[append->source].position[i]
                               : rig->offsets[append->source].translation[i];
}

void hone_append_add(const hone_rig *rig, const hone_append *append, hone_offset *offset)
{
    if (append->rotation) {
        float base[4], sum[4];
        base_rotation(rig, append, base);
        if (append->ratio != 1)
            hone_quat_power(base, append->ratio, base);
        hone_quat_multiply(offset->rotation, base, sum);
        hone_quat_normalise(sum, offset->rotation);
    }
    if (append->translation) {
        float base[3];
        base_translation(rig, append, base);
        hone_vec3_add_scaled(offset->translation, base, append->ratio, offset->translation);
    }
}
