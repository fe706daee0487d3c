/* The functions of the operating system that command, benchmarks and viewer use. Paths and other texts are UTF-8. */
#ifndef HONE_TOOL_SYSTEM_SYSTEM_H
#define HONE_TOOL_SYSTEM_SYSTEM_H

#include <hone/io.h>
#include <stdio.h>

/* ---- the program ---- */

/* Called first: makes the arguments UTF-8, the standard streams binary and text of the console UTF-8. A standard stream
 * that is closed never becomes a file that is opened later. Writing to a closed pipe fails, and ends nothing. */
void system_begin(int *argc, char ***argv);

/* Calls `end` with SIGINT, SIGTERM or SIGHUP when the program is asked to end; it must end it. It is called in a signal
 * handler of the thread that calls this function, or in a thread of its own. */
void system_watch_interrupts(void (*end)(int number));

/* Lets these signals end this process as they end others, after fork. */
void system_forget_interrupts(void);

/* Ends the process: buffers are not written, and nothing is cleaned up. May be called in a signal handler. */
_Noreturn void system_leave(int status);

/* Writes the path of the program that runs, without links. Returns false if the system does not report it. */
bool system_program(char path[HONE_PATH_SIZE]);

/* Replaces this process by another program. Returns only on failure. arguments: ends with NULL. */
bool system_become(const char *path, char *const *arguments, hone_error *error);
bool system_is_program(const char *path);

/* Sets a variable of the environment that is not set. */
void system_set_default(const char *name, const char *value);

/* Returns the user's language as "ja_JP.UTF-8", where the environment does not have it; "": the system has none. */
const char *system_locale(void);

bool system_has_display(void);

/* ---- paths and files ---- */

const char *system_path_name(const char *path); /* the name at the end of a path */
bool system_is_absolute(const char *path);

bool system_exists(const char *path);
bool system_is_file(const char *path); /* a regular file */
FILE *system_open(const char *path);   /* for reading */
void system_remove(const char *path);  /* a file */
const char *system_temporary_folder(void);

/* Makes an open file of bytes; `path` is its only name, as long as it is open. Returns -1 if it
 * fails. */
int system_memory_file(const hone_bytes *bytes, char *path, size_t size, hone_error *error);

/* ---- streams ---- */

bool system_is_terminal(FILE *stream);
bool system_reader_has_gone(void); /* after a failure: whether stdout is a pipe that nobody reads */

/* Writes a text without a buffer. May be called in a signal handler. */
void system_print_at_once(FILE *stream, const char *text);

/* Makes what libraries write to stderr disappear. Returns a stream to where it led; NULL: it could not be done. */
FILE *system_silence_stderr(void);

/* ---- time ---- */

double system_clock(void);        /* seconds since some moment */
double system_thread_clock(void); /* seconds that this thread has worked; below 0: not known */
long system_disturbances(void);   /* how often other work took the processor from this process */

#endif
