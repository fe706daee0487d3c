/* Runs the built command and catches what it says. */
#ifndef HONE_TESTS_COMMAND_H
#define HONE_TESTS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

typedef struct command_result {
    int status;      /* exit status; -1: ended by a signal */
    char *out, *err; /* NUL behind the last byte */
    size_t out_size, err_size;
} command_result;

typedef struct command_run_desc {
    const char *out; /* where stdout goes instead of being caught; "": closed */
    const char *err; /* where stderr goes instead of being caught */
    int signal;      /* sent once the file `signal_when` is there, or anything in the folder; 0: none */
    const char *signal_when, *signal_folder;
} command_run_desc;

/* hone ARGUMENTS..., a NULL behind the last; stdin is empty. Fails the test if there is no command to run. */
command_result command_run(const command_run_desc *desc, const char *const *arguments);
void command_result_release(command_result *result);

/* A folder of its own for the test program, which becomes the current one; removed with all in it by the second.
 * cmocka's group fixtures. */
int command_folder_enter(void **state);
int command_folder_leave(void **state);

/* What hone does with these arguments. */
#define HONE(...) command_run(NULL, (const char *const[]){__VA_ARGS__, NULL})

/* Whole checks, as failures are read best where they stand. */
#define CHECK_FAILS(expected, ...)                                                                                     \
    command_check_fails(__FILE__, __LINE__, expected, (const char *const[]){__VA_ARGS__, NULL})
#define CHECK_RUNS(...) command_check_runs(__FILE__, __LINE__, (const char *const[]){__VA_ARGS__, NULL})

/* It exits with `expected`, prints nothing on stdout, and one line that begins with "hone: " on stderr. */
void command_check_fails(const char *file, int line, int expected, const char *const *arguments);
/* It exits with 0 and has nothing to say on stderr. */
void command_check_runs(const char *file, int line, const char *const *arguments);

unsigned command_line_count(const char *text);
/* Whole content with a NUL behind it (malloc), or NULL. */
char *command_file_content(const char *path, size_t *size);
bool command_file_write(const char *path, const void *data, size_t size);
unsigned command_file_count(const char *folder); /* names in it, "." and ".." left out */

#endif
