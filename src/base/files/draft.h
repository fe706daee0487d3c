/* A file that is written piece by piece and appears in one step. hone_file_write is one that waits for the disk. */
#ifndef HONE_SRC_BASE_FILES_DRAFT_H
#define HONE_SRC_BASE_FILES_DRAFT_H

#include <hone/io.h>

typedef struct hone_file_draft {
    int file;                       /* file descriptor to write to; -1: none */
    bool exists;                    /* whether the draft replaces a file */
    unsigned mode;                  /* mode of the finished file */
    char path[HONE_PATH_SIZE];      /* of the finished file, symbolic links resolved */
    char temporary[HONE_PATH_SIZE]; /* in the same folder */
} hone_file_draft;

/* Opens the temporary file of a draft. Commit or discard the draft afterwards; no signal is blocked meanwhile. Returns
 * false with the error IO, without a path, if there is nothing to discard. */
bool hone_file_draft_begin(hone_file_draft *draft, const char *path, hone_error *error);

/* Closes the temporary file of a draft and renames it to the path. After a failure it is removed. It does not wait for
 * the disk: after a loss of power the file may be empty. Returns whether the file is complete. Errors: IO. */
bool hone_file_draft_commit(hone_file_draft *draft, hone_error *error);

/* Closes and removes the temporary file of a draft. Does nothing if draft->file is -1. */
void hone_file_draft_discard(hone_file_draft *draft);

/* ---- what draft.c needs of the operating system ----
 *
 * A temporary file is locked as long as its process lives, however that ends; so a temporary that can be locked is
 * abandoned. */

/* Sets draft->path to the file that is written in the end, `exists` and `mode`. Fails if it cannot be replaced. */
bool hone_draft_target(hone_file_draft *draft, const char *path, hone_error *error);

typedef enum hone_draft_result {
    HONE_DRAFT_OPEN,    /* draft->file is the temporary, and locked if it was to be */
    HONE_DRAFT_RETRY,   /* there is a file of this name, or it was taken for abandoned */
    HONE_DRAFT_NO_LOCK, /* this file system has no locks */
    HONE_DRAFT_FAILED   /* see errno */
} hone_draft_result;

/* Creates the file draft->temporary. */
hone_draft_result hone_draft_create(hone_file_draft *draft, bool locked);

/* Gives the temporary the mode of the finished file and closes what was written; the lock stays. durable: waits until
 * the disk has its content. Returns 0, or a value of errno. */
int hone_draft_seal(hone_file_draft *draft, bool durable);

/* Takes the lock off a temporary that was renamed. */
void hone_draft_close(hone_file_draft *draft);
void hone_draft_remove(hone_file_draft *draft); /* and removes it */

/* Chooses a name for a temporary file beside draft->path, a new one at each attempt. False: it is too long. */
bool hone_draft_name(const hone_file_draft *draft, unsigned attempt, bool locked, char out[HONE_PATH_SIZE]);

enum { HONE_DRAFT_MARK = 32 };

/* Writes what is in the names of those temporaries that this machine locks; and returns whether a name has it. */
void hone_draft_write_mark(char mark[HONE_DRAFT_MARK]);
bool hone_draft_has_mark(const char *name, const char *mark);

/* Renames a file, replacing another. Returns 0, or a value of errno. */
int hone_draft_rename(const char *from, const char *to);

/* Gives a file a second name; where the file system has no such names, and copying is allowed, copies it. Returns 0, or
 * a value of errno; EEXIST: the name is taken. */
int hone_draft_link(const char *from, const char *to, bool copying);
void hone_draft_unlink(const char *path);

/* Holds a file, so that a second name of it is not taken for abandoned. Returns a descriptor for hone_file_close; -1:
 * it cannot be held. */
int hone_draft_hold(const char *path);

/* Waits until the disk has the names of a folder; "" is the working directory. Returns 0, also if the system or the
 * user's rights do not allow to wait, or a value of errno. */
int hone_draft_sync_folder(const char *path);

/* Whether a path ends in the name of a temporary file. May be called in a signal handler. */
bool hone_draft_is_temporary(const char *path);

/* Removes a file if it is a regular file of this user and no process has locked it. Returns whether it was removed. */
bool hone_draft_remove_abandoned(const char *path);

#endif
