/* The clock, the name and the processors of a machine, and aligned memory, on Windows. */
#include "base/system/machine.h"
#include "base/system/wide.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

uint64_t hone_clock_ns(void)
{
    LARGE_INTEGER frequency, now;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    uint64_t each = (uint64_t)frequency.QuadPart, count = (uint64_t)now.QuadPart;
    return count / each * 1000000000 + count % each * 1000000000 / each;
}

uint64_t hone_seed(void)
{
    FILETIME now; /* in units of 100 ns, but it may change only every few milliseconds */
    LARGE_INTEGER count;
    GetSystemTimeAsFileTime(&now);
    QueryPerformanceCounter(&count);
    uint64_t time = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime;
    return time ^ (uint64_t)count.QuadPart << 8 ^ (uint64_t)GetCurrentProcessId() << 44;
}

void hone_host_name(char *out, size_t size)
{
    wchar_t name[256];
    DWORD room = sizeof name / sizeof *name;
    out[0] = '\0';
    if (GetComputerNameExW(ComputerNameDnsHostname, name, &room))
        hone_narrow(name, out, size);
}

long hone_processor_count(void)
{
    DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count < 1 ? 1 : (long)count;
}

void *hone_system_allocate(size_t size, size_t align)
{
    return _aligned_malloc(size, align);
}

void hone_system_free(void *memory)
{
    _aligned_free(memory);
}

/* They need a right that users do not have. */
void *hone_system_large_pages(size_t size)
{
    (void)size;
    return NULL;
}

void hone_reason(int number, char *out, size_t size)
{
    if (strerror_s(out, size, number) != 0)
        snprintf(out, size, "error %d", number);
}
