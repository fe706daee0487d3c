/* The arguments of the command line. Shells of Windows leave it to programs to split it and to find the files that a
 * pattern means. */
#include "base/system/wide.h"
#include "tool/system/arguments.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* The characters that replace * and ? outside of quotes at first. */
enum { ANY_TEXT = 1, ANY_LETTER = 2 };

typedef struct list {
    wchar_t **items;
    size_t count, room;
} list;

static bool append(list *l, wchar_t *item)
{
    if (l->count + 1 >= l->room) {
        size_t room = l->room ? 2 * l->room : 16;
        wchar_t **items = realloc(l->items, room * sizeof *items);
        if (!items)
            return free(item), false;
        l->items = items, l->room = room;
    }
    l->items[l->count++] = item;
    return item != NULL;
}

/* ---- splitting ---- */

static bool is_space(wchar_t c)
{
    return c == L' ' || c == L'\t';
}

/* Copies backslashes. Before a quote, two of them mean one. Returns whether a single one is left, which makes the quote
 * a letter. */
static bool copy_backslashes(const wchar_t **at, wchar_t **out)
{
    size_t count = wcsspn(*at, L"\\");
    bool quoted = (*at)[count] == L'"';
    *at += count;
    for (size_t i = 0; i < (quoted ? count / 2 : count); i++) *(*out)++ = L'\\';
    return quoted && count % 2;
}

/* Reads an argument by the rules of the C library of Windows: two quotes in a text in quotes mean one. `out` has room
 * for the whole line. */
static const wchar_t *read_argument(const wchar_t *at, wchar_t *out)
{
    bool inside = false;
    while (*at && (inside || !is_space(*at))) {
        bool letter = copy_backslashes(&at, &out);
        if (*at == L'"' && !letter) {
            if (inside && at[1] == L'"')
                *out++ = *at++;
            else
                inside = !inside;
            at++;
        } else if (*at && (inside || !is_space(*at))) {
            wchar_t c = *at++;
            *out++ = inside ? c : c == L'*' ? ANY_TEXT : c == L'?' ? ANY_LETTER : c;
        }
    }
    *out = L'\0';
    return at;
}

/* The name of the program has no backslashes with a meaning. */
static const wchar_t *skip_program(const wchar_t *at)
{
    bool inside = false;
    for (; *at && (inside || !is_space(*at)); at++)
        if (*at == L'"')
            inside = !inside;
    return at;
}

/* ---- patterns ---- */

static wchar_t fold(wchar_t c)
{
    return (wchar_t)(uintptr_t)CharLowerW((LPWSTR)(uintptr_t)c);
}

static bool matches(const wchar_t *pattern, const wchar_t *name)
{
    const wchar_t *again = NULL, *from = NULL; /* where to go on if the last ANY_TEXT takes one letter more */
    while (*name) {
        if (*pattern == ANY_TEXT)
            again = ++pattern, from = name;
        else if (*pattern == ANY_LETTER || (*pattern && fold(*pattern) == fold(*name)))
            pattern++, name++;
        else if (again)
            pattern = again, name = ++from;
        else
            return false;
    }
    while (*pattern == ANY_TEXT) pattern++;
    return !*pattern;
}

static int by_name(const void *a, const void *b)
{
    return CompareStringOrdinal(*(wchar_t *const *)a, -1, *(wchar_t *const *)b, -1, TRUE) - CSTR_EQUAL;
}

/* Returns UTF-8 from malloc. */
static char *narrow(const wchar_t *text)
{
    size_t size = wcslen(text) * 3 + 1; /* UTF-8 takes at most three bytes for each unit of UTF-16 */
    char *out = malloc(size);
    if (out && hone_narrow(text, out, size))
        return out;
    free(out);
    return NULL;
}

/* The first `length` letters of `folder`, and `name`. */
static wchar_t *join(const wchar_t *folder, size_t length, const wchar_t *name)
{
    wchar_t *out = malloc((length + wcslen(name) + 1) * sizeof *out);
    if (out)
        wcscpy((wchar_t *)memcpy(out, folder, length * sizeof *out) + length, name);
    return out;
}

/* Opens the folder of a pattern, which is its first `length` letters. */
static HANDLE open_folder(const wchar_t *pattern, size_t length, WIN32_FIND_DATAW *found)
{
    wchar_t *all = join(pattern, length, L"*"), *path = NULL;
    char *text = all ? narrow(all) : NULL;
    if (text)
        path = hone_wide_path(text);
    HANDLE search = path ? FindFirstFileW(path, found) : INVALID_HANDLE_VALUE;
    free(path);
    free(text);
    free(all);
    return search;
}

/* Appends the files that a pattern means, in the order of their names. Only the last name in a path may be a pattern.
 * Returns false without memory. */
static bool append_files(list *l, const wchar_t *pattern)
{
    size_t folder = wcslen(pattern), first = l->count;
    while (folder > 0 && !wcschr(L"/\\:", pattern[folder - 1])) folder--;
    WIN32_FIND_DATAW found;
    HANDLE search = open_folder(pattern, folder, &found);
    bool ok = true;
    for (bool more = search != INVALID_HANDLE_VALUE; ok && more; more = FindNextFileW(search, &found))
        if (found.cFileName[0] != L'.' && matches(pattern + folder, found.cFileName))
            ok = append(l, join(pattern, folder, found.cFileName));
    if (search != INVALID_HANDLE_VALUE)
        FindClose(search);
    if (l->count > first)
        qsort(l->items + first, l->count - first, sizeof *l->items, by_name);
    return ok;
}

/* ---- the line ---- */

static bool append_argument(list *l, wchar_t *argument)
{
    static const wchar_t marks[] = {ANY_TEXT, ANY_LETTER, 0};
    size_t before = l->count;
    if (argument[0] != L'-' && wcspbrk(argument, marks) && !append_files(l, argument))
        return false;
    if (l->count > before)
        return true;
    for (wchar_t *c = argument; *c; c++) *c = *c == ANY_TEXT ? L'*' : *c == ANY_LETTER ? L'?' : *c;
    return append(l, join(argument, 0, argument));
}

static bool split(list *l, const wchar_t *line)
{
    const wchar_t *at = skip_program(line);
    wchar_t *argument = malloc((wcslen(line) + 1) * sizeof *argument);
    bool ok = argument && append(l, join(line, 0, L"hone"));
    while (ok && *(at += wcsspn(at, L" \t"))) {
        at = read_argument(at, argument);
        ok = append_argument(l, argument);
    }
    free(argument);
    return ok;
}

char **system_split_line(const wchar_t *line, int *count)
{
    list l = {0};
    bool ok = split(&l, line);
    char **out = ok ? calloc(l.count + 1, sizeof *out) : NULL;
    for (size_t i = 0; i < l.count; i++) {
        ok = out && (out[i] = narrow(l.items[i])) && ok;
        free(l.items[i]);
    }
    free(l.items);
    *count = (int)l.count;
    return ok ? out : NULL;
}
