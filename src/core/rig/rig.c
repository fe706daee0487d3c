/* The rig: evaluates the bones of a model for a pose, with IK and append transforms in MMD's order. hone_rig_create
 * prepares all that does not change from frame to frame. */
#include <hone/math.h>
#include <hone/rig.h>

#include "base/error.h"
#include "base/memory/arena.h"
#include "core/motion/pose.h"
#include "core/rig/fk_kernel.h"
#include "core/rig/order.h"
#include "core/rig/rig_internal.h"
#include <string.h>

static bool is_mmd(const hone_rig *rig)
{
    return rig->data->space == HONE_SPACE_MMD;
}

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

static void place_at_rest(hone_rig *rig, uint32_t bone)
{
    rig->offsets[bone] = (hone_offset){.rotation = {0, 0, 0, 1}};
    rig->model_from_bone[bone] = hone_affine_translation(rig->data->skeleton.bones[bone].position);
}

static void reset_turns(hone_rig *rig)
{
    for (uint32_t t = 0; t < rig->ik_rotation_count; t++) {
        float *turn = rig->ik_rotations[t];
        turn[0] = turn[1] = turn[2] = 0, turn[3] = 1;
    }
}

/* Whether parts of a ragdoll are among the links of a chain, which then has nothing to say. In pass 1 there are none.
 */
static bool moves_ragdoll(const hone_rig *rig, const hone_chain *chain)
{
    const hone_ik *ik = &rig->data->skeleton.iks[chain->ik];
    for (uint32_t l = 0; l < ik->link_count; l++)
        if (rig->simulated[ik->links[l].bone] == HONE_DYNAMIC_RAGDOLL)
            return true;
    return false;
}

/* Solves the chain whose goal is the last bone of a run. */
static void solve_chain(hone_rig *rig, const hone_chain *chain, const hone_pose *pose)
{
    float weight = moves_ragdoll(rig, chain) ? 0 : hone_pose_ik_weight(pose, chain->ik);
    hone_ik_note_starts(rig, chain);
    if (weight > 0)
        hone_ik_solve(rig, chain, weight);
}

/* MMD: the pose gives a bone's offset from rest; scale does not exist. .x and glTF: the pose replaces the rest
 * transform; a bone without a track keeps the file's matrix, shear included. */
static void evaluate_runs(hone_rig *rig, const hone_pose *pose, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        const hone_fk_run *run = &rig->runs.runs[i];
        if (!is_mmd(rig)) {
            hone_fk_place_locals(rig, run, pose);
            continue;
        }
        hone_fk_place_offsets(rig, run, pose);
        int32_t chain = rig->steps[run->end - 1].chain;
        if (chain != HONE_NONE)
            solve_chain(rig, &rig->chains[chain], pose);
    }
}

static void place_local(hone_rig *rig, const hone_step *s, const hone_affine *local)
{
    rig->model_from_bone[s->bone] =
        s->parent == HONE_NONE ? *local : hone_affine_multiply(&rig->model_from_bone[s->parent], local);
}

void hone_rig_before_physics(hone_rig *rig, const hone_pose *pose)
{
    HONE_ASSERT(pose->bone_count == rig->data->skeleton.bone_count && pose->morph_count == rig->data->morph_count &&
                pose->ik_count == rig->data->skeleton.ik_count);
    hone_morph_stage_weigh(&rig->morphs, pose->morphs);
    reset_turns(rig);
    if (rig->data->skeleton.bone_count)
        memset(rig->simulated, 0, rig->data->skeleton.bone_count * sizeof *rig->simulated);
    for (uint32_t i = 0; i < rig->read_early_count; i++) place_at_rest(rig, rig->read_early[i]);
    evaluate_runs(rig, pose, 0, rig->runs.pass2_begin);
    if (rig->constraints.step_count)
        hone_constraints_apply(&rig->constraints, pose, rig->model_from_bone);
}

void hone_rig_after_physics(hone_rig *rig, const hone_pose *pose)
{
    evaluate_runs(rig, pose, rig->runs.pass2_begin, rig->runs.run_count);
}

void hone_rig_evaluate(hone_rig *rig, const hone_pose *pose)
{
    hone_rig_before_physics(rig, pose);
    hone_rig_after_physics(rig, pose);
}

