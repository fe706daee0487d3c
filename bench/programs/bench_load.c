/* Measures how long a model and all clips of its file take to load, or a motion of MMD, beside reading the bytes of the
 * file. Prints the least of many times, in milliseconds, and how many bytes of the file that is a second.
 * bench_load FILE... */
#define _POSIX_C_SOURCE 200809L
#include <hone/format.h>
#include <stdio.h>
#include <time.h>

static const double SECONDS = 0.5; /* for each measurement */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
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
    for (int i = 1; i < argc; i++) {
        hone_error error = {0};
        double bytes = least(read_bytes, argv[i], &error), all = bytes < 0 ? -1 : least(load_all, argv[i], &error);
        if (all < 0)
            return fprintf(stderr, "%s\n", error.message), 1;
        printf("%8.3f ms  (of it %.3f ms for the bytes)  %6.0f MB/s  %s\n", all, bytes, 1e-3 * size_of(argv[i]) / all,
               argv[i]);
    }
    return 0;
}
