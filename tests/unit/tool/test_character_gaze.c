/* What characters look at: a point of the world, wherever the model stands. */
#include "samples/samples.h"
#include "support/support.h"
#include "tool/play/gaze.h"

#include <hone/math.h>
#include <hone/render.h>

/* How far the left eye looks to a side of the world and upwards, as it is turned from rest. */
static void look_of(const hone_actor *actor, float out[3])
{
    const hone_humanoid human = hone_model_humanoid(hone_actor_model(actor));
    static const float front[3] = {0, 0, -1};
    hone_affine_direction(&hone_actor_bones(actor)[human.bones[HONE_HUMANOID_EYE]], front, out);
}

static void eyes_look_at_a_point_of_the_world(void **state)
{
    (void)state;
    character_gaze gaze;
    float look[3];
    hone_model *model = hone_sample_character(NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(gaze_begin(actor, &gaze, NULL) && gaze.id.id != 0);
    CHECK(hone_actor_update(actor, 0, NULL));
    look_of(actor, look);
    CHECK_NEAR((double)look[0], 0, 1e-6); /* not before a point is given */
    CHECK(gaze_look(&gaze, actor, NULL, (float[3]){20, 18, -60}));
    CHECK(hone_actor_update(actor, 0, NULL));
    look_of(actor, look);
    CHECK_NEAR((double)(look[0] / -look[2]), 20.0 / 60, 0.02);
    CHECK(!gaze_look(&gaze, actor, NULL, (float[3]){20, 18, -60})); /* it looks there already */
    /* turned by half a turn, and the point with it: seen from the model it stays, but for rounding */
    const hone_affine turned = {{{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, -1, 0}}};
    gaze_look(&gaze, actor, &turned, (float[3]){-20, 18, 60});
    CHECK(hone_actor_update(actor, 0, NULL));
    look_of(actor, look);
    CHECK_NEAR((double)(look[0] / -look[2]), 20.0 / 60, 0.02);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

TEST_GROUP(test_character_gaze)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(eyes_look_at_a_point_of_the_world)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
