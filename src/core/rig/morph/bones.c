/* Bone morphs: adds translations and rotations to bones. */
#include "core/rig/morph/bones.h"
#include "base/memory/arena.h"
#include "base/trigonometry.h"
#include <hone/math.h>

#include <string.h>

/* q to the power of `weight`, by the shorter rotation; `weight` may be outside 0..1. A zero quaternion gives the
 * identity. */
static void turn_by(const float rotation[4], float weight, float out[4])
{
    float q[4];
    hone_quat_normalise(rotation, q);
    if (q[3] < 0)
        for (int i = 0; i < 4; i++) q[i] = -q[i];
    memcpy(out, q, sizeof q);
    float sine = sqrtf(hone_vec3_dot(q, q));
    if (weight == 1 || !(sine > 0))
        return;
    float turned;
    hone_sin_cosf(weight * hone_atan2f(sine, q[3]), &turned, &out[3]);
    hone_vec3_scale(q, turned / sine, out);
}

static void rest_bones(void *target, const hone_morph *morph)
{
    hone_morphed_bones *bones = target;
    for (uint32_t i = 0; i < morph->count; i++) bones->active[morph->u.bones[i].bone] = 0;
}

/* A later morph rotates the result of the earlier ones. */
static void add_bones(void *target, const hone_morph *morph, float weight)
{
    hone_morphed_bones *bones = target;
    for (uint32_t i = 0; i < morph->count; i++) {
        const hone_morph_bone *part = &morph->u.bones[i];
        hone_bone_offset *offset = &bones->offsets[part->bone];
        if (!bones->active[part->bone])
            *offset = (hone_bone_offset){{0, 0, 0}, {0, 0, 0, 1}};
        bones->active[part->bone] = 1;
        float turn[4];
        turn_by(part->rotation, weight, turn);
        hone_quat_multiply(turn, offset->rotation, offset->rotation);
        hone_vec3_add_scaled(offset->translation, part->translation, weight, offset->translation);
    }
}

void hone_morphed_bones_init(hone_morphed_bones *bones, const hone_model_data *model, hone_arena *memory)
{
    *bones = (hone_morphed_bones){0};
    hone_morph_list_init(&bones->list, model, HONE_MORPH_BONE, memory);
    if (bones->list.count == 0)
        return;
    bones->offsets = hone_arena_array(memory, model->skeleton.bone_count, sizeof *bones->offsets);
    bones->active = hone_arena_array(memory, model->skeleton.bone_count, sizeof *bones->active);
}

void hone_morphed_bones_update(hone_morphed_bones *bones, const float *weights)
{
    static const hone_morph_effect turn = {rest_bones, add_bones};
    hone_morph_list_apply(&bones->list, weights, NULL, &turn, bones);
}
