#define _POSIX_C_SOURCE 200809L
#include "view/document/watch/file_watch.h"
#include "tool/files/input_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static file_stamp stamp_of(const char *path)
{
    struct stat now;
    char disk[HONE_PATH_SIZE];
    if (!input_file_on_disk(path, disk) || stat(disk, &now) != 0)
        return (file_stamp){0};
    return (file_stamp){.exists = true,
                        .size = (uint64_t)now.st_size,
                        .time = (uint64_t)now.st_mtim.tv_sec * 1000000000u + (uint64_t)now.st_mtim.tv_nsec,
                        .inode = (uint64_t)now.st_ino};
}

static bool same(const file_stamp *a, const file_stamp *b)
{
    return a->exists == b->exists && a->size == b->size && a->time == b->time && a->inode == b->inode;
}

static watched_file *find(const file_watch *w, const char *path)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (strcmp(w->files[i].path, path) == 0)
            return &w->files[i];
    return NULL;
}

void file_watch_add(file_watch *w, const char *path)
{
    if (find(w, path))
        return;
    watched_file *grown = realloc(w->files, (w->count + 1) * sizeof *grown);
    char *copy = grown ? strdup(path) : NULL;
    w->files = grown ? grown : w->files;
    if (!copy)
        return;
    file_stamp now = stamp_of(path);
    w->files[w->count++] = (watched_file){.path = copy, .known = now, .seen = now};
}

void file_watch_clear(file_watch *w)
{
    for (uint32_t i = 0; i < w->count; i++) free(w->files[i].path);
    free(w->files);
    *w = (file_watch){0};
}

void file_watch_keep(file_watch *w, const file_watch *before)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const watched_file *old = find(before, w->files[i].path);
        if (old) {
            w->files[i].known = old->known;
            w->files[i].seen = old->seen;
        }
    }
}

void file_watch_know(file_watch *w, const char *path)
{
    const file_stamp written = stamp_of(path);
    for (uint32_t i = 0; i < w->count; i++) { /* it may be watched by another name */
        file_stamp now = stamp_of(w->files[i].path);
        if (same(&now, &written))
            w->files[i].known = w->files[i].seen = now;
    }
}

bool file_watch_look(file_watch *w)
{
    bool any = false;
    for (uint32_t i = 0; i < w->count; i++) {
        watched_file *f = &w->files[i];
        file_stamp now = stamp_of(f->path);
        f->changed = now.exists && !same(&now, &f->known) && same(&now, &f->seen);
        if (f->changed)
            f->known = now;
        f->seen = now;
        any |= f->changed;
    }
    return any;
}

bool file_watch_changed(const file_watch *w, const char *path)
{
    const watched_file *f = find(w, path);
    return f && f->changed;
}
