/* Palettes of many members at once: compared with the same in double precision, for every kernel. */
#include "play/crowd/scratch.h"
#include "support/make/bodies/make_animal.h"
#include "support/make/bodies/puppet.h"
#include "support/make/make_motion.h"
#include "support/reference/reference_crowd.h"
#include "support/support.h"
#include <hone/blend.h>
#include <stdlib.h>
#include <string.h>

enum { CLIPS = 3, LAYERS = 4, ITEMS = 19 };
static const float FINE = 2e-6f; /* tolerance of tables that are compared with exact ones */

typedef struct scene {
    hone_model *model;
    hone_motion *clips[CLIPS];
    hone_crowd_model *shared;
    hone_crowd_model_desc desc;
} scene;

static void open_scene(scene *s, const make_animal_desc *model, const make_animal_clip_desc *clip)
{
    hone_error error = {0};
    s->model = make_animal(model, &error);
    for (uint64_t c = 0; c < CLIPS; c++) {
        make_animal_clip_desc desc = *clip;
        desc.seed += c, desc.duration = 0.7 + 0.4 * (double)c;
        s->clips[c] = make_animal_clip(&desc, &error);
    }
    if (!s->model || !s->clips[CLIPS - 1])
        fail_msg("%s", error.message);
    s->desc.tolerance = s->desc.tolerance > 0 ? s->desc.tolerance : FINE;
    s->desc.model = s->model, s->desc.clip_count = CLIPS, s->desc.clips = (const hone_motion *const *)s->clips;
    s->shared = hone_crowd_model_create(&s->desc, &error);
    if (!s->shared)
        fail_msg("%s", error.message);
}

static void close_scene(scene *s)
{
    hone_crowd_model_release(s->shared);
    for (int c = 0; c < CLIPS; c++) hone_motion_release(s->clips[c]);
    hone_model_release(s->model);
}

static hone_crowd_scratch *scratch_of(const hone_crowd_model *shared, const hone_crowd_kernel *kernel)
{
    hone_error error = {0};
    hone_crowd_scratch *scratch = hone_crowd_scratch_create_with(shared, kernel, NULL, &error);
    if (!scratch)
        fail_msg("%s", error.message);
    return scratch;
}

/* Zero to four layers; some without weight, some beyond the ends, some with little weight in all. */
static uint32_t random_layers(test_random *random, hone_crowd_layer *layers)
{
    uint32_t count = test_random_u32(random) % (LAYERS + 1);
    float most = test_random_u32(random) % 4 ? 1 : 0.05f;
    for (uint32_t l = 0; l < count; l++)
        layers[l] = (hone_crowd_layer){.clip = test_random_u32(random) % CLIPS,
                                       .weight = test_random_float(random, -0.2f * most, most),
                                       .seconds = (double)test_random_float(random, -0.1f, 1.7f)};
    return count;
}

static double difference(const hone_affine *a, const reference_matrix *b)
{
    double worst = 0;
    for (int i = 0; i < 12; i++) {
        double d = fabs((double)a->m[i / 4][i % 4] - b->m[i / 4][i % 4]);
        if (!(d <= worst))
            worst = d;
    }
    return worst;
}

static void check_scene(const scene *s, const hone_crowd_kernel *kernel, uint32_t level)
{
    hone_crowd_scratch *scratch = scratch_of(s->shared, kernel);
    test_random random = {5};
    uint32_t compared = 0;
    for (int round = 0; round < 60; round++) {
        hone_crowd_layer layers[LAYERS];
        hone_affine palette[ANIMAL_BONES];
        reference_matrix reference[ANIMAL_BONES];
        const hone_crowd_item item = {layers, random_layers(&random, layers), level, palette};
        CHECK(hone_crowd_run(scratch, &item, 1, NULL));
        const uint8_t *moves = level ? s->desc.levels[level - 1] : NULL;
        double least = reference_crowd_palette(&s->desc, layers, item.layer_count, moves, reference);
        for (int b = 0; b < ANIMAL_BONES && least > 1e-2; b++)
            CHECK_NEAR(difference(&palette[b], &reference[b]), 0, 1e-5);
        compared += least > 1e-2;
    }
    CHECK(compared > 40);
    hone_crowd_scratch_destroy(scratch);
}

