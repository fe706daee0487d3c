/* The files of a command that writes several: all appear at the end, or none. */
#ifndef HONE_TOOL_OUTPUT_OUTPUT_SET_H
#define HONE_TOOL_OUTPUT_OUTPUT_SET_H

#include "base/files/byte_writer.h"
#include "base/files/file_set.h"
#include "tool/messages/report.h"

#include <hone/io.h>

typedef struct output_set {
    hone_file_set *files;
    report *report;
    char **stale; /* [stale_count] files of a killed run, which the old output names; removed at the end */
    uint32_t stale_count;
} output_set;

/* Returns the exit status, as the functions below. End it in any case. */
int output_set_begin(output_set *set, report *r);
int output_set_end(output_set *set, int status);

/* Adds a file; or writes to stdout at once. */
int output_set_add(output_set *set, const char *path, const hone_bytes *bytes);
/* Does the same with the content of `text`, and releases it. */
int output_set_text(output_set *set, const char *path, hone_writer *text);

/* The files beside an output that it names, such as the .bin of a .gltf. Their names begin with `stem`. */
typedef struct output_others {
    const char *stem;
    bool again;     /* the output is made a second time: warnings were reported */
    uint64_t bytes; /* of all of them */
    struct output_others_work *work;
} output_others;

/* A hone_file_sink: passes on one of them. others: an output_others. */
bool output_others_add(void *others, const char *name, const void *data, size_t size, hone_error *error);

/* Makes the bytes of an output, and passes on the others by output_others_add. It may be called twice, with different
 * stems. */
typedef bool output_encode_fn(void *user, output_others *others, hone_bytes *out, hone_error *error);

/* Adds an output and those that it names. `about`: the file that a failure of `encode` is about. bytes: out: of all. */
int output_set_encode(output_set *set, const char *path, const char *about, output_encode_fn *encode, void *user,
                      uint64_t *bytes);

#endif
