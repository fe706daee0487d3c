/* Joints and chains of the bones that dynamic bodies turn. */
#include "offline/spring_fit/chains.h"
#include "core/model/parents_first.h"
#include <hone/math.h>
#include <math.h>

static const float shortest = 1e-3f;      /* a joint that is shorter turns nothing */
static const float default_tail = 0.875f; /* 7 cm, as of a leaf in VRM 0.x */

/* ---- bodies ----------------------------------------------------------------------------------------------------- */

static bool is_dynamic(const hone_body *body)
{
    return body->mode != HONE_BODY_FOLLOWS;
}

static float radius_of(const hone_body *body)
{
    const float *size = body->size;
    if (body->shape != HONE_BODY_BOX)
        return size[0];
    return fminf(size[0], fminf(size[1], size[2]));
}

/* The last body of each bone counts, as in a simulation. last: [bone_count] */
static void find_bodies(const hone_model_data *model, int32_t *last)
{
    for (uint32_t b = 0; b < model->skeleton.bone_count; b++) last[b] = HONE_NONE;
    for (uint32_t i = 0; i < model->body_count; i++)
        if (model->bodies[i].bone != HONE_NONE && is_dynamic(&model->bodies[i]))
            last[model->bodies[i].bone] = (int32_t)i;
}

/* ---- tails ------------------------------------------------------------------------------------------------------ */

static float distance_of(const hone_skeleton *skeleton, uint32_t from, uint32_t to, float out[3])
{
    hone_vec3_subtract(skeleton->bones[to].position, skeleton->bones[from].position, out);
    return hone_vec3_length(out);
}

static void give_tail(fit_joint *joint, int32_t bone, const float tail[3])
{
    joint->tail_bone = bone;
    hone_vec3_copy(tail, joint->tail);
    joint->length = hone_vec3_length(tail);
}

/* Where the bone itself says that it points to. A bone that is no child is no tail of a joint, but shows the place. */
static bool point_as_bone(const hone_skeleton *skeleton, fit_joint *joint)
{
    const hone_bone *bone = &skeleton->bones[joint->bone];
    float tail[3];
    if (!(bone->flags & HONE_BONE_TAIL_IS_BONE)) {
        give_tail(joint, HONE_NONE, bone->tail_offset);
        return joint->length >= shortest;
    }
    if (bone->tail_bone == HONE_NONE)
        return false;
    bool child = skeleton->bones[bone->tail_bone].parent == joint->bone;
    distance_of(skeleton, (uint32_t)joint->bone, (uint32_t)bone->tail_bone, tail);
    give_tail(joint, child ? bone->tail_bone : HONE_NONE, tail);
    return joint->length >= shortest;
}

/* The tail of a joint without another one below it. */
static void find_leaf_tail(const hone_model_data *model, const hone_body *body, fit_joint *joint)
{
    const hone_bone *bone = &model->skeleton.bones[joint->bone];
    float away[3];
    if (point_as_bone(&model->skeleton, joint))
        return;
    hone_vec3_subtract(body->position, bone->position, away);
    hone_vec3_scale(away, 2, away);
    give_tail(joint, HONE_NONE, away);
    if (joint->length >= shortest || bone->parent == HONE_NONE)
        return;
    distance_of(&model->skeleton, (uint32_t)bone->parent, (uint32_t)joint->bone, away);
    if (hone_vec3_normalise(away, away))
        hone_vec3_scale(away, default_tail, away);
    give_tail(joint, HONE_NONE, away);
}

/* ---- joints ----------------------------------------------------------------------------------------------------- */

typedef struct finding {
    const hone_model_data *model;
    fit_chains *out;
    int32_t *body;    /* [bone_count] the dynamic body that counts */
    uint32_t *order;  /* [bone_count] parents first */
    uint32_t *depth;  /* [bone_count] how many joints follow each other below a bone at most, itself included */
    int32_t *next;    /* [bone_count] the child that a chain goes on with, or HONE_NONE */
    int32_t *carrier; /* [bone_count] the joint that the bone moves with, itself included */
} finding;

/* Finds how long the chains below each bone are, and which child is on the longest. */
static void find_longest(const finding *f)
{
    const hone_skeleton *skeleton = &f->model->skeleton;
    float way[3];
    for (uint32_t b = 0; b < skeleton->bone_count; b++) f->next[b] = HONE_NONE, f->depth[b] = 0;
    for (uint32_t i = skeleton->bone_count; i-- > 0;) {
        uint32_t b = f->order[i];
        int32_t parent = skeleton->bones[b].parent;
        if (f->body[b] == HONE_NONE)
            continue;
        f->depth[b]++;
        if (parent == HONE_NONE || f->body[parent] == HONE_NONE)
            continue;
        if (f->depth[b] >= f->depth[parent] && distance_of(skeleton, (uint32_t)parent, b, way) >= shortest) {
            f->depth[parent] = f->depth[b];
            f->next[parent] = (int32_t)b;
        }
    }
}

static void attach(const finding *f, fit_joint *joint)
{
    const hone_bone *bones = f->model->skeleton.bones;
    int32_t parent = bones[joint->bone].parent, carrier = parent == HONE_NONE ? HONE_NONE : f->carrier[parent];
    joint->above = carrier;
    joint->anchor = carrier == HONE_NONE ? parent : HONE_NONE;
    joint->level = carrier == HONE_NONE ? 0 : f->out->joints[carrier].level + 1;
    hone_vec3_copy(bones[joint->bone].position, joint->offset);
    int32_t from = carrier == HONE_NONE ? parent : f->out->joints[carrier].bone;
    if (from != HONE_NONE)
        hone_vec3_subtract(joint->offset, bones[from].position, joint->offset);
}

