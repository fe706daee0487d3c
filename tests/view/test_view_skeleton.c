/* The viewer's document: a file with bones and no mesh is a model where no other one is open. */
#include "support/command.h"
#include "support/make/bodies/make_human.h"
#include "support/support.h"
#include "view/as_render.h"

/* An arm that turns by a right angle within a second. */
static const char walk[] = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n"
                           "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                           "\tJOINT Arm\n\t{\n\t\tOFFSET 0 30 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
                           "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 40 0\n\t\t}\n\t}\n}\n"
                           "MOTION\nFrames: 2\nFrame Time: 1\n"
                           "0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 90 0 0\n";

static bool write_bytes(const char *path, hone_bytes bytes)
{
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static int make_files(void **state)
{
    bool ok = command_folder_enter(state) == 0 && command_file_write("walk.bvh", walk, sizeof walk - 1);
    return ok && write_bytes("human.glb", make_human(&(make_human_desc){0})) ? 0 : -1;
}

static document make(const char *const *paths, uint32_t count)
{
    document d;
    hone_error error = {0};
    CHECK(document_make(&d, &(character_rules){.mode = CHARACTER_PHYSICS_OFF}, 1, NULL));
    if (!document_open(&d, paths, count, NULL, &error))
        fail_msg("%s", error.message);
    return d;
}

static void alone_it_is_a_model_that_plays_its_clip(void **state)
{
    (void)state;
    document d = make((const char *const[]){"walk.bvh"}, 1);
    CHECK(d.model_count == 1 && d.motion_count == 1);
    CHECK(d.motions[0].own && d.motions[0].on && d.duration > 0);
    document_release(&d);
    d = make((const char *const[]){"walk.bvh", "walk.bvh"}, 2);
    CHECK(d.model_count == 2 && d.motion_count == 2);
    document_release(&d);
}

static void beside_a_model_it_is_a_motion(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const char *const paths[2] = {i ? "human.glb" : "walk.bvh", i ? "walk.bvh" : "human.glb"};
        document d;
        CHECK(document_make(&d, &(character_rules){.mode = CHARACTER_PHYSICS_OFF}, 1, NULL));
        document_open(&d, paths, 2, NULL, NULL);
        CHECK(d.model_count == 1 && strcmp(d.models[0]->name, "human.glb") == 0);
        document_release(&d);
    }
}

static void films_of_the_window_show_its_bones(void **state)
{
    (void)state;
    needs_pictures();
    document d = make((const char *const[]){"walk.bvh"}, 1);
    update(&d, 0);
    record_picture(&d, "bones.png", 0, false);
    CHECK(picture_drawn("bones.png", 160, 120) > 50);
    document_release(&d);
}

TEST_GROUP(test_view_skeleton)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_it_is_a_model_that_plays_its_clip),
        cmocka_unit_test(beside_a_model_it_is_a_motion),
        cmocka_unit_test(films_of_the_window_show_its_bones),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
