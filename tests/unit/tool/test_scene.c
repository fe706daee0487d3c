/* The struct of a scene: what is appended to it, and the texts that it keeps. */
#include "tool/scene/scene.h"

#include "tests/support/support.h"

static void lists_grow_and_keep_what_they_have(void **state)
{
    (void)state;
    scene s = {0};
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%d", i);
        scene_add_model(&s)->path = scene_text(&s, name);
        assert_true(scene_add_motion(&s)->weight == 1);
    }
    assert_int_equal(s.model_count, 20);
    assert_string_equal(s.models[0].path, "m0");
    assert_string_equal(s.models[19].path, "m19");
    assert_true(scene_add_bone(&s.models[3])->rotation[3] == 1);
    scene_add_morph(&s.models[3])->weight = 0.5f;
    scene_add_chain(&s.models[3])->on = true;
    *scene_add_hidden(&s.models[3]) = scene_text(&s, "skirt");
    assert_string_equal(s.models[3].hidden[0], "skirt");
    assert_null(scene_text(&s, NULL));
    scene_release(&s);
    assert_null(s.models);
    assert_int_equal(s.text_count, 0);
}

TEST_GROUP(test_scene)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_grow_and_keep_what_they_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
