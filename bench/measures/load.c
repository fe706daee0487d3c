#include "bench/measures/load.h"
#include "bench/clock.h"
#include "tool/system/system.h"

#include <hone/format.h>
#include <hone/io.h>
#include <stdio.h>
#include <string.h>

/* Counts the memory that the allocator hands out. */
typedef struct memory_count {
    size_t live, peak;
} memory_count;

static void *count_alloc(void *user, size_t size, size_t align)
{
    memory_count *t = user;
    const hone_allocator all = hone_allocator_or_default(NULL);
    void *memory = all.alloc(all.user, size, align);
    if (!memory)
        return NULL;
    t->live += size;
    t->peak = t->live > t->peak ? t->live : t->peak;
    return memory;
}

static void count_free(void *user, void *memory, size_t size)
{
    memory_count *t = user;
    const hone_allocator all = hone_allocator_or_default(NULL);
    t->live -= size;
    all.free(all.user, memory, size);
}

typedef struct load_job {
    const char *path;
    hone_error *error;
} load_job;

static void load_once(void *user)
{
    const load_job *job = user;
    hone_model_release(hone_model_load(job->path, NULL, job->error));
}

static bool measure(const char *path, bench_load *out, hone_error *error)
{
    memory_count t = {0};
    const hone_allocator allocator = {count_alloc, count_free, &t};
    const hone_load_desc desc = {.allocator = &allocator};
    hone_model *model = hone_model_load(path, &desc, error);
    if (!model)
        return false;
    hone_model_release(model);
    out->memory_ratio = (double)t.peak / (double)out->bytes;
    load_job job = {path, error};
    bench_comparison comparison = {.count = 1, .works = {{.run = load_once, .user = &job}}};
    uint32_t windows = bench_measure(&comparison);
    if (windows) {
        out->milliseconds = bench_median(comparison.works[0].seconds, windows) * 1e3;
        out->fastest = bench_minimum(comparison.works[0].seconds, windows) * 1e3;
    }
    return true;
}

bool bench_load_run(const hone_model *model, bench_load *out, hone_error *error)
{
    char path[4096];
    uint64_t name = (uint64_t)(system_clock() * 1e9);
    int length = snprintf(path, sizeof path, "%s/hone-bench-%llx", system_temporary_folder(), (unsigned long long)name);
    if (length < 0 || (size_t)length >= sizeof path)
        return hone_fail(error, HONE_ERROR_IO, 0, "$TMPDIR is too long");
    hone_bytes pmx = {0};
    if (!hone_model_write_pmx(model, NULL, &pmx, error))
        return false;
    out->bytes = pmx.size;
    bool ok =
        hone_file_write(path, pmx.data, pmx.size, NULL) || hone_fail(error, HONE_ERROR_IO, 0, "cannot write %s", path);
    hone_bytes_release(&pmx);
    ok = ok && measure(path, out, error);
    system_remove(path);
    return ok;
}
