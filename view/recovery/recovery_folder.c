#define _DEFAULT_SOURCE
#include "view/recovery/recovery_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_FILE "lock"

bool recovery_folder_path(const char *folder, const char *name, char out[HONE_PATH_SIZE])
{
    int size = snprintf(out, HONE_PATH_SIZE, "%s/%s", folder, name);
    return size > 0 && size < HONE_PATH_SIZE;
}

/* ---- locks ---- */

/* Returns -1 if another process has the lock, or if there is no such file. */
static int take_lock(const char *folder, int flags)
{
    char path[HONE_PATH_SIZE];
    int file = recovery_folder_path(folder, LOCK_FILE, path) ? open(path, O_RDWR | O_CLOEXEC | flags, 0600) : -1;
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

/* ---- making ---- */

static bool make_folder(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool make_parents(const char *root)
{
    char path[HONE_PATH_SIZE];
    if (strlen(root) >= sizeof path)
        return false;
    strcpy(path, root);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!make_folder(path))
            return false;
        *slash = '/';
    }
    return make_folder(path);
}

bool recovery_folder_make(const char *root, recovery_folder *out, hone_error *error)
{
    char name[64];
    *out = (recovery_folder){.lock = -1};
    snprintf(name, sizeof name, "%ld-XXXXXX", (long)getpid());
    if (!make_parents(root) || !recovery_folder_path(root, name, out->path) || !mkdtemp(out->path) ||
        (out->lock = take_lock(out->path, O_CREAT)) < 0) {
        int why = errno;
        if (out->path[0])
            rmdir(out->path);
        out->path[0] = '\0';
        return hone_fail(error, HONE_ERROR_IO, 0, "%s", strerror(why));
    }
    return true;
}

/* ---- files ---- */

/* An empty file of the right mode, which hone_file_write keeps. */
static bool make_private(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return file >= 0 && close(file) == 0;
}

bool recovery_folder_write(const recovery_folder *f, const char *name, const hone_bytes *bytes, hone_error *error)
{
    char path[HONE_PATH_SIZE];
    if (!recovery_folder_path(f->path, name, path))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the name is too long");
    if (!make_private(path))
        return hone_fail(error, HONE_ERROR_IO, 0, "%s", strerror(errno));
    return hone_file_write(path, bytes->data, bytes->size, error);
}

/* mark NULL: removes all but the lock. */
static void remove_files(const char *folder, const char *mark)
{
    DIR *list = opendir(folder);
    char path[HONE_PATH_SIZE];
    for (struct dirent *each; list && (each = readdir(list));) {
        const char *name = each->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, LOCK_FILE) == 0)
            continue;
        if (mark && (strstr(name, mark) || strcmp(name, RECOVERY_FILE) == 0))
            continue;
        if (recovery_folder_path(folder, name, path))
            unlink(path);
    }
    if (list)
        closedir(list);
}

void recovery_folder_keep_only(const recovery_folder *f, const char *mark)
{
    remove_files(f->path, mark);
}

void recovery_folder_remove(recovery_folder *f)
{
    char path[HONE_PATH_SIZE];
    if (!f->path[0])
        return;
    if (recovery_folder_path(f->path, RECOVERY_FILE, path))
        unlink(path); /* first, so that no process takes half of it */
    remove_files(f->path, NULL);
    if (recovery_folder_path(f->path, LOCK_FILE, path))
        unlink(path);
    rmdir(f->path);
    recovery_folder_leave(f);
}

void recovery_folder_leave(recovery_folder *f)
{
    if (f->path[0])
        close(f->lock);
    *f = (recovery_folder){.lock = -1};
}

/* ---- those of ended processes ---- */

bool recovery_folder_claim(const char *path, recovery_folder *out)
{
    char file[HONE_PATH_SIZE];
    *out = (recovery_folder){.lock = -1};
    if (!recovery_folder_path(path, RECOVERY_FILE, file) || access(file, F_OK) != 0)
        return false;
    int lock = take_lock(path, 0);
    if (lock < 0)
        return false;
    out->lock = lock;
    snprintf(out->path, sizeof out->path, "%s", path);
    return true;
}

void recovery_folders_find(const char *root, void (*found)(void *user, const char *path), void *user)
{
    DIR *list = opendir(root);
    char path[HONE_PATH_SIZE];
    for (struct dirent *each; list && (each = readdir(list));) {
        recovery_folder f;
        if (each->d_name[0] == '.' || !recovery_folder_path(root, each->d_name, path) ||
            !recovery_folder_claim(path, &f))
            continue;
        recovery_folder_leave(&f);
        found(user, path);
    }
    if (list)
        closedir(list);
}
