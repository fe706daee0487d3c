/* Output of a film: a draft beside the file, or stdout. */
#ifndef HONE_SRC_FILM_SINK_H
#define HONE_SRC_FILM_SINK_H

#include "base/files/draft.h"
#include <hone/io.h>
#include <libavformat/avio.h>

typedef struct hone_film_sink {
    hone_file_draft draft; /* its `file` is -1 for stdout */
    int file;     /* file that is written: the draft, stdout, or a nameless file that is copied to stdout at the end */
    bool spooled; /* `file` is that nameless file */
    int problem;  /* errno of the first write that failed; 0: none */
    AVIOContext *io;
} hone_film_sink;

/* path NULL: stdout. rewritten: the muxer overwrites earlier bytes. After a failure there is nothing to release. */
bool hone_film_sink_open(hone_film_sink *sink, const char *path, bool rewritten, hone_error *error);

/* Moves the draft to its path or copies the nameless file to stdout. The sink is closed in any case. */
bool hone_film_sink_finish(hone_film_sink *sink, hone_error *error);
void hone_film_sink_discard(hone_film_sink *sink);

#endif
