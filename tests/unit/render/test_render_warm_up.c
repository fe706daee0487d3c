/* Programs that are compiled before the first picture. Skipped only if EGL has no driver. */
#include "draw/render/frame.h"
#include "support/image/pixels.h"
#include "support/make/balls.h"
#include "support/make/quads.h"
#include <hone/render.h>
#include <string.h>

enum { SIZE = 32 };

typedef struct stage {
    hone_renderer *renderer;
    hone_gpu_model *gpu_model;
    hone_actor *actor;
    hone_gpu_image *image;
    hone_draw_item item;
    hone_backdrop backdrop;
    hone_overlay overlay;
    hone_overlay_vertex vertices[2];
} stage;

static void set_up(stage *s)
{
    hone_material ball = test_ball_material();
    uint8_t grey[4] = {128, 128, 128, 255};
    ball.flags = HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW | HONE_MATERIAL_EDGE;
    ball.edge_size = 2;
    hone_model *model = test_balls_model(&ball, 1, 3, NULL);
    pixels_renderer(); /* skips */
    *s = (stage){.renderer = hone_renderer_create(NULL, NULL)};
    s->gpu_model = hone_gpu_model_create(s->renderer, model, NULL, NULL);
    s->actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    s->image = hone_gpu_image_create(s->renderer, &(hone_image){.width = 1, .height = 1, .pixels = grey}, NULL);
    s->item = (hone_draw_item){.gpu_model = s->gpu_model, .actor = s->actor};
    s->backdrop = (hone_backdrop){.image = s->image};
    s->overlay = (hone_overlay){.kind = HONE_OVERLAY_LINES, .vertices = s->vertices, .count = 2};
    hone_model_release(model);
}

static void tear_down(stage *s)
{
    hone_gpu_image_destroy(s->image);
    hone_gpu_model_destroy(s->gpu_model);
    hone_actor_destroy(s->actor);
    hone_renderer_destroy(s->renderer);
}

/* As much as a picture may have, or as little. */
static hone_draw_desc picture_of(const stage *s, bool rich)
{
    hone_draw_desc desc = {.width = SIZE,
                           .height = SIZE,
                           .camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true},
                           .gpu_skin = HONE_GPU_SKIN_MATRIX,
                           .no_edges = !rich,
                           .shadows = rich ? HONE_SHADOWS_BOTH : HONE_SHADOWS_OFF,
                           .grid = rich,
                           .items = &s->item,
                           .item_count = 1};
    if (rich) {
        desc.backdrop = &s->backdrop;
        desc.overlays = &s->overlay, desc.overlay_count = 1;
    }
    return desc;
}

static uint32_t count_programs(const hone_renderer *renderer)
{
    const hone_program *others[] = {&renderer->grid, &renderer->backdrop, &renderer->overlay.program};
    uint32_t count = 0;
    for (int i = 0; i < 3; i++) count += others[i]->name != 0;
    for (int skin = 0; skin < HONE_GPU_SKIN_COUNT; skin++)
        for (int pass = 0; pass < HONE_PASS_COUNT; pass++) count += renderer->programs[skin][pass].name != 0;
    return count;
}

static void draw(stage *s, const hone_draw_desc *desc, uint8_t *out)
{
    hone_image image;
    hone_error error = {0};
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    if (!hone_renderer_draw_image(s->renderer, desc, &image, &error))
        fail_msg("%s", error.message);
    memcpy(out, image.pixels, (size_t)SIZE * SIZE * 4);
    hone_image_release(&image);
}

/* How many calls it takes. Each brings the progress on by at most one program, if the driver does not compile aside. */
static uint32_t warm_up(stage *s, const hone_draw_desc *desc, uint32_t total)
{
    uint32_t calls = 0;
    for (hone_warm_up now = {0}, before = {0}; calls == 0 || now.done < now.total; calls++, before = now) {
        CHECK(hone_renderer_warm_up(s->renderer, desc, &now, NULL) && now.total == total && now.done >= before.done);
        CHECK(s->renderer->compiles_aside || now.done <= before.done + 1);
        CHECK(calls < 10000000);
    }
    return calls;
}