static void evaluate_rest(hone_rig *rig)
{
    reset_turns(rig);
    for (uint32_t i = 0; i < rig->data->skeleton.bone_count; i++) {
        const hone_step *s = &rig->steps[i];
        if (is_mmd(rig))
            place_at_rest(rig, s->bone);
        else
            place_local(rig, s, &rig->data->skeleton.bones[s->bone].rest_local);
    }
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

/* Arrays that are needed only during creation. */
typedef struct rig_setup {
    int32_t *turn_of;    /* [bone_count] into hone_rig.ik_rotations, or HONE_NONE */
    uint8_t *early;      /* [bone_count] 1: read before it is evaluated */
    uint32_t *height;    /* [bone_count] for hone_chain_make */
    int32_t *next_chain; /* [bone_count] by rank: the first chain solved there or later, or HONE_NONE */
} rig_setup;

static void make_order(hone_rig *rig)
{
    const hone_skeleton *skeleton = &rig->data->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) rig->rank[rig->order[i]] = i;
    rig->parents_first = true;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        hone_step *s = &rig->steps[i];
        const hone_bone *bone = &skeleton->bones[rig->order[i]];
        *s = (hone_step){
            .bone = rig->order[i], .parent = bone->parent, .append = HONE_NONE, .turn = HONE_NONE, .chain = HONE_NONE};
        rig->parent_rank[i] = s->parent != HONE_NONE ? (int32_t)rig->rank[s->parent] : HONE_NONE;
        rig->parents_first &= rig->parent_rank[i] < (int32_t)i;
        memcpy(s->position, bone->position, sizeof s->position);
        if (s->parent != HONE_NONE)
            memcpy(s->parent_position, skeleton->bones[s->parent].position, sizeof s->parent_position);
    }
}

static void make_turns(hone_rig *rig, rig_setup *m)
{
    const hone_skeleton *skeleton = &rig->data->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) m->turn_of[b] = HONE_NONE;
    for (uint32_t k = 0; k < skeleton->ik_count; k++)
        for (uint32_t l = 0; l < skeleton->iks[k].link_count; l++) {
            int32_t bone = skeleton->iks[k].links[l].bone;
            if (m->turn_of[bone] == HONE_NONE)
                m->turn_of[bone] = (int32_t)rig->ik_rotation_count++;
        }
    for (uint32_t i = 0; i < skeleton->bone_count; i++) rig->steps[i].turn = m->turn_of[rig->steps[i].bone];
    rig->ik_rotations = hone_arena_array(rig->memory, rig->ik_rotation_count, sizeof *rig->ik_rotations);
}

static bool appends(const hone_bone *bone)
{
    return bone->flags & (HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION) && bone->append_source != HONE_NONE;
}

static void make_appends(hone_rig *rig, const rig_setup *m)
{
    const hone_skeleton *skeleton = &rig->data->skeleton;
    uint32_t count = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) count += appends(&skeleton->bones[b]);
    rig->appends = hone_arena_array(rig->memory, count, sizeof *rig->appends);
    int32_t next = 0;
    for (uint32_t i = 0; rig->appends && i < skeleton->bone_count; i++) {
        const hone_bone *bone = &skeleton->bones[rig->steps[i].bone];
        if (!appends(bone))
            continue;
        rig->steps[i].append = next;
        rig->appends[next++] = (hone_append){.source = (uint32_t)bone->append_source,
                                             .source_turn = m->turn_of[bone->append_source],
                                             .ratio = bone->append_ratio,
                                             .rotation = (bone->flags & HONE_BONE_APPEND_ROTATION) != 0,
                                             .translation = (bone->flags & HONE_BONE_APPEND_TRANSLATION) != 0,
                                             .local = (bone->flags & HONE_BONE_APPEND_LOCAL) != 0};
    }
}

/* Limit on the cost of all chains in a frame: a hundred times the cost in heavy models, some tenths of a second. A
 * file could ask for hours. */
enum { CHAIN_BUDGET = 1 << 24 };

