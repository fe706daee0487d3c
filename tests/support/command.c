#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/support.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ARGUMENTS = 40, WAIT_SECONDS = 60 };
static const char out_name[] = ".stdout", err_name[] = ".stderr";
static const char program[] = HONE_BUILD_DIR "/hone";

extern char **environ;

char *command_file_content(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        if (file)
            fclose(file);
        return NULL;
    }
    long length = ftell(file);
    rewind(file);
    char *content = malloc((size_t)length + 1);
    assert_non_null(content);
    *size = fread(content, 1, (size_t)length, file);
    content[*size] = 0;
    fclose(file);
    return content;
}

bool command_file_write(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool whole = fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && whole;
}

unsigned command_file_count(const char *folder)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    unsigned count = 0;
    for (struct dirent *entry; (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return count;
}

/* ---- running ---- */

/* The language of the tester must not change what the tests read. */
static void set_language(const command_run_desc *desc)
{
    setenv("LC_ALL", desc && desc->locale ? desc->locale : "C", 1);
    if (desc && desc->language)
        setenv("LANGUAGE", desc->language, 1);
    else
        unsetenv("LANGUAGE");
}

static pid_t spawn(const command_run_desc *desc, const char *const *arguments)
{
    char *argv[ARGUMENTS + 2] = {(char *)program};
    for (int i = 0; arguments[i]; i++) {
        assert_true(i < ARGUMENTS);
        argv[i + 1] = (char *)arguments[i];
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, desc && desc->in ? desc->in : "/dev/null", O_RDONLY, 0);
    if (desc && desc->out_file)
        posix_spawn_file_actions_adddup2(&actions, desc->out_file, 1);
    else if (desc && desc->out && !*desc->out)
        posix_spawn_file_actions_addclose(&actions, 1);
    else
        posix_spawn_file_actions_addopen(&actions, 1, desc && desc->out ? desc->out : out_name,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&actions, 2, desc && desc->err ? desc->err : err_name,
                                     O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, 0666);
    set_language(desc);
    pid_t child;
    int failure = posix_spawn(&child, program, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure)
        fail_msg("%s: %s", program, strerror(failure));
    return child;
}

static bool is_time(const command_run_desc *desc)
{
    return desc->signal_folder ? command_file_count(desc->signal_folder) > 0 : access(desc->signal_when, F_OK) == 0;
}

/* Checks every few milliseconds; stops waiting after a minute. */
static void signal_when_ready(pid_t child, const command_run_desc *desc)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    for (int i = 0; i < WAIT_SECONDS * 200 && !is_time(desc); i++) nanosleep(&pause, NULL);
    kill(child, desc->signal);
}

command_result command_run(const command_run_desc *desc, const char *const *arguments)
{
    pid_t child = spawn(desc, arguments);
    if (desc && desc->signal)
        signal_when_ready(child, desc);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    command_result result = {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
    bool caught = !desc || (!desc->out && !desc->out_file);
    result.out = caught ? command_file_content(out_name, &result.out_size) : calloc(1, 1);
    result.err = desc && desc->err ? calloc(1, 1) : command_file_content(err_name, &result.err_size);
    assert_non_null(result.out);
    assert_non_null(result.err);
    unlink(out_name);
    unlink(err_name);
    return result;
}

void command_result_release(command_result *result)
{
    free(result->out);
    free(result->err);
    *result = (command_result){0};
}

/* ---- checks ---- */

unsigned command_line_count(const char *text)
{
    unsigned lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static void complain(const char *file, int line, const char *const *arguments, const command_result *result,
                     const char *what)
{
    print_error("hone");
    for (int i = 0; arguments[i]; i++) print_error(" %s", arguments[i]);
    print_error("\n%s; status %d\nstdout: %s\nstderr: %s\n", what, result->status, result->out, result->err);
    _fail(file, line);
}

void command_check_fails(const char *file, int line, int expected, const char *const *arguments)
{
    command_result result = command_run(NULL, arguments);
    if (result.status != expected)
        complain(file, line, arguments, &result, "another exit status was expected");
    if (result.out_size)
        complain(file, line, arguments, &result, "nothing was to be printed");
    if (command_line_count(result.err) != 1 || strncmp(result.err, "hone: ", 6) != 0)
        complain(file, line, arguments, &result, "one line on stderr was expected");
    command_result_release(&result);
}

void command_check_runs(const char *file, int line, const char *const *arguments)
{
    command_result result = command_run(NULL, arguments);
    if (result.status != 0 || result.err_size)
        complain(file, line, arguments, &result, "it was to run and be quiet on stderr");
    command_result_release(&result);
}

/* ---- a temporary folder ---- */

int command_folder_enter(void **state)
{
    char path[] = "/tmp/hone-test-XXXXXX";
    if (!mkdtemp(path) || chdir(path) != 0)
        return -1;
    *state = strdup(path);
    return *state ? 0 : -1;
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

int command_folder_leave(void **state)
{
    if (chdir("/") == 0)
        remove_all(*state);
    free(*state);
    return 0;
}
