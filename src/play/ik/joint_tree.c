#include "play/ik/joint_tree.h"

/* ---- finding the joints ---------------------------------------------------------------------------------------- */

static bool counts(const hone_full_body_job *job, const hone_effector *effector)
{
    return effector->bone >= 0 && (uint32_t)effector->bone < job->bone_count &&
           (effector->position_weight > 0 || effector->rotation_weight > 0);
}

static bool turns(const hone_full_body_job *job, int32_t bone)
{
    return !job->limits || job->limits[bone].kind != HONE_LIMIT_FIXED;
}

/* Whether a bone is a joint of the tree: it turns, moves, or has an effector. */
static bool is_joint(const hone_full_body_job *job, int32_t bone, int32_t end)
{
    return bone == end || bone == job->root || turns(job, bone);
}

/* Adds a bone and the bones above it, in the order from the top. Returns its joint, or that of the next bone above;
 * HONE_NONE: there is none. */
static int32_t add_path(const hone_full_body_job *job, int32_t end, int32_t *joint_of, hone_joint_tree *tree)
{
    int32_t parent = HONE_NONE;
    uint32_t first = tree->count, steps = 0;
    for (int32_t b = end; b != HONE_NONE && steps++ < job->bone_count; b = job->parents[b]) {
        if (joint_of[b] != HONE_NONE) {
            parent = joint_of[b] < (int32_t)first ? joint_of[b] : HONE_NONE; /* else the parents form a circle */
            break;
        }
        if (!is_joint(job, b, end))
            continue;
        joint_of[b] = (int32_t)tree->count;
        tree->joints[tree->count++].bone = (uint32_t)b; /* from the end, reversed below */
    }
    for (uint32_t i = first, k = tree->count; i + 1 < k--; i++) {
        uint32_t bone = tree->joints[i].bone;
        tree->joints[i].bone = tree->joints[k].bone, tree->joints[k].bone = bone;
    }
    for (uint32_t i = first; i < tree->count; i++) {
        tree->joints[i].parent = parent;
        tree->joints[i].below = 0;
        parent = joint_of[tree->joints[i].bone] = (int32_t)i;
    }
    return parent;
}

static void add_effector(const hone_full_body_job *job, const hone_effector *from, int32_t *joint_of,
                         hone_joint_tree *tree)
{
    uint32_t e = tree->effector_count++;
    hone_tree_effector *out = &tree->effectors[e];
    int32_t joint = add_path(job, from->bone, joint_of, tree);
    out->joint = (uint32_t)joint;
    hone_vec3_copy(from->offset, out->offset);
    out->weights[0] = from->position_weight, out->weights[1] = from->rotation_weight;
    for (; joint != HONE_NONE; joint = tree->joints[joint].parent) tree->joints[joint].below |= 1u << e;
}

/* ---- measuring ------------------------------------------------------------------------------------------------- */

static void rotation_of(const hone_full_body_job *job, const hone_joint_tree *tree, int32_t bone, float out[4])
{
    if (bone == HONE_NONE)
        hone_quat_identity(out);
    else
        hone_base_space_rotation(&tree->base, &job->bones[bone], out);
}

static void place_of(const hone_full_body_job *job, const hone_joint_tree *tree, uint32_t bone, float out[3])
{
    float origin[3];
    hone_affine_origin(&job->bones[bone], origin);
    hone_base_space_point(&tree->base, origin, out);
}

/* Measures a joint; its parent has been. */
static void measure_joint(const hone_full_body_job *job, const hone_joint_tree *tree, hone_tree_joint *joint)
{
    static const float none[4] = {0, 0, 0, 1};
    const hone_tree_joint *parent = joint->parent == HONE_NONE ? NULL : &tree->joints[joint->parent];
    float above[4], offset[3], back[4];
    place_of(job, tree, joint->bone, joint->position);
    rotation_of(job, tree, (int32_t)joint->bone, joint->rotation);
    rotation_of(job, tree, parent ? job->parents[joint->bone] : HONE_NONE, above);
    hone_rotation_between(above, joint->rotation, joint->before);
    hone_quat_copy(joint->before, joint->relative);
    hone_rotation_between(parent ? parent->rotation : none, above, joint->link);
    hone_vec3_copy(joint->position, offset);
    if (parent)
        hone_vec3_subtract(joint->position, parent->position, offset);
    hone_quat_conjugate(parent ? parent->rotation : none, back);
    hone_quat_rotate(back, offset, joint->offset);
    joint->flexibility = job->stiffness ? 1 / (1 + job->stiffness[joint->bone]) : 1;
    joint->range = hone_limit_prepare(job->limits ? &job->limits[joint->bone] : NULL, joint->before);
}

