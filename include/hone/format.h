/* format: bytes to models and motions, and back. What a file is, its content says; endings are not looked at.
 *
 * Read: PMX 2.0 and 2.1, PMD, VMD, VPD, .x, glTF 2.0 and GLB. Written: PMX, VMD.
 * Bad files end in one error that names the offset; odd ones load with warnings. A loader takes at most 16 times the
 * file's size + 1 MiB of memory, whatever the file says; of glTF, whose buffers count, beside what the JSON library
 * takes.
 */
#ifndef HONE_FORMAT_H
#define HONE_FORMAT_H

#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_load_desc {
    bool strict;                     /* a warning is an error */
    const hone_allocator *allocator; /* NULL: malloc */
    const hone_files *files;         /* where to find what else the file names: buffers of glTF. NULL: of a path in its
                                      * folder, of memory nowhere */
    const char *clip; /* of a motion, which of those that a .x or glTF file holds: all digits count from 0, else its
                         name, of several called alike the first; NULL: the first of the file. hone_model_data.clips
                         lists them. Without such a clip loading fails (ARGUMENT). A VMD or VPD is one motion: there
                         it says nothing */
} hone_load_desc;

/* False: jansson was not there at build time, and glTF is refused (UNSUPPORTED). */
HONE_API bool hone_gltf_available(void);
/* False: zlib was not there at build time, and compressed .x is refused (UNSUPPORTED). */
HONE_API bool hone_compressed_x_available(void);

/* What the bytes are, by their first ones; UNKNOWN if nothing that hone knows. Says nothing of whether they are whole.
 */
HONE_API hone_format hone_format_detect(const void *bytes, size_t size);

/* A model from a file (errors: IO, FORMAT, UNSUPPORTED, MEMORY; the message begins with the path) or from memory (which
 * is not kept). path must be a regular file. desc NULL: defaults. The caller has one reference. */
HONE_API hone_model *hone_model_load(const char *path, const hone_load_desc *desc, hone_error *error);
HONE_API hone_model *hone_model_load_memory(const void *bytes, size_t size, const hone_load_desc *desc,
                                            hone_error *error);
HONE_API hone_motion *hone_motion_load(const char *path, const hone_load_desc *desc, hone_error *error);
HONE_API hone_motion *hone_motion_load_memory(const void *bytes, size_t size, const hone_load_desc *desc,
                                              hone_error *error);

/* The model as PMX. One that was read from PMX without a warning comes out byte for byte; of one made by program
 * version 2.0 (2.1 if it needs it), UTF-16 and the smallest index sizes are chosen.
 * Errors: ARGUMENT (more than PMX can say), MEMORY; out is then zeroed. allocator NULL: malloc. */
HONE_API bool hone_model_write_pmx(const hone_model *model, const hone_allocator *allocator, hone_bytes *out,
                                   hone_error *error);
/* The motion as VMD, keys of a track together, all sections. Names that CP932 lacks become '?'. Errors: as above. */
HONE_API bool hone_motion_write_vmd(const hone_motion *motion, const hone_allocator *allocator, hone_bytes *out,
                                    hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
