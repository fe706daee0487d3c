/* Ties: bones of the target that a limb must carry although they are not its children. Examples: a foot attached to
 * the root of a modelling tool's IK rig, parts of a hand attached one by one to the forearm. Retargeting moves them
 * by keys. */
#include "base/memory/arena.h"
#include "core/model/humanoid.h"
#include "offline/retarget/retarget.h"
#include <hone/math.h>
#include <string.h>

/* Uses Cramer's rule. */
bool hone_retarget_into(const hone_affine *m, const float v[3], float out[3])
{
    float c[3][3], columns[3][3], p[3] = {v[0], v[1], v[2]};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) columns[i][k] = m->m[k][i];
    for (int i = 0; i < 3; i++) hone_vec3_cross(columns[(i + 1) % 3], columns[(i + 2) % 3], c[i]);
    float determinant = hone_vec3_dot(columns[0], c[0]);
    if (!(fabsf(determinant) > 1e-30f))
        return false;
    for (int i = 0; i < 3; i++) out[i] = hone_vec3_dot(c[i], p) / determinant;
    return true;
}

static bool hangs_on(const hone_bone *bones, int32_t bone, int32_t on)
{
    while (bone != HONE_NONE && bone != on) bone = bones[bone].parent;
    return bone != HONE_NONE;
}

static bool begins_with_any(const char *word, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (strncmp(word, *beginnings, strlen(*beginnings)) == 0)
            return true;
    return false;
}

/* Returns whether the bone's name begins as that of a part of a hand. */
static bool is_of_hand(const hone_bone *bone)
{
    static const char *const parts[] = {"palm", "thumb", "index", "middle", "ring", "little", "pinky", "finger", NULL};
    char word[32];
    hone_bone_word(bone->name, word, sizeof word);
    return begins_with_any(word, parts);
}

static void tie(retarget_context *r, int32_t bone, int32_t carrier)
{
    retarget_tie *t = &r->ties[r->tie_count];
    const hone_affine *from = &r->target.rest[carrier], *to = &r->target.rest[bone];
    float offset[3], back[4], turn[4];
    for (int i = 0; i < 3; i++) offset[i] = to->m[i][3] - from->m[i][3];
    *t = (retarget_tie){.bone = (uint32_t)bone, .carrier = (uint32_t)carrier};
    if (!hone_retarget_into(from, offset, t->offset))
        return;
    hone_quat_from_affine(from, back);
    hone_quat_conjugate(back, back);
    hone_quat_from_affine(to, turn);
    hone_quat_multiply(back, turn, t->turn);
    r->tie_of[bone] = (int32_t)r->tie_count++;
}

bool hone_retarget_find_ties(retarget_context *r)
{
    const hone_skeleton *skeleton = &r->target.model->skeleton;
    const int32_t *human = r->target.human.bones;
    r->tie_of = hone_arena_array(r->memory, skeleton->bone_count, sizeof *r->tie_of);
    r->ties = hone_arena_array(r->memory, skeleton->bone_count, sizeof *r->ties);
    if (!r->tie_of || !r->ties)
        return false;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) r->tie_of[b] = HONE_NONE;
    for (int side = 0; side < 2; side++) {
        int32_t foot = human[HONE_HUMANOID_FOOT + side], knee = human[HONE_HUMANOID_LOWER_LEG + side];
        int32_t hand = human[HONE_HUMANOID_HAND + side], arm = human[HONE_HUMANOID_LOWER_ARM + side];
        if (!hangs_on(skeleton->bones, foot, knee) && skeleton->bones[foot].append_source == HONE_NONE)
            tie(r, foot, knee);
        for (uint32_t b = 0; b < skeleton->bone_count && is_of_hand(&skeleton->bones[hand]); b++)
            if (skeleton->bones[b].parent == arm && (int32_t)b != hand && r->roles[b] < 0 &&
                is_of_hand(&skeleton->bones[b]))
                tie(r, (int32_t)b, hand);
    }
    return true;
}

void hone_retarget_place_tied(retarget_context *r, const retarget_tie *t)
{
    const hone_affine *carrier = &r->model_from_bone[t->carrier];
    int32_t parent = r->target.model->skeleton.bones[t->bone].parent;
    hone_transform *local = &r->locals[t->bone];
    float place[3], turn[4], back[4];
    hone_affine_point(carrier, t->offset, place);
    hone_quat_from_affine(carrier, turn);
    hone_quat_multiply(turn, t->turn, turn);
    if (r->roles[t->bone] >= 0)
        memcpy(turn, r->wanted[r->roles[t->bone]], sizeof turn);
    if (parent != HONE_NONE) {
        for (int i = 0; i < 3; i++) place[i] -= r->model_from_bone[parent].m[i][3];
        hone_quat_from_affine(&r->model_from_bone[parent], back);
        hone_quat_conjugate(back, back);
        hone_quat_multiply(back, turn, turn);
    }
    hone_quat_normalise(turn, local->rotation);
    if (parent == HONE_NONE || !hone_retarget_into(&r->model_from_bone[parent], place, local->translation))
        memcpy(local->translation, place, sizeof place);
}
