/* Ragdolls: a character falls, in whole or in part. Its own bodies were made for hair and skirts to lie on, so the
 * parts that fall have capsules of their own, which move nothing of the model but its bones. The model's bodies ride on
 * them. */
#include "play/physics/ragdoll/ragdoll.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/model/humanoid_axes.h"
#include <hone/math.h>

#include <string.h>

/* ---- making ---------------------------------------------------------------------------------------------------- */

static void find_rest(const hone_ragdoll *ragdoll, const uint32_t *order)
{
    const hone_skeleton *skeleton = &ragdoll->data->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_bone *bone = &skeleton->bones[order[i]];
        hone_affine *rest = &ragdoll->rest[order[i]];
        if (ragdoll->data->space == HONE_SPACE_MMD)
            *rest = hone_affine_translation(bone->position);
        else
            *rest = bone->parent == HONE_NONE ? bone->rest_local
                                              : hone_affine_multiply(&ragdoll->rest[bone->parent], &bone->rest_local);
    }
}

float hone_model_height(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, most = 0;
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++)
        for (int i = 0; i < 3; i++) {
            low[i] = fminf(low[i], data->skeleton.bones[b].position[i]);
            high[i] = fmaxf(high[i], data->skeleton.bones[b].position[i]);
        }
    for (int i = 0; i < 3; i++) most = fmaxf(most, high[i] - low[i]);
    return most > 0 && most < 1e6f ? most : 20;
}

static bool allocate(hone_physics *physics)
{
    hone_ragdoll *ragdoll = physics->ragdoll;
    uint32_t bones = hone_model_bone_count(physics->model);
    ragdoll->part_of_bone = hone_arena_array(physics->memory, bones, sizeof *ragdoll->part_of_bone);
    ragdoll->path = hone_arena_array(physics->memory, bones, sizeof *ragdoll->path);
    ragdoll->above = hone_arena_array(physics->memory, bones, sizeof *ragdoll->above);
    ragdoll->rest = hone_arena_array(physics->memory, bones, sizeof *ragdoll->rest);
    ragdoll->targets =
        hone_arena_array(physics->memory, physics->rigid_count + HONE_RAGDOLL_PARTS_MOST, sizeof *ragdoll->targets);
    return !hone_arena_failed(physics->memory);
}

static bool fill(hone_physics *physics, const hone_humanoid *map, hone_error *error)
{
    hone_ragdoll *ragdoll = physics->ragdoll;
    float *weights = hone_arena_array(physics->memory, hone_model_bone_count(physics->model), sizeof *weights);
    if (!allocate(physics))
        return hone_arena_fail(physics->memory, error);
    ragdoll->data = hone_model_get(physics->model);
    ragdoll->human = map ? *map : hone_model_humanoid(physics->model);
    ragdoll->height = hone_model_height(physics->model);
    hone_humanoid_front(ragdoll->data, &ragdoll->human, ragdoll->front);
    find_rest(ragdoll, physics->order);
    hone_parts_choose(ragdoll, physics->order, weights);
    if (ragdoll->count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         "nothing of this model can fall: it has no bones of a human, no bodies and no vertices");
    if (!hone_parts_fit(physics))
        return hone_fail_memory(error);
    hone_parts_join(physics);
    return true;
}

static bool check_map(const hone_model *model, const hone_humanoid *map, hone_error *error)
{
    for (int h = 0; map && h < HONE_HUMANOID_COUNT; h++)
        if (map->bones[h] != HONE_NONE &&
            (map->bones[h] < 0 || (uint32_t)map->bones[h] >= hone_model_bone_count(model)))
            return hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)(int64_t)map->bones[h],
                             "a humanoid map names bone %d of %u", map->bones[h], hone_model_bone_count(model));
    return true;
}

bool hone_ragdoll_make(hone_physics *physics, const hone_humanoid *map, hone_error *error)
{
    if (!check_map(physics->model, map, error))
        return false;
    physics->ragdoll = hone_arena_array(physics->memory, 1, sizeof *physics->ragdoll);
    if (!physics->ragdoll)
        return hone_arena_fail(physics->memory, error);
    return fill(physics, map, error);
}

