/* Unsaved work: kept on disk, found after its process has ended, and opened as it was. */
#define _XOPEN_SOURCE 700
#include "samples/samples.h"
#include "support/memory/refuse_memory.h"
#include "view/as_render.h"
#include "view/document/document_changes.h"
#include "view/document/document_keys.h"
#include "view/recovery/recovery.h"
#include "view/recovery/recovery_file.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 && write_model("a.pmx", hone_sample_character(NULL)) &&
                   write_motion("dance.vmd", hone_sample_dance(NULL))
               ? 0
               : -1;
}

static document make(void)
{
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    CHECK(document_make(&d, &rules, 1, NULL));
    return d;
}

static void paint(document *d, uint32_t vertex)
{
    const vertex_weights painted = {.count = 2, .slots = {0, 1}, .weights = {0.25f, 0.75f}};
    edit *e = character_at(d, 0)->edit;
    CHECK(edit_begin_weights(e, NULL) && history_set_weights(d->history, e, vertex, &painted));
}

/* Changes all that can be changed: a registered key, a bend, a correction, a place, a weight, a key of the camera. */
static void change_all(document *d)
{
    character *c = character_at(d, 0);
    const edit_bone bent = {{0, 0, 0.6f, 0.8f}, {0, 0.5f, 0}};
    CHECK(history_set_bone(d->history, c->bends, (uint32_t)bone_named(c, "頭"), bent));
    update(d, 10);
    CHECK(document_register(d, c->id, 10, NULL));
    CHECK(history_set_bone(d->history, c->bends, (uint32_t)bone_named(c, "右手首"), bent));
    CHECK(history_set_morph(d->history, c->correction, 0, (edit_morph){true, 0.75f}));
    CHECK(history_set_place(d->history, c->edit, &(edit_placement){.at = {-6, 0, 2}}));
    paint(d, 7);
    CHECK(document_register_camera(d, 20, &camera, NULL));
    update(d, 10);
}

typedef struct found {
    uint32_t count;
    char path[HONE_PATH_SIZE];
} found;

static void note_found(void *user, const char *path)
{
    found *f = user;
    f->count++;
    snprintf(f->path, sizeof f->path, "%s", path);
}

static found find(void)
{
    found f = {0};
    recovery_folders_find("state/hone", note_found, &f);
    return f;
}

