/* Input files on disk and in .zip archives. "pack.zip/model/a.pmx" is a file of an archive, and "pack.zip" stands for
 * the only model in it. */
#ifndef HONE_TOOL_FILES_INPUT_FILE_H
#define HONE_TOOL_FILES_INPUT_FILE_H

#include <hone/format.h>

/* Called with a sentence about an archive. */
typedef void input_file_note(void *user, const char *text);

/* Whether a path is that of an archive: a regular file that begins as one. */
bool input_file_is_archive(const char *path);

/* The file that an archive means: its only character (.pmx, .pmd, .vrm, .glb, .gltf, .fbx), else its only .x or .bvh,
 * else its only motion (.vmd, .vpd, .hclip). note: told of motions beside a character; NULL: not called. Returns a path
 * from malloc; NULL with the error, which lists them, if there is not exactly one. The error does not begin with the
 * path. */
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

/* The folder of an input file, on disk or in an archive. */
typedef struct input_folder {
    char path[HONE_PATH_SIZE];
    size_t archive; /* length of the archive's path; 0: on disk */
    bool anywhere;  /* files may be outside of the folder */
} input_folder;

/* Returns a resolver of the files that a file in the folder names. `out` must outlive it; `anywhere` has no effect in
 * an archive. */
hone_file_resolver input_folder_files(input_folder *out, const char *folder, bool anywhere);

#endif
