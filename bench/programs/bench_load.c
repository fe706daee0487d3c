/* Measures how long a model and all clips of its file take to load, or a motion of MMD: as the first thing that a
 * process does, which is what users wait for, and again and again in one process, beside reading the bytes of the file.
 * Prints the least CPU time of many, in milliseconds, the page faults of the first load, and how many bytes of the file
 * a later load reads a second.
 * bench_load FILE... */
#define _POSIX_C_SOURCE 200809L
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double SECONDS = 0.5; /* for each measurement */
enum { PROCESSES = 40 };           /* in which a file is loaded first */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool read_bytes(const char *path, hone_error *error)
{
    hone_bytes bytes;
    bool ok = hone_file_read(path, NULL, &bytes, error);
    if (ok)
        hone_bytes_release(&bytes);
    return ok;
}

static bool load_clips(hone_asset *asset, uint32_t count, hone_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        char clip[16];
        snprintf(clip, sizeof clip, "%u", i);
        hone_motion *motion = hone_asset_motion(asset, clip, error);
        if (!motion)
            return false;
        hone_motion_release(motion);
    }
    return true;
}

static bool load_all(const char *path, hone_error *error)
{
    hone_asset *asset = hone_asset_open(path, NULL, error);
    hone_format format = hone_asset_format(asset);
    bool ok = asset != NULL;
    if (ok && (format == HONE_FORMAT_VMD || format == HONE_FORMAT_VPD)) {
        ok = load_clips(asset, 1, error);
    } else if (ok) {
        hone_model *model = hone_asset_model(asset, error);
        ok = model && load_clips(asset, hone_model_get(model)->clip_count, error);
        hone_model_release(model);
    }
    hone_asset_close(asset);
    return ok;
}

/* ---- the first load of a process ---- */

typedef struct first_load {
    double ms; /* negative: it failed */
    long faults;
} first_load;

static long page_faults(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

/* Loads a file and writes what it took. */
static void load_first(const char *path, int out)
{
    long faults = page_faults();
    double begin = now();
    bool ok = load_all(path, NULL);
    first_load took = {ok ? 1e3 * (now() - begin) : -1, page_faults() - faults};
    _exit(write(out, &took, sizeof took) != (ssize_t)sizeof took);
}

/* Loads a file in a process of its own, which has not loaded anything before if this one has not. */
static first_load load_in_child(const char *path)
{
    first_load took = {-1, 0};
    int ends[2];
    if (pipe(ends) != 0)
        return took;
    pid_t child = fork();
    if (child == 0)
        load_first(path, ends[1]);
    close(ends[1]);
    if (child < 0 || read(ends[0], &took, sizeof took) != (ssize_t)sizeof took)
        took.ms = -1;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return took;
}

static first_load least_first(const char *path)
{
    first_load best = load_in_child(path);
    for (int i = 1; i < PROCESSES && best.ms >= 0; i++) {
        first_load took = load_in_child(path);
        best = took.ms < best.ms ? took : best;
    }
    return best;
}

/* ---- later loads ---- */

/* Returns the least time of `run`, or a negative number. */
static double least(bool (*run)(const char *path, hone_error *error), const char *path, hone_error *error)
{
    double best = 1e9;
    for (double end = now() + SECONDS; now() < end;) {
        double begin = now();
        if (!run(path, error))
            return -1;
        double took = now() - begin;
        best = took < best ? took : best;
    }
    return best * 1e3;
}

/* Returns how many bytes a file has. */
static double size_of(const char *path)
{
    hone_bytes bytes = {0};
    if (!hone_file_read(path, NULL, &bytes, NULL))
        return 0;
    double size = (double)bytes.size;
    hone_bytes_release(&bytes);
    return size;
}

int main(int argc, char **argv)
{
    first_load *first = calloc((size_t)argc, sizeof *first);
    for (int i = 1; first && i < argc; i++) first[i] = least_first(argv[i]);
    for (int i = 1; first && i < argc; i++) {
        hone_error error = {0};
        double bytes = least(read_bytes, argv[i], &error), all = bytes < 0 ? -1 : least(load_all, argv[i], &error);
        if (all < 0)
            return fprintf(stderr, "%s\n", error.message), free(first), 1;
        printf("first %8.3f ms, %5ld faults; later %8.3f ms  (of it %.3f ms for the bytes)  %6.0f MB/s  %s\n",
               first[i].ms, first[i].faults, all, bytes, 1e-3 * size_of(argv[i]) / all, argv[i]);
    }
    bool ok = first != NULL;
    free(first);
    return !ok;
}
