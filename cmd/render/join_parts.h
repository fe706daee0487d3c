/* The parts that `hone join` reads: all of one film or sequence, in their order. */
#ifndef HONE_CMD_RENDER_JOIN_PARTS_H
#define HONE_CMD_RENDER_JOIN_PARTS_H

#include "tool/messages/report.h"
#include "tool/part/part_file.h"

typedef struct join_parts {
    const char **paths; /* [count] of parts 1 to count */
    part_head *heads;   /* [count] */
    uint32_t count;
} join_parts;

/* Reads the heads of the files and puts them in order. Reports a part that is missing, there twice, or not of the same
 * film. Release it in any case. */
int join_parts_open(join_parts *out, const char *const *files, uint32_t file_count, report *r);
void join_parts_release(join_parts *parts);

#endif
