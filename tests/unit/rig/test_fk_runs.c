/* Bones that are placed several at once: skeletons of every shape and size, against one bone after the other, and
 * against double precision. */
#include "core/rig/fk_kernel.h"
#include "core/rig/rig_internal.h"
#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/rig.h>
#include <stdlib.h>
#include <string.h>

/* ---- skeletons ------------------------------------------------------------------------------------------------- */

typedef enum shape { CHAIN, STAR, ROOTS, TREE, STRANDS, SHAPES } shape;

static const uint32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 63, 471, 3000};

typedef struct skeleton_desc {
    shape shape;
    uint32_t count;
    hone_space space;
    bool shuffled; /* parents may come later in the file */
    bool features; /* layers, passes, appends, chains, bone morphs */
} skeleton_desc;

enum { MORPHS = 2, MOST_CHAINS = 12 };

static uint32_t below(test_random *random, uint32_t count)
{
    return test_random_u32(random) % count;
}

/* Returns the parent of the bone that is number i if parents come first. */
static int32_t parent_of(test_random *random, shape kind, uint32_t i)
{
    if (i == 0 || kind == ROOTS)
        return HONE_NONE;
    switch (kind) {
    case CHAIN:
        return (int32_t)i - 1;
    case STAR:
        return 0;
    case STRANDS:
        return i % 5 == 1 ? 0 : (int32_t)i - 1;
    default:
        return below(random, 16) ? (int32_t)below(random, i) : HONE_NONE;
    }
}

static void add_features(test_random *random, hone_bone *bone, uint32_t count)
{
    bone->layer = below(random, 8) ? 0 : (int32_t)below(random, 3) - 1;
    bone->flags = below(random, 10) ? 0 : HONE_BONE_AFTER_PHYSICS;
    if (below(random, 6))
        return;
    bone->flags |= (uint16_t)(below(random, 2) ? HONE_BONE_APPEND_ROTATION
                                               : HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION);
    bone->flags |= (uint16_t)(below(random, 4) ? 0 : HONE_BONE_APPEND_LOCAL);
    bone->append_source = (int32_t)below(random, count);
    bone->append_ratio = below(random, 2) ? 1 : test_random_float(random, -1, 1);
}

/* Chains of two links above an effector, with goals all over the file. */
static uint32_t add_chains(test_random *random, hone_builder *b, hone_bone *bones, uint32_t count, hone_ik *iks)
{
    uint32_t chains = 0;
    for (uint32_t attempt = 0; attempt < MOST_CHAINS; attempt++) {
        int32_t effector = (int32_t)below(random, count), shin = bones[effector].parent;
        int32_t thigh = shin != HONE_NONE ? bones[shin].parent : HONE_NONE;
        int32_t goal = (int32_t)(attempt * count / MOST_CHAINS);
        if (thigh == HONE_NONE || bones[goal].flags & HONE_BONE_IK)
            continue;
        hone_ik_link *links = hone_builder_array(b, 2, sizeof *links);
        links[0].bone = shin, links[1].bone = thigh;
        bones[goal].flags |= HONE_BONE_IK;
        iks[chains++] = (hone_ik){
            .bone = goal, .effector = effector, .max_iterations = 5, .unit_angle = 1, .link_count = 2, .links = links};
    }
    return chains;
}

static hone_morph *make_morphs(test_random *random, hone_builder *b, uint32_t bone_count)
{
    hone_morph *morphs = hone_builder_array(b, MORPHS, sizeof *morphs);
    for (int m = 0; m < MORPHS; m++) {
        hone_morph_bone *bones = hone_builder_array(b, 3, sizeof *bones);
        for (int i = 0; i < 3; i++) {
            bones[i].bone = (int32_t)below(random, bone_count);
            bones[i].translation[i] = 1;
            test_random_quat(random, bones[i].rotation);
        }
        morphs[m] = (hone_morph){.kind = HONE_MORPH_BONE, .count = 3, .u.bones = bones};
    }
    return morphs;
}

static void random_local(test_random *random, hone_transform *out)
{
    for (int i = 0; i < 3; i++) out->translation[i] = test_random_float(random, -1, 1);
    for (int i = 0; i < 3; i++) out->scale[i] = test_random_float(random, 0.8f, 1.2f);
    test_random_quat(random, out->rotation);
}

