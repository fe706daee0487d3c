/* The graph of joints: bodies are nodes, joints are edges. */
#include "base/memory/arena.h"
#include "play/physics/world.h"

/* Lists the joints of each rigid in their order: counts, sums up, then fills from the last joint to the first. */
static void list_joints(hone_physics *physics)
{
    hone_joint_graph *graph = &physics->graph;
    for (uint32_t j = 0; j < physics->joint_count; j++) {
        graph->begin[physics->joints[j].a]++;
        graph->begin[physics->joints[j].b]++;
    }
    for (uint32_t i = 0; i < physics->rigid_count; i++) graph->begin[i + 1] += graph->begin[i];
    for (uint32_t j = physics->joint_count; j-- > 0;) {
        graph->joints[--graph->begin[physics->joints[j].a]] = j;
        graph->joints[--graph->begin[physics->joints[j].b]] = j;
    }
}

void hone_joint_graph_make(hone_physics *physics)
{
    hone_joint_graph *graph = &physics->graph;
    uint32_t bodies = physics->rigid_count, joints = physics->joint_count;
    graph->begin = hone_arena_array(physics->memory, bodies + 1, sizeof *graph->begin);
    graph->joints = hone_arena_array(physics->memory, 2 * (size_t)joints, sizeof *graph->joints);
    graph->reached = hone_arena_array(physics->memory, bodies, sizeof *graph->reached);
    graph->depth = hone_arena_array(physics->memory, bodies, sizeof *graph->depth);
    graph->spread = hone_arena_array(physics->memory, bodies, sizeof *graph->spread);
    graph->via = hone_arena_array(physics->memory, bodies, sizeof *graph->via);
    if (!hone_arena_failed(physics->memory))
        list_joints(physics);
}

void hone_joint_graph_clear(hone_physics *physics)
{
    physics->graph.reached_count = physics->graph.spreads = 0;
    for (uint32_t i = 0; i < physics->rigid_count; i++) physics->graph.depth[i] = HONE_NONE;
}

static void reach(hone_joint_graph *graph, uint32_t rigid, int32_t depth, int32_t via)
{
    graph->depth[rigid] = depth;
    graph->via[rigid] = via;
    graph->spread[rigid] = graph->spreads;
    graph->reached[graph->reached_count++] = rigid;
}

void hone_joint_graph_add_root(hone_physics *physics, uint32_t rigid)
{
    if (physics->graph.depth[rigid] == HONE_NONE)
        reach(&physics->graph, rigid, 0, HONE_NONE);
}

uint32_t hone_joint_other(const hone_bullet_joint *joint, uint32_t rigid)
{
    return joint->a == rigid ? joint->b : joint->a;
}

void hone_joint_graph_spread(hone_physics *physics, hone_joint_test *test)
{
    hone_joint_graph *graph = &physics->graph;
    graph->spreads++;
    for (uint32_t at = 0; at < graph->reached_count; at++) {
        uint32_t rigid = graph->reached[at];
        int32_t depth = graph->depth[rigid] + 1;
        for (uint32_t k = graph->begin[rigid]; k < graph->begin[rigid + 1]; k++) {
            uint32_t j = graph->joints[k], other = hone_joint_other(&physics->joints[j], rigid);
            if (!test(physics, j, other))
                continue;
            if (graph->depth[other] == HONE_NONE)
                reach(graph, other, depth, (int32_t)j);
            else if (graph->spread[other] == graph->spreads && graph->depth[other] == depth &&
                     (int32_t)j < graph->via[other])
                /* of several joints from bodies of the same depth, the first one counts */
                graph->via[other] = (int32_t)j;
        }
    }
}