static void a_picture_compiles_what_it_needs_and_no_more(void **state)
{
    (void)state;
    uint8_t pixels[SIZE * SIZE * 4];
    stage s;
    set_up(&s);
    assert_int_equal(count_programs(s.renderer), 0);
    hone_draw_desc desc = picture_of(&s, false);
    draw(&s, &desc, pixels);
    assert_int_equal(count_programs(s.renderer), 1); /* the surface */
    desc = picture_of(&s, true);
    draw(&s, &desc, pixels);
    assert_int_equal(count_programs(s.renderer),
                     8); /* skin; surface, edge, caster without skinning; grid, backdrop, overlay */
    tear_down(&s);
}

static void nothing_is_compiled_after_the_warm_up(void **state)
{
    (void)state;
    for (int aside = 0; aside < 2; aside++)
        for (int rich = 0; rich < 2; rich++) {
            uint8_t cold[SIZE * SIZE * 4], warm[SIZE * SIZE * 4];
            stage s;
            set_up(&s);
            if (aside && !s.renderer->compiles_aside)
                print_message("the driver does not compile beside the caller\n");
            s.renderer->compiles_aside &= aside;
            hone_draw_desc desc = picture_of(&s, rich);
            uint32_t total = rich ? 7 : 1, calls = warm_up(&s, &desc, total);
            CHECK(s.renderer->compiles_aside || calls == total);
            assert_int_equal(count_programs(s.renderer), total);
            CHECK(hone_renderer_warm_up(s.renderer, &desc, NULL, NULL)); /* once more, without effect */
            draw(&s, &desc, warm);
            assert_int_equal(count_programs(s.renderer), total);
            tear_down(&s);
            set_up(&s);
            desc = picture_of(&s, rich);
            draw(&s, &desc, cold);
            assert_memory_equal(cold, warm, sizeof cold);
            tear_down(&s);
        }
}

static void a_picture_may_be_drawn_in_between(void **state)
{
    (void)state;
    uint8_t early[SIZE * SIZE * 4], late[SIZE * SIZE * 4];
    stage s;
    set_up(&s);
    hone_draw_desc desc = picture_of(&s, true);
    hone_warm_up now;
    CHECK(hone_renderer_warm_up(s.renderer, &desc, &now, NULL));
    draw(&s, &desc, early);
    CHECK(hone_renderer_warm_up(s.renderer, &desc, &now, NULL) && now.done == now.total && now.total == 7);
    draw(&s, &desc, late);
    assert_memory_equal(early, late, sizeof late);
    hone_renderer_lose_context(s.renderer);
    CHECK(!hone_renderer_warm_up(s.renderer, &desc, &now, NULL) && now.total == 0);
    CHECK(hone_renderer_restore(s.renderer, NULL) && hone_gpu_model_restore(s.gpu_model, NULL, NULL));
    desc.backdrop = NULL;
    CHECK(hone_renderer_warm_up(s.renderer, &desc, &now, NULL) && now.total == 6); /* destroyed while it compiles */
    tear_down(&s);
}

static void wrong_arguments_are_errors(void **state)
{
    (void)state;
    stage s;
    hone_error error = {0};
    hone_warm_up now = {1, 1};
    set_up(&s);
    hone_draw_desc desc = picture_of(&s, false);
    CHECK(!hone_renderer_warm_up(NULL, &desc, &now, &error) && error.code == HONE_ERROR_ARGUMENT && now.total == 0);
    error = (hone_error){0};
    CHECK(!hone_renderer_warm_up(s.renderer, NULL, &now, &error) && error.code == HONE_ERROR_ARGUMENT);
    s.item.actor = NULL;
    error = (hone_error){0};
    CHECK(!hone_renderer_warm_up(s.renderer, &desc, &now, &error) && error.code == HONE_ERROR_ARGUMENT);
    tear_down(&s);
}

TEST_GROUP(test_render_warm_up)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_compiles_what_it_needs_and_no_more),
        cmocka_unit_test(nothing_is_compiled_after_the_warm_up),
        cmocka_unit_test(a_picture_may_be_drawn_in_between),
        cmocka_unit_test(wrong_arguments_are_errors),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