static bool make_joint(const finding *f, uint32_t bone, fit_joint *out)
{
    const hone_body *body = &f->model->bodies[f->body[bone]];
    float tail[3];
    *out = (fit_joint){.bone = (int32_t)bone, .hit_radius = radius_of(body)};
    out->groups = (uint16_t)(1u << (body->group & 15));
    out->mask = body->mask;
    if (f->next[bone] == HONE_NONE) {
        find_leaf_tail(f->model, body, out);
    } else {
        distance_of(&f->model->skeleton, bone, (uint32_t)f->next[bone], tail);
        give_tail(out, f->next[bone], tail);
    }
    return out->length >= shortest && isfinite(out->length);
}

/* Makes joints, parents first. A bone without length turns nothing, so it moves with what is above it. */
static void make_joints(const finding *f)
{
    const hone_skeleton *skeleton = &f->model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = f->order[i];
        int32_t parent = skeleton->bones[b].parent;
        fit_joint *joint = &f->out->joints[f->out->joint_count];
        f->carrier[b] = parent == HONE_NONE ? HONE_NONE : f->carrier[parent];
        f->out->joint_of_bone[b] = HONE_NONE;
        if (f->body[b] == HONE_NONE)
            continue;
        if (!make_joint(f, b, joint)) {
            f->out->bodies_left_out++;
            continue;
        }
        attach(f, joint);
        f->carrier[b] = f->out->joint_of_bone[b] = (int32_t)f->out->joint_count++;
    }
}

/* ---- chains ----------------------------------------------------------------------------------------------------- */

/* Tells whether a chain begins at a joint: no chain comes from its parent. */
static bool begins(const finding *f, const fit_joint *joint)
{
    int32_t parent = f->model->skeleton.bones[joint->bone].parent;
    return parent == HONE_NONE || f->next[parent] != joint->bone || f->out->joint_of_bone[parent] == HONE_NONE;
}

static void make_chain(const finding *f, uint32_t first, uint32_t *at)
{
    fit_chains *out = f->out;
    fit_spring *spring = &out->springs[out->spring_count];
    *spring = (fit_spring){.begin = *at};
    for (int32_t j = (int32_t)first; j != HONE_NONE;) {
        fit_joint *joint = &out->joints[j];
        joint->spring = out->spring_count;
        spring->length += joint->length;
        out->chain_joints[(*at)++] = (uint32_t)j;
        int32_t next = f->next[joint->bone];
        j = next == HONE_NONE ? HONE_NONE : out->joint_of_bone[next];
    }
    spring->end = *at;
    out->spring_count++;
}

static void make_chains(const finding *f)
{
    uint32_t at = 0;
    for (uint32_t j = 0; j < f->out->joint_count; j++)
        if (begins(f, &f->out->joints[j]))
            make_chain(f, j, &at);
}

/* Joints of the model between two chains, or twice between two bodies, are more than springs can have. */
static void count_losses(const finding *f)
{
    const hone_model_data *model = f->model;
    for (uint32_t i = 0; i < model->body_count; i++)
        f->out->bodies_left_out += is_dynamic(&model->bodies[i]) && model->bodies[i].bone == HONE_NONE;
    for (uint32_t i = 0; i < model->joint_count; i++) {
        int32_t bodies[2] = {model->joints[i].body_a, model->joints[i].body_b}, joints[2];
        for (int k = 0; k < 2; k++) {
            int32_t bone = bodies[k] == HONE_NONE || !is_dynamic(&model->bodies[bodies[k]])
                               ? HONE_NONE
                               : model->bodies[bodies[k]].bone;
            joints[k] = bone == HONE_NONE ? HONE_NONE : f->out->joint_of_bone[bone];
        }
        if (joints[0] != HONE_NONE && joints[1] != HONE_NONE)
            f->out->cross_joints +=
                f->out->joints[joints[0]].above != joints[1] && f->out->joints[joints[1]].above != joints[0];
    }
}

static bool allocate(finding *f, hone_arena *memory)
{
    uint32_t count = f->model->skeleton.bone_count;
    f->body = hone_arena_array(memory, count, sizeof *f->body);
    f->order = hone_arena_array(memory, count, sizeof *f->order);
    f->depth = hone_arena_array(memory, count, sizeof *f->depth);
    f->next = hone_arena_array(memory, count, sizeof *f->next);
    f->carrier = hone_arena_array(memory, count, sizeof *f->carrier);
    f->out->joint_of_bone = hone_arena_array(memory, count, sizeof *f->out->joint_of_bone);
    f->out->joints = hone_arena_array(memory, count, sizeof *f->out->joints);
    f->out->springs = hone_arena_array(memory, count, sizeof *f->out->springs);
    f->out->chain_joints = hone_arena_array(memory, count, sizeof *f->out->chain_joints);
    return !hone_arena_failed(memory);
}

bool hone_fit_find_chains(const hone_model_data *model, hone_arena *memory, fit_chains *out)
{
    finding f = {.model = model, .out = out};
    uint8_t *done = hone_arena_array(memory, model->skeleton.bone_count, 1);
    *out = (fit_chains){0};
    if (model->skeleton.bone_count == 0)
        return true;
    if (!allocate(&f, memory))
        return false;
    hone_parents_first(&model->skeleton, f.carrier, done, f.order);
    find_bodies(model, f.body);
    find_longest(&f);
    make_joints(&f);
    make_chains(&f);
    count_losses(&f);
    return hone_fit_find_colliders(model, memory, out);
}
