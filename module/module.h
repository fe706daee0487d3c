/* Modules: parts of hone that need large libraries of others (FFmpeg, Bullet). The command and the viewer do not link
 * these parts. They load them from files of their own, NAME.so, when they first need them; so they start quickly, and
 * they contain no code of those libraries. Programs that use the library link the parts directly.
 *
 * Each module has three files: NAME.h describes the table of its functions; NAME_module.c is in the module and fills in
 * the table; NAME_late.c is in the program and defines the part's functions again, as calls through the table. */
#ifndef HONE_MODULE_MODULE_H
#define HONE_MODULE_MODULE_H

#include <hone/io.h>

/* The beginning of each table, which a module exports as `hone_module_table`. It never changes, so that a module of
 * another version is recognised. */
typedef struct hone_module_head {
    char version[24]; /* hone_version */
    uint32_t size;    /* of the table in bytes */
    uint32_t layout;  /* a number that changes with the structs that the functions take */
} hone_module_head;

typedef struct hone_module {
    const char *name; /* "film.so" */
    hone_module_head head;
    const hone_module_head *table; /* NULL: not loaded */
} hone_module;

#define HONE_MODULE_HEAD(type, layout_number)                                                                          \
    {                                                                                                                  \
        HONE_VERSION, sizeof(type), (uint32_t)(layout_number)                                                          \
    }

/* Tells whether this program loads a part from the module; false: the part is linked, or not built in. */
bool hone_module_is_used(const char *name);

/* Finds the file of a module, which is where this program is: in the folder modules/ of a build, or in lib/hone/ where
 * hone is installed. The working directory and the environment have no influence. Does not open the file. Errors:
 * UNSUPPORTED: there is none, or somebody else than the owner of this program and the system can change it. */
bool hone_module_find(const char *name, char path[HONE_PATH_SIZE], hone_error *error);

/* Loads a module, at the first call. It stays loaded until the process ends. Threads may call this at once. Returns its
 * table, or NULL. Errors: as hone_module_find; UNSUPPORTED: the system cannot load the file, or it is of another
 * version of hone. */
const void *hone_module_load(hone_module *module, hone_error *error);

#endif
