#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "base/files/draft.h"
#include "base/files/file.h"
#include "support/support.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hone/io.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_ROOM = 512 };

/* Each test gets an empty folder. */
static char folder[64];

static int make_folder(void **state)
{
    (void)state;
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
    static char paths[2][PATH_ROOM];
    static unsigned turn;
    char *path = paths[turn++ % 2];
    snprintf(path, PATH_ROOM, "%s/%s", folder, name);
    return path;
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void check_content(const char *name, const char *want)
{
    hone_bytes bytes = {0};
    hone_error error = {0};
    if (!hone_file_read(in_folder(name), NULL, &bytes, &error))
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(bytes.size, strlen(want));
    if (bytes.size)
        assert_memory_equal(bytes.data, want, bytes.size);
    hone_bytes_release(&bytes);
}

static void check_refuses_to_read(const char *path, const char *message)
{
    hone_bytes bytes = {0};
    hone_error error = {0};
    CHECK(!hone_file_read(path, NULL, &bytes, &error));
    assert_int_equal(error.code, HONE_ERROR_IO);
    assert_string_equal(error.message, message);
    assert_null(bytes.data);
}

/* The text of a failure is the C library's. */
static const char *cannot_write(int failure)
{
    static char text[128];
    snprintf(text, sizeof text, "cannot write: %s", strerror(failure));
    return text;
}

static void check_refuses_to_write(const char *path, const char *message)
{
    hone_error error = {0};
    CHECK(!hone_file_write(path, "new", 3, &error));
    assert_int_equal(error.code, HONE_ERROR_IO);
    assert_string_equal(error.message, message);
}

/* ---- reading ---- */

static void read_gives_the_whole_file(void **state)
{
    (void)state;
    write_text("a", "bones");
    check_content("a", "bones");
    write_text("empty", "");
    check_content("empty", "");
    CHECK(symlink("a", in_folder("link")) == 0);
    check_content("link", "bones");
}

static void read_says_what_is_in_the_way(void **state)
{
    (void)state;
    NEEDS_POSIX();
    check_refuses_to_read(in_folder("absent"), "cannot open: No such file or directory");
    check_refuses_to_read("", "cannot open: No such file or directory");
    check_refuses_to_read(folder, "is a directory");
    check_refuses_to_read("/dev/null", "is not a regular file");
    CHECK(mkfifo(in_folder("pipe"), 0600) == 0);
    check_refuses_to_read(in_folder("pipe"), "is not a regular file"); /* and does not wait for a writer */
    if (geteuid() != 0) {
        write_text("secret", "x");
        CHECK(chmod(in_folder("secret"), 0) == 0);
        check_refuses_to_read(in_folder("secret"), "cannot open: Permission denied");
    }
}

static void read_reports_want_of_memory(void **state)
{
    (void)state;
    write_text("a", "bones");
    test_allocator a;
    test_allocator_make(&a, 0);
    hone_bytes bytes = {0};
    hone_error error = {0};
    CHECK(!hone_file_read(in_folder("a"), &a.allocator, &bytes, &error));
    assert_int_equal(error.code, HONE_ERROR_MEMORY);
    test_allocator_make(&a, UINT64_MAX);
    CHECK(hone_file_read(in_folder("a"), &a.allocator, &bytes, &error));
    assert_int_equal(a.peak_size, 5);
    hone_bytes_release(&bytes);
    assert_int_equal(a.live, 0);
}

/* Changes the file's size between the query of its size and the read. */
typedef struct meddler {
    test_allocator inner;
    off_t size;
} meddler;

static void *meddle(void *user, size_t size, size_t align)
{
    meddler *m = user;
    CHECK(truncate(in_folder("a"), m->size) == 0);
    return m->inner.allocator.alloc(&m->inner, size, align);
}

static void meddler_free(void *user, void *memory, size_t size)
{
    meddler *m = user;
    m->inner.allocator.free(&m->inner, memory, size);
}

static void read_notices_a_file_that_changes_its_size(void **state)
{
    (void)state;
    static const off_t sizes[] = {0, 4, 6, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_text("a", "bones");
        meddler m = {.size = sizes[i]};
        test_allocator_make(&m.inner, UINT64_MAX);
        hone_allocator allocator = {meddle, meddler_free, &m};
        hone_bytes bytes = {0};
        hone_error error = {0};
        CHECK(!hone_file_read(in_folder("a"), &allocator, &bytes, &error));
        assert_string_equal(error.message, "changed its size while it was read");
        assert_int_equal(m.inner.live, 0);
    }
}

static void check_stream(size_t size, size_t most, uint64_t allocations, hone_code code)
{
    int ends[2];
    char *text = malloc(size + 1);
    memset(text, 'x', size);
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        signal(SIGPIPE, SIG_DFL);
        for (size_t at = 0; at < size; at += 1000)
            if (write(ends[1], text + at, size - at < 1000 ? size - at : 1000) < 0)
                break;
        _exit(0);
    }
    close(ends[1]);
    test_allocator a;
    test_allocator_make(&a, allocations);
    hone_bytes bytes;
    hone_error error = {0};
    bool ok = hone_stream_read(ends[0], most, &a.allocator, &bytes, &error);
    assert_int_equal(error.code, code);
    assert_int_equal(ok, code == HONE_OK);
    CHECK(!ok || (bytes.size == size && (size == 0 || memcmp(bytes.data, text, size) == 0)));
    CHECK(ok || !bytes.data);
    hone_bytes_release(&bytes);
    assert_int_equal(a.live, 0);
    close(ends[0]);
    waitpid(child, NULL, 0);
    free(text);
}

