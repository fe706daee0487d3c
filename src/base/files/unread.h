/* Files that hone knows and does not read. */
#ifndef HONE_SRC_BASE_FILES_UNREAD_H
#define HONE_SRC_BASE_FILES_UNREAD_H

#include <hone/base.h>

typedef enum hone_unread_kind {
    HONE_UNREAD_NONE,
    HONE_UNREAD_PACKED,  /* archives and compressed files, in which a file that is read may be */
    HONE_UNREAD_MODEL,   /* models, motions and scenes of other programs */
    HONE_UNREAD_PICTURE, /* pictures, with those that are read as textures */
    HONE_UNREAD_FILM,    /* films and sounds */
    HONE_UNREAD_OTHER
} hone_unread_kind;

/* Recognises a file by its first bytes. text: out: what it is and what to do, such as "is a RAR archive; unpack it
 * first"; not changed if it is not known. */
hone_unread_kind hone_unread_find(const void *bytes, size_t size, const char **text);

#endif
