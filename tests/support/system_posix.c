#define _POSIX_C_SOURCE 200809L
#include "support/support.h"
#include "support/system.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ARGUMENTS = 40, WAIT_SECONDS = 60 };
static const char program[] = HONE_BUILD_DIR "/hone";

extern char **environ;

/* ---- files and folders ---- */

FILE *test_open(const char *path, const char *mode)
{
    return fopen(path, mode);
}

bool test_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool test_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

unsigned command_file_count(const char *path)
{
    DIR *directory = opendir(path);
    assert_non_null(directory);
    unsigned count = 0;
    for (struct dirent *entry; (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return count;
}

char *test_folder_enter(void)
{
    char path[] = "/tmp/hone-test-XXXXXX";
    return mkdtemp(path) && chdir(path) == 0 ? strdup(path) : NULL;
}

static void remove_all(const char *folder)
{
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[1024];
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
            remove_all(path);
        else
            unlink(path);
    }
    if (directory)
        closedir(directory);
    rmdir(folder);
}

void test_folder_leave(const char *path)
{
    if (chdir("/") == 0)
        remove_all(path);
}

bool test_pipe(int ends[2])
{
    return pipe(ends) == 0;
}

void test_close(int file)
{
    close(file);
}

void test_sleep(int milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

double test_number(const char *text)
{
    return strtod(text, NULL);
}

/* ---- programs ---- */

void test_set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void redirect(posix_spawn_file_actions_t *actions, const command_run_desc *desc, const char *out,
                     const char *err)
{
    const int how = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(actions, 0, desc && desc->in ? desc->in : "/dev/null", O_RDONLY, 0);
    if (desc && desc->out_file)
        posix_spawn_file_actions_adddup2(actions, desc->out_file, 1);
    else if (desc && desc->out && !*desc->out)
        posix_spawn_file_actions_addclose(actions, 1);
    else
        posix_spawn_file_actions_addopen(actions, 1, desc && desc->out ? desc->out : out, how, 0666);
    posix_spawn_file_actions_addopen(actions, 2, desc && desc->err ? desc->err : err, how | O_NOCTTY, 0666);
}

/* The arguments of a shell that runs the line. */
static void use_shell(char *argv[ARGUMENTS + 2], char *line, size_t size)
{
    size_t length = (size_t)snprintf(line, size, "exec");
    for (int i = 0; argv[i]; i++) {
        length += (size_t)snprintf(line + length, size - length, " %s", argv[i]);
        assert_true(length < size);
    }
    argv[0] = (char *)"sh", argv[1] = (char *)"-c", argv[2] = line, argv[3] = NULL;
}

static pid_t spawn(const command_run_desc *desc, const char *const *arguments, const char *out, const char *err)
{
    char *argv[ARGUMENTS + 2] = {(char *)program};
    for (int i = 0; arguments[i]; i++) {
        assert_true(i < ARGUMENTS);
        argv[i + 1] = (char *)arguments[i];
    }
    char line[4096];
    const char *file = desc && desc->in_shell ? "/bin/sh" : program;
    if (file != program)
        use_shell(argv, line, sizeof line);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    redirect(&actions, desc, out, err);
    pid_t child;
    int failure = posix_spawn(&child, file, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure)
        fail_msg("%s: %s", file, strerror(failure));
    return child;
}

static bool is_time(const command_run_desc *desc)
{
    if (desc->signal_after)
        return true;
    return desc->signal_folder ? command_file_count(desc->signal_folder) > 0 : test_exists(desc->signal_when);
}

/* Checks every few milliseconds; stops waiting after a minute. */
static void signal_when_ready(pid_t child, const command_run_desc *desc)
{
    test_sleep(desc->signal_after);
    for (int i = 0; i < WAIT_SECONDS * 200 && !is_time(desc); i++) test_sleep(5);
    kill(child, desc->signal);
}

int test_run(const command_run_desc *desc, const char *const *arguments, const char *out, const char *err)
{
    pid_t child = spawn(desc, arguments, out, err);
    if (desc && desc->signal)
        signal_when_ready(child, desc);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
