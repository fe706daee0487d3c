/* Vertices skinned by the GPU, read back by transform feedback and compared with the scalar kernel. Built only with
 * rendering. */
#include "samples/samples.h"
#include "unit/render/gpu_rigs.h"
#include "unit/render/gpu_trial.h"

/* The bytes of a bone in a texture; 0: in uniforms. Dual quaternions follow matrices if the method needs them. */
static size_t texture_bytes(hone_gpu_skin way, bool duals)
{
    switch (way) {
    case HONE_GPU_SKIN_TEXTURE:
    case HONE_GPU_SKIN_TEXTURE_NORMALISED:
    case HONE_GPU_SKIN_BUFFER:
        return duals ? 80 : 48;
    case HONE_GPU_SKIN_TEXTURE_HALF:
        return duals ? 40 : 24;
    case HONE_GPU_SKIN_TEXTURE_QUATERNION:
    case HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED:
    case HONE_GPU_SKIN_BUFFER_QUATERNION:
        return 32;
    case HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF:
        return 16;
    default:
        return 0;
    }
}

static void check_bytes(const hone_gpu_model *gpu_model, hone_skin_method method)
{
    bool duals = (hone_skin_needs(gpu_model->skin, method) & HONE_SKIN_NEEDS_DUALS) != 0;
    size_t size = texture_bytes(gpu_model->skin_path, duals);
    CHECK((size > 0) == hone_gpu_skin_has_texture(gpu_model->skin_path));
    if (size && gpu_model->palette.texture.layout.height == 1)
        assert_int_equal(gpu_model->palette.sent, size * gpu_model->gpu.split->slot_begin[1]);
}

/* All ways with all methods; each uses the requested way, or a texture if the device lacks that. */
static void check_all(gl *g, hone_actor *actor, uint32_t max_slots, uint32_t most_pieces)
{
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, hone_actor_model(actor), NULL, NULL);
    CHECK(gpu_model);
    for (int method = 0; method <= (max_slots ? HONE_SKIN_DUAL_QUATERNION : HONE_SKIN_CENTRES); method++)
        for (int w = 0; w < WAYS; w++) {
            uint32_t pieces = 0;
            const trial t = {actor, (hone_skin_method)method, max_slots, NULL};
            bool has = available(g, gpu_ways[w]);
            assert_int_equal(check_way(g, gpu_model, &t, gpu_ways[w], &pieces),
                             has ? gpu_ways[w] : HONE_GPU_SKIN_TEXTURE);
            const char *why = hone_gpu_model_fallback(gpu_model);
            CHECK(has ? !why : strstr(why, "the device has no buffer textures") != NULL);
            check_bytes(gpu_model, (hone_skin_method)method);
            bool texture = hone_gpu_skin_has_texture(gpu_ways[w]);
            CHECK(pieces >= 1 && pieces <= most_pieces && (!texture || pieces == 1));
            if (max_slots && !texture)
                CHECK(pieces > 1);
        }
    hone_gpu_model_destroy(gpu_model);
}

static void check_rig(int es, uint32_t bones, uint32_t vertices, uint32_t max_slots, uint32_t most_pieces)
{
    gl *g = context_or_skip(es);
    hone_model *model = make_rig(&(rig_desc){.bones = bones, .vertices = vertices}, bones);
    hone_actor *actor = make_actor(model, 9);
    CHECK(hone_actor_palette(actor)->rigid);
    check_all(g, actor, max_slots, most_pieces);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- tests ---- */

static void the_built_in_character_dances_alike(void **state)
{
    (void)state;
    for (int es = 0; es < 2; es++) {
        gl *g = context_or_skip(es);
        hone_model *model = hone_sample_character(NULL);
        hone_motion *dance = hone_sample_dance(NULL);
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        CHECK(hone_actor_play(actor, dance, NULL, NULL).id);
        CHECK(hone_actor_update_frame(actor, 47, NULL)); /* a morph moves the face there */
        CHECK(hone_actor_morph_result(actor)->positions != hone_model_mesh(model)->positions);
        check_all(g, actor, 0, 1);
        if (es == 0)
            check_all(g, actor, 12, 1000);
        hone_actor_destroy(actor);
        hone_motion_release(dance);
        hone_model_release(model);
    }
}

static void rigs_of_any_size_are_skinned_alike(void **state)
{
    (void)state;
    check_rig(0, 167, 9333, 0, 1);
    check_rig(0, 347, 6000, 0, 2);
    check_rig(0, 1000, 9000, 0, 2);
    check_rig(1, 1000, 9000, 0, 2);
}

static void the_classic_budget_of_117_bones_splits_a_mesh(void **state)
{
    (void)state;
    check_rig(0, 167, 9333, 117, 2);
    check_rig(0, 1000, 9000, 117, 10);
    check_rig(1, 347, 3000, 117, 4);
}

/* Morphs start, change and end; the GPU's copy of the rest data follows. */
static void morphs_are_followed(void **state)
{
    (void)state;
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 30, .vertices = 1500}, 8);
    hone_actor *actor = make_actor(model, 9);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    const hone_mesh *mesh = hone_model_mesh(model);
    const float weights[] = {0, 1, 1, 0.25f, 0, 0.5f, 0};
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        uint32_t pieces;
        const trial t = {actor, HONE_SKIN_AUTO, 0, NULL};
        hone_actor_writable_pose(actor)->morphs[0] = weights[i];
        CHECK(hone_actor_evaluate(actor, NULL));
        hone_actor_apply_morphs(actor);
        hone_actor_build_palette(actor);
        check_way(g, gpu_model, &t, HONE_GPU_SKIN_TEXTURE, &pieces);
        CHECK((hone_actor_morph_result(actor)->positions == mesh->positions) == (weights[i] == 0));
        CHECK((hone_actor_morph_result(actor)->normals == mesh->normals) == (weights[i] == 0));
    }
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* The same pixels whether each row of poses is a row of the texture or rows are folded. */
static void folded_palettes_are_read_right(void **state)
{
    (void)state;
    gl *g = context_or_skip(0);
    uint32_t side = g->renderer->texture_side_max;
    g->renderer->texture_side_max = 64; /* 21 matrices per row */
    check_rig(0, 167, 900, 0, 1);
    g->renderer->texture_side_max = side;
}

static void the_shader_of_crowds_is_taken_by_both_kinds(void **state)
{
    (void)state;
    for (int es = 0; es < 2; es++) {
        hone_error error = {0};
        hone_program program = {0};
        if (!contexts[es].renderer)
            continue;
        use(&contexts[es], es);
        for (int pass = 0; pass < HONE_PASS_SKIN; pass++) {
            const hone_program_desc desc =
                hone_renderer_pass_program(contexts[es].renderer, (hone_gpu_skin)HONE_SKIN_PATH_CROWD, (hone_pass)pass);
            if (!hone_program_prepare(&program, &desc, &error))
                fail_msg("%s", error.message);
            hone_program_destroy(&program);
        }
    }
}

TEST_GROUP(test_gpu_skin)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_character_dances_alike),
        cmocka_unit_test(rigs_of_any_size_are_skinned_alike),
        cmocka_unit_test(the_classic_budget_of_117_bones_splits_a_mesh),
        cmocka_unit_test(morphs_are_followed),
        cmocka_unit_test(folded_palettes_are_read_right),
        cmocka_unit_test(the_shader_of_crowds_is_taken_by_both_kinds),
    };
    return cmocka_run_group_tests(tests, make_contexts, destroy_contexts);
}
