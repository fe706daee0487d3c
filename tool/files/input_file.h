/* Input files on disk and in .zip archives. "pack.zip/model/a.pmx" is a file of an archive, and "pack.zip" stands for
 * the only model in it. */
#ifndef HONE_TOOL_FILES_INPUT_FILE_H
#define HONE_TOOL_FILES_INPUT_FILE_H

#include "tool/files/standard_input.h"

#include <hone/archive.h>
#include <hone/format.h>

/* Called with a sentence about an archive. */
typedef void input_file_note(void *user, const char *text);

/* Whether a path is that of an archive: a regular file that begins as one. */
bool input_file_is_archive(const char *path);

/* The file that an archive means: its only character (.pmx, .pmd, .vrm, .glb, .gltf, .fbx), else its only project
 * (.pmm), else its only .x or .bvh, else its only motion (.vmd, .vpd, .hclip). note: told of motions beside a
 * character; NULL: not called. Returns a path from malloc; NULL with the error, which lists them, if there is not
 * exactly one. The error does not begin with the path. */
char *input_file_choose(const char *path, input_file_note *note, void *user, hone_error *error);

/* Whether there is such a file on disk or in an archive, with exactly this name. */
bool input_file_exists(const char *path);

/* Opens a file on disk or in an archive, as hone_asset_open. bytes: out: release them after the asset. */
hone_asset *input_file_open(const char *path, const hone_load_desc *desc, hone_bytes *bytes, hone_error *error);

/* Loads a model from a file on disk or in an archive, as hone_model_load. */
hone_model *input_file_model(const char *path, const hone_load_desc *desc, hone_error *error);

/* Reads a file on disk or in an archive, or for "-" standard input. Errors: as hone_file_read and hone_archive_read;
 * they do not begin with the path. */
bool input_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

/* Reads the beginning of a file on disk or in an archive; there only if its name is not that of a model or a motion,
 * since all of it must be unpacked. Returns its size; 0 if it cannot be read, or is no regular file. */
size_t input_file_read_head(const char *path, char *head, size_t size);

/* The regular file on disk that a file is in: itself, or its archive. Returns false if there is none. */
bool input_file_on_disk(const char *path, char out[HONE_PATH_SIZE]);

/* A file for libraries that open a path: itself, or a nameless copy of a file of an archive or of standard input. */
typedef struct input_local {
    const char *path; /* for the library, until it is closed */
    int file;         /* of the copy; -1: none */
    char name[STANDARD_INPUT_PATH_SIZE];
} input_local;

/* from: as for input_file_read; must outlive `out`, which must not move. Close it when the library has opened the path.
 * Errors: as input_file_read; none for a file on disk, even if it is missing. */
bool input_local_open(const char *from, input_local *out, hone_error *error);
void input_local_close(input_local *local);

/* The folder of an input file, on disk or in an archive. */
typedef struct input_folder {
    char path[HONE_PATH_SIZE];
    size_t archive; /* length of the archive's path; 0: on disk */
    bool anywhere;  /* files may be outside of the folder */
} input_folder;

/* Returns a resolver of the files that a file in the folder names. `out` must outlive it; `anywhere` has no effect in
 * an archive. */
hone_file_resolver input_folder_files(input_folder *out, const char *folder, bool anywhere);

/* Opens the archive that a folder is in; close it. Errors: as hone_archive_open, also if it is in none. */
hone_archive *input_folder_archive(const input_folder *folder, hone_error *error);

#endif