static const hone_crowd_kernel *kernel_of(int index)
{
#if HONE_KERNEL_AVX2
    if (index == 1)
        return hone_kernel_supported(&hone_crowd_avx2.kernel) ? &hone_crowd_avx2 : NULL;
#endif
    return index == 0 ? &hone_crowd_portable : NULL;
}

static const make_animal_clip_desc clip_kinds[] = {
    {.seed = 1},
    {.seed = 10, .most = 3, .keys = 4, .uneven = true, .translations = true, .scales = true},
    {.seed = 20, .interpolation = HONE_INTERPOLATION_STEP, .translations = true, .uneven = true},
    {.seed = 30, .interpolation = HONE_INTERPOLATION_CUBIC, .keys = 5, .translations = true, .scales = true},
    {.seed = 40, .still = 9, .translations = true},
    {.seed = 50, .keys = 1, .translations = true},
};
static const make_animal_desc model_kinds[] = {{0}, {.scaled = true}, {.sheared = true, .scaled = true}};

static void palettes_agree_with_the_reference(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof clip_kinds / sizeof *clip_kinds; k++)
        for (size_t m = 0; m < sizeof model_kinds / sizeof *model_kinds; m++) {
            scene s = {0};
            open_scene(&s, &model_kinds[m], &clip_kinds[k]);
            CHECK(hone_crowd_model_get_info(s.shared).tables);
            for (int i = 0; i < 2; i++)
                if (kernel_of(i))
                    check_scene(&s, kernel_of(i), 0);
            close_scene(&s);
        }
}

/* ---- levels of detail ---- */

static void left_out_bones_follow_at_rest(void **state)
{
    (void)state;
    uint8_t masks[2][ANIMAL_BONES];
    const uint8_t *levels[2] = {masks[0], masks[1]};
    for (int b = 0; b < ANIMAL_BONES; b++) masks[0][b] = b % 5 != 3, masks[1][b] = b % 3 == 0 && b != 6;
    for (size_t k = 0; k < 2; k++) {
        scene s = {.desc = {.level_count = 2, .levels = levels}};
        open_scene(&s, &model_kinds[2 * k], &clip_kinds[k]);
        CHECK(hone_crowd_model_get_info(s.shared).level_count == 3);
        for (int i = 0; i < 2; i++)
            for (uint32_t level = 0; level < 3 && kernel_of(i); level++) check_scene(&s, kernel_of(i), level);
        close_scene(&s);
    }
}

static void levels_by_length_leave_out_the_ends(void **state)
{
    (void)state;
    const hone_bone bones[] = {{.name = "hip", .parent = HONE_NONE},
                               {.name = "knee", .parent = 0, .position = {0, -2, 0}},
                               {.name = "ankle", .parent = 1, .position = {0, -4, 0}},
                               {.name = "toe", .parent = 2, .position = {0, -4, 0.5f}}};
    const hone_skeleton skeleton = {.bone_count = 4, .bones = bones};
    uint8_t moves[4];
    CHECK(hone_crowd_level_by_length(&skeleton, 0, moves) == 4);
    CHECK(hone_crowd_level_by_length(&skeleton, 0.4f, moves) == 3 && moves[2] && !moves[3]);
    CHECK(hone_crowd_level_by_length(&skeleton, 1, moves) == 2 && moves[1] && !moves[2]);
    CHECK(hone_crowd_level_by_length(&skeleton, 100, moves) == 0);
}

static void bones_that_nothing_moves_cost_nothing(void **state)
{
    (void)state;
    scene s = {0};
    open_scene(&s, &model_kinds[0], &clip_kinds[4]);
    CHECK(hone_crowd_model_get_info(s.shared).bone_count == ANIMAL_BONES - 9);
    CHECK_NEAR(hone_crowd_model_duration(s.shared, 1), 1.1, 1e-9);
    CHECK(hone_crowd_model_duration(s.shared, CLIPS) == 0);
    close_scene(&s);
}

/* ---- batches ---- */

