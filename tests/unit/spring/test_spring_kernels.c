/* Kernels of springs: all give the bits of one joint at a time. */
#define HONE_DOUBLE_LANES 1
#include "play/spring/collide.h"
#include "play/spring/lanes/joints.h"
#include "support/make/make_springs.h"
#include "support/support.h"
#include <string.h>

static const hone_spring_kernel one_lane = {{"one", NULL}, 1, turn_joints};

static const hone_spring_kernel *const kernels[] = {
    &one_lane,
    &hone_spring_portable,
#if HONE_KERNEL_AVX2
    &hone_spring_avx2,
#endif
};
enum { KERNELS = sizeof kernels / sizeof *kernels, STEPS = 100, STATES = MAKE_SPRINGS_CHAINS * 8 };

static make_springs avatar;

/* What a kernel computes. */
typedef struct stage {
    hone_affine bones[MAKE_SPRINGS_BONES], moved[MAKE_SPRINGS_BONES];
    hone_spring_state states[STATES];
    hone_spring_shape shapes[MAKE_SPRINGS_COLLIDERS];
    uint32_t failed;
} stage;

static void pose(stage *s, uint32_t step)
{
    hone_transform local[MAKE_SPRINGS_BONES];
    make_springs_pose(&avatar, step / 60.0, local);
    for (uint32_t b = 0; b < avatar.bone_count; b++) {
        hone_affine matrix = hone_affine_from_transform(&local[b]);
        s->bones[b] =
            avatar.parents[b] == HONE_NONE ? matrix : hone_affine_multiply(&s->bones[avatar.parents[b]], &matrix);
    }
    if (step % 30 == 29) /* a bone without an inverse */
        for (int c = 0; c < 3; c++) s->bones[avatar.springs[0].joints[1].bone].m[0][c] = 0;
}

/* Turns all joints in groups, as many at once as the kernel has lanes; groups are those of one level. */
static void turn_all(const hone_spring_kernel *kernel, const hone_spring_job *job, bool reset, uint32_t *failed)
{
    const hone_spring_plan *plan = job->plan;
    const hone_spring_place *group[HONE_SPRING_BATCH];
    uint32_t count = 0;
    for (uint32_t p = 0; p < plan->place_count; p++) {
        const hone_spring_place *place = &plan->places[p];
        if (place->link == HONE_NONE)
            job->moved[place->bone] = job->bones[place->bone];
        else
            group[count++] = place;
        bool last = p + 1 == plan->place_count || plan->places[p + 1].level != place->level;
        if (count == 0 || (count < kernel->lanes && !last))
            continue;
        for (uint32_t bits = kernel->turn(job, group, count, reset); bits; bits &= bits - 1) ++*failed;
        count = 0;
    }
}

static void take_step(const hone_spring_kernel *kernel, const hone_spring_plan *plan, stage *s, uint32_t step)
{
    hone_spring_job job = {.plan = plan,
                           .bones = s->bones,
                           .states = s->states,
                           .shapes = s->shapes,
                           .moved = s->moved,
                           .wind = {0.3f, 0, -0.2f}};
    pose(s, step);
    memcpy(s->moved, s->bones, sizeof s->moved);
    for (uint32_t c = 0; c < plan->collider_count; c++) {
        hone_double_affine bone = hone_double_affine_from(&s->bones[plan->colliders[c].bone]);
        hone_spring_shape_place(&plan->colliders[c], &bone, 1, &s->shapes[c]);
    }
    turn_all(kernel, &job, step == 0, &s->failed);
}

static void compare(const make_springs_desc *desc, uint32_t *failed)
{
    static stage stages[KERNELS];
    hone_error error = {0};
    make_springs_fill(&avatar, desc);
    hone_model *model = make_springs_model(&avatar, NULL, &error);
    CHECK(model);
    const hone_model_data *data = hone_model_get(model);
    hone_spring_plan *plan = hone_spring_plan_create(&(hone_spring_desc){.skeleton = &data->skeleton,
                                                                         .spring_count = data->spring_count,
                                                                         .springs = data->springs,
                                                                         .collider_count = data->collider_count,
                                                                         .colliders = data->colliders},
                                                     &error);
    CHECK(plan);
    memset(stages, 0, sizeof stages);
    for (uint32_t step = 0; step < STEPS; step++)
        for (int k = 0; k < KERNELS; k++) {
            if (!hone_kernel_supported(&kernels[k]->kernel))
                continue;
            take_step(kernels[k], plan, &stages[k], step);
            CHECK(memcmp(stages[k].states, stages[0].states, sizeof stages[k].states) == 0);
            CHECK(memcmp(stages[k].moved, stages[0].moved, sizeof stages[k].moved) == 0);
            CHECK(stages[k].failed == stages[0].failed);
        }
    *failed += stages[0].failed;
    hone_spring_plan_destroy(plan);
    hone_model_release(model);
}

static void all_kernels_give_the_same_bits(void **state)
{
    (void)state;
    uint32_t failed = 0;
    for (uint32_t i = 0; i < TEST_REPEATS(56, 14); i++) {
        make_springs_desc desc = {.seed = i, .kind = (int)(i % 7), .center = i / 7 % 3 == 1};
        desc.limits = i / 7 % 4 == 3 ? 1 + (int)(i % 3) : 0;
        desc.scale = i % 5 == 4 ? 1.2f : 0;
        compare(&desc, &failed);
    }
    CHECK(failed > 0);
}

TEST_GROUP(test_spring_kernels)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_kernels_give_the_same_bits)};
    return cmocka_run_group_tests_name("test_spring_kernels", tests, NULL, NULL);
}
