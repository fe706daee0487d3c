/* Crowds on the GPU: their pictures beside those of the palettes of the same crowd, and their error. */
#include "draw/render/mesh/gpu_crowd.h"
#include "samples/samples.h"
#include "support/image/pixels.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 96, DANCERS = 12, MANY = 10000 };

static struct {
    hone_model *character;
    hone_motion *dance;
    hone_actor *actor;
    hone_gpu_model *gpu_model;
    hone_crowd_model *crowd_model;
    hone_gpu_crowd *gpu_crowd;
    hone_error error;
} shared;

static int enter(void **state)
{
    return pixels_enter(state);
}

static int leave(void **state)
{
    hone_gpu_crowd_destroy(shared.gpu_crowd);
    hone_crowd_model_release(shared.crowd_model);
    hone_gpu_model_destroy(shared.gpu_model);
    hone_actor_destroy(shared.actor);
    hone_motion_release(shared.dance);
    hone_model_release(shared.character);
    return pixels_leave(state);
}

static const hone_gpu_crowd_desc *usual(void)
{
    static hone_gpu_crowd_desc desc;
    desc = (hone_gpu_crowd_desc){.gpu_model = shared.gpu_model, .crowd_model = shared.crowd_model, .rate = 20};
    return &desc;
}

static void prepare(void)
{
    hone_renderer *renderer = pixels_renderer();
    if (shared.gpu_crowd)
        return;
    shared.character = hone_sample_character(NULL);
    shared.dance = hone_sample_dance(NULL);
    const hone_motion *clips[] = {shared.dance};
    shared.actor = hone_actor_create(&(hone_actor_desc){.model = shared.character}, NULL);
    shared.gpu_model = hone_gpu_model_create(renderer, shared.character, NULL, NULL);
    shared.crowd_model = hone_crowd_model_create(
        &(hone_crowd_model_desc){.model = shared.character, .clip_count = 1, .clips = clips}, NULL);
    shared.gpu_crowd = hone_gpu_crowd_create(usual(), &shared.error);
    if (!shared.gpu_crowd)
        fail_msg("%s", shared.error.message);
}

static hone_crowd *make_crowd(uint32_t count)
{
    hone_crowd *crowd = hone_crowd_create(
        &(hone_crowd_desc){.model = shared.crowd_model, .member_count = count, .play_count = 6}, NULL);
    assert_non_null(crowd);
    return crowd;
}

/* Seconds of a frame of the clip's texture. */
static double seconds_of(double frame)
{
    const hone_gpu_clip *clip = &shared.gpu_crowd->clips[0];
    return clip->duration * frame / (clip->count - 1);
}

static hone_image draw_item(hone_draw_item item)
{
    hone_image image;
    hone_error error = {0};
    CHECK(hone_image_create(SIDE, SIDE, NULL, &image, NULL));
    item.gpu_model = shared.gpu_model, item.actor = shared.actor;
    const hone_draw_desc desc = {.width = SIDE,
                                 .height = SIDE,
                                 .samples = 1,
                                 .background = {0.5f, 0.6f, 0.7f, 1},
                                 .camera = {{0, 10, 0}, {0, 0, 0}, -60, 30, false},
                                 .items = &item,
                                 .item_count = 1,
                                 .method = HONE_SKIN_LINEAR,
                                 .shadows = HONE_SHADOWS_OFF, /* each pass has programs, whose compiling takes long */
                                 .gpu_skin = HONE_GPU_SKIN_TEXTURE};
    if (!hone_renderer_draw_image(pixels_renderer(), &desc, &image, &error))
        fail_msg("%s", error.message);
    return image;
}

static hone_image draw_on_gpu(const hone_crowd *crowd)
{
    if (!hone_gpu_crowd_set_members(shared.gpu_crowd, crowd, &shared.error))
        fail_msg("%s", shared.error.message);
    return draw_item((hone_draw_item){.crowd = shared.gpu_crowd});
}

