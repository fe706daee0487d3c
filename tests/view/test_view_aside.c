/* The viewer's document: humans that are opened beside others step to the side. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "view/document/document_place.h"

#include <math.h>

static int make_files(void **state)
{
    bool ok =
        command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0);
    return ok && puppet_write_model("human.pmx", hone_sample_character(NULL), 0) ? 0 : -1;
}

static document make(void)
{
    document d;
    hone_error error = {0};
    if (!document_make(&d, &(character_rules){.mode = CHARACTER_PHYSICS_OFF}, 1, &error))
        fail_msg("%s", error.message);
    return d;
}

/* Opens a file as the window does. */
static void open_beside(document *d, const char *path)
{
    uint32_t before = d->model_count;
    hone_error error = {0};
    if (!document_open(d, &path, 1, NULL, &error))
        fail_msg("%s", error.message);
    document_step_aside(d, before);
}

static const float *at(const document *d, uint32_t index)
{
    return edit_place(d->models[index]->character->edit)->at;
}

/* The box of a character where it stands, in its rest pose. */
static hone_bounds box(document *d, uint32_t index)
{
    hone_bounds out = HONE_BOUNDS_EMPTY;
    frame_timing unused = {0};
    CHECK(document_update(d, 0, false, 0, &unused, NULL));
    CHECK(hone_framing_add_actor(&out, d->models[index]->character->shown, NULL));
    out.min[0] += at(d, index)[0], out.max[0] += at(d, index)[0];
    return out;
}

static void no_human_stands_inside_another(void **state)
{
    (void)state;
    document d = make();
    for (int i = 0; i < 5; i++) open_beside(&d, "human.pmx");
    CHECK_NEAR(at(&d, 0)[0], 0, 0);
    for (uint32_t i = 0; i < 5; i++)
        for (uint32_t k = 0; k < i; k++) {
            hone_bounds a = box(&d, i), b = box(&d, k);
            CHECK(a.min[0] > b.max[0] || a.max[0] < b.min[0]);
            CHECK_NEAR(at(&d, i)[1], 0, 0);
            CHECK_NEAR(at(&d, i)[2], 0, 0);
        }
    CHECK(at(&d, 1)[0] * at(&d, 2)[0] < 0); /* the second to one side, the third to the other */
    document_release(&d);
}

static void two_that_are_opened_at_once_stand_beside_each_other(void **state)
{
    (void)state;
    document d = make();
    CHECK(document_open(&d, (const char *const[]){"human.pmx", "human.pmx"}, 2, NULL, NULL));
    document_step_aside(&d, 0);
    CHECK_NEAR(at(&d, 0)[0], 0, 0);
    CHECK(fabsf(at(&d, 1)[0]) > 1);
    document_release(&d);
}

static void undo_puts_it_where_its_file_has_it(void **state)
{
    (void)state;
    document d = make();
    open_beside(&d, "human.pmx");
    CHECK(!history_undo_label(d.history));
    open_beside(&d, "human.pmx");
    float there = at(&d, 1)[0];
    CHECK(fabsf(there) > 1);
    CHECK(history_undo(d.history));
    CHECK_NEAR(at(&d, 1)[0], 0, 0);
    CHECK(history_redo(d.history));
    CHECK_NEAR(at(&d, 1)[0], there, 0);
    document_release(&d);
}

/* Stages and accessories stay, and so do those for whom there is room. */
static void only_humans_step_aside(void **state)
{
    (void)state;
    document d = make();
    open_beside(&d, "human.pmx");
    open_beside(&d, "tower.pmx");
    CHECK_NEAR(at(&d, 1)[0], 0, 0);
    edit_placement away = *edit_place(d.models[0]->character->edit);
    away.at[0] = 50;
    edit_set_place(d.models[0]->character->edit, &away);
    open_beside(&d, "human.pmx");
    CHECK_NEAR(at(&d, 2)[0], 0, 0);
    document_release(&d);
}

TEST_GROUP(test_view_aside)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_human_stands_inside_another),
        cmocka_unit_test(two_that_are_opened_at_once_stand_beside_each_other),
        cmocka_unit_test(undo_puts_it_where_its_file_has_it),
        cmocka_unit_test(only_humans_step_aside),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
