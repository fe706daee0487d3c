/* Commands with many changes: resetting to the motions, releasing a chain. */
#include "view/edit/history.h"
#include "view/text.h"
#include <hone/io.h>
#include <hone/math.h>
#include <hone/rig.h>

/* Begins a command unless one is open. True: it did, and the caller must end it. */
static bool begin_alone(history *h, const char *label)
{
    if (history_is_open(h))
        return false;
    history_begin(h, label, 0);
    return true;
}

static bool end_alone(history *h, bool alone, bool ok)
{
    if (alone && !ok)
        history_cancel(h);
    else if (alone)
        history_end(h);
    return ok;
}

bool history_reset_bone(history *h, edit *e, uint32_t bone)
{
    bool alone = begin_alone(h, N_("Reset a bone"));
    return end_alone(h, alone, history_set_bone(h, e, bone, (edit_bone)EDIT_BONE_NONE));
}

static bool reset_bones(history *h, edit *e)
{
    bool ok = true;
    for (uint32_t b = 0; b < hone_model_skeleton(edit_model(e))->bone_count && ok; b++)
        ok = !edit_bone_changed(e, b) || history_set_bone(h, e, b, (edit_bone)EDIT_BONE_NONE);
    return ok;
}

static bool reset_morphs(history *h, edit *e)
{
    bool ok = true;
    for (uint32_t m = 0; m < hone_model_get(edit_model(e))->morph_count && ok; m++)
        ok = history_set_morph(h, e, m, (edit_morph){false, 0});
    return ok;
}

static bool reset_others(history *h, edit *e)
{
    const hone_model_data *data = hone_model_get(edit_model(e));
    bool ok = true;
    for (uint32_t c = 0; c < data->skeleton.ik_count && ok; c++) ok = history_set_chain(h, e, c, EDIT_CHAIN_FREE);
    for (uint32_t m = 0; m < data->material_count && ok; m++) ok = history_set_hidden(h, e, m, false);
    return ok;
}

bool history_reset_bones(history *h, edit *e)
{
    bool alone = begin_alone(h, N_("Reset bones"));
    return end_alone(h, alone, reset_bones(h, e));
}

bool history_reset_morphs(history *h, edit *e)
{
    bool alone = begin_alone(h, N_("Reset morphs"));
    return end_alone(h, alone, reset_morphs(h, e));
}

bool history_reset_all(history *h, edit *e)
{
    bool alone = begin_alone(h, N_("Reset all"));
    return end_alone(h, alone, reset_bones(h, e) && reset_morphs(h, e) && reset_others(h, e));
}

/* ---- chains --------------------------------------------------------------------------------------------------- */

static void local_rotation(const hone_skeleton *skeleton, const hone_affine *bones, uint32_t bone, float out[4])
{
    float own[4], parent[4] = {0, 0, 0, 1};
    hone_quat_from_affine(&bones[bone], own);
    if (skeleton->bones[bone].parent != HONE_NONE)
        hone_quat_from_affine(&bones[skeleton->bones[bone].parent], parent);
    hone_quat_conjugate(parent, parent);
    hone_quat_multiply(parent, own, out);
    hone_quat_normalise(out, out);
}

/* Expresses a rotation that is applied before the layer over the edit as one that is applied before the edit. */
static void under_over(const edit *e, uint32_t bone, float rotation[4])
{
    edit_bone over = edit_bone_over(e, bone);
    float back[4];
    hone_quat_conjugate(over.rotation, back);
    hone_quat_multiply(rotation, over.rotation, rotation);
    hone_quat_multiply(back, rotation, rotation);
}

/* The rotation that IK gives a link is applied before its edit, or only a bone morph is between them. */
static bool keep_links(history *h, edit *e, const hone_ik *ik, const hone_affine *with, const hone_affine *without)
{
    const hone_skeleton *skeleton = hone_model_skeleton(edit_model(e));
    bool ok = true;
    for (uint32_t i = 0; i < ik->link_count && ok; i++) {
        uint32_t bone = (uint32_t)ik->links[i].bone;
        float solved[4], unsolved[4];
        edit_bone value = edit_get_bone(e, bone);
        local_rotation(skeleton, with, bone, solved);
        local_rotation(skeleton, without, bone, unsolved);
        hone_quat_conjugate(unsolved, unsolved);
        hone_quat_multiply(solved, unsolved, solved);
        under_over(e, bone, solved);
        hone_quat_multiply(solved, value.rotation, value.rotation);
        ok = history_set_bone(h, e, bone, value);
    }
    return ok;
}

static bool release_chain(history *h, edit *e, hone_actor *actor, uint32_t chain, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(edit_model(e));
    hone_pose *pose = hone_actor_writable_pose(actor);
    hone_rig_desc desc = {.model = edit_model(e)};
    hone_rig *with = hone_rig_create(&desc, error), *without = with ? hone_rig_create(&desc, error) : NULL;
    bool ok = without != NULL;
    if (ok) {
        uint8_t was = pose->ik_enabled[chain];
        hone_rig_evaluate(with, pose);
        pose->ik_enabled[chain] = 0;
        hone_rig_evaluate(without, pose);
        pose->ik_enabled[chain] = was;
        ok = (keep_links(h, e, &skeleton->iks[chain], hone_rig_bones(with), hone_rig_bones(without)) &&
              history_set_chain(h, e, chain, EDIT_CHAIN_OFF)) ||
             hone_fail_memory(error);
    }
    hone_rig_destroy(with);
    hone_rig_destroy(without);
    return ok;
}

bool history_release_chain(history *h, edit *e, hone_actor *actor, uint32_t chain, hone_error *error)
{
    if (chain >= hone_model_skeleton(edit_model(e))->ik_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, chain, "there is no chain %u", chain);
    bool alone = begin_alone(h, N_("Release a chain"));
    return end_alone(h, alone, release_chain(h, e, actor, chain, error));
}
