/* Resolves dropped paths that are not a model or motion themselves: a folder, an archive. */
#ifndef HONE_VIEW_DOCUMENT_OPENABLE_H
#define HONE_VIEW_DOCUMENT_OPENABLE_H

#include <hone/base.h>

/* Finds the file for a path: the path itself, the only model in a folder (searched four levels deep, without following
 * links), or the one that a .zip means (input_file_choose). Returns a copy, which the caller frees. NULL: error, which
 * does not name the path: a folder without a model, or with several, which the error lists; an archive of another
 * kind. */
char *openable_find(const char *path, hone_error *error);

#endif
