/* Which bones the avatar has, and which bone carries which: VRM wants a tree whose root is the hips, and needs none of
 * the bones that are there for IK and append only. */
#include "base/memory/arena.h"
#include "offline/vrm/to_vrm.h"
#include <hone/math.h>
#include <string.h>

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

/* Whether `above` carries `bone`, or is it. */
static bool carries(const int32_t *parents, int32_t above, int32_t bone)
{
    while (bone != HONE_NONE && bone != above) bone = parents[bone];
    return bone == above;
}

/* The bone of a human that must carry another one; of pairs the same side. HONE_NONE: the hips. */
static int carrier_of(int h)
{
    int side = h >= HONE_HUMANOID_EYE ? (h - HONE_HUMANOID_EYE) % 2 : 0;
    if (h <= HONE_HUMANOID_HEAD)
        return h - 1;
    if (h < HONE_HUMANOID_UPPER_LEG)
        return HONE_HUMANOID_HEAD;
    if (h < HONE_HUMANOID_LOWER_LEG)
        return HONE_HUMANOID_HIPS;
    if (h < HONE_HUMANOID_SHOULDER)
        return h - 2;
    if (h < HONE_HUMANOID_UPPER_ARM)
        return HONE_HUMANOID_UPPER_CHEST;
    if (h < HONE_HUMANOID_THUMB)
        return h - 2;
    return (h - HONE_HUMANOID_THUMB) % 6 < 2 ? HONE_HUMANOID_HAND + side : h - 2;
}

/* The same among the bones that the model has. */
static int carrier_in(const hone_humanoid *human, int h)
{
    for (h = carrier_of(h); h > HONE_HUMANOID_HIPS && human->bones[h] == HONE_NONE;) h = carrier_of(h);
    return h;
}

/* Hangs a bone on another one, unless that carries it. Returns whether that was necessary and possible. */
static bool move_below(to_vrm_context *context, int32_t bone, int32_t above)
{
    if (carries(context->parents, above, bone) || carries(context->parents, bone, above))
        return false;
    context->parents[bone] = above;
    return true;
}

/* What hung beside the hips, on what carried them, follows them, too. above: [bone_count] zeroed. */
static void gather_at_hips(to_vrm_context *context, uint8_t *above)
{
    const hone_humanoid *human = &context->human.human;
    int32_t hips = human->bones[HONE_HUMANOID_HIPS], *parents = context->parents;
    if (human->body == HONE_NONE || human->body == hips || !carries(parents, human->body, hips))
        return;
    for (int32_t b = parents[hips]; b != parents[human->body]; b = parents[b]) above[b] = 1;
    for (uint32_t b = 0; b < context->from->skeleton.bone_count; b++)
        if (parents[b] != HONE_NONE && above[parents[b]] && !above[b] && (int32_t)b != hips)
            parents[b] = hips;
}

/* Where the spine did not hang on the hips, as in MMD, the hips are at the waist. VRM's are between the legs. */
static void lower_hips(to_vrm_context *context)
{
    const float share = 0.3f;
    int32_t hips = context->human.human.bones[HONE_HUMANOID_HIPS];
    float legs[3], at[3];
    hone_humanoid_rest_hips(&context->human, context->posed, legs);
    hone_vrm_point(context, legs, legs);
    hone_affine_origin(&context->placed[hips], at);
    hone_vec3_lerp(legs, at, share, at);
    for (int r = 0; r < 3; r++) context->placed[hips].m[r][3] = at[r];
}

static void make_tree(to_vrm_context *context, uint8_t *above)
{
    const hone_humanoid *human = &context->human.human;
    bool moved = false;
    for (int h = HONE_HUMANOID_SPINE; h < HONE_HUMANOID_COUNT; h++)
        if (human->bones[h] != HONE_NONE) {
            int carrier = carrier_in(human, h);
            bool below = move_below(context, human->bones[h], human->bones[carrier]);
            moved |= below && carrier == HONE_HUMANOID_HIPS;
        }
    if (!moved)
        return;
    gather_at_hips(context, above);
    lower_hips(context);
}

/* ---- bones that are needed --------------------------------------------------------------------------------------- */

static bool is_copy(const hone_bone *bone)
{
    enum { APPENDS = HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION };
    return bone->append_source != HONE_NONE && (bone->flags & APPENDS) == HONE_BONE_APPEND_ROTATION &&
           !(bone->flags & HONE_BONE_APPEND_LOCAL) && bone->append_ratio == 1;
}

/* Marks the bones that carry bones of a human. */
static void mark_carriers(const to_vrm_context *context, uint8_t *marks)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        int32_t b = context->human.human.bones[h];
        while (b != HONE_NONE && !marks[b]) marks[b] = 1, b = context->parents[b];
    }
}

/* A bone that is where its source is and turns as it does, as MMD's 足D: the source can take its vertices. fixed: bones
 * that are needed; carriers: those that carry a bone of a human. */
static void find_copies(to_vrm_context *context, const uint8_t *fixed, const uint8_t *carriers)
{
    const hone_skeleton *skeleton = &context->from->skeleton;
    const float near_enough = 1e-3f;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_bone *bone = &skeleton->bones[b];
        if (!is_copy(bone) || fixed[b] || carriers[b] || context->roles[bone->append_source] == HONE_NONE)
            continue;
        float apart = hone_vec3_distance(bone->position, skeleton->bones[bone->append_source].position);
        if (apart * context->scale < near_enough)
            context->becomes[b] = bone->append_source;
    }
}