/* The same members by the palettes that the crowd has computed. */
static hone_image draw_palettes(hone_crowd *crowd, uint32_t count)
{
    hone_palette *own[DANCERS], poses[DANCERS];
    hone_instance instances[DANCERS];
    uint32_t slots = hone_crowd_model_get_info(shared.crowd_model).slot_count;
    for (uint32_t i = 0; i < count; i++) {
        own[i] = hone_palette_create(slots, NULL, NULL);
        CHECK(hone_crowd_build_palette(crowd, i, own[i], NULL));
        poses[i] = *own[i];
        instances[i] = (hone_instance){hone_crowd_writable_places(crowd)[i], i};
    }
    hone_image image = draw_item(
        (hone_draw_item){.instances = instances, .instance_count = count, .poses = poses, .pose_count = count});
    for (uint32_t i = 0; i < count; i++) hone_palette_destroy(own[i]);
    return image;
}

/* Returns how many pixels differ by more than 8 of 255. */
static uint32_t differ(const hone_image *a, const hone_image *b)
{
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        int most = 0;
        for (int c = 0; c < 4; c++) {
            int d = abs(a->pixels[4 * i + (size_t)c] - b->pixels[4 * i + (size_t)c]);
            most = d > most ? d : most;
        }
        count += most > 8;
    }
    return count;
}

/* ---- pictures ---- */

static void a_crowd_of_one_at_a_frame_is_the_plain_drawing(void **state)
{
    (void)state;
    prepare();
    hone_crowd *crowd = make_crowd(1);
    *hone_crowd_writable_plays(crowd, 0) = (hone_crowd_play){.weight = 0.7f, .seconds = seconds_of(17)};
    CHECK(hone_crowd_update(crowd, 0, NULL, NULL));
    hone_image plain = draw_palettes(crowd, 1), image = draw_on_gpu(crowd), again = draw_palettes(crowd, 1);
    assert_memory_equal(image.pixels, plain.pixels, SIDE * SIDE * 4);
    assert_memory_equal(again.pixels, plain.pixels, SIDE * SIDE * 4); /* a crowd leaves nothing behind */
    hone_image_release(&plain), hone_image_release(&image), hone_image_release(&again);
    *hone_crowd_writable_plays(crowd, 0) = (hone_crowd_play){0}; /* at rest */
    CHECK(hone_crowd_update(crowd, 0, NULL, NULL));
    plain = draw_palettes(crowd, 1), image = draw_on_gpu(crowd);
    assert_memory_equal(image.pixels, plain.pixels, SIDE * SIDE * 4);
    hone_image_release(&plain), hone_image_release(&image);
    hone_crowd_destroy(crowd);
}

/* Between frames and in blends of the clip at two times, which are near each other. */
static void members_look_as_their_palettes_do(void **state)
{
    (void)state;
    prepare();
    hone_crowd *crowd = make_crowd(DANCERS);
    for (uint32_t i = 0; i < DANCERS; i++) {
        hone_crowd_play *plays = hone_crowd_writable_plays(crowd, i);
        plays[0] = (hone_crowd_play){.weight = 1, .seconds = seconds_of(3.3 * i), .speed = 1};
        plays[1] = (hone_crowd_play){.weight = i % 3 ? 0 : 0.5f, .seconds = seconds_of(3.3 * i + 0.4), .speed = 1};
        hone_crowd_writable_places(crowd)[i] =
            hone_affine_translation((const float[3]){((float)(i % 4) - 1.5f) * 7, ((float)(i / 4) - 1) * 8 - 2, 0});
    }
    CHECK(hone_crowd_update(crowd, 0.01, NULL, NULL));
    hone_image palettes = draw_palettes(crowd, DANCERS), image = draw_on_gpu(crowd);
    uint32_t off = differ(&palettes, &image);
    CHECK(off < SIDE * SIDE / 50);
    hone_crowd_writable_plays(crowd, 0)->seconds += 0.5; /* another pose is another picture */
    hone_image moved = draw_on_gpu(crowd);
    CHECK(differ(&moved, &image) > 5);
    hone_image_release(&palettes), hone_image_release(&image), hone_image_release(&moved);
    hone_crowd_destroy(crowd);
}