static void members_do_not_depend_on_each_other(void **state)
{
    (void)state;
    uint8_t mask[ANIMAL_BONES];
    const uint8_t *levels[1] = {mask};
    for (int b = 0; b < ANIMAL_BONES; b++) mask[b] = b % 3 != 1;
    scene s = {.desc = {.level_count = 1, .levels = levels}};
    open_scene(&s, &model_kinds[1], &clip_kinds[1]);
    hone_affine alone[ITEMS][ANIMAL_BONES], together[ITEMS][ANIMAL_BONES];
    hone_crowd_layer layers[ITEMS][LAYERS];
    hone_crowd_item items[ITEMS];
    test_random random = {3};
    hone_crowd_scratch *first = scratch_of(s.shared, &hone_crowd_portable);
    for (uint32_t i = 0; i < ITEMS; i++) {
        items[i] = (hone_crowd_item){layers[i], random_layers(&random, layers[i]), i * 7 % 3 == 1, alone[i]};
        CHECK(hone_crowd_run(first, &items[i], 1, NULL));
        items[i].palette = together[i];
    }
    for (int k = 0; k < 2; k++) {
        hone_crowd_scratch *scratch = kernel_of(k) ? scratch_of(s.shared, kernel_of(k)) : NULL;
        for (uint32_t count = 1; scratch && count <= ITEMS; count++) {
            memset(together, 0, sizeof together);
            CHECK(hone_crowd_run(scratch, items, count, NULL));
            CHECK(memcmp(alone, together, count * sizeof *alone) == 0);
            CHECK(count == ITEMS || together[count][0].m[0][0] == 0);
        }
        hone_crowd_scratch_destroy(scratch);
    }
    hone_crowd_scratch_destroy(first);
    close_scene(&s);
}

static void wrong_items_are_refused(void **state)
{
    (void)state;
    scene s = {0};
    open_scene(&s, &model_kinds[0], &clip_kinds[0]);
    hone_crowd_scratch *scratch = scratch_of(s.shared, hone_crowd_best_kernel());
    hone_affine palette[ANIMAL_BONES] = {0};
    const hone_crowd_layer good = {.weight = 1}, bad = {.clip = CLIPS, .weight = 1};
    const hone_crowd_item items[] = {{&good, 1, 0, palette}, {&bad, 1, 0, palette}}, level = {&good, 1, 1, palette},
                          without = {&good, 1, 0, NULL}, layers = {NULL, 1, 0, palette};
    hone_error error = {0};
    CHECK(!hone_crowd_run(scratch, items, 2, &error) && error.code == HONE_ERROR_ARGUMENT && error.at == 1);
    CHECK(palette[0].m[0][0] == 0);
    CHECK(!hone_crowd_run(scratch, &level, 1, &error) && !hone_crowd_run(scratch, &without, 1, &error));
    CHECK(!hone_crowd_run(scratch, &layers, 1, &error) && !hone_crowd_run(NULL, items, 1, &error));
    CHECK(hone_crowd_run(scratch, NULL, 0, &error) && hone_crowd_run(scratch, items, 1, &error));
    hone_crowd_scratch_destroy(scratch);
    close_scene(&s);
}

static void times_without_a_number_count_as_the_beginning(void **state)
{
    (void)state;
    scene s = {0};
    open_scene(&s, &model_kinds[0], &clip_kinds[1]);
    hone_crowd_scratch *scratch = scratch_of(s.shared, hone_crowd_best_kernel());
    const double times[] = {0, NAN, -INFINITY, 1e300, INFINITY};
    hone_affine palettes[5][ANIMAL_BONES];
    for (int i = 0; i < 5; i++) {
        const hone_crowd_layer layer = {.weight = 1, .seconds = times[i]};
        CHECK(hone_crowd_run(scratch, &(hone_crowd_item){&layer, 1, 0, palettes[i]}, 1, NULL));
    }
    CHECK(!memcmp(palettes[0], palettes[1], sizeof *palettes) && !memcmp(palettes[0], palettes[2], sizeof *palettes));
    CHECK(!memcmp(palettes[3], palettes[4], sizeof *palettes) && memcmp(palettes[0], palettes[3], sizeof *palettes));
    hone_crowd_scratch_destroy(scratch);
    close_scene(&s);
}

/* ---- models that need a rig ---- */

