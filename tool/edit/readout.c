#include "tool/edit/readout.h"
#include <hone/math.h>

static const float degrees_of_radian = (float)(180 / HONE_PI);

void readout_degrees(const float rotation[4], float out[3])
{
    hone_euler_from_quat(HONE_EULER_YXZ, rotation, out);
    hone_vec3_scale(out, degrees_of_radian, out);
}

void readout_rotation(const float degrees[3], float out[4])
{
    float angles[3];
    for (int i = 0; i < 3; i++) angles[i] = degrees[i] / degrees_of_radian;
    hone_quat_from_euler(HONE_EULER_YXZ, angles, out);
}

readout readout_of(const hone_actor *actor, uint32_t bone)
{
    readout out = {{0, 0, 0}, {0, 0, 0}};
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    if (bone >= skeleton->bone_count)
        return out;
    const hone_affine *bones = hone_actor_bones(actor);
    float own[4], parent[4] = {0, 0, 0, 1};
    hone_quat_from_affine(&bones[bone], own);
    if (skeleton->bones[bone].parent != HONE_NONE)
        hone_quat_from_affine(&bones[skeleton->bones[bone].parent], parent);
    for (int i = 0; i < 3; i++) out.position[i] = bones[bone].m[i][3];
    hone_quat_conjugate(parent, parent);
    hone_quat_multiply(parent, own, own);
    hone_quat_normalise(own, own);
    readout_degrees(own, out.degrees);
    return out;
}

bool readout_part(const hone_actor *actor, uint32_t bone, readout_part_kind part, float out[6])
{
    for (int i = 0; i < 6; i++) out[i] = 0;
    if (bone >= hone_model_skeleton(hone_actor_model(actor))->bone_count)
        return false;
    const hone_bone_parts parts = hone_actor_bone_parts(actor, bone);
    const hone_transform *const all[READOUT_PARTS] = {&parts.keys, &parts.morph, &parts.append, &parts.ik,
                                                      &parts.physics};
    readout_degrees(all[part]->rotation, out);
    hone_vec3_copy(all[part]->translation, out + 3);
    bool any = false;
    for (int i = 0; i < 6; i++) any |= fabsf(out[i]) >= (i < 3 ? 0.05f : 0.005f);
    return any;
}
