/* Files that appear together. Each is complete under a temporary name before the first gets its own; the files that are
 * replaced keep a second name until all have theirs, so that they can be put back.
 *
 * A file that names the others (a .gltf, whose buffer is a .bin) is in step with them at every moment, although names
 * change one by one: in between there is a version of it that names copies of the new files, under other names.
 *
 *     a.gltf -> a.bin (old)      a.new.bin appears
 *     a.gltf -> a.new.bin        the stand-in of a.gltf replaces it: now all is new
 *     a.gltf -> a.new.bin        a.bin is replaced
 *     a.gltf -> a.bin (new)      a.gltf is replaced, and a.new.bin removed
 */
#include "base/files/file_set.h"
#include "base/error.h"
#include "base/files/draft.h"
#include "base/files/file.h"
#include "base/system/files.h"
#include "base/system/signals.h"
#include <errno.h>
#include <string.h>

enum { MAX_ATTEMPTS = 100 };

/* The version of an index for between. */
typedef struct stand_in {
    hone_file_draft draft; /* its `file` is -1: it is closed */
    int holder;            /* keeps it from being taken for abandoned while the set is committed; -1: nothing */
    bool placed;           /* whether it has the index's name, and a temporary name, too */
} stand_in;

typedef struct set_file {
    hone_file_draft draft;
    char kept[HONE_PATH_SIZE];      /* the second name of the file that is replaced; "": none */
    char meanwhile[HONE_PATH_SIZE]; /* the other name under which it is first complete; "": none */
    int holder;                     /* keeps `kept` from being taken for abandoned; -1: nothing */
    bool shown;                     /* whether there is `meanwhile` */
    bool placed;                    /* whether it has its name */
    bool is_index;                  /* names others */
    stand_in *stand_in;             /* of an index; NULL: none */
} set_file;

struct hone_file_set {
    hone_allocator allocator;
    set_file *files;
    uint32_t count, capacity;
    uint32_t at; /* the file that is worked on: the one that fails */
};

hone_file_set *hone_file_set_create(const hone_allocator *allocator, hone_error *error)
{
    hone_allocator own = hone_allocator_or_default(allocator);
    hone_file_set *set = own.alloc(own.user, sizeof *set, 16);
    if (!set)
        return hone_fail_memory(error), NULL;
    *set = (hone_file_set){.allocator = own};
    return set;
}

static void release_file(const hone_allocator *allocator, set_file *file)
{
    hone_file_draft_discard(&file->draft);
    if (file->stand_in)
        hone_file_draft_discard(&file->stand_in->draft);
    hone_deallocate(allocator, file->stand_in, sizeof *file->stand_in, 1);
}

void hone_file_set_destroy(hone_file_set *set)
{
    if (!set)
        return;
    hone_allocator own = set->allocator;
    for (uint32_t i = 0; i < set->count; i++) release_file(&own, &set->files[i]);
    hone_deallocate(&own, set->files, sizeof *set->files, set->capacity);
    hone_deallocate(&own, set, sizeof *set, 1);
}

/* ---- adding files ---- */

static bool reserve(hone_file_set *set, hone_error *error)
{
    if (set->count < set->capacity)
        return true;
    uint32_t capacity = set->capacity ? 2 * set->capacity : 1;
    set_file *files = set->allocator.alloc(set->allocator.user, capacity * sizeof *files, 16);
    if (!files)
        return hone_fail_memory(error);
    if (set->count)
        memcpy(files, set->files, set->count * sizeof *files);
    hone_deallocate(&set->allocator, set->files, sizeof *set->files, set->capacity);
    set->files = files;
    set->capacity = capacity;
    return true;
}

/* Writes a temporary file, which is on the disk afterwards. */
static bool write_draft(hone_file_draft *draft, const char *path, const void *data, size_t size, hone_error *error)
{
    hone_held_signals held;
    hone_signals_hold(&held);
    bool ok = hone_file_draft_begin(draft, path, error);
    if (ok) {
        ok = hone_stream_write(draft->file, data, size, error);
        int problem = ok ? hone_draft_seal(draft, true) : 0;
        if (problem)
            ok = hone_fail_system(error, "cannot write", problem);
        if (!ok)
            hone_file_draft_discard(draft);
    }
    hone_signals_release(&held);
    return ok;
}

