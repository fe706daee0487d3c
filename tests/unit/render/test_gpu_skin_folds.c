/* Skinning by the GPU where something is at its limit: scales, far bones, many influences, weights by distance, and
 * bone textures that fold. */
#include "samples/samples.h"
#include "unit/render/gpu_rigs.h"
#include "unit/render/gpu_trial.h"

static void check_distance(gl *g, hone_gpu_model *gpu_model, hone_actor *actor, float exponent, hone_skin_method method)
{
    hone_error error = {0};
    hone_draw_range batch;
    float worst[2] = {0, 0}, size = 0;
    hone_draw_desc desc = {.gpu_skin = HONE_GPU_SKIN_DISTANCE, .method = method, .distance_exponent = exponent};
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    desc.items = &item, desc.item_count = 1;
    const hone_draw_entry *entry = hone_draw_list_make(g->renderer, &desc, &error) ? g->renderer->list.entries : NULL;
    if (!entry || !hone_gpu_model_begin(gpu_model, &desc, entry, &error) ||
        !hone_gpu_model_begin_range(gpu_model, &desc, entry, 0, &batch, &error))
        fail_msg("%s", error.message);
    assert_int_equal(gpu_model->skin_path, HONE_GPU_SKIN_DISTANCE);
    const hone_split *split = gpu_model->gpu.split;
    const hone_program *program = &g->capture[HONE_GPU_SKIN_DISTANCE];
    float(*want)[OUTPUTS] = reference_by_distance(actor, split, exponent, method);
    float(*got)[OUTPUTS] = calloc(gpu_model->gpu.vertices.count + 1, sizeof *got);
    for (uint32_t v = 0; v < hone_model_mesh(hone_actor_model(actor))->vertex_count; v++)
        for (int c = 0; c < 3; c++) size = fmaxf(size, 2 * fabsf(want[v][c]));
    CHECK(hone_target_prepare(&g->renderer->targets[0], 8, 8, 0, NULL));
    hone_target_begin(&g->renderer->targets[0], (float[4]){0});
    hone_gpu_model_use(gpu_model, &batch);
    glUseProgram(program->name);
    hone_bone_palette_use(&gpu_model->palette, g->renderer, program, method);
    hone_gpu_segments_use(&gpu_model->segments, g->renderer, program, exponent);
    capture(0, split->vertex_begin[1], got);
    check_piece(gpu_model, 0, got, want, size, worst);
    if (getenv("HONE_TEST_VERBOSE"))
        printf("%u bones, c = %g, method %d: position within %.1e of the size, normal within %.1e\n",
               split->slot_begin[1], (double)exponent, method, (double)worst[0], (double)worst[1]);
    free(want);
    free(got);
}

/* Scaled along one axis, evenly scaled, mirrored and sheared: with any way that can hold it, always as on the CPU. */
static void scaled_bones_fall_back_to_matrices(void **state)
{
    (void)state;
    static const struct {
        float scale[3];
        bool quaternion; /* the form can hold it */
    } cases[] = {{{1, 2.5f, 1}, false}, {{1.7f, 1.7f, 1.7f}, true}, {{1, -1, 1}, false}};
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 40, .vertices = 600, .linear = true}, 5);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int w = 0; w < WAYS; w++)
            for (int method = 0; method <= HONE_SKIN_CENTRES; method++) {
                hone_palette pose = {.slot_count = 40};
                hone_actor *actor = make_actor(model, 9);
                hone_affine bones[40];
                memcpy(bones, hone_actor_bones(actor), sizeof bones);
                for (int k = 0; k < 40; k += 5)
                    for (int r = 0; r < 3; r++)
                        for (int c = 0; c < 3; c++) bones[k].m[r][c] *= cases[i].scale[c];
                hone_affine affine[40], cofactor[40];
                hone_dual_quaternion duals[40];
                pose.affine = affine, pose.cofactor = cofactor, pose.duals = duals;
                hone_palette_build(hone_model_mesh(model)->slots, bones, 40, &pose);
                CHECK(!pose.rigid);
                const trial t = {actor, (hone_skin_method)method, 0, &pose};
                hone_palette_form form = hone_skin_encoding_of(gpu_ways[w])->form;
                bool quaternions = form == HONE_PALETTE_QUATERNION_SCALE || form == HONE_PALETTE_QUATERNION_SCALE_HALF;
                bool in_texture = quaternions && hone_gpu_skin_has_texture(gpu_ways[w]);
                bool refused = gpu_ways[w] == HONE_GPU_SKIN_DUAL_QUATERNION || (quaternions && !cases[i].quaternion);
                hone_gpu_skin instead = in_texture ? HONE_GPU_SKIN_TEXTURE : HONE_GPU_SKIN_MATRIX;
                uint32_t pieces = 0;
                hone_gpu_skin taken = check_way(g, gpu_model, &t, gpu_ways[w], &pieces);
                assert_int_equal(taken, refused ? instead : gpu_ways[w]);
                const char *why = hone_gpu_model_fallback(gpu_model);
                CHECK((why != NULL) == refused);
                if (refused)
                    CHECK(strstr(why, "slot 0 does not fit") && (strstr(why, "in a texture") != NULL) == in_texture);
                hone_actor_destroy(actor);
            }
    hone_gpu_model_destroy(gpu_model);
    hone_model_release(model);
}

