/* Whole files in, whole files out. */
#ifndef HONE_SRC_BASE_FILE_H
#define HONE_SRC_BASE_FILE_H

#include <hone/base.h>

enum { HONE_PATH_SIZE = 4096 };

/* The content of a regular file; never blocks on a pipe or device. A file that grows or shrinks meanwhile is an error.
 * Errors: IO (the message has no path), MEMORY. */
bool hone_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

/* Writes to a temporary (".NAME.XXXXXX") beside `path` and renames it, so that whoever looks sees the old file or the
 * new one, whole. The mode is that of the file replaced, else 0666 less the umask. A symbolic link is followed, not
 * replaced; a file that may not be written, or is no regular file, is left alone. Until the temporary is renamed or
 * gone, the calling thread holds back SIGINT, SIGTERM, SIGHUP and SIGXFSZ; a program with more threads must see that no
 * other thread takes them. Errors: IO (the message has no path). */
bool hone_file_write(const char *path, const void *data, size_t size, hone_error *error);

/* "FOLDER" of "FOLDER/NAME", "" where there is none. False if it is longer than any that could be opened. */
bool hone_folder_of(const char *path, char folder[HONE_PATH_SIZE]);

/* The same for what is written piece by piece. The temporary stands until the draft is committed or discarded, which
 * the caller must see to: no signal is held back. */
typedef struct hone_file_draft {
    int file;    /* to write to; -1: none */
    bool exists; /* a file that is to be replaced */
    unsigned mode;
    char path[HONE_PATH_SIZE], temporary[HONE_PATH_SIZE]; /* where links lead to, and beside it */
} hone_file_draft;

bool hone_file_draft_begin(hone_file_draft *draft, const char *path, hone_error *error);
bool hone_file_draft_commit(hone_file_draft *draft, hone_error *error); /* fails: discarded */
void hone_file_draft_discard(hone_file_draft *draft);                   /* of file -1: nothing */

/* "WHAT: REASON" of an errno. Always false. */
bool hone_fail_system(hone_error *error, const char *what, int number);

#endif
