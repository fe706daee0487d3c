/* The names of temporary files. */
#include "base/files/draft.h"
#include "base/system/files.h"
#include "base/system/machine.h"
#include <stdio.h>
#include <string.h>

enum { CODE = 6 };

/* What is in the names of all temporaries. */
#define FAMILY ".hone-"

/* Digits of names. */
static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";

/* Writes CODE digits of the upper bits of the seed, and a 0. */
static void write_code(uint64_t seed, char code[CODE + 1])
{
    for (int i = 0; i < CODE; i++, seed <<= 5) code[i] = digits[seed >> 59];
    code[CODE] = 0;
}

/* ".hone-MACHINE-" */
void hone_draft_write_mark(char mark[HONE_DRAFT_MARK])
{
    char name[256], code[CODE + 1];
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    hone_host_name(name, sizeof name);
    for (const char *c = name; *c; c++) hash = (hash ^ (uint8_t)*c) * 1099511628211u;
    write_code(hash * 0x9e3779b97f4a7c15u, code);
    snprintf(mark, HONE_DRAFT_MARK, FAMILY "%s-", code);
}

/* The name is ".NAME.hone-MACHINE-XXXXXX", or without a lock ".NAME.hone-XXXXXX". */
bool hone_draft_name(const hone_file_draft *draft, unsigned attempt, bool locked, char out[HONE_PATH_SIZE])
{
    const char *name = hone_path_name(draft->path);
    char mark[HONE_DRAFT_MARK] = FAMILY, code[CODE + 1];
    write_code((hone_seed() + attempt) * 0x9e3779b97f4a7c15u, code); /* the upper bits are well mixed */
    if (locked)
        hone_draft_write_mark(mark);
    /* a name may have 255 bytes, some of which the rest needs */
    int length =
        snprintf(out, HONE_PATH_SIZE, "%.*s.%.200s%s%s", (int)(name - draft->path), draft->path, name, mark, code);
    return length > 0 && length < HONE_PATH_SIZE;
}

bool hone_draft_has_mark(const char *name, const char *mark)
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
