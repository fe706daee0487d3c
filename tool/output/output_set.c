#include "tool/output/output_set.h"
#include "tool/output/output.h"
#include "tool/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST ".hone-1"
#define SECOND ".hone-2"

/* The others are added under their names, and named by the final output. While these change, a version of the output is
 * in its place that names them by a second stem, "NAME.hone-1": so it never names a file of another time. If a killed
 * run has left such a version, it is "NAME.hone-2". */
struct output_others_work {
    output_set *set;
    char folder[HONE_PATH_SIZE];
    char *stem, *second; /* second: NULL: there is no old output */
    char *old_second;    /* the one that the old output may name */
    bool collecting;     /* false: only the output is needed again */
    bool changing;       /* whether an old file is replaced by another one */
    const char *path;    /* of the output */
};

int output_set_begin(output_set *set, report *r)
{
    hone_error error = {0};
    *set = (output_set){.files = hone_file_set_create(NULL, &error), .report = r};
    return set->files ? STATUS_OK : report_failure(r, NULL, &error);
}

int output_set_end(output_set *set, int status)
{
    hone_error error = {0};
    if (status == STATUS_OK && !hone_file_set_commit(set->files, &error))
        status = report_failure(set->report, NULL, &error);
    hone_file_set_destroy(set->files);
    for (uint32_t i = 0; i < set->stale_count; i++) {
        if (status == STATUS_OK)
            system_remove(set->stale[i]);
        free(set->stale[i]);
    }
    free(set->stale);
    *set = (output_set){.report = set->report};
    return status;
}

int output_set_add(output_set *set, const char *path, const hone_bytes *bytes)
{
    hone_error error = {0};
    if (output_is_stdout(path))
        return output_write(path, bytes, set->report);
    if (hone_file_set_add(set->files, path, NULL, bytes->data, bytes->size, &error))
        return STATUS_OK;
    return report_failure(set->report, path, &error);
}

int output_set_text(output_set *set, const char *path, hone_writer *text)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    if (!hone_writer_finish(text, &bytes, &error))
        return report_failure(set->report, output_is_stdout(path) ? NULL : path, &error);
    int status = output_set_add(set, path, &bytes);
    hone_bytes_release(&bytes);
    return status;
}

/* ---- the others ------------------------------------------------------------------------------------------------- */

/* Writes "FOLDER/STEM+REST". */
static bool join(const struct output_others_work *w, const char *stem, const char *rest, char path[HONE_PATH_SIZE],
                 hone_error *error)
{
    const char *between = *w->folder && strcmp(w->folder, "/") != 0 ? "/" : "";
    int length = snprintf(path, HONE_PATH_SIZE, "%s%s%s%s", w->folder, between, stem, rest);
    return (length > 0 && length < HONE_PATH_SIZE) ||
           hone_fail(error, HONE_ERROR_IO, 0, "the name of %s%s is too long", stem, rest);
}

/* Notes the file that a killed run has left, if there is one. */
static bool note_stale(const struct output_others_work *w, const char *rest, hone_error *error)
{
    char path[HONE_PATH_SIZE];
    output_set *set = w->set;
    if (!w->second || !join(w, w->old_second, rest, path, NULL) || !system_exists(path))
        return true;
    char **stale = realloc(set->stale, (set->stale_count + 1) * sizeof *stale);
    if (stale)
        set->stale = stale;
    char *copy = stale ? malloc(strlen(path) + 1) : NULL;
    if (!copy)
        return hone_fail_memory(error);
    set->stale[set->stale_count++] = strcpy(copy, path);
    return true;
}

/* Whether a file exists and has another content. */
static bool is_other(const char *path, const void *data, size_t size)
{
    hone_bytes old = {0};
    if (!system_exists(path))
        return false;
    bool same =
        hone_file_read(path, NULL, &old, NULL) && old.size == size && (size == 0 || memcmp(old.data, data, size) == 0);
    hone_bytes_release(&old);
    return !same;
}

/* Whether bytes contain a text, in UTF-8 or UTF-16. */
static bool contains(const hone_bytes *bytes, const char *text)
{
    size_t length = strlen(text);
    for (size_t unit = 1; unit <= 2; unit++)
        for (size_t at = 0; at + unit * length <= bytes->size; at++) {
            size_t i = 0;
            while (i < length && bytes->data[at + unit * i] == (uint8_t)text[i]) i++;
            if (i == length)
                return true;
        }
    return false;
}

