/* What people drop that is no file of a model or motion itself: a folder, an archive, a project. */
#ifndef HONE_VIEW_DOCUMENT_OPENABLE_H
#define HONE_VIEW_DOCUMENT_OPENABLE_H

#include <hone/base.h>

/* The file that a path stands for: the path itself, or the only model in a folder (searched four folders deep, without
 * following links). Returns a copy for the caller to free. NULL: error, which does not name the path: a folder without
 * a model or with several, whose names it tells; an archive; a project of another program (by the path's ending). */
char *openable_find(const char *path, hone_error *error);

#endif
