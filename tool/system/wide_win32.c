#include "tool/system/wide.h"

#include <stdlib.h>
#include <windows.h>

wchar_t *widen(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *out = size > 0 ? malloc((size_t)size * sizeof *out) : NULL;
    if (out)
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out, size);
    return out;
}

char *narrow(const wchar_t *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = size > 0 ? malloc((size_t)size) : NULL;
    if (out)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL);
    return out;
}

enum { SHORT_PATH = MAX_PATH - 14 };

/* "\\?\C:\..." of "C:\...", and "\\?\UNC\SERVER\..." of "\\SERVER\...". */
static wchar_t *lengthen(const wchar_t *whole, size_t size)
{
    wchar_t *out = malloc((size + 8) * sizeof *out);
    if (out && wcsncmp(whole, L"\\\\", 2) == 0)
        wcscat(wcscpy(out, L"\\\\?\\UNC"), whole + 1);
    else if (out)
        wcscat(wcscpy(out, L"\\\\?\\"), whole);
    return out;
}

wchar_t *widen_path(const char *path)
{
    wchar_t *wide = widen(path);
    DWORD size = wide && wcsncmp(wide, L"\\\\?\\", 4) != 0 ? GetFullPathNameW(wide, 0, NULL, NULL) : 0;
    if (size < SHORT_PATH)
        return wide;
    wchar_t *whole = malloc(size * sizeof *whole), *out = NULL;
    if (whole && GetFullPathNameW(wide, size, whole, NULL) < size)
        out = lengthen(whole, size);
    free(whole);
    free(wide);
    return out;
}