static void make_chains(hone_rig *rig, rig_setup *m)
{
    const hone_skeleton *skeleton = &rig->data->skeleton;
    uint32_t members = 0, links = 0, climbed = 0;
    uint64_t spent = 0;
    int32_t next = 0;
    memset(m->height, 0xff, skeleton->bone_count * sizeof *m->height);
    rig->chains = hone_arena_array(rig->memory, skeleton->ik_count, sizeof *rig->chains);
    for (uint32_t k = 0; rig->chains && k < skeleton->ik_count; k++) {
        hone_chain *chain = &rig->chains[next];
        if (spent >= CHAIN_BUDGET) { /* preparing a chain has a cost too */
            rig->skipped_chain_count++;
            continue;
        }
        bool works = hone_chain_make(skeleton, k, rig->rank, m->turn_of, m->height, rig->memory, chain, &climbed);
        spent += climbed;
        bool affordable = works && chain->cost < CHAIN_BUDGET && spent + chain->cost < CHAIN_BUDGET;
        rig->skipped_chain_count += works && !affordable;
        if (!affordable)
            continue;
        spent += chain->cost;
        rig->steps[rig->rank[chain->goal]].chain = next++;
        members = chain->path_count > members ? chain->path_count : members;
        links = chain->link_count > links ? chain->link_count : links;
    }
    rig->scratch.members = hone_arena_array(rig->memory, members, sizeof *rig->scratch.members);
    rig->scratch.best = hone_arena_array(rig->memory, members, sizeof *rig->scratch.best);
    rig->scratch.angles = hone_arena_array(rig->memory, links, sizeof *rig->scratch.angles);
}

/* For each chain whose effector an earlier chain may move: makes the first chain that is solved after the effector
 * was placed record the effector's position. All three must belong to one pass, because physics may have moved the
 * effector between the passes. */
static void link_starts(hone_rig *rig, rig_setup *m)
{
    int32_t next = HONE_NONE;
    for (uint32_t r = rig->data->skeleton.bone_count; r-- > 0;) {
        next = rig->steps[r].chain != HONE_NONE ? rig->steps[r].chain : next;
        m->next_chain[r] = next;
    }
    for (uint32_t r = 0; r < rig->data->skeleton.bone_count; r++) {
        int32_t own = rig->steps[r].chain;
        uint32_t effector = own != HONE_NONE ? rig->rank[rig->chains[own].effector] : r;
        if (effector >= r || (effector < rig->pass2_begin && r >= rig->pass2_begin) || m->next_chain[effector] == own)
            continue;
        hone_chain *earlier = &rig->chains[m->next_chain[effector]];
        rig->chains[own].noted = true;
        rig->chains[own].next_noted = earlier->notes;
        earlier->notes = own;
    }
}

static void note_reading(const hone_rig *rig, rig_setup *m, uint32_t reader_rank, int32_t bone)
{
    if (bone != HONE_NONE && rig->rank[bone] > reader_rank)
        m->early[bone] = 1;
}

/* Lists the bones that are read before they are evaluated. They are reset to rest in each frame, so that they do not
 * keep the transforms of the previous evaluation, unless the rules ask for that. */
static void find_read_early(hone_rig *rig, rig_setup *m)
{
    const hone_skeleton *skeleton = &rig->data->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_step *s = &rig->steps[i];
        note_reading(rig, m, i, s->parent);
        if (s->append != HONE_NONE)
            note_reading(rig, m, i, skeleton->bones[s->bone].append_source);
        if (s->chain == HONE_NONE)
            continue;
        const hone_chain *chain = &rig->chains[s->chain];
        int32_t bone = (int32_t)chain->effector;
        for (uint32_t k = 0; k <= chain->path_count && bone != HONE_NONE; k++, bone = skeleton->bones[bone].parent)
            note_reading(rig, m, i, bone);
    }
    rig->read_early = hone_arena_array(rig->memory, skeleton->bone_count, sizeof *rig->read_early);
    for (uint32_t b = 0; rig->read_early && b < skeleton->bone_count; b++)
        if (m->early[b] && rig->rules.order == HONE_ORDER_STRICT)
            rig->read_early[rig->read_early_count++] = b;
}

static void allocate(hone_rig *rig)
{
    uint32_t count = rig->data->skeleton.bone_count;
    rig->order = hone_arena_array(rig->memory, count, sizeof *rig->order);
    rig->rank = hone_arena_array(rig->memory, count, sizeof *rig->rank);
    rig->steps = hone_arena_array(rig->memory, count, sizeof *rig->steps);
    rig->parent_rank = hone_arena_array(rig->memory, count, sizeof *rig->parent_rank);
    rig->offsets = hone_arena_aligned(rig->memory, count, sizeof *rig->offsets);
    rig->model_from_bone = hone_arena_array(rig->memory, count, sizeof *rig->model_from_bone);
    rig->simulated = hone_arena_array(rig->memory, count, sizeof *rig->simulated);
    rig->follow_marks = hone_arena_array(rig->memory, count, sizeof *rig->follow_marks);
    rig->external = hone_arena_array(rig->memory, count, sizeof *rig->external);
    hone_morph_stage_init(&rig->morphs, rig->data, rig->memory);
}