/* Another process has the document, writes what is unsaved, and is killed. */
static void leave_work(void (*open)(document *), const char *opened)
{
    pid_t child = fork();
    if (child == 0) {
        document d = make();
        open(&d);
        recovery *r = recovery_create("state/hone", NULL);
        bool ok = r && recovery_save(r, &d, &shown, opened, true, NULL);
        if (ok)
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    int status = 0;
    assert_true(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void open_changed(document *d)
{
    CHECK(document_open(d, (const char *const[]){"a.pmx", "dance.vmd"}, 2, NULL, NULL));
    change_all(d);
}

static void open_built_in(document *d)
{
    CHECK(document_open_built_in(d, NULL));
    change_all(d);
}

/* Removes what is left, as Discard does. */
static void discard(const char *path)
{
    recovery_folder f;
    CHECK(recovery_folder_claim(path, &f));
    recovery_folder_remove(&f);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void check_equal(document *was, document *is)
{
    character *a = character_at(was, 0), *b = character_at(is, 0);
    assert_int_equal(document_changes(is), document_changes(was));
    update(was, 14), update(is, 14);
    uint32_t bones = hone_model_skeleton(a->model)->bone_count;
    for (uint32_t i = 0; i < bones; i++)
        for (int k = 0; k < 12; k++)
            CHECK_NEAR((&hone_actor_bones(b->shown)[i].m[0][0])[k], (&hone_actor_bones(a->shown)[i].m[0][0])[k], 1e-4);
    assert_int_equal(document_unregistered(is, b->id).bones, document_unregistered(was, a->id).bones);
    assert_true(edit_get_morph(b->correction, 0).weight == 0.75f && edit_place(b->edit)->at[0] == -6);
    const vertex_weights painted = weight_table_painted(edit_weights(b->edit), 7);
    assert_true(painted.count == 2 && painted.weights[1] == 0.75f);
    assert_int_equal(keys_total(document_keys(is, b->id, NULL)), keys_total(document_keys(was, a->id, NULL)));
    assert_int_equal(keys_total(document_scene_keys(is, NULL)), keys_total(document_scene_keys(was, NULL)));
}

/* Whether it is opened as it was, with that first motion. */
static void check_is_recovered(void (*open)(document *), const char *path, const char *motion)
{
    document was = make(), is = make();
    char *opened = NULL, here[HONE_PATH_SIZE];
    open(&was);
    leave_work(open, path);
    found f = find();
    assert_int_equal(f.count, 1);
    CHECK(getcwd(here, sizeof here) && chdir("/") == 0); /* paths hold everywhere */
    char folder[2 * HONE_PATH_SIZE];
    snprintf(folder, sizeof folder, "%s/%s", here, f.path);
    hone_error error = {0};
    CHECK(recovery_open(&is, folder, &opened, &error));
    CHECK(chdir(here) == 0);
    assert_true(path ? opened && strstr(opened, path) : !opened);
    assert_true(strstr(is.motions[0].path, motion) && is.motions[0].built_in == !path);
    assert_int_equal(is.motion_count, was.motion_count);
    check_equal(&was, &is);
    CHECK(document_save_motion(&is, &is.motions[0], "saved.vmd", NULL));
    assert_false(document_motion_is_modified(&is.motions[0]));
    free(opened);
    discard(f.path);
    document_release(&was);
    document_release(&is);
}

static void work_of_a_killed_process_is_recovered(void **state)
{
    (void)state;
    check_is_recovered(open_changed, "a.json", "/dance.vmd");
    check_is_recovered(open_built_in, NULL, "dance");
}

/* ---- the folder ------------------------------------------------------------------------------------------------- */

static uint32_t count_files(const char *path)
{
    uint32_t count = 0;
    DIR *list = opendir(path);
    for (struct dirent *each; list && (each = readdir(list));) count += each->d_name[0] != '.';
    if (list)
        closedir(list);
    return count;
}

static void a_living_process_keeps_its_work_to_itself(void **state)
{
    (void)state;
    document d = make();
    recovery *r = recovery_create("state/hone", NULL);
    CHECK(document_open(&d, (const char *const[]){"a.pmx", "dance.vmd"}, 2, NULL, NULL));
    CHECK(recovery_save(r, &d, &shown, NULL, true, NULL));
    assert_int_equal(count_files("state/hone"), 0); /* nothing is unsaved */
    change_all(&d);
    CHECK(recovery_save(r, &d, &shown, NULL, true, NULL));
    assert_int_equal(count_files("state/hone"), 1);
    assert_int_equal(find().count, 0);
    uint32_t before = d.changes;
    CHECK(recovery_save(r, &d, &shown, NULL, false, NULL)); /* nothing has changed */
    assert_int_equal(d.changes, before);
    while (history_undo(d.history)) continue;
    update(&d, 10);
    CHECK(recovery_save(r, &d, &shown, NULL, true, NULL));
    assert_int_equal(count_files("state/hone"), document_is_modified(&d) ? 1 : 0);
    recovery_forget(r);
    assert_int_equal(count_files("state/hone"), 0);
    recovery_destroy(r);
    document_release(&d);
}

static unsigned mode_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? about.st_mode & 0777 : 0;
}

static void only_the_user_may_read_it_and_old_files_go(void **state)
{
    (void)state;
    document d = make();
    char path[2 * HONE_PATH_SIZE];
    recovery *r = recovery_create("state/hone", NULL);
    CHECK(document_open(&d, (const char *const[]){"a.pmx", "dance.vmd"}, 2, NULL, NULL));
    change_all(&d);
    mode_t mask = umask(0);
    for (int i = 0; i < 3; i++) {
        paint(&d, (uint32_t)i);
        CHECK(recovery_save(r, &d, &shown, NULL, i == 2, NULL));
    }
    umask(mask);
    recovery_destroy(r); /* waits, and leaves it */
    found f = find();
    assert_int_equal(f.count, 1);
    assert_int_equal(mode_of("state"), 0700);
    assert_int_equal(mode_of(f.path), 0700);
    DIR *list = opendir(f.path);
    for (struct dirent *each; (each = readdir(list));) {
        snprintf(path, sizeof path, "%s/%s", f.path, each->d_name);
        if (each->d_name[0] != '.')
            assert_int_equal(mode_of(path), 0600);
    }
    closedir(list);
    assert_int_equal(count_files(f.path), 6); /* lock, recovery, scene, bends, two motions */
    discard(f.path);
    document_release(&d);
}

static void one_process_takes_it_at_a_time(void **state)
{
    (void)state;
    leave_work(open_changed, NULL);
    found f = find();
    recovery_folder mine, other;
    CHECK(recovery_folder_claim(f.path, &mine));
    assert_false(recovery_folder_claim(f.path, &other));
    assert_int_equal(find().count, 0);
    recovery_folder_leave(&mine); /* Later */
    assert_int_equal(find().count, 1);
    document d = make();
    recovery *r = recovery_create("state/hone", NULL);
    char *opened = NULL;
    CHECK(recovery_folder_claim(f.path, &mine) && recovery_open(&d, f.path, &opened, NULL));
    recovery_adopt(r, &mine);
    CHECK(recovery_save(r, &d, &shown, NULL, true, NULL));
    assert_int_equal(count_files("state/hone"), 1);
    recovery_forget(r);
    assert_int_equal(count_files("state/hone"), 0);
    recovery_destroy(r);
    document_release(&d);
}

/* ---- damage ----------------------------------------------------------------------------------------------------- */

static void check_refused(const char *path, const char *what)
{
    document d = make();
    char *opened = NULL;
    hone_error error = {0};
    assert_false(recovery_open(&d, path, &opened, &error));
    assert_non_null(strstr(error.message, what));
    free(opened);
    document_release(&d);
    assert_int_equal(find().count, 1); /* it is kept */
}

static void damaged_work_is_told_and_kept(void **state)
{
    (void)state;
    char path[HONE_PATH_SIZE];
    leave_work(open_changed, NULL);
    found f = find();
    CHECK(recovery_folder_path(f.path, "motion-1-1.vmd", path) && rename(path, "kept.vmd") == 0);
    check_refused(f.path, "No such file");
    CHECK(rename("kept.vmd", path) == 0 && rename("a.pmx", "gone.pmx") == 0);
    check_refused(f.path, "a.pmx");
    CHECK(rename("gone.pmx", "a.pmx") == 0);
    CHECK(recovery_folder_path(f.path, RECOVERY_FILE, path));
    size_t size;
    char *text = command_file_content(path, &size);
    document d = make();
    for (size_t cut = 0; cut < size; cut += 1 + cut / 64) { /* cut anywhere */
        recovery_file out;
        hone_error error = {0};
        CHECK(command_file_write(path, text, cut));
        char *opened = NULL;
        assert_false(recovery_file_decode(text, cut, &out, &error));
        assert_false(recovery_open(&d, f.path, &opened, NULL));
        assert_true(error.message[0] && !out.models && !opened);
    }
    assert_int_equal(d.model_count, 0);
    document_release(&d);
    free(text);
    discard(f.path);
}

static const char whole[] =
    "{ \"recovery\": 1, \"scene\": \"s.json\", \"bends\": \"b.json\", \"opened\": \"o.json\", \"changes\": 16,\n"
    "\"models\": [ { \"changes\": 4, \"vertices\": 9, \"weights\": [ [7, 0, 0.25, 1, 0.75], [8, 1, 1], [3, 2, 1] ] },\n"
    "{ \"built_in\": true } ], \"motions\": [ { \"file\": \"m.vmd\", \"written\": true, \"changed\": true } ] }";

static void what_is_wrong_in_the_file_is_told(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{ \"recovery\": 2 }",
        "{ \"recovery\": 1 }",
        "{ \"recovery\": 1, \"scene\": \"../x\", \"bends\": \"b\" }",
        "{ \"recovery\": 1, \"models\": [ { \"weights\": [ [1] ] } ] }",
        "{ \"recovery\": 1, \"models\": [ { \"weights\": [ [1, 2] ] } ] }",
        "{ \"recovery\": 1, \"models\": [ { \"weights\": [ [1, 0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1] ] } ] }",
        "{ \"recovery\": 1, \"models\": [ { \"weights\": [ [1, 2, 1.5] ] } ] }"};
    recovery_file f;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        assert_false(recovery_file_decode(bad[i], strlen(bad[i]), &f, &error));
        assert_true(error.message[0] && !f.models);
    }
    CHECK(recovery_file_decode(whole, sizeof whole - 1, &f, NULL));
    assert_true(f.model_count == 2 && f.models[0].weight_count == 3 && f.models[0].weights[0].value.count == 2);
    recovery_file_release(&f);
}

static void a_lack_of_memory_is_told(void **state)
{
    (void)state;
    uint32_t refused = 0;
    for (uint64_t n = 0;; n++) {
        recovery_file f;
        refuse_memory_from(n);
        bool ok = recovery_file_decode(whole, sizeof whole - 1, &f, NULL);
        bool any = refuse_memory_end();
        assert_true(ok == !any);
        recovery_file_release(&f);
        refused += any;
        if (!any)
            break;
    }
    assert_true(refused > 8);
}

TEST_GROUP(test_view_recovery)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_of_a_killed_process_is_recovered),
        cmocka_unit_test(a_living_process_keeps_its_work_to_itself),
        cmocka_unit_test(only_the_user_may_read_it_and_old_files_go),
        cmocka_unit_test(one_process_takes_it_at_a_time),
        cmocka_unit_test(damaged_work_is_told_and_kept),
        cmocka_unit_test(what_is_wrong_in_the_file_is_told),
        cmocka_unit_test(a_lack_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