static char *with_ending(const char *stem, const char *ending)
{
    char *text = malloc(strlen(stem) + strlen(ending) + 1);
    return text ? strcat(strcpy(text, stem), ending) : NULL;
}

/* Chooses the second stem, if there is an old output. */
static bool choose_second(struct output_others_work *w, hone_error *error)
{
    hone_bytes old = {0};
    if (w->second || !system_is_file(w->path) || !hone_file_read(w->path, NULL, &old, NULL))
        return true;
    bool taken = contains(&old, FIRST);
    hone_bytes_release(&old);
    w->second = with_ending(w->stem, taken ? SECOND : FIRST);
    w->old_second = with_ending(w->stem, taken ? FIRST : SECOND);
    return (w->second && w->old_second) || hone_fail_memory(error);
}

static bool add(struct output_others_work *w, const char *rest, const void *data, size_t size, hone_error *error)
{
    char path[HONE_PATH_SIZE], meanwhile[HONE_PATH_SIZE] = "";
    if (!choose_second(w, error) || !note_stale(w, rest, error) || !join(w, w->stem, rest, path, error) ||
        (w->second && !join(w, w->second, rest, meanwhile, error)))
        return false;
    if (w->second)
        system_remove(meanwhile); /* of a killed run: nothing names it */
    w->changing |= w->second && !w->changing && is_other(path, data, size);
    if (hone_file_set_add(w->set->files, path, w->second ? meanwhile : NULL, data, size, error))
        return true;
    hone_error_prefix(error, path);
    return false;
}

bool output_others_add(void *user, const char *name, const void *data, size_t size, hone_error *error)
{
    output_others *others = user;
    struct output_others_work *w = others->work;
    size_t length = strlen(others->stem);
    if (!w->collecting)
        return true;
    others->bytes += size;
    if (strncmp(name, others->stem, length) != 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s does not begin with the output's name", name);
    return add(w, name + length, data, size, error);
}

/* ---- the output ------------------------------------------------------------------------------------------------- */

static bool begin(struct output_others_work *w, hone_error *error)
{
    if (!hone_path_folder(w->path, w->folder))
        return hone_fail(error, HONE_ERROR_IO, 0, "the name of the output is too long");
    const char *name = system_path_name(w->path), *dot = strrchr(name, '.');
    size_t size = dot ? (size_t)(dot - name) : strlen(name);
    w->stem = calloc(1, size + 1);
    if (!w->stem)
        return hone_fail_memory(error);
    memcpy(w->stem, name, size);
    return true;
}

static void end(struct output_others_work *w)
{
    free(w->stem);
    free(w->second);
    free(w->old_second);
}

/* Makes the output, and again with the second stem if old files beside it change.
 */
static bool encode_all(struct output_others_work *w, output_others *others, output_encode_fn *encode, void *user,
                       hone_bytes out[2], hone_error *error)
{
    others->stem = w->stem;
    bool ok = encode(user, others, &out[0], error);
    w->collecting = false, others->stem = w->second, others->again = true;
    if (ok && w->changing)
        ok = encode(user, others, &out[1], error);
    return ok;
}

int output_set_encode(output_set *set, const char *path, const char *about, output_encode_fn *encode, void *user,
                      uint64_t *bytes)
{
    hone_error error = {0};
    hone_bytes out[2] = {{0}};
    struct output_others_work work = {.set = set, .path = path, .collecting = true};
    output_others others = {.work = &work};
    bool to_stdout = output_is_stdout(path);
    bool ok = begin(&work, &error) && encode_all(&work, &others, encode, user, out, &error);
    int status = ok ? STATUS_OK : report_failure(set->report, about, &error);
    if (ok && to_stdout)
        status = output_write(path, &out[0], set->report);
    else if (ok && !hone_file_set_add_index(set->files, path, &out[0], work.changing ? &out[1] : NULL, &error))
        status = report_failure(set->report, path, &error);
    *bytes = out[0].size + others.bytes;
    for (int i = 0; i < 2; i++) hone_bytes_release(&out[i]);
    end(&work);
    return status;
}