static const bool *hide_all(void)
{
    static bool hidden[64];
    CHECK(hone_model_get(shared.character)->material_count <= 64);
    memset(hidden, 1, sizeof hidden);
    return hidden;
}

static void ten_thousand_members_are_one_draw_and_less_than_a_megabyte(void **state)
{
    (void)state;
    prepare();
    hone_crowd *crowd = make_crowd(MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        *hone_crowd_writable_plays(crowd, i) = (hone_crowd_play){.weight = 1, .seconds = 1e-3 * i, .speed = 1};
        hone_crowd_writable_places(crowd)[i].m[0][3] = (float)i;
    }
    CHECK(hone_crowd_advance(crowd, 0.5, NULL));
    CHECK(hone_gpu_crowd_set_members(shared.gpu_crowd, crowd, NULL));
    const hone_draw_item item = {.crowd = shared.gpu_crowd, .hidden = hide_all()}; /* drawing takes minutes on a CPU */
    hone_image image = draw_item(item);
    uint64_t sent = hone_renderer_stats(pixels_renderer()).palette_bytes;
    CHECK(sent >= 20 * MANY && sent <= 1000000);
    assert_int_equal(shared.gpu_model->draw_count, 1);
    assert_int_equal(shared.gpu_model->instances.count, MANY);
    hone_image_release(&image);
    image = draw_item(item); /* nobody has moved */
    CHECK(hone_renderer_stats(pixels_renderer()).palette_bytes == 0);
    hone_image_release(&image);
    hone_crowd_destroy(crowd);
}

/* ---- numbers ---- */

/* The vertices of a member at a time, skinned by its palette. */
static void skin(hone_crowd *crowd, double frame, float (*out)[3], uint32_t count)
{
    *hone_crowd_writable_plays(crowd, 0) = (hone_crowd_play){.weight = 1, .seconds = seconds_of(frame)};
    CHECK(hone_crowd_update(crowd, 0, NULL, NULL));
    const hone_skin_job job = {.method = HONE_SKIN_LINEAR, .positions = {out, count, sizeof *out}};
    CHECK(hone_crowd_skin(crowd, 0, &job, NULL));
}

static void no_vertex_is_further_off_than_the_error(void **state)
{
    (void)state;
    prepare();
    hone_crowd *crowd = make_crowd(1);
    uint32_t count = hone_model_mesh(shared.character)->vertex_count;
    float(*v)[3] = malloc(3 * count * sizeof *v), (*next)[3] = v + count, (*middle)[3] = v + 2 * (size_t)count;
    hone_gpu_crowd_info info = hone_gpu_crowd_get_info(shared.gpu_crowd);
    double worst = 0;
    for (uint32_t f = 0; f + 1 < shared.gpu_crowd->clips[0].count; f += 5) {
        skin(crowd, f, v, count), skin(crowd, f + 1, next, count), skin(crowd, f + 0.5, middle, count);
        for (uint32_t i = 0; i < count; i++) {
            double square = 0;
            for (int c = 0; c < 3; c++) square += pow((double)(v[i][c] / 2 + next[i][c] / 2 - middle[i][c]), 2);
            worst = fmax(worst, sqrt(square));
        }
    }
    CHECK(worst > 0 && worst <= info.error && info.error < 40 * worst);
    CHECK(info.frame_count == shared.gpu_crowd->clips[0].count + 1 && info.member_size <= 100);
    free(v);
    hone_crowd_destroy(crowd);
}

static uint32_t weight_of(const hone_gpu_member *member, uint32_t layer)
{
    return member->layers[layer][1] >> 16;
}

