/* A file with what a run that draws nothing has found out: checkpoints of physics, and what the automatic camera must
 * have in view. `hone render --checkpoints` writes it once, and the parts of a film begin from it.
 *
 * Numbers are little-endian: mark (8 bytes), version, 0, fingerprint (8), 1 if the box is known, number of models, the
 * box (6 floats), for each model the size (8) and bytes of hone_physics_world_write_checkpoints; then a hash of all
 * (8).
 */
#ifndef HONE_TOOL_PART_CHECKPOINT_FILE_H
#define HONE_TOOL_PART_CHECKPOINT_FILE_H

#include "base/files/byte_writer.h"
#include <hone/bounds.h>
#include <hone/io.h>

typedef struct checkpoint_file {
    uint64_t inputs;             /* a fingerprint of files and options, as in part_head */
    bool framed;                 /* whether `bounds` is known */
    hone_bounds bounds;          /* of camera_shot */
    uint32_t count;              /* models */
    const uint8_t *models, *end; /* their sizes and bytes */
} checkpoint_file;

/* Begins the file; each model follows by checkpoint_file_add, in their order. */
void checkpoint_file_begin(hone_writer *to, const checkpoint_file *head);
void checkpoint_file_add(hone_writer *to, const hone_bytes *model);
/* Ends the file and writes it. Errors do not begin with the path. */
bool checkpoint_file_finish(hone_writer *to, const char *path, hone_error *error);

/* Reads the content of a file, which must outlive `out`. Errors: FORMAT, UNSUPPORTED. */
bool checkpoint_file_open(const uint8_t *bytes, size_t size, checkpoint_file *out, hone_error *error);
/* Takes the bytes of the next model. False: there is none, or the file is damaged. */
bool checkpoint_file_next(checkpoint_file *file, const uint8_t **bytes, size_t *size);

#endif
