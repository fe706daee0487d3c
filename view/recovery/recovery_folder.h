/* The folders in which windows keep their unsaved work: one for each process, which holds a lock on it as long as it
 * lives, however it ends. All of them are in one folder, the root. */
#ifndef HONE_VIEW_RECOVERY_RECOVERY_FOLDER_H
#define HONE_VIEW_RECOVERY_RECOVERY_FOLDER_H

#include <hone/io.h>

#define RECOVERY_FILE "recovery.json" /* the last file that is written: a folder without it holds nothing */

typedef struct recovery_folder {
    char path[HONE_PATH_SIZE]; /* "": none */
    int lock;                  /* an open file */
} recovery_folder;

/* Makes the root (0700, with its parents) and a folder in it for this process. Errors: IO. */
bool recovery_folder_make(const char *root, recovery_folder *out, hone_error *error);

/* Takes the folder of a process that has ended, so that no other process takes it. Returns false if a process has it,
 * or if it holds nothing. */
bool recovery_folder_claim(const char *path, recovery_folder *out);

/* Removes the folder with its files. Does nothing if there is none. */
void recovery_folder_remove(recovery_folder *f);
/* Leaves the folder as it is, so that another process may take it. */
void recovery_folder_leave(recovery_folder *f);

/* Calls `found` for each folder in the root that holds something and that no process has. */
void recovery_folders_find(const char *root, void (*found)(void *user, const char *path), void *user);

/* Writes a file that only this user may read. Errors: IO. */
bool recovery_folder_write(const recovery_folder *f, const char *name, const hone_bytes *bytes, hone_error *error);
/* Removes the files whose names do not contain `mark`, except the lock and RECOVERY_FILE. */
void recovery_folder_keep_only(const recovery_folder *f, const char *mark);
/* FOLDER/NAME. Returns false if that is too long. */
bool recovery_folder_path(const char *folder, const char *name, char out[HONE_PATH_SIZE]);

#endif
