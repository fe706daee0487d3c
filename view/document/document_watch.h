/* Reads files again that changed on disk, with the user's edits kept. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_WATCH_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_WATCH_H

#include "view/document/document.h"
#include "view/document/watch/file_watch.h"

typedef struct document_watch {
    file_watch files;
    uint32_t changes; /* of the document, when the list of files was made */
    char *sound;      /* as then */
    char *backdrop;   /* as then */
    uint32_t missing; /* textures that were not found then */
} document_watch;

void document_watch_release(document_watch *w);

typedef struct document_news { /* what was read again */
    uint32_t count;            /* models, motions and sets of textures */
    const char *name;          /* of the first, for display; of the document */
    bool sound, backdrop;      /* these files changed; the viewer opens them again */
} document_news;

/* Call about twice a second. Follows the files that are open, textures included. False: a file that changed cannot be
 * read; what it was before stays open, and the next change is waited for. The error begins with its name. */
bool document_watch_look(document_watch *w, document *d, document_news *news, hone_error *error);

#endif
