/* The functions of the operating system that draft.c needs. A temporary file is locked as long as its process lives,
 * however that ends; so a temporary that can be locked is abandoned. */
#ifndef HONE_SRC_BASE_FILES_DRAFT_H
#define HONE_SRC_BASE_FILES_DRAFT_H

#include <hone/io.h>

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

/* Closes the temporary and gives it its name, locked until it has it, or removes it. Returns 0, or a value of errno;
 * then it is removed. */
int hone_draft_rename(hone_file_draft *draft);
void hone_draft_remove(hone_file_draft *draft);

/* Removes a file if it is a regular file of this user and no process has locked it. Returns whether it was removed. */
bool hone_draft_remove_abandoned(const char *path);

#endif
