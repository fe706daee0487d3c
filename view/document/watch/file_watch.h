/* Notices files that change on disk, by their size and time of change; for a file of an archive by those of the
 * archive: works on every file system, and costs a system call for each file and look. */
#ifndef HONE_VIEW_DOCUMENT_WATCH_FILE_WATCH_H
#define HONE_VIEW_DOCUMENT_WATCH_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct file_stamp {
    bool exists;
    uint64_t size, time, inode; /* time of the last change, in the unit of the system */
} file_stamp;

typedef struct watched_file {
    char *path;
    file_stamp known; /* as it was read */
    file_stamp seen;  /* at the last look */
    bool changed;     /* at the last look */
} watched_file;

typedef struct file_watch {
    watched_file *files; /* [count] */
    uint32_t count;
} file_watch;

/* Adds a file as it is now, unless it is watched already. Out of memory: it is not watched. */
void file_watch_add(file_watch *w, const char *path);
void file_watch_clear(file_watch *w); /* watches nothing any more */
/* Takes the state of files that `before` watches, too. */
void file_watch_keep(file_watch *w, const file_watch *before);

/* A file was written by the viewer itself: it has not changed. */
void file_watch_know(file_watch *w, const char *path);

/* Looks at all files. A file has changed if it is not as it was read and was the same at the look before: programs
 * write large files in pieces. Then it counts as read again. A file that is gone has not changed until it is back.
 * Returns whether any has changed. */
bool file_watch_look(file_watch *w);
bool file_watch_changed(const file_watch *w, const char *path); /* at the last look */

#endif