/* Compares palettes of one layer with those of a sampler and a rig, every `step` seconds. */
static void check_with_rig(const hone_model *model, const hone_motion *motion, const hone_crowd_model *shared,
                           double step, double tolerance)
{
    uint32_t slots = hone_model_mesh(model)->slot_count, bones = hone_model_skeleton(model)->bone_count;
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, NULL);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    hone_palette *palette = hone_palette_create(slots, NULL, NULL);
    hone_crowd_scratch *scratch = hone_crowd_scratch_create(shared, NULL, NULL);
    hone_affine *out = calloc(slots, sizeof *out);
    CHECK(sampler && rig && pose && palette && scratch && out);
    for (int i = 0; i < 20; i++) {
        const hone_crowd_layer layer = {.weight = 0.7f, .seconds = step * i};
        CHECK(hone_crowd_run(scratch, &(hone_crowd_item){&layer, 1, 0, out}, 1, NULL));
        hone_pose_reset(pose, model);
        hone_sampler_sample(sampler, hone_frame_from_seconds(layer.seconds), pose);
        hone_rig_evaluate(rig, pose);
        hone_palette_build(hone_model_mesh(model)->slots, hone_rig_bones(rig), bones, palette);
        for (uint32_t s = 0; s < slots; s++)
            for (int n = 0; n < 12; n++)
                CHECK_NEAR(out[s].m[n / 4][n % 4], palette->affine[s].m[n / 4][n % 4], tolerance);
    }
    hone_sampler_destroy(sampler), hone_rig_destroy(rig), hone_pose_destroy(pose), hone_palette_destroy(palette);
    hone_crowd_scratch_destroy(scratch);
    free(out);
}

static void models_with_chains_are_evaluated_by_their_rig(void **state)
{
    (void)state;
    const puppet_desc kinds[] = {{.ik = true}, {.append = true}};
    for (int k = 0; k < 2; k++) {
        hone_model *model = puppet_make(&kinds[k], NULL);
        hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 4}, NULL);
        const hone_motion *const clips[] = {motion};
        hone_crowd_model *shared =
            hone_crowd_model_create(&(hone_crowd_model_desc){.model = model, .clip_count = 1, .clips = clips}, NULL);
        CHECK(model && motion && shared && !hone_crowd_model_get_info(shared).tables);
        check_with_rig(model, motion, shared, 0.11, 0);
        hone_crowd_model_release(shared), hone_motion_release(motion), hone_model_release(model);
    }
}

static void models_with_chains_may_be_baked(void **state)
{
    (void)state;
    const puppet_desc kinds[] = {{.ik = true}, {.append = true}};
    for (int k = 0; k < 2; k++) {
        hone_model *model = puppet_make(&kinds[k], NULL);
        hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 4}, NULL);
        const hone_motion *const clips[] = {motion};
        const hone_crowd_model_desc desc = {.model = model, .clip_count = 1, .clips = clips, .bake_rate = 60};
        hone_crowd_model *shared = hone_crowd_model_create(&desc, NULL);
        hone_crowd_model_info info = hone_crowd_model_get_info(shared);
        CHECK(model && motion && shared && info.tables && info.baked);
        CHECK(info.row_count >= hone_motion_duration(motion) * 60);
        check_with_rig(model, motion, shared, 0.1, 2e-4);   /* at rows; the tower is 20 units high */
        check_with_rig(model, motion, shared, 0.0917, 0.1); /* between them */
        hone_crowd_model_release(shared), hone_motion_release(motion), hone_model_release(model);
    }
}

static void mmd_models_without_chains_get_tables(void **state)
{
    (void)state;
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, 3, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, 3, sizeof *slots);
    for (int i = 0; i < 3; i++) {
        bones[i] = (hone_bone){.name = hone_builder_text(b,
                                                         i == 0   ? "a"
                                                         : i == 1 ? "b"
                                                                  : "c",
                                                         1),
                               .parent = i - 1,
                               .position = {0, 2.0f * (float)i, 1},
                               .flags = HONE_BONE_MOVABLE | HONE_BONE_ROTATABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        slots[i] = (hone_slot){i, hone_affine_translation((const float[3]){0, -2.0f * (float)i, -1})};
    }
    hone_model *model = test_model_create(b, &(hone_model_data){.skeleton = {.bone_count = 3, .bones = bones},
                                                                .mesh = {.slot_count = 3, .slots = slots}});
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 8}, NULL);
    const hone_motion *const clips[] = {motion};
    hone_crowd_model *shared = hone_crowd_model_create(
        &(hone_crowd_model_desc){.model = model, .clip_count = 1, .clips = clips, .tolerance = FINE}, NULL);
    CHECK(model && motion && shared && hone_crowd_model_get_info(shared).tables);
    CHECK(!hone_crowd_model_get_info(shared).baked);
    check_with_rig(model, motion, shared, 0.11, 3e-5); /* the model is five units high */
    hone_crowd_model_release(shared), hone_motion_release(motion), hone_model_release(model);
}