static void mark(uint8_t *marks, int32_t bone)
{
    if (bone != HONE_NONE)
        marks[bone] = 1;
}

/* Marks what springs, constraints and humans name. */
static void mark_named(to_vrm_context *context, uint8_t *marks)
{
    const hone_model_data *from = context->from;
    const hone_humanoid *human = &context->human.human;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) mark(marks, human->bones[h]);
    for (uint32_t i = 0; i < from->collider_count; i++) mark(marks, from->colliders[i].bone);
    for (uint32_t i = 0; i < from->spring_count; i++) {
        mark(marks, from->springs[i].center);
        for (uint32_t j = 0; j < from->springs[i].joint_count; j++) {
            mark(marks, from->springs[i].joints[j].bone);
            mark(marks, from->springs[i].joints[j].tail_bone);
            mark(context->swings, from->springs[i].joints[j].bone);
        }
    }
    for (uint32_t i = 0; i < from->constraint_count; i++) {
        mark(marks, from->constraints[i].bone);
        mark(marks, from->constraints[i].source);
    }
}

/* Marks the goals of chains that become constraints of bones that are needed. */
static void mark_goals(const to_vrm_context *context, uint8_t *marks)
{
    const hone_skeleton *skeleton = &context->from->skeleton;
    uint8_t axis;
    for (uint32_t i = 0; i < skeleton->ik_count; i++)
        if (hone_vrm_aims(context, &skeleton->iks[i], &axis) && marks[skeleton->iks[i].links->bone])
            mark(marks, skeleton->iks[i].bone);
}

/* Marks what carries vertices. */
static void mark_skinned(const to_vrm_context *context, uint8_t *marks)
{
    const hone_mesh *mesh = &context->from->mesh;
    for (uint32_t i = 0; i < mesh->influence_count; i++)
        if (mesh->influences[i].weight != 0 && mesh->influences[i].slot != HONE_NONE)
            mark(marks, mesh->slots[mesh->influences[i].slot].bone);
}

/* Gives a bone that is left out, and those above it, to the nearest bone that is kept. */
static void give_up(to_vrm_context *context, const uint8_t *marks, int32_t bone, int32_t root)
{
    int32_t at = bone;
    while (at != HONE_NONE && !marks[at] && context->becomes[at] == at) at = context->parents[at];
    int32_t kept = at == HONE_NONE ? root : context->becomes[at];
    for (int32_t b = bone; b != at; b = context->parents[b]) context->becomes[b] = kept;
}

/* Bones that are left out give their vertices and children to others. marks: of bones that are needed. */
static void leave_out(to_vrm_context *context, uint8_t *marks)
{
    uint32_t count = context->from->skeleton.bone_count;
    for (uint32_t b = 0; b < count; b++)
        if (context->becomes[b] != (int32_t)b)
            marks[b] = 0, marks[context->becomes[b]] = 1;
    int32_t root = context->human.human.bones[HONE_HUMANOID_HIPS];
    while (context->parents[root] != HONE_NONE) root = context->parents[root];
    marks[root] = 1;
    for (uint32_t b = 0; b < count; b++)
        if (!marks[b] && context->becomes[b] == (int32_t)b)
            give_up(context, marks, (int32_t)b, root);
}

static bool number_bones(to_vrm_context *context)
{
    uint32_t count = context->from->skeleton.bone_count;
    int32_t *parents = hone_arena_array(context->scratch, count, sizeof *parents);
    if (!parents)
        return false;
    for (uint32_t b = 0; b < count; b++) {
        bool kept = context->becomes[b] == (int32_t)b;
        context->index[b] = kept ? (int32_t)context->kept++ : HONE_NONE;
        int32_t parent = context->parents[b];
        parents[b] = kept && parent != HONE_NONE ? context->becomes[parent] : HONE_NONE;
    }
    context->report->bones_left_out = count - context->kept;
    context->parents = parents;
    return true;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void place_bones(to_vrm_context *context)
{
    for (uint32_t b = 0; b < context->from->skeleton.bone_count; b++) {
        hone_affine placed = hone_axes_affine(context->axes, &context->posed[b]);
        float origin[3];
        for (int r = 0; r < 3; r++) origin[r] = placed.m[r][3] *= context->scale;
        context->placed[b] = context->keeps_pose ? placed : hone_affine_translation(origin);
        context->parents[b] = context->from->skeleton.bones[b].parent;
        context->becomes[b] = (int32_t)b;
    }
}

bool hone_vrm_choose_bones(to_vrm_context *context)
{
    uint32_t count = context->from->skeleton.bone_count;
    hone_arena *scratch = context->scratch;
    context->placed = hone_arena_array(scratch, count, sizeof *context->placed);
    context->parents = hone_arena_array(scratch, count, sizeof *context->parents);
    context->becomes = hone_arena_array(scratch, count, sizeof *context->becomes);
    context->index = hone_arena_array(scratch, count, sizeof *context->index);
    context->swings = hone_arena_array(scratch, count, 1);
    uint8_t *marks = hone_arena_array(scratch, count, 1), *above = hone_arena_array(scratch, count, 1),
            *carriers = hone_arena_array(scratch, count, 1);
    if (hone_arena_failed(scratch))
        return false;
    place_bones(context);
    mark_named(context, marks);
    make_tree(context, above);
    mark_carriers(context, carriers);
    if (!context->desc->keep_bones && !context->keeps_pose) {
        find_copies(context, marks, carriers);
        mark_skinned(context, marks);
        mark_goals(context, marks);
        leave_out(context, marks);
    }
    return number_bones(context);
}
