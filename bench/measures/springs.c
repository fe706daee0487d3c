#include "bench/measures/springs.h"
#include "bench/clock.h"

#include <hone/spring.h>
#include <math.h>

enum { CHAINS = 20, LINKS = 5, BONES = 1 + CHAINS * (LINKS + 1), JOINTS = CHAINS * LINKS, STEPS = 60 };

typedef struct springs_run {
    hone_bone bones[BONES];
    hone_collider colliders[CHAINS];
    uint32_t touched[CHAINS];
    hone_spring_joint joints[CHAINS][LINKS];
    hone_spring springs[CHAINS];
    hone_affine places[BONES], moved[BONES];
    hone_spring_state states[JOINTS];
    hone_spring_shape shapes[CHAINS];
    hone_spring_job job;
    int step;
} springs_run;

static int32_t bone_of(int chain, int link)
{
    return 1 + chain * (LINKS + 1) + link;
}

/* The first bone of a chain is on the head, in a circle; the others are below each other. The sphere is at the third
 * one, and nearer to the head. */
static void make_chain(springs_run *r, int chain)
{
    float angle = 6.2831853f * (float)chain / CHAINS, x = sinf(angle), z = cosf(angle);
    for (int link = 0; link <= LINKS; link++) {
        hone_bone *bone = &r->bones[bone_of(chain, link)];
        float away = link ? 0.01f : 0.1f;
        *bone = (hone_bone){.name = "b", .parent = link ? bone_of(chain, link - 1) : 0, .tail_bone = HONE_NONE};
        bone->rest_local = (hone_affine){{{1, 0, 0, away * x}, {0, 1, 0, link ? -0.06f : 0}, {0, 0, 1, away * z}}};
        if (link < LINKS)
            r->joints[chain][link] = (hone_spring_joint){.bone = bone_of(chain, link),
                                                         .tail_bone = bone_of(chain, link + 1),
                                                         .hit_radius = 0.02f,
                                                         .stiffness = 0.8f,
                                                         .gravity_power = 0.3f,
                                                         .gravity_direction = {0, -1, 0},
                                                         .drag_force = 0.4f};
    }
    r->colliders[chain] = (hone_collider){
        .bone = 0, .kind = HONE_COLLIDER_SPHERE, .offset = {0.08f * x, -0.15f, 0.08f * z}, .radius = 0.04f};
    r->touched[chain] = (uint32_t)chain;
    r->springs[chain] = (hone_spring){.name = "s",
                                      .center = HONE_NONE,
                                      .joint_count = LINKS,
                                      .joints = r->joints[chain],
                                      .collider_count = 1,
                                      .colliders = &r->touched[chain]};
}

static void place_bones(springs_run *r)
{
    float at = 0.1f * (float)r->step;
    r->places[0] = (hone_affine){{{1, 0, 0, 0.05f * sinf(at)}, {0, 1, 0, 1.5f}, {0, 0, 1, 0.05f * cosf(0.7f * at)}}};
    for (int b = 1; b < BONES; b++)
        r->places[b] = hone_affine_multiply(&r->places[r->bones[b].parent], &r->bones[b].rest_local);
}

static void take_step(void *user)
{
    springs_run *r = user;
    r->step++;
    place_bones(r);
    hone_spring_step(&r->job);
}

bool bench_springs_run(bench_springs *out, hone_error *error)
{
    static springs_run r;
    r = (springs_run){.bones = {{.name = "head", .parent = HONE_NONE, .rest_local = HONE_AFFINE_IDENTITY}}};
    for (int c = 0; c < CHAINS; c++) make_chain(&r, c);
    const hone_skeleton skeleton = {.bone_count = BONES, .bones = r.bones};
    hone_spring_plan *plan = hone_spring_plan_create(&(hone_spring_desc){.skeleton = &skeleton,
                                                                         .spring_count = CHAINS,
                                                                         .springs = r.springs,
                                                                         .collider_count = CHAINS,
                                                                         .colliders = r.colliders},
                                                     error);
    if (!plan)
        return false;
    r.job =
        (hone_spring_job){.plan = plan, .bones = r.places, .states = r.states, .shapes = r.shapes, .moved = r.moved};
    place_bones(&r);
    hone_spring_reset(&r.job);
    for (int i = 0; i < STEPS; i++) take_step(&r);
    bench_comparison comparison = {.count = 1, .works = {{.run = take_step, .user = &r, .repeats = 50}}};
    uint32_t windows = bench_measure(&comparison);
    *out = (bench_springs){
        .joints = JOINTS, .colliders = CHAINS, .step = bench_median(comparison.works[0].seconds, windows) * 1e6};
    hone_spring_plan_destroy(plan);
    return true;
}