static void clips_beyond_the_limit_are_evaluated_by_the_rig(void **state)
{
    (void)state;
    scene s = {.desc = {.max_table_size = 20000}};
    open_scene(&s, &model_kinds[2], &clip_kinds[3]);
    hone_crowd_model_info info = hone_crowd_model_get_info(s.shared);
    CHECK(!info.tables && info.slot_count == ANIMAL_BONES && info.table_size == 0);
    check_scene(&s, &hone_crowd_portable, 0);
    close_scene(&s);
}

static void a_higher_tolerance_makes_smaller_tables(void **state)
{
    (void)state;
    scene fine = {0}, coarse = {.desc = {.tolerance = 1e-3f}};
    open_scene(&fine, &model_kinds[0], &clip_kinds[3]);
    open_scene(&coarse, &model_kinds[0], &clip_kinds[3]);
    hone_crowd_model_info a = hone_crowd_model_get_info(fine.shared), b = hone_crowd_model_get_info(coarse.shared);
    CHECK(b.row_count * 4 < a.row_count && b.table_size < a.table_size);
    close_scene(&fine), close_scene(&coarse);
}

/* The largest distance between the palettes of two crowd models, over their clips. */
static double largest_difference(const hone_crowd_model *a, const hone_crowd_model *b)
{
    const hone_crowd_model *models[] = {a, b};
    hone_affine palettes[2][ANIMAL_BONES];
    double worst = 0;
    hone_crowd_scratch *scratches[] = {scratch_of(a, hone_crowd_best_kernel()),
                                       scratch_of(b, hone_crowd_best_kernel())};
    for (uint32_t c = 0; c < CLIPS; c++)
        for (double seconds = 0; seconds < hone_crowd_model_duration(models[0], c); seconds += 0.0137) {
            const hone_crowd_layer layer = {.clip = c, .weight = 1, .seconds = seconds};
            for (int i = 0; i < 2; i++)
                CHECK(hone_crowd_run(scratches[i], &(hone_crowd_item){&layer, 1, 0, palettes[i]}, 1, NULL));
            for (int s = 0; s < ANIMAL_BONES; s++)
                for (int k = 0; k < 12; k++)
                    worst = fmax(worst,
                                 fabs((double)palettes[0][s].m[k / 4][k % 4] - (double)palettes[1][s].m[k / 4][k % 4]));
        }
    for (int i = 0; i < 2; i++) hone_crowd_scratch_destroy(scratches[i]);
    return worst;
}

/* The default tolerance is what half a pixel shows of a member that is 1080 pixels high. The animal is about one unit
 * long. */
static void tables_are_as_fine_as_can_be_seen(void **state)
{
    (void)state;
    scene fine = {0};
    open_scene(&fine, &model_kinds[0], &clip_kinds[3]);
    hone_crowd_model_desc desc = fine.desc;
    desc.tolerance = 0;
    hone_crowd_model *usual = hone_crowd_model_create(&desc, NULL);
    CHECK(usual);
    CHECK(hone_crowd_model_get_info(usual).row_count * 3 < hone_crowd_model_get_info(fine.shared).row_count);
    CHECK(largest_difference(usual, fine.shared) < 0.5 / 1080);
    hone_crowd_model_release(usual);
    close_scene(&fine);
}

static void a_model_without_a_rig_has_rows_at_the_rate_that_is_asked_for(void **state)
{
    (void)state;
    scene fine = {0};
    open_scene(&fine, &model_kinds[0], &clip_kinds[3]);
    hone_crowd_model_desc desc = fine.desc;
    double seconds = 0;
    desc.bake_rate = 40;
    hone_crowd_model *baked = hone_crowd_model_create(&desc, NULL);
    hone_crowd_model_info info = hone_crowd_model_get_info(baked);
    for (uint32_t c = 0; c < CLIPS; c++) seconds += hone_crowd_model_duration(baked, c);
    CHECK(info.tables && !info.baked);
    CHECK(info.row_count >= 40 * seconds && info.row_count <= 40 * seconds + 2 * CLIPS);
    CHECK_NEAR(largest_difference(baked, fine.shared), 0, 0.1);
    hone_crowd_model_release(baked);
    close_scene(&fine);
}

/* ---- failures ---- */

/* It moves a bone that no model has. */
static hone_motion *make_strange_clip(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(b, 1, sizeof *track);
    hone_bone_key *key = hone_builder_array(b, 1, sizeof *key);
    *key = (hone_bone_key){.rotation = {0, 0, 0, 1}};
    *track = (hone_bone_track){{.text = "elbow of another rig"}, 1, key};
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = 1, .bone_tracks = track};
    return hone_motion_create(b, &data, NULL, NULL);
}

