/* Other weights for a model, an actor that plays, and a model on the GPU. The result must be that of a new model, actor
 * and GPU model with these weights, to the bit. */
#include "support/image/pixels.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <hone/format.h>
#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64, FRAME = 20 };

typedef struct table {
    uint8_t deforms[PUPPET_VERTICES];
    uint32_t begin[PUPPET_VERTICES + 1];
    hone_influence influences[PUPPET_VERTICES];
} table;

/* Each vertex has one bone: the lower half the first, the upper half the last. */
static hone_weights make_weights(table *out)
{
    for (uint32_t v = 0; v < PUPPET_VERTICES; v++) {
        out->deforms[v] = HONE_DEFORM_BDEF1;
        out->begin[v + 1] = v + 1;
        out->influences[v] = (hone_influence){v < PUPPET_VERTICES / 2 ? 0 : PUPPET_BONES - 1, 1};
    }
    out->begin[0] = 0;
    return (hone_weights){.deforms = out->deforms, .influence_begin = out->begin, .influences = out->influences};
}

static hone_model *with_new_weights(const hone_model *model)
{
    table t;
    hone_error error = {0};
    hone_weights weights = make_weights(&t);
    hone_model *made = hone_model_with_weights(model, &weights, NULL, &error);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

static hone_actor *make_actor(const hone_model *model)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_motion *motion = puppet_motion(1, NULL);
    CHECK(actor && hone_actor_play(actor, motion, NULL, NULL).id && hone_actor_update_frame(actor, FRAME, NULL));
    hone_motion_release(motion);
    return actor;
}

static void skin(hone_actor *actor, float positions[PUPPET_VERTICES][3])
{
    const hone_skin_out out = {.positions = {positions, PUPPET_VERTICES, sizeof *positions}};
    CHECK(hone_actor_skin(actor, &out, NULL));
}

static void a_model_with_other_weights_shares_the_rest(void **state)
{
    (void)state;
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_model *model = puppet_make(&(puppet_desc){.ik = true}, NULL);
    const hone_model_data *data = hone_model_get(model);
    table t;
    hone_weights weights = make_weights(&t);
    hone_model *made = hone_model_with_weights(model, &weights, &a.allocator, NULL);
    hone_model *again = hone_model_with_weights(made, &weights, &a.allocator, NULL);
    const hone_model_data *other = hone_model_get(again);
    hone_model_release(model), hone_model_release(made); /* it keeps what it shares */
    CHECK(other->mesh.positions == data->mesh.positions && other->skeleton.bones == data->skeleton.bones);
    assert_int_equal(other->mesh.influence_count, PUPPET_VERTICES);
    assert_memory_equal(other->mesh.influences, t.influences, sizeof t.influences);
    hone_bytes bytes = {0};
    CHECK(hone_model_write_pmx(again, NULL, &bytes, NULL));
    hone_model *read = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    assert_memory_equal(hone_model_mesh(read)->influences, t.influences, sizeof t.influences);
    hone_bytes_release(&bytes);
    hone_model_release(read), hone_model_release(again);
    assert_int_equal(a.live, 0);
}