static void members_play_their_four_heaviest_clips(void **state)
{
    (void)state;
    prepare();
    hone_crowd *crowd = make_crowd(2);
    for (uint32_t p = 0; p < 6; p++) /* the third and the fifth are the lightest */
        hone_crowd_writable_plays(crowd, 0)[p] =
            (hone_crowd_play){.weight = p == 2 || p == 4 ? 0.1f : 1, .seconds = seconds_of(p)};
    *hone_crowd_writable_plays(crowd, 1) = (hone_crowd_play){.weight = 0.025f, .seconds = seconds_of(9)};
    CHECK(hone_gpu_crowd_set_members(shared.gpu_crowd, crowd, NULL));
    const hone_gpu_member *members = shared.gpu_crowd->members;
    uint32_t sum = 0, frames = 0;
    for (uint32_t i = 0; i < HONE_GPU_CROWD_LAYERS; i++) {
        sum += weight_of(&members[0], i);
        frames |= 1u << ((members[0].layers[i][0] & UINT16_MAX) - 1);
        CHECK(abs((int)weight_of(&members[0], i) - UINT16_MAX / 4) <= 2);
    }
    CHECK(sum == UINT16_MAX && frames == (1 | 2 | 8 | 32));
    CHECK(members[1].layers[0][0] == (10 | 11u << 16) && abs((int)weight_of(&members[1], 0) - UINT16_MAX / 4) <= 1);
    CHECK(members[1].layers[1][0] == 0 && weight_of(&members[1], 0) + weight_of(&members[1], 1) == UINT16_MAX);
    hone_crowd_destroy(crowd);
}

static void a_crowd_is_sent_again_to_a_new_context(void **state)
{
    (void)state;
    prepare();
    hone_renderer *renderer = pixels_renderer();
    hone_crowd *crowd = make_crowd(1);
    *hone_crowd_writable_plays(crowd, 0) = (hone_crowd_play){.weight = 1, .seconds = seconds_of(5.5)};
    hone_image before = draw_on_gpu(crowd);
    hone_renderer_lose_context(renderer);
    CHECK(hone_renderer_restore(renderer, NULL) && hone_gpu_model_restore(shared.gpu_model, NULL, NULL));
    hone_image after = draw_item((hone_draw_item){.crowd = shared.gpu_crowd});
    assert_memory_equal(before.pixels, after.pixels, SIDE * SIDE * 4);
    hone_image_release(&before), hone_image_release(&after);
    hone_crowd_destroy(crowd);
}

static void every_refused_allocation_is_an_error(void **state)
{
    (void)state;
    prepare();
    test_allocator *memory = pixels_memory();
    hone_gpu_crowd_desc desc = *usual();
    hone_gpu_crowd *made = NULL;
    uint64_t live = memory->live;
    desc.rate = 1;
    for (uint64_t n = 1; !made; n++) {
        hone_error error = {0};
        memory->fail_at = memory->calls + n;
        made = hone_gpu_crowd_create(&desc, &error);
        memory->fail_at = UINT64_MAX;
        CHECK(made ? n > 4 : error.code == HONE_ERROR_MEMORY && memory->live == live);
    }
    hone_gpu_crowd_destroy(made);
    CHECK(memory->live == live);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    prepare();
    hone_error error = {0};
    hone_gpu_crowd_desc desc = *usual();
    hone_crowd *crowd = make_crowd(2);
    desc.rate = 2000;
    CHECK(!hone_gpu_crowd_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    desc.rate = NAN;
    CHECK(!hone_gpu_crowd_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_gpu_crowd_create(NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    *hone_crowd_writable_plays(crowd, 1) = (hone_crowd_play){.clip = 7, .weight = 1};
    CHECK(!hone_gpu_crowd_set_members(shared.gpu_crowd, crowd, &error) && error.at == 1);
    CHECK(hone_gpu_crowd_get_info(shared.gpu_crowd).member_count == 0);
    CHECK(!hone_gpu_crowd_set_members(shared.gpu_crowd, NULL, &error));
    hone_gpu_crowd_destroy(NULL);
    hone_crowd_destroy(crowd);
}

TEST_GROUP(test_gpu_crowd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_of_one_at_a_frame_is_the_plain_drawing),
        cmocka_unit_test(members_look_as_their_palettes_do),
        cmocka_unit_test(ten_thousand_members_are_one_draw_and_less_than_a_megabyte),
        cmocka_unit_test(no_vertex_is_further_off_than_the_error),
        cmocka_unit_test(members_play_their_four_heaviest_clips),
        cmocka_unit_test(a_crowd_is_sent_again_to_a_new_context),
        cmocka_unit_test(every_refused_allocation_is_an_error),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