static void streams_are_read_to_their_end(void **state)
{
    (void)state;
    NEEDS_POSIX();
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 300000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) check_stream(sizes[i], 300000, UINT64_MAX, HONE_OK);
    check_stream(300000, 299999, UINT64_MAX, HONE_ERROR_IO);
    check_stream(300000, 0, UINT64_MAX, HONE_ERROR_IO);
    for (uint64_t n = 0; n < 2; n++) check_stream(300000, 300000, n, HONE_ERROR_MEMORY);
    hone_bytes bytes;
    hone_error error = {0};
    CHECK(!hone_stream_read(-1, 1, NULL, &bytes, &error) && error.code == HONE_ERROR_IO && !bytes.data);
}

/* ---- files of killed processes ---- */

/* A process that begins a draft, tells so, and waits to be killed. */
static pid_t start_writer(const char *name)
{
    int ready[2];
    char told;
    CHECK(pipe(ready) == 0);
    pid_t child = fork();
    if (child == 0) {
        hone_file_draft draft;
        bool ok = hone_file_draft_begin(&draft, in_folder(name), NULL) && write(draft.file, "half", 4) == 4;
        if (ok && write(ready[1], "", 1) == 1)
            for (;;) pause();
        _exit(1);
    }
    close(ready[1]);
    CHECK(read(ready[0], &told, 1) == 1);
    close(ready[0]);
    return child;
}