static bool is_new(const hone_file_set *set, const hone_file_draft *draft, hone_error *error)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (strcmp(set->files[i].draft.path, draft->path) == 0)
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "another output has the same name");
    return true;
}

bool hone_file_set_add(hone_file_set *set, const char *path, const char *meanwhile, const void *data, size_t size,
                       hone_error *error)
{
    if (meanwhile && strlen(meanwhile) >= HONE_PATH_SIZE)
        return hone_fail_system(error, "cannot write", ENAMETOOLONG);
    if (!reserve(set, error))
        return false;
    set_file *file = &set->files[set->count];
    *file = (set_file){.holder = -1, .draft.file = -1};
    if (meanwhile)
        memcpy(file->meanwhile, meanwhile, strlen(meanwhile) + 1);
    if (!write_draft(&file->draft, path, data, size, error))
        return false;
    if (!is_new(set, &file->draft, error)) {
        hone_file_draft_discard(&file->draft);
        return false;
    }
    set->count++;
    return true;
}

static bool add_stand_in(hone_file_set *set, const char *path, const hone_bytes *data, hone_error *error)
{
    set_file *file = &set->files[set->count - 1];
    file->stand_in = set->allocator.alloc(set->allocator.user, sizeof *file->stand_in, 16);
    if (!file->stand_in)
        return hone_fail_memory(error);
    *file->stand_in = (stand_in){.holder = -1, .draft.file = -1};
    return write_draft(&file->stand_in->draft, path, data->data, data->size, error);
}

bool hone_file_set_add_index(hone_file_set *set, const char *path, const hone_bytes *data, const hone_bytes *meanwhile,
                             hone_error *error)
{
    if (!hone_file_set_add(set, path, NULL, data->data, data->size, error))
        return false;
    set->files[set->count - 1].is_index = true;
    if (!meanwhile || add_stand_in(set, path, meanwhile, error))
        return true;
    release_file(&set->allocator, &set->files[--set->count]);
    return false;
}

/* ---- giving them their names ---- */

/* Gives a file a second name beside the draft's path. Returns 0, or a value of errno; then `name` is "". */
static int name_again(const hone_file_draft *draft, const char *file, bool copying, char name[HONE_PATH_SIZE])
{
    int problem = EEXIST;
    for (unsigned attempt = 0; attempt < MAX_ATTEMPTS && problem == EEXIST; attempt++)
        problem = hone_draft_name(draft, attempt, true, name) ? hone_draft_link(file, name, copying) : ENAMETOOLONG;
    if (problem)
        name[0] = 0;
    return problem;
}

/* Keeps the file that is replaced. Where a single file is written the old one is safe without: it is lost only if the
 * disk fails after the new one has its name. */
static int keep_old(set_file *file, bool single)
{
    if (!file->draft.exists)
        return 0;
    int problem = name_again(&file->draft, file->draft.path, !single, file->kept);
    if (!problem)
        file->holder = hone_draft_hold(file->kept);
    return single || problem == ENOENT ? 0 : problem;
}

/* Lets a file appear under its other name. */
static int show(set_file *file)
{
    if (!file->meanwhile[0])
        return 0;
    int problem = hone_draft_link(file->draft.temporary, file->meanwhile, true);
    file->shown = !problem;
    return problem;
}

static int place(set_file *file)
{
    int problem = hone_draft_rename(file->draft.temporary, file->draft.path);
    file->placed = !problem;
    return problem;
}

static int sync_folders(hone_file_set *set)
{
    char folder[HONE_PATH_SIZE], last[HONE_PATH_SIZE] = "/";
    int problem = 0;
    for (uint32_t i = 0; i < set->count && !problem; i++) {
        if (!hone_path_folder(set->files[i].draft.path, folder) || (i > 0 && strcmp(folder, last) == 0))
            continue;
        set->at = i;
        problem = hone_draft_sync_folder(folder);
        memcpy(last, folder, sizeof last);
    }
    return problem;
}

static int keep_olds(hone_file_set *set)
{
    int problem = 0;
    for (uint32_t i = 0; i < set->count && !problem; i++) {
        set->at = i;
        problem = keep_old(&set->files[i], set->count == 1);
    }
    return problem;
}

