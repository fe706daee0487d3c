/* Files that appear together. The functions of the system are defined here again: they can fail, and before and after
 * each call the test looks at the folder as another program would find it if this one were killed. */
#define _GNU_SOURCE
#include "base/files/draft.h"
#include "base/files/file_set.h"
#include "support/support.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hone/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATH_ROOM = 512 };

/* ---- the system ------------------------------------------------------------------------------------------------- */

typedef enum call { RENAME, LINK, FSYNC, CALLS } call;

static struct {
    unsigned count[CALLS];
    unsigned failing[CALLS]; /* the number of the call that fails, from 1; 0: none */
    int problem;
    bool no_links; /* as on FAT */
    void (*look)(void);
} machine;

/* Whether the call fails. */
static bool before(call which)
{
    if (machine.look)
        machine.look();
    if (++machine.count[which] != machine.failing[which])
        return false;
    errno = machine.problem;
    return true;
}

static int after(long result)
{
    int problem = errno;
    if (machine.look)
        machine.look();
    errno = problem;
    return (int)result;
}

int rename(const char *from, const char *to)
{
    return before(RENAME) ? -1 : after(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int link(const char *from, const char *to)
{
    if (machine.no_links) {
        errno = EPERM;
        return -1;
    }
    return before(LINK) ? -1 : after(syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(const char *path)
{
    return after(syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int fsync(int file)
{
    (void)file;
    return before(FSYNC) ? -1 : after(0);
}

/* ---- the folder ------------------------------------------------------------------------------------------------- */

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    strcpy(folder, "/tmp/hone-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static unsigned count_files(void)
{
    unsigned count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    while (readdir(directory)) count++;
    closedir(directory);
    return count - 2; /* . and .. */
}

static int remove_folder(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        remove(path);
    }
    if (directory)
        closedir(directory);
    return rmdir(folder);
}

static const char *in_folder(const char *name)
{
    static char paths[4][PATH_ROOM];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, PATH_ROOM, "%s/%s", folder, name);
    return path;
}

/* The content of a file; "": there is none. */
static const char *content(const char *name)
{
    static char texts[4][PATH_ROOM];
    static unsigned turn;
    char *text = texts[turn++ % 4];
    text[0] = 0;
    FILE *file = fopen(in_folder(name), "rb");
    if (file) {
        text[fread(text, 1, PATH_ROOM - 1, file)] = 0;
        fclose(file);
    }
    return text;
}

/* ---- sets ------------------------------------------------------------------------------------------------------- */

static hone_bytes bytes_of(const char *text)
{
    return (hone_bytes){.data = (uint8_t *)text, .size = strlen(text)};
}

static void add(hone_file_set *set, const char *name, const char *meanwhile, const char *text)
{
    hone_error error = {0};
    if (!hone_file_set_add(set, in_folder(name), meanwhile ? in_folder(meanwhile) : NULL, text, strlen(text), &error))
        fail_msg("%s: %s", name, error.message);
}

/* An index has the names of the files that it names, and what they contain then: "FILE=CONTENT FILE=CONTENT". */
static void add_index(hone_file_set *set, const char *text, const char *meanwhile)
{
    hone_error error = {0};
    hone_bytes data = bytes_of(text), other = bytes_of(meanwhile ? meanwhile : "");
    if (!hone_file_set_add_index(set, in_folder("index"), &data, meanwhile ? &other : NULL, &error))
        fail_msg("%s", error.message);
}

/* Fails if a file that the index names does not have the content that the index was made for. */
static void check_index(void)
{
    char text[PATH_ROOM];
    strcpy(text, content("index"));
    for (char *entry = strtok(text, " "); entry; entry = strtok(NULL, " ")) {
        char *equal = strchr(entry, '=');
        *equal = 0;
        assert_string_equal(content(entry), equal + 1);
    }
}

static void write_old(void)
{
    hone_file_set *set = hone_file_set_create(NULL, NULL);
    add(set, "a.bin", NULL, "old-a");
    add(set, "b.bin", NULL, "old-b");
    add_index(set, "a.bin=old-a b.bin=old-b", NULL);
    CHECK(hone_file_set_commit(set, NULL));
    hone_file_set_destroy(set);
    assert_int_equal(count_files(), 3);
    memset(machine.count, 0, sizeof machine.count);
}

/* Replaces the old set. */
static bool write_new(hone_error *error)
{
    hone_file_set *set = hone_file_set_create(NULL, NULL);
    add(set, "a.bin", "a.new.bin", "new-a");
    add(set, "b.bin", "b.new.bin", "new-b");
    add(set, "c.bin", NULL, "new-c");
    add_index(set, "a.bin=new-a b.bin=new-b c.bin=new-c", "a.new.bin=new-a b.new.bin=new-b");
    bool ok = hone_file_set_commit(set, error);
    hone_file_set_destroy(set);
    return ok;
}

static void check_old(void)
{
    assert_string_equal(content("index"), "a.bin=old-a b.bin=old-b");
    check_index();
    assert_int_equal(count_files(), 3);
}

static void a_set_appears_whole(void **state)
{
    (void)state;
    write_old();
    check_old();
    CHECK(write_new(NULL));
    assert_string_equal(content("index"), "a.bin=new-a b.bin=new-b c.bin=new-c");
    check_index();
    assert_int_equal(count_files(), 4);
}

static void an_index_is_in_step_at_every_moment(void **state)
{
    (void)state;
    NEEDS_POSIX();
    for (int i = 0; i < 2; i++) {
        machine.no_links = i > 0;
        write_old();
        machine.look = check_index;
        CHECK(write_new(NULL));
        machine.look = NULL;
        assert_int_equal(count_files(), 4);
        unlink(in_folder("c.bin"));
    }
}

/* Replaces a part of the old set, and adds a file. */
static bool write_some(hone_error *error)
{
    const hone_bytes index = bytes_of("a.bin=new-a b.bin=old-b c.bin=new-c");
    const hone_bytes meanwhile = bytes_of("a.new.bin=new-a b.bin=old-b");
    hone_file_set *set = hone_file_set_create(NULL, NULL);
    bool ok = hone_file_set_add(set, in_folder("a.bin"), in_folder("a.new.bin"), "new-a", 5, error) &&
              hone_file_set_add(set, in_folder("c.bin"), NULL, "new-c", 5, error) &&
              hone_file_set_add_index(set, in_folder("index"), &index, &meanwhile, error) &&
              hone_file_set_commit(set, error);
    hone_file_set_destroy(set);
    return ok;
}

/* Returns how many calls were tried: each failed in turn, until all went well. */
static unsigned fail_each(call which)
{
    static const int problems[] = {EIO, EACCES, EXDEV, ENOSPC};
    for (unsigned number = 1;; number++) {
        hone_error error = {0};
        write_old();
        machine.failing[which] = number, machine.problem = problems[number % 4];
        machine.look = check_index;
        bool ok = write_some(&error);
        machine.look = NULL, machine.failing[which] = 0;
        if (ok)
            return number - 1;
        assert_int_equal(error.code, HONE_ERROR_IO);
        check_old();
    }
}

static void after_a_failure_the_old_set_is_there(void **state)
{
    (void)state;
    NEEDS_POSIX();
    assert_int_equal(fail_each(RENAME), 4); /* the index for between, the two files, the index */
    unlink(in_folder("c.bin"));
    assert_int_equal(fail_each(FSYNC), 5); /* four files and the folder */
}

static void files_of_a_set_may_stand_alone(void **state)
{
    (void)state;
    hone_error error = {0};
    write_old();
    hone_file_set *set = hone_file_set_create(NULL, NULL);
    add(set, "a.bin", NULL, "new-a");
    add(set, "d.bin", NULL, "new-d");
    CHECK(mkdir(in_folder("d.bin"), 0777) == 0); /* in the way when all are complete */
    CHECK(!hone_file_set_commit(set, &error));
    CHECK(strstr(error.message, "d.bin: cannot write: ") != NULL);
    hone_file_set_destroy(set);
    CHECK(rmdir(in_folder("d.bin")) == 0);
    check_old();
}

static void a_set_that_is_not_committed_leaves_nothing(void **state)
{
    (void)state;
    hone_file_set *set = hone_file_set_create(NULL, NULL);
    add(set, "a", NULL, "x");
    add_index(set, "", "");
    hone_file_set_destroy(set);
    hone_file_set_destroy(NULL);
    assert_int_equal(count_files(), 0);
}

static void a_set_refuses_a_name_twice(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_file_set *set = hone_file_set_create(NULL, NULL);
    add(set, "a", NULL, "x");
    CHECK(!hone_file_set_add(set, in_folder("a"), NULL, "y", 1, &error));
    assert_string_equal(error.message, "another output has the same name");
    CHECK(hone_file_set_commit(set, NULL));
    hone_file_set_destroy(set);
    assert_string_equal(content("a"), "x");
    assert_int_equal(count_files(), 1);
}

static void a_set_reports_want_of_memory(void **state)
{
    (void)state;
    for (uint64_t allowed = 0; allowed < 3; allowed++) {
        test_allocator failing;
        test_allocator_make(&failing, allowed);
        hone_error error = {0};
        hone_file_set *set = hone_file_set_create(&failing.allocator, &error);
        for (int i = 0; set && i < 2; i++) hone_file_set_add(set, in_folder(i ? "b" : "a"), NULL, "x", 1, &error);
        assert_int_equal(error.code, HONE_ERROR_MEMORY);
        hone_file_set_destroy(set);
        assert_int_equal(count_files(), 0);
    }
}

/* ---- one file --------------------------------------------------------------------------------------------------- */

static void write_waits_for_the_disk(void **state)
{
    (void)state;
    NEEDS_POSIX();
    CHECK(hone_file_write(in_folder("a"), "old", 3, NULL));
    assert_int_equal(machine.count[FSYNC], 2); /* the file and its folder */
    for (unsigned failing = 1; failing <= 2; failing++) {
        hone_error error = {0};
        machine.count[FSYNC] = 0;
        machine.failing[FSYNC] = failing, machine.problem = EIO;
        CHECK(!hone_file_write(in_folder("a"), "new", 3, &error));
        CHECK(strncmp(error.message, "cannot write: ", 14) == 0);
        assert_string_equal(content("a"), "old");
        assert_int_equal(count_files(), 1);
    }
    for (unsigned failing = 1; failing <= 2; failing++) { /* devices that cannot wait are fine */
        machine.count[FSYNC] = 0;
        machine.failing[FSYNC] = failing, machine.problem = EINVAL;
        CHECK(hone_file_write(in_folder("a"), "new", 3, NULL));
    }
    assert_string_equal(content("a"), "new");
}

static void a_draft_does_not_wait(void **state)
{
    (void)state;
    hone_file_draft draft;
    CHECK(hone_file_draft_begin(&draft, in_folder("a"), NULL));
    CHECK(hone_file_draft_commit(&draft, NULL));
    assert_int_equal(machine.count[FSYNC], 0);
}

static void open_drafts_can_be_removed(void **state)
{
    (void)state;
    NEEDS_POSIX();
    hone_file_draft draft;
    hone_file_set *set = hone_file_set_create(NULL, NULL);
    CHECK(hone_file_write(in_folder("a"), "a", 1, NULL));
    add(set, "c", NULL, "x");
    CHECK(hone_file_draft_begin(&draft, in_folder("b"), NULL));
    int other = open(in_folder("d.hone-abcdef"), O_CREAT | O_RDWR, 0666), whole = open(in_folder("a"), O_RDONLY);
    assert_int_equal(count_files(), 4);
    hone_file_remove_open_drafts();
    assert_int_equal(count_files(), 2);
    assert_string_equal(content("a"), "a");
    close(other), close(whole);
    hone_file_draft_discard(&draft);
    hone_file_set_destroy(set);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

TEST_GROUP(test_file_set)
{
    const struct CMUnitTest tests[] = {
        TEST(a_set_appears_whole),
        TEST(an_index_is_in_step_at_every_moment),
        TEST(after_a_failure_the_old_set_is_there),
        TEST(files_of_a_set_may_stand_alone),
        TEST(a_set_that_is_not_committed_leaves_nothing),
        TEST(a_set_refuses_a_name_twice),
        TEST(a_set_reports_want_of_memory),
        TEST(write_waits_for_the_disk),
        TEST(a_draft_does_not_wait),
        TEST(open_drafts_can_be_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