static void kill_writer(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void temporaries_of_killed_processes_are_removed(void **state)
{
    (void)state;
    NEEDS_POSIX();
    kill_writer(start_writer("a"));
    pid_t living = start_writer("b");
    write_text(".c.hone-aaaaaa-abcdef", "of another machine");
    write_text(".c.abcdef", "of another program");
    assert_int_equal(count_files(), 4);
    assert_int_equal(hone_file_remove_abandoned(folder), 1);
    assert_int_equal(count_files(), 3);
    assert_int_equal(hone_file_remove_abandoned(folder), 0);
    kill_writer(living);
    assert_int_equal(hone_file_remove_abandoned(folder), 1);
    assert_int_equal(count_files(), 2);
    assert_int_equal(hone_file_remove_abandoned("/missing"), 0);
    assert_int_equal(hone_file_remove_abandoned(NULL), 0);
}

static void drafts_of_this_process_are_never_removed(void **state)
{
    (void)state;
    NEEDS_POSIX();
    hone_file_draft draft;
    CHECK(hone_file_draft_begin(&draft, in_folder("a"), NULL));
    assert_int_equal(hone_file_remove_abandoned(folder), 0);
    CHECK(write(draft.file, "whole", 5) == 5);
    CHECK(hone_file_draft_commit(&draft, NULL));
    assert_int_equal(hone_file_remove_abandoned(folder), 0);
    check_content("a", "whole");
    assert_int_equal(count_files(), 1);
}

/* One process writes files as fast as it can, while others remove what is abandoned: nothing may be lost. */
static void a_draft_is_committed_where_no_more_files_can_be_opened(void **state)
{
    (void)state;
    NEEDS_POSIX();
    hone_file_draft draft;
    CHECK(hone_file_draft_begin(&draft, in_folder("a"), NULL));
    CHECK(write(draft.file, "text", 4) == 4);
    int next = dup(draft.file); /* the lowest that is free */
    CHECK(next >= 0 && close(next) == 0);
    struct rlimit limit, none;
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    none = (struct rlimit){(rlim_t)next, limit.rlim_max};
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    bool sealed = hone_file_draft_commit(&draft, NULL);
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    CHECK(sealed);
    check_content("a", "text");
}

static void cleaning_never_takes_a_file_that_is_being_written(void **state)
{
    (void)state;
    pid_t cleaners[2];
    for (int i = 0; i < 2; i++) {
        cleaners[i] = fork();
        if (cleaners[i] == 0)
            for (;;) hone_file_remove_abandoned(folder);
    }
    hone_error error = {0};
    for (int i = 0; i < 500; i++)
        if (!hone_file_write(in_folder(i % 2 ? "a" : "b"), "content", 7, &error))
            fail_msg("%s", error.message);
    for (int i = 0; i < 2; i++) kill_writer(cleaners[i]);
    check_content("a", "content");
    check_content("b", "content");
    assert_int_equal(count_files(), 2);
}

/* ---- writing ---- */

static void write_makes_and_replaces(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(hone_file_write(in_folder("a"), "old content", 11, &error));
    check_content("a", "old content");
    CHECK(hone_file_write(in_folder("a"), "new", 3, &error));
    check_content("a", "new");
    CHECK(hone_file_write(in_folder("a"), NULL, 0, &error));
    check_content("a", "");
    assert_int_equal(count_files(), 1);
    assert_int_equal(error.code, HONE_OK);
}

static void write_takes_names_of_any_length(void **state)
{
    (void)state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = 0;
    CHECK(hone_file_write(in_folder(name), "x", 1, NULL));
    check_content(name, "x");
    assert_int_equal(count_files(), 1);

    char *path = malloc(10001);
    memset(path, 'n', 10000);
    path[10000] = 0;
    check_refuses_to_write(path, cannot_write(ENAMETOOLONG));
    free(path);
}

static mode_t mode_of(const char *name)
{
    struct stat status;
    CHECK(lstat(in_folder(name), &status) == 0);
    return status.st_mode;
}

static void write_keeps_the_mode(void **state)
{
    (void)state;
    NEEDS_POSIX();
    mode_t mask = umask(027);
    CHECK(hone_file_write(in_folder("a"), "1", 1, NULL));
    assert_int_equal(mode_of("a") & 07777, 0640);
    CHECK(chmod(in_folder("a"), 0606) == 0);
    CHECK(hone_file_write(in_folder("a"), "2", 1, NULL));
    assert_int_equal(mode_of("a") & 07777, 0606);
    umask(mask);
}

static void write_follows_links(void **state)
{
    (void)state;
    write_text("a", "old");
    CHECK(symlink("a", in_folder("relative")) == 0);
    CHECK(symlink(in_folder("relative"), in_folder("absolute")) == 0);
    CHECK(hone_file_write(in_folder("absolute"), "new", 3, NULL));
    check_content("a", "new");
    CHECK(S_ISLNK(mode_of("absolute")) && S_ISLNK(mode_of("relative")));

    CHECK(symlink("b", in_folder("dangling")) == 0);
    CHECK(hone_file_write(in_folder("dangling"), "made", 4, NULL));
    check_content("b", "made");
    assert_int_equal(count_files(), 5);

    CHECK(symlink("round", in_folder("round")) == 0);
    check_refuses_to_write(in_folder("round"), cannot_write(ELOOP));
}

static void write_says_what_is_in_the_way(void **state)
{
    (void)state;
    check_refuses_to_write(in_folder("absent/a"), "cannot write: No such file or directory");
    check_refuses_to_write("", "cannot write: No such file or directory");
    check_refuses_to_write(folder, "is a directory");
    check_refuses_to_write("/dev/null", "is not a regular file");
    write_text("a", "old");
    check_refuses_to_write(in_folder("a/b"), "cannot write: Not a directory");
    if (geteuid() != 0) {
        CHECK(chmod(in_folder("a"), 0444) == 0);
        check_refuses_to_write(in_folder("a"), "cannot write: Permission denied");
        check_content("a", "old");
    }
    assert_int_equal(count_files(), 1);
}

/* Runs in a child process, because limits and signals belong to a process. */
static int in_child(void (*work)(void))
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        work();
        _exit(7); /* a normal end has another status */
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

static void fill_the_disk(void)
{
    static char data[100000];
    struct rlimit limit = {50000, 50000};
    hone_error error = {0};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    bool ok = hone_file_write(in_folder("a"), data, sizeof data, &error);
    _exit(!ok && error.code == HONE_ERROR_IO && strcmp(error.message, "cannot write: File too large") == 0 ? 0 : 1);
}

static void write_that_fails_leaves_the_old_file_alone(void **state)
{
    (void)state;
    NEEDS_POSIX();
    write_text("a", "old");
    assert_int_equal(in_child(fill_the_disk), 0);
    check_content("a", "old");
    assert_int_equal(count_files(), 1);
}

static void overstep_the_limit(void)
{
    static char data[100000];
    struct rlimit limit = {50000, 50000};
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &limit);
    hone_file_write(in_folder("a"), data, sizeof data, NULL);
}