static void weights_are_checked(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_error error = {0};
    table t;
    hone_weights weights = make_weights(&t);
    t.deforms[3] = HONE_DEFORM_BDEF4; /* which has four influences */
    assert_null(hone_model_with_weights(model, &weights, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    assert_int_equal(error.at, 3);
    weights = make_weights(&t);
    t.influences[5].slot = 99;
    hone_model *made = hone_model_with_weights(model, &weights, NULL, &error);
    assert_int_equal(hone_model_mesh(made)->influences[5].slot, 0);
    assert_int_equal(hone_model_warnings(made).count, 1);
    error = (hone_error){0};
    assert_null(hone_model_with_weights(model, NULL, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    hone_model_release(made), hone_model_release(model);
}

static void an_actor_goes_on_with_other_weights(void **state)
{
    (void)state;
    float now[PUPPET_VERTICES][3], want[PUPPET_VERTICES][3], before[PUPPET_VERTICES][3];
    hone_model *model = puppet_make(&(puppet_desc){.ik = true}, NULL), *painted = with_new_weights(model);
    hone_actor *fresh = make_actor(painted);
    skin(fresh, want);
    hone_actor *actor = make_actor(model); /* a vertex morph has weight */
    skin(actor, before);
    CHECK(memcmp(before, want, sizeof want) != 0);
    CHECK(hone_actor_set_skin_weights(actor, painted, NULL));
    CHECK(hone_actor_model(actor) == painted);
    CHECK(hone_actor_compiled_skin(actor, NULL) == hone_model_compiled_skin(painted, NULL));
    skin(actor, now);
    assert_memory_equal(now, want, sizeof want);
    CHECK(hone_actor_update_frame(actor, FRAME, NULL) && hone_actor_set_skin_weights(actor, model, NULL));
    skin(actor, now);
    assert_memory_equal(now, before, sizeof now);
    hone_actor_destroy(actor);
    hone_actor_destroy(fresh);
    hone_model_release(painted), hone_model_release(model);
}

static void an_actor_takes_no_other_model(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL), *other = puppet_make(&(puppet_desc){0}, NULL);
    hone_actor *actor = make_actor(model);
    assert_false(hone_actor_set_skin_weights(actor, other, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    CHECK(hone_actor_model(actor) == model);
    hone_actor_destroy(actor);
    hone_model_release(model), hone_model_release(other);
}

static void new_weights_need_no_memory(void **state)
{
    (void)state;
    float now[PUPPET_VERTICES][3];
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL), *painted = with_new_weights(model);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .allocator = &a.allocator}, NULL);
    skin(actor, now);
    a.fail_at = a.calls;
    CHECK(hone_actor_set_skin_weights(actor, painted, NULL));
    a.fail_at = UINT64_MAX;
    skin(actor, now);
    hone_actor_destroy(actor);
    assert_int_equal(a.live, 0);
    hone_model_release(painted), hone_model_release(model);
}

static hone_image draw(hone_renderer *renderer, hone_gpu_model *gpu_model, hone_actor *actor, hone_gpu_skin way)
{
    hone_image image = {0};
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    hone_error error = {0};
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    CHECK(hone_framing_add_actor(&bounds, actor, NULL) && hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    const hone_draw_desc desc = {.width = SIZE,
                                 .height = SIZE,
                                 .camera = hone_camera_framing(&bounds, 1),
                                 .items = &item,
                                 .item_count = 1,
                                 .gpu_skin = way};
    if (!hone_renderer_draw_image(renderer, &desc, &image, &error))
        fail_msg("%s", error.message);
    return image;
}

/* Draws before and after; compares with a new GPU model of the new weights. */
static void check_way(hone_renderer *renderer, hone_gpu_skin way)
{
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL), *painted = with_new_weights(model);
    hone_actor *actor = make_actor(model), *fresh = make_actor(painted);
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, NULL, NULL);
    hone_gpu_model *fresh_gpu_model = hone_gpu_model_create(renderer, painted, NULL, NULL);
    hone_image before = draw(renderer, gpu_model, actor, way), want = draw(renderer, fresh_gpu_model, fresh, way);
    CHECK(hone_actor_set_skin_weights(actor, painted, NULL) &&
          hone_gpu_model_set_skin_weights(gpu_model, painted, NULL));
    hone_image now = draw(renderer, gpu_model, actor, way);
    assert_memory_equal(now.pixels, want.pixels, 4 * SIZE * SIZE);
    assert_memory_not_equal(now.pixels, before.pixels, 4 * SIZE * SIZE);
    hone_image_release(&before), hone_image_release(&want), hone_image_release(&now);
    hone_gpu_model_destroy(gpu_model), hone_gpu_model_destroy(fresh_gpu_model);
    hone_actor_destroy(actor), hone_actor_destroy(fresh);
    hone_model_release(painted), hone_model_release(model);
}

static void a_gpu_model_is_drawn_with_other_weights(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    check_way(renderer, HONE_GPU_SKIN_OFF);
    check_way(renderer, HONE_GPU_SKIN_MATRIX);
    check_way(renderer, HONE_GPU_SKIN_TEXTURE);
}

TEST_GROUP(test_set_weights)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_with_other_weights_shares_the_rest),
        cmocka_unit_test(weights_are_checked),
        cmocka_unit_test(an_actor_goes_on_with_other_weights),
        cmocka_unit_test(an_actor_takes_no_other_model),
        cmocka_unit_test(new_weights_need_no_memory),
        cmocka_unit_test(a_gpu_model_is_drawn_with_other_weights),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
