/* Checks IK chains: idle ones, goals out of reach, and links that do not carry the effector. */
#include "tool/doctor/checks.h"

#include <math.h>

static double distance(const float a[3], const float b[3])
{
    return hypot(hypot((double)a[0] - b[0], (double)a[1] - b[1]), (double)a[2] - b[2]);
}

static bool is_below(const hone_skeleton *skeleton, int32_t bone, int32_t above)
{
    for (uint32_t step = 0; bone != HONE_NONE && step <= skeleton->bone_count; step++) {
        if (bone == above)
            return true;
        bone = skeleton->bones[bone].parent;
    }
    return false;
}

/* The length of the chain from its last link to its effector, with all bones in a line. */
static double reach_of(const hone_skeleton *skeleton, const hone_ik *ik)
{
    double reach = 0;
    const float *from = skeleton->bones[ik->effector].position;
    for (uint32_t i = 0; i < ik->link_count; i++) {
        const float *to = skeleton->bones[ik->links[i].bone].position;
        reach += distance(from, to);
        from = to;
    }
    return reach;
}

typedef struct chain_names {
    finding_names idle, far_goals, apart, strangers;
} chain_names;

static void look_at_chain(const hone_skeleton *skeleton, const hone_ik *ik, chain_names *out)
{
    const hone_bone *goal = &skeleton->bones[ik->bone];
    if (ik->effector == HONE_NONE || ik->link_count == 0 || ik->max_iterations <= 0 || !(ik->unit_angle > 0)) {
        finding_names_add(&out->idle, "%s", goal->name);
        return;
    }
    const double slack = 1.02, apart = 0.05;
    double reach = reach_of(skeleton, ik);
    double far = distance(goal->position, skeleton->bones[ik->links[ik->link_count - 1].bone].position);
    double gap = distance(goal->position, skeleton->bones[ik->effector].position);
    if (far > slack * reach && ik->link_count > 1) /* one link can only aim: goals of toes are often farther */
        finding_names_add(&out->far_goals, "%s: %.3g / %.3g", goal->name, far, reach);
    else if (gap > apart * reach && ik->link_count > 1)
        finding_names_add(&out->apart, "%s: %.3g", goal->name, gap);
    for (uint32_t i = 0; i < ik->link_count; i++)
        if (!is_below(skeleton, ik->effector, ik->links[i].bone))
            finding_names_add(&out->strangers, "%s: %s", goal->name, skeleton->bones[ik->links[i].bone].name);
}

void check_chains(const hone_model *model, findings *out)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    chain_names names = {0};
    for (uint32_t k = 0; k < skeleton->ik_count; k++) look_at_chain(skeleton, &skeleton->iks[k], &names);
    findings_add(out, FINDING_WARNING, "idle-chain", &names.idle,
                 "IK chains have no effector, no links, or no iterations, and do nothing");
    findings_add(out, FINDING_WARNING, "chain-reach", &names.far_goals,
                 "IK chains cannot reach their goal at rest (distance / length)");
    findings_add(out, FINDING_NOTE, "chain-gap", &names.apart,
                 "IK chains move at rest: their effector is not at the goal (units)");
    findings_add(out, FINDING_WARNING, "chain-link", &names.strangers,
                 "IK chains have links that do not carry their effector");
}
