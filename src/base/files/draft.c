/* Files that are written under a temporary name and then renamed. A living process holds a lock on its temporary file,
 * so that the temporaries of killed processes can be told from those in use. The lock is released by the system however
 * the process ends. On a network folder the name also tells which machine made the file, because locks of other
 * machines are not seen on every file system. */
#include "base/files/draft.h"
#include "base/error.h"
#include "base/system/files.h"
#include <errno.h>
#include <stdio.h>

enum { PATH_SIZE = HONE_PATH_SIZE, MAX_ATTEMPTS = 100 };

/* ---- the temporary file ---- */

static bool create_temporary(hone_file_draft *draft, hone_error *error)
{
    bool locked = true;
    errno = EEXIST;
    for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (!hone_draft_name(draft, attempt, locked, draft->temporary))
            return hone_fail_system(error, "cannot write", ENAMETOOLONG);
        hone_draft_result result = hone_draft_create(draft, locked);
        if (result == HONE_DRAFT_OPEN)
            return true;
        if (result == HONE_DRAFT_FAILED)
            break;
        locked &= result != HONE_DRAFT_NO_LOCK;
    }
    return hone_fail_system(error, "cannot write", errno);
}

bool hone_file_draft_begin(hone_file_draft *draft, const char *path, hone_error *error)
{
    draft->file = -1;
    return hone_draft_target(draft, path, error) && create_temporary(draft, error);
}

void hone_file_draft_discard(hone_file_draft *draft)
{
    if (draft->file >= 0)
        hone_draft_remove(draft);
}

bool hone_file_draft_commit(hone_file_draft *draft, hone_error *error)
{
    int problem = hone_draft_seal(draft, false);
    if (!problem)
        problem = hone_draft_rename(draft->temporary, draft->path);
    if (problem)
        hone_draft_remove(draft);
    else
        hone_draft_close(draft);
    return problem == 0 || hone_fail_system(error, "cannot write", problem);
}

/* ---- files of killed processes ---- */

uint32_t hone_file_remove_abandoned(const char *folder)
{
    char mark[HONE_DRAFT_MARK], path[PATH_SIZE];
    uint32_t count = 0;
    hone_folder *entries = folder ? hone_folder_open(folder) : NULL;
    if (!entries)
        return 0;
    hone_draft_write_mark(mark);
    for (const char *name; (name = hone_folder_next(entries));) {
        int length = snprintf(path, sizeof path, "%s/%s", *folder ? folder : ".", name);
        count += hone_draft_has_mark(name, mark) && length < PATH_SIZE && hone_draft_remove_abandoned(path);
    }
    hone_folder_close(entries);
    return count;
}