static void write_beyond_the_limit_of_size_leaves_no_temporary(void **state)
{
    (void)state;
    NEEDS_POSIX();
    write_text("a", "old");
    int status = in_child(overstep_the_limit);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    check_content("a", "old");
    assert_int_equal(count_files(), 1);
}

enum { BIG = 4 << 20 };

static void write_for_ever(void)
{
    char *data = malloc(BIG);
    for (char fill = 'a';; fill = fill == 'a' ? 'b' : 'a') {
        memset(data, fill, BIG);
        if (!hone_file_write(in_folder("a"), data, BIG, NULL))
            _exit(1);
    }
}

static void write_that_is_interrupted_leaves_a_whole_file(void **state)
{
    (void)state;
    NEEDS_POSIX();
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    test_random random = {15};
    for (int round = 0; round < 24; round++) {
        int signal_number = signals[round % 3], status = 0;
        fflush(NULL);
        void (*before)(int) = signal(signal_number, SIG_DFL); /* nohup ignores it; the child may start late */
        pid_t child = fork();
        if (child == 0)
            write_for_ever();
        signal(signal_number, before);
        CHECK(child > 0);
        nanosleep(&(struct timespec){0, 1000000 + (long)(test_random_u32(&random) % 15000000)}, NULL);
        CHECK(kill(child, signal_number) == 0 && waitpid(child, &status, 0) == child);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == signal_number);
        CHECK(count_files() <= 1); /* none if the process was stopped before the file was created */
        struct stat target;
        CHECK(stat(in_folder("a"), &target) != 0 || target.st_size == BIG);
    }
}

static void write_restores_the_signal_mask(void **state)
{
    (void)state;
    sigset_t mask, before, after;
    sigemptyset(&mask);
    sigaddset(&mask, SIGHUP);
    sigprocmask(SIG_BLOCK, &mask, &before);
    CHECK(hone_file_write(in_folder("a"), "x", 1, NULL));
    sigprocmask(SIG_SETMASK, &before, &after);
    CHECK(sigismember(&after, SIGHUP) && !sigismember(&after, SIGINT) && !sigismember(&after, SIGTERM));
}