/* The last bone is one root more, which no other bone depends on. */
static hone_model *make_skeleton(test_random *random, const skeleton_desc *desc)
{
    uint32_t count = desc->count, *place = calloc(count + 1, sizeof *place);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, count + 1, sizeof *bones);
    hone_ik *iks = hone_builder_array(b, MOST_CHAINS, sizeof *iks);
    for (uint32_t i = 0; i <= count; i++) place[i] = i;
    for (uint32_t i = count; desc->shuffled && i > 1; i--) {
        uint32_t j = below(random, i), kept = place[i - 1];
        place[i - 1] = place[j], place[j] = kept;
    }
    for (uint32_t i = 0; i <= count; i++) {
        hone_bone *bone = &bones[place[i]];
        int32_t parent = i < count ? parent_of(random, desc->shape, i) : HONE_NONE;
        *bone = (hone_bone){.name = "",
                            .english_name = "",
                            .parent = parent != HONE_NONE ? (int32_t)place[parent] : parent,
                            .tail_bone = HONE_NONE,
                            .append_source = HONE_NONE,
                            .ik = HONE_NONE};
        for (int c = 0; c < 3; c++) bone->position[c] = test_random_float(random, -10, 10);
        hone_transform local;
        random_local(random, &local);
        bone->rest_local = hone_affine_from_transform(&local);
        bone->rest_local.m[0][1] += 0.25f; /* shear */
        if (desc->features && i < count)
            add_features(random, bone, count);
    }
    free(place);
    uint32_t chains = desc->features ? add_chains(random, b, bones, count, iks) : 0;
    const hone_model_data data = {.space = desc->space,
                                  .skeleton = {.bone_count = count + 1, .bones = bones, .ik_count = chains, .iks = iks},
                                  .morph_count = desc->features ? MORPHS : 0,
                                  .morphs = desc->features ? make_morphs(random, b, count) : NULL};
    return test_model_create(b, &data);
}

/* Returns kernel number `i`, or NULL after the last one that this processor supports. */
static const hone_fk_kernel *kernel_at(int i)
{
    if (i == 0)
        return &hone_fk_portable;
    return i == 1 && hone_fk_best_kernel() != &hone_fk_portable ? hone_fk_best_kernel() : NULL;
}

static hone_rig *make_rig(const hone_model *model, hone_order order, const hone_fk_kernel *kernel)
{
    hone_rig *rig = hone_rig_create_with(&(hone_rig_desc){.model = model, .rules.order = order}, kernel, NULL);
    CHECK(rig != NULL);
    return rig;
}

/* Some bones are not rotated, some are not animated. */
static void random_pose(test_random *random, const hone_model *model, hone_pose *pose)
{
    hone_pose_reset(pose, model);
    bool mmd = hone_model_get(model)->space == HONE_SPACE_MMD;
    for (uint32_t i = 0; i < pose->bone_count; i++) {
        hone_transform *bone = &pose->bones[i];
        pose->animated[i] = below(random, 8) > 0;
        random_local(random, bone);
        if (mmd && below(random, 3) == 0)
            hone_quat_identity(bone->rotation);
    }
    for (uint32_t m = 0; m < pose->morph_count; m++) pose->morphs[m] = below(random, 2) ? 0.5f : 0;
}

