/* VPD: a MikuMikuDance pose. Docs: docs/formats.md. */
#ifndef HONE_SRC_FORMAT_VPD_VPD_H
#define HONE_SRC_FORMAT_VPD_VPD_H

#include <hone/format.h>

/* The pose as a motion: every bone and morph that it names has one key, at frame 0. desc NULL: defaults.
 * Errors: FORMAT, MEMORY. */
hone_motion *hone_vpd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

#endif
