/* Runs the built command and captures its output. */
#ifndef HONE_TESTS_COMMAND_H
#define HONE_TESTS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

typedef struct command_result {
    int status;      /* exit status; -1: ended by a signal */
    char *out, *err; /* with a NUL after the last byte */
    size_t out_size, err_size;
} command_result;

typedef struct command_run_desc {
    const char *locale;   /* LC_ALL; NULL: C */
    const char *language; /* LANGUAGE; NULL: not set */
    const char *out;      /* where stdout goes instead of being captured; "": closed */
    int out_file;         /* or an open file that stdout becomes; 0: none */
    const char *in;       /* the file that is stdin; NULL: it is empty */
    const char *err;      /* where stderr goes instead of being captured */
    int signal;           /* sent when the file `signal_when` exists, or any file in the folder; 0: none */
    const char *signal_when, *signal_folder;
    int signal_after; /* or after this time, in milliseconds */
    bool in_shell;    /* the arguments are pieces of a command line, which a shell would read: patterns, quotes */
} command_run_desc;

/* Runs hone ARGUMENTS..., an array that ends with NULL; stdin is empty. Fails the test if there is no command to
 * run. */
command_result command_run(const command_run_desc *desc, const char *const *arguments);
void command_result_release(command_result *result);

/* The first makes a temporary folder for the test program and enters it; the second removes it with its content. They
 * are cmocka group fixtures. */
int command_folder_enter(void **state);
int command_folder_leave(void **state);

/* Runs hone with these arguments. */
#define HONE(...) command_run(NULL, (const char *const[]){__VA_ARGS__, NULL})

/* Macros, so that failures are reported at the calling line. */
#define CHECK_FAILS(expected, ...)                                                                                     \
    command_check_fails(__FILE__, __LINE__, expected, (const char *const[]){__VA_ARGS__, NULL})
#define CHECK_RUNS(...) command_check_runs(__FILE__, __LINE__, (const char *const[]){__VA_ARGS__, NULL})

/* Checks that it exits with `expected`, prints nothing on stdout, and prints one line that begins with "hone: " on
 * stderr. */
void command_check_fails(const char *file, int line, int expected, const char *const *arguments);
/* Checks that it exits with 0 and prints nothing on stderr. */
void command_check_runs(const char *file, int line, const char *const *arguments);

/* Skips a test whose model has bodies: a command warns of them in a build without physics. */
void command_needs_physics(void);

unsigned command_line_count(const char *text);
/* The whole content with a NUL after it (malloc), or NULL. */
char *command_file_content(const char *path, size_t *size);
bool command_file_write(const char *path, const void *data, size_t size);
unsigned command_file_count(const char *folder); /* number of its entries, without "." and ".." */

#endif