/* Prepares what only bones of MMD have: append transforms and IK. */
static bool prepare_mmd(hone_rig *rig, hone_arena *scratch)
{
    uint32_t count = rig->data->skeleton.bone_count;
    rig_setup m = {.turn_of = hone_arena_array(scratch, count, sizeof *m.turn_of),
                   .early = hone_arena_array(scratch, count, sizeof *m.early),
                   .height = hone_arena_array(scratch, count, sizeof *m.height),
                   .next_chain = hone_arena_array(scratch, count, sizeof *m.next_chain)};
    if (hone_arena_failed(scratch))
        return false;
    if (count == 0)
        return true;
    make_turns(rig, &m);
    make_appends(rig, &m);
    make_chains(rig, &m);
    if (hone_arena_failed(rig->memory))
        return false;
    find_read_early(rig, &m);
    if (rig->rules.ik == HONE_IK_CCD && rig->rules.toe_start == HONE_TOE_START_PLACED)
        link_starts(rig, &m);
    return !hone_arena_failed(rig->memory);
}

static bool plan_constraints(hone_rig *rig, hone_arena *scratch)
{
    const hone_model_data *model = rig->data;
    rig->constraints = (hone_constraints){.model = model};
    return is_mmd(rig) || model->constraint_count == 0 ||
           hone_constraints_plan(&rig->constraints, model, rig->order, rig->memory, scratch);
}

static bool prepare(hone_rig *rig, const hone_allocator *allocator, hone_error *error)
{
    allocate(rig);
    if (hone_arena_failed(rig->memory))
        return hone_arena_fail(rig->memory, error);
    if (!hone_rig_sort(&rig->data->skeleton, rig->data->space, rig->rules.order, allocator, rig->order,
                       &rig->pass2_begin, error))
        return false;
    make_order(rig);
    hone_arena *scratch = hone_arena_create(allocator, 0, error);
    if (!scratch)
        return false;
    bool ok =
        (!is_mmd(rig) || prepare_mmd(rig, scratch)) && hone_fk_plan(rig, scratch) && plan_constraints(rig, scratch);
    hone_arena_destroy(scratch);
    if (!ok)
        return hone_fail_memory(error);
    evaluate_rest(rig);
    return true;
}

hone_rig *hone_rig_create(const hone_rig_desc *desc, hone_error *error)
{
    return hone_rig_create_with(desc, hone_fk_best_kernel(), error);
}

hone_rig *hone_rig_create_with(const hone_rig_desc *desc, const hone_fk_kernel *kernel, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, "the rig's model"), NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_rig *rig = hone_arena_array(memory, 1, sizeof *rig);
    if (!rig) {
        hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    rig->memory = memory;
    rig->model = hone_model_retain(desc->model);
    rig->data = hone_model_get(desc->model);
    rig->rules = desc->rules;
    rig->runs.kernel = kernel;
    if (prepare(rig, desc->allocator, error))
        return rig;
    hone_rig_destroy(rig);
    return NULL;
}

void hone_rig_destroy(hone_rig *rig)
{
    if (!rig)
        return;
    hone_model_release(rig->model);
    hone_arena_destroy(rig->memory);
}

/* ---- other functions ------------------------------------------------------------------------------------------- */

const uint32_t *hone_rig_order(const hone_rig *rig, uint32_t *pass2_begin)
{
    if (pass2_begin)
        *pass2_begin = rig->pass2_begin;
    return rig->order;
}

void hone_rig_set_external_parent(hone_rig *rig, uint32_t bone, const hone_affine *parent)
{
    HONE_ASSERT(bone < rig->data->skeleton.bone_count);
    rig->external_count += parent != NULL;
    rig->external_count -= rig->external[bone] != NULL;
    rig->external[bone] = parent;
}

uint32_t hone_rig_skipped_chain_count(const hone_rig *rig)
{
    return rig->skipped_chain_count;
}

const hone_affine *hone_rig_bones(const hone_rig *rig)
{
    return rig->model_from_bone;
}

const float *hone_rig_morphs(const hone_rig *rig)
{
    return rig->morphs.weights.values;
}

const hone_morph_result *hone_rig_apply_morphs(hone_rig *rig)
{
    hone_morph_stage_apply(&rig->morphs);
    return &rig->morphs.result;
}

const hone_morph_result *hone_rig_morph_result(const hone_rig *rig)
{
    return &rig->morphs.result;
}
