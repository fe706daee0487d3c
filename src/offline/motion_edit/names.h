/* Changing the names of tracks and of the chains in property keys. */
#ifndef HONE_SRC_OFFLINE_MOTION_EDIT_NAMES_H
#define HONE_SRC_OFFLINE_MOTION_EDIT_NAMES_H

#include "offline/motion_edit/edit.h"

/* Returns the new name, in the edit's memory or the name itself; NULL if out of memory. */
typedef const char *hone_name_fn(hone_edit *edit, const char *name, void *user);

/* Gives all tracks and chains their new names. Fails if two tracks of a kind then have one name. */
bool hone_edit_rename(hone_edit *edit, hone_name_fn *rename, void *user, hone_error *error);

#endif