/* ---- files whose path was written elsewhere ---- */

static void make_file_at(const char *name)
{
    assert_true(hone_file_write(in_folder(name), "x", 1, NULL));
}

/* The result of hone_file_find, from below the test's folder; "" if it finds nothing. */
static const char *find(const char *below, const char *path)
{
    static char found[HONE_PATH_SIZE];
    char real[PATH_ROOM], *root = realpath(folder, NULL);
    assert_non_null(root);
    size_t root_length = strlen(root);
    free(root);
    snprintf(real, sizeof real, "%s/%s", folder, below);
    return hone_file_find(real, path, found, NULL) ? found + root_length + 1 : "";
}

static void files_of_another_computer_are_found(void **state)
{
    (void)state;
    static const char *const folders[] = {"Work", "Work/Model", "Work/Model/Deep", "Other"};
    static const char *const files[] = {"Work/Model/a.pmx", "Work/Model/Deep/b.pmx", "Other/a.pmx", "top.pmx",
                                        "Work/Model/Deep/a.pmx"};
    for (size_t i = 0; i < 4; i++) assert_int_equal(mkdir(in_folder(folders[i]), 0777), 0);
    for (size_t i = 0; i < 5; i++) make_file_at(files[i]);
    assert_string_equal(find("Work", "C:\\MMD\\UserFile\\MODEL\\A.pmx"), "Work/Model/a.pmx"); /* by its end */
    assert_string_equal(find("Work", "..\\Other\\a.pmx"), "Other/a.pmx");
    assert_string_equal(find("Work/Model/Deep", "D:/x/Model/a.pmx"), "Work/Model/a.pmx"); /* below a parent */
    assert_string_equal(find("Work/Model", "top.pmx"), "top.pmx");
    assert_string_equal(find("Work/Model/Deep", "top.pmx"), "");         /* three folders above */
    assert_string_equal(find("", "E:\\b.pmx"), "Work/Model/Deep/b.pmx"); /* by its name alone */
    assert_string_equal(find("", "E:\\no\\a.pmx"), "Other/a.pmx");       /* the first in byte order */
    assert_string_equal(find("Work", "C:\\Model"), "");                  /* a folder is no file */
    assert_string_equal(find("Work", ""), "");
    for (size_t i = 0; i < 5; i++) remove(in_folder(files[i]));
    for (size_t i = 4; i-- > 0;) rmdir(in_folder(folders[i]));
}

static void a_search_ignores_links_to_folders(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in_folder("a"), 0777), 0);
    assert_int_equal(symlink("/", in_folder("a/root")), 0);
    assert_string_equal(find("a", "C:\\root\\etc\\passwd"), "");
    assert_string_equal(find("a", "passwd"), "");
    remove(in_folder("a/root"));
    rmdir(in_folder("a"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

TEST_GROUP(test_file)
{
    const struct CMUnitTest tests[] = {
        TEST(files_of_another_computer_are_found),
        TEST(a_search_ignores_links_to_folders),
        TEST(read_gives_the_whole_file),
        TEST(read_says_what_is_in_the_way),
        TEST(read_reports_want_of_memory),
        TEST(read_notices_a_file_that_changes_its_size),
        TEST(streams_are_read_to_their_end),
        TEST(temporaries_of_killed_processes_are_removed),
        TEST(drafts_of_this_process_are_never_removed),
        TEST(a_draft_is_committed_where_no_more_files_can_be_opened),
        TEST(cleaning_never_takes_a_file_that_is_being_written),
        TEST(write_makes_and_replaces),
        TEST(write_takes_names_of_any_length),
        TEST(write_keeps_the_mode),
        TEST(write_follows_links),
        TEST(write_says_what_is_in_the_way),
        TEST(write_that_fails_leaves_the_old_file_alone),
        TEST(write_beyond_the_limit_of_size_leaves_no_temporary),
        TEST(write_that_is_interrupted_leaves_a_whole_file),
        TEST(write_restores_the_signal_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
