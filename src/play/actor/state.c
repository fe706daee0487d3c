/* The state of an actor as bytes: clock, motions, goals, transition, rig and physics. */
#include "base/error.h"
#include "core/rig/rig_internal.h"
#include "play/actor/actor_internal.h"
#include "play/physics/world.h"
#include <hone/io.h>

#include <hone/math.h>
#include <math.h>
#include <string.h>

/* "hact" in memory on machines whose first byte is the lowest; on others a state is of another machine */
enum { MARK = 0x74636168, VERSION = 1 };

enum { LAYERS, GOALS, TRANSITION, RIG, PHYSICS, PARTS };

/* The parts follow, in their order. */
typedef struct state_head {
    uint32_t mark, version;
    uint64_t size;     /* bytes of the whole state */
    uint64_t identity; /* of the model */
    double frame, before_frame;
    uint32_t set, moved;
    hone_rigid_transform now, before; /* place in the world */
    uint64_t part_sizes[PARTS];
} state_head;

/* ---- the model ------------------------------------------------------------------------------------------------- */

/* The hash of a bone and of everything before it. */
static uint64_t hash_bone(uint64_t before, const hone_bone *bone)
{
    struct {
        uint64_t before, name;
        float position[3];
        int32_t parent;
    } all = {.before = before, .name = hone_hash(bone->name, strlen(bone->name)), .parent = bone->parent};
    hone_vec3_copy(bone->position, all.position);
    return hone_hash(&all, sizeof all);
}

/* A hash of what a state depends on: the model's counts, and its bones. */
static uint64_t hash_model(const hone_model_data *model)
{
    const hone_skeleton *skeleton = &model->skeleton;
    uint32_t counts[] = {model->space,      skeleton->bone_count, skeleton->ik_count,  model->morph_count,
                         model->body_count, model->joint_count,   model->spring_count, model->collider_count};
    uint64_t hash = hone_hash(counts, sizeof counts);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) hash = hash_bone(hash, &skeleton->bones[b]);
    return hash;
}

static uint64_t identity_of(hone_actor *actor)
{
    if (!actor->identity)
        actor->identity = hash_model(hone_model_get(actor->model));
    return actor->identity;
}

/* ---- saving ---------------------------------------------------------------------------------------------------- */

/* The world, if it is the actor's own. */
static hone_physics_world *own_world(const hone_actor *actor)
{
    return actor->physics && actor->physics->owns_world ? actor->physics->world : NULL;
}

static void measure(const hone_actor *actor, uint64_t sizes[PARTS])
{
    const hone_physics_world *world = own_world(actor);
    sizes[LAYERS] = hone_layers_state_size(&actor->layers);
    sizes[GOALS] = hone_goals_state_size(&actor->goals);
    sizes[TRANSITION] = hone_transition_state_size(&actor->transition);
    sizes[RIG] = hone_rig_state_size(actor->rig);
    sizes[PHYSICS] = world ? hone_physics_world_state_size(world) : 0;
}

static uint64_t total(const uint64_t sizes[PARTS])
{
    uint64_t sum = sizeof(state_head);
    for (int i = 0; i < PARTS; i++) sum += sizes[i];
    return sum;
}

size_t hone_actor_state_size(const hone_actor *actor)
{
    uint64_t sizes[PARTS];
    measure(actor, sizes);
    return (size_t)total(sizes);
}

bool hone_actor_save(hone_actor *actor, void *state, size_t capacity, hone_error *error)
{
    if (!actor || !state)
        return hone_fail_null(error, "the actor or the buffer of its state");
    const hone_actor_place *place = &actor->place;
    state_head head = {.mark = MARK,
                       .version = VERSION,
                       .identity = identity_of(actor),
                       .frame = actor->frame,
                       .before_frame = place->before_frame,
                       .set = place->set,
                       .moved = place->moved,
                       .now = place->now,
                       .before = place->before};
    measure(actor, head.part_sizes);
    head.size = total(head.part_sizes);
    if (capacity < head.size)
        return hone_fail(error, HONE_ERROR_ARGUMENT, capacity, "the state of the actor has %zu bytes, the buffer %zu",
                         (size_t)head.size, capacity);
    memcpy(state, &head, sizeof head);
    char *to = (char *)state + sizeof head;
    to = hone_layers_save(&actor->layers, to);
    to = hone_goals_save(&actor->goals, to);
    to = hone_transition_save(&actor->transition, to);
    to = hone_rig_save(actor->rig, to);
    if (own_world(actor))
        hone_physics_world_save(own_world(actor), to);
    return true;
}

/* ---- restoring ------------------------------------------------------------------------------------------------- */

static bool check_head(hone_actor *actor, const state_head *head, size_t size, hone_error *error)
{
    const uint64_t *parts = head->part_sizes;
    if (head->mark != MARK || head->version != VERSION)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "this is not a state of an actor of this version of hone");
    if (head->identity != identity_of(actor))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the state is of an actor of another model");
    for (int i = 0; i < PARTS; i++)
        if (parts[i] > size)
            return hone_fail(error, HONE_ERROR_ARGUMENT, size, "the state of the actor is cut off");
    if (head->size > size || head->size != total(parts))
        return hone_fail(error, HONE_ERROR_ARGUMENT, size, "the state has %zu bytes, not %zu", size,
                         (size_t)head->size);
    if (!isfinite(head->frame) || parts[RIG] != hone_rig_state_size(actor->rig) ||
        (parts[PHYSICS] != 0) != (own_world(actor) != NULL))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the state is of an actor with other settings");
    return true;
}

bool hone_actor_restore(hone_actor *actor, const void *state, size_t size, hone_error *error)
{
    state_head head = {0};
    if (!actor || !state)
        return hone_fail_null(error, "the actor or its state");
    memcpy(&head, state, size < sizeof head ? size : sizeof head);
    if (!check_head(actor, &head, size, error))
        return false;
    const uint64_t *sizes = head.part_sizes;
    const char *layers = (const char *)state + sizeof head, *goals = layers + sizes[LAYERS],
               *transition = goals + sizes[GOALS], *rig = transition + sizes[TRANSITION], *physics = rig + sizes[RIG];
    if (!hone_layers_state_fits(&actor->layers, layers, (size_t)sizes[LAYERS], error) ||
        !hone_goals_state_fits(&actor->goals, goals, (size_t)sizes[GOALS], actor->model, &actor->allocator, error) ||
        !hone_transition_state_fits(&actor->transition, transition, (size_t)sizes[TRANSITION], &actor->pose,
                                    &actor->allocator, error))
        return false;
    if (own_world(actor) && !hone_physics_restore_any(own_world(actor), physics, (size_t)sizes[PHYSICS], error))
        return false;
    actor->frame = head.frame;
    actor->moved = (hone_root_delta){{0}, 0};
    actor->place = (hone_actor_place){head.set != 0, head.moved != 0, head.now, head.before, head.before_frame};
    hone_layers_restore(&actor->layers, layers);
    hone_goals_restore(&actor->goals, goals);
    hone_transition_restore(&actor->transition, transition, (size_t)sizes[TRANSITION]);
    hone_rig_restore(actor->rig, rig);
    return true;
}