/* Beyond the range of half floats: by matrices in a texture of floats. */
static void far_bones_fall_back_from_half_floats(void **state)
{
    (void)state;
    static const hone_gpu_skin halves[] = {HONE_GPU_SKIN_TEXTURE_HALF, HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF};
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 40, .vertices = 600}, 5);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    for (int w = 0; w < 2; w++)
        for (int far = 0; far < 2; far++) {
            hone_actor *actor = make_actor(model, 9);
            hone_actor_writable_pose(actor)->bones[39].translation[1] = far ? 2e5f : 0;
            CHECK(hone_actor_evaluate(actor, NULL));
            hone_actor_apply_morphs(actor);
            hone_actor_build_palette(actor);
            uint32_t pieces;
            const trial t = {actor, HONE_SKIN_AUTO, 0, NULL};
            assert_int_equal(check_way(g, gpu_model, &t, halves[w], &pieces), far ? HONE_GPU_SKIN_TEXTURE : halves[w]);
            CHECK(!far || strstr(hone_gpu_model_fallback(gpu_model), "slot 39 does not fit half floats"));
            hone_actor_destroy(actor);
        }
    hone_gpu_model_destroy(gpu_model);
    hone_model_release(model);
}

static void more_than_four_influences_are_the_cpus(void **state)
{
    (void)state;
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 12, .vertices = 60, .influences = 7, .linear = true}, 5);
    hone_actor *actor = make_actor(model, 9);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    uint32_t pieces;
    const trial t = {actor, HONE_SKIN_AUTO, 0, NULL};
    assert_int_equal(check_way(g, gpu_model, &t, HONE_GPU_SKIN_TEXTURE, &pieces), HONE_GPU_SKIN_OFF);
    CHECK(strstr(hone_gpu_model_fallback(gpu_model), "7 influences"));
    check_way(g, gpu_model, &t, HONE_GPU_SKIN_OFF, &pieces);
    CHECK(!hone_gpu_model_fallback(gpu_model));
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* Exponents whose powers underflow in a float unless they are relative, one bone, folded segments, ES. */
static void weights_by_distance_are_those_of_the_cpu(void **state)
{
    (void)state;
    static const struct {
        uint32_t bones, vertices;
        float exponent;
        int es;
    } cases[] = {{1, 30, 0, 0},     {5, 300, 16, 0},  {167, 600, 0, 0},  {167, 600, 2, 0},
                 {167, 600, 64, 0}, {40, 300, 16, 1}, {40, 300, 300, 0}, {347, 500, 16, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int method = HONE_SKIN_AUTO; method <= HONE_SKIN_DUAL_QUATERNION; method += HONE_SKIN_DUAL_QUATERNION) {
            gl *g = context_or_skip(cases[i].es);
            const rig_desc desc = {.bones = cases[i].bones, .vertices = cases[i].vertices, .linear = true};
            hone_model *model = make_rig(&desc, 4);
            hone_actor *actor = make_actor(model, 9);
            uint32_t side = g->renderer->texture_side_max;
            g->renderer->texture_side_max = i % 2 ? side : 64;
            hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
            check_distance(g, gpu_model, actor, cases[i].exponent, (hone_skin_method)method);
            hone_gpu_model_destroy(gpu_model);
            g->renderer->texture_side_max = side;
            hone_actor_destroy(actor);
            hone_model_release(model);
        }
}

/* After weights have changed, the vertex shader uses the bones of the new weights. */
static void changed_weights_change_the_bones_of_distances(void **state)
{
    (void)state;
    enum { VERTICES = 40 };
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 12, .vertices = VERTICES, .linear = true}, 4);
    hone_actor *actor = make_actor(model, 9);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    uint8_t deforms[VERTICES];
    uint32_t begin[VERTICES + 1];
    hone_influence influences[VERTICES];
    for (uint32_t v = 0; v < VERTICES; v++) {
        deforms[v] = HONE_DEFORM_LINEAR, begin[v] = v, influences[v] = (hone_influence){v % 2 ? 10 : 7, 1};
    }
    begin[VERTICES] = VERTICES;
    check_distance(g, gpu_model, actor, 0, HONE_SKIN_AUTO);
    const hone_weights weights = {.deforms = deforms, .influence_begin = begin, .influences = influences};
    hone_model *changed = hone_model_with_weights(model, &weights, NULL, NULL);
    CHECK(changed && hone_gpu_model_set_skin_weights(gpu_model, changed, NULL) &&
          hone_actor_set_skin_weights(actor, changed, NULL));
    check_distance(g, gpu_model, actor, 0, HONE_SKIN_AUTO);
    assert_int_equal(gpu_model->gpu.split->slot_begin[1], 2);
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(changed);
    hone_model_release(model);
}

static void bone_textures_fold_where_rows_are_too_long_or_too_many(void **state)
{
    (void)state;
    static const struct {
        uint32_t entry, row, rows, side, width, height;
    } cases[] = {
        {3, 501, 1000, 2048, 501, 1000},   {3, 0, 0, 2048, 1, 1},
        {3, 3000, 2, 2048, 2046, 3},       {5, 100, 3000, 2048, 2045, 147},
        {3, 2046, 2048, 2048, 2046, 2048}, {3, 2049, 2046, 2048, 0, 0},
        {3, 4092, 1024, 2048, 2046, 2048}, {3, UINT32_MAX, UINT32_MAX, 16384, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_bone_layout l = hone_bone_layout_of(cases[i].entry, cases[i].row, cases[i].rows, cases[i].side);
        assert_int_equal(l.width, cases[i].width);
        assert_int_equal(l.height, cases[i].height);
    }
}

TEST_GROUP(test_gpu_skin_folds)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaled_bones_fall_back_to_matrices),
        cmocka_unit_test(far_bones_fall_back_from_half_floats),
        cmocka_unit_test(more_than_four_influences_are_the_cpus),
        cmocka_unit_test(weights_by_distance_are_those_of_the_cpu),
        cmocka_unit_test(changed_weights_change_the_bones_of_distances),
        cmocka_unit_test(bone_textures_fold_where_rows_are_too_long_or_too_many),
    };
    return cmocka_run_group_tests(tests, make_contexts, destroy_contexts);
}
