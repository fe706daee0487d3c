/* Poses in blocks of eight bones: conversions, and local to model with every kernel. */
#include "base/lanes/processor.h"
#include "core/pose_block/kernel.h"
#include "support/support.h"
#include <hone/pose_block.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 45 };

static hone_pose_block_kernel *const kernels[] = {hone_pose_block_place_portable, hone_pose_block_to_model};

typedef struct scene {
    hone_transform bones[COUNT];
    hone_pose_block blocks[(COUNT + 7) / 8];
    int32_t parents[COUNT];
    uint32_t order[COUNT];
    hone_affine want[COUNT];
} scene;

/* Half of the bones are below the one before them. */
static void open_scene(scene *s, uint32_t seed)
{
    test_random random = {seed};
    for (int b = 0; b < COUNT; b++) {
        test_random_quat(&random, s->bones[b].rotation);
        for (int i = 0; i < 3; i++) {
            s->bones[b].translation[i] = test_random_u32(&random) % 8 ? test_random_float(&random, -1, 1) : -0.0f;
            s->bones[b].scale[i] = test_random_float(&random, -1.5f, 1.5f);
        }
        if (b % 3 == 0) { /* a product with the last of these is a sum of negative zeros */
            s->bones[b] = (hone_transform)HONE_TRANSFORM_IDENTITY;
            s->bones[b].scale[1] = b % 2 ? -0.0f : 1;
        }
        s->order[b] = (uint32_t)b;
        s->parents[b] = b == 0 || test_random_u32(&random) % 16 == 0 ? HONE_NONE
                        : test_random_u32(&random) % 2               ? b - 1
                                                       : (int32_t)(test_random_u32(&random) % (uint32_t)b);
    }
    hone_pose_block_from_bones(s->bones, COUNT, s->blocks);
}

/* Puts the bones into another order; then parents may come after their children. */
static void shuffle(scene *s, uint32_t seed)
{
    test_random random = {seed};
    scene from = *s;
    uint32_t *place = s->order;
    for (uint32_t i = COUNT - 1; i > 0; i--) {
        uint32_t j = test_random_u32(&random) % (i + 1), swapped = place[i];
        place[i] = place[j], place[j] = swapped;
    }
    for (uint32_t b = 0; b < COUNT; b++) {
        s->bones[place[b]] = from.bones[b];
        s->parents[place[b]] = from.parents[b] == HONE_NONE ? HONE_NONE : (int32_t)place[from.parents[b]];
    }
    hone_pose_block_from_bones(s->bones, COUNT, s->blocks);
}

static void place_one_by_one(scene *s)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t b = s->order[i];
        hone_affine local = hone_affine_from_transform(&s->bones[b]);
        s->want[b] = s->parents[b] == HONE_NONE ? local : hone_affine_multiply(&s->want[s->parents[b]], &local);
    }
}

/* Places the first `count` bones into memory of the exact size. */
static void check(const scene *s, uint32_t count, const uint32_t *order)
{
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        hone_affine *got = malloc(count * sizeof *got + 1);
        assert_non_null(got);
        kernels[k](&(hone_pose_block_model_job){
            .bone_count = count, .blocks = s->blocks, .parents = s->parents, .order = order, .model_from_bone = got});
        CHECK(memcmp(got, s->want, count * sizeof *got) == 0);
        free(got);
    }
}

static void bones_come_back_from_blocks(void **state)
{
    (void)state;
    static const hone_transform identity = HONE_TRANSFORM_IDENTITY;
    scene s;
    hone_transform bones[COUNT + 8];
    for (uint32_t count = 0; count <= COUNT; count++) {
        open_scene(&s, count + 1);
        memset(s.blocks, 0x55, sizeof s.blocks);
        hone_pose_block_from_bones(s.bones, count, s.blocks);
        hone_pose_block_to_bones(s.blocks, hone_pose_block_count(count) * HONE_POSE_BLOCK_BONES, bones);
        CHECK(memcmp(bones, s.bones, count * sizeof *bones) == 0);
        for (uint32_t b = count; b % HONE_POSE_BLOCK_BONES; b++)
            CHECK(memcmp(&bones[b], &identity, sizeof identity) == 0);
        for (size_t i = hone_pose_block_count(count) * sizeof *s.blocks; i < sizeof s.blocks; i++)
            CHECK(((uint8_t *)s.blocks)[i] == 0x55);
    }
}

static void matrices_are_those_of_one_bone_after_the_other(void **state)
{
    (void)state;
    scene s;
    for (uint32_t count = 0; count <= COUNT; count++) {
        open_scene(&s, count + 1);
        place_one_by_one(&s);
        check(&s, count, NULL);
        check(&s, count, s.order);
    }
}

static void bones_may_be_placed_in_an_order_of_their_own(void **state)
{
    (void)state;
    scene s;
    for (uint32_t seed = 1; seed < 50; seed++) {
        open_scene(&s, seed);
        shuffle(&s, seed);
        place_one_by_one(&s);
        check(&s, COUNT, s.order);
    }
}

static void a_parent_that_comes_later_counts_as_none(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 7);
    for (int b = 0; b < COUNT; b++) s.parents[b] = HONE_NONE;
    place_one_by_one(&s);
    for (int b = 0; b < COUNT; b++) s.parents[b] = b + (b % 3) * (COUNT - 1 - b) / 2;
    check(&s, COUNT, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_come_back_from_blocks),
        cmocka_unit_test(matrices_are_those_of_one_bone_after_the_other),
        cmocka_unit_test(bones_may_be_placed_in_an_order_of_their_own),
        cmocka_unit_test(a_parent_that_comes_later_counts_as_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