void hone_ragdoll_attach(hone_physics *physics)
{
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        hone_rigid *rigid = &physics->rigids[i];
        if (rigid->part == HONE_NONE && rigid->placed_by != HONE_NONE)
            rigid->on = physics->ragdoll->part_of_bone[rigid->placed_by];
    }
}

/* ---- letting go ------------------------------------------------------------------------------------------------ */

static bool check_ragdoll(const hone_physics *physics, hone_error *error)
{
    if (!physics)
        return hone_fail_null(error, "the physics");
    return physics->ragdoll || hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                                         "the physics was created without a ragdoll (hone_physics_desc.ragdoll, "
                                         "hone_actor_physics.ragdoll)");
}

bool hone_physics_set_ragdoll(hone_physics *physics, const float *weights, hone_error *error)
{
    if (!check_ragdoll(physics, error))
        return false;
    if (physics->world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an exact world depends on its time alone: nothing falls");
    for (uint32_t b = 0; weights && b < hone_model_bone_count(physics->model); b++)
        if (!(weights[b] >= 0 && weights[b] <= 1))
            return hone_fail(error, HONE_ERROR_ARGUMENT, b, "the weight of bone %u is %g, not from 0 to 1", b,
                             (double)weights[b]);
    for (uint32_t p = 0; p < physics->ragdoll->count; p++)
        physics->ragdoll->weights[p] = weights ? weights[physics->ragdoll->parts[p].bone] : 0;
    return true;
}

bool hone_physics_push_bone(hone_physics *physics, uint32_t bone, const float impulse[3], const float point[3],
                            hone_error *error)
{
    if (!check_ragdoll(physics, error))
        return false;
    if (!impulse)
        return hone_fail_null(error, "the impulse");
    hone_ragdoll *ragdoll = physics->ragdoll;
    int32_t part = bone < hone_model_bone_count(physics->model) ? ragdoll->part_of_bone[bone] : HONE_NONE;
    while (part != HONE_NONE && !(ragdoll->weights[part] > 0)) part = ragdoll->parts[part].holder;
    if (part == HONE_NONE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, bone, "bone %u has not been let go", bone);
    uint32_t rigid = ragdoll->parts[part].rigid;
    if (!hone_push_add(&physics->pushes[rigid], &physics->now[rigid].motion.place, impulse, point))
        return hone_fail(error, HONE_ERROR_ARGUMENT, bone, "an impulse must be finite");
    physics->pushed = true;
    return true;
}

/* ---- queries --------------------------------------------------------------------------------------------------- */

uint32_t hone_physics_ragdoll_part_count(const hone_physics *physics)
{
    return physics && physics->ragdoll ? physics->ragdoll->count : 0;
}

static void read_joint(const hone_physics *physics, const hone_part *part, hone_ragdoll_part *out)
{
    const hone_bullet_joint *joint = &physics->joints[part->joint];
    hone_affine a = hone_affine_multiply(&physics->now[joint->a].motion.place, &joint->frame_a);
    hone_affine b = hone_affine_multiply(&physics->now[joint->b].motion.place, &joint->frame_b);
    float from[3], to[3];
    hone_affine_origin(&a, from);
    hone_affine_origin(&b, to);
    out->gap = hone_vec3_distance(from, to);
    hone_joint_angles(&a, &b, out->angles);
    hone_vec3_copy(joint->angular_lower, out->lower);
    hone_vec3_copy(joint->angular_upper, out->upper);
}

bool hone_physics_ragdoll_part(const hone_physics *physics, uint32_t part, hone_ragdoll_part *out)
{
    if (part >= hone_physics_ragdoll_part_count(physics))
        return false;
    const hone_part *from = &physics->ragdoll->parts[part];
    const hone_bullet_body *body = &physics->rigids[from->rigid].body;
    *out = (hone_ragdoll_part){.bone = from->bone,
                               .holder = from->holder,
                               .shape = body->shape == HONE_BULLET_BOX      ? HONE_PROP_BOX
                                        : body->shape == HONE_BULLET_SPHERE ? HONE_PROP_SPHERE
                                                                            : HONE_PROP_CAPSULE,
                               .mass = body->mass,
                               .motion = physics->now[from->rigid].motion};
    hone_vec3_copy(body->size, out->size);
    if (from->joint != HONE_NONE)
        read_joint(physics, from, out);
    return true;
}