static void wrong_assets_are_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = make_animal(&model_kinds[0], NULL), *puppet = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *motion = make_motion(puppet, &(make_motion_desc){.seed = 4}, NULL);
    const hone_motion *const clips[] = {motion}, *const none[] = {NULL};
    const hone_crowd_model_desc wrong[] = {{0},
                                           {.model = model, .clip_count = 1},
                                           {.model = model, .clip_count = 1, .clips = none},
                                           {.model = model, .clip_count = 1, .clips = clips},
                                           {.model = model, .level_count = 1},
                                           {.model = model, .level_count = HONE_CROWD_MAX_LEVELS},
                                           {.model = model, .tolerance = -1},
                                           {.model = model, .bake_rate = NAN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error.code = HONE_OK;
        CHECK(!hone_crowd_model_create(&wrong[i], &error) && error.code == HONE_ERROR_ARGUMENT);
    }
    CHECK(!hone_crowd_model_create(NULL, &error) && !hone_crowd_scratch_create(NULL, NULL, &error));
    hone_motion *strange = make_strange_clip();
    const hone_motion *const two[] = {motion, strange};
    const hone_crowd_model_desc other = {.model = puppet, .clip_count = 2, .clips = two};
    CHECK(strange && !hone_crowd_model_create(&other, &error));
    CHECK(error.at == 1 && strstr(error.message, "hone_retarget"));
    hone_motion_release(strange);
    CHECK(hone_crowd_model_get_info(NULL).slot_count == 0 && !hone_crowd_model_retain(NULL));
    hone_motion_release(motion), hone_model_release(puppet), hone_model_release(model);
}

/* Lets every allocation of the shared and of a job's memory fail in turn. */
static void check_refusals(const hone_crowd_model_desc *desc)
{
    for (uint64_t fail_at = 0;; fail_at++) {
        test_allocator allocator;
        hone_error error = {0};
        hone_crowd_model_desc own = *desc;
        test_allocator_make(&allocator, fail_at);
        own.allocator = &allocator.allocator;
        hone_crowd_model *shared = hone_crowd_model_create(&own, &error);
        hone_crowd_scratch *scratch = hone_crowd_scratch_create(shared, &allocator.allocator, &error);
        bool made = scratch != NULL;
        CHECK(made || error.code == HONE_ERROR_MEMORY);
        hone_crowd_scratch_destroy(scratch), hone_crowd_model_release(shared);
        CHECK(allocator.live == 0);
        if (made)
            return;
    }
}

static void refused_memory_fails_cleanly(void **state)
{
    (void)state;
    uint8_t mask[ANIMAL_BONES] = {1};
    const uint8_t *levels[1] = {mask};
    for (int k = 0; k < 2; k++) {
        scene s = {.desc = {.level_count = 1, .levels = levels, .max_table_size = k ? 100 : 0}};
        open_scene(&s, &model_kinds[1], &clip_kinds[1]);
        check_refusals(&s.desc);
        close_scene(&s);
    }
}

TEST_GROUP(test_crowd_palettes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palettes_agree_with_the_reference),
        cmocka_unit_test(left_out_bones_follow_at_rest),
        cmocka_unit_test(levels_by_length_leave_out_the_ends),
        cmocka_unit_test(bones_that_nothing_moves_cost_nothing),
        cmocka_unit_test(members_do_not_depend_on_each_other),
        cmocka_unit_test(wrong_items_are_refused),
        cmocka_unit_test(times_without_a_number_count_as_the_beginning),
        cmocka_unit_test(models_with_chains_are_evaluated_by_their_rig),
        cmocka_unit_test(models_with_chains_may_be_baked),
        cmocka_unit_test(mmd_models_without_chains_get_tables),
        cmocka_unit_test(clips_beyond_the_limit_are_evaluated_by_the_rig),
        cmocka_unit_test(a_higher_tolerance_makes_smaller_tables),
        cmocka_unit_test(tables_are_as_fine_as_can_be_seen),
        cmocka_unit_test(a_model_without_a_rig_has_rows_at_the_rate_that_is_asked_for),
        cmocka_unit_test(wrong_assets_are_refused),
        cmocka_unit_test(refused_memory_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