/* Calls the test for skeletons of all shapes and sizes, and all kernels. */
static void each_skeleton(hone_space space, bool features,
                          void (*test)(test_random *random, const skeleton_desc *desc, const hone_model *model,
                                       const hone_fk_kernel *kernel))
{
    for (size_t i = 0; i < SHAPES * sizeof sizes / sizeof *sizes * 2; i++) {
        test_random random = {900 + i};
        skeleton_desc desc = {.shape = (shape)(i / 2 % SHAPES),
                              .count = sizes[i / 2 / SHAPES],
                              .space = space,
                              .shuffled = i % 2,
                              .features = features};
        hone_model *model = make_skeleton(&random, &desc);
        for (int k = 0; kernel_at(k); k++) test(&random, &desc, model, kernel_at(k));
        hone_model_release(model);
    }
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

static void check_blocks(test_random *random, const skeleton_desc *desc, const hone_model *model,
                         const hone_fk_kernel *kernel)
{
    (void)random;
    hone_rig *rig = make_rig(model, HONE_ORDER_STRICT, kernel);
    uint32_t *block_of = calloc(desc->count + 1, sizeof *block_of), placed = 0;
    for (uint32_t r = 0; r < rig->runs.run_count; r++) {
        CHECK(rig->runs.runs[r].end <= rig->pass2_begin || rig->runs.runs[r].begin >= rig->pass2_begin);
        CHECK((r < rig->runs.pass2_begin) == (rig->runs.runs[r].begin < rig->pass2_begin));
        for (uint32_t b = rig->runs.runs[r].block_begin; b < rig->runs.runs[r].block_end; b++)
            for (uint32_t lane = 0; lane < rig->runs.blocks[b].count; lane++, placed++) {
                const hone_fk_block *block = &rig->runs.blocks[b];
                uint32_t bone = block->bones[lane], rank = rig->rank[bone];
                CHECK(block_of[bone] == 0);
                block_of[bone] = b + 1;
                CHECK(block->steps[lane] == rank && rank >= rig->runs.runs[r].begin && rank < rig->runs.runs[r].end);
                if (rig->parent_rank[rank] == HONE_NONE)
                    CHECK(block->count == 1 || block->sequence);
                else if (rig->parent_rank[rank] < (int32_t)rank) {
                    uint32_t parent = (uint32_t)(block->parents[lane] - rig->model_from_bone);
                    CHECK(block_of[parent] && block_of[parent] <= (block->sequence ? b + 1 : b));
                }
            }
    }
    CHECK(placed == desc->count + 1);
    free(block_of);
    hone_rig_destroy(rig);
}

static void every_bone_is_in_one_block_after_its_parents(void **state)
{
    (void)state;
    each_skeleton(HONE_SPACE_MMD, false, check_blocks);
    each_skeleton(HONE_SPACE_MMD, true, check_blocks);
    each_skeleton(HONE_SPACE_GLTF, false, check_blocks);
}

static void strands_fill_their_blocks(void **state)
{
    (void)state;
    test_random random = {7};
    hone_model *model = make_skeleton(&random, &(skeleton_desc){STRANDS, 401, HONE_SPACE_MMD, true, false});
    for (int k = 0; kernel_at(k); k++) {
        hone_rig *rig = make_rig(model, HONE_ORDER_STRICT, kernel_at(k));
        assert_int_equal(rig->runs.run_count, 1);
        assert_int_equal(rig->runs.block_count, (402 + kernel_at(k)->lanes - 1) / kernel_at(k)->lanes);
        hone_rig_destroy(rig);
    }
    hone_model_release(model);
}

static void a_chain_fills_its_blocks(void **state)
{
    (void)state;
    test_random random = {8};
    hone_model *model = make_skeleton(&random, &(skeleton_desc){CHAIN, 1 + 160, HONE_SPACE_GLTF, true, false});
    for (int k = 0; kernel_at(k); k++) {
        hone_rig *rig = make_rig(model, HONE_ORDER_STRICT, kernel_at(k));
        assert_int_equal(rig->runs.block_count, (162 + kernel_at(k)->lanes - 1) / kernel_at(k)->lanes);
        hone_rig_destroy(rig);
    }
    hone_model_release(model);
}

/* ---- results --------------------------------------------------------------------------------------------------- */

static void check_same_offsets(const hone_rig *a, const hone_rig *b)
{
    for (uint32_t i = 0; i < a->data->skeleton.bone_count; i++) {
        const hone_offset *one = &a->offsets[i], *other = &b->offsets[i];
        CHECK(memcmp(one->translation, other->translation, sizeof one->translation) == 0);
        CHECK(memcmp(one->rotation, other->rotation, sizeof one->rotation) == 0);
    }
}

/* With an external parent a rig places one bone after the other. */
static void check_bits(test_random *random, const skeleton_desc *desc, const hone_model *model,
                       const hone_fk_kernel *kernel)
{
    static const hone_affine elsewhere = HONE_AFFINE_IDENTITY;
    for (int lag = 0; lag < 2; lag++) {
        hone_rig *blocks = make_rig(model, (hone_order)lag, kernel);
        hone_rig *each = make_rig(model, (hone_order)lag, kernel);
        hone_pose *pose = hone_pose_create(model, NULL, NULL);
        hone_rig_set_external_parent(each, desc->count, &elsewhere);
        for (int frame = 0; frame < 3; frame++) {
            random_pose(random, model, pose);
            hone_rig_evaluate(blocks, pose);
            hone_rig_evaluate(each, pose);
            CHECK(memcmp(hone_rig_bones(blocks), hone_rig_bones(each), desc->count * sizeof(hone_affine)) == 0);
            check_same_offsets(blocks, each);
        }
        hone_pose_destroy(pose);
        hone_rig_destroy(blocks);
        hone_rig_destroy(each);
    }
}

static void blocks_give_the_bits_of_one_bone_after_the_other(void **state)
{
    (void)state;
    each_skeleton(HONE_SPACE_MMD, false, check_bits);
    each_skeleton(HONE_SPACE_MMD, true, check_bits);
}

/* Returns the bone's matrix, as hone_rig_place would compute it in other spaces than MMD's. */
static hone_affine local_to_model(const hone_rig *rig, const hone_pose *pose, uint32_t bone)
{
    const hone_bone *data = &rig->data->skeleton.bones[bone];
    hone_affine local = pose->animated[bone] ? hone_affine_from_transform(&pose->bones[bone]) : data->rest_local;
    return data->parent == HONE_NONE ? local : hone_affine_multiply(&rig->model_from_bone[data->parent], &local);
}

static void check_local_bits(test_random *random, const skeleton_desc *desc, const hone_model *model,
                             const hone_fk_kernel *kernel)
{
    hone_rig *rig = make_rig(model, HONE_ORDER_STRICT, kernel);
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    random_pose(random, model, pose);
    hone_rig_evaluate(rig, pose);
    for (uint32_t b = 0; b < desc->count; b++) {
        hone_affine want = local_to_model(rig, pose, b);
        CHECK(memcmp(&hone_rig_bones(rig)[b], &want, sizeof want) == 0);
    }
    hone_pose_destroy(pose);
    hone_rig_destroy(rig);
}

static void local_transforms_give_the_bits_of_matrix_products(void **state)
{
    (void)state;
    each_skeleton(HONE_SPACE_GLTF, false, check_local_bits);
}

/* A bound on the rounding: each bone of the chain above adds some, in proportion to the size of the numbers. */
static void check_matrix(const hone_affine *got, const reference_matrix *want, double size)
{
    for (int i = 0; i < 12; i++) CHECK_NEAR(got->m[i / 4][i % 4], want->m[i / 4][i % 4], 2e-6 * size);
}

static void check_offsets(test_random *random, const skeleton_desc *desc, const hone_model *model,
                          const hone_fk_kernel *kernel)
{
    hone_rig *rig = make_rig(model, HONE_ORDER_STRICT, kernel);
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    reference_matrix *want = calloc(desc->count + 1, sizeof *want);
    random_pose(random, model, pose);
    hone_rig_evaluate(rig, pose);
    reference_model_from_bone(hone_model_skeleton(model), pose, want);
    double size = 10 + (desc->shape == CHAIN ? desc->count : desc->shape == STRANDS ? 5 : 20) * 8.0;
    for (uint32_t b = 0; b <= desc->count; b++) check_matrix(&hone_rig_bones(rig)[b], &want[b], size);
    free(want);
    hone_pose_destroy(pose);
    hone_rig_destroy(rig);
}

static void offsets_are_placed_as_in_double_precision(void **state)
{
    (void)state;
    each_skeleton(HONE_SPACE_MMD, false, check_offsets);
}

static reference_matrix local_matrix(const hone_model *model, const hone_pose *pose, uint32_t bone)
{
    const hone_transform *t = &pose->bones[bone];
    if (!pose->animated[bone])
        return reference_from_affine(&hone_model_skeleton(model)->bones[bone].rest_local);
    double translation[3], rotation[4];
    for (int i = 0; i < 3; i++) translation[i] = t->translation[i];
    for (int i = 0; i < 4; i++) rotation[i] = t->rotation[i];
    reference_matrix m = reference_rigid(translation, rotation);
    for (int i = 0; i < 9; i++) m.m[i / 3][i % 3] *= t->scale[i % 3];
    return m;
}

/* Scales add up along a chain, so the chain is followed as far as its numbers stay below 1e6. */
static void check_locals(test_random *random, const skeleton_desc *desc, const hone_model *model,
                         const hone_fk_kernel *kernel)
{
    hone_rig *rig = make_rig(model, HONE_ORDER_STRICT, kernel);
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    reference_matrix *want = calloc(desc->count + 1, sizeof *want);
    double *size = calloc(desc->count + 1, sizeof *size);
    random_pose(random, model, pose);
    hone_rig_evaluate(rig, pose);
    const uint32_t *order = hone_rig_order(rig, NULL);
    for (uint32_t i = 0; i <= desc->count; i++) {
        uint32_t bone = order[i];
        int32_t parent = hone_model_skeleton(model)->bones[bone].parent;
        want[bone] = local_matrix(model, pose, bone);
        size[bone] = parent != HONE_NONE ? size[parent] : 1;
        if (parent != HONE_NONE)
            want[bone] = reference_multiply(&want[parent], &want[bone]);
        for (int e = 0; e < 12; e++) size[bone] = fmax(size[bone], 8 * fabs(want[bone].m[e / 4][e % 4]));
        size[bone] += 1;
        if (size[bone] < 1e6)
            check_matrix(&hone_rig_bones(rig)[bone], &want[bone], size[bone]);
    }
    free(want);
    free(size);
    hone_pose_destroy(pose);
    hone_rig_destroy(rig);
}

static void locals_are_placed_as_in_double_precision(void **state)
{
    (void)state;
    each_skeleton(HONE_SPACE_GLTF, false, check_locals);
}

TEST_GROUP(test_fk_runs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bone_is_in_one_block_after_its_parents),
        cmocka_unit_test(strands_fill_their_blocks),
        cmocka_unit_test(a_chain_fills_its_blocks),
        cmocka_unit_test(blocks_give_the_bits_of_one_bone_after_the_other),
        cmocka_unit_test(local_transforms_give_the_bits_of_matrix_products),
        cmocka_unit_test(offsets_are_placed_as_in_double_precision),
        cmocka_unit_test(locals_are_placed_as_in_double_precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
