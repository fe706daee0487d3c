#include "play/actor/tether.h"
#include "base/memory/arena.h"
#include "core/model/parents_first.h"
#include <hone/math.h>

static const float slack = 1.1f; /* joints stretch a little */

/* Marks the bones that physics moves. A bone that appends the rotation of one of these stays in place, because
 * appends pass on no translation from physics. */
static void find_driven(const hone_model_data *model, const uint32_t *order, uint8_t *driven)
{
    const hone_skeleton *skeleton = &model->skeleton;
    for (uint32_t i = 0; i < model->body_count; i++)
        if (model->bodies[i].mode != HONE_BODY_FOLLOWS && model->bodies[i].bone != HONE_NONE)
            driven[model->bodies[i].bone] = 1;
    for (uint32_t s = 0; s < model->spring_count; s++)
        for (uint32_t j = 0; j < model->springs[s].joint_count; j++) driven[model->springs[s].joints[j].bone] = 1;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        int32_t parent = skeleton->bones[order[i]].parent;
        driven[order[i]] |= parent != HONE_NONE && driven[parent];
    }
}

static float distance_between(const float a[3], const float b[3])
{
    const float d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrtf(hone_vec3_dot(d, d));
}

/* Finds the tether of a bone; that of its parent must be known. */
static hone_tether find_tether(const hone_skeleton *skeleton, const uint8_t *driven, const hone_tether *tethers,
                               uint32_t index)
{
    const hone_bone *bone = &skeleton->bones[index];
    if (!driven[index])
        return (hone_tether){.anchor = HONE_NONE};
    if (bone->parent == HONE_NONE)
        return (hone_tether){.anchor = (int32_t)index, .at_rest = true};
    float step = distance_between(bone->position, skeleton->bones[bone->parent].position);
    if (!driven[bone->parent])
        return (hone_tether){.anchor = bone->parent, .length = step};
    hone_tether tether = tethers[bone->parent];
    tether.length += step;
    return tether;
}

bool hone_tethers_find(const hone_model_data *model, hone_arena *scratch, hone_tether *out)
{
    uint32_t count = model->skeleton.bone_count;
    int32_t *path = hone_arena_array(scratch, count, sizeof *path);
    uint8_t *done = hone_arena_array(scratch, count, 1), *driven = hone_arena_array(scratch, count, 1);
    uint32_t *order = hone_arena_array(scratch, count, sizeof *order);
    if (hone_arena_failed(scratch))
        return false;
    hone_parents_first(&model->skeleton, path, done, order);
    find_driven(model, order, driven);
    for (uint32_t i = 0; i < count; i++) out[order[i]] = find_tether(&model->skeleton, driven, out, order[i]);
    return true;
}

void hone_tether_hold(const hone_tether *tether, const hone_skeleton *skeleton, const hone_affine *bones, float reach,
                      float point[3])
{
    if (tether->anchor == HONE_NONE)
        return;
    const hone_affine *posed = &bones[tether->anchor];
    const float *rest = skeleton->bones[tether->anchor].position;
    float anchor[3], away[3], most = (tether->length + reach) * slack;
    for (int i = 0; i < 3; i++) anchor[i] = tether->at_rest ? rest[i] : posed->m[i][3];
    hone_vec3_subtract(point, anchor, away);
    float distance = sqrtf(hone_vec3_dot(away, away));
    if (distance > most)
        hone_vec3_add_scaled(anchor, away, most / distance, point);
}
