/* Uses the files of the corpus, whole files that the targets make, and these with damage, as the programs of libFuzzer
 * do: a test that needs no clang. Each input is used twice: the second time must not take memory that stays.
 * usage: replay CORPUS DAMAGED [TARGET...]; DAMAGED: how many damaged files of each target */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"
#include "memory.h"
#include "support/support.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TARGET(name) extern const fuzz_target name;
#include "targets.inc"
#undef TARGET

static const struct {
    const char *name;
    const fuzz_target *target;
} targets[] = {
#define TARGET(name) {#name, &name},
#include "targets.inc"
#undef TARGET
};

enum { MADE = 8, MADE_STEP = 5, SIZE_MOST = 16384 };

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);

static test_random chance = {1};

static size_t any(size_t below)
{
    return below ? test_random_u32(&chance) % below : 0;
}

/* Cuts the input, moves a part of it over another one, or changes up to four bytes or numbers. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size)
{
    static const uint32_t numbers[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7f800000, 0xffc00000, 0x10000};
    size_t kind = any(8), a = any(size), b = any(size);
    (void)max_size;
    if (kind == 0)
        return a;
    if (kind == 1) {
        memmove(bytes + a, bytes + b, size - (a > b ? a : b));
        return size;
    }
    for (size_t i = any(4) + 1; i > 0 && size > sizeof *numbers; i--) {
        size_t most = size - sizeof *numbers, at = any(any(2) || most < 200 ? most : 200);
        memcpy(bytes + at, &numbers[any(sizeof numbers / sizeof *numbers)], kind % 2 ? 1 : sizeof *numbers);
    }
    return size;
}

/* Leaves the input in a file when a target aborts. */
static const hone_bytes *in_use;

static void keep_input(int number)
{
    FILE *file = in_use ? fopen("fuzz-input", "wb") : NULL;
    if (file) {
        fwrite(in_use->data, 1, in_use->size, file);
        fclose(file);
        fputs(": aborted; the input is in the file fuzz-input\n", stdout);
        fflush(stdout);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* The input that took the most memory. */
static uint64_t most_held;
static size_t most_size;

static void use_twice(const fuzz_target *target, const hone_bytes *bytes)
{
    in_use = bytes;
    fuzz_use(target, bytes->data, bytes->size);
    if (memory_most_held() > most_held)
        most_held = memory_most_held(), most_size = bytes->size;
    memory_count();
    target->use(bytes->data, bytes->size);
    require(memory_held() <= 0);
    in_use = NULL;
}

static unsigned use_made(const fuzz_target *target)
{
    unsigned count = 0;
    for (; target->make && count < MADE; count++) {
        hone_bytes bytes = target->make(count * MADE_STEP);
        use_twice(target, &bytes);
        hone_bytes_release(&bytes);
    }
    return count;
}

static void use_damaged(const fuzz_target *target, unsigned count)
{
    static uint8_t bytes[SIZE_MOST];
    size_t size = 0;
    for (unsigned i = 0; target->make && i < count; i++) {
        if (i % 4 == 0)
            size = fuzz_mutate(target, bytes, 0, sizeof bytes, i * 256);
        size = fuzz_mutate(target, bytes, size, sizeof bytes, 257 * i + 1);
        use_twice(target, &(hone_bytes){.data = bytes, .size = size});
    }
}

static unsigned use_files(const fuzz_target *target, const char *folder)
{
    unsigned count = 0;
    DIR *files = opendir(folder);
    for (struct dirent *entry; files && (entry = readdir(files));) {
        char path[HONE_PATH_SIZE];
        hone_bytes bytes;
        if (entry->d_name[0] == '.')
            continue;
        require(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path);
        require(hone_file_read(path, NULL, &bytes, NULL));
        use_twice(target, &bytes);
        hone_bytes_release(&bytes);
        count++;
    }
    if (files)
        closedir(files);
    return count;
}

static bool is_wanted(const char *name, char **names, int count)
{
    bool wanted = count == 0;
    for (int i = 0; i < count; i++) wanted = wanted || strcmp(names[i], name) == 0;
    return wanted;
}

int main(int argc, char **argv)
{
    require(argc >= 3);
    signal(SIGABRT, keep_input);
    signal(SIGSEGV, keep_input);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        char folder[HONE_PATH_SIZE];
        if (!is_wanted(targets[i].name, argv + 3, argc - 3))
            continue;
        require(snprintf(folder, sizeof folder, "%s/%s", argv[1], targets[i].name) < (int)sizeof folder);
        printf("%s", targets[i].name);
        fflush(stdout);
        use_damaged(targets[i].target, (unsigned)atoi(argv[2]));
        unsigned made = use_made(targets[i].target), files = use_files(targets[i].target, folder);
        printf(": %u files of the corpus, %u made; %zu bytes held %llu\n", files, made, most_size,
               (unsigned long long)most_held);
        require(files > 0);
        most_held = 0;
    }
    return 0;
}
