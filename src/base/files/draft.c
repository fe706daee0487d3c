/* Files that are written under a temporary name and then renamed. A living process holds a lock on its temporary file,
 * so that the temporaries of killed processes can be told from those in use. The lock is released by the system however
 * the process ends. On a network folder the name also tells which machine made the file, because locks of other
 * machines are not seen on every file system. */
#include "base/files/draft.h"
#include "base/error.h"
#include "base/system/files.h"
#include "base/system/machine.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = HONE_PATH_SIZE, MAX_ATTEMPTS = 100, CODE = 6, MARK_SIZE = 32 };

/* What is in the names of all temporaries. */
#define FAMILY ".hone-"

/* Digits of names. */
static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";

/* ---- names ---- */

/* Writes CODE digits of the upper bits of the seed, and a 0. */
static void write_code(uint64_t seed, char code[CODE + 1])
{
    for (int i = 0; i < CODE; i++, seed <<= 5) code[i] = digits[seed >> 59];
    code[CODE] = 0;
}

/* ".hone-MACHINE-", which is in the names of this machine's temporaries. */
static void write_mark(char mark[MARK_SIZE])
{
    char name[256], code[CODE + 1];
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    hone_host_name(name, sizeof name);
    for (const char *c = name; *c; c++) hash = (hash ^ (uint8_t)*c) * 1099511628211u;
    write_code(hash * 0x9e3779b97f4a7c15u, code);
    snprintf(mark, MARK_SIZE, FAMILY "%s-", code);
}

/* The name is ".NAME.hone-MACHINE-XXXXXX", or without a lock ".NAME.hone-XXXXXX". */
bool hone_draft_name(const hone_file_draft *draft, unsigned attempt, bool locked, char out[HONE_PATH_SIZE])
{
    const char *name = hone_path_name(draft->path);
    char mark[MARK_SIZE] = FAMILY, code[CODE + 1];
    write_code((hone_seed() + attempt) * 0x9e3779b97f4a7c15u, code); /* the upper bits are well mixed */
    if (locked)
        write_mark(mark);
    /* a name may have 255 bytes, some of which the rest needs */
    int length = snprintf(out, PATH_SIZE, "%.*s.%.200s%s%s", (int)(name - draft->path), draft->path, name, mark, code);
    return length > 0 && length < PATH_SIZE;
}

/* Whether a file's name is that of a temporary that this machine locks. */
static bool is_temporary(const char *name, const char *mark)
{
    size_t size = strlen(name), tail = strlen(mark) + CODE;
    return name[0] == '.' && size > tail && strncmp(name + size - tail, mark, strlen(mark)) == 0 &&
           strspn(name + size - CODE, digits) == CODE;
}

/* Without a lock there is no code of the machine. */
bool hone_draft_is_temporary(const char *path)
{
    const char *name = hone_path_name(path);
    size_t size = strlen(name);
    if (name[0] != '.' || size < CODE || strspn(name + size - CODE, digits) != CODE)
        return false;
    const char *mark = name;
    for (const char *next; (next = strstr(mark + 1, FAMILY));) mark = next;
    size_t tail = strlen(mark), family = strlen(FAMILY);
    return mark > name && (tail == family + CODE || (tail == family + 2 * CODE + 1 && mark[family + CODE] == '-'));
}

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
    char mark[MARK_SIZE], path[PATH_SIZE];
    uint32_t count = 0;
    hone_folder *entries = folder ? hone_folder_open(folder) : NULL;
    if (!entries)
        return 0;
    write_mark(mark);
    for (const char *name; (name = hone_folder_next(entries));) {
        int length = snprintf(path, sizeof path, "%s/%s", *folder ? folder : ".", name);
        count += is_temporary(name, mark) && length < PATH_SIZE && hone_draft_remove_abandoned(path);
    }
    hone_folder_close(entries);
    return count;
}
