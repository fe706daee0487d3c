/* Files, folders and programs as tests need them, on every system. Paths are UTF-8. */
#ifndef HONE_TESTS_SYSTEM_H
#define HONE_TESTS_SYSTEM_H

#include "support/command.h"
#include <hone/io.h>
#include <stdio.h>

FILE *test_open(const char *path, const char *mode); /* fopen */
bool test_exists(const char *path);
bool test_make_folder(const char *path);

/* Makes folders in each other, until the path is too long for most functions of Windows. Returns its length. */
size_t test_make_long_folder(char path[HONE_PATH_SIZE]);

/* Makes a new folder for temporary files and enters it. Returns its path (free), NULL: failed. On Windows its name has
 * Japanese letters and a space. */
char *test_folder_enter(void);
void test_folder_leave(const char *path); /* removes it with its content */

bool test_pipe(int ends[2]); /* ends[0] is read */
void test_close(int file);
void test_sleep(int milliseconds);
void test_set_variable(const char *name, const char *value); /* of the environment; NULL: removes it */

/* strtod as it should be. That of mingw-w64 rounds some numbers wrongly; that of Windows and wine is taken instead. */
double test_number(const char *text);

/* Runs the built command with its output in these files, where `desc` does not say more. Returns the exit status; -1:
 * it was ended by a signal. */
int test_run(const command_run_desc *desc, const char *const *arguments, const char *out, const char *err);

#endif
