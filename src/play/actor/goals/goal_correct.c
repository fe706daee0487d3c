/* Turning many bones at once, so that MMD's own IK chains agree. */
#include "core/motion/pose.h"
#include "play/actor/goals/goal.h"

static bool is_identity(const float correction[4])
{
    return correction[0] == 0 && correction[1] == 0 && correction[2] == 0;
}

/* How a bone of a model without scales moves: the rigid motion of model space that its corrections and those of the
 * bones above it make. */
static hone_affine motion_of(const hone_goal_context *context, int32_t bone, int32_t root, const float move[3])
{
    static const float origin[3] = {0, 0, 0};
    hone_affine out = HONE_AFFINE_IDENTITY;
    for (int32_t b = bone; b != HONE_NONE; b = context->scratch->parents[b]) {
        const hone_affine *axes = &hone_rig_bones(context->rig)[b];
        hone_affine turn = hone_affine_from_rotation(context->scratch->corrections[b], origin);
        hone_affine back = hone_affine_invert_rigid(axes);
        turn = hone_affine_multiply(axes, &turn);
        turn = hone_affine_multiply(&turn, &back);
        for (int r = 0; r < 3 && b == root; r++) turn.m[r][3] += move[r];
        out = hone_affine_multiply(&turn, &out);
    }
    return out;
}

/* Whether a chain is on and has a link that turns. */
static bool is_taken(const hone_goal_context *context, uint32_t chain)
{
    const hone_ik *ik = &context->model->skeleton.iks[chain];
    bool taken = false;
    if (context->model->space != HONE_SPACE_MMD || ik->effector == HONE_NONE ||
        !(hone_pose_ik_weight(context->pose, chain) > 0))
        return false;
    for (uint32_t i = 0; i < ik->link_count; i++)
        taken |= !is_identity(context->scratch->corrections[ik->links[i].bone]);
    return taken;
}

/* Whether the goal bone of a chain hangs on that of another one that is taken, as a toe's does on the leg's. */
static bool hangs_on_taken(const hone_goal_context *context, uint32_t chain)
{
    const hone_skeleton *skeleton = &context->model->skeleton;
    for (int32_t b = context->scratch->parents[skeleton->iks[chain].bone]; b != HONE_NONE;
         b = context->scratch->parents[b])
        for (uint32_t k = 0; k < skeleton->ik_count; k++)
            if (skeleton->iks[k].bone == b && is_taken(context, k))
                return true;
    return false;
}

/* Moves and turns the goal bone of a chain as its effector moves, before the rig moves it with the bones above it. */
static void move_goal_bone(const hone_goal_context *context, uint32_t chain, int32_t root, const float move[3])
{
    const hone_ik *ik = &context->model->skeleton.iks[chain];
    const hone_affine *bones = hone_rig_bones(context->rig), *axes = &bones[ik->bone];
    hone_affine wanted = motion_of(context, ik->effector, root, move);
    hone_affine above = motion_of(context, context->scratch->parents[ik->bone], root, move);
    hone_affine back = hone_affine_invert_rigid(&above), own = hone_affine_invert_rigid(axes);
    float at[3], to[3], correction[4];
    hone_affine_origin(&bones[ik->effector], to);
    hone_affine_point(&wanted, to, to), hone_affine_point(&back, to, to);
    hone_affine_origin(axes, at);
    hone_vec3_subtract(to, at, to);
    wanted = hone_affine_multiply(&back, &wanted);
    own = hone_affine_multiply(&own, &wanted);
    own = hone_affine_multiply(&own, axes);
    hone_quat_from_affine(&own, correction);
    hone_goal_turn(context, (uint32_t)ik->bone, correction);
    hone_goal_move(context, (uint32_t)ik->bone, to);
}

/* The keys take over the rotations of all links of a chain. */
static void turn_links(const hone_goal_context *context, uint32_t chain)
{
    const hone_ik *ik = &context->model->skeleton.iks[chain];
    for (uint32_t i = 0; i < ik->link_count; i++) {
        uint32_t bone = (uint32_t)ik->links[i].bone;
        hone_goal_turn_link(context, bone, context->scratch->corrections[bone]);
    }
}

static bool is_taken_link(const hone_goal_context *context, uint32_t bone)
{
    const hone_skeleton *skeleton = &context->model->skeleton;
    for (uint32_t k = 0; k < skeleton->ik_count; k++)
        for (uint32_t i = 0; i < skeleton->iks[k].link_count; i++)
            if (skeleton->iks[k].links[i].bone == (int32_t)bone && is_taken(context, k))
                return true;
    return false;
}

void hone_goal_correct(const hone_goal_context *context, int32_t root, const float move[3])
{
    const hone_skeleton *skeleton = &context->model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++)
        if (!is_identity(context->scratch->corrections[i]) && !is_taken_link(context, i))
            hone_goal_turn(context, i, context->scratch->corrections[i]);
    for (uint32_t k = 0; k < skeleton->ik_count; k++) {
        if (!is_taken(context, k))
            continue;
        turn_links(context, k);
        if (!hangs_on_taken(context, k))
            move_goal_bone(context, k, root, move);
    }
    if (root != HONE_NONE && (move[0] != 0 || move[1] != 0 || move[2] != 0))
        hone_goal_move(context, (uint32_t)root, move);
}