/* The stand-in keeps its temporary name, too: it may be needed again. */
static int place_stand_in(stand_in *in)
{
    char name[HONE_PATH_SIZE];
    int problem = name_again(&in->draft, in->draft.temporary, true, name);
    if (!problem)
        problem = hone_draft_rename(name, in->draft.path);
    if (problem && name[0])
        hone_draft_unlink(name);
    return problem;
}

/* Closes it first: on Windows nothing could replace an open file. */
static int let_stand_in(stand_in *in)
{
    hone_draft_close(&in->draft);
    in->holder = hone_draft_hold(in->draft.temporary);
    in->placed = true;
    return place_stand_in(in);
}

static void end_stand_in(stand_in *in)
{
    hone_draft_unlink(in->draft.temporary);
    if (in->holder >= 0)
        hone_file_close(in->holder);
}

static int show_all(hone_file_set *set)
{
    int problem = 0;
    for (uint32_t i = 0; i < set->count && !problem; i++) {
        set->at = i;
        problem = show(&set->files[i]);
    }
    for (uint32_t i = 0; i < set->count && !problem; i++) {
        set->at = i;
        if (set->files[i].stand_in)
            problem = let_stand_in(set->files[i].stand_in);
    }
    return problem;
}

/* Those that name others last. */
static int place_all(hone_file_set *set)
{
    int problem = 0;
    for (uint32_t i = 0; i < 2 * set->count && !problem; i++) {
        set->at = i % set->count;
        set_file *file = &set->files[set->at];
        if (file->is_index == (i >= set->count))
            problem = place(file);
    }
    return problem;
}

/* Puts the old file back, or removes the new one if there was none. */
static void take_back(set_file *file)
{
    if (!file->draft.exists)
        hone_draft_unlink(file->draft.path);
    else if (file->kept[0] && hone_draft_rename(file->kept, file->draft.path) != 0)
        file->kept[0] = 0; /* it stays where it is, until it is taken for abandoned */
}

/* Backwards, so that an index is in step with the others here, too. */
static void undo(hone_file_set *set)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (set->files[i].placed && set->files[i].stand_in)
            place_stand_in(set->files[i].stand_in);
    for (uint32_t i = 0; i < set->count; i++)
        if (set->files[i].placed && !set->files[i].is_index)
            take_back(&set->files[i]);
    for (uint32_t i = 0; i < set->count; i++) {
        const stand_in *in = set->files[i].stand_in;
        if (set->files[i].is_index && (set->files[i].placed || (in && in->placed)))
            take_back(&set->files[i]);
    }
}

/* Removes what was needed in between. What does not have its name is removed when it is discarded. */
static void tidy(hone_file_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        set_file *file = &set->files[i];
        if (file->shown)
            hone_draft_unlink(file->meanwhile);
        if (file->kept[0])
            hone_draft_unlink(file->kept);
        if (file->holder >= 0)
            hone_file_close(file->holder);
        if (file->placed)
            hone_draft_close(&file->draft);
        if (file->stand_in && file->stand_in->placed)
            end_stand_in(file->stand_in);
        file->holder = -1;
    }
}

/* Returns 0, or a value of errno: then set->at failed. */
static int commit(hone_file_set *set)
{
    hone_held_signals held;
    hone_signals_hold(&held);
    int problem = keep_olds(set);
    if (!problem)
        problem = show_all(set);
    if (!problem)
        problem = place_all(set);
    if (!problem)
        problem = sync_folders(set);
    if (problem)
        undo(set);
    tidy(set);
    hone_signals_release(&held);
    return problem;
}

bool hone_file_set_commit(hone_file_set *set, hone_error *error)
{
    int problem = commit(set);
    if (!problem)
        return true;
    hone_fail_system(error, "cannot write", problem);
    hone_error_prefix(error, set->files[set->at].draft.path);
    return false;
}

/* ---- one file ---- */

bool hone_file_write(const char *path, const void *data, size_t size, hone_error *error)
{
    set_file file;
    hone_file_set one = {.files = &file, .capacity = 1};
    hone_held_signals held;
    hone_signals_hold(&held);
    bool ok = hone_file_set_add(&one, path, NULL, data, size, error);
    int problem = ok ? commit(&one) : 0;
    if (problem)
        ok = hone_fail_system(error, "cannot write", problem);
    for (uint32_t i = 0; i < one.count; i++) hone_file_draft_discard(&file.draft);
    hone_signals_release(&held);
    return ok;
}