static void measure_effector(const hone_full_body_job *job, const hone_joint_tree *tree, const hone_effector *from,
                             hone_tree_effector *out)
{
    static const float origin[3] = {0, 0, 0};
    const hone_tree_joint *joint = &tree->joints[out->joint];
    float back[4], point[3];
    hone_affine goal = hone_affine_from_rotation(from->rotation, origin);
    if (hone_affine_determinant(&job->bones[from->bone]) < 0)
        for (int r = 0; r < 3; r++) goal.m[r][0] = -goal.m[r][0];
    hone_base_space_rotation(&tree->base, &goal, out->rotation);
    hone_base_space_point(&tree->base, from->position, out->position);
    hone_affine_point(&job->bones[from->bone], from->offset, point);
    hone_base_space_point(&tree->base, point, out->point);
    if (from->stays) {
        hone_vec3_copy(out->point, out->position);
        hone_quat_copy(joint->rotation, out->rotation);
    }
    hone_vec3_subtract(out->point, joint->position, point);
    hone_quat_conjugate(joint->rotation, back);
    hone_quat_rotate(back, point, out->offset);
}

/* The longest way from the top to an effector. */
static float find_reach(const hone_joint_tree *tree)
{
    float reach = 0;
    for (uint32_t e = 0; e < tree->effector_count; e++) {
        float length = hone_vec3_length(tree->effectors[e].offset);
        for (const hone_tree_joint *j = &tree->joints[tree->effectors[e].joint]; j->parent != HONE_NONE;
             j = &tree->joints[j->parent])
            length += hone_vec3_length(j->offset);
        reach = length > reach ? length : reach;
    }
    return reach;
}

static void scale_lengths(hone_joint_tree *tree, float factor)
{
    for (uint32_t i = 0; i < tree->count; i++) hone_vec3_scale(tree->joints[i].offset, factor, tree->joints[i].offset);
    for (uint32_t e = 0; e < tree->effector_count; e++) {
        hone_vec3_scale(tree->effectors[e].offset, factor, tree->effectors[e].offset);
        hone_vec3_scale(tree->effectors[e].position, factor, tree->effectors[e].position);
    }
}

/* The bone above the top of the first effector; NULL: there is none. */
static const hone_affine *find_base(const hone_full_body_job *job, const hone_joint_tree *tree)
{
    int32_t bone = tree->count ? job->parents[tree->joints[0].bone] : HONE_NONE;
    return bone == HONE_NONE ? NULL : &job->bones[bone];
}

bool hone_joint_tree_make(const hone_full_body_job *job, int32_t *joint_of, hone_joint_tree *out)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < job->bone_count; i++) joint_of[i] = HONE_NONE;
    for (uint32_t e = 0; e < job->effector_count; e++)
        if (counts(job, &job->effectors[e]))
            add_effector(job, &job->effectors[e], joint_of, out);
    out->base = hone_base_space_of(find_base(job, out));
    out->root = job->root == HONE_NONE ? HONE_NONE : joint_of[job->root];
    hone_vec3_set(0, 0, 0, out->move);
    for (uint32_t i = 0; i < out->count; i++) measure_joint(job, out, &out->joints[i]);
    for (uint32_t e = 0; e < job->effector_count; e++)
        if (counts(job, &job->effectors[e]))
            measure_effector(job, out, &job->effectors[e], &out->effectors[used++]);
    out->unit = find_reach(out);
    if (!(out->unit > 0 && out->unit < INFINITY))
        return false;
    scale_lengths(out, 1 / out->unit);
    hone_joint_tree_place(out);
    return true;
}

/* ---- placing --------------------------------------------------------------------------------------------------- */

void hone_joint_tree_place(hone_joint_tree *tree)
{
    static const float none[4] = {0, 0, 0, 1}, origin[3] = {0, 0, 0};
    for (uint32_t i = 0; i < tree->count; i++) {
        hone_tree_joint *joint = &tree->joints[i];
        const hone_tree_joint *parent = joint->parent == HONE_NONE ? NULL : &tree->joints[joint->parent];
        hone_quat_rotate(parent ? parent->rotation : none, joint->offset, joint->position);
        hone_vec3_add(joint->position, parent ? parent->position : origin, joint->position);
        if ((int32_t)i == tree->root)
            hone_vec3_add(joint->position, tree->move, joint->position);
        hone_quat_multiply(parent ? parent->rotation : none, joint->link, joint->rotation);
        hone_quat_multiply(joint->rotation, joint->relative, joint->rotation);
        hone_quat_normalise(joint->rotation, joint->rotation);
    }
    for (uint32_t e = 0; e < tree->effector_count; e++) {
        hone_tree_effector *effector = &tree->effectors[e];
        const hone_tree_joint *joint = &tree->joints[effector->joint];
        hone_quat_rotate(joint->rotation, effector->offset, effector->point);
        hone_vec3_add(effector->point, joint->position, effector->point);
    }
}
