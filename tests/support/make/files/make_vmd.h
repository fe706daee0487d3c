/* VMD files made in code, record by record, and what the reader makes of them. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_VMD_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_VMD_H

#include "base/files/byte_writer.h"
#include <hone/motion.h>

extern const char make_vmd_new[30], make_vmd_old[30], make_vmd_bare[30]; /* signatures */

/* Writes a text and zeros up to `size` bytes. */
void make_vmd_field(hone_writer *w, const char *text, size_t size);
hone_writer make_vmd_begin(const char signature[30], const char *model_name, size_t name_size);
/* block: the curves; NULL: zeros. */
void make_vmd_bone(hone_writer *w, const char *name, uint32_t frame, float x, const uint8_t block[64]);
void make_vmd_morph(hone_writer *w, const char *name, uint32_t frame, float weight);
void make_vmd_camera(hone_writer *w, uint32_t frame);
void make_vmd_light(hone_writer *w, uint32_t frame);
void make_vmd_shadow(hone_writer *w, uint32_t frame);
void make_vmd_property(hone_writer *w, uint32_t frame);
/* Every section, with 3, 2, 1, 1, 1, 1 records. `at` gets the start of each section, then the size. */
hone_bytes make_vmd_whole(const char signature[30], size_t name_size, size_t at[7]);

/* Read a file, and fail if it is refused. The second one releases the bytes that were written. */
hone_motion *vmd_read_bytes(const void *bytes, size_t size);
hone_motion *vmd_read_file(hone_writer *w);
bool vmd_warns(const hone_motion *motion, const char *part);
uint32_t vmd_record_count(const hone_motion *motion); /* of all sections */

#endif
