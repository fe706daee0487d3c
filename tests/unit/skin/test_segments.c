/* The segments of a model's slots. */
#include "support/support.h"
#include <hone/skin.h>
#include <string.h>

enum { BONES = 5 };

static const float positions[BONES][3] = {{0, 0, 0}, {0, 2, 0}, {1, 2, 0}, {1, 5, 0}, {0, 1, 1}};
static const int32_t parents[BONES] = {HONE_NONE, 0, 1, 2, 0};

static void fill_bones(hone_bone *bones)
{
    for (int b = 0; b < BONES; b++) {
        bones[b] = (hone_bone){
            .name = "bone", .parent = parents[b], .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
        float offset[3];
        for (int i = 0; i < 3; i++) {
            bones[b].position[i] = positions[b][i];
            offset[i] = positions[b][i] - (parents[b] == HONE_NONE ? 0 : positions[parents[b]][i]);
        }
        bones[b].rest_local = hone_affine_translation(offset);
    }
}

static hone_model *make(hone_space space, const hone_slot *slots, uint32_t slot_count, const hone_bone *changed)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    hone_slot *own = hone_builder_array(b, slot_count, sizeof *own);
    CHECK(bones && (own || slot_count == 0));
    fill_bones(bones);
    if (changed)
        memcpy(bones, changed, BONES * sizeof *bones);
    if (slot_count)
        memcpy(own, slots, slot_count * sizeof *own);
    const hone_model_data data = {.space = space,
                                  .skeleton = {.bone_count = BONES, .bones = bones},
                                  .mesh = {.slot_count = slot_count, .slots = own}};
    return test_model_create(b, &data);
}

static void check_segment(const hone_segment *got, const float head[3], const float tail[3])
{
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(got->head[i], head[i], 1e-6);
        CHECK_NEAR(got->tail[i], tail[i], 1e-6);
    }
}

/* A tail that is a bone (not the first child), an offset, no bone, no offset. */
static void tails_of_mmd_are_bones_or_offsets(void **state)
{
    (void)state;
    hone_bone bones[BONES];
    hone_segment out[BONES];
    fill_bones(bones);
    bones[0].flags = HONE_BONE_TAIL_IS_BONE, bones[0].tail_bone = 3;
    bones[1].tail_offset[1] = 0.5f;
    bones[2].flags = HONE_BONE_TAIL_IS_BONE;
    bones[4].flags = HONE_BONE_TAIL_IS_BONE, bones[4].tail_bone = 3;
    hone_model *model = make(HONE_SPACE_MMD, NULL, 0, bones);
    hone_model_segments(model, out);
    check_segment(&out[0], positions[0], positions[3]);
    check_segment(&out[1], positions[1], (float[]){0, 2.5f, 0});
    for (int b = 2; b < 4; b++) check_segment(&out[b], positions[b], positions[b]);
    check_segment(&out[4], positions[4], positions[3]);
    hone_model_release(model);
}

/* The bind pose is not the rest pose: turned by a quarter, twice as large and moved. The last slot has
 * no bone. */
static void bones_of_gltf_point_to_their_first_child_in_the_bind_pose(void **state)
{
    (void)state;
    const hone_affine mesh_from_model = {{{0, -2, 0, 3}, {2, 0, 0, 4}, {0, 0, 2, 5}}},
                      model_from_mesh = {{{0, 0.5f, 0, -2}, {-0.5f, 0, 0, 1.5f}, {0, 0, 0.5f, -2.5f}}};
    static const int tails[BONES] = {1, 2, 3, 3, 4};
    hone_slot slots[BONES + 1];
    hone_segment out[BONES + 1];
    for (int b = 0; b < BONES; b++) {
        const float back[3] = {-positions[b][0], -positions[b][1], -positions[b][2]};
        hone_affine bone_from_model = hone_affine_translation(back);
        slots[b] = (hone_slot){b, hone_affine_multiply(&bone_from_model, &model_from_mesh)};
    }
    slots[BONES] = (hone_slot){HONE_NONE, HONE_AFFINE_IDENTITY};
    hone_model *model = make(HONE_SPACE_GLTF, slots, BONES + 1, NULL);
    hone_model_segments(model, out);
    for (int b = 0; b < BONES; b++) {
        float head[3], tail[3];
        hone_affine_point(&mesh_from_model, positions[b], head);
        hone_affine_point(&mesh_from_model, positions[tails[b]], tail);
        check_segment(&out[b], head, tail);
    }
    check_segment(&out[BONES], positions[0], positions[0]);
    hone_model_release(model);
}

static void matrices_without_an_inverse_are_at_the_origin(void **state)
{
    (void)state;
    const hone_slot slot = {1, {{{1, 0, 0, 1}, {0, 1, 0, 2}, {1, 1, 0, 3}}}};
    hone_segment out;
    hone_model *model = make(HONE_SPACE_GLTF, &slot, 1, NULL);
    hone_model_segments(model, &out);
    check_segment(&out, positions[0], positions[0]);
    hone_model_release(model);
}

TEST_GROUP(test_segments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tails_of_mmd_are_bones_or_offsets),
        cmocka_unit_test(bones_of_gltf_point_to_their_first_child_in_the_bind_pose),
        cmocka_unit_test(matrices_without_an_inverse_are_at_the_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
