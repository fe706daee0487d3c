/* Where a film's bytes go: a draft beside the file, or stdout. */
#ifndef HONE_SRC_FILM_SINK_H
#define HONE_SRC_FILM_SINK_H

#include "base/file.h"
#include <libavformat/avio.h>

typedef struct hone_film_sink {
    hone_file_draft draft; /* file -1: stdout */
    int file;              /* what is written to: the draft, stdout, or a nameless file that is copied to stdout */
    bool spooled;          /* it is the latter */
    int problem;           /* errno of the first write that failed; 0: none did */
    AVIOContext *io;
} hone_film_sink;

/* path NULL: stdout. rewritten: the muxer goes back to bytes that it wrote. On failure nothing is left to be done. */
bool hone_film_sink_open(hone_film_sink *sink, const char *path, bool rewritten, hone_error *error);

/* Puts what was written in its place. Closed in any case. */
bool hone_film_sink_finish(hone_film_sink *sink, hone_error *error);
void hone_film_sink_discard(hone_film_sink *sink);

#endif
