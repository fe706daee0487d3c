/* Islands: bodies that joints move together. Correction of one reads and writes no body that another one moves, so
 * threads correct them side by side, and the bits are those of one thread. */
#include "base/workers.h"
#include "play/physics/world.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void hone_joint_islands_make(hone_physics *physics)
{
    hone_joint_islands *islands = &physics->islands;
    uint32_t bodies = physics->rigid_count, joints = physics->joint_count;
    islands->islands = hone_arena_array(physics->memory, (size_t)bodies + 1, sizeof *islands->islands);
    islands->joints = hone_arena_array(physics->memory, joints, sizeof *islands->joints);
    islands->bodies = hone_arena_array(physics->memory, bodies, sizeof *islands->bodies);
    islands->numbers = hone_arena_array(physics->memory, bodies, sizeof *islands->numbers);
    islands->levels = hone_arena_array(physics->memory, joints, sizeof *islands->levels);
    islands->sorted = hone_arena_array(physics->memory, joints, sizeof *islands->sorted);
    islands->firsts = hone_arena_array(physics->memory, (size_t)joints + 2, sizeof *islands->firsts);
    islands->ranks = hone_arena_array(physics->memory, bodies, sizeof *islands->ranks);
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* While bodies are joined, numbers[i] is a body nearer to the root of i's tree; a root's is itself. */
static uint32_t root_of(uint32_t *numbers, uint32_t body)
{
    for (; numbers[body] != body; body = numbers[body]) numbers[body] = numbers[numbers[body]];
    return body;
}

static void join_bodies(hone_physics *physics, hone_body_test *moves)
{
    uint32_t *numbers = physics->islands.numbers;
    for (uint32_t i = 0; i < physics->rigid_count; i++) numbers[i] = i;
    for (uint32_t j = 0; j < physics->joint_count; j++) {
        const hone_bullet_joint *joint = &physics->joints[j];
        if (!moves(physics, joint->a) || !moves(physics, joint->b))
            continue;
        uint32_t a = root_of(numbers, joint->a), b = root_of(numbers, joint->b);
        numbers[a > b ? a : b] = a > b ? b : a;
    }
}

/* Replaces each body's way to its root by the root. */
static void flatten(hone_physics *physics)
{
    uint32_t *numbers = physics->islands.numbers;
    for (uint32_t i = 0; i < physics->rigid_count; i++) numbers[i] = root_of(numbers, i);
}

/* The body by which a joint belongs to an island. A joint between two bodies that nothing moves belongs to none. */
static bool find_mover(const hone_physics *physics, uint32_t joint, hone_body_test *moves, uint32_t *body)
{
    const hone_bullet_joint *of = &physics->joints[joint];
    *body = moves(physics, of->a) ? of->a : of->b;
    return moves(physics, *body);
}

static int compare(const void *a, const void *b)
{
    const hone_joint_rank *x = a, *y = b;
    if (x->joints != y->joints)
        return x->joints > y->joints ? -1 : 1;
    return x->root < y->root ? -1 : x->root > y->root;
}

/* Ranks the islands: those with most joints first, so that the last ones that threads take are short. */
static void rank(hone_physics *physics, hone_body_test *moves)
{
    hone_joint_islands *islands = &physics->islands;
    uint32_t body;
    for (uint32_t i = 0; i < physics->rigid_count; i++) islands->ranks[i] = (hone_joint_rank){0, i};
    for (uint32_t j = 0; j < physics->joint_count; j++)
        if (find_mover(physics, j, moves, &body))
            islands->ranks[islands->numbers[body]].joints++;
    qsort(islands->ranks, physics->rigid_count, sizeof *islands->ranks, compare);
    for (islands->count = 0; islands->count < physics->rigid_count; islands->count++)
        if (islands->ranks[islands->count].joints == 0)
            break;
}

/* Replaces the root of each body by the number of its island; HONE_NONE: no joint moves it. */
static void number(hone_physics *physics, hone_body_test *moves)
{
    hone_joint_islands *islands = &physics->islands;
    uint32_t *of_root = islands->bodies; /* which is filled later */
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        of_root[islands->ranks[i].root] = i < islands->count ? i : (uint32_t)HONE_NONE;
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        islands->numbers[i] = moves(physics, i) ? of_root[islands->numbers[i]] : (uint32_t)HONE_NONE;
}

/* The joints of an island are listed by level: one more than that of the last joint before it with one of its bodies.
 * So joints of a level share no body that moves, and the processor need not wait for the end of one before it begins
 * the next. Every body meets its joints in order. */
static void find_levels(hone_physics *physics, hone_body_test *moves)
{
    hone_joint_islands *islands = &physics->islands;
    uint32_t *last = islands->bodies; /* which is filled later */
    memset(last, 0, physics->rigid_count * sizeof *last);
    for (uint32_t j = 0; j < physics->joint_count; j++) {
        const hone_bullet_joint *joint = &physics->joints[j];
        uint32_t a = moves(physics, joint->a) ? last[joint->a] : 0, b = moves(physics, joint->b) ? last[joint->b] : 0;
        islands->levels[j] = (a > b ? a : b) + 1;
        last[joint->a] = last[joint->b] = islands->levels[j];
    }
}

/* Sorts the joints by level, and in order within each. first: [joint_count + 2] scratch. */
static void sort_by_level(const hone_physics *physics, uint32_t *first, uint32_t *sorted)
{
    const uint32_t *levels = physics->islands.levels;
    memset(first, 0, (physics->joint_count + 2) * sizeof *first);
    for (uint32_t j = 0; j < physics->joint_count; j++) first[levels[j] + 1]++;
    for (uint32_t i = 1; i < physics->joint_count + 2; i++) first[i] += first[i - 1];
    for (uint32_t j = 0; j < physics->joint_count; j++) sorted[first[levels[j]]++] = j;
}

static void list_joints(hone_physics *physics, hone_body_test *moves)
{
    hone_joint_islands *islands = &physics->islands;
    uint32_t at = 0, body;
    for (uint32_t i = 0; i < islands->count; at += islands->ranks[i].joints, i++) islands->islands[i].joint = at;
    islands->islands[islands->count].joint = at;
    find_levels(physics, moves);
    sort_by_level(physics, islands->firsts, islands->sorted);
    for (uint32_t k = 0; k < physics->joint_count; k++) {
        uint32_t j = islands->sorted[k];
        if (!find_mover(physics, j, moves, &body))
            continue;
        hone_joint_rank *rank = &islands->ranks[islands->numbers[body]];
        uint32_t end = islands->islands[islands->numbers[body] + 1].joint;
        islands->joints[end - rank->joints--] = j;
    }
}

/* Lists the bodies of each island: first those that leashes reach, in their order. */
static void list_bodies(hone_physics *physics)
{
    hone_joint_islands *islands = &physics->islands;
    const hone_joint_graph *graph = &physics->graph;
    memset(islands->ranks, 0, physics->rigid_count * sizeof *islands->ranks); /* from here on .joints counts bodies */
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        if (islands->numbers[i] != (uint32_t)HONE_NONE)
            islands->ranks[islands->numbers[i]].joints++;
    uint32_t at = 0;
    for (uint32_t i = 0; i < islands->count; at += islands->ranks[i].joints, i++) islands->islands[i].body = at;
    islands->islands[islands->count].body = at;
    for (uint32_t k = 0; k < 2 * physics->rigid_count; k++) {
        bool reached = k < physics->rigid_count;
        uint32_t body =
            reached ? (k < graph->reached_count ? graph->reached[k] : (uint32_t)HONE_NONE) : k - physics->rigid_count;
        if (body == (uint32_t)HONE_NONE || islands->numbers[body] == (uint32_t)HONE_NONE ||
            (graph->depth[body] != HONE_NONE) != reached)
            continue;
        uint32_t island = islands->numbers[body];
        islands->bodies[islands->islands[island + 1].body - islands->ranks[island].joints--] = body;
    }
}

void hone_joint_islands_find(hone_physics *physics, hone_body_test *moves)
{
    if (physics->rigid_count == 0)
        return;
    join_bodies(physics, moves);
    flatten(physics);
    rank(physics, moves);
    number(physics, moves);
    list_joints(physics, moves);
    list_bodies(physics);
}

/* ---- working ----------------------------------------------------------------------------------------------------- */

typedef struct island_job {
    hone_island_work *work;
    void *user;
    uint32_t count;
    _Atomic uint32_t next;
} island_job;

/* The items of hone_workers_run_short are the threads; each takes islands until none is left. */
static void take_islands(void *user, uint32_t begin, uint32_t end)
{
    (void)begin, (void)end;
    island_job *job = user;
    for (uint32_t i; (i = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed)) < job->count;)
        job->work(job->user, i);
}

void hone_joint_islands_each(const hone_physics *physics, hone_island_work *work, void *user)
{
    hone_workers *workers = physics->world->workers;
    uint32_t count = physics->islands.count, threads = hone_workers_thread_count(workers);
    island_job job = {.work = work, .user = user, .count = count};
    hone_workers_run_short(workers, take_islands, &job, count < threads ? count : threads, 1);
}
