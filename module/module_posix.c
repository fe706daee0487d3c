/* Finds modules, checks that nobody else can change them, and loads them, on POSIX. */
#define _XOPEN_SOURCE 700 /* S_ISVTX */
#include "base/system/machine.h"
#include "module/module.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char program[] = "/proc/self/exe";

/* In a build, and from the folder of programs where hone is installed (set by CMake). */
static const char *const folders[] = {"modules", HONE_MODULE_FOLDER};

bool hone_module_is_used(const char *name)
{
    static const char *const used[] = {HONE_MODULES NULL}; /* set by CMake */
    for (size_t i = 0; used[i]; i++)
        if (strcmp(used[i], name) == 0)
            return true;
    return false;
}

/* A module runs with the rights of the program. So nobody may be able to change it who cannot change the program. A
 * group may that can write the program, too: the user's own, where the umask is 002. */
static bool is_trusted(const struct stat *file, const struct stat *self)
{
    bool same_group = self->st_mode & S_IWGRP && self->st_gid == file->st_gid;
    bool sticky = S_ISDIR(file->st_mode) && file->st_mode & S_ISVTX; /* others cannot replace what is in it */
    mode_t writers = same_group ? S_IWOTH : S_IWOTH | S_IWGRP;
    return (file->st_uid == self->st_uid || file->st_uid == 0) && (sticky || !(file->st_mode & writers));
}

/* Where neither the file nor its folder can be changed by others, it is still the same when it is loaded. */
static bool check_trust(const char *path, const char *folder, const struct stat *file, hone_error *error)
{
    struct stat self, around;
    if (stat(program, &self) != 0 || !is_trusted(file, &self))
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s is not loaded: another user can change it", path);
    if (stat(folder, &around) != 0 || !is_trusted(&around, &self))
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s is not loaded: another user can change its folder",
                         path);
    return true;
}

/* Finds a folder that is given relative to that of the program. The system reports the program's place without symbolic
 * links, so that each ".." is the folder above. */
static bool find_folder(const char *relative, char folder[HONE_PATH_SIZE])
{
    char self[HONE_PATH_SIZE] = "";
    ssize_t size = readlink(program, self, sizeof self - 1);
    if (size <= 0 || self[0] != '/' || !hone_path_folder(self, folder))
        return false;
    for (; strncmp(relative, "../", 3) == 0; relative += 3) {
        memcpy(self, folder, sizeof self);
        if (!hone_path_folder(self, folder))
            return false;
    }
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    int added = snprintf(folder + length, HONE_PATH_SIZE - length, "%s%s", slash, relative);
    return added >= 0 && (size_t)added < HONE_PATH_SIZE - length;
}

bool hone_module_find(const char *name, char path[HONE_PATH_SIZE], hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    struct stat found;
    bool known = true;
    for (size_t i = 0; known && i < sizeof folders / sizeof *folders; i++) {
        known = find_folder(folders[i], folder);
        if (!known || snprintf(path, HONE_PATH_SIZE, "%s/%s", folder, name) >= HONE_PATH_SIZE ||
            stat(path, &found) != 0 || !S_ISREG(found.st_mode))
            continue;
        return check_trust(path, folder, &found, error);
    }
    if (known)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the module %s is not installed in %s", name, folder);
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0,
                     "the module %s is not found: the system does not report where this program is", name);
}

static const char *reason_of_dl(void)
{
    const char *text = dlerror();
    return text ? text : "unknown error";
}

static bool fits(const hone_module *module, const hone_module_head *table, const char *path, hone_error *error)
{
    const hone_module_head *own = &module->head;
    if (memcmp(table->version, own->version, sizeof own->version) != 0)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s is of hone %.*s, but this program is of hone %s", path,
                         (int)sizeof table->version, table->version, own->version);
    if (table->size != own->size || table->layout != own->layout)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s is of another build of hone %s", path, own->version);
    return true;
}

/* Looks for the head of the table in the file, because loading it would run code of it. */
static bool has_head(const hone_module *module, const char *path, hone_error *error)
{
    hone_bytes file = {0};
    if (!hone_file_read(path, NULL, &file, error)) {
        hone_error_prefix(error, path);
        return false;
    }
    const size_t size = sizeof module->head;
    bool found = false;
    for (size_t at = 0; !found && at + size <= file.size; at += sizeof(uint32_t)) /* as structs are aligned */
        found = memcmp(file.data + at, &module->head, size) == 0;
    hone_bytes_release(&file);
    return found || hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s is not a module of this build of hone %s", path,
                              module->head.version);
}

static const hone_module_head *load(const hone_module *module, hone_error *error)
{
    char path[HONE_PATH_SIZE];
    if (!hone_module_find(module->name, path, error) || !has_head(module, path, error))
        return NULL;
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    const hone_module_head *table = library ? dlsym(library, "hone_module_table") : NULL;
    if (!table) {
        enum { LEAST = 64 << 20 }; /* of libraries that a module brings */
        void *probe = hone_system_allocate(LEAST, sizeof(void *));
        hone_system_free(probe);
        if (!probe)
            return hone_fail(error, HONE_ERROR_MEMORY, 0, "there is not enough memory to load the module"), NULL;
        hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the module cannot be loaded: %s", reason_of_dl());
        return NULL;
    }
    return fits(module, table, path, error) ? table : NULL;
}

const void *hone_module_load(hone_module *module, hone_error *error)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    if (!module->table)
        module->table = load(module, error);
    const void *table = module->table;
    pthread_mutex_unlock(&mutex);
    return table;
}
