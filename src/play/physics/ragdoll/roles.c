/* What the parts of a ragdoll are to bodies and bones. A member without a ragdoll asks, too. */
#include "play/physics/ragdoll/ragdoll.h"

bool hone_part_is_free(const hone_ragdoll *ragdoll, int32_t part)
{
    while (part != HONE_NONE && !(ragdoll->weights[part] > 0)) part = ragdoll->parts[part].holder;
    return part != HONE_NONE;
}

int32_t hone_ragdoll_carrier(const hone_physics *physics, uint32_t rigid)
{
    const hone_rigid *r = &physics->rigids[rigid];
    bool follows = r->part != HONE_NONE ? !(physics->ragdoll->weights[r->part] > 0) : r->mode == HONE_BODY_FOLLOWS;
    return follows && hone_part_is_free(physics->ragdoll, r->on) ? r->on : HONE_NONE;
}

bool hone_ragdoll_has_fallen(const hone_physics *physics, uint32_t rigid)
{
    if (!physics->ragdoll)
        return false;
    const hone_ragdoll *ragdoll = physics->ragdoll;
    int32_t part = physics->rigids[rigid].on;
    while (part != HONE_NONE && ragdoll->parts[part].holder != HONE_NONE) part = ragdoll->parts[part].holder;
    return part != HONE_NONE && ragdoll->weights[part] > 0;
}

bool hone_ragdoll_lets_go(const hone_physics *physics, uint32_t rigid)
{
    int32_t part = physics->rigids[rigid].part;
    return part != HONE_NONE && physics->ragdoll->weights[part] > 0;
}

bool hone_ragdoll_moves(const hone_physics *physics, uint32_t rigid)
{
    return hone_part_is_free(physics->ragdoll, physics->rigids[rigid].part);
}

const hone_rigid *hone_ragdoll_first(const hone_physics *physics)
{
    return &physics->rigids[physics->ragdoll->parts[0].rigid];
}

bool hone_ragdoll_carries(const hone_physics *physics, uint32_t rigid)
{
    return physics->ragdoll && hone_ragdoll_carrier(physics, rigid) != HONE_NONE;
}

bool hone_ragdoll_is_root(const hone_physics *physics, uint32_t rigid)
{
    return hone_ragdoll_lets_go(physics, rigid) &&
           physics->ragdoll->parts[physics->rigids[rigid].part].holder == HONE_NONE;
}

const hone_affine *hone_ragdoll_targets(const hone_physics *physics)
{
    return physics->ragdoll ? physics->ragdoll->targets : NULL;
}

const uint8_t *hone_ragdoll_above(const hone_physics *physics)
{
    return physics->ragdoll && hone_part_is_free(physics->ragdoll, 0) ? physics->ragdoll->above : NULL;
}

uint32_t hone_ragdoll_joint_begin(const hone_physics *physics)
{
    return physics->ragdoll ? physics->ragdoll->joint_begin : physics->joint_count;
}

bool hone_ragdoll_is_between(const hone_physics *physics, uint32_t bone)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    return ragdoll && ragdoll->path[bone] != HONE_NONE && ragdoll->weights[ragdoll->path[bone]] > 0;
}

float *hone_ragdoll_weights(const hone_physics *physics, uint32_t *count)
{
    *count = physics->ragdoll ? physics->ragdoll->count : 0;
    return physics->ragdoll ? physics->ragdoll->weights : NULL;
}

float *hone_ragdoll_turns(const hone_physics *physics)
{
    return physics->ragdoll ? physics->ragdoll->turns[0] : NULL;
}
